/* `cudalint cache`: what is kept between runs, and taking it away. */
#include "analyzer/base/path.h"
#include "analyzer/run/cached.h"
#include "analyzer/store/clean.h"
#include "analyzer/store/history.h"
#include "analyzer/store/results.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/text.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <string.h>
#include <unistd.h>

enum { KEY_CACHE_DIR = 256, KEY_HISTORY, KEY_SHARED };

enum action { ACTION_NONE, ACTION_STATUS, ACTION_CLEAN };

struct request {
	struct arena *arena;
	enum action action;
	bool is_json, with_history, with_shared;
	const char *given;            /* --cache-dir */
	const char *folder, *headers; /* of results and history; of precompiled headers */
};

struct state {
	struct results_counts results;
	struct clean_counts headers;
	size_t runs;
};

static const struct argp_option table[] = {
	{"cache-dir", KEY_CACHE_DIR, "DIR", 0, "Where the cache is", 0},
	{"format", 'f', "FORMAT", 0, "Of status: text (default) or json", 0},
	{"history", KEY_HISTORY, NULL, 0, "Of clean: also forget the runs that 'cudalint history' shows", 0},
	{"shared", KEY_SHARED, NULL, 0,
		"Of clean: also take away the precompiled headers, which all projects share", 0},
	OPTIONS_HELP_ROW,
	{0},
};

