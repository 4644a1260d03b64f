/* Markdown for a terminal, on md4c. A block's text is gathered with its escape sequences and printed when the
 * block ends, so that it can be wrapped; tables are gathered whole. */
#include "cli/page/markdown.h"
#include "analyzer/base/buffer.h"
#include "analyzer/base/utf8.h"

#include <md4c.h>
#include <string.h>

enum { DEEPEST = 16 };

struct list {
	bool is_ordered;
	unsigned next; /* number of the next item */
};

typedef VEC(const char *) cell_list;

struct printer {
	FILE *stream;
	const struct paint *paint;
	unsigned width;
	struct arena *arena;
	struct buffer text; /* of the block being read */
	struct list lists[DEEPEST];
	unsigned list_depth, quote_depth;
	const char *marker; /* of a list item whose first line is still to come */
	bool is_first;      /* nothing printed yet: no blank line before the first block */
	bool is_tight;      /* directly inside a list item: no blank lines */
	size_t link_start;  /* in `text`, of the link being read */
	VEC(cell_list) rows;
};

/* Columns that a text takes, escape sequences left out. */
static unsigned text_width(const char *text, size_t size)
{
	unsigned width = 0;
	for (size_t at = 0; at < size;) {
		if (text[at] == '\033') {
			while (at < size && text[at] != 'm')
				at++;
			at++;
			continue;
		}
		at += utf8_decode(text + at, size - at, NULL);
		width++;
	}
	return width;
}

static void spaces(const struct printer *printer, unsigned count)
{
	fprintf(printer->stream, "%*s", (int)count, "");
}

/* Columns by which the current block is indented. */
static unsigned indent_of(const struct printer *printer)
{
	unsigned indent = printer->quote_depth * 2;
	for (unsigned i = 0; i < printer->list_depth && i < DEEPEST; i++)
		indent += printer->lists[i].is_ordered ? 3 : 2;
	return indent;
}

/* Starts a line: the indent, with the marker of a list item if its first line is due. */
static void begin_line(struct printer *printer)
{
	unsigned indent = indent_of(printer);
	if (!printer->marker) {
		spaces(printer, indent);
		return;
	}
	unsigned width = (unsigned)strlen(printer->marker);
	spaces(printer, indent > width ? indent - width : 0);
	fputs(printer->marker, printer->stream);
	printer->marker = NULL;
}

static void blank_line(struct printer *printer)
{
	if (!printer->is_first && !printer->is_tight)
		fputc('\n', printer->stream);
	printer->is_first = false;
}

/* Prints words up to the width; further lines start at `indent`. */
static void print_wrapped(
	struct printer *printer, const char *text, size_t size, unsigned indent, unsigned column)
{
	bool line_is_empty = true;
	for (size_t at = 0; at < size;) {
		size_t end = at;
		while (end < size && text[end] != ' ' && text[end] != '\n')
			end++;
		unsigned width = text_width(text + at, end - at);
		if (!line_is_empty && column + 1 + width > printer->width) {
			fputc('\n', printer->stream);
			spaces(printer, indent);
			column = indent;
			line_is_empty = true;
		}
		if (end > at) {
			if (!line_is_empty)
				fputc(' ', printer->stream);
			fwrite(text + at, 1, end - at, printer->stream);
			column += width + !line_is_empty;
			line_is_empty = false;
		}
		if (end < size && text[end] == '\n') {
			fputc('\n', printer->stream);
			spaces(printer, indent);
			column = indent;
			line_is_empty = true;
		}
		at = end + 1;
	}
	fputc('\n', printer->stream);
}

/* Prints the gathered text as a paragraph. */
static void flush_paragraph(struct printer *printer)
{
	if (printer->text.size == 0)
		return;
	unsigned indent = indent_of(printer);
	begin_line(printer);
	print_wrapped(printer, printer->text.data, printer->text.size, indent, indent);
	printer->text.size = 0;
}

static void flush_code(struct printer *printer)
{
	const char *at = printer->text.data, *end = at + printer->text.size;
	while (at && at < end) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		const char *stop = newline ? newline : end;
		if (stop > at) {
			begin_line(printer);
			fprintf(printer->stream, "    %s", printer->paint->code);
			fwrite(at, 1, (size_t)(stop - at), printer->stream);
			fputs(printer->paint->reset, printer->stream);
		}
		fputc('\n', printer->stream);
		at = stop + 1;
	}
	printer->text.size = 0;
}

