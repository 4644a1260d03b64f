/* CU723 managed-without-hints: managed memory that kernels use and nobody prefetches or advises, so that it
 * comes to the device page fault by page fault; worse where host and device use it in turn, in every turn of
 * a loop: then a prefetch before the loop doesn't help.
 *
 * Small objects are left alone (a page or so), as is memory whose pointer leaves for code that isn't seen. */
#include "rules/host/common/overlap.h"

enum { SMALL = 64 << 10 }; /* bytes of a page group that migrates as one */

static bool is_hint(const struct host_op *op)
{
	return op->kind == HOST_PREFETCH || op->kind == HOST_ADVISE;
}

/* A batch of prefetches doesn't say here of what. */
static bool has_other_hints(const struct host_trace *trace)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		if (is_hint(trace->ops.data[i]) &&
			(!trace->ops.data[i]->object || trace->ops.data[i]->object->kind == HOST_UNSEEN))
			return true;
	return false;
}

/* Where host and device take turns: both use the memory in every turn of a loop. */
struct exchange {
	const struct host_op *launch, *host;
	const struct host_turn *turn;
};

/* Whether a kernel uses the memory again in the next turn of a loop, after the host has used it in this one.
 */
static bool is_exchanged(
	struct host_uses uses, size_t kernel, const struct host_turn *turn, struct exchange *out)
{
	const struct host_op *launch = uses.data[kernel].op, *host = NULL;
	for (size_t i = kernel + 1; i < uses.count; i++) {
		const struct host_op *op = uses.data[i].op;
		int64_t turns;
		if (!host_turns_after(op, turn, &turns))
			return false;
		if (op->kind == HOST_ACCESS)
			host = host ? host : op;
		else if (op->expr == launch->expr && turns == 1)
			break;
	}
	*out = (struct exchange){launch, host, turn};
	return host;
}

/* Prefetches in the loop move the pages before they are used. */
static bool is_prefetched(struct host_uses uses, const struct host_turn *turn)
{
	int64_t turns;
	for (size_t i = 0; i < uses.count; i++)
		if (uses.data[i].op->kind == HOST_PREFETCH && host_turns_after(uses.data[i].op, turn, &turns))
			return true;
	return false;
}

static bool find_exchange(struct host_uses uses, struct exchange *out)
{
	for (size_t i = 0; i < uses.count; i++) {
		const struct host_op *op = uses.data[i].op;
		if (op->kind != HOST_LAUNCH || (uses.data[i].access && uses.data[i].access->is_maybe))
			continue;
		for (const struct host_turn *turn = op->where.turn; turn; turn = turn->up)
			if (is_exchanged(uses, i, turn, out) && !is_prefetched(uses, turn))
				return true;
	}
	return false;
}

static struct ir_range place_of(const struct host_object *object)
{
	if (object->made)
		return object->made->range;
	return object->var ? object->var->range : (struct ir_range){0, 0};
}

static const struct host_op *first_launch(struct host_uses uses)
{
	for (size_t i = 0; i < uses.count; i++)
		if (uses.data[i].op->kind == HOST_LAUNCH &&
			!(uses.data[i].access && uses.data[i].access->is_maybe))
			return uses.data[i].op;
	return NULL;
}

static void tell_exchange(struct pass *pass, const struct host_trace *trace, const struct host_op *at,
	const struct host_object *object, const struct exchange *exchange)
{
	const char *name = host_object_name(trace, object),
		   *kernel = overlap_work_name(pass, exchange->launch);
	bool is_hinted = at == exchange->host;
	struct finding *finding = pass_report_op(pass, at,
		is_hinted ? "managed %s comes to the host here and moves back to the device for %s in every "
			    "turn of a loop, fault by fault, though it was prefetched before: prefetch it in "
			    "the loop, or keep it on one side"
			  : "managed %s moves to the device for %s and back to the host in every turn of a "
			    "loop, fault by fault: prefetch it, or keep it on one side",
		name, kernel);
	if (!is_hinted)
		pass_related(pass, finding, exchange->host->range, "the host uses it in every turn");
	pass_related(pass, finding, exchange->launch->range, "%s uses it", kernel);
}

static void check(struct pass *pass, const struct host_trace *trace, const struct host_object *object,
	struct host_uses uses)
{
	const struct host_op *launch = first_launch(uses);
	struct exchange exchange = {0};
	bool is_hinted = false, is_found = find_exchange(uses, &exchange);
	for (size_t i = 0; i < uses.count; i++) {
		if (uses.data[i].op->kind == HOST_ADVISE)
			return;
		is_hinted |= uses.data[i].op->kind == HOST_PREFETCH;
	}
	if (!launch || (is_hinted && !is_found) || (!is_hinted && !place_of(object).begin))
		return;
	const struct host_op made = {
		.range = place_of(object), .where = object->made_by ? object->made_by->where : launch->where};
	const struct host_op *at = is_hinted ? exchange.host : &made;
	if (overlap_is_told(pass, overlap_told(pass), at, at, CONFIDENCE_PROVEN))
		return;
	if (is_found)
		tell_exchange(pass, trace, at, object, &exchange);
	else
		pass_cost_memory(pass,
			pass_report_op(pass, at,
				"managed %s is used by %s, but never prefetched or advised: its pages come one fault "
				"at a time (cudaMemPrefetchAsync, cudaMemAdvise)",
				host_object_name(trace, object), overlap_work_name(pass, launch)),
			object->size, model_host_costs.managed_faults_us,
			model_host_costs.managed_prefetched_us);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	if (has_other_hints(trace))
		return;
	const struct host_use_table *table = host_use_table_of(trace);
	for (size_t i = 0; i < trace->objects.count; i++) {
		const struct host_object *object = trace->objects.data[i];
		int64_t bytes = object->var && object->kind == HOST_MANAGED && !object->made && object->type
					? object->type->size
					: SMALL;
		if (object->size)
			host_sum_is_number(object->size, &bytes);
		if (object->kind == HOST_MANAGED && !object->is_escaped && bytes >= SMALL)
			check(pass, trace, object, host_uses_of(table, object));
	}
}

const struct rule rule_managed_without_hints = {
	.code = "CU723",
	.name = "managed-without-hints",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Managed memory that is never prefetched or advised",
	.strict_only = true,
	.hooks = {.host = on_host},
};
