/* Cooperative groups: ranks, sizes and indices of the grid, the block and tiles cut from it. All are
 * functions of threadIdx and blockIdx. */
#include "analyzer/simt/exec/exec.h"

static const struct ir_type number = {.kind = IR_TYPE_INT, .size = 8, .align = 8, .name = "unsigned long"};

const struct simt_value *exec_grid_size(struct simt *simt, int dim)
{
	const struct simt_launch *launch = simt->request->launch;
	return launch->grid_known ? value_int(simt, launch->grid[dim])
				  : value_symbol(simt, simt->grid_symbol[dim]);
}

static const struct simt_value *thread_rank(struct simt *simt)
{
	return simt->lanes > 1 ? value_lanes(simt, simt->linear) : value_int(simt, 0);
}

static const struct simt_value *block_count(struct simt *simt)
{
	const struct simt_value *count = exec_grid_size(simt, 0);
	count = value_multiply(simt, count, exec_grid_size(simt, 1));
	return value_multiply(simt, count, exec_grid_size(simt, 2));
}

/* Blocks are numbered x first. */
static const struct simt_value *block_rank(struct simt *simt)
{
	const struct simt_value *rank = value_symbol(simt, simt->block_symbol[2]);
	for (int dim = 1; dim >= 0; dim--) {
		rank = value_multiply(simt, rank, exec_grid_size(simt, dim));
		rank = value_add(simt, rank, value_symbol(simt, simt->block_symbol[dim]));
	}
	return rank;
}

/* x, y and z as a dim3. */
static const struct simt_value *triple(
	struct simt *simt, const struct ir_expr *expr, const struct simt_value *const parts[3])
{
	const struct ir_type *type = ir_type_value(expr->type);
	if (type->kind != IR_TYPE_RECORD || !type->record || type->record->field_count != 3)
		return value_unknown(simt, true, "index in a group");
	struct simt_value *out = ARENA_NEW(simt->arena, struct simt_value);
	out->kind = SIMT_RECORD;
	out->object = object_new(simt, SIMT_LOCAL, "index", type->size);
	for (size_t i = 0; i < 3; i++)
		object_store(simt, out->object, value_int(simt, type->record->fields[i].offset),
			type->record->fields[i].type->size, parts[i]);
	return out;
}

static const struct simt_value *of_grid(struct simt *simt, enum cuda_builtin what)
{
	const struct simt_value *lanes = value_int(simt, simt->lanes);
	switch (what) {
	case CUDA_THREAD_COUNT: return value_multiply(simt, block_count(simt), lanes);
	case CUDA_THREAD_RANK:
		return value_add(simt, value_multiply(simt, block_rank(simt), lanes), thread_rank(simt));
	case CUDA_BLOCK_RANK: return block_rank(simt);
	case CUDA_BLOCK_COUNT: return block_count(simt);
	default: return NULL;
	}
}

static const struct simt_value *of_block(
	struct simt *simt, const struct ir_expr *expr, enum cuda_builtin what)
{
	const struct simt_value *parts[3];
	bool threads = what == CUDA_THREAD_INDEX, groups = what == CUDA_BLOCK_INDEX,
	     sizes = what == CUDA_BLOCK_DIM;
	for (int dim = 0; dim < 3; dim++)
		parts[dim] = groups              ? value_symbol(simt, simt->block_symbol[dim])
			     : sizes             ? value_int(simt, simt->request->launch->block[dim])
			     : simt->thread[dim] ? value_lanes(simt, simt->thread[dim])
						 : value_int(simt, 0);
	if (threads || groups || sizes)
		return triple(simt, expr, parts);
	if (what == CUDA_THREAD_COUNT)
		return value_int(simt, simt->lanes);
	return what == CUDA_THREAD_RANK ? thread_rank(simt) : NULL;
}

static const struct simt_value *of_tile(struct simt *simt, enum cuda_builtin what, int64_t size)
{
	const struct simt_value *by = value_int(simt, size);
	switch (what) {
	case CUDA_THREAD_COUNT: return by;
	case CUDA_THREAD_RANK: return value_binary(simt, IR_OP_REM, thread_rank(simt), by, &number);
	case CUDA_PART_RANK: return value_binary(simt, IR_OP_DIV, thread_rank(simt), by, &number);
	default: return NULL;
	}
}

/* The number of threads in a tile, from its type; 0 when that doesn't tell. */
static int64_t tile_size(const struct ir_expr *expr)
{
	const struct ir_record *record =
		expr->call->object ? ir_type_value(expr->call->object->type)->record : NULL;
	return record && record->arg_count && record->args[0].is_value ? record->args[0].value : 0;
}

bool exec_group(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result)
{
	enum cuda_builtin what = ir_cuda(expr)->builtin;
	enum cuda_family group = what ? ir_cuda_class(expr)->family : CUDA_NO_TYPE;
	int64_t size = group == CUDA_TILE ? tile_size(expr) : 0;
	const struct simt_value *value = group == CUDA_BLOCK_GROUP  ? of_block(simt, expr, what)
					 : group == CUDA_GRID_GROUP ? of_grid(simt, what)
					 : size > 0                 ? of_tile(simt, what, size)
								    : NULL;
	*result = value;
	return value != NULL;
}
