/* What is counted of fences and of atomic objects, what they cost, and how often additions to shared memory
 * are tried. */
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
#include "analyzer/site/price/price.h"
#include "model/costs.h"

#define RELAXED ", cuda::memory_order_relaxed"

/* An execution of a kernel for 16 blocks of 64 threads. */
static const struct simt_report *execute(struct arena *arena, const char *body, struct unit **unit_of)
{
	const char *text = arena_printf(arena,
		"#include <cuda/atomic>\n"
		"template <typename T> using ref = cuda::atomic_ref<T, cuda::thread_scope_device>;template "
		"<typename T> using far = cuda::atomic_ref<T>;__device__ void bump(ref<int> at) { "
		"at.fetch_add(1, cuda::memory_order_release); }__global__ void k(int *i, double *d, const "
		"volatile int *v, int n) { __shared__ float s[64]; int t = blockIdx.x * blockDim.x + "
		"threadIdx.x; (void)s; (void)t; %s }",
		body);
	struct unit_options options = {.path = "ordered.cu",
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = text,
		.contents_size = strlen(text)};
	struct unit *unit;
	char *error = NULL;
	assert_int_equal(unit_parse(arena, &options, &unit, &error), 0);
	assert_int_equal(unit->status, UNIT_OK);
	struct simt_launch *launch = ARENA_NEW(arena, struct simt_launch);
	*launch = (struct simt_launch){.source = LAUNCH_SITE,
		.grid = {16, 1, 1},
		.block = {64, 1, 1},
		.grid_known = true,
		.arguments = ARENA_ARRAY(arena, struct simt_argument, 4)};
	const struct ir_function *kernel = NULL;
	*unit_of = unit;
	for (size_t i = 0; i < unit->module->functions.count; i++)
		if (unit->module->functions.data[i]->is_kernel)
			kernel = unit->module->functions.data[i];
	assert_non_null(kernel);
	return simt_execute(arena, unit->module, kernel, launch);
}

/* ---- counts ---------------------------------------------------------------------------------- */

struct expected {
	const char *body; /* with one such operation */
	enum simt_ordered_kind kind;
	enum ir_order order;
	enum ir_scope scope;
	double requests, turns, sectors, passes, unknown;
};

static const struct expected cases[] = {
	{"__threadfence();", SIMT_ORDERED_FENCE, IR_ORDER_SEQ_CST, IR_SCOPE_DEVICE, 32, 1, 0, 0, 0},
	{"for (int k = 0; k < 4; k++) __threadfence_system();", SIMT_ORDERED_FENCE, IR_ORDER_SEQ_CST,
		IR_SCOPE_SYSTEM, 128, 4, 0, 0, 0},
	{"if (threadIdx.x < 32) __threadfence_block();", SIMT_ORDERED_FENCE, IR_ORDER_SEQ_CST, IR_SCOPE_BLOCK,
		16, 1, 0, 0, 0},
	{"ref<int>(i[t]).fetch_add(t" RELAXED ");", SIMT_ORDERED_UPDATE, IR_ORDER_RELAXED, IR_SCOPE_DEVICE,
		32, 1, 128, 128, 0},
	{"far<double>(d[t]).fetch_add(1.0);", SIMT_ORDERED_UPDATE, IR_ORDER_SEQ_CST, IR_SCOPE_SYSTEM, 32, 1,
		256, 256, 0},
	{"ref<int>(*i).fetch_add(1" RELAXED ");", SIMT_ORDERED_UPDATE, IR_ORDER_RELAXED, IR_SCOPE_DEVICE, 32,
		1, 32, 32, 0},
	{"ref<double>(*d).fetch_add(1.0" RELAXED ");", SIMT_ORDERED_UPDATE, IR_ORDER_RELAXED, IR_SCOPE_DEVICE,
		32, 1, 32, 1024, 0},
	{"bump(ref<int>(i[t * 8]));", SIMT_ORDERED_UPDATE, IR_ORDER_RELEASE, IR_SCOPE_DEVICE, 32, 1, 1024,
		1024, 0},
	{"ref<int>(i[v[t]]).fetch_add(1" RELAXED ");", SIMT_ORDERED_UPDATE, IR_ORDER_RELAXED, IR_SCOPE_DEVICE,
		32, 1, 0, 0, 32},
	{"if (threadIdx.x == 0) ref<int>(i[v[t]]).store(1, cuda::memory_order_release);", SIMT_ORDERED_STORE,
		IR_ORDER_RELEASE, IR_SCOPE_DEVICE, 16, 1, 16, 16, 0},
	{"i[t + 999] = ref<int>(*i).load(cuda::memory_order_acquire);", SIMT_ORDERED_LOAD, IR_ORDER_ACQUIRE,
		IR_SCOPE_DEVICE, 32, 1, 32, 1024, 0},
};

static void test_counts(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct expected *expected = &cases[i];
		struct arena *arena = arena_new();
		struct unit *unit;
		const struct simt_report *report = execute(arena, expected->body, &unit);
		print_message("%s\n", expected->body);
		assert_int_equal(report->ordered.count, 1);
		const struct simt_ordered *found = report->ordered.data[0];
		assert_int_equal(found->kind, expected->kind);
		assert_int_equal(found->order, expected->order);
		assert_int_equal(found->scope, expected->scope);
		assert_float_equal(found->counts.requests, expected->requests, 0.01);
		assert_float_equal(found->counts.turns, expected->turns, 0.01);
		assert_float_equal(found->counts.sectors, expected->sectors, 0.01);
		assert_float_equal(found->counts.passes, expected->passes, 0.01);
		assert_float_equal(found->counts.unknown, expected->unknown, 0.01);
		unit_close(unit);
		arena_free(arena);
	}
}

