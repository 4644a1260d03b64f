/* Completions for bash: one function with a table of options and values for each command. bash hands over
 * "--arch=sm_80" as three words, so the option is looked for on both sides of "=". */
#include "cli/surface/surface.h"

#include <string.h>

static const char beginning[] = "# bash completion of cudalint, written by `cudalint dev completions bash`\n"
				"\n"
				"_cudalint_words() { COMPREPLY+=($(compgen -W \"$1\" -- \"$cur\")); }\n"
				"\n"
				"_cudalint_list() {\n"
				"\tlocal before=\n"
				"\t[[ $cur == *,* ]] && before=${cur%,*},\n"
				"\tCOMPREPLY+=($(compgen -P \"$before\" -W \"$1\" -- \"${cur##*,}\"))\n"
				"\tcompopt -o nospace 2>/dev/null\n"
				"}\n"
				"\n"
				"_cudalint_files() {\n"
				"\tlocal IFS=$'\\n'\n"
				"\tCOMPREPLY+=($(compgen \"$@\" -- \"$cur\"))\n"
				"\tcompopt -o filenames 2>/dev/null\n"
				"}\n"
				"\n"
				"_cudalint() {\n"
				"\tlocal cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} "
				"before= equals= command= word= options= i\n"
				"\tCOMPREPLY=()\n"
				"\t((COMP_CWORD > 1)) && before=${COMP_WORDS[COMP_CWORD - 2]}\n"
				"\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
				"\t\tcase ${COMP_WORDS[i]} in\n"
				"\t\t--)\n"
				"\t\t\t_cudalint_files -f\n"
				"\t\t\treturn\n"
				"\t\t\t;;\n"
				"\t\t-* | =) ;;\n"
				"\t\t*)\n"
				"\t\t\tif ((i == 1)); then command=${COMP_WORDS[i]}; elif ((i == 2)); then "
				"word=${COMP_WORDS[i]}; fi\n"
				"\t\t\t;;\n"
				"\t\tesac\n"
				"\tdone\n"
				"\tif [[ $cur == = ]]; then\n"
				"\t\tcur= equals=1\n"
				"\telif [[ $option == = ]]; then\n"
				"\t\toption=$before equals=1\n"
				"\t\t((COMP_CWORD > 2)) && before=${COMP_WORDS[COMP_CWORD - 3]}\n"
				"\tfi\n"
				"\t# -f FORMAT=FILE\n"
				"\tif [[ $equals && $option != -* && $before == @(-f|--format|=) ]]; then\n"
				"\t\t_cudalint_files -f\n"
				"\t\treturn\n"
				"\tfi\n";

static void write_words(FILE *stream, const struct surface_value *value)
{
	for (size_t i = 0; i < value->words.count; i++)
		fprintf(stream, "%s%s", i ? " " : "", value->words.data[i]);
}

/* What completes `cur` with a value. */
static void write_action(FILE *stream, const struct surface_value *value)
{
	switch (value->kind) {
	case VALUES_NONE: fputs(":", stream); break;
	case VALUES_FILES: fputs("_cudalint_files -f", stream); break;
	case VALUES_FOLDERS:
		fputs("_cudalint_files -d", stream);
		if (value->words.count) {
			fputs(" -W \"", stream);
			write_words(stream, value);
			fputs("\"", stream);
		}
		break;
	case VALUES_WORDS:
	case VALUES_LIST:
		fprintf(stream, "_cudalint_%s \"", value->kind == VALUES_LIST ? "list" : "words");
		write_words(stream, value);
		fputs("\"", stream);
		break;
	}
}

/* "check" or "config show", as a pattern for the command and the word behind it; the last is all others. */
static void write_pattern(FILE *stream, const struct surface_command *command, const char *option)
{
	fprintf(stream, "\t'%s%s%s%s')", command->name, command->word ? " " : "",
		command->word ? command->word : "", option);
}

static void write_option_names(FILE *stream, const struct surface_command *command)
{
	const struct argp_option *table = command->argp ? command->argp->options : NULL;
	const char *space = "";
	fputs(" options='", stream);
	for (const struct argp_option *row = table; row && (row->name || row->key || row->doc || row->group);
		row++) {
		if (!surface_is_option(row))
			continue;
		if (row->name)
			fprintf(stream, "%s--%s", space, row->name);
		else
			fprintf(stream, "%s-%c", space, row->key);
		space = " ";
	}
	fputs("' ;;\n", stream);
}

