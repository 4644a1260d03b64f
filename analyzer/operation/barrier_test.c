/* Operations on barriers, in every form that they are written in: a line of text for each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/frontend/unit.h"
#include "analyzer/operation/barrier.h"
#include "analyzer/structure/uniform/lanes.h"
#include "analyzer/value/fold.h"

struct listing {
	struct arena *arena;
	const char *text;
	struct ir_uniformity *uniformity;
	const struct ir_function *function;
	bool with_lanes;
};

static const char *number(struct arena *arena, const char *label, const struct ir_barrier_number *number)
{
	if (!number->is_given)
		return "";
	if (number->expr)
		return arena_printf(arena, " %s=?", label);
	return arena_printf(arena, " %s=%lld", label, (long long)number->number);
}

static void list_op(void *context, const struct ir_barrier_op *op, const struct ir_path *path)
{
	static const char *const actions[] = {"none", "init", "inval", "arrive", "arrive+wait", "arrive+drop",
		"wait", "expect", "copy", "join", "named-sync", "named-arrive", "cluster-arrive",
		"cluster-wait"};
	struct listing *listing = context;
	struct arena *arena = listing->arena;
	const struct ir_expr *index = NULL;
	const struct ir_var *root = op->object ? ir_barrier_root(op, &index) : NULL;
	const char *element = "";
	int64_t value;
	if (index)
		element =
			ir_fold_int(index, &value) ? arena_printf(arena, "[%lld]", (long long)value) : "[?]";
	listing->text = arena_printf(arena, "%s%s %s%s%s%s%s%s%s%s%s%s%s%s", listing->text,
		actions[op->action], root ? root->name : "-", element,
		op->offset ? arena_printf(arena, "+%lld", (long long)op->offset) : "",
		number(arena, "n", &op->count), number(arena, "bytes", &op->bytes),
		number(arena, "id", &op->id), number(arena, "parity", &op->parity), op->token ? " token" : "",
		op->is_tried ? " tried" : "", op->is_remote ? " remote" : "", op->is_late ? " late" : "",
		op->is_conditional ? " conditional" : "");
	uint32_t lanes;
	if (listing->with_lanes && ir_active_lanes(listing->uniformity, listing->function, path, &lanes))
		listing->text = arena_printf(arena, "%s lanes=%x", listing->text, lanes);
	listing->text = arena_printf(arena, "%s\n", listing->text);
}

/* `body` is a kernel's, with a barrier of each kind at hand. */
static void check_with(const char *body, const char *expected, bool with_lanes)
{
	static const char frame[] =
		"#include <cuda/barrier>\n#include <cuda/std/barrier>\n#include <cuda/ptx>\n"
		"#include <cuda_awbarrier.h>\n#include <cooperative_groups.h>\n#include <utility>\n"
		"using barrier = cuda::barrier<cuda::thread_scope_block>;\nnamespace ptx = cuda::ptx;\n"
		"struct Stage { barrier full[2]; uint64_t empty[2]; };\n"
		"__global__ void k(int n, unsigned parity, float *out)\n{\n"
		"__shared__ barrier bar;\n__shared__ barrier bars[4];\n__shared__ uint64_t mb;\n"
		"__shared__ uint64_t mbs[4];\n__shared__ Stage stage;\n__shared__ float tile[64];\n"
		"__shared__ nvcuda::experimental::awbarrier aw;\n"
		"auto block = cooperative_groups::this_thread_block();\n%s\n}\n";
	struct listing listing = {.arena = arena_new(), .text = "", .with_lanes = with_lanes};
	char *error = NULL;
	struct unit *unit;
	const char *text = arena_printf(listing.arena, frame, body);
	const struct unit_options options = {.path = "barrier.cu",
		.arch = 90,
		.headers_dir = CUDALINT_SOURCE_DIR "/analyzer/frontend/headers",
		.cache_dir = CUDALINT_TEST_CACHE,
		.contents = text,
		.contents_size = strlen(text)};
	assert_int_equal(unit_parse(listing.arena, &options, &unit, &error), 0);
	const struct ir_module *module = unit->module;
	listing.uniformity = ir_uniformity_new(listing.arena, module);
	for (size_t i = 0; i < module->functions.count; i++) {
		struct ir_barrier_visitor visitor = {listing.arena, list_op, &listing};
		listing.function = module->functions.data[i];
		assert_int_equal(listing.function->body_state, IR_BODY_LOWERED);
		ir_barrier_walk(listing.function, &visitor);
	}
	assert_string_equal(listing.text, expected);
	unit_close(unit);
	arena_free(listing.arena);
}

static void check(const char *body, const char *expected)
{
	check_with(body, expected, false);
}

static void classes(void **state)
{
	(void)state;
	check("init(&bar, blockDim.x); init(bars + 2, 32); bar.arrive_and_wait(); bars[n].arrive_and_drop();",
		"init bar n=?\ninit bars[2] n=32\narrive+wait bar n=1\narrive+drop bars[?] n=1\n");
	check("auto token = bar.arrive(); bar.wait(std::move(token));", "arrive bar n=1\nwait bar token\n");
	check("bar.wait(bar.arrive(3)); while (!bar.try_wait_parity(parity)) {} bar.wait_parity(0);",
		"wait bar token\narrive bar n=3\nwait bar parity=? tried\nwait bar parity=0\n");
	check("new (&bar) barrier(64); auto *p = &stage.full[1]; p->arrive_and_wait(); auto &r = bars[3]; "
	      "r.arrive_and_wait();",
		"init bar n=64\narrive+wait stage[1] n=1\narrive+wait bars[3] n=1\n");
	check("init(&aw, 32); auto t = aw.arrive(); aw.wait(t); aw.arrive_and_wait();",
		"init aw n=32\narrive aw n=1\nwait aw token\narrive+wait aw n=1\n");
}

