/* CU605 grid-underfills-device: a grid with fewer threads than half of what the chip holds at once, or one
 * whose last wave of blocks leaves most of the chip empty.
 *
 * Only grids that follow from the source or were given count. A single block is silent where its threads
 * don't repeat anything: the job is as small as that. One or two blocks (or clusters) are silent where they
 * are meant: the kernel doesn't ask which block it is, gives the two different parts, or is launched with
 * other grids too, of which this one finishes the work. Waves depend on registers, which only the compiler
 * knows: such a finding is no more than possible, unless any number of them gives the same. */
#include "analyzer/rule/rule.h"

#include <math.h>
#include <string.h>

#include "analyzer/structure/launch/cluster.h"
#include "analyzer/structure/launch/config.h"
#include "analyzer/structure/reach.h"
#include "model/model.h"

enum { SMALL_JOB = 1024, FEW_REGISTERS = 16 };

struct grid {
	const struct simt_report *report;
	const struct model_chip *chip;
	const struct model_arch *arch;
	double blocks;
	int block, fixed;
};

static struct ir_range place_of(const struct simt_report *report)
{
	const struct ir_launch *site = report->launch->site;
	if (report->launch->source > LAUNCH_SITE || !site)
		return report->kernel->name_range;
	return site->grid && !site->grid->in_macro ? site->grid->range : site->range;
}

/* A loop that halves or doubles: the steps of a tree, which are few whatever the size. */
static bool is_tree(const struct ir_stmt *stmt)
{
	const struct ir_expr *step = stmt->kind == IR_FOR && stmt->step ? ir_strip_casts(stmt->step) : NULL;
	return step && step->kind == IR_ASSIGN &&
	       (step->op == IR_OP_SHR || step->op == IR_OP_SHL || step->op == IR_OP_DIV ||
		       step->op == IR_OP_MUL);
}

/* A few threads that repeat nothing: the job is as small as that, and over before it costs anything. */
static bool is_small_job(const struct grid *grid)
{
	if (grid->blocks * grid->block > SMALL_JOB)
		return false;
	for (size_t i = 0; i < grid->report->branches.count; i++) {
		const struct ir_stmt *stmt = grid->report->branches.data[i]->stmt;
		if (stmt && stmt->kind != IR_IF && !is_tree(stmt))
			return grid->blocks * grid->block == 1;
	}
	return true;
}

/* ---- one or two blocks ----------------------------------------------------------------------- */

enum { MEANT_BLOCKS = 2 };

struct index_use {
	bool is_asked;    /* which block a thread is in, or how many there are */
	bool is_computed; /* and not only compared */
};

static bool is_compared(const struct ir_path *path)
{
	for (path = path->up; path && path->expr; path = path->up)
		if (path->expr->kind == IR_BINARY)
			return path->expr->op == IR_OP_EQ || path->expr->op == IR_OP_NE;
	return path && path->stmt && (path->stmt->kind == IR_IF || path->stmt->kind == IR_SWITCH);
}

static void look_for_index(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct index_use *use = context;
	const struct cuda_function *called = ir_cuda(expr);
	if (called->op == CUDA_MAKE_GROUP && called->scope >= IR_SCOPE_DEVICE)
		use->is_asked = use->is_computed = true;
	if (expr->kind != IR_VAR ||
		(expr->var->builtin != CUDA_BLOCK_INDEX && expr->var->builtin != CUDA_GRID_DIM))
		return;
	use->is_asked = true;
	use->is_computed |= !is_compared(path);
}

/* Assembly that names %ctaid or %nctaid, or may. */
static void look_for_register(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct index_use *use = context;
	(void)path;
	if (stmt->kind == IR_ASM &&
		(!stmt->assembly || !stmt->assembly->text || strstr(stmt->assembly->text, "ctaid")))
		use->is_asked = use->is_computed = true;
}

static struct index_use index_use_of(struct pass *pass, const struct ir_function *kernel)
{
	const struct ir_visitor visitor = {
		.expr = look_for_index, .stmt = look_for_register, .enter_lambdas = true};
	ir_function_list functions = {0};
	struct index_use use = {0};
	ir_reach(pass->arena, pass_query(pass), kernel, &functions);
	for (size_t i = 0; i < functions.count; i++)
		ir_walk_function(functions.data[i], &visitor, &use);
	return use;
}

