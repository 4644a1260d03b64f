/* Which files a parse has read, with the text that libclang had of them: by the time the parse is over, what
 * is on disk may be newer. */
#include "analyzer/frontend/unit_reads.h"

#include <string.h>

#include "analyzer/base/path.h"
#include "analyzer/frontend/lower/cx.h"
#include "analyzer/frontend/unit_attempt.h"

struct visit {
	CXTranslationUnit tu;
	const struct includes *includes;
	struct reads *reads;
	unsigned asked; /* files that libclang was asked for the text of */
};

struct paths {
	struct arena *arena;
	struct words *out;
};

/* libclang looks through all that it knows to find a file's text. */
enum { MOST_ASKED = 100, LARGEST_FILE = 5 * 1024 * 1024 };

/* A text of our own that stands for one on disk: the digest of that. */
static const struct respelled_file *respelled_as(
	const struct includes *includes, const char *text, size_t size)
{
	for (size_t i = 0; i < includes->respelled.count; i++) {
		const struct respelled_file *file = &includes->respelled.data[i];
		if (file->size == size && memcmp(file->text, text, size) == 0)
			return file;
	}
	return NULL;
}

static void add_from_disk(struct reads *reads, const char *path)
{
	struct buffer text = {0};
	if (buffer_read_file(&text, path, LARGEST_FILE) == 0)
		reads_add_unsure(reads, path, text.data ? text.data : "", text.size);
	else
		reads->is_unstable = true;
	buffer_free(&text);
}

static void add_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
	struct visit *visit = data;
	struct reads *reads = visit->reads;
	(void)stack;
	(void)depth;
	const char *path = path_join(reads->arena, ".", cx_take(reads->arena, clang_getFileName(file)));
	const char *clean = path_normalize(reads->arena, path);
	/* What is forced into a unit in front is ours, and lies only in memory. */
	if (!strcmp(path_name(clean), "omitted.h") && reads_is_system(reads, clean))
		return;
	size_t size = 0;
	const char *text = NULL;
	bool is_own = !reads_is_system(reads, clean);
	if (is_own && ++visit->asked > MOST_ASKED) {
		add_from_disk(reads, path);
		return;
	}
	if (is_own)
		text = clang_getFileContents(visit->tu, file, &size);
	const struct respelled_file *own = text ? respelled_as(visit->includes, text, size) : NULL;
	if (own)
		reads_add_digest(reads, path, own->original);
	else
		reads_add_file(reads, path, text ? text : "", size, false);
}

/* What a preamble was read from is unchanged since, or libclang would have refused it. Most are known
 * already, as what the unit includes. */
static void add_preamble_files(const struct unit *unit, struct reads *reads)
{
	for (size_t i = 0; i < unit->preamble_files.count; i++) {
		const char *path = path_join(reads->arena, ".", unit->preamble_files.data[i]);
		if (reads_is_system(reads, path_normalize(reads->arena, path)))
			reads_add_file(reads, path, "", 0, false);
		else if (!reads_has_text(reads, path))
			add_from_disk(reads, path);
	}
}

void unit_reads_add(CXTranslationUnit tu, const struct unit *unit, struct reads *reads)
{
	struct visit visit = {.tu = tu, .includes = &unit->includes, .reads = reads};
	clang_getInclusions(tu, add_file, &visit);
	add_preamble_files(unit, reads);
}

static void add_path(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
	struct paths *paths = data;
	(void)stack;
	(void)depth;
	const char *path = path_resolve(paths->arena, cx_take(paths->arena, clang_getFileName(file)));
	if (path)
		vec_push(paths->arena, paths->out, path);
}

void unit_files(struct arena *arena, const struct unit *unit, struct words *out)
{
	struct paths paths = {arena, out};
	clang_getInclusions(unit->front->lower.tu, add_path, &paths);
	for (size_t i = 0; i < unit->preamble_files.count; i++) {
		const char *path = path_resolve(arena, unit->preamble_files.data[i]);
		if (path)
			vec_push(arena, out, path);
	}
}

void unit_settle_reads(
	struct arena *arena, const struct unit_options *options, const struct includes *includes)
{
	struct words flags = {0}, folders = {0};
	for (size_t i = 0; i < options->flag_count; i++)
		vec_push(arena, &flags, options->flags[i]);
	for (size_t i = 0; i < includes->dirs.count; i++)
		vec_push(arena, &flags, arena_printf(arena, "-I%s", includes->dirs.data[i]));
	for (size_t i = 0; i < options->toolkit_flag_count; i++)
		vec_push(arena, &flags, options->toolkit_flags[i]);
	includes_system_dirs(arena, options->headers_dir, &folders);
	reads_settle(options->reads, flags.data, flags.count, folders.data, folders.count);
}