static int read_action(struct request *request, const char *word)
{
	if (request->action != ACTION_NONE)
		return options_error("cache takes one of status and clean, '%s' is one too many", word);
	if (strcmp(word, "status") == 0)
		request->action = ACTION_STATUS;
	else if (strcmp(word, "clean") == 0)
		request->action = ACTION_CLEAN;
	else
		return options_error("cache: unknown action '%s' (one of status, clean)", word);
	return 0;
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
	struct request *request = state->input;
	switch (key) {
	case KEY_CACHE_DIR: request->given = argument; return 0;
	case KEY_HISTORY: request->with_history = true; return 0;
	case KEY_SHARED: request->with_shared = true; return 0;
	case 'f':
		request->is_json = strcmp(argument, "json") == 0;
		if (request->is_json || strcmp(argument, "text") == 0)
			return 0;
		options_error("--format: '%s' is not one of text, json", argument);
		return EINVAL;
	case 'h': options_help(state); return 0;
	case ARGP_KEY_ARG: return read_action(request, argument) ? EINVAL : 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static void warn(const char *text)
{
	fputs("cudalint: warning: ", stderr);
	text_write(stderr, text);
	fputc('\n', stderr);
}

/* A store that isn't there is not made. */
static void look(struct request *request, struct state *state)
{
	struct arena *arena = request->arena;
	if (path_is_there(arena_printf(arena, "%s/%s", request->folder, RESULTS_FILE))) {
		struct results *results = results_open(arena, request->folder, NULL);
		state->results = results_count(results);
		results_close(results, 0);
		if (results_problem(results))
			warn(results_problem(results));
	}
	int error = request->headers ? clean_headers(arena, request->headers, false, &state->headers) : 0;
	if (error)
		warn(arena_printf(arena, "'%s/pch' can't be read: %s", request->headers, strerror(error)));
	const char *problem;
	state->runs = history_count(arena, request->folder, &problem);
	if (problem)
		warn(problem);
}

static const char *megabytes(struct arena *arena, uint64_t bytes)
{
	return arena_printf(arena, "%.1f MB", (double)bytes / 1e6);
}

static void print_line(const char *what, const char *text, const char *folder)
{
	printf("%-20s  %-24s  ", what, text);
	text_write(stdout, folder ? folder : "");
	putchar('\n');
}

static void print_text(const struct request *request, const struct state *state)
{
	struct arena *arena = request->arena;
	print_line("results",
		arena_printf(arena, "%" PRIu64 " unit%s, %s", state->results.units,
			state->results.units == 1 ? "" : "s", megabytes(arena, state->results.bytes)),
		request->folder);
	print_line("history", arena_printf(arena, "%zu run%s", state->runs, state->runs == 1 ? "" : "s"),
		request->folder);
	print_line("precompiled headers",
		arena_printf(arena, "%u, %s", state->headers.files, megabytes(arena, state->headers.bytes)),
		request->headers ? arena_printf(arena, "%s/pch", request->headers) : NULL);
}

static void print_json(const struct request *request, const struct state *state)
{
	json_t *root = json_pack("{ss s{ss? sI sI sI} s{ss? sI} s{ss? sI sI}}", "schema", "cudalint-cache/1",
		"results", "folder", request->folder, "units", (json_int_t)state->results.units, "files",
		(json_int_t)state->results.files, "bytes", (json_int_t)state->results.bytes, "history",
		"folder", request->folder, "runs", (json_int_t)state->runs, "headers", "folder",
		request->headers ? arena_printf(request->arena, "%s/pch", request->headers) : NULL, "files",
		(json_int_t)state->headers.files, "bytes", (json_int_t)state->headers.bytes);
	if (!root)
		root = json_pack("{ss}", "schema", "cudalint-cache/1"); /* a path that isn't UTF-8 */
	json_dumpf(root, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(root);
}

static int clean(struct request *request)
{
	struct arena *arena = request->arena;
	struct clean_counts results = {0}, headers = {0};
	int error = clean_results(arena, request->folder, true, &results);
	if (error)
		return options_error("cannot clean '%s': %s", request->folder, strerror(error));
	/* those of a folder that was named are its own */
	bool takes_headers = request->headers && (request->with_shared || request->given);
	error = request->headers ? clean_headers(arena, request->headers, takes_headers, &headers) : 0;
	if (error)
		return options_error("cannot clean '%s': %s", request->headers, strerror(error));
	error = request->with_history ? history_delete(arena, request->folder) : 0;
	if (error)
		return options_error("cannot clean '%s': %s", request->folder, strerror(error));
	const char *headers_text = arena_printf(arena, "%u precompiled header%s (%s)", headers.files,
		headers.files == 1 ? "" : "s", megabytes(arena, headers.bytes));
	printf("Removed %s of results", megabytes(arena, results.bytes));
	if (takes_headers)
		printf(" and %s\n", headers_text);
	else if (!headers.files)
		putchar('\n');
	else
		printf("; %s, which all projects share, stay%s without --shared\n", headers_text,
			headers.files == 1 ? "s" : "");
	return STATUS_OK;
}

static int run(struct request *request, int argc, char **argv)
{
	static const struct argp argp = {table, parse, "status|clean",
		"Shows or empties the cache: results of earlier runs, which serve as long as nothing changed "
		"that they were made from, and precompiled headers. Both are made anew when they are gone. Cleaning "
		"leaves the precompiled headers that other projects use, too (--shared).",
		NULL, NULL, NULL};
	int status = options_parse(&argp, "cudalint cache", argc, argv, request);
	if (status)
		return status;
	if (request->action == ACTION_NONE)
		return options_error("cache needs an action: status or clean");
	if ((request->with_history || request->with_shared) && request->action != ACTION_CLEAN)
		return options_error("--%s belongs to 'cudalint cache clean'",
			request->with_history ? "history" : "shared");
	request->folder = cached_folder(request->arena, request->given);
	request->headers = plan_headers_folder(request->arena, request->given);
	if (request->action == ACTION_CLEAN)
		return clean(request);
	struct state state = {0};
	look(request, &state);
	if (request->is_json)
		print_json(request, &state);
	else
		print_text(request, &state);
	return STATUS_OK;
}

int cmd_cache(int argc, char **argv)
{
	struct request request = {.arena = arena_new()};
	int status = run(&request, argc, argv);
	arena_free(request.arena);
	return status;
}
