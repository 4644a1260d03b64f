/* The pages of the rules that have findings: why it matters, an example, how to fix it. Each is there once;
 * findings link to it. */
#include "cli/html/html.h"
#include "cli/page/page_view.h"

#include <string.h>

static void write_head(const struct html *html, const struct html_rule *entry)
{
	FILE *stream = html->stream;
	fputs("<article class=\"page\" id=\"rule-", stream);
	html_id(stream, entry->code);
	fputs("\"><details><summary><h3>", stream);
	html_text(stream, entry->code);
	fputc(' ', stream);
	html_text(stream, entry->name);
	fputs("</h3>", stream);
	if (entry->rule) {
		fputs("<span class=\"meta\">", stream);
		html_text(stream, entry->rule->summary);
		fputs("</span>", stream);
	}
	fputs("</summary><div class=\"body prose\">\n", stream);
}

/* The page behind its title, which the summary has. */
static void write_page(const struct html *html, const struct rule *rule)
{
	const char *text = pages_text(rule);
	if (!text)
		return;
	text = page_for_reading(html->arena, page_with_options(html->arena, rule, text), rule->code, false);
	if (text[0] == '#' && text[1] == ' ')
		text += strcspn(text, "\n");
	html_markdown(html, text);
}

void html_rules(const struct html *html)
{
	if (html->rules.count == 0)
		return;
	fputs("<section id=\"rules\" aria-labelledby=\"h-rules\"><h2 id=\"h-rules\">Rules</h2>\n",
		html->stream);
	for (size_t i = 0; i < html->rules.count; i++) {
		const struct html_rule *entry = &html->rules.data[i];
		write_head(html, entry);
		if (entry->rule)
			write_page(html, entry->rule);
		else
			fputs("<p>A rule of your own, from the configuration.</p>\n", html->stream);
		fputs("</div></details></article>\n", html->stream);
	}
	fputs("</section>\n", html->stream);
}
