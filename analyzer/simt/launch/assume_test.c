/* The block that is assumed for kernels that nobody launches, by what their bodies say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/simt/launch/launch.h"

static const char prelude[] = "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
			      "extern __shared__ float s[];\n";

struct choice {
	int64_t block[3];
	const char *text; /* of the kernel's definition, behind `__global__ ` */
};

static struct unit *parse(struct arena *arena, const char *text)
{
	struct unit *unit;
	char *error = NULL;
	struct unit_options options = {.path = "assume.cu",
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = text,
		.contents_size = strlen(text)};
	if (unit_parse(arena, &options, &unit, &error))
		fail_msg("%s: %s", text, error);
	if (unit->status != UNIT_OK)
		fail_msg("%s: %s", text, unit->errors.count ? unit->errors.data[0].message : "not parsed");
	return unit;
}

/* Of the last kernel in the unit. */
static struct simt_launch launch_of(struct arena *arena, const struct unit *unit)
{
	const struct ir_function *kernel = NULL;
	launch_list launches = {0};
	for (size_t i = 0; i < unit->module->functions.count; i++)
		if (unit->module->functions.data[i]->is_kernel)
			kernel = unit->module->functions.data[i];
	assert_non_null(kernel);
	const struct launch_facts facts = {.query = ir_query_new(arena, unit->module)};
	launches_of(arena, &facts, kernel, &launches);
	assert_int_equal(launches.count, 1);
	return launches.data[0];
}

static void expect(const char *text, const int64_t block[3])
{
	struct arena *arena = arena_new();
	struct unit *unit = parse(arena, text);
	struct simt_launch launch = launch_of(arena, unit);
	if (memcmp(launch.block, block, sizeof launch.block) != 0)
		fail_msg("%s\n%dx%dx%d, not %dx%dx%d", text, (int)launch.block[0], (int)launch.block[1],
			(int)launch.block[2], (int)block[0], (int)block[1], (int)block[2]);
	assert_false(launch.contradicted);
	unit_close(unit);
	arena_free(arena);
}

static void expect_all(const struct choice *choices, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct arena *arena = arena_new();
		expect(arena_printf(arena, "%s%s", prelude, choices[i].text), choices[i].block);
		arena_free(arena);
	}
}

#define EXPECT_ALL(choices) expect_all(choices, sizeof(choices) / sizeof *(choices))

/* Only threadIdx.x. */
static void lines_of_threads(void **state)
{
	(void)state;
	static const struct choice choices[] = {
		{{256, 1, 1},
			"__global__ void k(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 0; }"},
		{{128, 1, 1}, "__global__ void k(float *x) { x[blockIdx.x * 128 + threadIdx.x] = 0; }"},
		{{64, 1, 1}, "__global__ void k(float *x) { x[(blockIdx.x << 6 | threadIdx.x) + 3] = 0; }"},
		{{256, 1, 1},
			"__global__ void k(float *x) { for (int i = 0; i < 8; i++) x[blockIdx.x * 2048 + "
			"threadIdx.x * 8 + i] = 0; }"},
		{{512, 1, 1}, "__global__ void k(float *x, int n) { for (int i = threadIdx.x; i < n; i += "
			      "512) x[i] = 0; }"},
		{{128, 1, 1}, "__global__ void k(float *x, int n) { int i = threadIdx.x; while (i < n) { "
			      "x[i] = 0; i += 128; } }"},
		{{128, 1, 1},
			"__global__ void k(float *x) { int w = blockIdx.x * 4 + threadIdx.x / 32; x[w * 32 + "
			"threadIdx.x % 32] = 1; }"},
		{{64, 1, 1}, "__global__ void k(int *o) { __shared__ int h[64]; h[threadIdx.x] = 0; "
			     "__syncthreads(); o[threadIdx.x] = h[63 - threadIdx.x]; }"},
		{{256, 1, 1}, "__global__ void k(float *x) { if (threadIdx.x < 8) x[blockIdx.x * 8 + "
			      "threadIdx.x] = 2; }"},
		{{512, 1, 1}, "__global__ void k(float *x) { if (threadIdx.x < 512) x[threadIdx.x] = 2; }"},
		{{64, 1, 1}, "__global__ void k(float *x) { if (blockDim.x != 64) __trap(); x[threadIdx.x] = "
			     "0; }"},
		{{256, 1, 1}, "__global__ void k(float *x) { x[blockIdx.x * blockDim.x * blockDim.y + "
			      "threadIdx.x] = 0; }"},
		{{256, 1, 1}, "__global__ void k(float *x) { int i = blockIdx.x * 512 + threadIdx.x; x[i] += "
			      "x[i + 256]; }"},
		{{256, 1, 1}, "__global__ void k(float *x, int n) { if (threadIdx.x / 32 == 0) for (int j = "
			      "0; j < n; j++) x[threadIdx.x + j * 32] = 0; }"},
		{{256, 1, 1}, "__global__ void k(float *x) { __shared__ float w[32]; if (threadIdx.x % 32 == "
			      "0) w[threadIdx.x / 32] = x[0]; x[0] = w[0]; }"},
		{{1024, 1, 1}, "__global__ void __launch_bounds__(1024) k(float *x) { x[threadIdx.x] = 0; }"},
		{{128, 1, 1}, "template <int N> __global__ void k(float *x) { for (int i = threadIdx.x; i < "
			      "N; i += 128) x[i] = 0; }"},
	};
	EXPECT_ALL(choices);
}

