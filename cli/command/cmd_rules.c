/* `cudalint rules`: all rules as a table, as Markdown or as JSON. */
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/page/pages.h"
#include "cli/paint.h"
#include "rules/registry.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

enum { KEY_COLOR = 256 };

enum format { FORMAT_TABLE, FORMAT_MD, FORMAT_JSON };

struct request {
	enum format format;
	enum paint_when color;
};

static const struct argp_option table[] = {
	{"format", 'f', "FORMAT", 0, "table (default), md or json", 0},
	{"color", KEY_COLOR, "WHEN", 0, "auto (default), always or never", 0},
	OPTIONS_HELP_ROW,
	{0},
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
	struct request *request = state->input;
	static const char *const formats[] = {"table", "md", "json"};
	switch (key) {
	case 'f':
		for (int i = 0; i < 3; i++) {
			if (strcmp(formats[i], argument) == 0) {
				request->format = (enum format)i;
				return 0;
			}
		}
		options_error("--format: '%s' is not one of table, md, json", argument);
		return EINVAL;
	case KEY_COLOR: return paint_parse_when(&request->color, argument) ? EINVAL : 0;
	case 'h': options_help(state); return 0;
	case ARGP_KEY_ARG:
		options_error("rules takes no arguments; 'cudalint explain %s' shows one rule", argument);
		return EINVAL;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static void print_table(const struct paint *paint)
{
	int width = 4;
	for (const struct rule *const *rule = rules_registry; *rule; rule++) {
		if ((int)strlen((*rule)->name) > width)
			width = (int)strlen((*rule)->name);
	}
	printf("%scode   %-*s  severity  set          fix  summary%s\n", paint->bold, width, "name",
		paint->reset);
	for (const struct rule *const *at = rules_registry; *at; at++) {
		const struct rule *rule = *at;
		printf("%s%s%s  %-*s  %s%-8s%s  %-11s  %-3s  %s\n", paint->code, rule->code, paint->reset,
			width, rule->name, paint_severity(paint, rule->severity),
			severity_name(rule->severity), paint->reset, pages_set(rule),
			pages_is_fixable(rule) ? "yes" : "", rule->summary);
	}
}

static void print_md(void)
{
	printf("| code | name | severity | set | fix | summary |\n|---|---|---|---|---|---|\n");
	for (const struct rule *const *at = rules_registry; *at; at++) {
		const struct rule *rule = *at;
		printf("| %s | %s | %s | %s | %s | %s |\n", rule->code, rule->name,
			severity_name(rule->severity), pages_set(rule), pages_is_fixable(rule) ? "yes" : "",
			rule->summary);
	}
}

static void print_json(void)
{
	json_t *rules = json_array();
	for (const struct rule *const *at = rules_registry; *at; at++) {
		const struct rule *rule = *at;
		json_array_append_new(rules,
			json_pack("{ss ss ss ss sb ss ss}", "code", rule->code, "name", rule->name,
				"severity", severity_name(rule->severity), "set", pages_set(rule), "fixable",
				(int)pages_is_fixable(rule), "since", rule->since, "summary", rule->summary));
	}
	json_t *root = json_pack("{ss so}", "schema", "cudalint-rules/1", "rules", rules);
	json_dumpf(root, stdout, JSON_INDENT(2));
	printf("\n");
	json_decref(root);
}

int cmd_rules(int argc, char **argv)
{
	static const struct argp argp = {table, parse, NULL,
		"Lists all rules. The set tells what turns a rule on: recommended ones are on by default, "
		"strict ones with --select strict or by their code, preview ones with --preview.",
		NULL, NULL, NULL};
	struct request request = {0};
	int status = options_parse(&argp, "cudalint rules", argc, argv, &request);
	if (status)
		return status;
	if (request.format == FORMAT_TABLE)
		print_table(paint_for(stdout, request.color));
	else if (request.format == FORMAT_MD)
		print_md();
	else
		print_json();
	return STATUS_OK;
}
