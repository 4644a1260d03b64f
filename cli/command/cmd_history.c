/* `cudalint history`: how many findings each rule had in the last runs. */
#include "analyzer/run/cached.h"
#include "analyzer/store/history.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/paint.h"
#include "cli/text.h"
#include "rules/registry.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KEY_CACHE_DIR = 256, KEY_ALL, KEY_COLOR, MOST_RUNS = 20000 };

struct request {
	struct arena *arena;
	bool is_json, all;
	const char *cache_dir;
	int64_t limit;     /* 0: the default */
	const char *rules; /* comma list of codes, beginnings of codes and names; NULL: all */
	enum paint_when color;
};

/* A row of the table: a rule in all runs. */
struct row {
	const char *code, *rule;
	enum severity severity; /* the worst that was met */
	uint64_t *counts;
};

typedef VEC(struct row) row_list;

static const struct argp_option table[] = {
	{"limit", 'n', "N", 0, "The last N runs (default: 6; with -f json 100)", 0},
	{"select", 's', "LIST", 0, "These rules alone: codes, prefixes such as CU4, names", 0},
	{"all", KEY_ALL, NULL, 0,
		"Runs over any paths with any choice of rules (default: those like the last one)", 0},
	{"format", 'f', "FORMAT", 0, "text (default) or json", 0},
	{"cache-dir", KEY_CACHE_DIR, "DIR", 0, "Where the cache is", 0},
	{"color", KEY_COLOR, "WHEN", 0, "auto (default), always or never", 0},
	OPTIONS_HELP_ROW,
	{0},
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
	struct request *request = state->input;
	switch (key) {
	case 'n': return options_number(&request->limit, "--limit", argument, 1, MOST_RUNS) ? EINVAL : 0;
	case 's': request->rules = argument; return 0;
	case KEY_ALL: request->all = true; return 0;
	case KEY_CACHE_DIR: request->cache_dir = argument; return 0;
	case KEY_COLOR: return paint_parse_when(&request->color, argument) ? EINVAL : 0;
	case 'f':
		request->is_json = strcmp(argument, "json") == 0;
		if (request->is_json || strcmp(argument, "text") == 0)
			return 0;
		options_error("--format: '%s' is not one of text, json", argument);
		return EINVAL;
	case 'h': options_help(state); return 0;
	case ARGP_KEY_ARG:
		options_error("history takes no arguments, '%s' is one too many", argument);
		return EINVAL;
	default: return ARGP_ERR_UNKNOWN;
	}
}

/* Whether --select names the rule. Rules of older versions, and of configurations, are named by their codes.
 */
static bool is_selected(const struct request *request, const struct history_count *count)
{
	for (const char *at = request->rules; at && *at;) {
		size_t length = strcspn(at, ",");
		bool is_code = length >= 2 && !strncmp(at, "CU", 2) && !strncmp(count->code, at, length);
		bool is_name = strlen(count->rule) == length && !strncmp(count->rule, at, length);
		if (is_code || is_name || (length == 3 && !strncmp(at, "ALL", 3)))
			return true;
		at += length + (at[length] == ',');
	}
	return !request->rules;
}

/* ---- text ------------------------------------------------------------------------------------ */

static struct row *row_of(struct arena *arena, row_list *rows, const struct history_count *count, size_t runs)
{
	size_t at = 0;
	while (at < rows->count && strcmp(rows->data[at].code, count->code) < 0)
		at++;
	if (at < rows->count && !strcmp(rows->data[at].code, count->code))
		return &rows->data[at];
	struct row row = {count->code, count->rule, count->severity, ARENA_ARRAY(arena, uint64_t, runs)};
	vec_push(arena, rows, row);
	for (size_t i = rows->count - 1; i > at; i--)
		rows->data[i] = rows->data[i - 1];
	rows->data[at] = row;
	return &rows->data[at];
}

static void make_rows(const struct request *request, const history_list *runs, row_list *rows)
{
	for (size_t i = 0; i < runs->count; i++) {
		for (size_t k = 0; k < runs->data[i].counts.count; k++) {
			const struct history_count *count = &runs->data[i].counts.data[k];
			if (!is_selected(request, count))
				continue;
			struct row *row = row_of(request->arena, rows, count, runs->count);
			row->counts[i] += count->count;
			if (count->severity > row->severity)
				row->severity = count->severity;
		}
	}
}

enum { LABEL = 36, COLUMN = 10 };

static void print_cells(const char *label, const history_list *runs,
	const char *(*cell)(struct arena *, const struct history_run *), struct arena *arena)
{
	printf("%-*s", LABEL, label);
	for (size_t i = 0; i < runs->count; i++)
		printf("%*s", COLUMN, cell(arena, &runs->data[i]));
	putchar('\n');
}

static const char *time_text(struct arena *arena, const struct history_run *run, const char *format)
{
	char text[32];
	time_t moment = (time_t)run->time;
	struct tm local;
	if (!localtime_r(&moment, &local) || !strftime(text, sizeof text, format, &local))
		return "?";
	return arena_strdup(arena, text);
}

static const char *date_cell(struct arena *arena, const struct history_run *run)
{
	return time_text(arena, run, "%m-%d");
}

static const char *time_cell(struct arena *arena, const struct history_run *run)
{
	return time_text(arena, run, "%H:%M");
}

static const char *commit_cell(struct arena *arena, const struct history_run *run)
{
	return run->commit ? arena_printf(arena, "%.7s%s", run->commit, run->is_dirty ? "+" : "") : "-";
}

