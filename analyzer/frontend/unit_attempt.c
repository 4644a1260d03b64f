/* Arguments for libclang, precompiled headers, unsaved texts; then the lowering. */
#include "analyzer/frontend/unit_attempt.h"

#include <string.h>
#include <unistd.h>

#include "analyzer/base/clock.h"
#include "analyzer/base/path.h"
#include "analyzer/frontend/diagnostics.h"
#include "analyzer/frontend/headers_dir.h"
#include "analyzer/frontend/pch_folder.h"
#include "analyzer/frontend/unit_args.h"
#include "analyzer/frontend/unit_pool.h"
#include "analyzer/frontend/unit_preamble.h"
#include "analyzer/frontend/unit_reads.h"

const char *unit_absolute_path(struct arena *arena, const char *path, const char *directory)
{
	if (path[0] == '/')
		return path;
	char here[4096];
	if (!directory)
		directory = getcwd(here, sizeof here) ? here : ".";
	return arena_printf(arena, "%s/%s", directory, path);
}

typedef VEC(struct CXUnsavedFile) unsaved_list;

static bool is_unsaved(const unsaved_list *unsaved, const char *path)
{
	for (size_t i = 0; i < unsaved->count; i++)
		if (strcmp(unsaved->data[i].Filename, path) == 0)
			return true;
	return false;
}

/* The texts that libclang isn't to read from disk. */
static void gather_unsaved(const struct unit *unit, const struct unit_options *options, const char *path,
	const char *front, unsaved_list *unsaved)
{
	for (size_t i = 0; i < unit->includes.respelled.count; i++) {
		const struct respelled_file *file = &unit->includes.respelled.data[i];
		struct CXUnsavedFile own = {file->path, file->text, (unsigned long)file->size};
		vec_push(unit->arena, unsaved, own);
	}
	struct CXUnsavedFile given = {path, options->contents, (unsigned long)options->contents_size};
	if (options->contents && !is_unsaved(unsaved, path))
		vec_push(unit->arena, unsaved, given);
	for (size_t i = 0; i < options->buffer_count; i++) {
		const struct unit_buffer *buffer = &options->buffers[i];
		struct CXUnsavedFile own = {buffer->path, buffer->text, (unsigned long)buffer->size};
		if (!is_unsaved(unsaved, buffer->path))
			vec_push(unit->arena, unsaved, own);
	}
	if (front) {
		struct CXUnsavedFile own = {unit_front_path(unit->arena, options), front, strlen(front)};
		vec_push(unit->arena, unsaved, own);
	}
}

/* A parse that was made with the same arguments is brought up to date; else it is made so that it can be. */
static enum CXErrorCode update(struct unit *unit, const char *path, const line_list *args,
	const unsaved_list *unsaved, CXTranslationUnit *out)
{
	struct unit_front *front = unit->front;
	unsigned flags = CXTranslationUnit_KeepGoing | CXTranslationUnit_PrecompiledPreamble |
			 CXTranslationUnit_CreatePreambleOnFirstParse;
	front->key = unit_pool_key(path, args->data, args->count);
	front->is_kept = true;
	*out = unit_pool_take(front->pool, front->key);
	front->is_update = *out && clang_reparseTranslationUnit(*out, (unsigned)unsaved->count, unsaved->data,
					   CXReparse_None) == 0;
	if (front->is_update)
		return CXError_Success;
	if (*out)
		clang_disposeTranslationUnit(*out);
	return clang_parseTranslationUnit2(unit_pool_index(front->pool), path, args->data, (int)args->count,
		unsaved->data, (unsigned)unsaved->count, flags, out);
}

