/* Barriers of the block that not all of its threads come to, as far as is known. */
#ifndef CUDALINT_ORDER_PARTIAL_H
#define CUDALINT_ORDER_PARTIAL_H

#include "analyzer/order/log.h"

/* A barrier that some threads skip, or that the arms of a branch have one each of. It orders those who come.
 */
struct sync_partial {
	unsigned number;             /* of the barriers of those who come */
	struct simt_mask came, late; /* late: come to the one in another arm, further down in the log */
	struct simt_mask knows;      /* those who came, and whom they have met since */
	/* what a lane did up to this time happens before all that those do; 0: nothing */
	uint32_t until[SIMT_MAX_LANES];
	const struct simt_path *path; /* or all came who took this path, and who did isn't known; NULL */
	bool is_whole;                /* then: nothing else than that path decides who does */
	bool is_met;                  /* and the other arm has come to its own one meanwhile: all have met */
};

/* What lies ahead in a log. */
struct sync_ahead {
	const struct sync_log *log;
	VEC(uint32_t) barriers;        /* of the block: indices of ops */
	uint32_t last[SIMT_MAX_LANES]; /* the time of the last thing that a lane does; 0: nothing */
	uint32_t left;                 /* steps to spend on looking for the other arms' barriers */
};

struct sync_ahead *sync_ahead_new(const struct sync_log *log);
/* Those of `missing` who come to a barrier of the block that none of `here` comes to, as their next but
 * `behind` (by lane); from op `index` on. Gives the time of each in `when`. */
struct simt_mask sync_ahead_late(struct sync_ahead *ahead, uint32_t index, const struct simt_mask *here,
	const struct simt_mask *missing, const uint16_t *behind, uint32_t *when);
/* The condition on a path, innermost, by which threads may skip a barrier and go on; NULL: there is none. */
const struct simt_path *sync_skipping(const struct simt_path *path);
/* Whether a lane that does something on `path` may have skipped a barrier on `skipped`, when another one did
 * something on `first`. */
enum sync_belief sync_may_skip(const struct simt_path *skipped, const struct simt_path *first,
	unsigned first_lane, const struct simt_path *path, unsigned lane);

#endif
