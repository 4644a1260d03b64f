/* The options of `check`: the table, and what each sets. */
#include "cli/command/check_options.h"
#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "analyzer/base/suggest.h"
#include "analyzer/config/config.h"
#include "analyzer/finding/baseline.h"
#include "analyzer/simt/launch/hint.h"
#include "cli/options.h"
#include "model/model.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct argp_option table[] = {
	{NULL, 0, NULL, 0, "What to lint", 1},
	{NULL, 'p', "DIR", 0,
		"Folder with the compile_commands.json (default: searched upward); kernels are executed for "
		"launches in all its files",
		1},
	{"extra-arg", KEY_EXTRA_ARG, "FLAG", 0, "One more compiler flag, also for files of the database", 1},
	{"stdin-filename", KEY_STDIN_FILENAME, "NAME", 0, "Name of what '-' reads from standard input", 1},
	{"config", KEY_CONFIG, "FILE", 0,
		"Settings for every file (default: the .cudalint.yml nearest to each)", 1},
	{"no-config", KEY_NO_CONFIG, NULL, 0, "Take no .cudalint.yml into account", 1},
	{NULL, 0, NULL, 0, "Target", 2},
	{"arch", KEY_ARCH, "LIST", 0,
		"Architectures, as sm_80,sm_90 (default: those of the build, else sm_80,sm_90)", 2},
	{"chip", KEY_CHIP, "NAME", 0, "Chip that findings are priced on; 'cudalint model' lists them", 2},
	{"cuda-path", KEY_CUDA_PATH, "DIR|none", 0,
		"Toolkit; none: bundled declarations only (default: searched)", 2},
	{"cuda-version", KEY_CUDA_VERSION, "X.Y", 0, "Toolkit version to assume where none is found", 2},
	{"torch", KEY_TORCH, "WHICH", 0,
		"Declarations of PyTorch: real, bundled, or auto (default: bundled where real ones aren't found)",
		2},
	{"launch", KEY_LAUNCH, "KERNEL=GRID:BLOCK[:SMEM]", 0,
		"Launch to assume for a kernel, as transpose=64x64:32x8; repeatable", 2},
	{"param", KEY_PARAM, "KERNEL.NAME=VALUE", 0,
		"Value of a kernel's integer parameter, for exact counts; repeatable", 2},
	{NULL, 0, NULL, 0, "Rules (LIST: codes, prefixes such as CU4, names, ALL; repeatable)", 3},
	{"select", KEY_SELECT, "LIST", 0, "Run these rules instead of the recommended ones", 3},
	{"extend-select", KEY_EXTEND_SELECT, "LIST", 0, "Run these rules too", 3},
	{"ignore", KEY_IGNORE, "LIST", 0, "Leave out these rules", 3},
	{"preview", KEY_PREVIEW, NULL, 0, "Add preview rules and findings that are only possible", 3},
	{NULL, 0, NULL, 0, "Result", 4},
	{"format", 'f', "FORMAT[=FILE]", 0,
		"full (default on a terminal), concise (elsewhere), json, sarif, github, gitlab, junit, diff "
		"or html; repeatable, with =FILE into a file",
		4},
	{"min-severity", KEY_MIN_SEVERITY, "SEVERITY", 0, "Show only findings from info, warning or error on",
		4},
	{"fail-on", KEY_FAIL_ON, "SEVERITY", 0,
		"What makes the exit status 1: error, warning (default), info or never", 4},
	{"strict-parse", KEY_STRICT_PARSE, NULL, 0,
		"Exit with 1 when something could not be parsed, whatever --fail-on says except never", 4},
	{"diff", KEY_DIFF, "REV", OPTION_ARG_OPTIONAL,
		"Show only findings in lines that differ from a revision (default: HEAD); also A..B", 4},
	{"diff-file", KEY_DIFF_FILE, "PATCH", 0, "The same for lines that a unified diff adds; '-' reads one",
		4},
	{"baseline", KEY_BASELINE, "FILE", 0,
		"Show only findings that this file doesn't hold (default: the nearest " BASELINE_FILE ")", 4},
	{"no-baseline", KEY_NO_BASELINE, NULL, 0, "Show also what a baseline holds", 4},
	{"statistics", KEY_STATISTICS, NULL, 0, "Show how many findings each rule has, instead of them", 4},
	{"timing", KEY_TIMING, NULL, 0, "Show where the time went", 4},
	{"color", KEY_COLOR, "WHEN", 0, "auto (default), always or never; NO_COLOR is honoured", 4},
	{"quiet", 'q', NULL, 0, "Nothing but findings and errors", 4},
	{"verbose", 'v', NULL, 0,
		"Also what was assumed, dropped and not found; in full also pictures of requests and lanes",
		4},
	{NULL, 0, NULL, 0, "Fixes", 5},
	{"fix", KEY_FIX, "diff", OPTION_ARG_OPTIONAL,
		"Fix what can be fixed safely; with =diff print the changes and write nothing", 5},
	{"unsafe-fixes", KEY_UNSAFE_FIXES, NULL, 0,
		"With --fix, -f diff: also fixes that may change what the code does", 5},
	{NULL, 0, NULL, 0, "Work", 6},
	{"jobs", 'j', "N", 0, "Worker processes (default: one per core)", 6},
	{"timeout", KEY_TIMEOUT, "SECONDS", 0, "Most processor time for one file (default: 60)", 6},
	{"max-memory", KEY_MAX_MEMORY, "MB", 0, "Most memory for one file", 6},
	{"sandbox", KEY_SANDBOX, "WHEN", 0,
		"Keep workers from all that they don't need: auto (default, as far as the system can), "
		"require or off",
		6},
	{"allow-includes", KEY_ALLOW_INCLUDES, "DIR", 0,
		"A folder outside of the repository that files may include from; repeatable", 6},
	{"no-cache", KEY_NO_CACHE, NULL, 0, "Neither read nor write the cache", 6},
	{"cache-dir", KEY_CACHE_DIR, "DIR", 0,
		"Where the cache is (default: .cudalint-cache at the top of the repository)", 6},
	{"shard", KEY_SHARD, "I/N", 0, "Lint part I of N of the files; 'cudalint merge' joins the parts", 6},
	{"store", KEY_STORE, "FILE", 0,
		"Where the part's results go (default: shard-I-of-N.store in the cache)", 6},
	{"help", 'h', NULL, 0, "Show this help", 7},
	{0},
};

