/* Parse errors as findings: one per file, however many errors there are, that says what was not looked at. */
#include "analyzer/engine/parse_report.h"

#include <inttypes.h>
#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/rule/span.h"

enum { NAMES_SHOWN = 5, NOTES_KEPT = 20 };

const struct rule *run_find_rule(const struct rule *const *rules, const char *code)
{
	for (; *rules; rules++)
		if (!strcmp((*rules)->code, code))
			return *rules;
	return NULL;
}

static struct finding *new_finding(struct arena *arena, enum severity severity, const char *message)
{
	struct finding *finding = ARENA_NEW(arena, struct finding);
	finding->code = "CU001";
	finding->rule = "parse-error";
	finding->severity = severity;
	finding->confidence = CONFIDENCE_PROVEN;
	finding->message = message;
	finding->instances = 1;
	return finding;
}

void parse_report_failure(struct arena *arena, const char *path, const char *message, finding_list *findings)
{
	struct finding *finding = new_finding(arena, SEVERITY_ERROR, message);
	struct position start = {.line = 1, .column = 1};
	finding->span = (struct span){.path = path, .start = start, .end = start};
	vec_push(arena, findings, finding);
}

static bool lies_in(const struct unit *unit, const struct unit_error *error, const struct ir_file *only)
{
	if (!only)
		return true;
	return error->place.file < unit->module->files.count &&
	       &unit->module->files.data[error->place.file] == only;
}

/* "`a`, `b` and 3 more" */
static void add_names(struct buffer *text, const char *quote, const char *const *names, size_t count)
{
	size_t shown = count > NAMES_SHOWN ? NAMES_SHOWN : count;
	for (size_t i = 0; i < shown; i++) {
		const char *separator = i == 0 ? "" : i + 1 == count ? " and " : ", ";
		buffer_printf(text, "%s%s%s%s", separator, quote, names[i], quote);
	}
	if (count > shown)
		buffer_printf(text, " and %zu more", count - shown);
}

static char *take(struct arena *arena, struct buffer *text)
{
	char *copy = arena_strdup(arena, text->data ? text->data : "");
	buffer_free(text);
	return copy;
}

void parse_report_late(struct arena *arena, const char *path, const line_list *kernels, bool lacks_pass,
	finding_list *findings)
{
	struct buffer text = {0};
	buffer_printf(&text, "the time that this file may take was nearly used up: ");
	add_names(&text, "`", kernels->data, kernels->count);
	if (kernels->count)
		buffer_printf(&text, kernels->count == 1 ? " was not executed" : " were not executed");
	if (lacks_pass)
		buffer_printf(&text, "%sit was not looked at for all targets and the host",
			kernels->count ? ", and " : "");
	parse_report_failure(arena, path, take(arena, &text), findings);
}

/* Names of the functions that errors in `only` lie in, each once. */
static size_t damaged_names(
	struct arena *arena, const struct unit *unit, const struct ir_file *only, const char *const **out)
{
	if (!only) {
		*out = unit->damaged.data;
		return unit->damaged.count;
	}
	VEC(const char *) names = {0};
	for (size_t i = 0; i < unit->errors.count; i++) {
		const struct unit_error *error = &unit->errors.data[i];
		if (!error->function || !lies_in(unit, error, only))
			continue;
		size_t k = 0;
		while (k < names.count && strcmp(names.data[k], error->function) != 0)
			k++;
		if (k == names.count)
			vec_push(arena, &names, error->function);
	}
	*out = names.data;
	return names.count;
}

