/* Rules in a SARIF log: what the rule's declaration and its page say. */
#include "cli/out/out_sarif.h"

#include "analyzer/base/buffer.h"
#include "cli/out/json_value.h"
#include "cli/page/markdown.h"
#include "cli/page/page_view.h"
#include "cli/page/pages.h"

#include <stdlib.h>
#include <string.h>

enum {
	DESCRIPTION_LIMIT = 1000, /* GitHub shows 1024 characters */
	HELP_WIDTH = 100
};

/* The subject of a rule, by the first digit of its code. */
static const char *subject(const char *code)
{
	static const char *const subjects[] = {"analysis", "memory", "shared-memory", "synchronization",
		"warp", "atomics", "launch", "host", "libraries", "language"};
	return code[2] >= '0' && code[2] <= '9' ? subjects[code[2] - '0'] : "user";
}

/* How seldom a rule is wrong, in the words of code scanning. An error claims to be right always. */
static const char *precision(const struct rule *rule)
{
	if (rule->preview)
		return "low";
	if (rule->strict_only)
		return "medium";
	return rule->severity == SEVERITY_ERROR ? "very-high" : "high";
}

static const char *problem_severity(enum severity severity)
{
	return severity == SEVERITY_INFO ? "recommendation" : severity_name(severity);
}

static json_t *properties(const struct rule *rule)
{
	json_t *object = json_object(), *tags = json_array();
	json_object_set_new(object, "precision", json_string(precision(rule)));
	json_object_set_new(object, "problem.severity", json_string(problem_severity(rule->severity)));
	json_array_append_new(tags, json_string("cuda"));
	json_array_append_new(tags, json_string(subject(rule->code)));
	if (rule->severity == SEVERITY_ERROR)
		json_array_append_new(tags, json_string("correctness"));
	json_object_set_new(object, "tags", tags);
	return object;
}

/* The first paragraph of the page's "What it does", as one line; NULL: there is none. */
static const char *description(struct arena *arena, const char *page)
{
	static const char heading[] = "## What it does\n";
	const char *start = strstr(page, heading);
	if (!start)
		return NULL;
	start += sizeof heading - 1;
	const char *end = strstr(start, "\n\n");
	size_t size = end ? (size_t)(end - start) : strlen(start);
	if (size > DESCRIPTION_LIMIT) {
		size = DESCRIPTION_LIMIT;
		while (size > 0 && start[size] != ' ' && start[size] != '\n')
			size--;
	}
	char *text = arena_strndup(arena, start, size);
	for (char *c = text; *c; c++)
		*c = *c == '\n' ? ' ' : *c;
	return text;
}

/* The page without its markup. */
static const char *plain(struct arena *arena, const char *page)
{
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);
	if (!stream)
		return page;
	markdown_print(stream, paint_for(stream, PAINT_NEVER), page, HELP_WIDTH);
	fclose(stream);
	const char *copy = arena_strndup(arena, text, size);
	free(text);
	return copy;
}

static void set_help(const struct out *out, json_t *object, const struct rule *rule)
{
	const char *page = pages_text(rule);
	if (!page)
		return;
	const char *full = description(out->arena, page);
	if (full)
		json_object_set_new(object, "fullDescription", sarif_message(out, full));
	page = page_for_reading(out->arena, page_with_options(out->arena, rule, page), rule->code, false);
	json_t *help = sarif_message(out, plain(out->arena, page));
	json_value_set_text(out->arena, help, "markdown", page);
	json_object_set_new(object, "help", help);
}

json_t *sarif_rule(const struct out *out, const char *code, const char *name, bool help)
{
	const struct rule *rule = pages_find_rule(code);
	json_t *object = json_object();
	json_value_set_text(out->arena, object, "id", code);
	json_value_set_text(out->arena, object, "name", name);
	json_object_set_new(object, "shortDescription", sarif_message(out, rule ? rule->summary : name));
	const char *address = rule ? pages_site_address(out->arena, code) : NULL;
	if (address)
		json_value_set_text(out->arena, object, "helpUri", address);
	if (rule && help)
		set_help(out, object, rule);
	if (rule)
		json_object_set_new(object, "defaultConfiguration",
			json_pack("{ss}", "level", sarif_level(rule->severity)));
	if (rule && help)
		json_object_set_new(object, "properties", properties(rule));
	return object;
}
