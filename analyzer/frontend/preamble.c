/* Beginnings of units: a walk over the directives that come before anything else, into headers and out of
 * them again. */
#include "analyzer/frontend/preamble.h"

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "analyzer/frontend/includes_find.h"

enum { MAX_FILE_SIZE = 5 * 1024 * 1024, MAX_DEPTH = 40, MAX_LINES = 400, BUCKETS = 1024 };

/* A header, as far as its text and its beginning matter. */
struct header {
	struct header *next;
	const char *path; /* as it is reached */
	const char *real; /* with links followed */
	const char *text, *end;
	bool is_guarded;    /* reading it again does nothing */
	const char *inside; /* where its text goes on behind the guard */
};

struct preamble_files {
	struct arena *arena;
	struct header *buckets[BUCKETS];
};

struct walk {
	struct arena *arena;
	struct preamble_files *files;
	struct include_search search;
	line_list entered; /* files whose text begins already, links followed */
	line_list lines;   /* the beginning so far */
	preamble_cuts *out;
	unsigned depth;
	bool has_own; /* whether there is a file of the user's among them */
};

struct preamble_files *preamble_files_new(struct arena *arena)
{
	struct preamble_files *files = ARENA_NEW(arena, struct preamble_files);
	files->arena = arena;
	return files;
}

/* ---- directives ------------------------------------------------------------------------------ */

/* Skips white space and comments. */
static const char *skip_space(const char *at, const char *end)
{
	while (at < end) {
		if (isspace((unsigned char)*at)) {
			at++;
		} else if (end - at > 1 && at[0] == '/' && at[1] == '/') {
			const char *stop = memchr(at, '\n', (size_t)(end - at));
			at = stop ? stop : end;
		} else if (end - at > 1 && at[0] == '/' && at[1] == '*') {
			at += 2;
			while (end - at > 1 && !(at[0] == '*' && at[1] == '/'))
				at++;
			at = end - at > 1 ? at + 2 : end;
		} else {
			break;
		}
	}
	return at;
}

/* A directive on a line of its own. */
struct directive {
	const char *word, *rest, *end; /* `rest` begins behind the word */
	size_t length;                 /* of the word */
};

static bool is_word(const struct directive *directive, const char *word)
{
	return directive->length == strlen(word) && memcmp(directive->word, word, directive->length) == 0;
}

static const char *skip_blanks(const char *at, const char *end)
{
	while (at < end && isblank((unsigned char)*at))
		at++;
	return at;
}

/* The directive that stands next, *at behind it. False: something else does, or it goes on over several
 * lines. */
static bool next_directive(const char **at, const char *end, struct directive *out)
{
	const char *begin = skip_space(*at, end);
	if (begin == end || *begin != '#')
		return false;
	const char *stop = memchr(begin, '\n', (size_t)(end - begin));
	if (!stop)
		stop = end;
	*at = stop;
	while (stop > begin && isspace((unsigned char)stop[-1]))
		stop--;
	if (stop[-1] == '\\')
		return false;
	out->word = skip_blanks(begin + 1, stop);
	out->rest = out->word;
	while (out->rest < stop && (isalnum((unsigned char)*out->rest) || *out->rest == '_'))
		out->rest++;
	out->length = (size_t)(out->rest - out->word);
	out->rest = skip_blanks(out->rest, stop);
	out->end = stop;
	for (const char *comment = out->rest; comment + 1 < stop; comment++)
		if (comment[0] == '/' && comment[1] == '*')
			return false;
	return true;
}

static const char *name_end(const char *at, const char *end)
{
	while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
		at++;
	return at;
}

/* The macro that `#ifndef X`, `#if !defined X` and `#if !defined(X)` ask for; NULL: it is another line. */
static const char *guard_name(const struct directive *directive, size_t *length)
{
	static const char defined[] = "defined";
	const char *at = directive->rest, *end = directive->end;
	if (is_word(directive, "if")) {
		if (at == end || *at != '!')
			return NULL;
		at = skip_blanks(at + 1, end);
		if ((size_t)(end - at) < sizeof defined || memcmp(at, defined, sizeof defined - 1) != 0)
			return NULL;
		at = skip_blanks(at + sizeof defined - 1, end);
		if (at < end && *at == '(')
			at = skip_blanks(at + 1, end);
	} else if (!is_word(directive, "ifndef")) {
		return NULL;
	}
	*length = (size_t)(name_end(at, end) - at);
	return *length ? at : NULL;
}

