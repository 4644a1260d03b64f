/* CU609 preferred-cluster: a launch that prefers larger clusters than it needs (a preferred size beside the
 * required one), and can't have them: no required size, a preferred one that isn't a multiple of it, a grid
 * that isn't a multiple of the preferred size; or a kernel that reaches for a rank which clusters of the
 * required size don't have, or computes ranks with one of the two sizes as a number.
 *
 * Sizes and ranks that aren't known are left alone, and ranks behind a condition. */
#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/launch/cluster.h"
#include "analyzer/structure/launch/config.h"
#include "analyzer/structure/reach.h"
#include "analyzer/value/rounding.h"

/* The size that every cluster has at least; false: it isn't known. */
static bool required_size(
	const struct ir_launch *launch, const struct ir_launch_clusters *clusters, struct ir_dim3 *dims)
{
	*dims = clusters->required.dims;
	return clusters->required.is_given || (launch->kernel && ir_compiled_cluster(launch->kernel, dims));
}

/* What is wrong with a preferred size beside the required one; NULL: nothing that is known. */
static const char *misfit_of_sizes(
	struct arena *arena, const struct ir_dim3 *preferred, const struct ir_dim3 *required)
{
	for (size_t i = 0; i < 3; i++) {
		int64_t wanted = preferred->value[i], least = required->value[i];
		bool known = preferred->known[i] && required->known[i] && least > 0;
		if (!known || (i < 2 ? wanted % least == 0 : wanted == least))
			continue;
		return arena_printf(arena,
			i < 2 ? "the preferred cluster is %lld blocks in %c, which is no multiple of the "
				"%lld that are required: the launch fails"
			      : "the preferred cluster is %lld blocks in %c, where the required one is %lld; "
				"they have to be equal there",
			(long long)wanted, "xyz"[i], (long long)least);
	}
	return NULL;
}

static const char *misfit_of_grid(
	struct arena *arena, const struct ir_dim3 *grid, const struct ir_dim3 *preferred)
{
	for (size_t i = 0; i < 3; i++) {
		int64_t size = preferred->value[i];
		if (!grid->known[i] || !preferred->known[i] || size <= 0 || grid->value[i] % size == 0)
			continue;
		return arena_printf(arena,
			"grid is %lld blocks in %c, which is no multiple of the preferred cluster's %lld: "
			"the launch fails",
			(long long)grid->value[i], "xyz"[i], (long long)size);
	}
	return NULL;
}

static void check_written(struct pass *pass, const struct ir_launch *launch,
	const struct ir_launch_cluster *preferred, const struct ir_dim3 *required)
{
	struct ir_launch_shape shape;
	struct ir_dim3 grid;
	const char *sizes = misfit_of_sizes(pass->arena, &preferred->dims, required);
	if (sizes)
		pass_report(pass, preferred->at->range, "%s", sizes);
	ir_launch_shape(launch, &shape);
	const char *whole = shape.grid && ir_fold_dim3_called(pass_query(pass), shape.grid, &grid)
				    ? misfit_of_grid(pass->arena, &grid, &preferred->dims)
				    : NULL;
	if (whole)
		pass_report(pass, shape.grid->range, "%s", whole);
}

/* ---- ranks ----------------------------------------------------------------------------------- */

static bool is_beyond(void *context, const struct ir_expr *expr)
{
	const int64_t *least = context;
	int64_t rank;
	return expr->kind == IR_CALL && expr->operand_count == 2 &&
	       ir_cuda(expr)->address == CUDA_ADDRESS_REMOTE && ir_fold_int(expr->operands[1], &rank) &&
	       rank >= *least;
}

static bool is_conditional(const struct ir_launch *launch, const struct ir_path *path)
{
	(void)launch;
	for (; path; path = path->up)
		if ((path->stmt && (path->stmt->kind == IR_IF || path->stmt->kind == IR_FOR ||
					   path->stmt->kind == IR_WHILE || path->stmt->kind == IR_SWITCH)) ||
			(path->expr && path->expr->kind == IR_CONDITIONAL))
			return true;
	return false;
}

