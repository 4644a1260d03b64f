/* Whether the threads of a block get to where others wait for them.
 *
 * A run is replayed thread by thread in several worlds (world.h): every thread goes through the events that
 * it takes part in, and waits where others are needed. scenario.c chooses the worlds, replay.c replays one,
 * absence.c notes what is found. */
#ifndef CUDALINT_ORDER_REPLAY_H
#define CUDALINT_ORDER_REPLAY_H

#include "analyzer/order/log.h"
#include "analyzer/order/world.h"

/* An event and who takes part in it, in the world that is being replayed. */
struct replay_op {
	const struct simt_event *event;
	struct simt_mask lanes;
};

enum thread_state { THREAD_WAITS, THREAD_RETURNED, THREAD_ENDED };

struct replay {
	struct sync_log *log;
	struct world *world;
	unsigned lanes;
	VEC(struct replay_op) ops;
	enum sync_belief belief; /* that this world is one */
	uint64_t steps;          /* left to spend, for all worlds */
	/* of each thread: where it waits or returned, an index into ops */
	enum thread_state state[SIMT_MAX_LANES];
	uint32_t at[SIMT_MAX_LANES];
	/* what was noted last in a warp: the absent lane, and where it was; nothing new as long as it stays
	 */
	unsigned absent[SIMT_MAX_WARPS];
	uint32_t absent_at[SIMT_MAX_WARPS];
	/* its lanes met at calls that don't belong together: what they miss from then on follows from that */
	bool is_skewed[SIMT_MAX_WARPS];
	bool mispaired; /* threads met at block barriers that don't belong together */
};

/* Whether data parts the threads on this path. */
bool replay_by_data(const struct simt_path *path);
/* Finds all of one run; part of the log's end. */
void sync_find_absences(struct sync_log *log);
/* Replays the world that is chosen; false: the grid ends early in it. */
bool replay_world(struct replay *replay);
/* Notes that `absent` isn't where `waits` is: at ops[at], and gets to ops[instead], or (UINT32_MAX) to the
 * end.
 */
void replay_note(struct replay *replay, enum sync_fault fault, uint32_t at, unsigned waits, unsigned absent,
	uint32_t instead);
/* Shuffles in `group` (lanes of a warp that have met) that read a lane which isn't there. */
void replay_check_sources(struct replay *replay, unsigned warp, uint32_t group);
/* Blocks that get to other grid barriers than those of earlier boxes. */
void replay_compare_blocks(struct replay *replay);

#endif