static char *describe(struct arena *arena, const struct unit *unit, const struct ir_file *only, size_t errors,
	const struct unit_error *first)
{
	struct buffer text = {0};
	const char *const *damaged;
	size_t damaged_count = damaged_names(arena, unit, only, &damaged);
	if (unit->status == UNIT_FAILED)
		buffer_add_text(&text, "the file could not be analysed: ");
	if (unit->omitted.count) {
		buffer_add_text(
			&text, "names are used that nothing declares; parsed as if the file began with ");
		add_names(&text, "`", unit->omitted.data, unit->omitted.count);
	}
	if (unit->invented.count) {
		buffer_add_text(&text, unit->omitted.count ? "; " : "");
		buffer_add_text(&text, "taken to be declared, with nothing known of them: ");
		add_names(&text, "`", unit->invented.data, unit->invented.count);
	}
	if (unit->omitted.count || unit->invented.count) {
		if (!errors)
			return take(arena, &text);
		buffer_add_text(&text, "; ");
	}
	buffer_printf(&text, "%zu parse error%s", errors, errors == 1 ? "" : "s");
	if (damaged_count) {
		buffer_add_text(&text, "; not fully analysed: ");
		add_names(&text, "`", damaged, damaged_count);
	}
	if (unit->missing_includes.count) {
		buffer_add_text(&text, "; headers not found: ");
		add_names(&text, "", unit->missing_includes.data, unit->missing_includes.count);
		if (unit->has_refused)
			buffer_add_text(&text,
				" (what lies outside of the repository is not read; see --allow-includes)");
	}
	if (first && !strstr(first->message, "file not found") &&
		!strstr(first->message, "': Permission denied")) /* that is said already */
		buffer_printf(&text, "; first: %s", first->message);
	return take(arena, &text);
}

static void add_note(struct arena *arena, const struct unit *unit, const struct unit_error *error,
	struct unit_result *result)
{
	struct span span = span_of_place(unit->module, &error->place);
	const char *note = arena_printf(arena, "%s:%" PRIu32 ":%" PRIu32 ": %s",
		*span.path ? span.path : result->path, span.start.line, span.start.column, error->message);
	vec_push(arena, &result->notes, note);
}

static void place(const struct unit *unit, const struct unit_error *error, const struct ir_file *only,
	const char *path, struct finding *finding)
{
	const struct ir_module *module = unit->module;
	const struct ir_file *file = error && error->place.file < module->files.count
					     ? &module->files.data[error->place.file]
					     : NULL;
	if (file && !file->is_system) {
		finding->span = span_of_place(module, &error->place);
		finding->function = error->function;
		return;
	}
	struct ir_place nowhere = {.file = UINT32_MAX};
	finding->span = span_of_place(module, &nowhere);
	if (only)
		finding->span.path = only->path;
	else if (!*finding->span.path) /* the parser refused even to read the file */
		finding->span.path = path;
}

void parse_report_unit(struct arena *arena, const struct rule *const *rules, const struct unit *unit,
	const struct ir_file *only, struct unit_result *result)
{
	const struct unit_error *first = NULL;
	size_t errors = 0;
	for (size_t i = 0; i < unit->errors.count; i++) {
		const struct unit_error *error = &unit->errors.data[i];
		if (!lies_in(unit, error, only))
			continue;
		if (errors++ < NOTES_KEPT)
			add_note(arena, unit, error, result);
		if (!first)
			first = error;
	}
	if (unit->guard)
		vec_push(arena, &result->notes,
			arena_printf(arena, "parsed with `%s` defined: else nothing of it is compiled",
				unit->guard));
	for (size_t i = 0; i < unit->invented.count; i++)
		vec_push(arena, &result->notes,
			arena_printf(
				arena, "`%s` is taken to be declared somewhere", unit->invented.data[i]));
	if (!only && unit->error_count > errors)
		errors = unit->error_count;
	result->parse_errors = errors;
	result->status = !only || unit->status == UNIT_FAILED ? unit->status
			 : errors                             ? UNIT_DEGRADED
							      : UNIT_OK;
	const struct rule *rule = run_find_rule(rules, "CU001");
	bool is_lost = result->status == UNIT_FAILED;
	if (!is_lost && (!rule || (result->status == UNIT_OK && !errors)))
		return;
	enum severity severity = is_lost ? SEVERITY_ERROR : rule->severity;
	struct finding *finding = new_finding(arena, severity, describe(arena, unit, only, errors, first));
	place(unit, first, only, result->path, finding);
	if (!first && !only && (unit->omitted.count || unit->invented.count))
		finding->span = span_of_place(unit->module, &unit->omitted_at);
	vec_push(arena, &result->findings, finding);
}
