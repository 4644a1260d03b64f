/* Kernels that several threads execute: every rule finds what it finds without them, in the same order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analyzer/engine/wire.h"
#include "analyzer/run/run.h"
#include "rules/registry.h"

/* The result as a worker sends it, less the times. */
static void lint(const char *path, unsigned threads, struct buffer *out)
{
	static const int archs[] = {80, 90};
	struct arena *arena = arena_new();
	struct run_unit_input input = {.parse = {.path = path,
					       .headers_dir = CUDALINT_SOURCE_HEADERS,
					       .cache_dir = CUDALINT_TEST_CACHE},
		.target = {.archs = archs, .arch_count = 2, .cuda_version = 13000},
		.rules = rules_registry,
		.preview = true,
		.threads = threads};
	struct unit_result result;
	char *error = NULL;
	if (run_one(arena, &input, &result, &error))
		fail_msg("%s", error);
	assert_true(result.findings.count > 5);
	result.ms = result.parse_ms = result.lower_ms = result.rules_ms = 0;
	wire_write_unit(out, &result);
	arena_free(arena);
}

static void finds_the_same(void **state)
{
	(void)state;
	static const char *const paths[] = {
		CUDALINT_TESTDATA "/demo/stencil.cu", CUDALINT_TESTDATA "/demo/residual.cu"};
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		struct buffer alone = {0};
		lint(paths[i], 0, &alone);
		for (unsigned threads = 1; threads <= 40; threads += threads < 3 ? 1 : 37) {
			struct buffer together = {0};
			lint(paths[i], threads, &together);
			assert_int_equal(alone.size, together.size);
			assert_memory_equal(alone.data, together.data, alone.size);
			buffer_free(&together);
		}
		buffer_free(&alone);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(finds_the_same)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
