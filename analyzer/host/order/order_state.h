/* What the files of the order share; for them alone.
 *
 * Time is kept twice: `sure` orders what certainly is ordered, `generous` also what may be, by streams,
 * events and code that aren't seen. What only the second orders is unknown.
 *
 * A lane is a stream within a space: space 0 is what runs, every capture is a space of its own. Operations
 * count positions on their lane from 1; a clock says for each lane of the space up to which position all is
 * complete. Clocks are shared between operations until they change. */
#ifndef CUDALINT_HOST_ORDER_STATE_H
#define CUDALINT_HOST_ORDER_STATE_H

#include "analyzer/host/order/order.h"

enum { HOST_SURE, HOST_GENEROUS, HOST_MODES };

#define HOST_NO_LANE UINT32_MAX

struct host_slot {
	uint32_t space, lane, position; /* lane HOST_NO_LANE: goes to no stream */
};

struct host_space {
	const struct host_object *graph;         /* captured into; NULL: space 0 */
	VEC(const struct host_object *) streams; /* of the lanes; NULL: not told */
	bool is_open;                            /* while captures are found */
};

struct host_clocks {
	const uint32_t **start; /* by operation: what is complete when it starts; NULL: nothing */
	const uint32_t **host;  /* what is complete when the host reaches it */
};

struct host_op_list {
	VEC(const struct host_op *) ops;
};

/* Room for the search of a path in a graph. */
struct host_search_room {
	uint32_t *seen_in; /* by the node's id: the round of the search that last saw it */
	uint32_t round;
	const struct host_object **todo;
};

struct host_order {
	struct host_trace *trace;
	struct arena *arena;
	size_t id_count; /* objects have ids below */
	struct host_slot *slots;
	VEC(struct host_space) spaces;
	uint32_t *lane_of; /* in space 0, by the stream's id; HOST_NO_LANE: has none */
	struct host_clocks clocks[HOST_MODES];
	const struct host_op **last_record;     /* by the event's id: its last record in the trace */
	const struct host_op **previous_record; /* by operation: the event's record before this one */
	const struct host_op *first_wild;       /* the first record of an event that isn't seen */
	struct host_op_list *graph_ops;         /* by the graph's id */
	struct host_op_list edges;              /* operations that add edges alone */
	struct host_search_room *search;
	const struct host_op **node_ops; /* by the node's id: what added it */
};

/* Whether an operation goes to a stream. */
static inline bool host_op_is_streamed(const struct host_op *op)
{
	return op->kind <= HOST_STREAM_WAIT;
}

/* capture.c: gives every operation its slot, and op->capture. */
void host_order_captures(struct host_order *order);

/* clock.c: fills order->clocks[mode]. */
void host_order_clocks(struct host_order *order, int mode);

/* graph.c: lists what graphs consist of, and gives launches of graphs their accesses. */
void host_order_graphs(struct host_order *order);
/* Whether a path of the graph joins two nodes. */
bool host_order_graph_path(
	const struct host_order *order, int mode, const struct host_op *a, const struct host_op *b);

#endif