/* Plain objects, locals and what is no atomic order nothing. */
static void test_nothing(void **state)
{
	(void)state;
	static const char *const bodies[] = {
		"i[t] = n;", "atomicAdd(i, 1);", "__syncthreads();", "i[t] = v[t];", "s[threadIdx.x] = n;"};
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		struct arena *arena = arena_new();
		struct unit *unit;
		assert_int_equal(execute(arena, bodies[i], &unit)->ordered.count, 0);
		unit_close(unit);
		arena_free(arena);
	}
}

/* ---- retries --------------------------------------------------------------------------------- */

static double retries_of(const char *body)
{
	struct arena *arena = arena_new();
	struct unit *unit;
	const struct simt_report *report = execute(arena, body, &unit);
	double retries = 0;
	for (size_t i = 0; i < report->sites.count; i++)
		retries += report->sites.data[i]->counts.retries;
	unit_close(unit);
	arena_free(arena);
	return retries / 16;
}

static void test_retries(void **state)
{
	(void)state;
	assert_float_equal(retries_of("atomicAdd(&s[threadIdx.x], 1.0f);"), 1, 0.01);
	assert_float_equal(retries_of("atomicAdd(&s[threadIdx.x % 8], 1.0f);"), 8, 0.01);
	assert_float_equal(retries_of("atomicAdd(&s[0], 1.0f);"), 64, 0.01);
	assert_float_equal(retries_of("if (threadIdx.x < 20) atomicAdd(&s[0], 1.0f);"), 20, 0.01);
	assert_float_equal(
		retries_of("for (int k = 0; k < 3; k++) atomicAdd(&s[threadIdx.x / 32], 1.0f);"), 96, 0.01);
	assert_float_equal(retries_of("atomicAdd((int *)&s[0], 1);"), 0, 0.01);
	assert_float_equal(retries_of("atomicAdd(d, 1.0);"), 0, 0.01);
	assert_float_equal(retries_of("atomicCAS((int *)&s[0], 0, 1);"), 0, 0.01);
}

/* ---- prices ---------------------------------------------------------------------------------- */

static double time_of(const char *body)
{
	struct arena *arena = arena_new();
	struct simt_price price;
	struct unit *unit;
	bool known = price_report(&price, execute(arena, body, &unit), model_chip_find("h100-sxm"), 0);
	unit_close(unit);
	arena_free(arena);
	return known ? price.time.seconds * 1e6 : 0;
}

#define LOOP "for (int k = 0; k < 64; k++) "
#define ADD(scope, order) LOOP scope "<int>(i[t + k * 1024]).fetch_add(t, cuda::memory_order_" order ");"

static void test_prices(void **state)
{
	(void)state;
	double relaxed = time_of(ADD("ref", "relaxed")), release = time_of(ADD("ref", "release")),
	       acq_rel = time_of(ADD("ref", "acq_rel")), seq_cst = time_of(ADD("ref", "seq_cst")),
	       system = time_of(ADD("far", "seq_cst"));
	assert_true(relaxed > 0 && relaxed < release && release < acq_rel && acq_rel < system);
	assert_float_equal(acq_rel, seq_cst, 0.001);
	/* relaxed operations cost the same in every scope */
	assert_float_equal(relaxed, time_of(ADD("far", "relaxed")), 0.001);
	double block = time_of(LOOP "__threadfence_block();"), device = time_of(LOOP "__threadfence();");
	assert_true(block < device && device < time_of(LOOP "__threadfence_system();"));
	/* how many lanes meet, and how often a loop goes round, decides */
	assert_float_equal(time_of("ref<int>(i[v[t]]).fetch_add(1" RELAXED ");"), 0, 0.001);
	assert_float_equal(time_of("for (int k = 0; k < n; k++) __threadfence();"), 0, 0.001);
	double one = time_of(LOOP "atomicAdd(&s[0], 1.0f);"),
	       own = time_of(LOOP "atomicAdd(&s[threadIdx.x], 1.0f);");
	assert_true(own > 0 && one > 3 * own);
}

static void test_each(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct unit *unit;
	const struct simt_report *report = execute(arena, ADD("ref", "seq_cst"), &unit);
	const struct model_arch *arch = model_arch_by_number(90);
	struct price_order fix = {.expr = report->ordered.data[0]->expr, .order = IR_ORDER_RELAXED};
	double now, then;
	assert_true(price_ordered_each(&now, report, arch, &fix, false));
	assert_true(price_ordered_each(&then, report, arch, &fix, true));
	assert_true(now > 1000);
	/* relaxed, it is still to be sent */
	assert_float_equal(then, model_costs_of(arch)->atomic_request.value, 0.001);
	struct simt_saving saving;
	assert_true(price_ordered(&saving, report, &fix, model_chip_find("h100-sxm")));
	assert_true(saving.speedup > 1.5);
	fix.expr = report->kernel->body->expr; /* something else */
	assert_false(price_ordered_each(&now, report, arch, &fix, false));
	unit_close(unit);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_retries),
		cmocka_unit_test(test_prices),
		cmocka_unit_test(test_each),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
