/* Rounds of fixes, and writing what came of them. */
#include "analyzer/fix/fixer.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/base/replace_file.h"
#include "analyzer/finding/line_diff.h"
#include "analyzer/fix/fixer_state.h"

/* As fixes of fixes go, that is many. */
enum { MAX_ROUNDS = 10 };

void fixer_problem(struct fixer *fixer, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *line = arena_vprintf(fixer->arena, format, args);
	va_end(args);
	vec_push(fixer->arena, &fixer->out->problems, line);
}

struct fixer_file *fixer_file_named(const struct fixer *fixer, const char *path)
{
	for (size_t i = 0; i < fixer->files.count; i++)
		if (!strcmp(fixer->files.data[i]->path, path))
			return fixer->files.data[i];
	return NULL;
}

bool fixer_unit_has(const struct fixer *fixer, size_t index, const char *absolute)
{
	const struct includes *includes = fixer->includes.data[index];
	if (!strcmp(fixer->plan.inputs.data[index].absolute, absolute))
		return true;
	for (size_t i = 0; i < includes->local.count; i++)
		if (!strcmp(includes->local.data[i], absolute))
			return true;
	return false;
}

/* ---- selection ------------------------------------------------------------------------------- */

struct line_map {
	const char *path;
	struct line_diff diff;
};

typedef VEC(struct line_map) line_map_list;

static void map_span(const line_map_list *maps, struct span *span)
{
	for (size_t i = 0; i < maps->count; i++) {
		if (strcmp(maps->data[i].path, span->path) != 0)
			continue;
		span->start.line = line_diff_before(&maps->data[i].diff, span->start.line);
		span->end.line = line_diff_before(&maps->data[i].diff, span->end.line);
	}
}

static struct finding *with_old_lines(
	struct arena *arena, const line_map_list *maps, const struct finding *finding)
{
	struct finding *copy = finding_copy(arena, finding);
	map_span(maps, &copy->span);
	if (copy->has_expansion)
		map_span(maps, &copy->expansion);
	for (size_t i = 0; i < copy->related.count; i++)
		map_span(maps, &copy->related.data[i].span);
	return copy;
}

