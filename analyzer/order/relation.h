/* What a condition says of an unknown number X: a comparison of two numbers whose difference is X plus what
 * is known in each lane. */
#ifndef CUDALINT_ORDER_RELATION_H
#define CUDALINT_ORDER_RELATION_H

#include "analyzer/simt/simt.h"

/* X lies in [low, high], and isn't `except` where there is an exception. */
struct relation_interval {
	int64_t low, high, except;
	bool has_exception;
};

/* Where X + known compares with 0 as `op` says. */
struct relation_interval relation_interval(enum ir_op op, int64_t known);
bool relation_meet(struct relation_interval a, struct relation_interval b);
/* Whether two numbers differ by what is known of both, in these lanes. */
bool relation_same_unknown(
	const struct simt_value *a, unsigned a_lane, const struct simt_value *b, unsigned b_lane);
/* The comparison that holds on this side of a condition in a lane; false: none. */
bool relation_holds(const struct simt_path *path, unsigned lane, unsigned index, struct simt_relation *out);

#endif
