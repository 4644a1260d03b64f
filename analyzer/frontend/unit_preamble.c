/* Preambles, precompiled. Their text is the project's, and so whoever makes one may write nothing but it, and
 * its name tells what it was made of: a project can't put anything into another one's. */
#include "analyzer/frontend/unit_preamble.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "analyzer/frontend/diagnostics.h"
#include "analyzer/frontend/lower/cx.h"
#include "analyzer/frontend/pch.h"
#include "analyzer/frontend/unit_args.h"

enum { LONGEST_LIST = 4 * 1024 * 1024 };

static struct unit_options options_for(const struct unit_options *options, const struct unit_headers *wanted)
{
	struct unit_options own = *options;
	own.arch = wanted->arch;
	own.host_pass = wanted->host_pass;
	return own;
}

/* After a checkout files have new times and old texts. The name tells the texts, so times don't matter. */
static void gather_args(
	struct arena *arena, const struct unit_options *options, unsigned level, line_list *args)
{
	const struct pch_request base = unit_pch_request(arena, options, level);
	unit_args_base(arena, options, args);
	vec_push(arena, args, "-Xclang");
	vec_push(arena, args, "-fno-pch-timestamp");
	vec_push(arena, args, "-include-pch");
	vec_push(arena, args, pch_path(arena, &base));
	unit_args_user(arena, options, &options->preamble->dirs, args);
	unit_args_headers(arena, options, args);
}

/* An upgrade of a toolkit renames files into its folders. */
static void add_times(struct buffer *key, const struct unit_options *options)
{
	for (size_t i = 0; i < options->toolkit_flag_count; i++) {
		const char *folder = strchr(options->toolkit_flags[i], '/');
		struct stat status;
		if (folder && stat(folder, &status) == 0)
			buffer_printf(key, "%s %lld\n", folder, (long long)status.st_mtime);
	}
}

static unsigned long long key_of(const struct unit_options *options, const line_list *args)
{
	struct buffer key = {0};
	for (size_t i = 0; i < args->count; i++)
		buffer_printf(&key, "%s\n", args->data[i]);
	add_times(&key, options);
	XXH64_hash_t hash = XXH64(key.data, key.size, 0);
	buffer_free(&key);
	return hash;
}

const char *unit_preambles_folder(struct arena *arena, const char *cache_dir)
{
	return arena_printf(arena, "%s/preambles", unit_headers_folder(arena, cache_dir));
}

const struct unit_preamble_place *unit_preamble_place(
	struct arena *arena, const struct unit_options *options, const struct unit_headers *wanted)
{
	struct unit_options own = options_for(options, wanted);
	line_list args = {0};
	if (!unit_has_headers(options) || !options->preamble)
		return NULL;
	gather_args(arena, &own, wanted->level, &args);
	struct unit_preamble_place *place = ARENA_NEW(arena, struct unit_preamble_place);
	place->folder = unit_preambles_folder(arena, options->cache_dir);
	const char *name = arena_printf(arena, "%s/%s", place->folder, options->preamble->name);
	const char *made = arena_printf(arena, "%s-%016llx", name, key_of(&own, &args));
	place->header = arena_printf(arena, "%s.h", name);
	place->result = arena_printf(arena, "%s.pch", made);
	place->files = arena_printf(arena, "%s.files", made);
	place->failed = arena_printf(arena, "%s.none", made);
	return place;
}

/* A line of the list: a path; behind a tab size and time, where the preamble's name doesn't tell the text. */
static bool is_unchanged(const char *path, const char *state)
{
	struct stat status;
	char now[64];
	if (!state)
		return true;
	if (stat(path, &status))
		return false;
	snprintf(now, sizeof now, "%lld %lld.%09ld", (long long)status.st_size,
		(long long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
	return strcmp(now, state) == 0;
}

static bool read_files(struct arena *arena, const char *path, struct words *out)
{
	struct buffer text = {0};
	bool is_good = buffer_read_file(&text, path, LONGEST_LIST) == 0 && text.size;
	for (char *line = text.data, *end; is_good && *line; line = end + 1) {
		end = strchr(line, '\n');
		is_good = end != NULL;
		if (!end)
			break;
		*end = '\0';
		char *state = strchr(line, '\t');
		if (state)
			*state++ = '\0';
		is_good = is_unchanged(line, state);
		vec_push(arena, out, arena_strdup(arena, line));
	}
	buffer_free(&text);
	return is_good;
}

const char *unit_preamble_get(struct arena *arena, const struct unit_options *options,
	const struct unit_headers *wanted, struct words *files)
{
	const struct unit_preamble_place *place = unit_preamble_place(arena, options, wanted);
	if (!place || access(place->failed, F_OK) == 0)
		return NULL;
	bool is_there = access(place->result, R_OK) == 0 && access(place->header, R_OK) == 0;
	if (is_there && read_files(arena, place->files, files))
		return place->result;
	files->count = 0;
	if (options->ask_headers)
		options->ask_headers(options->ask_context, wanted);
	return NULL;
}

struct listing {
	struct arena *arena;
	const struct unit_preamble *preamble;
	struct buffer text;
	bool failed;
};

static bool is_told(const struct listing *listing, const char *path)
{
	const char *real = path_resolve(listing->arena, path);
	for (size_t i = 0; real && i < listing->preamble->files.count; i++)
		if (strcmp(listing->preamble->files.data[i], real) == 0)
			return true;
	return false;
}

static void add_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
	struct listing *listing = data;
	struct stat status;
	const char *path = cx_take(listing->arena, clang_getFileName(file));
	(void)stack;
	(void)depth;
	listing->failed |= strpbrk(path, "\t\n") != NULL;
	if (is_told(listing, path))
		buffer_printf(&listing->text, "%s\n", path);
	else if (stat(path, &status) == 0)
		buffer_printf(&listing->text, "%s\t%lld %lld.%09ld\n", path, (long long)status.st_size,
			(long long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
	else
		listing->failed = true;
}

static bool write_list(const char *path, const struct buffer *text)
{
	FILE *file = fopen(path, "wb");
	if (!file)
		return false;
	bool ok = fwrite(text->data, 1, text->size, file) == text->size;
	return fclose(file) == 0 && ok;
}

bool unit_make_preamble(struct arena *arena, const struct unit_options *options,
	const struct unit_headers *wanted, const char *folder)
{
	struct unit_options own = options_for(options, wanted);
	const struct unit_preamble_place *place = unit_preamble_place(arena, options, wanted);
	line_list args = {0};
	CXTranslationUnit tu = NULL;
	if (!place)
		return false;
	gather_args(arena, &own, wanted->level, &args);
	bool is_made = pch_save(clang_createIndex(1, 0), place->header, args.data, (int)args.count,
		arena_printf(arena, "%s/pch", folder), &tu);
	if (!is_made || diagnostics_any(tu))
		return false;
	struct listing listing = {.arena = arena, .preamble = options->preamble};
	clang_getInclusions(tu, add_file, &listing);
	is_made = !listing.failed && write_list(arena_printf(arena, "%s/files", folder), &listing.text);
	buffer_free(&listing.text);
	return is_made;
}
