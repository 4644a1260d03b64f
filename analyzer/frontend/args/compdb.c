/* Reading and searching compile_commands.json; see compdb.h. */
#include "analyzer/frontend/args/compdb.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>

#include "analyzer/base/path.h"

/* One command. */
struct entry {
	const char *file;       /* absolute, clean */
	const char *directory;  /* absolute */
	const char *command;    /* to be split, or NULL and then */
	struct words arguments; /* already split */
	size_t order;           /* in the database */
	bool cuda;
};

struct compdb {
	const char *realm;         /* the repository that it lies in; NULL: none, and it is the user's own */
	VEC(struct entry) entries; /* sorted by file, one each */
	VEC(size_t) cuda;          /* those that compile CUDA */
	VEC(size_t) others;
};

/* True when `word` stands in `command` between blanks (or ends). */
static bool has_word(const char *command, const char *word)
{
	size_t length = strlen(word);
	for (const char *p = command; (p = strstr(p, word)); p += length)
		if ((p == command || strchr(" \t\"'", p[-1])) && (!p[length] || strchr(" \t\"'", p[length])))
			return true;
	return false;
}

/* The program that compiles, behind launchers, in the first words of `command`. */
static bool command_runs_nvcc(const char *command)
{
	while (*command) {
		command += strspn(command, " \t\"'");
		size_t length = strcspn(command, " \t\"'");
		char program[512];
		snprintf(program, sizeof program, "%.*s", (int)(length < sizeof program ? length : 0),
			command);
		if (args_is_nvcc(program))
			return true;
		if (!args_is_launcher(program) && !strchr(program, '=') && program[0] != '-')
			return false;
		command += length;
	}
	return false;
}

static bool command_says_cuda(const char *command)
{
	return has_word(command, "-x cu") || has_word(command, "-x cuda") || has_word(command, "-x=cu") ||
	       has_word(command, "-xcuda") || command_runs_nvcc(command);
}

static bool arguments_say_cuda(const struct words *words)
{
	size_t at = 0;
	while (at + 1 < words->count && (args_is_launcher(words->data[at]) || strchr(words->data[at], '=')))
		at++;
	if (words->count && args_is_nvcc(words->data[at]))
		return true;
	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->data[i];
		if (strcmp(word, "-xcuda") == 0 || strcmp(word, "-x=cu") == 0)
			return true;
		if (i && strcmp(words->data[i - 1], "-x") == 0 && strncmp(word, "cu", 2) == 0)
			return true;
	}
	return false;
}

/* Copies what counts of one JSON object; an entry without file or command is skipped. */
static void add_entry(
	struct arena *arena, struct compdb *db, const char *folder, const json_t *object, size_t order)
{
	const char *file = json_string_value(json_object_get(object, "file"));
	const char *directory = json_string_value(json_object_get(object, "directory"));
	const char *command = json_string_value(json_object_get(object, "command"));
	const json_t *arguments = json_object_get(object, "arguments");
	struct entry entry = {.order = order};
	if (!file || !*file || (!command && !json_array_size(arguments)))
		return;
	for (size_t i = 0; i < json_array_size(arguments); i++) {
		const char *word = json_string_value(json_array_get(arguments, i));
		if (!word)
			return;
		vec_push(arena, &entry.arguments, arena_strdup(arena, word));
	}
	if (!entry.arguments.count)
		entry.command = arena_strdup(arena, command);
	/* Entries of one folder follow each other: keep one copy of its name. */
	directory = directory ? path_join(arena, folder, directory) : folder;
	const struct entry *last = db->entries.count ? &db->entries.data[db->entries.count - 1] : NULL;
	entry.directory = last && strcmp(last->directory, directory) == 0 ? last->directory : directory;
	entry.file = path_normalize(arena, path_join(arena, entry.directory, file));
	entry.cuda = strcmp(path_extension(file), "cu") == 0 ||
		     (entry.command ? command_says_cuda(command) : arguments_say_cuda(&entry.arguments));
	vec_push(arena, &db->entries, entry);
}

/* By file; the command to keep first. */
static int compare_entries(const void *a, const void *b)
{
	const struct entry *left = a;
	const struct entry *right = b;
	int by_file = strcmp(left->file, right->file);
	if (by_file)
		return by_file;
	if (left->cuda != right->cuda)
		return left->cuda ? -1 : 1;
	return (left->order > right->order) - (left->order < right->order);
}

static void settle(struct arena *arena, struct compdb *db)
{
	size_t kept = 0;
	if (db->entries.count)
		qsort(db->entries.data, db->entries.count, sizeof *db->entries.data, compare_entries);
	for (size_t i = 0; i < db->entries.count; i++) {
		struct entry *entry = &db->entries.data[i];
		if (kept && strcmp(db->entries.data[kept - 1].file, entry->file) == 0)
			continue;
		if (entry->cuda)
			vec_push(arena, &db->cuda, kept);
		else
			vec_push(arena, &db->others, kept);
		db->entries.data[kept++] = *entry;
	}
	db->entries.count = kept;
}

static char *absolute(struct arena *arena, const char *path)
{
	return path_normalize(arena, path_join(arena, path_here(arena), path));
}

/* jansson's message as one line, without the piece of the file that it may quote: the file may be a link to
 * any other. */
