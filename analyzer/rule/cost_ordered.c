/* What memory orders, scopes and fences cost. Rules find them in the source; which launches come by them is
 * known only when kernels are executed. So findings are kept and get the cost of the launch in which it is
 * highest. */
#include "analyzer/rule/run_unit.h"

#include <math.h>

void pass_cost_ordered(struct pass *pass, struct finding *finding, struct price_order fix)
{
	const struct priced_order priced = {.finding = finding, .fix = fix};
	vec_push(pass->arena, &pass->unit->ordered, priced);
}

void pass_cost_tree(struct pass *pass, struct finding *finding, const struct ir_stmt *tree, unsigned steps)
{
	const struct priced_order priced = {.finding = finding, .tree = tree, .steps = steps};
	vec_push(pass->arena, &pass->unit->ordered, priced);
}

void pass_cost_heap(struct pass *pass, struct finding *finding)
{
	const struct priced_order priced = {.finding = finding, .kernel = pass->function};
	vec_push(pass->arena, &pass->unit->ordered, priced);
}

/* What the operation costs by itself; false: nothing that the fix would save. */
static bool set_each(struct cost *cost, const struct simt_report *report, const struct price_order *fix,
	const struct model_chip *chip)
{
	const struct model_arch *arch = model_arch_nearest(chip->cc);
	double now, then;
	if (!price_ordered_each(&now, report, arch, fix, false) ||
		!price_ordered_each(&then, report, arch, fix, true) || now <= then)
		return false;
	cost->metric = fix->is_reduction ? "atomics_per_request" : "cycles_per_request";
	cost->value = now;
	cost->ideal = then;
	cost->has_ideal = then > 0; /* nothing is left of a fence that isn't needed */
	return true;
}

/* Keeps the launch in which it is highest. */
static void keep(struct finding *finding, const struct cost *found)
{
	struct cost *cost = &finding->cost;
	double most = cost->has_saved && cost->saved_us > found->saved_us ? cost->saved_us : found->saved_us;
	if (!cost->metric || found->time_us > cost->time_us)
		*cost = *found;
	cost->saved_us = most;
}

static void set_saving(struct arena *arena, struct cost *cost, const struct simt_saving *saving)
{
	cost->has_speedup = true;
	cost->speedup = 1;
	cost->assumed = saving->assumed ? arena_strdup(arena, saving->assumed) : NULL;
	if (saving->speedup < COST_LEAST_SPEEDUP)
		return;
	cost->time_us = saving->time_us;
	cost->speedup = saving->speedup;
	cost->has_time = true;
}

static void price(struct arena *arena, struct finding *finding, const struct simt_report *report,
	const struct price_order *fix, const struct model_chip *chip)
{
	struct cost found = {.chip = chip->name};
	struct simt_saving saving;
	if (!set_each(&found, report, fix, chip))
		return;
	/* a launch that isn't known may be any */
	bool is_priced = price_ordered(&saving, report, fix, chip);
	found.has_saved = true;
	found.saved_us = is_priced && !saving.is_estimate ? saving.time_us : INFINITY;
	if (is_priced)
		set_saving(arena, &found, &saving);
	keep(finding, &found);
}

/* What the launch saves, for a finding that is about all of it. */
static void keep_saving(
	struct arena *arena, struct finding *finding, struct cost *found, const struct simt_saving *saving)
{
	found->has_saved = !saving->is_estimate;
	found->saved_us = saving->time_us;
	set_saving(arena, found, saving);
	keep(finding, found);
}

static void price_steps(struct arena *arena, const struct priced_order *priced,
	const struct simt_report *report, const struct model_chip *chip)
{
	struct cost found = {.chip = chip->name,
		.metric = "shuffles_per_reduction",
		.value = priced->steps,
		.ideal = 0,
		.has_ideal = true};
	struct simt_saving saving;
	if (price_tree(&saving, report, priced->tree, priced->steps, chip))
		keep_saving(arena, priced->finding, &found, &saving);
}

static void price_heap(struct arena *arena, struct finding *finding, const struct simt_report *report,
	const struct model_chip *chip)
{
	struct cost found = {
		.chip = chip->name, .metric = "allocations_per_thread", .value = 1, .has_ideal = true};
	struct simt_saving saving;
	if (price_heap_use(&saving, report, chip))
		keep_saving(arena, finding, &found, &saving);
}

void pass_price_ordered(struct run_unit *run)
{
	const struct model_chip *chip = pass_chip(run->target);
	for (size_t i = 0; chip && i < run->ordered.count; i++) {
		const struct priced_order *priced = &run->ordered.data[i];
		if (priced->kernel && priced->kernel == run->report->kernel)
			price_heap(run->arena, priced->finding, run->report, chip);
		else if (priced->kernel)
			continue;
		else if (priced->tree)
			price_steps(run->arena, priced, run->report, chip);
		else
			price(run->arena, priced->finding, run->report, &priced->fix, chip);
	}
}
