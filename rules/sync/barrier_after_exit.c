/* CU303 barrier-after-exit: threads return, or skip the rest of the kernel, and others go on to a barrier of
 * the block. NVIDIA's hardware counts threads that have ended as arrived; CUDA doesn't promise it.
 *
 * One finding for each return, or each branch around the last barriers. Silent where CU302 reports the
 * barrier. */
#include "analyzer/rule/absence.h"
#include "analyzer/rule/conflict.h"

static bool is_divergent(const struct simt_report *report, const struct sync_absence *left)
{
	for (size_t i = 0; i < report->sync.absences.count; i++) {
		const struct sync_absence *absence = report->sync.absences.data[i];
		bool breaks = absence->fault == SYNC_BARRIER || absence->fault == SYNC_SKIPPED;
		bool same_branch = !left->instead && left->branch && absence->branch == left->branch;
		if (breaks && (absence->event->site == left->event->site || same_branch))
			return true;
	}
	return false;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.absences.count; i++) {
		const struct sync_absence *absence = report->sync.absences.data[i];
		const struct ir_expr *site = absence->event->site;
		if (absence->fault != SYNC_LEFT || is_divergent(report, absence))
			continue;
		const char *who = pass_thread(pass, report, absence->absent),
			   *name = pass_call_name(pass, absence->event);
		const struct ir_stmt *exit = absence->instead ? absence->instead->stmt : NULL;
		struct finding *finding;
		if (exit)
			finding = pass_report(pass, exit->range,
				"%s returns here and others go on to %s: NVIDIA hardware counts it as "
				"arrived, but CUDA wants every thread there",
				who, name);
		else
			finding = pass_report(pass, site->range,
				"%s skips %s and every barrier behind it: NVIDIA hardware counts threads "
				"that have ended as arrived, but CUDA wants every thread there",
				who, name);
		pass_absence(pass, finding, report, absence);
		if (exit)
			pass_related(pass, finding, site->range, "the barrier");
	}
}

const struct rule rule_barrier_after_exit = {
	.code = "CU303",
	.name = "barrier-after-exit",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Barrier of the block behind which some threads have left the kernel",
	.strict_only = true,
	.hooks = {.execution = on_execution},
};
