/* CU407 syncwarp-mask-mismatch: lanes wait for each other at `__syncwarp()`s with different masks.
 *
 * The calls may be at different places from compute capability 7.0 on, but all lanes that a mask names have
 * to come with that mask. Below 7.0 they have to come to one call. */
#include "analyzer/run/absence.h"
#include "analyzer/run/conflict.h"

static struct finding *report_absence(
	struct pass *pass, const struct simt_report *report, const struct sync_absence *absence)
{
	const char *waits = pass_thread(pass, report, absence->waits),
		   *absent = pass_thread(pass, report, absence->absent);
	struct ir_range at = absence->event->site->range;
	if (absence->fault == SYNC_OTHER_MASK)
		return pass_report(pass, at,
			"%s waits at `__syncwarp()` with mask 0x%x for %s, which waits at one with mask "
			"0x%x: "
			"lanes that meet have to name the same mask",
			waits, absence->mask, absent, absence->other_mask);
	struct finding *finding = pass_report(pass, at,
		"%s and %s meet at different `__syncwarp()`s: before compute capability 7.0 all lanes of the "
		"mask 0x%x have to come to one call",
		waits, absent, absence->mask);
	return finding_limit_archs(finding, 0, 70) ? finding : NULL;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.absences.count; i++) {
		const struct sync_absence *absence = report->sync.absences.data[i];
		bool other_call =
			absence->fault == SYNC_OTHER_CALL && absence->event->kind == SIMT_WARP_BARRIER;
		if (absence->fault != SYNC_OTHER_MASK && !other_call)
			continue;
		struct finding *finding = report_absence(pass, report, absence);
		if (finding)
			pass_absence(pass, finding, report, absence);
	}
}

const struct rule rule_syncwarp_mask_mismatch = {
	.code = "CU407",
	.name = "syncwarp-mask-mismatch",
	.severity = SEVERITY_ERROR,
	.lone = true,
	.since = "0.1.0",
	.summary = "`__syncwarp()`s that face each other with different masks",
	.hooks = {.execution = on_execution},
};