static const char doc[] = "Lints CUDA C++ files and the files of folders; without any, those of "
			  "compile_commands.json, else the current folder. Flags after '--' go to every "
			  "file, in nvcc's spelling or clang's.\vExit status: 0 clean, 1 findings at or "
			  "above --fail-on, 2 wrong usage or files that can't be read or written, 3 internal "
			  "error.";

/* ---- values ---------------------------------------------------------------------------------- */

static int unknown_value(const char *option, const char *text, const char *const *words, size_t count)
{
	const char *nearest = suggest_nearest(text, words, count);
	if (nearest)
		return options_error("%s: unknown value '%s' (did you mean '%s'?)", option, text, nearest);
	struct buffer list = {0};
	for (size_t i = 0; i < count; i++)
		buffer_printf(&list, "%s%s", i ? ", " : "", words[i]);
	options_error("%s: unknown value '%s' (one of %s)", option, text, list.data);
	buffer_free(&list);
	return OPTIONS_USAGE;
}

/* A severity; with `never` also that word, as one more than error. */
static int read_severity(const char *option, const char *text, bool never, int *out)
{
	static const char *const words[] = {"info", "warning", "error", "never"};
	size_t count = never ? 4 : 3;
	for (size_t i = 0; i < count; i++) {
		if (strcmp(text, words[i]) == 0) {
			*out = (int)i;
			return 0;
		}
	}
	return unknown_value(option, text, words, count);
}

