/* Whether a wait and what ends it are in different blocks, by what the source says of blockIdx. */
#include "analyzer/structure/spin/spin.h"

static void block_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	enum { BLOCK = 1, THREAD = 2 };
	unsigned *found = context;
	(void)path;
	if (expr->kind == IR_VAR)
		*found |= expr->var->builtin == CUDA_BLOCK_INDEX    ? BLOCK
			  : expr->var->builtin == CUDA_THREAD_INDEX ? THREAD
								    : 0;
}

/* Whether a condition tells blocks apart, and nothing within a block. */
static bool parts_blocks(const struct ir_expr *condition)
{
	const struct ir_visitor visitor = {.expr = block_expr};
	unsigned found = 0;
	ir_walk_expr(condition, &visitor, &found, NULL);
	return found == 1;
}

bool ir_spin_across_blocks(
	struct ir_spins *spins, const struct ir_spin *spin, const struct ir_spin_write *write)
{
	struct ir_fork fork;
	if (spin->function != write->function)
		return spin->function->is_kernel && write->function->is_kernel;
	if (!ir_path_fork(spin->path, write->path, &fork))
		return false;
	if (fork.stmt->kind == IR_IF && fork.a && fork.b && fork.a != fork.b && parts_blocks(fork.stmt->expr))
		return true;
	return spin->op.memory.index && write->op.memory.index && parts_blocks(spin->op.memory.index) &&
	       parts_blocks(write->op.memory.index) &&
	       ir_spin_element(spins, spin, write) == IR_ELEMENT_OTHER;
}
