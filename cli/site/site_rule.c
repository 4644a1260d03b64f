/* The page of each rule: its text, every example as it is linted, pictures of what happens, and what is
 * searched. */
#include "cli/site/site.h"

#include <ctype.h>
#include <glob.h>
#include <string.h>

#include "analyzer/base/path.h"
#include "cli/out/fact.h"
#include "cli/page/page_view.h"
#include "rules/block_lint.h"
#include "rules/registry.h"

enum { MOST_PICTURES = 3 };

/* A page being written. */
struct rule_page {
	struct site *site;
	const struct rule *rule;
	const char *path; /* below the source tree */
	struct page page; /* its blocks */
	size_t next;      /* the block that comes next */
	const char *bad;  /* the text of the bad block before, for what is new in a fixed one */
	unsigned pictures;
};

/* ---- blocks ---------------------------------------------------------------------------------- */

static const char *kind_label(const struct block *block)
{
	switch (block->kind) {
	case BLOCK_BAD: return "Bad";
	case BLOCK_FIXED: return "Fixed";
	case BLOCK_GOOD: return "Good";
	default: return "Not found yet";
	}
}

static void write_label(const struct rule_page *page, const struct block *block)
{
	FILE *stream = page->site->html.stream;
	fprintf(stream, "<p class=\"kind %s\">%s", block_kind_name(block->kind), kind_label(block));
	const char *const more[][2] = {{"for", block->arch}, {"as", block->std}, {"with", block->flags},
		{"with the settings", block->config}};
	for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
		if (!more[i][1])
			continue;
		fprintf(stream, " <span>%s <code>", more[i][0]);
		html_text(stream, more[i][1]);
		fputs("</code></span>", stream);
	}
	fputs("</p>", stream);
}

/* The rule, and those that the block asks for besides. */
static const struct rule *const *rules_for(const struct rule_page *page, const struct block *block)
{
	VEC(const struct rule *) rules = {0};
	for (size_t i = 0; rules_registry[i]; i++)
		if (rules_registry[i] == page->rule ||
			(block->with && strstr(block->with, rules_registry[i]->code)))
			vec_push(page->site->arena, &rules, rules_registry[i]);
	vec_push(page->site->arena, &rules, NULL);
	return rules.data;
}

/* What the rule finds in the block; where it can't be linted, the site says why and isn't made. */
static finding_list lint(struct rule_page *page, const struct block *block)
{
	struct arena *arena = page->site->arena;
	struct unit_result result;
	finding_list own = {0};
	char *error = NULL;
	if (block_lint(
		    arena, block, block->text, rules_for(page, block), page->site->cache, &result, &error)) {
		site_fail(page->site, "%s: %s", page->path, error);
		return own;
	}
	for (size_t i = 0; i < result.findings.count; i++) {
		struct finding *finding = result.findings.data[i];
		if (!finding->suppressed && !strcmp(finding->code, page->rule->code))
			vec_push(arena, &own, finding);
	}
	if (!own.count)
		site_fail(page->site, "%s: nothing is found in the example in line %u", page->path,
			block->page_line);
	return own;
}

static void write_picture(struct rule_page *page, const finding_list *findings)
{
	struct site *site = page->site;
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = findings->data[i];
		const struct cost *cost = &finding->cost;
		if (!finding->picture || page->pictures == MOST_PICTURES)
			continue;
		page->pictures++;
		html_picture(&site->html, finding->picture);
		if (cost->metric && cost->has_time && cost->chip) {
			fprintf(site->html.stream,
				"<p class=\"saves\">Without it this launch takes about %s less on an ",
				fact_time(site->arena, cost->time_us));
			html_text(site->html.stream, cost->chip);
			fputs(".</p>\n", site->html.stream);
		}
		return;
	}
}

static void write_block(struct rule_page *page, const struct block *block)
{
	finding_list findings = {0};
	struct site_code code = {.text = block->text, .size = strlen(block->text), .is_cuda = true};
	if (block->kind == BLOCK_BAD)
		findings = lint(page, block);
	code.findings = &findings;
	code.before = block->kind == BLOCK_FIXED ? page->bad : NULL;
	page->bad = block->kind == BLOCK_BAD ? block->text : NULL;
	write_label(page, block);
	site_code(page->site, &code);
	write_picture(page, &findings);
}

/* Blocks of the page's Markdown and those that page_read() gives come in the same order. */
static void write_code(void *context, const char *info, const char *text, size_t size)
{
	struct rule_page *page = context;
	const struct site_code code = {.text = text, .size = size, .is_cuda = !strncmp(info, "cuda", 4)};
	bool is_test = !strncmp(info, "cuda ", 5) && info[5];
	if (is_test && page->next < page->page.blocks.count)
		write_block(page, &page->page.blocks.data[page->next++]);
	else
		site_code(page->site, &code);
}

static const char *link_of(void *context, const char *target)
{
	const struct rule_page *page = context;
	return site_link(page->site, page->path, target);
}