/* Whether the condition that begins at `begin` ends with the text. */
static bool holds_all(const char *begin, const char *end)
{
	int depth = 0;
	for (const char *line = begin; line < end;) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		if (!stop)
			stop = end;
		const char *at = skip_blanks(line, stop);
		line = stop < end ? stop + 1 : end;
		if (at == stop || *at != '#')
			continue;
		at = skip_blanks(at + 1, stop);
		if (stop - at >= 2 && memcmp(at, "if", 2) == 0)
			depth++;
		if (stop - at >= 5 && memcmp(at, "endif", 5) == 0 && --depth == 0)
			return skip_space(stop, end) == end;
	}
	return false;
}

/* Where a header's text goes on behind `#pragma once` or the macro that guards it. */
static void find_guard(struct header *header)
{
	const char *at = header->text, *begin = header->text;
	struct directive first, second;
	header->inside = at;
	if (!next_directive(&at, header->end, &first))
		return;
	if (is_word(&first, "pragma") && first.end - first.rest == 4 && memcmp(first.rest, "once", 4) == 0) {
		header->is_guarded = true;
		header->inside = at;
		return;
	}
	size_t length = 0;
	const char *name = guard_name(&first, &length);
	if (!name || !next_directive(&at, header->end, &second) || !is_word(&second, "define") ||
		(size_t)(name_end(second.rest, second.end) - second.rest) != length ||
		memcmp(second.rest, name, length) != 0 || !holds_all(begin, header->end))
		return;
	header->is_guarded = true;
	header->inside = at;
}

/* ---- files ----------------------------------------------------------------------------------- */

static size_t bucket_of(const char *path)
{
	size_t hash = 5381;
	for (; *path; path++)
		hash = hash * 33 ^ (unsigned char)*path;
	return hash % BUCKETS;
}

/* NULL: it can't be read. */
static const struct header *header_of(struct preamble_files *files, const char *path)
{
	struct header **bucket = &files->buckets[bucket_of(path)];
	for (struct header *header = *bucket; header; header = header->next)
		if (strcmp(header->path, path) == 0)
			return header->real ? header : NULL;
	struct header *header = ARENA_NEW(files->arena, struct header);
	struct buffer text = {0};
	header->path = arena_strdup(files->arena, path);
	header->next = *bucket;
	*bucket = header;
	if (path_is_file(path) && buffer_read_file(&text, path, MAX_FILE_SIZE) == 0) {
		header->real = path_resolve(files->arena, path);
		header->text = arena_strndup(files->arena, text.data ? text.data : "", text.size);
		header->end = header->text + text.size;
		find_guard(header);
	}
	buffer_free(&text);
	return header->real ? header : NULL;
}

/* ---- the walk -------------------------------------------------------------------------------- */

static void walk_text(struct walk *walk, const char *path, const char *at, const char *end);

static void add_cut(struct walk *walk)
{
	struct buffer text = {0};
	if (!walk->has_own)
		return;
	for (size_t i = 0; i < walk->lines.count; i++)
		buffer_printf(&text, "%s\n", walk->lines.data[i]);
	struct preamble_cut cut = {arena_strndup(walk->arena, text.data, text.size)};
	vec_push(walk->arena, walk->out, cut);
	buffer_free(&text);
}

static bool is_entered(const struct walk *walk, const char *real)
{
	for (size_t i = 0; i < walk->entered.count; i++)
		if (strcmp(walk->entered.data[i], real) == 0)
			return true;
	return false;
}

/* A header of the user's: first what it begins with, then all of it. False: the beginning ends in it. */
static bool walk_header(struct walk *walk, const char *path)
{
	size_t before = walk->lines.count;
	const struct header *header = header_of(walk->files, path);
	if (!header || walk->depth >= MAX_DEPTH || strpbrk(path, "\"\\\n"))
		return false;
	if (is_entered(walk, header->real))
		return header->is_guarded;
	vec_push(walk->arena, &walk->entered, header->real);
	walk->depth++;
	walk_text(walk, path, header->inside, header->end);
	walk->depth--;
	if (!header->is_guarded)
		return false;
	walk->lines.count = before;
	walk->has_own = true;
	vec_push(walk->arena, &walk->lines, arena_printf(walk->arena, "#include \"%s\"", path));
	add_cut(walk);
	return true;
}

