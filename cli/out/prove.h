/* Inside of `cudalint prove`: what its printers get. */
#ifndef CUDALINT_CLI_PROVE_H
#define CUDALINT_CLI_PROVE_H

#include <stdio.h>

#include "analyzer/proof/prove.h"
#include "cli/paint.h"

/* A place in the source; path NULL: nowhere. */
struct prove_place {
	const char *path;
	unsigned line, column;
};

/* A kernel's answers with what of the unit is needed to print them. */
struct prove_kernel {
	const char *name;
	struct prove_place place, launch, sites[PROOF_PROPERTIES], others[PROOF_PROPERTIES];
	struct proof_kernel proof;
};

struct prove_out {
	FILE *stream;
	const struct paint *paint;
	struct arena *arena;
	const struct solver *solver; /* NULL: there was none */
	bool verbose;
	VEC(struct prove_kernel) kernels;
};

/* Takes a unit's answers; the unit may be closed afterwards. */
void prove_out_add(struct prove_out *out, const struct ir_module *module, const proof_kernels *kernels);

bool prove_out_is_refuted(const struct prove_out *out);

/* A block of lines per kernel (prove_text.c). */
void prove_text(const struct prove_out *out);

/* The format cudalint-prove/1 (prove_json.c). */
void prove_json(const struct prove_out *out);

#endif
