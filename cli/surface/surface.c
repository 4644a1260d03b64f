/* Asking the commands for their tables: each is called with nothing to do, and what it hands to
 * options_parse() is kept. */
#include "cli/surface/surface.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "model/model.h"
#include "rules/registry.h"

#include <ctype.h>
#include <string.h>

/* Words behind the name of a command, each with a table of its own. */
static const struct {
	const char *command;
	const char *words[8];
	bool stands_alone; /* the command has a table without a word, too */
} command_words[] = {
	{"baseline", {"create", "update", "prune"}, false},
	{"config", {"show", "check", "init", "schema"}, false},
	{"dev", {"ir", "trace", "host"}, false},
	{"model", {"occupancy"}, true},
};

/* ---- commands -------------------------------------------------------------------------------- */

struct keeping {
	struct arena *arena;
	struct surface_command *command;
};

/* Copies, as a command may put its table together when it is called. */
static void keep(void *context, const char *name, const struct argp *argp)
{
	const struct keeping *keeping = context;
	struct argp *copy = ARENA_NEW(keeping->arena, struct argp);
	VEC(struct argp_option) rows = {0};
	const struct argp_option *row = argp->options;
	for (; row->name || row->key || row->doc || row->group; row++)
		vec_push(keeping->arena, &rows, *row);
	vec_push(keeping->arena, &rows, (struct argp_option){0});
	*copy = *argp;
	copy->options = rows.data;
	keeping->command->title = arena_strdup(keeping->arena, name);
	keeping->command->argp = copy;
}

static void add(struct arena *arena, const struct command *command, const char *word, surface_list *out)
{
	struct surface_command found = {.name = command->name, .word = word, .summary = command->summary};
	struct keeping keeping = {arena, &found};
	const struct options_visitor visitor = {keep, &keeping};
	char *argv[] = {arena_strdup(arena, command->name), word ? arena_strdup(arena, word) : NULL, NULL};
	/* These take no options, and would do their work. */
	bool is_plain = !strcmp(command->name, "version") || !strcmp(command->name, "help");
	if (!is_plain) {
		options_visit(&visitor);
		command->run(word ? 2 : 1, argv);
		options_visit(NULL);
	}
	if (!found.title)
		found.title = arena_printf(arena, "cudalint %s", command->name);
	vec_push(arena, out, found);
}

void surface_collect(struct arena *arena, surface_list *out)
{
	for (const struct command *command = commands; command->name; command++) {
		const char *const *words = NULL;
		bool alone = true;
		for (size_t i = 0; i < sizeof command_words / sizeof *command_words; i++) {
			if (strcmp(command_words[i].command, command->name) != 0)
				continue;
			words = command_words[i].words;
			alone = command_words[i].stands_alone;
		}
		if (!command->run)
			continue;
		if (alone)
			add(arena, command, NULL, out);
		for (; words && *words; words++)
			add(arena, command, *words, out);
	}
}

/* ---- options --------------------------------------------------------------------------------- */

bool surface_is_option(const struct argp_option *row)
{
	return (row->name || row->key) && !(row->flags & (OPTION_HIDDEN | OPTION_DOC));
}

bool surface_is_heading(const struct argp_option *row)
{
	return !row->name && !row->key && row->doc;
}

static void add_words(struct arena *arena, struct surface_value *value, const char *const *words)
{
	for (; *words; words++)
		vec_push(arena, &value->words, *words);
}

static void add_rules(struct arena *arena, struct surface_value *value, bool with_sets)
{
	static const char *const sets[] = {"ALL", "recommended", "strict", NULL};
	if (with_sets)
		add_words(arena, value, sets);
	for (const struct rule *const *rule = rules_registry; *rule; rule++) {
		vec_push(arena, &value->words, (*rule)->code);
		vec_push(arena, &value->words, (*rule)->name);
	}
}

static void add_archs(struct arena *arena, struct surface_value *value)
{
	for (size_t i = 0; i < model_arch_count(); i++)
		vec_push(arena, &value->words, model_arch_at(i)->name);
}

static void add_chips(struct arena *arena, struct surface_value *value)
{
	for (size_t i = 0; i < model_chip_count(); i++)
		vec_push(arena, &value->words, model_chip_at(i)->name);
}

/* The words of a doc such as "text (default), md or json; repeatable": up to the semicolon, without what is
 * in brackets. */
