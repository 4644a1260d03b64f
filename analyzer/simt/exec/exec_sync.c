/* Barriers, fences and collectives: of the block, of a warp, of cooperative groups, of the grid. */
#include "analyzer/simt/exec/exec.h"

#include <stdlib.h>
#include <string.h>

static const struct simt_value *block_barrier(
	struct simt *simt, const struct ir_expr *expr, const char *name, enum simt_event_kind kind)
{
	exec_event(simt, (struct simt_event){.kind = kind, .site = expr, .name = name});
	simt->interval++;
	simt->warp_interval = 0;
	simt->epoch++;
	return value_unknown(simt, false, "vote of the block");
}

static const struct simt_value *warp_barrier(struct simt *simt, const struct ir_expr *expr, const char *name,
	const struct simt_value *mask, unsigned tile)
{
	exec_event(simt,
		(struct simt_event){
			.kind = SIMT_WARP_BARRIER, .site = expr, .name = name, .mask = mask, .tile = tile});
	simt->warp_interval++;
	simt->epoch++;
	return value_int(simt, 0);
}

static const struct simt_value *fence(struct simt *simt, const struct ir_expr *expr, const char *name)
{
	exec_operands(simt, expr);
	enum simt_scope scope = strstr(name, "_block")               ? SIMT_SCOPE_BLOCK
				: strcmp(name, "__threadfence") == 0 ? SIMT_SCOPE_DEVICE
								     : SIMT_SCOPE_SYSTEM;
	exec_event(simt, (struct simt_event){.kind = SIMT_FENCE, .site = expr, .name = name, .scope = scope});
	return value_int(simt, 0);
}

/* ---- cooperative groups ---------------------------------------------------------------------- */

enum group { GROUP_NONE, GROUP_BLOCK, GROUP_GRID, GROUP_CLUSTER, GROUP_TILE, GROUP_COALESCED, GROUP_ANY };

/* The kind of an object; `name`: what else tells it. */
static enum group group_named(const struct ir_expr *object, const char *name, unsigned *tile)
{
	const struct ir_type *type = object ? ir_type_value(object->type) : NULL;
	if (type && type->kind == IR_TYPE_POINTER && type->element)
		type = ir_type_value(type->element);
	const char *text = type && type->record ? type->record->name : name;
	const struct ir_record *record = type ? type->record : NULL;
	if (strstr(text, "thread_block_tile")) {
		bool sized = record && record->arg_count && record->args[0].is_value;
		*tile = sized ? (unsigned)record->args[0].value : 0;
		return GROUP_TILE;
	}
	return strstr(text, "coalesced_group") ? GROUP_COALESCED
	       : strstr(text, "thread_block")  ? GROUP_BLOCK
	       : strstr(text, "grid_group")    ? GROUP_GRID
	       : strstr(text, "cluster_group") ? GROUP_CLUSTER
					       : GROUP_ANY;
}

/* The group that a member function is called for, or that is the first argument. */
static enum group group_of(const struct ir_expr *expr, const char *name, unsigned *tile)
{
	const struct ir_expr *object = expr->call->object;
	bool is_method = expr->call->function && expr->call->function->is_method;
	if (!object && !is_method && expr->operand_count)
		object = expr->operands[0];
	return group_named(object, name, tile);
}

unsigned exec_group_size(const struct ir_expr *group)
{
	unsigned tile = 0;
	switch (group_named(group, "", &tile)) {
	case GROUP_BLOCK: return SIMT_GROUP_BLOCK;
	case GROUP_TILE: return tile <= SIMT_WARP ? tile : SIMT_GROUP_UNKNOWN;
	case GROUP_COALESCED: return SIMT_WARP;
	default: return SIMT_GROUP_UNKNOWN;
	}
}

/* `group.sync()` and what includes it. */
static const struct simt_value *group_barrier(
	struct simt *simt, const struct ir_expr *expr, const char *name, enum group group, unsigned tile)
{
	if (group == GROUP_TILE && tile >= simt->lanes && simt->lanes > SIMT_WARP)
		group = GROUP_BLOCK;
	switch (group) {
	case GROUP_BLOCK: return block_barrier(simt, expr, name, SIMT_BLOCK_BARRIER);
	case GROUP_GRID: return block_barrier(simt, expr, name, SIMT_GRID_BARRIER);
	case GROUP_CLUSTER: return block_barrier(simt, expr, name, SIMT_CLUSTER_BARRIER);
	case GROUP_TILE:
		if (tile && tile <= SIMT_WARP)
			return warp_barrier(simt, expr, name, NULL, tile);
		break;
	case GROUP_COALESCED: return warp_barrier(simt, expr, name, NULL, 0);
	default: break;
	}
	exec_event(simt, (struct simt_event){.kind = SIMT_OTHER_BARRIER, .site = expr, .name = name});
	simt->epoch++;
	return value_int(simt, 0);
}

