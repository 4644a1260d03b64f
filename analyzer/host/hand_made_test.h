/* Traces made by hand, for tests of what reads traces: include after cmocka.h. */
#ifndef CUDALINT_HOST_HAND_MADE_TEST_H
#define CUDALINT_HOST_HAND_MADE_TEST_H

#include "analyzer/host/order/order.h"

static struct host_trace *trace;
static struct host_object *null_stream;

static inline struct host_object *object(enum host_object_kind kind)
{
	struct host_object *made = ARENA_NEW(trace->arena, struct host_object);
	made->kind = kind;
	made->id = (uint32_t)trace->objects.count;
	vec_push(trace->arena, &trace->objects, made);
	return made;
}

static inline struct host_object *stream(enum host_stream_kind kind)
{
	struct host_object *made = object(HOST_STREAM);
	made->stream = kind;
	return made;
}

static inline struct host_op *op(enum host_op_kind kind, struct host_object *on_stream)
{
	struct host_op *made = ARENA_NEW(trace->arena, struct host_op);
	made->index = (uint32_t)trace->ops.count;
	made->kind = kind;
	made->callee = "";
	made->stream = on_stream;
	made->copy_kind = -1;
	made->is_async = true;
	vec_push(trace->arena, &trace->ops, made);
	return made;
}

static inline struct host_op *launch(struct host_object *on_stream)
{
	return op(HOST_LAUNCH, on_stream);
}

static inline struct host_op *with_event(
	enum host_op_kind kind, struct host_object *on_stream, struct host_object *event)
{
	struct host_op *made = op(kind, on_stream);
	made->event = event;
	return made;
}

static inline struct host_op *with_object(
	enum host_op_kind kind, struct host_object *on_stream, struct host_object *about)
{
	struct host_op *made = op(kind, on_stream);
	made->object = about;
	return made;
}

static inline struct host_op *copy(struct host_object *on_stream, int64_t kind)
{
	struct host_op *made = op(HOST_COPY, on_stream);
	made->is_async = false;
	made->copy_kind = kind;
	return made;
}

static inline void touch(
	struct host_op *of, struct host_object *memory, int64_t offset, int64_t size, bool writes)
{
	struct host_access *made = ARENA_ARRAY(trace->arena, struct host_access, of->access_count + 1);
	for (size_t i = 0; i < of->access_count; i++)
		made[i] = of->accesses[i];
	made[of->access_count++] = (struct host_access){.object = memory,
		.offset = host_sum_number(trace->sums, offset),
		.size = host_sum_number(trace->sums, size),
		.reads = !writes,
		.writes = writes};
	of->accesses = made;
}

static inline struct host_path *when(const struct host_sum *condition, bool is_taken)
{
	struct host_path *path = ARENA_NEW(trace->arena, struct host_path);
	*path = (struct host_path){.condition = condition, .is_taken = is_taken};
	return path;
}

static inline int set_up(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	trace = ARENA_NEW(arena, struct host_trace);
	trace->arena = arena;
	trace->sums = host_sums_new(arena);
	null_stream = stream(HOST_STREAM_NULL);
	return 0;
}

static inline int tear_down(void **state)
{
	(void)state;
	arena_free(trace->arena);
	return 0;
}

/* What the order says of two operations. */
enum verdict { UNORDERED, ORDERED, UNKNOWN };

static inline enum verdict verdict(const struct host_op *a, const struct host_op *b)
{
	const struct host_order *order = host_order_new(trace);
	return host_is_order_unknown(order, a, b) ? UNKNOWN
	       : host_is_ordered(order, a, b)     ? ORDERED
						  : UNORDERED;
}

static inline bool waited(const struct host_op *a, const struct host_op *at)
{
	return host_is_waited_for(host_order_new(trace), a, at);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
