/* Which barrier orders whom: the block's, a warp's, one with a mask, one that part of the block reaches. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/order/order.h"

enum { LANES = 96 };

static struct arena *arena;

static int set_up(void **state)
{
	(void)state;
	arena = arena_new();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

static struct simt_mask lanes(unsigned first, unsigned end)
{
	struct simt_mask mask = {0};
	for (unsigned lane = first; lane < end; lane++)
		mask.warp[lane / SIMT_WARP] |= 1u << lane % SIMT_WARP;
	return mask;
}

static bool meet_block(struct sync_order *order, unsigned first, unsigned end, uint32_t time)
{
	struct simt_event event = {.kind = SIMT_BLOCK_BARRIER, .active.may = lanes(first, end)};
	struct sync_op op = {.event = &event};
	return sync_order_block(order, &op, time);
}

static void meet_tiles(struct sync_order *order, unsigned first, unsigned end, unsigned tile, uint32_t time)
{
	struct simt_event event = {.kind = SIMT_WARP_BARRIER, .active.may = lanes(first, end), .tile = tile};
	sync_order_warps(order, &event, time);
}

static void test_block(void **state)
{
	(void)state;
	struct sync_order *order = sync_order_new(arena, LANES);
	assert_false(sync_ordered(order, 0, 1, 40));
	assert_true(meet_block(order, 0, LANES, 5));
	assert_true(sync_ordered(order, 0, 4, 40));
	assert_true(sync_ordered(order, 0, 4, 1));
	assert_false(sync_ordered(order, 0, 6, 40));
	/* without the block's barriers, nothing is in order */
	assert_false(sync_ordered_in_warp(order, 0, 4, 1));
}

static void test_warp(void **state)
{
	(void)state;
	struct sync_order *order = sync_order_new(arena, LANES);
	meet_tiles(order, 0, 64, 32, 5);
	assert_true(sync_ordered(order, 0, 4, 31));
	assert_true(sync_ordered_in_warp(order, 33, 4, 40));
	assert_false(sync_ordered(order, 0, 4, 32));
	assert_false(sync_ordered(order, 70, 4, 71));
}

static void test_tile(void **state)
{
	(void)state;
	struct sync_order *order = sync_order_new(arena, LANES);
	meet_tiles(order, 0, 32, 8, 5);
	assert_true(sync_ordered(order, 0, 4, 7));
	assert_true(sync_ordered(order, 15, 4, 8));
	assert_false(sync_ordered(order, 7, 4, 8));
	/* what a lane knows, those know whom it meets later */
	meet_tiles(order, 0, 32, 16, 9);
	assert_true(sync_ordered(order, 7, 4, 8));
	assert_true(sync_ordered(order, 7, 8, 8));
	assert_false(sync_ordered(order, 0, 4, 16));
}

/* Half of the block comes by one barrier, the other half by another one: together they are one of all. */
static void test_parts(void **state)
{
	(void)state;
	struct sync_order *order = sync_order_new(arena, LANES);
	assert_false(meet_block(order, 0, 32, 5));
	assert_true(sync_ordered(order, 0, 4, 1));
	assert_false(sync_ordered(order, 0, 4, 40));
	assert_true(meet_block(order, 32, LANES, 9));
	assert_true(sync_ordered(order, 0, 8, 40));
}

/* Who has left the kernel isn't waited for. */
static void test_gone(void **state)
{
	(void)state;
	struct sync_order *order = sync_order_new(arena, LANES);
	struct simt_event event = {.kind = SIMT_BLOCK_BARRIER, .active.may = lanes(0, 32)};
	struct simt_mask gone = lanes(32, LANES);
	struct sync_op op = {.event = &event, .gone = &gone};
	assert_true(sync_order_block(order, &op, 5));
	assert_true(sync_ordered(order, 40, 4, 0));
}

/* Every second thread comes to a barrier: it orders those, lane by lane, and whom they meet in their warp. */
static void test_skipped(void **state)
{
	(void)state;
	struct sync_order *order = sync_order_new(arena, LANES);
	struct simt_event event = {.kind = SIMT_BLOCK_BARRIER};
	struct sync_op op = {.event = &event};
	for (unsigned lane = 1; lane < LANES; lane += 2)
		mask_add(&event.active.may, lane);
	assert_false(sync_order_block(order, &op, 5));
	assert_true(sync_ordered(order, 1, 4, 41));
	assert_true(sync_ordered(order, 1, 4, 3));
	assert_false(sync_ordered(order, 1, 4, 40));
	assert_false(sync_ordered(order, 0, 4, 41));
	assert_false(sync_ordered(order, 1, 6, 41));
	meet_tiles(order, 32, 64, 32, 9);
	assert_true(sync_ordered(order, 1, 4, 40));
	assert_false(sync_ordered(order, 1, 4, 70));
}

