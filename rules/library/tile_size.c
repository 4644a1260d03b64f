/* CU802 tile-size: a tile of a size that the group can't be cut into.
 *
 * Sizes of `tiled_partition<N>(g)` are powers of two up to 1024. Tiles of more than a warp are made by the
 * hardware's barriers from 8.0 on; older targets need scratch memory that this_thread_block() is given. A
 * size that is an argument is a power of two up to 32. And the block has to be a multiple of its tiles:
 * looked at for every launch of known shape, in the kernel and what it calls. A partition behind a test of a
 * parameter or of the block's size is taken to be left out where it doesn't fit. */
#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/launch/config.h"
#include "analyzer/structure/reach.h"

enum { WARP_SIZE = 32, MAX_TILE = 1024, MULTI_WARP_ARCH = 80 };

static bool is_power_of_two(int64_t size)
{
	return size > 0 && (size & (size - 1)) == 0;
}

/* `tiled_partition<N>(g)`; 0 when it is something else, or the size isn't known. */
static int64_t static_size(const struct ir_expr *expr)
{
	if (expr->kind != IR_CALL || !ir_cuda(expr)->tiles || expr->operand_count != 1 ||
		!expr->call->arg_count || !expr->call->args[0].is_value)
		return 0;
	return expr->call->args[0].value;
}

static bool is_block(const struct ir_expr *parent)
{
	return ir_cuda_type(ir_strip_casts(parent)->type)->family == CUDA_BLOCK_GROUP;
}

/* ---- the size itself ------------------------------------------------------------------------- */

/* Where a group comes from: through copies and variables that aren't assigned again. */
static const struct ir_expr *origin(const struct ir_expr *group)
{
	for (int steps = 0; group && steps < 16; steps++) {
		group = ir_strip_casts(group);
		if (group->kind == IR_CONSTRUCT && group->operand_count == 1)
			group = group->operands[0];
		else if (group->kind == IR_VAR && group->var->init && !group->var->is_assigned)
			group = group->var->init;
		else
			break;
	}
	return group;
}

static bool lacks_scratch(const struct ir_expr *parent)
{
	const struct ir_expr *made = origin(parent);
	return made && made->kind == IR_CALL && !made->operand_count &&
	       ir_cuda(made)->op == CUDA_MAKE_GROUP && is_block(made);
}

static void check_static(struct pass *pass, const struct ir_expr *expr, int64_t size)
{
	if (!is_power_of_two(size) || size > MAX_TILE) {
		pass_report(pass, expr->range,
			"a tile of %lld threads: the size is a power of two from 1 to %d", (long long)size,
			MAX_TILE);
		return;
	}
	if (size <= WARP_SIZE || pass->target->archs_assumed || pass->target->archs[0] >= MULTI_WARP_ARCH ||
		!lacks_scratch(expr->operands[0]))
		return;
	struct finding *finding = pass_report(pass, expr->range,
		"a tile of %lld threads, more than a warp, needs a block from "
		"`this_thread_block(block_tile_memory &)` below compute capability 8.0",
		(long long)size);
	finding_limit_archs(finding, 0, MULTI_WARP_ARCH);
}

static void on_call(struct pass *pass, const struct ir_expr *expr)
{
	int64_t size;
	if (!ir_cuda(expr)->tiles || ir_is_dead(pass->path))
		return;
	if (expr->operand_count == 1 && expr->call->arg_count && expr->call->args[0].is_value) {
		check_static(pass, expr, expr->call->args[0].value);
	} else if (expr->operand_count == 2 && ir_fold_int(expr->operands[1], &size) &&
		   (!is_power_of_two(size) || size > WARP_SIZE)) {
		pass_report(pass, expr->operands[1]->range,
			"a tile of %lld threads: a size that is an argument is a power of two from 1 to %d%s",
			(long long)size, WARP_SIZE,
			is_power_of_two(size) ? "; `tiled_partition<N>` takes larger ones" : "");
	}
}

