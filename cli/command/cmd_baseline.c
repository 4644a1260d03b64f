/* `cudalint baseline`: accepts what is there now, and keeps what was accepted up to date. */
#include "analyzer/finding/baseline.h"
#include "analyzer/run/coverage.h"
#include "cli/cli.h"
#include "cli/command/baseline_place.h"
#include "cli/command/check_options.h"
#include "cli/command/narrow.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "cli/text.h"
#include "rules/registry.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { KEY_FORCE = KEY_OTHER, KEY_ADD };

enum { LARGEST_FILE = 1000 * 1000 * 1000 };

struct request {
	struct check_options check; /* what is linted, and how */
	struct arena *arena;
	struct baseline baseline;
	struct run_report report;
	bool force, add;
};

/* What all words take: check's options for inputs, targets and rules. */
#define SHARED_ROWS                                                                                          \
	{NULL, 0, NULL, 0, "What to lint", 1},                                                               \
		{NULL, 'p', "DIR", 0, "Folder with the compile_commands.json (default: searched upward)",    \
			1},                                                                                  \
		{"extra-arg", KEY_EXTRA_ARG, "FLAG", 0,                                                      \
			"One more compiler flag, also for files of the database", 1},                        \
		{"config", KEY_CONFIG, "FILE", 0,                                                            \
			"Settings for every file (default: the .cudalint.yml nearest to each)", 1},          \
		{"no-config", KEY_NO_CONFIG, NULL, 0, "Take no .cudalint.yml into account", 1},              \
		{NULL, 0, NULL, 0, "Target", 2},                                                             \
		{"arch", KEY_ARCH, "LIST", 0,                                                                \
			"Architectures, as sm_80,sm_90 (default: those of the build, else\n"                 \
			"sm_90, and sm_80 where kernels differ)",                                            \
			2},                                                                                  \
		{"chip", KEY_CHIP, "NAME", 0, "Chip that findings are priced on", 2},                        \
		{"cuda-path", KEY_CUDA_PATH, "DIR|none", 0,                                                  \
			"Toolkit; none: bundled declarations only (default: searched)", 2},                  \
		{"cuda-version", KEY_CUDA_VERSION, "X.Y", 0,                                                 \
			"Toolkit version to assume where none is found", 2},                                 \
		{"launch", KEY_LAUNCH, "KERNEL=GRID:BLOCK[:SMEM]", 0,                                        \
			"Launch to assume for a kernel, as transpose=64x64:32x8; repeatable", 2},            \
		{"param", KEY_PARAM, "KERNEL.NAME=VALUE", 0,                                                 \
			"Value of a kernel's integer parameter; repeatable", 2},                             \
		{NULL, 0, NULL, 0, "Rules (LIST: codes, prefixes such as CU4, names, ALL; repeatable)", 3},  \
		{"select", KEY_SELECT, "LIST", 0, "Run these rules instead of the recommended ones", 3},     \
		{"extend-select", KEY_EXTEND_SELECT, "LIST", 0, "Run these rules too", 3},                   \
		{"ignore", KEY_IGNORE, "LIST", 0, "Leave out these rules", 3},                               \
		{"preview", KEY_PREVIEW, NULL, 0, "Add preview rules and findings that are only possible",   \
			3},                                                                                  \
		{NULL, 0, NULL, 0, "Work", 5},                                                               \
		{"jobs", 'j', "N", 0, "Worker processes (default: one per core)", 5},                        \
		{"timeout", KEY_TIMEOUT, "SECONDS", 0, "Most processor time for one file (default: 60)", 5}, \
		{"max-memory", KEY_MAX_MEMORY, "MB", 0, "Most memory for one file", 5},                      \
		CHECK_RIGHTS_ROWS(5),                                                                        \
		{"no-cache", KEY_NO_CACHE, NULL, 0, "Neither read nor write the cache", 5},                  \
		{"cache-dir", KEY_CACHE_DIR, "DIR", 0, "Where the cache is", 5},                             \
		{"quiet", 'q', NULL, 0, "Say nothing but errors", 5},                                        \
		{"verbose", 'v', NULL, 0, "Also name the entries that change", 5},                           \
		{"help", 'h', NULL, 0, "Show this help", 6},                                                 \
	{                                                                                                    \
		0                                                                                            \
	}

