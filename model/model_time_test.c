/* Tests of prices: the tables, single operations, the properties that any estimate must have, and textbook
 * pairs of a slow and a fast kernel. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/costs.h"
#include "model/kernel_time.h"

#include <math.h>

/* A matrix of 4096 x 4096 floats, 64 MB: the inputs of most kernels below. */
#define ELEMENTS (4096.0 * 4096)
#define WARPS (ELEMENTS / 32)

static const struct model_chip *chip(const char *name)
{
	const struct model_chip *found = model_chip_find(name);
	assert_non_null(found);
	return found;
}

static double seconds(const struct model_work *work)
{
	return model_kernel_time(chip("h100-sxm"), work).seconds;
}

static enum model_bound bound(const struct model_work *work)
{
	return model_kernel_time(chip("h100-sxm"), work).bound;
}

static void expect_speedup(
	const struct model_work *slow, const struct model_work *fast, double low, double high)
{
	double speedup = model_speedup(chip("h100-sxm"), slow, fast);
	if (speedup < low || speedup > high)
		print_error("speed-up %g is not in %g to %g\n", speedup, low, high);
	assert_true(speedup >= low && speedup <= high);
}

/* out[i] = in[i], a float per thread. */
static struct model_work copy(double elements, int block_threads)
{
	double warps = elements / 32;
	struct model_traffic rows = {.requests = warps, .sectors = 4 * warps, .wavefronts = warps};
	return (struct model_work){
		.blocks = (uint64_t)(elements / block_threads),
		.block_threads = block_threads,
		.instructions = 14 * warps,
		.integers = 6 * warps,
		.load = rows,
		.store = rows,
		.read_bytes = 4 * elements,
		.write_bytes = 4 * elements,
		.chain = {.alu = 8, .global = 1},
	};
}

/* A transpose through a tile of 32 x 32 floats by blocks of 32 x 8, with so many wavefronts per column. */
static struct model_work tiled_transpose(double wavefronts)
{
	struct model_work work = copy(ELEMENTS, 256);
	work.blocks /= 4;
	work.instructions = 20 * WARPS;
	work.static_shared = 32 * 33 * 4;
	work.shared_requests = 2 * WARPS;
	work.shared_wavefronts = (1 + wavefronts) * WARPS;
	work.chain = (struct model_chain){.alu = 20, .global = 1, .shared = 1, .barriers = 1};
	return work;
}

static void costs_are_sane(void **state)
{
	(void)state;
	for (size_t i = 0; i < model_arch_count(); i++) {
		const struct model_costs *costs = model_costs_of(model_arch_at(i));
		assert_true(costs->cc <= model_arch_at(i)->cc);
		const struct model_number *first = &costs->dram_efficiency;
		size_t count =
			(sizeof(*costs) - offsetof(struct model_costs, dram_efficiency)) / sizeof(*first);
		for (size_t k = 0; k < count; k++)
			assert_true(first[k].value > 0 && first[k].evidence != MODEL_UNKNOWN);
		assert_true(costs->dram_efficiency.value < 1 && costs->l2_local.value <= 1);
		assert_true(costs->dram_fetch.value == 32 || costs->dram_fetch.value == 64);
		assert_true(costs->atomic_latency.value >= model_arch_at(i)->latency_l2.value);
		assert_true(costs->fence_device.value < costs->fence_system.value);
	}
	assert_int_equal(model_costs_of(model_arch_find("sm_87"))->cc, 86);
	assert_int_equal(model_costs_of(model_arch_find("sm_121"))->cc, 120);
}

/* Against the medians of SyncPerformance for an A100, within a fifth or three cycles. */
static void sync_as_measured(void **state)
{
	(void)state;
	static const struct {
		enum model_sync kind;
		double cycles[5]; /* for 1, 4, 8, 16 and 32 warps */
	} rows[] = {
		{MODEL_SYNC_WARP, {5, 5, 5, 5, 7}},
		{MODEL_SYNC_BLOCK, {23, 29, 37, 53, 85}},
		{MODEL_SYNC_SHUFFLE, {25, 25, 25, 25, 31}},
		{MODEL_SYNC_SHUFFLE_WIDE, {25, 25, 26, 32, 63}},
		{MODEL_SYNC_VOTE, {6, 6, 6, 8, 16}},
		{MODEL_SYNC_MATCH, {199, 199, 255, 512, 1023}},
		{MODEL_SYNC_FENCE_DEVICE, {773, 791, 791, 791, 700}},
	};
	static const int warps[] = {1, 4, 8, 16, 32};
	const struct model_arch *arch = model_arch_find("sm_80");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		for (size_t k = 0; k < 5; k++) {
			double measured = rows[i].cycles[k];
			double error = fabs(model_sync_cycles(arch, rows[i].kind, warps[k]) - measured);
			assert_true(error <= 3 || error <= measured / 5);
		}
	}
	assert_true(model_sync_cycles(arch, MODEL_SYNC_FENCE_SYSTEM, 1) > 3000);
	assert_true(model_sync_cycles(arch, MODEL_SYNC_FENCE_BLOCK, 32) < 200);
}

