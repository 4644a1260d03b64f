/* The man page, cudalint(1), in troff's man macros: what the commands' tables say, and around it what they
 * don't. */
#include "cli/surface/surface.h"

#include <string.h>

/* Text on a line of its own: what troff would take for its own is escaped. */
static void write_text(FILE *stream, const char *text, size_t size)
{
	bool line_start = true;
	for (size_t i = 0; i < size; i++) {
		char c = text[i];
		if (line_start && (c == '.' || c == '\''))
			fputs("\\&", stream);
		if (c == '\\')
			fputs("\\e", stream);
		else if (c == '-')
			fputs("\\-", stream);
		else if (c == '\'')
			fputs("\\(aq", stream);
		else if (c == '`')
			fputs("\\(ga", stream);
		else
			fputc(c, stream);
		line_start = c == '\n';
	}
}

static void write_line(FILE *stream, const char *text)
{
	write_text(stream, text, strlen(text));
	fputc('\n', stream);
}

static void write_option(FILE *stream, const struct argp_option *row)
{
	bool has_letter = row->key > ' ' && row->key < 127, is_optional = row->flags & OPTION_ARG_OPTIONAL;
	fputs(".TP\n", stream);
	if (has_letter)
		fprintf(stream, "\\fB\\-%c\\fR%s", row->key, row->name ? ", " : "");
	if (row->name) {
		fputs("\\fB\\-\\-", stream);
		write_text(stream, row->name, strlen(row->name));
		fputs("\\fR", stream);
	}
	if (row->arg) {
		fputs(is_optional ? "[" : "", stream);
		fputs(row->name ? "=" : " ", stream);
		fputs("\\fI", stream);
		write_text(stream, row->arg, strlen(row->arg));
		fputs(is_optional ? "\\fR]" : "\\fR", stream);
	}
	fputc('\n', stream);
	write_line(stream, row->doc ? row->doc : "");
}

static void write_options(FILE *stream, const struct argp_option *table)
{
	for (const struct argp_option *row = table; row->name || row->key || row->doc || row->group; row++) {
		if (surface_is_heading(row)) {
			fputs(".PP\n.B ", stream);
			write_line(stream, row->doc);
		} else if (surface_is_option(row) && row->key != 'h') {
			write_option(stream, row);
		}
	}
}

static void write_synopsis(FILE *stream, const struct surface_command *command)
{
	fputs("\\fB", stream);
	write_text(stream, command->title, strlen(command->title));
	fputs("\\fR", stream);
	const char *operands = command->argp ? command->argp->args_doc : NULL;
	if (command->argp)
		fputs(" [\\fIOPTION\\fR...]", stream);
	else if (!strcmp(command->name, "help"))
		operands = "[COMMAND]";
	if (operands && *operands) {
		fputs(" \\fI", stream);
		write_text(stream, operands, strlen(operands));
		fputs("\\fR", stream);
	}
	fputc('\n', stream);
}

/* Whether two commands read their options in the same way: then it was the same text that they gave. */
static bool same_options(const struct surface_command *a, const struct surface_command *b)
{
	return a->argp && b->argp && a->argp->doc && a->argp->doc == b->argp->doc;
}

/* What a command does, in front of its options. */
static void write_doc(FILE *stream, const struct surface_command *command)
{
	const char *doc = command->argp ? command->argp->doc : NULL;
	fputs(".PP\n", stream);
	if (doc) {
		write_text(stream, doc, strcspn(doc, "\v"));
		fputc('\n', stream);
	} else {
		write_text(stream, command->summary, strlen(command->summary));
		fputs(".\n", stream);
	}
}