static void rows_of_threads(void **state)
{
	(void)state;
	static const struct choice choices[] = {
		{{32, 8, 1},
			"__global__ void k(float *x, int w) { x[(blockIdx.y * blockDim.y + threadIdx.y) * w "
			"+ blockIdx.x * blockDim.x + threadIdx.x] = 0; }"},
		{{32, 4, 1}, "__global__ void k(float *x) { int row = blockIdx.x * 4 + threadIdx.y; x[row * "
			     "32 + threadIdx.x] = 0; }"},
		{{16, 16, 1}, "__global__ void k(float *x) { x[threadIdx.x * 16 + threadIdx.y] = 0; }"},
		{{64, 4, 1}, "__global__ void k(float *x) { x[threadIdx.y * 64 + threadIdx.x] = 0; }"},
		{{64, 4, 1}, "__global__ void k(float *x, int n) { for (int i = threadIdx.y * 64 + "
			     "threadIdx.x; i < n; i += blockDim.y * 64) x[i] = 0; }"},
		{{32, 16, 1},
			"__global__ void k(float *x) { if (blockDim.x != 32 || blockDim.y != 16) return; "
			"x[threadIdx.y * blockDim.x + threadIdx.x] = 0; }"},
		{{32, 4, 1}, "__global__ void k(float *x, int n) { int t = threadIdx.y * 32 + threadIdx.x; "
			     "for (int i = t; i < n; i += 128) x[i] = 0; }"},
		{{32, 8, 1},
			"__global__ void k(float *x) { __shared__ float t[32][33]; int c = blockIdx.x * 32 + "
			"threadIdx.x; for (int j = threadIdx.y; j < 32; j += 8) t[j][threadIdx.x] = x[j * 32 "
			"+ c]; __syncthreads(); x[c] = t[threadIdx.x][threadIdx.y]; }"},
		{{32, 8, 1},
			"template <typename T> __global__ void k(T *x) { float *row = s + threadIdx.y * 32; "
			"row[threadIdx.x] = x[threadIdx.x]; float v = row[0]; for (int o = 16; o; o /= 2) v "
			"+= __shfl_xor_sync(~0u, v, o); }"},
		{{16, 16, 1},
			"__global__ void k(const float *x, float *o, int w) { __shared__ float t[18][18]; "
			"int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y; "
			"t[threadIdx.y + 1][threadIdx.x + 1] = x[r * w + c]; if (threadIdx.x == 15) "
			"t[threadIdx.y + 1][17] = 0; }"},
		{{32, 16, 1}, "__global__ void k(float *x) { if (threadIdx.y < 16) x[threadIdx.y] = "
			      "threadIdx.x; }"},
		{{32, 4, 1}, "__global__ void __launch_bounds__(128) k(float *x) { x[threadIdx.y] = "
			     "threadIdx.x; }"},
		{{8, 8, 4}, "__global__ void k(float *x) { x[threadIdx.z * 64 + threadIdx.y * 8 + "
			    "threadIdx.x] = 1; __shared__ float t[4]; t[threadIdx.z] = 0; }"},
	};
	EXPECT_ALL(choices);
}

