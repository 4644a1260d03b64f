/* Markdown as HTML, on md4c: the rules' pages. In a report, headings go down two levels, as the pages stand
 * inside others, blocks of CUDA code are labelled with what they are, and links to pages of other rules stay
 * on this page. A site says how it wants these itself. */
#include "analyzer/base/buffer.h"
#include "cli/html/html.h"

#include <ctype.h>
#include <md4c.h>
#include <stdlib.h>
#include <string.h>

struct writer {
	const struct html *html;
	const struct html_markdown_way *way; /* NULL: as a report has it */
	FILE *stream;
	bool in_code, in_heading;
	unsigned links;      /* open ones */
	unsigned dead_links; /* open ones that lead nowhere */
	/* what a way gets whole */
	const char *info;
	struct buffer code;
	const char *image;
	struct buffer words; /* of a heading, or of the picture's description */
	char *heading;
	size_t heading_size;
};

/* ```cuda bad: what the block shows. */
static const char *label_of(const MD_ATTRIBUTE *info)
{
	static const char *const labels[][2] = {{"cuda bad", "Bad"}, {"cuda fixed", "Fixed"},
		{"cuda good", "Good"}, {"cuda todo", "Not found yet"}};
	for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++) {
		size_t length = strlen(labels[i][0]);
		if (info->size >= length && memcmp(info->text, labels[i][0], length) == 0)
			return labels[i][1];
	}
	return NULL;
}

static void open_code(struct writer *writer, const MD_BLOCK_CODE_DETAIL *detail)
{
	writer->in_code = true;
	if (writer->way) {
		writer->info = arena_strndup(
			writer->html->arena, detail->info.size ? detail->info.text : "", detail->info.size);
		return;
	}
	const char *label = label_of(&detail->info);
	if (label)
		fprintf(writer->stream, "<p class=\"kind\">%s</p>", label);
	fputs("<pre class=\"src\"><code>", writer->stream);
}

static void close_code(struct writer *writer)
{
	writer->in_code = false;
	if (!writer->way) {
		fputs("</code></pre>\n", writer->stream);
		return;
	}
	writer->way->code(writer->way->context, writer->info, writer->code.size ? writer->code.data : "",
		writer->code.size);
	buffer_free(&writer->code);
}

static unsigned heading(const struct writer *writer, unsigned level)
{
	unsigned below = level + (writer->way ? writer->way->deeper : 2);
	return below > 6 ? 6 : below;
}

/* On a site a heading can be linked to, by its words: they are known when it ends. */
static void open_heading(struct writer *writer, unsigned level)
{
	writer->in_heading = true;
	if (writer->way)
		writer->stream = open_memstream(&writer->heading, &writer->heading_size);
	else
		fprintf(writer->stream, "<h%u>", heading(writer, level));
}

static void close_heading(struct writer *writer, unsigned level)
{
	writer->in_heading = false;
	if (writer->way) {
		fclose(writer->stream);
		writer->stream = writer->html->stream;
		fprintf(writer->stream, "<h%u id=\"", heading(writer, level));
		for (size_t i = 0; i < writer->words.size; i++) {
			unsigned char c = (unsigned char)writer->words.data[i];
			if (isalnum(c) || c == '-' || c == '_')
				fputc(tolower(c), writer->stream);
			else if (c == ' ')
				fputc('-', writer->stream);
		}
		fputs("\">", writer->stream);
		fwrite(writer->heading, 1, writer->heading_size, writer->stream);
		free(writer->heading);
		buffer_free(&writer->words);
	}
	fprintf(writer->stream, "</h%u>\n", heading(writer, level));
}