/* Blocks of one cluster work as one. */
static double cluster_blocks(const struct simt_report *report)
{
	struct ir_launch_clusters clusters = {0};
	struct ir_dim3 dims;
	int64_t total = 1;
	if (report->launch->site)
		ir_launch_clusters(report->launch->site, &clusters);
	if (clusters.required.is_given)
		ir_dim3_total(&clusters.required.dims, &total);
	else if (ir_compiled_cluster(report->kernel, &dims))
		ir_dim3_total(&dims, &total);
	return total > 0 ? (double)total : 1;
}

/* Whether the kernel is launched elsewhere in the unit with more blocks, or nobody knows how many. */
static bool has_larger_launch(struct pass *pass, const struct grid *grid)
{
	struct ir_launches launches = ir_launches_of(pass_query(pass), grid->report->kernel);
	for (size_t i = 0; i < launches.count; i++) {
		struct ir_launch_shape shape;
		struct ir_dim3 dims;
		int64_t total;
		ir_launch_shape(launches.data[i], &shape);
		if (launches.data[i] != grid->report->launch->site && shape.grid &&
			(!ir_fold_dim3_called(pass_query(pass), shape.grid, &dims) ||
				!ir_dim3_total(&dims, &total) || (double)total > grid->blocks))
			return true;
	}
	return false;
}

static bool is_meant(struct pass *pass, const struct grid *grid)
{
	double units = grid->blocks / cluster_blocks(grid->report);
	if (units > MEANT_BLOCKS)
		return false;
	struct index_use use = index_use_of(pass, grid->report->kernel);
	return !use.is_asked || (units > 1 && !use.is_computed) || has_larger_launch(pass, grid);
}

static struct finding *check_fill(struct pass *pass, const struct grid *grid)
{
	double threads = grid->blocks * grid->block,
	       room = grid->chip->sms.value * grid->arch->threads_per_sm;
	if (threads * 100 >= room * (double)pass_option_int(pass, "min-percent") || is_small_job(grid) ||
		is_meant(pass, grid))
		return NULL;
	struct finding *finding = pass_report(pass, place_of(grid->report),
		"grid of %.0f %s of %d threads fills %.*f %% of %s, whose %.0f SMs hold %.0f threads",
		grid->blocks, grid->blocks > 1 ? "blocks" : "block", grid->block,
		threads * 100 < room ? 2 : 0, 100 * threads / room, grid->chip->name, grid->chip->sms.value,
		room);
	finding->cost.metric = "device_fill_percent";
	finding->cost.value = 100 * threads / room;
	finding->cost.ideal = 100;
	finding->cost.has_ideal = true;
	pass_cost_launch(pass, finding, PRICE_FEW_BLOCKS);
	return finding;
}

/* Waves of blocks when each thread takes so many registers; 0: can't be told. */
static double waves(const struct grid *grid, int registers, int *per_sm)
{
	struct model_occupancy now;
	struct model_occupancy_query query = model_occupancy_query_default(grid->arch, grid->block);
	query.static_shared = grid->fixed;
	query.dynamic_shared = (int)grid->report->launch->shared;
	query.registers_per_thread = registers;
	if (!model_occupancy(&now, &query) || now.blocks_per_sm < 1)
		return 0;
	*per_sm = now.blocks_per_sm;
	return grid->blocks / (grid->chip->sms.value * now.blocks_per_sm);
}

static bool has_tail(const struct pass *pass, double count)
{
	double last = count - floor(count);
	return count > 1 && floor(count) <= (double)pass_option_int(pass, "max-waves") && last > 0 &&
	       last * 100 < (double)pass_option_int(pass, "min-last-percent");
}

/* Whether the compiler can hardly need so many registers: every local variable counts, at once. */
static void add_variable(void *context, const struct ir_var *var, const struct ir_path *path)
{
	int64_t *words = context;
	(void)path;
	if (var->storage == IR_LOCAL)
		*words += var->type->size > 0 ? (var->type->size + 3) / 4 : 2;
}

