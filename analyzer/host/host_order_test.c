/* What is ordered before what, in traces made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/host/order.h"

static struct host_trace *trace;
static struct host_object *null_stream;

static struct host_object *object(enum host_object_kind kind)
{
	struct host_object *made = ARENA_NEW(trace->arena, struct host_object);
	made->kind = kind;
	made->id = (uint32_t)trace->objects.count;
	vec_push(trace->arena, &trace->objects, made);
	return made;
}

static struct host_object *stream(enum host_stream_kind kind)
{
	struct host_object *made = object(HOST_STREAM);
	made->stream = kind;
	return made;
}

static struct host_op *op(enum host_op_kind kind, struct host_object *on_stream)
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

static struct host_op *launch(struct host_object *on_stream)
{
	return op(HOST_LAUNCH, on_stream);
}

static struct host_op *with_event(
	enum host_op_kind kind, struct host_object *on_stream, struct host_object *event)
{
	struct host_op *made = op(kind, on_stream);
	made->event = event;
	return made;
}

static struct host_op *with_object(
	enum host_op_kind kind, struct host_object *on_stream, struct host_object *about)
{
	struct host_op *made = op(kind, on_stream);
	made->object = about;
	return made;
}

static struct host_op *copy(struct host_object *on_stream, int64_t kind)
{
	struct host_op *made = op(HOST_COPY, on_stream);
	made->is_async = false;
	made->copy_kind = kind;
	return made;
}

static void touch(struct host_op *of, struct host_object *memory, int64_t offset, int64_t size, bool writes)
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

static struct host_path *when(const struct host_sum *condition, bool is_taken)
{
	struct host_path *path = ARENA_NEW(trace->arena, struct host_path);
	*path = (struct host_path){.condition = condition, .is_taken = is_taken};
	return path;
}

static int set_up(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	trace = ARENA_NEW(arena, struct host_trace);
	trace->arena = arena;
	trace->sums = host_sums_new(arena);
	null_stream = stream(HOST_STREAM_NULL);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_free(trace->arena);
	return 0;
}

/* What the order says of two operations. */
enum verdict { UNORDERED, ORDERED, UNKNOWN };

static enum verdict verdict(const struct host_op *a, const struct host_op *b)
{
	const struct host_order *order = host_order_new(trace);
	return host_is_order_unknown(order, a, b) ? UNKNOWN
	       : host_is_ordered(order, a, b)     ? ORDERED
						  : UNORDERED;
}

static bool waited(const struct host_op *a, const struct host_op *at)
{
	return host_is_waited_for(host_order_new(trace), a, at);
}

/* ---- streams --------------------------------------------------------------------------------- */

static void one_stream_is_in_order(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_NON_BLOCKING);
	struct host_op *a = launch(s), *b = launch(s);
	assert_int_equal(verdict(a, b), ORDERED);
	assert_int_equal(verdict(b, a), UNORDERED);
}

static void two_streams_are_not(void **state)
{
	(void)state;
	struct host_op *a = launch(stream(HOST_STREAM_BLOCKING)), *b = launch(stream(HOST_STREAM_BLOCKING));
	assert_int_equal(verdict(a, b), UNORDERED);
}

static void the_null_stream_orders_blocking_streams(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_BLOCKING), *t = stream(HOST_STREAM_BLOCKING);
	struct host_op *a = launch(s), *n = launch(null_stream), *b = launch(t);
	assert_int_equal(verdict(a, n), ORDERED);
	assert_int_equal(verdict(n, b), ORDERED);
	assert_int_equal(verdict(a, b), ORDERED);
	assert_false(waited(n, b));
}

static void the_null_stream_ignores_non_blocking_streams(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_NON_BLOCKING);
	struct host_op *a = launch(s), *n = launch(null_stream), *b = launch(s);
	assert_int_equal(verdict(a, n), UNORDERED);
	assert_int_equal(verdict(n, b), UNORDERED);
}

static void the_per_thread_stream_is_blocking(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_PER_THREAD);
	struct host_op *a = launch(s), *n = launch(null_stream), *b = launch(stream(HOST_STREAM_BLOCKING));
	assert_int_equal(verdict(a, n), ORDERED);
	assert_int_equal(verdict(a, b), ORDERED);
}

