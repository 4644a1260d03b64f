/* Lines of source files for excerpts. */
#include "cli/out/source.h"
#include "analyzer/base/buffer.h"
#include "analyzer/base/lines.h"
#include "analyzer/base/utf8.h"

#include <string.h>

enum { LARGEST = 64 * 1024 * 1024 };

struct source_file {
	const char *path;
	struct buffer buffer; /* what was read from disk */
	const char *text;
	size_t size;
	line_starts lines;
};

struct source_set {
	struct arena *arena;
	VEC(struct source_file *) files;
	struct source_file *last; /* that was asked for */
	const char *problem;
};

struct source_set *source_set_new(struct arena *arena)
{
	struct source_set *set = ARENA_NEW(arena, struct source_set);
	set->arena = arena;
	return set;
}

void source_set_free(struct source_set *set)
{
	for (size_t i = 0; i < set->files.count; i++)
		buffer_free(&set->files.data[i]->buffer);
	set->files.count = 0;
	set->last = NULL;
}

static struct source_file *add(struct source_set *set, const char *path)
{
	struct source_file *file = ARENA_NEW(set->arena, struct source_file);
	file->path = path;
	vec_push(set->arena, &set->files, file);
	return file;
}

void source_set_add(struct source_set *set, const char *path, const char *text, size_t size)
{
	struct source_file *file = add(set, path);
	file->text = text;
	file->size = size;
	lines_find(set->arena, file->text, file->size, &file->lines);
}

/* The file; one without lines when it can't be read. */
static struct source_file *find(struct source_set *set, const char *path)
{
	if (set->last && strcmp(set->last->path, path) == 0)
		return set->last;
	for (size_t i = set->files.count; i-- > 0;) {
		if (strcmp(set->files.data[i]->path, path) == 0)
			return set->last = set->files.data[i];
	}
	struct source_file *file = set->last = add(set, path);
	int error = buffer_read_file(&file->buffer, path, LARGEST);
	if (error && !set->problem)
		set->problem = arena_printf(set->arena, "'%s' can't be shown: %s", path, strerror(error));
	if (!error) {
		file->text = file->buffer.data;
		file->size = file->buffer.size;
		lines_find(set->arena, file->text, file->size, &file->lines);
	}
	return file;
}

const char *source_set_problem(const struct source_set *set)
{
	return set->problem;
}

bool source_line(struct source_set *set, const char *path, uint32_t line, const char **text, size_t *size)
{
	const struct source_file *file = find(set, path);
	if (line == 0 || line > file->lines.count)
		return false;
	size_t start = file->lines.data[line - 1];
	size_t end = line < file->lines.count ? file->lines.data[line] : file->size;
	while (end > start && (file->text[end - 1] == '\n' || file->text[end - 1] == '\r'))
		end--;
	*text = file->text + start;
	*size = end - start;
	return true;
}

bool source_position(struct source_set *set, const char *path, uint32_t offset, struct position *position)
{
	static const char byte_order_mark[] = "\xef\xbb\xbf"; /* no column */
	const struct source_file *file = find(set, path);
	if (file->lines.count == 0 || offset > file->size)
		return false;
	size_t line = lines_at(&file->lines, offset);
	size_t start = file->lines.data[line];
	if (line == 0 && offset >= 3 && memcmp(file->text, byte_order_mark, 3) == 0)
		start = 3;
	position->line = (uint32_t)line + 1;
	position->column = utf8_column(file->text + start, offset - start);
	position->offset = offset;
	return true;
}
