/* Barriers, fences and collectives: of the block, of a warp, of cooperative groups, of the grid. */
#include "analyzer/simt/exec/exec.h"

static const struct simt_value *block_barrier(
	struct simt *simt, const struct ir_expr *expr, enum simt_event_kind kind)
{
	exec_event(simt, (struct simt_event){.kind = kind, .site = expr, .name = ir_callee_name(expr)});
	simt->interval++;
	simt->warp_interval = 0;
	simt->epoch++;
	return value_unknown(simt, false, "vote of the block");
}

static const struct simt_value *warp_barrier(
	struct simt *simt, const struct ir_expr *expr, const struct simt_value *mask, unsigned tile)
{
	exec_event(simt, (struct simt_event){.kind = SIMT_WARP_BARRIER,
				 .site = expr,
				 .name = ir_callee_name(expr),
				 .mask = mask,
				 .tile = tile});
	simt->warp_interval++;
	simt->epoch++;
	return value_int(simt, 0);
}

static const struct simt_value *fence(struct simt *simt, const struct ir_expr *expr)
{
	exec_operands(simt, expr);
	enum ir_scope told = ir_cuda(expr)->scope;
	enum simt_scope scope = told == IR_SCOPE_BLOCK    ? SIMT_SCOPE_BLOCK
				: told == IR_SCOPE_DEVICE ? SIMT_SCOPE_DEVICE
							  : SIMT_SCOPE_SYSTEM;
	exec_event(simt,
		(struct simt_event){
			.kind = SIMT_FENCE, .site = expr, .name = ir_callee_name(expr), .scope = scope});
	return value_int(simt, 0);
}

/* ---- cooperative groups ---------------------------------------------------------------------- */

/* The kind of an object. `or_else`: what tells it where its type says nothing; `tile`: its threads, or 0. */
static enum cuda_family group_named(
	const struct ir_expr *object, const struct cuda_type *or_else, unsigned *tile)
{
	const struct ir_type *type = object ? ir_type_value(object->type) : NULL;
	if (type && type->kind == IR_TYPE_POINTER && type->element)
		type = ir_type_value(type->element);
	const struct ir_record *record = type ? type->record : NULL;
	enum cuda_family family = record ? ir_cuda_type(type)->family : or_else->family;
	bool is_sized = family == CUDA_TILE && record && record->arg_count && record->args[0].is_value;
	*tile = is_sized ? (unsigned)record->args[0].value : 0;
	return family;
}

/* The group that a member function is called for, or that is the first argument. */
static enum cuda_family group_of(const struct ir_expr *expr, unsigned *tile)
{
	const struct ir_expr *object = expr->call->object;
	bool is_method = expr->call->function && expr->call->function->is_method;
	if (!object && !is_method && expr->operand_count)
		object = expr->operands[0];
	return group_named(object, ir_cuda_class(expr), tile);
}

unsigned exec_group_size(const struct ir_expr *group)
{
	unsigned tile = 0;
	switch (group_named(group, &cuda_no_type, &tile)) {
	case CUDA_BLOCK_GROUP: return SIMT_GROUP_BLOCK;
	case CUDA_TILE: return tile <= SIMT_WARP ? tile : SIMT_GROUP_UNKNOWN;
	case CUDA_COALESCED_GROUP: return SIMT_WARP;
	default: return SIMT_GROUP_UNKNOWN;
	}
}

/* `group.sync()` and what includes it. */
static const struct simt_value *group_barrier(
	struct simt *simt, const struct ir_expr *expr, enum cuda_family group, unsigned tile)
{
	if (group == CUDA_TILE && tile >= simt->lanes && simt->lanes > SIMT_WARP)
		group = CUDA_BLOCK_GROUP;
	switch (group) {
	case CUDA_BLOCK_GROUP: return block_barrier(simt, expr, SIMT_BLOCK_BARRIER);
	case CUDA_GRID_GROUP:
	case CUDA_MULTI_GRID_GROUP: return block_barrier(simt, expr, SIMT_GRID_BARRIER);
	case CUDA_CLUSTER_GROUP: return block_barrier(simt, expr, SIMT_CLUSTER_BARRIER);
	case CUDA_TILE:
		if (tile && tile <= SIMT_WARP)
			return warp_barrier(simt, expr, NULL, tile);
		break;
	case CUDA_COALESCED_GROUP: return warp_barrier(simt, expr, NULL, 0);
	default: break;
	}
	exec_event(simt,
		(struct simt_event){.kind = SIMT_OTHER_BARRIER, .site = expr, .name = ir_callee_name(expr)});
	simt->epoch++;
	return value_int(simt, 0);
}