/* Elements without attributes; NULL: none. */
static const char *name_of(MD_BLOCKTYPE type)
{
	switch (type) {
	case MD_BLOCK_QUOTE: return "blockquote";
	case MD_BLOCK_UL: return "ul";
	case MD_BLOCK_OL: return "ol";
	case MD_BLOCK_LI: return "li";
	case MD_BLOCK_P: return "p";
	case MD_BLOCK_TABLE: return "table";
	case MD_BLOCK_THEAD: return "thead";
	case MD_BLOCK_TBODY: return "tbody";
	case MD_BLOCK_TR: return "tr";
	case MD_BLOCK_TD: return "td";
	default: return NULL;
	}
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
	struct writer *writer = context;
	FILE *stream = writer->stream;
	if (type == MD_BLOCK_H) {
		open_heading(writer, ((MD_BLOCK_H_DETAIL *)detail)->level);
	} else if (type == MD_BLOCK_CODE) {
		open_code(writer, detail);
	} else if (type == MD_BLOCK_HR) {
		fputs("<hr>", stream);
	} else if (type == MD_BLOCK_TH) {
		fputs("<th scope=\"col\">", stream);
	} else if (name_of(type)) {
		fprintf(stream, "%s<%s>", type == MD_BLOCK_TABLE ? "<div class=\"wide\">" : "",
			name_of(type));
	}
	return 0;
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
	struct writer *writer = context;
	FILE *stream = writer->stream;
	if (type == MD_BLOCK_H) {
		close_heading(writer, ((MD_BLOCK_H_DETAIL *)detail)->level);
	} else if (type == MD_BLOCK_CODE) {
		close_code(writer);
	} else if (type == MD_BLOCK_TH) {
		fputs("</th>", stream);
	} else if (name_of(type)) {
		fprintf(stream, "</%s>%s\n", name_of(type), type == MD_BLOCK_TABLE ? "</div>" : "");
	}
	return 0;
}

const struct rule *html_linked_rule(struct arena *arena, const char *target)
{
	size_t size = strlen(target);
	if (size < 4 || strcmp(target + size - 3, ".md") != 0)
		return NULL;
	char *name = arena_strndup(arena, target, size - 3);
	const char *slash = strrchr(name, '/');
	name = slash ? name + (slash + 1 - name) : name;
	for (char *c = name; *c; c++)
		*c = *c == '_' ? '-' : *c;
	return pages_find_rule(name);
}

/* Whether a link leads to the page of a rule that is on this one; then its code is written. */
static bool write_rule_link(const struct writer *writer, const char *target)
{
	const struct rule *rule = html_linked_rule(writer->html->arena, target);
	if (!rule || html_rule_of(writer->html, rule->code) == writer->html->rules.count)
		return false;
	fprintf(writer->stream, "<a href=\"#rule-%s\">", rule->code);
	return true;
}

static bool write_own_link(const struct writer *writer, const char *target)
{
	const struct html_markdown_way *way = writer->way;
	const char *address = way ? way->link(way->context, target) : NULL;
	if (!way)
		return write_rule_link(writer, target);
	if (!address)
		return false;
	fputs("<a href=\"", writer->stream);
	html_text(writer->stream, address);
	fputs("\">", writer->stream);
	return true;
}

static void open_link(struct writer *writer, const MD_ATTRIBUTE *attribute)
{
	FILE *stream = writer->stream;
	writer->links++;
	const char *target =
		arena_strndup(writer->html->arena, attribute->size ? attribute->text : "", attribute->size);
	if (!strncmp(target, "https://", 8)) {
		fputs("<a rel=\"noreferrer\" href=\"", stream);
		html_text(stream, target);
		fputs("\">", stream);
	} else if (!write_own_link(writer, target)) {
		fputs("<span>", stream);
		writer->dead_links++;
	}
}

static void open_image(struct writer *writer, const MD_ATTRIBUTE *source)
{
	const struct html_markdown_way *way = writer->way;
	const char *target =
		arena_strndup(writer->html->arena, source->size ? source->text : "", source->size);
	writer->image = way ? way->link(way->context, target) : NULL;
	buffer_free(&writer->words);
}

