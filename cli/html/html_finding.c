/* One finding: a line that says what, where and at what cost; behind it the source, a picture, the cost in
 * numbers, what is known of the launch, and fixes. */
#include "cli/html/html.h"
#include "cli/out/fact.h"

enum { OPEN = 3 }; /* so many of the first findings are unfolded */

static void write_place(const struct html *html, const struct finding *finding)
{
	html_text(html->stream, html->files.data[html_file_of(html, finding->span.path)].location);
	fprintf(html->stream, ":%u:%u", (unsigned)finding->span.start.line,
		(unsigned)finding->span.start.column);
}

/* What, where and at what cost, in two lines. */
static void write_head(const struct html *html, const struct out_group *entry, bool has_link)
{
	FILE *stream = html->stream;
	const struct finding *finding = entry->lead;
	const struct cost *cost = &finding->cost;
	const char *severity = severity_name(finding->severity);
	fprintf(stream, "<h3><span class=\"sev %s\">%s</span> ", severity, severity);
	html_message(stream, finding->message);
	fputs("</h3><span class=\"meta\"><span class=\"loc\">", stream);
	write_place(html, finding);
	fputs("</span>", stream);
	if (has_link) {
		fputs("<a href=\"#rule-", stream);
		html_id(stream, finding->code);
		fputs("\">", stream);
	} else {
		fputs("<span>", stream);
	}
	html_text(stream, finding->code);
	fputc(' ', stream);
	html_text(stream, finding->rule);
	fputs(has_link ? "</a>" : "</span>", stream);
	if (entry->more.count) {
		fputs("<span>", stream);
		html_message(stream, out_group_more(html->arena, entry));
		fputs("</span>", stream);
	}
	if (cost->metric && cost->has_time)
		fprintf(stream, "<span class=\"saves\">saves about %s</span>",
			fact_time(html->arena, cost->time_us));
	if (finding->confidence != CONFIDENCE_PROVEN)
		fprintf(stream, "<span class=\"conf\">%s</span>", confidence_name(finding->confidence));
	if (finding->fixes.count)
		fputs("<span class=\"fixable\">fix</span>", stream);
	fputs("</span>", stream);
}

/* ---- cost ------------------------------------------------------------------------------------ */

static void write_row(FILE *stream, const char *name, const char *value, const char *ideal)
{
	fputs("<tr><th scope=\"row\">", stream);
	html_text(stream, name);
	fputs("</th>", stream);
	if (ideal)
		fprintf(stream, "<td>%s</td><td>%s</td></tr>\n", value, ideal);
	else
		fprintf(stream, "<td colspan=\"2\">%s</td></tr>\n", value);
}

static void write_cost(const struct html *html, const struct finding *finding)
{
	const struct cost *cost = &finding->cost;
	FILE *stream = html->stream;
	if (!cost->metric)
		return;
	fputs("<table class=\"cost\"><caption>Cost</caption><thead><tr><td></td><th "
	      "scope=\"col\">now</th><th scope=\"col\">could be</th></tr></thead><tbody>\n",
		stream);
	write_row(stream, fact_metric(html->arena, cost->metric), fact_number(html->arena, cost->value),
		cost->has_ideal ? fact_number(html->arena, cost->ideal) : NULL);
	if (cost->has_requests)
		write_row(stream, "requests/warp", fact_number(html->arena, cost->requests_per_warp), NULL);
	if (cost->has_time)
		write_row(stream, "time saved",
			arena_printf(html->arena, "about %s", fact_time(html->arena, cost->time_us)), NULL);
	if (cost->has_speedup && !cost->has_time)
		write_row(stream, "time saved", "nothing to speak of", NULL);
	else if (cost->has_speedup && cost->speedup >= 1.005)
		write_row(stream, "speed-up", arena_printf(html->arena, "up to %.3g&times;", cost->speedup),
			NULL);
	if (cost->chip && (cost->has_time || cost->has_speedup)) {
		fputs("<tr><th scope=\"row\">on</th><td colspan=\"2\">", stream);
		html_text(stream, cost->chip);
		fputs("</td></tr>\n", stream);
	}
	if (cost->assumed) {
		fputs("<tr><th scope=\"row\">assuming</th><td colspan=\"2\">", stream);
		html_text(stream, cost->assumed);
		fputs("</td></tr>\n", stream);
	}
	fputs("</tbody></table>\n", stream);
}

/* ---- facts ----------------------------------------------------------------------------------- */

