/* Completions for zsh: a function for each command, which hands its options to _arguments. */
#include "cli/surface/surface.h"

#include <string.h>

/* Inside of single quotes, and of the brackets of a description. */
static void write_quoted(FILE *stream, const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", stream);
		else if (strchr("[]:\\", *text))
			fprintf(stream, "\\%c", *text);
		else
			fputc(*text, stream);
	}
}

static void write_words(FILE *stream, const struct surface_value *value)
{
	for (size_t i = 0; i < value->words.count; i++)
		fprintf(stream, "%s%s", i ? " " : "", value->words.data[i]);
}

static void write_action(FILE *stream, const struct surface_value *value)
{
	switch (value->kind) {
	case VALUES_NONE: fputs(" ", stream); break;
	case VALUES_FILES: fputs("_files", stream); break;
	case VALUES_FOLDERS: fputs("_files -/", stream); break;
	case VALUES_LIST:
		fputs("_sequence compadd - ", stream);
		write_words(stream, value);
		break;
	case VALUES_WORDS:
		fputs("(", stream);
		write_words(stream, value);
		fputs(")", stream);
		break;
	}
}

static void write_spec(FILE *stream, struct arena *arena, const struct argp_option *row, const char *option)
{
	fprintf(stream, " \\\n\t\t'*%s[", option);
	write_quoted(stream, surface_short(arena, row->doc ? row->doc : ""));
	fputs("]", stream);
	if (row->arg) {
		struct surface_value value = surface_option_value(arena, row);
		fputs(row->flags & OPTION_ARG_OPTIONAL ? "::" : ":", stream);
		write_quoted(stream, row->arg);
		fputs(":", stream);
		write_action(stream, &value);
	}
	fputs("'", stream);
}

static void write_option(FILE *stream, struct arena *arena, const struct argp_option *row)
{
	bool is_optional = row->flags & OPTION_ARG_OPTIONAL;
	const char *ending = !row->arg ? "" : is_optional ? "=-" : "=";
	if (row->key > ' ' && row->key < 127)
		write_spec(stream, arena, row, arena_printf(arena, "-%c%s", row->key, row->arg ? "+" : ""));
	if (row->name)
		write_spec(stream, arena, row, arena_printf(arena, "--%s%s", row->name, ending));
}

static const char *function_name(struct arena *arena, const struct surface_command *command)
{
	return arena_printf(arena, "_cudalint_%s%s%s", command->name, command->word ? "_" : "",
		command->word ? command->word : "");
}

static void write_function(FILE *stream, struct arena *arena, const struct surface_command *command)
{
	const struct argp_option *row = command->argp ? command->argp->options : NULL;
	struct surface_value operands = surface_operand_value(arena, command);
	fprintf(stream, "%s() {\n\t_arguments -s -S", function_name(arena, command));
	for (; row && (row->name || row->key || row->doc || row->group); row++)
		if (surface_is_option(row))
			write_option(stream, arena, row);
	fputs(" \\\n\t\t'*: :", stream);
	write_action(stream, &operands);
	fputs("'\n}\n\n", stream);
}

/* The menu of the words behind a command, or of the commands. */
static void write_menu(FILE *stream, const surface_list *commands, const char *name)
{
	const char *last = "";
	fputs("\t\tmenu=(", stream);
	for (size_t i = 0; i < commands->count; i++) {
		const struct surface_command *command = &commands->data[i];
		if (name ? strcmp(command->name, name) != 0 || !command->word : !strcmp(command->name, last))
			continue;
		fputs("\n\t\t\t'", stream);
		write_quoted(stream, name ? command->word : command->name);
		fputs(":", stream);
		write_quoted(stream, command->summary);
		fputs("'", stream);
		last = command->name;
	}
	fputs(")\n", stream);
}

static void write_dispatch(FILE *stream, struct arena *arena, const surface_list *commands)
{
	for (size_t i = 0; i < commands->count; i++) {
		const struct surface_command *command = &commands->data[i];
		if (command->word)
			fprintf(stream, "\t'%s %s') shift words; ((CURRENT--)); ", command->name,
				command->word);
		else
			fprintf(stream, "\t'%s'*) ", command->name);
		fprintf(stream, "%s ;;\n", function_name(arena, command));
	}
}

void completions_zsh_write(FILE *stream)
{
	struct arena *arena = arena_new();
	surface_list commands = {0};
	surface_collect(arena, &commands);
	fputs("#compdef cudalint\n# zsh completion of cudalint, written by `cudalint dev completions zsh`\n\n",
		stream);
	for (size_t i = 0; i < commands.count; i++)
		write_function(stream, arena, &commands.data[i]);
	fputs("_cudalint() {\n\tlocal -a menu\n\tif ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n",
		stream);
	write_menu(stream, &commands, NULL);
	fputs("\t\t_describe -t commands command menu\n\t\t_files\n\t\treturn\n\tfi\n", stream);
	for (size_t i = 0; i < commands.count; i++) {
		bool is_last = i + 1 == commands.count ||
			       strcmp(commands.data[i].name, commands.data[i + 1].name) != 0;
		if (!commands.data[i].word || !is_last)
			continue;
		fprintf(stream, "\tif ((CURRENT == 3)) && [[ $words[2] == %s && $words[3] != -* ]]; then\n",
			commands.data[i].name);
		write_menu(stream, &commands, commands.data[i].name);
		fputs("\t\t_describe -t words word menu && return\n\tfi\n", stream);
	}
	fputs("\tshift words\n\t((CURRENT--))\n\tcase \"$words[1] $words[2]\" in\n", stream);
	/* Longer ones first: "model occupancy" before "model". */
	surface_list ordered = {0};
	for (int with_word = 1; with_word >= 0; with_word--)
		for (size_t i = 0; i < commands.count; i++)
			if ((commands.data[i].word != NULL) == with_word)
				vec_push(arena, &ordered, commands.data[i]);
	write_dispatch(stream, arena, &ordered);
	fputs("\t*) words=(check $words); ((CURRENT++)); _cudalint_check ;;\n\tesac\n}\n\n_cudalint \"$@\"\n",
		stream);
	arena_free(arena);
}
