/* Who of the lanes that may do something does it, in one world: those that go this way at every condition,
 * and haven't left before. */
#ifndef CUDALINT_ORDER_PRESENCE_H
#define CUDALINT_ORDER_PRESENCE_H

#include "analyzer/order/log.h"
#include "analyzer/order/world.h"

enum { PRESENCE_PATHS = 128 };

/* Lanes that have left a loop, a turn of it or a function, and are absent until that is over. */
struct presence_leave {
	const struct simt_event *event;
	struct simt_mask lanes;
};

/* Start with the arena and a world that is chosen, the rest zero. To be asked in the order of execution. */
struct presence {
	struct arena *arena;
	const struct world *world;
	struct simt_mask returned;
	VEC(struct presence_leave) leaves;
	struct presence_path {
		const struct simt_path *path;
		struct simt_mask elsewhere; /* who isn't on it */
	} paths[PRESENCE_PATHS];            /* asked for lately, by address */
};

struct simt_mask presence_of(
	struct presence *presence, const struct simt_where *where, const struct simt_mask *may);
/* Lanes come by an event, which may be a way out; false: the grid ends early. */
bool presence_pass(struct presence *presence, const struct simt_event *event, const struct simt_mask *lanes);

#endif
