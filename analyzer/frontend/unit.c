/* One translation unit: the flags libclang gets, the parse, the lowering, and what went wrong. */
#include "analyzer/frontend/unit.h"
#include "analyzer/base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/path.h"
#include "analyzer/frontend/diagnostics.h"
#include "analyzer/frontend/guard.h"
#include "analyzer/frontend/headers_dir.h"
#include "analyzer/frontend/lower/lower.h"
#include "analyzer/frontend/omitted.h"
#include "analyzer/frontend/pch.h"
#include "analyzer/frontend/repair.h"
#include "analyzer/frontend/unit_pool.h"
#include "analyzer/frontend/unit_reads.h"

struct unit_front {
	CXIndex index;
	struct unit_pool *pool; /* or NULL */
	unsigned long long key; /* in the pool, where the parse goes when the unit is closed, ... */
	bool is_kept;           /* ...if it does */
	bool is_update;         /* of a parse that was in the pool */
	struct lower lower;
};

typedef VEC(const char *) arg_list;

/* The newest architecture that every libclang from 17 on knows. All are parsed as this one, with their own
 * __CUDA_ARCH__, so that they share precompiled headers; but for those older than OLDEST_SHARED the bundled
 * headers declare less. */
enum { PARSER_ARCH = 90, OLDEST_SHARED = 60 };

/* Each parse with what was left out, or invented, may show more that is missing. */
enum { MAX_ROUNDS = 7 };

/* What one parse is made with besides the options. */
struct attempt {
	const struct includes *includes;
	enum pch_level level;
	const char *front; /* text to be included in front of the file, or NULL */
	bool invents;      /* whether there are declarations in it */
};

static bool has_flag(const struct unit_options *options, const char *prefix)
{
	for (size_t i = 0; i < options->flag_count; i++)
		if (strncmp(options->flags[i], prefix, strlen(prefix)) == 0)
			return true;
	return false;
}

static const char *standard_of(const struct unit_options *options)
{
	const char *standard = "-std=c++17"; /* nvcc's default since CUDA 12.0 */
	for (size_t i = 0; i < options->flag_count; i++)
		if (strncmp(options->flags[i], "-std=", 5) == 0)
			standard = options->flags[i];
	return standard;
}

static int parser_arch(const struct unit_options *options)
{
	return options->arch < OLDEST_SHARED ? options->arch : PARSER_ARCH;
}

/* What decides how headers are parsed: language, architecture, standard, where headers are. */
static void add_base_args(struct arena *arena, const struct unit_options *options, arg_list *args)
{
	/* With C++20's modules on, libclang merges a precompiled header's __device__ overload of a C function
	 * into the host's, and crashes on libstdc++'s own: off. */
	static const char *const fixed[] = {"-x", "cuda", "-nocudainc", "-nocudalib",
		"--no-cuda-version-check", "-w", "-Wno-unknown-cuda-version", "-ferror-limit=0",
		"-fno-spell-checking", "-fcxx-exceptions", "-fno-caret-diagnostics", "-Xclang",
		"-fcuda-allow-variadic-functions", "-Xclang", "-fno-cxx-modules",
		"-fpch-instantiate-templates", "-Wno-reserved-user-defined-literal",
		"-Wno-register"}; /* nvcc only warns of it */
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		vec_push(arena, args, fixed[i]);
	vec_push(arena, args, options->host_pass ? "--cuda-host-only" : "--cuda-device-only");
	vec_push(arena, args, arena_printf(arena, "--cuda-gpu-arch=sm_%d", parser_arch(options)));
	vec_push(arena, args, standard_of(options));
	/* An archive brings clang's own headers beside ours. */
	const char *resources = arena_printf(arena, "%s/../clang", options->headers_dir);
	if (path_is_file(arena_printf(arena, "%s/include/stddef.h", resources)))
		vec_push(arena, args, arena_printf(arena, "-resource-dir=%s", resources));
}

static void add_header_args(struct arena *arena, const struct unit_options *options, arg_list *args)
{
	for (size_t i = 0; i < options->toolkit_flag_count; i++)
		vec_push(arena, args, options->toolkit_flags[i]);
	if (options->torch != TORCH_REAL) {
		vec_push(arena, args, "-idirafter");
		vec_push(arena, args, arena_printf(arena, "%s/torch", options->headers_dir));
	}
	if (options->toolkit_flag_count)
		return;
	vec_push(arena, args, arena_printf(arena, "-isystem%s", options->headers_dir));
	vec_push(arena, args, arena_printf(arena, "-isystem%s/cccl", options->headers_dir));
	vec_push(arena, args, "-idirafter");
	vec_push(arena, args, arena_printf(arena, "%s/stubs", options->headers_dir));
}

