/* Numbers of the host walk: a constant plus multiples of atoms, `2 * n + 4 * i + 16`.
 *
 * An atom stands for something unknown that is the same wherever it is met: a parameter, what a call
 * returned, a product of two unknowns. Sums and atoms are made once each per walk, so that equal ones are the
 * same pointer; arithmetic is exact as long as it fits 64 bits, and an atom of its own where it doesn't. */
#ifndef CUDALINT_HOST_SUM_H
#define CUDALINT_HOST_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "analyzer/base/arena.h"
#include "analyzer/ir/ir.h"

struct host_atom {
	uint32_t id;
	const struct ir_expr *expr; /* where it came up; NULL: nowhere */
	enum ir_op op;              /* IR_OP_NONE: has no parts */
	const struct host_sum *left, *right;
};

struct host_term {
	const struct host_atom *atom;
	int64_t factor; /* never 0 */
};

struct host_sum {
	uint32_t id;
	int64_t constant;
	const struct host_term *terms; /* by the atom's id */
	size_t term_count;
};

struct host_sums; /* the table of one walk */

struct host_sums *host_sums_new(struct arena *arena);

const struct host_sum *host_sum_number(struct host_sums *sums, int64_t number);

/* An atom that equals no other. */
const struct host_sum *host_sum_fresh(struct host_sums *sums, const struct ir_expr *expr);

/* The atom of an operation on two sums (right may be NULL): the same operands give the same atom. */
const struct host_sum *host_sum_opaque(struct host_sums *sums, const struct ir_expr *expr, enum ir_op op,
	const struct host_sum *left, const struct host_sum *right);

const struct host_sum *host_sum_add(
	struct host_sums *sums, const struct host_sum *left, const struct host_sum *right, int64_t factor);

/* Any binary or unary (right NULL) operator of integers; never NULL. Comparisons of which the difference is
 * constant are 0 or 1. */
const struct host_sum *host_sum_op(struct host_sums *sums, const struct ir_expr *expr, enum ir_op op,
	const struct host_sum *left, const struct host_sum *right);

/* Whether a sum is a number; *number may be NULL. */
bool host_sum_is_number(const struct host_sum *sum, int64_t *number);

/* left - right when that is a number. */
bool host_sum_distance(const struct host_sum *left, const struct host_sum *right, int64_t *distance);

/* Whether byte ranges [a, a + a_size) and [b, b + b_size) have no byte in common for every value of the
 * atoms, with sizes that aren't negative; a size of NULL is unknown. */
bool host_ranges_disjoint(struct host_sums *sums, const struct host_sum *a, const struct host_sum *a_size,
	const struct host_sum *b, const struct host_sum *b_size);

/* Whether they certainly have one in common, when both aren't empty. */
bool host_ranges_overlap(const struct host_sum *a, const struct host_sum *a_size, const struct host_sum *b,
	const struct host_sum *b_size);

#endif
