/* CU307 scratch-reuse: a helper that works in shared memory is called again before all threads are through
 * with the call before; or a collective of cub is given its TempStorage again, or other memory that threads
 * may still use. */
#include "analyzer/rule/conflict.h"

static void report_conflict(
	struct pass *pass, const struct simt_report *report, const struct sync_conflict *conflict)
{
	if (!conflict->covered && conflict->class == SYNC_SHARED_WARPS && conflict->again)
		pass_conflict(pass, report, conflict,
			"`__syncthreads()` is missing between the two calls, or at the helper's end");
}

static void report_scratch(struct pass *pass, const struct sync_scratch *scratch)
{
	const char *name = simt_object_name(scratch->object),
		   *barrier = scratch->by_warp ? "__syncwarp()" : "__syncthreads()",
		   *turn = scratch->loop ? ", from one turn of the loop to the next" : "";
	struct finding *finding;
	if (scratch->first_is_call && scratch->second_is_call)
		finding = pass_report(pass, scratch->second->range,
			"`%s` works in `%s`, in which slower threads may still be busy with the call "
			"before%s; `%s` is missing between the two calls",
			scratch->second->call->name, name, turn, barrier);
	else if (scratch->second_is_call)
		finding = pass_report(pass, scratch->second->range,
			"`%s` works in `%s`, which slower threads may still use themselves%s; `%s` is "
			"missing in front of the call",
			scratch->second->call->name, name, turn, barrier);
	else
		finding = pass_report(pass, scratch->second->range,
			"this writes to `%s`, in which slower threads may still be busy with `%s`%s; `%s` is "
			"missing behind the call",
			name, scratch->first->call->name, turn, barrier);
	finding->function = scratch->function->display;
	finding->confidence = scratch->belief == SYNC_PROVEN ? CONFIDENCE_PROVEN : CONFIDENCE_LIKELY;
	if (scratch->first != scratch->second)
		pass_related(pass, finding, scratch->first->range,
			scratch->first_is_call ? "the call before" : "used here");
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.conflicts.count; i++)
		report_conflict(pass, report, report->sync.conflicts.data[i]);
	for (size_t i = 0; i < report->sync.scratch.count; i++)
		report_scratch(pass, report->sync.scratch.data[i]);
}

const struct rule rule_scratch_reuse = {
	.code = "CU307",
	.name = "scratch-reuse",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "A helper is called again on the same shared scratch without a barrier in between",
	.hooks = {.execution = on_execution},
};
