/* `cudalint predict FILE`: what Nsight Compute would count in the file's kernels, without running them.
 * Parses and executes in this process, for the architecture of one chip. */
#include "analyzer/engine/hints.h"
#include "analyzer/run/confine.h"
#include "analyzer/run/plan.h"
#include "analyzer/run/told.h"
#include "cli/cli.h"
#include "cli/command/check_options.h"
#include "cli/options.h"
#include "cli/out/predict.h"
#include "cli/text.h"
#include "rules/registry.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum predict_key { KEY_REGS = KEY_OTHER, KEY_MAXRREGCOUNT, KEY_SWEEP, KEY_NO_FORMULAS };

struct predict {
	struct check_options check; /* what predict shares with check */
	void (*print)(const struct predict_out *out);
	int64_t regs, most_regs; /* per thread; 0: not given */
	const char *sweep;       /* size that is swept over; NULL: none */
	int64_t from, to;
	bool no_formulas;
	struct buffer stdin_text;
	predict_list kernels;
};

static const struct argp_option table[] = {
	{NULL, 0, NULL, 0, "What to look at", 1},
	{NULL, 'p', "DIR", 0, "Folder with the compile_commands.json (default: searched upward)", 1},
	{"extra-arg", KEY_EXTRA_ARG, "FLAG", 0, "One more compiler flag", 1},
	{"stdin-filename", KEY_STDIN_FILENAME, "NAME", 0, "Name of what '-' reads from standard input", 1},
	{"cuda-path", KEY_CUDA_PATH, "DIR|none", 0,
		"Toolkit; none: bundled declarations only (default: searched)", 1},
	{"cuda-version", KEY_CUDA_VERSION, "X.Y", 0, "Toolkit version to assume where none is found", 1},
	{"config", KEY_CONFIG, "FILE", 0, "Settings (default: the .cudalint.yml nearest to the file)", 1},
	{"no-config", KEY_NO_CONFIG, NULL, 0, "Take no .cudalint.yml into account", 1},
	{NULL, 0, NULL, 0, "Launches", 2},
	{"launch", KEY_LAUNCH, "KERNEL=GRID:BLOCK[:SMEM]", 0,
		"Launch to assume for a kernel, as transpose=64x64:32x8; repeatable", 2},
	{"param", KEY_PARAM, "KERNEL.NAME=VALUE", 0,
		"Value of a kernel's integer parameter, for exact counts; repeatable", 2},
	{"regs", KEY_REGS, "N", 0, "Registers per thread, as -Xptxas -v prints them, for the occupancy", 2},
	{"maxrregcount", KEY_MAXRREGCOUNT, "N", 0, "Most registers per thread, as nvcc was told", 2},
	{"sweep", KEY_SWEEP, "NAME=FROM:TO", 0,
		"Counts and times for values of a size, as n=1e3:1e9; sizes that aren't known are as large",
		2},
	{"no-formulas", KEY_NO_FORMULAS, NULL, 0, "Leave out what holds for every size; takes less time", 2},
	{NULL, 0, NULL, 0, "Target", 3},
	{"arch", KEY_ARCH, "ARCH", 0, "Architecture, as sm_90 (default: the build's newest, else sm_90)", 3},
	{"chip", KEY_CHIP, "NAME", 0,
		"Chip that time is computed for; 'cudalint model' lists them (default: the architecture's)",
		3},
	{NULL, 0, NULL, 0, "Result", 4},
	{"format", 'f', "FORMAT", 0,
		"text (default), json or html; html is a page, with a picture of --sweep", 4},
	{"color", KEY_COLOR, "WHEN", 0, "auto (default), always or never; NO_COLOR is honoured", 4},
	{NULL, 0, NULL, 0, "Work", 5},
	CHECK_RIGHTS_ROWS(5),
	{"no-cache", KEY_NO_CACHE, NULL, 0, "Neither read nor write the cache", 5},
	{"cache-dir", KEY_CACHE_DIR, "DIR", 0, "Where the cache is", 5},
	{"help", 'h', NULL, 0, "Show this help", 6},
	{0},
};