static const struct argp_option create_table[] = {
	{NULL, 0, NULL, 0, "The baseline", 4},
	{"baseline", KEY_BASELINE, "FILE", 0,
		"File to write (default: " BASELINE_FILE " at the top of the repository, else here)", 4},
	{"force", KEY_FORCE, NULL, 0, "Overwrite one that is there", 4},
	SHARED_ROWS,
};

static const struct argp_option update_table[] = {
	{NULL, 0, NULL, 0, "The baseline", 4},
	{"baseline", KEY_BASELINE, "FILE", 0, "File to update (default: the nearest " BASELINE_FILE ")", 4},
	{"add", KEY_ADD, NULL, 0, "Accept new findings, too", 4},
	SHARED_ROWS,
};

static const struct argp_option prune_table[] = {
	{NULL, 0, NULL, 0, "The baseline", 4},
	{"baseline", KEY_BASELINE, "FILE", 0, "File to prune (default: the nearest " BASELINE_FILE ")", 4},
	SHARED_ROWS,
};

#define STATUS_DOC                                                                                           \
	"\vExit status: 0, or 2 for wrong usage and files that can't be read or written. Say the options "   \
	"and "                                                                                               \
	"paths that 'cudalint check' is run with."

static const char create_doc[] =
	"Writes down all present findings: 'cudalint check' then reports only others." STATUS_DOC;

static const char update_doc[] =
	"Removes what is no longer found, and notes where accepted findings are after files were renamed. "
	"New findings are added only with --add. Entries of files and rules that this run doesn't look at "
	"stay as they are." STATUS_DOC;

static const char prune_doc[] =
	"Removes what is no longer found, and changes nothing else. Entries of files and rules that this run "
	"doesn't look at stay as they are." STATUS_DOC;

static error_t parse(int key, char *argument, struct argp_state *state)
{
	struct request *request = state->input;
	int status;
	switch (key) {
	case 'h': options_help(state); return 0;
	case KEY_FORCE: request->force = true; return 0;
	case KEY_ADD: request->add = true; return 0;
	default: status = check_options_set(&request->check, key, argument);
	}
	return status < 0 ? ARGP_ERR_UNKNOWN : status ? EINVAL : 0;
}

static void say(const char *text)
{
	fputs("cudalint: ", stderr);
	text_write(stderr, text);
	fputc('\n', stderr);
}

/* ---- the run --------------------------------------------------------------------------------- */

/* Lints, and says what could not be read. `whole` tells whether all was looked at that was asked for. */
static int lint(struct request *request, bool *whole)
{
	struct run_options *run = &request->check.run;
	struct run_report *report = &request->report;
	struct progress progress = {0};
	progress_start(&progress);
	if (!request->check.quiet) {
		run->progress = progress_show;
		run->progress_context = &progress;
	}
	int status = run_check(request->arena, run, rules_registry, report);
	progress_end(&progress);
	if (status)
		return options_error("%s", report->fatal ? report->fatal : "the run failed");
	if (report->stopped_by)
		return options_error("stopped; the baseline is as it was");
	for (size_t i = 0; i < report->warnings.count && !request->check.quiet; i++)
		say(arena_printf(request->arena, "warning: %s", report->warnings.data[i]));
	*whole = true;
	for (size_t i = 0; i < report->units.count; i++) {
		const struct unit_result *unit = report->units.data[i];
		if (unit->status == UNIT_FAILED && !unit->io_error && !request->check.quiet)
			say(arena_printf(request->arena,
				"warning: '%s' could not be analysed, which the baseline accepts (CU001)",
				unit->path));
		if (!unit->io_error)
			continue;
		say(report->units.data[i]->io_error);
		*whole = false;
	}
	return 0;
}