/* `first` is the first command with these options. */
static void write_command(
	FILE *stream, const struct surface_command *command, const struct surface_command *first)
{
	fputs(".SS ", stream);
	write_line(stream, command->title);
	write_synopsis(stream, command);
	if (first != command) {
		fputs(".PP\n", stream);
		write_text(stream, command->summary, strlen(command->summary));
		fputs(". Options are those of \\fB", stream);
		write_text(stream, first->title, strlen(first->title));
		fputs("\\fR.\n", stream);
		return;
	}
	write_doc(stream, command);
	if (command->argp && command->argp->options)
		write_options(stream, command->argp->options);
	const char *after = command->argp && command->argp->doc ? strchr(command->argp->doc, '\v') : NULL;
	if (after) {
		fputs(".PP\n", stream);
		write_line(stream, after + 1);
	}
}

static const char ending[] =
	".SH EXIT STATUS\n"
	".TP\n0\nnothing was found\n"
	".TP\n1\nfindings from \\fB\\-\\-fail\\-on\\fR upward, or changes with \\fB\\-\\-fix=diff\\fR\n"
	".TP\n2\nwrong usage, a mistake in the configuration, or files that can\\(aqt be read or written\n"
	".TP\n3\ninternal error\n"
	".SH ENVIRONMENT\n"
	".TP\n\\fBCUDA_HOME\\fR, \\fBCUDA_PATH\\fR\nwhere a toolkit is looked for\n"
	".TP\n\\fBCUDALINT_HEADERS\\fR\nfolder of the bundled declarations of CUDA, in place of the "
	"installed one\n"
	".TP\n\\fBNO_COLOR\\fR\nno colours\n"
	".TP\n\\fBXDG_CACHE_HOME\\fR\nwhere precompiled headers are kept, below \\fIcudalint\\fR\n"
	".SH FILES\n"
	".TP\n\\fI.cudalint.yml\\fR\nsettings; the one nearest to a file, from its folder upward, holds for "
	"it\n"
	".TP\n\\fIcompile_commands.json\\fR\nflags of the build, looked for in the same way\n"
	".TP\n\\fI.cudalint\\-cache\\fR\nresults kept between runs, at the top of the repository\n"
	".SH EXAMPLES\n"
	".nf\n"
	"cudalint check src\n"
	"cudalint check src \\-\\- \\-I include \\-std=c++17 \\-gencode arch=compute_80,code=sm_80\n"
	"cudalint check \\-\\-fix=diff src | git apply\n"
	"cudalint explain CU401\n"
	"cudalint predict transpose.cu \\-\\-launch=transpose=64x64:32x8 \\-\\-chip=a100\n"
	".fi\n"
	".SH SEE ALSO\n"
	"\\fBclang\\-tidy\\fR(1), \\fBnvcc\\fR(1)\n";

void man_page_write(FILE *stream)
{
	struct arena *arena = arena_new();
	surface_list commands = {0};
	surface_collect(arena, &commands);
	fprintf(stream, ".TH CUDALINT 1 \"\" \"cudalint %s\" \"User Commands\"\n", CUDALINT_VERSION);
	fputs(".SH NAME\ncudalint \\- static analyzer for CUDA C++\n.SH SYNOPSIS\n", stream);
	for (size_t i = 0; i < commands.count; i++) {
		fputs(i ? ".br\n" : "", stream);
		write_synopsis(stream, &commands.data[i]);
	}
	fputs(".br\n\\fBcudalint\\fR \\fIPATH\\fR...\n.SH DESCRIPTION\n", stream);
	write_line(stream,
		"Reads CUDA C++ with libclang and reports bugs and costly code in kernels, in launches and "
		"in the host code around them. It needs neither a GPU nor a CUDA toolkit. With paths alone, "
		"the command is check.");
	fputs(".SH COMMANDS\n", stream);
	for (size_t i = 0; i < commands.count; i++) {
		size_t first = 0;
		while (first < i && !same_options(&commands.data[first], &commands.data[i]))
			first++;
		write_command(stream, &commands.data[i], &commands.data[first]);
	}
	fputs(ending, stream);
	arena_free(arena);
}
