/* Which operations are captured into a graph instead of being run.
 *
 * A capture begins on one stream; other streams join it when they wait for an event that was recorded in it.
 * It ends, for all of them, with the end on the first stream. An end that isn't seen makes everything up to
 * the end of the trace captured: the code that ends it is somewhere else. */
#include "analyzer/host/order/order_state.h"

struct finder {
	struct host_order *order;
	uint32_t *member;      /* by the stream's id: the space of the capture it is in; 0: none */
	uint32_t *event_space; /* by the event's id: the space of its last record */
};

static uint32_t add_lane(struct host_order *order, uint32_t space, const struct host_object *stream)
{
	struct host_space *in = &order->spaces.data[space];
	if (!space && stream && order->lane_of[stream->id] != HOST_NO_LANE)
		return order->lane_of[stream->id];
	for (size_t i = 0; (space || !stream) && i < in->streams.count; i++)
		if (in->streams.data[i] == stream)
			return (uint32_t)i;
	uint32_t lane = (uint32_t)in->streams.count;
	vec_push(order->arena, &in->streams, stream);
	if (!space && stream)
		order->lane_of[stream->id] = lane;
	return lane;
}

static const struct host_object *placeholder(struct host_order *order)
{
	struct host_object *graph = ARENA_NEW(order->arena, struct host_object);
	graph->kind = HOST_GRAPH;
	graph->id = (uint32_t)order->id_count++;
	vec_push(order->arena, &order->trace->objects, graph);
	return graph;
}

/* The graph that a capture ends in. */
static const struct host_object *graph_of(struct host_order *order, const struct host_op *begin)
{
	const struct host_trace *trace = order->trace;
	for (size_t i = begin->index + 1; i < trace->ops.count; i++) {
		const struct host_op *end = trace->ops.data[i];
		if (end->kind != HOST_CAPTURE_END || end->stream != begin->stream ||
			!host_may_both_happen(&begin->where, &end->where))
			continue;
		if (end->object)
			return end->object;
		break;
	}
	return begin->object && begin->object->kind == HOST_GRAPH ? begin->object : placeholder(order);
}

static void begin_capture(struct finder *finder, const struct host_op *op)
{
	struct host_order *order = finder->order;
	if (!op->stream || finder->member[op->stream->id])
		return; /* begun already, in the other branch of a condition */
	finder->member[op->stream->id] = (uint32_t)order->spaces.count;
	vec_push(order->arena, &order->spaces,
		(struct host_space){.graph = graph_of(order, op), .is_open = true});
}

static void end_capture(struct finder *finder, const struct host_op *op)
{
	uint32_t space = op->stream ? finder->member[op->stream->id] : 0;
	if (!space)
		return;
	struct host_space *ended = &finder->order->spaces.data[space];
	ended->is_open = false;
	finder->member[op->stream->id] = 0;
	for (size_t i = 0; i < ended->streams.count; i++) {
		const struct host_object *stream = ended->streams.data[i];
		if (stream && finder->member[stream->id] == space)
			finder->member[stream->id] = 0;
	}
}

static void place(struct finder *finder, struct host_op *op)
{
	struct host_order *order = finder->order;
	uint32_t space = op->stream ? finder->member[op->stream->id] : 0;
	if (op->kind == HOST_STREAM_WAIT && op->event && op->stream && !space) {
		uint32_t forked = finder->event_space[op->event->id];
		if (forked && order->spaces.data[forked].is_open)
			space = finder->member[op->stream->id] = forked;
	}
	if (op->kind == HOST_RECORD && op->event)
		finder->event_space[op->event->id] = space;
	struct host_slot *slot = &order->slots[op->index];
	slot->space = space;
	slot->lane = add_lane(order, space, op->stream);
	if (space)
		op->capture = order->spaces.data[space].graph;
}

static void count_positions(struct host_order *order)
{
	uint32_t **next = ARENA_ARRAY(order->arena, uint32_t *, order->spaces.count);
	for (size_t i = 0; i < order->spaces.count; i++)
		next[i] = ARENA_ARRAY(order->arena, uint32_t, order->spaces.data[i].streams.count + 1);
	for (size_t i = 0; i < order->trace->ops.count; i++) {
		struct host_slot *slot = &order->slots[i];
		if (slot->lane != HOST_NO_LANE)
			slot->position = ++next[slot->space][slot->lane];
	}
}

void host_order_captures(struct host_order *order)
{
	struct finder finder = {order, ARENA_ARRAY(order->arena, uint32_t, order->id_count),
		ARENA_ARRAY(order->arena, uint32_t, order->id_count)};
	order->slots = ARENA_ARRAY(order->arena, struct host_slot, order->trace->ops.count + 1);
	order->lane_of = ARENA_ARRAY(order->arena, uint32_t, order->id_count);
	for (size_t i = 0; i < order->id_count; i++)
		order->lane_of[i] = HOST_NO_LANE;
	vec_push(order->arena, &order->spaces, (struct host_space){0});
	for (size_t i = 0; i < order->trace->ops.count; i++) {
		struct host_op *op = order->trace->ops.data[i];
		op->capture = NULL;
		order->slots[i].lane = HOST_NO_LANE;
		if (op->kind == HOST_CAPTURE_BEGIN)
			begin_capture(&finder, op);
		else if (op->kind == HOST_CAPTURE_END)
			end_capture(&finder, op);
		else if (host_op_is_streamed(op))
			place(&finder, op);
	}
	count_positions(order);
}
