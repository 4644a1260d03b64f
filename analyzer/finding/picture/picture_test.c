/* Pictures: what is drawn, that it stays in its width, that copies are equal, and that order is an order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "analyzer/base/utf8.h"
#include "analyzer/finding/picture/picture.h"

static struct picture request(enum picture_kind kind, int64_t stride, unsigned size)
{
	struct picture picture = {.kind = kind,
		.request = {.object = "in", .size = size, .active = UINT32_MAX, .count = 32, .ideal = 4}};
	for (unsigned lane = 0; lane < PICTURE_WARP; lane++)
		picture.request.offset[lane] = (uint64_t)(lane * stride);
	return picture;
}

static struct picture lanes(struct arena *arena)
{
	struct picture picture = {.kind = PICTURE_LANES,
		.lanes = {.threads = 80,
			.here = "waiting at `a()`",
			.there = "returned before",
			.has_mask = true,
			.has_pair = true,
			.waits = 0,
			.absent = 64}};
	vec_push(arena, &picture.lanes.rows, (struct picture_row){0, 1, UINT32_MAX, 0, 0, 0xff});
	vec_push(arena, &picture.lanes.rows, (struct picture_row){2, 2, 0xf0, 0xf00, 0xf, 0xff});
	return picture;
}

static struct picture conflict(void)
{
	return (struct picture){.kind = PICTURE_CONFLICT,
		.conflict = {.what = "s[0]",
			.first = {"thread 1", "writes", 1},
			.second = {"thread 33", "reads", 33}}};
}

static struct picture bounds(int64_t bytes, int64_t low, int64_t high)
{
	return (struct picture){.kind = PICTURE_BOUNDS,
		.bounds = {.object = "d",
			.who = "thread 5 of block 3",
			.access = PICTURE_STORE,
			.bytes = bytes,
			.low = low,
			.high = high}};
}

static void check_text(const struct picture *picture, const char *expected)
{
	struct buffer text = {0};
	picture_text(&text, picture, PICTURE_ASCII);
	assert_string_equal(text.data, expected);
	buffer_free(&text);
}

static void draws_bounds(void **state)
{
	(void)state;
	struct picture behind = bounds(300, 0, 400), before = bounds(1000000, -4, 500000);
	check_text(&behind, "The launch writes bytes 0 to 399 of `d`, which has 300\n"
			    "           memory          ####################################\n"
			    "           launch          ####################################oooooooooooo\n"
			    "                           o outside\n");
	check_text(&before, "The launch writes bytes -4 to 499999 of `d`, which has 1000000\n"
			    "           memory           ###############################################\n"
			    "           launch          o#######################\n"
			    "                           o outside\n");
	struct arena *arena = arena_new();
	assert_string_equal(picture_description(arena, &behind),
		"100 bytes lie behind its end. It is thread 5 of block 3 that gets there.");
	assert_string_equal(picture_description(arena, &before),
		"4 bytes lie before its start. It is thread 5 of block 3 that gets there.");
	struct picture *copy = picture_copy(arena, &behind);
	assert_int_equal(picture_compare(copy, &behind), 0);
	assert_int_not_equal(picture_compare(copy, &before), 0);
	arena_free(arena);
}

/* Every part is wide enough to be seen, and lies on the line. */
static void lays_bounds_out(void **state)
{
	(void)state;
	static const int64_t cases[][3] = {{4, 0, 8}, {1, 1 << 30, (1 << 30) + 4}, {1 << 30, -4, 0},
		{1 << 30, (1 << 30) - 4, (1 << 30) + 4}, {0, 0, 4}, {256, -256, -252},
		{INT64_MAX, INT64_MIN, INT64_MAX}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct picture picture = bounds(cases[i][0], cases[i][1], cases[i][2]);
		struct picture_extent memory, touched;
		picture_lay_out(&picture.bounds, 48, 2, &memory, &touched);
		assert_true(memory.end >= memory.begin + 2 && memory.end <= 50);
		assert_true(touched.end >= touched.begin + 2 && touched.end <= 50);
		if (cases[i][1] < 0)
			assert_true(touched.begin < memory.begin);
		if (cases[i][2] > cases[i][0])
			assert_true(touched.end > memory.end);
	}
}