static bool check_ranks(struct pass *pass, const struct ir_launch *launch,
	const struct ir_launch_cluster *preferred, const struct ir_dim3 *required)
{
	int64_t least;
	if (!launch->kernel || !ir_dim3_total(required, &least))
		return false;
	const struct ir_launched_search search = {
		.is_wanted = is_beyond, .is_left_out = is_conditional, .context = &least};
	const struct ir_expr *call = ir_find_launched(pass->arena, launch, &search);
	if (!call)
		return false;
	struct finding *finding = pass_report(pass, preferred->at->range,
		"`%s` reaches for a rank that clusters of the required %lld blocks don't have; only some "
		"clusters have the preferred size",
		launch->kernel->name, (long long)least);
	pass_related(pass, finding, call->range, "here; ask `num_blocks()` for the size");
	return true;
}

/* ---- sizes as numbers ------------------------------------------------------------------------ */

struct sizes {
	int64_t least, preferred;
	const struct ir_expr *found;
	int64_t number;
};

static void look_for_size(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	enum cuda_builtin builtin = ir_cuda(expr)->builtin;
	bool *asks = context;
	(void)path;
	*asks |= builtin == CUDA_BLOCK_COUNT || builtin == CUDA_THREAD_COUNT || builtin == CUDA_GRID_DIM ||
		 builtin == CUDA_BLOCK_DIM;
}

/* Whether the way to an expression hangs on the cluster's size. */
static bool asks_size(const struct ir_path *path)
{
	bool asks = false;
	for (; path; path = path->up) {
		bool branches = path->stmt && (path->stmt->kind == IR_IF || path->stmt->kind == IR_WHILE ||
						      path->stmt->kind == IR_FOR);
		const struct ir_expr *condition = branches ? path->stmt->expr : NULL;
		if (path->expr && path->expr->kind == IR_CONDITIONAL)
			condition = path->expr->operands[0];
		if (condition)
			ir_walk_expr(condition, &(struct ir_visitor){.expr = look_for_size}, &asks, NULL);
	}
	return asks;
}

/* The bound of a loop that counts in `var`: `r < 4`. */
static bool bound_of(const struct ir_path *path, const struct ir_var *var, int64_t *bound)
{
	for (; path; path = path->up) {
		const struct ir_expr *condition =
			path->stmt && path->stmt->kind == IR_FOR ? path->stmt->expr : NULL;
		if (!condition || condition->kind != IR_BINARY ||
			(condition->op != IR_OP_LT && condition->op != IR_OP_LE))
			continue;
		const struct ir_expr *left = ir_strip_casts(condition->operands[0]);
		if (left->kind != IR_VAR || left->var != var || !ir_fold_int(condition->operands[1], bound))
			continue;
		*bound += condition->op == IR_OP_LE;
		return true;
	}
	return false;
}

/* `(rank + 1) % 4`, or a loop over 4 ranks. */
static void look_at_rank(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct sizes *sizes = context;
	int64_t number;
	if (sizes->found || expr->kind != IR_CALL || expr->operand_count != 2 ||
		ir_cuda(expr)->address != CUDA_ADDRESS_REMOTE || asks_size(path))
		return;
	const struct ir_expr *rank = ir_look_through(expr->operands[1]);
	bool is_size = rank->kind == IR_BINARY && rank->op == IR_OP_REM &&
		       ir_fold_int(rank->operands[1], &number) && !ir_fold_int(rank, &(int64_t){0});
	is_size |= rank->kind == IR_VAR && bound_of(path, rank->var, &number);
	if (!is_size || number < 2 || (number != sizes->least && number != sizes->preferred))
		return;
	sizes->number = number;
	sizes->found = expr;
}

