/* CU723 managed-without-hints: managed memory that kernels use and nobody prefetches or advises, so that it
 * comes to the device page fault by page fault; worse where host and device use it in turn.
 *
 * Small objects are left alone (a page or so), as is memory whose pointer leaves for code that isn't seen. */
#include "rules/host/overlap.h"

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

/* A kernel that uses the memory again in the next turn of a loop, after the host has used it in this one; the
 * host's use. */
static const struct host_op *in_turns(struct host_uses uses, size_t kernel)
{
	const struct host_op *launch = uses.data[kernel].op, *host = NULL;
	const struct host_turn *turn = launch->where.turn;
	for (size_t i = kernel + 1; turn && i < uses.count; i++) {
		const struct host_op *op = uses.data[i].op;
		int64_t turns;
		if (!host_turns_after(op, turn, &turns))
			return NULL;
		if (op->kind == HOST_ACCESS)
			host = op;
		else if (op->expr == launch->expr && turns == 1)
			return host;
	}
	return NULL;
}

static struct ir_range place_of(const struct host_object *object)
{
	if (object->made)
		return object->made->range;
	return object->var ? object->var->range : (struct ir_range){0, 0};
}

static void check(struct pass *pass, const struct host_trace *trace, const struct host_object *object,
	struct host_uses uses)
{
	const struct host_op *launch = NULL, *host = NULL;
	for (size_t i = 0; i < uses.count; i++) {
		const struct host_op *op = uses.data[i].op;
		if (is_hint(op))
			return;
		if (op->kind != HOST_LAUNCH || uses.data[i].access->is_maybe)
			continue;
		launch = launch ? launch : op;
		host = host ? host : in_turns(uses, i);
	}
	if (!launch || !place_of(object).begin)
		return;
	const struct host_op at = {
		.range = place_of(object), .where = object->made_by ? object->made_by->where : launch->where};
	if (overlap_is_told(pass, overlap_told(pass), &at, &at, CONFIDENCE_PROVEN))
		return;
	const char *name = host_object_name(trace, object), *kernel = overlap_work_name(pass, launch);
	if (!host) {
		pass_report_op(pass, &at,
			"managed %s is used by %s, but never prefetched or advised: its pages come one fault "
			"at a "
			"time (cudaMemPrefetchAsync, cudaMemAdvise)",
			name, kernel);
		return;
	}
	struct finding *finding = pass_report_op(pass, &at,
		"managed %s moves to the device for %s and back to the host in every turn of a loop, fault "
		"by fault: "
		"prefetch it, or keep it on one side",
		name, kernel);
	pass_related(pass, finding, host->range, "the host uses it in every turn");
	pass_related(pass, finding, launch->range, "%s uses it", kernel);
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