/* What lanes of a group do together; nothing is known of the number that comes out. */
static const struct simt_value *group_collective(
	struct simt *simt, const struct ir_expr *expr, const char *name, enum group group, unsigned tile)
{
	bool in_warp = group == GROUP_COALESCED || (group == GROUP_TILE && tile && tile <= SIMT_WARP);
	exec_event(simt, (struct simt_event){.kind = in_warp ? SIMT_COLLECTIVE : SIMT_OTHER_BARRIER,
				 .site = expr,
				 .name = name,
				 .tile = in_warp ? tile : 0});
	return value_unknown(simt, true, simt_by_warp);
}

static bool group_function(
	struct simt *simt, const struct ir_expr *expr, const char *name, const struct simt_value **result)
{
	static const char prefix[] = "cooperative_groups::";
	static const char *const barriers[] = {"sync", "wait", "barrier_wait", "wait_prior", NULL};
	static const char *const collectives[] = {"shfl", "shfl_down", "shfl_up", "shfl_xor", "any", "all",
		"ballot", "match_any", "match_all", "reduce", "inclusive_scan", "exclusive_scan",
		"reduce_update_async", "reduce_store_async", "invoke_one", "invoke_one_broadcast", NULL};
	if (strncmp(name, prefix, sizeof prefix - 1) != 0)
		return false;
	const char *member = strrchr(name, ':') + 1;
	bool is_barrier = ir_is_one_of(member, barriers), is_collective = ir_is_one_of(member, collectives);
	if (!is_barrier && !is_collective)
		return false;
	exec_operands(simt, expr);
	exec_async_wait(simt, expr);
	unsigned tile = 0;
	enum group group = group_of(expr, name, &tile);
	*result = is_barrier ? group_barrier(simt, expr, name, group, tile)
			     : group_collective(simt, expr, name, group, tile);
	return true;
}

/* ---- functions of the language --------------------------------------------------------------- */

static bool is_warp_collective(const char *name)
{
	return strncmp(name, "__match_", 8) == 0 ||
	       (strncmp(name, "__reduce_", 9) == 0 && strstr(name, "_sync"));
}

/* Programmatic dependent launch. */
static bool grid_dependency(struct simt *simt, const struct ir_expr *expr, const char *name)
{
	bool waits = !strcmp(name, "cudaGridDependencySynchronize") ||
		     !strcmp(name, "cuda::ptx::griddepcontrol_wait");
	bool triggers = !strcmp(name, "cudaTriggerProgrammaticLaunchCompletion") ||
			!strcmp(name, "cuda::ptx::griddepcontrol_launch_dependents");
	if (waits || triggers)
		exec_event(simt, (struct simt_event){.kind = waits ? SIMT_GRID_WAIT : SIMT_GRID_TRIGGER,
					 .site = expr,
					 .name = name});
	return waits || triggers;
}

bool exec_sync(
	struct simt *simt, const struct ir_expr *expr, const char *name, const struct simt_value **result)
{
	if (group_function(simt, expr, name, result))
		return true;
	if (grid_dependency(simt, expr, name)) {
		*result = value_int(simt, 0);
		return true;
	}
	if (strncmp(name, "__syncthreads", 13) == 0) {
		exec_operands(simt, expr);
		*result = block_barrier(simt, expr, name, SIMT_BLOCK_BARRIER);
	} else if (strcmp(name, "__syncwarp") == 0) {
		const struct simt_value *mask = exec_operand(simt, expr, 0);
		*result = warp_barrier(
			simt, expr, name, mask ? mask : value_int(simt, UINT32_MAX), mask ? 0 : SIMT_WARP);
	} else if (strncmp(name, "__threadfence", 13) == 0 || strstr(name, "atomic_thread_fence")) {
		*result = fence(simt, expr, name);
	} else if (is_warp_collective(name)) {
		const struct simt_value *mask = exec_operand(simt, expr, 0);
		exec_operand(simt, expr, 1);
		exec_event(simt, (struct simt_event){
					 .kind = SIMT_COLLECTIVE, .site = expr, .name = name, .mask = mask});
		*result = value_unknown(simt, true, simt_by_warp);
	} else {
		return false;
	}
	return true;
}
