/* CU618 cluster-size: a cluster that isn't of the size that was meant, that a chip doesn't take, or that the
 * kernel doesn't expect.
 *
 * - `__cluster_dims__((2, 2, 2))`: a comma expression, compiled as 2x1x1;
 * - more blocks than 8, which needs cudaFuncAttributeNonPortableClusterSizeAllowed, or than 16;
 * - a launch attribute that differs from the compiled size;
 * - a kernel that reaches for rank 1 or a later one of its cluster, launched without a cluster. Ranks are
 *   computed as they come out in a cluster of one, so `(rank + 1) % size` is right. */
#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/launch/cluster.h"
#include "analyzer/structure/reach.h"
#include "analyzer/value/fold.h"
#include "analyzer/value/rounding.h"

enum { PORTABLE = 8, LARGEST = 16 };

/* ---- sizes ----------------------------------------------------------------------------------- */

static void check_comma(struct pass *pass, const struct ir_function *kernel)
{
	const struct ir_expr *comma = ir_comma_in_cluster(kernel);
	struct ir_dim3 dims;
	if (!comma || !ir_compiled_cluster(kernel, &dims) || !dims.known[0])
		return;
	const char *text = pass_text(pass, comma->range);
	pass_report(pass, comma->range,
		"parentheses of its own make this a comma expression: the cluster of `%s` is %lldx1x1; write "
		"`__cluster_dims__(%s)`",
		kernel->name, (long long)dims.value[0], *text ? text : "x, y, z");
}

/* More blocks than a launch may have; at: where it is said. */
static void check_count(
	struct pass *pass, const struct ir_function *kernel, const struct ir_dim3 *dims, struct ir_range at)
{
	int64_t count;
	if (!ir_dim3_total(dims, &count) || count <= PORTABLE)
		return;
	if (count > LARGEST)
		pass_report(pass, at,
			"cluster of %lld blocks is over the %d that a chip takes: the launch fails",
			(long long)count, LARGEST);
	else if (!ir_may_allow_large_clusters(pass->module, kernel)) {
		struct finding *finding = pass_report(pass, at,
			"cluster of %lld blocks is over %d, and nothing here allows `%s` so many: the launch "
			"fails without cudaFuncAttributeNonPortableClusterSizeAllowed",
			(long long)count, PORTABLE, kernel->name);
		finding->confidence = CONFIDENCE_LIKELY; /* another file may */
	}
}

static void check_difference(struct pass *pass, const struct ir_function *kernel,
	const struct ir_dim3 *compiled, const struct ir_launch_cluster *given)
{
	for (size_t i = 0; i < 3; i++) {
		if (!compiled->known[i] || !given->dims.known[i] ||
			compiled->value[i] == given->dims.value[i])
			continue;
		struct finding *finding = pass_report(pass, given->at->range,
			"the launch asks for a cluster of %lld blocks in %c, but `%s` is compiled for %lld: "
			"the launch fails",
			(long long)given->dims.value[i], "xyz"[i], kernel -> name,
			(long long)compiled -> value[i]);
		pass_related(pass, finding, kernel->name_range, "compiled for it here");
		return;
	}
}

/* ---- ranks ----------------------------------------------------------------------------------- */

/* What calls come to in a cluster of one block. */
static bool value_alone(const void *context, const struct ir_expr *expr, int64_t *value)
{
	(void)context;
	const struct ir_function *function = expr->kind == IR_CALL ? expr->call->function : NULL;
	const struct ir_record *record = function ? function->record : NULL;
	if (!record || !record->cuda || record->cuda->family != CUDA_CLUSTER_GROUP)
		return false;
	enum cuda_builtin builtin = ir_cuda(expr)->builtin;
	*value = builtin == CUDA_BLOCK_COUNT;
	return *value || builtin == CUDA_BLOCK_RANK;
}

