/* CU302 divergent-barrier: a barrier of the block that some thread doesn't get to although it goes on to
 * another barrier, or gets to a different number of times; a barrier of the grid that some thread or block
 * doesn't get to. A warning: one that a thread skips and goes on working, up to the kernel's end.
 *
 * Both arms of a branch may have a barrier each: the hardware counts arrivals, not places. Threads that have
 * ended count as arrived at a barrier of the block or the cluster (CU303), never at one of the grid. Barriers
 * that aren't followed (named ones, barrier objects) are left alone, and so is whoever waits at one. */
#include "analyzer/rule/absence.h"
#include "analyzer/rule/conflict.h"

static const char *rule_of(const struct simt_event *event)
{
	switch (event->kind) {
	case SIMT_GRID_BARRIER:
		return "every thread of every block has to get there, also those that are done";
	case SIMT_CLUSTER_BARRIER: return "every thread of the cluster has to get there equally often";
	default: return "every thread of the block has to get there equally often; move it out of the branch";
	}
}

/* The hardware lets the others go when the thread has ended: it waits for none of them, nor they for it. */
static void report_skipped(
	struct pass *pass, const struct simt_report *report, const struct sync_absence *absence)
{
	const char *name = pass_call_name(pass, absence->event);
	struct finding *finding = pass_report(pass, absence->event->site->range,
		"%s waits at %s, but %s skips it and goes on working: it orders nothing for who skips it; "
		"every thread of the block has to get there, move it out of the branch",
		pass_thread(pass, report, absence->waits), name, pass_thread(pass, report, absence->absent));
	pass_absence(pass, finding, report, absence);
	finding->severity = SEVERITY_WARNING;
	if (finding->confidence == CONFIDENCE_PROVEN)
		finding->confidence = CONFIDENCE_LIKELY;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.absences.count; i++) {
		const struct sync_absence *absence = report->sync.absences.data[i];
		if (absence->fault == SYNC_SKIPPED && !pass_absence_is_lock(pass, absence))
			report_skipped(pass, report, absence);
		if (absence->fault != SYNC_BARRIER || pass_absence_is_lock(pass, absence))
			continue;
		const struct simt_event *event = absence->event;
		const char *name = pass_call_name(pass, event);
		struct finding *finding;
		if (absence->other_block)
			finding = pass_report(pass, event->site->range,
				"not all blocks get to %s, or not equally often: the others wait for ever",
				name);
		else
			finding = pass_report(pass, event->site->range, "%s waits at %s, but %s %s: %s",
				pass_thread(pass, report, absence->waits), name,
				pass_thread(pass, report, absence->absent), pass_whereabouts(pass, absence),
				rule_of(event));
		pass_absence(pass, finding, report, absence);
	}
}

const struct rule rule_divergent_barrier = {
	.code = "CU302",
	.name = "divergent-barrier",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Barrier that not all threads reach, or not equally often",
	.hooks = {.execution = on_execution},
};
