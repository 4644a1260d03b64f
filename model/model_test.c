/* Tests of the model: tables, names, occupancy by hand, and occupancy against the record of NVIDIA's
 * calculator. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct model_arch *arch(const char *name)
{
	const struct model_arch *found = model_arch_find(name);
	assert_non_null(found);
	return found;
}

static void names_in_every_spelling(void **state)
{
	(void)state;
	static const char *const hopper[] = {
		"sm_90", "SM_90", "90", "9.0", "sm_90a", "90a", "compute_90", "compute_90a", "9.0a"};
	for (size_t i = 0; i < sizeof(hopper) / sizeof(hopper[0]); i++)
		assert_int_equal(arch(hopper[i])->cc, 90);
	assert_int_equal(arch("12.1")->cc, 121);
	assert_int_equal(arch("sm_120f")->cc, 120);
	assert_int_equal(arch("100")->cc, 100);
	assert_int_equal(arch("10.0")->cc, 100);
	assert_int_equal(arch("sm_101a")->cc, 110);

	static const char *const wrong[] = {"", "sm_", "sm90", "sm_9", "sm_9.0", "sm_80a", "sm_90f",
		"sm_90aa", "9.", ".9", "90.1", "9.01", "-90", "+90", " 90", "90 ", "sm_1000",
		"99999999999999999999", "0.9", "090", "hopper", "37", "9"};
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_null(model_arch_find(wrong[i]));
	assert_int_equal(model_arch_parse("sm_37"), 37);
	assert_int_equal(arch("sm_50")->cc, 50);
	assert_int_equal(arch("5.2")->shared_per_sm, 96 * 1024);
	assert_int_equal(arch("sm_53")->registers_per_block, 32768);
	assert_int_equal(model_arch_suffix("sm_90a"), 'a');
	assert_int_equal(model_arch_suffix("compute_100F"), 'f');
	assert_int_equal(model_arch_suffix("sm_90"), 0);
	assert_int_equal(model_arch_suffix("sm_80a"), 0);
	assert_int_equal(model_arch_suffix(""), 0);
	assert_int_equal(model_arch_parse("sm_130"), 130);
	assert_int_equal(model_arch_parse("sm_1000"), -1);
}

static void nearest_known(void **state)
{
	(void)state;
	assert_int_equal(model_arch_nearest(90)->cc, 90);
	assert_int_equal(model_arch_nearest(95)->cc, 90);
	assert_int_equal(model_arch_nearest(101)->cc, 110);
	assert_int_equal(model_arch_nearest(130)->cc, 121);
	assert_int_equal(model_arch_nearest(51)->cc, 50);
	assert_null(model_arch_nearest(37));
	assert_null(model_arch_nearest(-1));
	assert_null(model_arch_at(model_arch_count()));
	assert_null(model_chip_at(model_chip_count()));
}

/* What must hold for any row, so that a slip of the pen in the tables shows. */
static void arch_rows_are_sane(void **state)
{
	(void)state;
	for (size_t i = 0; i < model_arch_count(); i++) {
		const struct model_arch *a = model_arch_at(i);
		assert_true(i == 0 || model_arch_at(i - 1)->cc < a->cc);
		assert_ptr_equal(model_arch_find(a->name), a);
		assert_int_equal(a->threads_per_sm, a->warps_per_sm * a->warp_size);
		assert_true(a->threads_per_sm >= a->max_threads_per_block);
		assert_true(a->shared_per_block <= a->shared_per_block_opt_in);
		assert_true(a->shared_per_block_opt_in + a->shared_reserved <= a->shared_per_sm);
		assert_int_equal(a->carveouts_kb[a->carveout_count - 1] * 1024, a->shared_per_sm);
		assert_true(a->unified_l1 == 0 || a->unified_l1 > a->shared_per_sm);
		assert_int_equal(model_carveout_fit(a, a->shared_per_sm), a->shared_per_sm);
		assert_int_equal(model_carveout_fit(a, (int64_t)a->shared_per_sm + 1), -1);
		assert_true(a->latency_shared.value <= a->latency_l1.value);
		assert_true(a->latency_l1.value < a->latency_l2.value);
		assert_true(a->latency_l2.value < a->latency_dram.value);
		assert_non_null(model_chip_default(a));
	}
	assert_int_equal(model_arch_find("7.2")->limits_evidence, MODEL_UNCONFIRMED);
}

