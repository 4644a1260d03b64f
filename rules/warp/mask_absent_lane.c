/* CU403 mask-absent-lane: the mask of a warp intrinsic names a lane that doesn't get to a call of the same
 * intrinsic with the same mask, or leaves out the lane that calls.
 *
 * Lanes that have returned don't count, nor those that a partial warp never had. From compute capability 7.0
 * on lanes may meet at different calls; below, that is reported, too. Masks that aren't known (results of
 * votes) are taken to be right; where __syncwarp()s with different masks face each other it is CU407, and
 * tiles of cooperative groups are left alone. */
#include "analyzer/rule/absence.h"
#include "analyzer/rule/conflict.h"

static struct finding *report_absence(
	struct pass *pass, const struct simt_report *report, const struct sync_absence *absence)
{
	const struct simt_event *event = absence->event;
	const char *name = pass_call_name(pass, event), *waits = pass_thread(pass, report, absence->waits),
		   *absent = pass_thread(pass, report, absence->absent);
	if (absence->fault == SYNC_UNNAMED)
		return pass_report(pass, event->site->range,
			"mask 0x%x of %s leaves out lane %u, %s, which calls it: undefined", absence->mask,
			name, absence->waits % SIMT_WARP, waits);
	if (absence->fault == SYNC_OTHER_CALL) {
		struct finding *finding = pass_report(pass, event->site->range,
			"%s and %s meet at different calls of %s: before compute capability 7.0 all lanes of "
			"the mask 0x%x have to execute one call together",
			waits, absent, name, absence->mask);
		return finding_limit_archs(finding, 0, 70) ? finding : NULL;
	}
	return pass_report(pass, event->site->range,
		"mask 0x%x of %s names lane %u, %s, which %s, while %s waits for it; take the mask from "
		"`__ballot_sync` in front of the branch, or move the call out of it",
		absence->mask, name, absence->absent % SIMT_WARP, absent, pass_whereabouts(pass, absence),
		waits);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.absences.count; i++) {
		const struct sync_absence *absence = report->sync.absences.data[i];
		bool other_call =
			absence->fault == SYNC_OTHER_CALL && absence->event->kind == SIMT_COLLECTIVE;
		if (absence->fault != SYNC_NAMED && absence->fault != SYNC_UNNAMED && !other_call)
			continue;
		if (absence->fault == SYNC_NAMED && pass_absence_is_lock(pass, absence))
			continue;
		struct finding *finding = report_absence(pass, report, absence);
		if (finding)
			pass_absence(pass, finding, report, absence);
	}
}

const struct rule rule_mask_absent_lane = {
	.code = "CU403",
	.name = "mask-absent-lane",
	.severity = SEVERITY_ERROR,
	.lone = true,
	.since = "0.1.0",
	.summary =
		"Lane mask that names a lane which doesn't get to the call, or leaves out the one that calls",
	.hooks = {.execution = on_execution},
};
