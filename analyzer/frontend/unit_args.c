/* Arguments for libclang; see unit_args.h. */
#include "analyzer/frontend/unit_args.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/frontend/beside.h"
#include "analyzer/frontend/headers_dir.h"

/* The newest architecture that every libclang from 17 on knows. All are parsed as this one, with their own
 * __CUDA_ARCH__, so that they share precompiled headers; but for those older than OLDEST_SHARED the bundled
 * headers declare less. */
enum { PARSER_ARCH = 90, OLDEST_SHARED = 60 };

bool unit_has_flag(const struct unit_options *options, const char *prefix)
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
static void add_beside(struct arena *arena, const struct unit_options *options, line_list *args)
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
static void add_base(struct arena *arena, const struct unit_options *options, line_list *args)
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

static void add_headers(struct arena *arena, const struct unit_options *options, line_list *args)
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

const char *unit_prelude(struct arena *arena, const struct unit_options *options)
{
	return arena_printf(arena, "%s/cuda_runtime.h", options->headers_dir);
}

/* It lies among the bundled headers, and only in memory. */
const char *unit_front_path(struct arena *arena, const struct unit_options *options)
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
static void add_features(struct arena *arena, const struct unit_options *options, line_list *args)
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

static void add_user(
	struct arena *arena, const struct unit_options *options, const line_list *dirs, line_list *args)
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
	for (size_t i = 0; i < dirs->count; i++)
		vec_push(arena, args, arena_printf(arena, "-I%s", dirs->data[i]));
}

void unit_args(struct arena *arena, const struct unit_options *options, const char *option, const char *file,
	const line_list *dirs, const char *front, line_list *args)
{
	add_base(arena, options, args);
	vec_push(arena, args, option);
	vec_push(arena, args, file);
	add_user(arena, options, dirs, args);
	if (front) {
		vec_push(arena, args, "-include");
		vec_push(arena, args, front);
	}
	add_headers(arena, options, args);
}

bool unit_has_headers(const struct unit_options *options)
{
	return options->cache_dir && !unit_has_flag(options, "-D__CUDA");
}

struct pch_request unit_pch_request(struct arena *arena, const struct unit_options *options, unsigned level)
{
	line_list args = {0};
	add_base(arena, options, &args);
	add_headers(arena, options, &args);
	return (struct pch_request){.cache_dir = options->cache_dir,
		.args = args.data,
		.arg_count = (int)args.count,
		.prelude = unit_prelude(arena, options),
		.level = (enum pch_level)level,
		.stamp = options->headers_stamp ? options->headers_stamp
						: headers_dir_stamp(options->headers_dir)};
}
