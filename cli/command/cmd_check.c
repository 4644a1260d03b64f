/* `cudalint check`: runs the analyzer over files and prints what it found. */
#include "analyzer/base/replace_file.h"
#include "analyzer/run/merge.h"
#include "cli/cli.h"
#include "cli/command/add_ignores.h"
#include "cli/command/check_fix.h"
#include "cli/command/history.h"
#include "cli/command/narrow.h"
#include "cli/command/watch.h"
#include "cli/options.h"
#include "cli/out/out.h"
#include "cli/progress.h"
#include "cli/text.h"
#include "rules/registry.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A run and what is needed to print it. */
struct check {
	struct check_options options;
	struct arena *arena;
	struct buffer stdin_text;
	struct run_report report;
	struct narrow narrow;
	finding_list shown, silenced, baselined; /* those of --min-severity and above */
	struct fix_report fixes;
	struct ignores_added ignores;
	struct source_set *sources;
	proof_marks proofs; /* with --prove */
};

typedef void printer(const struct out *out);

static printer *const printers[] = {[FORMAT_FULL] = out_full,
	[FORMAT_CONCISE] = out_concise,
	[FORMAT_JSON] = out_json,
	[FORMAT_SARIF] = out_sarif,
	[FORMAT_GITHUB] = out_github,
	[FORMAT_GITLAB] = out_gitlab,
	[FORMAT_JUNIT] = out_junit,
	[FORMAT_DIFF] = out_diff,
	[FORMAT_HTML] = out_html,
	[FORMAT_MARKDOWN] = out_markdown};

static void message(const char *text)
{
	fputs("cudalint: ", stderr);
	text_write(stderr, text);
	fputc('\n', stderr);
}

/* Looks at the files of -f FORMAT=FILE before the run: a wrong name should not cost one. */
static int check_outputs(const struct check *check)
{
	for (size_t i = 0; i < check->options.outputs.count; i++) {
		const char *path = check->options.outputs.data[i].path;
		int error = path ? file_can_be_put(path) : 0;
		if (error)
			return options_error("cannot write '%s': %s", path, strerror(error));
	}
	return 0;
}

static void select_shown(struct check *check, const finding_list *findings, finding_list *shown)
{
	for (size_t i = 0; i < findings->count; i++) {
		if (findings->data[i]->severity >= check->options.min_severity)
			vec_push(check->arena, shown, findings->data[i]);
	}
}

/* Of the findings of some round, those that are shown. What the baseline has of them is judged at the end. */
static void select_fixed(void *context, const finding_list *findings, finding_list *out)
{
	struct check *check = context;
	struct narrow narrow = check->narrow;
	struct run_report report = check->report;
	report.findings = *findings;
	report.silenced = (finding_list){0};
	narrow_report(&narrow, &report);
	select_shown(check, &report.findings, out);
}

/* Fixes what is shown; then that is what is left of it. */
static void fix(struct check *check)
{
	check_fix(check->arena, &check->options, select_fixed, check, &check->report, &check->shown,
		&check->fixes);
}

/* With --fix, what standard input has become goes to standard output. */
static void print_stdin_text(const struct check *check)
{
	const struct fixed_file *fixed = check_fix_file(&check->fixes, check->options.run.stdin_name);
	if (fixed)
		fwrite(fixed->after, 1, fixed->after_size, stdout);
	else
		fwrite(check->stdin_text.data, 1, check->stdin_text.size, stdout);
}

static struct out make_out(const struct check *check, FILE *stream)
{
	struct out out = {.stream = stream,
		.paint = paint_for(stream, check->options.color),
		.arena = check->arena,
		.report = &check->report,
		.findings = &check->shown,
		.silenced = &check->silenced,
		.baselined = check->narrow.has_baseline ? &check->baselined : NULL,
		.sources = check->sources,
		.fixes = check_fix_wanted(&check->options) ? &check->fixes : NULL,
		.unsafe_fixes = check->options.unsafe_fixes,
		.timing = check->options.run.timing,
		.proofs = check->options.prove ? &check->proofs : NULL,
		.links = paint_links(stream, check->options.color),
		.verbose = check->options.verbose};
	out_repository(&out);
	return out;
}

static void print_output(const struct check *check, const struct check_output *output, FILE *stream)
{
	struct out out = make_out(check, stream);
	if (check->options.statistics && output->format <= FORMAT_CONCISE)
		out_statistics(&out);
	else
		printers[output->format](&out);
}

