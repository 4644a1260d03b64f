/* One translation unit: how often it is parsed, and with what in front of its text and behind it, until as
 * much of it as can be is known. */
#define _GNU_SOURCE /* dladdr() */
#include "analyzer/frontend/unit.h"

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

#include "analyzer/base/clock.h"
#include "analyzer/base/path.h"
#include "analyzer/frontend/guard.h"
#include "analyzer/frontend/unit_found.h"
#include "analyzer/frontend/unit_pool.h"
#include "analyzer/frontend/unit_reads.h"
#include "analyzer/frontend/unit_standin.h"

/* Each parse with what was left out, or invented, may show more that is missing. */
enum { MAX_ROUNDS = 7 };

/* Functions that were lowered whole. */
static size_t healthy(const struct unit *unit)
{
	size_t count = 0;
	for (size_t i = 0; i < unit->module->functions.count; i++)
		count += unit->module->functions.data[i]->body_state != IR_BODY_DAMAGED;
	return count;
}

/* Of two parses the one with fewer errors; where one invents declarations, which shows what the errors hid,
 * that with more healthy functions, then the one that invents less. The other one is closed, and its time
 * counts, too. */
static struct unit *better(struct unit *old, struct unit *young)
{
	if (!young)
		return old;
	bool is_better = young->error_count < old->error_count;
	if (young->invented.count && healthy(young) != healthy(old))
		is_better = healthy(young) > healthy(old);
	else if (young->invented.count && young->error_count == old->error_count)
		is_better = young->invented.count < old->invented.count;
	struct unit *kept = is_better ? young : old, *dropped = is_better ? old : young;
	kept->parse_ms += dropped->parse_ms;
	kept->lower_ms += dropped->lower_ms;
	unit_close(dropped);
	return kept;
}

/* Precompiled headers hold more than the unit asked for, and a name from there may be in its way. Where there
 * are errors it is parsed once more with what it includes and nothing else; the better parse counts. */
static struct unit *without_surplus(struct unit *unit, const struct unit_options *options)
{
	char *ignored = NULL;
	const struct unit_attempt exact = {.includes = &unit->includes, .level = PCH_CORE};
	return better(unit, unit_parse_at(unit->arena, options, &exact, &ignored));
}

/* Where the file as it is has its first error, as a place of `unit`; nowhere when that is in a system's
 * header. */
static struct ir_place first_error(const struct unit *alone, const struct unit *unit)
{
	struct lower *lower = &unit->front->lower;
	struct ir_place place = {.file = UINT32_MAX};
	const struct ir_module *module = alone->module;
	const struct ir_place *first = alone->errors.count ? &alone->errors.data[0].place : &place;
	if (first->file >= module->files.count || module->files.data[first->file].is_system)
		return place;
	const struct ir_file *where = &module->files.data[first->file];
	CXFile file = where->is_main ? lower->main_file : clang_getFile(lower->tu, where->absolute);
	if (!file)
		return place;
	place = *first;
	place.file = lower_file(lower, file, clang_getLocationForOffset(lower->tu, file, place.begin));
	return place;
}

/* A file of which nothing is compiled because the build's macro isn't known is parsed with it. */
static struct unit *with_guard(
	struct unit *unit, const struct unit_options *options, const struct unit_attempt *first)
{
	struct unit_found found = {0};
	if (!options->once && !unit->module->functions.count)
		found.guard = guard_find(unit->arena, unit->module);
	if (!found.guard)
		return unit;
	struct unit *guarded = unit_found_parse(unit->arena, options, first, &found);
	if (!guarded)
		return unit;
	guarded->parse_ms += unit->parse_ms;
	guarded->lower_ms += unit->lower_ms;
	unit_close(unit);
	return guarded;
}

/* Whether it is worth going on from, though no name was new. */
static bool is_gain(const struct unit *next, struct unit *const *before, size_t count)
{
	bool has_fewer_errors = true, is_healthier = true;
	for (size_t i = 0; i < count; i++) {
		has_fewer_errors &= next->error_count < before[i]->error_count;
		is_healthier &= healthy(next) > healthy(before[i]);
	}
	return has_fewer_errors || is_healthier;
}

