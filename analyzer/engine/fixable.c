/* Fixes that could do harm where they can't be seen: in another instantiation of a template, or where the
 * text that was parsed isn't the file's. */
#include "analyzer/engine/fixable.h"

#include <string.h>

#include "analyzer/base/path.h"
#include "analyzer/finding/apply.h"

/* ---- instantiations -------------------------------------------------------------------------- */

/* A function of the unit, and where its definition is. */
struct definition {
	const struct ir_function *function;
	struct ir_place place;
	const char *path;
};

typedef VEC(struct definition) definition_list;

static void find_definitions(const struct run_unit *run, definition_list *out)
{
	const struct ir_module *module = run->module;
	for (size_t i = 0; i < module->functions.count; i++) {
		struct definition definition = {.function = module->functions.data[i]};
		bool is_code = definition.function->body && !definition.function->is_system;
		if (!is_code || !ir_locate(module, definition.function->range, &definition.place, NULL) ||
			definition.place.file >= module->files.count)
			continue;
		definition.path = module->files.data[definition.place.file].path;
		vec_push(run->arena, out, definition);
	}
}

/* The smallest definition that the edit is in; NULL: none. */
static const struct definition *innermost(const definition_list *all, const struct edit *edit)
{
	const struct definition *best = NULL;
	for (size_t i = 0; i < all->count; i++) {
		const struct definition *one = &all->data[i];
		bool holds = one->place.begin <= edit->start && edit->end <= one->place.end &&
			     strcmp(one->path, edit->path) == 0;
		if (holds &&
			(!best || one->place.end - one->place.begin < best->place.end - best->place.begin))
			best = one;
	}
	return best;
}

static bool same_place(const struct definition *a, const struct definition *b)
{
	return a->place.begin == b->place.begin && a->place.end == b->place.end &&
	       a->place.file == b->place.file;
}

/* Whether a finding in that function asks for the fix, too. */
static bool is_asked_for(const struct run_unit *run, const struct ir_function *function,
	const struct finding *finding, const struct fix *fix)
{
	for (size_t i = 0; i < run->findings.count; i++) {
		const struct finding *other = run->findings.data[i];
		if (run->reported.data[i].function != function || strcmp(other->code, finding->code) != 0)
			continue;
		for (size_t k = 0; k < other->fixes.count; k++)
			if (fix_equal(&other->fixes.data[k], fix))
				return true;
	}
	return false;
}

static bool all_agree(const struct run_unit *run, const definition_list *all, const struct finding *finding,
	const struct fix *fix)
{
	const struct definition *home = innermost(all, &fix->edits.data[0]);
	size_t count = 0;
	for (size_t i = 0; home && i < all->count; i++)
		count += same_place(&all->data[i], home);
	for (size_t i = 0; count > 1 && i < all->count; i++)
		if (same_place(&all->data[i], home) &&
			!is_asked_for(run, all->data[i].function, finding, fix))
			return false;
	return true;
}

static void drop_disputed(struct finding *finding, const bool *agreed, bool was_executed)
{
	size_t kept = 0;
	for (size_t i = 0; i < finding->fixes.count; i++) {
		struct fix *fix = &finding->fixes.data[i];
		if (!agreed[i] && !was_executed)
			continue;
		if (!agreed[i])
			fix->safety = FIX_UNSAFE;
		finding->fixes.data[kept++] = *fix;
	}
	finding->fixes.count = kept;
}

void fixable_agree(struct run_unit *run)
{
	definition_list all = {0};
	VEC(bool) agreed = {0};
	if (!run->fixes.count)
		return;
	find_definitions(run, &all);
	/* All are judged before the first one goes: they are each other's witnesses. */
	for (size_t i = 0; i < run->findings.count; i++) {
		const struct finding *finding = run->findings.data[i];
		for (size_t k = 0; k < finding->fixes.count; k++) {
			bool agrees = all_agree(run, &all, finding, &finding->fixes.data[k]);
			vec_push(run->arena, &agreed, agrees);
		}
	}
	size_t at = 0;
	for (size_t i = 0; i < run->findings.count; i++) {
		size_t count = run->findings.data[i]->fixes.count;
		if (count)
			drop_disputed(
				run->findings.data[i], agreed.data + at, run->reported.data[i].was_executed);
		at += count;
	}
}

/* ---- texts ----------------------------------------------------------------------------------- */

static const char *original_text(
	struct arena *arena, const struct includes *includes, const struct ir_file *file)
{
	for (size_t i = 0; i < includes->respelled.count; i++) {
		const struct respelled_file *respelled = &includes->respelled.data[i];
		const char *resolved = path_resolve(arena, respelled->path);
		if (respelled->size == file->size &&
			!strcmp(resolved ? resolved : respelled->path, file->absolute))
			return respelled->disk_text;
	}
	return file->text;
}

/* Whether the lines that an edit is on are the file's own. */
static bool is_unchanged(const struct ir_file *file, const char *original, const struct edit *edit)
{
	size_t start = edit->start, end = edit->end;
	while (start > 0 && file->text[start - 1] != '\n')
		start--;
	while (end < file->size && file->text[end] != '\n')
		end++;
	return memcmp(file->text + start, original + start, end - start) == 0;
}

static bool fits(const struct ir_file *file, const char *original, const struct fix *fix)
{
	for (size_t i = 0; i < fix->edits.count; i++) {
		const struct edit *edit = &fix->edits.data[i];
		bool is_sound = edit->start <= edit->end && edit->end <= file->size;
		if (!is_sound || !is_unchanged(file, original, edit))
			return false;
	}
	return true;
}

/* Whether the line that a byte is on ends as in DOS; of the last line, the one before it. */
static bool has_carriage_returns(const struct ir_file *file, size_t at)
{
	const char *end = memchr(file->text + at, '\n', file->size - at);
	for (size_t i = at; !end && i > 0; i--)
		if (file->text[i - 1] == '\n')
			end = file->text + i - 1;
	return end && end > file->text && end[-1] == '\r';
}

/* New lines end as the file's own. */
static void adapt_line_ends(struct arena *arena, const struct ir_file *file, struct fix *fix)
{
	for (size_t i = 0; i < fix->edits.count; i++) {
		struct edit *edit = &fix->edits.data[i];
		struct buffer text = {0};
		if (!strchr(edit->text, '\n') || !has_carriage_returns(file, edit->start))
			continue;
		for (const char *c = edit->text; *c; c++) {
			if (*c == '\n' && (c == edit->text || c[-1] != '\r'))
				buffer_add(&text, "\r", 1);
			buffer_add(&text, c, 1);
		}
		edit->text = arena_strdup(arena, text.data);
		buffer_free(&text);
	}
}

void fixable_settle(struct arena *arena, const struct includes *includes, const struct ir_file *file,
	finding_list *findings)
{
	const char *original = NULL;
	uint64_t hash = 0;
	for (size_t i = 0; i < findings->count; i++) {
		struct finding *finding = findings->data[i];
		size_t kept = 0;
		for (size_t k = 0; k < finding->fixes.count; k++) {
			struct fix fix = finding->fixes.data[k];
			bool is_here = strcmp(fix.edits.data[0].path, file->path) == 0;
			if (is_here && !original) {
				original = original_text(arena, includes, file);
				hash = fix_text_hash(original, file->size);
			}
			if (is_here && !fits(file, original, &fix))
				continue;
			if (is_here) {
				fix.text_hash = hash;
				adapt_line_ends(arena, file, &fix);
			}
			finding->fixes.data[kept++] = fix;
		}
		finding->fixes.count = kept;
	}
}