static const char doc[] =
	"Shows what Nsight Compute would count in a file's kernels, without running them: sectors of global "
	"memory and wavefronts of shared memory per source line, occupancy, and the time of each launch. "
	"Counts are for the whole launch; those that can't be derived are left out. Where they follow from "
	"sizes, they are also shown as formulas.\vExit status: 0, or 2 "
	"for wrong usage and files that can't be read.";

static int read_format(struct predict *predict, const char *text)
{
	static const struct {
		const char *name;
		void (*print)(const struct predict_out *out);
	} formats[] = {{"text", predict_text}, {"json", predict_json}, {"html", predict_html}};
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		if (strcmp(text, formats[i].name) != 0)
			continue;
		predict->print = formats[i].print;
		return 0;
	}
	return options_error("--format: unknown value '%s' (one of text, json, html)", text);
}

/* "1e6" or "4096" */
static bool read_size(const char *text, char **end, int64_t *out)
{
	double value = strtod(text, end);
	if (*end == text || !(value >= 1) || value > 1e12)
		return false;
	*out = (int64_t)value;
	return true;
}

static int read_sweep(struct predict *predict, const char *text)
{
	const char *equals = strchr(text, '=');
	char *end;
	if (!equals || equals == text || !read_size(equals + 1, &end, &predict->from) || *end != ':' ||
		!read_size(end + 1, &end, &predict->to) || *end || predict->to < predict->from)
		return options_error("--sweep: '%s' is no range of a size, as n=1e3:1e9", text);
	predict->sweep = arena_strndup(predict->check.arena, text, (size_t)(equals - text));
	return 0;
}

static int read_key(struct predict *predict, int key, char *argument)
{
	enum { MOST_REGISTERS = 255 };
	switch (key) {
	case 'f': return read_format(predict, argument);
	case KEY_REGS: return options_number(&predict->regs, "--regs", argument, 1, MOST_REGISTERS);
	case KEY_MAXRREGCOUNT:
		return options_number(&predict->most_regs, "--maxrregcount", argument, 1, MOST_REGISTERS);
	case KEY_SWEEP: return read_sweep(predict, argument);
	case KEY_NO_FORMULAS: predict->no_formulas = true; return 0;
	default: return check_options_set(&predict->check, key, argument);
	}
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
	if (key == 'h') {
		options_help(state);
		return 0;
	}
	int status = read_key(state->input, key, argument);
	return status < 0 ? ARGP_ERR_UNKNOWN : status ? EINVAL : 0;
}

static int read_options(struct predict *predict, int argc, char **argv)
{
	static const struct argp argp = {table, parse, "FILE|- [-- FLAG...]", doc, NULL, NULL, NULL};
	struct check_options *check = &predict->check;
	check->run.use_cache = true;
	int own = check_options_own(argc, argv);
	int status = options_parse(&argp, "cudalint predict", own, argv, predict);
	if (status == 0 && check->paths.count != 1)
		status = options_error("predict takes exactly one file");
	if (status == 0 && check->archs.count > 1)
		status = options_error("--arch: predict takes one architecture");
	if (status == 0 && predict->sweep && predict->no_formulas)
		status = options_error("--sweep: rests on formulas, and --no-formulas leaves them out");
	return status ? status : check_options_finish(check, own, argc, argv);
}

static int failure(const char *text)
{
	fputs("cudalint: ", stderr);
	text_write(stderr, text);
	fputc('\n', stderr);
	return STATUS_USAGE;
}

/* The chip that was named, or that stands for the architecture. */
static const struct model_chip *choose_chip(const struct target *target)
{
	if (target->chip)
		return model_chip_find(target->chip);
	return model_chip_default(model_arch_nearest(target->archs[target->arch_count - 1]));
}