/* ---- the page -------------------------------------------------------------------------------- */

/* From where on the examples are more than a reader asks for: behind the first bad one and its remedy. The
 * end of their section is given, too; both are the end of the text where there are no more. */
static const char *further_examples(const char *text, const char **end)
{
	bool in_section = false, in_fence = false, has_bad = false, is_remedy = false;
	const char *from = NULL;
	for (const char *line = text; *line;
		line += strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n')) {
		bool is_fence = !strncmp(line, "```", 3);
		if (!in_fence && !strncmp(line, "## ", 3)) {
			if (from)
				return *end = line, from;
			in_section = !strncmp(line, "## Example", 10);
		}
		if (is_fence && in_fence && is_remedy && in_section && !from)
			from = line + strcspn(line, "\n") + 1;
		if (is_fence && !in_fence) {
			is_remedy = has_bad && (!strncmp(line, "```cuda fixed", 13) ||
						       !strncmp(line, "```cuda good", 12));
			has_bad |= !strncmp(line, "```cuda bad", 11);
		}
		in_fence ^= is_fence;
	}
	*end = text + strlen(text);
	return from ? from : *end;
}

static size_t count_examples(const char *from, const char *to)
{
	size_t fences = 0;
	for (const char *at = from; (at = strstr(at, "\n```")) && at < to; at += 4)
		fences++;
	return fences / 2;
}

static void write_text(struct rule_page *page, const char *text)
{
	const struct html_markdown_way way = {
		.deeper = 0, .context = page, .link = link_of, .code = write_code};
	struct arena *arena = page->site->arena;
	const char *end, *more = further_examples(text, &end);
	size_t count = count_examples(more, end);
	FILE *stream = page->site->html.stream;
	html_markdown_as(&page->site->html, arena_strndup(arena, text, (size_t)(more - text)), &way);
	if (count) {
		fprintf(stream, "<details class=\"further\"><summary>%zu more example%s</summary>\n", count,
			count == 1 ? "" : "s");
		html_markdown_as(&page->site->html, arena_strndup(arena, more, (size_t)(end - more)), &way);
		fputs("</details>\n", stream);
	}
	html_markdown_as(&page->site->html, count ? end : more, &way);
}

static void write_head(const struct rule_page *page)
{
	const struct rule *rule = page->rule;
	FILE *stream = page->site->html.stream;
	const char *severity = severity_name(rule->severity), *set = pages_set(rule);
	fprintf(stream,
		"<p class=\"crumbs\"><a href=\"../index.html\">Rules</a> / <a href=\"../index.html#%.3s\">%s</a></p>\n"
		"<h1>%s <span class=\"code\">%s</span></h1>\n<p class=\"lead\">",
		rule->code, site_family(rule->code), rule->name, rule->code);
	html_text(stream, rule->summary);
	fprintf(stream,
		"</p>\n<p class=\"chips\"><span class=\"sev %s\">%s</span> <a class=\"chip\" "
		"href=\"../sets.html#%s\">%s</a>%s <span class=\"chip\">since %s</span> <a class=\"chip js-only\" "
		"href=\"../playground.html#%s\">try it</a></p>\n",
		severity, severity, set, set,
		pages_is_fixable(rule) ? " <a class=\"chip\" href=\"../guide/fixes.html\">has a fix</a>" : "",
		rule->since, rule->code);
}

static void write_use(const struct rule_page *page)
{
	fprintf(page->site->html.stream,
		"<h2 id=\"use\">Use it</h2>\n<div class=\"wide\"><table><tbody>"
		"<tr><th scope=\"row\">this rule alone</th><td><code>cudalint check --select=%s src</code></td></tr>\n"
		"<tr><th scope=\"row\">off</th><td><code>ignore: [%s]</code> in <code>.cudalint.yml</code>, or "
		"<code>--ignore=%s</code></td></tr>\n"
		"<tr><th scope=\"row\">one finding</th><td><code>// cudalint: ignore[%s] why</code> at the line</td></tr>\n"
		"<tr><th scope=\"row\">on a terminal</th><td><code>cudalint explain %s</code></td></tr></tbody></table></div>\n",
		page->rule->code, page->rule->code, page->rule->code, page->rule->code, page->rule->code);
}

static void write_neighbours(const struct rule_page *page, size_t place)
{
	FILE *stream = page->site->html.stream;
	const struct rule *before = place ? rules_registry[place - 1] : NULL,
			  *after = rules_registry[place + 1];
	fputs("<nav class=\"turn\" aria-label=\"Neighbours\">", stream);
	if (before)
		fprintf(stream, "<a rel=\"prev\" href=\"%s.html\">&larr; %s %s</a>", before->code,
			before->code, before->name);
	if (after)
		fprintf(stream, "<a rel=\"next\" href=\"%s.html\">%s %s &rarr;</a>", after->code, after->code,
			after->name);
	fputs("</nav>\n", stream);
}