/* ---- the block of a launch ------------------------------------------------------------------- */

/* What may differ between launches: parameters, and the size of the block. */
static void look_for_choice(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *chooses = context;
	(void)path;
	const struct ir_function *function = expr->kind == IR_CALL ? expr->call->function : NULL;
	const struct ir_record *record = function ? function->record : NULL;
	*chooses |= expr->kind == IR_VAR && expr->var->storage == IR_PARAM;
	*chooses |= ir_builtin(expr) == CUDA_BLOCK_DIM;
	*chooses |= record && record->cuda && record->cuda->family == CUDA_BLOCK_GROUP;
}

static bool is_choice(const struct ir_launch *launch, const struct ir_expr *condition)
{
	const struct ir_visitor visitor = {.expr = look_for_choice};
	bool chooses = false;
	int64_t value;
	if (!condition || ir_fold_int_launched(launch, condition, &value))
		return false;
	ir_walk_expr(condition, &visitor, &chooses, NULL);
	return chooses;
}

static void look_for_return(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	bool *returns = context;
	(void)path;
	*returns |= stmt->kind == IR_RETURN;
}

/* Whether an earlier statement of a block may return for launches that don't fit. */
static bool may_have_left(
	const struct ir_launch *launch, const struct ir_stmt *block, const struct ir_stmt *child)
{
	const struct ir_visitor visitor = {.stmt = look_for_return};
	for (size_t i = 0; i < block->child_count && block->children[i] != child; i++) {
		bool returns = false;
		const struct ir_stmt *stmt = block->children[i];
		if (stmt->kind != IR_IF || !is_choice(launch, stmt->expr))
			continue;
		ir_walk_stmt(stmt, &visitor, &returns, NULL);
		if (returns)
			return true;
	}
	return false;
}

static bool is_chosen(const struct ir_launch *launch, const struct ir_path *path)
{
	for (; path && path->up; path = path->up) {
		const struct ir_stmt *stmt = path->up->stmt;
		const struct ir_expr *expr = path->up->expr;
		if (stmt && (stmt->kind == IR_IF || stmt->kind == IR_SWITCH) && is_choice(launch, stmt->expr))
			return true;
		if (expr && expr->kind == IR_CONDITIONAL && is_choice(launch, expr->operands[0]))
			return true;
		if (stmt && stmt->kind == IR_BLOCK && path->stmt && may_have_left(launch, stmt, path->stmt))
			return true;
	}
	return false;
}

/* A partition into tiles that a block of so many threads can't be cut into. */
static bool misfits(void *context, const struct ir_expr *expr)
{
	const int64_t *threads = context;
	int64_t size = static_size(expr);
	return size > 0 && is_power_of_two(size) && size <= MAX_TILE && is_block(expr->operands[0]) &&
	       *threads % size != 0;
}

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	int64_t threads;
	const struct ir_launched_search search = {misfits, is_chosen, &threads};
	struct ir_launch_shape shape;
	struct ir_dim3 block;
	ir_launch_shape(launch, &shape);
	if (!launch->kernel || ir_is_dead(pass->path) || !shape.block ||
		!ir_fold_dim3_called(pass_query(pass), shape.block, &block) ||
		!ir_dim3_total(&block, &threads) || threads <= 0)
		return;
	const struct ir_expr *partition = ir_find_launched(pass->arena, launch, &search);
	if (!partition)
		return;
	struct finding *finding = pass_report(pass, launch->range,
		"a block of %lld thread%s can't be cut into tiles of %lld, as `%s` does: what they do "
		"together is undefined",
		(long long)threads, threads == 1 ? "" : "s", (long long)static_size(partition),
		launch->kernel->name);
	pass_related(pass, finding, partition->range, "the tiles");
}

const struct rule rule_tile_size = {
	.code = "CU802",
	.name = "tile-size",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Tile of a size that its group cannot be cut into",
	.hooks = {.call = on_call, .launch = on_launch},
};
