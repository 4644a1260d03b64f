/* Strict reading of argv against an argp table: see options.h for why. */
#include "cli/options.h"
#include "analyzer/base/memory.h"
#include "analyzer/base/suggest.h"
#include "cli/cli.h"
#include "cli/foreign.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest table that suggestions are looked up in; `check` has some forty options. */
#define NAMES_MAX 128

static const struct options_visitor *visitor;

void options_visit(const struct options_visitor *new_visitor)
{
	visitor = new_visitor;
}

int options_error(const char *format, ...)
{
	if (visitor)
		return OPTIONS_USAGE;
	char message[1024]; /* a message repeats what was typed: it is cut, and stays one line */
	va_list args;
	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	for (char *p = message; *p; p++) {
		if (iscntrl((unsigned char)*p))
			*p = '?';
	}
	fprintf(stderr, "cudalint: %s\n", message);
	return OPTIONS_USAGE;
}

int options_number(int64_t *out, const char *option, const char *text, int64_t min, int64_t max)
{
	int64_t value = 0;
	bool valid = *text != '\0';
	for (const char *p = text; valid && *p; p++) {
		int digit = *p - '0';
		valid = digit >= 0 && digit <= 9 && value <= (INT64_MAX - digit) / 10;
		if (valid)
			value = 10 * value + digit;
	}
	if (!valid || value < min || value > max)
		return options_error(
			"%s: '%s' is not a number from %" PRId64 " to %" PRId64, option, text, min, max);
	*out = value;
	return 0;
}

static bool is_end(const struct argp_option *row)
{
	return !row->name && !row->key && !row->doc && !row->group;
}

/* Rows that only carry text for the help. */
static bool is_text(const struct argp_option *row)
{
	return (row->flags & OPTION_DOC) != 0 || (!row->name && !row->key);
}

/* The row whose argument an option takes: its own or, for an alias, that of the option it stands for. */
static const struct argp_option *target(const struct argp_option *table, const struct argp_option *row)
{
	while (row > table && (row->flags & OPTION_ALIAS) != 0)
		row--;
	return row;
}

static const struct argp_option *find_long(const struct argp_option *table, const char *name, size_t length)
{
	for (const struct argp_option *row = table; !is_end(row); row++) {
		if (!is_text(row) && row->name && strncmp(row->name, name, length) == 0 &&
			row->name[length] == '\0')
			return target(table, row);
	}
	return NULL;
}

static const struct argp_option *find_short(const struct argp_option *table, char key)
{
	for (const struct argp_option *row = table; !is_end(row); row++) {
		if (!is_text(row) && row->key == key)
			return target(table, row);
	}
	return NULL;
}

/* What to say of an option that another linter has, or a compiler; NULL: nothing. The table has to be one of
 * check's, which the advice is about. */
static const char *advice_for(
	const struct argp_option *table, const char *argument, const char *name, size_t length)
{
	static const char of_check[] = "fail-on";
	if (!find_long(table, of_check, strlen(of_check)))
		return NULL;
	return argument[1] == '-' ? foreign_option(name, length) : foreign_flag(argument);
}

static int unknown(const struct argp_option *table, const char *argument, const char *name, size_t length)
{
	const char *advice = advice_for(table, argument, name, length);
	if (advice)
		return options_error(
			"unknown option '%.*s': %s", (int)(name - argument) + (int)length, argument, advice);
	const char *names[NAMES_MAX];
	size_t count = 0;
	for (const struct argp_option *row = table; !is_end(row) && count < NAMES_MAX; row++) {
		if (!is_text(row) && row->name && (row->flags & OPTION_HIDDEN) == 0)
			names[count++] = row->name;
	}
	char word[NAMES_MAX];
	const char *nearest = NULL;
	if (length < sizeof(word)) {
		memcpy(word, name, length);
		word[length] = '\0';
		nearest = suggest_nearest(word, names, count);
	}
	int shown = (int)(name - argument) + (int)length;
	if (nearest)
		return options_error(
			"unknown option '%.*s' (did you mean '--%s'?)", shown, argument, nearest);
	return options_error("unknown option '%.*s'", shown, argument);
}