/* It lies among the bundled headers, and only in memory. */
static const char *front_path(struct arena *arena, const struct unit_options *options)
{
	return arena_printf(arena, "%s/cudalint/omitted.h", options->headers_dir);
}

static void add_user_args(struct arena *arena, const struct unit_options *options, const struct unit *unit,
	const struct attempt *attempt, arg_list *args)
{
	if (options->arch != parser_arch(options) && !options->host_pass) {
		vec_push(arena, args, "-U__CUDA_ARCH__");
		vec_push(arena, args, arena_printf(arena, "-D__CUDA_ARCH__=%d0", options->arch));
	}
	if (options->torch == TORCH_BUNDLED)
		vec_push(arena, args, arena_printf(arena, "-I%s/torch", options->headers_dir));
	for (size_t i = 0; i < options->flag_count; i++)
		if (strncmp(options->flags[i], "-std=", 5) != 0)
			vec_push(arena, args, options->flags[i]);
	for (size_t i = 0; i < unit->includes.dirs.count; i++)
		vec_push(arena, args, arena_printf(arena, "-I%s", unit->includes.dirs.data[i]));
	if (attempt->front) {
		vec_push(arena, args, "-include");
		vec_push(arena, args, front_path(arena, options));
	}
}

static const char *absolute_path(struct arena *arena, const char *path, const char *directory)
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
		struct CXUnsavedFile own = {front_path(unit->arena, options), front, strlen(front)};
		vec_push(unit->arena, unsaved, own);
	}
}

/* A parse that was made with the same arguments is brought up to date; else it is made so that it can be. */
static enum CXErrorCode update(struct unit *unit, const char *path, const arg_list *args,
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
	const char *front, const arg_list *args, CXTranslationUnit *out)
{
	unsaved_list unsaved = {0};
	gather_unsaved(unit, options, path, front, &unsaved);
	if (options->pool && unit_pool_keeps(options->pool))
		return update(unit, path, args, &unsaved, out);
	return clang_parseTranslationUnit2(unit->front->index, path, args->data, (int)args->count,
		unsaved.data, (unsigned)unsaved.count, CXTranslationUnit_KeepGoing, out);
}

/* With a precompiled header if there is one, else with the headers themselves. */
static enum CXErrorCode parse_with_headers(struct unit *unit, const struct unit_options *options,
	const char *path, const struct attempt *attempt, CXTranslationUnit *out)
{
	struct arena *arena = unit->arena;
	const char *prelude = arena_printf(arena, "%s/cuda_runtime.h", options->headers_dir);
	arg_list headers = {0}, args = {0};
	add_base_args(arena, options, &headers);
	add_header_args(arena, options, &headers);
	struct pch_request request = {.cache_dir = options->cache_dir,
		.args = headers.data,
		.arg_count = (int)headers.count,
		.prelude = prelude,
		.level = attempt->level,
		.in_background = options->pch_in_background};
	bool usable = options->cache_dir && !has_flag(options, "-D__CUDA");
	if (usable)
		request.stamp = options->headers_stamp ? options->headers_stamp
						       : headers_dir_stamp(options->headers_dir);
	for (int round = 0; round < 2 && usable; round++) {
		const char *pch = pch_get(arena, unit->front->index, &request, round > 0);
		if (!pch)
			break;
		args.count = 0;
		add_base_args(arena, options, &args);
		vec_push(arena, &args, "-include-pch");
		vec_push(arena, &args, pch);
		add_user_args(arena, options, unit, attempt, &args);
		add_header_args(arena, options, &args);
		if (parse(unit, options, path, attempt->front, &args, out) == CXError_Success) {
			unit->used_pch = true;
			return CXError_Success;
		}
	}
	args.count = 0;
	add_base_args(arena, options, &args);
	vec_push(arena, &args, "-include");
	vec_push(arena, &args, prelude);
	add_user_args(arena, options, unit, attempt, &args);
	add_header_args(arena, options, &args);
	return parse(unit, options, path, attempt->front, &args, out);
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
	if (options->pch_in_background && !unit->used_pch)
		return; /* the next one will be another case */
	if (front->pool && !front->is_kept)
		unit_pool_note_parse(
			front->pool, ms, unit->includes.local.count || options->toolkit_flag_count);
	else if (front->pool && front->is_update)
		unit_pool_note_update(front->pool, ms);
}

