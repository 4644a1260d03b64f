/* CU808 divergent-wmma: a matrix operation that only a part of a warp comes to: wmma's loads, stores and
 * products, and `mma.sync`, `ldmatrix` and their kin in inline assembly.
 *
 * Only lanes that certainly don't get there count, while others do or may: lanes that have left, lanes on the
 * other side of a condition that the analyzer has evaluated, lanes that the block doesn't have. A condition
 * on data or unknown bounds is left alone: it may well be the same for the whole warp. fill_fragment is no
 * operation of the warp. Of the operations in one branch that lack the same lanes, the first one is reported.
 */
#include "analyzer/rule/pictures.h"
#include "analyzer/rule/rule.h"
#include "analyzer/simt/value/mask.h"

/* The innermost branch or loop around an operation; NULL: none. */
struct around {
	const struct simt_warp_site *site;
	const struct ir_stmt *branch;
};

static void look(struct around *around, const struct ir_path *path)
{
	for (; path && !around->branch; path = path->up) {
		const struct ir_stmt *stmt = path->stmt;
		if (stmt && (stmt->kind == IR_IF || stmt->kind == IR_SWITCH || stmt->kind == IR_FOR ||
				    stmt->kind == IR_WHILE || stmt->kind == IR_DO))
			around->branch = stmt;
	}
}

static void look_at_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct around *around = context;
	if (expr == around->site->expr)
		look(around, path);
}

static void look_at_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct around *around = context;
	if (stmt == around->site->stmt)
		look(around, path);
}

static const struct ir_stmt *branch_around(const struct simt_warp_site *site)
{
	const struct ir_visitor visitor = {.expr = look_at_expr, .stmt = look_at_stmt, .enter_lambdas = true};
	struct around around = {.site = site};
	ir_walk_function(site->function, &visitor, &around);
	return around.branch;
}

/* Whether an earlier operation in the same branch lacks the same lanes. */
static bool is_said(const struct simt_report *report, const struct simt_warp_site *site)
{
	const struct ir_stmt *branch = branch_around(site);
	for (const struct simt_warp_site *other = report->warp_sites.data; other < site; other++)
		if (other->part == site->part && other->warp == site->warp &&
			other->function == site->function && branch_around(other) == branch)
			return true;
	return false;
}

static void on_site(struct pass *pass, const struct simt_report *report, const struct simt_warp_site *site)
{
	unsigned count = (unsigned)__builtin_popcount(site->part);
	if (!site->part || is_said(report, site))
		return;
	struct finding *finding = pass_report(pass, site->expr ? site->expr->range : site->stmt->range,
		"`%s` is executed by %u of the 32 lanes of a warp%s; all of them have to do it together, "
		"else it is undefined and may hang",
		site->name, count, site->missing ? "" : ": the block has no more");
	finding->function = site->function->display;
	unsigned sure = SIMT_ASSUMED_TURNS | SIMT_ASSUMED_ALIGNED | SIMT_ASSUMED_APART;
	if (!site->certain || report->launch->source < LAUNCH_SITE || (site->assumptions & ~sure))
		finding->confidence = CONFIDENCE_LIKELY;
	struct picture_threads threads = {.report = report,
		.doing = arena_printf(pass->arena, "at `%s`", site->name),
		.else_doing = "not there",
		.one_warp = true,
		.warp = site->warp};
	threads.here.warp[site->warp] = site->part;
	threads.there.warp[site->warp] = site->missing;
	pass_picture_threads(pass, finding, &threads);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->warp_sites.count; i++)
		on_site(pass, report, &report->warp_sites.data[i]);
}

const struct rule rule_divergent_wmma = {
	.code = "CU808",
	.name = "divergent-wmma",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.lone = true,
	.summary = "Matrix operation that only a part of a warp executes",
	.hooks = {.execution = on_execution},
};
