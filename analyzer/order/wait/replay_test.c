/* Threads that are absent. Kernels with an unknown bound are held against all that the bound can be: what is
 * found with the bound unknown is what is found for some number, no less and no more. */
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

static struct unit *parse(struct arena *arena, const char *text)
{
	struct unit *unit;
	char *error = NULL;
	struct unit_options options = {.path = "replay.cu",
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_HEADERS,
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = text,
		.contents_size = strlen(text)};
	if (unit_parse(arena, &options, &unit, &error))
		fail_msg("%s", error);
	if (unit->status != UNIT_OK)
		fail_msg("%s: %s", text, unit->errors.count ? unit->errors.data[0].message : "not parsed");
	return unit;
}

/* Executes the kernel for blocks of 64 x 1 threads, with a number for its last parameter or (-1) none. */
static struct simt_argument argument(bool known, int64_t value)
{
	return (struct simt_argument){
		.kind = known ? SIMT_ARGUMENT_NUMBER : SIMT_ARGUMENT_UNKNOWN, .value = known ? value : 0};
}

static struct simt_report *execute(struct arena *arena, const struct ir_module *module, int64_t number)
{
	const struct ir_function *kernel = NULL;
	for (size_t i = 0; i < module->functions.count; i++)
		if (module->functions.data[i]->is_kernel)
			kernel = module->functions.data[i];
	struct simt_launch *launch = ARENA_NEW(arena, struct simt_launch);
	struct simt_argument *arguments = ARENA_ARRAY(arena, struct simt_argument, kernel->param_count);
	arguments[kernel->param_count - 1] = argument(number >= 0, number);
	*launch = (struct simt_launch){.source = LAUNCH_COMMAND_LINE,
		.grid = {2, 1, 1},
		.block = {64, 1, 1},
		.grid_known = true,
		.shared_known = true,
		.arguments = arguments};
	return simt_execute(arena, module, kernel, launch);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

#define KERNEL                                                                                               \
	"__global__ void k(int *x, unsigned n) { __shared__ int s[64];"                                      \
	" unsigned t = threadIdx.x, i = blockIdx.x * 64 + t, lane = t % 32; int v = x[t]; "
#define END " s[t] = v; __syncthreads(); x[i] = s[63 - t]; }"

/* What is at fault for some n, if anything is: by the letter of each fault. */
static const char *const bounded[][2] = {
	{KERNEL "if (i < n) __syncthreads();" END, "B"},
	{KERNEL "if (i < n) { __syncthreads(); } else { __syncthreads(); }" END, ""},
	{KERNEL "if (i < n) __syncthreads(); if (i >= n) __syncthreads();" END, ""},
	{KERNEL "if (i < n) __syncthreads(); if (n <= i + 0) __syncthreads();" END, ""},
	{KERNEL "if (i < n) __syncthreads(); if (i > n) __syncthreads();" END, "B"},
	{KERNEL "if (i < n && t > 3) __syncthreads(); else __syncthreads();" END, ""},
	{KERNEL "if (t < 32 && i < n) __syncthreads(); else __syncthreads();" END, ""},
	{KERNEL "if (t < 32 && i < n) __syncthreads(); else v = 1;" END, "B"},
	{KERNEL "if (t < 32 || i < n) v = 1; else __syncthreads();" END, "B"},
	{KERNEL "if (!(t >= 32 || i >= n)) v = __shfl_xor_sync(~0u, v, 1); else v = 1;" END, "N"},
	{KERNEL "if (i >= n) return; s[t] = 1;" END, "L"},
	{KERNEL "if (blockIdx.x >= n) return; s[t] = 1;" END, ""},
	{KERNEL "if (t / 32 < n) v += __shfl_xor_sync(~0u, v, 16);" END, ""},
	{KERNEL "if (t < n) v += __shfl_xor_sync(~0u, v, 16);" END, "N"},
	{KERNEL "if (t < n * 32) v += __shfl_xor_sync(~0u, v, 16);" END, ""},
	{KERNEL "if (t < n * 16) v += __shfl_xor_sync(~0u, v, 16);" END, "N"},
	{KERNEL "if (t >= n) return; v += __shfl_xor_sync(~0u, v, 16);" END, "LS"},
	{KERNEL "if (t >= n) return; v += __shfl_sync(~0u, v, 0);" END, "L"},
	{KERNEL "if (t >= n) return; v += __shfl_sync(~0u, v, 5);" END, "LS"},
	{KERNEL "if (n == t) v = __any_sync(~0u, v);" END, "N"},
	{KERNEL "if (n == t) v = __any_sync(1u << lane, v);" END, ""},
	{KERNEL "if (lane < n) __syncwarp(0xffff); else __syncwarp(0xffff0000);" END, "U"},
	{KERNEL "bool in = i < n; if (in) __syncthreads(); v++; if (!in) __syncthreads();" END, ""},
	{KERNEL "if (i + 1 < n) v = __shfl_down_sync(~0u, v, 1);" END, "N"},
	{KERNEL "if (i < n) { if (i < n + 1) __syncthreads(); } else { __syncthreads(); }" END, ""},
	{KERNEL "if (i < n) { if (i + 1 < n) __syncthreads(); } else { __syncthreads(); }" END, "B"},
	{KERNEL "for (unsigned k = t; k < n; k += 64) { s[t] = k; __syncthreads(); }" END, "B"},
	{KERNEL "for (unsigned k = 0; k < n; k += 64) { s[t] = k; __syncthreads(); }" END, ""},
	{KERNEL "for (unsigned k = t / 32; k < n; k += 2) v += __shfl_sync(~0u, v, 1);" END, ""},
	{KERNEL "for (unsigned k = lane; k < n; k += 32) v += __shfl_sync(~0u, v, 1);" END, "N"},
};

/* Adds the letters of a report's faults to a set. */
static void add_faults(bool *set, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.absences.count; i++)
		set[report->sync.absences.data[i]->fault] = true;
}

