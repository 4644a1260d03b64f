/* What an execution says about a finding: how sure it is, what it costs in Nsight Compute's units, and in
 * time where the launch is known. */
#include "analyzer/rule/pictures.h"
#include "analyzer/rule/run_unit.h"
#include "analyzer/site/contention.h"
#include "analyzer/site/price/price.h"

#include <string.h>

#include "analyzer/base/digest.h"

const struct model_chip *pass_chip(const struct target *target)
{
	const struct model_chip *chip = target->chip ? model_chip_find(target->chip) : NULL;
	if (chip || !target->arch_count)
		return chip;
	const struct model_arch *arch = model_arch_nearest(target->archs[target->arch_count - 1]);
	return arch ? model_chip_default(arch) : NULL;
}

static void set_counts(struct cost *cost, const struct simt_site *site)
{
	const struct simt_counts *counts = &site->counts;
	cost->has_ideal = true;
	switch (site->space) {
	case SIMT_SHARED:
		cost->metric = "wavefronts_per_request";
		cost->value = counts->wavefronts / counts->requests;
		cost->ideal = counts->ideal_wavefronts / counts->requests;
		break;
	case SIMT_CONSTANT:
		cost->metric = "constant_requests_per_request";
		cost->value = counts->constant_requests / counts->requests;
		cost->ideal = 1;
		break;
	case SIMT_LOCAL:
		cost->metric = "local_sectors_per_request";
		cost->value = counts->local_sectors / counts->requests;
		cost->ideal = 0;
		break;
	default:
		cost->metric = "sectors_per_request";
		cost->value = counts->sectors / counts->requests;
		cost->ideal = counts->ideal_sectors / counts->requests;
		break;
	}
}

/* Of requests whose addresses data chooses, as they are priced. */
static void set_guessed_counts(struct cost *cost, const struct simt_site *site)
{
	const struct simt_counts *counts = &site->counts;
	if (site->space == SIMT_LOCAL) {
		cost->metric = "local_sectors_per_request";
		cost->value =
			(counts->local_sectors + counts->unknown * PRICE_UNKNOWN_SECTORS) / counts->requests;
		cost->ideal = 0;
		cost->has_ideal = true;
	}
	if (site->space != SIMT_GLOBAL && site->space != SIMT_GENERIC)
		return;
	cost->metric = "sectors_per_request";
	cost->value = (counts->sectors + counts->unknown * PRICE_UNKNOWN_SECTORS) / counts->requests;
	cost->ideal = (counts->ideal_sectors + counts->unknown * PRICE_KNOWN_SECTORS) / counts->requests;
	cost->has_ideal = true;
}

static void set_requests(struct cost *cost, const struct simt_report *report, const struct simt_site *site)
{
	const struct simt_launch *launch = report->launch;
	int64_t threads = launch->block[0] * launch->block[1] * launch->block[2];
	double warps = (double)((threads + SIMT_WARP - 1) / SIMT_WARP);
	if (launch->grid_known)
		warps *= (double)launch->grid[0] * (double)launch->grid[1] * (double)launch->grid[2];
	/* an unknown number of turns, or parts of a grid of unknown size, say nothing of a warp */
	if (warps <= 0 || site->in_symbolic_loop || (!launch->grid_known && report->result.boxes > 1))
		return;
	cost->requests_per_warp = site->counts.requests / warps;
	cost->has_requests = true;
}

/* The time is told where it is some, but is known in any case. What is said of the execution is copied: it is
 * over before the finding is told. */
static void set_saving(const struct pass *pass, struct cost *cost, const struct simt_saving *saving,
	const struct model_chip *chip)
{
	cost->saved_us = saving->time_us;
	cost->has_saved = !saving->is_estimate;
	cost->speedup = saving->speedup;
	cost->has_speedup = true;
	cost->chip = chip->name;
	cost->assumed = saving->assumed ? arena_strdup(pass->arena, saving->assumed) : NULL;
	if (saving->time_us <= 0 || saving->speedup <= 1)
		return;
	cost->time_us = saving->time_us;
	cost->has_time = true;
}

/* A shape or a branch that costs nothing to speak of saves no time. */
static void tell_saving(const struct pass *pass, struct cost *cost, const struct simt_saving *saving,
	const struct model_chip *chip)
{
	set_saving(pass, cost, saving, chip);
	if (saving->speedup >= COST_LEAST_SPEEDUP)
		return;
	cost->speedup = 1;
	cost->has_time = false;
}

