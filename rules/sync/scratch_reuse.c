/* CU307 scratch-reuse: a helper that works in shared memory is called again before all threads are through
 * with the call before. */
#include "analyzer/run/conflict.h"

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.conflicts.count; i++) {
		const struct sync_conflict *conflict = report->sync.conflicts.data[i];
		if (conflict->covered || conflict->class != SYNC_SHARED_WARPS || !conflict->again)
			continue;
		pass_conflict(pass, report, conflict,
			"`__syncthreads()` is missing between the two calls, or at the helper's end");
	}
}

const struct rule rule_scratch_reuse = {
	.code = "CU307",
	.name = "scratch-reuse",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "A helper is called again on the same shared scratch without a barrier in between",
	.hooks = {.execution = on_execution},
};