/* With what a snippet leaves out, and then with what missing headers would have declared, as long as that
 * makes more names known. What is unknown is read from the text that libclang holds: no parse is closed
 * before the last one. */
static struct unit *with_omitted(
	struct unit *unit, const struct unit_options *options, const struct unit_attempt *first)
{
	struct unit_found found =
		unit->found ? *unit_found_keep(unit->arena, unit->found) : (struct unit_found){0};
	struct unit *parses[MAX_ROUNDS + 1] = {unit};
	size_t count = 1;
	if (unit->found && options->found && unit->error_count <= options->found->error_count)
		return unit; /* the other target's parses ended there */
	bool goes_on = true;
	while (goes_on && count <= MAX_ROUNDS && parses[count - 1]->error_count && unit_may_try(options)) {
		const struct unit *last = parses[count - 1];
		size_t names = found.omitted.told.count + found.repair.names.count;
		if (!omitted_extend(unit->arena, last, &found.omitted) &&
			!repair_extend(unit->arena, last, &found.repair))
			break;
		struct unit *next = unit_found_parse(unit->arena, options, first, &found);
		if (!next)
			break;
		next->omitted_at = first_error(unit, next);
		goes_on = found.omitted.told.count + found.repair.names.count > names ||
			  is_gain(next, parses, count);
		parses[count++] = next;
	}
	for (size_t i = 1; i < count; i++)
		unit = better(unit, parses[i]);
	return unit;
}

void unit_includes(struct arena *arena, const struct unit_options *options, struct includes *out)
{
	const struct includes_query query = {
		.path = unit_absolute_path(arena, options->path, options->directory),
		.contents = options->contents,
		.size = options->contents_size,
		.flags = options->flags,
		.flag_count = options->flag_count,
		.headers_dir = options->headers_dir,
		.index = options->index,
		.reads = options->reads,
		.buffers = options->buffers,
		.buffer_count = options->buffer_count};
	includes_scan(arena, &query, out);
}

int unit_parse(struct arena *arena, const struct unit_options *options, struct unit **out, char **error)
{
	double start = clock_ms();
	struct includes found = {0};
	const struct includes *includes = options->includes ? options->includes : &found;
	if (!options->includes)
		unit_includes(arena, options, &found);
	double scanned = clock_ms();
	const struct unit_attempt first = {
		.includes = includes, .level = pch_level_for(includes), .may_share = true};
	struct unit *unit = unit_found_has_front(options->found)
				    ? unit_found_parse(arena, options, &first, options->found)
				    : NULL;
	bool is_plain = !unit;
	if (is_plain)
		unit = unit_parse_at(arena, options, &first, error);
	if (!unit)
		return -1;
	if (is_plain)
		unit = with_guard(unit, options, &first);
	const struct unit *first_parse = unit;
	if (is_plain && first.level > PCH_CORE && unit->used_pch && !unit->missing_includes.count &&
		unit->error_count && unit_may_try(options))
		unit = without_surplus(unit, options);
	unit = with_omitted(unit, options, &first);
	unit->is_first_parse = unit == first_parse;
	unit = unit_with_standins(unit, options);
	unit->parse_ms += scanned - start;
	*out = unit;
	return 0;
}

void unit_close(struct unit *unit)
{
	if (!unit)
		return;
	struct unit_front *front = unit->front;
	if (front->is_kept)
		unit_pool_put(front->pool, front->key, front->lower.tu);
	else
		clang_disposeTranslationUnit(front->lower.tu);
	clang_disposeIndex(front->index);
	lower_free(&front->lower);
}

const char *unit_parser_folder(struct arena *arena)
{
	Dl_info where;
	if (!dladdr((const void *)(uintptr_t)clang_createIndex, &where) || !where.dli_fname ||
		!strstr(path_name(where.dli_fname), "libclang"))
		return NULL;
	const char *real = path_resolve(arena, where.dli_fname);
	return real ? path_parent(arena, path_parent(arena, real)) : NULL;
}

const char *unit_parser_version(struct arena *arena)
{
	return cx_take(arena, clang_getClangVersion());
}
