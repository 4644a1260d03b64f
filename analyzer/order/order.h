/* Which of the accesses so far happen before what a thread does now. */
#ifndef CUDALINT_ORDER_ORDER_H
#define CUDALINT_ORDER_ORDER_H

#include "analyzer/order/log.h"
#include "analyzer/order/partial.h"

/* A `__syncwarp()` that only some of the lanes it names have come to: the others may do so at another place.
 */
struct sync_meeting {
	unsigned warp;
	uint32_t mask, here;
	uint32_t times[SIMT_WARP]; /* when who is here came */
	uint32_t known[SIMT_WARP]; /* what any of them knew of the others */
};

/* Times are indices into the log, plus one. */
struct sync_order {
	struct arena *arena;
	unsigned lanes;
	VEC(struct sync_meeting) meetings;  /* oldest first */
	uint32_t block;                     /* the last barrier of the block */
	uint32_t warp[SIMT_MAX_WARPS];      /* the last barrier of all lanes of a warp */
	VEC(struct sync_partial *) partial; /* barriers of the block since then that some didn't come to */
	/* the last time of another lane of the warp that is ordered before now, by lane; NULL: none is yet */
	uint32_t (*in_warp)[SIMT_WARP];
	uint16_t arrivals[SIMT_MAX_LANES]; /* at block barriers */
	bool by_parts;                     /* at the last one the block met in several places */
	bool is_cut;                  /* barriers that not all come to are too many: they count for all */
	struct sync_ahead *ahead;     /* NULL: not known */
	const struct simt_path *here; /* of what a thread does now; with `ahead` only */
};

/* The lanes of its warp that a lane waits for; false: they aren't known, *mask is all of them. */
bool sync_names(const struct simt_event *event, unsigned lane, uint32_t *mask);
struct sync_order *sync_order_new(struct arena *arena, unsigned lanes);
/* A barrier at a time; returns whether all of the block met there. */
bool sync_order_block(struct sync_order *order, const struct sync_op *op, uint32_t time);
/* A numbered barrier of so many threads (`bar.sync 1, 64`), all of which come to it here; false: it isn't
 * known who does, or others come elsewhere. */
bool sync_order_numbered(struct sync_order *order, const struct simt_event *event, uint32_t time);
/* Something that may be a barrier for all of the block. */
void sync_order_all(struct sync_order *order, uint32_t time);
void sync_order_warps(struct sync_order *order, const struct simt_event *event, uint32_t time);
/* Whether what `earlier` did at `then` happens before what `lane` does now. */
bool sync_ordered(const struct sync_order *order, unsigned earlier, uint32_t then, unsigned lane);
/* How sure it is that they aren't ordered, where a barrier is only missing if who does something now has
 * skipped it. `first`: the path of the earlier one. */
enum sync_belief sync_unordered(const struct sync_order *order, unsigned earlier, uint32_t then,
	unsigned lane, const struct simt_path *first);
/* Whether it does so also without the barriers of the block. */
bool sync_ordered_in_warp(const struct sync_order *order, unsigned earlier, uint32_t then, unsigned lane);

#endif
