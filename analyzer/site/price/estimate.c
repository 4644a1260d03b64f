/* The assumptions: a grid of so many threads, in the dimensions that the kernel asks for; a number of turns
 * of loops that don't tell (simt/exec/exec_sample.c); addresses that data chooses are spread evenly. */
#include "analyzer/site/price/estimate.h"

#include <math.h>
#include <string.h>

#include "analyzer/base/format.h"
#include "analyzer/ir/query.h"
#include "analyzer/ir/walk.h"
#include "analyzer/simt/launch/launch.h"
#include "analyzer/site/price/price_atomic.h"
#include "analyzer/site/price/price_ordered.h"
#include "analyzer/value/fold.h"

/* Enough for the largest chips to be full several times over. */
enum { GRID_THREADS = 1 << 20 };

struct simt_estimate {
	struct arena *arena;
	const struct ir_module *module;
	bool is_tried;
	struct estimate_basis basis; /* report NULL: none */
};

struct simt_estimate *estimate_new(struct arena *arena, const struct ir_module *module)
{
	struct simt_estimate *estimate = ARENA_NEW(arena, struct simt_estimate);
	estimate->arena = arena;
	estimate->module = module;
	return estimate;
}

/* ---- what is known as it is ------------------------------------------------------------------ */

/* Guards that are assumed to be taken are usual and don't matter. */
static bool is_complete(const struct simt_report *report)
{
	if (!report->launch->grid_known || report->result.gave_up)
		return false;
	for (size_t i = 0; i < report->sites.count; i++)
		if (report->sites.data[i]->in_symbolic_loop)
			return false;
	for (size_t i = 0; i < report->ordered.count; i++)
		if (report->ordered.data[i]->in_symbolic_loop)
			return false;
	return true;
}

/* Whether data chooses addresses, and how many lanes meet at one isn't told by anything else. */
static bool has_unknown_atomics(const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		if (site->kind >= SIMT_ATOMIC && !price_atomic_known(site))
			return true;
	}
	return !price_ordered_known(report);
}

static bool has_unknown_addresses(const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		bool global = site->space == SIMT_GLOBAL || site->space == SIMT_GENERIC;
		if (global && site->kind < SIMT_ATOMIC && site->counts.unknown > 0)
			return true;
	}
	return false;
}

/* ---- a grid ---------------------------------------------------------------------------------- */

struct asked {
	bool dims[3];
	unsigned depth;
};

static void note_dims(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct asked *asked = context;
	const struct ir_visitor visitor = {.expr = note_dims};
	const struct ir_function *callee = expr->kind == IR_CALL ? expr->call->function : NULL;
	(void)path;
	if (expr->kind == IR_MEMBER && expr->operand_count &&
		ir_builtin(expr->operands[0]) == CUDA_BLOCK_INDEX) {
		int dim = expr->member.name[0] - 'x';
		if (dim >= 0 && dim < 3 && !expr->member.name[1])
			asked->dims[dim] = true;
	}
	if (callee && callee->body && !callee->is_system && asked->depth < 4) {
		asked->depth++;
		ir_walk_function(callee, &visitor, asked);
		asked->depth--;
	}
}

/* The grid's extents that nobody tells: as many blocks as make GRID_THREADS threads with those that are told,
 * a square where two are missing. */
static void choose_grid(const struct simt_report *report, struct simt_launch *launch)
{
	const struct ir_visitor visitor = {.expr = note_dims};
	const struct ir_launch *site = launch->site;
	struct asked asked = {.depth = 0};
	struct ir_dim3 told = {.known = {false}};
	double threads = 1, missing = 0;
	if (site && site->grid)
		ir_fold_dim3(site->grid, &told);
	ir_walk_function(report->kernel, &visitor, &asked);
	for (int dim = 0; dim < 3; dim++) {
		bool is_told = told.known[dim] && told.value[dim] > 0;
		launch->grid[dim] = is_told ? told.value[dim] : 1;
		asked.dims[dim] &= !is_told;
		missing += asked.dims[dim];
		threads *= (double)(launch->grid[dim] * launch->block[dim]);
	}
	double each = missing > 0 ? floor(pow(GRID_THREADS / threads, 1 / missing)) : 1;
	for (int dim = 0; dim < 3; dim++)
		if (asked.dims[dim] && each > 1)
			launch->grid[dim] = each < 65535 || !dim ? (int64_t)each : 65535;
	launch->grid_known = true;
}

/* ---- the estimate ---------------------------------------------------------------------------- */

static void say(struct arena *arena, const char **text, const char *more)
{
	*text = *text ? arena_printf(arena, "%s, %s", *text, more) : more;
}

static const char *grid_text(struct arena *arena, const int64_t grid[3])
{
	const long long x = grid[0], y = grid[1], z = grid[2];
	if (z > 1)
		return arena_printf(arena, "%lldx%lldx%lld blocks", x, y, z);
	return y > 1 ? arena_printf(arena, "%lldx%lld blocks", x, y) : arena_printf(arena, "%lld blocks", x);
}

static void estimate(struct simt_estimate *estimate, const struct simt_report *report)
{
	const char *assumed = NULL;
	struct arena *arena = estimate->arena;
	const struct simt_report *basis = report;
	estimate->is_tried = true;
	if (!is_complete(report)) {
		struct simt_launch *launch = ARENA_NEW(arena, struct simt_launch);
		*launch = *report->launch;
		launch->is_estimate = true;
		launch->few_turns = false;
		launch->plainer = NULL;
		if (!launch->grid_known) {
			choose_grid(report, launch);
			say(arena, &assumed, grid_text(arena, launch->grid));
		}
		basis = simt_execute_counts(arena, estimate->module, report->kernel, launch);
		if (!is_complete(basis))
			return;
		if (basis->result.assumed_turns)
			say(arena, &assumed,
				arena_printf(arena, "%d turns of loops that don't tell how many they make",
					SIMT_ESTIMATED_TURNS));
	}
	if (has_unknown_atomics(basis))
		say(arena, &assumed, "atomics spread evenly where data chooses their address");
	bool is_estimate = assumed != NULL;
	if (has_unknown_addresses(basis))
		say(arena, &assumed, "a sector for every other lane where data chooses the address");
	estimate->basis = (struct estimate_basis){basis, assumed, is_estimate};
}

bool estimate_basis(struct estimate_basis *out, const struct simt_report *report)
{
	if (!report->estimate->is_tried)
		estimate(report->estimate, report);
	*out = report->estimate->basis;
	return out->report != NULL;
}

const struct simt_site *estimate_site(const struct simt_report *report, const struct simt_site *site)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *at = report->sites.data[i];
		if (at->expr == site->expr && at->kind == site->kind && at->size == site->size &&
			at->space == site->space)
			return at;
	}
	return NULL;
}

const struct simt_branch_site *estimate_branch(
	const struct simt_report *report, const struct simt_branch_site *site)
{
	for (size_t i = 0; i < report->branches.count; i++) {
		const struct simt_branch_site *at = report->branches.data[i];
		if (at->stmt == site->stmt && at->expr == site->expr)
			return at;
	}
	return NULL;
}
