/* Cooperative groups: ranks, sizes and indices of the grid, the block and tiles cut from it. All are
 * functions of threadIdx and blockIdx. */
#include "analyzer/simt/exec/exec.h"

#include <string.h>

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

static bool is_size(const char *name)
{
	return strcmp(name, "size") == 0 || strcmp(name, "num_threads") == 0;
}

static const struct simt_value *of_grid(struct simt *simt, const char *name)
{
	const struct simt_value *lanes = value_int(simt, simt->lanes);
	if (is_size(name))
		return value_multiply(simt, block_count(simt), lanes);
	if (strcmp(name, "thread_rank") == 0)
		return value_add(simt, value_multiply(simt, block_rank(simt), lanes), thread_rank(simt));
	if (strcmp(name, "block_rank") == 0)
		return block_rank(simt);
	return strcmp(name, "num_blocks") == 0 ? block_count(simt) : NULL;
}

static const struct simt_value *of_block(struct simt *simt, const struct ir_expr *expr, const char *name)
{
	const struct simt_value *parts[3];
	bool threads = strcmp(name, "thread_index") == 0, groups = strcmp(name, "group_index") == 0,
	     sizes = strcmp(name, "group_dim") == 0 || strcmp(name, "dim_threads") == 0;
	for (int dim = 0; dim < 3; dim++)
		parts[dim] = groups              ? value_symbol(simt, simt->block_symbol[dim])
			     : sizes             ? value_int(simt, simt->request->launch->block[dim])
			     : simt->thread[dim] ? value_lanes(simt, simt->thread[dim])
						 : value_int(simt, 0);
	if (threads || groups || sizes)
		return triple(simt, expr, parts);
	if (is_size(name))
		return value_int(simt, simt->lanes);
	return strcmp(name, "thread_rank") == 0 ? thread_rank(simt) : NULL;
}

static const struct simt_value *of_tile(struct simt *simt, const char *name, int64_t size)
{
	const struct simt_value *by = value_int(simt, size);
	if (is_size(name))
		return by;
	if (strcmp(name, "thread_rank") == 0)
		return value_binary(simt, IR_OP_REM, thread_rank(simt), by, &number);
	if (strcmp(name, "meta_group_rank") == 0)
		return value_binary(simt, IR_OP_DIV, thread_rank(simt), by, &number);
	return NULL;
}

/* The number of threads in a tile, from its type; 0 when that doesn't tell. */
static int64_t tile_size(const struct ir_expr *expr)
{
	const struct ir_record *record =
		expr->call->object ? ir_type_value(expr->call->object->type)->record : NULL;
	return record && record->arg_count && record->args[0].is_value ? record->args[0].value : 0;
}

bool exec_group(
	struct simt *simt, const struct ir_expr *expr, const char *name, const struct simt_value **result)
{
	static const char prefix[] = "cooperative_groups::";
	if (strncmp(name, prefix, sizeof prefix - 1) != 0)
		return false;
	const char *member = strrchr(name, ':') + 1;
	const struct simt_value *value = NULL;
	if (strstr(name, "thread_block_tile::")) {
		int64_t size = tile_size(expr);
		value = size > 0 ? of_tile(simt, member, size) : NULL;
	} else if (strstr(name, "::thread_block::")) {
		value = of_block(simt, expr, member);
	} else if (strstr(name, "::grid_group::")) {
		value = of_grid(simt, member);
	}
	*result = value;
	return value != NULL;
}
