/* The clocks: one walk through the trace that knows, for every stream and for the host, what is complete
 * when the next operation starts.
 *
 * The legacy NULL stream is linked with the blocking streams of its device, both ways: an operation in either
 * waits for all that was issued to the other before. A stream that isn't seen may be any other, the NULL
 * stream, too; only the generous walk links it. */
#include "analyzer/host/order/order_state.h"

struct vector {
	uint32_t *at; /* NULL: all 0 */
	bool is_shared;
};

struct lane {
	struct vector clock;
	uint32_t position;
	uint32_t host_version; /* of the host's clock that is in this one */
	VEC(uint32_t) links;   /* lanes that its operations wait for, by themselves */
};

/* What an event stands for: all up to a position of a lane and what that had waited for. */
struct record {
	const struct host_op *op; /* NULL: never recorded */
	uint32_t space, lane, position;
	struct vector clock;
};

struct world {
	struct lane *lanes;
	size_t count;
	struct vector wild; /* what events that aren't seen stand for */
};

struct walk {
	struct host_order *order;
	int mode;
	struct world *worlds;   /* by space */
	struct record *records; /* by the event's id */
	struct vector host;
	uint32_t host_version;
};

/* ---- vectors --------------------------------------------------------------------------------- */

static void make_own(struct walk *walk, struct vector *vector, size_t count)
{
	if (vector->at && !vector->is_shared)
		return;
	uint32_t *own = ARENA_ARRAY(walk->order->arena, uint32_t, count + 1);
	if (vector->at)
		memcpy(own, vector->at, count * sizeof *own);
	*vector = (struct vector){own, false};
}

static bool raise_to(struct walk *walk, struct vector *vector, size_t count, uint32_t lane, uint32_t position)
{
	if (!position || (vector->at && vector->at[lane] >= position))
		return false;
	make_own(walk, vector, count);
	vector->at[lane] = position;
	return true;
}

static bool join(struct walk *walk, struct vector *into, const struct vector *from, size_t count)
{
	bool changed = false;
	if (!from->at || into->at == from->at)
		return false;
	for (size_t i = 0; i < count; i++)
		changed |= raise_to(walk, into, count, (uint32_t)i, from->at[i]);
	return changed;
}

static const uint32_t *share(struct vector *vector)
{
	vector->is_shared = true;
	return vector->at;
}

/* All of a lane, and what it has waited for. */
static bool join_lane(struct walk *walk, struct vector *into, const struct world *world, uint32_t lane)
{
	const struct lane *from = &world->lanes[lane];
	if (!from->position || (into->at && into->at[lane] >= from->position))
		return false;
	join(walk, into, &from->clock, world->count);
	raise_to(walk, into, world->count, lane, from->position);
	return true;
}

static bool join_all(struct walk *walk, struct vector *into, const struct world *world)
{
	bool changed = false;
	for (size_t i = 0; i < world->count; i++)
		changed |= raise_to(walk, into, world->count, (uint32_t)i, world->lanes[i].position);
	return changed;
}

/* ---- which streams wait for which ------------------------------------------------------------ */

static bool is_seen(const struct host_object *stream)
{
	return stream && stream->kind == HOST_STREAM;
}

static bool is_default(const struct host_object *stream, enum host_stream_kind kind)
{
	return is_seen(stream) && stream->stream == kind;
}

static bool devices_differ(const struct host_sum *a, const struct host_sum *b)
{
	int64_t distance;
	return a && b && host_sum_distance(a, b, &distance) && distance;
}

/* A parameter of the walked function isn't a stream that the function makes itself and keeps to itself. */
static bool may_be_same(
	const struct host_trace *trace, const struct host_object *unseen, const struct host_object *stream)
{
	if (!unseen || !is_seen(stream) || stream->is_escaped)
		return true;
	bool is_given =
		unseen->var && unseen->var->storage == IR_PARAM && unseen->var->function == trace->root;
	return !is_given || stream->stream == HOST_STREAM_NULL || stream->stream == HOST_STREAM_PER_THREAD;
}

static bool is_linked(const struct walk *walk, const struct host_object *a, const struct host_object *b)
{
	bool is_generous = walk->mode == HOST_GENEROUS;
	if (!is_seen(a) || !is_seen(b)) {
		const struct host_object *other = is_seen(a) ? a : b;
		/* it may be the NULL stream */
		return is_generous && (!is_default(other, HOST_STREAM_NON_BLOCKING) ||
					      may_be_same(walk->order->trace, is_seen(a) ? b : a, other));
	}
	if (devices_differ(a->device, b->device) || (!is_generous && a->device != b->device))
		return false;
	bool a_null = a->stream == HOST_STREAM_NULL, b_null = b->stream == HOST_STREAM_NULL;
	if (a->stream == b->stream && (a_null || a->stream == HOST_STREAM_PER_THREAD))
		return is_generous; /* perhaps the same, of one device */
	if (a_null == b_null)
		return false;
	enum host_stream_kind kind = a_null ? b->stream : a->stream;
	return kind == HOST_STREAM_BLOCKING || kind == HOST_STREAM_PER_THREAD ||
	       (kind == HOST_STREAM_EITHER && is_generous);
}