static void the_per_thread_stream_orders_no_others(void **state)
{
	(void)state;
	struct host_op *a = launch(stream(HOST_STREAM_BLOCKING));
	struct host_op *n = launch(stream(HOST_STREAM_PER_THREAD));
	assert_int_equal(verdict(a, n), UNORDERED);
}

static void the_null_stream_is_of_one_device(void **state)
{
	(void)state;
	null_stream->device = host_sum_number(trace->sums, 0);
	struct host_object *s = stream(HOST_STREAM_BLOCKING), *t = stream(HOST_STREAM_BLOCKING);
	s->device = host_sum_number(trace->sums, 1);
	t->device = host_sum_fresh(trace->sums, NULL);
	struct host_op *a = launch(s), *b = launch(t), *n = launch(null_stream);
	assert_int_equal(verdict(a, n), UNORDERED);
	assert_int_equal(verdict(b, n), UNKNOWN);
}

static void flags_that_are_not_known(void **state)
{
	(void)state;
	struct host_op *a = launch(stream(HOST_STREAM_EITHER)), *n = launch(null_stream);
	struct host_op *b = launch(stream(HOST_STREAM_NON_BLOCKING));
	assert_int_equal(verdict(a, n), UNKNOWN);
	assert_int_equal(verdict(a, b), UNORDERED);
}

static void streams_from_elsewhere(void **state)
{
	(void)state;
	struct host_object *u = object(HOST_UNSEEN), *v = object(HOST_UNSEEN);
	struct host_op *a = launch(u), *b = launch(v), *c = launch(u), *n = launch(null_stream);
	struct host_op *d = launch(NULL);
	assert_int_equal(verdict(a, b), UNKNOWN);
	assert_int_equal(verdict(a, c), ORDERED);
	assert_int_equal(verdict(a, n), UNKNOWN);
	assert_int_equal(verdict(a, d), UNKNOWN);
}

static void a_parameter_is_no_stream_of_the_function(void **state)
{
	(void)state;
	struct ir_function root = {0};
	struct ir_var param = {.storage = IR_PARAM, .function = &root};
	trace->root = &root;
	struct host_object *u = object(HOST_UNSEEN), *s = stream(HOST_STREAM_NON_BLOCKING);
	u->var = &param;
	struct host_op *a = launch(u), *b = launch(s);
	assert_int_equal(verdict(a, b), UNORDERED);
	s->is_escaped = true;
	assert_int_equal(verdict(a, b), UNKNOWN);
}

/* ---- events ---------------------------------------------------------------------------------- */

static void an_event_orders_streams(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_NON_BLOCKING), *t = stream(HOST_STREAM_NON_BLOCKING);
	struct host_object *e = object(HOST_EVENT);
	struct host_op *a = launch(s);
	with_event(HOST_RECORD, s, e);
	struct host_op *late = launch(s), *early = launch(t);
	with_event(HOST_STREAM_WAIT, t, e);
	struct host_op *b = launch(t);
	assert_int_equal(verdict(a, b), ORDERED);
	assert_int_equal(verdict(late, b), UNORDERED);
	assert_int_equal(verdict(a, early), UNORDERED);
	assert_false(waited(a, b));
}

static void events_order_in_chains(void **state)
{
	(void)state;
	struct host_object *s[3], *e[2];
	for (int i = 0; i < 3; i++)
		s[i] = stream(HOST_STREAM_NON_BLOCKING);
	for (int i = 0; i < 2; i++)
		e[i] = object(HOST_EVENT);
	struct host_op *a = launch(s[0]);
	for (int i = 0; i < 2; i++) {
		with_event(HOST_RECORD, s[i], e[i]);
		with_event(HOST_STREAM_WAIT, s[i + 1], e[i]);
	}
	assert_int_equal(verdict(a, launch(s[2])), ORDERED);
}

static void a_wait_uses_the_record_before_it(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_NON_BLOCKING), *t = stream(HOST_STREAM_NON_BLOCKING);
	struct host_object *e = object(HOST_EVENT);
	struct host_op *a = launch(s);
	struct host_op *wait = with_event(HOST_STREAM_WAIT, t, e);
	struct host_op *record = with_event(HOST_RECORD, s, e);
	struct host_op *b = launch(t);
	assert_int_equal(verdict(a, b), UNORDERED);
	bool is_unknown;
	const struct host_order *order = host_order_new(trace);
	assert_null(host_last_record(order, e, wait, &is_unknown));
	assert_false(is_unknown);
	assert_ptr_equal(host_last_record(order, e, b, &is_unknown), record);
	e->is_escaped = true;
	assert_int_equal(verdict(a, b), UNKNOWN);
}

