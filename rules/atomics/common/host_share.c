/* Joins what the walks of all host functions say, launch by launch. */
#include "rules/atomics/common/host_share.h"

#include <string.h>

#include "analyzer/host/order/use.h"
#include "analyzer/operation/order.h"
#include "rules/host/common/api.h"
#include "rules/host/common/overlap.h"

enum { MAX_CALLS = 4 };

/* ---- what the host does ---------------------------------------------------------------------- */

static bool is_volatile(const struct ir_type *type)
{
	return type && (type->is_volatile || (type->element && type->element->is_volatile));
}

struct touch {
	bool is_sure, talks, reads, writes;
};

/* `__atomic_load_n(p, order)`, `__sync_fetch_and_add(p, 1)` */
static bool is_compilers_atomic(const struct ir_expr *call, struct touch *out)
{
	const struct cuda_function *called = ir_cuda(call);
	if (called->dialect != IR_DIALECT_HOST || (!called->effect && !called->touch))
		return false;
	*out = (struct touch){.is_sure = true,
		.talks = true,
		.reads = called->effect != IR_MEMORY_WRITE,
		.writes = called->effect != IR_MEMORY_READ};
	return true;
}

static struct touch touch_of(const struct host_use *use)
{
	const struct ir_expr *expr = use->op->expr;
	struct touch touch = {.is_sure = !use->access->is_maybe,
		.talks = expr && is_volatile(expr->type),
		.reads = use->access->reads,
		.writes = use->access->writes};
	struct ir_atomic atomic;
	if (!expr || expr->kind != IR_CALL || is_compilers_atomic(expr, &touch))
		return touch;
	if (ir_atomic_of(expr, &atomic))
		touch = (struct touch){.is_sure = true,
			.talks = true,
			.reads = atomic.op.effect != IR_MEMORY_WRITE,
			.writes = atomic.op.effect != IR_MEMORY_READ};
	return touch;
}

static void add_touch(struct host_share *share, const struct host_op *launch, const struct host_use *use)
{
	struct touch touch = touch_of(use);
	share->may_touch = true;
	if (!touch.is_sure)
		return;
	share->plain_reads |= touch.reads;
	if (!touch.talks)
		return;
	bool is_given = host_is_implied(&launch->where, &use->op->where) ||
			host_is_implied(&use->op->where, &launch->where);
	bool is_better = touch.writes && !share->writes;
	if ((!share->reads && !share->writes) || is_better) {
		share->launch = launch->range;
		share->touch = use->op->range;
		share->is_given = is_given;
	}
	share->reads |= touch.reads;
	share->writes |= touch.writes;
}

static bool is_function_value(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	const struct ir_type *type = ir_type_value(expr->type);
	while (expr->kind == IR_CONSTRUCT && expr->operand_count == 1)
		expr = ir_strip_casts(expr->operands[0]);
	return expr->kind == IR_LAMBDA || type->kind == IR_TYPE_FUNCTION ||
	       (type->kind == IR_TYPE_POINTER && type->element && type->element->kind == IR_TYPE_FUNCTION);
}

/* Whether code that isn't seen gets a function to call: a thread may be started that touches anything.
 * Classes of threads are of any library, and have the word in their names. */
static bool starts_threads(const struct host_trace *trace)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		const struct ir_expr *expr = op->kind == HOST_OPAQUE ? op->expr : NULL;
		if (!expr)
			continue;
		if (expr->type && expr->type->name && strstr(expr->type->name, "thread"))
			return true;
		for (size_t k = 0; k < expr->operand_count; k++)
			if (expr->operands[k] && is_function_value(expr->operands[k]))
				return true;
	}
	return false;
}

static void add_uses(struct host_share *share, const struct host_trace *trace, const struct host_order *order,
	const struct host_op *launch, struct host_uses uses)
{
	for (size_t i = 0; i < uses.count; i++) {
		const struct host_op *op = uses.data[i].op;
		if (op->kind == HOST_OPAQUE || op->kind == HOST_CALLBACK)
			share->may_touch = true;
		if (op->kind != HOST_ACCESS || op->index <= launch->index || !uses.data[i].access ||
			!host_may_both_happen(&launch->where, &op->where))
			continue;
		if (host_is_order_unknown(order, launch, op))
			share->may_touch = true;
		else if (!host_is_waited_for(order, launch, op))
			add_touch(share, launch, &uses.data[i]);
	}
	const struct host_op *end = trace->ops.data[trace->ops.count - 1];
	bool is_over = trace->is_main || host_is_waited_for(order, launch, end);
	share->may_touch |= !is_over; /* callers go on while the launch runs */
}

