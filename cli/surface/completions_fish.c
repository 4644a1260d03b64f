/* Completions for fish: a line for each option, with the command that it belongs to as a condition. */
#include "cli/surface/surface.h"

#include <string.h>

static const char beginning[] =
	"# fish completion of cudalint, written by `cudalint dev completions fish`\n"
	"\n"
	"# Whether the command line is at a command, and at the word behind it. Without a command it is "
	"check.\n"
	"function __cudalint_at\n"
	"\tset -l words (commandline -opc | string match -v -- '-*')\n"
	"\tset -l commands (__cudalint_commands)\n"
	"\tset -q words[2]; and contains -- $words[2] $commands; or set words cudalint check\n"
	"\ttest \"$words[2]\" = \"$argv[1]\"; or return 1\n"
	"\tset -q argv[2]; or return 0\n"
	"\ttest \"$words[3]\" = \"$argv[2]\"\n"
	"end\n"
	"\n";

static void write_quoted(FILE *stream, const char *text)
{
	fputs("'", stream);
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			fputc('\\', stream);
		fputc(*text, stream);
	}
	fputs("'", stream);
}

static void write_condition(FILE *stream, const struct surface_command *command)
{
	fprintf(stream, "complete -c cudalint -n '__cudalint_at %s%s%s'", command->name,
		command->word ? " " : "", command->word ? command->word : "");
}

static void write_words(FILE *stream, const struct surface_value *value)
{
	for (size_t i = 0; i < value->words.count; i++)
		fprintf(stream, " %s", value->words.data[i]);
}

/* Words, and whether files count, too. */
static void write_value(FILE *stream, const struct surface_value *value)
{
	switch (value->kind) {
	case VALUES_NONE: fputs(" -x", stream); break;
	case VALUES_FILES: fputs(" -r -F", stream); break;
	case VALUES_FOLDERS:
		fputs(" -x -a '(__fish_complete_directories)", stream);
		write_words(stream, value);
		fputs("'", stream);
		break;
	case VALUES_LIST:
		fputs(" -x -a '(__fish_append ,", stream);
		write_words(stream, value);
		fputs(")'", stream);
		break;
	case VALUES_WORDS:
		fputs(" -x -a '", stream);
		write_words(stream, value);
		fputs("'", stream);
		break;
	}
}

static void write_options(FILE *stream, struct arena *arena, const struct surface_command *command)
{
	const struct argp_option *row = command->argp ? command->argp->options : NULL;
	for (; row && (row->name || row->key || row->doc || row->group); row++) {
		if (!surface_is_option(row))
			continue;
		write_condition(stream, command);
		if (row->key > ' ' && row->key < 127)
			fprintf(stream, " -s %c", row->key);
		if (row->name)
			fprintf(stream, " -l %s", row->name);
		if (row->arg && !(row->flags & OPTION_ARG_OPTIONAL)) {
			struct surface_value value = surface_option_value(arena, row);
			write_value(stream, &value);
		}
		fputs(" -d ", stream);
		write_quoted(stream, surface_short(arena, row->doc ? row->doc : ""));
		fputc('\n', stream);
	}
}

static void write_operands(FILE *stream, struct arena *arena, const struct surface_command *command)
{
	struct surface_value value = surface_operand_value(arena, command);
	if (value.kind == VALUES_FILES)
		return; /* that is what fish does */
	write_condition(stream, command);
	fputs(" -f", stream);
	if (value.words.count) {
		fputs(" -a '", stream);
		write_words(stream, &value);
		fputs("'", stream);
	}
	fputc('\n', stream);
}

void completions_fish_write(FILE *stream)
{
	struct arena *arena = arena_new();
	surface_list commands = {0};
	const char *last = "";
	surface_collect(arena, &commands);
	fputs(beginning, stream);
	fputs("function __cudalint_commands\n\tprintf '%s\\n'", stream);
	for (size_t i = 0; i < commands.count; i++) {
		if (strcmp(commands.data[i].name, last) != 0)
			fprintf(stream, " %s", commands.data[i].name);
		last = commands.data[i].name;
	}
	fputs("\nend\n\n", stream);
	last = "";
	for (size_t i = 0; i < commands.count; i++) {
		const struct surface_command *command = &commands.data[i];
		if (strcmp(command->name, last) != 0) {
			fprintf(stream,
				"complete -c cudalint -n 'test (count (commandline -opc)) -eq 1' -a %s -d ",
				command->name);
			write_quoted(stream, command->summary);
			fputc('\n', stream);
		}
		last = command->name;
		if (command->word)
			fprintf(stream,
				"complete -c cudalint -n '__cudalint_at %s; and test (count (commandline "
				"-opc)) -eq 2' -f -a %s\n",
				command->name, command->word);
	}
	for (size_t i = 0; i < commands.count; i++) {
		write_options(stream, arena, &commands.data[i]);
		write_operands(stream, arena, &commands.data[i]);
	}
	arena_free(arena);
}
