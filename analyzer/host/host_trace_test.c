/* Which operations can happen in one run, which loops they share, how a trace is printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "analyzer/host/host.h"

static struct arena *arena;
static struct host_sums *sums;
static const struct host_sum *n;

static int set_up(void **state)
{
	(void)state;
	arena = arena_new();
	sums = host_sums_new(arena);
	n = host_sum_fresh(sums, NULL);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

static const struct host_sum *test(enum ir_op op, int64_t number)
{
	return host_sum_op(sums, NULL, op, n, host_sum_number(sums, number));
}

static struct host_where under(const struct host_sum *condition, bool is_taken)
{
	struct host_path *path = ARENA_NEW(arena, struct host_path);
	*path = (struct host_path){.condition = condition, .is_taken = is_taken};
	return (struct host_where){.path = path};
}

static bool both(struct host_where a, struct host_where b)
{
	assert_int_equal(host_may_both_happen(&a, &b), host_may_both_happen(&b, &a));
	return host_may_both_happen(&a, &b);
}

static bool implied(struct host_where a, struct host_where b)
{
	return host_is_implied(&a, &b);
}

static void conditions_that_exclude(void **state)
{
	(void)state;
	assert_false(both(under(n, true), under(n, false)));
	assert_false(both(under(n, true), under(test(IR_OP_EQ, 0), true)));
	assert_false(both(under(test(IR_OP_EQ, 1), true), under(test(IR_OP_EQ, 2), true)));
	assert_false(both(under(test(IR_OP_EQ, 1), true), under(n, false)));
	assert_false(both(under(test(IR_OP_LT, 4), true), under(test(IR_OP_GE, 8), true)));
	assert_false(both(under(test(IR_OP_LE, 4), false), under(test(IR_OP_NE, 3), false)));
	assert_true(both(under(test(IR_OP_LT, 8), true), under(test(IR_OP_GE, 4), true)));
	assert_true(both(under(test(IR_OP_NE, 1), true), under(test(IR_OP_NE, 2), true)));
	assert_true(both(under(host_sum_fresh(sums, NULL), true), under(n, false)));
}

static void conditions_of_parts(void **state)
{
	(void)state;
	const struct host_sum *flag = host_sum_fresh(sums, NULL);
	const struct host_sum *and = host_sum_op(sums, NULL, IR_OP_LOGICAL_AND, flag, test(IR_OP_LT, 4));
	const struct host_sum * or = host_sum_op(sums, NULL, IR_OP_LOGICAL_OR, flag, test(IR_OP_LT, 4));
	assert_false(both(under(and, true), under(flag, false)));
	assert_true(both(under(and, false), under(flag, false)));
	assert_false(both(under(or, false), under(flag, true)));
	assert_true(both(under(or, true), under(flag, true)));
	assert_false(both(under(or, true), under(or, false)));
	assert_false(both(under(and, true), under(and, false)));
	assert_true(implied(under(and, true), under(and, true)));
	assert_true(implied(under(or, true), under(or, true)));
}

static void conditions_that_imply(void **state)
{
	(void)state;
	assert_true(implied(under(n, true), (struct host_where){0}));
	assert_false(implied((struct host_where){0}, under(n, true)));
	assert_true(implied(under(test(IR_OP_EQ, 3), true), under(test(IR_OP_LT, 4), true)));
	assert_true(implied(under(test(IR_OP_GT, 3), true), under(n, true)));
	assert_false(implied(under(test(IR_OP_LT, 4), true), under(test(IR_OP_EQ, 3), true)));
	assert_true(implied(under(n, true), under(test(IR_OP_EQ, 0), false)));
}

static void loops(void **state)
{
	(void)state;
	struct ir_stmt outer = {0}, inner = {0};
	struct host_turn first = {.loop = &outer, .run = 1}, second = {.loop = &outer, .run = 1, .turn = 1};
	struct host_turn one = {.up = &first, .loop = &inner, .run = 2};
	struct host_turn other = {.up = &second, .loop = &inner, .run = 3};
	struct host_where a = {.turn = &one}, b = {.turn = &other}, c = {0};
	assert_ptr_equal(host_turn_of(&a, &outer), &first);
	assert_null(host_turn_of(&c, &outer));
	assert_ptr_equal(host_common_loop(&a, &b), &outer);
	assert_ptr_equal(host_common_loop(&a, &a), &inner);
	assert_null(host_common_loop(&a, &c));
}

static void printing(void **state)
{
	(void)state;
	struct ir_function root = {.name = "run", .display = "run"};
	struct ir_var var = {.name = "buffer"};
	struct host_trace trace = {.arena = arena, .sums = sums, .root = &root};
	struct host_object null = {.kind = HOST_STREAM, .id = 3};
	struct host_object memory = {.kind = HOST_DEVICE, .id = 4, .var = &var};
	struct host_access access = {.object = &memory,
		.offset = host_sum_number(sums, 0),
		.size = host_sum_add(sums, host_sum_number(sums, -8), n, 4),
		.writes = true};
	struct host_op op = {.kind = HOST_COPY,
		.callee = "cudaMemcpyAsync",
		.stream = &null,
		.copy_kind = 1,
		.is_async = true,
		.where = under(test(IR_OP_LT, 4), false),
		.accesses = &access,
		.access_count = 1};
	vec_push(arena, &trace.ops, &op);
	FILE *file = tmpfile();
	host_print(&trace, file);
	rewind(file);
	char text[400] = "";
	size_t length = fread(text, 1, sizeof text - 1, file);
	fclose(file);
	text[length] = 0;
	assert_string_equal(text, "run: 1 operations\n"
				  "   0 copy         cudaMemcpyAsync stream NULL#3 to-device async, writes "
				  "buffer#4[0 +4*_0 - 8] unless ((_0 < 4))\n");
	assert_string_equal(host_object_name(&trace, &memory), "`buffer`");
	assert_string_equal(host_object_name(&trace, &null), "the NULL stream");
}

/* Which attribute of a batch holds for a copy: the last that begins at it or before. */
static void orders_of_a_batch(void **state)
{
	(void)state;
	struct host_batch_attribute attributes[2] = {
		{.first = host_sum_number(sums, 0), .order = host_sum_number(sums, 1)},
		{.first = host_sum_number(sums, 3), .order = host_sum_number(sums, 2)}};
	struct host_batch batch = {.count = host_sum_number(sums, 5),
		.stated_count = host_sum_number(sums, 2),
		.attributes = attributes,
		.attribute_count = 2};
	assert_int_equal(host_batch_order(&batch, 0), 1);
	assert_int_equal(host_batch_order(&batch, 2), 1);
	assert_int_equal(host_batch_order(&batch, 3), 2);
	attributes[1].first = n;
	assert_int_equal(host_batch_order(&batch, 2), -1);
	batch.stated_count = host_sum_number(sums, 1);
	assert_int_equal(host_batch_order(&batch, 0), -1);
	assert_int_equal(host_batch_order(NULL, 0), -1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(conditions_that_exclude),
		TEST(conditions_of_parts),
		TEST(conditions_that_imply),
		TEST(loops),
		TEST(orders_of_a_batch),
		TEST(printing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
