/* CU407 syncwarp-mask-mismatch: lanes wait for each other at `__syncwarp()`s with different masks.
 *
 * The calls may be at different places from compute capability 7.0 on, but all lanes that a mask names have
 * to come with that mask. Below 7.0 they have to come to one call. Also two calls in the arms of a branch
 * that each name their own lanes, where these exchange data as if all met. */
#include "analyzer/rule/absence.h"
#include "analyzer/rule/conflict.h"

static struct finding *report_absence(
	struct pass *pass, const struct simt_report *report, const struct sync_absence *absence)
{
	const char *waits = pass_thread(pass, report, absence->waits),
		   *absent = pass_thread(pass, report, absence->absent);
	struct ir_range at = absence->event->site->range;
	if (absence->fault == SYNC_OTHER_MASK)
		return pass_report(pass, at,
			"%s waits at `__syncwarp()` with mask 0x%x for %s, which waits at one with mask "
			"0x%x: lanes that meet have to name the same mask",
			waits, absence->mask, absent, absence->other_mask);
	struct finding *finding = pass_report(pass, at,
		"%s and %s meet at different `__syncwarp()`s: before compute capability 7.0 all lanes of the "
		"mask 0x%x have to come to one call",
		waits, absent, absence->mask);
	return finding_limit_archs(finding, 0, 70) ? finding : NULL;
}

static bool is_reported(const struct simt_report *report, const struct sync_facing *facing)
{
	for (size_t i = 0; i < report->sync.absences.count; i++) {
		const struct sync_absence *absence = report->sync.absences.data[i];
		const struct ir_expr *site = absence->event->site;
		if (absence->fault == SYNC_OTHER_MASK &&
			(site == facing->one->site || site == facing->other->site))
			return true;
	}
	return false;
}

/* Each barrier is complete on its own, but the lanes exchange data as if the two were one. */
static void report_facing(
	struct pass *pass, const struct simt_report *report, const struct sync_conflict *conflict)
{
	const struct sync_facing *facing = &conflict->facing;
	if (is_reported(report, facing))
		return;
	struct finding *finding = pass_report(pass, facing->one->site->range,
		"%s waits at `__syncwarp()` with mask 0x%x and %s at one with mask 0x%x, and nothing orders "
		"what they exchange in `%s`: lanes that meet have to name the same mask",
		pass_thread(pass, report, conflict->first.lane), facing->mask,
		pass_thread(pass, report, conflict->second.lane), facing->other_mask,
		simt_object_name(conflict->object));
	finding->function = facing->one->function->display;
	finding->confidence = confidence_of_belief(conflict->belief);
	pass_related(pass, finding, facing->other->site->range, "the other one");
	pass_related(pass, finding, conflict->first.expr->range, "one access");
	pass_related(pass, finding, conflict->second.expr->range, "the other access");
}

/* One pair of barriers is one defect, whatever is exchanged around it. */
static bool is_first_of_pair(const struct simt_report *report, size_t index)
{
	const struct sync_facing *facing = &report->sync.conflicts.data[index]->facing;
	for (size_t i = 0; i < index; i++) {
		const struct sync_facing *before = &report->sync.conflicts.data[i]->facing;
		if (before->one &&
			(before->one->site == facing->one->site || before->one->site == facing->other->site))
			return false;
	}
	return true;
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
	for (size_t i = 0; i < report->sync.conflicts.count; i++)
		if (report->sync.conflicts.data[i]->facing.one && is_first_of_pair(report, i))
			report_facing(pass, report, report->sync.conflicts.data[i]);
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
