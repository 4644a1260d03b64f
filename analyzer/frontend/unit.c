/* One translation unit: how often it is parsed, and with what in front of its text and behind it, until as
 * much of it as can be is known. */
#define _GNU_SOURCE /* dladdr() */
#include "analyzer/frontend/unit.h"

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/clock.h"
#include "analyzer/base/path.h"
#include "analyzer/frontend/guard.h"
#include "analyzer/frontend/omitted.h"
#include "analyzer/frontend/repair.h"
#include "analyzer/frontend/standin.h"
#include "analyzer/frontend/unit_attempt.h"
#include "analyzer/frontend/unit_pool.h"
#include "analyzer/frontend/unit_reads.h"

/* Each parse with what was left out, or invented, may show more that is missing. */
enum { MAX_ROUNDS = 7 };

/* Arguments of templates that nobody instantiates: three versions, and what is left without those that fail.
 */
enum { MAX_STANDIN_ROUNDS = 4, LARGEST_EXTENDED = 4 * 1024 * 1024 };

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

static void tell_omitted(struct unit *unit, const struct unit *alone, const struct omitted *omitted,
	const struct repair *repair)
{
	unit->omitted_at = first_error(alone, unit);
	unit->guard = alone->guard;
	for (size_t i = 0; i < omitted->told.count; i++)
		vec_push(unit->arena, &unit->omitted, omitted->told.data[i]);
	repair_names(unit->arena, repair, &unit->invented);
	if (unit->status == UNIT_OK)
		unit->status = UNIT_DEGRADED;
}

static bool may_try_again(const struct unit *unit, const struct unit_options *options)
{
	return unit->error_count && !options->once &&
	       !(options->is_unwanted && options->is_unwanted(options->unwanted_context));
}

static const char *front_text(
	struct arena *arena, const char *guard, const struct omitted *omitted, const struct repair *repair)
{
	return arena_printf(arena, "%s%s%s", guard, omitted_text(arena, omitted), repair_text(arena, repair));
}

static const char *define_guard(struct arena *arena, const char *guard)
{
	return guard ? arena_printf(arena, "#define %s 1\n", guard) : "";
}

/* A file of which nothing is compiled because the build's macro isn't known is parsed with it. */
static struct unit *with_guard(
	struct unit *unit, const struct unit_options *options, const struct unit_attempt *first)
{
	char *ignored = NULL;
	const char *guard =
		options->once || unit->module->functions.count ? NULL : guard_find(unit->arena, unit->module);
	if (!guard)
		return unit;
	struct unit_attempt attempt = *first;
	attempt.front = define_guard(unit->arena, guard);
	struct unit *guarded = unit_parse_at(unit->arena, options, &attempt, &ignored);
	if (!guarded)
		return unit;
	guarded->parse_ms += unit->parse_ms;
	guarded->lower_ms += unit->lower_ms;
	guarded->guard = guard;
	unit_close(unit);
	return guarded;
}

/* With what a snippet leaves out, and then with what missing headers would have declared, as long as that
 * makes more names known. What is unknown is read from the text that libclang holds: no parse is closed
 * before the last one. */
static struct unit *with_omitted(struct unit *unit, const struct unit_options *options, enum pch_level level)
{
	struct omitted omitted = {0};
	struct repair repair = {0};
	struct unit_attempt attempt = {.includes = &unit->includes, .level = PCH_CORE};
	struct unit *parses[MAX_ROUNDS + 1] = {unit};
	size_t count = 1;
	while (count <= MAX_ROUNDS && may_try_again(parses[count - 1], options)) {
		char *ignored = NULL;
		const struct unit *last = parses[count - 1];
		if (!omitted_extend(unit->arena, last, &omitted)) {
			if (!repair_extend(unit->arena, last, &repair))
				break;
			attempt.level = omitted.told.count ? PCH_CORE : level;
			attempt.invents = true;
		}
		attempt.front = front_text(
			unit->arena, define_guard(unit->arena, parses[0]->guard), &omitted, &repair);
		struct unit *next = unit_parse_at(unit->arena, options, &attempt, &ignored);
		if (!next)
			break;
		tell_omitted(next, parses[0], &omitted, &repair);
		parses[count++] = next;
	}
	for (size_t i = 1; i < count; i++)
		unit = better(unit, parses[i]);
	return unit;
}

/* ---- templates that nobody instantiates ------------------------------------------------------ */

/* The text of the file with more behind it; false where it can't be read. What it is read from has been told
 * by the parse without. */
static bool extend_text(
	struct arena *arena, const struct unit_options *options, const char *more, struct unit_options *out)
{
	struct buffer buffer = {0};
	const char *path = unit_absolute_path(arena, options->path, options->directory);
	*out = *options;
	out->reads = NULL;
	if (options->contents)
		buffer_add(&buffer, options->contents, options->contents_size);
	else if (buffer_read_file(&buffer, path, LARGEST_EXTENDED))
		return false;
	out->contents_size = buffer.size + strlen(more);
	out->contents = arena_printf(arena, "%.*s%s", (int)buffer.size, buffer.data ? buffer.data : "", more);
	bool is_text = strlen(out->contents) == out->contents_size;
	buffer_free(&buffer);
	return is_text;
}

