/* An estimate of a launch counts what executing it to its end does, where both are possible; and what is
 * assumed where that isn't. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/site/price/estimate.h"
#include "analyzer/site/site.h"

struct example {
	struct arena *arena;
	struct unit *unit;
	struct simt_launch launch;
};

/* A kernel for 16 blocks of 64 threads, whose n is known or (0) isn't. */
static struct example parse(const char *body, int64_t n)
{
	struct example out = {.arena = arena_new()};
	const char *text = arena_printf(out.arena,
		"__global__ void k(float *out, const float *in, const int *pick, int *bins, int n) {"
		" int t = blockIdx.x * blockDim.x + threadIdx.x; float sum = 0; __shared__ float tile[64]; %s"
		" out[t] = sum; }",
		body);
	struct unit_options options = {.path = "estimate.cu",
		.arch = 80,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = text,
		.contents_size = strlen(text)};
	char *error = NULL;
	assert_int_equal(unit_parse(out.arena, &options, &out.unit, &error), 0);
	assert_int_equal(out.unit->status, UNIT_OK);
	struct simt_argument *arguments = ARENA_ARRAY(out.arena, struct simt_argument, 5);
	if (n)
		arguments[4] = (struct simt_argument){.kind = SIMT_ARGUMENT_NUMBER, .value = n};
	out.launch = (struct simt_launch){.source = LAUNCH_SITE,
		.grid = {16, 1, 1},
		.block = {64, 1, 1},
		.grid_known = true,
		.arguments = arguments};
	return out;
}

static void end(struct example *example)
{
	unit_close(example->unit);
	arena_free(example->arena);
}

static const struct simt_report *execute(struct example *example, bool is_estimate)
{
	struct simt_launch *launch = ARENA_NEW(example->arena, struct simt_launch);
	*launch = example->launch;
	launch->is_estimate = is_estimate;
	return simt_execute_counts(
		example->arena, example->unit->module, example->unit->module->functions.data[0], launch);
}

static void near(const char *body, const char *what, double found, double wanted)
{
	if (fabs(found - wanted) > 0.06 * wanted + 1e-9)
		fail_msg("%s: %s %g, executed %g", body, what, found, wanted);
}

static double loaded(const struct simt_work *work, bool distinct)
{
	double sum = 0;
	for (size_t i = 0; i < work->touches.count; i++)
		sum += distinct ? work->touches.data[i].distinct : work->touches.data[i].requested;
	return sum;
}

/* Loops that are short, long, within each other, with steps, with a condition that lanes leave one by one,
 * that halve; barriers; what weighs and what is reached at the end. */
static const char *const loops[] = {
	"for (int i = 0; i < 7; i++) sum += in[i * 64 + t];",
	"for (int i = 0; i < 300; i++) sum += in[i * 64 + t];",
	"for (int i = 0; i < n; i++) sum += in[t * 512 + i];",
	"for (int i = 0; i < n; i++) sum += in[i];",
	"for (int i = 3; i <= n; i += 5) sum += in[i * 32 + threadIdx.x] * 2;",
	"for (int i = 0; i < 40; i++) for (int j = 0; j < 50; j++) sum += in[i * 4096 + j * 64 + threadIdx.x];",
	"for (int i = n - 1; i >= 0; i--) { sum += in[i * 7 + t]; __syncthreads(); }",
	"for (int i = 0; i < (int)threadIdx.x * 8; i++) sum += in[i];",
	"for (int s = 4096; s > 0; s >>= 1) sum += in[s + t];",
	"int i = t; while (i < 40000) { sum += in[i]; i += 1024; }",
	"for (int i = 0; i < n; i++) { tile[threadIdx.x] = in[i * 64 + t]; __syncthreads();"
	" for (int k = 0; k < 30; k++) sum += tile[k]; __syncthreads(); }",
	"int i = 0; do { sum += in[i * 32]; } while (++i < 200);",
	"for (int i = 0; i < n; i++) if (i % 2 == 0) sum += in[i * 64 + t]; else sum += in[t];",
};

static void as_executed(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof loops / sizeof *loops; k++) {
		struct example example = parse(loops[k], 500);
		const struct simt_report *whole = execute(&example, false), *part = execute(&example, true);
		assert_null(part->result.gave_up);
		assert_false(part->result.assumed_turns);
		assert_int_equal(whole->sites.count, part->sites.count);
		for (size_t i = 0; i < whole->sites.count; i++) {
			const struct simt_site *site = whole->sites.data[i],
					       *other = estimate_site(part, site);
			assert_non_null(other);
			if (site->in_symbolic_loop || other->in_symbolic_loop)
				fail_msg("%s: not executed", loops[k]);
			near(loops[k], "requests", other->counts.requests, site->counts.requests);
			near(loops[k], "sectors", other->counts.sectors, site->counts.sectors);
			near(loops[k], "wavefronts", other->counts.wavefronts, site->counts.wavefronts);
			near(loops[k], "extent", (double)(other->high - other->low),
				(double)(site->high - site->low));
		}
		near(loops[k], "barriers", part->barriers, whole->barriers);
		near(loops[k], "additions", part->work.issued[SIMT_OP_FP32],
			whole->work.issued[SIMT_OP_FP32]);
		near(loops[k], "chain", part->work.chain[SIMT_OP_FP32], whole->work.chain[SIMT_OP_FP32]);
		near(loops[k], "loaded", loaded(&part->work, false), loaded(&whole->work, false));
		end(&example);
	}
}

struct assumption {
	const char *body;
	bool grid_known;
	const char *assumed; /* NULL: nothing */
};

static const struct assumption assumptions[] = {
	{"sum = in[t];", true, NULL},
	{"for (int i = 0; i < 300000; i++) sum += in[i];", true, NULL},
	{"for (int i = 0; i < n; i++) sum += in[i];", true,
		"64 turns of loops that don't tell how many they make"},
	{"while (in[t] > sum) sum += in[t];", true, "64 turns of loops that don't tell how many they make"},
	{"sum = in[t];", false, "16384 blocks"},
	{"sum = in[t + blockIdx.y * 4096];", false, "128x128 blocks"},
	{"sum = in[pick[t]];", true, "a sector for every other lane where data chooses the address"},
	{"atomicAdd(&bins[pick[t]], 1);", true, "atomics spread evenly where data chooses their address"},
	{"while (atomicCAS(&bins[0], 0, 1) != 0) ;", true, NULL},
};

static void what_is_assumed(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof assumptions / sizeof *assumptions; k++) {
		const struct assumption *expected = &assumptions[k];
		struct example example = parse(expected->body, 0);
		struct estimate_basis basis;
		example.launch.grid_known = expected->grid_known;
		if (!estimate_basis(&basis, execute(&example, false)))
			fail_msg("%s: no estimate", expected->body);
		if (!expected->assumed != !basis.assumed ||
			(basis.assumed && strcmp(basis.assumed, expected->assumed) != 0))
			fail_msg("%s: %s", expected->body, basis.assumed ? basis.assumed : "nothing assumed");
		end(&example);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(as_executed), cmocka_unit_test(what_is_assumed)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
