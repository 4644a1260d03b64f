/* CU306 loop-carried-race: what CU301 reports, between one turn of a loop and a later one: the loop's barrier
 * orders one way only. */
#include "analyzer/rule/conflict.h"

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.conflicts.count; i++) {
		const struct sync_conflict *conflict = report->sync.conflicts.data[i];
		if (conflict->covered || conflict->class != SYNC_SHARED_WARPS || !conflict->loop ||
			conflict->again)
			continue;
		pass_conflict(pass, report, conflict,
			conflict->skipped ? pass_barrier_advice(pass, conflict)
					  : "the loop needs another `__syncthreads()` at the end of a turn, "
					    "or two buffers");
	}
}

const struct rule rule_loop_carried_race = {
	.code = "CU306",
	.name = "loop-carried-race",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "A turn of a loop touches shared memory that slower threads of the turn before still use",
	.hooks = {.execution = on_execution},
};