/* A comma list of architectures, kept ascending and without duplicates. */
static int read_archs(struct check_options *options, const char *text)
{
	for (const char *at = text;; at++) {
		size_t length = strcspn(at, ",");
		const char *word = arena_strndup(options->arena, at, length);
		if (length == 0)
			return options_error("--arch: '%s' has an empty place", text);
		const char *problem;
		const struct model_arch *arch = config_find_arch(options->arena, word, &problem);
		if (!arch)
			return options_error("--arch: %s", problem);
		size_t place = 0;
		while (place < options->archs.count && options->archs.data[place] < arch->cc)
			place++;
		if (place == options->archs.count || options->archs.data[place] != arch->cc) {
			vec_push(options->arena, &options->archs, arch->cc);
			for (size_t i = options->archs.count - 1; i > place; i--)
				options->archs.data[i] = options->archs.data[i - 1];
			options->archs.data[place] = arch->cc;
		}
		at += length;
		if (!*at)
			return 0;
	}
}

static int read_chip(struct check_options *options, const char *text)
{
	const char *problem;
	const struct model_chip *chip = config_find_chip(options->arena, text, &problem);
	if (!chip)
		return options_error("--chip: %s", problem);
	options->run.chip = chip->name;
	return 0;
}

/* FORMAT or FORMAT=FILE; "-" is standard output. */
static int read_format(struct check_options *options, const char *text)
{
	static const char *const words[] = {
		"full", "concise", "json", "sarif", "github", "gitlab", "junit", "diff", "html"};
	size_t length = strcspn(text, "="), count = sizeof words / sizeof words[0], index = 0;
	const char *name = arena_strndup(options->arena, text, length);
	while (index < count && strcmp(words[index], name) != 0)
		index++;
	if (index == count)
		return unknown_value("--format", name, words, FORMAT_COUNT);
	if (text[length] && !text[length + 1])
		return options_error("--format: '%s' names no file", text);
	struct check_output output = {(enum check_format)index, text[length] ? text + length + 1 : NULL};
	if (output.path && strcmp(output.path, "-") == 0)
		output.path = NULL;
	for (size_t i = 0; !output.path && i < options->outputs.count; i++) {
		if (!options->outputs.data[i].path)
			return options_error(
				"--format: only one format can go to standard output; write -f %s=FILE",
				name);
	}
	vec_push(options->arena, &options->outputs, output);
	return 0;
}

/* --fix, --fix=diff */
static int read_fix(struct check_options *options, const char *text)
{
	static const char *const words[] = {"diff"};
	if (text && strcmp(text, words[0]) != 0)
		return unknown_value("--fix", text, words, 1);
	if (text ? options->fix : options->fix_diff)
		return options_error("--fix writes and --fix=diff doesn't: say one of them");
	options->fix = !text;
	options->fix_diff = text != NULL;
	return 0;
}

static int read_torch(struct check_options *options, const char *text)
{
	static const char *const names[] = {
		[TORCH_AUTO] = "auto", [TORCH_BUNDLED] = "bundled", [TORCH_REAL] = "real"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(names[i], text)) {
			options->run.torch = (enum unit_torch)i;
			return 0;
		}
	return options_error("--torch: '%s' is none of auto, bundled and real", text);
}

static int read_sandbox(struct check_options *options, const char *text)
{
	static const char *const names[] = {
		[RUN_SANDBOX_AUTO] = "auto", [RUN_SANDBOX_REQUIRED] = "require", [RUN_SANDBOX_OFF] = "off"};
	enum { COUNT = sizeof names / sizeof *names };
	for (size_t i = 0; i < COUNT; i++)
		if (!strcmp(names[i], text)) {
			options->run.sandbox = (enum run_sandbox)i;
			return 0;
		}
	return unknown_value("--sandbox", text, names, COUNT);
}