/* In a capture no stream waits for another by itself, unless it is that stream. */
static bool is_linked_in_capture(
	const struct walk *walk, const struct host_object *a, const struct host_object *b)
{
	if (walk->mode != HOST_GENEROUS || (is_seen(a) && is_seen(b)))
		return false;
	return is_seen(a) ? may_be_same(walk->order->trace, b, a) : may_be_same(walk->order->trace, a, b);
}

static void link_lanes(struct walk *walk, size_t space)
{
	const struct host_space *in = &walk->order->spaces.data[space];
	struct world *world = &walk->worlds[space];
	world->count = in->streams.count;
	world->lanes = ARENA_ARRAY(walk->order->arena, struct lane, world->count + 1);
	for (size_t i = 0; i < world->count; i++)
		for (size_t k = 0; k < world->count; k++) {
			const struct host_object *a = in->streams.data[i], *b = in->streams.data[k];
			if (i != k && (space ? is_linked_in_capture(walk, a, b) : is_linked(walk, a, b)))
				vec_push(walk->order->arena, &world->lanes[i].links, (uint32_t)k);
		}
}

/* ---- events ---------------------------------------------------------------------------------- */

static bool is_wild(const struct host_object *event)
{
	return !event || event->kind != HOST_EVENT;
}

/* A record that may not have happened leaves the one before it. */
static void record_event(struct walk *walk, const struct host_op *op)
{
	const struct host_slot *slot = &walk->order->slots[op->index];
	struct world *world = &walk->worlds[slot->space];
	struct lane *lane = &world->lanes[slot->lane];
	if (is_wild(op->event) && walk->mode == HOST_GENEROUS)
		join_lane(walk, &world->wild, world, slot->lane);
	if (!op->event)
		return;
	struct record *record = &walk->records[op->event->id], old = *record;
	share(&lane->clock);
	*record = (struct record){op, slot->space, slot->lane, slot->position, lane->clock};
	if (walk->mode != HOST_GENEROUS || !old.op || old.space != slot->space ||
		host_is_implied(&old.op->where, &op->where))
		return;
	join(walk, &record->clock, &old.clock, world->count);
	raise_to(walk, &record->clock, world->count, old.lane, old.position);
}

static bool join_event(
	struct walk *walk, struct vector *into, uint32_t space, const struct host_object *event)
{
	const struct world *world = &walk->worlds[space];
	bool changed = false;
	const struct record *record = event ? &walk->records[event->id] : NULL;
	if (record && record->op && record->space == space) {
		changed |= join(walk, into, &record->clock, world->count);
		changed |= raise_to(walk, into, world->count, record->lane, record->position);
	} else if (walk->mode == HOST_GENEROUS && (is_wild(event) || event->is_escaped)) {
		changed |= join_all(walk, into, world);
	}
	if (walk->mode == HOST_GENEROUS)
		changed |= join(walk, into, &world->wild, world->count);
	return changed;
}

/* ---- waits of the host ----------------------------------------------------------------------- */

static bool wait_for_stream(struct walk *walk, const struct host_object *stream)
{
	struct world *world = &walk->worlds[0];
	bool is_generous = walk->mode == HOST_GENEROUS, changed = false;
	if (!stream)
		return is_generous && join_all(walk, &walk->host, world);
	uint32_t lane = walk->order->lane_of[stream->id];
	if (lane != HOST_NO_LANE)
		changed |= join_lane(walk, &walk->host, world, lane);
	if (!is_generous)
		return changed;
	const struct host_space *space = &walk->order->spaces.data[0];
	bool is_wide = !is_seen(stream) || is_default(stream, HOST_STREAM_NULL);
	for (uint32_t i = 0; i < world->count; i++) {
		const struct host_object *other = space->streams.data[i];
		if (i != lane && (is_wide || !is_seen(other)) && is_linked(walk, stream, other))
			changed |= join_lane(walk, &walk->host, world, i);
	}
	return changed;
}

static bool wait_for_device(struct walk *walk, const struct host_sum *device)
{
	struct world *world = &walk->worlds[0];
	if (walk->mode == HOST_GENEROUS)
		return join_all(walk, &walk->host, world);
	bool changed = false;
	for (uint32_t i = 0; i < world->count; i++) {
		const struct host_object *stream = walk->order->spaces.data[0].streams.data[i];
		if (!stream || !devices_differ(stream->device, device))
			changed |= join_lane(walk, &walk->host, world, i);
	}
	return changed;
}

/* Whether cudaFree or its like: waits for the device. */
static bool frees_device_memory(const struct walk *walk, const struct host_op *op)
{
	bool is_generous = walk->mode == HOST_GENEROUS;
	if (!op->object || op->object->kind == HOST_UNSEEN)
		return is_generous && op->callee && op->callee[0] == 'c' && op->callee[1] == 'u';
	switch (op->object->kind) {
	case HOST_DEVICE:
	case HOST_MANAGED: return is_generous || !op->object->is_stream_ordered;
	case HOST_ARRAY:
	case HOST_PINNED: return is_generous;
	default: return false;
	}
}

