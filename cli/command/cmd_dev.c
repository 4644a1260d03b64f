/* `cudalint dev ir FILE` and `cudalint dev trace FILE`: what the front end made of a file, and what the
 * abstract GPU sees in its kernels, for people who work on rules. Both take the options of check and parse in
 * this process, for the highest architecture. */
#include "analyzer/engine/hints.h"
#include "analyzer/host/host.h"
#include "analyzer/host/order/order.h"
#include "analyzer/ir/print.h"
#include "analyzer/run/confine.h"
#include "analyzer/run/plan.h"
#include "analyzer/simt/trace.h"
#include "cli/cli.h"
#include "cli/command/check_options.h"
#include "cli/options.h"
#include "cli/surface/surface.h"
#include "cli/text.h"
#include "rules/registry.h"

#include <string.h>

static int failure(const char *text)
{
	fputs("cudalint: ", stderr);
	text_write(stderr, text);
	fputc('\n', stderr);
	return STATUS_USAGE;
}

static void print_errors(const struct unit *unit)
{
	for (size_t i = 0; i < unit->errors.count; i++) {
		const struct unit_error *error = &unit->errors.data[i];
		const char *path = error->place.file < unit->module->files.count
					   ? unit->module->files.data[error->place.file].path
					   : "?";
		fprintf(stderr, "%s:%u:%u: ", path, error->place.line, error->place.column);
		text_write(stderr, error->message);
		fputc('\n', stderr);
	}
}

enum view { VIEW_IR, VIEW_TRACE, VIEW_HOST };

static void print_host(struct arena *arena, const struct unit *unit, const struct target *target)
{
	const struct host_options options = {target->per_thread_default_stream, target->cuda_version};
	struct host_traces traces =
		host_walk(arena, unit->module, ir_query_new(arena, unit->module), &options);
	for (size_t i = 0; i < traces.count; i++) {
		host_order_new(traces.data[i]);
		host_print(traces.data[i], stdout);
	}
}

static int print_view(struct arena *arena, const struct check_options *options, enum view view)
{
	struct run_report report = {0};
	struct plan plan = {.arena = arena, .options = &options->run, .report = &report};
	if (plan_make(&plan, rules_registry))
		return failure(report.fatal);
	if (confine_to_plan(&plan))
		return failure(report.fatal);
	for (size_t i = 0; i < plan.inputs.count; i++) {
		struct run_unit_input *input = &plan.units[i];
		struct unit *unit;
		char *error;
		if (run_parse(arena, input, &unit, &error))
			return failure(error);
		print_errors(unit);
		if (view == VIEW_IR)
			ir_print_module(stdout, unit->module);
		else if (view == VIEW_HOST)
			print_host(arena, unit, &input->target);
		else
			simt_trace_module(
				stdout, arena, unit->module, hints_gather(arena, unit, input->hints));
		unit_close(unit);
	}
	return STATUS_OK;
}

static int dev_view(int argc, char **argv, enum view view)
{
	struct arena *arena = arena_new();
	struct check_options options = {.arena = arena};
	static const char *const views[] = {"cudalint dev ir", "cudalint dev trace", "cudalint dev host"};
	const char *command = views[view];
	int status = check_options_read(&options, command, argc, argv);
	if (status == 0 && (options.paths.count == 0 || options.reads_stdin))
		status = options_error("%s takes the file to show", command + strlen("cudalint "));
	if (status == 0)
		status = print_view(arena, &options, view);
	arena_free(arena);
	return status;
}

/* `dev man` and `dev completions SHELL`: what the build installs. */
static int dev_write(int argc, char **argv)
{
	static const struct {
		const char *shell;
		void (*write)(FILE *stream);
	} shells[] = {{"bash", completions_bash_write}, {"zsh", completions_zsh_write},
		{"fish", completions_fish_write}};
	if (!strcmp(argv[0], "man") && argc == 1) {
		man_page_write(stdout);
		return STATUS_OK;
	}
	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++) {
		if (argc != 2 || strcmp(argv[1], shells[i].shell) != 0)
			continue;
		shells[i].write(stdout);
		return STATUS_OK;
	}
	return options_error("dev man takes nothing, dev completions one of bash, zsh, fish");
}

int cmd_dev(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "ir") == 0)
		return dev_view(argc - 1, argv + 1, VIEW_IR);
	if (argc > 1 && strcmp(argv[1], "trace") == 0)
		return dev_view(argc - 1, argv + 1, VIEW_TRACE);
	if (argc > 1 && strcmp(argv[1], "host") == 0)
		return dev_view(argc - 1, argv + 1, VIEW_HOST);
	if (argc > 1 && (strcmp(argv[1], "man") == 0 || strcmp(argv[1], "completions") == 0))
		return dev_write(argc - 1, argv + 1);
	if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
		puts("Usage: cudalint dev ir FILE [OPTION...] [-- FLAG...]\n"
		     "       cudalint dev trace FILE [OPTION...] [-- FLAG...]\n"
		     "       cudalint dev host FILE [OPTION...] [-- FLAG...]\n\n"
		     "Shows what the analyzer sees in a file, as text. ir: functions, variables, launches. "
		     "trace: what the\n"
		     "abstract GPU does in each kernel, event by event. host: streams, events and memory, "
		     "operation by\noperation. Takes the options of check.\n\n"
		     "dev man and dev completions bash|zsh|fish write what is installed beside the program.");
		return STATUS_OK;
	}
	return options_error("dev what? 'cudalint dev ir FILE' shows what the front end saw, 'dev trace' the "
			     "abstract GPU");
}
