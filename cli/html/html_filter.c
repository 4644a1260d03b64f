/* The form that filters, groups and sorts the findings. It needs the script (html/report.js) and isn't shown
 * without. */
#include "cli/html/html.h"

static void write_boxes(
	FILE *stream, const char *legend, const char *name, const char *const *words, int count)
{
	fprintf(stream, "<fieldset><legend>%s</legend>\n", legend);
	for (int i = count - 1; i >= 0; i--)
		fprintf(stream,
			"<label><input type=\"checkbox\" name=\"%s\" value=\"%d\" data-v=\"%s\" checked> "
			"%s</label>\n",
			name, i, words[i], words[i]);
	fputs("</fieldset>\n", stream);
}

static void write_option(FILE *stream, size_t value, const char *name, const char *text, size_t count)
{
	fprintf(stream, "<option value=\"%zu\" data-v=\"", value);
	html_text(stream, name);
	fputs("\">", stream);
	html_text(stream, text);
	fprintf(stream, " (%zu)</option>\n", count);
}

static void write_rules(const struct html *html)
{
	fputs("<label for=\"q-rule\">Rule</label><select id=\"q-rule\" name=\"rule\"><option value=\"\">all "
	      "rules</option>\n",
		html->stream);
	for (size_t i = 0; i < html->rules.count; i++) {
		const struct html_rule *rule = &html->rules.data[i];
		write_option(html->stream, i, rule->code,
			arena_printf(html->arena, "%s %s", rule->code, rule->name),
			rule->counts.of[0] + rule->counts.of[1] + rule->counts.of[2]);
	}
	fputs("</select>\n", html->stream);
}

static void write_files(const struct html *html)
{
	fputs("<label for=\"q-file\">File</label><select id=\"q-file\" name=\"file\"><option value=\"\">all "
	      "files</option>\n",
		html->stream);
	for (size_t i = 0; i < html->files.count; i++) {
		const struct html_file *file = &html->files.data[i];
		if (file->count)
			write_option(html->stream, i, file->location, file->location, file->count);
	}
	fputs("</select>\n", html->stream);
}

void html_filter(const struct html *html)
{
	static const char *const severities[] = {"info", "warning", "error"};
	static const char *const confidences[] = {"possible", "likely", "proven"};
	FILE *stream = html->stream;
	fputs("<details id=\"filterbox\" class=\"js-only\" open><summary>Filter</summary>\n"
	      "<form id=\"filter\" role=\"search\" aria-label=\"Findings\">\n"
	      "<label for=\"q-text\">Text</label><input id=\"q-text\" name=\"text\" type=\"search\" "
	      "autocomplete=\"off\" spellcheck=\"false\">\n",
		stream);
	write_boxes(stream, "Severity", "severity", severities, 3);
	write_boxes(stream, "Confidence", "confidence", confidences, 3);
	write_rules(html);
	write_files(html);
	fputs("<label for=\"q-group\">Group by</label><select id=\"q-group\" name=\"group\"><option "
	      "value=\"\">nothing</option><option value=\"file\">file</option><option "
	      "value=\"rule\">rule</option></select>\n"
	      "<label for=\"q-sort\">Sort by</label><select id=\"q-sort\" name=\"sort\"><option "
	      "value=\"\">time saved</option><option value=\"severity\">severity</option><option "
	      "value=\"place\">file and line</option></select>\n"
	      "<button type=\"reset\" id=\"everything\">Show everything</button>\n"
	      "</form></details>\n",
		stream);
}
