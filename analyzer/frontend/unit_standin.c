/* Templates of kernels, and of host functions that launch, that nobody instantiates in a unit: parses with
 * lines behind its text that name them with arguments of our own. */
#include "analyzer/frontend/unit_standin.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/frontend/diagnostics.h"

/* Arguments: three versions, and what is left without those that fail; members of invented types that only an
 * instantiation asks for come out twice in between. */
enum { MAX_ROUNDS = 6, MAX_REPAIRS = 2, LARGEST_EXTENDED = 4 * 1024 * 1024 };

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
	if (!diagnostics_counts(diagnostic))
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

/* Whether no other types help: a name isn't declared, whatever they are, or a class is asked for. */
static bool is_final(struct arena *arena, CXDiagnostic diagnostic)
{
	static const char *const reasons[] = {"undeclared identifier", "called object type",
		"is not a structure or union", "it has no members", "no member named"};
	const char *text = cx_take(arena, clang_getDiagnosticSpelling(diagnostic));
	for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
		if (strstr(text, reasons[i]))
			return true;
	return false;
}

/* A template that doesn't compile with its arguments. */
struct failure {
	struct standin *standin;
	bool is_final;
};

/* Each once. */
static size_t find_failed(
	const struct unit *unit, size_t own_lines, standin_list *list, struct failure *failed)
{
	const struct lower *lower = &unit->front->lower;
	size_t count = 0;
	for (unsigned i = 0; i < clang_getNumDiagnostics(lower->tu); i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(lower->tu, i);
		long line = failed_line(lower, diagnostic, own_lines);
		struct standin *standin = line >= 0 ? standin_at(list, (size_t)line) : NULL;
		size_t at = 0;
		while (at < count && failed[at].standin != standin)
			at++;
		if (standin && at == count)
			failed[count++] = (struct failure){standin, false};
		if (standin)
			failed[at].is_final |= is_final(unit->arena, diagnostic);
		clang_disposeDiagnostic(diagnostic);
	}
	return count;
}

/* Goes on where another target's parses ended. */
static void begin_where(standin_list *list, const struct unit_found *found)
{
	for (size_t i = 0; found && i < found->standins.count; i++)
		for (size_t k = 0; k < list->count; k++)
			if (!strcmp(list->data[k].name, found->standins.data[i].name))
				list->data[k].at = found->standins.data[i].at;
}

static int by_name(const void *a, const void *b)
{
	const struct ir_function *one = *(const struct ir_function *const *)a,
				 *other = *(const struct ir_function *const *)b;
	int order = strcmp(one->display, other->display);
	return order ? order : strcmp(one->qualified, other->qualified);
}

/* What is instantiated in a parse with stand-ins alone is so on their behalf. */
static void mark_standins(struct unit *young, const struct unit *old)
{
	VEC(const struct ir_function *) known = {0};
	for (size_t i = 0; i < old->module->functions.count; i++)
		if (old->module->functions.data[i]->is_instantiation)
			vec_push(young->arena, &known, old->module->functions.data[i]);
	if (known.count)
		qsort(known.data, known.count, sizeof *known.data, by_name);
	for (size_t i = 0; i < young->module->functions.count; i++) {
		const struct ir_function *function = young->module->functions.data[i];
		if (function->is_instantiation && !(known.count && bsearch(&function, known.data, known.count,
									   sizeof *known.data, by_name)))
			young->module->functions.data[i]->is_standin = true;
	}
}

/* What is told of a parse that another one takes the place of. */
static void take_over(struct unit *young, const struct unit *old)
{
	mark_standins(young, old);
	young->omitted_at = old->omitted_at;
	young->is_first_parse = old->is_first_parse;
	if (young->status == UNIT_OK)
		young->status = old->status;
}

static struct unit *parse_extended(
	const struct unit *unit, const struct unit_options *options, const struct unit_found *found)
{
	char *ignored = NULL;
	struct unit_attempt attempt = unit->front->attempt;
	attempt.includes = &unit->includes;
	return unit_found_has_front(found) ? unit_found_parse(unit->arena, options, &attempt, found)
					   : unit_parse_at(unit->arena, options, &attempt, &ignored);
}

/* The better one of a unit and a parse of it with stand-ins. */
static struct unit *take(struct unit *unit, struct unit *young, bool is_taken)
{
	struct unit *kept = is_taken ? young : unit, *dropped = is_taken ? unit : young;
	if (is_taken)
		take_over(young, unit);
	kept->parse_ms += dropped->parse_ms;
	kept->lower_ms += dropped->lower_ms;
	unit_close(dropped);
	return kept;
}

struct unit *unit_with_standins(struct unit *unit, const struct unit_options *options)
{
	struct unit_found found = {0};
	standin_list *list = &found.standins;
	if (!unit_may_try(options))
		return unit;
	if (unit->found)
		found = *unit_found_keep(unit->arena, unit->found);
	found.standins = (standin_list){0};
	lower_propose_standins(&unit->front->lower, list);
	begin_where(list, options->found);
	struct failure *failed = ARENA_ARRAY(unit->arena, struct failure, list->count + 1);
	size_t failures = 1;
	unsigned repairs = 0;
	for (unsigned round = 0; failures && list->count && round < MAX_ROUNDS; round++) {
		const char *text = standin_text(unit->arena, list);
		struct unit_options extended;
		if (!text || !extend_text(unit->arena, options, text, &extended))
			break;
		struct unit *young = parse_extended(unit, &extended, &found);
		if (!young)
			break;
		failures = find_failed(young, count_lines(&extended, text), list, failed);
		bool is_repaired = failures && unit_found_has_front(&found) && repairs < MAX_REPAIRS &&
				   repair_extend_members(unit->arena, young, &found.repair);
		repairs += is_repaired;
		for (size_t i = 0; i < failures && !is_repaired; i++)
			failed[i].standin->at =
				failed[i].is_final ? failed[i].standin->try_count : failed[i].standin->at + 1;
		unit = take(unit, young, !failures && young->error_count <= unit->error_count);
	}
	if (list->count) {
		/* what was invented for stand-ins that weren't taken is no part of it */
		struct unit_found last = unit->found ? *unit->found : (struct unit_found){0};
		last.standins = *list;
		last.error_count = unit->error_count;
		unit->found = unit_found_keep(unit->arena, &last);
	}
	return unit;
}