static int read_allowed(struct check_options *options, const char *text)
{
	if (!path_is_folder(text))
		return options_error("--allow-includes: '%s' is no folder", text);
	vec_push(options->arena, &options->allowed, text);
	options->run.allowed = options->allowed.data;
	options->run.allowed_count = options->allowed.count;
	return 0;
}

/* "13.0" as 13000. */
static int read_cuda_version(struct check_options *options, const char *text)
{
	char *end;
	errno = 0;
	unsigned long major = strtoul(text, &end, 10), minor = 0;
	bool valid = text[0] >= '0' && text[0] <= '9' && major >= 5 && major < 100;
	if (valid && *end == '.' && end[1] >= '0' && end[1] <= '9')
		minor = strtoul(end + 1, &end, 10);
	if (!valid || *end || minor > 99)
		return options_error("--cuda-version: '%s' is not a version such as 13.0", text);
	options->run.cuda_version = (int)(major * 1000 + minor * 10);
	return 0;
}

/* --launch and --param. */
static int read_launch(struct check_options *options, const char *text)
{
	struct launch_hint hint;
	const char *problem;
	if (!launch_hint_read(options->arena, text, &hint, &problem))
		return options_error("--launch: '%s' %s", text, problem);
	hint.source = LAUNCH_COMMAND_LINE;
	vec_push(options->arena, &options->hints.launches, hint);
	return 0;
}

static int read_param(struct check_options *options, const char *text)
{
	struct param_hint hint;
	const char *problem;
	if (!param_hint_read(options->arena, text, &hint, &problem))
		return options_error("--param: '%s' %s", text, problem);
	vec_push(options->arena, &options->hints.params, hint);
	return 0;
}

static int read_number(unsigned *out, const char *option, const char *text, int64_t max)
{
	int64_t value;
	int status = options_number(&value, option, text, 1, max);
	if (status == 0)
		*out = (unsigned)value;
	return status;
}

/* ---- the table at work ----------------------------------------------------------------------- */

static int read_target_option(struct check_options *options, int key, char *argument)
{
	switch (key) {
	case KEY_ARCH: return read_archs(options, argument);
	case KEY_CHIP: return read_chip(options, argument);
	case KEY_CUDA_PATH: options->run.cuda_path = argument; return 0;
	case KEY_TORCH: return read_torch(options, argument);
	case KEY_CUDA_VERSION: return read_cuda_version(options, argument);
	case KEY_LAUNCH: return read_launch(options, argument);
	case KEY_PARAM: return read_param(options, argument);
	default: return -1;
	}
}

static int read_result_option(struct check_options *options, int key, char *argument)
{
	int severity = 0, status;
	switch (key) {
	case 'f': return read_format(options, argument);
	case KEY_MIN_SEVERITY:
		status = read_severity("--min-severity", argument, false, &severity);
		options->min_severity = (enum severity)severity;
		return status;
	case KEY_FAIL_ON: return read_severity("--fail-on", argument, true, &options->fail_on);
	case KEY_FIX: return read_fix(options, argument);
	case KEY_UNSAFE_FIXES: options->unsafe_fixes = true; return 0;
	case KEY_STRICT_PARSE: options->run.strict_parse = true; return 0;
	case KEY_STATISTICS: options->statistics = true; return 0;
	case KEY_TIMING: options->run.timing = true; return 0;
	case KEY_COLOR: return paint_parse_when(&options->color, argument);
	case 'q': options->quiet = true; return 0;
	case 'v': options->verbose = true; return 0;
	default: return -1;
	}
}

/* "2/3" */
static int read_shard(struct check_options *options, const char *text)
{
	enum { MOST = 10000 };
	const char *slash = strchr(text, '/');
	int64_t shard = 0, shards = 0;
	if (!slash)
		return options_error("--shard: '%s' is not a part such as 2/3", text);
	const char *first = arena_strndup(options->arena, text, (size_t)(slash - text));
	int status = options_number(&shards, "--shard", slash + 1, 1, MOST);
	if (!status)
		status = options_number(&shard, "--shard", first, 1, shards);
	options->run.shard = (unsigned)shard;
	options->run.shards = (unsigned)shards;
	return status;
}

