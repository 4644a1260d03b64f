/* Kernels that keep to themselves, and those that don't. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/structure/alone.h"

/* Whether kernel `k` of a source is alone. */
static bool is_alone(const char *source)
{
	struct arena *arena = arena_new();
	struct unit *unit = NULL;
	char *error = NULL;
	const struct unit_options options = {.path = "alone.cu",
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_DIR "/analyzer/frontend/headers",
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = source,
		.contents_size = strlen(source)};
	assert_int_equal(unit_parse(arena, &options, &unit, &error), 0);
	assert_int_equal(unit->status, UNIT_OK);
	const struct ir_query *query = ir_query_new(arena, unit->module);
	bool alone = false, found = false;
	for (size_t i = 0; i < unit->module->functions.count; i++) {
		const struct ir_function *function = unit->module->functions.data[i];
		if (strcmp(function->name, "k") != 0)
			continue;
		alone = ir_is_alone(query, function);
		found = true;
	}
	assert_true(found);
	unit_close(unit);
	arena_free(arena);
	return alone;
}

static void those_that_are(void **state)
{
	(void)state;
	assert_true(
		is_alone("__device__ float twice(float x) { return 2 * x; }\n"
			 "__constant__ float table[32];\n"
			 "__global__ void k(float *out, const float *in) {\n"
			 "  __shared__ float tile[256];\n"
			 "  tile[threadIdx.x] = sqrtf(__ldg(in + threadIdx.x)) + table[threadIdx.x % 32];\n"
			 "  __syncthreads();\n"
			 "  float v = twice(tile[255 - threadIdx.x]);\n"
			 "  v += __shfl_down_sync(0xffffffff, v, 16);\n"
			 "  if (v < 0) printf(\"%f\", v);\n"
			 "  out[threadIdx.x] = v;\n}\n"));
	assert_true(is_alone("template <typename T> __global__ void k(T *out) { out[threadIdx.x] = T(1); }\n"
			     "void f(int *p) { k<<<1, 32>>>(p); }\n"));
}

static void those_that_are_not(void **state)
{
	static const char *const bodies[] = {
		"atomicAdd(out, 1);",
		"*out = 1; __threadfence();",
		"*(volatile int *)out = 1;",
		"while (*(volatile int *)out) ;",
		"asm volatile(\"membar.gl;\");",
		"count = 1;",
		"flag = 1;",
		"set(out);",
		"elsewhere(out);",
		"cuda::atomic_ref<int> ref(*out); ref.fetch_add(1);",
		"__nanosleep(10);",
		"cooperative_groups::this_grid().sync();",
	};
	(void)state;
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		char source[1024];
		snprintf(source, sizeof source,
			"#include <cooperative_groups.h>\n#include <cuda/atomic>\n"
			"__device__ int count;\n__managed__ int flag;\n"
			"__device__ void set(int *p) { atomicExch(p, 1); }\n"
			"__device__ void elsewhere(int *p);\n"
			"__global__ void k(int *out) { %s }\n",
			bodies[i]);
		if (is_alone(source))
			fail_msg("not alone: %s", bodies[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(those_that_are),
		cmocka_unit_test(those_that_are_not),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
