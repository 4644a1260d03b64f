/* CU301 shared-race: threads of different warps touch one element of shared memory, one of them writes, and
 * no barrier lies between; or threads store values that may differ to one element by one store, or lanes of
 * one warp do so by two.
 *
 * Left to others: from one turn of a loop to the next (CU306), from one call of a helper to the next (CU307),
 * lanes of one warp where one of them reads (CU402), global memory (CU308). */
#include "analyzer/rule/conflict.h"

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.conflicts.count; i++) {
		const struct sync_conflict *conflict = report->sync.conflicts.data[i];
		if (conflict->covered || conflict->space != SIMT_SHARED)
			continue;
		if (conflict->class == SYNC_ONE_STORE)
			pass_conflict(pass, report, conflict, "let one thread store");
		else if (conflict->class == SYNC_PICKED)
			pass_conflict(pass, report, conflict, pass_picked_advice(conflict));
		else if (conflict->class == SYNC_SHARED_WARPS && !conflict->again && !conflict->loop)
			pass_conflict(pass, report, conflict, pass_barrier_advice(pass, conflict));
		else if (pass_is_store_of_lanes(conflict))
			pass_conflict(pass, report, conflict, "`__syncwarp()` is missing between them");
	}
}

const struct rule rule_shared_race = {
	.code = "CU301",
	.name = "shared-race",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Threads touch one shared address without a barrier between, and one of them writes",
	.hooks = {.execution = on_execution},
};
