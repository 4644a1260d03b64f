/* `cudalint help [COMMAND]`: the overview, or what `COMMAND --help` prints. */
#include "analyzer/base/suggest.h"
#include "cli/cli.h"
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

void cmd_help_overview(bool to_stderr)
{
	FILE *stream = to_stderr ? stderr : stdout;
	fputs("Static analyzer for CUDA C++\n\n"
	      "Usage: cudalint COMMAND [ARGUMENT...]\n"
	      "       cudalint PATH...           the same as cudalint check PATH...\n\n"
	      "Commands:\n",
		stream);
	for (const struct command *command = commands; command->name; command++) {
		if (command->run)
			fprintf(stream, "  %-9s  %s\n", command->name, command->summary);
	}
	fputs("\n'cudalint help COMMAND' tells about one of them.\n", stream);
}

int cmd_help(int argc, char **argv)
{
	if (argc < 2) {
		cmd_help_overview(false);
		return STATUS_OK;
	}
	const struct command *command = command_find(argv[1]);
	if (command && !command->run)
		return options_error("'%s' is not available in this version", argv[1]);
	if (command && strcmp(command->name, "help") != 0 && strcmp(command->name, "version") != 0) {
		char help[] = "--help";
		char *arguments[] = {argv[1], help, NULL};
		return command->run(2, arguments);
	}
	if (command) {
		cmd_help_overview(false);
		return STATUS_OK;
	}
	const char *names[32];
	size_t count = 0;
	for (command = commands; command->name; command++)
		names[count++] = command->name;
	const char *nearest = suggest_nearest(argv[1], names, count);
	if (nearest)
		return options_error("there is no command '%s' (did you mean '%s'?)", argv[1], nearest);
	return options_error("there is no command '%s' ('cudalint help' lists them)", argv[1]);
}
