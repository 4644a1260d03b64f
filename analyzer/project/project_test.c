/* Facts as bytes, and who is told what. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "analyzer/project/project.h"

static struct project_use use_of(struct arena *arena, const char *symbol, const char *path, uint32_t line)
{
	struct project_use use = {.symbol = symbol,
		.is_known = true,
		.place = {path, {line, 1, line * 10}, {line, 5, line * 10 + 4}},
		.block_known = true,
		.block = {256, 1, 1},
		.shared = -1};
	vec_push(arena, &use.memories, (struct project_memory){6, 4000, "data"});
	vec_push(arena, &use.values,
		(struct project_value){.kind = PROJECT_POINTER, .offset_known = true, .number = 8});
	vec_push(arena, &use.values,
		(struct project_value){.kind = PROJECT_REAL, .real = 0.5, .is_told = true});
	vec_push(arena, &use.values,
		(struct project_value){.has_bounds = true, .low = INT64_MIN, .high = 7, .divisor = 32});
	vec_push(arena, &use.members,
		(struct project_member){0, 16, {.kind = PROJECT_NUMBER, .number = INT64_MAX}});
	return use;
}

static struct project_facts *launching(
	struct arena *arena, const char *symbol, const char *path, uint32_t line)
{
	struct project_facts *facts = ARENA_NEW(arena, struct project_facts);
	vec_push(arena, &facts->uses, use_of(arena, symbol, path, line));
	return facts;
}

static struct project_facts *defining(struct arena *arena, const char *symbol, const char *path, bool is_used)
{
	struct project_facts *facts = ARENA_NEW(arena, struct project_facts);
	const struct project_definition definition = {.symbol = symbol,
		.name = "k",
		.path = path,
		.is_kernel = true,
		.is_external = true,
		.is_used = is_used};
	vec_push(arena, &facts->definitions, definition);
	return facts;
}

static void test_bytes(void **state)
{
	struct arena *arena = arena_new();
	struct project_facts *facts = launching(arena, "k#", "a.cu", 3), back = {0};
	struct project_definition definition = defining(arena, "k#", "b.cu", true)->definitions.data[0];
	struct buffer bytes = {0}, again = {0};
	(void)state;
	vec_push(arena, &definition.callees, "f#");
	vec_push(arena, &facts->definitions, definition);
	vec_push(arena, &facts->settings, (struct project_setting){NULL, true, 8});
	vec_push(arena, &facts->wanted, "ns::k");
	project_write_facts(&bytes, facts);
	const unsigned char *data = (const unsigned char *)bytes.data;
	struct bytes_reader reader = {arena, data, data + bytes.size, false};
	project_read_facts(&reader, &back);
	assert_false(reader.failed);
	assert_ptr_equal(reader.at, reader.end);
	project_write_facts(&again, &back);
	assert_int_equal(bytes.size, again.size);
	assert_memory_equal(bytes.data, again.data, bytes.size);
	for (size_t size = 0; size < bytes.size; size++) { /* whatever is cut off */
		struct project_facts cut = {0};
		struct bytes_reader part = {arena, data, data + size, false};
		project_read_facts(&part, &cut);
		assert_true(part.failed);
	}
	buffer_free(&bytes);
	buffer_free(&again);
	arena_free(arena);
}

static size_t told(struct arena *arena, const struct project_index *index, size_t unit, const char **first)
{
	struct project_given given;
	project_index_given(arena, index, unit, &given);
	*first = given.uses.count ? given.uses.data[0].place.path : NULL;
	return given.uses.count;
}

