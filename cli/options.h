/* Command-line options of every command: argp tables, but strict and with suggestions.
 *
 * argp takes unambiguous abbreviations, answers an unknown option with two lines and exits with 64. A command
 * that CI scripts call should take what is documented and nothing else, so argv is checked against the same
 * table first. */
#ifndef CUDALINT_CLI_OPTIONS_H
#define CUDALINT_CLI_OPTIONS_H

#include <argp.h>
#include <stdint.h>

#include "analyzer/base/format.h"

/* Exit status for anything wrong with the command line. */
#define OPTIONS_USAGE 2

/* The row that gives a command -h and --help; its table ends with this row and {0}. */
#define OPTIONS_HELP_ROW                                                                                     \
	{                                                                                                    \
		"help", 'h', NULL, 0, "Show this help", -1                                                   \
	}

/* Checks argv (argv[0] is the command's name) against a table that ends with {0}: options that are unknown or
 * abbreviated, values that are missing, values where none belongs. Understands `--name value`,
 * `--name=value`,
 * `-n value`, `-nvalue`, clusters of short options, optional values, aliases and `--`. Returns 0, or 2 after
 * one line on stderr. */
int options_check(const struct argp_option *table, int argc, char **argv);

/* options_check(), then argp_parse() with `name` ("cudalint model") in the help. `argp->options` must hold
 * OPTIONS_HELP_ROW; --help prints and exits with 0. A parser function that finds an error prints it with
 * options_error() and returns EINVAL. Returns 0 or 2. argv is left in its order. */
int options_parse(const struct argp *argp, const char *name, int argc, char **argv, void *input);

/* Prints the help of the options that are being parsed, and ends the program as a command ends it. */
void options_help(struct argp_state *state);

/* The words that may stand behind a command's name, as in `config show`. */
struct options_words {
	const char *command; /* "config" */
	const char *const *words;
	size_t count;
	const char *usage, *hint; /* what --help prints; what is said where there is no such word */
};

/* The index of the word in argv[1]. With `count` that is done what there was to do, and *status is what the
 * command returns: 0 after --help, 2 after one line on stderr. */
size_t options_word(const struct options_words *words, int argc, char **argv, int *status);

/* While a visitor is set, options_parse() reads nothing: it hands over the command's table and name and
 * returns 2, and options_error() is silent. So all tables can be had from the commands themselves. NULL:
 * none. */
struct options_visitor {
	void (*visit)(void *context, const char *name, const struct argp *argp);
	void *context;
};
void options_visit(const struct options_visitor *visitor);

/* Prints "cudalint: " and the message as one line on stderr. Returns 2. */
int options_error(const char *format, ...) FORMAT_PRINTF(1, 2);

/* Reads a whole decimal number from `min` (at least 0) to `max` into *out. Returns 0, or 2 after one line
 * that names `option`; *out is then untouched. */
int options_number(int64_t *out, const char *option, const char *text, int64_t min, int64_t max);

#endif