static void draws_sectors(void **state)
{
	(void)state;
	struct picture picture = request(PICTURE_SECTORS, 4, 4);
	picture.request.count = 4;
	check_text(&picture, "Warp 0 loads 4 bytes per lane from `in`: 4 sectors\n"
			     "           byte            0       8       16      24\n"
			     "       +0  lanes 0-7       ####====####====####====####====\n"
			     "      +32  lanes 8-15      ####====####====####====####====\n"
			     "      +64  lanes 16-23     ####====####====####====####====\n"
			     "      +96  lanes 24-31     ####====####====####====####====\n"
			     "           128 of the 128 bytes moved are used\n");
	picture = request(PICTURE_SECTORS, 30, 4);
	picture.request.active = 7;
	check_text(&picture, "Warp 0 loads 4 bytes per lane from `in`: 32 sectors, 4 would do\n"
			     "           byte            0       8       16      24\n"
			     "       +0  lanes 0-1       ####..........................==\n"
			     "      +32  lanes 1-2       ==..........................####\n"
			     "           12 of the 64 bytes moved are used\n");
}

static void leaves_out_sectors_beyond_some(void **state)
{
	(void)state;
	struct picture picture = request(PICTURE_SECTORS, 4096, 8);
	struct buffer text = {0};
	picture_text(&text, &picture, PICTURE_ASCII);
	assert_non_null(strstr(text.data, "   +28672  lane 7          ========...."));
	assert_null(strstr(text.data, "lane 8"));
	assert_non_null(strstr(text.data, "24 more sectors"));
	buffer_free(&text);
}

static void draws_banks(void **state)
{
	(void)state;
	struct picture picture = request(PICTURE_BANKS, 64, 4);
	picture.request.count = 16;
	picture.request.ideal = 1;
	check_text(&picture, "Warp 0 loads 4 bytes per lane from `in`: 16 wavefronts, 1 would do\n"
			     "           bank            0       8       16      24\n"
			     "    words  1 to 16         #...............#...............\n"
			     "           bank 0: lanes 0, 2, 4, 6, 8, 10, 12, 14, ...\n");
	struct picture_bank banks[PICTURE_WARP];
	assert_int_equal(picture_banks(&picture.request, banks), 0);
	assert_int_equal(banks[0].words, 16);
	assert_int_equal(banks[16].lanes, 0xaaaaaaaa);
	/* one word for all: nothing to wait for, but atomics take turns */
	picture = request(PICTURE_BANKS, 0, 4);
	picture_banks(&picture.request, banks);
	assert_int_equal(banks[0].words, 1);
	picture.request.access = PICTURE_ATOMIC;
	picture_banks(&picture.request, banks);
	assert_int_equal(banks[0].words, 32);
}

static void draws_lanes(void **state)
{
	struct arena *arena = *state;
	struct picture picture = lanes(arena);
	check_text(&picture, "Block of 80: 68 waiting at `a()`, 4 returned before\n"
			     "           lane            0       8       16      24\n"
			     "           warps 0-1       ################################\n"
			     "           mask            ^^^^^^^^\n"
			     "           warp 2          oooo####????....\n"
			     "           mask            ^^^^^^^^\n"
			     "                           # waiting at `a()`\n"
			     "                           ? may get there\n"
			     "                           o returned before\n"
			     "                           ^ named by the mask\n");
	assert_string_equal(picture_description(arena, &picture),
		"Warps 0-1: lanes 0-31 waiting at `a()`; lanes 0-7 named by the mask. Warp 2: lanes 4-7 "
		"waiting at `a()`; lanes 8-11 may get there; lanes 0-3 returned before; lanes 0-7 named by "
		"the mask.");
}

static void draws_conflicts(void **state)
{
	struct arena *arena = *state;
	struct picture picture = conflict();
	check_text(&picture, "Thread 1 writes `s[0]`, thread 33 reads it, in no certain order\n"
			     "  thread 1            writes  -> s[0]\n"
			     "                               :  no barrier\n"
			     "  thread 33           reads   -> s[0]\n");
	picture.conflict.is_one_store = true;
	assert_string_equal(
		picture_title(arena, &picture), "Thread 1 and thread 33 write `s[0]` by one store");
}

