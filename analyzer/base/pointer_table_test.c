#include "analyzer/base/pointer_table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>

#include <cmocka.h>

static void test_keeps_what_was_put(void **state)
{
	enum { COUNT = 1000 };
	static char keys[COUNT];
	static int values[COUNT];
	struct arena *arena = arena_new();
	struct pointer_table table = {0};
	(void)state;
	assert_null(pointer_table_find(&table, keys));
	for (size_t i = 0; i < COUNT; i++) {
		void **at = pointer_table_at(arena, &table, &keys[i]);
		assert_null(*at);
		*at = &values[i];
	}
	assert_int_equal(table.count, COUNT);
	for (size_t i = 0; i < COUNT; i++) {
		assert_ptr_equal(pointer_table_find(&table, &keys[i]), &values[i]);
		assert_ptr_equal(*pointer_table_at(arena, &table, &keys[i]), &values[i]);
	}
	assert_int_equal(table.count, COUNT);
	assert_null(pointer_table_find(&table, &values[0]));
	arena_free(arena);
}

static void test_null_is_a_key(void **state)
{
	int value = 0;
	struct arena *arena = arena_new();
	struct pointer_table table = {0};
	(void)state;
	*pointer_table_at(arena, &table, NULL) = &value;
	assert_ptr_equal(pointer_table_find(&table, NULL), &value);
	assert_int_equal(table.count, 1);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_keeps_what_was_put),
		cmocka_unit_test(test_null_is_a_key),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
