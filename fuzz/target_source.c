/* A source through the whole analyzer, in one process: parsed, lowered, executed, linted, fixed. What
 * libclang itself makes of broken code is its own; a worker contains it. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/engine/lint.h"
#include "analyzer/engine/wire.h"
#include "analyzer/finding/apply.h"
#include "analyzer/run/outcome.h"
#include "fuzz/fuzz.h"
#include "fuzz/report.h"
#include "rules/registry.h"

enum { STACK = 256 * 1024 * 1024 }; /* as a worker's, see run/worker_child.c */

struct text {
	const uint8_t *data;
	size_t size;
};

static void check_result(struct arena *arena, const struct unit_result *result, const char *text, size_t size)
{
	struct buffer out = {0}, fixed = {0};
	fix_list fixes = {0};
	wire_write_unit(&out, result);
	struct unit_result *again = wire_read_unit(arena, out.data, out.size);
	FUZZ_CHECK(again && again->findings.count == result->findings.count);
	fixes_gather(arena, &result->findings, FIX_UNSAFE, &fixes);
	fixes_apply(&fixed, "a.cu", text, size, &fixes, NULL);
	buffer_free(&out);
	buffer_free(&fixed);
}

static void *lint(void *context)
{
	static const int archs[] = {70, 80, 90};
	const struct text *given = context;
	struct arena *arena = arena_new();
	struct unit_result result = {0};
	char *error = NULL;
	size_t arch = given->size % 3;
	const char *text = fuzz_text(arena, given->data, given->size);
	struct run_unit_input input = {.parse = {.path = "a.cu",
					       .arch = archs[arch],
					       .headers_dir = CUDALINT_SOURCE_HEADERS,
					       .cache_dir = fuzz_folder(),
					       .contents = text,
					       .contents_size = given->size},
		.target = {.archs = &archs[arch], .arch_count = 1, .cuda_version = 13000},
		.rules = rules_registry,
		.registry = rules_registry,
		.preview = true};
	if (!run_one(arena, &input, &result, &error)) {
		struct unit_result *results = &result;
		struct outcome outcome = {.arena = arena, .count = 1, .paths = &result.path};
		struct run_report report = {0};
		size_t config = 0;
		check_result(arena, &result, text, given->size);
		outcome.configs = &config;
		outcome.results = &results;
		outcome_join(&outcome, true, &report);
		report_print(arena, &report);
	}
	arena_free(arena);
	return NULL;
}

void fuzz_source(const uint8_t *data, size_t size)
{
	struct text text = {data, size};
	pthread_attr_t attributes;
	pthread_t thread;
	setenv("LIBCLANG_NOTHREADS", "1", 1);
	setenv("LIBCLANG_DISABLE_CRASH_RECOVERY", "1", 1);
	FUZZ_CHECK(!pthread_attr_init(&attributes));
	FUZZ_CHECK(!pthread_attr_setstacksize(&attributes, STACK));
	FUZZ_CHECK(!pthread_create(&thread, &attributes, lint, &text));
	pthread_join(thread, NULL);
	pthread_attr_destroy(&attributes);
}