static void test_who_is_meant(void **state)
{
	struct arena *arena = arena_new();
	const char *first;
	const char *const paths[] = {"x/k.cu", "y/k.cu", "x/main.cu", "main.cu", "y/other.cu"};
	const struct project_facts *const facts[] = {defining(arena, "k#", paths[0], false),
		defining(arena, "k#", paths[1], false), launching(arena, "k#", paths[2], 4),
		launching(arena, "k#", paths[3], 5), launching(arena, "other#", paths[4], 6)};
	(void)state;
	const struct project_index *index = project_index_new(arena, facts, paths, 5);
	assert_int_equal(told(arena, index, 0, &first), 1); /* two programs: the launch beside it */
	assert_string_equal(first, "x/main.cu");
	assert_int_equal(told(arena, index, 1, &first), 0); /* main.cu is as near to both */
	const struct project_facts *const one[] = {facts[0], NULL, facts[2], facts[3], facts[4]};
	index = project_index_new(arena, one, paths, 5);
	assert_int_equal(told(arena, index, 0, &first), 2); /* in the order of places */
	assert_string_equal(first, "main.cu");
	assert_int_equal(told(arena, index, 2, &first), 0);
	arena_free(arena);
}

static void test_what_is_used(void **state)
{
	struct arena *arena = arena_new();
	const char *first;
	const char *const paths[] = {"a.cu", "b.cu", "c.cu"};
	const struct project_facts *const facts[] = {defining(arena, "k#", "k.cuh", true),
		defining(arena, "k#", "k.cuh", false), launching(arena, "k#", "c.cu", 1)};
	(void)state;
	const struct project_index *index = project_index_new(arena, facts, paths, 3);
	assert_int_equal(told(arena, index, 0, &first), 0);
	assert_int_equal(told(arena, index, 1, &first), 1);
	assert_true(project_index_used_elsewhere(index, 1, "k#", "k.cuh"));
	assert_false(project_index_used_elsewhere(index, 0, "k#", "k.cuh"));
	assert_false(project_index_used_elsewhere(index, 1, "k#", "other.cuh"));
	arena_free(arena);
}

static void test_unknown_calls(void **state)
{
	struct arena *arena = arena_new();
	const char *first;
	const char *const paths[] = {"a.cu", "b.cu", "c.cu"};
	struct project_facts *function = defining(arena, "f#", "a.cu", false);
	struct project_facts *known = launching(arena, "f#", "b.cu", 1),
			     *unknown = launching(arena, "f#", "c.cu", 1);
	const struct project_facts *const facts[] = {function, known, unknown};
	const struct project_facts *const alone[] = {function, NULL, unknown};
	(void)state;
	function->definitions.data[0].is_kernel = false;
	known->uses.data[0].is_call = unknown->uses.data[0].is_call = true;
	unknown->uses.data[0].is_known = false;
	const struct project_index *index = project_index_new(arena, facts, paths, 3);
	assert_int_equal(told(arena, index, 0, &first), 2);
	index = project_index_new(arena, alone, paths, 3);
	assert_int_equal(told(arena, index, 0, &first), 0);
	arena_free(arena);
}

/* a() calls b() calls what launches. */
static void test_calls_lead_on(void **state)
{
	struct arena *arena = arena_new();
	const char *first;
	const char *const paths[] = {"a.cu", "b.cu", "c.cu", "main.cu"};
	struct project_facts *a = defining(arena, "a#", "a.cu", false),
			     *b = defining(arena, "b#", "b.cu", false),
			     *c = defining(arena, "c#", "c.cu", false),
			     *main = launching(arena, "a#", "main.cu", 1);
	const struct project_facts *const facts[] = {a, b, c, main};
	const struct project_facts *const cut[] = {a, b, NULL, main};
	(void)state;
	a->definitions.data[0].is_kernel = b->definitions.data[0].is_kernel =
		c->definitions.data[0].is_kernel = false;
	main->uses.data[0].is_call = true;
	vec_push(arena, &a->definitions.data[0].callees, "b#");
	vec_push(arena, &b->definitions.data[0].callees, "c#");
	const struct project_index *index = project_index_new(arena, facts, paths, 4);
	assert_int_equal(told(arena, index, 0, &first), 1);
	index = project_index_new(arena, cut, paths, 4);
	assert_int_equal(told(arena, index, 0, &first), 0);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_bytes), cmocka_unit_test(test_who_is_meant),
		cmocka_unit_test(test_what_is_used), cmocka_unit_test(test_unknown_calls),
		cmocka_unit_test(test_calls_lead_on)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