static void a_new_record_replaces_the_old_one(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_NON_BLOCKING), *t = stream(HOST_STREAM_NON_BLOCKING);
	struct host_object *w = stream(HOST_STREAM_NON_BLOCKING), *e = object(HOST_EVENT);
	struct host_op *a = launch(s);
	with_event(HOST_RECORD, s, e);
	struct host_op *second = with_event(HOST_RECORD, t, e);
	with_event(HOST_STREAM_WAIT, w, e);
	struct host_op *b = launch(w);
	assert_int_equal(verdict(a, b), UNORDERED);
	second->where.path = when(host_sum_fresh(trace->sums, NULL), true);
	assert_int_equal(verdict(a, b), UNKNOWN);
}

static void events_from_elsewhere(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_NON_BLOCKING), *t = stream(HOST_STREAM_NON_BLOCKING);
	struct host_op *a = launch(s);
	with_event(HOST_STREAM_WAIT, t, object(HOST_UNSEEN));
	assert_int_equal(verdict(a, launch(t)), UNKNOWN);
}

static void a_record_of_an_unseen_event_may_be_any(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_NON_BLOCKING), *t = stream(HOST_STREAM_NON_BLOCKING);
	struct host_object *e = object(HOST_EVENT);
	struct host_op *a = launch(s);
	with_event(HOST_RECORD, s, object(HOST_UNSEEN));
	struct host_op *later = launch(s);
	with_event(HOST_STREAM_WAIT, t, e);
	struct host_op *b = launch(t);
	assert_int_equal(verdict(a, b), UNKNOWN);
	assert_int_equal(verdict(later, b), UNORDERED);
}

/* ---- waits of the host ----------------------------------------------------------------------- */

static void a_stream_sync_waits_for_its_stream(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_NON_BLOCKING), *t = stream(HOST_STREAM_NON_BLOCKING);
	struct host_op *a = launch(s), *b = launch(t);
	op(HOST_STREAM_SYNC, s);
	struct host_op *read = op(HOST_ACCESS, NULL), *c = launch(t);
	assert_true(waited(a, read));
	assert_false(waited(b, read));
	assert_int_equal(verdict(a, c), ORDERED);
	assert_int_equal(verdict(read, c), ORDERED);
}

static void an_event_sync_waits_up_to_the_record(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_BLOCKING), *e = object(HOST_EVENT);
	struct host_op *a = launch(s);
	with_event(HOST_RECORD, s, e);
	struct host_op *b = launch(s);
	with_event(HOST_EVENT_SYNC, NULL, e);
	struct host_op *read = op(HOST_ACCESS, NULL);
	assert_int_equal(verdict(a, read), ORDERED);
	assert_int_equal(verdict(b, read), UNORDERED);
}

static void a_device_sync_waits_for_all(void **state)
{
	(void)state;
	struct host_op *a = launch(stream(HOST_STREAM_NON_BLOCKING)), *b = launch(null_stream);
	op(HOST_DEVICE_SYNC, NULL);
	struct host_op *end = op(HOST_ROOT_END, NULL);
	assert_int_equal(verdict(a, end), ORDERED);
	assert_int_equal(verdict(b, end), ORDERED);
}

static void a_query_that_is_tested_waits(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_NON_BLOCKING);
	struct host_op *a = launch(s), *query = op(HOST_STREAM_QUERY, s), *read = op(HOST_ACCESS, NULL);
	assert_true(waited(a, read));
	query->result_dropped = true;
	assert_false(waited(a, read));
}

static void a_blocking_copy_waits_for_what_it_waits_for(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_BLOCKING), *t = stream(HOST_STREAM_NON_BLOCKING);
	struct host_op *a = launch(s), *b = launch(t), *c = copy(null_stream, 2);
	struct host_op *read = op(HOST_ACCESS, NULL);
	assert_int_equal(verdict(a, read), ORDERED);
	assert_int_equal(verdict(c, read), ORDERED);
	assert_int_equal(verdict(b, read), UNORDERED);
	assert_false(waited(a, c));
}

