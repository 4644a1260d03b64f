/* CU413 intra-warp-divergence: a branch that sends lanes of one warp several ways, with real work on more
 * than one of them; and a condition in a loop that spreads few lanes over many warps.
 *
 * Where the split falls on warp borders, no warp runs two sides. A side of a few operations becomes
 * predicated instructions and is left alone, and so is an `if` without `else` whose lanes lie together: the
 * others have nothing to do. Conditions that depend on data aren't decided here. Costs are in steps of the
 * execution, which stand for instructions. */
#include "analyzer/rule/rule.h"

#include "analyzer/site/price/price.h"

/* How often a block comes by. */
static double executions(const struct simt_report *report, const struct simt_branch_site *site)
{
	const int64_t *block = report->launch->block, *grid = report->launch->grid;
	double warps = (double)((block[0] * block[1] * block[2] + SIMT_WARP - 1) / SIMT_WARP);
	double blocks = report->launch->grid_known ? (double)grid[0] * (double)grid[1] * (double)grid[2]
						   : (double)report->result.boxes;
	return site->warps / (warps * blocks);
}

static struct finding *report_sides(
	struct pass *pass, const struct simt_branch_site *site, struct ir_range at, double idle)
{
	int yes = 0, no = 0;
	for (unsigned warp = 0; warp < SIMT_MAX_WARPS && !(yes && no); warp++) {
		yes = __builtin_popcount(site->yes.warp[warp]);
		no = __builtin_popcount(site->no.warp[warp]);
	}
	double share = 100 * site->split_warps / site->warps;
	if (site->stmt->kind == IR_SWITCH)
		return pass_report(pass, at,
			"the lanes of %.0f %% of the warps go to different cases, which run one after the "
			"other: %.0f %% of the lanes' time is waiting",
			share, idle);
	return pass_report(pass, at,
		"this condition splits %.0f %% of the warps into %d and %d lanes, which run one side after "
		"the other: %.0f %% of the lanes' time is waiting",
		share, yes, no, idle);
}

/* NULL: nothing to report. */
static struct finding *check(
	struct pass *pass, const struct simt_report *report, const struct simt_branch_site *site, double idle)
{
	double least = (double)pass_option_int(pass, "min-steps"), turns = executions(report, site);
	const struct ir_expr *condition = site->stmt->expr;
	struct ir_range at = condition->in_macro ? site->stmt->range : condition->range;
	bool is_if = site->stmt->kind == IR_IF;
	if ((double)site->longest >= least && (double)site->others >= least &&
		idle >= (double)pass_option_int(pass, "min-percent") && (!is_if || site->stmt->other))
		return report_sides(pass, site, at, idle);
	if (!is_if || site->stmt->other || turns < 3 || site->filled <= 0 ||
		site->spread < 2 * site->filled || (double)site->longest < least / 3 ||
		(double)site->longest * turns < 2 * least)
		return NULL;
	return pass_report(pass, at,
		"this condition spreads its lanes thinly: %.1f times as many warps run as the lanes would "
		"fill; let neighbouring threads take part",
		site->spread / site->filled);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->branches.count; i++) {
		const struct simt_branch_site *site = report->branches.data[i];
		bool is_branch = site->stmt && (site->stmt->kind == IR_IF || site->stmt->kind == IR_SWITCH);
		if (!is_branch || site->split_warps <= 0 || site->waiting <= 0)
			continue;
		double idle = 100 * site->waiting / (site->waiting + site->work);
		struct finding *finding = check(pass, report, site, idle);
		if (!finding)
			continue;
		finding->function = site->function->display;
		if (report->launch->source < LAUNCH_SITE || site->open)
			finding->confidence = CONFIDENCE_LIKELY;
		finding->cost.metric = "active_threads_per_warp";
		finding->cost.value = SIMT_WARP * (1 - idle / 100);
		finding->cost.ideal = SIMT_WARP;
		finding->cost.has_ideal = true;
		pass_cost_branch(pass, finding, site);
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