static void compare(const char *text, const bool *set, const char *expected, const char *how)
{
	static const char letters[] = "BLKNUMCGS";
	for (unsigned fault = 0; letters[fault]; fault++) {
		if (fault == SYNC_OTHER_CALL)
			continue;
		bool wanted = strchr(expected, letters[fault]);
		if (set[fault] != wanted)
			fail_msg("%s (%s): %c is %s", text, how, letters[fault],
				wanted ? "not found" : "found");
	}
}

static void bounds_are_every_number(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof bounded / sizeof *bounded; i++) {
		const char *text = bounded[i][0], *expected = bounded[i][1];
		struct arena *arena = arena_new();
		struct unit *unit = parse(arena, text);
		bool some[16] = {0}, unknown[16] = {0};
		for (int64_t n = 0; n <= 130; n += n < 70 ? 1 : 15)
			add_faults(some, execute(arena, unit->module, n));
		add_faults(unknown, execute(arena, unit->module, -1));
		compare(text, some, expected, "with numbers");
		compare(text, unknown, expected, "without");
		unit_close(unit);
		arena_free(arena);
	}
}

/* ---- who and how surely ---------------------------------------------------------------------- */

struct expectation {
	const char *text;
	enum sync_fault fault;
	enum sync_belief belief;
	unsigned waits, absent;
};

static const struct expectation expected[] = {
	{KERNEL "if (t < 40) __syncthreads();" END, SYNC_BARRIER, SYNC_PROVEN, 0, 40},
	{KERNEL "if (i < n) __syncthreads();" END, SYNC_BARRIER, SYNC_LIKELY, 0, 63},
	{KERNEL "if (v > 3) __syncthreads();" END, SYNC_BARRIER, SYNC_LIKELY, 0, 63},
	{KERNEL "if (n > 7) { if (t < 40) __syncthreads(); }" END, SYNC_BARRIER, SYNC_PROVEN, 0, 40},
	{KERNEL "if (lane < 8) v = __shfl_xor_sync(~0u, v, 4);" END, SYNC_NAMED, SYNC_PROVEN, 0, 8},
	{KERNEL "v = __shfl_xor_sync(0xff, v, 4);" END, SYNC_UNNAMED, SYNC_PROVEN, 8, 8},
	{KERNEL "if (lane < 8) v = __shfl_sync(0xff, v, 9);" END, SYNC_SOURCE, SYNC_PROVEN, 0, 9},
	{KERNEL "if (lane < 8) __syncwarp(0xff); else __syncwarp();" END, SYNC_OTHER_MASK, SYNC_PROVEN, 8, 0},
};

static void names_threads(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		const struct expectation *one = &expected[i];
		struct arena *arena = arena_new();
		struct unit *unit = parse(arena, one->text);
		const struct simt_report *report = execute(arena, unit->module, -1);
		if (report->sync.absences.count != 1)
			fail_msg("%s: %zu found", one->text, report->sync.absences.count);
		const struct sync_absence *absence = report->sync.absences.data[0];
		if (absence->fault != one->fault || absence->belief != one->belief ||
			absence->waits != one->waits || absence->absent != one->absent)
			fail_msg("%s: fault %d, belief %d, %u waits for %u", one->text, (int)absence->fault,
				(int)absence->belief, absence->waits, absence->absent);
		unit_close(unit);
		arena_free(arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bounds_are_every_number),
		cmocka_unit_test(names_threads),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
