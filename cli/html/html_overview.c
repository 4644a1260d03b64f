/* What is said of the run as a whole: counts, what could be saved, the rules and files that have findings,
 * and files that could not be analysed. Cells with data-q hold a question that the script can put to the
 * filter. */
#include "cli/html/html.h"
#include "cli/out/fact.h"
#include "cli/text.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 10 }; /* rows of a table; the others are folded away */

/* ---- counts ---------------------------------------------------------------------------------- */

static void write_tile(FILE *stream, const char *class, const char *value, const char *label)
{
	fprintf(stream, "<li class=\"tile %s\"><b>%s</b> <span>%s</span></li>\n", class, value, label);
}

static void write_counts(const struct html *html)
{
	struct out_counts counts = out_count(html->out->findings);
	FILE *stream = html->stream;
	static const char *const names[] = {"info", "warning", "error"};
	fputs("<ul class=\"tiles\">\n", stream);
	for (int severity = SEVERITY_ERROR; severity >= SEVERITY_INFO; severity--) {
		size_t count = counts.of[severity];
		const char *label = arena_printf(html->arena, "%s%s", names[severity], count == 1 ? "" : "s");
		write_tile(stream, names[severity], arena_printf(html->arena, "%zu", count), label);
	}
	size_t files = html->out->report->units.count, fixable = 0;
	for (size_t i = 0; i < html->ranked.count; i++)
		fixable += html->ranked.data[i]->fixes.count > 0;
	write_tile(stream, "", arena_printf(html->arena, "%zu", files),
		files == 1 ? "file analysed" : "files analysed");
	if (fixable)
		write_tile(stream, "", arena_printf(html->arena, "%zu", fixable), "with a fix");
	if (html->out->report->suppressed)
		write_tile(stream, "", arena_printf(html->arena, "%zu", html->out->report->suppressed),
			"silenced by comments");
	fputs("</ul>\n", stream);
}

/* ---- targets and savings --------------------------------------------------------------------- */

static void add_word(const struct html *html, line_list *words, const char *word)
{
	for (size_t i = 0; i < words->count; i++)
		if (strcmp(words->data[i], word) == 0)
			return;
	vec_push(html->arena, words, word);
}

static int compare_words(const void *left, const void *right)
{
	const char *a = *(const char *const *)left, *b = *(const char *const *)right;
	size_t length = strlen(a), other = strlen(b);
	return length != other ? (length > other) - (length < other) : strcmp(a, b);
}

static void write_words(const struct html *html, line_list *words)
{
	if (words->count)
		qsort(words->data, words->count, sizeof *words->data, compare_words);
	for (size_t i = 0; i < words->count; i++) {
		fputs(i ? ", " : "", html->stream);
		html_text(html->stream, words->data[i]);
	}
}

