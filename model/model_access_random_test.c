/* Tests of what a request costs: random addresses against the rules spelt out by brute force. */
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

/* Byte address of each lane. */
static uint64_t at[MODEL_LANES];

static uint64_t random_state = 1;

static uint64_t random_below(uint64_t limit)
{
	random_state = random_state * 6364136223846793005U + 1442695040888963407U;
	return (random_state >> 33) % limit;
}

static unsigned count_bits(uint32_t mask)
{
	unsigned count = 0;
	for (unsigned lane = 0; lane < MODEL_LANES; lane++)
		count += mask >> lane & 1U;
	return count;
}

/* Random requests of several kinds: near and far, aligned and not, few and many lanes. */
static uint32_t randomise(unsigned size, unsigned alignment)
{
	uint64_t span = 1U << (5 + random_below(8));
	for (unsigned lane = 0; lane < MODEL_LANES; lane++)
		at[lane] = (4096 + random_below(span) * size) / alignment * alignment;
	if (random_below(3) == 0) { /* pairs share */
		for (unsigned lane = 0; lane < MODEL_LANES; lane += 2)
			at[lane + 1] = at[lane];
	}
	uint32_t active = (uint32_t)random_below(UINT32_MAX) ^ (uint32_t)random_below(8) << 29;
	return random_below(3) == 0 ? ALL : active;
}

/* Distinct units of so many bytes by marking every byte. */
static unsigned brute_units(uint32_t active, unsigned size, unsigned unit)
{
	bool touched[8192]; /* addresses are below 2^18 */
	unsigned count = 0;
	for (size_t i = 0; i < sizeof(touched) / sizeof(touched[0]); i++)
		touched[i] = false;
	for (unsigned lane = 0; lane < MODEL_LANES; lane++) {
		for (unsigned byte = 0; (active >> lane & 1U) && byte < size; byte++) {
			count += !touched[(at[lane] + byte) / unit];
			touched[(at[lane] + byte) / unit] = true;
		}
	}
	return count;
}

static void sectors_against_brute_force(void **state)
{
	(void)state;
	for (unsigned round = 0; round < 2000; round++) {
		unsigned size = 1U + (unsigned)random_below(16);
		uint32_t active = randomise(size, 1);
		unsigned sectors = model_sectors(at, active, size);
		unsigned lines = model_lines(at, active, size);
		assert_int_equal(sectors, brute_units(active, size, 32));
		assert_int_equal(lines, brute_units(active, size, 128));
		assert_true(lines <= sectors && sectors <= 4 * lines);
		assert_true(model_ideal_sectors(sectors, active, size) <= sectors);
	}
}

/* The most different words of a bank among the lanes of a mask, or its most lanes. */
static unsigned brute_degree(uint32_t part, unsigned size, bool by_lane)
{
	unsigned most = 0;
	for (unsigned bank = 0; bank < 32; bank++) {
		unsigned lanes = 0, words = 0;
		uint64_t seen[MODEL_LANES * 4];
		for (unsigned lane = 0; lane < MODEL_LANES; lane++) {
			for (unsigned byte = 0; (part >> lane & 1U) && byte < size; byte += 4) {
				uint64_t word = (at[lane] + byte) / 4;
				if (word % 32 != bank)
					continue;
				lanes++;
				unsigned i = 0;
				while (i < words && seen[i] != word)
					i++;
				seen[i] = word;
				words += i == words;
			}
		}
		unsigned degree = by_lane ? lanes : words;
		most = degree > most ? degree : most;
	}
	return most;
}

static unsigned brute_parts(uint32_t active, unsigned size, bool by_lane)
{
	unsigned lanes = size <= 4 ? 32 : size == 8 ? 16 : 8;
	unsigned sum = 0;
	for (unsigned lane = 0; lane < 32; lane += lanes) {
		uint32_t part = lanes == 32 ? ALL : ((1U << lanes) - 1) << lane;
		sum += brute_degree(active & part, size, by_lane);
	}
	return sum;
}

static void wavefronts_against_brute_force(void **state)
{
	(void)state;
	static const unsigned sizes[] = {1, 2, 4, 8, 16};
	for (unsigned round = 0; round < 5000; round++) {
		unsigned size = sizes[random_below(5)];
		uint32_t active = randomise(size, size);
		unsigned load = model_wavefronts(LOAD, at, active, size);
		unsigned nsight = model_wavefronts_nsight(LOAD, at, active, size);
		unsigned store = model_wavefronts(STORE, at, active, size);
		unsigned atomic = model_wavefronts(ATOMIC, at, active, size);
		assert_int_equal(store, brute_parts(active, size, false));
		assert_int_equal(atomic, brute_parts(active, size, true));
		assert_int_equal(model_wavefronts(CAS, at, active, size), 2 * atomic);
		assert_true(brute_degree(active, size, false) <= load || size == 16);
		assert_true(load <= nsight && nsight <= store && store <= atomic);
		assert_true(store <= count_bits(active));
		assert_true(model_ideal_wavefronts(LOAD, load, active, size) <= load);
		assert_true((load == 0) == (active == 0));

		struct model_conflict conflict;
		unsigned degree = model_conflict(&conflict, STORE, at, active, size);
		assert_true(degree <= store && count_bits(conflict.lanes) >= degree);
	}
}

static void padding_helps(void **state)
{
	(void)state;
	for (unsigned pitch = 1; pitch <= 80; pitch++) {
		for (uint64_t t = 0; t < MODEL_LANES; t++)
			at[t] = 4 * pitch * t;
		int padding = model_padding(LOAD, at, ALL, 4, 4 * pitch, 4);
		assert_int_equal(padding, pitch % 2 == 0 ? 4 : 0);
		for (uint64_t t = 0; t < MODEL_LANES; t++)
			at[t] = model_padded_offset(at[t], 4 * pitch, (unsigned)padding);
		assert_int_equal(model_wavefronts(LOAD, at, ALL, 4), 1);
	}
}

static void atomics_against_bounds(void **state)
{
	(void)state;
	for (unsigned round = 0; round < 2000; round++) {
		uint32_t active = randomise(4, 4);
		struct model_atomic_request request;
		model_atomic_request(&request, at, active, 4, false);
		assert_int_equal(request.lanes, count_bits(active));
		assert_int_equal(request.sectors, model_sectors(at, active, 4));
		assert_true(request.sectors <= request.passes && request.passes <= request.lanes);
		assert_true(request.hottest <= request.passes);
		assert_true(request.passes >= request.sectors + request.hottest - (request.hottest > 0));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sectors_against_brute_force),
		cmocka_unit_test(wavefronts_against_brute_force),
		cmocka_unit_test(padding_helps),
		cmocka_unit_test(atomics_against_bounds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