static void functions(void **state)
{
	(void)state;
	check("auto t = cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile)); "
	      "cuda::device::barrier_expect_tx(bar, n);",
		"arrive bar n=1 bytes=256\nexpect bar bytes=?\n");
	check("cuda::memcpy_async(block, tile, out, 256, bar); cuda::memcpy_async(tile, out, 4, bars[1]);",
		"join bar\njoin bars[1]\n");
	check("cuda::device::memcpy_async_tx(tile, out, cuda::aligned_size_t<16>(256), bar);",
		"copy bar bytes=256\n");
	check("__mbarrier_init(&mb, 32); auto t = __mbarrier_arrive(&mb); while (!__mbarrier_try_wait(&mb, "
	      "t, 10)) {} __mbarrier_inval(&mb);",
		"init mb n=32\narrive mb n=1\nwait mb token tried\ninval mb\n");
	check("ptx::mbarrier_init(&mbs[1], 1); ptx::mbarrier_arrive_expect_tx(ptx::sem_release, "
	      "ptx::scope_cta, ptx::space_shared, &mbs[1], 512); while "
	      "(!ptx::mbarrier_try_wait_parity(&mbs[1], 0)) {}",
		"init mbs[1] n=1\narrive mbs[1] n=1 bytes=512\nwait mbs[1] parity=0 tried\n");
	check("ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, &mb, 2);",
		"arrive mb n=2 remote\n");
	check("ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, out, 256, "
	      "cuda::device::barrier_native_handle(bar)); ptx::cp_async_bulk(ptx::space_global, "
	      "ptx::space_shared, out, tile, 256);",
		"copy bar bytes=256\n");
	check("ptx::barrier_cluster_arrive(); ptx::barrier_cluster_wait();",
		"cluster-arrive -\ncluster-wait -\n");
}

static void assembly(void **state)
{
	(void)state;
	check("unsigned a = (unsigned)__cvta_generic_to_shared(&mbs[2]);\n"
	      "asm volatile(\"mbarrier.init.shared::cta.b64 [%0], %1;\" :: \"r\"(a), \"n\"(4));\n"
	      "asm volatile(\"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0+8], 1024;\" :: \"r\"(a));\n"
	      "asm volatile(\"{ .reg .pred p; W: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p "
	      "bra W; }\" :: \"r\"(a), \"r\"(parity));",
		"init mbs[2] n=4\narrive mbs[2]+8 n=1 bytes=1024\nwait mbs[2] parity=?\n");
	check("unsigned ok; unsigned a = (unsigned)__cvta_generic_to_shared(&mb);\n"
	      "asm volatile(\"{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, "
	      "p; }\" : \"=r\"(ok) : \"r\"(a), \"l\"(0ull));\n"
	      "asm volatile(\"@%0 mbarrier.arrive.shared.b64 _, [%1];\" :: \"r\"(n), \"r\"(a));",
		"wait mb token tried\narrive mb n=1 conditional\n");
	check("unsigned a = (unsigned)__cvta_generic_to_shared(&mb);\n"
	      "asm volatile(\"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], "
	      "%2, [%3];\" :: \"r\"(0), \"l\"(out), \"r\"(4096), \"r\"(a));\n"
	      "asm volatile(\"cp.async.mbarrier.arrive.noinc.shared.b64 [%0];\" :: \"r\"(a));\n"
	      "asm volatile(\"cp.async.mbarrier.arrive.shared.b64 [%0];\" :: \"r\"(a));",
		"copy mb bytes=4096\narrive mb n=1 late\njoin mb n=0\n");
	check("asm volatile(\"bar.sync 1, 128;\"); asm volatile(\"bar.sync %0, %1;\" :: \"r\"(n), "
	      "\"n\"(64)); asm volatile(\"bar.arrive 2, 256; bar.sync 0;\"); asm "
	      "volatile(\"barrier.cluster.arrive.relaxed;\");",
		"named-sync - n=128 id=1\nnamed-sync - n=64 id=?\nnamed-arrive - n=256 id=2\n"
		"named-sync - n=0 id=0\ncluster-arrive -\n");
}

static void who_gets_there(void **state)
{
	(void)state;
	check_with(
		"if (threadIdx.x == 0) init(&bar, 32); __syncthreads(); if (threadIdx.x < 16) bar.arrive(); "
		"bar.arrive_and_wait();",
		"init bar n=32 lanes=1\narrive bar n=1 lanes=ffff\narrive+wait bar n=1 lanes=ffffffff\n",
		true);
}

static void others_are_left_alone(void **state)
{
	(void)state;
	check("struct Mine { void arrive() {} void wait(int) {} } mine; mine.arrive(); mine.wait(2); "
	      "block.sync(); __syncthreads(); asm volatile(\"fence.proxy.async;\"); asm "
	      "volatile(\"bar.warp.sync 0xffffffff;\");",
		"");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(classes),
		cmocka_unit_test(functions),
		cmocka_unit_test(assembly),
		cmocka_unit_test(who_gets_there),
		cmocka_unit_test(others_are_left_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