/* Headers below -isystem are no business of the user's, and stay so. */
static bool is_below_system(const struct walk *walk, const char *path)
{
	static const char option[] = "-isystem";
	const struct includes_query *query = walk->search.query;
	for (size_t i = 0; i < query->flag_count; i++) {
		const char *flag = query->flags[i];
		if (strncmp(flag, option, sizeof option - 1) != 0)
			continue;
		const char *folder = flag + sizeof option - 1;
		if (!*folder && i + 1 < query->flag_count)
			folder = query->flags[++i];
		size_t length = strlen(folder);
		if (strncmp(path, folder, length) == 0 && path[length] == '/')
			return true;
	}
	return false;
}

static bool walk_include(struct walk *walk, const char *from, const struct directive *directive)
{
	const char *at = directive->rest, *end = directive->end, *path = NULL;
	if (at == end || (*at != '"' && *at != '<'))
		return false;
	bool is_angled = *at == '<';
	const char *close = memchr(at + 1, is_angled ? '>' : '"', (size_t)(end - at) - 1);
	if (!close || close == at + 1)
		return false;
	const char *name = arena_strndup(walk->arena, at + 1, (size_t)(close - at) - 1);
	enum include_place place = include_find(&walk->search, from, name, is_angled, &path);
	if (place == INCLUDE_NOWHERE)
		return false;
	if (place == INCLUDE_BY_NAME)
		include_add_folder(&walk->search, path, name);
	if (path && !is_below_system(walk, path))
		return walk_header(walk,
			path_normalize(walk->arena, path_join(walk->arena, path_here(walk->arena), path)));
	vec_push(walk->arena, &walk->lines, arena_printf(walk->arena, "#include <%s>", name));
	add_cut(walk);
	return true;
}

static bool walk_directive(struct walk *walk, const char *from, const struct directive *directive)
{
	if (is_word(directive, "include"))
		return walk_include(walk, from, directive);
	if (is_word(directive, "pragma"))
		return directive->end - directive->rest == 4 && memcmp(directive->rest, "once", 4) == 0;
	if (!is_word(directive, "define"))
		return false;
	vec_push(walk->arena, &walk->lines,
		arena_printf(walk->arena, "#define %.*s", (int)(directive->end - directive->rest),
			directive->rest));
	return true;
}

static void walk_text(struct walk *walk, const char *path, const char *at, const char *end)
{
	struct directive directive;
	while (walk->lines.count < MAX_LINES && next_directive(&at, end, &directive) &&
		walk_directive(walk, path, &directive))
		;
}

void preamble_find(struct arena *arena, const struct includes_query *query, struct preamble_files *files,
	preamble_cuts *out)
{
	line_list by_name = {0};
	struct walk walk = {.arena = arena, .files = files, .out = out};
	walk.search = (struct include_search){.arena = arena, .query = query, .by_name = &by_name};
	include_search_begin(&walk.search);
	const struct header *main_file = header_of(files, query->path);
	if (main_file)
		walk_text(&walk, query->path, main_file->text, main_file->end);
}

/* ---- what one holds -------------------------------------------------------------------------- */

static void add_to_key(struct buffer *key, const char *path, struct digest digest)
{
	buffer_add_text(key, path);
	buffer_add(key, &digest, sizeof digest);
}

bool preamble_weigh(struct arena *arena, const struct includes_query *query, const char *text,
	struct preamble_weight *out)
{
	struct includes includes = {0};
	struct includes_query own = *query;
	struct buffer key = {0};
	own.reads = reads_new(arena, query->headers_dir, NULL);
	own.path = arena_printf(arena, "%s/preamble", path_parent(arena, query->path));
	own.contents = text;
	own.size = strlen(text);
	includes_scan(arena, &own, &includes);
	*out = (struct preamble_weight){.dirs = includes.dirs, .lacks_cccl = includes_lack_cccl(&includes)};
	vec_append(arena, &out->files, &includes.local);
	buffer_add_text(&key, text);
	for (size_t i = 0; i < query->flag_count; i++)
		buffer_printf(&key, "%s\n", query->flags[i]);
	for (size_t i = 0; i < includes.dirs.count; i++)
		buffer_printf(&key, "-I%s\n", includes.dirs.data[i]);
	size_t found = 0;
	for (size_t i = 0; i < own.reads->entries.count; i++) {
		const struct read_entry *entry = &own.reads->entries.data[i];
		struct stat status;
		if (strcmp(entry->path, own.path) == 0)
			continue;
		found++;
		if (stat(entry->path, &status) == 0)
			out->bytes += (size_t)status.st_size;
		add_to_key(&key, entry->path, entry->digest);
	}
	out->key = digest_strong(key.data, key.size);
	buffer_free(&key);
	return includes.respelled.count == 0 && found >= includes.local.count;
}
