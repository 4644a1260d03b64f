/* CU402 missing-syncwarp: lanes of one warp exchange data through shared or global memory with no
 * `__syncwarp()`, or anything stronger, between the write and the read, or the read and the next write.
 *
 * Since Volta lanes of a warp needn't run in step, and `volatile` keeps the compiler from holding a value in
 * a register, but orders nothing. Shuffles and votes make lanes meet, but don't order their memory accesses.
 * Left to others: two plain stores (CU301, CU308), `__syncwarp()`s that face each other with different masks
 * (CU407). */
#include "analyzer/rule/conflict.h"

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.conflicts.count; i++) {
		const struct sync_conflict *conflict = report->sync.conflicts.data[i];
		if (conflict->covered || conflict->class != SYNC_LANES || conflict->facing.one ||
			pass_is_store_of_lanes(conflict))
			continue;
		/* `s[t] += s[t + 16]` */
		bool one_statement =
			conflict->overwrites ||
			(conflict->hazard == SYNC_WAR && !conflict->loop && conflict->first.statement &&
				conflict->first.statement == conflict->second.statement);
		pass_conflict(pass, report, conflict,
			one_statement ? "lanes of a warp needn't run in step: read into a register, "
					"`__syncwarp()`, then write"
				      : "lanes of a warp needn't run in step: `__syncwarp()` is missing "
					"between them");
	}
}

const struct rule rule_missing_syncwarp = {
	.code = "CU402",
	.name = "missing-syncwarp",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.lone = true,
	.summary = "Lanes of a warp exchange data through memory without `__syncwarp()` in between",
	.hooks = {.execution = on_execution},
};