/* Before the run: a wrong place should not cost one. What is no file is written to where it is. */
static int check_writable(const struct request *request)
{
	struct stat status;
	bool is_replaced = stat(request->baseline.path, &status) != 0 || S_ISREG(status.st_mode);
	if (access(is_replaced ? request->baseline.folder : request->baseline.path, W_OK) == 0)
		return 0;
	return options_error("cannot write '%s': %s", request->baseline.path, strerror(errno));
}

static int write_file(struct request *request)
{
	char *error = NULL;
	return baseline_write(request->arena, &request->baseline, &error) ? options_error("%s", error) : 0;
}

static size_t count_findings(const struct baseline *baseline)
{
	size_t count = 0;
	for (size_t i = 0; i < baseline->entries.count; i++)
		count += baseline->entries.data[i].count;
	return count;
}

/* Of the entries sorted. */
static size_t count_files(const struct baseline *baseline)
{
	size_t count = 0;
	for (size_t i = 0; i < baseline->entries.count; i++)
		count += i == 0 ||
			 strcmp(baseline->entries.data[i].path, baseline->entries.data[i - 1].path) != 0;
	return count;
}

/* ---- create ---------------------------------------------------------------------------------- */

static int create(struct request *request)
{
	struct stat status;
	struct arena *arena = request->arena;
	char *error = NULL;
	bool whole;
	const char *path = baseline_place_new(&request->check);
	if (!lstat(path, &status) && !request->force)
		return options_error("'%s' is there already: 'cudalint baseline update' keeps it up to date, "
				     "--force overwrites it",
			path);
	if (baseline_new(arena, path, &request->baseline, &error))
		return options_error("%s", error);
	if (check_writable(request) || lint(request, &whole))
		return STATUS_USAGE;
	for (size_t i = 0; i < request->report.findings.count; i++)
		baseline_add(arena, &request->baseline, request->report.findings.data[i]);
	if (write_file(request))
		return STATUS_USAGE;
	if (!request->check.quiet)
		printf("Wrote %s in %s to %s.\n",
			text_count(arena, count_findings(&request->baseline), "finding"),
			text_count(arena, count_files(&request->baseline), "file"), path);
	return whole ? STATUS_OK : STATUS_USAGE;
}

/* ---- update and prune ------------------------------------------------------------------------ */

static int open_file(struct request *request)
{
	char *error = NULL;
	const char *path = baseline_place_find(&request->check);
	if (!path)
		return options_error(
			"there is no " BASELINE_FILE " here or above: 'cudalint baseline create' writes one");
	return baseline_read(request->arena, path, &request->baseline, &error) ? options_error("%s", error)
									       : 0;
}

/* Lints and matches. */
static int compare(struct request *request, bool *whole)
{
	struct arena *arena = request->arena;
	if (open_file(request) || check_writable(request) || lint(request, whole))
		return STATUS_USAGE;
	struct coverage *coverage =
		coverage_new(arena, &request->check.run, rules_registry, &request->report);
	struct baseline_judge judge = coverage_judge(coverage);
	baseline_match(arena, &request->baseline, &request->report.findings, &judge);
	baseline_judge_rest(arena, &request->baseline, &judge);
	return 0;
}

/* A line for what happens to an entry, with -v. */
static void name_entry(
	const struct request *request, const char *what, const struct baseline_entry *entry, unsigned count)
{
	if (request->check.verbose)
		say(arena_printf(
			request->arena, "%s: %s", what, narrow_describe(request->arena, entry, count)));
}

static size_t name_removed(const struct request *request)
{
	size_t count = 0;
	for (size_t i = 0; i < request->baseline.entries.count; i++) {
		const struct baseline_entry *entry = &request->baseline.entries.data[i];
		unsigned stale = baseline_stale(entry);
		if (stale)
			name_entry(request, "removed", entry, stale);
		count += stale;
	}
	return count;
}

static size_t add_new(struct request *request)
{
	struct baseline *baseline = &request->baseline;
	size_t count = 0;
	for (size_t i = 0; i < request->report.findings.count && request->add; i++) {
		const struct finding *finding = request->report.findings.data[i];
		if (finding->baselined)
			continue;
		baseline_add(request->arena, baseline, finding);
		name_entry(request, "added", &baseline->entries.data[baseline->entries.count - 1], 1);
		count++;
	}
	return count;
}