/* The text first, then the file: it is there whole or not at all. */
static int print_file(const struct check *check, const struct check_output *output)
{
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);
	int error = stream ? 0 : errno;
	if (stream) {
		print_output(check, output, stream);
		error = ferror(stream) ? ENOMEM : 0;
		if (fclose(stream) && !error)
			error = ENOMEM;
	}
	if (!error)
		error = file_put(output->path, text, size);
	free(text);
	return error ? options_error("cannot write '%s': %s", output->path, strerror(error)) : 0;
}

/* Prints every format; returns 2 if a file could not be written. Standard output is looked at when it is
 * closed. */
static int print_outputs(const struct check *check)
{
	int status = 0;
	for (size_t i = 0; i < check->options.outputs.count; i++) {
		const struct check_output *output = &check->options.outputs.data[i];
		if (output->path && print_file(check, output))
			status = STATUS_USAGE;
		else if (!output->path)
			print_output(check, output, check_fix_filters(&check->options) ? stderr : stdout);
	}
	return status;
}

static void print_notes(const struct check *check, const struct unit_result *unit)
{
	size_t length = strlen(unit->path);
	for (size_t i = 0; i < unit->notes.count; i++) {
		const char *note = unit->notes.data[i];
		bool placed = strncmp(note, unit->path, length) == 0 && note[length] == ':';
		message(placed ? note : arena_printf(check->arena, "%s: %s", unit->path, note));
	}
}

/* What --add-ignores did. */
static void print_ignores(const struct check *check)
{
	const struct ignores_added *ignores = &check->ignores;
	const char *findings = text_count(check->arena, ignores->findings, "finding");
	fprintf(stderr, "Silenced %s in %s", findings, text_count(check->arena, ignores->files, "file"));
	if (ignores->left.count)
		fprintf(stderr, "; %zu can't be silenced by a comment", ignores->left.count);
	fputc('\n', stderr);
}

/* What isn't a finding goes to stderr: files that could not be read, remarks, the summary. */
static bool print_remarks(const struct check *check)
{
	const char *unshown = source_set_problem(check->sources);
	bool failed = false;
	struct out out = make_out(check, stderr);
	const struct run_report *report = &check->report;
	for (size_t i = 0; i < report->warnings.count && !check->options.quiet; i++)
		message(arena_printf(check->arena, "warning: %s", report->warnings.data[i]));
	if (unshown && !check->options.quiet)
		message(arena_printf(check->arena, "warning: %s", unshown));
	if (report->store_error)
		message(report->store_error);
	failed |= report->store_error != NULL;
	for (size_t i = 0; i < report->units.count; i++) {
		const struct unit_result *unit = report->units.data[i];
		if (unit->io_error)
			message(unit->io_error);
		failed |= unit->io_error != NULL;
		if (check->options.verbose)
			print_notes(check, unit);
	}
	if (check_fix_wanted(&check->options) && !check->options.quiet)
		check_fix_summary(&check->options, &out);
	bool sums_up = !check->options.fix && !check->options.fix_diff && !check->options.ignore_reason;
	if (sums_up && !check->options.quiet && !cli_is_reader_gone())
		out_summary(&out);
	if (check->options.ignore_reason && !check->options.quiet)
		print_ignores(check);
	if (report->is_empty && !check->options.allow_empty)
		message("nothing to lint (--allow-empty makes that no error)");
	failed |= report->is_empty && !check->options.allow_empty;
	if (check->options.run.timing)
		out_timing(&out);
	return failed;
}

/* ---- exit status ------------------------------------------------------------------------------ */

/* From which severity on a finding of a file counts, by the configuration of that file. */
static int configured_threshold(const struct unit_result *unit)
{
	return unit->config && unit->config->fail_on >= 0 ? unit->config->fail_on : (int)SEVERITY_WARNING;
}

static bool has_finding(const struct unit_result *unit, const struct finding *finding)
{
	for (size_t i = 0; i < unit->findings.count; i++) {
		const struct finding *own = unit->findings.data[i];
		if (own->span.start.offset == finding->span.start.offset &&
			!strcmp(own->code, finding->code) && !strcmp(own->span.path, finding->span.path))
			return true;
	}
	return false;
}

