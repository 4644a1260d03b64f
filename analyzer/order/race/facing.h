/* Barriers of a warp that face each other with different masks. */
#ifndef CUDALINT_ORDER_FACING_H
#define CUDALINT_ORDER_FACING_H

#include "analyzer/order/log.h"

/* Whether two accesses by lanes of one warp, which nothing orders, would be in order if two such barriers
 * were one; fills in *out. */
bool facing_of(const struct sync_log *log, const struct sync_op *first, unsigned first_lane,
	const struct sync_op *second, unsigned second_lane, struct sync_facing *out);

#endif