/* ---- shares ---------------------------------------------------------------------------------- */

static struct host_share *share_of(struct pass *pass, struct host_shares *shares,
	const struct ir_function *kernel, const struct ir_var *var)
{
	for (size_t i = 0; i < shares->list.count; i++)
		if (shares->list.data[i]->kernel == kernel && shares->list.data[i]->var == var)
			return shares->list.data[i];
	struct host_share *share = ARENA_NEW(pass->arena, struct host_share);
	*share = (struct host_share){.kernel = kernel, .var = var, .is_host_memory = true};
	vec_push(pass->arena, &shares->list, share);
	return share;
}

static void add_object(struct host_share *share, const struct host_trace *trace,
	const struct host_order *order, const struct host_op *launch, const struct host_object *object,
	struct host_uses uses)
{
	bool is_host = object->kind == HOST_MANAGED || object->kind == HOST_PINNED ||
		       overlap_is_registered(uses, launch);
	share->is_host_memory &= is_host;
	share->is_unseen |= object->kind == HOST_UNSEEN;
	/* who pins memory, or hands over pageable memory, means to use it meanwhile */
	share->may_touch |= object->kind != HOST_MANAGED && object->kind != HOST_DEVICE;
	if (is_host)
		add_uses(share, trace, order, launch, uses);
}

static void add_launch(struct pass *pass, struct host_shares *shares, const struct host_trace *trace,
	const struct host_order *order, const struct host_use_table *table, const struct host_op *op,
	bool is_open)
{
	const struct host_launch *launch = op->launch;
	const struct ir_function *kernel = launch->kernel;
	if (launch->launch)
		vec_push(pass->arena, &shares->walked, launch->launch);
	for (size_t i = 0; i < kernel->param_count; i++) {
		struct host_share *share = share_of(pass, shares, kernel, kernel->params[i]);
		share->may_touch |= is_open;
		bool is_seen = i < launch->arg_count && launch->args[i].kind == HOST_POINTER;
		if (is_seen)
			add_object(share, trace, order, op, launch->args[i].object,
				host_uses_of(table, launch->args[i].object));
		else
			share->is_unseen = true;
	}
	for (size_t i = 0; i < op->access_count; i++) {
		const struct host_object *object = op->accesses[i].object;
		if (object->kind == HOST_MANAGED && object->var && object->var->storage == IR_MANAGED)
			add_object(share_of(pass, shares, kernel, object->var), trace, order, op, object,
				host_uses_of(table, object));
	}
}

void host_shares_add(struct pass *pass, struct host_shares *shares, struct host_trace *trace,
	const struct host_order *order)
{
	const struct host_use_table *table = host_use_table_of(trace);
	bool is_open = trace->is_partial || starts_threads(trace);
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_LAUNCH && !op->capture && op->launch && op->launch->kernel)
			add_launch(pass, shares, trace, order, table, op, is_open);
	}
}

/* ---- functions with parse errors ------------------------------------------------------------- */

struct mentions {
	const struct ir_var *var;
	bool is_made, is_touched; /* by cudaMalloc and its kin; in any other way than by being handed on */
};

static void look_at_mention(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct mentions *mentions = context;
	if (expr->kind != IR_VAR || expr->var != mentions->var)
		return;
	const struct ir_path *up = path->up;
	while (up && up->expr &&
		(up->expr->kind == IR_CAST || (up->expr->kind == IR_UNARY && up->expr->op == IR_OP_ADDRESS)))
		up = up->up;
	const struct ir_expr *user = up ? up->expr : NULL;
	bool is_runtime = user && user->kind == IR_CALL && api_is_runtime(user->call->name);
	enum host_op_kind kind = is_runtime ? api_call(user).kind : HOST_OPAQUE;
	bool is_made = kind == HOST_MALLOC || kind == HOST_MALLOC_ASYNC;
	mentions->is_made |= is_made && !api_traits(user)->is_pinned;
	mentions->is_touched |= !is_runtime && !(user && (user->kind == IR_NEW || user->kind == IR_LAUNCH));
}

