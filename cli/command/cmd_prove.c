/* `cudalint prove FILE...`: per kernel and property, whether it holds for every size. Parses in this process,
 * for one architecture; the solver is a process of its own, which is started before anything else. */
#include "analyzer/engine/hints.h"
#include "analyzer/proof/prove.h"
#include "analyzer/run/confine.h"
#include "analyzer/run/plan.h"
#include "analyzer/run/told.h"
#include "analyzer/simt/launch/promise.h"
#include "cli/cli.h"
#include "cli/command/check_options.h"
#include "cli/options.h"
#include "cli/out/prove.h"
#include "cli/text.h"
#include "rules/registry.h"

#include <errno.h>
#include <string.h>

enum prove_key { KEY_KERNEL = KEY_OTHER, KEY_ASSUME, KEY_STEPS, KEY_BUDGET, KEY_NO_SOLVER };

/* In millions of steps, of which 3 take about a second. */
enum { STEPS = 3, BUDGET = 60, MOST_STEPS = 100000, MILLION = 1000000 };

struct prove {
	struct check_options check; /* what prove shares with check */
	bool json, no_solver;
	const char *kernel; /* --kernel; NULL: all */
	int64_t steps, budget;
	VEC(const char *) assumes;
	struct solver *solver;
	struct buffer stdin_text;
	struct prove_out out;
};

static const struct argp_option table[] = {
	{NULL, 0, NULL, 0, "What to look at", 1},
	{"kernel", KEY_KERNEL, "NAME", 0, "Only this kernel", 1},
	{NULL, 'p', "DIR", 0, "Folder with the compile_commands.json (default: searched upward)", 1},
	{"extra-arg", KEY_EXTRA_ARG, "FLAG", 0, "One more compiler flag", 1},
	{"stdin-filename", KEY_STDIN_FILENAME, "NAME", 0, "Name of what '-' reads from standard input", 1},
	{"cuda-path", KEY_CUDA_PATH, "DIR|none", 0,
		"Toolkit; none: bundled declarations only (default: searched)", 1},
	{"cuda-version", KEY_CUDA_VERSION, "X.Y", 0, "Toolkit version to assume where none is found", 1},
	{"config", KEY_CONFIG, "FILE", 0, "Settings (default: the .cudalint.yml nearest to the file)", 1},
	{"no-config", KEY_NO_CONFIG, NULL, 0, "Take no .cudalint.yml into account", 1},
	{NULL, 0, NULL, 0, "Facts", 2},
	{"assume", KEY_ASSUME, "[KERNEL:]CONDITION", 0,
		"What holds of a kernel's parameters and launch, as 'n % 32 == 0'; repeatable", 2},
	{"launch", KEY_LAUNCH, "KERNEL=GRID:BLOCK[:SMEM]", 0,
		"Launch to take for a kernel, as transpose=64x64:32x8; repeatable", 2},
	{"param", KEY_PARAM, "KERNEL.NAME=VALUE", 0, "Value of a kernel's integer parameter; repeatable", 2},
	{"arch", KEY_ARCH, "ARCH", 0, "Architecture, as sm_90 (default: the build's newest, else sm_90)", 2},
	{NULL, 0, NULL, 0, "Budget", 3},
	{"steps", KEY_STEPS, "MILLIONS", 0,
		"Steps of the solver for one question (default: 3, which take about a second)", 3},
	{"budget", KEY_BUDGET, "MILLIONS", 0, "Steps for one property of one kernel (default: 60)", 3},
	{"no-solver", KEY_NO_SOLVER, NULL, OPTION_HIDDEN, "Answer only what takes no solver", 3},
	{NULL, 0, NULL, 0, "Result", 4},
	{"format", 'f', "FORMAT", 0, "text (default) or json", 4},
	{"color", KEY_COLOR, "WHEN", 0, "auto (default), always or never; NO_COLOR is honoured", 4},
	{"verbose", 'v', NULL, 0, "Also the facts that answers rest on, questions and times", 4},
	{NULL, 0, NULL, 0, "Work", 5},
	CHECK_RIGHTS_ROWS(5),
	{"help", 'h', NULL, 0, "Show this help", 6},
	{0},
};

static const char doc[] =
	"Answers for each kernel of a file, for every size: are there data races, does an access pass its "
	"array, do all threads of a block come to each barrier, can an index overflow. Proven: for no "
	"numbers at all, under the facts that -v lists. Refuted: with numbers to try. Undecided: with the "
	"reason, and the fact that would decide it.\vExit status: 0, 1 when something is refuted, 2 for "
	"wrong usage and files that can't be read.";

static int read_format(struct prove *prove, const char *text)
{
	prove->json = strcmp(text, "json") == 0;
	if (!prove->json && strcmp(text, "text") != 0)
		return options_error("--format: unknown value '%s' (one of text, json)", text);
	return 0;
}