static size_t count_lines(const struct unit_options *extended, const char *more)
{
	size_t lines = 0;
	for (size_t i = 0; i < extended->contents_size - strlen(more); i++)
		lines += extended->contents[i] == '\n';
	return lines;
}

/* The line behind the file's own text, from 0 on, that an error or a note belongs to; -1: none. */
static long line_behind(const struct lower *lower, CXDiagnostic diagnostic, size_t own_lines)
{
	CXFile file;
	unsigned line;
	clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file, &line, NULL, NULL);
	return file == lower->main_file && line > own_lines ? (long)(line - 1 - own_lines) : -1;
}

/* The line that an error, or a note on how it came about, belongs to. */
static long failed_line(const struct lower *lower, CXDiagnostic diagnostic, size_t own_lines)
{
	if (clang_getDiagnosticSeverity(diagnostic) < CXDiagnostic_Error)
		return -1;
	CXDiagnosticSet notes = clang_getChildDiagnostics(diagnostic);
	long line = line_behind(lower, diagnostic, own_lines);
	for (unsigned i = 0; line < 0 && i < clang_getNumDiagnosticsInSet(notes); i++) {
		CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
		line = line_behind(lower, note, own_lines);
		clang_disposeDiagnostic(note);
	}
	return line;
}

/* Goes on to the next arguments of what doesn't compile. Whether there was any. */
static bool advance_failed(const struct unit *unit, size_t own_lines, standin_list *list)
{
	const struct lower *lower = &unit->front->lower;
	size_t *failed = ARENA_ARRAY(unit->arena, size_t, list->count + 1), count = 0;
	for (unsigned i = 0; i < clang_getNumDiagnostics(lower->tu); i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(lower->tu, i);
		long line = failed_line(lower, diagnostic, own_lines);
		const struct standin *standin = line >= 0 ? standin_at(list, (size_t)line) : NULL;
		bool is_new = standin && (!count || failed[count - 1] != (size_t)(standin - list->data));
		for (size_t k = 0; is_new && k < count; k++)
			is_new = failed[k] != (size_t)(standin - list->data);
		if (is_new)
			failed[count++] = (size_t)(standin - list->data);
		clang_disposeDiagnostic(diagnostic);
	}
	for (size_t k = 0; k < count; k++)
		list->data[failed[k]].at++;
	return count > 0;
}

/* What is told of a parse that another one takes the place of. */
static void take_over(struct unit *young, const struct unit *old)
{
	for (size_t i = 0; i < old->omitted.count; i++)
		vec_push(young->arena, &young->omitted, old->omitted.data[i]);
	young->guard = old->guard;
	young->invented = old->invented;
	young->omitted_at = old->omitted_at;
	young->is_first_parse = old->is_first_parse;
	if (young->status == UNIT_OK)
		young->status = old->status;
}

/* Parsed once more, with kernels' templates that nobody instantiates named with arguments of our own. */
static struct unit *with_standins(struct unit *unit, const struct unit_options *options)
{
	standin_list list = {0};
	struct unit_attempt attempt = unit->front->attempt;
	attempt.includes = &unit->includes;
	if (options->once || (options->is_unwanted && options->is_unwanted(options->unwanted_context)))
		return unit;
	lower_propose_standins(&unit->front->lower, &list);
	for (unsigned round = 0; list.count && round < MAX_STANDIN_ROUNDS; round++) {
		const char *text = standin_text(unit->arena, &list);
		struct unit_options extended;
		char *ignored = NULL;
		if (!text || !extend_text(unit->arena, options, text, &extended))
			break;
		struct unit *young = unit_parse_at(unit->arena, &extended, &attempt, &ignored);
		if (!young)
			break;
		bool failed = advance_failed(young, count_lines(&extended, text), &list);
		bool is_taken = !failed && young->error_count <= unit->error_count;
		struct unit *kept = is_taken ? young : unit, *dropped = is_taken ? unit : young;
		if (is_taken)
			take_over(young, unit);
		kept->parse_ms += dropped->parse_ms;
		kept->lower_ms += dropped->lower_ms;
		unit_close(dropped);
		unit = kept;
		if (!failed)
			break;
	}
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
	const struct unit_attempt first = {.includes = includes, .level = pch_level_for(includes)};
	struct unit *unit = unit_parse_at(arena, options, &first, error);
	if (!unit)
		return -1;
	unit = with_guard(unit, options, &first);
	const struct unit *first_parse = unit;
	if (first.level > PCH_CORE && unit->used_pch && !unit->missing_includes.count &&
		may_try_again(unit, options))
		unit = without_surplus(unit, options);
	unit = with_omitted(unit, options, first.level);
	unit->is_first_parse = unit == first_parse;
	unit = with_standins(unit, options);
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