static void write_values(FILE *stream, struct arena *arena, const struct surface_command *command)
{
	const struct argp_option *table = command->argp ? command->argp->options : NULL;
	for (const struct argp_option *row = table; row && (row->name || row->key || row->doc || row->group);
		row++) {
		if (!surface_is_option(row) || !row->arg)
			continue;
		struct surface_value value = surface_option_value(arena, row);
		const char *equals = row->flags & OPTION_ARG_OPTIONAL ? "=" : "";
		if (row->name) {
			write_pattern(stream, command, arena_printf(arena, " --%s=", row->name));
			fprintf(stream, " ");
			write_action(stream, &value);
			fputs("; return ;;\n", stream);
		}
		if (row->name && !*equals) {
			write_pattern(stream, command, arena_printf(arena, " --%s", row->name));
			fprintf(stream, " ");
			write_action(stream, &value);
			fputs("; return ;;\n", stream);
		}
		if (row->key > ' ' && row->key < 127 && !*equals) {
			write_pattern(stream, command, arena_printf(arena, " -%c", row->key));
			fprintf(stream, " ");
			write_action(stream, &value);
			fputs("; return ;;\n", stream);
		}
	}
}

/* The commands' names, or the words behind one. */
static void write_names(FILE *stream, const surface_list *commands)
{
	const char *last = "";
	fputs("\tlocal commands='", stream);
	for (size_t i = 0; i < commands->count; i++) {
		if (strcmp(commands->data[i].name, last) != 0)
			fprintf(stream, "%s%s", *last ? " " : "", commands->data[i].name);
		last = commands->data[i].name;
	}
	fputs("'\n\tcase $command in\n", stream);
	for (size_t i = 0; i < commands->count; i++) {
		const char *name = commands->data[i].name;
		size_t end = i;
		while (end < commands->count && !strcmp(commands->data[end].name, name))
			end++;
		if (!commands->data[end - 1].word)
			continue;
		fprintf(stream, "\t%s)\n\t\tcase $word in\n\t\t", name);
		const char *bar = "";
		for (size_t k = i; k < end; k++)
			if (commands->data[k].word) {
				fprintf(stream, "%s%s", bar, commands->data[k].word);
				bar = " | ";
			}
		fputs(") command+=\" $word\" ;;\n\t\t*) [[ $cur != -* ]] && COMPREPLY=($(compgen -W '",
			stream);
		bar = "";
		for (size_t k = i; k < end; k++)
			if (commands->data[k].word) {
				fprintf(stream, "%s%s", bar, commands->data[k].word);
				bar = " ";
			}
		fputs("' -- \"$cur\")) ;;\n\t\tesac\n\t\t;;\n", stream);
		i = end - 1;
	}
	fputs("\tesac\n", stream);
}

void completions_bash_write(FILE *stream)
{
	struct arena *arena = arena_new();
	surface_list commands = {0};
	surface_collect(arena, &commands);
	fputs(beginning, stream);
	write_names(stream, &commands);
	fputs("\t# Paths and options alone are check's.\n"
	      "\t[[ \" $commands \" == *\" ${command%% *} \"* ]] || command=check\n"
	      "\tcase \"$command $option${equals:+=}\" in\n",
		stream);
	for (size_t i = 0; i < commands.count; i++)
		write_values(stream, arena, &commands.data[i]);
	fputs("\tesac\n\t[[ $equals ]] && return\n\tcase $command in\n", stream);
	for (size_t i = 0; i < commands.count; i++) {
		write_pattern(stream, &commands.data[i], "");
		write_option_names(stream, &commands.data[i]);
	}
	fputs("\tesac\n"
	      "\tif [[ $cur == -* ]]; then\n"
	      "\t\t_cudalint_words \"$options\"\n"
	      "\t\treturn\n"
	      "\tfi\n"
	      "\t((COMP_CWORD == 1)) && COMPREPLY=($(compgen -W \"$commands\" -- \"$cur\"))\n"
	      "\tcase $command in\n",
		stream);
	for (size_t i = 0; i < commands.count; i++) {
		struct surface_value value = surface_operand_value(arena, &commands.data[i]);
		write_pattern(stream, &commands.data[i], "");
		fputs(" ", stream);
		write_action(stream, &value);
		fputs(" ;;\n", stream);
	}
	fputs("\tesac\n}\n\ncomplete -F _cudalint cudalint\n", stream);
	arena_free(arena);
}