/* The findings that may be fixed, as they are in the report. */
static void select_findings(const struct fixer *fixer, const finding_list *findings, finding_list *out)
{
	struct arena *arena = fixer->arena;
	const struct fix_request *request = fixer->request;
	line_map_list maps = {0};
	finding_list shown = {0}, chosen = {0};
	for (size_t i = 0; i < fixer->files.count; i++) {
		const struct fixer_file *file = fixer->files.data[i];
		struct line_map map = {.path = file->path};
		if (file->now.data == file->before.data)
			continue;
		line_diff_make(arena, file->before.data, file->before.size, file->now.data, file->now.size,
			&map.diff);
		vec_push(arena, &maps, map);
	}
	for (size_t i = 0; i < findings->count; i++) {
		struct finding *finding = findings->data[i];
		finding = maps.count ? with_old_lines(arena, &maps, finding) : finding;
		vec_push(arena, &shown, finding);
	}
	request->select(request->context, &shown, &chosen);
	for (size_t i = 0, at = 0; i < chosen.count; i++, at++) {
		while (at < shown.count && shown.data[at] != chosen.data[i])
			at++;
		if (at < shown.count)
			vec_push(arena, out, findings->data[at]);
	}
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* Lints what belongs to the changed files, all files with the text that is `next`. False when the run was
 * stopped. */
static bool lint_again(struct fixer *fixer, const struct run_report *previous,
	const struct fixer_file *const *changed, size_t changed_count, struct run_report *out)
{
	struct arena *arena = fixer->arena;
	VEC(struct unit_buffer) buffers = {0};
	VEC(const char *) paths = {0};
	for (size_t i = 0; i < fixer->files.count; i++) {
		const struct fixer_file *file = fixer->files.data[i];
		struct unit_buffer buffer = {file->absolute, file->next.data, file->next.size};
		vec_push(arena, &buffers, buffer);
	}
	for (size_t i = 0; i < changed_count; i++)
		vec_push(arena, &paths, changed[i]->absolute);
	struct run_options options = *fixer->options;
	options.buffers = buffers.data;
	options.buffer_count = buffers.count;
	options.previous = previous;
	options.changed = paths.data;
	options.changed_count = paths.count;
	*out = (struct run_report){0};
	if (run_check(arena, &options, fixer->registry, out) || out->stopped_by)
		return false;
	return out->units.count == previous->units.count;
}

typedef VEC(const struct fixer_file *) file_list;

static void count_rule(struct fixer *fixer, const struct fixer_file *file, const struct finding *finding)
{
	struct fix_report *out = fixer->out;
	for (size_t i = 0; i < out->rules.count; i++) {
		struct fixed_rule *rule = &out->rules.data[i];
		if (!strcmp(rule->path, file->path) && !strcmp(rule->code, finding->code)) {
			rule->count++;
			return;
		}
	}
	struct fixed_rule rule = {file->path, finding->code, finding->rule, 1};
	vec_push(fixer->arena, &out->rules, rule);
}

static void accept_round(struct fixer *fixer, const struct run_report *after)
{
	for (size_t i = 0; i < fixer->files.count; i++) {
		struct fixer_file *file = fixer->files.data[i];
		file->now = file->next;
		file->fixed += file->choices.count;
		for (size_t k = 0; k < file->choices.count; k++)
			count_rule(fixer, file, file->choices.data[k].finding);
		file->choices.count = 0;
	}
	fixer->report = *after;
}

/* Lints the round that was chosen, and takes back what is no good until the rest is. False when the run was
 * stopped: then nothing may be written. */
static bool try_round(struct fixer *fixer)
{
	struct run_report after = {0};
	file_list changed = {0};
	for (size_t i = 0; i < fixer->files.count; i++)
		if (fixer->files.data[i]->next.data != fixer->files.data[i]->now.data)
			vec_push(fixer->arena, &changed, fixer->files.data[i]);
	if (!lint_again(fixer, &fixer->report, changed.data, changed.count, &after))
		return false;
	while (fixer_judge(fixer, &after)) {
		file_list reverted = {0};
		struct run_report before = after;
		for (size_t i = 0; i < changed.count; i++)
			if (changed.data[i]->is_frozen)
				vec_push(fixer->arena, &reverted, changed.data[i]);
		if (!lint_again(fixer, &before, reverted.data, reverted.count, &after))
			return false;
	}
	accept_round(fixer, &after);
	return true;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The file must still be what was linted, and where it was. */
static int write_file(const struct fixer_file *file, const char **problem)
{
	const struct file_text before = {file->before.data, file->before.size};
	int error = file_replace(file->absolute, &before, file->now.data, file->now.size);
	bool has_changed = error == ESTALE || error == ELOOP || error == ENOTDIR;
	*problem = has_changed ? "it has changed in the meantime" : error ? strerror(error) : NULL;
	return error ? -1 : 0;
}

/* Returns the files that could not be written; they are as they were. */
static void write_files(struct fixer *fixer, file_list *failed)
{
	for (size_t i = 0; i < fixer->files.count; i++) {
		struct fixer_file *file = fixer->files.data[i];
		const char *problem = NULL;
		if (file->now.data == file->before.data || file->is_stdin || !write_file(file, &problem))
			continue;
		fixer_problem(fixer, "%s: not fixed: %s", file->path, problem);
		fixer->out->failed = true;
		file->next = file->now = file->before;
		file->fixed = 0;
		vec_push(fixer->arena, failed, file);
	}
}

/* ---- results --------------------------------------------------------------------------------- */

static int compare_files(const void *left, const void *right)
{
	return strcmp(((const struct fixed_file *)left)->path, ((const struct fixed_file *)right)->path);
}

static int compare_rules(const void *left, const void *right)
{
	const struct fixed_rule *a = left, *b = right;
	int order = strcmp(a->path, b->path);
	return order ? order : strcmp(a->code, b->code);
}

static void gather_files(struct fixer *fixer)
{
	struct fix_report *out = fixer->out;
	size_t kept = 0;
	for (size_t i = 0; i < fixer->files.count; i++) {
		const struct fixer_file *file = fixer->files.data[i];
		struct fixed_file fixed = {file->path, file->before.data, file->now.data, file->before.size,
			file->now.size, file->fixed};
		if (file->now.data == file->before.data)
			continue;
		vec_push(fixer->arena, &out->files, fixed);
		out->fixed += file->fixed;
	}
	for (size_t i = 0; i < out->rules.count; i++) {
		const struct fixer_file *file = fixer_file_named(fixer, out->rules.data[i].path);
		if (file->now.data != file->before.data)
			out->rules.data[kept++] = out->rules.data[i];
	}
	out->rules.count = kept;
	if (out->files.count)
		qsort(out->files.data, out->files.count, sizeof *out->files.data, compare_files);
	if (out->rules.count)
		qsort(out->rules.data, out->rules.count, sizeof *out->rules.data, compare_rules);
}

/* Every file as it was. */
static void forget(struct fixer *fixer)
{
	for (size_t i = 0; i < fixer->files.count; i++)
		fixer->files.data[i]->now = fixer->files.data[i]->before;
	fixer_problem(fixer, "interrupted: nothing was fixed");
}

static void finish(struct fixer *fixer, struct run_report *report)
{
	file_list failed = {0};
	struct run_report after = {0};
	if (fixer->request->write) {
		write_files(fixer, &failed);
		if (failed.count && lint_again(fixer, &fixer->report, failed.data, failed.count, &after))
			fixer->report = after;
	}
	gather_files(fixer);
	fixer_tell_dissents(fixer);
	if (fixer->request->write) {
		fixer->report.warnings.count = 0; /* said by the first run */
		for (size_t i = 0; i < report->warnings.count; i++)
			vec_push(fixer->arena, &fixer->report.warnings, report->warnings.data[i]);
		*report = fixer->report;
	}
	select_findings(fixer, &fixer->report.findings, &fixer->out->remaining);
}

void run_fix(struct arena *arena, const struct run_options *options, const struct rule *const *registry,
	const struct fix_request *request, struct run_report *report, struct fix_report *out)
{
	struct fixer fixer = {.arena = arena,
		.options = options,
		.registry = registry,
		.request = request,
		.report = *report,
		.out = out};
	bool stopped = report->stopped_by != 0, ready = !stopped && fixer_start(&fixer);
	if (stopped)
		forget(&fixer);
	else if (!ready)
		fixer_problem(&fixer, "files came or went during the run: nothing was fixed");
	for (int round = 0; ready && round < MAX_ROUNDS; round++) {
		finding_list shown = {0};
		select_findings(&fixer, &fixer.report.findings, &shown);
		if (!fixer_choose(&fixer, &shown))
			break;
		if (!try_round(&fixer)) {
			forget(&fixer);
			fixer.report = *report;
			break;
		}
	}
	finish(&fixer, report);
}