static enum CXErrorCode parse(struct unit *unit, const struct unit_options *options, const char *path,
	const char *front, const line_list *args, CXTranslationUnit *out)
{
	unsaved_list unsaved = {0};
	gather_unsaved(unit, options, path, front, &unsaved);
	if (options->pool && unit_pool_keeps(options->pool))
		return update(unit, path, args, &unsaved, out);
	return clang_parseTranslationUnit2(unit->front->index, path, args->data, (int)args->count,
		unsaved.data, (unsigned)unsaved.count, CXTranslationUnit_KeepGoing, out);
}

/* What an attempt asks for is told with the options that it depends on. */
struct asking {
	const struct unit_options *options;
};

static void ask(void *context, const struct pch_request *request, bool again)
{
	const struct unit_options *options = ((const struct asking *)context)->options;
	const struct unit_headers wanted = {.level = request->level,
		.arch = options->arch,
		.host_pass = options->host_pass,
		.toolkit_cccl = options->toolkit_cccl,
		.again = again};
	options->ask_headers(options->ask_context, &wanted);
}

_Static_assert(PCH_STANDARD + 1 == UNIT_HEADERS_LEVELS, "a level of each kind");

unsigned unit_headers_level(const struct includes *includes)
{
	return pch_level_for(includes);
}

bool unit_make_headers(
	struct arena *arena, const struct unit_options *options, const struct unit_headers *wanted)
{
	struct unit_options own = *options;
	own.arch = wanted->arch;
	own.host_pass = wanted->host_pass;
	struct pch_request request = unit_pch_request(arena, &own, wanted->level);
	request.is_own_process = true;
	CXIndex index = clang_createIndex(1, 0);
	return pch_get(arena, index, &request, wanted->again) != NULL;
}

void unit_forget_headers(struct arena *arena, const char *cache_dir, long process)
{
	pch_folder_forget(arena, pch_folder_below(arena, cache_dir), process);
}

const char *unit_headers_folder(struct arena *arena, const char *cache_dir)
{
	return pch_folder_below(arena, cache_dir);
}

/* With `option` and a file before what the user gives. */
static enum CXErrorCode parse_on(struct unit *unit, const struct unit_options *options, const char *path,
	const char *option, const char *file, CXTranslationUnit *out)
{
	struct arena *arena = unit->arena;
	line_list args = {0};
	const char *front = unit->front->attempt.front;
	unit_args(arena, options, option, file, &unit->includes.dirs,
		front ? unit_front_path(arena, options) : NULL, &args);
	return parse(unit, options, path, front, &args, out);
}

/* With the preamble. Where there are errors it is no good: what they lack may have to be put in front of it.
 */
static bool parse_on_preamble(
	struct unit *unit, const struct unit_options *options, const char *path, CXTranslationUnit *out)
{
	struct unit_front *front = unit->front;
	struct unit_headers wanted = {.level = front->attempt.level,
		.arch = options->arch,
		.host_pass = options->host_pass,
		.toolkit_cccl = options->toolkit_cccl,
		.is_preamble = true};
	struct preamble_list list;
	if (!options->preamble || !front->attempt.may_share || front->attempt.front || options->pool)
		return false;
	const char *preamble = unit_preamble_get(unit->arena, options, &wanted, &list);
	if (!preamble)
		return false;
	enum CXErrorCode error = parse_on(unit, options, path, "-include-pch", preamble, out);
	wanted.again = true;
	if (error == CXError_ASTReadError && options->ask_headers)
		options->ask_headers(options->ask_context, &wanted);
	unit->used_preamble = error == CXError_Success && *out && !diagnostics_any(*out) &&
			      unit_preamble_cursors(unit->arena, *out, &list, &front->preamble);
	if (unit->used_preamble) {
		unit->preamble_files = list.files;
		return true;
	}
	if (*out)
		clang_disposeTranslationUnit(*out);
	*out = NULL;
	return false;
}

