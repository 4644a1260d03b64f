/* The rows of the option tables and how a word is looked up in them. Only args*.c need this. */
#ifndef CUDALINT_FRONTEND_ARGS_OPTION_H
#define CUDALINT_FRONTEND_ARGS_OPTION_H

#include <stddef.h>

#include "analyzer/frontend/args/args.h"

/* Where an option's operand may stand. */
enum {
	NEXT = 1,   /* the next word */
	EQUALS = 2, /* behind "=" in the same word */
	GLUED = 4,  /* directly behind the name: -Idir */
	LIST = 8,   /* nvcc: several, separated by commas */
	MAYBE = 16, /* with NEXT: only if the next word is neither an option nor a file */
	FLAG = 0,   /* no operand */
	ONE = NEXT | EQUALS,
	MANY = NEXT | EQUALS | LIST
};

/* What becomes of it. */
enum meaning {
	IGNORED,
	DEFINE,
	UNDEFINE,
	INCLUDE_DIR,
	SYSTEM_DIR,
	QUOTE_DIR,
	AFTER_DIR,
	PRE_INCLUDE,
	PRE_MACROS,
	STANDARD,
	LANGUAGE,
	OUR_MACRO, /* the flag makes the compiler define `macro` */
	ARCH,
	CODE,
	GENCODE,
	GPU_ARCH,    /* clang: adds a real architecture */
	NO_GPU_ARCH, /* clang: takes it away again */
	HOST_WORDS,  /* -Xcompiler and the like: host compiler flags, to be split and read */
	OPTIONS_FILE,
	CUDA_PATH,
	STREAM,
	MAX_REGISTERS,
	FAST_MATH,
	FTZ,
	PREC_DIV,
	PREC_SQRT,
	FMAD,
	RDC,
	LAMBDA,
	RELAXED,
	RESTRICT,
	DEVICE_DEBUG,
	DEVICE_OPTIMIZED,
	WARN_STREAM,
	WARN_BOUNDS,
	OPENMP
};

struct option {
	const char *name;  /* the long spelling: --gpu-architecture */
	const char *alias; /* the short one: -arch; NULL */
	unsigned operand;  /* NEXT | ... */
	enum meaning meaning;
	const char *macro; /* of OUR_MACRO, and wherever a flag also defines one; NULL */
};

/* Each ends with a row whose name is NULL. */
extern const struct option nvcc_options[];
extern const struct option host_options[];

/* A word that was recognised. */
struct option_match {
	const struct option *option; /* NULL: unknown */
	const char *value;           /* operand in the same word; NULL if it is (to be) elsewhere */
};

/* `first` has the right of way over `second` (NULL: none), whole names over glued operands. */
struct option_match option_find(
	struct arena *arena, const struct option *first, const struct option *second, const char *word);

/* A code or architecture name: sm_90a, compute_80, lto_80, 90. */
struct arch_name {
	int number;
	char suffix; /* 'a', 'f' or 0 */
	bool real;   /* sm_ or bare number */
};

/* Returns 0, or -1 when `text` (of that length) isn't one. */
int arch_name_parse(const char *text, size_t length, struct arch_name *out);

/* Architectures that the flags read so far ask for; resolved once all flags are seen. */
struct arch_request {
	const char *arch;   /* the last -arch, NULL */
	struct words codes; /* -code */
	VEC(struct args_target) targets;
	bool all, all_major; /* -arch=all, all-major */
	bool native;
};

/* "arch=compute_80,code=[sm_80,compute_80]" in any of its spellings. Returns 0 or -1 with `*error`. */
int arch_add_gencode(struct arena *arena, struct arch_request *request, const char *text, char **error);

/* clang's --offload-arch=sm_80 (several by comma), and its --no-offload-arch=sm_80 or =all. */
int arch_add_gpu(struct arena *arena, struct arch_request *request, const char *text, char **error);
void arch_remove_gpu(struct arch_request *request, const char *text);

/* Settles `args->archs`, `targets`, `virtual_arch`, `virtual_only` if anything was asked for. */
int arch_resolve(struct arena *arena, struct arch_request *request, struct args *args, char **error);

#endif
