/* Source positions: ranges are stored as libclang's two encoded numbers and resolved only for what is
 * reported. */
#include "analyzer/frontend/lower/lower.h"
#include "analyzer/base/path.h"
#include "analyzer/frontend/beside.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct ir_range lower_range(CXCursor cursor)
{
	CXSourceRange range = clang_getCursorExtent(cursor);
	return (struct ir_range){range.begin_int_data, range.end_int_data};
}

static const char *relative_to(const char *path, const char *directory)
{
	size_t length = strlen(directory);
	while (length > 1 && directory[length - 1] == '/')
		length--;
	if (strncmp(path, directory, length) == 0 && path[length] == '/')
		return path + length + 1;
	return path;
}

/* Where the system keeps its headers, for files that are only met through their macros. */
static bool in_system_folder(const struct lower *lower, const char *path)
{
	return strncmp(path, "/usr/include/", 13) == 0 || strncmp(path, "/usr/lib/", 9) == 0 ||
	       (lower->headers_dir && (path_is_below(path, lower->headers_dir) ||
					      beside_is_system(lower->arena, lower->headers_dir, path)));
}

/* `location` is in the file, or in a macro that is spelled there. Asking libclang about the file itself would
 * make it look at every file inside the precompiled header. */
uint32_t lower_file(struct lower *lower, CXFile file, CXSourceLocation location)
{
	for (size_t i = lower->files.count; i-- > 0;)
		if (lower->files.data[i] == file)
			return (uint32_t)i;
	struct ir_file entry = {0};
	char *name = cx_take(lower->arena, clang_getFileName(file));
	char *resolved = realpath(name, NULL);
	entry.absolute = resolved ? arena_strdup(lower->arena, resolved) : name;
	free(resolved);
	entry.path = relative_to(entry.absolute, lower->directory);
	CXFile expanded;
	clang_getExpansionLocation(location, &expanded, NULL, NULL, NULL);
	entry.is_system = in_system_folder(lower, entry.absolute) ||
			  (expanded == file && clang_Location_isInSystemHeader(location));
	entry.is_main = clang_File_isEqual(file, lower->main_file) != 0;
	size_t size = 0;
	const char *text = entry.is_system ? NULL : clang_getFileContents(lower->tu, file, &size);
	entry.text = text ? text : "";
	entry.size = text ? size : 0;
	vec_push(lower->arena, &lower->files, file);
	vec_push(lower->arena, &lower->module->files, entry);
	return (uint32_t)lower->files.count - 1;
}

void lower_own_files(struct lower *lower, const char *const *headers, size_t count)
{
	enum { MOST_HEADERS = 100 }; /* libclang looks through all that it knows to find a text */
	if (lower->main_file)
		lower_file(
			lower, lower->main_file, clang_getLocationForOffset(lower->tu, lower->main_file, 0));
	for (size_t i = 0; i < count && i < MOST_HEADERS; i++) {
		CXFile file = clang_getFile(lower->tu, headers[i]);
		if (file &&
			clang_getFileContents(lower->tu, file, NULL)) /* else it isn't included, after all */
			lower_file(lower, file, clang_getLocationForOffset(lower->tu, file, 0));
	}
}

bool lower_in_accessors(const struct lower *lower, CXCursor cursor)
{
	CXFile file = NULL;
	if (!lower->accessors)
		return false;
	clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, NULL, NULL, NULL);
	return file == lower->accessors;
}

bool lower_in_system(const struct lower *lower, CXCursor cursor)
{
	CXSourceLocation location = clang_getCursorLocation(cursor);
	return clang_Location_isInSystemHeader(location) && !lower_in_accessors(lower, cursor);
}

const char *lower_text(struct lower *lower, CXSourceLocation location, size_t *available)
{
	CXFile file;
	unsigned offset;
	clang_getSpellingLocation(location, &file, NULL, NULL, &offset);
	if (!file)
		return NULL;
	uint32_t index = lower_file(lower, file, location); /* may move the array */
	const struct ir_file *entry = &lower->module->files.data[index];
	if (offset >= entry->size)
		return NULL;
	*available = entry->size - offset;
	return entry->text + offset;
}