static void a_copy_on_the_device_returns_at_once(void **state)
{
	(void)state;
	struct host_object *d = object(HOST_DEVICE);
	struct host_op *a = copy(null_stream, 3);
	struct host_op *b = op(HOST_MEMSET, null_stream);
	b->is_async = false;
	touch(b, d, 0, 16, true);
	struct host_op *c = launch(stream(HOST_STREAM_NON_BLOCKING));
	assert_int_equal(verdict(a, c), UNORDERED);
	assert_int_equal(verdict(b, c), UNORDERED);
	d->kind = HOST_PINNED;
	assert_int_equal(verdict(b, c), ORDERED);
	d->kind = HOST_UNSEEN;
	assert_int_equal(verdict(b, c), UNKNOWN);
}

static void freeing_device_memory_waits(void **state)
{
	(void)state;
	struct host_object *memory = object(HOST_DEVICE);
	struct host_op *a = launch(stream(HOST_STREAM_NON_BLOCKING));
	struct host_op *release = with_object(HOST_FREE, NULL, memory);
	struct host_op *end = op(HOST_ROOT_END, NULL);
	assert_false(waited(a, release));
	assert_int_equal(verdict(a, end), ORDERED);
	memory->kind = HOST_HEAP;
	assert_int_equal(verdict(a, end), UNORDERED);
}

static void destroying_a_stream_does_not_wait(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_BLOCKING);
	struct host_op *a = launch(s);
	with_object(HOST_DESTROY, s, s);
	assert_int_equal(verdict(a, op(HOST_ROOT_END, NULL)), UNORDERED);
}

static void unseen_code_may_wait(void **state)
{
	(void)state;
	struct host_op *a = launch(stream(HOST_STREAM_NON_BLOCKING));
	op(HOST_OPAQUE, NULL);
	struct host_op *b = launch(stream(HOST_STREAM_NON_BLOCKING));
	assert_int_equal(verdict(a, b), UNKNOWN);
}

static void pending_work(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_BLOCKING), *t = stream(HOST_STREAM_BLOCKING);
	launch(s);
	op(HOST_STREAM_SYNC, s);
	struct host_op *b = launch(t), *c = op(HOST_CALLBACK, s), *not_now = launch(s);
	struct host_op *end = op(HOST_ROOT_END, NULL);
	const struct host_sum *flag = host_sum_fresh(trace->sums, NULL);
	not_now->where.path = when(flag, false);
	end->where.path = when(flag, true);
	const struct host_order *order = host_order_new(trace);
	const struct host_op *out[4];
	assert_int_equal(host_pending(order, end, NULL, out, 1), 2);
	assert_ptr_equal(out[0], b);
	assert_int_equal(host_pending(order, end, s, out, 4), 1);
	assert_ptr_equal(out[0], c);
}

/* ---- graphs ---------------------------------------------------------------------------------- */

static void a_capture_takes_forked_streams(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_NON_BLOCKING), *t = stream(HOST_STREAM_NON_BLOCKING);
	struct host_object *e = object(HOST_EVENT), *graph = object(HOST_GRAPH);
	struct host_op *before = launch(t);
	op(HOST_CAPTURE_BEGIN, s);
	struct host_op *a = launch(s);
	with_event(HOST_RECORD, s, e);
	with_event(HOST_STREAM_WAIT, t, e);
	struct host_op *b = launch(t), *c = launch(s);
	with_object(HOST_CAPTURE_END, s, graph);
	struct host_op *after = launch(t);
	assert_int_equal(verdict(a, b), ORDERED);
	assert_int_equal(verdict(b, c), UNORDERED);
	assert_ptr_equal(b->capture, graph);
	assert_null(before->capture);
	assert_null(after->capture);
	assert_int_equal(verdict(before, after), ORDERED);
	assert_int_equal(verdict(before, b), UNKNOWN);
	const struct host_op *out[4];
	const struct host_order *order = host_order_new(trace);
	assert_int_equal(host_graph_ops(order, graph, out, 4), 3);
	assert_ptr_equal(out[2], c);
	assert_int_equal(host_pending(order, after, NULL, out, 4), 1);
}