static void nothing_to_price(void **state)
{
	(void)state;
	struct model_work work = copy(ELEMENTS, 256);
	struct model_work other = work;
	other.blocks = 0;
	assert_true(seconds(&other) == 0);
	assert_int_equal(bound(&other), MODEL_BOUND_NONE);
	other = work;
	other.block_threads = 2048;
	assert_true(seconds(&other) == 0);
	other.block_threads = 0;
	assert_true(seconds(&other) == 0);
	other = work;
	other.dynamic_shared = 1 << 20;
	assert_true(seconds(&other) == 0);
	assert_true(model_speedup(chip("h100-sxm"), &work, &other) == 1);
	assert_true(model_speedup(chip("h100-sxm"), &work, &work) == 1);
	assert_string_equal(model_bound_name(bound(&work)), "dram");
	assert_string_equal(model_bound_name(MODEL_BOUND_LAUNCH), "launch");
	assert_string_equal(model_bound_name(MODEL_BOUND_COUNT), "none");
}

/* A stream runs at DRAM's speed, on every chip, and never above it. */
static void streams_run_at_dram_speed(void **state)
{
	(void)state;
	for (size_t i = 0; i < model_chip_count(); i++) {
		const struct model_chip *each = model_chip_at(i);
		struct model_work work = copy(16 * ELEMENTS, 256);
		struct model_time time = model_kernel_time(each, &work);
		double share = time.dram_bytes / time.seconds / (each->dram_gbs.value * 1e9);
		assert_true(time.dram_bytes == 2 * 4 * 16 * ELEMENTS);
		assert_true(share > 0.35 && share < 1);
	}
	struct model_work work = copy(ELEMENTS, 256);
	assert_int_equal(bound(&work), MODEL_BOUND_DRAM);
	/* 63 us by measured/pairs-h100.tsv, stride8_load */
	assert_true(seconds(&work) > 55e-6 && seconds(&work) < 70e-6);
}

/* Whatever is added to a launch, it doesn't get faster. */
static void more_work_is_never_faster(void **state)
{
	(void)state;
	const struct model_work base = tiled_transpose(1);
	struct model_work more;
	double *const counts[] = {&more.instructions, &more.fp32, &more.integers, &more.fp64, &more.sfu,
		&more.shuffles, &more.load.sectors, &more.load.wavefronts, &more.store.sectors,
		&more.store.wavefronts, &more.read_bytes, &more.read_fetch_bytes, &more.write_bytes,
		&more.partial_bytes, &more.shared_wavefronts, &more.shared_atomic_wavefronts,
		&more.constant_requests, &more.constant_uniform, &more.barriers, &more.load.lines,
		&more.store.lines, &more.atomic_hottest_float, &more.local_stored, &more.atomic_requests,
		&more.atomic_passes, &more.atomic_hottest, &more.atomic_used, &more.atomic_cas,
		&more.atomic_crowded, &more.local.sectors, &more.local.wavefronts, &more.chain.alu,
		&more.chain.fp64, &more.chain.sfu, &more.chain.global, &more.chain.local, &more.chain.shared,
		&more.chain.constant, &more.chain.atomics, &more.chain.shuffles, &more.chain.barriers,
		&more.chain.other};
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		more = base;
		double before = seconds(&base);
		for (double added = 1; added < 1e9; added *= 10) {
			*counts[i] += added;
			double after = seconds(&more);
			assert_true(after >= before * (1 - 1e-12) && isfinite(after));
			before = after;
		}
	}
	more = base;
	more.l1_reuse = 0.5;
	assert_true(seconds(&more) <= seconds(&base));
	more.resident = 1;
	assert_true(seconds(&more) < seconds(&base));
}

