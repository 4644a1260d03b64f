/* The commands of `cudalint`, and what they share. */
#ifndef CUDALINT_CLI_CLI_H
#define CUDALINT_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>

/* Exit statuses: part of the contract with scripts. */
enum {
	STATUS_OK = 0,
	STATUS_FINDINGS = 1,
	STATUS_USAGE = 2, /* usage, configuration, or reading and writing */
	STATUS_INTERNAL = 3
};

/* A command gets its own name as argv[0] and returns the exit status. It reads its options with
 * options_parse() before it does anything else: that is how the man page and completions get to know them
 * (see surface.h). */
struct command {
	const char *name;
	const char *summary; /* one line for `help`; NULL: not available in this version */
	int (*run)(int argc, char **argv);
};

extern const struct command commands[]; /* ends with an empty one */

const struct command *command_find(const char *name);

int cmd_baseline(int argc, char **argv);
int cmd_cache(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_config(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_history(int argc, char **argv);
int cmd_lsp(int argc, char **argv);
int cmd_merge(int argc, char **argv);
int cmd_predict(int argc, char **argv);
int cmd_prove(int argc, char **argv);
int cmd_rules(int argc, char **argv);
int cmd_dev(int argc, char **argv);
int cmd_version(int argc, char **argv);
int cmd_help(int argc, char **argv);

/* Flushes standard output. Returns `status`, or 2 after one line on stderr when something could not be
 * written. That the reader of a pipe has gone away is no error. */
int cli_finish(int status);

/* Whether nobody reads standard output any more, as behind `| head`: then there is nobody to sum up for,
 * either. */
bool cli_is_reader_gone(void);

/* The overview of all commands, on stdout or (after a usage error) on stderr. */
void cmd_help_overview(bool to_stderr);

#endif
