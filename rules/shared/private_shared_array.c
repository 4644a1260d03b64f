/* CU207 private-shared-array: a shared array of which no element is touched by two threads.
 *
 * Only where every access to it was followed to its address, and the array is only ever subscripted. */
#include "analyzer/ir/array_use.h"
#include "analyzer/rule.h"

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	const int64_t *block = report->launch->block;
	if (report->result.gave_up || block[0] * block[1] * block[2] < 2)
		return;
	for (size_t i = 0; i < report->arrays.count; i++) {
		const struct simt_array *array = &report->arrays.data[i];
		if (!array->is_private || !array->loads || !array->stores ||
			array->var->storage != IR_SHARED || !ir_is_only_indexed(pass->module, array->var))
			continue;
		struct finding *finding = pass_report(pass, array->var->range,
			"no thread touches what another one wrote to `%s`: registers would hold its elements "
			"without "
			"%lld bytes of shared memory per block",
			array->var->name, (long long)array->bytes);
		if (report->result.assumptions & SIMT_ASSUMED_BLOCK)
			finding->confidence = CONFIDENCE_LIKELY;
	}
}

const struct rule rule_private_shared_array = {
	.code = "CU207",
	.name = "private-shared-array",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Shared array in which each thread touches only its own elements",
	.hooks = {.execution = on_execution},
};
