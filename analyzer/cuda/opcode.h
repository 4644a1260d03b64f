/* What PTX's opcodes do, by ptx.def. An opcode is given as its parts: `bar.sync` is ("bar", "sync"). */
#ifndef CUDALINT_CUDA_OPCODE_H
#define CUDALINT_CUDA_OPCODE_H

#include <stdbool.h>
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

/* What the text of a whole asm statement mentions: for who doesn't read its instructions. Registers and
 * labels that are called so count, too. */
enum {
	CUDA_ASM_FENCE = 1,
	CUDA_ASM_BARRIER = 2,
	CUDA_ASM_MEETS = 4,   /* threads may wait for each other in it */
	CUDA_ASM_SYNC = 8,    /* lanes of a warp do something together */
	CUDA_ASM_ORDERS = 16, /* it meets, waits, copies asynchronously, or goes elsewhere */
	CUDA_ASM_MATRIX = 32, /* matrix fragments */
	CUDA_ASM_ATOMIC = 64,
	CUDA_ASM_SHUFFLE = 128,
	CUDA_ASM_GRID_WAIT = 256,
	CUDA_ASM_GRID_TRIGGER = 512,
	CUDA_ASM_LANE = 1024,  /* the number of the lane */
	CUDA_ASM_ASYNC = 2048, /* asynchronous copies and barrier objects */
	CUDA_ASM_LOAD = 4096
};

/* NULL: nothing. */
unsigned cuda_asm_mentions(const char *text);

/* Opcodes that whole warps work on matrix fragments with, and those of copies from global to shared memory
 * that bypass registers; up to NULL. */
extern const char *const cuda_ptx_matrix[], *const cuda_ptx_copies[];

/* Whether the text accesses shared memory of another block of the cluster. */
bool cuda_asm_is_remote(const char *text);

#endif