/* Lists add up when the option is repeated, as they do for --arch. */
static int read_rules(struct check_options *options, const char *option, const char *text, const char **list)
{
	if (!text[strspn(text, ", \t")])
		return options_error("%s: '%s' names no rule", option, text);
	*list = *list ? arena_printf(options->arena, "%s,%s", *list, text) : text;
	return 0;
}

static int read_narrowing_option(struct check_options *options, int key, char *argument)
{
	switch (key) {
	case KEY_BASELINE:
		options->baseline = argument;
		options->no_baseline = false;
		return *argument ? 0 : options_error("--baseline: '' names no file");
	case KEY_NO_BASELINE:
		options->baseline = NULL;
		options->no_baseline = true;
		return 0;
	case KEY_DIFF:
		options->diff = true;
		options->diff_revision = argument;
		return argument && !*argument ? options_error("--diff: '' is no revision") : 0;
	case KEY_DIFF_FILE:
		options->diff_file = argument;
		return *argument ? 0 : options_error("--diff-file: '' names no file");
	default: return -1;
	}
}

static int read_other_option(struct check_options *options, int key, char *argument)
{
	switch (key) {
	case 'p': options->run.build_dir = argument; return 0;
	case KEY_CONFIG:
		options->run.config_path = argument;
		options->run.no_config = false;
		return *argument ? 0 : options_error("--config: '' names no file");
	case KEY_NO_CONFIG:
		options->run.config_path = NULL;
		options->run.no_config = true;
		return 0;
	case KEY_EXTRA_ARG: vec_push(options->arena, &options->extra_args, argument); return 0;
	case KEY_STDIN_FILENAME: options->run.stdin_name = argument; return 0;
	case KEY_SELECT: return read_rules(options, "--select", argument, &options->run.select);
	case KEY_IGNORE: return read_rules(options, "--ignore", argument, &options->run.ignore);
	case KEY_EXTEND_SELECT:
		return read_rules(options, "--extend-select", argument, &options->run.extend_select);
	case KEY_PREVIEW: options->run.preview = true; return 0;
	case 'j': return read_number(&options->run.jobs, "--jobs", argument, 4096);
	case KEY_TIMEOUT: return read_number(&options->run.timeout_s, "--timeout", argument, 86400);
	case KEY_MAX_MEMORY:
		return read_number(&options->run.max_memory_mb, "--max-memory", argument, 1 << 24);
	case KEY_SANDBOX: return read_sandbox(options, argument);
	case KEY_ALLOW_INCLUDES: return read_allowed(options, argument);
	case KEY_NO_CACHE: options->run.use_cache = false; return 0;
	case KEY_CACHE_DIR: options->run.cache_dir = argument; return 0;
	case KEY_SHARD: return read_shard(options, argument);
	case KEY_STORE: options->run.store_path = argument; return 0;
	case ARGP_KEY_ARG:
		if (!*argument)
			return options_error("'' names no file");
		if (strcmp(argument, "-") == 0 && options->reads_stdin)
			return 0;
		options->reads_stdin |= strcmp(argument, "-") == 0;
		vec_push(options->arena, &options->paths, argument);
		return 0;
	default: return -1;
	}
}

int check_options_set(struct check_options *options, int key, char *argument)
{
	int status = read_target_option(options, key, argument);
	if (status < 0)
		status = read_result_option(options, key, argument);
	if (status < 0)
		status = read_narrowing_option(options, key, argument);
	return status < 0 ? read_other_option(options, key, argument) : status;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
	struct check_options *options = state->input;
	if (key == 'h') {
		argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
		return 0;
	}
	int status = check_options_set(options, key, argument);
	return status < 0 ? ARGP_ERR_UNKNOWN : status ? EINVAL : 0;
}

const struct argp_option *check_options_table(void)
{
	return table;
}

