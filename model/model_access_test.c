/* Tests of what a request costs: textbook cases, every counting rule that was measured, and random addresses
 * against the rules spelt out by brute force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/access.h"

#define ALL UINT32_MAX
#define LOAD MODEL_SHARED_LOAD
#define STORE MODEL_SHARED_STORE
#define ATOMIC MODEL_SHARED_ATOMIC
#define CAS MODEL_SHARED_CAS

/* Byte address of each lane, and a way to set them all: SET(4 * t) is a row of floats. */
static uint64_t at[MODEL_LANES];
#define SET(offset)                                                                                          \
	for (uint64_t t = 0; t < MODEL_LANES; t++)                                                           \
	at[t] = (1U << 20) + (uint64_t)(offset)

static void expect_global(unsigned size, uint32_t active, unsigned sectors, unsigned ideal, unsigned lines)
{
	unsigned counted = model_sectors(at, active, size);
	assert_int_equal(counted, sectors);
	assert_int_equal(model_ideal_sectors(counted, active, size), ideal);
	assert_int_equal(model_lines(at, active, size), lines);
}

static void expect_shared(
	enum model_shared_op op, unsigned size, uint32_t active, unsigned wavefronts, unsigned ideal)
{
	unsigned counted = model_wavefronts(op, at, active, size);
	assert_int_equal(counted, wavefronts);
	assert_int_equal(model_ideal_wavefronts(op, counted, active, size), ideal);
}

/* The four kernels measured on H100 and H200 that hardware.md's first lines name, and Nsight's ideal by
 * lanes. */
static void sectors_measured(void **state)
{
	(void)state;
	SET(4 * t);
	expect_global(4, ALL, 4, 4, 1);
	SET(4 * 8 * t);
	expect_global(4, ALL, 32, 4, 8);
	SET(4 * (t + 1));
	expect_global(4, ALL, 5, 4, 2);
	SET(4 * (t / 2 * 8)); /* in[i/2*8]: 16 sectors, ideal 4 although 16 floats are wanted */
	expect_global(4, ALL, 16, 4, 4);
}

/* One sector more for any misaligned row, nothing for a base that is off by whole sectors. */
static void sectors_of_misaligned_rows(void **state)
{
	(void)state;
	static const unsigned sizes[] = {4, 8, 16};
	for (unsigned i = 0; i < 3; i++) {
		unsigned size = sizes[i];
		SET(size * t);
		expect_global(size, ALL, size, size, size / 4);
		SET(size * (t + 1));
		expect_global(size, ALL, size + 1, size, size / 4 + 1);
		SET(size * t + 32);
		expect_global(size, ALL, size, size, size / 4 + 1);
	}
}

/* float3 is three loads of 4 bytes with a stride of 12: 36 sectors in all, ideal 12. */
static void sectors_of_float3(void **state)
{
	(void)state;
	for (unsigned member = 0; member < 3; member++) {
		SET(12 * t + 4 * member);
		expect_global(4, ALL, 12, 4, 3);
	}
}

static void sectors_textbook(void **state)
{
	(void)state;
	SET(0 * t);
	expect_global(4, ALL, 1, 1, 1); /* broadcast */
	SET(4 * (31 - t));
	expect_global(4, ALL, 4, 4, 1); /* reversed */
	SET(4 * (t ^ 13));
	expect_global(4, ALL, 4, 4, 1); /* permuted */
	SET(8 * t);
	expect_global(4, ALL, 8, 4, 2); /* stride 2 */
	SET(4096 * t);
	expect_global(4, ALL, 32, 4, 32); /* column of a matrix */
	SET(t);
	expect_global(1, ALL, 1, 1, 1);
	SET(2 * t);
	expect_global(2, ALL, 2, 2, 1);
	SET(20 * t);
	expect_global(4, ALL, 20, 4, 5); /* structs of 5 floats */
	SET(t / 16 * 4096 + t % 16 * 4);
	expect_global(4, ALL, 4, 4, 2); /* block 16 wide: two rows */
	SET(t / 8 * 4096 + t % 8 * 4);
	expect_global(4, ALL, 4, 4, 4); /* block 8 wide: four rows */
	SET(4 * t);
	expect_global(4, 0x1, 1, 1, 1);    /* one lane */
	expect_global(4, 0xFFFF, 2, 2, 1); /* half a warp */
	expect_global(4, 0x55555555U, 4, 2, 1);
	expect_global(4, 0, 0, 0, 0);
	SET(32 * t + 30);
	expect_global(4, ALL, 33, 4, 9); /* every lane straddles, neighbours share */
	SET(64 * t + 24);
	expect_global(16, ALL, 64, 16, 16); /* every lane straddles, none share */
	SET(32 * t);
	expect_global(32, ALL, 32, 32, 8);
	SET(4 * t - (1U << 20) - 64); /* offsets below 0 */
	expect_global(4, ALL, 4, 4, 2);
	SET(4 * t - (1U << 20) - 62);
	expect_global(4, ALL, 5, 4, 2);
}

