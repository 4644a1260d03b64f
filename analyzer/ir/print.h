/* The IR as C-like text, for people: `cudalint dev ir FILE`, and tests of the lowering.
 *
 * Deterministic: no addresses, no order but the module's. Conversions that the source doesn't write are shown
 * as <type>(x) where they change the type; the end of a line says where its node is. */
#ifndef CUDALINT_IR_PRINT_H
#define CUDALINT_IR_PRINT_H

#include <stdio.h>

#include "analyzer/ir/ir.h"

void ir_print_module(FILE *out, const struct ir_module *module);

/* One expression, on one line without its end. */
void ir_print_expr(FILE *out, const struct ir_expr *expr);

/* "+", "<<", "&&"; "" for IR_OP_NONE. */
const char *ir_op_name(enum ir_op op);

/* "shared", "extern shared", "local", ... */
const char *ir_storage_name(enum ir_storage storage);

#endif
