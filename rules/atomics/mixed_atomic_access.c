/* CU509 mixed-atomic-access: a thread reads plainly what other threads add to atomically, and nothing lies
 * between: before the addition, or in a later turn of a loop. Within a block, and between the blocks of
 * kernels in which nothing could order them.
 *
 * Reads behind an addition in the same turn, and plain writes, are races (CU301, CU308, CU402). Maxima, flags
 * and compare-and-swaps bear that somebody has looked before, and a read that decides whether to add at all
 * is `possible` only. */
#include "analyzer/rule/conflict.h"

/* Whether a race that is reported says the same. */
static bool is_race(const struct simt_report *report, const struct sync_conflict *mixed)
{
	for (size_t i = 0; i < report->sync.conflicts.count; i++) {
		const struct sync_conflict *race = report->sync.conflicts.data[i];
		bool one = race->first.expr == mixed->first.expr || race->second.expr == mixed->first.expr;
		bool other =
			race->first.expr == mixed->second.expr || race->second.expr == mixed->second.expr;
		if (race->belief >= mixed->belief && race->object == mixed->object && (one || other))
			return true;
	}
	return false;
}

/* Whether one before it is of the same two places, in whatever order. */
static bool is_told(const struct simt_report *report, size_t index)
{
	const struct sync_conflict *mixed = report->sync.mixed.data[index];
	for (size_t i = 0; i < report->sync.mixed.count; i++) {
		const struct sync_conflict *told = report->sync.mixed.data[i];
		bool same = told->first.expr == mixed->first.expr && told->second.expr == mixed->second.expr;
		bool turned =
			told->first.expr == mixed->second.expr && told->second.expr == mixed->first.expr;
		bool first = told->belief > mixed->belief || (told->belief == mixed->belief && i < index);
		if ((same || turned) && first)
			return true;
	}
	return false;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.mixed.count; i++) {
		const struct sync_conflict *mixed = report->sync.mixed.data[i];
		if (is_told(report, i) || is_race(report, mixed))
			continue;
		struct finding *finding = pass_conflict(pass, report, mixed,
			mixed->blocks || mixed->class == SYNC_PICKED
				? "use what the atomic gives back, or read it in the next kernel"
				: "put `__syncthreads()` between them, or use what the atomic gives back");
		if (finding->confidence == CONFIDENCE_PROVEN)
			finding->confidence = CONFIDENCE_LIKELY;
	}
}

const struct rule rule_mixed_atomic_access = {
	.code = "CU509",
	.name = "mixed-atomic-access",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Plain read of what other threads add to atomically with nothing between",
	.hooks = {.execution = on_execution},
};