static void write_fact(FILE *stream, const char *name, const char *value)
{
	if (!value)
		return;
	fprintf(stream, "<div><dt>%s</dt><dd>", name);
	html_text(stream, value);
	fputs("</dd></div>\n", stream);
}

static void write_facts(const struct html *html, const struct finding *finding)
{
	FILE *stream = html->stream;
	bool partly = finding->archs.count && finding->archs.count < html->all_archs;
	fputs("<dl class=\"facts\">\n", stream);
	write_fact(stream, "kernel", finding->kernel);
	if (!finding->kernel)
		write_fact(stream, "function", finding->function);
	write_fact(stream, "launch", fact_launch(html->arena, &finding->launch));
	if (finding->archs.count)
		write_fact(stream, partly ? "only on" : "targets", fact_archs(html->arena, finding));
	write_fact(stream, "confidence", confidence_name(finding->confidence));
	if (finding->instances > 1)
		write_fact(stream, "instances",
			arena_printf(html->arena, "%u, the worst is shown", finding->instances));
	fputs("</dl>\n", stream);
}

static void write_fixes(const struct html *html, const struct finding *finding)
{
	FILE *stream = html->stream;
	for (size_t i = 0; i < finding->fixes.count; i++) {
		const struct fix *fix = &finding->fixes.data[i];
		bool is_safe = fix->safety == FIX_SAFE;
		fprintf(stream, "<p class=\"fix\"><b>Fix</b> <span class=\"safety\">%s</span> ",
			is_safe ? "safe" : "unsafe: look at it first");
		html_message(stream, fix->title);
		fputs("</p>\n", stream);
		html_diff(html, fix);
	}
}

static void write_links(const struct html *html, const struct finding *finding)
{
	FILE *stream = html->stream;
	fputs("<p class=\"links\"><a href=\"#rule-", stream);
	html_id(stream, finding->code);
	fputs("\">About ", stream);
	html_text(stream, finding->code);
	fputc(' ', stream);
	html_text(stream, finding->rule);
	fputs("</a> <a href=\"#f-", stream);
	html_id(stream, finding->fingerprint ? finding->fingerprint : "");
	fputs("\">Link to this finding</a></p>\n", stream);
}

/* The others of an entry can be linked to, too: links to single findings go on working. */
static void write_anchors(const struct html *html, const struct out_group *entry)
{
	for (size_t i = 0; i < entry->more.count; i++) {
		const char *fingerprint = entry->more.data[i]->fingerprint;
		fputs("<span id=\"f-", html->stream);
		html_id(html->stream, fingerprint ? fingerprint : "");
		fputs("\"></span>", html->stream);
	}
}

static void open_article(const struct html *html, const struct out_group *entry, const char *class)
{
	FILE *stream = html->stream;
	const struct finding *finding = entry->lead;
	fputs("<article id=\"f-", stream);
	html_id(stream, finding->fingerprint ? finding->fingerprint : "");
	fprintf(stream, "\"%s data-s=\"%d\" data-c=\"%d\" data-r=\"%zu\" data-p=\"%zu\" data-l=\"%u\"", class,
		(int)finding->severity, (int)finding->confidence, html_rule_of(html, finding->code),
		html_file_of(html, finding->span.path), (unsigned)finding->span.start.line);
	if (entry->more.count)
		fprintf(stream, " data-k=\"%zu\"", entry->more.count + 1);
	fputs(">", stream);
	write_anchors(html, entry);
}

void html_finding(struct html *html, size_t rank)
{
	const struct out_group *entry = &html->entries.data[rank];
	const struct finding *finding = entry->lead;
	FILE *stream = html->stream;
	open_article(html, entry, "");
	fprintf(stream, "<details%s><summary>", rank < OPEN ? " open" : "");
	write_head(html, entry, false);
	fputs("</summary>\n<div class=\"body\">\n", stream);
	html_source(html, entry);
	fputs("<div class=\"sides\">\n", stream);
	if (finding->picture)
		html_picture(html, finding->picture);
	fputs("<div class=\"numbers\">\n", stream);
	write_cost(html, finding);
	write_facts(html, finding);
	fputs("</div></div>\n", stream);
	write_fixes(html, finding);
	write_links(html, finding);
	fputs("</div></details></article>\n", stream);
}

void html_finding_in_short(const struct html *html, size_t rank)
{
	const struct out_group *entry = &html->entries.data[rank];
	open_article(html, entry, " class=\"short\"");
	write_head(html, entry, true);
	html_source_line(html, entry->lead);
	fputs("</article>\n", html->stream);
}
