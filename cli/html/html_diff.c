/* What a fix changes, as a small diff: the lines that it touches, as they are and as they will be, with a
 * line of context. */
#include "cli/html/html.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 40, CONTEXT = 1, LONGEST_LINE = 400, BEFORE_CHANGE = 60 };

/* Edits of one file whose lines touch. */
struct hunk {
	const char *path;
	uint32_t first, last; /* lines */
	const struct edit *const *edits;
	size_t count;
};

static int compare_edits(const void *left, const void *right)
{
	const struct edit *a = *(const struct edit *const *)left, *b = *(const struct edit *const *)right;
	int order = strcmp(a->path, b->path);
	if (order)
		return order;
	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return (a->end > b->end) - (a->end < b->end);
}

/* A line from the byte `from` on, cut to a length that can be read. */
static void write_line(const struct html *html, char sign, const char *text, size_t size, size_t from)
{
	const char *class = sign == '-' ? "del" : sign == '+' ? "ins" : "same";
	from = from < size ? from : 0;
	size_t shown = size - from < LONGEST_LINE ? size - from : LONGEST_LINE;
	fprintf(html->stream, "<span class=\"%s\">%c%s", class, sign, from ? "&hellip;" : "");
	html_code(html->stream, text + from, shown);
	fputs(from + shown < size ? "&hellip;\n</span>" : "\n</span>", html->stream);
}

static void write_lines(const struct html *html, char sign, const char *text, size_t size, size_t from)
{
	for (unsigned count = 0; count < MOST_LINES; count++) {
		const char *end = memchr(text, '\n', size);
		size_t length = end ? (size_t)(end - text) : size;
		bool cr = length > 0 && text[length - 1] == '\r';
		write_line(html, sign, text, length - cr, from);
		if (!end)
			return;
		text += length + 1;
		size -= length + 1;
	}
	fputs("<span class=\"same\">&ctdot;\n</span>", html->stream);
}

static void write_context(const struct html *html, const char *path, uint32_t line)
{
	const char *text;
	size_t size;
	if (source_line(html->out->sources, path, line, &text, &size))
		write_line(html, ' ', text, size, 0);
}

/* Where two long lines, each alone, are shown from: a little before they differ. */
static size_t first_shown(const char *before, size_t size, const struct buffer *after)
{
	size_t same = 0;
	while (same < size && same < after->size && before[same] == after->data[same] && before[same] != '\n')
		same++;
	if (same < LONGEST_LINE / 2)
		return 0;
	same -= BEFORE_CHANGE;
	while (same > 0 && (before[same] & 0xc0) == 0x80)
		same--;
	return same;
}

static void write_hunk(const struct html *html, const struct hunk *hunk)
{
	const char *base, *begin, *end;
	size_t size;
	struct source_set *sources = html->out->sources;
	if (!source_line(sources, hunk->path, 1, &base, &size) ||
		!source_line(sources, hunk->path, hunk->first, &begin, &size) ||
		!source_line(sources, hunk->path, hunk->last, &end, &size))
		return;
	end += size;
	struct buffer after = {0};
	const char *at = begin;
	for (size_t i = 0; i < hunk->count; i++) {
		const struct edit *edit = hunk->edits[i];
		if (base + edit->start < at || base + edit->end > end)
			continue; /* overlaps, or cuts a line's end */
		buffer_add(&after, at, (size_t)(base + edit->start - at));
		buffer_add_text(&after, edit->text);
		at = base + edit->end;
	}
	buffer_add(&after, at, (size_t)(end - at));
	fprintf(html->stream, "<span class=\"at\">line %u\n</span>", (unsigned)hunk->first);
	for (uint32_t line = hunk->first > CONTEXT ? hunk->first - CONTEXT : 1; line < hunk->first; line++)
		write_context(html, hunk->path, line);
	size_t from = hunk->first == hunk->last ? first_shown(begin, (size_t)(end - begin), &after) : 0;
	write_lines(html, '-', begin, (size_t)(end - begin), from);
	write_lines(html, '+', after.data ? after.data : "", after.size, from);
	for (uint32_t line = hunk->last + 1; line <= hunk->last + CONTEXT; line++)
		write_context(html, hunk->path, line);
	buffer_free(&after);
}

/* The hunk that begins with the first of the edits, which are sorted; false: it is not in the file. */
static bool take_hunk(
	const struct html *html, const struct edit *const *edits, size_t count, struct hunk *hunk)
{
	struct position start, end;
	*hunk = (struct hunk){.path = edits[0]->path, .edits = edits};
	for (; hunk->count < count; hunk->count++) {
		const struct edit *edit = edits[hunk->count];
		if (strcmp(edit->path, hunk->path) != 0 || edit->end < edit->start ||
			!source_position(html->out->sources, edit->path, edit->start, &start) ||
			!source_position(html->out->sources, edit->path, edit->end, &end))
			break;
		if (hunk->count == 0)
			hunk->first = hunk->last = start.line;
		else if (start.line > hunk->last + 2 * CONTEXT)
			break;
		hunk->last = end.line > hunk->last ? end.line : hunk->last;
	}
	return hunk->count > 0;
}

void html_diff(const struct html *html, const struct fix *fix)
{
	size_t count = fix->edits.count;
	const struct edit **edits = ARENA_ARRAY(html->arena, const struct edit *, count + 1);
	for (size_t i = 0; i < count; i++)
		edits[i] = &fix->edits.data[i];
	qsort(edits, count, sizeof *edits, compare_edits);
	fputs("<pre class=\"diff\"><code>", html->stream);
	for (size_t i = 0; i < count;) {
		struct hunk hunk;
		if (take_hunk(html, edits + i, count - i, &hunk)) {
			write_hunk(html, &hunk);
			i += hunk.count;
		} else {
			i++;
		}
	}
	fputs("</code></pre>\n", html->stream);
}
