/* Execution against real parses: golden traces of small kernels (testdata/trace), each checked by hand, and
 * kernels that are run once with numbers for their parameters and once without. CUDALINT_UPDATE=1 rewrites
 * the golden files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <unistd.h>

#include "analyzer/base/golden_test.h"
#include "analyzer/frontend/parse_test.h"
#include "analyzer/simt/trace.h"
#include "analyzer/site/site.h"

/* ---- golden traces --------------------------------------------------------------------------- */

static void print_trace(FILE *stream, struct arena *arena, const char *path)
{
	struct unit *unit = parse_whole(arena, path, NULL);
	simt_trace_module(stream, arena, unit->module, NULL);
	unit_close(unit);
}

static void golden_traces(void **state)
{
	(void)state;
	golden_folder("trace", "trace", print_trace, 4);
}

/* ---- with and without numbers ---------------------------------------------------------------- */

static const char *const pairs[] = {
	"__global__ void k(float *out, const float *in, int w, int h) { int x = blockIdx.x * blockDim.x + "
	"threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y; out[x * h + y] = in[y * w + x]; }",
	"__global__ void k(float *out, const float *in, int w, int h) { const float *row = in + blockIdx.y * "
	"w; float *p = out; p += (size_t)blockIdx.y * h; p[threadIdx.x * 2] = row[threadIdx.y * 8 + "
	"threadIdx.x]; }",
	"__global__ void k(float *out, const float *in, int w, int h) { __shared__ float t[16][17]; int x = "
	"threadIdx.x, y = threadIdx.y % 16; t[y][x] = in[(blockIdx.y * w + y) * h + x]; __syncthreads(); if "
	"(x < 4) out[(w - 1) * h + y] = t[x][y]; }",
	"struct S { int w, h; }; __device__ int at(S s, int y, int x) { return y * s.w + x; }__global__ void "
	"k(double *out, const double *in, int w, int h) { S s = {w, h}; out[at(s, threadIdx.y, threadIdx.x) "
	"& ~1] = in[at(s, threadIdx.y, threadIdx.x) / 2]; }",
	"__global__ void k(float4 *out, const float4 *in, int w, int h) { unsigned i = (blockIdx.x * w + "
	"threadIdx.x) * 2u; out[i + h % 4] = in[i >> 1]; }",
};

static struct simt_argument argument(bool known, int64_t value)
{
	return (struct simt_argument){
		.kind = known ? SIMT_ARGUMENT_NUMBER : SIMT_ARGUMENT_UNKNOWN, .value = known ? value : 0};
}

static struct simt_report *execute(struct arena *arena, const struct ir_module *module, bool known)
{
	const struct ir_function *kernel = NULL;
	for (size_t i = 0; i < module->functions.count; i++)
		if (module->functions.data[i]->is_kernel)
			kernel = module->functions.data[i];
	struct simt_launch *launch = ARENA_NEW(arena, struct simt_launch);
	struct simt_argument *arguments = ARENA_ARRAY(arena, struct simt_argument, 4);
	arguments[2] = argument(known, 64);
	arguments[3] = argument(known, 32);
	*launch = (struct simt_launch){.source = LAUNCH_COMMAND_LINE,
		.grid = {4, 2, 1},
		.block = {16, 16, 1},
		.grid_known = true,
		.shared_known = true,
		.arguments = arguments};
	return simt_execute(arena, module, kernel, launch);
}

static void symbolic_equals_concrete(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		struct arena *arena = arena_new();
		struct unit *unit = parse_whole(arena, "pair.cu", pairs[i]);
		struct simt_report *known = execute(arena, unit->module, true);
		struct simt_report *unknown = execute(arena, unit->module, false);
		assert_null(known->result.gave_up);
		assert_null(unknown->result.gave_up);
		assert_int_equal(known->sites.count, unknown->sites.count);
		for (size_t k = 0; k < known->sites.count; k++) {
			const struct simt_site *a = known->sites.data[k], *b = unknown->sites.data[k];
			assert_true(a->expr == b->expr);
			if (a->why || b->why)
				continue;
			assert_float_equal(a->counts.requests, b->counts.requests, 0);
			assert_float_equal(a->counts.sectors, b->counts.sectors, 0);
			assert_float_equal(a->counts.wavefronts, b->counts.wavefronts, 0);
			/* a row of unknown width is a row somewhere */
			if (b->exact)
				assert_true(a->exact);
		}
		unit_close(unit);
		arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(golden_traces),
		cmocka_unit_test(symbolic_equals_concrete),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
