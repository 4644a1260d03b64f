/* Quick answers, up to what is executed; see lsp_quick.h. What is taken over is in lsp_quick_merge.c. */
#include "ide/analysis/lsp_quick.h"

#include <string.h>

#include "analyzer/structure/alone.h"
#include "analyzer/structure/reach.h"

/* ---- the base -------------------------------------------------------------------------------- */

void lsp_quick_forget(struct lsp_quick *quick)
{
	if (quick->arena)
		arena_free(quick->arena);
	*quick = (struct lsp_quick){0};
}

/* Where a function's body is in the document; false: elsewhere, or not written there as it is. */
static bool find_body(
	const struct ir_module *module, const struct ir_function *function, struct ir_place *place)
{
	return function->body && !function->is_system && !function->is_lambda &&
	       ir_locate(module, function->body->range, NULL, place) && place->file < module->files.count &&
	       module->files.data[place->file].is_main && place->end >= place->begin + 2;
}

static void add_function(struct lsp_quick *quick, const struct ir_query *query,
	const struct ir_module *module, const struct ir_function *function)
{
	struct ir_place place;
	if (!find_body(module, function, &place) || place.end > quick->size ||
		quick->text[place.begin] != '{' || quick->text[place.end - 1] != '}')
		return;
	struct lsp_quick_function entry = {.name = arena_strdup(quick->arena, function->display),
		.begin = place.begin,
		.end = place.end};
	entry.can_be_left_out = function->is_kernel && ir_is_alone(query, function) &&
				lsp_text_can_blank(quick->text, quick->size, entry.begin, entry.end);
	vec_push(quick->arena, &quick->functions, entry);
}

static void add_functions(struct lsp_quick *quick, const struct ir_module *module)
{
	struct arena *scratch = arena_new();
	const struct ir_query *query = ir_query_new(scratch, module);
	for (size_t i = 0; i < module->functions.count; i++)
		add_function(quick, query, module, module->functions.data[i]);
	arena_free(scratch);
}

/* The base without its functions, in an arena of its own. */
static void set_base(struct lsp_quick *quick, const char *text, size_t size, const struct unit_result *result,
	const char *facts)
{
	quick->arena = arena_new();
	quick->text = arena_strndup(quick->arena, text, size);
	quick->size = size;
	quick->path = arena_strdup(quick->arena, result->path);
	quick->facts = arena_strdup(quick->arena, facts);
	memset(&quick->findings, 0, sizeof quick->findings);
	memset(&quick->functions, 0, sizeof quick->functions);
	for (size_t i = 0; i < result->findings.count; i++)
		vec_push(
			quick->arena, &quick->findings, finding_copy(quick->arena, result->findings.data[i]));
}

void lsp_quick_keep(struct lsp_quick *quick, const char *text, size_t size, const struct unit *unit,
	const struct unit_result *result, const char *facts)
{
	lsp_quick_forget(quick);
	if (result->status == UNIT_FAILED)
		return;
	set_base(quick, text, size, result, facts);
	quick->status = result->status;
	quick->error_count = unit->error_count;
	quick->is_first_parse = unit->is_first_parse;
	add_functions(quick, unit->module);
}

/* The functions of the text before, where they are now. */
static void move_functions(struct lsp_quick *quick, const struct lsp_quick *old)
{
	for (size_t i = 0; i < old->functions.count; i++) {
		struct lsp_quick_function entry = old->functions.data[i];
		entry.name = arena_strdup(quick->arena, entry.name);
		entry.begin = lsp_edit_move(&old->edit, entry.begin);
		entry.end = lsp_edit_move(&old->edit, entry.end);
		entry.can_be_left_out = entry.can_be_left_out &&
					lsp_text_can_blank(quick->text, quick->size, entry.begin, entry.end);
		vec_push(quick->arena, &quick->functions, entry);
	}
}

void lsp_quick_advance(struct lsp_quick *quick, const struct unit_result *result, const char *facts)
{
	struct lsp_quick old = *quick;
	if (quick->is_broken)
		return;
	if (quick->unit && !quick->part) {
		lsp_quick_keep(quick, old.new_text, old.new_size, old.unit, result, facts);
		return;
	}
	*quick = (struct lsp_quick){
		.status = old.status, .error_count = old.error_count, .is_first_parse = old.is_first_parse};
	set_base(quick, old.new_text, old.new_size, result, facts);
	move_functions(quick, &old);
	arena_free(old.arena);
}