static int read_key(struct prove *prove, int key, char *argument)
{
	switch (key) {
	case 'f': return read_format(prove, argument);
	case KEY_KERNEL: prove->kernel = argument; return 0;
	case KEY_ASSUME: vec_push(prove->check.arena, &prove->assumes, argument); return 0;
	case KEY_STEPS: return options_number(&prove->steps, "--steps", argument, 1, MOST_STEPS);
	case KEY_BUDGET: return options_number(&prove->budget, "--budget", argument, 1, MOST_STEPS);
	case KEY_NO_SOLVER: prove->no_solver = true; return 0;
	default: return check_options_set(&prove->check, key, argument);
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

static int read_options(struct prove *prove, int argc, char **argv)
{
	static const struct argp argp = {table, parse, "FILE...|- [-- FLAG...]", doc, NULL, NULL, NULL};
	struct check_options *check = &prove->check;
	int own = check_options_own(argc, argv);
	int status = options_parse(&argp, "cudalint prove", own, argv, prove);
	if (status == 0 && check->paths.count == 0)
		status = options_error("prove takes the files to look at");
	if (status == 0 && check->archs.count > 1)
		status = options_error("--arch: prove takes one architecture");
	return status ? status : check_options_finish(check, own, argc, argv);
}

static int failure(const char *text)
{
	fputs("cudalint: ", stderr);
	text_write(stderr, text);
	fputc('\n', stderr);
	return STATUS_USAGE;
}

/* Those of comments and the configuration, then those of the command line. */
static void add_assumes(struct prove *prove, struct proof_options *options)
{
	struct arena *arena = prove->check.arena;
	for (size_t i = 0; i < options->hints->promises.count; i++)
		vec_push(arena, &options->promises, options->hints->promises.data[i]);
	for (size_t i = 0; i < prove->assumes.count; i++) {
		struct launch_promise promise;
		launch_promise_read(arena, prove->assumes.data[i], "--assume", &promise);
		vec_push(arena, &options->promises, promise);
	}
}

/* A kernel or a promise that names nothing would be an answer to another question. */
static int check_names(
	const struct prove *prove, const struct unit *unit, const struct proof_options *options)
{
	line_list names = {0}, lines = {0};
	hints_names(prove->check.arena, unit->module, &names);
	hints_report_unknown(prove->check.arena, prove->check.run.hints,
		(struct hint_origin){"--launch", "--param"}, &names, &lines);
	proof_promises_check(prove->check.arena, unit->module, options, &lines);
	for (size_t i = 0; i < lines.count; i++)
		failure(lines.data[i]);
	return lines.count ? STATUS_USAGE : STATUS_OK;
}

static int prove_file(struct prove *prove, struct run_unit_input *input)
{
	struct arena *arena = prove->check.arena;
	struct unit *unit;
	char *error;
	if (run_parse(arena, input, &unit, &error))
		return failure(error);
	if (unit->error_count)
		fprintf(stderr, "cudalint: warning: %s: %zu parse error%s; 'cudalint check' shows them\n",
			input->parse.path, unit->error_count, unit->error_count == 1 ? "" : "s");
	struct proof_options options = {.hints = hints_gather(arena, unit, input->hints),
		.elsewhere = input->given ? &input->given->uses : NULL,
		.steps = (uint64_t)prove->steps * MILLION,
		.budget = (uint64_t)prove->budget * MILLION};
	add_assumes(prove, &options);
	int status = check_names(prove, unit, &options);
	proof_kernels kernels = {0};
	if (status == STATUS_OK)
		proof_module(arena, unit->module, prove->kernel, &options, prove->solver, &kernels);
	prove_out_add(&prove->out, unit->module, &kernels);
	unit_close(unit);
	return status;
}

static int run(struct prove *prove, int argc, char **argv)
{
	int status = read_options(prove, argc, argv);
	if (status)
		return status;
	if (prove->check.reads_stdin)
		status = check_options_stdin(&prove->check, &prove->stdin_text);
	if (status)
		return status;
	const char *why;
	prove->solver = prove->no_solver ? NULL : solver_start(&why);
	if (!prove->solver && !prove->no_solver)
		failure(arena_printf(
			prove->check.arena, "warning: %s: only what takes no solver is answered", why));
	struct run_report report = {0};
	struct plan plan = {.arena = prove->check.arena, .options = &prove->check.run, .report = &report};
	if (plan_make(&plan, rules_registry))
		return failure(report.fatal);
	for (size_t i = 0; i < report.warnings.count; i++)
		failure(arena_printf(prove->check.arena, "warning: %s", report.warnings.data[i]));
	if (told_fill(&plan) || confine_to_plan(&plan))
		return failure(report.fatal);
	prove->out = (struct prove_out){.stream = stdout,
		.paint = paint_for(stdout, prove->check.color),
		.arena = prove->check.arena,
		.solver = prove->solver,
		.verbose = prove->check.verbose};
	for (size_t i = 0; i < plan.inputs.count && status == STATUS_OK; i++)
		status = prove_file(prove, &plan.units[i]);
	if (status)
		return status;
	if (prove->kernel && !prove->out.kernels.count)
		return options_error("--kernel: no kernel '%s' here", prove->kernel);
	if (prove->json)
		prove_json(&prove->out);
	else
		prove_text(&prove->out);
	return prove_out_is_refuted(&prove->out) ? STATUS_FINDINGS : STATUS_OK;
}

int cmd_prove(int argc, char **argv)
{
	struct prove prove = {.check = {.arena = arena_new()}, .steps = STEPS, .budget = BUDGET};
	int status = run(&prove, argc, argv);
	solver_stop(prove.solver);
	buffer_free(&prove.stdin_text);
	arena_free(prove.check.arena);
	return status;
}
