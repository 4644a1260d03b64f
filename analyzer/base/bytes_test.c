/* Values as bytes: what is written can be read, and nothing else can. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/base/bytes.h"

static void test_round_trip(void **state)
{
	(void)state;
	static const uint64_t numbers[] = {0, 1, 127, 128, 16383, 16384, UINT32_MAX, UINT64_MAX};
	static const int64_t signed_numbers[] = {0, -1, 1, -64, 64, INT64_MIN, INT64_MAX};
	struct arena *arena = arena_new();
	struct buffer bytes = {0};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		bytes_put_unsigned(&bytes, numbers[i]);
	for (size_t i = 0; i < sizeof signed_numbers / sizeof *signed_numbers; i++)
		bytes_put_signed(&bytes, signed_numbers[i]);
	bytes_put_double(&bytes, -0.1);
	bytes_put_text(&bytes, NULL);
	bytes_put_text(&bytes, "");
	bytes_put_required(&bytes, "text");
	bytes_put_block(&bytes, "a\0b", 3);
	bytes_put_block(&bytes, NULL, 0);
	bytes_put_bool(&bytes, true);
	const unsigned char *data = (const unsigned char *)bytes.data;
	struct bytes_reader reader = {arena, data, data + bytes.size, false};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		assert_true(bytes_get_unsigned(&reader, UINT64_MAX) == numbers[i]);
	for (size_t i = 0; i < sizeof signed_numbers / sizeof *signed_numbers; i++)
		assert_true(bytes_get_signed(&reader) == signed_numbers[i]);
	assert_true(bytes_get_double(&reader) == -0.1);
	assert_null(bytes_get_text(&reader));
	assert_string_equal(bytes_get_text(&reader), "");
	assert_string_equal(bytes_get_required(&reader), "text");
	size_t size = 0;
	assert_memory_equal(bytes_get_block(&reader, &size), "a\0b", 3);
	assert_int_equal(size, 3);
	bytes_get_block(&reader, &size);
	assert_int_equal(size, 0);
	assert_true(bytes_get_bool(&reader));
	assert_false(reader.failed);
	assert_ptr_equal(reader.at, reader.end);
	buffer_free(&bytes);
	arena_free(arena);
}

static bool fails(const char *bytes, size_t size, void (*read)(struct bytes_reader *))
{
	struct arena *arena = arena_new();
	const unsigned char *data = (const unsigned char *)bytes;
	struct bytes_reader reader = {arena, data, data + size, false};
	read(&reader);
	bool failed = reader.failed && reader.at == reader.end;
	assert_true(bytes_get_unsigned(&reader, 10) == 0);
	arena_free(arena);
	return failed;
}

static void read_small(struct bytes_reader *reader)
{
	bytes_get_unsigned(reader, 5);
}

static void read_text(struct bytes_reader *reader)
{
	bytes_get_text(reader);
}

static void read_block(struct bytes_reader *reader)
{
	size_t size = 1;
	bytes_get_block(reader, &size);
	assert_int_equal(size, 0);
}

static void read_real(struct bytes_reader *reader)
{
	bytes_get_double(reader);
}

static void read_count(struct bytes_reader *reader)
{
	bytes_get_count(reader);
}

static void test_refuses_the_rest(void **state)
{
	(void)state;
	assert_true(fails("\6", 1, read_small));
	assert_true(fails("\x80", 1, read_small));
	assert_true(fails("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 10, read_small));
	assert_true(fails("", 0, read_small));
	assert_true(fails("\5abc", 4, read_text));
	assert_true(fails("\5abc", 4, read_block));
	assert_true(fails("abcdefg", 7, read_real));
	assert_true(fails("\5abc", 4, read_count));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_refuses_the_rest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