/* Whatever the names and numbers are. */
static void stays_in_its_width(void **state)
{
	struct arena *arena = *state;
	char name[400];
	memset(name, 'x', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	struct picture all[] = {request(PICTURE_SECTORS, INT64_MAX / 32, 32), request(PICTURE_BANKS, 12, 16),
		lanes(arena), conflict()};
	all[0].request.object = all[1].request.object = name;
	all[0].request.count = UINT32_MAX;
	all[0].request.is_apart = true;
	all[2].lanes.here = all[2].lanes.there = name;
	all[3].conflict.what = all[3].conflict.first.who = all[3].conflict.second.who = name;
	for (size_t i = 0; i < 2 * sizeof all / sizeof all[0]; i++) {
		struct buffer text = {0};
		picture_text(&text, &all[i / 2], i % 2 ? PICTURE_UTF8 : PICTURE_ASCII);
		for (const char *line = text.data; *line;) {
			size_t size = strcspn(line, "\n");
			if (utf8_column(line, size) > (line == text.data ? 121 : 79))
				fail_msg("%u columns: %.*s", utf8_column(line, size) - 1, (int)size, line);
			line += size + 1;
		}
		buffer_free(&text);
	}
}

static void copies_are_equal_and_independent(void **state)
{
	(void)state;
	struct arena *first = arena_new(), *second = arena_new();
	struct picture all[] = {
		request(PICTURE_SECTORS, 8, 4), request(PICTURE_BANKS, 8, 4), lanes(first), conflict()};
	struct picture *copies[4];
	assert_null(picture_copy(second, NULL));
	for (int i = 0; i < 4; i++) {
		copies[i] = picture_copy(second, &all[i]);
		assert_int_equal(picture_compare(&all[i], copies[i]), 0);
	}
	memset(all[2].lanes.rows.data, 0, sizeof(struct picture_row));
	assert_int_not_equal(picture_compare(&all[2], copies[2]), 0);
	arena_free(first);
	for (int i = 0; i < 4; i++)
		assert_true(strlen(picture_title(second, copies[i])) > 10);
	arena_free(second);
}

/* Each field counts, in both directions alike. */
static void order_sees_every_field(void **state)
{
	struct arena *arena = *state;
	struct picture base = request(PICTURE_SECTORS, 8, 4), changed[12];
	for (int i = 0; i < 12; i++)
		changed[i] = base;
	changed[0].kind = PICTURE_BANKS;
	changed[1].request.object = NULL;
	changed[2].request.access = PICTURE_STORE;
	changed[3].request.warp = 1;
	changed[4].request.size = 8;
	changed[5].request.active = 1;
	changed[6].request.is_apart = true;
	changed[7].request.count = 5;
	changed[8].request.ideal = 3;
	changed[9].request.base = -128;
	changed[10].request.offset[31] = 7;
	changed[11] = lanes(arena);
	for (int i = 0; i < 12; i++) {
		int order = picture_compare(&base, &changed[i]);
		if (order == 0)
			fail_msg("change %d isn't seen", i);
		assert_int_equal(order<0, picture_compare(&changed[i], &base)> 0);
	}
	assert_true(picture_compare(NULL, &base) < 0);
	assert_int_equal(picture_compare(NULL, NULL), 0);
}

static int set_up(void **state)
{
	*state = arena_new();
	return 0;
}

static int tear_down(void **state)
{
	arena_free(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(draws_sectors),
		cmocka_unit_test(draws_bounds),
		cmocka_unit_test(lays_bounds_out),
		cmocka_unit_test(leaves_out_sectors_beyond_some),
		cmocka_unit_test(draws_banks),
		cmocka_unit_test(draws_lanes),
		cmocka_unit_test(draws_conflicts),
		cmocka_unit_test(stays_in_its_width),
		cmocka_unit_test(copies_are_equal_and_independent),
		cmocka_unit_test(order_sees_every_field),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
