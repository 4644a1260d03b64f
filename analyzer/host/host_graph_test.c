/* Captures and graphs: what goes into them, what their edges order, what a launch touches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/host/hand_made_test.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_capture_takes_forked_streams),
		TEST(a_capture_without_end),
		TEST(the_null_stream_does_not_order_a_capture),
		TEST(a_launch_of_a_graph_touches_what_is_in_it),
		TEST(edges_order_nodes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
