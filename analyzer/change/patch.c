/* Reading patches line by line: headers set the names, hunks the lines.
 *
 * A hunk says how many lines it has, so what is in one is never mistaken for a header, and a patch that was
 * cut or edited by hand is noticed. */
#include "analyzer/change/patch.h"
#include "analyzer/base/format.h"
#include "analyzer/change/patch_name.h"

#include <stdarg.h>
#include <string.h>

enum {
	MOST_PARENTS = 64,      /* of a combined diff */
	LARGEST_LINE = 1 << 30, /* of line numbers: sums of two stay in range */
};

struct parser {
	struct arena *arena;
	const char *name;
	const char *at, *end;   /* what is unread */
	size_t number;          /* of the present line, from 1 */
	struct patch_line line; /* without its end */
	patch_list *out;
	struct patch_file *file; /* the present one; NULL: none */
	bool has_names;          /* of the present file, from --- and +++ */
	bool in_header;          /* of git's, where its extended headers are */
	bool after_hunk;         /* directly */
	bool is_diff;            /* something was seen that only diffs have */
	char **error;
};

FORMAT_PRINTF(2, 3)
static int fail(struct parser *parser, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *problem = arena_vprintf(parser->arena, format, args);
	va_end(args);
	*parser->error = arena_printf(parser->arena, "%s:%zu: %s", parser->name, parser->number, problem);
	return -1;
}

/* Reads the next line; false at the end. */
static bool next_line(struct parser *parser)
{
	if (parser->at == parser->end)
		return false;
	const char *newline = memchr(parser->at, '\n', (size_t)(parser->end - parser->at));
	const char *stop = newline ? newline : parser->end;
	parser->line = (struct patch_line){parser->at, (size_t)(stop - parser->at)};
	parser->at = newline ? newline + 1 : stop;
	parser->number++;
	if (parser->line.size && parser->line.text[parser->line.size - 1] == '\r')
		parser->line.size--;
	return true;
}

static bool begins(const struct parser *parser, const char *prefix)
{
	return patch_line_begins(&parser->line, prefix);
}

static struct patch_file *begin_file(struct parser *parser)
{
	vec_push(parser->arena, parser->out, (struct patch_file){0});
	parser->file = &parser->out->data[parser->out->count - 1];
	parser->has_names = parser->in_header = false;
	parser->is_diff = true;
	return parser->file;
}

/* ---- hunks ----------------------------------------------------------------------------------- */

static bool read_number(const char **at, const char *end, uint32_t *out)
{
	uint32_t value = 0;
	const char *start = *at;
	for (; *at < end && **at >= '0' && **at <= '9'; (*at)++) {
		value = value * 10 + (uint32_t)(**at - '0');
		if (value > LARGEST_LINE)
			return false;
	}
	*out = value;
	return *at > start;
}

/* " -12,3" or " +12": the sign, where it starts and how many lines it has. */
static bool read_side(const char **at, const char *end, char sign, uint32_t *start, uint32_t *count)
{
	if (end - *at < 2 || (*at)[0] != ' ' || (*at)[1] != sign)
		return false;
	*at += 2;
	*count = 1;
	if (!read_number(at, end, start))
		return false;
	if (*at == end || **at != ',')
		return true;
	++*at;
	return read_number(at, end, count);
}

/* What is left to read of a hunk, for each old file and for the new one. */
struct hunk {
	uint32_t old_left[MOST_PARENTS], new_left;
	uint32_t old_start, old_count; /* of the first parent */
	uint32_t new_start, new_count, line;
	size_t parents;
};

