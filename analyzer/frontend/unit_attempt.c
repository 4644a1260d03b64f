/* Arguments for libclang, precompiled headers, unsaved texts; then the lowering. */
#include "analyzer/frontend/unit_attempt.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/base/clock.h"
#include "analyzer/base/path.h"
#include "analyzer/frontend/beside.h"
#include "analyzer/frontend/diagnostics.h"
#include "analyzer/frontend/headers_dir.h"
#include "analyzer/frontend/pch_folder.h"
#include "analyzer/frontend/unit_pool.h"
#include "analyzer/frontend/unit_reads.h"

typedef VEC(const char *) arg_list;

/* The newest architecture that every libclang from 17 on knows. All are parsed as this one, with their own
 * __CUDA_ARCH__, so that they share precompiled headers; but for those older than OLDEST_SHARED the bundled
 * headers declare less. */
enum { PARSER_ARCH = 90, OLDEST_SHARED = 60 };

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

/* An installed program may bring clang's own headers, and those of the C and C++ libraries for systems that
 * have none; what else such a system has is found behind them. */
static void add_beside(struct arena *arena, const struct unit_options *options, arg_list *args)
{
	const char *clang = beside_clang(arena, options->headers_dir);
	const char *system = beside_system(arena, options->headers_dir);
	if (clang)
		vec_push(arena, args, arena_printf(arena, "-resource-dir=%s", clang));
	if (system) {
		vec_push(arena, args, arena_printf(arena, "--sysroot=%s", system));
		vec_push(arena, args, "-idirafter/usr/local/include");
		vec_push(arena, args, "-idirafter/usr/include");
	}
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
	add_beside(arena, options, args);
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

static const char *prelude_of(struct arena *arena, const struct unit_options *options)
{
	return arena_printf(arena, "%s/cuda_runtime.h", options->headers_dir);
}

/* It lies among the bundled headers, and only in memory. */
static const char *front_path(struct arena *arena, const struct unit_options *options)
{
	return arena_printf(arena, "%s/cudalint/omitted.h", options->headers_dir);
}

/* Whether the architecture is among those that have this suffix. */
static bool has_suffix(const struct unit_options *options, char suffix)
{
	for (const char *at = options->arch_suffixes; at && *at; at += strspn(at, " ")) {
		char *end;
		long arch = strtol(at, &end, 10);
		if (arch == options->arch && *end == suffix)
			return true;
		at = end + strcspn(end, " ");
	}
	return false;
}

/* What nvcc defines for sm_90a and sm_100f: CUDA Programming Guide 13, feature-specific targets. */
static void add_features(struct arena *arena, const struct unit_options *options, arg_list *args)
{
	enum { FIRST_WITH_FAMILY = 100 };
	bool is_specific = has_suffix(options, 'a');
	if (is_specific) {
		vec_push(arena, args, arena_printf(arena, "-D__CUDA_ARCH_FEAT_SM%d_ALL", options->arch));
		vec_push(arena, args, arena_printf(arena, "-D__CUDA_ARCH_SPECIFIC__=%d0", options->arch));
	}
	if (has_suffix(options, 'f') || (is_specific && options->arch >= FIRST_WITH_FAMILY))
		vec_push(arena, args,
			arena_printf(arena, "-D__CUDA_ARCH_FAMILY_SPECIFIC__=%d0", options->arch));
}

static void add_user_args(struct arena *arena, const struct unit_options *options, const struct unit *unit,
	const struct unit_attempt *attempt, arg_list *args)
{
	if (options->arch != parser_arch(options) && !options->host_pass) {
		vec_push(arena, args, "-U__CUDA_ARCH__");
		vec_push(arena, args, arena_printf(arena, "-D__CUDA_ARCH__=%d0", options->arch));
	}
	if (!options->host_pass)
		add_features(arena, options, args);
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

/* All of a request but what is done with it. `args` gets the arguments. */
static struct pch_request request_of(
	struct arena *arena, const struct unit_options *options, enum pch_level level, arg_list *args)
{
	add_base_args(arena, options, args);
	add_header_args(arena, options, args);
	return (struct pch_request){.cache_dir = options->cache_dir,
		.args = args->data,
		.arg_count = (int)args->count,
		.prelude = prelude_of(arena, options),
		.level = level,
		.stamp = options->headers_stamp ? options->headers_stamp
						: headers_dir_stamp(options->headers_dir)};
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
	arg_list args = {0};
	own.arch = wanted->arch;
	own.host_pass = wanted->host_pass;
	struct pch_request request = request_of(arena, &own, (enum pch_level)wanted->level, &args);
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

/* With a precompiled header if there is one, else with the headers themselves. */
static enum CXErrorCode parse_with_headers(struct unit *unit, const struct unit_options *options,
	const char *path, const struct unit_attempt *attempt, CXTranslationUnit *out)
{
	struct arena *arena = unit->arena;
	arg_list headers = {0}, args = {0};
	bool usable = options->cache_dir && !has_flag(options, "-D__CUDA");
	struct asking asking = {options};
	struct pch_request request = {0};
	if (usable)
		request = request_of(arena, options, attempt->level, &headers);
	request.ask = options->ask_headers ? ask : NULL;
	request.ask_context = &asking;
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
	vec_push(arena, &args, prelude_of(arena, options));
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

bool unit_may_try(const struct unit_options *options)
{
	return !options->once && !(options->is_unwanted && options->is_unwanted(options->unwanted_context));
}