enum wait { WAITS_NOT, WAITS_PERHAPS, WAITS };

/* Whether the call of a copy or memset returns only when the work is done. Copies within the device and
 * memsets of device memory return at once, those from host memory to host memory never do, whatever their
 * name (CUDA Runtime API, API synchronization behavior). */
static enum wait work_wait(const struct host_op *op)
{
	if (op->is_async)
		return op->kind == HOST_COPY && op->copy_kind == 0 ? WAITS : WAITS_NOT;
	if (op->kind == HOST_LIBRARY_CALL)
		return WAITS_PERHAPS;
	if (op->kind != HOST_COPY && op->kind != HOST_MEMSET)
		return WAITS_NOT;
	if (op->kind == HOST_COPY && op->copy_kind >= 0 && op->copy_kind <= 2)
		return WAITS;
	bool is_unknown = !op->access_count, is_host = false;
	for (size_t i = 0; i < op->access_count; i++) {
		const struct host_object *object = op->accesses[i].object;
		is_unknown |= !object || object->kind == HOST_UNSEEN;
		is_host |= object && object->kind != HOST_UNSEEN && object->kind != HOST_DEVICE &&
			   object->kind != HOST_ARRAY;
	}
	if (op->kind == HOST_COPY && op->copy_kind == 3)
		return is_host ? WAITS_PERHAPS : WAITS_NOT;
	return is_host ? WAITS : is_unknown ? WAITS_PERHAPS : WAITS_NOT;
}

/* ---- the walk -------------------------------------------------------------------------------- */

static void issue(struct walk *walk, const struct host_op *op)
{
	const struct host_slot *slot = &walk->order->slots[op->index];
	struct world *world = &walk->worlds[slot->space];
	struct lane *lane = &world->lanes[slot->lane];
	if (!slot->space && lane->host_version != walk->host_version) {
		join(walk, &lane->clock, &walk->host, world->count);
		lane->host_version = walk->host_version;
	}
	for (size_t i = 0; i < lane->links.count; i++)
		join_lane(walk, &lane->clock, world, lane->links.data[i]);
	walk->order->clocks[walk->mode].start[op->index] = share(&lane->clock);
	lane->position = slot->position;
	if (op->kind == HOST_RECORD)
		record_event(walk, op);
	else if (op->kind == HOST_STREAM_WAIT)
		join_event(walk, &lane->clock, slot->space, op->event);
	enum wait wait = slot->space ? WAITS_NOT : work_wait(op);
	if (wait == WAITS || (wait == WAITS_PERHAPS && walk->mode == HOST_GENEROUS))
		walk->host_version += join_lane(walk, &walk->host, world, slot->lane);
}

/* Calls of no kind of their own that wait. */
static bool may_wait(const struct host_op *op)
{
	bool resets = op->call && op->call->detail == CUDA_RESETS_DEVICE;
	return resets || (op->callee && cuda_library_copies(op->callee));
}

static bool wait_of_host(struct walk *walk, const struct host_op *op)
{
	bool is_generous = walk->mode == HOST_GENEROUS;
	switch (op->kind) {
	case HOST_STREAM_QUERY:
		return is_generous && !op->result_dropped && wait_for_stream(walk, op->stream);
	case HOST_STREAM_SYNC: return wait_for_stream(walk, op->stream);
	case HOST_EVENT_QUERY:
		return is_generous && !op->result_dropped && join_event(walk, &walk->host, 0, op->event);
	case HOST_EVENT_SYNC: return join_event(walk, &walk->host, 0, op->event);
	case HOST_DEVICE_SYNC: return wait_for_device(walk, op->device);
	case HOST_FREE: return frees_device_memory(walk, op) && wait_for_device(walk, op->device);
	case HOST_RUNTIME:
		return is_generous && may_wait(op) && join_all(walk, &walk->host, &walk->worlds[0]);
	case HOST_OPAQUE: return is_generous && join_all(walk, &walk->host, &walk->worlds[0]);
	default: return false;
	}
}

void host_order_clocks(struct host_order *order, int mode)
{
	size_t count = order->trace->ops.count;
	struct walk walk = {.order = order, .mode = mode};
	walk.worlds = ARENA_ARRAY(order->arena, struct world, order->spaces.count);
	walk.records = ARENA_ARRAY(order->arena, struct record, order->id_count);
	for (size_t i = 0; i < order->spaces.count; i++)
		link_lanes(&walk, i);
	struct host_clocks *clocks = &order->clocks[mode];
	clocks->start = ARENA_ARRAY(order->arena, const uint32_t *, count + 1);
	clocks->host = ARENA_ARRAY(order->arena, const uint32_t *, count + 1);
	for (size_t i = 0; i < count; i++) {
		const struct host_op *op = order->trace->ops.data[i];
		clocks->host[i] = share(&walk.host);
		if (order->slots[i].lane != HOST_NO_LANE)
			issue(&walk, op);
		else
			walk.host_version += wait_of_host(&walk, op);
	}
}
