/* What orders memory or goes past L1 to be seen by others: fences and the operations of libcu++'s atomics,
 * which are no sites (site.h). Counted per place in the source, for prices. */
#ifndef CUDALINT_SITE_ORDERED_H
#define CUDALINT_SITE_ORDERED_H

#include "analyzer/operation/order.h"
#include "analyzer/simt/simt.h"

struct simt_report;

enum simt_ordered_kind { SIMT_ORDERED_FENCE, SIMT_ORDERED_LOAD, SIMT_ORDERED_STORE, SIMT_ORDERED_UPDATE };

struct simt_ordered_counts {
	double requests; /* instructions of warps, over the launch; over a block where the grid is unknown */
	double turns;    /* executions by one warp; of a block */
	double sectors, lines, passes; /* of the requests whose addresses are known */
	double unknown;                /* requests of several lanes whose addresses aren't known */
};

struct simt_ordered {
	const struct ir_expr *expr;
	const struct ir_var *var; /* that the object is in, or is pointed to by; NULL: unknown */
	enum simt_ordered_kind kind;
	enum ir_order order;
	enum ir_scope scope;
	enum simt_space space;
	bool is_cas;
	bool in_symbolic_loop;
	bool moves;        /* the block, or something unknown, has a part in the address */
	int64_t low, high; /* byte offsets touched, high exclusive; of what doesn't move */
	unsigned size;     /* bytes; 0: a fence, or unknown */
	struct simt_ordered_counts counts, pending;
};

/* Counts an event if it is one of those; it stands for so many blocks. */
void ordered_note(struct arena *arena, struct simt_report *report, struct simt *simt,
	const struct simt_event *event, double blocks);

/* A run is over: what it counted is added, or (not kept) forgotten. */
void ordered_settle(struct simt_report *report, bool kept);

#endif
