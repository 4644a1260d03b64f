/* The file of a baseline, `cudalint-baseline/1`: testdata/schemas/cudalint-baseline-1.schema.json says what
 * is in it. Reading is strict: a file that was damaged by a merge must not silently accept or report more
 * than it should. */
#include "analyzer/finding/baseline.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "analyzer/base/replace_file.h"
#include "analyzer/finding/fingerprint.h"

enum { LARGEST_FILE = 256 * 1000 * 1000, LARGEST_COUNT = 1000 * 1000 };

static int compare_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "");
}

/* 0 for entries of one finding and its equals, whatever the hint says. */
static int compare_identity(const struct baseline_entry *a, const struct baseline_entry *b)
{
	int order = strcmp(a->path, b->path);
	if (!order)
		order = strcmp(a->code, b->code);
	if (!order)
		order = strcmp(a->fingerprint, b->fingerprint);
	return order ? order : a->is_possible - b->is_possible;
}

static int compare_entries(const void *left, const void *right)
{
	const struct baseline_entry *a = left, *b = right;
	int order = compare_identity(a, b);
	return order ? order : compare_text(a->function, b->function);
}

static void sort(struct baseline *baseline)
{
	if (baseline->entries.count)
		qsort(baseline->entries.data, baseline->entries.count, sizeof *baseline->entries.data,
			compare_entries);
}

int baseline_new(struct arena *arena, const char *path, struct baseline *out, char **error)
{
	const char *resolved = path_resolve(arena, path); /* of a link: where it lies */
	const char *folder = path_resolve(arena, path_parent(arena, resolved ? resolved : path));
	*out = (struct baseline){.path = path, .folder = folder};
	if (folder)
		return 0;
	*error = arena_printf(arena, "%s: %s", path, strerror(errno));
	return -1;
}

/* ---- reading --------------------------------------------------------------------------------- */

struct reader {
	struct arena *arena;
	const char *path;
	size_t index; /* of the present entry */
	char **error;
};

static int fail(const struct reader *reader, const char *problem)
{
	*reader->error =
		arena_printf(reader->arena, "%s: findings[%zu]: %s", reader->path, reader->index, problem);
	return -1;
}

/* The line of a merge's conflict marker, or 0. */
static size_t conflict_line(const char *text)
{
	static const char *const marks[] = {"<<<<<<< ", "||||||| ", "=======", ">>>>>>> "};
	size_t number = 1;
	for (const char *line = text; line; number++) {
		for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
			if (!strncmp(line, marks[i], strlen(marks[i])))
				return number;
		line = strchr(line, '\n');
		line = line ? line + 1 : NULL;
	}
	return 0;
}

/* A text of an entry; NULL when it is absent. */
static int read_text(const struct reader *reader, const json_t *object, const char *key, bool is_required,
	const char **out)
{
	const json_t *value = json_object_get(object, key);
	*out = NULL;
	if (!value && !is_required)
		return 0;
	if (!json_is_string(value) || !*json_string_value(value))
		return fail(reader, arena_printf(reader->arena, "'%s' is not a text", key));
	*out = arena_strdup(reader->arena, json_string_value(value));
	return 0;
}

static bool is_code(const char *text)
{
	return strlen(text) == 5 && !strncmp(text, "CU", 2) && strspn(text + 2, "0123456789") == 3;
}

static bool is_fingerprint(const char *text)
{
	return strlen(text) == FINGERPRINT_DIGITS && strspn(text, "0123456789abcdef") == FINGERPRINT_DIGITS;
}

static int check_keys(const struct reader *reader, const json_t *object)
{
	static const char *const known[] = {"path", "code", "function", "fingerprint", "confidence", "count"};
	const char *key;
	json_t *value, *open = (json_t *)(uintptr_t)object; /* whose iterators take no const */
	json_object_foreach(open, key, value)
	{
		size_t i = 0;
		while (i < sizeof known / sizeof *known && strcmp(known[i], key) != 0)
			i++;
		if (i == sizeof known / sizeof *known)
			return fail(reader, arena_printf(reader->arena, "unknown key '%s'", key));
	}
	return 0;
}

static int read_entry(const struct reader *reader, const json_t *object, struct baseline_entry *out)
{
	const char *confidence;
	const json_t *count = json_object_get(object, "count");
	*out = (struct baseline_entry){.count = 1};
	if (!json_is_object(object))
		return fail(reader, "not an object");
	if (check_keys(reader, object) || read_text(reader, object, "path", true, &out->path) ||
		read_text(reader, object, "code", true, &out->code) ||
		read_text(reader, object, "fingerprint", true, &out->fingerprint) ||
		read_text(reader, object, "function", false, &out->function) ||
		read_text(reader, object, "confidence", false, &confidence))
		return -1;
	if (!is_code(out->code))
		return fail(reader, arena_printf(reader->arena, "'%s' is not a rule's code", out->code));
	if (!is_fingerprint(out->fingerprint))
		return fail(reader, "'fingerprint' is not 16 hexadecimal digits");
	if (confidence && strcmp(confidence, "possible") != 0)
		return fail(reader, "'confidence' can only be 'possible'");
	out->is_possible = confidence != NULL;
	if (count && (!json_is_integer(count) || json_integer_value(count) < 1 ||
			     json_integer_value(count) > LARGEST_COUNT))
		return fail(reader, "'count' is not a number from 1 to 1000000");
	if (count)
		out->count = (unsigned)json_integer_value(count);
	return 0;
}