/* One argument that starts with "--". *next_taken tells whether the next one is its value. */
static int check_long(const struct argp_option *table, const char *argument, bool last, bool *next_taken)
{
	const char *name = argument + 2;
	size_t length = strcspn(name, "=");
	bool valued = name[length] == '=';
	const struct argp_option *row = find_long(table, name, length);
	if (!row)
		return unknown(table, argument, name, length);
	int shown = (int)length + 2;
	if (valued && !row->arg)
		return options_error("option '%.*s' takes no value", shown, argument);
	if (valued || !row->arg || (row->flags & OPTION_ARG_OPTIONAL) != 0)
		return 0;
	if (last)
		return options_error("option '%s' needs a value (%s=%s)", argument, argument, row->arg);
	*next_taken = true;
	return 0;
}

/* One argument that starts with a single "-": a cluster of short options, the last of which may have a value.
 */
static int check_short(const struct argp_option *table, const char *argument, bool last, bool *next_taken)
{
	for (const char *p = argument + 1; *p; p++) {
		const struct argp_option *row = find_short(table, *p);
		if (!row && p == argument + 1 && p[1])
			return unknown(table, argument, p, strcspn(p, "="));
		const char *advice = row || p > argument + 1 ? NULL : advice_for(table, argument, p, 1);
		if (!row && advice)
			return options_error("unknown option '-%c': %s", *p, advice);
		if (!row)
			return options_error("unknown option '-%c'", *p);
		if (!row->arg)
			continue;
		if (!p[1] && (row->flags & OPTION_ARG_OPTIONAL) == 0) {
			if (last)
				return options_error("option '-%c' needs a value (-%c %s)", *p, *p, row->arg);
			*next_taken = true;
		}
		return 0;
	}
	return 0;
}

int options_check(const struct argp_option *table, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *argument = argv[i];
		bool next_taken = false;
		int status = 0;
		if (argument[0] != '-' || argument[1] == '\0')
			continue;
		if (strcmp(argument, "--") == 0)
			break;
		if (argument[1] == '-')
			status = check_long(table, argument, i + 1 == argc, &next_taken);
		else
			status = check_short(table, argument, i + 1 == argc, &next_taken);
		if (status)
			return status;
		i += next_taken;
	}
	return 0;
}

int options_parse(const struct argp *argp, const char *name, int argc, char **argv, void *input)
{
	if (visitor) {
		visitor->visit(visitor->context, name, argp);
		return OPTIONS_USAGE;
	}
	int status = options_check(argp->options, argc, argv);
	if (status)
		return status;
	/* A copy: argp moves operands to the end, and takes the program's name from argv[0]. */
	size_t size = ((size_t)argc + 1) * sizeof(char *);
	char **copy = memory_array(1, size);
	char *copied_name = strdup(name);
	if (!copied_name)
		memory_is_gone();
	memcpy(copy, argv, size);
	copy[0] = copied_name;
	status = argp_parse(argp, argc, copy, ARGP_NO_HELP, NULL, input) ? OPTIONS_USAGE : 0;
	free(copied_name);
	free(copy);
	return status;
}

void options_help(struct argp_state *state)
{
	argp_state_help(state, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK);
	exit(cli_finish(STATUS_OK));
}

size_t options_word(const struct options_words *words, int argc, char **argv, int *status)
{
	for (size_t i = 0; argc > 1 && i < words->count; i++)
		if (strcmp(argv[1], words->words[i]) == 0)
			return i;
	if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
		puts(words->usage);
		*status = 0;
		return words->count;
	}
	const char *nearest = argc > 1 ? suggest_nearest(argv[1], words->words, words->count) : NULL;
	*status = nearest ? options_error("%s: unknown word '%s' (did you mean '%s'?)", words->command,
				    argv[1], nearest)
			  : options_error("%s what? %s", words->command, words->hint);
	return words->count;
}
