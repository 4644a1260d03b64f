/* CU502 system-scope-atomic: atomics, barriers, semaphores and fences of system scope, which reach the host
 * and other devices, where neither has to do with the object.
 *
 * Objects in shared and device memory are reported where they are declared; what a kernel or a function is
 * given, where it is first used, as likely: the unit shows no managed, pinned, mapped or pageable memory of
 * that type and no host code that uses one. Who writes the scope himself (`_system`, thread_scope_system) is
 * believed unless the object is seen to be the device's. Memory of the host counts as the device's where all
 * launches are seen, and the host lets it alone until each of them has been waited for. */
#include <string.h>

#include "analyzer/operation/order.h"
#include "analyzer/structure/host_visible.h"
#include "rules/atomics/common/host_share.h"

struct use {
	const struct ir_function *function;
	struct ir_memory memory;
};

/* A use of what the host may see: whether it does is known when the host was walked. */
struct candidate {
	const struct ir_function *function;
	const struct ir_expr *expr, *where;
	bool is_written; /* the scope, by whoever wrote the code */
};

struct state {
	VEC(struct use *) uses; /* reported already */
	VEC(struct candidate) candidates;
	struct host_shares shares;
};

static struct state *state_of(struct pass *pass)
{
	struct state *state = pass->state;
	if (!state) {
		pass->state = state = ARENA_NEW(pass->arena, struct state);
	}
	return state;
}

static bool is_object_type(const struct ir_type *type)
{
	type = type ? ir_type_value(type) : NULL;
	while (type && type->kind == IR_TYPE_ARRAY)
		type = ir_type_value(type->element);
	return type && type->kind == IR_TYPE_RECORD && ir_type_scope(type) == IR_SCOPE_SYSTEM &&
	       ir_cuda_type(type)->family != CUDA_ATOMIC_REF;
}

/* The scope that is enough: the block's in shared memory, unless blocks of a cluster share theirs. */
static bool is_block_enough(struct pass *pass, enum ir_owner owner)
{
	return owner == IR_OWNER_BLOCK && !ir_shares_across_blocks(pass_host_visible(pass));
}

/* The type to declare instead. */
static const char *better_type(struct pass *pass, const struct ir_type *type, enum ir_owner owner)
{
	const char *scope = is_block_enough(pass, owner) ? "block" : "device";
	type = ir_type_value(type);
	while (type->kind == IR_TYPE_ARRAY || type->kind == IR_TYPE_POINTER)
		type = ir_type_value(type->element);
	const struct ir_record *record = type->record;
	const struct cuda_type *cuda = ir_cuda_type(type);
	const char *name = strrchr(record->name, ':') + 1;
	if (cuda->family == CUDA_ATOMIC_FLAG)
		return arena_printf(pass->arena, "cuda::atomic<int, cuda::thread_scope_%s>", scope);
	for (size_t i = 0; i < record->arg_count && cuda->family == CUDA_SEMAPHORE; i++)
		if (record->args[i].is_value && !record->args[i].type && record->args[i].value == 1)
			name = "binary_semaphore";
	if (cuda_is_atomic_type(cuda) && record->arg_count && record->args[0].type)
		return arena_printf(pass->arena, "cuda::%s<%s, cuda::thread_scope_%s>", name,
			record->args[0].type->name, scope);
	return arena_printf(pass->arena, "cuda::%s<cuda::thread_scope_%s>", name, scope);
}

/* What to call or to say instead where the scope isn't the type's. */
static const char *better_call(struct pass *pass, const struct ir_expr *call, enum ir_owner owner)
{
	const struct cuda_function *called = ir_cuda(call);
	bool is_block = is_block_enough(pass, owner);
	if (called->dialect != IR_DIALECT_CUDA || !called->base)
		return is_block ? "__NV_THREAD_SCOPE_BLOCK" : "__NV_THREAD_SCOPE_DEVICE";
	return arena_printf(pass->arena, "%s%s", called->base, is_block ? "_block" : "");
}

/* ---- declarations ---------------------------------------------------------------------------- */

