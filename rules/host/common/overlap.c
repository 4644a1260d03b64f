/* Operations that touch the same memory and may run at the same time.
 *
 * How sure it is: certain that the bytes are the same when both ranges are known; likely when one covers the
 * object as a whole and the other touches some of it; possible otherwise. Conditions that don't imply each
 * other leave it likely: who wrote them may know that they exclude each other. Kernels of several GPUs that
 * are handed one pointer tend to have a part of it each: possible. */
#include "rules/host/common/overlap.h"

#include <string.h>

#include "analyzer/cuda/host_traits.h"

static bool covers(const struct host_access *access)
{
	int64_t offset;
	return access->object->size && access->size == access->object->size && !access->is_somewhere &&
	       !access->is_maybe && host_sum_is_number(access->offset, &offset) && !offset;
}

/* Whether code of the C library that was handed a pointer begins where the other one does. */
static bool starts_there(const struct host_access *a, const struct host_access *b)
{
	int64_t distance;
	return !a->is_somewhere && !b->is_somewhere && a->offset && b->offset &&
	       host_sum_distance(a->offset, b->offset, &distance) && !distance;
}

/* Two kernels that also share something else, which one of them updates by atomics, may order each other by
 * it. */
static bool may_hand_shake(
	const struct host_op *a, const struct host_op *b, const struct host_object *contended)
{
	for (size_t i = 0; i < a->access_count; i++)
		for (size_t k = 0; k < b->access_count; k++)
			if (a->accesses[i].object == b->accesses[k].object &&
				a->accesses[i].object != contended &&
				((a->accesses[i].is_atomic && a->accesses[i].writes) ||
					(b->accesses[k].is_atomic && b->accesses[k].writes)))
				return true;
	return false;
}

/* A callback of the first one's stream may tell the host, or another thread, that it is done. */
static bool is_called_back(
	const struct host_trace *trace, const struct host_op *first, const struct host_op *second)
{
	for (size_t i = first->index + 1; i < second->index; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_CALLBACK && op->stream == first->stream)
			return true;
	}
	return false;
}

/* __threadfence_system() */
static bool is_host_fence(const struct ir_expr *call)
{
	const struct cuda_function *called = ir_cuda(call);
	return called->op == CUDA_FENCE && called->dialect == IR_DIALECT_CUDA &&
	       called->scope == IR_SCOPE_SYSTEM;
}

/* Whether a kernel talks to others while it runs: it polls, takes memory as volatile, or fences for the host.
 */
static bool kernel_talks(struct pass *pass, const struct host_op *op)
{
	const struct ir_function *kernel = op->launch ? op->launch->kernel : NULL;
	if (!kernel)
		return false;
	for (size_t i = 0; i < kernel->param_count; i++)
		if (kernel->params[i]->type->element && kernel->params[i]->type->element->is_volatile)
			return true;
	const struct ir_spins *spins = pass_spins(pass);
	for (size_t i = 0; i < ir_spin_count(spins); i++)
		if (ir_spin_at(spins, i)->function == kernel && ir_spin_at(spins, i)->kind == IR_SPIN_FLAG)
			return true;
	return ir_reached_call(pass_query(pass), kernel, is_host_fence) != NULL;
}

static bool kernel_writes(const struct host_op *op, const struct host_object *object)
{
	for (size_t i = 0; i < op->access_count; i++)
		if (op->accesses[i].object == object && op->accesses[i].writes)
			return true;
	return false;
}

/* Whether the host reads something between the two, by an atomic or as volatile, that the kernel sets: it may
 * have waited for a flag. */
static bool host_listens(
	const struct host_trace *trace, const struct host_op *first, const struct host_op *second)
{
	for (size_t i = first->index + 1; first->kind == HOST_LAUNCH && i < second->index; i++) {
		const struct host_op *op = trace->ops.data[i];
		const struct host_access *access =
			op->kind == HOST_ACCESS && op->access_count == 1 ? op->accesses : NULL;
		const struct ir_type *type = op->expr ? op->expr->type : NULL;
		if (access && access->reads && (access->is_atomic || (type && type->is_volatile)) &&
			kernel_writes(first, access->object))
			return true;
	}
	return false;
}

static bool is_of_two_devices(const struct host_op *first, const struct host_op *second)
{
	return first->device != second->device && first->kind == HOST_LAUNCH && second->kind == HOST_LAUNCH;
}

