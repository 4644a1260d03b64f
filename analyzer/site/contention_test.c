/* Where threads meet at one address: what a warp's requests count, and what is told of the grid. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/site/contention.h"

struct expected {
	const char *body; /* of a kernel for 16 blocks of 64 threads, with one atomic */
	enum simt_meeting meeting;
	double met_requests, met_lanes;
};

static const struct expected cases[] = {
	{"atomicAdd(f, in[t]);", SIMT_GRID_MEETING, 32, 1024},
	{"if (t < n) atomicAdd(f, in[t]);", SIMT_GRID_MEETING, 32, 1024},
	{"for (int k = 0; k < 2; k++) atomicAdd(&f[k], in[t]);", SIMT_GRID_MEETING, 64, 2048},
	{"atomicAdd(i, 1);", SIMT_GRID_MEETING, 0, 0},
	{"atomicAdd(&f[blockIdx.x], in[t]);", SIMT_WARP_MEETING, 32, 1024},
	{"atomicAdd(&f[t / 32], in[t]);", SIMT_WARP_MEETING, 32, 1024},
	{"if (threadIdx.x < 8) atomicAdd(f, in[t]);", SIMT_WARP_MEETING, 16, 128},
	{"if (in[t] > 0) atomicAdd(f, in[t]);", SIMT_GRID_MEETING, 32, 1024},
	{"if (in[t] > 0) atomicAdd(&f[blockIdx.x], in[t]);", SIMT_WARP_MEETING, 32, 1024},
	{"if (in[t] > 0) atomicAdd(i, 1);", SIMT_GRID_MEETING, 0, 0},
	{"if (threadIdx.x == 0) for (int k = 0; k < 64; k++) atomicAdd(i, k);", SIMT_NO_MEETING, 0, 0},
	{"if (threadIdx.x < 32) for (int k = 0; k < 2; k++) atomicAdd(f, in[k]);", SIMT_WARP_MEETING, 32,
		1024},
	{"atomicAdd(&w[blockIdx.x], (unsigned long long)t);", SIMT_WARP_MEETING, 32, 1024},
	{"atomicAdd(&w[blockIdx.x], 3ull);", SIMT_NO_MEETING, 0, 0},
	{"atomicAdd(&i[blockIdx.x], t);", SIMT_NO_MEETING, 0, 0},
	{"i[t + 99] = atomicAdd(&i[blockIdx.x], t);", SIMT_NO_MEETING, 0, 0},
	{"if (in[t] > 0) i[t + 99] = atomicAdd(&i[blockIdx.x], t);", SIMT_WARP_MEETING, 32, 1024},
	{"if (threadIdx.x == 3) atomicAdd(&f[blockIdx.x], in[t]);", SIMT_NO_MEETING, 0, 0},
	{"atomicAdd(&f[t], in[t]);", SIMT_NO_MEETING, 0, 0},
	{"atomicAdd(&f[i[t]], in[t]);", SIMT_NO_MEETING, 0, 0},
};

static void check(const struct expected *expected)
{
	struct arena *arena = arena_new();
	const char *text = arena_printf(arena,
		"__global__ void k(float *f, int *i, unsigned long long *w, const float *in, int n) { int t "
		"= blockIdx.x * blockDim.x + threadIdx.x; %s }",
		expected->body);
	struct unit_options options = {.path = "meeting.cu",
		.arch = 80,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = text,
		.contents_size = strlen(text)};
	struct unit *unit;
	char *error = NULL;
	assert_int_equal(unit_parse(arena, &options, &unit, &error), 0);
	assert_int_equal(unit->status, UNIT_OK);
	struct simt_launch launch = {.source = LAUNCH_SITE,
		.grid = {16, 1, 1},
		.block = {64, 1, 1},
		.grid_known = true,
		.arguments = ARENA_ARRAY(arena, struct simt_argument, 5)};
	const struct simt_report *report =
		simt_execute(arena, unit->module, unit->module->functions.data[0], &launch);
	const struct simt_site *atomic = NULL;
	for (size_t s = 0; s < report->sites.count; s++)
		if (report->sites.data[s]->kind == SIMT_ATOMIC)
			atomic = report->sites.data[s];
	assert_non_null(atomic);
	if (simt_meeting_of(report, atomic) != expected->meeting)
		fail_msg("%s: meeting %d", expected->body, simt_meeting_of(report, atomic));
	assert_float_equal(atomic->counts.met_requests, expected->met_requests, 0);
	assert_float_equal(atomic->counts.met_lanes, expected->met_lanes, 0);
	unit_close(unit);
	arena_free(arena);
}

static void meetings(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check(&cases[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(meetings)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
