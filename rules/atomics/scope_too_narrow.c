/* CU504 scope-too-narrow: an atomic of block scope on global memory, at an address that other blocks of the
 * launch update as well (analyzer/simt/sync/narrow_scope.c).
 *
 * A counter of blocks that are done is CU309's. Left alone are addresses with blockIdx or with anything read
 * from memory in them, and what a condition on data, or on one block, leads to. */
#include "analyzer/rule.h"

#include <string.h>

static bool is_done_counter(const struct simt_report *report, const struct ir_expr *expr)
{
	for (size_t i = 0; i < report->sync.done_counters.count; i++)
		if (report->sync.done_counters.data[i]->bump == expr)
			return true;
	return false;
}

static const char *advice(struct pass *pass, const struct ir_expr *expr)
{
	const char *name = expr->call->name, *end = strrchr(name, '_');
	if (strncmp(name, "atomic", 6) != 0 || !end)
		return "`cuda::thread_scope_device` is needed";
	return arena_printf(pass->arena, "`%.*s` is needed", (int)(end - name), name);
}

static void report_scope(struct pass *pass, const struct sync_narrow_scope *narrow)
{
	struct finding *finding = pass_report(pass, narrow->expr->range,
		"`%s` is atomic for the threads of one block, but other blocks update the same address of "
		"`%s`, and updates get lost; %s",
		narrow->expr->call->name, simt_object_name(narrow->object), advice(pass, narrow->expr));
	if (narrow->function)
		finding->function = narrow->function->display;
	finding->confidence = narrow->belief == SYNC_PROVEN   ? CONFIDENCE_PROVEN
			      : narrow->belief == SYNC_LIKELY ? CONFIDENCE_LIKELY
							      : CONFIDENCE_POSSIBLE;
	const char *end = strrchr(narrow->expr->call->name, '_');
	struct ir_range name = narrow->expr->call->name_range;
	if (strncmp(narrow->expr->call->name, "atomic", 6) != 0 || !end || name.end <= name.begin)
		return;
	struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "update it at device scope");
	fix_replace(pass, fix, name, "%.*s", (int)(end - narrow->expr->call->name), narrow->expr->call->name);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.narrow.count; i++)
		if (!is_done_counter(report, report->sync.narrow.data[i].expr))
			report_scope(pass, &report->sync.narrow.data[i]);
}

const struct rule rule_scope_too_narrow = {
	.code = "CU504",
	.name = "scope-too-narrow",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Atomic of block scope at an address that other blocks use",
	.hooks = {.execution = on_execution},
};