static void a_capture_without_end(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_NON_BLOCKING);
	op(HOST_CAPTURE_BEGIN, s);
	struct host_op *a = launch(s);
	assert_true(waited(a, op(HOST_ROOT_END, NULL)));
	assert_non_null(a->capture);
	assert_int_equal(a->capture->kind, HOST_GRAPH);
}

static void the_null_stream_does_not_order_a_capture(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_BLOCKING), *graph = object(HOST_GRAPH);
	op(HOST_CAPTURE_BEGIN, s);
	launch(s);
	with_object(HOST_CAPTURE_END, s, graph);
	struct host_op *n = launch(null_stream);
	struct host_op *run = with_object(HOST_GRAPH_LAUNCH, s, graph);
	assert_int_equal(verdict(n, run), ORDERED);
}

static void a_launch_of_a_graph_touches_what_is_in_it(void **state)
{
	(void)state;
	struct host_object *s = stream(HOST_STREAM_NON_BLOCKING), *t = stream(HOST_STREAM_NON_BLOCKING);
	struct host_object *graph = object(HOST_GRAPH), *exec = object(HOST_GRAPH_EXEC);
	struct host_object *memory = object(HOST_DEVICE);
	exec->parent = graph;
	op(HOST_CAPTURE_BEGIN, s);
	struct host_op *a = launch(s), *maybe = launch(s);
	touch(a, memory, 0, 16, true);
	touch(maybe, memory, 16, 16, true);
	maybe->where.path = when(host_sum_fresh(trace->sums, NULL), true);
	with_object(HOST_CAPTURE_END, s, graph);
	struct host_op *run = with_object(HOST_GRAPH_LAUNCH, s, exec), *b = launch(t), *c = launch(t);
	struct host_op *change = with_object(HOST_GRAPH_UPDATE, NULL, exec);
	struct host_op *again = with_object(HOST_GRAPH_LAUNCH, s, exec);
	change->callee = "cudaGraphExecKernelNodeSetParams";
	touch(b, memory, 8, 4, false);
	touch(c, memory, 16, 4, false);
	assert_int_equal(verdict(run, b), UNORDERED);
	const struct host_access *in_run, *in_b;
	assert_int_equal(host_conflict(trace, run, b, &in_run, &in_b), 2);
	assert_ptr_equal(in_run->object, memory);
	assert_ptr_equal(in_b, b->accesses);
	assert_int_equal(host_conflict(trace, run, c, NULL, NULL), 1);
	assert_int_equal(host_conflict(trace, again, b, NULL, NULL), 1);
}

static struct host_op *add_node(struct host_object *graph, const struct host_object *after)
{
	struct host_object *node = object(HOST_GRAPH_NODE);
	node->parent = graph;
	struct host_op *made = with_object(HOST_GRAPH_ADD, NULL, node);
	made->depends_known = true;
	const struct host_object **depends = ARENA_ARRAY(trace->arena, const struct host_object *, 1);
	depends[0] = after;
	made->depends = depends;
	made->depend_count = after ? 1 : 0;
	return made;
}

static void edges_order_nodes(void **state)
{
	(void)state;
	struct host_object *graph = object(HOST_GRAPH);
	struct host_op *a = add_node(graph, NULL), *b = add_node(graph, a->object);
	struct host_op *c = add_node(graph, b->object), *d = add_node(graph, NULL);
	assert_int_equal(verdict(a, c), ORDERED);
	assert_int_equal(verdict(a, d), UNORDERED);
	d->depends_known = false;
	assert_int_equal(verdict(a, d), UNKNOWN);
	d->depends_known = true;
	struct host_op *edge = with_object(HOST_GRAPH_ADD, NULL, graph);
	const struct host_object *from = c->object, *to = d->object;
	edge->depends = &from;
	edge->dependents = &to;
	edge->depend_count = edge->dependent_count = 1;
	edge->depends_known = true;
	assert_int_equal(verdict(a, d), ORDERED);
	edge->depends_known = false;
	assert_int_equal(verdict(a, d), UNKNOWN);
	assert_int_equal(host_graph_ops(host_order_new(trace), graph, NULL, 0), 4);
}

/* ---- conflicts ------------------------------------------------------------------------------- */