static int check_schema(const struct reader *reader, const json_t *root)
{
	const char *schema = json_string_value(json_object_get(root, "schema"));
	size_t length = strlen(BASELINE_SCHEMA);
	bool is_baseline = schema && !strncmp(schema, BASELINE_SCHEMA, length);
	char *end = NULL;
	long version = is_baseline ? strtol(schema + length, &end, 10) : 0;
	if (version == BASELINE_VERSION && !*end)
		return 0;
	if (version > BASELINE_VERSION && !*end)
		*reader->error = arena_printf(reader->arena,
			"%s: written by a newer version of cudalint: '%s', this one knows '" BASELINE_SCHEMA
			"%d'",
			reader->path, schema, BASELINE_VERSION);
	else
		*reader->error = arena_printf(reader->arena,
			"%s: this is no baseline: 'schema' is not '" BASELINE_SCHEMA "%d'", reader->path,
			BASELINE_VERSION);
	return -1;
}

/* A merge may leave the same entry twice: it counts once, as often as the larger one. */
static void drop_twins(struct baseline *baseline)
{
	size_t kept = 0;
	sort(baseline);
	for (size_t i = 0; i < baseline->entries.count; i++) {
		struct baseline_entry *entry = &baseline->entries.data[i];
		struct baseline_entry *last = kept ? &baseline->entries.data[kept - 1] : NULL;
		if (!last || compare_identity(last, entry))
			baseline->entries.data[kept++] = *entry;
		else if (entry->count > last->count)
			last->count = entry->count;
	}
	baseline->entries.count = kept;
}

static int read_root(struct reader *reader, const json_t *root, struct baseline *out)
{
	const json_t *findings = json_object_get(root, "findings");
	if (check_schema(reader, root))
		return -1;
	if (!json_is_array(findings)) {
		*reader->error = arena_printf(reader->arena, "%s: 'findings' is not a list", reader->path);
		return -1;
	}
	for (; reader->index < json_array_size(findings); reader->index++) {
		struct baseline_entry entry;
		if (read_entry(reader, json_array_get(findings, reader->index), &entry))
			return -1;
		vec_push(reader->arena, &out->entries, entry);
	}
	drop_twins(out);
	return 0;
}

static int read_json(struct reader *reader, const struct buffer *text, struct baseline *out)
{
	json_error_t problem;
	size_t line = conflict_line(text->size ? text->data : "");
	if (line) {
		*reader->error = arena_printf(reader->arena,
			"%s:%zu: a conflict marker: resolve the merge, then run 'cudalint baseline update'",
			reader->path, line);
		return -1;
	}
	json_t *root = json_loadb(text->size ? text->data : "", text->size, JSON_REJECT_DUPLICATES, &problem);
	if (!root) {
		*reader->error =
			arena_printf(reader->arena, "%s:%d: %s", reader->path, problem.line, problem.text);
		return -1;
	}
	int status = read_root(reader, root, out);
	json_decref(root);
	return status;
}

int baseline_read(struct arena *arena, const char *path, struct baseline *out, char **error)
{
	struct reader reader = {.arena = arena, .path = path, .error = error};
	struct buffer text = {0};
	if (path_leads_out(arena, path)) {
		*error = arena_printf(arena, "%s: a link out of the repository, which is not followed", path);
		return -1;
	}
	if (baseline_new(arena, path, out, error))
		return -1;
	int failed = buffer_read_file(&text, path, LARGEST_FILE);
	if (failed)
		*error = arena_printf(arena, "%s: %s", path, strerror(failed));
	int status = failed ? -1 : read_json(&reader, &text, out);
	buffer_free(&text);
	for (char *c = status ? *error : NULL; c && *c; c++) /* what it quotes may have any characters */
		if (iscntrl((unsigned char)*c))
			*c = '?';
	return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void print_entry(const struct baseline_entry *entry, struct buffer *out)
{
	json_t *object = json_object();
	json_object_set_new(object, "path", json_string(entry->path));
	json_object_set_new(object, "code", json_string(entry->code));
	if (entry->function)
		json_object_set_new(object, "function", json_string(entry->function));
	json_object_set_new(object, "fingerprint", json_string(entry->fingerprint));
	if (entry->is_possible)
		json_object_set_new(object, "confidence", json_string("possible"));
	if (entry->count > 1)
		json_object_set_new(object, "count", json_integer(entry->count));
	char *text = json_dumps(object, 0);
	buffer_add_text(out, text ? text : "");
	free(text);
	json_decref(object);
}

/* Joins equal entries, which here are different findings. */
static void join_twins(struct baseline *baseline)
{
	size_t kept = 0;
	sort(baseline);
	for (size_t i = 0; i < baseline->entries.count; i++) {
		struct baseline_entry *entry = &baseline->entries.data[i];
		struct baseline_entry *last = kept ? &baseline->entries.data[kept - 1] : NULL;
		if (last && !compare_identity(last, entry))
			last->count += entry->count;
		else
			baseline->entries.data[kept++] = *entry;
	}
	baseline->entries.count = kept;
}

void baseline_print(struct baseline *baseline, struct buffer *out)
{
	join_twins(baseline);
	buffer_printf(
		out, "{\n  \"schema\": \"" BASELINE_SCHEMA "%d\",\n  \"findings\": [", BASELINE_VERSION);
	for (size_t i = 0; i < baseline->entries.count; i++) {
		buffer_add_text(out, i ? ",\n    " : "\n    ");
		print_entry(&baseline->entries.data[i], out);
	}
	buffer_add_text(out, baseline->entries.count ? "\n  ]\n}\n" : "]\n}\n");
}

int baseline_write(struct arena *arena, struct baseline *baseline, char **error)
{
	struct buffer text = {0};
	baseline_print(baseline, &text);
	int failed = file_put(baseline->path, text.data, text.size);
	buffer_free(&text);
	if (failed)
		*error = arena_printf(arena, "cannot write '%s': %s", baseline->path, strerror(failed));
	return failed ? -1 : 0;
}