static bool may_touch(const struct ir_function *function, const struct ir_expr *arg)
{
	const struct ir_visitor visitor = {.expr = look_at_mention};
	const struct ir_expr *plain = ir_strip_casts(arg);
	struct mentions mentions = {.var = plain->kind == IR_VAR ? plain->var : NULL};
	if (!mentions.var || mentions.var->storage != IR_LOCAL)
		return true;
	ir_walk_function(function, &visitor, &mentions);
	return mentions.is_touched || !mentions.is_made;
}

void host_shares_add_damaged(struct pass *pass, struct host_shares *shares)
{
	for (size_t i = 0; i < pass->module->launches.count; i++) {
		const struct ir_launch *launch = pass->module->launches.data[i];
		const struct ir_function *kernel = launch->kernel;
		if (!kernel || !launch->function || launch->function->body_state != IR_BODY_DAMAGED ||
			launch->form != IR_LAUNCH_CHEVRON)
			continue;
		vec_push(pass->arena, &shares->walked, launch);
		for (size_t k = 0; k < kernel->param_count; k++) {
			struct host_share *share = share_of(pass, shares, kernel, kernel->params[k]);
			share->is_host_memory = false;
			share->may_touch |=
				k >= launch->arg_count || may_touch(launch->function, launch->args[k]);
		}
	}
}

/* ---- answers --------------------------------------------------------------------------------- */

const struct host_share *host_share_of(
	const struct host_shares *shares, const struct ir_function *kernel, const struct ir_var *var)
{
	for (size_t i = 0; i < shares->list.count; i++)
		if (shares->list.data[i]->kernel == kernel && shares->list.data[i]->var == var)
			return shares->list.data[i];
	return NULL;
}

bool host_share_is_complete(
	const struct pass *pass, const struct host_shares *shares, const struct ir_function *kernel)
{
	struct ir_launches launches = ir_launches_of(pass_query(pass), kernel);
	for (size_t i = 0; i < launches.count; i++) {
		bool is_walked = false;
		for (size_t k = 0; k < shares->walked.count; k++)
			is_walked |= shares->walked.data[k] == launches.data[i];
		if (!is_walked)
			return false;
	}
	return launches.count > 0;
}

/* ---- places ---------------------------------------------------------------------------------- */

static void add_place(struct pass *pass, struct host_share_places *out, struct host_share_place place)
{
	for (size_t i = 0; i < out->list.count; i++)
		if (out->list.data[i].kernel == place.kernel && out->list.data[i].var == place.var)
			return;
	vec_push(pass->arena, &out->list, place);
}

static const struct ir_expr *passed_for(
	const struct ir_expr *call, const struct ir_function *callee, const struct ir_memory *memory)
{
	if (call->kind != IR_CALL)
		return NULL;
	if (memory->is_this)
		return call->call->object;
	for (size_t i = 0; i < callee->param_count && i < call->operand_count; i++)
		if (callee->params[i] == memory->var)
			return call->operands[i];
	return NULL;
}

static void find_places(struct pass *pass, const struct ir_function *function, const struct ir_expr *expr,
	unsigned depth, struct host_share_places *out)
{
	struct ir_memory memory = {0};
	bool is_param = expr && depth <= MAX_CALLS && ir_memory_of(expr, &memory) &&
			(memory.is_this || memory.var->storage == IR_PARAM);
	if (memory.var && memory.var->storage == IR_MANAGED) {
		add_place(pass, out, (struct host_share_place){NULL, memory.var});
	} else if (!is_param) {
		out->is_open = true;
	} else if (function->is_kernel) {
		add_place(pass, out, (struct host_share_place){function, memory.var});
	} else {
		struct ir_call_sites callers = ir_callers(pass_query(pass), function);
		out->is_open |= !callers.count;
		for (size_t i = 0; i < callers.count; i++) {
			const struct ir_function *caller = callers.data[i]->caller;
			if (caller)
				find_places(pass, caller,
					passed_for(callers.data[i]->expr, function, &memory), depth + 1, out);
			else
				out->is_open = true;
		}
	}
}

void host_share_find_places(struct pass *pass, const struct ir_function *function, const struct ir_expr *expr,
	struct host_share_places *out)
{
	*out = (struct host_share_places){0};
	find_places(pass, function, expr, 0, out);
}
