/* Quick answers; see lsp_quick.h. */
#include "ide/lsp_quick.h"

#include <string.h>
#include <xxhash.h>

#include "analyzer/base/buffer.h"

static unsigned long long hash_functions(const struct ir_module *module)
{
	struct buffer names = {0};
	for (size_t i = 0; i < module->functions.count; i++)
		buffer_printf(&names, "%s\n", module->functions.data[i]->display);
	unsigned long long hash = XXH64(names.data, names.size, 0);
	buffer_free(&names);
	return hash;
}

void lsp_quick_forget(struct lsp_quick *quick)
{
	if (quick->arena)
		arena_free(quick->arena);
	*quick = (struct lsp_quick){0};
}

void lsp_quick_keep(struct lsp_quick *quick, const char *text, size_t size, const struct unit *unit,
	const struct unit_result *result)
{
	lsp_quick_forget(quick);
	if (result->status != UNIT_OK)
		return;
	quick->arena = arena_new();
	quick->text = arena_strndup(quick->arena, text, size);
	quick->size = size;
	quick->path = arena_strdup(quick->arena, result->path);
	quick->functions = hash_functions(unit->module);
	for (size_t i = 0; i < result->findings.count; i++)
		vec_push(
			quick->arena, &quick->findings, finding_copy(quick->arena, result->findings.data[i]));
}

/* ---- the edit -------------------------------------------------------------------------------- */

static bool contains(const char *text, size_t start, size_t end, const char *word)
{
	size_t length = strlen(word);
	for (size_t at = start; at + length <= end; at++)
		if (memcmp(text + at, word, length) == 0)
			return true;
	return false;
}

/* Whether the lines of an edit speak to cudalint or to the preprocessor. */
static bool is_special(const char *text, size_t size, size_t start, size_t end)
{
	static const char *const words[] = {"cudalint", "NOLINT", "#", "\\"};
	while (start && text[start - 1] != '\n')
		start--;
	while (end < size && text[end] != '\n')
		end++;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (contains(text, start, end, words[i]))
			return true;
	return false;
}

bool lsp_quick_begin(struct lsp_quick *quick, struct arena *scratch, const char *text, size_t size)
{
	if (!quick->arena)
		return false;
	size_t shorter = size < quick->size ? size : quick->size, start = 0, tail = 0;
	while (start < shorter && text[start] == quick->text[start])
		start++;
	while (tail < shorter - start && text[size - 1 - tail] == quick->text[quick->size - 1 - tail])
		tail++;
	quick->start = start;
	quick->old_end = quick->size - tail;
	quick->new_end = size - tail;
	quick->module = NULL;
	quick->is_partial = false;
	quick->scratch = scratch;
	return !is_special(text, size, start, quick->new_end) &&
	       !is_special(quick->text, quick->size, start, quick->old_end);
}

/* Whether the edit lies within a kernel's braces. */
static bool is_edited(
	const struct lsp_quick *quick, const struct ir_module *module, const struct ir_function *function)
{
	struct ir_place place;
	return function->is_kernel && function->body &&
	       ir_locate(module, function->body->range, NULL, &place) && place.file < module->files.count &&
	       module->files.data[place.file].is_main && place.begin < quick->start &&
	       quick->new_end < place.end;
}

static void decide(struct lsp_quick *quick, const struct ir_module *module)
{
	quick->module = module;
	memset(&quick->executed, 0, sizeof quick->executed);
	for (size_t i = 0; i < module->functions.count; i++)
		if (is_edited(quick, module, module->functions.data[i]))
			vec_push(quick->scratch, &quick->executed, module->functions.data[i]);
	quick->is_whole = !quick->executed.count || hash_functions(module) != quick->functions;
}

bool lsp_quick_executes(void *context, const struct ir_module *module, const struct ir_function *function)
{
	struct lsp_quick *quick = context;
	if (quick->module != module)
		decide(quick, module);
	for (size_t i = 0; i < quick->executed.count; i++)
		if (quick->executed.data[i] == function)
			return true;
	quick->is_partial |= !quick->is_whole;
	return quick->is_whole;
}

/* ---- what is taken over ---------------------------------------------------------------------- */

static bool is_of_executed(const struct lsp_quick *quick, const struct finding *finding)
{
	for (size_t i = 0; finding->kernel && i < quick->executed.count; i++)
		if (strcmp(quick->executed.data[i]->display, finding->kernel) == 0)
			return true;
	return false;
}

/* A suppression is used by what is found: that is taken over, and so is what is said of it. */
static bool is_about_use(const struct finding *finding)
{
	return strcmp(finding->code, "CU002") == 0;
}

/* Moves a byte's place behind the edit; false: it was in it. */
static bool move(const struct lsp_quick *quick, const char *path, uint32_t *start, uint32_t *end)
{
	if (!path || strcmp(path, quick->path) != 0 || *end <= quick->start)
		return true;
	if (*start < quick->old_end)
		return false;
	*start = (uint32_t)(*start - quick->old_end + quick->new_end);
	*end = (uint32_t)(*end - quick->old_end + quick->new_end);
	return true;
}

static bool move_span(const struct lsp_quick *quick, struct span *span)
{
	return move(quick, span->path, &span->start.offset, &span->end.offset);
}

static bool move_finding(const struct lsp_quick *quick, struct finding *finding)
{
	bool ok = move_span(quick, &finding->span);
	if (finding->has_expansion)
		ok = ok && move_span(quick, &finding->expansion);
	for (size_t i = 0; ok && i < finding->related.count; i++)
		ok = move_span(quick, &finding->related.data[i].span);
	for (size_t i = 0; ok && i < finding->fixes.count; i++)
		for (size_t k = 0; ok && k < finding->fixes.data[i].edits.count; k++) {
			struct edit *edit = &finding->fixes.data[i].edits.data[k];
			ok = move(quick, edit->path, &edit->start, &edit->end);
		}
	return ok;
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

bool lsp_quick_finish(struct lsp_quick *quick, struct arena *arena, struct unit_result *result)
{
	finding_list *findings = &result->findings;
	size_t kept = 0;
	if (!quick->is_partial)
		return false;
	for (size_t i = 0; i < findings->count; i++)
		if (!is_about_use(findings->data[i]))
			findings->data[kept++] = findings->data[i];
	findings->count = kept;
	for (size_t i = 0; i < quick->findings.count; i++) {
		const struct finding *old = quick->findings.data[i];
		if (!(old->launch.source || old->lone || is_about_use(old)) || is_of_executed(quick, old))
			continue;
		struct finding *moved = finding_copy(arena, old);
		if (move_finding(quick, moved) && !is_there(findings, moved))
			vec_push(arena, findings, moved);
	}
	return true;
}