/* What lanes of a group do together; nothing is known of the number that comes out. */
static const struct simt_value *group_collective(
	struct simt *simt, const struct ir_expr *expr, enum cuda_family group, unsigned tile)
{
	bool in_warp = group == CUDA_COALESCED_GROUP || (group == CUDA_TILE && tile && tile <= SIMT_WARP);
	exec_event(simt, (struct simt_event){.kind = in_warp ? SIMT_COLLECTIVE : SIMT_OTHER_BARRIER,
				 .site = expr,
				 .name = ir_callee_name(expr),
				 .tile = in_warp ? tile : 0});
	return value_unknown(simt, true, simt_by_warp);
}

static bool group_function(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result)
{
	enum cuda_op op = ir_cuda(expr)->op;
	bool is_barrier = op == CUDA_GROUP_BARRIER,
	     is_collective = op == CUDA_GROUP_COLLECTIVE || op == CUDA_INVOKE_ONE;
	/* of a function that isn't known, the name is a guess */
	if (ir_space(expr) != CUDA_SPACE_GROUPS || (!is_barrier && !is_collective))
		return false;
	exec_operands(simt, expr);
	exec_async_wait(simt, expr);
	unsigned tile = 0;
	enum cuda_family group = group_of(expr, &tile);
	*result = is_barrier ? group_barrier(simt, expr, group, tile)
			     : group_collective(simt, expr, group, tile);
	return true;
}

/* ---- functions of the language --------------------------------------------------------------- */

/* Programmatic dependent launch. */
static const struct simt_value *grid_dependency(
	struct simt *simt, const struct ir_expr *expr, enum simt_event_kind kind)
{
	exec_event(simt, (struct simt_event){.kind = kind, .site = expr, .name = ir_callee_name(expr)});
	return value_int(simt, 0);
}

/* __match_any_sync, __reduce_add_sync and their kin. */
static const struct simt_value *warp_collective(struct simt *simt, const struct ir_expr *expr)
{
	const struct simt_value *mask = exec_operand(simt, expr, 0);
	exec_operand(simt, expr, 1);
	exec_event(simt,
		(struct simt_event){
			.kind = SIMT_COLLECTIVE, .site = expr, .name = ir_callee_name(expr), .mask = mask});
	return value_unknown(simt, true, simt_by_warp);
}

static const struct simt_value *language_function(struct simt *simt, const struct ir_expr *expr)
{
	const struct cuda_function *row = ir_cuda(expr);
	switch (row->op) {
	case CUDA_GRID_WAIT: return grid_dependency(simt, expr, SIMT_GRID_WAIT);
	case CUDA_GRID_TRIGGER: return grid_dependency(simt, expr, SIMT_GRID_TRIGGER);
	case CUDA_BLOCK_BARRIER:
		exec_operands(simt, expr);
		return block_barrier(simt, expr, SIMT_BLOCK_BARRIER);
	case CUDA_FENCE: return row->dialect == IR_DIALECT_PTX ? NULL : fence(simt, expr);
	case CUDA_NO_OP: break;
	default: return NULL;
	}
	if (row->collective == IR_SYNCWARP) {
		const struct simt_value *mask = exec_operand(simt, expr, 0);
		return warp_barrier(
			simt, expr, mask ? mask : value_int(simt, UINT32_MAX), mask ? 0 : SIMT_WARP);
	}
	bool is_collective = row->collective == IR_MATCH || row->collective == IR_REDUCE;
	return is_collective ? warp_collective(simt, expr) : NULL;
}

bool exec_sync(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result)
{
	if (group_function(simt, expr, result))
		return true;
	*result = language_function(simt, expr);
	return *result != NULL;
}
