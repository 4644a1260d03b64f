/* Lane vectors: one number per lane of the block, shared by all values that hold them.
 *
 * A vector is made once per content, so two vectors are equal exactly when their pointers are; NULL is zero
 * in every lane. The operations remember what they gave for the same vectors: a loop's thousandth turn costs
 * what its second did. */
#ifndef CUDALINT_SIMT_LANES_H
#define CUDALINT_SIMT_LANES_H

#include <stddef.h>
#include <stdint.h>

struct simt;

/* What one operation gave. */
struct lane_op {
	int op;
	const int64_t *a, *b;
	int64_t scalar;
	const int64_t *result;
};

struct lane_table {
	struct lane_op *ops;
	size_t op_count, op_capacity;
	struct lane_vector **vectors;
	size_t vector_count, vector_capacity;
	int64_t *scratch;
};

/* Room for one vector in the making, good until the next call into this file. */
int64_t *lanes_scratch(struct simt *simt);
/* The vector with this content. */
const int64_t *lanes_intern(struct simt *simt, const int64_t *lanes);
/* The smallest and the largest number in a vector of lanes_intern. */
void lanes_bounds(const int64_t *lanes, int64_t *low, int64_t *high);
/* The bits that any of its numbers has: those it hasn't got are 0 in all lanes. */
uint64_t lanes_bits(const int64_t *lanes);

const int64_t *lanes_add(struct simt *simt, const int64_t *a, const int64_t *b);
const int64_t *lanes_offset(struct simt *simt, const int64_t *lanes, int64_t by);
const int64_t *lanes_scale(struct simt *simt, const int64_t *lanes, int64_t factor);
const int64_t *lanes_multiply(struct simt *simt, const int64_t *a, const int64_t *b);

#endif
