/* What the compiler may do to counts: lines that end in `// ?` aren't exact, all others with an access are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/site/site.h"

static const char *const sources[] = {
	/* one piece of 16 bytes; not where members of two elements are neighbours */
	"__global__ void members(float4 *in, float *out) {\n"
	" int i = threadIdx.x;\n"
	" float a = in[i].x;  // ?\n"
	" float b = in[i].y;  // ?\n"
	" float c = in[i + 64].w;\n"
	" float d = in[i + 65].x;\n"
	" out[i] = a + b + c + d;\n"
	"}\n",
	/* all members: counted as one load at the first */
	"__global__ void whole(double2 *in, double *out) {\n"
	" int i = threadIdx.x;\n"
	" double b = in[i].y;\n"
	" double a = in[i].x;\n"
	" out[i] = a + b;\n"
	"}\n",
	/* a branch lies between */
	"__global__ void parted(double2 *in, double *out) {\n"
	" int i = threadIdx.x;\n"
	" double b = in[i].y;  // ?\n"
	" if (i < 32)\n"
	"  b *= 2;\n"
	" double a = in[i].x;  // ?\n"
	" out[i] = a + b;\n"
	"}\n",
	/* an unrolled loop over an aligned row */
	"__global__ void row(float *in, float *out) {\n"
	" __shared__ float t[64][4], u[64][5];\n"
	" int i = threadIdx.x;\n"
	" for (int k = 0; k < 4; k++) {\n"
	"  t[i][k ^ 1] = in[i * 64 + k * 8];  // ?\n"
	"  u[i][k] = in[i * 64 + k * 8 + 4096];\n"
	" }\n"
	" __syncthreads();\n"
	" float sum = 0;\n"
	" for (int k = 0; k < 4; k++)\n"
	"  sum += t[63 - i][k];  // ?\n"
	" for (int k = 0; k < 4; k++)\n"
	"  sum += u[63 - i][k];\n"
	" out[i] = sum;\n"
	"}\n",
	/* neighbours in the first turn alone: the compiler doesn't know the distance */
	"__global__ void tree(float *out) {\n"
	" __shared__ float t[128];\n"
	" int i = threadIdx.x;\n"
	" t[i] = i; t[i + 64] = 1;\n"
	" for (int s = 1; s < 128; s *= 2) {\n"
	"  __syncthreads();\n"
	"  if (2 * s * i + s < 128)\n"
	"   t[2 * s * i] += t[2 * s * i + s];\n"
	" }\n"
	" __syncthreads();\n"
	" if (i == 0) out[0] = t[0];\n"
	"}\n",
	/* what a turn loads the next one has, whatever is stored beside it */
	"__global__ void carried(float *x) {\n"
	" int i = threadIdx.x * 64;\n"
	" for (int k = 0; k < 8; k++) {\n"
	"  float a = x[i + 32 - k];  // ?\n"
	"  float b = x[i + 31 - k];\n"
	"  x[i + 32 - k] = a * b;\n"
	" }\n"
	"}\n",
	/* variables in shared memory are loaded together */
	"__global__ void scalars(int *in, int *out) {\n"
	" __shared__ int from, to;\n"
	" int i = threadIdx.x;\n"
	" if (i == 0) {\n"
	"  from = in[0];   // ?\n"
	"  to = in[1000];  // ?\n"
	" }\n"
	" __syncthreads();\n"
	" if (i < 16)\n"
	"  out[i] = from;  // ?\n"
	" if (i > 48)\n"
	"  out[i] = to;  // ?\n"
	"}\n",
	/* what only a loop needs is loaded by the lanes that enter it */
	"__global__ void entered(const float4 *c, const int *count, float *out) {\n"
	" int i = threadIdx.x;\n"
	" int m = count[i];\n"
	" float4 own = c[i];  // ?\n"
	" float other = out[i + 64];\n"
	" float sum = 0;\n"
	" for (int k = 0; k < m; k++) {\n"
	"  float d = own.x - k;\n"
	"  sum += d * d;\n"
	" }\n"
	" out[i] = sum + other;\n"
	"}\n",
	/* the same of a loop that all lanes enter, or none */
	"__global__ void given(const float *c, int m, float *out) {\n"
	" int i = threadIdx.x;\n"
	" float own = c[i];\n"
	" float sum = 0;\n"
	" for (int k = 0; k < m; k++)\n"
	"  sum += own * k;\n"
	" out[i] = sum;\n"
	"}\n",
	/* the table of a class is read where the call is */
	"struct shape { __device__ virtual ~shape() {} };\n"
	"__global__ void destroy(shape **all) {\n"
	" delete all[threadIdx.x];  // ?\n"
	"}\n",
	/* a variable in shared memory may be loaded before it is needed */
	"__global__ void needed(int *out) {\n"
	" __shared__ int sum;\n"
	" int i = threadIdx.x;\n"
	" if (i == 0)\n"
	"  sum = 3;\n"
	" __syncthreads();\n"
	" bool few = i == 0 && sum < 5;  // ?\n"
	" out[i] = few;\n"
	"}\n",
	/* one load of what is written twice */
	"__global__ void twice(const float *in, float *out, int n) {\n"
	" int at = threadIdx.x;\n"
	" float s = 1;\n"
	" for (int k = 0; k < 8; k++, at += 64) {\n"
	"  s = s * in[at];  // ?\n"
	"  out[at] = s;\n"
	" }\n"
	" s = s * in[at];  // ?\n"
	" out[at] = s + 1;\n"
	"}\n",
	/* a counter that belongs to one thread: the others keep what they had */
	"__global__ void alone(int *out) {\n"
	" __shared__ int t[64];\n"
	" int k, turn, sum = 0;\n"
	" t[threadIdx.x] = threadIdx.x;\n"
	" __syncthreads();\n"
	" for (turn = 0; turn < 2; turn++)\n"
	"  if (threadIdx.x == 0)\n"
	"   for (k = 0; k < 64; k++)\n"
	"    sum += t[k];  // ?\n"
	" out[threadIdx.x] = sum;\n"
	"}\n",
	/* what all arms end with, and what two begin with */
	"__global__ void arms(float *out) {\n"
	" __shared__ float t[64], u[64];\n"
	" int i = threadIdx.x;\n"
	" t[i] = i; u[i] = 1;\n"
	" __syncthreads();\n"
	" float a, b;\n"
	" if (i == 0) {\n"
	"  a = t[i];\n"
	"  b = t[i + 1] - 1;  // ?\n"
	" } else if (i == 63) {\n"
	"  a = t[i - 9];      // ?\n"
	"  b = u[i - 3] - 1;  // ?\n"
	" } else {\n"
	"  a = t[i - 9];      // ?\n"
	"  b = t[i + 1] - 1;  // ?\n"
	" }\n"
	" out[i] = a + b;\n"
	"}\n",
	/* other arms have nothing in common */
	"__global__ void others(float *in, float *out) {\n"
	" int i = threadIdx.x;\n"
	" float a;\n"
	" if (i < 32)\n"
	"  a = in[i];\n"
	" else\n"
	"  a = 1;\n"
	" out[i] = a;\n"
	"}\n",
	/* the first load of a function */
	"__device__ float sum(const float *a, float *b) {\n"
	" float x = *a;  // ?\n"
	" float y = b[3 + threadIdx.x % 32 * 4];\n"
	" return x + y;\n"
	"}\n"
	"__global__ void called(float *in, float *out) {\n"
	" int i = threadIdx.x;\n"
	" float before = in[i + 256];\n"
	" out[i] = before + sum(in + i, in + 512);  // ?\n"
	"}\n",
};

