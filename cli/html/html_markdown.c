/* Markdown as HTML, on md4c: the rules' pages. Headings go down two levels, as the pages stand inside others;
 * blocks of CUDA code are labelled with what they are; links to pages of other rules stay on this page. */
#include "cli/html/html.h"

#include <md4c.h>
#include <string.h>

struct writer {
	const struct html *html;
	bool in_code;
	unsigned dead_links; /* open ones that lead nowhere */
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

static void open_code(const struct writer *writer, const MD_BLOCK_CODE_DETAIL *detail)
{
	const char *label = label_of(&detail->info);
	if (label)
		fprintf(writer->html->stream, "<p class=\"kind\">%s</p>", label);
	fputs("<pre class=\"src\"><code>", writer->html->stream);
}

static unsigned heading(unsigned level)
{
	return level + 2 > 6 ? 6 : level + 2;
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
	FILE *stream = writer->html->stream;
	if (type == MD_BLOCK_H) {
		fprintf(stream, "<h%u>", heading(((MD_BLOCK_H_DETAIL *)detail)->level));
	} else if (type == MD_BLOCK_CODE) {
		open_code(writer, detail);
		writer->in_code = true;
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
	FILE *stream = writer->html->stream;
	if (type == MD_BLOCK_H) {
		fprintf(stream, "</h%u>\n", heading(((MD_BLOCK_H_DETAIL *)detail)->level));
	} else if (type == MD_BLOCK_CODE) {
		fputs("</code></pre>\n", stream);
		writer->in_code = false;
	} else if (type == MD_BLOCK_TH) {
		fputs("</th>", stream);
	} else if (name_of(type)) {
		fprintf(stream, "</%s>%s\n", name_of(type), type == MD_BLOCK_TABLE ? "</div>" : "");
	}
	return 0;
}

/* Whether a link leads to the page of a rule that is on this one; then its code is written. */
static bool write_rule_link(const struct writer *writer, const MD_ATTRIBUTE *target)
{
	const char *end = memchr(target->text, '.', target->size);
	if (!end || target->size < 4 || memcmp(target->text + target->size - 3, ".md", 3) != 0)
		return false;
	char *name = arena_strndup(writer->html->arena, target->text, target->size - 3);
	const char *slash = strrchr(name, '/');
	name = slash ? name + (slash + 1 - name) : name;
	for (char *c = name; *c; c++)
		*c = *c == '_' ? '-' : *c;
	const struct rule *rule = pages_find_rule(name);
	if (!rule || html_rule_of(writer->html, rule->code) == writer->html->rules.count)
		return false;
	fprintf(writer->html->stream, "<a href=\"#rule-%s\">", rule->code);
	return true;
}

static void open_link(struct writer *writer, const MD_ATTRIBUTE *target)
{
	FILE *stream = writer->html->stream;
	bool is_web = target->size > 8 && memcmp(target->text, "https://", 8) == 0;
	if (is_web) {
		fputs("<a rel=\"noreferrer\" href=\"", stream);
		html_text(stream, arena_strndup(writer->html->arena, target->text, target->size));
		fputs("\">", stream);
	} else if (!write_rule_link(writer, target)) {
		fputs("<span>", stream);
		writer->dead_links++;
	}
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
	struct writer *writer = context;
	FILE *stream = writer->html->stream;
	switch (type) {
	case MD_SPAN_CODE: fputs("<code>", stream); break;
	case MD_SPAN_STRONG: fputs("<b>", stream); break;
	case MD_SPAN_EM: fputs("<em>", stream); break;
	case MD_SPAN_A: open_link(writer, &((MD_SPAN_A_DETAIL *)detail)->href); break;
	default: break;
	}
	return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
	struct writer *writer = context;
	FILE *stream = writer->html->stream;
	(void)detail;
	switch (type) {
	case MD_SPAN_CODE: fputs("</code>", stream); break;
	case MD_SPAN_STRONG: fputs("</b>", stream); break;
	case MD_SPAN_EM: fputs("</em>", stream); break;
	case MD_SPAN_A:
		fputs(writer->dead_links ? "</span>" : "</a>", stream);
		writer->dead_links -= writer->dead_links > 0;
		break;
	default: break;
	}
	return 0;
}

static int add_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context)
{
	const struct writer *writer = context;
	FILE *stream = writer->html->stream;
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
	} else {
		html_text(stream, arena_strndup(writer->html->arena, text, size));
	}
	return 0;
}

void html_markdown(const struct html *html, const char *text)
{
	struct writer writer = {.html = html};
	const MD_PARSER parser = {.flags = MD_FLAG_TABLES | MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_NOHTML,
		.enter_block = enter_block,
		.leave_block = leave_block,
		.enter_span = enter_span,
		.leave_span = leave_span,
		.text = add_text};
	md_parse(text, (MD_SIZE)strlen(text), &parser, &writer);
}
