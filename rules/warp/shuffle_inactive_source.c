/* CU406 shuffle-inactive-source: a shuffle reads a lane that its mask leaves out, that has returned, or that
 * a partial warp never had, and what it reads is used.
 *
 * Shuffles up and down leave the lanes at one end without a source; those drop what they get. A sum down the
 * warp is reported where one of the lanes that it ends in reads a missing one. Where the result isn't added
 * to something at once it may be chosen by a condition, so only fixed lanes are reported then. */
#include "analyzer/rule/absence.h"
#include "analyzer/rule/conflict.h"

static const char *reason(
	struct pass *pass, const struct simt_report *report, const struct sync_absence *absence)
{
	const int64_t *block = report->launch->block;
	if (absence->never_was)
		return arena_printf(pass->arena, "which the last warp of a block of %d threads doesn't have",
			(int)(block[0] * block[1] * block[2]));
	if (absence->instead)
		return "which has returned from the kernel";
	return arena_printf(pass->arena, "which its mask 0x%x leaves out", absence->mask);
}

/* The mask leaves out the caller itself, too: CU403 says that it is wrong. */
static bool is_wrong_mask(const struct simt_report *report, const struct sync_absence *absence)
{
	for (size_t i = 0; absence->unnamed && i < report->sync.absences.count; i++) {
		const struct sync_absence *other = report->sync.absences.data[i];
		if (other->fault == SYNC_UNNAMED && other->event->site == absence->event->site)
			return true;
	}
	return false;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.absences.count; i++) {
		const struct sync_absence *absence = report->sync.absences.data[i];
		if (absence->fault != SYNC_SOURCE || is_wrong_mask(report, absence))
			continue;
		const char *why = reason(pass, report, absence);
		struct finding *finding = pass_report(pass, absence->event->site->range,
			"%s reads lane %u of its warp, %s: what it gets is undefined",
			pass_thread(pass, report, absence->waits), absence->absent % SIMT_WARP, why);
		pass_absence(pass, finding, report, absence);
	}
}

const struct rule rule_shuffle_inactive_source = {
	.code = "CU406",
	.name = "shuffle-inactive-source",
	.severity = SEVERITY_ERROR,
	.lone = true,
	.since = "0.1.0",
	.summary = "Shuffle that reads a lane which takes no part in it",
	.hooks = {.execution = on_execution},
};
