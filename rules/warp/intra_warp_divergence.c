/* CU413 intra-warp-divergence: an `if` that sends lanes of one warp both ways, with real work on both sides.
 *
 * Where the split falls on warp borders, no warp runs both. A side of a few operations becomes predicated
 * instructions and is left alone, and so is an `if` without `else`: the other lanes have nothing to do.
 * Conditions that depend on data aren't decided here. Costs are in steps of the execution, which stand for
 * instructions. */
#include "analyzer/rule.h"

static const char *side_text(struct pass *pass, const struct simt_branch_site *site, unsigned *lanes)
{
	for (unsigned warp = 0; warp < SIMT_MAX_WARPS; warp++) {
		if (!site->yes.warp[warp] || !site->no.warp[warp])
			continue;
		*lanes = (unsigned)__builtin_popcount(site->yes.warp[warp]);
		return arena_printf(
			pass->arena, "%u and %d", *lanes, __builtin_popcount(site->no.warp[warp]));
	}
	return "some and other";
}

static struct ir_range place_of(const struct simt_branch_site *site)
{
	return site->stmt->expr->in_macro ? site->stmt->range : site->stmt->expr->range;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	uint64_t least = (uint64_t)pass_option_int(pass, "min-steps");
	double percent = (double)pass_option_int(pass, "min-percent");
	for (size_t i = 0; i < report->branches.count; i++) {
		const struct simt_branch_site *site = report->branches.data[i];
		if (!site->stmt || site->stmt->kind != IR_IF || !site->stmt->other ||
			site->split_warps <= 0 || site->yes_steps < least || site->no_steps < least)
			continue;
		double idle = 100 * site->waiting / (site->waiting + site->work);
		if (idle < percent)
			continue;
		unsigned lanes = 0;
		const char *sides = side_text(pass, site, &lanes);
		double share = 100 * site->split_warps / site->warps;
		struct finding *finding = pass_report(pass, place_of(site),
			"this condition splits %.0f %% of the warps into %s lanes, which run one side after "
			"the "
			"other: %.0f %% of the lanes' time is waiting",
			share, sides, idle);
		if (report->launch->source < LAUNCH_SITE || site->open)
			finding->confidence = CONFIDENCE_LIKELY;
		finding->cost.metric = "idle_lanes_percent";
		finding->cost.value = idle;
		finding->cost.ideal = 0;
		finding->cost.has_ideal = true;
	}
}

const struct rule rule_intra_warp_divergence = {
	.code = "CU413",
	.name = "intra-warp-divergence",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Branch that splits warps, with work on both sides",
	.options =
		(const struct rule_option[]){
			{"min-percent", OPTION_INT, "15",
				"share of the lanes' time at the branch that is waiting"},
			{"min-steps", OPTION_INT, "24", "what each side has to do, in operations"}, {0}},
	.hooks = {.execution = on_execution},
};
