/* Reads from the record which accesses to global memory come before a thread knows that earlier grids are
 * complete, and which come after the grid has let later ones start.
 *
 * A wait blocks the thread that calls it; others know of it once they have met that thread at a barrier. A
 * trigger counts for the block, but only what threads do after it in program order, or behind a barrier, is
 * sure to come later. Waits are followed generously: one that may happen counts as one that does, and so does
 * whatever isn't known or may wait for other threads. */
#include "analyzer/order/race/grid_dependency.h"

#include <string.h>

struct state {
	struct sync_log *log;
	struct sync_grid_dependency *out;
	struct simt_mask waited;    /* threads that may know that earlier grids are complete */
	struct simt_mask triggered; /* threads that are past a trigger */
	size_t next;                /* of log->grid */
};

static void spread(struct simt_mask *mask, const struct simt_mask *active, bool by_warp)
{
	struct simt_mask both = mask_and(mask, active);
	if (!by_warp && mask_any(&both))
		*mask = mask_or(mask, active);
	for (unsigned warp = 0; by_warp && warp < SIMT_MAX_WARPS; warp++)
		if (both.warp[warp])
			mask->warp[warp] |= active->warp[warp];
}

static void pass_grid_event(struct state *state, const struct simt_event *event)
{
	struct sync_grid_dependency *out = state->out;
	if (event->kind == SIMT_GRID_WAIT) {
		out->wait = out->wait ? out->wait : event;
		state->waited = mask_or(&state->waited, &event->active.may);
		return;
	}
	out->trigger = out->trigger ? out->trigger : event;
	struct simt_mask early = mask_minus(&event->active.may, &state->waited);
	out->triggers_unwaited |= mask_any(&early);
	state->triggered = mask_or(&state->triggered, &event->active.must);
}

static void pass_event(struct state *state, const struct simt_event *event)
{
	if (sync_is_way_out(event) || event->kind == SIMT_FENCE || event->kind == SIMT_ASYNC)
		return;
	bool by_warp = event->kind == SIMT_WARP_BARRIER || event->kind == SIMT_COLLECTIVE;
	bool is_open = !by_warp && !simt_is_block_wide(event->kind);
	const struct ir_expr *call = event->site && event->site->kind == IR_CALL ? event->site : NULL;
	bool is_library = call && call->call->function && call->call->function->is_system;
	if (event->kind == SIMT_OPAQUE && !is_library && event->site) /* may wait itself */
		state->waited = mask_or(&state->waited, &event->active.may);
	else if (is_open && mask_any(&state->waited))
		memset(&state->waited, 0xff, sizeof state->waited);
	spread(&state->waited, &event->active.may, by_warp);
	spread(&state->triggered, &event->active.may, by_warp);
}

static bool is_const_restrict(const struct ir_type *type)
{
	return type->kind == IR_TYPE_POINTER && type->is_restrict && type->element &&
	       type->element->is_const && !type->element->is_volatile;
}

static bool is_read_only(const struct simt_access *access, const struct ir_var *root)
{
	const struct ir_expr *site = access->site;
	if (access->kind != SIMT_LOAD || access->is_volatile || access->is_atomic)
		return false;
	if (site->kind == IR_CALL)
		return ir_cuda(site)->cache == CUDA_CACHE_READ_ONLY;
	return is_const_restrict(root->type);
}

static bool is_known(const struct sync_grid_dependency *out, const struct sync_grid_access *access)
{
	for (size_t i = 0; i < out->accesses.count; i++) {
		struct sync_grid_access *other = &out->accesses.data[i];
		if (other->expr == access->expr && other->root == access->root &&
			other->reads == access->reads && other->writes == access->writes &&
			other->before_wait == access->before_wait &&
			other->after_trigger == access->after_trigger) {
			other->is_sure |= access->is_sure;
			return true;
		}
	}
	return false;
}

/* The variable, or the parameter that the pointer came in; NULL: neither, or not global memory. */
static const struct ir_var *root_of(const struct simt_access *access)
{
	const struct ir_var *var = access->object ? simt_object_var(access->object) : NULL;
	if (access->space == SIMT_SHARED || !access->object)
		return NULL;
	if (var && (var->storage == IR_DEVICE || var->storage == IR_MANAGED || var->storage == IR_CONSTANT))
		return var;
	return simt_object_param(access->object);
}

static void pass_access(struct state *state, const struct simt_access *access, bool after_wait)
{
	const struct ir_var *root = root_of(access);
	if (!root)
		return;
	struct simt_mask early = mask_minus(&access->active.may, &state->waited),
			 late = mask_and(&access->active.may, &state->triggered);
	struct sync_grid_access out = {.expr = access->site,
		.function = access->function,
		.root = root,
		.reads = access->kind != SIMT_STORE,
		.writes = access->kind != SIMT_LOAD,
		.is_atomic = access->kind >= SIMT_ATOMIC || access->is_atomic,
		.before_wait = mask_any(&early) && !after_wait,
		.after_trigger = mask_any(&late),
		.is_sure = !access->where.path,
		.others_wait = mask_any(&state->waited),
		.is_read_only = is_read_only(access, root)};
	if (!is_known(state->out, &out))
		vec_push(state->log->arena, &state->out->accesses, out);
}

void sync_find_grid_dependency(struct sync_log *log)
{
	struct state state = {.log = log, .out = &log->report->grid};
	state.out->is_cut |= log->truncated;
	for (size_t i = 0; i <= log->ops.count; i++) {
		while (state.next < log->grid.count && log->grid.data[state.next].time <= i)
			pass_grid_event(&state, log->grid.data[state.next++].event);
		if (i == log->ops.count)
			break;
		if (log->ops.data[i].event)
			pass_event(&state, log->ops.data[i].event);
		else
			pass_access(&state, log->ops.data[i].access, log->ops.data[i].after_wait);
	}
}