static const char *files_cell(struct arena *arena, const struct history_run *run)
{
	return arena_printf(arena, "%" PRIu64, run->files);
}

static void print_numbers(const uint64_t *counts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		printf("%*" PRIu64, COLUMN, counts[i]);
	if (count > 1) {
		int64_t change = (int64_t)(counts[count - 1] - counts[0]);
		if (change)
			printf("%+*" PRId64, COLUMN - 2, change);
		else
			printf("%*s", COLUMN - 2, "=");
	}
	putchar('\n');
}

static void print_scope(const struct request *request, const history_list *runs)
{
	const struct history_run *last = &runs->data[runs->count - 1];
	if (request->all) {
		fputs("all runs", stdout);
	} else {
		text_write(stdout, last->paths);
		if (*last->settings) {
			fputs(" with ", stdout);
			text_write(stdout, last->settings);
		}
	}
	fputs("\n\n", stdout);
}

static void print_text(const struct request *request, const history_list *runs)
{
	const struct paint *paint = paint_for(stdout, request->color);
	row_list rows = {0};
	uint64_t *totals = ARENA_ARRAY(request->arena, uint64_t, runs->count);
	make_rows(request, runs, &rows);
	print_scope(request, runs);
	print_cells("date", runs, date_cell, request->arena);
	print_cells("time", runs, time_cell, request->arena);
	print_cells("commit (+: changed since)", runs, commit_cell, request->arena);
	print_cells("files", runs, files_cell, request->arena);
	for (size_t i = 0; i < rows.count; i++) {
		const struct row *row = &rows.data[i];
		printf("%s%s%s %-*s", paint_severity(paint, row->severity), row->code, paint->reset,
			LABEL - (int)strlen(row->code) - 1, row->rule);
		print_numbers(row->counts, runs->count);
		for (size_t k = 0; k < runs->count; k++)
			totals[k] += row->counts[k];
	}
	printf("%s%-*s%s", paint->bold, LABEL, "all", paint->reset);
	print_numbers(totals, runs->count);
}

/* ---- json ------------------------------------------------------------------------------------ */

static void set_text(json_t *object, const char *key, const char *text)
{
	json_t *value = json_string(text);
	if (value) /* a path that isn't UTF-8 has no place in JSON */
		json_object_set_new(object, key, value);
}

static json_t *run_value(const struct request *request, const struct history_run *run)
{
	json_t *object = json_object(), *counts = json_array();
	char text[40];
	time_t moment = (time_t)run->time;
	struct tm utc;
	if (gmtime_r(&moment, &utc) && strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc))
		set_text(object, "time", text);
	if (run->commit) {
		set_text(object, "commit", run->commit);
		json_object_set_new(object, "dirty", json_boolean(run->is_dirty));
	}
	set_text(object, "paths", run->paths);
	set_text(object, "settings", run->settings);
	json_object_set_new(object, "files", json_integer((json_int_t)run->files));
	for (size_t i = 0; i < run->counts.count; i++) {
		const struct history_count *count = &run->counts.data[i];
		if (is_selected(request, count))
			json_array_append_new(
				counts, json_pack("{ss ss ss sI}", "code", count->code, "rule", count->rule,
						"severity", severity_name(count->severity), "count",
						(json_int_t)count->count));
	}
	json_object_set_new(object, "counts", counts);
	return object;
}

static void print_json(const struct request *request, const history_list *runs)
{
	json_t *list = json_array();
	for (size_t i = 0; i < runs->count; i++)
		json_array_append_new(list, run_value(request, &runs->data[i]));
	json_t *root = json_pack("{ss so}", "schema", "cudalint-history/1", "runs", list);
	json_dumpf(root, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(root);
}

/* ---- the command ----------------------------------------------------------------------------- */

static int read_runs(const struct request *request, history_list *runs)
{
	enum { TEXT_RUNS = 6, JSON_RUNS = 100 };
	struct arena *arena = request->arena;
	const char *folder = cached_folder(arena, request->cache_dir), *problem = NULL;
	history_list last = {0};
	size_t limit = request->limit ? (size_t)request->limit : request->is_json ? JSON_RUNS : TEXT_RUNS;
	if (history_read(arena, folder, NULL, request->all ? limit : 1, &last, &problem))
		return options_error("%s", problem);
	*runs = last;
	if (request->all || !last.count)
		return 0;
	runs->count = 0;
	if (history_read(arena, folder, &last.data[0], limit, runs, &problem))
		return options_error("%s", problem);
	return 0;
}

static int run(struct request *request, int argc, char **argv)
{
	static const struct argp argp = {table, parse, NULL,
		"Shows how many findings each rule had in the last runs of 'cudalint check' that were like "
		"the last one: over the same paths, with the same choice of rules and targets.",
		NULL, NULL, NULL};
	history_list runs = {0};
	int status = options_parse(&argp, "cudalint history", argc, argv, request);
	if (!status)
		status = read_runs(request, &runs);
	if (status)
		return status;
	if (request->is_json)
		print_json(request, &runs);
	else if (runs.count)
		print_text(request, &runs);
	else
		puts("No runs yet: 'cudalint check' adds one each time, unless --no-cache is given.");
	return STATUS_OK;
}

int cmd_history(int argc, char **argv)
{
	struct request request = {.arena = arena_new()};
	int status = run(&request, argc, argv);
	arena_free(request.arena);
	return status;
}