/* ---- an edit --------------------------------------------------------------------------------- */

/* The functions that the edit lies within: outermost ones, which are one place in the text. */
static void find_edited(struct lsp_quick *quick)
{
	for (size_t i = 0; i < quick->functions.count; i++) {
		const struct lsp_quick_function *entry = &quick->functions.data[i];
		if (entry->begin >= quick->edit.start || quick->edit.old_end >= entry->end)
			continue;
		if (quick->edited.count && quick->edited.data[0]->begin < entry->begin)
			continue;
		if (quick->edited.count && quick->edited.data[0]->begin > entry->begin)
			quick->edited.count = 0;
		vec_push(quick->scratch, &quick->edited, entry);
	}
}

/* The text without the bodies of all kernels that are left out: those of one place have to agree. */
static void make_part(struct lsp_quick *quick)
{
	for (size_t i = 0; i < quick->edited.count; i++)
		if (!quick->edited.data[i]->can_be_left_out)
			return;
	if (!quick->edited.count || quick->error_count)
		return;
	char *text = arena_strndup(quick->scratch, quick->new_text, quick->new_size);
	bool is_smaller = false;
	for (size_t i = 0; i < quick->functions.count; i++) {
		const struct lsp_quick_function *entry = &quick->functions.data[i];
		bool is_left_out = entry->begin != quick->edited.data[0]->begin;
		for (size_t k = 0; is_left_out && k < quick->functions.count; k++)
			is_left_out = quick->functions.data[k].begin != entry->begin ||
				      quick->functions.data[k].can_be_left_out;
		if (!is_left_out)
			continue;
		lsp_text_blank(text, lsp_edit_move(&quick->edit, entry->begin),
			lsp_edit_move(&quick->edit, entry->end));
		is_smaller = true;
	}
	quick->part = is_smaller ? text : NULL;
}

enum lsp_quick_way lsp_quick_begin(
	struct lsp_quick *quick, struct arena *scratch, const char *text, size_t size)
{
	if (!quick->arena)
		return LSP_QUICK_NOT;
	struct lsp_edit edit = lsp_edit_between(quick->text, quick->size, text, size);
	quick->edit = edit;
	quick->scratch = scratch;
	quick->new_text = text;
	quick->new_size = size;
	quick->part = NULL;
	quick->unit = NULL;
	quick->is_broken = false;
	memset(&quick->edited, 0, sizeof quick->edited);
	if (edit.start == edit.old_end && edit.start == edit.new_end)
		return LSP_QUICK_MOVE;
	if (lsp_text_speaks_to_us(text, size, edit.start, edit.new_end) ||
		lsp_text_speaks_to_us(quick->text, quick->size, edit.start, edit.old_end))
		return LSP_QUICK_NOT;
	if (lsp_text_is_directive(text, size, edit.start, edit.new_end) ||
		lsp_text_is_directive(quick->text, quick->size, edit.start, edit.old_end))
		return LSP_QUICK_ANALYSE; /* as an edit between functions */
	if (lsp_text_same_code(scratch, quick->text, quick->size, text, size))
		return LSP_QUICK_MOVE;
	find_edited(quick);
	make_part(quick);
	return LSP_QUICK_ANALYSE;
}

/* Without the rules that ask what host code does, and to what: bodies are missing. */
static const struct rule *const *rules_for_part(const struct lsp_quick *quick)
{
	VEC(const struct rule *) rules = {0};
	for (const struct rule *const *rule = quick->rules; *rule; rule++)
		if (!(*rule)->hooks.host)
			vec_push(quick->scratch, &rules, *rule);
	vec_push(quick->scratch, &rules, NULL);
	return rules.data;
}

void lsp_quick_prepare(struct lsp_quick *quick, struct run_unit_input *input)
{
	quick->rules = input->rules;
	quick->unit = NULL;
	quick->is_broken = quick->skips = quick->has_failed = false;
	input->executes = lsp_quick_executes;
	input->executes_context = quick;
	input->parse.once = quick->is_first_parse;
	if (!quick->part)
		return;
	input->parse.contents = quick->part;
	input->rules = rules_for_part(quick);
}

