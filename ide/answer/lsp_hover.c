/* Hovers: what is found at a place and why it matters, what its line costs, how its launch fills the device,
 * and which rule a suppression means. Written as Markdown. */
#include "ide/answer/lsp_hover.h"

#include <string.h>

#include "analyzer/config/select.h"
#include "analyzer/finding/picture/picture.h"
#include "analyzer/suppress/directive.h"
#include "ide/answer/lsp_lens.h"
#include "ide/protocol/lsp_json.h"

/* ---- findings -------------------------------------------------------------------------------- */

/* The first paragraph of a section of a rule's page, as one line; NULL: there is none. */
static const char *first_paragraph(struct arena *arena, const char *page, const char *heading)
{
	const char *start = page ? strstr(page, heading) : NULL;
	if (!start)
		return NULL;
	start += strlen(heading);
	const char *end = strstr(start, "\n\n");
	char *text = arena_strndup(arena, start, end ? (size_t)(end - start) : strlen(start));
	for (char *c = text; *c; c++)
		*c = *c == '\n' ? ' ' : *c;
	return text;
}

static void add_rule(struct hover *hover, const char *code)
{
	const struct lsp_server *server = hover->texts.server;
	const struct rule *rule = select_find_rule(server->options->registry, code);
	const char *page = rule ? server->options->page(hover->texts.arena, rule) : NULL;
	const char *why = first_paragraph(hover->texts.arena, page, "## Why is this bad?\n");
	const char *uri = lsp_page_uri(hover->texts.server, code);
	if (why)
		buffer_printf(&hover->text, "%s\n\n", why);
	if (uri)
		buffer_printf(&hover->text, "[%s](%s)\n\n", rule->name, uri);
}

static const char *words(struct arena *arena, const char *name)
{
	char *text = arena_strdup(arena, name);
	for (char *c = text; *c; c++)
		*c = *c == '_' ? ' ' : *c;
	return text;
}

static void add_cost(struct hover *hover, const struct finding *finding)
{
	const struct cost *cost = &finding->cost;
	if (!cost->metric)
		return;
	buffer_printf(&hover->text, "| %s | %s |\n|---|---|\n| here | %.6g |\n",
		words(hover->texts.arena, cost->metric), cost->chip ? cost->chip : "", cost->value);
	if (cost->has_ideal)
		buffer_printf(&hover->text, "| ideal | %.6g |\n", cost->ideal);
	if (cost->has_time)
		buffer_printf(&hover->text, "| costs a launch | %.3g us |\n", cost->time_us);
	if (cost->has_speedup)
		buffer_printf(&hover->text, "| speed-up without it | %.2fx |\n", cost->speedup);
	if (cost->assumed)
		buffer_printf(&hover->text, "| assuming | %s |\n", cost->assumed);
	buffer_add_text(&hover->text, "\n");
}

static void add_extents(struct buffer *out, const char *name, const int64_t values[3])
{
	buffer_printf(out, "%s %lld", name, (long long)values[0]);
	if (values[1] != 1 || values[2] != 1)
		buffer_printf(out, "x%lld", (long long)values[1]);
	if (values[2] != 1)
		buffer_printf(out, "x%lld", (long long)values[2]);
}

static void add_launch_facts(struct hover *hover, const struct finding *finding)
{
	struct buffer *out = &hover->text;
	const struct finding_launch *launch = &finding->launch;
	if (launch->source && launch->block_known) {
		add_extents(out, launch->grid_known ? "grid" : "block",
			launch->grid_known ? launch->grid : launch->block);
		if (launch->grid_known)
			add_extents(out, ", block", launch->block);
		buffer_printf(out, " (%s)", launch->source);
	}
	for (size_t i = 0; i < finding->archs.count; i++)
		buffer_printf(out, "%ssm_%d",
			i                                       ? ", "
			: launch->source && launch->block_known ? "; "
								: "",
			finding->archs.data[i]);
	if (finding->archs.count)
		buffer_add_text(out, "\n\n");
}