struct point {
	CXSourceLocation location;
	CXFile file;
	unsigned line, column, offset;
};

typedef void resolver(CXSourceLocation, CXFile *, unsigned *, unsigned *, unsigned *);

static struct point resolve(resolver *how, CXSourceLocation location)
{
	struct point point = {.location = location};
	how(location, &point.file, &point.line, &point.column, &point.offset);
	return point;
}

static bool same(const struct point *a, const struct point *b)
{
	return a->file == b->file && a->offset == b->offset;
}

/* Behind the bracket that closes the one at `at`; NULL: the text, or in a definition its line, ends before.
 */
static const char *skip_list(const char *at, const char *end, bool is_macro)
{
	for (unsigned level = 0; at < end && (is_macro || *at != '\n' || at[-1] == '\\'); at++) {
		level += *at == '(' || *at == '[';
		if ((*at == ')' || *at == ']') && --level == 0)
			return at + 1;
	}
	return NULL;
}

/* Moves `point` behind the word that starts there and the lists in brackets that follow directly: behind the
 * name of a macro that is used one list in parentheses, behind a word in a definition any number. */
static void skip_word(const struct ir_file *file, struct point *point, bool is_macro)
{
	const char *at = file->text + point->offset, *end = file->text + file->size;
	const char *start = at, *next = NULL;
	while (at < end && (isalnum((unsigned char)*at) || *at == '_'))
		at++;
	while (at < end && at > start && (*at == '(' || (*at == '[' && !is_macro)) && (!next || !is_macro) &&
		(next = skip_list(at, end, is_macro)))
		at = next;
	for (const char *c = start; c < at; c++)
		point->line += *c == '\n';
	const char *line = at;
	while (line > file->text && line[-1] != '\n')
		line--;
	point->column = (unsigned)(at - line) + 1;
	point->offset = (unsigned)(at - file->text);
}

static struct ir_place place_of(struct lower *lower, const struct point *begin, const struct point *end)
{
	struct ir_place place = {.file = lower_file(lower, begin->file, begin->location),
		.begin = begin->offset,
		.line = begin->line,
		.column = begin->column,
		.end = end->offset,
		.end_line = end->line,
		.end_column = end->column};
	if (end->file != begin->file || end->offset < begin->offset) {
		place.end = place.begin;
		place.end_line = place.line;
		place.end_column = place.column;
	}
	return place;
}

bool lower_locate(void *front, struct ir_range range, struct ir_place *spelling, struct ir_place *expansion)
{
	struct lower *lower = front;
	if (!range.begin || !range.end)
		return false;
	CXSourceRange whole = {{lower->range_data[0], lower->range_data[1]}, range.begin, range.end};
	CXSourceLocation start = clang_getRangeStart(whole), stop = clang_getRangeEnd(whole);
	struct point begin = resolve(clang_getSpellingLocation, start),
		     end = resolve(clang_getSpellingLocation, stop);
	struct point use_begin = resolve(clang_getExpansionLocation, start);
	struct point use_end = resolve(clang_getExpansionLocation, stop);
	if (!use_begin.file)
		return false;
	bool begin_in_macro = !same(&begin, &use_begin), end_in_macro = !same(&end, &use_end);
	if (end_in_macro && use_end.file) {
		uint32_t index = lower_file(lower, use_end.file, use_end.location);
		skip_word(&lower->module->files.data[index], &use_end, true);
	}
	struct ir_place use = place_of(lower, &use_begin, &use_end);
	struct ir_place text = use;
	if (begin.file && begin.file == end.file && end.offset >= begin.offset) {
		if (begin_in_macro && !end_in_macro && begin.offset < use_begin.offset) {
			/* of what a macro's definition spells, libclang gives the end of the use */
			end = begin;
			skip_word(&lower->module->files.data[use.file], &end, false);
		}
		text = place_of(lower, &begin, &end);
	}
	text.in_macro = use.in_macro = begin_in_macro || end_in_macro;
	if (spelling)
		*spelling = text;
	if (expansion)
		*expansion = use;
	return true;
}