static void check_sizes(struct pass *pass, const struct ir_launch *launch,
	const struct ir_launch_cluster *preferred, const struct ir_dim3 *required)
{
	struct sizes sizes = {0};
	ir_function_list list = {0};
	if (!launch->kernel || !ir_dim3_total(required, &sizes.least) ||
		!ir_dim3_total(&preferred->dims, &sizes.preferred) || sizes.least == sizes.preferred)
		return;
	ir_reach(pass->arena, pass_query(pass), launch->kernel, &list);
	for (size_t i = 0; i < list.count && !sizes.found; i++)
		ir_walk_function(list.data[i], &(struct ir_visitor){.expr = look_at_rank}, &sizes);
	if (!sizes.found)
		return;
	struct finding *finding = pass_report(pass, preferred->at->range,
		"`%s` takes its clusters to be of %lld blocks, but they may be of %lld or %lld",
		launch->kernel->name, (long long)sizes.number, (long long)sizes.least,
		(long long)sizes.preferred);
	finding->confidence = CONFIDENCE_LIKELY;
	pass_related(pass, finding, sizes.found->range, "here; ask `num_blocks()` for the size");
}

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	struct ir_launch_clusters clusters;
	struct ir_dim3 required;
	ir_launch_clusters(launch, &clusters);
	if (!clusters.preferred.is_given || ir_is_dead(pass->path))
		return;
	if (!required_size(launch, &clusters, &required)) {
		if (clusters.is_known && launch->kernel)
			pass_report(pass, clusters.preferred.at->range,
				"a preferred cluster without a required one: neither the launch nor `%s` "
				"says its size",
				launch->kernel->name);
		return;
	}
	check_written(pass, launch, &clusters.preferred, &required);
	if (!check_ranks(pass, launch, &clusters.preferred, &required))
		check_sizes(pass, launch, &clusters.preferred, &required);
}

/* ---- configurations that only the host walk can follow --------------------------------------- */

enum { CLUSTER_DIMENSION = 4, PREFERRED_CLUSTER_DIMENSION = 11 }; /* cudaLaunchAttributeID */

static struct ir_dim3 known_of(const struct host_sum *const sums[3])
{
	struct ir_dim3 dims = {0};
	for (int axis = 0; axis < 3; axis++)
		dims.known[axis] = sums[axis] && host_sum_is_number(sums[axis], &dims.value[axis]);
	return dims;
}

static bool find_attribute(const struct host_launch *launch, int64_t id, struct ir_dim3 *dims)
{
	for (size_t i = 0; i < launch->attribute_count; i++) {
		const struct host_attribute *attribute = &launch->attributes[i];
		if (!attribute->id_known || attribute->id != id)
			continue;
		*dims = known_of(attribute->value);
		return true;
	}
	return false;
}

static bool all_ids_known(const struct host_launch *launch)
{
	bool known = launch->attributes_known;
	for (size_t i = 0; i < launch->attribute_count; i++)
		known &= launch->attributes[i].id_known;
	return known;
}

static void judge_walked(struct pass *pass, const struct host_op *op, const struct host_launch *launch)
{
	struct ir_dim3 preferred, required;
	if (!find_attribute(launch, PREFERRED_CLUSTER_DIMENSION, &preferred))
		return;
	if (!find_attribute(launch, CLUSTER_DIMENSION, &required) &&
		!ir_compiled_cluster(launch->kernel, &required)) {
		if (all_ids_known(launch))
			pass_report_op(pass, op,
				"a preferred cluster without a required one: neither the launch nor `%s` "
				"says its size",
				launch->kernel->name);
		return;
	}
	const struct ir_dim3 grid = known_of(launch->grid);
	const char *misfit = misfit_of_sizes(pass->arena, &preferred, &required);
	if (!misfit)
		misfit = misfit_of_grid(pass->arena, &grid, &preferred);
	if (misfit)
		pass_report_op(pass, op, "%s", misfit);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_launch *launch = trace->ops.data[i]->launch;
		struct ir_launch_clusters clusters;
		if (!launch || !launch->launch || !launch->kernel || !launch->config_known)
			continue;
		ir_launch_clusters(launch->launch, &clusters);
		if (!clusters.preferred.is_given) /* else it was looked at above */
			judge_walked(pass, trace->ops.data[i], launch);
	}
}

const struct rule rule_preferred_cluster = {
	.code = "CU609",
	.name = "preferred-cluster",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Preferred cluster that a launch can't have, or that a kernel relies on",
	.hooks = {.launch = on_launch, .host = on_host},
};