/* ---- what is executed ------------------------------------------------------------------------ */

static bool is_among(
	const struct ir_function *const *functions, size_t count, const struct ir_function *function)
{
	for (size_t i = 0; i < count; i++)
		if (functions[i] == function)
			return true;
	return false;
}

static bool is_touched(const struct lsp_quick *quick, const struct ir_function *function)
{
	return is_among(quick->touched.data, quick->touched.count, function);
}

/* The functions around the edit. Returns whether they end where they should: else the edit has moved braces.
 */
static bool find_touched(struct lsp_quick *quick)
{
	const struct ir_module *module = quick->unit->module;
	const struct lsp_quick_function *old = quick->edited.count ? quick->edited.data[0] : NULL;
	bool is_as_before = false;
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *function = module->functions.data[i];
		struct ir_place place;
		if (!find_body(module, function, &place) || place.begin >= quick->edit.start ||
			place.end <= quick->edit.new_end)
			continue;
		vec_push(quick->scratch, &quick->touched, function);
		is_as_before |= old && place.begin == old->begin &&
				place.end == lsp_edit_move(&quick->edit, old->end);
	}
	return is_as_before;
}

static bool is_launched_by_touched(const struct lsp_quick *quick, const struct ir_function *kernel)
{
	const struct ir_module *module = quick->unit->module;
	for (size_t i = 0; i < module->launches.count; i++) {
		const struct ir_launch *launch = module->launches.data[i];
		const struct ir_function *by = launch->function;
		while (by && by->is_lambda && !is_touched(quick, by))
			by = by->parent;
		if (launch->kernel == kernel && by && is_touched(quick, by))
			return true;
	}
	return false;
}

static bool reaches_touched(
	const struct lsp_quick *quick, const struct ir_query *query, const struct ir_function *kernel)
{
	ir_function_list reached = {0};
	ir_reach(quick->scratch, query, kernel, &reached);
	for (size_t i = 0; i < reached.count; i++)
		if (is_touched(quick, reached.data[i]))
			return true;
	return false;
}

static void find_executed(struct lsp_quick *quick)
{
	const struct ir_module *module = quick->unit->module;
	const struct ir_query *query = NULL;
	for (size_t i = 0; i < quick->touched.count; i++)
		if (quick->touched.data[i]->is_device && !quick->touched.data[i]->is_kernel && !query)
			query = ir_query_new(quick->scratch, module);
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *function = module->functions.data[i];
		if (is_touched(quick, function) ||
			(function->is_kernel && (is_launched_by_touched(quick, function) ||
							(query && reaches_touched(quick, query, function)))))
			vec_push(quick->scratch, &quick->executed, function);
	}
}

/* Whether the edit has made the kernel one that the bodies that are left out concern. */
static bool part_is_too_small(const struct lsp_quick *quick)
{
	const struct ir_query *query = ir_query_new(quick->scratch, quick->unit->module);
	for (size_t i = 0; i < quick->touched.count; i++)
		if (!ir_is_alone(query, quick->touched.data[i]))
			return true;
	return false;
}

static void decide(struct lsp_quick *quick, const struct unit *unit)
{
	quick->unit = unit;
	bool is_broken = unit->error_count > quick->error_count;
	quick->is_broken |= is_broken;
	memset(&quick->touched, 0, sizeof quick->touched);
	memset(&quick->executed, 0, sizeof quick->executed);
	bool is_as_before = find_touched(quick);
	quick->is_whole = !is_as_before && !is_broken;
	quick->has_failed |= quick->part && !is_broken && (!is_as_before || part_is_too_small(quick));
	if (!quick->has_failed && !quick->is_whole && quick->edited.count)
		find_executed(quick);
}

bool lsp_quick_executes(void *context, const struct unit *unit, const struct ir_function *function)
{
	struct lsp_quick *quick = context;
	if (quick->unit != unit)
		decide(quick, unit);
	bool is_executed =
		!quick->has_failed &&
		(quick->is_whole || is_among(quick->executed.data, quick->executed.count, function));
	quick->skips |= !is_executed;
	return is_executed;
}

void lsp_quick_decide(struct lsp_quick *quick, const struct unit *unit)
{
	if (quick->unit != unit)
		decide(quick, unit);
}
