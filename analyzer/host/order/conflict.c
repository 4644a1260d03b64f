/* Accesses of two operations that meet: the same object, ranges that overlap or can't be told apart, one
 * writing. Objects that aren't seen and differ may be the same memory; nothing is said about them. */
#include "analyzer/host/order/order.h"

int host_accesses_meet(struct host_trace *trace, const struct host_access *a, const struct host_access *b)
{
	struct host_sums *sums = trace->sums;
	if (!a->object || a->object != b->object || !(a->writes || b->writes) ||
		(a->is_atomic && b->is_atomic))
		return 0;
	if (host_ranges_disjoint(sums, a->offset, a->size, b->offset, b->size))
		return 0;
	if (a->is_maybe || b->is_maybe || a->is_somewhere || b->is_somewhere ||
		!host_ranges_overlap(a->offset, a->size, b->offset, b->size))
		return 1;
	return 2;
}

int host_conflict(struct host_trace *trace, const struct host_op *a, const struct host_op *b,
	const struct host_access **in_a, const struct host_access **in_b)
{
	int worst = 0;
	for (size_t i = 0; i < a->access_count && worst < 2; i++)
		for (size_t k = 0; k < b->access_count && worst < 2; k++) {
			int how = host_accesses_meet(trace, &a->accesses[i], &b->accesses[k]);
			if (how <= worst)
				continue;
			worst = how;
			if (in_a)
				*in_a = &a->accesses[i];
			if (in_b)
				*in_b = &b->accesses[k];
		}
	return worst;
}
