/* The source around a finding: a block per file, the finding's own file first, in which what the finding says
 * is marked, and what it says of related places stands under their lines. */
#include "analyzer/base/memory.h"
#include "analyzer/base/utf8.h"
#include "cli/html/html.h"

#include <stdlib.h>
#include <string.h>

enum {
	AROUND = 3,        /* lines of context of the finding; of related places: one */
	LONGEST_SPAN = 12, /* lines of a place that are shown */
	JOINED = 4,        /* places that are so many lines apart are shown with what lies between */
	MOST_PLACES = 24,
	LONGEST_LINE = 240, /* bytes of a line that are shown */
	BEFORE_MARK = 60    /* of which in front of the mark, when the line is longer */
};

struct place {
	const struct span *span;
	const char *note; /* NULL: the finding itself */
};

struct excerpt {
	const struct html *html;
	const char *path;
	const char *base; /* the file's text */
	struct place places[MOST_PLACES];
	size_t count;
};

/* ---- one line -------------------------------------------------------------------------------- */

/* What of a line, `start` bytes into the file, a place covers; false: nothing. */
static bool covered(
	const struct span *span, uint32_t line, size_t start, size_t size, size_t *from, size_t *to)
{
	if (line < span->start.line || line > span->end.line)
		return false;
	*from = line == span->start.line && span->start.offset >= start ? span->start.offset - start : 0;
	*to = line == span->end.line && span->end.offset >= start ? span->end.offset - start : size;
	*to = *to < size ? *to : size;
	*from = *from < size ? *from : size;
	if (*to <= *from)
		*to = *from + 1 < size ? *from + 1 : size;
	return *from < *to;
}

/* The part of a long line that is shown: some of what stands in front of the mark, and on. */
static void clip(const char *text, size_t size, size_t mark, size_t *from, size_t *to)
{
	*from = 0;
	*to = size;
	if (size <= LONGEST_LINE)
		return;
	if (mark > LONGEST_LINE - BEFORE_MARK)
		*from = mark - BEFORE_MARK;
	while (*from > 0 && *from < size && (text[*from] & 0xc0) == 0x80)
		(*from)--;
	*to = *from + LONGEST_LINE < size ? *from + LONGEST_LINE : size;
	while (*to < size && (text[*to] & 0xc0) == 0x80)
		(*to)++;
}

/* The line, in stretches that are marked alike: 0 not, 1 for related places, 2 for the finding. */
static void write_marked(FILE *stream, const char *text, size_t from, size_t to, const unsigned char *marks)
{
	static const char *const open[] = {"", "<mark class=\"r\">", "<mark>"};
	for (size_t at = from, end; at < to; at = end) {
		for (end = at + 1; end < to && (marks[end] == marks[at] || (text[end] & 0xc0) == 0x80);)
			end++;
		fputs(open[marks[at]], stream);
		html_code(stream, text + at, end - at);
		fputs(marks[at] ? "</mark>" : "", stream);
	}
}

/* The empty line behind a file's last newline is none. */
static bool is_end(const struct excerpt *excerpt, uint32_t line)
{
	const char *text;
	size_t size;
	struct source_set *sources = excerpt->html->out->sources;
	return !source_line(sources, excerpt->path, line, &text, &size) ||
	       (size == 0 && line > 1 && !source_line(sources, excerpt->path, line + 1, &text, &size));
}

static void write_line(const struct excerpt *excerpt, uint32_t line)
{
	FILE *stream = excerpt->html->stream;
	const char *text;
	size_t size, from, to, first = SIZE_MAX;
	if (!source_line(excerpt->html->out->sources, excerpt->path, line, &text, &size))
		return;
	unsigned char *marks = memory_array(size + 1, 1), most = 0;
	size_t start = (size_t)(text - excerpt->base);
	for (size_t i = 0; i < excerpt->count; i++) {
		unsigned char kind = excerpt->places[i].note ? 1 : 2;
		if (!covered(excerpt->places[i].span, line, start, size, &from, &to))
			continue;
		for (size_t at = from; at < to; at++)
			marks[at] = marks[at] > kind ? marks[at] : kind;
		most = most > kind ? most : kind;
		first = kind == most && from < first ? from : first;
	}
	clip(text, size, first == SIZE_MAX ? 0 : first, &from, &to);
	fprintf(stream, "<span class=\"l%s\" data-n=\"%u\">%s", most == 2 ? " h" : "", (unsigned)line,
		from > 0 ? "<i class=\"u\">&hellip;</i>" : "");
	write_marked(stream, text, from, to, marks);
	fprintf(stream, "%s\n</span>", to < size ? "<i class=\"u\">&hellip;</i>" : "");
	free(marks);
}

