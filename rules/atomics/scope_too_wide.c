/* CU503 scope-too-wide: device scope for what only the threads of one block share: libcu++ objects in shared
 * memory, and a `__threadfence()` beside a `__syncthreads()` in a kernel that talks to no other block.
 *
 * A kernel is taken to talk to other blocks if it, or what it calls, has an atomic or volatile access outside
 * shared memory, another fence, a waiting loop, a barrier of the grid or a cluster, or assembly. Plain
 * atomicAdd on shared memory is no finding: it costs the same in every scope. */
#include "analyzer/operation/order.h"
#include "analyzer/rule/rule.h"
#include "analyzer/structure/host_visible.h"
#include "analyzer/structure/reach.h"

/* ---- objects --------------------------------------------------------------------------------- */

static void on_variable(struct pass *pass, const struct ir_var *var)
{
	const struct ir_type *type = ir_type_value(var->type);
	while (type->kind == IR_TYPE_ARRAY)
		type = ir_type_value(type->element);
	bool is_shared = var->storage == IR_SHARED || var->storage == IR_EXTERN_SHARED;
	if (!is_shared || type->kind != IR_TYPE_RECORD || ir_type_scope(type) != IR_SCOPE_DEVICE)
		return;
	if (ir_shares_across_blocks(pass_host_visible(pass)))
		return;
	struct finding *finding = pass_report(pass, var->range,
		"`%s` has device scope, but only the threads of its block see shared memory: "
		"`cuda::thread_scope_block`",
		var->name);
	pass_cost_ordered(pass, finding, (struct price_order){.var = var, .scope = IR_SCOPE_BLOCK});
}

/* ---- fences ---------------------------------------------------------------------------------- */

struct kernel {
	const struct ir_expr *fence; /* beside a barrier, in the kernel itself */
	unsigned fences;
	bool talks; /* to other blocks */
	bool is_itself;
};

static bool is_in_shared(const struct ir_memory *memory)
{
	return memory->var && (memory->var->storage == IR_SHARED || memory->var->storage == IR_EXTERN_SHARED);
}

static const struct ir_expr *call_of(const struct ir_stmt *stmt)
{
	const struct ir_expr *expr = stmt && stmt->kind == IR_EXPR ? ir_strip_casts(stmt->expr) : NULL;
	return expr && expr->kind == IR_CALL ? expr : NULL;
}

/* __threadfence() */
static bool is_device_fence(const struct ir_expr *call)
{
	const struct cuda_function *called = ir_cuda(call);
	return called->op == CUDA_FENCE && called->dialect == IR_DIALECT_CUDA &&
	       called->scope == IR_SCOPE_DEVICE;
}

/* __syncthreads() */
static bool is_barrier(const struct ir_expr *call)
{
	return ir_cuda(call)->op == CUDA_BLOCK_BARRIER && !ir_cuda(call)->counts;
}

static void look_at_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct kernel *kernel = context;
	(void)path;
	kernel->talks |= stmt->kind == IR_ASM;
	for (size_t i = 1; kernel->is_itself && stmt->kind == IR_BLOCK && i < stmt->child_count; i++) {
		const struct ir_expr *a = call_of(stmt->children[i - 1]), *b = call_of(stmt->children[i]);
		if (is_device_fence(a) && is_barrier(b))
			kernel->fence = a;
		else if (is_barrier(a) && is_device_fence(b))
			kernel->fence = b;
	}
}

static void look_at_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct kernel *kernel = context;
	struct ir_memory_op op;
	struct ir_fence fence;
	(void)path;
	kernel->fences += ir_fence_of(expr, &fence);
	kernel->talks |= ir_join_of(expr) == IR_JOIN_GRID;
	if (ir_memory_op(expr, &op) && !op.is_plain && !is_in_shared(&op.memory))
		kernel->talks = true;
	/* what isn't known may do anything */
	const struct ir_function *function = expr->kind == IR_CALL ? expr->call->function : NULL;
	if (expr->kind == IR_CALL && (!function || (!function->body && !function->is_system)))
		kernel->talks = true;
}

static void on_function(struct pass *pass, const struct ir_function *function)
{
	const struct ir_visitor visitor = {.stmt = look_at_stmt, .expr = look_at_expr};
	struct kernel kernel = {0};
	ir_function_list reached = {0};
	if (!function->is_kernel || function->is_pattern)
		return;
	ir_reach(pass->arena, pass_query(pass), function, &reached);
	for (size_t i = 0; i < reached.count; i++) {
		kernel.is_itself = reached.data[i] == function;
		ir_walk_function(reached.data[i], &visitor, &kernel);
	}
	if (!kernel.fence || kernel.talks || kernel.fences > 1)
		return;
	struct finding *finding = pass_report(pass, kernel.fence->range,
		"`__threadfence()` orders for all blocks, but this kernel has nothing to say to other blocks "
		"before it ends; `__syncthreads()` orders the block's memory by itself");
	pass_cost_ordered(pass, finding, (struct price_order){.expr = kernel.fence, .is_dropped = true});
}

const struct rule rule_scope_too_wide = {
	.code = "CU503",
	.name = "scope-too-wide",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Device scope for what only one block shares",
	.hooks = {.variable = on_variable, .function = on_function},
};
