/* Loads and stores of inline PTX, lane by lane: `ld`, `st`, and the rows of `ldmatrix` and `stmatrix`; and
 * what communicates: `atom`, `red`, `ld.acquire`, `st.release`. */
#ifndef CUDALINT_OPERATION_MEMORY_ASM_H
#define CUDALINT_OPERATION_MEMORY_ASM_H

#include "analyzer/operation/barrier.h"

struct ir_asm_access {
	bool is_store;
	unsigned size;              /* bytes of each lane, 1 to 16 */
	const struct ir_expr *base; /* the address, as a pointer or a number of shared memory */
	int64_t offset;             /* bytes behind it */
	/* of a store: what it writes, where that is one expression or number; neither: it isn't that simple
	 */
	const struct ir_expr *value;
	bool has_number;
	int64_t number;
	unsigned rows; /* of matrices, which a warp moves together: its first so many lanes give one each; 0:
			  none */
};

typedef VEC(struct ir_asm_access) ir_asm_accesses;

/* What an asm statement loads and stores, in order. False when it does anything else to memory or threads,
 * when it does so under a condition of its own, or at an address that isn't an operand of the statement; what
 * is in *out then is only a part. */
bool ir_asm_accesses_of(struct arena *arena, const struct ir_stmt *stmt, ir_asm_accesses *out);

/* An atomic operation, or an access that is ordered or volatile. */
struct ir_asm_atomic {
	enum ir_memory_effect effect;
	const struct ir_expr *base; /* the address, and bytes behind it */
	int64_t offset;
	struct ir_barrier_number stored, expected; /* what it writes or adds; of a CAS, what it looks for */
};

/* The only thing that an asm statement does to memory, fences apart. False: it does something else, or under
 * a condition of its own, or at an address that isn't an operand. */
bool ir_asm_atomic_of(struct arena *arena, const struct ir_stmt *stmt, struct ir_asm_atomic *out);

#endif
