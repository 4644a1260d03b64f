/* Parses that are kept: a text that is edited gives what a parse from the beginning gives, again and again.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/base/buffer.h"
#include "analyzer/frontend/headers_dir.h"
#include "analyzer/frontend/unit.h"
#include "analyzer/frontend/unit_pool.h"
#include "analyzer/ir/print.h"

static char folder[] = "/tmp/cudalint-pool-XXXXXX";

static void write_file(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* What a parse has of the file, as text. */
static char *print(const struct unit_options *options)
{
	struct arena *arena = arena_new();
	struct unit *unit = NULL;
	char *error = NULL, *text = NULL;
	size_t size = 0;
	if (unit_parse(arena, options, &unit, &error))
		fail_msg("%s", error);
	FILE *stream = open_memstream(&text, &size);
	assert_non_null(stream);
	ir_print_module(stream, unit->module);
	fprintf(stream, "status %d, %zu errors, %zu files\n", unit->status, unit->error_count,
		unit->module->files.count);
	for (size_t i = 0; i < unit->errors.count; i++)
		fprintf(stream, "%u: %s\n", unit->errors.data[i].place.line, unit->errors.data[i].message);
	fclose(stream);
	unit_close(unit);
	arena_free(arena);
	return text;
}

/* The same text with the pool and without. */
static void check_same(struct unit_options *options, struct unit_pool *pool, const char *text)
{
	options->contents = text;
	options->contents_size = strlen(text);
	options->pool = pool;
	char *kept = print(options);
	options->pool = NULL;
	char *whole = print(options);
	assert_string_equal(kept, whole);
	free(kept);
	free(whole);
}

static void follows_edits(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	char *error = NULL;
	struct unit_options options = {.path = arena_printf(arena, "%s/a.cu", folder),
		.arch = 90,
		.headers_dir = headers_dir_find(arena, &error),
		.cache_dir = arena_printf(arena, "%s/cache", folder)};
	const char *header = arena_printf(arena, "%s/h.cuh", folder);
	static const char *const texts[] = {
		"#include \"h.cuh\"\n__global__ void k(T *p) { *p = twice(*p); }\n",
		"#include \"h.cuh\"\n__global__ void k(T *p) { p[1] = twice(*p); }\n",
		"#include \"h.cuh\"\n\n__global__ void k(T *p) { missing(*p); }\nint x = ;\n",
		"#include \"h.cuh\"\n#include <cstddef>\n__global__ void k(T *p) { *p = 1; }\n",
		"__global__ void k(float *p) { *p = 1; }\n",
		"#include \"h.cuh\"\n__global__ void k(T *p) { *p = other; }\n__constant__ T other;\n"};
	struct unit_pool *pool = unit_pool_new(arena);
	unit_pool_note_parse(pool, 1e6, true);
	assert_true(unit_pool_keeps(pool));
	write_file(header, "#pragma once\ntypedef float T;\n__device__ T twice(T v) { return v + v; }\n"
			   "__global__ void in_header(T *p) { *p = 2; }\n");
	for (int round = 0; round < 2; round++)
		for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
			check_same(&options, pool, texts[i]);
	/* another header, unsaved and then on disk */
	static const char changed[] =
		"#pragma once\ntypedef double T;\n__device__ T twice(T v) { return 2 * v; }\n";
	struct unit_buffer buffer = {header, changed, sizeof changed - 1};
	options.buffers = &buffer;
	options.buffer_count = 1;
	check_same(&options, pool, texts[0]);
	check_same(&options, pool, texts[1]);
	options.buffer_count = 0;
	check_same(&options, pool, texts[0]);
	write_file(header, "#pragma once\ntypedef int T;\n__device__ T twice(T v) { return v << 1; }\n");
	check_same(&options, pool, texts[1]);
	unit_pool_free(pool);
	arena_free(arena);
}

static void takes_the_faster_way(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct unit_pool *pool = unit_pool_new(arena);
	unit_pool_note_parse(pool, 10, true);
	assert_false(unit_pool_keeps(pool)); /* fast enough */
	unit_pool_note_parse(pool, 1000, false);
	assert_false(unit_pool_keeps(pool)); /* nothing to be gained */
	unit_pool_note_parse(pool, 1000, true);
	assert_true(unit_pool_keeps(pool));
	unit_pool_note_update(pool, 300);
	assert_true(unit_pool_keeps(pool));
	unit_pool_note_update(pool, 990);
	assert_false(unit_pool_keeps(pool));
	unit_pool_note_parse(pool, 1000, true);
	assert_false(unit_pool_keeps(pool)); /* once is enough */
	unit_pool_free(pool);
	arena_free(arena);
}

static int set_up(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	int status = system(arena_printf(arena, "rm -rf %s", folder));
	arena_free(arena);
	return status;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(follows_edits), cmocka_unit_test(takes_the_faster_way)};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