/* What is said of places that begin on a line. */
static void write_notes(const struct excerpt *excerpt, uint32_t line)
{
	FILE *stream = excerpt->html->stream;
	for (size_t i = 0; i < excerpt->count; i++) {
		const struct place *place = &excerpt->places[i];
		if (!place->note || place->span->start.line != line)
			continue;
		fputs("<span class=\"n\">", stream);
		html_message(stream, place->note);
		fputs("\n</span>", stream);
	}
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static uint32_t first_line(const struct place *place)
{
	uint32_t around = place->note ? 1 : AROUND, line = place->span->start.line;
	return line > around ? line - around : 1;
}

static uint32_t last_line(const struct place *place)
{
	uint32_t line = place->span->start.line, end = place->span->end.line;
	if (end < line)
		end = line;
	if (end - line >= LONGEST_SPAN)
		end = line + LONGEST_SPAN - 1;
	return end + (place->note ? 1 : AROUND);
}

static int compare_places(const void *left, const void *right)
{
	const struct place *a = left, *b = right;
	if (first_line(a) != first_line(b))
		return first_line(a) < first_line(b) ? -1 : 1;
	if (a->span->start.offset != b->span->start.offset)
		return a->span->start.offset < b->span->start.offset ? -1 : 1;
	return strcmp(a->note ? a->note : "", b->note ? b->note : "");
}

static void write_block(struct excerpt *excerpt)
{
	size_t size;
	FILE *stream = excerpt->html->stream;
	if (!source_line(excerpt->html->out->sources, excerpt->path, 1, &excerpt->base, &size))
		return;
	qsort(excerpt->places, excerpt->count, sizeof excerpt->places[0], compare_places);
	fputs("<pre class=\"src\"><code>", stream);
	for (size_t i = 0, next; i < excerpt->count; i = next) {
		uint32_t line = first_line(&excerpt->places[i]), last = last_line(&excerpt->places[i]);
		for (next = i + 1;
			next < excerpt->count && first_line(&excerpt->places[next]) <= last + JOINED;
			next++) {
			uint32_t other = last_line(&excerpt->places[next]);
			last = other > last ? other : last;
		}
		fputs(i ? "<span class=\"cut\">&ctdot;\n</span>" : "", stream);
		for (; line <= last && !is_end(excerpt, line); line++) {
			write_line(excerpt, line);
			write_notes(excerpt, line);
		}
	}
	fputs("</code></pre>\n", stream);
}

static void add_place(struct excerpt *excerpt, const struct span *span, const char *note)
{
	if (excerpt->count < MOST_PLACES && strcmp(span->path, excerpt->path) == 0)
		excerpt->places[excerpt->count++] = (struct place){span, note};
}

/* All places of a file. */
static void write_file(const struct html *html, const struct out_group *entry, const char *path, bool is_own)
{
	const struct finding *finding = entry->lead;
	struct excerpt excerpt = {.html = html, .path = path};
	add_place(&excerpt, &finding->span, is_own ? NULL : "the finding");
	if (finding->has_expansion)
		add_place(&excerpt, &finding->expansion, "macro used here");
	for (size_t i = 0; i < finding->related.count; i++)
		add_place(&excerpt, &finding->related.data[i].span, finding->related.data[i].message);
	for (size_t i = 0; i < entry->more.count; i++)
		add_place(&excerpt, &entry->more.data[i]->span, entry->more.data[i]->message);
	if (!is_own) {
		fputs("<p class=\"where\">in <b>", html->stream);
		html_text(html->stream, html->files.data[html_file_of(html, path)].location);
		fputs("</b></p>\n", html->stream);
	}
	write_block(&excerpt);
}

void html_source(const struct html *html, const struct out_group *entry)
{
	const struct finding *finding = entry->lead;
	VEC(const char *) paths = {0};
	vec_push(html->arena, &paths, finding->span.path);
	for (size_t i = 0; i <= finding->related.count; i++) {
		bool is_expansion = i == finding->related.count;
		const struct span *span = is_expansion ? &finding->expansion : &finding->related.data[i].span;
		bool known = is_expansion && !finding->has_expansion;
		for (size_t k = 0; !known && k < paths.count; k++)
			known = strcmp(paths.data[k], span->path) == 0;
		if (!known)
			vec_push(html->arena, &paths, span->path);
	}
	for (size_t i = 0; i < paths.count; i++)
		write_file(html, entry, paths.data[i], i == 0);
}

void html_source_line(const struct html *html, const struct finding *finding)
{
	const char *text;
	size_t size, from, to;
	if (!source_line(html->out->sources, finding->span.path, finding->span.start.line, &text, &size))
		return;
	while (size > 0 && (*text == ' ' || *text == '\t')) {
		text++;
		size--;
	}
	clip(text, size, 0, &from, &to);
	fputs("<pre>", html->stream);
	html_code(html->stream, text, to);
	fputs(to < size ? "&hellip;</pre>" : "</pre>", html->stream);
}

const char *html_source_text(struct arena *arena, struct source_set *sources, const char *path, uint32_t line)
{
	enum { LONGEST = 120 };
	const char *text;
	size_t size;
	if (!source_line(sources, path, line, &text, &size))
		return "";
	for (; size && (*text == ' ' || *text == '\t'); size--)
		text++;
	size_t shown = size < LONGEST ? size : LONGEST;
	while (shown && shown < size && ((unsigned char)text[shown] & 0xc0) == 0x80)
		shown--;
	return arena_strndup(arena, text, shown);
}