static void on_variable(struct pass *pass, const struct ir_var *var)
{
	bool is_shared = var->storage == IR_SHARED || var->storage == IR_EXTERN_SHARED;
	if ((!is_shared && var->storage != IR_DEVICE) || !is_object_type(var->type))
		return;
	enum ir_owner owner = is_shared ? IR_OWNER_BLOCK : IR_OWNER_DEVICE;
	struct finding *finding = pass_report(pass, var->range,
		"`%s` has system scope, but %s memory is the device's own: the host and other devices don't "
		"take part; `%s`",
		var->name, is_shared ? "shared" : "device", better_type(pass, var->type, owner));
	pass_cost_ordered(pass, finding,
		(struct price_order){.var = var, .scope = is_shared ? IR_SCOPE_BLOCK : IR_SCOPE_DEVICE});
	if (!is_shared && ir_has_peers(pass_host_visible(pass)))
		finding->confidence = CONFIDENCE_POSSIBLE;
}

/* ---- uses ------------------------------------------------------------------------------------ */

/* Calls that take part in a barrier, a latch or a semaphore. */
static bool is_synchronizing(const struct ir_expr *call)
{
	const struct cuda_function *called = ir_cuda(call);
	bool is_latch = called->op == CUDA_LATCH_ARRIVE || called->op == CUDA_LATCH_WAIT;
	return call->call->object && ir_type_scope(call->call->object->type) == IR_SCOPE_SYSTEM &&
	       (called->barrier || is_latch || cuda_is_atomic(called));
}

static bool is_reported(struct pass *pass, const struct ir_memory *memory)
{
	struct state *state = state_of(pass);
	for (size_t i = 0; i < state->uses.count; i++)
		if (state->uses.data[i]->function == pass->function &&
			ir_same_memory(&state->uses.data[i]->memory, memory))
			return true;
	struct use *use = ARENA_NEW(pass->arena, struct use);
	*use = (struct use){.function = pass->function, .memory = *memory};
	vec_push(pass->arena, &state->uses, use);
	return false;
}

/* Whether some file of the program's own says that word. */
static bool is_said(const struct pass *pass, const char *word)
{
	for (size_t i = 0; i < pass->module->files.count; i++) {
		const struct ir_file *file = &pass->module->files.data[i];
		if (!file->is_system && strstr(file->text, word))
			return true;
	}
	return false;
}

/* Whether the scope is written at the call or at the variable's declaration; where that has an alias, or the
 * object is a member, anywhere. What counts is the word in the text: the type has the scope by default, too.
 */
static bool is_written(struct pass *pass, const struct ir_atomic *atomic, const struct ir_memory *memory)
{
	static const char scope[] = "thread_scope_system";
	if (atomic && atomic->dialect != IR_DIALECT_LIBCU && atomic->dialect != IR_DIALECT_SEMAPHORE)
		return true;
	const char *text = memory->var ? pass_text(pass, memory->var->decl_range) : "";
	if (strstr(text, scope))
		return true;
	bool is_spelled = strchr(text, '<') && !memory->field;
	return !is_spelled && is_said(pass, scope);
}

static void tell_use(struct pass *pass, const struct candidate *use, enum ir_owner owner, const char *reason)
{
	bool is_typed = ir_type_scope(use->where->type) == IR_SCOPE_SYSTEM;
	struct finding *finding = pass_report(pass, use->expr->range,
		"`%s` has system scope, but %s; %s `%s`", pass_text(pass, use->expr->range), reason,
		is_typed ? "declare it" : "use",
		is_typed ? better_type(pass, use->where->type, owner) : better_call(pass, use->expr, owner));
	pass_cost_ordered(pass, finding, (struct price_order){.expr = use->expr, .scope = IR_SCOPE_DEVICE});
	if (owner != IR_OWNER_DEVICE && owner != IR_OWNER_BLOCK)
		finding->confidence = use->is_written ? CONFIDENCE_POSSIBLE : CONFIDENCE_LIKELY;
	if (ir_has_peers(pass_host_visible(pass)))
		finding->confidence = CONFIDENCE_POSSIBLE;
}

