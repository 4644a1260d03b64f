/* Settings; see lsp_settings.h. */
#include "ide/lsp_settings.h"

#include <string.h>
#include <unistd.h>

#include "analyzer/base/suggest.h"
#include "analyzer/config/config.h"
#include "ide/protocol/lsp_json.h"
#include "model/model.h"

enum {
	DEBOUNCE_MS = 120,
	TIMEOUT_S = 30,
	MEMORY_MB = 4096,
	MOST_WORKERS = 8,
	LONGEST_DEBOUNCE_MS = 10000,
	LONGEST_TIMEOUT_S = 3600
};

struct reading {
	struct arena *arena;
	const json_t *value;
	struct lsp_settings *out;
	line_list *problems;
};

static void problem(struct reading *reading, const char *name, const char *text)
{
	vec_push(reading->arena, reading->problems,
		arena_printf(reading->arena, "setting cudalint.%s: %s", name, text));
}

/* A member that is there and not null. */
static const json_t *member(const struct reading *reading, const char *name)
{
	const json_t *value = json_object_get(reading->value, name);
	return json_is_null(value) ? NULL : value;
}

static const char *copy_string(struct reading *reading, const json_t *value)
{
	const char *text = json_string_value(value);
	bool is_whole = text && strlen(text) == json_string_length(value);
	return is_whole ? arena_strdup(reading->arena, text) : NULL;
}

static void read_string(struct reading *reading, const char *name, const char **out)
{
	const json_t *value = member(reading, name);
	const char *text = copy_string(reading, value);
	if (value && !text)
		problem(reading, name, "is not a string");
	*out = text && *text ? text : NULL;
}

/* A list of words: an array of strings, or one string. */
static bool read_words(struct reading *reading, const char *name, line_list *out)
{
	const json_t *value = member(reading, name);
	size_t count = json_is_array(value) ? json_array_size(value) : value ? 1 : 0;
	for (size_t i = 0; i < count; i++) {
		const json_t *item = json_is_array(value) ? json_array_get(value, i) : value;
		const char *text = copy_string(reading, item);
		if (!text) {
			problem(reading, name, "is not a list of strings");
			return false;
		}
		if (*text)
			vec_push(reading->arena, out, text);
	}
	return true;
}

static void read_list(struct reading *reading, const char *name, const char **out)
{
	line_list words = {0};
	*out = NULL;
	if (!read_words(reading, name, &words))
		return;
	for (size_t i = 0; i < words.count; i++)
		*out = *out ? arena_printf(reading->arena, "%s,%s", *out, words.data[i]) : words.data[i];
}

static void add_arch(struct reading *reading, int cc)
{
	size_t place = 0;
	while (place < reading->out->archs.count && reading->out->archs.data[place] < cc)
		place++;
	if (place < reading->out->archs.count && reading->out->archs.data[place] == cc)
		return;
	vec_push(reading->arena, &reading->out->archs, cc);
	for (size_t i = reading->out->archs.count - 1; i > place; i--)
		reading->out->archs.data[i] = reading->out->archs.data[i - 1];
	reading->out->archs.data[place] = cc;
}

static void read_archs(struct reading *reading)
{
	line_list words = {0};
	if (!read_words(reading, "arch", &words))
		return;
	for (size_t i = 0; i < words.count; i++) {
		for (const char *at = words.data[i]; *at; at += *at == ',') {
			size_t length = strcspn(at, ", ");
			const char *why = NULL, *word = arena_strndup(reading->arena, at, length);
			const struct model_arch *arch =
				length ? config_find_arch(reading->arena, word, &why) : NULL;
			if (arch)
				add_arch(reading, arch->cc);
			else if (length)
				problem(reading, "arch", why);
			at += length;
			while (*at == ' ')
				at++;
		}
	}
}

static void read_chip(struct reading *reading)
{
	const char *name = NULL, *why = NULL;
	read_string(reading, "chip", &name);
	const struct model_chip *chip = name ? config_find_chip(reading->arena, name, &why) : NULL;
	reading->out->chip = chip ? chip->name : NULL;
	if (name && !chip)
		problem(reading, "chip", why);
}

