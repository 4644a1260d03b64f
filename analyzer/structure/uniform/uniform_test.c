/* What depends on the thread, and who arrives: sources in which each call of probe(value) is one question. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/structure/uniform/lanes.h"

/* The answers at the probes of a unit, in source order. */
struct answers {
	struct ir_uniformity *uniformity;
	const struct ir_function *function;
	struct arena *arena;
	struct unit *unit;
	size_t count;
	enum ir_variance variance[16];
	size_t divergences[16];
	bool has_lanes[16];
	uint32_t lanes[16];
};

static void ask(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct answers *answers = context;
	if (expr->kind != IR_CALL || strcmp(expr->call->name, "probe") != 0)
		return;
	assert_true(answers->count < 16);
	size_t i = answers->count++;
	answers->variance[i] = ir_variance(answers->uniformity, expr->operands[0]);
	answers->divergences[i] = ir_divergences(answers->uniformity, answers->function, path, NULL, 0);
	answers->has_lanes[i] =
		ir_active_lanes(answers->uniformity, answers->function, path, &answers->lanes[i]);
}

static void setup(struct answers *answers, const char *source)
{
	const struct ir_visitor visitor = {.expr = ask};
	*answers = (struct answers){.arena = arena_new()};
	char *text = arena_printf(answers->arena, "__device__ void probe(int);\n%s", source), *error = NULL;
	const struct unit_options options = {.path = "probe.cu",
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_DIR "/analyzer/frontend/headers",
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = text,
		.contents_size = strlen(text)};
	assert_int_equal(unit_parse(answers->arena, &options, &answers->unit, &error), 0);
	assert_int_equal(answers->unit->status, UNIT_OK);
	const struct ir_module *module = answers->unit->module;
	answers->uniformity = ir_uniformity_new(answers->arena, module);
	for (size_t i = 0; i < module->functions.count; i++) {
		answers->function = module->functions.data[i];
		ir_walk_function(answers->function, &visitor, answers);
	}
}

static void teardown(struct answers *answers)
{
	unit_close(answers->unit);
	arena_free(answers->arena);
}

static void expect_variances(const char *source, const enum ir_variance *expected, size_t count)
{
	struct answers answers;
	setup(&answers, source);
	assert_int_equal(answers.count, count);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(answers.variance[i], expected[i]);
	teardown(&answers);
}