static void report_use(struct pass *pass, const struct ir_expr *expr, const struct ir_expr *where,
	const struct ir_atomic *atomic)
{
	const struct ir_var *var;
	struct ir_memory memory;
	const struct ir_host_visible *visible = pass_host_visible(pass);
	if (!ir_memory_of(where, &memory))
		return;
	enum ir_owner owner = ir_owner_of(pass_query(pass), pass->function, where, &var);
	bool is_declared =
		var && is_object_type(var->type) && (owner == IR_OWNER_DEVICE || owner == IR_OWNER_BLOCK);
	bool is_seen = owner == IR_OWNER_DEVICE || owner == IR_OWNER_BLOCK;
	if (owner == IR_OWNER_HOST || owner == IR_OWNER_THREAD || is_declared || (!var && is_seen) ||
		is_reported(pass, &memory))
		return;
	struct candidate candidate = {pass->function, expr, where, is_written(pass, atomic, &memory)};
	if (!is_seen && ir_may_be_host_visible(visible, where->type)) {
		vec_push(pass->arena, &state_of(pass)->candidates, candidate);
		return;
	}
	tell_use(pass, &candidate, owner,
		is_seen ? "the object is the device's own"
			: "no host thread or other device is seen to use the object");
}

static void report_fence(struct pass *pass, const struct ir_expr *expr, const struct ir_fence *fence)
{
	const struct ir_host_visible *visible = pass_host_visible(pass);
	if (ir_any_host_visible(visible) || ir_has_peers(visible))
		return;
	const char *instead = fence->dialect == IR_DIALECT_CUDA ? "`__threadfence()`"
								: "`cuda::thread_scope_device` as its scope";
	struct finding *finding = pass_report(pass, expr->range,
		"`%s` orders for the host and other devices, and none is seen to take part; %s is enough",
		pass_text(pass, expr->range), instead);
	pass_cost_ordered(pass, finding, (struct price_order){.expr = expr, .scope = IR_SCOPE_DEVICE});
	finding->confidence = fence->is_default_scope ? CONFIDENCE_LIKELY : CONFIDENCE_POSSIBLE;
}

static void on_call(struct pass *pass, const struct ir_expr *expr)
{
	struct ir_atomic atomic;
	struct ir_fence fence;
	if (expr->kind != IR_CALL || !pass->function ||
		!(pass->function->is_device || pass->function->is_kernel))
		return;
	if (ir_atomic_of(expr, &atomic)) {
		if (atomic.scope == IR_SCOPE_SYSTEM)
			report_use(pass, expr, atomic.where, &atomic);
	} else if (ir_fence_of(expr, &fence)) {
		if (fence.scope == IR_SCOPE_SYSTEM)
			report_fence(pass, expr, &fence);
	} else if (is_synchronizing(expr)) {
		report_use(pass, expr, expr->call->object, NULL);
	}
}

/* ---- memory of the host ---------------------------------------------------------------------- */

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	if (state_of(pass)->candidates.count)
		host_shares_add(pass, &state_of(pass)->shares, trace, order);
}

/* Whether the host is seen to let the object alone while kernels run that use it. */
static bool is_left_alone(struct pass *pass, const struct candidate *candidate)
{
	const struct host_shares *shares = &state_of(pass)->shares;
	struct host_share_places places;
	host_share_find_places(pass, candidate->function, candidate->where, &places);
	for (size_t i = 0; i < places.list.count; i++) {
		const struct ir_function *kernel = places.list.data[i].kernel;
		const struct host_share *share =
			kernel ? host_share_of(shares, kernel, places.list.data[i].var) : NULL;
		if (!share || share->is_unseen || share->may_touch ||
			!host_share_is_complete(pass, shares, kernel))
			return false;
	}
	return places.list.count && !places.is_open && !ir_has_peers(pass_host_visible(pass));
}

static void on_unit_end(struct pass *pass)
{
	struct state *state = state_of(pass);
	if (state->candidates.count)
		host_shares_add_damaged(pass, &state->shares);
	for (size_t i = 0; i < state->candidates.count; i++) {
		const struct candidate *candidate = &state->candidates.data[i];
		if (!is_left_alone(pass, candidate))
			continue;
		pass->function = candidate->function;
		tell_use(pass, candidate, IR_OWNER_UNSEEN,
			"the host touches the object only while no kernel runs that uses it");
	}
}

const struct rule rule_system_scope_atomic = {
	.code = "CU502",
	.name = "system-scope-atomic",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Atomic, barrier or fence of system scope that only one device uses",
	.hooks = {.variable = on_variable, .call = on_call, .host = on_host, .unit_end = on_unit_end},
};