/* One parse and its lowering. NULL and one line in *error when libclang gives nothing. */
static struct unit *parse_at(
	struct arena *arena, const struct unit_options *options, const struct attempt *attempt, char **error)
{
	struct unit *unit = ARENA_NEW(arena, struct unit);
	unit->arena = arena;
	unit->includes = *attempt->includes;
	unit->front = ARENA_NEW(arena, struct unit_front);
	double start = clock_ms(), thread_start = clock_thread_ms();
	const char *path = absolute_path(arena, options->path, options->directory);
	unit->front->index = clang_createIndex(1, 0);
	unit->front->pool = options->pool;
	CXTranslationUnit tu = NULL;
	enum CXErrorCode code = parse_with_headers(unit, options, path, attempt, &tu);
	if (code || !tu) {
		*error = arena_strdup(arena, error_text(code));
		clang_disposeIndex(unit->front->index);
		return NULL;
	}
	char here[4096];
	if (options->reads)
		unit_reads_add(tu, &unit->includes, options->reads);
	double parsed = clock_ms();
	struct lower *lower = &unit->front->lower;
	*lower = (struct lower){.arena = arena, .tu = tu, .headers_dir = options->headers_dir};
	lower->main_file = clang_getFile(tu, path);
	lower->directory = getcwd(here, sizeof here) ? arena_strdup(arena, here) : "/";
	lower->accessors = clang_getFile(
		tu, arena_printf(arena, "%s/torch/cudalint_torch/accessor.h", options->headers_dir));
	lower->invented = attempt->invents ? clang_getFile(tu, front_path(arena, options)) : NULL;
	unit->module = lower_unit(lower);
	lower_own_files(lower, unit->includes.local.data, unit->includes.local.count);
	diagnostics_collect(lower, unit);
	unit->parse_ms = parsed - start;
	unit->lower_ms = clock_ms() - parsed;
	note_time(unit, options, clock_thread_ms() - thread_start);
	return unit;
}

/* Functions that were lowered whole. */
static size_t healthy(const struct unit *unit)
{
	size_t count = 0;
	for (size_t i = 0; i < unit->module->functions.count; i++)
		count += unit->module->functions.data[i]->body_state != IR_BODY_DAMAGED;
	return count;
}

/* Of two parses the one with fewer errors; where one invents declarations, which shows what the errors hid,
 * that with more healthy functions. The other one is closed, and its time counts, too. */
static struct unit *better(struct unit *old, struct unit *young)
{
	if (!young)
		return old;
	bool is_better = young->error_count < old->error_count;
	if (young->invented.count && healthy(young) != healthy(old))
		is_better = healthy(young) > healthy(old);
	struct unit *kept = is_better ? young : old, *dropped = is_better ? old : young;
	kept->parse_ms += dropped->parse_ms;
	kept->lower_ms += dropped->lower_ms;
	unit_close(dropped);
	return kept;
}

/* Precompiled headers hold more than the unit asked for, and a name from there may be in its way. Where there
 * are errors it is parsed once more with what it includes and nothing else; the better parse counts. */
static struct unit *without_surplus(struct unit *unit, const struct unit_options *options)
{
	char *ignored = NULL;
	const struct attempt exact = {.includes = &unit->includes, .level = PCH_CORE};
	return better(unit, parse_at(unit->arena, options, &exact, &ignored));
}

/* Where the file as it is has its first error, as a place of `unit`; nowhere when that is in a system's
 * header. */
static struct ir_place first_error(const struct unit *alone, const struct unit *unit)
{
	struct lower *lower = &unit->front->lower;
	struct ir_place place = {.file = UINT32_MAX};
	const struct ir_module *module = alone->module;
	const struct ir_place *first = alone->errors.count ? &alone->errors.data[0].place : &place;
	if (first->file >= module->files.count || module->files.data[first->file].is_system)
		return place;
	const struct ir_file *where = &module->files.data[first->file];
	CXFile file = where->is_main ? lower->main_file : clang_getFile(lower->tu, where->absolute);
	if (!file)
		return place;
	place = *first;
	place.file = lower_file(lower, file, clang_getLocationForOffset(lower->tu, file, place.begin));
	return place;
}

static void tell_omitted(struct unit *unit, const struct unit *alone, const struct omitted *omitted,
	const struct repair *repair)
{
	unit->omitted_at = first_error(alone, unit);
	unit->guard = alone->guard;
	for (size_t i = 0; i < omitted->told.count; i++)
		vec_push(unit->arena, &unit->omitted, omitted->told.data[i]);
	repair_names(unit->arena, repair, &unit->invented);
	if (unit->status == UNIT_OK)
		unit->status = UNIT_DEGRADED;
}