static void helpers_and_groups(void **state)
{
	(void)state;
	static const struct choice choices[] = {
		{{32, 8, 1}, "__device__ float &at(float (&t)[8][33], int r, int c) { return t[r][c]; "
			     "}__global__ void k(float *x) { __shared__ float t[8][33]; at(t, threadIdx.y, "
			     "threadIdx.x) = 1; x[0] = t[0][0]; }"},
		{{64, 1, 1},
			"__device__ void clear(float *x, int i, int n) { for (; i < n; i += 64) x[i] = 0; "
			"}__global__ void k(float *x, int n) { clear(x, threadIdx.x, n); }"},
		{{32, 4, 1}, "__device__ int warp() { return threadIdx.y; }__global__ void k(float *x) { "
			     "x[(blockIdx.x * 4 + warp()) * 32 + threadIdx.x] = 0; }"},
		{{32, 8, 1}, "__global__ void k(float *x) { cg::thread_block b = cg::this_thread_block(); "
			     "dim3 i = b.thread_index(); __shared__ float t[8][32]; t[i.y][i.x] = x[0]; "
			     "b.sync(); x[i.y * 32 + i.x] = t[0][0]; }"},
		{{128, 1, 1}, "__global__ void k(float *x, int n) { auto b = cg::this_thread_block(); for "
			      "(int i = b.thread_rank(); i < n; i += 128) x[i] = 0; }"},
	};
	EXPECT_ALL(choices);
}

/* A block is tried, and a smaller one taken where threads would pass an array. */
static void arrays_that_are_passed(void **state)
{
	(void)state;
	static const struct choice choices[] = {
		{{128, 1, 1}, "__global__ void k(float *x) { __shared__ float w[4]; float v = "
			      "x[threadIdx.x]; v += __shfl_down_sync(~0u, v, 16); if (threadIdx.x % 32 == 0) "
			      "w[threadIdx.x / 32] = v; __syncthreads(); x[0] = w[0]; }"},
		{{64, 1, 1}, "__global__ void k(float *x, int n) { __shared__ float t[64]; float *p = t; if "
			     "(blockIdx.x * 64 * n + threadIdx.x < n) p[threadIdx.x] = 0; x[0] = t[0]; }"},
		{{256, 1, 1}, "__global__ void k(float *x, int n) { __shared__ float t[51]; if (threadIdx.x "
			      "< n) t[threadIdx.x + 1] = 0; x[0] = t[0]; }"},
		{{32, 4, 1}, "struct tile { float rows[4][32]; };__global__ void k(float *x, int n) { "
			     "__shared__ tile t; int r = threadIdx.y, c = threadIdx.x; if (r < n) "
			     "t.rows[r][c] = x[c]; __syncthreads(); x[c] = t.rows[0][c]; }"},
	};
	EXPECT_ALL(choices);
}

/* No block keeps within an array that the second thread passes; where all threads pass it, no other block
 * would help. */
static void code_against_any_block(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct unit *unit = parse(arena, "__global__ void k(float *x) { __shared__ float t[32]; "
					 "t[threadIdx.x * 40] = x[threadIdx.x]; x[0] = t[0]; }");
	assert_true(launch_of(arena, unit).contradicted);
	unit_close(unit);
	unit = parse(arena, "__global__ void k(float *x) { __shared__ float t[32]; t[threadIdx.x + 32] = "
			    "x[threadIdx.x]; x[0] = t[0]; }");
	assert_false(launch_of(arena, unit).contradicted);
	unit_close(unit);
	arena_free(arena);
}

/* A launch tells some extents; the body the others. */
static void launches_that_tell_a_part(void **state)
{
	(void)state;
	expect("__global__ void k(float *x) { x[threadIdx.y * blockDim.x + threadIdx.x] = 0; }void run(float "
	       "*x, int rows) { dim3 b(64, rows); k<<<1, b>>>(x); }",
		(const int64_t[]){64, 4, 1});
	expect("__global__ void k(float *x) { x[blockIdx.x * 128 + threadIdx.x] = 0; }void run(float *x, int "
	       "n) { k<<<1, n>>>(x); }",
		(const int64_t[]){128, 1, 1});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_of_threads),
		cmocka_unit_test(rows_of_threads),
		cmocka_unit_test(helpers_and_groups),
		cmocka_unit_test(arrays_that_are_passed),
		cmocka_unit_test(code_against_any_block),
		cmocka_unit_test(launches_that_tell_a_part),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
