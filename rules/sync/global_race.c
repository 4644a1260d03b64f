/* CU308 global-race: threads of one block in one barrier interval, or of different blocks, touch one element
 * of global memory, and one of them stores, not atomically. Stores of one same value are left alone, and
 * kernels in which something may order blocks: fences, atomics whose result is used, waiting, grid barriers.
 * Left to CU402: lanes of one warp, where one of them reads. */
#include "analyzer/rule/conflict.h"

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.conflicts.count; i++) {
		const struct sync_conflict *conflict = report->sync.conflicts.data[i];
		if (conflict->covered || conflict->space != SIMT_GLOBAL)
			continue;
		if (conflict->class == SYNC_GLOBAL_BLOCKS)
			pass_conflict(pass, report, conflict,
				"blocks run in any order: write to a second array, or launch again");
		else if (conflict->class == SYNC_PICKED)
			pass_conflict(pass, report, conflict, pass_picked_advice(conflict));
		else if (conflict->class == SYNC_ONE_STORE)
			pass_conflict(pass, report, conflict, "let one thread store, or use an atomic");
		else if (conflict->class == SYNC_GLOBAL_BLOCK)
			pass_conflict(pass, report, conflict, pass_barrier_advice(pass, conflict));
		else if (pass_is_store_of_lanes(conflict))
			pass_conflict(pass, report, conflict, "`__syncwarp()` is missing between them");
	}
}

const struct rule rule_global_race = {
	.code = "CU308",
	.name = "global-race",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Threads touch one global address, one of them stores, and nothing orders them",
	.hooks = {.execution = on_execution},
};