/* Blocks fill the SMs one by one; one more than the SMs hold starts a second wave. */
static void small_grids_and_waves(void **state)
{
	(void)state;
	struct model_work work = {
		.blocks = 1, .block_threads = 256, .chain = {.alu = 20000, .barriers = 100}};
	double one = seconds(&work);
	work.blocks = 132;
	assert_true(seconds(&work) < 1.01 * one);
	work.blocks = 132 * 8;
	assert_true(seconds(&work) < 1.02 * one);
	struct model_time time = model_kernel_time(chip("h100-sxm"), &work);
	assert_true(time.waves == 1 && time.tail == 1);
	assert_int_equal(time.bound, MODEL_BOUND_LATENCY);
	work.blocks++;
	time = model_kernel_time(chip("h100-sxm"), &work);
	assert_true(time.waves == 2 && time.tail < 0.9);
	assert_true(time.seconds > 1.8 * one);

	/* Work of the SMs themselves: 133 equal blocks take as long as 264. */
	struct model_work busy = {.blocks = 132, .block_threads = 1024, .fp32 = 132 * 32 * 1e5};
	double full = seconds(&busy);
	busy.blocks = 133;
	busy.fp32 = 133 * 32 * 1e5;
	assert_true(seconds(&busy) > 1.8 * full);
	assert_int_equal(bound(&busy), MODEL_BOUND_ISSUE);
}

/* One block has one SM's bandwidth, not the chip's. */
static void one_block_is_no_chip(void **state)
{
	(void)state;
	struct model_work work = copy(1 << 20, 1024);
	work.blocks = 1;
	struct model_time time = model_kernel_time(chip("h100-sxm"), &work);
	assert_true(time.dram_bytes / time.seconds < 0.25e12);
	struct model_work spread = copy(1 << 20, 1024);
	expect_speedup(&work, &spread, 4, 132);
}

/* Little's law: too few warps, and waiting for memory shows. */
static void low_occupancy_waits(void **state)
{
	(void)state;
	struct model_work full = copy(ELEMENTS, 256);
	struct model_work starved = full;
	starved.dynamic_shared = 160 * 1024;
	assert_int_equal(bound(&starved), MODEL_BOUND_LATENCY);
	expect_speedup(&starved, &full, 3, 8);
	starved.dynamic_shared = 0;
	starved.registers_per_thread = 255;
	assert_int_equal(bound(&starved), MODEL_BOUND_LATENCY);

	struct model_work tiny = copy(ELEMENTS, 32);
	expect_speedup(&tiny, &full, 1.2, 8);
}

/* Strided reads fetch what nobody wants. */
static void strided_against_coalesced(void **state)
{
	(void)state;
	struct model_work fast = copy(ELEMENTS, 256);
	struct model_work slow = fast;
	slow.load.sectors = 32 * WARPS;
	slow.load.wavefronts = 8 * WARPS;
	slow.read_bytes *= 8; /* in[8 * i] */
	assert_int_equal(bound(&slow), MODEL_BOUND_DRAM);
	expect_speedup(&slow, &fast, 2.9, 3.8);

	/* The same array in structs of 8 floats that are all used: L1 holds them between the loads. */
	struct model_work soa = copy(ELEMENTS / 8, 256);
	soa.load = (struct model_traffic){.requests = WARPS, .sectors = 4 * WARPS, .wavefronts = WARPS};
	soa.read_bytes = 4 * ELEMENTS;
	struct model_work aos = soa;
	aos.load = (struct model_traffic){.requests = WARPS, .sectors = 32 * WARPS, .wavefronts = 8 * WARPS};
	aos.l1_reuse = model_l1_reuse(32, 4, 2048 * 32, 256 * 1024);
	assert_true(aos.l1_reuse == 7.0 / 8);
	expect_speedup(&aos, &soa, 1, 2);
}

/* The ladder: naive, tile with conflicts, padded tile, copy. Each step is faster, the last two nearly equal.
 */
