/* Source lines with an underline, whatever they contain: tabs, wide characters, bytes that are no text, a
 * megabyte. */
#include "analyzer/base/utf8.h"
#include "cli/out/out.h"
#include "cli/text.h"

enum {
	TAB = 4,
	WINDOW = 120, /* cells of a line that are shown */
	BEFORE = 40   /* of which before the underline when the line is longer */
};

/* One line laid out in cells. */
struct layout {
	size_t start, end;         /* bytes that are shown */
	unsigned mark, mark_width; /* cells, counted from the first one shown */
	bool cut_before, cut_after;
};

static unsigned char_cells(const char *text, size_t size, unsigned cell, size_t *length, struct buffer *out)
{
	uint32_t c;
	*length = utf8_decode(text, size, &c);
	if (c == '\t') {
		unsigned cells = TAB - cell % TAB;
		buffer_add(out, "        ", cells);
		return cells;
	}
	return text_add_char(out, c);
}

/* The byte of a 1-based column. */
static size_t byte_of_column(const char *text, size_t size, uint32_t column)
{
	size_t at = 0;
	for (; at < size && column > 1; column--)
		at += utf8_decode(text + at, size - at, NULL);
	return at;
}

/* Leaves out the start of the line when the mark would lie beyond the window. */
static size_t first_shown(const char *text, size_t size, size_t mark)
{
	size_t cells = 0, start = mark, length;
	for (size_t at = 0; at < mark; at += length, cells++)
		length = utf8_decode(text + at, size - at, NULL);
	if (cells + 20 <= WINDOW)
		return 0;
	for (unsigned back = 0; back < BEFORE && start > 0; back++) {
		start--;
		while (start > 0 && (text[start] & 0xc0) == 0x80 && mark - start < BEFORE * 4)
			start--;
	}
	return start;
}

/* Fills `out` with what is shown of the line and says where the mark is in it. */
static struct layout lay_out(const char *text, size_t size, size_t mark, size_t mark_end, struct buffer *out)
{
	struct layout layout = {.start = first_shown(text, size, mark)};
	layout.cut_before = layout.start > 0;
	unsigned cell = 0, end_cell = 0;
	size_t at = layout.start, length;
	for (; at < size && cell < WINDOW; at += length) {
		if (at <= mark)
			layout.mark = cell;
		cell += char_cells(text + at, size - at, cell, &length, out);
		if (at < mark_end)
			end_cell = cell;
	}
	if (mark >= at)
		layout.mark = cell;
	layout.end = at;
	layout.cut_after = at < size;
	layout.mark_width = end_cell > layout.mark ? end_cell - layout.mark : 1;
	return layout;
}

static void repeat(FILE *stream, char c, unsigned count)
{
	while (count-- > 0)
		fputc(c, stream);
}

/* Where the underline ends on the first line of the span: not in trailing space. */
static size_t end_of_mark(const struct span *span, const char *text, size_t size, size_t mark)
{
	size_t end = size;
	if (span->end.line == span->start.line)
		end = byte_of_column(text, size, span->end.column);
	while (end > mark && (text[end - 1] == ' ' || text[end - 1] == '\t'))
		end--;
	return end;
}

void out_excerpt(const struct out *out, const struct span *span, unsigned gutter, const char *style)
{
	const char *text;
	size_t size;
	if (!source_line(out->sources, span->path, span->start.line, &text, &size))
		return;
	FILE *stream = out->stream;
	const struct paint *paint = out->paint;
	size_t mark = byte_of_column(text, size, span->start.column);
	struct buffer line = {0};
	struct layout layout = lay_out(text, size, mark, end_of_mark(span, text, size, mark), &line);
	while (line.size > 0 && line.data[line.size - 1] == ' ')
		line.size--;
	fprintf(stream, "%s%*u |%s%s", paint->gutter, (int)gutter, span->start.line, paint->reset,
		line.size || layout.cut_before ? " " : "");
	fputs(layout.cut_before ? "..." : "", stream);
	if (line.size)
		fwrite(line.data, 1, line.size, stream);
	fputs(layout.cut_after ? "...\n" : "\n", stream);
	buffer_free(&line);
	fprintf(stream, "%s%*s |%s ", paint->gutter, (int)gutter, "", paint->reset);
	repeat(stream, ' ', layout.mark + (layout.cut_before ? 3 : 0));
	fputs(style, stream);
	repeat(stream, '^', layout.mark_width);
	fprintf(stream, "%s\n", paint->reset);
}