/* With what lies ahead: the other half comes to a barrier of its own, and what it does until then happens
 * before what the first one does behind its own. */
static void test_ahead(void **state)
{
	(void)state;
	struct simt simt = {.lanes = LANES};
	struct simt_event first = {.kind = SIMT_BLOCK_BARRIER, .active.may = lanes(0, 32)},
			  second = {.kind = SIMT_BLOCK_BARRIER, .active.may = lanes(32, LANES)};
	struct simt_access store = {.active.may = lanes(32, LANES)}, load = {.active.may = lanes(0, 32)};
	struct sync_log log = {.arena = arena, .simt = &simt};
	struct sync_op ops[] = {{.event = &first}, {.access = &load}, {.access = &store}, {.event = &second}};
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		vec_push(arena, &log.ops, ops[i]);
	struct sync_order *order = sync_order_new(arena, LANES);
	order->ahead = sync_ahead_new(&log);
	assert_false(sync_order_block(order, &ops[0], 1));
	assert_true(sync_ordered(order, 0, 2, 40));
	assert_false(sync_ordered(order, 40, 3, 70));
	assert_true(sync_order_block(order, &ops[3], 4));
	assert_true(sync_ordered(order, 40, 3, 0));
}

/* A barrier of that number and count, to which threads from first to end come. */
static bool meet_numbered(
	struct sync_order *order, unsigned first, unsigned end, int64_t number, int64_t count, uint32_t time)
{
	static const struct ir_barrier_op op = {.action = IR_BARRIER_NAMED_SYNC};
	const struct simt_value id = {.kind = SIMT_INT, .constant = number},
				threads = {.kind = SIMT_INT, .constant = count};
	const struct simt_barrier barrier = {.op = &op, .id = &id, .count = &threads};
	struct simt_event event = {
		.kind = SIMT_OTHER_BARRIER, .active.may = lanes(first, end), .barrier = &barrier};
	return sync_order_numbered(order, &event, time);
}

static void test_numbered(void **state)
{
	(void)state;
	struct sync_order *order = sync_order_new(arena, LANES);
	assert_true(meet_numbered(order, 0, 64, 1, 64, 5));
	assert_true(sync_ordered(order, 0, 4, 40));
	assert_false(sync_ordered(order, 0, 4, 70));
	assert_false(sync_ordered(order, 70, 4, 0));
	/* who hasn't come yet, comes elsewhere: nobody knows whom it orders */
	assert_false(meet_numbered(order, 64, LANES, 2, 64, 6));
	/* 0: all of the block */
	assert_true(meet_numbered(order, 0, LANES, 3, 0, 8));
	assert_true(sync_ordered(order, 0, 7, 70));
	/* over and over, the newer one stands for the older ones */
	for (uint32_t time = 10; time < 100; time += 2) {
		assert_true(meet_numbered(order, 0, 32, 1, 32, time));
		assert_true(meet_numbered(order, 32, 64, 2, 32, time + 1));
	}
	assert_true(sync_ordered(order, 33, 97, 34));
	assert_false(sync_ordered(order, 33, 97, 0));
	assert_true(sync_ordered(order, 33, 7, 0));
}

/* More barriers that only some come to than are kept: all count as met, and it is told. */
static void test_too_many(void **state)
{
	(void)state;
	struct sync_order *order = sync_order_new(arena, LANES);
	for (unsigned i = 0; i < 16; i++)
		assert_false(meet_block(order, i, i + 1, i + 2));
	assert_false(order->is_cut);
	assert_false(sync_ordered(order, 70, 1, 40));
	assert_false(meet_block(order, 16, 17, 30));
	assert_true(order->is_cut);
	assert_true(sync_ordered(order, 70, 1, 40));
}

/* Likewise of `__syncwarp()`s that not all lanes of their masks have come to. */
static void test_too_many_masks(void **state)
{
	(void)state;
	struct sync_order *order = sync_order_new(arena, LANES);
	for (unsigned i = 1; i < 18; i++) {
		struct simt_value mask = {.kind = SIMT_INT, .constant = (int64_t)(1u << i | 1u << 31)};
		struct simt_event event = {
			.kind = SIMT_WARP_BARRIER, .active.may = lanes(i, i + 1), .mask = &mask};
		assert_false(order->is_cut);
		assert_false(sync_ordered(order, 20, 1, 21));
		sync_order_warps(order, &event, i + 1);
	}
	assert_true(order->is_cut);
	assert_true(sync_ordered(order, 20, 1, 21));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_block, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_warp, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_tile, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_parts, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_gone, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_skipped, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_ahead, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_numbered, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_too_many, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_too_many_masks, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
