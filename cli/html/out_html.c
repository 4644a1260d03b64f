/* A report as one HTML page: everything is in it, nothing is fetched, and all of it can be read without the
 * script, which filters and sorts. What the script and the style may be is pinned by their hashes, so that
 * nothing else can run, whatever source files contain. */
#include "cli/html/html.h"
#include "cli/text.h"

#include <stdlib.h>
#include <string.h>

/* Findings in full; those of lower rank in short, so that a page of tens of thousands can still be opened. */
enum { IN_FULL = 1000 };

/* ---- lists ----------------------------------------------------------------------------------- */

static double time_of(const struct finding *finding)
{
	return finding->cost.metric && finding->cost.has_time ? finding->cost.time_us : 0;
}

struct ranked {
	struct finding *finding;
	size_t place; /* in the order of the run, which settles ties */
};

static int compare_ranks(const void *left, const void *right)
{
	const struct ranked *a = left, *b = right;
	double saves = time_of(a->finding), other = time_of(b->finding);
	if (saves != other)
		return saves > other ? -1 : 1;
	if (a->finding->severity != b->finding->severity)
		return a->finding->severity > b->finding->severity ? -1 : 1;
	if (a->finding->confidence != b->finding->confidence)
		return a->finding->confidence > b->finding->confidence ? -1 : 1;
	return (a->place > b->place) - (a->place < b->place);
}

static void rank(struct html *html)
{
	const finding_list *findings = html->out->findings;
	struct ranked *ranked = ARENA_ARRAY(html->arena, struct ranked, findings->count + 1);
	for (size_t i = 0; i < findings->count; i++)
		ranked[i] = (struct ranked){findings->data[i], i};
	qsort(ranked, findings->count, sizeof *ranked, compare_ranks);
	for (size_t i = 0; i < findings->count; i++)
		vec_push(html->arena, &html->ranked, ranked[i].finding);
	html->entries = out_groups(html->out, &html->ranked);
}

static int compare_files(const void *left, const void *right)
{
	return strcmp(((const struct html_file *)left)->path, ((const struct html_file *)right)->path);
}

static int compare_rules(const void *left, const void *right)
{
	return strcmp(((const struct html_rule *)left)->code, ((const struct html_rule *)right)->code);
}

size_t html_file_of(const struct html *html, const char *path)
{
	struct html_file key = {.path = path};
	const struct html_file *found = html->files.count ? bsearch(&key, html->files.data, html->files.count,
								    sizeof key, compare_files)
							  : NULL;
	return found ? (size_t)(found - html->files.data) : html->files.count;
}

size_t html_rule_of(const struct html *html, const char *code)
{
	struct html_rule key = {.code = code};
	const struct html_rule *found = html->rules.count ? bsearch(&key, html->rules.data, html->rules.count,
								    sizeof key, compare_rules)
							  : NULL;
	return found ? (size_t)(found - html->rules.data) : html->rules.count;
}

static void add_file(struct html *html, const char *path, bool *is_new)
{
	struct html_file file = {.path = path};
	vec_push(html->arena, &html->files, file);
	*is_new = true;
}

/* Every path that is shown, once. */
static void list_files(struct html *html)
{
	bool any = false;
	for (size_t i = 0; i < html->ranked.count; i++) {
		const struct finding *finding = html->ranked.data[i];
		add_file(html, finding->span.path, &any);
		if (finding->has_expansion)
			add_file(html, finding->expansion.path, &any);
		for (size_t k = 0; k < finding->related.count; k++)
			add_file(html, finding->related.data[k].span.path, &any);
	}
	if (!any)
		return;
	qsort(html->files.data, html->files.count, sizeof html->files.data[0], compare_files);
	size_t kept = 0;
	for (size_t i = 0; i < html->files.count; i++)
		if (!kept || strcmp(html->files.data[kept - 1].path, html->files.data[i].path) != 0)
			html->files.data[kept++] = html->files.data[i];
	html->files.count = kept;
	for (size_t i = 0; i < kept; i++)
		html->files.data[i].location = out_location(html->out, html->files.data[i].path);
	for (size_t i = 0; i < html->ranked.count; i++)
		html->files.data[html_file_of(html, html->ranked.data[i]->span.path)].count++;
}

