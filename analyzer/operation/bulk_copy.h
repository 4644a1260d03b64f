/* Bulk copies, which an engine of the chip does by itself (TMA): in calls of cuda::ptx, of cuda::device and
 * as inline PTX; and the fences that order what threads write before what that engine reads. */
#ifndef CUDALINT_OPERATION_BULK_COPY_H
#define CUDALINT_OPERATION_BULK_COPY_H

#include "analyzer/ir/ir.h"

/* An address that a copy is given; expr NULL: a tensor's map describes that side, or it isn't an operand. */
struct ir_bulk_address {
	const struct ir_expr *expr;
	int64_t offset; /* bytes behind it */
};

struct ir_bulk_copy {
	const char *name; /* "cp_async_bulk", "cp.async.bulk.global.shared::cta.bulk_group" */
	struct ir_bulk_address to, from;
	const struct ir_expr *size; /* in bytes; NULL: a map tells, or the text */
	int64_t bytes;              /* where size is NULL; 0: not known */
	bool is_conditional;        /* predicated or jumped over in the text of the asm */
};

typedef VEC(struct ir_bulk_copy) ir_bulk_copies;

/* Whether a call is one. */
bool ir_bulk_copy(const struct ir_expr *call, struct ir_bulk_copy *out);

/* Those in an asm statement, in order. */
void ir_bulk_copies_asm(struct arena *arena, const struct ir_stmt *stmt, ir_bulk_copies *out);

/* The bytes of `cuda::aligned_size_t<16>(bytes)`; other expressions are themselves. */
const struct ir_expr *ir_copied_bytes(const struct ir_expr *size);

/* Whether a call, or an asm statement, makes what was written before visible to the engine. */
bool ir_is_proxy_fence(const struct ir_expr *call);
bool ir_is_proxy_fence_asm(const struct ir_stmt *stmt);

#endif
