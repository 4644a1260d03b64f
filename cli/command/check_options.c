/* The options of `check`: what each sets. Their table is in check_table.c. */
#include "cli/command/check_options.h"
#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "analyzer/base/suggest.h"
#include "analyzer/config/config.h"
#include "analyzer/simt/launch/hint.h"
#include "cli/options.h"
#include "ide/text/lsp_edit.h"
#include "model/model.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Which of the words it is, into *out; where it is none, one line says so. */
static int read_word(const char *option, const char *text, const char *const *words, size_t count, int *out)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(text, words[i]) == 0) {
			*out = (int)i;
			return 0;
		}
	return unknown_value(option, text, words, count);
}

/* A severity; with `never` also that word, as one more than error. */
static int read_severity(const char *option, const char *text, bool never, int *out)
{
	static const char *const words[] = {"info", "warning", "error", "never"};
	return read_word(option, text, words, never ? 4 : 3, out);
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
		options->run.arch_suffixes =
			config_add_suffix(options->arena, options->run.arch_suffixes, word);
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
		"full", "concise", "json", "sarif", "github", "gitlab", "junit", "diff", "html", "markdown"};
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

/* It becomes the end of a comment of one line. */
static int read_reason(struct check_options *options, const char *text)
{
	options->ignore_reason = text ? text : LSP_REASON;
	if (text && (!text[strspn(text, " \t")] || strpbrk(text, "\r\n")))
		return options_error("--add-ignores: a reason is some text in one line");
	if (text && text[strlen(text) - 1] == '\\')
		return options_error("--add-ignores: '%s' would go on in the next line", text);
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
	int which = (int)options->run.sandbox;
	int status = read_word("--sandbox", text, names, sizeof names / sizeof *names, &which);
	options->run.sandbox = (enum run_sandbox)which;
	return status;
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
	case KEY_OUTPUT_FILE:
		options->output_file = argument;
		return *argument ? 0 : options_error("--output-file: '' names no file");
	case KEY_ADD_IGNORES: return read_reason(options, argument);
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
	case KEY_PROVE: options->prove = true; return 0;
	case KEY_ALLOW_EMPTY: options->allow_empty = true; return 0;
	case KEY_EXPLAIN: options->explain = argument; return 0;
	case KEY_WATCH: options->watch = true; return 0;
	case KEY_EXTRA_ARG: vec_push(options->arena, &options->extra_args, argument); return 0;
	case KEY_STDIN_FILENAME: options->run.stdin_name = argument; return 0;
	case KEY_SELECT: return read_rules(options, "--select", argument, &options->run.select);
	case KEY_IGNORE: return read_rules(options, "--ignore", argument, &options->run.ignore);
	case KEY_EXTEND_SELECT:
		return read_rules(options, "--extend-select", argument, &options->run.extend_select);
	case KEY_PREVIEW: options->run.preview = true; return 0;
	case KEY_NO_PREAMBLES: options->run.no_preambles = true; return 0;
	case KEY_ALL_PASSES: options->run.all_passes = true; return 0;
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
		options_help(state);
		return 0;
	}
	int status = check_options_set(options, key, argument);
	return status < 0 ? ARGP_ERR_UNKNOWN : status ? EINVAL : 0;
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

int check_options_outputs(const struct check_options *options)
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

/* What changes sources, or goes on for good, has no use for some others. */
static int check_actions(const struct check_options *options)
{
	bool is_fix = options->fix || options->fix_diff;
	if (options->ignore_reason && is_fix)
		return options_error("--add-ignores and --fix change the same lines: say one of them");
	if (options->ignore_reason && options->run.shards)
		return options_error("--add-ignores needs all files of a run at hand: not for parts");
	if (options->ignore_reason && options->reads_stdin)
		return options_error("--add-ignores writes into files: not for standard input");
	if (options->watch && (options->fix || options->ignore_reason))
		return options_error(
			"--watch changes no sources: not with %s", options->fix ? "--fix" : "--add-ignores");
	if (options->watch && options->reads_stdin)
		return options_error("--watch waits for files to change: not for standard input");
	if (options->watch && options->run.shards)
		return options_error("--watch and --shard exclude each other");
	return 0;
}

int check_options_finish(struct check_options *options, int own, int argc, char **argv)
{
	if ((options->fix_diff && add_diff(options)) || check_options_outputs(options) ||
		check_actions(options))
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
	out->fail_on = FAIL_ON_CONFIGURED;
	out->run.use_cache = true;
	out->run.timeout_s = DEFAULT_TIMEOUT;
}

int check_options_read(struct check_options *out, const char *name, int argc, char **argv)
{
	const struct argp argp = {
		check_options_table(), parse, "[PATH...] [-- FLAG...]", doc, NULL, NULL, NULL};
	check_options_init(out);
	int own = check_options_own(argc, argv);
	int status = options_parse(&argp, name, own, argv, out);
	return status ? status : check_options_finish(out, own, argc, argv);
}

int check_options_stdin(struct check_options *options, struct buffer *text)
{
	enum { LARGEST = 5 * 1000 * 1000 };
	int error = buffer_read_fd(text, STDIN_FILENO, LARGEST);
	if (error == EFBIG)
		return options_error("standard input is larger than 5 MB");
	if (error)
		return options_error("cannot read standard input: %s", strerror(error));
	buffer_add(text, "", 0);
	options->run.stdin_text = text->data;
	options->run.stdin_size = text->size;
	return 0;
}
