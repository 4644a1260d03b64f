/* Questions to the order. The clocks are made once, by clock.c, after capture.c has told what runs at all.
 *
 * What is captured doesn't run where it is written: it has an order with other operations of its capture
 * alone. Compared with anything else it counts as ordered, but unknown. */
#include "analyzer/host/order/order_state.h"

static void see(size_t *most, const struct host_object *object)
{
	if (object && object->id >= *most)
		*most = (size_t)object->id + 1;
}

/* One more than the largest id of an object. */
static size_t count_ids(const struct host_trace *trace)
{
	size_t most = 0;
	for (size_t i = 0; i < trace->objects.count; i++) {
		see(&most, trace->objects.data[i]);
		see(&most, trace->objects.data[i]->parent);
	}
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		see(&most, op->stream);
		see(&most, op->event);
		see(&most, op->object);
		if (op->object)
			see(&most, op->object->parent);
		for (size_t k = 0; k < op->depend_count; k++)
			see(&most, op->depends[k]);
		for (size_t k = 0; k < op->dependent_count; k++)
			see(&most, op->dependents[k]);
		for (size_t k = 0; k < op->value_count; k++)
			see(&most, op->values[k].object);
	}
	return most;
}

static void list_records(struct host_order *order)
{
	const struct host_trace *trace = order->trace;
	order->last_record = ARENA_ARRAY(order->arena, const struct host_op *, order->id_count);
	order->previous_record = ARENA_ARRAY(order->arena, const struct host_op *, trace->ops.count + 1);
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind != HOST_RECORD)
			continue;
		if (!order->first_wild && (!op->event || op->event->kind != HOST_EVENT))
			order->first_wild = op;
		if (!op->event)
			continue;
		order->previous_record[i] = order->last_record[op->event->id];
		order->last_record[op->event->id] = op;
	}
}

struct host_order *host_order_new(struct host_trace *trace)
{
	struct host_order *order = ARENA_NEW(trace->arena, struct host_order);
	order->trace = trace;
	order->arena = trace->arena;
	order->id_count = count_ids(trace);
	host_order_captures(order);
	host_order_graphs(order);
	list_records(order);
	host_order_clocks(order, HOST_SURE);
	host_order_clocks(order, HOST_GENEROUS);
	return order;
}

/* ---- order ----------------------------------------------------------------------------------- */

static bool is_graph_node(const struct host_op *op)
{
	return op->kind == HOST_GRAPH_ADD && host_is_work(op);
}

/* Whether an operation is the host's own: complete when the host goes on. */
static bool is_of_host(const struct host_order *order, const struct host_op *op)
{
	return order->slots[op->index].lane == HOST_NO_LANE && !is_graph_node(op);
}

static bool is_waited_for(
	const struct host_order *order, int mode, const struct host_op *a, const struct host_op *at)
{
	if (a->index >= at->index)
		return false;
	if (is_of_host(order, a))
		return true;
	const struct host_slot *slot = &order->slots[a->index];
	if (is_graph_node(a) || slot->space)
		return mode == HOST_GENEROUS;
	const uint32_t *clock = order->clocks[mode].host[at->index];
	return clock && clock[slot->lane] >= slot->position;
}

static bool is_ordered(
	const struct host_order *order, int mode, const struct host_op *a, const struct host_op *b)
{
	if (a->index >= b->index)
		return false;
	if (is_graph_node(a) && is_graph_node(b) && a->object->parent == b->object->parent)
		return host_order_graph_path(order, mode, a, b);
	if (is_of_host(order, a) || is_of_host(order, b))
		return is_waited_for(order, mode, a, b);
	const struct host_slot *slot = &order->slots[a->index], *other = &order->slots[b->index];
	if (is_graph_node(a) || is_graph_node(b) || slot->space != other->space)
		return mode == HOST_GENEROUS;
	if (slot->lane == other->lane)
		return order->spaces.data[slot->space].streams.data[slot->lane] || mode == HOST_GENEROUS;
	const uint32_t *clock = order->clocks[mode].start[b->index];
	return clock && clock[slot->lane] >= slot->position;
}

bool host_is_ordered(const struct host_order *order, const struct host_op *a, const struct host_op *b)
{
	return is_ordered(order, HOST_GENEROUS, a, b);
}

bool host_is_waited_for(const struct host_order *order, const struct host_op *a, const struct host_op *at)
{
	return is_waited_for(order, HOST_GENEROUS, a, at);
}

bool host_is_order_unknown(const struct host_order *order, const struct host_op *a, const struct host_op *b)
{
	return is_ordered(order, HOST_GENEROUS, a, b) != is_ordered(order, HOST_SURE, a, b);
}

/* ---- events and pending work ----------------------------------------------------------------- */

const struct host_op *host_last_record(const struct host_order *order, const struct host_object *event,
	const struct host_op *at, bool *is_unknown)
{
	const struct host_op *record = event ? order->last_record[event->id] : NULL;
	while (record && (record->index >= at->index || !host_may_both_happen(&record->where, &at->where)))
		record = order->previous_record[record->index];
	if (is_unknown)
		*is_unknown = !event || event->kind != HOST_EVENT || event->is_escaped ||
			      (order->first_wild && order->first_wild->index < at->index);
	return record;
}

size_t host_pending(const struct host_order *order, const struct host_op *at,
	const struct host_object *stream, const struct host_op **out, size_t room)
{
	size_t count = 0;
	for (size_t i = 0; i < at->index; i++) {
		const struct host_op *op = order->trace->ops.data[i];
		if (!host_is_work(op) || is_graph_node(op) || op->capture ||
			(stream && op->stream != stream) || host_is_waited_for(order, op, at) ||
			!host_may_both_happen(&op->where, &at->where))
			continue;
		if (count < room)
			out[count] = op;
		count++;
	}
	return count;
}