/* Columns as wide as their widest cell; the last one is wrapped. */
static void flush_table(struct printer *printer)
{
	unsigned widths[DEEPEST] = {0};
	for (size_t row = 0; row < printer->rows.count; row++) {
		const cell_list *cells = &printer->rows.data[row];
		for (size_t i = 0; i + 1 < cells->count && i < DEEPEST; i++) {
			unsigned width = text_width(cells->data[i], strlen(cells->data[i]));
			if (width > widths[i])
				widths[i] = width;
		}
	}
	for (size_t row = 0; row < printer->rows.count; row++) {
		const cell_list *cells = &printer->rows.data[row];
		unsigned column = indent_of(printer);
		begin_line(printer);
		for (size_t i = 0; i < cells->count && i < DEEPEST; i++) {
			size_t size = strlen(cells->data[i]);
			if (i + 1 == cells->count) {
				print_wrapped(printer, cells->data[i], size, column, column);
				continue;
			}
			fputs(cells->data[i], printer->stream);
			spaces(printer, widths[i] - text_width(cells->data[i], size) + 2);
			column += widths[i] + 2;
		}
	}
	printer->rows.count = 0;
}

static void begin_item(struct printer *printer)
{
	struct list *list =
		&printer->lists[(printer->list_depth < DEEPEST ? printer->list_depth : DEEPEST) - 1];
	flush_paragraph(printer);
	printer->marker = list->is_ordered ? arena_printf(printer->arena, "%u. ", list->next++) : "- ";
	printer->is_tight = true;
}

static void begin_list(struct printer *printer, bool is_ordered, unsigned start)
{
	flush_paragraph(printer);
	if (printer->list_depth == 0)
		blank_line(printer);
	if (printer->list_depth < DEEPEST)
		printer->lists[printer->list_depth] = (struct list){is_ordered, start};
	printer->list_depth++;
}

/* A rule's page says of each block of CUDA code what it is: ```cuda bad. */
static void label_code(struct printer *printer, const MD_ATTRIBUTE *info)
{
	const struct paint *paint = printer->paint;
	const struct {
		const char *word, *label, *style;
	} labels[] = {{"cuda bad", "Bad", paint->error}, {"cuda fixed", "Fixed", paint->added},
		{"cuda good", "Good", paint->added}, {"cuda todo", "Not found yet", paint->dim}};
	for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++) {
		size_t length = strlen(labels[i].word);
		if (info->size < length || memcmp(info->text, labels[i].word, length) != 0)
			continue;
		begin_line(printer);
		fprintf(printer->stream, "    %s%s:%s\n", labels[i].style, labels[i].label, paint->reset);
	}
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
	struct printer *printer = context;
	switch (type) {
	case MD_BLOCK_H:
		blank_line(printer);
		buffer_add_text(&printer->text, printer->paint->bold);
		break;
	case MD_BLOCK_P: blank_line(printer); break;
	case MD_BLOCK_CODE:
		flush_paragraph(printer);
		printer->is_tight = false;
		blank_line(printer);
		label_code(printer, &((const MD_BLOCK_CODE_DETAIL *)detail)->info);
		break;
	case MD_BLOCK_UL: begin_list(printer, false, 0); break;
	case MD_BLOCK_OL: begin_list(printer, true, ((MD_BLOCK_OL_DETAIL *)detail)->start); break;
	case MD_BLOCK_LI: begin_item(printer); break;
	case MD_BLOCK_QUOTE: printer->quote_depth++; break;
	case MD_BLOCK_TABLE: blank_line(printer); break;
	case MD_BLOCK_TR: vec_push(printer->arena, &printer->rows, (cell_list){0}); break;
	case MD_BLOCK_TH: buffer_add_text(&printer->text, printer->paint->bold); break;
	default: break;
	}
	return 0;
}