static struct unit *parse(struct arena *arena, const char *source)
{
	const struct unit_options options = {.path = "exact.cu",
		.contents = source,
		.contents_size = strlen(source),
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE};
	struct unit *unit;
	char *error = NULL;
	if (unit_parse(arena, &options, &unit, &error))
		fail_msg("%s", error);
	return unit;
}

static const struct ir_function *kernel_of(const struct ir_module *module)
{
	for (size_t i = 0; i < module->functions.count; i++)
		if (module->functions.data[i]->is_kernel)
			return module->functions.data[i];
	fail_msg("no kernel");
	return NULL;
}

/* Whether the line with this number ends in `// ?`. */
static bool is_marked(const char *source, uint32_t line)
{
	while (--line)
		source = strchr(source, '\n') + 1;
	return strncmp(strchr(source, '\n') - 4, "// ?", 4) == 0;
}

static void check(const char *source)
{
	struct arena *arena = arena_new();
	struct unit *unit = parse(arena, source);
	const struct ir_function *kernel = kernel_of(unit->module);
	const struct simt_launch launch = {.source = LAUNCH_COMMAND_LINE,
		.grid = {1, 1, 1},
		.block = {64, 1, 1},
		.grid_known = true,
		.shared_known = true,
		.arguments = ARENA_ARRAY(arena, struct simt_argument, 4)};
	const struct simt_report *report = simt_execute(arena, unit->module, kernel, &launch);
	bool exact[64], any[64] = {false};
	assert_null(report->result.gave_up);
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		struct ir_place spelling, expansion;
		assert_true(ir_locate(unit->module, site->expr->range, &spelling, &expansion));
		assert_true(expansion.line < 64);
		exact[expansion.line] = (!any[expansion.line] || exact[expansion.line]) && site->exact;
		any[expansion.line] = true;
	}
	for (uint32_t line = 1; line < 64; line++)
		if (any[line] && exact[line] == is_marked(source, line))
			fail_msg("line %u of %s is%s exact", line, kernel->name, exact[line] ? "" : " not");
	unit_close(unit);
	arena_free(arena);
}

static void test_exact(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
		check(sources[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_exact)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
