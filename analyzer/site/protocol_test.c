/* What an execution makes of barrier objects: which there are, who uses them, and which never end a phase. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/site/protocol.h"

struct run {
	struct arena *arena;
	struct unit *unit;
	protocol_list protocols;
};

/* `body` is that of a kernel for 128 threads. */
static struct run execute(const char *body)
{
	static const char frame[] =
		"#include <cuda/barrier>\n#include <cuda_awbarrier_primitives.h>\n"
		"using barrier = cuda::barrier<cuda::thread_scope_block>;\n"
		"__device__ unsigned at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }\n"
		"__device__ void elsewhere(barrier *);\n"
		"__global__ void k(float *p, int n)\n{\n__shared__ barrier bar;\n__shared__ barrier "
		"bars[4];\n"
		"__shared__ uint64_t mb;\n%s\n}\nvoid run(float *p, int n) { k<<<1, 128>>>(p, n); }\n";
	struct run run = {.arena = arena_new()};
	char *text = arena_printf(run.arena, frame, body), *error = NULL;
	const struct unit_options options = {.path = "protocol.cu",
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_DIR "/analyzer/frontend/headers",
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = text,
		.contents_size = strlen(text)};
	assert_int_equal(unit_parse(run.arena, &options, &run.unit, &error), 0);
	const struct ir_module *module = run.unit->module;
	const struct ir_query *query = ir_query_new(run.arena, module);
	const struct launch_facts facts = {.query = query};
	for (size_t i = 0; i < module->functions.count; i++) {
		const struct ir_function *kernel = module->functions.data[i];
		launch_list launches = {0};
		if (!kernel->is_kernel)
			continue;
		launches_of(run.arena, &facts, kernel, &launches);
		assert_int_equal(launches.count, 1);
		const struct simt_report *report = simt_execute(run.arena, module, kernel, &launches.data[0]);
		protocols_of(run.arena, report, &run.protocols);
		protocols_starving(run.arena, &run.protocols);
	}
	return run;
}

static void end(struct run *run)
{
	unit_close(run->unit);
	arena_free(run->arena);
}

static void uses_are_sorted_by_barrier(void **state)
{
	(void)state;
	struct run run = execute("if (threadIdx.x < 4) init(&bars[threadIdx.x], 32);\n__syncthreads();\n"
				 "bars[threadIdx.x / 32].arrive_and_wait();\n"
				 "if (threadIdx.x == 0) bars[2].arrive();\n");
	assert_int_equal(run.protocols.count, 4);
	const struct protocol *third = run.protocols.data[2];
	assert_string_equal(protocol_name(run.arena, third), "`bars[2]`");
	assert_int_equal(third->uses.count, 3);
	assert_int_equal(mask_count(&third->uses.data[0].sure), 1);
	assert_true(mask_has(&third->uses.data[0].sure, 2));
	assert_int_equal(mask_count(&third->uses.data[1].may), 32);
	assert_true(mask_has(&third->uses.data[1].may, 64));
	assert_true(mask_has(&third->uses.data[2].sure, 0));
	assert_false(third->is_open);
	int64_t expected;
	assert_true(protocol_expected(third, &expected));
	assert_int_equal(expected, 32);
	assert_int_equal(third->starves, PROTOCOL_GOES_ON);
	end(&run);
}

static void addresses_are_followed(void **state)
{
	(void)state;
	struct run run = execute(
		"unsigned a = at(&mb);\n"
		"if (threadIdx.x == 0)\nasm volatile(\"mbarrier.init.shared::cta.b64 [%0], 128;\" :: "
		"\"r\"(a));\n"
		"__syncthreads();\nasm volatile(\"mbarrier.arrive.shared::cta.b64 _, [%0];\" :: \"r\"(a));\n"
		"barrier *b = bars + 1;\nb->arrive_and_wait();\n"
		"cuda::device::barrier_native_handle(*b);\nif (p[0] > 0) __mbarrier_arrive(&mb);\n");
	assert_int_equal(run.protocols.count, 2);
	assert_string_equal(protocol_name(run.arena, run.protocols.data[0]), "`mb`");
	assert_int_equal(run.protocols.data[0]->uses.count, 3);
	assert_string_equal(protocol_name(run.arena, run.protocols.data[1]), "`bars[1]`");
	const struct protocol_use *maybe = &run.protocols.data[0]->uses.data[2];
	assert_non_null(maybe->logged->event.where.path);
	end(&run);
}

static void what_is_not_seen_leaves_it_open(void **state)
{
	(void)state;
	struct run run =
		execute("if (threadIdx.x == 0) { init(&bar, 128); init(&bars[0], 128); }\n__syncthreads();\n"
			"elsewhere(&bar);\nbar.arrive_and_wait();\nbars[n].arrive_and_wait();\n"
			"mb = 0;\n__mbarrier_arrive(&mb);\n");
	assert_int_equal(run.protocols.count, 3);
	for (size_t i = 0; i < 3; i++)
		assert_true(run.protocols.data[i]->is_open);
	assert_true(run.protocols.data[0]->may_have_init);
	assert_false(run.protocols.data[1]->may_have_init);
	assert_true(run.protocols.data[2]->may_have_init);
	end(&run);
}

static void phases_that_never_end(void **state)
{
	(void)state;
	struct run run = execute(
		"if (threadIdx.x == 0) { init(&bar, 256); init(&bars[0], 128); }\n__syncthreads();\n"
		"for (int i = 0; i < n; i++) { bars[0].arrive_and_wait(); bar.arrive_and_wait(); }\n");
	assert_int_equal(run.protocols.data[0]->starves, PROTOCOL_STARVES);
	assert_int_equal(run.protocols.data[0]->most, 128);
	assert_int_equal(run.protocols.data[1]->starves, PROTOCOL_GOES_ON);
	end(&run);

	/* each waits for the other first */
	run = execute(
		"if (threadIdx.x == 0) { init(&bar, 64); init(&bars[0], 64); }\n__syncthreads();\n"
		"for (int i = 0; i < n; i++) {\nif (threadIdx.x < 64) { bar.wait_parity(false); auto t = "
		"bars[0].arrive(); }\nelse { bars[0].wait_parity(false); auto t = bar.arrive(); } }\n");
	assert_int_equal(run.protocols.data[0]->starves, PROTOCOL_STARVES_TOGETHER);
	assert_int_equal(run.protocols.data[1]->starves, PROTOCOL_STARVES_TOGETHER);
	end(&run);

	/* one side or the other, and a lane may drop out */
	run = execute("if (threadIdx.x == 0) init(&bar, 128);\n__syncthreads();\n"
		      "if (threadIdx.x >= n) { bar.arrive_and_drop(); return; }\nbar.arrive_and_wait();\n");
	assert_int_equal(run.protocols.data[0]->starves, PROTOCOL_GOES_ON);
	end(&run);
	run = execute("if (threadIdx.x == 0) init(&bar, 129);\n__syncthreads();\n"
		      "if (threadIdx.x >= n) { bar.arrive_and_drop(); return; }\nbar.arrive_and_wait();\n");
	assert_int_equal(run.protocols.data[0]->starves, PROTOCOL_STARVES);
	assert_int_equal(run.protocols.data[0]->most, 128);
	end(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(uses_are_sorted_by_barrier),
		cmocka_unit_test(addresses_are_followed),
		cmocka_unit_test(what_is_not_seen_leaves_it_open),
		cmocka_unit_test(phases_that_never_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