static void write_targets(const struct html *html)
{
	line_list archs = {0}, chips = {0};
	double saved = 0;
	size_t priced = 0;
	for (size_t i = 0; i < html->ranked.count; i++) {
		const struct finding *finding = html->ranked.data[i];
		for (size_t k = 0; k < finding->archs.count; k++)
			add_word(html, &archs, arena_printf(html->arena, "sm_%d", finding->archs.data[k]));
		if (!finding->cost.metric || !finding->cost.has_time)
			continue;
		priced++;
		saved += finding->cost.time_us;
		if (finding->cost.chip)
			add_word(html, &chips, finding->cost.chip);
	}
	if (archs.count) {
		fputs("<p>Targets with findings: ", html->stream);
		write_words(html, &archs);
		fputs(".</p>\n", html->stream);
	}
	if (!priced)
		return;
	if (priced == 1)
		fputs("<p>One finding has a price: about ", html->stream);
	else
		fprintf(html->stream, "<p>%zu findings have a price, together about ", priced);
	fprintf(html->stream, "<b>%s</b> per launch on ", fact_time(html->arena, saved));
	write_words(html, &chips);
	fputs(priced == 1 ? ".</p>\n"
			  : ". Each is priced as if it alone were fixed, so what one kernel can gain is less "
			    "than their sum.</p>\n",
		html->stream);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void write_bar(FILE *stream, size_t count, size_t most)
{
	fprintf(stream,
		"<td class=\"bar\"><svg viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" "
		"aria-hidden=\"true\"><path d=\"M0 0h%.4gv8h-%.4gz\"/></svg></td>",
		100.0 * (double)count / (double)most, 100.0 * (double)count / (double)most);
}

static size_t total(const struct html_rule *rule)
{
	return rule->counts.of[0] + rule->counts.of[1] + rule->counts.of[2];
}

static int compare_rules(const void *left, const void *right)
{
	const struct html_rule *a = *(const struct html_rule *const *)left,
			       *b = *(const struct html_rule *const *)right;
	for (int severity = SEVERITY_ERROR; severity >= SEVERITY_INFO; severity--)
		if ((a->counts.of[severity] > 0) != (b->counts.of[severity] > 0))
			return a->counts.of[severity] ? -1 : 1;
	if (total(a) != total(b))
		return total(a) > total(b) ? -1 : 1;
	return strcmp(a->code, b->code);
}

static const char *worst(const struct out_counts *counts)
{
	return counts->of[SEVERITY_ERROR] ? "error" : counts->of[SEVERITY_WARNING] ? "warning" : "info";
}

static void write_rule_row(const struct html *html, const struct html_rule *rule, size_t most, bool has_times)
{
	FILE *stream = html->stream;
	const char *severity = worst(&rule->counts);
	fprintf(stream, "<tr><th scope=\"row\"><span class=\"sev %s\">%s</span> <a href=\"#rule-", severity,
		severity);
	html_id(stream, rule->code);
	fputs("\">", stream);
	html_text(stream, rule->code);
	fputs("</a> ", stream);
	html_text(stream, rule->name);
	fputs("</th><td class=\"num\" data-q=\"rule=", stream);
	html_text(stream, rule->code);
	fprintf(stream, "\">%zu</td>", total(rule));
	if (has_times)
		fprintf(stream, "<td class=\"num\">%s</td>",
			rule->has_time ? fact_time(html->arena, rule->time_us) : "");
	write_bar(stream, total(rule), most);
	fputs("</tr>\n", stream);
}

static void write_rule_rows(
	const struct html *html, const struct html_rule *const *rules, size_t from, size_t to)
{
	size_t most = 1;
	bool has_times = false;
	for (size_t i = 0; i < html->rules.count; i++) {
		most = total(rules[i]) > most ? total(rules[i]) : most;
		has_times |= rules[i]->has_time;
	}
	fprintf(html->stream,
		"<div class=\"wide\"><table class=\"list\"><caption>By rule</caption><thead><tr><th "
		"scope=\"col\">rule, worst first</th><th scope=\"col\" "
		"class=\"num\">findings</th>%s<td></td></tr></thead><tbody>\n",
		has_times ? "<th scope=\"col\" class=\"num\">save</th>" : "");
	for (size_t i = from; i < to; i++)
		write_rule_row(html, rules[i], most, has_times);
	fputs("</tbody></table></div>\n", html->stream);
}

static void write_rules(const struct html *html)
{
	size_t count = html->rules.count;
	const struct html_rule **rules = ARENA_ARRAY(html->arena, const struct html_rule *, count + 1);
	for (size_t i = 0; i < count; i++)
		rules[i] = &html->rules.data[i];
	qsort(rules, count, sizeof *rules, compare_rules);
	write_rule_rows(html, rules, 0, count > SHOWN + 2 ? SHOWN : count);
	if (count <= SHOWN + 2)
		return;
	fprintf(html->stream, "<details class=\"more\"><summary>%zu more rules</summary>\n", count - SHOWN);
	write_rule_rows(html, rules, SHOWN, count);
	fputs("</details>\n", html->stream);
}

static int compare_files(const void *left, const void *right)
{
	const struct html_file *a = *(const struct html_file *const *)left,
			       *b = *(const struct html_file *const *)right;
	if (a->count != b->count)
		return a->count > b->count ? -1 : 1;
	return strcmp(a->path, b->path);
}

static void write_file_rows(
	const struct html *html, const struct html_file *const *files, size_t from, size_t to)
{
	FILE *stream = html->stream;
	fputs("<div class=\"wide\"><table class=\"list\"><caption>By file</caption><thead><tr><th "
	      "scope=\"col\">file</th><th scope=\"col\" "
	      "class=\"num\">findings</th><td></td></tr></thead><tbody>\n",
		stream);
	for (size_t i = from; i < to; i++) {
		fputs("<tr><th scope=\"row\">", stream);
		html_text(stream, files[i]->location);
		fputs("</th><td class=\"num\" data-q=\"file=", stream);
		html_text(stream, files[i]->location);
		fprintf(stream, "\">%zu</td>", files[i]->count);
		write_bar(stream, files[i]->count, files[0]->count);
		fputs("</tr>\n", stream);
	}
	fputs("</tbody></table></div>\n", stream);
}

/* Those with most findings, the others folded away. */
static void write_files(const struct html *html)
{
	const struct html_file **files =
		ARENA_ARRAY(html->arena, const struct html_file *, html->files.count + 1);
	size_t count = 0;
	for (size_t i = 0; i < html->files.count; i++)
		if (html->files.data[i].count)
			files[count++] = &html->files.data[i];
	if (count == 0)
		return;
	qsort(files, count, sizeof *files, compare_files);
	write_file_rows(html, files, 0, count > SHOWN + 2 ? SHOWN : count);
	if (count <= SHOWN + 2)
		return;
	fprintf(html->stream, "<details class=\"more\"><summary>%zu more files</summary>\n", count - SHOWN);
	write_file_rows(html, files, SHOWN, count);
	fputs("</details>\n", html->stream);
}

/* ---- files that weren't seen as a whole ------------------------------------------------------ */

static bool is_incomplete(const struct unit_result *unit)
{
	return unit->io_error || unit->status != UNIT_OK || unit->parse_errors;
}

static void write_unit(const struct html *html, const struct unit_result *unit)
{
	FILE *stream = html->stream;
	fputs("<li><b>", stream);
	html_text(stream, out_location(html->out, unit->path));
	fputs("</b>: ", stream);
	if (unit->io_error)
		fputs("could not be read", stream);
	else if (unit->status == UNIT_FAILED)
		fputs("could not be analysed", stream);
	else
		fputs("some functions are left out", stream);
	if (unit->parse_errors)
		fprintf(stream, ", %s", text_count(html->arena, unit->parse_errors, "parse error"));
	fputs("</li>\n", stream);
}

static void write_incomplete(const struct html *html)
{
	size_t count = 0;
	for (size_t i = 0; i < html->out->report->units.count; i++)
		count += is_incomplete(html->out->report->units.data[i]);
	if (count == 0)
		return;
	fprintf(html->stream, "<details class=\"more\"><summary>%s not analysed as a whole</summary><ul>\n",
		text_count(html->arena, count, "file"));
	for (size_t i = 0; i < html->out->report->units.count; i++)
		if (is_incomplete(html->out->report->units.data[i]))
			write_unit(html, html->out->report->units.data[i]);
	fputs("</ul></details>\n", html->stream);
}

void html_overview(const struct html *html)
{
	fputs("<section id=\"overview\" aria-labelledby=\"h-overview\"><h2 id=\"h-overview\">Overview</h2>\n",
		html->stream);
	write_counts(html);
	write_targets(html);
	write_incomplete(html);
	html_flame(html);
	fputs("</section>\n", html->stream);
}

void html_tables(const struct html *html)
{
	if (!html->ranked.count)
		return;
	fputs("<section id=\"counts\" aria-labelledby=\"h-counts\"><h2 id=\"h-counts\">Counts</h2>\n"
	      "<div class=\"tables\"><div>\n",
		html->stream);
	write_rules(html);
	fputs("</div><div>\n", html->stream);
	write_files(html);
	fputs("</div></div>\n</section>\n", html->stream);
}