static bool worth_alone(const struct ir_expr *expr, int64_t *value)
{
	return ir_fold_int_in(&(struct ir_environment){value_alone, NULL}, expr, value);
}

static bool is_far(void *context, const struct ir_expr *expr)
{
	int64_t rank;
	(void)context;
	return expr->kind == IR_CALL && expr->operand_count == 2 &&
	       ir_cuda(expr)->address == CUDA_ADDRESS_REMOTE && worth_alone(expr->operands[1], &rank) &&
	       rank >= 1;
}

/* Whether threads alone decide a condition, whatever the cluster is: `threadIdx.x == 0`. */
static bool is_by_thread(const struct ir_expr *expr)
{
	expr = ir_look_through(ir_strip_casts(expr));
	if (expr->kind == IR_INT)
		return true;
	if (expr->kind == IR_MEMBER || expr->kind == IR_VAR) {
		const struct ir_expr *base = expr->kind == IR_VAR ? expr : ir_strip_casts(expr->operands[0]);
		return base->kind == IR_VAR && base->var->storage == IR_BUILTIN;
	}
	bool by_thread = expr->kind == IR_BINARY || expr->kind == IR_UNARY;
	for (size_t i = 0; by_thread && i < expr->operand_count; i++)
		by_thread = is_by_thread(expr->operands[i]);
	return by_thread;
}

/* A condition may keep a cluster of one away: one that isn't known to hold in it. */
static bool is_guarded(const struct ir_launch *launch, const struct ir_path *path)
{
	int64_t value;
	if (ir_is_dead_launched(launch, path))
		return true;
	for (; path; path = path->up) {
		const struct ir_stmt *stmt = path->stmt;
		bool loops = stmt && (stmt->kind == IR_FOR || stmt->kind == IR_WHILE);
		if (!stmt || (stmt->kind != IR_IF && !loops) || !stmt->expr)
			continue;
		bool holds = worth_alone(stmt->expr, &value) ? value != 0 : is_by_thread(stmt->expr);
		if (!holds)
			return true;
	}
	return false;
}

static void check_ranks(struct pass *pass, const struct ir_launch *launch)
{
	const struct ir_launched_search search = {.is_wanted = is_far, .is_left_out = is_guarded};
	const struct ir_expr *call = ir_find_launched(pass->arena, launch, &search);
	if (!call)
		return;
	struct finding *finding = pass_report(pass, launch->range,
		"`%s` reaches into the shared memory of another block of its cluster, but this launch has no "
		"cluster",
		launch->kernel->name);
	pass_related(pass, finding, call->range, "in a cluster of one there is no such rank");
	finding_limit_archs(finding, 90, 0);
}

/* ---- hooks ----------------------------------------------------------------------------------- */

static void on_function(struct pass *pass, const struct ir_function *function)
{
	if (function->is_kernel)
		check_comma(pass, function);
}

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	struct ir_launch_clusters clusters;
	struct ir_dim3 compiled;
	if (!launch->kernel || ir_is_dead(pass->path))
		return;
	bool is_compiled = ir_compiled_cluster(launch->kernel, &compiled);
	ir_launch_clusters(launch, &clusters);
	if (launch->kernel->body_state == IR_BODY_NONE)
		check_comma(pass, launch->kernel);
	if (clusters.required.is_given) {
		check_count(pass, launch->kernel, &clusters.required.dims, clusters.required.at->range);
		if (is_compiled)
			check_difference(pass, launch->kernel, &compiled, &clusters.required);
	} else if (is_compiled) {
		check_count(pass, launch->kernel, &compiled, launch->range);
	} else if (clusters.is_known && !ir_cluster_attribute(launch->kernel)) {
		check_ranks(pass, launch);
	}
}

const struct rule rule_cluster_size = {
	.code = "CU618",
	.name = "cluster-size",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Cluster of a size that is not meant, not possible, or not what the kernel expects",
	.hooks = {.function = on_function, .launch = on_launch},
};