/* Tags are looked up four at a time; words leave through 32 banks. */
static void wavefronts_of_l1(void **state)
{
	(void)state;
	SET(4 * t);
	assert_int_equal(model_l1_wavefronts(at, ALL, 4, false), 1);
	SET(16 * t);
	assert_int_equal(model_l1_wavefronts(at, ALL, 16, false), 4);
	SET(32 * t);
	assert_int_equal(model_l1_wavefronts(at, ALL, 4, false), 8); /* stride 8 */
	assert_int_equal(model_l1_wavefronts(at, ALL, 32, true), 8);
	SET(4096 * t);
	assert_int_equal(model_l1_wavefronts(at, ALL, 4, true), 32); /* column: one bank */
	SET(4100 * t);
	assert_int_equal(model_l1_wavefronts(at, ALL, 4, true), 8); /* 32 banks, but 32 tags */
	SET(0 * t);
	assert_int_equal(model_l1_wavefronts(at, ALL, 16, false), 2);
	assert_int_equal(model_l1_wavefronts(at, 0, 4, false), 0);
}

/* Columns and strides: the number of different words of a bank, gcd(stride, 32). */
static void wavefronts_of_words(void **state)
{
	(void)state;
	SET(4 * t);
	expect_shared(LOAD, 4, ALL, 1, 1);
	SET(4 * 32 * t);
	expect_shared(LOAD, 4, ALL, 32, 1); /* column of float[32][32], measured */
	expect_shared(STORE, 4, ALL, 32, 1);
	SET(4 * 33 * t);
	expect_shared(LOAD, 4, ALL, 1, 1);
	SET(0 * t);
	expect_shared(LOAD, 4, ALL, 1, 1);
	expect_shared(STORE, 4, ALL, 1, 1);
	SET(4 * 16 * (t / 2));
	expect_shared(LOAD, 4, ALL, 8, 1);
	SET(t);
	expect_shared(LOAD, 1, ALL, 1, 1);
	SET(2 * t);
	expect_shared(STORE, 2, ALL, 1, 1);
	SET(128 * t);
	expect_shared(LOAD, 1, ALL, 32, 1);
	expect_shared(LOAD, 4, 0x7, 3, 1);
	expect_shared(LOAD, 4, 0, 0, 0);
	for (unsigned stride = 1; stride <= 64; stride++) {
		unsigned gcd = 32;
		while (stride % gcd)
			gcd /= 2;
		SET(4 * stride * t);
		expect_shared(LOAD, 4, ALL, gcd, 1);
	}
}

static void wavefronts_of_wide_loads(void **state)
{
	(void)state;
	SET(8 * t);
	expect_shared(LOAD, 8, ALL, 2, 2);
	SET(0 * t);
	expect_shared(LOAD, 8, ALL, 1, 1); /* broadcast */
	SET(8 * (t / 2));
	expect_shared(LOAD, 8, ALL, 1, 1);
	SET(8 * (t % 16));
	expect_shared(LOAD, 8, ALL, 2, 2);
	SET(8 * (t / 4 * 2 + t % 2)); /* partners two lanes away */
	expect_shared(LOAD, 8, ALL, 1, 1);
	SET(8 * 16 * t);
	expect_shared(LOAD, 8, ALL, 32, 2);
	SET(8 * (t / 2));
	expect_shared(LOAD, 8, 0x55555555U, 1, 1); /* no partner is active: they merge */

	SET(16 * t);
	expect_shared(LOAD, 16, ALL, 4, 4);
	SET(0 * t);
	expect_shared(LOAD, 16, ALL, 2, 2); /* broadcast */
	SET(16 * (t % 8));
	expect_shared(LOAD, 16, ALL, 4, 4);
	SET(16 * (t / 2));
	expect_shared(LOAD, 16, ALL, 2, 2);
	SET(16 * t);
	expect_shared(LOAD, 16, 0xFF, 1, 1);
	SET(16 * 8 * t);
	expect_shared(LOAD, 16, ALL, 32, 4);
}

/* Nsight's line figure counts parts that merge with a conflict left as if they had not merged. */
static void wavefronts_as_nsight_counts(void **state)
{
	(void)state;
	SET(8 * (t / 2));
	assert_int_equal(model_wavefronts_nsight(LOAD, at, ALL, 8), 1);
	SET(t % 16 / 2 * 128); /* both halves want the same 8 words of one bank */
	assert_int_equal(model_wavefronts(LOAD, at, ALL, 8), 8);
	assert_int_equal(model_wavefronts_nsight(LOAD, at, ALL, 8), 16);
	SET(4 * 32 * t);
	assert_int_equal(model_wavefronts_nsight(STORE, at, ALL, 4), 32);
}