static void close_image(struct writer *writer)
{
	if (writer->image) {
		fputs("<img src=\"", writer->stream);
		html_text(writer->stream, writer->image);
		fputs("\" alt=\"", writer->stream);
		html_plain(writer->stream,
			arena_strndup(writer->html->arena, writer->words.size ? writer->words.data : "",
				writer->words.size));
		fputs("\">", writer->stream);
	}
	writer->image = NULL;
	buffer_free(&writer->words);
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
	struct writer *writer = context;
	FILE *stream = writer->stream;
	switch (type) {
	case MD_SPAN_CODE: fputs("<code>", stream); break;
	case MD_SPAN_STRONG: fputs("<b>", stream); break;
	case MD_SPAN_EM: fputs("<em>", stream); break;
	case MD_SPAN_A: open_link(writer, &((MD_SPAN_A_DETAIL *)detail)->href); break;
	case MD_SPAN_IMG: open_image(writer, &((MD_SPAN_IMG_DETAIL *)detail)->src); break;
	default: break;
	}
	return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
	struct writer *writer = context;
	FILE *stream = writer->stream;
	(void)detail;
	switch (type) {
	case MD_SPAN_CODE: fputs("</code>", stream); break;
	case MD_SPAN_STRONG: fputs("</b>", stream); break;
	case MD_SPAN_EM: fputs("</em>", stream); break;
	case MD_SPAN_A:
		fputs(writer->dead_links ? "</span>" : "</a>", stream);
		writer->dead_links -= writer->dead_links > 0;
		writer->links--;
		break;
	case MD_SPAN_IMG: close_image(writer); break;
	default: break;
	}
	return 0;
}

/* The length of a rule's code that begins here, "CU306" as a word; 0: none does. */
static size_t code_length(const char *text, const char *at, const char *end)
{
	enum { LENGTH = 5 };
	bool is_code = end - at >= LENGTH && at[0] == 'C' && at[1] == 'U' && isdigit((unsigned char)at[2]) &&
		       isdigit((unsigned char)at[3]) && isdigit((unsigned char)at[4]);
	bool begins = at == text || !isalnum((unsigned char)at[-1]);
	return is_code && begins && (end - at == LENGTH || !isalnum((unsigned char)at[LENGTH])) ? LENGTH : 0;
}

/* On a site, codes of rules lead to their pages. */
static void add_words(struct writer *writer, const char *text, size_t size)
{
	struct arena *arena = writer->html->arena;
	const char *end = text + size, *from = text;
	for (const char *at = text; at < end && writer->way && !writer->links && !writer->in_heading; at++) {
		size_t length = code_length(text, at, end);
		const char *code = length ? arena_strndup(arena, at, length) : NULL;
		const char *address =
			code ? writer->way->link(writer->way->context, arena_printf(arena, "%s.md", code))
			     : NULL;
		if (!address)
			continue;
		html_text(writer->stream, arena_strndup(arena, from, (size_t)(at - from)));
		fprintf(writer->stream, "<a href=\"%s\">%s</a>", address, code);
		from = at + length;
		at = from - 1;
	}
	html_text(writer->stream, arena_strndup(arena, from, (size_t)(end - from)));
}

static int add_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context)
{
	struct writer *writer = context;
	FILE *stream = writer->stream;
	if (writer->way && writer->in_code) {
		buffer_add(&writer->code, text, size);
		return 0;
	}
	if ((writer->in_heading && writer->way) || writer->image)
		buffer_add(&writer->words, text, size);
	if (writer->image)
		return 0;
	if (type == MD_TEXT_BR) {
		fputs("<br>", stream);
	} else if (type == MD_TEXT_SOFTBR) {
		fputc('\n', stream);
	} else if (writer->in_code) {
		for (const char *at = text, *end = text + size, *next; at < end; at = next + 1) {
			next = memchr(at, '\n', (size_t)(end - at));
			next = next ? next : end;
			html_code(stream, at, (size_t)(next - at));
			if (next < end)
				fputc('\n', stream);
		}
	} else if (type == MD_TEXT_CODE) {
		html_text(stream, arena_strndup(writer->html->arena, text, size));
	} else {
		add_words(writer, text, size);
	}
	return 0;
}

void html_markdown_as(const struct html *html, const char *text, const struct html_markdown_way *way)
{
	struct writer writer = {.html = html, .way = way, .stream = html->stream};
	const MD_PARSER parser = {.flags = MD_FLAG_TABLES | MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_NOHTML,
		.enter_block = enter_block,
		.leave_block = leave_block,
		.enter_span = enter_span,
		.leave_span = leave_span,
		.text = add_text};
	md_parse(text, (MD_SIZE)strlen(text), &parser, &writer);
	buffer_free(&writer.words);
	buffer_free(&writer.code);
}

void html_markdown(const struct html *html, const char *text)
{
	html_markdown_as(html, text, NULL);
}