static void end_cell(struct printer *printer)
{
	cell_list *row = &printer->rows.data[printer->rows.count - 1];
	const char *cell = arena_strndup(
		printer->arena, printer->text.size ? printer->text.data : "", printer->text.size);
	vec_push(printer->arena, row, cell);
	printer->text.size = 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
	struct printer *printer = context;
	(void)detail;
	switch (type) {
	case MD_BLOCK_H:
		buffer_add_text(&printer->text, printer->paint->reset);
		flush_paragraph(printer);
		break;
	case MD_BLOCK_CODE: flush_code(printer); break;
	case MD_BLOCK_UL:
	case MD_BLOCK_OL:
		printer->list_depth--;
		printer->is_tight = printer->list_depth > 0;
		break;
	case MD_BLOCK_QUOTE: printer->quote_depth--; break;
	case MD_BLOCK_TABLE: flush_table(printer); break;
	case MD_BLOCK_TH:
		buffer_add_text(&printer->text, printer->paint->reset);
		end_cell(printer);
		break;
	case MD_BLOCK_TD: end_cell(printer); break;
	case MD_BLOCK_HR: fputc('\n', printer->stream); break;
	default: flush_paragraph(printer); break;
	}
	return 0;
}

static const char *span_style(const struct paint *paint, MD_SPANTYPE type)
{
	switch (type) {
	case MD_SPAN_CODE: return paint->code;
	case MD_SPAN_STRONG:
	case MD_SPAN_EM: return paint->bold;
	case MD_SPAN_A: return paint->link;
	default: return "";
	}
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
	struct printer *printer = context;
	(void)detail;
	buffer_add_text(&printer->text, span_style(printer->paint, type));
	if (type == MD_SPAN_A)
		printer->link_start = printer->text.size;
	/* Without colours, code still has to be told from prose. */
	if (type == MD_SPAN_CODE && !*printer->paint->code)
		buffer_add_text(&printer->text, "`");
	return 0;
}

/* Where a link leads, unless that is what it says. */
static void add_target(struct printer *printer, const MD_ATTRIBUTE *target, size_t text_end)
{
	size_t size = text_end - printer->link_start;
	if (target->size == 0 || (size == target->size && memcmp(printer->text.data + printer->link_start,
								  target->text, size) == 0))
		return;
	buffer_printf(&printer->text, " (%.*s)", (int)target->size, target->text);
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
	struct printer *printer = context;
	size_t end = printer->text.size;
	if (type == MD_SPAN_CODE && !*printer->paint->code)
		buffer_add_text(&printer->text, "`");
	if (*span_style(printer->paint, type))
		buffer_add_text(&printer->text, printer->paint->reset);
	if (type == MD_SPAN_A)
		add_target(printer, &((const MD_SPAN_A_DETAIL *)detail)->href, end);
	return 0;
}

static void add_entity(struct buffer *out, const char *text, size_t size)
{
	static const char *const entities[][2] = {
		{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", "\""}, {"&nbsp;", " "}};
	for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
		if (strlen(entities[i][0]) == size && memcmp(entities[i][0], text, size) == 0) {
			buffer_add_text(out, entities[i][1]);
			return;
		}
	}
	buffer_add(out, text, size);
}

static int add_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context)
{
	struct printer *printer = context;
	switch (type) {
	case MD_TEXT_BR: buffer_add(&printer->text, "\n", 1); break;
	case MD_TEXT_SOFTBR: buffer_add(&printer->text, " ", 1); break;
	case MD_TEXT_ENTITY: add_entity(&printer->text, text, size); break;
	case MD_TEXT_NULLCHAR: break;
	default: buffer_add(&printer->text, text, size); break;
	}
	return 0;
}

void markdown_print(FILE *stream, const struct paint *paint, const char *text, unsigned width)
{
	static const MD_PARSER parser = {
		.flags = MD_FLAG_TABLES | MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_NOHTML,
		.enter_block = enter_block,
		.leave_block = leave_block,
		.enter_span = enter_span,
		.leave_span = leave_span,
		.text = add_text};
	struct printer printer = {
		.stream = stream, .paint = paint, .width = width, .arena = arena_new(), .is_first = true};
	md_parse(text, (MD_SIZE)strlen(text), &parser, &printer);
	flush_paragraph(&printer);
	buffer_free(&printer.text);
	arena_free(printer.arena);
}