static void wavefronts_of_wide_stores(void **state)
{
	(void)state;
	SET(0 * t);
	expect_shared(STORE, 8, ALL, 2, 2);
	expect_shared(STORE, 16, ALL, 4, 4);
	SET(8 * t);
	expect_shared(STORE, 8, ALL, 2, 2);
	SET(8 * (t / 2));
	expect_shared(STORE, 8, ALL, 2, 2);
	SET(16 * t);
	expect_shared(STORE, 16, ALL, 4, 4);
	SET(16 * 2 * t);
	expect_shared(STORE, 16, ALL, 8, 4);
}

static void wavefronts_of_atomics(void **state)
{
	(void)state;
	SET(4 * (t & 7));
	expect_shared(ATOMIC, 4, ALL, 4, 1);
	expect_shared(CAS, 4, ALL, 8, 2);
	SET(4 * ((t & 7) * 32));
	expect_shared(ATOMIC, 4, ALL, 32, 1);
	SET(4 * t);
	expect_shared(ATOMIC, 4, ALL, 1, 1);
	expect_shared(CAS, 4, ALL, 2, 2);
	SET(0 * t);
	expect_shared(ATOMIC, 4, ALL, 32, 1);
	SET(8 * t);
	expect_shared(ATOMIC, 8, ALL, 2, 2);
	expect_shared(CAS, 8, ALL, 4, 4);
	SET(0 * t);
	expect_shared(ATOMIC, 8, ALL, 32, 2);
}

static void conflicts_explained(void **state)
{
	(void)state;
	struct model_conflict conflict;
	SET(4 * 32 * t + 20);
	assert_int_equal(model_conflict(&conflict, LOAD, at, ALL, 4), 32);
	assert_int_equal(conflict.bank, 5);
	assert_int_equal(conflict.lanes, ALL);
	SET(4 * 2 * t);
	assert_int_equal(model_conflict(&conflict, STORE, at, ALL, 4), 2);
	assert_int_equal(conflict.bank, 0);
	assert_int_equal(conflict.lanes, 1U | 1U << 16);
	SET(4 * t);
	assert_int_equal(model_conflict(&conflict, LOAD, at, ALL, 4), 1);
	assert_int_equal(model_conflict(&conflict, LOAD, at, 0, 4), 0);
	SET(t < 16 ? 8 * t : 128 * t);
	assert_int_equal(model_conflict(&conflict, LOAD, at, ALL, 8), 16);
	assert_int_equal(conflict.lanes, 0xFFFF0000U);
	SET(4 * (t & 7));
	assert_int_equal(model_conflict(&conflict, ATOMIC, at, ALL, 4), 4);
	assert_int_equal(conflict.lanes, 0x01010101U);
}

static void padding_found(void **state)
{
	(void)state;
	for (uint64_t t = 0; t < MODEL_LANES; t++)
		at[t] = 4 * 32 * t;
	assert_int_equal(model_padding(LOAD, at, ALL, 4, 128, 4), 4);
	assert_int_equal(model_padded_offset(4 * 32 * 3 + 8, 128, 4), 4 * 33 * 3 + 8);
	for (uint64_t t = 0; t < MODEL_LANES; t++)
		at[t] = 4 * 33 * t;
	assert_int_equal(model_padding(LOAD, at, ALL, 4, 132, 4), 0);
	for (uint64_t t = 0; t < MODEL_LANES; t++)
		at[t] = 8 * 32 * t; /* column of double[32][32] */
	assert_int_equal(model_padding(LOAD, at, ALL, 8, 256, 8), 8);
	for (uint64_t t = 0; t < MODEL_LANES; t++)
		at[t] = 4 * 64 * (t % 16) + 4 * (t / 16); /* 16 rows by 2 columns */
	assert_int_equal(model_padding(LOAD, at, ALL, 4, 256, 4), 8);
	for (uint64_t t = 0; t < MODEL_LANES; t++)
		at[t] = 4 * 2 * t; /* stride 2 inside one long row */
	assert_int_equal(model_padding(LOAD, at, ALL, 4, 4096, 4), -1);
}

