/* The JSON form of the hardware tables: schema "cudalint-model/1". Numbers with their own mark of evidence
 * are objects {"value", "evidence"}; the limits of an architecture share one mark. What is unknown is absent.
 */
#include "cli/command/cmd_model.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

static json_t *plain(double value)
{
	if (floor(value) == value)
		return json_integer((json_int_t)value);
	return json_real(value);
}

static void set_number(json_t *object, const char *key, struct model_number number)
{
	if (number.evidence == MODEL_UNKNOWN)
		return;
	json_object_set_new(object, key,
		json_pack("{s:o, s:s}", "value", plain(number.value), "evidence",
			model_evidence_name(number.evidence)));
}

static json_t *limits_json(const struct model_arch *arch)
{
	json_t *carveouts = json_array();
	for (size_t i = 0; i < arch->carveout_count; i++)
		json_array_append_new(carveouts, json_integer((json_int_t)arch->carveouts_kb[i] * 1024));
	const int *block = arch->max_block_dim, *grid = arch->max_grid_dim;
	json_t *limits = json_pack("{s:i, s:i, s:[iii], s:[iii]}", "warp_size", arch->warp_size,
		"threads_per_block", arch->max_threads_per_block, "block", block[0], block[1], block[2],
		"grid", grid[0], grid[1], grid[2]);
	if (arch->resident_grids)
		json_object_set_new(limits, "resident_grids", json_integer(arch->resident_grids));
	const struct {
		const char *name;
		int value;
	} counts[] = {
		{"blocks_per_sm", arch->blocks_per_sm},
		{"warps_per_sm", arch->warps_per_sm},
		{"threads_per_sm", arch->threads_per_sm},
		{"subpartitions", arch->subpartitions},
		{"registers_per_sm", arch->registers_per_sm},
		{"registers_per_block", arch->registers_per_block},
		{"registers_per_thread", arch->registers_per_thread},
		{"register_unit", arch->register_unit},
		{"barriers_per_sm", arch->barriers_per_sm},
		{"shared_bytes_per_sm", arch->shared_per_sm},
		{"shared_bytes_per_block", arch->shared_per_block},
		{"shared_bytes_per_block_opt_in", arch->shared_per_block_opt_in},
		{"shared_reserved_bytes", arch->shared_reserved},
		{"shared_unit_bytes", arch->shared_unit},
		{"shared_banks", arch->shared_banks},
		{"constant_bytes", arch->constant_bytes},
		{"constant_cache_bytes", arch->constant_cache_bytes},
	};
	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++)
		json_object_set_new(limits, counts[i].name, json_integer(counts[i].value));
	if (arch->unified_l1)
		json_object_set_new(limits, "unified_l1_bytes", json_integer(arch->unified_l1));
	json_object_set_new(limits, "carveout_bytes", carveouts);
	json_object_set_new(limits, "evidence", json_string(model_evidence_name(arch->limits_evidence)));
	return limits;
}

static json_t *arch_json(const struct model_arch *arch)
{
	json_t *object = json_pack("{s:s, s:s, s:s, s:o}", "arch", arch->name, "family", arch->family,
		"default_chip", model_chip_default(arch)->name, "limits", limits_json(arch));
	json_t *rates = json_object();
	set_number(rates, "fp32_lanes", arch->fp32_lanes);
	set_number(rates, "fp32_to_fp64", arch->fp64_ratio);
	set_number(rates, "l1_bytes_per_cycle", arch->l1_bytes_per_cycle);
	json_object_set_new(object, "per_sm_and_cycle", rates);
	json_t *latency = json_object();
	set_number(latency, "fma", arch->latency_fma);
	set_number(latency, "shared", arch->latency_shared);
	set_number(latency, "l1", arch->latency_l1);
	set_number(latency, "l2", arch->latency_l2);
	set_number(latency, "dram", arch->latency_dram);
	json_object_set_new(object, "latency_cycles", latency);
	return object;
}

static json_t *chip_json(const struct model_chip *chip)
{
	json_t *object = json_pack("{s:s, s:s, s:s, s:b}", "chip", chip->name, "label", chip->label, "arch",
		model_arch_by_number(chip->cc)->name, "default", chip->is_default ? 1 : 0);
	set_number(object, "sms", chip->sms);
	set_number(object, "boost_ghz", chip->ghz);
	set_number(object, "l2_mb", chip->l2_mb);
	set_number(object, "dram_gb_per_s", chip->dram_gbs);
	return object;
}

void cmd_model_print_json(const struct model_arch *arch, const struct model_chip *chip)
{
	int cc = arch ? arch->cc : chip ? chip->cc : 0;
	json_t *archs = json_array();
	json_t *chips = json_array();
	for (size_t i = 0; i < model_arch_count(); i++) {
		const struct model_arch *row = model_arch_at(i);
		if (cc == 0 || row->cc == cc)
			json_array_append_new(archs, arch_json(row));
	}
	for (size_t i = 0; i < model_chip_count(); i++) {
		const struct model_chip *row = model_chip_at(i);
		if (chip ? row == chip : cc == 0 || row->cc == cc)
			json_array_append_new(chips, chip_json(row));
	}
	json_t *document =
		json_pack("{s:s, s:o, s:o}", "schema", "cudalint-model/1", "archs", archs, "chips", chips);
	json_dumpf(document, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
	printf("\n");
	json_decref(document);
}