/* That of --fail-on; else of the file's configuration; of a header, what the strictest of the files says that
 * found it. */
static int threshold_of(const struct check *check, const struct finding *finding)
{
	const struct run_report *report = &check->report;
	int lowest = SEVERITY_ERROR + 1;
	bool any = false, is_configured = false;
	if (check->options.fail_on != FAIL_ON_CONFIGURED)
		return check->options.fail_on;
	for (size_t i = 0; i < report->units.count; i++)
		is_configured |= configured_threshold(report->units.data[i]) != SEVERITY_WARNING;
	for (size_t i = 0; i < report->units.count && is_configured; i++)
		if (!strcmp(report->units.data[i]->path, finding->span.path))
			return configured_threshold(report->units.data[i]);
	for (size_t i = 0; i < report->units.count && is_configured; i++) {
		int threshold = configured_threshold(report->units.data[i]);
		if (threshold >= lowest && any)
			continue;
		if (!has_finding(report->units.data[i], finding))
			continue;
		lowest = threshold;
		any = true;
	}
	return any ? lowest : (int)SEVERITY_WARNING;
}

/* Whether some of what was to be looked at could not be parsed, where that isn't never to count. */
static bool has_parse_errors(const struct check *check)
{
	for (size_t i = 0; i < check->report.units.count; i++) {
		const struct unit_result *unit = check->report.units.data[i];
		int threshold = check->options.fail_on == FAIL_ON_CONFIGURED ? configured_threshold(unit)
									     : check->options.fail_on;
		if (threshold <= SEVERITY_ERROR && (unit->parse_errors || unit->status != UNIT_OK))
			return true;
	}
	return false;
}

/* CU001 tells about the analysis, not about the code: where a part of a file could not be parsed it counts
 * with
 * --strict-parse alone, and then whatever --fail-on says except never. A file that nobody has looked at
 * counts. */
static int exit_status(const struct check *check)
{
	const finding_list *findings = check->options.ignore_reason ? &check->ignores.left : &check->shown;
	if (check->options.fix_diff)
		return check->fixes.files.count ? STATUS_FINDINGS : STATUS_OK;
	if (check->options.run.strict_parse && has_parse_errors(check))
		return STATUS_FINDINGS;
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = findings->data[i];
		bool counts = finding->severity == SEVERITY_ERROR || strcmp(finding->code, "CU001") != 0;
		if (counts && (int)finding->severity >= threshold_of(check, finding))
			return STATUS_FINDINGS;
	}
	return STATUS_OK;
}

static int lint(struct check *check)
{
	struct progress progress = {0};
	progress_start(&progress);
	if (!check->options.quiet) {
		check->options.run.progress = progress_show;
		check->options.run.progress_context = &progress;
	}
	const struct check_options *options = &check->options;
	int status = 0;
	if (options->stores.count)
		status = run_merge(check->arena, options->stores.data, options->stores.count, &check->report);
	else if (!check->narrow.is_empty)
		status = run_check(check->arena, &options->run, rules_registry, &check->report);
	progress_end(&progress);
	if (status)
		message(check->report.fatal ? check->report.fatal : "the run failed");
	return status;
}

/* Marks for those files that have kernels. What is read from standard input has none. */
static void prove(struct check *check)
{
	const struct run_report *report = &check->report;
	const struct proof_effort effort = proof_effort_short();
	line_list paths = {0};
	for (size_t i = 0; i < report->units.count; i++) {
		const struct unit_result *unit = report->units.data[i];
		bool is_file =
			!check->options.reads_stdin || strcmp(unit->path, check->options.run.stdin_name) != 0;
		if (unit->kernels && is_file && !unit->is_fragment)
			vec_push(check->arena, &paths, unit->path);
	}
	proofs_find(check->arena, &check->options.run, rules_registry, paths.data, paths.count, &effort,
		&check->proofs);
}

static void add_texts(struct check *check)
{
	const struct run_report *report = &check->report;
	const char *name = check->options.run.stdin_name;
	const struct fixed_file *fixed =
		check_fix_filters(&check->options) ? check_fix_file(&check->fixes, name) : NULL;
	if (fixed)
		source_set_add(check->sources, name, fixed->after, fixed->after_size);
	else if (check->options.reads_stdin)
		source_set_add(check->sources, name, check->stdin_text.data, check->stdin_text.size);
	for (size_t i = 0; i < report->texts.count; i++)
		source_set_add(check->sources, report->texts.data[i].path, report->texts.data[i].data,
			report->texts.data[i].size);
}