static void constant_and_local(void **state)
{
	(void)state;
	SET(0 * t);
	assert_int_equal(model_constant_requests(at, ALL), 1);
	SET(4 * t);
	assert_int_equal(model_constant_requests(at, ALL), 32);
	assert_int_equal(model_constant_requests(at, 0xFF), 8);
	assert_int_equal(model_constant_requests(at, 0), 0);
	SET(4 * (t % 4));
	assert_int_equal(model_constant_requests(at, ALL), 4);

	SET(16 + 0 * t);
	assert_int_equal(model_local_sectors(at, ALL, 4), 4);
	assert_int_equal(model_local_lines(at, ALL, 4), 1);
	assert_int_equal(model_local_wavefronts(at, ALL, 4), 1);
	assert_int_equal(model_local_wavefronts(at, ALL, 16), 4);
	assert_int_equal(model_local_sectors(at, ALL, 8), 8);
	assert_int_equal(model_local_sectors(at, ALL, 16), 16);
	assert_int_equal(model_local_sectors(at, ALL, 1), 4);
	SET(4 * t);
	assert_int_equal(model_local_sectors(at, ALL, 4), 32);
	assert_int_equal(model_local_lines(at, ALL, 4), 32);
	assert_int_equal(model_local_wavefronts(at, ALL, 4), 8);
	assert_int_equal(model_local_wavefronts(at, 0xFF, 4), 2);
	assert_int_equal(model_local_wavefronts(at, 0, 4), 0);
	assert_int_equal(model_local_sectors(at, 0, 4), 0);
}

static void expect_atomic(unsigned size, bool aggregated, struct model_atomic_request expected)
{
	struct model_atomic_request counted;
	model_atomic_request(&counted, at, ALL, size, aggregated);
	assert_int_equal(counted.lanes, expected.lanes);
	assert_int_equal(counted.sectors, expected.sectors);
	assert_int_equal(counted.passes, expected.passes);
	assert_int_equal(counted.hottest, expected.hottest);
}

static void atomics_counted(void **state)
{
	(void)state;
	SET(0 * t);
	expect_atomic(4, false, (struct model_atomic_request){32, 1, 32, 32});
	expect_atomic(4, true, (struct model_atomic_request){1, 1, 1, 1});
	SET(4 * t);
	expect_atomic(4, false, (struct model_atomic_request){32, 4, 4, 1});
	SET(128 * t);
	expect_atomic(4, false, (struct model_atomic_request){32, 32, 32, 1});
	SET(4 * (t & 7)); /* 8 counters of one sector, 4 lanes each */
	expect_atomic(4, false, (struct model_atomic_request){32, 1, 4, 4});
	SET(t < 4 ? 0 : 4 * t);
	expect_atomic(4, false, (struct model_atomic_request){32, 4, 7, 4});
}

static void atomics_aggregated(void **state)
{
	(void)state;
	struct model_atomic count = {.is_add = true,
		.is_integer = true,
		.size = 4,
		.uniform_address = true,
		.uniform_amount = true,
		.result_used = true};
	assert_true(model_atomic_aggregated(&count));
	count.size = 8;
	assert_true(model_atomic_aggregated(&count));
	count.uniform_amount = false; /* 64-bit amounts per lane */
	assert_false(model_atomic_aggregated(&count));
	count.size = 4; /* 32-bit amounts per lane, the result used, lanes may be missing */
	assert_false(model_atomic_aggregated(&count));
	count.full_warp = true;
	assert_true(model_atomic_aggregated(&count));
	count.full_warp = count.result_used = false;
	assert_true(model_atomic_aggregated(&count));
	count.is_integer = false;
	assert_false(model_atomic_aggregated(&count));
	count.is_integer = true;
	count.uniform_address = false;
	assert_false(model_atomic_aggregated(&count));
	count.uniform_address = true;
	count.is_add = false;
	assert_false(model_atomic_aggregated(&count));

	struct model_atomic highest = {
		.is_reduced = true, .is_integer = true, .size = 4, .uniform_address = true};
	assert_true(model_atomic_aggregated(&highest)); /* amounts of their own, lanes may be missing */
	highest.result_used = true;
	assert_false(model_atomic_aggregated(&highest));
	highest.result_used = false;
	highest.size = 8;
	assert_false(model_atomic_aggregated(&highest));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sectors_measured),
		cmocka_unit_test(sectors_of_misaligned_rows),
		cmocka_unit_test(sectors_of_float3),
		cmocka_unit_test(sectors_textbook),
		cmocka_unit_test(wavefronts_of_l1),
		cmocka_unit_test(wavefronts_of_words),
		cmocka_unit_test(wavefronts_of_wide_loads),
		cmocka_unit_test(wavefronts_as_nsight_counts),
		cmocka_unit_test(wavefronts_of_wide_stores),
		cmocka_unit_test(wavefronts_of_atomics),
		cmocka_unit_test(conflicts_explained),
		cmocka_unit_test(padding_found),
		cmocka_unit_test(constant_and_local),
		cmocka_unit_test(atomics_counted),
		cmocka_unit_test(atomics_aggregated),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