static void chip_rows_are_sane(void **state)
{
	(void)state;
	for (size_t i = 0; i < model_chip_count(); i++) {
		const struct model_chip *chip = model_chip_at(i);
		assert_ptr_equal(model_chip_find(chip->name), chip);
		const struct model_arch *of = model_arch_by_number(chip->cc);
		assert_non_null(of);
		assert_int_equal(model_chip_default(of)->cc, chip->cc);
		assert_true(chip->sms.value > 0 && chip->ghz.value > 0.5 && chip->ghz.value < 4);
		assert_true(chip->l2_mb.value > 0 && chip->dram_gbs.value > 50);
	}
	static const struct {
		const char *arch, *chip;
	} defaults[] = {{"70", "v100"}, {"75", "t4"}, {"80", "a100"}, {"86", "a10"}, {"89", "l40s"},
		{"90", "h100-sxm"}, {"100", "b200"}, {"120", "rtx5090"}, {"61", "p100"}, {"87", "a10"},
		{"103", "b200"}, {"121", "rtx5090"}};
	for (size_t i = 0; i < sizeof(defaults) / sizeof(defaults[0]); i++)
		assert_string_equal(model_chip_default(arch(defaults[i].arch))->name, defaults[i].chip);
	assert_non_null(model_chip_find("H100-SXM"));
	assert_null(model_chip_find("h100"));
}

/* Worked by hand: 64 registers x 32 lanes = 2048 per warp, 32 warps in 64K, so 4 blocks of 8 warps. */
static void occupancy_by_hand(void **state)
{
	(void)state;
	struct model_occupancy_query query = model_occupancy_query_default(arch("sm_90"), 256);
	struct model_occupancy o;
	assert_true(model_occupancy(&o, &query));
	assert_int_equal(o.blocks_per_sm, 8);
	assert_int_equal(o.limiters, MODEL_LIMIT_WARPS);
	assert_int_equal(o.limit_registers, MODEL_NO_LIMIT);
	assert_int_equal(o.limit_barriers, 64);
	assert_true(o.occupancy == 1.0);

	query.registers_per_thread = 64;
	query.dynamic_shared = 48 * 1024;
	assert_true(model_occupancy(&o, &query));
	assert_int_equal(o.limit_registers, 4);
	assert_int_equal(o.limit_shared, 4); /* 228 KB / 49 KB */
	assert_int_equal(o.limiters, MODEL_LIMIT_REGISTERS | MODEL_LIMIT_SHARED);
	assert_int_equal(model_limiter_first(o.limiters), MODEL_LIMIT_REGISTERS);
	assert_int_equal(o.warps_per_sm, 32);
	assert_true(o.occupancy == 0.5);
	assert_int_equal(o.shared_per_block, 49 * 1024);
	assert_int_equal(o.shared_per_sm, 228 * 1024);
	assert_int_equal(o.registers_per_block, 16384);
}

/* The launch check spreads 5 warps over 4 sub-partitions as 8. */
static void five_warps_count_as_eight(void **state)
{
	(void)state;
	struct model_occupancy_query query = model_occupancy_query_default(arch("sm_80"), 9 * 32);
	query.registers_per_thread = 224; /* 7168 per warp: 9 warps fit in 64K, 12 don't */
	struct model_occupancy o;
	assert_true(model_occupancy(&o, &query));
	assert_int_equal(o.limit_registers, 0);
	assert_int_equal(o.blocks_per_sm, 0);
	assert_int_equal(o.limiters, MODEL_LIMIT_REGISTERS);
	query.block_threads = 8 * 32;
	assert_true(model_occupancy(&o, &query));
	assert_int_equal(o.blocks_per_sm, 1);
}

static void shared_limits_and_carveouts(void **state)
{
	(void)state;
	struct model_occupancy_query query = model_occupancy_query_default(arch("sm_80"), 128);
	struct model_occupancy o;
	query.dynamic_shared = 163 * 1024;
	assert_true(model_occupancy(&o, &query) && o.blocks_per_sm == 1);
	query.dynamic_shared++;
	assert_true(model_occupancy(&o, &query) && o.blocks_per_sm == 0);
	assert_int_equal(o.limiters, MODEL_LIMIT_SHARED);
	query.dynamic_shared = 48 * 1024 + 1;
	query.shared_opt_in = false;
	assert_true(model_occupancy(&o, &query) && o.blocks_per_sm == 0);
	query.dynamic_shared = 15 * 1024;
	query.carveout_percent = 0; /* raised to what one block needs */
	assert_true(model_occupancy(&o, &query));
	assert_int_equal(o.shared_per_sm, 16 * 1024);
	assert_int_equal(o.blocks_per_sm, 1);
	query.carveout_percent = 20; /* 32.8 KB, rounded up to 64 */
	assert_true(model_occupancy(&o, &query));
	assert_int_equal(o.shared_per_sm, 64 * 1024);
	assert_int_equal(o.blocks_per_sm, 4);
	query.arch = arch("sm_61"); /* no carve-out to choose */
	query.carveout_percent = 0;
	assert_true(model_occupancy(&o, &query));
	assert_int_equal(o.limit_shared, 6);
}