static bool read_header(const struct parser *parser, struct hunk *hunk)
{
	const char *at = parser->line.text, *end = at + parser->line.size;
	size_t marks = 0;
	while (at < end && *at == '@')
		at++, marks++;
	hunk->parents = marks - 1;
	if (marks < 2 || hunk->parents > MOST_PARENTS)
		return false;
	for (size_t i = 0; i < hunk->parents; i++) {
		uint32_t start;
		if (!read_side(&at, end, '-', &start, &hunk->old_left[i]))
			return false;
		if (i == 0) {
			hunk->old_start = start;
			hunk->old_count = hunk->old_left[0];
		}
	}
	if (!read_side(&at, end, '+', &hunk->new_start, &hunk->new_count))
		return false;
	hunk->new_left = hunk->new_count;
	hunk->line = hunk->new_start;
	if (at == end || *at++ != ' ')
		return false;
	while (at < end && *at == '@' && marks)
		at++, marks--;
	return marks == 0;
}

static bool is_unfinished(const struct hunk *hunk)
{
	uint32_t left = hunk->new_left;
	for (size_t i = 0; i < hunk->parents; i++)
		left |= hunk->old_left[i];
	return left != 0;
}

static void add_line(struct parser *parser, uint32_t line)
{
	struct patch_file *file = parser->file;
	struct line_range *last = file->added.count ? &file->added.data[file->added.count - 1] : NULL;
	if (last && last->last + 1 == line)
		last->last = line;
	else
		vec_push(parser->arena, &file->added, (struct line_range){line, line});
}

/* One line of a hunk: a column for each old file tells what it is there. Blanks at the end of a line get lost
 * in mails. */
static int read_hunk_line(struct parser *parser, struct hunk *hunk)
{
	bool is_removed = false, is_added = false;
	for (size_t i = 0; i < hunk->parents; i++) {
		char column = i < parser->line.size ? parser->line.text[i] : ' ';
		if (column != ' ' && column != '+' && column != '-')
			return fail(parser, "a line of a hunk begins with ' ', '+' or '-'");
		is_removed |= column == '-';
		is_added |= column == '+';
	}
	for (size_t i = 0; i < hunk->parents; i++) {
		char column = i < parser->line.size ? parser->line.text[i] : ' ';
		/* A removed line is in those old files that have a minus, any other in those without a plus.
		 */
		if (is_removed ? column != '-' : column == '+')
			continue;
		if (!hunk->old_left[i]--)
			return fail(parser, "the hunk has more lines than its header says");
	}
	if (is_removed)
		return 0;
	if (!hunk->new_left--)
		return fail(parser, "the hunk has more lines than its header says");
	if (is_added)
		add_line(parser, hunk->line);
	hunk->line++;
	return 0;
}

static int read_hunk(struct parser *parser)
{
	struct hunk hunk = {0};
	bool is_header = read_header(parser, &hunk);
	if (!parser->file || !parser->has_names)
		return is_header ? fail(parser, "no file names ('---' and '+++') before this hunk") : 0;
	if (!is_header)
		return fail(parser, "not the header of a hunk: '@@ -LINE,COUNT +LINE,COUNT @@'");
	if (hunk.new_count && !hunk.new_start)
		return fail(parser, "this hunk begins with line 0, but lines are counted from 1");
	if (hunk.parents == 1)
		vec_push(parser->arena, &parser->file->hunks,
			(struct patch_hunk){hunk.old_start, hunk.old_count, hunk.new_start, hunk.new_count});
	while (is_unfinished(&hunk)) {
		if (!next_line(parser))
			return fail(parser, "the patch ends inside a hunk");
		if (!begins(parser, "\\") && read_hunk_line(parser, &hunk))
			return -1;
	}
	parser->after_hunk = true;
	return 0;
}

/* Lines that only a hunk can have, right behind one; "-- " begins the signature of a mail. */
static bool is_stray(const struct parser *parser)
{
	return parser->after_hunk && (begins(parser, "+") || (begins(parser, "-") && !begins(parser, "--")));
}

/* ---- headers --------------------------------------------------------------------------------- */

static int read_name(struct parser *parser, size_t skipped, const char **out)
{
	struct patch_line rest = {parser->line.text + skipped, parser->line.size - skipped};
	if (patch_name_read(parser->arena, &rest, out))
		return 0;
	return fail(parser, "a quoted name that isn't closed");
}

