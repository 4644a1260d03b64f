/* A result comes through the wire unchanged, and nothing else gets through. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "analyzer/engine/wire.h"
#include "analyzer/finding/picture/picture.h"

/* One of each kind. */
static struct picture *pictures(struct arena *arena, int kind)
{
	struct picture *picture = ARENA_NEW(arena, struct picture);
	picture->kind = (enum picture_kind)kind;
	if (kind == PICTURE_LANES) {
		picture->lanes = (struct picture_lanes){
			.threads = 1024, .here = "here", .has_pair = true, .absent = 1023};
		vec_push(arena, &picture->lanes.rows, (struct picture_row){0, 31, 1, 2, 4, UINT32_MAX});
	} else if (kind == PICTURE_CONFLICT) {
		picture->conflict = (struct picture_conflict){
			"x[1]", {"thread 1", "reads", 1}, {"warp 2", "writes", 64}, true, false, true};
	} else if (kind == PICTURE_BOUNDS) {
		picture->bounds =
			(struct picture_bounds){"d", "thread 5 of block 3", PICTURE_STORE, 1000, -8, 1024};
	} else {
		picture->request = (struct picture_request){
			"in", PICTURE_ATOMIC, 31, 32, 0x80000001, true, 32, 4, -128, {5}};
		picture->request.offset[31] = UINT64_MAX;
	}
	return picture;
}

static struct unit_result *sample(struct arena *arena)
{
	struct finding *finding = ARENA_NEW(arena, struct finding);
	*finding = (struct finding){.code = "CU101",
		.rule = "uncoalesced-access",
		.severity = SEVERITY_WARNING,
		.confidence = CONFIDENCE_LIKELY,
		.message = "not \xff UTF-8",
		.span = {"a.cu", {1, 2, 3}, {4, 5, UINT32_MAX}},
		.has_expansion = true,
		.expansion = {"b.cuh", {6, 7, 8}, {9, 10, 11}},
		.function = "f<int>",
		.side = "device",
		.object = "tile",
		.launch = {"launch-site", {64, -1, INT64_MAX}, {32, 8, INT64_MIN}, true, false},
		.cost = {.metric = "sectors_per_request",
			.value = 32,
			.ideal = 4,
			.has_ideal = true,
			.speedup = 1.5,
			.has_speedup = true,
			.chip = "h100-sxm"},
		.fingerprint = "0123",
		.instances = 7,
		.suppressed = true,
		.suppressor = {"a.cu", 99}};
	finding->picture = pictures(arena, 0);
	vec_push(arena, &finding->archs, 80);
	vec_push(arena, &finding->archs, 120);
	vec_push(arena, &finding->related, (struct related){{"c.h", {1, 1, 0}, {1, 2, 1}}, "here"});
	struct fix fix = {.title = "Replace", .safety = FIX_UNSAFE};
	vec_push(arena, &fix.edits, (struct edit){"a.cu", 300, 400, ""});
	vec_push(arena, &finding->fixes, fix);
	struct unit_result *unit = ARENA_NEW(arena, struct unit_result);
	*unit = (struct unit_result){.path = "a.cu",
		.status = UNIT_DEGRADED,
		.parse_errors = 300,
		.kernels = 3,
		.has_executed = true,
		.executed = 2,
		.ms = 1.25,
		.suppressed = 1};
	vec_push(arena, &unit->findings, finding);
	for (int kind = 1; kind <= PICTURE_BOUNDS; kind++) {
		struct finding *other = finding_copy(arena, finding);
		other->picture = pictures(arena, kind);
		vec_push(arena, &unit->findings, other);
	}
	vec_push(arena, &unit->notes, "dropped -foo");
	return unit;
}

static void comes_back_unchanged(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct buffer first = {0}, second = {0};
	wire_write_unit(&first, sample(arena));
	struct unit_result *unit = wire_read_unit(arena, first.data, first.size);
	assert_non_null(unit);
	wire_write_unit(&second, unit);
	assert_int_equal(first.size, second.size);
	assert_memory_equal(first.data, second.data, first.size);
	assert_int_equal(unit->status, UNIT_DEGRADED);
	assert_true(unit->ms == 1.25);
	const struct finding *finding = unit->findings.data[0];
	assert_string_equal(finding->message, "not \xff UTF-8");
	assert_null(finding->kernel);
	assert_int_equal(finding->launch.block[2], INT64_MIN);
	assert_int_equal(finding->archs.data[1], 120);
	assert_string_equal(finding->fixes.data[0].edits.data[0].text, "");
	assert_string_equal(finding->expansion.path, "b.cuh");
	for (int kind = 0; kind <= PICTURE_BOUNDS; kind++)
		assert_int_equal(
			picture_compare(pictures(arena, kind), unit->findings.data[kind]->picture), 0);
	buffer_free(&first);
	buffer_free(&second);
	arena_free(arena);
}

static void refuses_what_is_cut_or_longer(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct buffer bytes = {0};
	wire_write_unit(&bytes, sample(arena));
	for (size_t size = 0; size < bytes.size; size++) {
		char *cut = malloc(size ? size : 1);
		assert_non_null(cut);
		memcpy(cut, bytes.data, size);
		assert_null(wire_read_unit(arena, cut, size));
		free(cut);
	}
	assert_null(wire_read_unit(arena, bytes.data, bytes.size + 1));
	buffer_free(&bytes);
	arena_free(arena);
}

static void survives_any_bytes(void **state)
{
	(void)state;
	struct buffer bytes = {0};
	struct arena *arena = arena_new();
	wire_write_unit(&bytes, sample(arena));
	arena_free(arena);
	srand(1);
	for (int turn = 0; turn < 50000; turn++) {
		char *changed = malloc(bytes.size);
		assert_non_null(changed);
		memcpy(changed, bytes.data, bytes.size);
		for (int i = 0; i < 1 + turn % 4; i++)
			changed[(size_t)rand() % bytes.size] = (char)(rand() % 256);
		arena = arena_new();
		wire_read_unit(arena, changed, bytes.size);
		for (size_t i = 1; turn % 16 == 0 && i < bytes.size; i++)
			changed[i] = (char)(rand() % 256);
		wire_read_unit(arena, changed, bytes.size);
		assert_true(arena_used(arena) < 1000000);
		arena_free(arena);
		free(changed);
	}
	buffer_free(&bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comes_back_unchanged),
		cmocka_unit_test(refuses_what_is_cut_or_longer),
		cmocka_unit_test(survives_any_bytes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