static void list_rules(struct html *html)
{
	for (size_t i = 0; i < html->ranked.count; i++) {
		const struct finding *finding = html->ranked.data[i];
		size_t at = 0;
		while (at < html->rules.count && strcmp(html->rules.data[at].code, finding->code) != 0)
			at++;
		if (at == html->rules.count)
			vec_push(html->arena, &html->rules,
				(struct html_rule){.code = finding->code,
					.name = finding->rule,
					.rule = pages_find_rule(finding->code)});
		struct html_rule *rule = &html->rules.data[at];
		rule->counts.of[finding->severity]++;
		rule->has_time |= time_of(finding) > 0;
		rule->time_us += time_of(finding);
		if (finding->archs.count > html->all_archs)
			html->all_archs = finding->archs.count;
	}
	if (html->rules.count)
		qsort(html->rules.data, html->rules.count, sizeof html->rules.data[0], compare_rules);
}

/* ---- the page -------------------------------------------------------------------------------- */

static void write_header(const struct html *html)
{
	fprintf(html->stream,
		"<body>\n<a class=\"skip\" href=\"#findings\">Skip to the findings</a>\n"
		"<header><h1><span class=\"brand\">cudalint</span> %s in %s</h1>\n"
		"<nav aria-label=\"Parts of this page\"><a href=\"#overview\">Overview</a> <a "
		"href=\"#findings\">Findings</a>%s%s<button type=\"button\" id=\"theme\" "
		"class=\"js-only\">Theme: auto</button></nav></header>\n"
		"<main>\n",
		text_count(html->arena, html->ranked.count, "finding"),
		text_count(html->arena, out_files(html->out).with_findings, "file"),
		html->kernels.count ? " <a href=\"#kernels\">Kernels</a>" : "",
		html->rules.count ? " <a href=\"#counts\">Counts</a> <a href=\"#rules\">Rules</a> " : " ");
}

/* All of them: the first in full, the others in short and folded away, so that the browser doesn't lay out
 * tens of thousands. */
static void write_list(struct html *html)
{
	FILE *stream = html->stream;
	size_t full = html->entries.count < IN_FULL ? html->entries.count : IN_FULL;
	fputs("<div id=\"list\">\n", stream);
	for (size_t i = 0; i < full; i++)
		html_finding(html, i);
	fputs("</div>\n", stream);
	if (full == html->entries.count)
		return;
	fprintf(stream, "<details id=\"tail\"><summary>%zu further entries, in short</summary><div>\n",
		html->entries.count - full);
	for (size_t i = full; i < html->entries.count; i++)
		html_finding_in_short(html, i);
	fputs("</div></details>\n", stream);
}

static void write_findings(struct html *html)
{
	FILE *stream = html->stream;
	fputs("<section id=\"findings\" tabindex=\"-1\" aria-labelledby=\"h-findings\"><h2 "
	      "id=\"h-findings\">Findings</h2>\n",
		stream);
	if (html->ranked.count == 0) {
		fputs("<p>Nothing was found.</p>\n</section>\n", stream);
		return;
	}
	fputs("<div class=\"columns\"><div class=\"side\">\n", stream);
	html_filter(html);
	fputs("</div><div class=\"results\">\n<div class=\"bar-row\"><p id=\"shown\" role=\"status\">Most "
	      "time saved first, then by severity.</p><button type=\"button\" id=\"unfold\" "
	      "class=\"js-only\" aria-pressed=\"false\">Unfold all</button></div>\n",
		stream);
	if (html->entries.count > IN_FULL)
		fprintf(stream,
			"<p>The %d entries that save most are shown in full, the others in short: "
			"<code>--select</code>, <code>--min-severity</code> or fewer paths make a smaller "
			"report.</p>\n",
			IN_FULL);
	write_list(html);
	fputs("<p class=\"js-only\" id=\"rest\" hidden><button type=\"button\" id=\"more\">Show "
	      "more</button></p>\n</div></div>\n</section>\n",
		stream);
}

void out_html(const struct out *out)
{
	struct html html = {.out = out, .stream = out->stream, .arena = out->arena};
	rank(&html);
	list_files(&html);
	list_rules(&html);
	html_list_kernels(&html);
	html_begin(out->stream, text_count(out->arena, html.ranked.count, "finding"));
	write_header(&html);
	html_overview(&html);
	write_findings(&html);
	html_kernels(&html);
	html_tables(&html);
	html_rules(&html);
	html_end(out->stream);
}