static void transpose_ladder(void **state)
{
	(void)state;
	struct model_work naive = copy(ELEMENTS, 256);
	naive.store.sectors = 32 * WARPS;
	naive.store.wavefronts = 32 * WARPS;
	struct model_work conflicts = tiled_transpose(32);
	struct model_work padded = tiled_transpose(1);
	struct model_work plain = copy(ELEMENTS, 256);
	assert_int_equal(bound(&naive), MODEL_BOUND_L2);
	assert_int_equal(bound(&conflicts), MODEL_BOUND_L1);
	assert_int_equal(bound(&padded), MODEL_BOUND_DRAM);
	expect_speedup(&naive, &conflicts, 1.5, 3);
	expect_speedup(&conflicts, &padded, 1.2, 2);
	expect_speedup(&naive, &padded, 2.5, 5);
	expect_speedup(&padded, &plain, 0.8, 1.1);
}

/* A sum into one counter: each lane, each warp, each block. */
static void atomics_on_one_address(void **state)
{
	(void)state;
	struct model_work lanes = copy(ELEMENTS, 256);
	lanes.store = (struct model_traffic){0};
	lanes.write_bytes = 0;
	lanes.atomic_requests = WARPS;
	lanes.atomic_passes = lanes.atomic_hottest = 32 * WARPS;
	struct model_work warps = lanes;
	warps.atomic_passes = warps.atomic_hottest = WARPS;
	struct model_work blocks = lanes;
	blocks.atomic_requests = blocks.atomic_passes = blocks.atomic_hottest = WARPS / 8;
	blocks.chain.barriers = 2;
	blocks.chain.shuffles = 10;
	assert_int_equal(bound(&lanes), MODEL_BOUND_ATOMIC);
	assert_int_equal(bound(&warps), MODEL_BOUND_ATOMIC);
	expect_speedup(&lanes, &warps, 25, 33);
	expect_speedup(&warps, &blocks, 3, 8);

	/* Spread evenly, L2's slices work side by side. */
	struct model_work spread = lanes;
	spread.atomic_passes = 4 * WARPS;
	spread.atomic_hottest = 1;
	expect_speedup(&lanes, &spread, 50, 400);
}

/* Against measured/costs/atomics.cu on an H100 (costs-h100.tsv): within two fifths. */
static void atomics_as_measured(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		double turns, passes, bytes; /* of a thread; of a request; that all of them go to */
		bool used, swaps;
		double us; /* with the launch */
	} rows[] = {
		{"global_int_words_8", 2, 4, 32, false, false, 46.1},
		{"global_int_words_32", 2, 4, 128, false, false, 48.7},
		{"global_int_words_1024", 16, 4, 4096, false, false, 45.9},
		{"global_u64_words_32", 2, 8, 256, false, false, 86.1},
		{"global_u64_words_128", 16, 8, 1024, false, false, 322.6},
		{"global_int_stride_1", 32, 4, 1 << 24, false, false, 17.1},
		{"global_int_stride_32", 32, 32, 1 << 24, false, false, 103.2},
		{"global_used_contiguous", 32, 8, 1 << 24, true, false, 48.4},
		{"global_cas_contiguous", 32, 4, 1 << 24, false, true, 40.2},
	};
	const double warps = 132 * 8 * 8;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		double requests = warps * rows[i].turns, passes = requests * rows[i].passes;
		double sectors = rows[i].bytes / 32, crowds = rows[i].bytes / 512;
		struct model_work work = {.blocks = 132 * 8,
			.block_threads = 256,
			.instructions = 6 * requests,
			.atomic_requests = requests,
			.atomic_passes = passes,
			.atomic_used = rows[i].used ? passes : 0,
			.atomic_cas = rows[i].swaps ? passes : 0,
			.atomic_hottest = passes / sectors,
			.atomic_crowded = passes / (crowds > 1 ? crowds : 1)};
		double us = seconds(&work) * 1e6;
		print_message("%-24s %6.1f of %6.1f us\n", rows[i].name, us, rows[i].us);
		assert_true(us > rows[i].us / 1.4 && us < rows[i].us * 1.4);
	}
}

static void divergence_and_units(void **state)
{
	(void)state;
	struct model_work together = copy(ELEMENTS, 256);
	together.instructions = 400 * WARPS;
	together.fp32 = 300 * WARPS;
	struct model_work both_sides = together;
	both_sides.instructions *= 2;
	both_sides.fp32 *= 2;
	assert_int_equal(bound(&both_sides), MODEL_BOUND_ISSUE);
	expect_speedup(&both_sides, &together, 1.7, 2.05);

	/* Double where float would do: half the rate on an H100, 1/64 on an L40S. */
	struct model_work wide = together;
	wide.fp64 = wide.fp32;
	wide.fp32 = 0;
	assert_true(model_speedup(chip("l40s"), &wide, &together) > 20);
	assert_true(model_speedup(chip("h100-sxm"), &wide, &together) < 2);
}