static void queries_without_sense(void **state)
{
	(void)state;
	const struct model_occupancy_query good = model_occupancy_query_default(arch("sm_90"), 128);
	struct model_occupancy_query bad[8];
	for (size_t i = 0; i < 8; i++)
		bad[i] = good;
	bad[0].block_threads = 0;
	bad[1].block_threads = -32;
	bad[2].registers_per_thread = -1;
	bad[3].dynamic_shared = -1;
	bad[4].static_shared = INT_MAX;
	bad[5].carveout_percent = 101;
	bad[6].barriers = -1;
	bad[7].virtual_resources = -1;
	struct model_occupancy o = {.blocks_per_sm = 77};
	for (size_t i = 0; i < 8; i++)
		assert_false(model_occupancy(&o, &bad[i]));
	assert_int_equal(o.blocks_per_sm, 77);

	struct model_occupancy_query huge = good; /* beyond any launch, yet no overflow */
	huge.block_threads = INT_MAX;
	huge.registers_per_thread = INT_MAX;
	huge.barriers = INT_MAX;
	assert_true(model_occupancy(&o, &huge));
	assert_int_equal(o.blocks_per_sm, 0);
	assert_int_equal(o.limiters, MODEL_LIMIT_WARPS | MODEL_LIMIT_REGISTERS | MODEL_LIMIT_BARRIERS);
}

/* The next field of a line of the record; "-" is MODEL_NO_LIMIT. */
static int next_field(char **cursor)
{
	char *text = *cursor;
	size_t length = strcspn(text, "\t\n");
	assert_true(length > 0);
	*cursor = text + length + (text[length] != '\0');
	text[length] = '\0';
	return strcmp(text, "-") == 0 ? MODEL_NO_LIMIT : atoi(text);
}

static void check_recorded(char *line)
{
	char *cursor = line;
	const struct model_arch *of = model_arch_by_number(next_field(&cursor));
	assert_non_null(of);
	struct model_occupancy_query query = model_occupancy_query_default(of, next_field(&cursor));
	query.registers_per_thread = next_field(&cursor);
	query.static_shared = next_field(&cursor);
	query.dynamic_shared = next_field(&cursor);
	query.shared_opt_in = next_field(&cursor) != 0;
	query.carveout_percent = next_field(&cursor);
	query.barriers = next_field(&cursor);
	query.virtual_resources = next_field(&cursor);

	struct model_occupancy o;
	assert_true(model_occupancy(&o, &query));
	assert_int_equal(o.blocks_per_sm, next_field(&cursor));
	assert_int_equal(o.limiters, next_field(&cursor));
	assert_int_equal(o.limit_warps, next_field(&cursor));
	assert_int_equal(o.limit_registers, next_field(&cursor));
	assert_int_equal(o.limit_shared, next_field(&cursor));
	assert_int_equal(o.limit_blocks, next_field(&cursor));
	assert_int_equal(o.limit_barriers, next_field(&cursor));
	assert_int_equal(o.limit_virtual, next_field(&cursor));
	assert_int_equal(o.registers_per_block, next_field(&cursor));
	assert_int_equal(o.shared_per_block, next_field(&cursor));
}

static void occupancy_as_recorded(void **state)
{
	(void)state;
	FILE *file = fopen(CUDALINT_SOURCE_DIR "/model/measured/occupancy.tsv", "r");
	assert_non_null(file);
	char line[256];
	size_t lines = 0;
	while (fgets(line, sizeof(line), file)) {
		if (line[0] == '#')
			continue;
		check_recorded(line);
		lines++;
	}
	fclose(file);
	size_t recorded = 0; /* CUDA 13's calculator begins with 6.0 */
	for (size_t i = 0; i < model_arch_count(); i++)
		recorded += model_arch_at(i)->cc >= 60;
	assert_true(lines > 200 * recorded);
}

/* cuda_occupancy.h of CUDA 12 has the same limits for both, and their devices report the same. */
static void maxwell_as_pascal(void **state)
{
	(void)state;
	for (int block = 32; block <= 1024; block += 32)
		for (int registers = 8; registers <= 255; registers += 13)
			for (int shared = 0; shared <= 49152; shared += 4099) {
				struct model_occupancy_query query =
					model_occupancy_query_default(arch("5.2"), block);
				query.registers_per_thread = registers;
				query.static_shared = shared;
				struct model_occupancy maxwell, pascal;
				assert_true(model_occupancy(&maxwell, &query));
				query.arch = arch("6.1");
				assert_true(model_occupancy(&pascal, &query));
				assert_int_equal(maxwell.blocks_per_sm, pascal.blocks_per_sm);
				assert_int_equal(maxwell.limiters, pascal.limiters);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_in_every_spelling),
		cmocka_unit_test(nearest_known),
		cmocka_unit_test(arch_rows_are_sane),
		cmocka_unit_test(chip_rows_are_sane),
		cmocka_unit_test(occupancy_by_hand),
		cmocka_unit_test(five_warps_count_as_eight),
		cmocka_unit_test(shared_limits_and_carveouts),
		cmocka_unit_test(queries_without_sense),
		cmocka_unit_test(occupancy_as_recorded),
		cmocka_unit_test(maxwell_as_pascal),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