static char *json_message(struct arena *arena, const char *path, json_error_t *json_error)
{
	char *quote = strstr(json_error->text, " near '");
	if (quote)
		*quote = '\0';
	if (json_error->line < 1)
		return arena_printf(arena, "%s: %s", path, json_error->text);
	char *message = arena_printf(
		arena, "%s:%d:%d: %s", path, json_error->line, json_error->column, json_error->text);
	for (char *c = message; *c; c++)
		if ((unsigned char)*c < ' ')
			*c = ' ';
	return message;
}

int compdb_open(struct arena *arena, const char *path, struct compdb **out, char **error)
{
	if (path_is_folder(path))
		path = path_join(arena, path, "compile_commands.json");
	FILE *file = fopen(path, "rb");
	if (!file) {
		*error = arena_printf(arena, "%s: %s", path, strerror(errno));
		return -1;
	}
	json_error_t json_error;
	json_t *root = json_loadf(file, JSON_ALLOW_NUL, &json_error);
	fclose(file);
	int result = -1;
	if (!root) {
		*error = json_message(arena, path, &json_error);
	} else if (!json_is_array(root)) {
		*error = arena_printf(arena, "%s: not a compilation database: an array is expected", path);
	} else {
		const char *folder = path_parent(arena, absolute(arena, path));
		struct compdb *db = ARENA_NEW(arena, struct compdb);
		db->realm = path_realm(arena, path_parent(arena, path_absolute(arena, path)));
		for (size_t i = 0; i < json_array_size(root); i++)
			add_entry(arena, db, folder, json_array_get(root, i), i);
		settle(arena, db);
		*out = db;
		result = 0;
	}
	json_decref(root);
	return result;
}

char *compdb_find_upward(struct arena *arena, const char *start_dir)
{
	static const char *const places[] = {"compile_commands.json", "build/compile_commands.json"};
	for (char *folder = absolute(arena, start_dir);; folder = path_parent(arena, folder)) {
		for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
			char *path = path_join(arena, folder, places[i]);
			if (path_is_file(path))
				return path;
		}
		if (strcmp(folder, "/") == 0)
			return NULL;
	}
}

size_t compdb_count(const struct compdb *db)
{
	return db->cuda.count;
}

const char *compdb_file(const struct compdb *db, size_t index)
{
	return db->entries.data[db->cuda.data[index]].file;
}

size_t compdb_other_count(const struct compdb *db)
{
	return db->others.count;
}

const char *compdb_other(const struct compdb *db, size_t index)
{
	return db->entries.data[db->others.data[index]].file;
}

static int compare_file(const void *key, const void *element)
{
	return strcmp(key, ((const struct entry *)element)->file);
}

static const struct entry *find(const struct compdb *db, const char *path)
{
	if (!db->entries.count)
		return NULL;
	return bsearch(path, db->entries.data, db->entries.count, sizeof *db->entries.data, compare_file);
}

/* How near `file` is to `path`: folders in common from the root count up, folders below those count down a
 * little. */
static int nearness(const char *file, const char *path)
{
	enum { COMMON_WEIGHT = 64 };
	int common = 0, below = 0;
	for (; *file && *file == *path; file++, path++)
		common += *file == '/';
	for (; *file; file++)
		below += *file == '/';
	return common * COMMON_WEIGHT - (below < COMMON_WEIGHT ? below : COMMON_WEIGHT - 1);
}

static bool same_stem(const char *a, const char *b)
{
	a = path_name(a);
	b = path_name(b);
	size_t length = strcspn(a, ".");
	return length && length == strcspn(b, ".") && strncmp(a, b, length) == 0;
}

/* Whose command suits `path` best. A CUDA command before any other; a file of the same stem outweighs two
 * folders. */
static const struct entry *nearest(const struct compdb *db, const char *path)
{
	enum { CUDA_WEIGHT = 1 << 24, STEM_WEIGHT = 2 * 64 };
	const struct entry *best = NULL;
	int best_score = INT_MIN;
	for (size_t i = 0; i < db->entries.count; i++) {
		const struct entry *entry = &db->entries.data[i];
		int score = (entry->cuda ? CUDA_WEIGHT : 0) + nearness(entry->file, path);
		if (same_stem(entry->file, path))
			score += STEM_WEIGHT;
		if (score > best_score) {
			best = entry;
			best_score = score;
		}
	}
	return best;
}

enum compdb_match compdb_entry(struct arena *arena, const struct compdb *db, const char *path,
	struct args *out, const char **from, char **error)
{
	path = absolute(arena, path);
	*error = NULL;
	const struct entry *entry = find(db, path);
	const char *resolved = entry ? NULL : path_resolve(arena, path);
	if (resolved)
		entry = find(db, resolved);
	bool exact = entry != NULL;
	if (!exact)
		entry = nearest(db, path);
	if (!entry)
		return COMPDB_NONE;
	struct words words = entry->arguments;
	if (entry->command)
		words_split(arena, entry->command, WORDS_SHELL, &words);
	args_translate_below(arena, db->realm, entry->directory, (int)words.count, words.data, out, error);
	out->file = path;
	/* A neighbour's -x is about the neighbour. */
	if (!exact)
		out->language = NULL;
	if (from)
		*from = entry->file;
	return exact ? COMPDB_EXACT : COMPDB_INFERRED;
}
