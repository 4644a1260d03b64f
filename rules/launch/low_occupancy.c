/* CU604 low-occupancy: so few warps fit an SM that a warp that waits has hardly another to take its place.
 *
 * Registers are only known to the compiler, so what is compared is an upper bound: threads, blocks and shared
 * memory. A grid that is resident as a whole gains nothing from more occupancy and is left alone, and so is a
 * kernel whose block isn't told by a launch. */
#include "analyzer/rule/rule.h"
#include "analyzer/structure/reach.h"
#include "model/model.h"

struct need {
	const struct model_arch *arch;
	int block, fixed, dynamic;
};

static bool occupancy_of(const struct need *need, struct model_occupancy *out)
{
	struct model_occupancy_query query = model_occupancy_query_default(need->arch, need->block);
	query.static_shared = need->fixed;
	query.dynamic_shared = need->dynamic;
	return model_occupancy(out, &query) && out->blocks_per_sm > 0;
}

/* All blocks of the grid run at once on the smallest chip that there is of the architecture. */
static bool is_resident(
	const struct simt_launch *launch, const struct model_arch *arch, const struct model_occupancy *now)
{
	double blocks = 1;
	for (int dim = 0; dim < 3; dim++)
		blocks *= (double)launch->grid[dim];
	const struct model_chip *chip = model_chip_default(arch);
	return launch->grid_known && blocks <= chip->sms.value * now->blocks_per_sm;
}

/* The most bytes per block with which `percent` would be reached; -1: shared memory isn't what is short. */
static int enough_bytes(const struct need *need, int percent)
{
	int low = -1, high = need->fixed + need->dynamic;
	while (high - low > 1) {
		int middle = low + (high - low) / 2;
		struct need smaller = {need->arch, need->block, middle, 0};
		struct model_occupancy now;
		if (occupancy_of(&smaller, &now) && now.occupancy * 100 >= percent)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static const char *advice(
	struct pass *pass, const struct need *need, const struct model_occupancy *now, int percent)
{
	if (now->limiters & MODEL_LIMIT_SHARED) {
		int bytes = enough_bytes(need, percent);
		const char *what =
			arena_printf(pass->arena, "the %d bytes of shared memory of a block allow %d of them",
				need->fixed + need->dynamic, now->blocks_per_sm);
		return bytes > 0 ? arena_printf(pass->arena, "%s, %d or fewer would allow %d %%", what, bytes,
					   percent)
				 : what;
	}
	int warps = (need->arch->warps_per_sm * percent + 100 * now->blocks_per_sm - 1) /
		    (100 * now->blocks_per_sm);
	return arena_printf(pass->arena,
		"an SM holds no more than %d blocks, however small; %d threads would allow %d %%",
		now->blocks_per_sm, warps * need->arch->warp_size, percent);
}

static struct ir_range place_of(const struct simt_report *report)
{
	const struct ir_launch *site = report->launch->site;
	if (report->launch->source > LAUNCH_SITE || !site)
		return report->kernel->name_range;
	return site->block && !site->block->in_macro ? site->block->range : site->range;
}

static void check_arch(struct pass *pass, const struct simt_report *report, int number, int64_t fixed)
{
	const struct simt_launch *launch = report->launch;
	int percent = (int)pass_option_int(pass, "min-percent");
	struct need need = {.arch = model_arch_nearest(number),
		.block = (int)(launch->block[0] * launch->block[1] * launch->block[2]),
		.fixed = (int)fixed,
		.dynamic = (int)launch->shared};
	struct model_occupancy now;
	if (!need.arch || !occupancy_of(&need, &now) || now.occupancy * 100 >= percent ||
		is_resident(launch, need.arch, &now))
		return;
	struct finding *finding = pass_report(pass, place_of(report),
		"`%s` fills at most %d of the %d warps of an SM on %s (%d %%): %s", report->kernel->name,
		now.warps_per_sm, need.arch->warps_per_sm, need.arch->name, (int)(now.occupancy * 100),
		advice(pass, &need, &now, percent));
	finding->cost.metric = "occupancy_percent";
	finding->cost.value = now.occupancy * 100;
	finding->cost.ideal = 100;
	finding->cost.has_ideal = true;
	pass_cost_launch(pass, finding, PRICE_FEW_RESIDENT);
	finding_limit_archs(finding, number, number + 1);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	int64_t fixed;
	const struct simt_launch *launch = report->launch;
	if (launch->source < LAUNCH_SITE || launch->shared < 0 || launch->shared > INT32_MAX / 4 ||
		!ir_static_shared(pass->arena, pass_query(pass), report->kernel, &fixed) ||
		fixed > INT32_MAX / 4)
		return;
	for (size_t i = 0; i < pass->target->arch_count; i++)
		check_arch(pass, report, pass->target->archs[i], fixed);
}

const struct rule rule_low_occupancy = {
	.code = "CU604",
	.name = "low-occupancy",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Block that leaves most of an SM's warps unused",
	.options = (const struct rule_option[]){{"min-percent", OPTION_INT, "50",
							"occupancy below which is reported, in percent"},
		{0}},
	.hooks = {.execution = on_execution},
};