void pass_cost_branch(struct pass *pass, struct finding *finding, const struct simt_branch_site *site)
{
	struct simt_saving saving;
	const struct model_chip *chip = pass_chip(pass->target);
	pass_picture_branch(pass, finding, pass->unit->report, site);
	if (chip && price_branch(&saving, pass->unit->report, site, chip))
		tell_saving(pass, &finding->cost, &saving, chip);
}

struct cost pass_cost_barrier(struct pass *pass, double times, bool warp)
{
	const struct simt_report *report = pass->unit->report;
	struct simt_saving saving;
	struct cost cost = {.metric = "barriers_per_block", .value = report->barriers, .has_ideal = true};
	const struct model_chip *chip = pass_chip(pass->target);
	cost.ideal = report->barriers > times ? report->barriers - times : 0;
	if (chip && price_barrier(&saving, report, times, warp, chip))
		tell_saving(pass, &cost, &saving, chip);
	return cost;
}

void pass_cost_launch(struct pass *pass, struct finding *finding, enum price_shape shape)
{
	struct simt_saving saving;
	const struct model_chip *chip = pass_chip(pass->target);
	if (chip && pass->unit->report && price_launch(&saving, pass->unit->report, shape, chip))
		tell_saving(pass, &finding->cost, &saving, chip);
}

void pass_cost_double(struct pass *pass, struct finding *finding)
{
	struct simt_saving saving;
	const struct simt_report *report = pass->unit->report;
	const struct simt_launch *launch = report->launch;
	const struct model_chip *chip = pass_chip(pass->target);
	double warps = (double)((launch->block[0] * launch->block[1] * launch->block[2] + SIMT_WARP - 1) /
				SIMT_WARP);
	if (!chip || !price_double(&saving, report, chip))
		return;
	if (launch->grid_known)
		warps *= (double)launch->grid[0] * (double)launch->grid[1] * (double)launch->grid[2];
	finding->cost.metric = "double_instructions_per_warp";
	finding->cost.value = report->work.issued[SIMT_OP_FP64] / warps;
	finding->cost.ideal = 0;
	finding->cost.has_ideal = true;
	tell_saving(pass, &finding->cost, &saving, chip);
}

void pass_cost_array(struct pass *pass, struct finding *finding, const struct simt_array *array)
{
	struct simt_saving saving;
	const struct model_chip *chip = pass_chip(pass->target);
	finding->cost.metric = "shared_bytes_per_block";
	finding->cost.value = (double)array->bytes;
	finding->cost.ideal = 0;
	finding->cost.has_ideal = true;
	if (chip && price_array(&saving, pass->unit->report, array, chip))
		tell_saving(pass, &finding->cost, &saving, chip);
}

/* The name may be the run's, which is over before the finding is told. */
void pass_note_object(struct pass *pass, struct finding *finding, const struct simt_object *object)
{
	finding->object = object ? arena_strdup(pass->arena, simt_object_name(object)) : NULL;
}

void pass_note_access(struct pass *pass, struct finding *finding, const struct simt_site *site)
{
	const struct simt_sample *worst = &site->worst;
	const char *name = site->object ? simt_object_name(site->object) : "";
	pass_note_object(pass, finding, site->object);
	uint64_t key[SIMT_WARP + 6] = {worst->active, worst->shift, site->kind, site->size, site->space,
		digest_of(name, strlen(name)).low};
	if (!worst->active || site->counts.unknown > 0)
		return;
	for (unsigned i = 0; i < SIMT_WARP; i++)
		key[6 + i] = worst->active >> i & 1 ? worst->offset[i] : 0;
	finding->access = digest_of(key, sizeof key).low;
}

static void set_trust(struct finding *finding, const struct simt_report *report, const struct simt_site *site)
{
	unsigned unsure = SIMT_ASSUMED_BLOCK | SIMT_ASSUMED_APART | SIMT_ASSUMED_LANES;
	if (site->assumptions & unsure || report->result.gave_up)
		finding->confidence = CONFIDENCE_LIKELY;
	if (site->function)
		finding->function = site->function->display;
}