/* Says so when --launch or --param names nothing that the file has. */
static bool unknown_hints(const struct predict *predict, const struct unit *unit)
{
	line_list names = {0}, lines = {0};
	hints_names(predict->check.arena, unit->module, &names);
	hints_report_unknown(predict->check.arena, predict->check.run.hints,
		(struct hint_origin){"--launch", "--param"}, &names, &lines);
	for (size_t i = 0; i < lines.count; i++)
		failure(lines.data[i]);
	return lines.count > 0;
}

static bool is_swept(const struct predict *predict)
{
	for (size_t i = 0; i < predict->kernels.count; i++)
		if (predict->kernels.data[i]->sweep.count)
			return true;
	return false;
}

static int predict_file(struct predict *predict, struct run_unit_input *input)
{
	struct arena *arena = predict->check.arena;
	struct unit *unit;
	char *error;
	const struct model_chip *chip = choose_chip(&input->target);
	if (!predict->check.archs.count)
		input->parse.arch = chip->cc;
	if (run_parse(arena, input, &unit, &error))
		return failure(error);
	if (unit->error_count)
		fprintf(stderr, "cudalint: warning: %s: %zu parse error%s; 'cudalint check' shows them\n",
			input->parse.path, unit->error_count, unit->error_count == 1 ? "" : "s");
	if (unknown_hints(predict, unit)) {
		unit_close(unit);
		return STATUS_USAGE;
	}
	const struct predict_options options = {.hints = hints_gather(arena, unit, input->hints),
		.elsewhere = input->given ? &input->given->uses : NULL,
		.chip = chip,
		.formulas = !predict->no_formulas,
		.sweep = predict->sweep,
		.from = predict->from,
		.to = predict->to,
		.registers = (int)(predict->regs ? predict->regs : predict->most_regs)};
	predict_module(arena, unit->module, &options, &predict->kernels);
	if (predict->sweep && !is_swept(predict)) {
		unit_close(unit);
		return options_error("--sweep: no kernel here has a size '%s'", predict->sweep);
	}
	struct predict_out out = {.stream = stdout,
		.paint = paint_for(stdout, predict->check.color),
		.arena = arena,
		.sources = source_set_new(arena),
		.chip = chip,
		.kernels = &predict->kernels,
		.registers = options.registers,
		.sweep = predict->sweep};
	if (predict->check.reads_stdin)
		source_set_add(out.sources, predict->check.run.stdin_name, predict->stdin_text.data,
			predict->stdin_text.size);
	predict->print(&out);
	if (source_set_problem(out.sources))
		failure(arena_printf(arena, "warning: %s", source_set_problem(out.sources)));
	source_set_free(out.sources);
	unit_close(unit);
	return STATUS_OK;
}

static int run(struct predict *predict, int argc, char **argv)
{
	int status = read_options(predict, argc, argv);
	if (status)
		return status;
	if (predict->check.reads_stdin)
		status = check_options_stdin(&predict->check, &predict->stdin_text);
	if (status)
		return status;
	struct run_report report = {0};
	struct plan plan = {.arena = predict->check.arena, .options = &predict->check.run, .report = &report};
	if (plan_make(&plan, rules_registry))
		return failure(report.fatal);
	for (size_t i = 0; i < report.warnings.count; i++)
		failure(arena_printf(predict->check.arena, "warning: %s", report.warnings.data[i]));
	if (plan.inputs.count != 1)
		return options_error("predict takes exactly one file, and '%s' holds %zu",
			predict->check.paths.data[0], plan.inputs.count);
	if (told_fill(&plan) || confine_to_plan(&plan))
		return failure(report.fatal);
	return predict_file(predict, &plan.units[0]);
}

int cmd_predict(int argc, char **argv)
{
	struct predict predict = {.check = {.arena = arena_new()}, .print = predict_text};
	int status = run(&predict, argc, argv);
	buffer_free(&predict.stdin_text);
	arena_free(predict.check.arena);
	return status;
}
