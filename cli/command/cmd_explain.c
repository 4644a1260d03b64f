/* `cudalint explain RULE...`: a rule's page, for the terminal, as Markdown or as JSON. */
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/page/markdown.h"
#include "cli/page/page_view.h"
#include "cli/page/pages.h"
#include "rules/registry.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

enum { KEY_COLOR = 256, KEY_ALL, KEY_ALL_EXAMPLES, WIDTH = 100 };

enum format { FORMAT_TEXT, FORMAT_MD, FORMAT_JSON };

struct request {
	struct arena *arena;
	enum format format;
	enum paint_when color;
	bool all, all_examples;
	VEC(const struct rule *) rules;
};

static const struct argp_option table[] = {
	{"format", 'f', "FORMAT", 0, "text (default), md or json", 0},
	{"all", KEY_ALL, NULL, 0, "Every rule", 0},
	{"all-examples", KEY_ALL_EXAMPLES, NULL, 0, "As text: every example of the page, not only the first",
		0},
	{"color", KEY_COLOR, "WHEN", 0, "auto (default), always or never", 0},
	OPTIONS_HELP_ROW,
	{0},
};

static int add_rule(struct request *request, const char *word)
{
	const struct rule *rule = pages_find_rule(word);
	if (rule) {
		vec_push(request->arena, &request->rules, rule);
		return 0;
	}
	const char *nearest = pages_suggest(request->arena, word);
	if (nearest)
		return options_error("unknown rule '%s' (did you mean '%s'?)", word, nearest);
	return options_error("unknown rule '%s' ('cudalint rules' lists them)", word);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
	struct request *request = state->input;
	static const char *const formats[] = {"text", "md", "json"};
	switch (key) {
	case 'f':
		for (int i = 0; i < 3; i++) {
			if (strcmp(formats[i], argument) == 0) {
				request->format = (enum format)i;
				return 0;
			}
		}
		options_error("--format: '%s' is not one of text, md, json", argument);
		return EINVAL;
	case KEY_ALL: request->all = true; return 0;
	case KEY_ALL_EXAMPLES: request->all_examples = true; return 0;
	case KEY_COLOR: return paint_parse_when(&request->color, argument) ? EINVAL : 0;
	case 'h': options_help(state); return 0;
	case ARGP_KEY_ARG: return add_rule(request, argument) ? EINVAL : 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

/* The page; a short one made of the declaration when the rule has none. */
static const char *page_of(struct arena *arena, const struct rule *rule)
{
	const char *text = pages_text(rule);
	if (!text)
		text = arena_printf(arena, "# %s (%s)\n\n%s.\n", rule->name, rule->code, rule->summary);
	return page_with_options(arena, rule, text);
}

/* The page under a line with the facts that the declaration holds, which takes the place of the page's title.
 */
static void print_text(const struct request *request)
{
	const struct paint *paint = paint_for(stdout, request->color);
	for (size_t i = 0; i < request->rules.count; i++) {
		const struct rule *rule = request->rules.data[i];
		const char *page = page_for_reading(
			request->arena, page_of(request->arena, rule), rule->code, request->all_examples);
		if (page[0] == '#' && page[1] == ' ')
			page += strcspn(page, "\n");
		printf("%s%s%s %s%s (%s%s%s, %s, %ssince %s)\n\n", i ? "\n\n" : "", paint->bold, rule->code,
			rule->name, paint->reset, paint_severity(paint, rule->severity),
			severity_name(rule->severity), paint->reset, pages_set(rule),
			pages_is_fixable(rule) ? "fixable, " : "", rule->since);
		markdown_print(stdout, paint, page, WIDTH);
	}
}

static json_t *rule_object(const struct request *request, const struct rule *rule)
{
	return json_pack("{ss ss ss ss sb ss ss ss}", "code", rule->code, "name", rule->name, "severity",
		severity_name(rule->severity), "set", pages_set(rule), "fixable", (int)pages_is_fixable(rule),
		"since", rule->since, "summary", rule->summary, "page", page_of(request->arena, rule));
}

/* One object for one rule, an array for several. */
static void print_json(const struct request *request)
{
	json_t *root = json_array();
	for (size_t i = 0; i < request->rules.count; i++)
		json_array_append_new(root, rule_object(request, request->rules.data[i]));
	bool single = !request->all && request->rules.count == 1;
	json_dumpf(single ? json_array_get(root, 0) : root, stdout, JSON_INDENT(2));
	printf("\n");
	json_decref(root);
}

static int explain(struct request *request, int argc, char **argv)
{
	static const struct argp argp = {table, parse, "CODE|NAME...",
		"Shows what a rule is about: why it matters, code that it finds and code that it doesn't, "
		"whether its fix is safe, what the defect costs, and its options.",
		NULL, NULL, NULL};
	int status = options_parse(&argp, "cudalint explain", argc, argv, request);
	if (status)
		return status;
	if (request->all) {
		request->rules.count = 0;
		for (const struct rule *const *rule = rules_registry; *rule; rule++)
			vec_push(request->arena, &request->rules, *rule);
	}
	if (request->rules.count == 0)
		return options_error("explain what? Name a rule, as in 'cudalint explain %s', or say --all",
			rules_registry[0] ? rules_registry[0]->code : "CU001");
	if (request->format == FORMAT_JSON)
		print_json(request);
	else if (request->format == FORMAT_TEXT)
		print_text(request);
	else
		for (size_t i = 0; i < request->rules.count; i++)
			printf("%s%s", i ? "\n" : "", page_of(request->arena, request->rules.data[i]));
	return STATUS_OK;
}

int cmd_explain(int argc, char **argv)
{
	struct request request = {.arena = arena_new()};
	int status = explain(&request, argc, argv);
	arena_free(request.arena);
	return status;
}