/* With a precompiled header if there is one, else with the headers themselves. */
static enum CXErrorCode parse_with_headers(
	struct unit *unit, const struct unit_options *options, const char *path, CXTranslationUnit *out)
{
	struct arena *arena = unit->arena;
	struct asking asking = {options};
	struct pch_request request = {0};
	bool usable = unit_has_headers(options);
	if (usable)
		request = unit_pch_request(arena, options, unit->front->attempt.level);
	request.ask = options->ask_headers ? ask : NULL;
	request.ask_context = &asking;
	for (int round = 0; round < 2 && usable; round++) {
		const char *pch = pch_get(arena, unit->front->index, &request, round > 0);
		if (!pch)
			break;
		unit->used_pch = parse_on_preamble(unit, options, path, out) ||
				 parse_on(unit, options, path, "-include-pch", pch, out) == CXError_Success;
		if (unit->used_pch)
			return CXError_Success;
	}
	return parse_on(unit, options, path, "-include", unit_prelude(arena, options), out);
}

static const char *error_text(enum CXErrorCode error)
{
	switch (error) {
	case CXError_Crashed: return "the parser crashed";
	case CXError_InvalidArguments: return "the parser refused its arguments";
	case CXError_ASTReadError: return "a precompiled header could not be read";
	default: return "the parser failed";
	}
}

/* Tells the pool how long it took, for it to find the faster way. */
static void note_time(const struct unit *unit, const struct unit_options *options, double ms)
{
	const struct unit_front *front = unit->front;
	if (options->ask_headers && !unit->used_pch)
		return; /* the next one will be another case */
	if (front->pool && !front->is_kept)
		unit_pool_note_parse(
			front->pool, ms, unit->includes.local.count || options->toolkit_flag_count);
	else if (front->pool && front->is_update)
		unit_pool_note_update(front->pool, ms);
}

/* One parse and its lowering. NULL and one line in *error when libclang gives nothing. */
struct unit *unit_parse_at(struct arena *arena, const struct unit_options *options,
	const struct unit_attempt *attempt, char **error)
{
	struct unit *unit = ARENA_NEW(arena, struct unit);
	unit->arena = arena;
	unit->includes = *attempt->includes;
	unit->front = ARENA_NEW(arena, struct unit_front);
	double start = clock_ms(), thread_start = clock_thread_ms();
	const char *path = unit_absolute_path(arena, options->path, options->directory);
	unit->front->attempt = *attempt;
	unit->front->pool = options->pool;
	unit->front->index = clang_createIndex(1, 0);
	CXTranslationUnit tu = NULL;
	enum CXErrorCode code = parse_with_headers(unit, options, path, &tu);
	if (code || !tu) {
		*error = arena_strdup(arena, error_text(code));
		clang_disposeIndex(unit->front->index);
		return NULL;
	}
	char here[4096];
	if (options->reads)
		unit_reads_add(tu, unit, options->reads);
	double parsed = clock_ms();
	struct lower *lower = &unit->front->lower;
	*lower = (struct lower){.arena = arena, .tu = tu, .headers_dir = options->headers_dir};
	if (unit->used_preamble)
		vec_append(arena, &lower->preamble, &unit->front->preamble);
	lower->main_file = clang_getFile(tu, path);
	lower->directory = getcwd(here, sizeof here) ? arena_strdup(arena, here) : "/";
	lower->accessors = clang_getFile(
		tu, arena_printf(arena, "%s/torch/cudalint_torch/accessor.h", options->headers_dir));
	lower->invented = attempt->invents ? clang_getFile(tu, unit_front_path(arena, options)) : NULL;
	unit->module = lower_unit(lower);
	lower_own_files(lower, unit->includes.local.data, unit->includes.local.count);
	diagnostics_collect(lower, unit);
	unit->parse_ms = parsed - start;
	unit->lower_ms = clock_ms() - parsed;
	note_time(unit, options, clock_thread_ms() - thread_start);
	return unit;
}

bool unit_may_try(const struct unit_options *options)
{
	return !options->once && !(options->is_unwanted && options->is_unwanted(options->unwanted_context));
}