static bool needs_few_registers(struct pass *pass, const struct ir_function *kernel)
{
	const struct ir_visitor visitor = {.var = add_variable};
	ir_function_list functions = {0};
	int64_t words = 0;
	ir_reach(pass->arena, pass_query(pass), kernel, &functions);
	for (size_t i = 0; i < functions.count; i++)
		ir_walk_function(functions.data[i], &visitor, &words);
	return words + (int64_t)kernel->param_count <= FEW_REGISTERS;
}

/* Waves can be counted when any number of registers gives the same, and probably when few are needed. */
static enum confidence confidence_of(struct pass *pass, const struct grid *grid, int per_sm)
{
	/* as many as the block can have at all */
	int most = grid->arch->registers_per_block / ((grid->block + 127) / 128 * 128) / 8 * 8, fewest = 0;
	most = most > grid->arch->registers_per_thread ? grid->arch->registers_per_thread : most;
	if (waves(grid, most, &fewest) > 0 && fewest == per_sm)
		return CONFIDENCE_PROVEN;
	bool few = waves(grid, 32, &fewest) > 0 && fewest == per_sm;
	return few && needs_few_registers(pass, grid->report->kernel) ? CONFIDENCE_LIKELY
								      : CONFIDENCE_POSSIBLE;
}

static struct finding *check_tail(struct pass *pass, const struct grid *grid)
{
	int per_sm = 0;
	double count = waves(grid, 0, &per_sm);
	if (!has_tail(pass, count))
		return NULL;
	double room = grid->chip->sms.value * per_sm, rest = grid->blocks - floor(count) * room;
	enum confidence confidence = confidence_of(pass, grid, per_sm);
	struct finding *finding = pass_report(pass, place_of(grid->report),
		"%s%.0f blocks are %.0f full %s on %s and %.0f %s more, for which most of its %.0f SMs have "
		"nothing (%d %s of %d threads %s an SM)",
		confidence == CONFIDENCE_PROVEN ? "" : "if registers allow, ", grid->blocks, floor(count),
		count < 2 ? "wave" : "waves", grid->chip->name, rest, rest > 1 ? "blocks" : "block",
		grid->chip->sms.value, per_sm, per_sm > 1 ? "blocks" : "block", grid->block,
		per_sm > 1 ? "fit" : "fits");
	finding->confidence = confidence;
	finding->cost.metric = "waves_per_sm";
	finding->cost.value = count;
	finding->cost.ideal = floor(count);
	finding->cost.has_ideal = true;
	pass_cost_launch(pass, finding, PRICE_TAIL);
	return finding;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	const struct simt_launch *launch = report->launch;
	struct grid grid = {.report = report, .blocks = 1, .block = 1};
	int64_t fixed = 0;
	if (!launch->grid_known || launch->source < LAUNCH_SITE || launch->shared > INT32_MAX / 4)
		return;
	for (int dim = 0; dim < 3; dim++) {
		grid.blocks *= (double)launch->grid[dim];
		grid.block *= (int)launch->block[dim];
	}
	bool shared_known = ir_static_shared(pass->arena, pass_query(pass), report->kernel, &fixed) &&
			    fixed < INT32_MAX / 4 && launch->shared_known;
	grid.fixed = (int)fixed;
	grid.chip = pass_chip(pass->target);
	if (!grid.chip || grid.chip->sms.evidence < MODEL_SOURCE)
		return;
	grid.arch = model_arch_nearest(grid.chip->cc);
	struct finding *finding = check_fill(pass, &grid);
	if (!finding && shared_known)
		finding = check_tail(pass, &grid);
	if (!finding)
		return;
	finding->cost.chip = grid.chip->name;
	for (size_t i = 0; i < pass->target->arch_count; i++)
		if (pass->target->archs[i] == grid.chip->cc)
			finding_limit_archs(finding, grid.chip->cc, grid.chip->cc + 1);
}

const struct rule rule_grid_underfills_device = {
	.code = "CU605",
	.name = "grid-underfills-device",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Grid too small for the device, or with a nearly empty last wave",
	.options =
		(const struct rule_option[]){{"min-percent", OPTION_INT, "50",
						     "share of the device's threads below which is reported"},
			{"min-last-percent", OPTION_INT, "25",
				"share of the last wave below which is reported"},
			{"max-waves", OPTION_INT, "4", "full waves up to which a last wave is reported"},
			{0}},
	.hooks = {.execution = on_execution},
};