static void conflicts(void **state)
{
	(void)state;
	struct host_object *memory = object(HOST_DEVICE), *other = object(HOST_DEVICE);
	struct host_op *write = launch(null_stream), *behind = launch(null_stream);
	struct host_op *read = launch(null_stream), *elsewhere = launch(null_stream);
	touch(write, memory, 0, 16, true);
	touch(behind, memory, 16, 16, true);
	touch(read, memory, 8, 16, false);
	touch(elsewhere, other, 0, 16, true);
	assert_int_equal(host_conflict(trace, write, behind, NULL, NULL), 0);
	assert_int_equal(host_conflict(trace, write, read, NULL, NULL), 2);
	assert_int_equal(host_conflict(trace, read, read, NULL, NULL), 0);
	assert_int_equal(host_conflict(trace, write, elsewhere, NULL, NULL), 0);
	struct host_op *update = launch(null_stream), *somewhere = launch(null_stream);
	struct host_access atomic = {.object = memory, .reads = true, .writes = true, .is_atomic = true};
	struct host_access unknown = {.object = memory, .writes = true};
	update->accesses = &atomic;
	somewhere->accesses = &unknown;
	update->access_count = somewhere->access_count = 1;
	assert_int_equal(host_conflict(trace, update, update, NULL, NULL), 0);
	assert_int_equal(host_conflict(trace, update, somewhere, NULL, NULL), 1);
	assert_int_equal(host_conflict(trace, write, somewhere, NULL, NULL), 1);
	/* a kernel that may add an offset to its pointer */
	struct host_op *offset = launch(null_stream), *again = launch(null_stream);
	touch(offset, memory, 0, 16, true);
	touch(again, memory, 0, 16, true);
	assert_int_equal(host_conflict(trace, offset, again, NULL, NULL), 2);
	((struct host_access *)again->accesses)->is_somewhere = true;
	assert_int_equal(host_conflict(trace, offset, again, NULL, NULL), 1);
}

/* Many streams that wait for each other in turn: must take neither long nor much memory. */
static void long_traces(void **state)
{
	(void)state;
	enum { STREAMS = 200, ROUNDS = 6000 };
	struct host_object *s[STREAMS], *e = object(HOST_EVENT);
	for (int i = 0; i < STREAMS; i++)
		s[i] = stream(HOST_STREAM_BLOCKING);
	struct host_op *first = launch(s[0]), *last = NULL;
	for (int i = 0; i < ROUNDS; i++) {
		with_event(HOST_RECORD, s[i % STREAMS], e);
		with_event(HOST_STREAM_WAIT, s[(i + 1) % STREAMS], e);
		last = launch(i % 7 ? s[(i + 1) % STREAMS] : null_stream);
	}
	assert_int_equal(verdict(first, last), ORDERED);
	assert_true(arena_used(trace->arena) < 200u * 1024 * 1024);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(one_stream_is_in_order),
		TEST(two_streams_are_not),
		TEST(the_null_stream_orders_blocking_streams),
		TEST(the_null_stream_ignores_non_blocking_streams),
		TEST(the_per_thread_stream_is_blocking),
		TEST(the_per_thread_stream_orders_no_others),
		TEST(the_null_stream_is_of_one_device),
		TEST(flags_that_are_not_known),
		TEST(streams_from_elsewhere),
		TEST(a_parameter_is_no_stream_of_the_function),
		TEST(an_event_orders_streams),
		TEST(events_order_in_chains),
		TEST(a_wait_uses_the_record_before_it),
		TEST(a_new_record_replaces_the_old_one),
		TEST(events_from_elsewhere),
		TEST(a_record_of_an_unseen_event_may_be_any),
		TEST(a_stream_sync_waits_for_its_stream),
		TEST(an_event_sync_waits_up_to_the_record),
		TEST(a_device_sync_waits_for_all),
		TEST(a_query_that_is_tested_waits),
		TEST(a_blocking_copy_waits_for_what_it_waits_for),
		TEST(a_copy_on_the_device_returns_at_once),
		TEST(freeing_device_memory_waits),
		TEST(destroying_a_stream_does_not_wait),
		TEST(unseen_code_may_wait),
		TEST(pending_work),
		TEST(a_capture_takes_forked_streams),
		TEST(a_capture_without_end),
		TEST(the_null_stream_does_not_order_a_capture),
		TEST(a_launch_of_a_graph_touches_what_is_in_it),
		TEST(edges_order_nodes),
		TEST(conflicts),
		TEST(long_traces),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
