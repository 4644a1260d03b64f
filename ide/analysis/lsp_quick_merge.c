/* What a quick answer takes over from the base; see lsp_quick.h. */
#include <string.h>

#include "analyzer/engine/parse_report.h"
#include "ide/analysis/lsp_quick.h"

/* ---- where it is now ------------------------------------------------------------------------- */

/* Bytes [*start, *end) of a file; false: the edit has taken a part of them. */
static bool move(const struct lsp_quick *quick, const char *path, uint32_t *start, uint32_t *end)
{
	const struct lsp_edit *edit = &quick->edit;
	if (!path || strcmp(path, quick->path) != 0 || *end <= edit->start)
		return true;
	bool begins_before = *start < edit->start || (*start == edit->start && edit->start < edit->old_end);
	if (begins_before ? *end < edit->old_end : *start < edit->old_end)
		return false;
	*start = (uint32_t)(begins_before ? *start : lsp_edit_move(edit, *start));
	*end = (uint32_t)lsp_edit_move(edit, *end);
	return true;
}

static bool move_span(const struct lsp_quick *quick, struct span *span)
{
	return move(quick, span->path, &span->start.offset, &span->end.offset);
}

static bool move_fix(const struct lsp_quick *quick, struct fix *fix)
{
	bool ok = true;
	for (size_t i = 0; ok && i < fix->edits.count; i++) {
		struct edit *edit = &fix->edits.data[i];
		ok = move(quick, edit->path, &edit->start, &edit->end);
	}
	return ok;
}

static bool move_finding(const struct lsp_quick *quick, struct finding *finding)
{
	bool ok = move_span(quick, &finding->span);
	if (finding->has_expansion)
		ok = ok && move_span(quick, &finding->expansion);
	for (size_t i = 0; ok && i < finding->related.count; i++)
		ok = move_span(quick, &finding->related.data[i].span);
	for (size_t i = 0; ok && i < finding->fixes.count; i++)
		ok = move_fix(quick, &finding->fixes.data[i]);
	uint32_t suppressor_end = finding->suppressor.offset + 1;
	return ok && move(quick, finding->suppressor.path, &finding->suppressor.offset, &suppressor_end);
}

static bool is_there(const finding_list *findings, const struct finding *finding)
{
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *other = findings->data[i];
		if (other->span.start.offset == finding->span.start.offset &&
			strcmp(other->code, finding->code) == 0 &&
			strcmp(other->span.path, finding->span.path) == 0)
			return true;
	}
	return false;
}

static void take_over(
	const struct lsp_quick *quick, struct arena *arena, const struct finding *old, finding_list *findings)
{
	struct finding *moved = finding_copy(arena, old);
	if (move_finding(quick, moved) && !is_there(findings, moved))
		vec_push(arena, findings, moved);
}

void lsp_quick_move(struct lsp_quick *quick, struct arena *arena, struct unit_result *result)
{
	*result = (struct unit_result){.path = arena_strdup(arena, quick->path), .status = quick->status};
	for (size_t i = 0; i < quick->findings.count; i++)
		take_over(quick, arena, quick->findings.data[i], &result->findings);
}

/* ---- which findings -------------------------------------------------------------------------- */

static bool is_parse_report(const struct finding *finding)
{
	return strcmp(finding->code, "CU001") == 0;
}

/* A suppression is used by what is found: that is taken over, and so is what is said of it. */
static bool is_about_use(const struct finding *finding)
{
	return strcmp(finding->code, "CU002") == 0;
}

static bool is_named(const struct finding *finding, const char *name)
{
	return (finding->function && strcmp(finding->function, name) == 0) ||
	       (finding->kernel && strcmp(finding->kernel, name) == 0);
}