/* ---- what is searched ------------------------------------------------------------------------ */

/* A string of JavaScript. */
static void add_string(struct buffer *out, const char *text, size_t size)
{
	buffer_add_text(out, "\"");
	for (size_t i = 0; i < size; i++) {
		unsigned char c = (unsigned char)text[i];
		if (c < ' ' || strchr("\"\\<>&", c))
			buffer_printf(out, "\\u%04x", c);
		else
			buffer_add(out, text + i, 1);
	}
	buffer_add_text(out, "\"");
}

/* The words of a page, without its code and marks. */
static const char *prose(struct arena *arena, const char *text)
{
	char *out = arena_strdup(arena, text), *to = out;
	bool in_fence = false, was_space = true;
	for (const char *line = text; *line;
		line += strcspn(line, "\n") + (line[strcspn(line, "\n")] == '\n')) {
		bool is_fence = !strncmp(line, "```", 3);
		in_fence ^= is_fence;
		if (is_fence || in_fence || *line == '#')
			continue;
		for (const char *c = line; *c && *c != '\n'; c++) {
			if (strchr("`*|", *c) || (was_space && isspace((unsigned char)*c)))
				continue;
			was_space = isspace((unsigned char)*c) != 0;
			*to++ = was_space ? ' ' : *c;
		}
		if (!was_space)
			*to++ = ' ';
		was_space = true;
	}
	*to = '\0';
	return out;
}

static void add_search(const struct rule_page *page, const char *text)
{
	struct buffer *out = &page->site->search;
	const struct rule *rule = page->rule;
	const char *words = prose(page->site->arena, text);
	buffer_printf(out, "{c:\"%s\",n:\"%s\",v:\"%s\",k:\"%s\",f:%d,s:", rule->code, rule->name,
		severity_name(rule->severity), pages_set(rule), pages_is_fixable(rule));
	add_string(out, rule->summary, strlen(rule->summary));
	buffer_add_text(out, ",t:");
	add_string(out, words, strlen(words));
	buffer_add_text(out, ",e:");
	const struct block *first = page->page.blocks.count ? page->page.blocks.data : NULL;
	add_string(out, first ? first->text : "", first ? strlen(first->text) : 0);
	buffer_add_text(out, "},\n");
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* rules/FOLDER/bank_conflict.md; NULL: there is none. */
static const char *page_path(const struct site *site, const struct rule *rule)
{
	char *name = arena_strdup(site->arena, rule->name);
	for (char *c = name; *c; c++)
		*c = *c == '-' ? '_' : *c;
	glob_t found = {0};
	const char *path = NULL;
	if (!glob(arena_printf(site->arena, "%s/rules/*/%s.md", site->source, name), 0, NULL, &found))
		path = arena_strdup(site->arena, found.gl_pathv[0]);
	globfree(&found);
	return path;
}

static void write_rule(struct site *site, size_t place)
{
	struct rule_page page = {.site = site, .rule = rules_registry[place]};
	const char *path = page_path(site, page.rule), *text = pages_text(page.rule);
	if (!path || !text || !page_read(site->arena, path, &page.page)) {
		site_fail(site, "%s: %s", page.rule->code, path ? page.page.error : "has no page");
		return;
	}
	page.path = path + strlen(site->source) + 1;
	text = page_with_options(site->arena, page.rule, text);
	text += *text == '#' ? strcspn(text, "\n") : 0;
	site_open(site, arena_printf(site->arena, "rules/%s.html", page.rule->code),
		arena_printf(site->arena, "%s (%s)", page.rule->name, page.rule->code), page.rule->summary,
		"rules");
	fputs("<div class=\"prose\">\n", site->html.stream);
	write_head(&page);
	write_text(&page, text);
	write_use(&page);
	write_neighbours(&page, place);
	fputs("</div>\n", site->html.stream);
	site_close(site);
	add_search(&page, text);
}

/* A rule's name leads to its page, too. */
static void write_alias(struct site *site, const struct rule *rule)
{
	const char *text = arena_printf(site->arena,
		"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s</title>\n"
		"<meta http-equiv=\"refresh\" content=\"0; url=%s.html\"></head>\n"
		"<body><p><a href=\"%s.html\">%s (%s)</a></p></body></html>\n",
		rule->name, rule->code, rule->code, rule->name, rule->code);
	site_write(site, arena_printf(site->arena, "rules/%s.html", rule->name), text, strlen(text));
}

void site_rules(struct site *site)
{
	struct arena *outer = site->arena;
	struct out out = *site->html.out;
	const struct out *outer_out = site->html.out;
	for (size_t i = 0; rules_registry[i]; i++) {
		site->arena = site->html.arena = out.arena = arena_new();
		site->html.out = &out;
		write_rule(site, i);
		write_alias(site, rules_registry[i]);
		arena_free(site->arena);
	}
	site->arena = site->html.arena = outer;
	site->html.out = outer_out;
}
