/* A compiler's command line as the front end needs it.
 *
 * Builds speak nvcc, clang++ -x cuda or g++; libclang must not see any of it unread, because it rejects most
 * nvcc flags and takes some for others (-use_fast_math is -u se_fast_math to it). So each flag is looked up
 * in a table (args_nvcc.c, args_host.c) and either becomes a clang flag, a fact, or nothing. */
#ifndef CUDALINT_FRONTEND_ARGS_H
#define CUDALINT_FRONTEND_ARGS_H

#include <stdbool.h>

#include "analyzer/frontend/args/words.h"

/* A VEC(int) with a name: compute capabilities as 70, 90, 120; ascending, no duplicates. */
struct arch_list {
	int *data;
	size_t count, capacity;
};

/* One pair of a -gencode: sm_90a compiled as compute_90a is {90, 90, 'a', true}. */
struct args_target {
	int arch;         /* what the code is for */
	int virtual_arch; /* what it is compiled as: __CUDA_ARCH__ is ten times this */
	char suffix;      /* 'a' or 'f' of the code, 0 if none */
	bool real;        /* sm_XX; false for PTX (compute_XX) and LTO code */
};

struct args {
	const char *file;         /* the (first) source on the line, absolute; NULL when it names none */
	const char *realm;        /* while it is translated: see args_translate_below() */
	const char *directory;    /* what relative paths are relative to */
	const char *compiler;     /* as named in the build, absolute if it has a slash; NULL for flags only */
	bool compiler_is_nvcc;    /* its name says so */
	const char *cuda_path;    /* clang's --cuda-path; NULL */
	const char *std;          /* "c++17", "gnu++20"; NULL when the build leaves it open */
	const char *language;     /* of -x: "cuda" (also for cu), "c++", "c", ...; NULL */
	struct words clang_flags; /* -D -U -I -isystem -iquote -idirafter -include -imacros -std, one word
				     each, paths absolute; ready for libclang. No -x and no architecture. */
	struct words dropped;     /* flags that no table knows, for a debug line each */
	struct arch_list
		archs; /* what the build makes code for; empty when it doesn't say (or says native) */
	VEC(struct args_target) targets; /* the same with the details, in the order given */
	int virtual_arch; /* lowest compute_XX given for real code, 0 if none: compute_60 with sm_70 means ITS
			     off */
	bool virtual_only; /* only PTX is built: `archs` are the compute_XX */
	int maxrregcount;  /* 0: no limit */
	bool per_thread_default_stream;
	bool fast_math; /* and with it ftz, no prec_div, no prec_sqrt, fmad */
	bool ftz;
	bool no_prec_div, no_prec_sqrt, no_fmad;
	bool relocatable;         /* -rdc, -dc, -dlto, -r */
	bool extended_lambda;     /* --extended-lambda, --expt-extended-lambda */
	bool relaxed_constexpr;   /* --expt-relaxed-constexpr */
	bool restrict_pointers;   /* --restrict: all kernel pointer parameters are __restrict__ */
	bool device_debug;        /* -G without --dopt */
	bool warn_default_stream; /* -Wdefault-stream-launch */
	bool warn_launch_bounds;  /* -Wmissing-launch-bounds */
	bool openmp;
};

/* Translates a command (compiler first, also behind ccache and its like) or flags alone; `directory` NULL
 * means the current one. Returns 0, or -1 with a one-line message in `*error`: an operand is missing, an
 * architecture or a response file is no good. Then `out` still holds all that was understood, so a build's
 * command with one bad flag can be used with a warning. */
int args_translate(struct arena *arena, const char *directory, int argc, const char *const *argv,
	struct args *out, char **error);

/* The same for a command that is a repository's word: response files outside of the folder `realm` are not
 * read. NULL: all are. */
int args_translate_below(struct arena *arena, const char *realm, const char *directory, int argc,
	const char *const *argv, struct args *out, char **error);

/* Adds flags (no compiler) to a translated command, as --extra-arg does. Architectures, if any are given,
 * replace those that were there. Errors as above. */
int args_extend(struct arena *arena, int argc, const char *const *argv, struct args *args, char **error);

/* The operand of our own --arch: "sm_90,sm_80"; sm_90a and 90 are fine too. Appends to `out`, ascending.
 * Returns 0, or -1 with a one-line message. */
int args_parse_arch_list(struct arena *arena, const char *text, struct arch_list *out, char **error);

/* True for an extension that a compiler takes for C, C++ or CUDA source or header ("cu", "cuh", "cpp", "h",
 * ...). */
bool args_is_source(const char *extension);

/* How a compiler is spelled: "nvcc", "/opt/bin/nvcc_wrapper" and "x86_64-linux-gnu-clang++-19". */
bool args_is_nvcc(const char *compiler);
bool args_is_clang(const char *compiler);

/* True for programs that run a compiler given as their argument: ccache, sccache, distcc, ... */
bool args_is_launcher(const char *program);

#endif
