/* Which thread gets to an end of what is accessed. */
#include "rules/memory/common/reach.h"

const char *reach_thread_name(struct pass *pass, const struct simt_launch *launch, unsigned lane)
{
	const int64_t *block = launch->block;
	long long x = lane % block[0], y = lane / block[0] % block[1], z = lane / (block[0] * block[1]);
	if (block[1] == 1 && block[2] == 1)
		return arena_printf(pass->arena, "thread %lld", x);
	if (block[2] == 1)
		return arena_printf(pass->arena, "thread (%lld, %lld)", x, y);
	return arena_printf(pass->arena, "thread (%lld, %lld, %lld)", x, y, z);
}

const char *reach_thread_of_block(
	struct pass *pass, const struct simt_launch *launch, unsigned lane, const int64_t block[3])
{
	const char *thread = reach_thread_name(pass, launch, lane);
	const int64_t *grid = launch->grid;
	if (!launch->grid_known || grid[0] * grid[1] * grid[2] == 1)
		return thread;
	if (grid[1] == 1 && grid[2] == 1)
		return arena_printf(pass->arena, "%s of block %lld", thread, (long long)block[0]);
	if (grid[2] == 1)
		return arena_printf(pass->arena, "%s of block (%lld, %lld)", thread, (long long)block[0],
			(long long)block[1]);
	return arena_printf(pass->arena, "%s of block (%lld, %lld, %lld)", thread, (long long)block[0],
		(long long)block[1], (long long)block[2]);
}

static void look_for_block_dim(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *found = context;
	(void)path;
	*found |= ir_builtin(expr) == CUDA_BLOCK_DIM;
}

bool reach_holds_for_any_block(const struct simt_report *report, const struct simt_site *site, unsigned lane)
{
	const struct ir_visitor visitor = {.expr = look_for_block_dim};
	bool asks = false;
	ir_walk_function(report->kernel, &visitor, &asks);
	ir_walk_function(site->function, &visitor, &asks);
	return !asks && lane == 0;
}

int64_t reach_element_size(const struct ir_type *type)
{
	type = ir_type_value(type);
	while (type->kind == IR_TYPE_ARRAY && type->element)
		type = type->element;
	return type->size > 0 ? type->size : 1;
}

int64_t reach_element_at(int64_t byte, int64_t size)
{
	return byte >= 0 ? byte / size : -((-byte + size - 1) / size);
}