static void expect_divergences(const char *source, const size_t *expected, size_t count)
{
	struct answers answers;
	setup(&answers, source);
	assert_int_equal(answers.count, count);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(answers.divergences[i], expected[i]);
	teardown(&answers);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void values(void **state)
{
	(void)state;
	static const enum ir_variance expected[] = {IR_UNIFORM, IR_LANE_LINEAR, IR_LANE_LINEAR,
		IR_WARP_UNIFORM, IR_WARP_UNIFORM, IR_VARYING, IR_VARYING, IR_UNIFORM, IR_VARYING,
		IR_WARP_UNIFORM};
	expect_variances("__global__ void k(int *data, int n) {\n"
			 "	probe(n * blockIdx.x + gridDim.y);\n"
			 "	probe(threadIdx.x);\n"
			 "	int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
			 "	probe(i);\n"
			 "	probe(i / 32);\n"
			 "	probe(threadIdx.x >> 5);\n"
			 "	probe(threadIdx.x & 31);\n"
			 "	probe(data[threadIdx.x]);\n"
			 "	probe(data[blockIdx.x]);\n"
			 "	probe(atomicAdd(data, 1));\n"
			 "	probe(__any_sync(0xffffffff, i < n));\n"
			 "}\n",
		expected, COUNT(expected));
}

static void conditions_reach_what_they_assign(void **state)
{
	(void)state;
	static const enum ir_variance expected[] = {IR_VARYING, IR_UNIFORM, IR_VARYING, IR_UNIFORM};
	expect_variances(
		"__global__ void k(int *data, int n) {\n"
		"	int a = 0, b = 0, c = 0;\n"
		"	if (threadIdx.x < 5) { a = 1; int inner = 3; inner++; data[0] = inner; }\n"
		"	if (n > 5) b = 1;\n"
		"	for (int i = threadIdx.x; i < n; i += 32) c++;\n"
		"	probe(a); probe(b); probe(c);\n"
		"	if (threadIdx.x < 5) { int d = 0; for (int i = 0; i < n; i++) d++; probe(d); }\n"
		"}\n",
		expected, COUNT(expected));
}

static void helpers_join_their_callers(void **state)
{
	(void)state;
	static const enum ir_variance expected[] = {IR_UNIFORM, IR_VARYING, IR_VARYING, IR_VARYING};
	expect_variances(
		"__device__ void same(int v) { probe(v); }\n"
		"__device__ void mixed(int v) { probe(v); }\n"
		"__device__ void uncalled(int v) { probe(v); }\n"
		"__device__ int lane() { return threadIdx.x % 32; }\n"
		"__global__ void k(int n) { same(n); same(3); mixed(n); mixed(lane()); probe(lane()); }\n",
		expected, COUNT(expected));
}

static void whole_warps_arrive(void **state)
{
	(void)state;
	static const size_t expected[] = {0, 0, 0, 0, 0};
	expect_divergences("__global__ void k(int *data, int n) {\n"
			   "	if (n < 3) return;\n"
			   "	probe(0);\n"
			   "	if (threadIdx.x < 64) probe(1);\n"
			   "	for (int i = threadIdx.x / 32; i < n; i += 8) probe(2);\n"
			   "	for (int i = threadIdx.x; i < n; i += 32) data[i] = 0;\n"
			   "	probe(3);\n"
			   "	do { probe(4); } while (__any_sync(~0u, data[threadIdx.x]));\n"
			   "}\n",
		expected, COUNT(expected));
}

static void parts_of_warps_arrive(void **state)
{
	(void)state;
	static const size_t expected[] = {1, 1, 1, 1, 2, 1, 1};
	expect_divergences("__global__ void k(int *data, int n) {\n"
			   "	if (threadIdx.x < n) probe(0);\n"
			   "	for (int i = threadIdx.x; i < n; i += 32) probe(1);\n"
			   "	for (int i = 0; i < n; i++) { if (data[threadIdx.x]) continue; probe(2); }\n"
			   "	data[0] = n && (threadIdx.x == 0) && (probe(3), true);\n"
			   "	if (data[threadIdx.x]) { if (threadIdx.x & 1) probe(4); }\n"
			   "	if (threadIdx.x == 7) return;\n"
			   "	probe(5);\n"
			   "}\n"
			   "__device__ void uncalled() { probe(6); }\n",
		expected, COUNT(expected));
}

static void conditions_select_lanes(void **state)
{
	(void)state;
	struct answers answers;
	setup(&answers, "__device__ void helper() { probe(0); }\n"
			"__global__ void k(int *data, int n) {\n"
			"	int lane = threadIdx.x % 32;\n"
			"	if (lane < 16) { probe(1); } else if (lane != 31) { probe(2); }\n"
			"	if (threadIdx.x / 32 == 3 && lane == 4) helper();\n"
			"	if (data[lane]) probe(3);\n"
			"	if (lane >= 8) return;\n"
			"	probe(4);\n"
			"}\n");
	assert_int_equal(answers.count, 5);
	static const uint32_t expected[] = {0x10, 0xffff, 0x7fff0000, 0, 0xff};
	for (size_t i = 0; i < 5; i++) {
		assert_int_equal(answers.has_lanes[i], i != 3);
		if (i != 3)
			assert_int_equal(answers.lanes[i], expected[i]);
	}
	teardown(&answers);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(conditions_reach_what_they_assign),
		cmocka_unit_test(helpers_join_their_callers),
		cmocka_unit_test(whole_warps_arrive),
		cmocka_unit_test(parts_of_warps_arrive),
		cmocka_unit_test(conditions_select_lanes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