static bool is_in(const struct lsp_quick *quick, const struct lsp_quick_function *function,
	const struct finding *finding, bool is_new)
{
	size_t begin = is_new ? lsp_edit_move(&quick->edit, function->begin) : function->begin;
	size_t end = is_new ? lsp_edit_move(&quick->edit, function->end) : function->end;
	return begin < finding->span.start.offset && finding->span.start.offset < end &&
	       strcmp(finding->span.path, quick->path) == 0;
}

/* Overloads have one name. */
static bool is_in_namesake(const struct lsp_quick *quick, const struct finding *finding, bool is_new)
{
	for (size_t i = 0; i < quick->functions.count; i++) {
		const struct lsp_quick_function *other = &quick->functions.data[i];
		if (other->begin != quick->edited.data[0]->begin && is_in(quick, other, finding, is_new) &&
			is_named(finding, other->name))
			return true;
	}
	return false;
}

/* Whether a finding of the base, or of the new text, is about the functions that were edited. */
static bool is_about_edited(const struct lsp_quick *quick, const struct finding *finding, bool is_new)
{
	if (!quick->edited.count)
		return false;
	bool is_about = is_in(quick, quick->edited.data[0], finding, is_new);
	for (size_t i = 0; !is_about && i < quick->edited.count; i++)
		is_about = is_named(finding, quick->edited.data[i]->name) &&
			   !is_in_namesake(quick, finding, is_new);
	for (size_t i = 0; !is_about && is_new && i < quick->touched.count; i++)
		is_about = is_named(finding, quick->touched.data[i]->display) &&
			   !is_in_namesake(quick, finding, is_new);
	return is_about;
}

/* Whether a rule had no say, because the text was a part. */
static bool was_left_out(const struct lsp_quick *quick, const struct finding *finding)
{
	const struct rule *rule = quick->part ? run_find_rule(quick->rules, finding->code) : NULL;
	return rule && rule->hooks.host;
}

/* Of a part, or of a text that doesn't parse: what concerns the edited function is new, all else is old. */
static void merge_function(const struct lsp_quick *quick, struct arena *arena, finding_list *findings)
{
	size_t kept = 0;
	for (size_t i = 0; i < findings->count; i++) {
		struct finding *finding = findings->data[i];
		if (is_parse_report(finding) ||
			(!is_about_use(finding) && is_about_edited(quick, finding, true)))
			findings->data[kept++] = finding;
	}
	findings->count = kept;
	for (size_t i = 0; i < quick->findings.count; i++) {
		const struct finding *old = quick->findings.data[i];
		if (!is_parse_report(old) && (is_about_use(old) || was_left_out(quick, old) ||
						     !is_about_edited(quick, old, false)))
			take_over(quick, arena, old, findings);
	}
}

static bool is_of_executed(const struct lsp_quick *quick, const struct finding *finding)
{
	for (size_t i = 0; finding->kernel && i < quick->executed.count; i++)
		if (strcmp(quick->executed.data[i]->display, finding->kernel) == 0)
			return true;
	return false;
}

/* Of the whole text: what comes from executing kernels that weren't executed this time is old. */
static void merge_executions(const struct lsp_quick *quick, struct arena *arena, finding_list *findings)
{
	size_t kept = 0;
	for (size_t i = 0; i < findings->count; i++)
		if (!is_about_use(findings->data[i]))
			findings->data[kept++] = findings->data[i];
	findings->count = kept;
	for (size_t i = 0; i < quick->findings.count; i++) {
		const struct finding *old = quick->findings.data[i];
		if (is_about_use(old) || ((old->launch.source || old->lone) && !is_of_executed(quick, old)))
			take_over(quick, arena, old, findings);
	}
}

bool lsp_quick_finish(
	struct lsp_quick *quick, struct arena *arena, const struct unit *unit, struct unit_result *result)
{
	lsp_quick_decide(quick, unit);
	if (quick->has_failed)
		quick->part = NULL;
	else if (quick->part || quick->is_broken)
		merge_function(quick, arena, &result->findings);
	else if (quick->skips)
		merge_executions(quick, arena, &result->findings);
	else
		return false;
	return true;
}