/* Launches of one graph wait for each other, whatever their streams. */
static bool is_same_graph(const struct host_op *first, const struct host_op *second)
{
	return first->kind == HOST_GRAPH_LAUNCH && second->kind == HOST_GRAPH_LAUNCH &&
	       first->object == second->object;
}

bool overlap_find(struct pass *pass, struct host_trace *trace, const struct host_order *order,
	const struct host_use *first, const struct host_use *second, struct overlap *out)
{
	if (!first->access || !second->access)
		return false;
	int how = host_accesses_meet(trace, first->access, second->access);
	if (!how || host_is_ordered(order, first->op, second->op) ||
		host_is_order_unknown(order, first->op, second->op) ||
		!host_may_both_happen(&first->op->where, &second->op->where) ||
		is_called_back(trace, first->op, second->op) || is_same_graph(first->op, second->op))
		return false;
	*out = (struct overlap){first->op, second->op, first->access, second->access, CONFIDENCE_POSSIBLE};
	bool is_maybe = first->access->is_maybe || second->access->is_maybe;
	if (how == 2)
		out->confidence = CONFIDENCE_PROVEN;
	else if (is_maybe ? starts_there(first->access, second->access)
			  : covers(first->access) || covers(second->access))
		out->confidence = CONFIDENCE_LIKELY;
	bool is_given = host_is_implied(&first->op->where, &second->op->where) ||
			host_is_implied(&second->op->where, &first->op->where);
	if (out->confidence == CONFIDENCE_PROVEN && !is_given)
		out->confidence = CONFIDENCE_LIKELY;
	if (may_hand_shake(first->op, second->op, first->access->object) || kernel_talks(pass, first->op) ||
		host_listens(trace, first->op, second->op) || kernel_talks(pass, second->op) ||
		is_of_two_devices(first->op, second->op))
		out->confidence = CONFIDENCE_POSSIBLE;
	return true;
}

bool overlap_has_other_order(const struct host_trace *trace)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		if (cuda_host_traits(trace->ops.data[i]->callee)->orders_unseen)
			return true;
	return false;
}

const char *overlap_work_name(struct pass *pass, const struct host_op *op)
{
	if (op->kind == HOST_LAUNCH && op->launch && op->launch->kernel)
		return arena_printf(pass->arena, "kernel `%s`", op->launch->kernel->name);
	if (op->kind == HOST_LAUNCH)
		return "a kernel";
	if (op->kind == HOST_GRAPH_LAUNCH)
		return "the graph";
	return *op->callee ? arena_printf(pass->arena, "`%s`", op->callee) : "the host";
}

const char *overlap_verb(const struct host_access *access)
{
	return access->reads && access->writes ? "updates" : access->writes ? "writes" : "reads";
}

const char *overlap_stream_name(struct pass *pass, const struct host_trace *trace, const struct host_op *op,
	const struct host_op *than)
{
	const char *name = host_object_name(trace, op->stream);
	if (strcmp(name, host_object_name(trace, than->stream)) != 0)
		return name;
	return *name == '`' ? arena_printf(pass->arena, "another stream of %s", name) : "another stream";
}

struct overlap_told_list *overlap_told(struct pass *pass)
{
	if (!pass->state)
		pass->state = ARENA_NEW(pass->arena, struct overlap_told_list);
	return pass->state;
}

static bool same_range(struct ir_range a, struct ir_range b)
{
	return !memcmp(&a, &b, sizeof a);
}

bool overlap_is_told(struct pass *pass, struct overlap_told_list *told, const struct host_op *first,
	const struct host_op *second, enum confidence confidence)
{
	for (size_t i = 0; i < told->pairs.count; i++)
		if (same_range(told->pairs.data[i].first, first->range) &&
			same_range(told->pairs.data[i].second, second->range) &&
			told->pairs.data[i].confidence >= confidence)
			return true;
	struct overlap_pair pair = {first->range, second->range, confidence};
	vec_push(pass->arena, &told->pairs, pair);
	return false;
}

bool overlap_is_registered(struct host_uses uses, const struct host_op *before)
{
	bool registered = false;
	for (size_t i = 0; i < uses.count && uses.data[i].op->index < before->index; i++)
		if (uses.data[i].op->kind == HOST_REGISTER)
			registered = true;
		else if (uses.data[i].op->kind == HOST_UNREGISTER)
			registered = false;
	return registered;
}