/* "--- OLD", with "+++ NEW" on the next line; otherwise it is a line of some text. */
static int read_names(struct parser *parser)
{
	const char *old_path, *new_path;
	if (parser->end - parser->at < 4 || strncmp(parser->at, "+++ ", 4) != 0)
		return 0;
	if (read_name(parser, 4, &old_path))
		return -1;
	next_line(parser);
	if (read_name(parser, 4, &new_path))
		return -1;
	struct patch_file *file = parser->file;
	if (!file || parser->has_names)
		file = begin_file(parser);
	if (old_path) /* a new file keeps the name that git's first line gave it */
		file->old_path = old_path;
	if (!new_path)
		file->is_deleted = true;
	else if (!file->is_exact)
		file->new_path = new_path;
	parser->has_names = true;
	parser->in_header = false;
	return 0;
}

/* "diff --git A B", "diff --cc NAME"; after any other "diff ..." names come. */
static int read_diff(struct parser *parser)
{
	static const char *const combined[] = {"diff --cc ", "diff --combined "};
	struct patch_file *file = NULL;
	parser->is_diff = true;
	parser->in_header = false;
	if (begins(parser, "diff --git ")) {
		file = begin_file(parser);
		struct patch_line rest = {parser->line.text + 11, parser->line.size - 11};
		patch_name_read_pair(parser->arena, &rest, &file->old_path, &file->new_path);
	}
	for (size_t i = 0; !file && i < sizeof combined / sizeof *combined; i++) {
		if (!begins(parser, combined[i]))
			continue;
		file = begin_file(parser);
		file->is_exact = true;
		if (read_name(parser, strlen(combined[i]), &file->new_path))
			return -1;
	}
	parser->file = file;
	if (!file)
		return 0;
	file->is_git = true;
	parser->in_header = true;
	return 0;
}

/* What git has between "diff --git" and the names. */
static int read_git_header(struct parser *parser)
{
	static const char *const names[] = {"rename to ", "copy to "};
	struct patch_file *file = parser->file;
	if (begins(parser, "deleted file mode "))
		file->is_deleted = true;
	if (begins(parser, "Binary files ") || begins(parser, "GIT binary patch"))
		file->is_binary = true;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		if (!begins(parser, names[i]))
			continue;
		file->is_exact = true;
		return read_name(parser, strlen(names[i]), &file->new_path);
	}
	return 0;
}

static int read_line(struct parser *parser)
{
	if (is_stray(parser))
		return fail(parser, "the hunk has more lines than its header says");
	if (begins(parser, "\\"))
		return 0;
	parser->after_hunk = false;
	if (begins(parser, "diff -"))
		return read_diff(parser);
	if (begins(parser, "Index: ")) {
		struct patch_file *file = begin_file(parser);
		return read_name(parser, 7, &file->new_path);
	}
	if (begins(parser, "--- "))
		return read_names(parser);
	if (begins(parser, "@@"))
		return read_hunk(parser);
	if (begins(parser, "Only in ") || begins(parser, "Binary files "))
		parser->is_diff = true;
	return parser->in_header ? read_git_header(parser) : 0;
}

int patch_parse(
	struct arena *arena, const char *name, const char *text, size_t size, patch_list *out, char **error)
{
	struct parser parser = {.arena = arena, .name = name, .out = out, .error = error};
	bool is_blank = true;
	parser.at = text;
	parser.end = text + size;
	while (next_line(&parser)) {
		for (size_t i = 0; is_blank && i < parser.line.size; i++)
			is_blank = parser.line.text[i] == ' ' || parser.line.text[i] == '\t';
		if (read_line(&parser))
			return -1;
	}
	if (is_blank || parser.is_diff)
		return 0;
	*error = arena_printf(arena, "%s:1: this is no unified diff", name);
	return -1;
}