int check_options_own(int argc, char **argv)
{
	int own = 1;
	while (own < argc && strcmp(argv[own], "--") != 0)
		own++;
	return own;
}

/* --fix=diff is a format, too, and has standard output for itself. */
static int add_diff(struct check_options *options)
{
	for (size_t i = 0; i < options->outputs.count; i++) {
		const struct check_output *output = &options->outputs.data[i];
		if (!output->path && output->format == FORMAT_DIFF)
			return 0;
		if (!output->path)
			return options_error(
				"--fix=diff writes to standard output; give -f a file: -f FORMAT=FILE");
	}
	vec_push(options->arena, &options->outputs, (struct check_output){FORMAT_DIFF, NULL});
	return 0;
}

static bool is_same_file(const char *a, const char *b)
{
	struct stat one, other;
	if (stat(a, &one))
		return strcmp(a, b) == 0;
	return S_ISREG(one.st_mode) && stat(b, &other) == 0 && one.st_dev == other.st_dev &&
	       one.st_ino == other.st_ino;
}

/* Each format has a file of its own, and none that is to be looked at. */
static int check_outputs(const struct check_options *options)
{
	for (size_t i = 0; i < options->outputs.count; i++) {
		const char *path = options->outputs.data[i].path;
		for (size_t k = 0; path && k < i; k++)
			if (options->outputs.data[k].path &&
				is_same_file(path, options->outputs.data[k].path))
				return options_error("--format: two formats go to '%s'", path);
		for (size_t k = 0; path && k < options->paths.count; k++)
			if (is_same_file(path, options->paths.data[k]))
				return options_error("--format: '%s' is among the files to look at: it would "
						     "be overwritten",
					path);
	}
	return 0;
}

int check_options_finish(struct check_options *options, int own, int argc, char **argv)
{
	if ((options->fix_diff && add_diff(options)) || check_outputs(options))
		return OPTIONS_USAGE;
	if (options->run.stdin_name && !options->reads_stdin)
		return options_error("--stdin-filename needs '-' among the paths");
	if (options->diff && options->diff_file)
		return options_error("--diff and --diff-file exclude each other");
	if ((options->diff || options->diff_file) && options->run.shards)
		return options_error("--shard goes with all files: 'cudalint merge' takes --diff");
	if (options->reads_stdin && options->diff_file && strcmp(options->diff_file, "-") == 0)
		return options_error("standard input can't be both the patch and a source file");
	if (options->reads_stdin && !options->run.stdin_name)
		options->run.stdin_name = "<stdin>";
	for (int i = own + 1; i < argc; i++)
		vec_push(options->arena, &options->flags, argv[i]);
	struct run_options *run = &options->run;
	if (run->shards && !run->store_path && !run->use_cache)
		return options_error("--shard with --no-cache needs --store=FILE for its results");
	if (run->store_path && !run->shards)
		run->shard = run->shards = 1;
	run->paths = options->paths.data;
	run->path_count = options->paths.count;
	run->flags = options->flags.data;
	run->flag_count = options->flags.count;
	run->extra_args = options->extra_args.data;
	run->extra_arg_count = options->extra_args.count;
	run->archs = options->archs.data;
	run->arch_count = options->archs.count;
	run->hints = &options->hints;
	return 0;
}

void check_options_init(struct check_options *out)
{
	enum { DEFAULT_TIMEOUT = 60 };
	out->fail_on = SEVERITY_WARNING;
	out->run.use_cache = true;
	out->run.timeout_s = DEFAULT_TIMEOUT;
}

int check_options_read(struct check_options *out, const char *name, int argc, char **argv)
{
	static const struct argp argp = {table, parse, "[PATH...] [-- FLAG...]", doc, NULL, NULL, NULL};
	check_options_init(out);
	int own = check_options_own(argc, argv);
	int status = options_parse(&argp, name, own, argv, out);
	return status ? status : check_options_finish(out, own, argc, argv);
}