/* In a block of fixed width. */
static void add_picture(struct hover *hover, const struct finding *finding)
{
	if (!finding->picture)
		return;
	buffer_add_text(&hover->text, "```text\n");
	picture_text(&hover->text, finding->picture, PICTURE_UTF8);
	buffer_add_text(&hover->text, "```\n\n");
}

static void add_finding(struct hover *hover, const struct finding *finding)
{
	bool with_message = lsp_settings_at(hover->texts.server, hover->file->path)->hover_message;
	buffer_printf(&hover->text, "**%s %s** (%s)%s%s\n\n", finding->code, finding->rule,
		severity_name(finding->severity), with_message ? ": " : "",
		with_message ? finding->message : "");
	add_cost(hover, finding);
	add_picture(hover, finding);
	add_launch_facts(hover, finding);
	add_rule(hover, finding->code);
}

static void add_findings(struct hover *hover)
{
	lsp_found_list found = {0};
	lsp_found_in(&hover->texts, hover->file->real, &found);
	for (size_t i = 0; i < found.count; i++) {
		const struct finding *finding = found.data[i].finding;
		size_t start = finding->span.start.offset, end = finding->span.end.offset;
		if (start > hover->offset || hover->offset > (end > start ? end : start))
			continue;
		hover->start = start;
		hover->end = end;
		add_finding(hover, finding);
	}
}

/* ---- suppressions ---------------------------------------------------------------------------- */

static void add_suppression(struct hover *hover)
{
	const struct lsp_lines *lines = hover->lines;
	struct arena *arena = hover->texts.arena;
	comment_list comments = {0};
	directive_list directives = {0};
	comments_find(arena, lines->text, lines->size, &comments);
	for (size_t i = 0; i < comments.count; i++)
		if (comments.data[i].offset <= hover->offset &&
			hover->offset <= comments.data[i].offset + comments.data[i].size)
			directive_find(arena, lines->text, &comments.data[i], &directives);
	for (size_t i = 0; i < directives.count; i++) {
		const struct directive *directive = &directives.data[i];
		for (size_t k = 0; k < directive->words.count; k++) {
			const struct directive_word *word = &directive->words.data[k];
			const char *name =
				strncmp(word->text, "cudalint-", 9) == 0 ? word->text + 9 : word->text;
			const struct rule *rule =
				select_find_rule(hover->texts.server->options->registry, name);
			if (!rule || hover->offset < word->start || hover->offset > word->end)
				continue;
			hover->start = word->start;
			hover->end = word->end;
			buffer_printf(
				&hover->text, "**%s %s**: %s\n\n", rule->code, rule->name, rule->summary);
			add_rule(hover, rule->code);
		}
	}
}

json_t *lsp_hover(struct lsp_server *server, struct lsp_file *file, const json_t *params)
{
	struct lsp_position position;
	if (!file || !lsp_json_position(json_object_get(params, "position"), &position))
		return json_null();
	struct hover hover = {.texts = {.server = server, .arena = arena_new()},
		.file = file,
		.lines = lsp_document_lines(file->document)};
	hover.offset = lsp_offset(hover.lines, position, server->client.encoding);
	hover.line = position.line;
	add_findings(&hover);
	add_suppression(&hover);
	lsp_hover_prediction(&hover);
	json_t *value = json_null();
	if (hover.text.size) {
		struct lsp_range range = {lsp_position_of(hover.lines, hover.start, server->client.encoding),
			lsp_position_of(hover.lines, hover.end, server->client.encoding)};
		value = json_pack("{s{ssso}}", "contents", "kind",
			server->client.markdown ? "markdown" : "plaintext", "value",
			lsp_json_text(hover.text.data));
		if (hover.end > hover.start)
			json_object_set_new(value, "range", lsp_json_of_range(range));
	}
	buffer_free(&hover.text);
	arena_free(hover.texts.arena);
	return value;
}
