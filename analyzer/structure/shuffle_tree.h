/* Reductions written as trees of shuffles: `v += __shfl_down_sync(mask, v, 16); ... 8, 4, 2, 1`, one after
 * the other or in a loop, and butterflies with `__shfl_xor_sync`; also with the members of a cooperative
 * group, and with the operation in a functor or a lambda. */
#ifndef CUDALINT_STRUCTURE_SHUFFLE_TREE_H
#define CUDALINT_STRUCTURE_SHUFFLE_TREE_H

#include "analyzer/ir/ir.h"

enum ir_tree_op { IR_TREE_ADD, IR_TREE_MIN, IR_TREE_MAX, IR_TREE_AND, IR_TREE_OR, IR_TREE_XOR };

struct ir_shuffle_tree {
	enum ir_tree_op op;
	const struct ir_expr *place;        /* what is reduced, as the first step writes it */
	const struct ir_expr *shuffle;      /* of the first step */
	const struct ir_expr *mask;         /* of that shuffle; NULL: of a group's member */
	const struct ir_expr *group;        /* NULL: an intrinsic */
	const struct ir_expr *segment;      /* the width argument, or NULL */
	const struct ir_stmt *first, *last; /* the loop, or the first and last statement of the tree */
	unsigned width;                     /* lanes that are reduced: 2 to 32 */
	bool is_butterfly;                  /* every lane gets the result, not lane 0 alone */
	bool is_alone;                      /* the statements from first to last do nothing else */
};

/* The operation of an operator, and of a function of two values. */
bool ir_tree_op(enum ir_op op, enum ir_tree_op *out);
bool ir_tree_op_of(const struct ir_function *function, enum ir_tree_op *op);

enum { IR_TREE_LIMIT = 8 };

/* The trees that a statement is: a `for` whose turns are the steps, or a block with steps among its own
 * statements. At most IR_TREE_LIMIT; returns how many. */
size_t ir_shuffle_trees(const struct ir_stmt *stmt, struct ir_shuffle_tree out[IR_TREE_LIMIT]);

#endif