static void read_bool(struct reading *reading, const char *name, bool *out)
{
	const json_t *value = member(reading, name);
	if (json_is_boolean(value))
		*out = json_is_true(value);
	else if (value)
		problem(reading, name, "is neither true nor false");
}

static void read_number(struct reading *reading, const char *name, int64_t least, int64_t most, unsigned *out)
{
	const json_t *value = member(reading, name);
	int64_t number = lsp_json_integer(reading->value, name, least - 1);
	if (value && json_is_number(value) && number >= least && number <= most)
		*out = (unsigned)number;
	else if (value)
		problem(reading, name,
			arena_printf(reading->arena, "is not a number from %lld to %lld", (long long)least,
				(long long)most));
}

static const char *const known[] = {"select", "extendSelect", "ignore", "arch", "chip", "cudaPath", "config",
	"compileCommands", "flags", "allowIncludes", "preview", "incremental", "lens", "hints",
	"hoverMessage", "proofs", "project", "workspaceDiagnostics", "baseline", "debounce", "timeout",
	"maxMemory", "maxWorkers", "jobs", "trace"};
enum { KNOWN = sizeof known / sizeof *known };

static void check_names(struct reading *reading)
{
	const char *name;
	json_t *value;
	json_object_foreach((json_t *)(uintptr_t)reading->value, name, value)
	{
		size_t i = 0;
		while (i < KNOWN && strcmp(known[i], name) != 0)
			i++;
		if (i < KNOWN)
			continue;
		const char *nearest = suggest_nearest(name, known, KNOWN);
		problem(reading, arena_strdup(reading->arena, name),
			nearest ? arena_printf(reading->arena, "is not known (did you mean '%s'?)", nearest)
				: "is not known");
	}
}

void lsp_settings_read(
	struct arena *arena, const json_t *value, struct lsp_settings *out, line_list *problems)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	struct reading reading = {arena, value, out, problems};
	*out = (struct lsp_settings){.incremental = true,
		.hover_message = true,
		.proofs = true,
		.project = true,
		.workspace = true,
		.debounce_ms = DEBOUNCE_MS,
		.timeout_s = TIMEOUT_S,
		.memory_mb = MEMORY_MB,
		.most_workers = MOST_WORKERS,
		.jobs = cores > 1 ? (unsigned)cores : 2};
	if (!json_is_object(value))
		return;
	check_names(&reading);
	read_list(&reading, "select", &out->select);
	read_list(&reading, "extendSelect", &out->extend_select);
	read_list(&reading, "ignore", &out->ignore);
	read_archs(&reading);
	read_chip(&reading);
	read_string(&reading, "cudaPath", &out->cuda_path);
	read_string(&reading, "config", &out->config);
	read_string(&reading, "compileCommands", &out->build_dir);
	line_list flags = {0}, folders = {0};
	if (read_words(&reading, "flags", &flags))
		for (size_t i = 0; i < flags.count; i++)
			vec_push(arena, &out->flags, flags.data[i]);
	if (read_words(&reading, "allowIncludes", &folders))
		for (size_t i = 0; i < folders.count; i++)
			vec_push(arena, &out->allow_includes, folders.data[i]);
	read_bool(&reading, "preview", &out->preview);
	read_bool(&reading, "incremental", &out->incremental);
	read_bool(&reading, "lens", &out->lens);
	read_bool(&reading, "hints", &out->hints);
	read_bool(&reading, "hoverMessage", &out->hover_message);
	read_bool(&reading, "proofs", &out->proofs);
	read_bool(&reading, "project", &out->project);
	read_bool(&reading, "workspaceDiagnostics", &out->workspace);
	read_string(&reading, "baseline", &out->baseline);
	read_number(&reading, "debounce", 0, LONGEST_DEBOUNCE_MS, &out->debounce_ms);
	read_number(&reading, "timeout", 1, LONGEST_TIMEOUT_S, &out->timeout_s);
	read_number(&reading, "maxMemory", 256, 1 << 20, &out->memory_mb);
	read_number(&reading, "maxWorkers", 1, 256, &out->most_workers);
	read_number(&reading, "jobs", 1, 256, &out->jobs);
}