/* Writes, unless nothing has changed: then the file isn't touched. */
static int write_changed(struct request *request, const struct buffer *before)
{
	struct buffer after = {0};
	baseline_print(&request->baseline, &after);
	bool is_same = before->size == after.size && !memcmp(before->data, after.data, after.size);
	buffer_free(&after);
	return is_same ? 0 : write_file(request);
}

static int change(struct request *request, bool update)
{
	struct buffer before = {0};
	struct arena *arena = request->arena;
	bool whole;
	if (compare(request, &whole))
		return STATUS_USAGE;
	buffer_read_file(&before, request->baseline.path, LARGEST_FILE);
	size_t removed = name_removed(request);
	if (update)
		baseline_update(arena, &request->baseline, &request->report.findings);
	else
		baseline_prune(&request->baseline);
	size_t added = add_new(request);
	int status = write_changed(request, &before);
	buffer_free(&before);
	if (status)
		return status;
	if (!request->check.quiet) {
		printf("Removed %s", text_count(arena, removed, "finding"));
		if (request->add)
			printf(", added %zu", added);
		printf("; %zu left in %s.\n", count_findings(&request->baseline), request->baseline.path);
	}
	return whole ? STATUS_OK : STATUS_USAGE;
}

static int update(struct request *request)
{
	return change(request, true);
}

static int prune(struct request *request)
{
	return change(request, false);
}

/* ---- the words behind baseline --------------------------------------------------------------- */

#define ARGUMENTS "[PATH...] [-- FLAG...]"

struct subcommand {
	const char *name, *title;
	struct argp argp;
	int (*run)(struct request *request);
};

static const struct subcommand subcommands[] = {
	{"create", "cudalint baseline create", {create_table, parse, ARGUMENTS, create_doc, NULL, NULL, NULL},
		create},
	{"update", "cudalint baseline update", {update_table, parse, ARGUMENTS, update_doc, NULL, NULL, NULL},
		update},
	{"prune", "cudalint baseline prune", {prune_table, parse, ARGUMENTS, prune_doc, NULL, NULL, NULL},
		prune},
};

enum { SUBCOMMAND_COUNT = sizeof subcommands / sizeof *subcommands };

static int run_subcommand(const struct subcommand *subcommand, int argc, char **argv)
{
	struct arena *arena = arena_new();
	struct request request = {.arena = arena, .check = {.arena = arena}};
	check_options_init(&request.check);
	int own = check_options_own(argc, argv);
	int status = options_parse(&subcommand->argp, subcommand->title, own, argv, &request);
	if (!status && request.check.reads_stdin)
		status = options_error("a baseline can't be made of standard input");
	if (!status)
		status = check_options_finish(&request.check, own, argc, argv);
	if (!status)
		status = subcommand->run(&request);
	arena_free(arena);
	return status;
}

int cmd_baseline(int argc, char **argv)
{
	const char *names[SUBCOMMAND_COUNT];
	const struct options_words words = {.command = "baseline",
		.words = names,
		.count = SUBCOMMAND_COUNT,
		.usage = "Usage: cudalint baseline create [--force] [OPTION...] [PATH...] [-- FLAG...]\n"
			 "       cudalint baseline update [--add] [OPTION...] [PATH...] [-- FLAG...]\n"
			 "       cudalint baseline prune [OPTION...] [PATH...] [-- FLAG...]\n\n"
			 "Accepts the findings that are there now, so that 'cudalint check' reports only new "
			 "ones;\n"
			 "removes those that are gone. The file (" BASELINE_FILE ") belongs into the\n"
			 "repository. Options are those of check; 'cudalint baseline create --help' lists "
			 "them.",
		.hint = "'cudalint baseline create' accepts what is found now, 'baseline update' and "
			"'baseline prune' remove what is gone"};
	for (size_t i = 0; i < SUBCOMMAND_COUNT; i++)
		names[i] = subcommands[i].name;
	int status;
	size_t index = options_word(&words, argc, argv, &status);
	return index < SUBCOMMAND_COUNT ? run_subcommand(&subcommands[index], argc - 1, argv + 1) : status;
}
