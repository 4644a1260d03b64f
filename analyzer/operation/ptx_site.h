/* The operands of one instruction of inline PTX as expressions of the code around it. */
#ifndef CUDALINT_OPERATION_PTX_SITE_H
#define CUDALINT_OPERATION_PTX_SITE_H

#include "analyzer/ir/ptx.h"
#include "analyzer/operation/barrier.h"

struct ptx_site {
	const struct ir_stmt *stmt; /* IR_ASM */
	const struct ptx_code *code;
	size_t index;
	const struct ptx_instruction *instruction;
};

/* The expression bound to what operand `index` holds; NULL: there is none. */
const struct ir_expr *ptx_site_expr(const struct ptx_site *site, size_t index);

/* Operand `index` as a number; not given when there is none. */
struct ir_barrier_number ptx_site_number(const struct ptx_site *site, size_t index);

/* Operand `index` as an address, `[base + offset]`: false when it isn't one. *base is NULL when it isn't
 * known. */
bool ptx_site_address(
	const struct ptx_site *site, size_t index, const struct ir_expr **base, int64_t *offset);

#endif
