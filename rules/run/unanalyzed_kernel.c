/* CU004 unanalyzed-kernel: the abstract GPU gave up on a kernel before its end, so rules that need an
 * execution have seen only a part of it.
 *
 * Kernels with parse errors inside are CU001's. */
#include "analyzer/rule/rule.h"

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	const struct ir_function *kernel = report->kernel;
	if (!report->result.gave_up || kernel->body_state == IR_BODY_DAMAGED)
		return;
	pass_report(pass, kernel->name_range,
		"`%s` was executed only in part (%s): what depends on its addresses, masks or counts may be "
		"missing",
		kernel->name, report->result.gave_up);
}

const struct rule rule_unanalyzed_kernel = {
	.code = "CU004",
	.name = "unanalyzed-kernel",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Kernel that could not be executed to its end",
	.hooks = {.execution = on_execution},
};
