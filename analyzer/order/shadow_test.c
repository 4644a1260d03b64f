/* What a word remembers: of whom, how many, and what gives way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analyzer/order/race/apart.h"
#include "analyzer/order/shadow.h"

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

static struct shadow_entry entry(uint32_t op, unsigned lane, enum simt_access_kind kind)
{
	return (struct shadow_entry){op, (uint16_t)lane, 0xF, (uint8_t)kind};
}

static bool remembers(const struct shadow_cell *cell, uint32_t op, unsigned lane)
{
	for (unsigned i = 0; i < cell->count; i++)
		if (cell->entries[i].op == op && cell->entries[i].lane == lane)
			return true;
	return false;
}

static void test_words(void **state)
{
	(void)state;
	struct shadow *shadow = shadow_new(arena);
	struct simt_object object = {0}, other = {0};
	shadow_add(shadow_at(shadow, &object, 1, -3), entry(7, 0, SIMT_STORE), 0);
	/* enough words for the table to grow */
	for (int64_t word = 0; word < 5000; word++)
		shadow_at(shadow, &object, 1, word)->lost = 1;
	assert_true(remembers(shadow_at(shadow, &object, 1, -3), 7, 0));
	assert_int_equal(shadow_at(shadow, &object, 2, -3)->count, 0);
	assert_int_equal(shadow_at(shadow, &other, 1, -3)->count, 0);
}

/* All lanes of a block read one word: two of the first warp and the last one say it all. */
static void test_one_op(void **state)
{
	(void)state;
	struct shadow_cell cell = {0};
	for (unsigned lane = 0; lane < 256; lane++)
		shadow_add(&cell, entry(3, lane, SIMT_LOAD), 0);
	assert_int_equal(cell.count, 3);
	assert_true(remembers(&cell, 3, 0) && remembers(&cell, 3, 1) && remembers(&cell, 3, 255));
	assert_int_equal(cell.lost, 0);
}

/* A single store isn't driven out by many loads, nor by many atomics. */
static void test_rare_stays(void **state)
{
	(void)state;
	for (int kind = SIMT_LOAD; kind <= SIMT_ATOMIC; kind += SIMT_ATOMIC - SIMT_LOAD) {
		struct shadow_cell cell = {0};
		shadow_add(&cell, entry(1, 0, SIMT_STORE), 0);
		for (uint32_t op = 2; op < 40; op++)
			shadow_add(&cell, entry(op, op, (enum simt_access_kind)kind), 0);
		assert_true(remembers(&cell, 1, 0));
		assert_true(remembers(&cell, 39, 39));
		assert_int_equal(cell.count, SHADOW_ENTRIES);
		assert_true(cell.lost > 0);
	}
}

static void test_old_goes(void **state)
{
	(void)state;
	struct shadow_cell cell = {0};
	shadow_add(&cell, entry(1, 0, SIMT_STORE), 0);
	shadow_add(&cell, entry(2, 0, SIMT_STORE), 0); /* the same thread again */
	assert_int_equal(cell.count, 1);
	shadow_add(&cell, entry(9, 5, SIMT_LOAD), 4); /* behind a barrier */
	assert_int_equal(cell.count, 1);
	assert_true(remembers(&cell, 9, 5));
}

static void test_meets(void **state)
{
	(void)state;
	struct shadow_entry store = entry(1, 0, SIMT_STORE), load = entry(2, 1, SIMT_LOAD),
			    other = entry(3, 2, SIMT_LOAD), own = entry(4, 0, SIMT_LOAD), half = load;
	assert_true(shadow_meets(&store, &load));
	assert_false(shadow_meets(&load, &other));
	assert_false(shadow_meets(&store, &own));
	store.bytes = 0x3;
	half.bytes = 0xC;
	assert_false(shadow_meets(&store, &half));
}

enum { LANES = 64 };

/* A store of all lanes to `constant` plus `stride` bytes for each lane before. */
static struct sync_op store_at(
	struct simt *simt, struct simt_object *object, int64_t constant, int64_t stride)
{
	int64_t lanes[LANES];
	struct simt_access *access = ARENA_NEW(arena, struct simt_access);
	for (unsigned lane = 0; lane < LANES; lane++) {
		lanes[lane] = constant + stride * (int64_t)lane;
		mask_add(&access->active.may, lane);
	}
	access->kind = SIMT_STORE;
	access->object = object;
	access->size = 4;
	access->offset = value_lanes(simt, lanes);
	return (struct sync_op){.access = access};
}

static void count_visit(void *context, struct shadow_cell *cell, const struct shadow_entry *now)
{
	(void)cell;
	(void)now;
	++*(unsigned *)context;
}

/* Words that are gone to when all lanes store to a row of their own: the first element and then the one at
 * `last`.
 */
static unsigned visits(int64_t stride, int64_t last, struct shadow *shadow)
{
	struct simt *simt = ARENA_NEW(arena, struct simt);
	struct sync_log log = {.arena = arena};
	struct simt_object object = {0};
	unsigned count = 0;
	simt->arena = arena;
	simt->lanes = LANES;
	vec_push(arena, &log.written, &object);
	vec_push(arena, &log.ops, store_at(simt, &object, 0, stride));
	vec_push(arena, &log.ops, store_at(simt, &object, last, stride));
	const struct apart *apart = apart_new(&log);
	for (uint32_t i = 0; i < 2; i++)
		assert_true(apart_walk(apart, shadow, log.ops.data[i].access, i, count_visit, &count));
	return count;
}

static void test_apart(void **state)
{
	(void)state;
	struct shadow *shadow = shadow_new(arena);
	assert_int_equal(visits(16, 12, shadow), 0);
	/* they count as if they had been gone to */
	assert_int_equal(shadow->used + shadow->spared, 2 * LANES);
	/* the last element of a row is the first of the next one */
	assert_int_equal(visits(16, 16, shadow_new(arena)), 2 * LANES);
	/* lanes share words */
	assert_int_equal(visits(2, 0, shadow_new(arena)), 2 * LANES + 2 * LANES / 2);
	assert_int_equal(visits(0, 0, shadow_new(arena)), 2 * LANES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_words, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_one_op, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_rare_stays, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_old_goes, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_meets, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_apart, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
