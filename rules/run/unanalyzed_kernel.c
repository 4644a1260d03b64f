/* CU004 unanalyzed-kernel: the abstract GPU gave up on a kernel before its end, so rules that need an
 * execution have seen only a part of it; or its accesses are too many to be compared all with each other, so
 * that races may be missed.
 *
 * Kernels with parse errors inside are CU001's. */
#include "analyzer/rule/rule.h"

/* What wasn't compared, for people. */
static const char *left_out(unsigned cuts)
{
	if (cuts & SYNC_CUT_LOG)
		return "it makes too many";
	if (cuts & SYNC_CUT_TURNS)
		return "not those of one turn of a loop with those of the next";
	if (cuts & SYNC_CUT_BLOCKS)
		return "not those of all its blocks";
	if (cuts & SYNC_CUT_THREADS)
		return "not those of all its threads";
	if (cuts & SYNC_CUT_BARRIERS)
		return "it has too many barriers that only some of its threads come to";
	if (cuts & SYNC_CUT_LOCKS)
		return "it takes too many locks, or holds one for too long";
	return "not those on all ways past a barrier";
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	const struct ir_function *kernel = report->kernel;
	if (kernel->body_state == IR_BODY_DAMAGED)
		return;
	if (!report->result.gave_up && report->sync.cuts)
		pass_report(pass, kernel->name_range,
			"not all accesses of `%s` were compared with each other (%s): races between its threads "
			"may be missing",
			kernel->name, left_out(report->sync.cuts));
	if (!report->result.gave_up)
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