/* Ends as a program ends that the signal stops, so that shells and pipelines don't go on: what was found
 * until then has been said. */
static void stop_as(int number)
{
	fflush(NULL);
	signal(number, SIG_DFL);
	raise(number);
}

/* Where --output-file, or the lack of any format, leaves findings to go. */
static int settle_outputs(struct check *check)
{
	struct check_options *options = &check->options;
	struct check_output *plain = NULL;
	for (size_t i = 0; i < options->outputs.count; i++)
		if (!options->outputs.data[i].path)
			plain = &options->outputs.data[i];
	if (options->output_file && options->outputs.count && !plain)
		return options_error("--output-file: every format has a file of its own");
	if (options->outputs.count == 0) {
		int fd = check_fix_filters(options) ? STDERR_FILENO : STDOUT_FILENO;
		bool is_terminal = !options->output_file && isatty(fd);
		vec_push(check->arena, &options->outputs,
			(struct check_output){is_terminal ? FORMAT_FULL : FORMAT_CONCISE, NULL});
		plain = options->outputs.data;
	}
	if (options->output_file)
		plain->path = options->output_file;
	return check_options_outputs(options);
}

static int run_once(struct check *check)
{
	struct check_options *options = &check->options;
	int status = narrow_open(&check->narrow, options);
	if (status)
		return status;
	status = check_outputs(check);
	if (status == 0)
		status = lint(check);
	if (status)
		return status;
	if (check_fix_wanted(options) && !check->narrow.is_empty)
		fix(check);
	if (!check->narrow.has_change) /* else it was a part of the files */
		history_record(options, &check->report);
	narrow_report(&check->narrow, &check->report);
	if (!options->fix || check->narrow.is_empty)
		select_shown(check, &check->report.findings, &check->shown);
	if (options->ignore_reason) {
		ignores_add(check->arena, &check->shown, options->ignore_reason, &check->ignores);
		check->shown = check->ignores.left;
	}
	if (options->prove && !options->stores.count)
		prove(check);
	check->sources = source_set_new(check->arena);
	add_texts(check);
	select_shown(check, &check->report.silenced, &check->silenced);
	select_shown(check, &check->narrow.baselined, &check->baselined);
	status = print_outputs(check);
	if (check_fix_filters(options))
		print_stdin_text(check);
	fflush(stdout);
	bool failed = print_remarks(check) || check->fixes.failed || check->ignores.failed;
	narrow_remark(&check->narrow);
	source_set_free(check->sources);
	if (check->report.stopped_by)
		stop_as(check->report.stopped_by);
	return status || failed ? STATUS_USAGE : exit_status(check);
}

static int run_watched(void *context)
{
	return run_once(context);
}

/* --explain: what `cudalint explain RULE` does. */
static int explain(const struct check_options *options)
{
	char name[] = "explain", *argv[] = {name, arena_strdup(options->arena, options->explain), NULL};
	return cmd_explain(2, argv);
}

static int run(struct check *check, bool is_merge, int argc, char **argv)
{
	struct check_options *options = &check->options;
	options->arena = check->arena;
	int status = is_merge ? merge_options_read(options, argc, argv)
			      : check_options_read(options, "cudalint check", argc, argv);
	if (status == 0 && options->explain)
		return explain(options);
	if (status == 0 && check_fix_wanted(options) && (options->stores.count || options->run.shards))
		status = options_error(
			"fixes need all files of a run at hand: not for parts, and not for merge");
	if (status == 0)
		status = settle_outputs(check);
	if (status == 0 && options->reads_stdin)
		status = check_options_stdin(options, &check->stdin_text);
	if (status)
		return status;
	if (options->watch)
		return watch_run(check->arena, options->paths.data, options->paths.count, run_watched, check);
	return run_once(check);
}

static int command(bool is_merge, int argc, char **argv)
{
	struct check check = {.arena = arena_new()};
	int status = run(&check, is_merge, argc, argv);
	buffer_free(&check.stdin_text);
	arena_free(check.arena);
	return status;
}

int cmd_check(int argc, char **argv)
{
	return command(false, argc, argv);
}

int cmd_merge(int argc, char **argv)
{
	return command(true, argc, argv);
}
