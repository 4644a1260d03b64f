/* What PTX's opcodes do, by ptx.def. An opcode is given as its parts: `bar.sync` is ("bar", "sync"). */
#ifndef CUDALINT_CUDA_OPCODE_H
#define CUDALINT_CUDA_OPCODE_H

#include <stddef.h>

enum cuda_ptx {
	CUDA_PTX_COMPUTES, /* in registers, as far as is known */
	CUDA_PTX_MEMORY,
	CUDA_PTX_WARP, /* with other lanes */
	CUDA_PTX_WAITS,
	CUDA_PTX_BRANCHES,
	CUDA_PTX_ORDERS /* memory, or threads; or calls who knows what */
};

enum cuda_ptx cuda_ptx_of(const char *opcode);

/* A collective of a warp that only works on registers. */
struct cuda_ptx_collective {
	const char *opcode[4];    /* its first parts, up to NULL */
	const char *function;     /* that compiles to it */
	unsigned mask, value, by; /* the operands that are its arguments; 0: it has none */
};

/* NULL: it isn't one. */
const struct cuda_ptx_collective *cuda_ptx_collective_of(const char *const *opcode, size_t count);

#endif
