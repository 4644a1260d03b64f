/* Preambles, precompiled. Their text is the project's, and so whoever makes one may write nothing but it, and
 * its name tells what it was made of: a project can't put anything into another one's. */
#include "analyzer/frontend/unit_preamble.h"

#include <limits.h>
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
	vec_push(arena, args, "-Xclang");
	vec_push(arena, args, "-fno-pch-timestamp");
	unit_args(
		arena, options, "-include-pch", pch_path(arena, &base), &options->preamble->dirs, NULL, args);
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

/* Size and time of a file, as the list has them; NULL: it isn't there. */
static const char *state_of(struct arena *arena, const char *path)
{
	struct stat status;
	return stat(path, &status) ? NULL
				   : arena_printf(arena, "%lld %lld.%09ld", (long long)status.st_size,
					     (long long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

/* A line of the list: a path; behind a tab its state, where the preamble's name doesn't tell the text. */
static bool is_unchanged(struct arena *arena, const char *path, const char *state)
{
	const char *now = state ? state_of(arena, path) : NULL;
	return !state || (now && strcmp(now, state) == 0);
}

/* Behind the files, a line each: "\tFILE OFFSET KIND SYMBOL". */
static bool read_declaration(struct arena *arena, const char *line, struct preamble_list *out)
{
	struct preamble_declaration declaration;
	if (sscanf(line, "\t%u %u %u %llx", &declaration.file, &declaration.offset, &declaration.kind,
		    &declaration.symbol) != 4 ||
		declaration.file >= out->files.count)
		return false;
	vec_push(arena, &out->declarations, declaration);
	return true;
}

static bool read_line(struct arena *arena, char *line, struct preamble_list *out)
{
	if (*line == '\t')
		return read_declaration(arena, line, out);
	char *state = strchr(line, '\t');
	if (state)
		*state++ = '\0';
	vec_push(arena, &out->files, arena_strdup(arena, line));
	return is_unchanged(arena, line, state);
}

static bool read_list(struct arena *arena, const char *path, struct preamble_list *out)
{
	struct buffer text = {0};
	bool is_good = buffer_read_file(&text, path, LONGEST_LIST) == 0 && text.size;
	*out = (struct preamble_list){0};
	for (char *line = text.data, *end; is_good && *line; line = end + 1) {
		end = strchr(line, '\n');
		is_good = end != NULL;
		if (!end)
			break;
		*end = '\0';
		is_good = read_line(arena, line, out);
	}
	buffer_free(&text);
	return is_good;
}

const char *unit_preamble_get(struct arena *arena, const struct unit_options *options,
	const struct unit_headers *wanted, struct preamble_list *list)
{
	const struct unit_preamble_place *place = unit_preamble_place(arena, options, wanted);
	if (!place || access(place->failed, F_OK) == 0)
		return NULL;
	bool is_there = access(place->result, R_OK) == 0 && access(place->header, R_OK) == 0;
	if (is_there && read_list(arena, place->files, list))
		return place->result;
	if (options->ask_headers)
		options->ask_headers(options->ask_context, wanted);
	return NULL;
}

/* ---- what it declares ------------------------------------------------------------------------ */

static unsigned long long symbol_of(CXCursor cursor)
{
	CXString name = clang_getCursorUSR(cursor);
	const char *text = clang_getCString(name);
	XXH64_hash_t hash = XXH64(text, strlen(text), 0);
	clang_disposeString(name);
	return hash;
}

bool unit_preamble_cursors(
	struct arena *arena, CXTranslationUnit tu, const struct preamble_list *list, preamble_cursors *out)
{
	unsigned last = UINT_MAX;
	CXFile file = NULL;
	for (size_t i = 0; i < list->declarations.count; i++) {
		const struct preamble_declaration *declaration = &list->declarations.data[i];
		if (declaration->file != last)
			file = clang_getFile(tu, list->files.data[declaration->file]);
		last = declaration->file;
		CXCursor cursor =
			clang_getCursor(tu, clang_getLocationForOffset(tu, file, declaration->offset));
		if (!file || clang_getCursorKind(cursor) != (enum CXCursorKind)declaration->kind ||
			symbol_of(cursor) != declaration->symbol)
			return false;
		vec_push(arena, out, cursor);
	}
	return true;
}

struct listing {
	struct arena *arena;
	const struct unit_preamble *preamble;
	struct words files;
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
	const char *path = cx_take(listing->arena, clang_getFileName(file));
	(void)stack;
	(void)depth;
	listing->failed |= strpbrk(path, "\t\n") != NULL;
	vec_push(listing->arena, &listing->files, path);
	if (is_told(listing, path)) {
		buffer_printf(&listing->text, "%s\n", path);
		return;
	}
	const char *state = state_of(listing->arena, path);
	listing->failed |= !state;
	buffer_printf(&listing->text, "%s\t%s\n", path, state ? state : "");
}

/* Whether something of it is lowered: see lower.c. */
static bool matters(CXCursor cursor)
{
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_Namespace:
	case CXCursor_LinkageSpec:
	case CXCursor_VarDecl: return true;
	case CXCursor_StructDecl:
	case CXCursor_ClassDecl:
	case CXCursor_UnionDecl:
	case CXCursor_ClassTemplate:
	case CXCursor_ClassTemplatePartialSpecialization:
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
	case CXCursor_Constructor:
	case CXCursor_Destructor:
	case CXCursor_ConversionFunction:
	case CXCursor_FunctionTemplate: return clang_isCursorDefinition(cursor) != 0;
	default: return false;
	}
}

static unsigned number_of(const struct listing *listing, CXFile file)
{
	const char *path = cx_take(listing->arena, clang_getFileName(file));
	for (size_t i = 0; i < listing->files.count; i++)
		if (strcmp(listing->files.data[i], path) == 0)
			return (unsigned)i;
	return UINT_MAX;
}

/* Where libclang finds it: at its name, or at the word `template`. */
static CXSourceLocation place_to_look(CXCursor cursor)
{
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_FunctionTemplate:
	case CXCursor_ClassTemplate:
	case CXCursor_ClassTemplatePartialSpecialization:
		return clang_getRangeStart(clang_getCursorExtent(cursor));
	default: return clang_getCursorLocation(cursor);
	}
}

/* Instantiations are found where they are used. */
static enum CXChildVisitResult add_declaration(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct listing *listing = data;
	CXSourceLocation location = clang_getCursorLocation(cursor);
	CXFile file;
	unsigned offset;
	(void)parent;
	bool is_written = clang_Cursor_isNull(clang_getSpecializedCursorTemplate(cursor));
	if (!is_written || !matters(cursor) || clang_Location_isInSystemHeader(location))
		return CXChildVisit_Continue;
	clang_getFileLocation(place_to_look(cursor), &file, NULL, NULL, &offset);
	unsigned number = file ? number_of(listing, file) : UINT_MAX;
	listing->failed |= number == UINT_MAX;
	buffer_printf(&listing->text, "\t%u %u %u %llx\n", number, offset,
		(unsigned)clang_getCursorKind(cursor), symbol_of(cursor));
	return CXChildVisit_Continue;
}

/* Whether a unit that begins with it and goes on with nothing has all that it declares: what macros declare
 * may not be found by its place. */
static enum unit_preamble_state look_again(
	struct arena *arena, const struct unit_options *options, const char *folder)
{
	struct preamble_list list;
	preamble_cursors found = {0};
	line_list args = {0};
	CXTranslationUnit tu = NULL;
	struct CXUnsavedFile empty = {"/cudalint/empty.cu", "", 0};
	if (!read_list(arena, arena_printf(arena, "%s/files", folder), &list))
		return UNIT_PREAMBLE_FAILED;
	unit_args(arena, options, "-include-pch", arena_printf(arena, "%s/pch", folder),
		&options->preamble->dirs, NULL, &args);
	enum CXErrorCode error = clang_parseTranslationUnit2(clang_createIndex(1, 0), empty.Filename,
		args.data, (int)args.count, &empty, 1, CXTranslationUnit_KeepGoing, &tu);
	if (error || !tu)
		return UNIT_PREAMBLE_FAILED;
	bool is_whole = unit_preamble_cursors(arena, tu, &list, &found);
	return is_whole ? UNIT_PREAMBLE_MADE : UNIT_PREAMBLE_UNFIT;
}

enum unit_preamble_state unit_make_preamble(struct arena *arena, const struct unit_options *options,
	const struct unit_headers *wanted, const char *folder)
{
	struct unit_options own = options_for(options, wanted);
	const struct unit_preamble_place *place = unit_preamble_place(arena, options, wanted);
	line_list args = {0};
	CXTranslationUnit tu = NULL;
	if (!place)
		return UNIT_PREAMBLE_FAILED;
	gather_args(arena, &own, wanted->level, &args);
	bool is_saved = pch_save(clang_createIndex(1, 0), place->header, args.data, (int)args.count,
		arena_printf(arena, "%s/pch", folder), &tu);
	if (tu && diagnostics_any(tu))
		return UNIT_PREAMBLE_UNFIT;
	struct listing listing = {.arena = arena, .preamble = options->preamble};
	if (!is_saved)
		return UNIT_PREAMBLE_FAILED;
	clang_getInclusions(tu, add_file, &listing);
	clang_visitChildren(clang_getTranslationUnitCursor(tu), add_declaration, &listing);
	if (listing.failed)
		return UNIT_PREAMBLE_UNFIT;
	bool is_written = pch_write_text(arena_printf(arena, "%s/files", folder), &listing.text);
	buffer_free(&listing.text);
	return is_written ? look_again(arena, &own, folder) : UNIT_PREAMBLE_FAILED;
}
