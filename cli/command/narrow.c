/* Selecting by change, then by baseline. A baseline is matched with all that the run found, in the change or
 * not, or else an entry for the old one of two equal findings would take away the new one. */
#include "cli/command/narrow.h"

#include "analyzer/base/path.h"
#include "analyzer/run/coverage.h"
#include "analyzer/run/includers.h"
#include "cli/command/baseline_place.h"
#include "cli/options.h"
#include "cli/text.h"
#include "rules/registry.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_PATCH = 256 * 1000 * 1000 };

/* ---- before the run -------------------------------------------------------------------------- */

static int open_baseline(struct narrow *narrow)
{
	char *error = NULL;
	const char *path = baseline_place_find(narrow->options);
	narrow->has_baseline = path != NULL;
	if (path && baseline_read(narrow->arena, path, &narrow->baseline, &error))
		return options_error("%s", error);
	return 0;
}

static int read_patch(struct narrow *narrow)
{
	const char *path = narrow->options->diff_file, *name = path;
	struct buffer text = {0};
	char *error = NULL;
	int failed;
	if (strcmp(path, "-") == 0) {
		name = "<stdin>";
		failed = buffer_read_fd(&text, STDIN_FILENO, LARGEST_PATCH);
	} else {
		failed = buffer_read_file(&text, path, LARGEST_PATCH);
	}
	if (failed)
		error = arena_printf(narrow->arena, "%s: %s", name,
			failed == EFBIG ? "the patch is larger than 256 MB" : strerror(failed));
	else
		change_from_patch(
			narrow->arena, name, text.data ? text.data : "", text.size, &narrow->change, &error);
	buffer_free(&text);
	return error ? options_error("--diff-file: %s", error) : 0;
}

static int open_change(struct narrow *narrow)
{
	const struct check_options *options = narrow->options;
	char *error = NULL;
	narrow->has_change = options->diff || options->diff_file;
	if (options->diff_file)
		return read_patch(narrow);
	if (options->diff && change_from_git(narrow->arena, options->diff_revision, &narrow->change, &error))
		return options_error("--diff: %s", error);
	return 0;
}

/* Only inputs that have something of the change in them can have findings there. */
static int narrow_inputs(struct narrow *narrow, struct run_options *run)
{
	struct includers *includers = ARENA_NEW(narrow->arena, struct includers);
	const char *fatal = NULL;
	line_list paths = {0};
	if (includers_find(narrow->arena, &narrow->whole, rules_registry, includers, &fatal))
		return options_error("%s", fatal ? fatal : "the run failed");
	includers_of_change(narrow->arena, includers, &narrow->change, &paths);
	run->paths = paths.data;
	run->path_count = paths.count;
	run->project = &narrow->whole;
	narrow->is_empty = paths.count == 0;
	return 0;
}

int narrow_open(struct narrow *narrow, struct check_options *options)
{
	*narrow = (struct narrow){.arena = options->arena, .options = options, .whole = options->run};
	int status = open_baseline(narrow);
	if (status == 0)
		status = open_change(narrow);
	if (status == 0 && narrow->has_change && !options->stores.count)
		status = narrow_inputs(narrow, &options->run);
	return status;
}

/* ---- the change ------------------------------------------------------------------------------ */

/* Which file of the change a path as reported is; neighbours in a list ask for the same one. */
struct lookup {
	const struct narrow *narrow;
	const char *path;
	const struct change_file *file;
};

static const struct change_file *look_up(struct lookup *lookup, const char *path)
{
	if (!lookup->path || strcmp(lookup->path, path) != 0) {
		const char *resolved = path_resolve(lookup->narrow->arena, path);
		lookup->path = path;
		lookup->file = resolved ? change_find(&lookup->narrow->change, resolved) : NULL;
	}
	return lookup->file;
}

static bool is_span_changed(struct lookup *lookup, const struct span *span)
{
	const struct change_file *file = look_up(lookup, span->path);
	uint32_t last = span->end.line > span->start.line ? span->end.line : span->start.line;
	return file && change_touches(file, span->start.line, last);
}

/* Whether a finding tells that a changed unit could not be parsed as it should, wherever the error is. */
static bool is_of_changed_unit(
	struct lookup *lookup, const struct run_report *report, const struct finding *finding)
{
	for (size_t i = 0; i < report->units.count; i++) {
		const struct unit_result *unit = report->units.data[i];
		for (size_t k = 0; k < unit->findings.count; k++) {
			const struct finding *own = unit->findings.data[k];
			if (!strcmp(own->code, finding->code) &&
				!strcmp(own->span.path, finding->span.path) &&
				own->span.start.offset == finding->span.start.offset &&
				look_up(lookup, unit->path))
				return true;
		}
	}
	return false;
}

