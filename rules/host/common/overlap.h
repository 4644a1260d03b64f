/* Operations that touch the same memory and may run at the same time: what the rules about races between
 * streams, and between the host and streams, share. */
#ifndef CUDALINT_RULES_OVERLAP_H
#define CUDALINT_RULES_OVERLAP_H

#include "analyzer/host/order/use.h"
#include "analyzer/rule/rule.h"

struct overlap {
	const struct host_op *first, *second; /* in the order of the trace */
	const struct host_access *in_first, *in_second;
	enum confidence confidence;
};

/* Whether two uses conflict and nothing orders them: the first is work, the second work or the host's. Says
 * no where something that isn't seen may order them. */
bool overlap_find(struct pass *pass, struct host_trace *trace, const struct host_order *order,
	const struct host_use *first, const struct host_use *second, struct overlap *out);

/* Whether something orders work that the clocks know nothing of: waits for values in memory, semaphores from
 * elsewhere. */
bool overlap_has_other_order(const struct host_trace *trace);

/* What an operation is, for a message: "kernel `k`", "`cudaMemcpyAsync`", "the graph". */
const char *overlap_work_name(struct pass *pass, const struct host_op *op);

/* "writes", "reads" or "updates". */
const char *overlap_verb(const struct host_access *access);

/* The stream of an operation, other than one that was named: "`s2`", "another stream of `streams`". */
const char *overlap_stream_name(struct pass *pass, const struct host_trace *trace, const struct host_op *op,
	const struct host_op *than);

/* Pairs of places that were reported. */
struct overlap_pair {
	struct ir_range first, second;
	enum confidence confidence;
};

struct overlap_told_list {
	VEC(struct overlap_pair) pairs;
};

/* Whether the pair of places was handed in before, as sure as now: loops have several turns, helpers several
 * callers. */
bool overlap_is_told(struct pass *pass, struct overlap_told_list *told, const struct host_op *first,
	const struct host_op *second, enum confidence confidence);

/* The list of a rule that keeps nothing else in pass->state. */
struct overlap_told_list *overlap_told(struct pass *pass);

/* Whether memory of the host was registered, and not unregistered, before an operation. */
bool overlap_is_registered(struct host_uses uses, const struct host_op *before);

#endif
