/* `cudalint`: finds the command and runs it. `cudalint PATH` is short for `cudalint check PATH`. */
#include "analyzer/base/suggest.h"
#include "cli/cli.h"
#include "cli/command/cmd_model.h"
#include "cli/options.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct command commands[] = {
	{"check", "Lint files and folders", cmd_check},
	{"predict", "Show what a profiler would count, per kernel and line", cmd_predict},
	{"prove", "Prove kernels right for every size, or show sizes that break them", cmd_prove},
	{"explain", "Show what a rule is about: why, bad, good, fix", cmd_explain},
	{"rules", "List all rules", cmd_rules},
	{"model", "Show the hardware tables; compute occupancy", cmd_model},
	{"config", "Show and check what is configured", cmd_config},
	{"baseline", "Accept present findings, so that only new ones are reported", cmd_baseline},
	{"merge", "Join the results of a run in parts", cmd_merge},
	{"history", "Show what was found over time", cmd_history},
	{"cache", "Show or empty what is kept between runs", cmd_cache},
	{"lsp", "Run the language server, for editors", cmd_lsp},
	{"dev", "Show what the analyzer sees in a file", cmd_dev},
	{"version", "Show the version", cmd_version},
	{"help", "Show help, also on one command", cmd_help},
	{NULL, NULL, NULL},
};

const struct command *command_find(const char *name)
{
	for (const struct command *command = commands; command->name; command++) {
		if (strcmp(command->name, name) == 0)
			return command;
	}
	return NULL;
}

/* Descriptors 0 to 2 have to exist, or the next file opened would become one of them. What stands in for a
 * closed stdin can't be read and for a closed stdout can't be written, so that their use is an error as it
 * should be. */
static void open_standard_streams(void)
{
	for (int fd = 0; fd <= 2; fd++) {
		if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF)
			continue;
		if (open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
			_exit(STATUS_USAGE);
	}
}

static int unknown_command(const char *word)
{
	const char *names[32];
	size_t count = 0;
	for (const struct command *command = commands; command->name; command++) {
		if (command->run)
			names[count++] = command->name;
	}
	const char *nearest = suggest_nearest(word, names, count);
	if (nearest)
		return options_error(
			"'%s' is neither a command nor a file (did you mean '%s'?)", word, nearest);
	return options_error(
		"'%s' is neither a command nor a file ('cudalint help' lists the commands)", word);
}

/* A word that can't be a mistyped command: it exists, or looks like a path, or is an option or stdin. */
static bool is_path(const char *word)
{
	return word[0] == '-' || strpbrk(word, "./") || access(word, F_OK) == 0;
}

static int dispatch(int argc, char **argv)
{
	if (argc < 2) {
		cmd_help_overview(true);
		return STATUS_USAGE;
	}
	const char *word = argv[1];
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
		return cmd_help(1, argv);
	if (strcmp(word, "--version") == 0)
		return cmd_version(1, argv);
	const struct command *command = command_find(word);
	if (command && !command->run)
		return options_error("'%s' is not available in this version", word);
	if (command)
		return command->run(argc - 1, argv + 1);
	return is_path(word) ? cmd_check(argc, argv) : unknown_command(word);
}

int main(int argc, char **argv)
{
	open_standard_streams();
	signal(SIGCHLD, SIG_DFL); /* ignored, as some parents leave it, no child could be waited for */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* a file that may not grow further is an error like others */
	setenv("ARGP_HELP_FMT", "no-dup-args-note,opt-doc-col=32,rmargin=100", 0);
	return cli_finish(dispatch(argc, argv));
}