static bool is_changed(struct lookup *lookup, const struct run_report *report, const struct finding *finding)
{
	if (!strcmp(finding->code, "CU001") &&
		(look_up(lookup, finding->span.path) || is_of_changed_unit(lookup, report, finding)))
		return true;
	bool changed = is_span_changed(lookup, &finding->span) ||
		       (finding->has_expansion && is_span_changed(lookup, &finding->expansion));
	for (size_t i = 0; i < finding->related.count && !changed; i++)
		changed = is_span_changed(lookup, &finding->related.data[i].span);
	return changed;
}

/* Divides a list; with no change, all is in it. */
static void divide(const struct narrow *narrow, const struct run_report *report, const finding_list *list,
	finding_list *inside, finding_list *outside)
{
	struct lookup lookup = {.narrow = narrow};
	for (size_t i = 0; i < list->count; i++) {
		bool is_inside = !narrow->has_change || is_changed(&lookup, report, list->data[i]);
		vec_push(narrow->arena, is_inside ? inside : outside, list->data[i]);
	}
}

/* ---- the report ------------------------------------------------------------------------------ */

/* Findings that aren't in the change come first: they are the old ones. */
static void match(struct narrow *narrow, const struct run_report *report, const finding_list *inside,
	const finding_list *outside)
{
	struct coverage *coverage = coverage_new(narrow->arena, &narrow->whole, rules_registry, report);
	struct baseline_judge judge = coverage_judge(coverage);
	finding_list ordered = {0};
	for (size_t i = 0; i < outside->count; i++)
		vec_push(narrow->arena, &ordered, outside->data[i]);
	for (size_t i = 0; i < inside->count; i++)
		vec_push(narrow->arena, &ordered, inside->data[i]);
	baseline_match(narrow->arena, &narrow->baseline, &ordered, &judge);
	if (!narrow->has_change) /* a run over some files says little of the others */
		baseline_judge_rest(narrow->arena, &narrow->baseline, &judge);
}

void narrow_report(struct narrow *narrow, struct run_report *report)
{
	finding_list inside = {0}, outside = {0}, silenced = {0}, ignored = {0}, kept = {0};
	divide(narrow, report, &report->findings, &inside, &outside);
	divide(narrow, report, &report->silenced, &silenced, &ignored);
	if (narrow->has_baseline)
		match(narrow, report, &inside, &outside);
	for (size_t i = 0; i < inside.count; i++) {
		finding_list *list = inside.data[i]->baselined ? &narrow->baselined : &kept;
		vec_push(narrow->arena, list, inside.data[i]);
	}
	report->findings = kept;
	report->silenced = silenced;
	report->suppressed = silenced.count;
	report->baselined = narrow->baselined.count;
	if (narrow->options->diff_file && narrow->change.missing)
		vec_push(narrow->arena, &report->warnings,
			arena_printf(narrow->arena, "%s of the patch %s not here",
				text_count(narrow->arena, narrow->change.missing, "file"),
				narrow->change.missing == 1 ? "is" : "are"));
}

const char *narrow_describe(struct arena *arena, const struct baseline_entry *entry, unsigned count)
{
	const char *text = arena_printf(arena, "%s: %s", entry->path, entry->code);
	if (entry->function)
		text = arena_printf(arena, "%s in `%s`", text, entry->function);
	return count > 1 ? arena_printf(arena, "%s (%u findings)", text, count) : text;
}

static void say(const char *text)
{
	fputs("cudalint: ", stderr);
	text_write(stderr, text);
	fputc('\n', stderr);
}

void narrow_remark(const struct narrow *narrow)
{
	size_t stale = 0;
	struct arena *arena = narrow->arena;
	for (size_t i = 0; i < narrow->baseline.entries.count; i++) {
		const struct baseline_entry *entry = &narrow->baseline.entries.data[i];
		unsigned gone = baseline_stale(entry);
		stale += gone;
		if (gone && narrow->options->verbose)
			say(arena_printf(arena, "%s: no longer found: %s", narrow->baseline.path,
				narrow_describe(arena, entry, gone)));
	}
	if (stale && !narrow->options->quiet)
		say(arena_printf(arena, "%s: %s no longer found; 'cudalint baseline prune' removes %s",
			narrow->baseline.path,
			stale == 1 ? "1 accepted finding is"
				   : arena_printf(arena, "%zu accepted findings are", stale),
			stale == 1 ? "it" : "them"));
}