/* In a block, which has to come there once for each address. */
static void set_atomics_per_block(
	struct cost *cost, const struct simt_report *report, const struct simt_site *site)
{
	const struct simt_launch *launch = report->launch;
	double blocks = report->result.boxes;
	if (launch->grid_known)
		blocks = (double)launch->grid[0] * (double)launch->grid[1] * (double)launch->grid[2];
	cost->metric = "atomics_per_block";
	cost->value = site->counts.atomic_passes / blocks;
	cost->ideal = simt_met_addresses(site);
}

void pass_cost_contention(struct pass *pass, struct finding *finding, const struct simt_site *site)
{
	struct simt_saving saving;
	struct cost *cost = &finding->cost;
	const struct simt_report *report = pass->unit->report;
	const struct model_chip *chip = pass_chip(pass->target);
	bool grid = simt_meeting_of(report, site) == SIMT_GRID_MEETING;
	set_trust(finding, report, site);
	pass_note_access(pass, finding, site);
	if (grid) {
		set_atomics_per_block(cost, report, site);
	} else {
		cost->metric = "atomics_per_request";
		cost->value = site->counts.met_lanes / site->counts.met_requests;
		cost->ideal = 1;
	}
	cost->has_ideal = true;
	set_requests(cost, report, site);
	pass_picture_contention(pass, finding, site);
	bool known = chip && (grid ? price_grid_contention(&saving, report, site, chip)
				   : price_contention(&saving, report, site, chip));
	if (known)
		tell_saving(pass, cost, &saving, chip);
}

void pass_cost(struct pass *pass, struct finding *finding, const struct simt_site *site)
{
	const struct simt_report *report = pass->unit->report;
	struct simt_saving saving;
	set_trust(finding, report, site);
	pass_note_access(pass, finding, site);
	if (site->counts.requests <= 0)
		return;
	if (site->counts.unknown <= 0) {
		set_counts(&finding->cost, site);
		set_requests(&finding->cost, report, site);
		pass_picture_request(pass, finding, site);
	}
	const struct model_chip *chip = pass_chip(pass->target);
	if (!chip || !price_site(&saving, report, site, chip))
		return;
	set_saving(pass, &finding->cost, &saving, chip);
	if (site->counts.unknown > 0 && finding->cost.has_time)
		set_guessed_counts(&finding->cost, site);
}

/* What stands for requests that a change of the code makes fewer. */
static void set_fewer(
	struct cost *cost, const struct simt_report *report, const struct simt_site *site, double times)
{
	set_requests(cost, report, site);
	cost->metric = "requests_per_warp";
	cost->value = cost->requests_per_warp;
	cost->ideal = cost->requests_per_warp / times;
	cost->has_ideal = true;
	cost->has_requests = false;
}

void pass_cost_narrow(
	struct pass *pass, struct finding *finding, const struct simt_site *site, double elements)
{
	struct simt_saving saving;
	const struct simt_report *report = pass->unit->report;
	const struct model_chip *chip = pass_chip(pass->target);
	set_trust(finding, report, site);
	pass_note_access(pass, finding, site);
	if (!chip || !price_narrow(&saving, report, site, elements, chip))
		return;
	set_fewer(&finding->cost, report, site, elements);
	tell_saving(pass, &finding->cost, &saving, chip);
}

void pass_cost_staged(struct pass *pass, struct finding *finding, const struct simt_site *load,
	const struct simt_site *store)
{
	struct simt_saving saving;
	const struct simt_report *report = pass->unit->report;
	const struct model_chip *chip = pass_chip(pass->target);
	if (!chip || !price_staged(&saving, report, load, store, chip))
		return;
	set_fewer(&finding->cost, report, load, 1);
	tell_saving(pass, &finding->cost, &saving, chip);
}

void pass_cost_host(struct pass *pass, struct finding *finding, double us, double ideal_us)
{
	(void)pass;
	finding->cost = (struct cost){.metric = "host_us", .value = us, .ideal = ideal_us, .has_ideal = true};
}

void pass_cost_memory(
	struct pass *pass, struct finding *finding, const struct host_sum *size, double us, double ideal_us)
{
	int64_t bytes = MODEL_HOST_BYTES;
	bool is_known = size && host_sum_is_number(size, &bytes);
	double share = (double)bytes / MODEL_HOST_BYTES;
	pass_cost_host(pass, finding, share * us, share * ideal_us);
	if (!is_known)
		finding->cost.assumed = "64 MB";
}
