/* The table of sums and its parts that the operators need; for the files of sums alone. */
#ifndef CUDALINT_HOST_SUM_TABLE_H
#define CUDALINT_HOST_SUM_TABLE_H

#include "analyzer/host/value/sum.h"

struct host_sums {
	struct arena *arena;
	const struct host_sum **buckets, **atom_buckets; /* the latter: sums that are one operation's atom */
	size_t bucket_count, atom_bucket_count;          /* powers of two */
	size_t op_atom_count;
	uint32_t sum_count, atom_count;
};

/* The sum of these parts; terms ordered by their atom's id, none with factor 0. */
const struct host_sum *host_sum_make(
	struct host_sums *sums, int64_t constant, const struct host_term *terms, size_t count);

/* left + right * factor, and left * right multiplied out; NULL where that doesn't fit. */
const struct host_sum *host_sum_add_fits(
	struct host_sums *sums, const struct host_sum *left, const struct host_sum *right, int64_t factor);
const struct host_sum *host_sum_product(struct host_sums *sums, const struct ir_expr *expr,
	const struct host_sum *left, const struct host_sum *right);

/* Whether the atom of an operation is 0 or 1: of a comparison, or of what joins two. */
bool host_sum_is_truth_op(enum ir_op op);

#endif