static bool may_try_again(const struct unit *unit, const struct unit_options *options)
{
	return unit->error_count && !options->once &&
	       !(options->is_unwanted && options->is_unwanted(options->unwanted_context));
}

static const char *front_text(
	struct arena *arena, const char *guard, const struct omitted *omitted, const struct repair *repair)
{
	return arena_printf(arena, "%s%s%s", guard, omitted_text(arena, omitted), repair_text(arena, repair));
}

static const char *define_guard(struct arena *arena, const char *guard)
{
	return guard ? arena_printf(arena, "#define %s 1\n", guard) : "";
}

/* A file of which nothing is compiled because the build's macro isn't known is parsed with it. */
static struct unit *with_guard(
	struct unit *unit, const struct unit_options *options, const struct attempt *first)
{
	char *ignored = NULL;
	const char *guard =
		options->once || unit->module->functions.count ? NULL : guard_find(unit->arena, unit->module);
	if (!guard)
		return unit;
	struct attempt attempt = *first;
	attempt.front = define_guard(unit->arena, guard);
	struct unit *guarded = parse_at(unit->arena, options, &attempt, &ignored);
	if (!guarded)
		return unit;
	guarded->parse_ms += unit->parse_ms;
	guarded->lower_ms += unit->lower_ms;
	guarded->guard = guard;
	unit_close(unit);
	return guarded;
}

/* With what a snippet leaves out, and then with what missing headers would have declared, as long as that
 * makes more names known. What is unknown is read from the text that libclang holds: no parse is closed
 * before the last one. */
static struct unit *with_omitted(struct unit *unit, const struct unit_options *options, enum pch_level level)
{
	struct omitted omitted = {0};
	struct repair repair = {0};
	struct attempt attempt = {.includes = &unit->includes, .level = PCH_CORE};
	struct unit *parses[MAX_ROUNDS + 1] = {unit};
	size_t count = 1;
	while (count <= MAX_ROUNDS && may_try_again(parses[count - 1], options)) {
		char *ignored = NULL;
		const struct unit *last = parses[count - 1];
		if (!omitted_extend(unit->arena, last, &omitted)) {
			if (!repair_extend(unit->arena, last, &repair))
				break;
			attempt.level = omitted.told.count ? PCH_CORE : level;
			attempt.invents = true;
		}
		attempt.front = front_text(
			unit->arena, define_guard(unit->arena, parses[0]->guard), &omitted, &repair);
		struct unit *next = parse_at(unit->arena, options, &attempt, &ignored);
		if (!next)
			break;
		tell_omitted(next, parses[0], &omitted, &repair);
		parses[count++] = next;
	}
	for (size_t i = 1; i < count; i++)
		unit = better(unit, parses[i]);
	return unit;
}

void unit_includes(struct arena *arena, const struct unit_options *options, struct includes *out)
{
	const struct includes_query query = {.path = absolute_path(arena, options->path, options->directory),
		.contents = options->contents,
		.size = options->contents_size,
		.flags = options->flags,
		.flag_count = options->flag_count,
		.headers_dir = options->headers_dir,
		.index = options->index,
		.reads = options->reads,
		.buffers = options->buffers,
		.buffer_count = options->buffer_count};
	includes_scan(arena, &query, out);
}

int unit_parse(struct arena *arena, const struct unit_options *options, struct unit **out, char **error)
{
	double start = clock_ms();
	struct includes found = {0};
	const struct includes *includes = options->includes ? options->includes : &found;
	if (!options->includes)
		unit_includes(arena, options, &found);
	double scanned = clock_ms();
	const struct attempt first = {.includes = includes, .level = pch_level_for(includes)};
	struct unit *unit = parse_at(arena, options, &first, error);
	if (!unit)
		return -1;
	unit = with_guard(unit, options, &first);
	const struct unit *first_parse = unit;
	if (first.level > PCH_CORE && unit->used_pch && !unit->missing_includes.count &&
		may_try_again(unit, options))
		unit = without_surplus(unit, options);
	unit = with_omitted(unit, options, first.level);
	unit->is_first_parse = unit == first_parse;
	unit->parse_ms += scanned - start;
	*out = unit;
	return 0;
}

void unit_close(struct unit *unit)
{
	if (!unit)
		return;
	struct unit_front *front = unit->front;
	if (front->is_kept)
		unit_pool_put(front->pool, front->key, front->lower.tu);
	else
		clang_disposeTranslationUnit(front->lower.tu);
	clang_disposeIndex(front->index);
	lower_free(&front->lower);
}

const char *unit_parser_version(struct arena *arena)
{
	return cx_take(arena, clang_getClangVersion());
}
