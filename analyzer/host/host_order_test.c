/* What streams, events and waits of the host order, in traces made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/host/hand_made_test.h"

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
		TEST(long_traces),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