static void constant_and_local_arrays(void **state)
{
	(void)state;
	struct model_work uniform = copy(ELEMENTS, 256);
	uniform.constant_instructions = uniform.constant_requests = 8 * WARPS;
	uniform.chain.constant = 8;
	struct model_work divergent = uniform;
	divergent.constant_requests *= 32;
	assert_int_equal(bound(&divergent), MODEL_BOUND_ISSUE);
	expect_speedup(&divergent, &uniform, 5, 32);

	struct model_work registers = copy(ELEMENTS, 256);
	struct model_work array = registers;
	array.local = (struct model_traffic){
		.requests = 64 * WARPS, .sectors = 64 * 4 * WARPS, .wavefronts = 64 * WARPS};
	array.local_bytes = 64; /* 128 KB for 2048 threads: L1 holds it */
	struct model_time held = model_kernel_time(chip("h100-sxm"), &array);
	assert_true(held.l2_bytes == model_kernel_time(chip("h100-sxm"), &registers).l2_bytes);
	expect_speedup(&array, &registers, 1.5, 5);
	struct model_work large = array;
	large.local_bytes = 1024;
	assert_int_equal(bound(&large), MODEL_BOUND_DRAM); /* 270 MB of frames */
	expect_speedup(&large, &array, 3, 20);
	large.local_bytes = 160; /* beyond L1, 43 MB in all */
	struct model_time spilled = model_kernel_time(chip("h100-sxm"), &large);
	assert_true(spilled.l2_bytes > held.l2_bytes && spilled.dram_bytes > held.dram_bytes);
	assert_true(seconds(&large) > seconds(&array));
}

static void caches(void **state)
{
	(void)state;
	const struct model_chip *h100 = chip("h100-sxm");
	assert_true(model_l2_resident(h100, 0) == 1);
	assert_true(model_l2_resident(h100, 20e6) == 1);
	assert_true(model_l2_resident(h100, 60e6) == 0);
	double half = model_l2_resident(h100, 45e6);
	assert_true(half > 0 && half < 1);
	assert_true(model_l1_reuse(100, 100, 0, 1) == 0);
	assert_true(model_l1_reuse(0, 0, 0, 1) == 0);
	assert_true(model_l1_reuse(100, 25, 0, 1) == 0.75);
	assert_true(model_l1_reuse(100, 25, 300, 200) == 0.375);
	assert_true(model_l1_reuse(100, 25, 400, 200) == 0);

	struct model_occupancy_query query = model_occupancy_query_default(model_arch_find("sm_90"), 256);
	struct model_occupancy occupancy;
	assert_true(model_occupancy(&occupancy, &query));
	assert_true(model_l1_bytes(query.arch, &occupancy) == (256 - 8) * 1024);
	query.static_shared = 26 * 1024;
	assert_true(model_occupancy(&occupancy, &query));
	assert_true(model_l1_bytes(query.arch, &occupancy) == (256 - 228) * 1024);

	/* Reading the same 16 MB again and again costs DRAM once, 500 MB each time. */
	struct model_work again = copy(ELEMENTS, 256);
	again.load.sectors *= 10;
	again.load.wavefronts *= 10;
	again.reuse_bytes = 16e6;
	assert_true(model_kernel_time(h100, &again).dram_bytes == 8 * ELEMENTS);
	again.reuse_bytes = 500e6;
	assert_true(model_kernel_time(h100, &again).dram_bytes == 44 * ELEMENTS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(costs_are_sane),
		cmocka_unit_test(sync_as_measured),
		cmocka_unit_test(nothing_to_price),
		cmocka_unit_test(streams_run_at_dram_speed),
		cmocka_unit_test(more_work_is_never_faster),
		cmocka_unit_test(small_grids_and_waves),
		cmocka_unit_test(one_block_is_no_chip),
		cmocka_unit_test(low_occupancy_waits),
		cmocka_unit_test(strided_against_coalesced),
		cmocka_unit_test(transpose_ladder),
		cmocka_unit_test(atomics_on_one_address),
		cmocka_unit_test(atomics_as_measured),
		cmocka_unit_test(divergence_and_units),
		cmocka_unit_test(constant_and_local_arrays),
		cmocka_unit_test(caches),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
