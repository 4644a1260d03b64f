/* Every command with its options, as their own tables have them: what the man page and the completions of
 * shells are made from. */
#ifndef CUDALINT_CLI_SURFACE_H
#define CUDALINT_CLI_SURFACE_H

#include <argp.h>
#include <stdbool.h>
#include <stdio.h>

#include "analyzer/base/arena.h"
#include "analyzer/base/vec.h"

struct surface_command {
	const char *name;  /* "config" */
	const char *word;  /* "show"; NULL: the command as it is */
	const char *title; /* "cudalint config show" */
	const char *summary;
	const struct argp *argp; /* NULL: it takes no options */
};

typedef VEC(struct surface_command) surface_list;

/* What may stand for a value. */
enum surface_values {
	VALUES_NONE, /* something that can't be listed */
	VALUES_WORDS,
	VALUES_LIST,    /* some of the words, with commas between them */
	VALUES_FILES,   /* also for what is written FORMAT=FILE, behind "=" */
	VALUES_FOLDERS, /* and the words */
};

struct surface_value {
	enum surface_values kind;
	VEC(const char *) words;
};

/* Appends all commands that this version has, each followed by its words. */
void surface_collect(struct arena *arena, surface_list *out);

/* Whether a row of a table is an option to be shown; else it is a heading (name and key are none), hidden, or
 * help. */
bool surface_is_option(const struct argp_option *row);

/* Whether a row is a heading of the options below it. */
bool surface_is_heading(const struct argp_option *row);

/* The values that an option may have. */
struct surface_value surface_option_value(struct arena *arena, const struct argp_option *row);

/* The values of a command's operands. */
struct surface_value surface_operand_value(struct arena *arena, const struct surface_command *command);

/* A description of a command or an option for a menu: its first sentence or clause. */
const char *surface_short(struct arena *arena, const char *doc);

/* What is written from all this, to `stream`. */
void man_page_write(FILE *stream);
void completions_bash_write(FILE *stream);
void completions_zsh_write(FILE *stream);
void completions_fish_write(FILE *stream);

#endif