static void add_doc_words(struct arena *arena, struct surface_value *value, const char *doc)
{
	for (const char *at = doc; *at && *at != ';';) {
		size_t length = 0;
		while (isalnum((unsigned char)at[length]) || at[length] == '-')
			length++;
		if (length && !(length == 2 && !strncmp(at, "or", 2)))
			vec_push(arena, &value->words, arena_strndup(arena, at, length));
		at += length;
		if (*at == '(')
			at += strcspn(at, ")");
		at += length == 0 && *at && *at != ';';
	}
}

static bool is(const char *text, const char *other)
{
	return text && strcmp(text, other) == 0;
}

struct surface_value surface_option_value(struct arena *arena, const struct argp_option *row)
{
	static const char *const none[] = {"none", NULL};
	static const char *const severities[] = {"error", "warning", "info", NULL};
	static const char *const never[] = {"never", NULL};
	struct surface_value value = {.kind = VALUES_WORDS};
	if (is(row->arg, "FILE") || is(row->arg, "PATCH")) {
		value.kind = VALUES_FILES;
	} else if (is(row->arg, "DIR")) {
		value.kind = VALUES_FOLDERS;
	} else if (is(row->arg, "DIR|none")) {
		value.kind = VALUES_FOLDERS;
		add_words(arena, &value, none);
	} else if (is(row->arg, "FORMAT") || is(row->arg, "FORMAT[=FILE]") || is(row->arg, "WHEN")) {
		add_doc_words(arena, &value, row->doc);
	} else if (is(row->arg, "SEVERITY")) {
		add_words(arena, &value, severities);
		if (is(row->name, "fail-on"))
			add_words(arena, &value, never);
	} else if (is(row->name, "arch")) {
		value.kind = is(row->arg, "LIST") ? VALUES_LIST : VALUES_WORDS;
		add_archs(arena, &value);
	} else if (is(row->name, "chip")) {
		add_chips(arena, &value);
	} else if (is(row->arg, "LIST")) {
		value.kind = VALUES_LIST;
		add_rules(arena, &value, true);
	} else if (is(row->arg, "RULE")) {
		add_rules(arena, &value, false);
	} else if (is(row->arg, "diff")) {
		vec_push(arena, &value.words, row->arg);
	} else {
		value.kind = VALUES_NONE;
	}
	return value;
}

/* "status|clean": the operands are these words. */
static bool are_words(const char *operands)
{
	return *operands && operands[strspn(operands, "abcdefghijklmnopqrstuvwxyz-|")] == '\0';
}

static void add_alternatives(struct arena *arena, struct surface_value *value, const char *operands)
{
	for (const char *at = operands; *at;) {
		size_t length = strcspn(at, "|");
		vec_push(arena, &value->words, arena_strndup(arena, at, length));
		at += length + (at[length] == '|');
	}
}

struct surface_value surface_operand_value(struct arena *arena, const struct surface_command *command)
{
	struct surface_value value = {.kind = VALUES_WORDS};
	const char *operands = command->argp && command->argp->args_doc ? command->argp->args_doc : "";
	if (is(command->name, "explain")) {
		add_rules(arena, &value, false);
	} else if (are_words(operands)) {
		add_alternatives(arena, &value, operands);
	} else if (is(command->name, "help")) {
		for (const struct command *other = commands; other->name; other++)
			if (other->run)
				vec_push(arena, &value.words, other->name);
	} else if (is(command->name, "model") && !command->word) {
		add_archs(arena, &value);
		add_chips(arena, &value);
	} else {
		value.kind = strstr(operands, "PATH") || strstr(operands, "FILE") || strstr(operands, "STORE")
				     ? VALUES_FILES
			     : strstr(operands, "FOLDER") ? VALUES_FOLDERS
							  : VALUES_NONE;
	}
	return value;
}

const char *surface_short(struct arena *arena, const char *doc)
{
	enum { LIMIT = 72 };
	size_t length = strcspn(doc, ";\v\n");
	const char *stop = strstr(doc, ". ");
	if (stop && (size_t)(stop - doc) < length)
		length = (size_t)(stop - doc);
	stop = strstr(doc, " (");
	if (stop && length > LIMIT && (size_t)(stop - doc) < length)
		length = (size_t)(stop - doc);
	return arena_strndup(arena, doc, length);
}
