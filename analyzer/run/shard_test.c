/* The split of files into parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "analyzer/run/shard.h"

enum { FILES = 40 };

/* FILES files of sizes from 0 to 39 kB in a folder of their own. */
static void make_files(struct arena *arena, const char *folder, input_list *inputs)
{
	assert_int_equal(mkdir(folder, 0777), 0);
	for (int i = 0; i < FILES; i++) {
		char *path = arena_printf(arena, "%s/f%02d.cu", folder, i);
		FILE *file = fopen(path, "w");
		assert_non_null(file);
		assert_int_equal(fseek(file, i * 7 % FILES * 1000, SEEK_SET), 0);
		fputc('\n', file);
		fclose(file);
		vec_push(arena, inputs, (struct input){.path = path, .absolute = path});
	}
}

static void remove_files(const input_list *inputs, const char *folder)
{
	for (size_t i = 0; i < inputs->count; i++)
		unlink(inputs->data[i].absolute);
	assert_int_equal(rmdir(folder), 0);
}

static void test_split(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	char folder[] = "/tmp/cudalint-shard-XXXXXX";
	assert_non_null(mkdtemp(folder));
	const char *a = arena_printf(arena, "%s/a", folder);
	const char *b = arena_printf(arena, "%s/much-longer-name", folder);
	input_list first = {0}, second = {0};
	make_files(arena, a, &first);
	make_files(arena, b, &second);
	for (unsigned shards = 1; shards <= 50; shards = shards * 2 + 1) {
		const unsigned *split = shard_assign(arena, &first, shards);
		const unsigned *other = shard_assign(arena, &second, shards);
		size_t bytes[64] = {0}, total = 0;
		assert_memory_equal(split, other, FILES * sizeof *split);
		for (int i = 0; i < FILES; i++) {
			assert_in_range(split[i], 1, shards);
			bytes[split[i]] += (size_t)(i * 7 % FILES) * 1000;
			total += (size_t)(i * 7 % FILES) * 1000;
		}
		for (unsigned k = 1; k <= shards && shards < FILES / 4; k++)
			assert_in_range(bytes[k], total / shards * 4 / 5, total / shards * 5 / 4);
	}
	input_list none = {0};
	assert_non_null(shard_assign(arena, &none, 3));
	remove_files(&first, a);
	remove_files(&second, b);
	rmdir(folder);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_split)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
