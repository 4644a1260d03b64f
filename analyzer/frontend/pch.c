/* Precompiled headers, keyed by everything that libclang compares when it loads one: its own version, language
 * standard, architecture, the flags, and which headers are inside. Two processes may make the same one at once: each
 * writes a file of its own and renames it into place. */
#include "analyzer/frontend/pch.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "analyzer/base/buffer.h"
#include "analyzer/frontend/cx.h"

/* The standard headers that are worth keeping, in groups that are used together. A unit gets every group of which it
 * includes a member: few combinations, so few files, and no unit pays for much that it doesn't use. */
static const char *const groups[][24] = {
		{"iostream", "fstream", "sstream", "iomanip", "ostream", "istream", "string", "streambuf", "ios", NULL},
		{"vector", "map", "set", "list", "deque", "queue", "stack", "unordered_map", "unordered_set", "algorithm",
				"numeric", "memory", "array", "tuple", "iterator", "initializer_list", "utility", "functional",
				"bitset", NULL},
		{"chrono", "thread", "mutex", "atomic", "condition_variable", "future", NULL},
		{"random", "complex", "regex", "valarray", NULL},
		{"cooperative_groups.h", "cooperative_groups/reduce.h", "cooperative_groups/scan.h",
				"cooperative_groups/memcpy_async.h", NULL},
};

/* What a group's file holds: the member that brings the most with it first. */
static const char *const contents[][12] = {
		{"iostream", "fstream", "sstream", "iomanip", "string", NULL},
		{"vector", "map", "set", "list", "deque", "unordered_map", "algorithm", "numeric", "memory", "string", NULL},
		{"chrono", "thread", "mutex", "atomic", NULL},
		{"random", "complex", NULL},
		{"cooperative_groups.h", "cooperative_groups/reduce.h", "cooperative_groups/scan.h",
				"cooperative_groups/memcpy_async.h", NULL},
};

enum { GROUPS = sizeof groups / sizeof *groups };

static bool group_used(const struct includes *includes, size_t group)
{
	for (size_t i = 0; i < includes->system.count; i++)
		for (const char *const *name = groups[group]; *name; name++)
			if (strcmp(includes->system.data[i], *name) == 0)
				return true;
	return false;
}

static void add_text(struct buffer *text, const struct pch_request *request)
{
	buffer_printf(text, "#include \"%s\"\n", request->prelude);
	for (size_t group = 0; group < GROUPS; group++) {
		if (!group_used(request->includes, group))
			continue;
		for (const char *const *name = contents[group]; *name; name++)
			buffer_printf(text, "#if __has_include(<%s>)\n#include <%s>\n#endif\n", *name, *name);
	}
}

/* Newest change below a folder. libclang doesn't check system headers when it loads a precompiled header, so a changed
 * one must change the key. */
static void newest_change(const char *folder, unsigned depth, long long *newest)
{
	DIR *dir = depth < 6 ? opendir(folder) : NULL;
	if (!dir)
		return;
	for (struct dirent *entry; (entry = readdir(dir));) {
		if (entry->d_name[0] == '.')
			continue;
		char path[4096];
		int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
		struct stat status;
		if (length < 0 || (size_t)length >= sizeof path || stat(path, &status))
			continue;
		long long changed = (long long)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
		if (changed > *newest)
			*newest = changed;
		if (S_ISDIR(status.st_mode))
			newest_change(path, depth + 1, newest);
	}
	closedir(dir);
}

/* An upgrade of the C++ library renames files into its folders, which changes the folders' times. */
static void add_library_times(struct buffer *key)
{
	for (int version = 9; version <= 16; version++) {
		char path[64];
		snprintf(path, sizeof path, "/usr/include/c++/%d/bits", version);
		struct stat status;
		if (stat(path, &status) == 0)
			buffer_printf(key, "\n%s %lld", path, (long long)status.st_mtime);
	}
}

static XXH64_hash_t key_of(const struct pch_request *request, const struct buffer *text)
{
	struct buffer key = {0};
	buffer_add_text(&key, CUDALINT_VERSION "\n");
	CXString version = clang_getClangVersion();
	buffer_add_text(&key, clang_getCString(version));
	clang_disposeString(version);
	for (int i = 0; i < request->arg_count; i++)
		buffer_printf(&key, "\n%s", request->args[i]);
	long long newest = 0;
	newest_change(request->headers_dir, 0, &newest);
	buffer_printf(&key, "\n%lld", newest);
	add_library_times(&key);
	buffer_add(&key, text->data, text->size);
	XXH64_hash_t hash = XXH64(key.data, key.size, 0);
	buffer_free(&key);
	return hash;
}

static bool make_folder(const char *path)
{
	char *copy = strdup(path);
	if (!copy)
		return false;
	for (char *at = copy + 1; *at; at++) {
		if (*at != '/')
			continue;
		*at = '\0';
		mkdir(copy, 0777);
		*at = '/';
	}
	bool made = mkdir(copy, 0777) == 0 || errno == EEXIST;
	free(copy);
	return made && access(path, W_OK) == 0;
}

static bool write_file(const char *path, const struct buffer *text)
{
	FILE *file = fopen(path, "wb");
	if (!file)
		return false;
	bool ok = fwrite(text->data, 1, text->size, file) == text->size;
	return fclose(file) == 0 && ok;
}

static bool same_file(const char *path, const struct buffer *text)
{
	struct buffer old = {0};
	bool same = buffer_read_file(&old, path, 1 << 20) == 0 && old.size == text->size &&
			memcmp(old.data, text->data, text->size) == 0;
	buffer_free(&old);
	return same;
}

/* The header's text lies beside the result: libclang checks that it is still there and unchanged. */
static bool put_header(struct arena *arena, const char *path, const struct buffer *text)
{
	if (same_file(path, text))
		return true;
	const char *temporary = arena_printf(arena, "%s.%ld", path, (long)getpid());
	if (write_file(temporary, text) && rename(temporary, path) == 0)
		return true;
	unlink(temporary);
	return false;
}

static bool build(struct arena *arena, CXIndex index, const struct pch_request *request, const char *header,
		const char *result)
{
	CXTranslationUnit unit = NULL;
	unsigned options = CXTranslationUnit_ForSerialization | CXTranslationUnit_Incomplete |
			CXTranslationUnit_KeepGoing;
	enum CXErrorCode error = clang_parseTranslationUnit2(
			index, header, request->args, request->arg_count, NULL, 0, options, &unit);
	if (error || !unit)
		return false;
	const char *temporary = arena_printf(arena, "%s.%ld", result, (long)getpid());
	bool saved = clang_saveTranslationUnit(unit, temporary, clang_defaultSaveOptions(unit)) == CXSaveError_None;
	clang_disposeTranslationUnit(unit);
	if (saved && rename(temporary, result) == 0)
		return true;
	unlink(temporary);
	return false;
}

const char *pch_get(struct arena *arena, CXIndex index, const struct pch_request *request, bool again)
{
	const char *folder = arena_printf(arena, "%s/pch", request->cache_dir);
	struct buffer text = {0};
	add_text(&text, request);
	XXH64_hash_t key = key_of(request, &text);
	const char *header = arena_printf(arena, "%s/%016llx.h", folder, (unsigned long long)key);
	const char *result = arena_printf(arena, "%s/%016llx.pch", folder, (unsigned long long)key);
	bool there = access(result, R_OK) == 0 && access(header, R_OK) == 0;
	if (!there || again)
		there = make_folder(folder) && put_header(arena, header, &text) &&
				build(arena, index, request, header, result);
	buffer_free(&text);
	return there ? result : NULL;
}
