/* CU733 stream-ordered-lifetime: memory of cudaMallocAsync that is used where its allocation, or its free,
 * isn't ordered with the use.
 *
 * The memory is there from the allocation to the free, on the time line of their streams: a use in another
 * stream must come after the one and before the other, by an event or a wait of the host. What a graph
 * allocates is CU721's. */
#include "rules/host/common/overlap.h"

#include <string.h>

static bool is_free(const struct host_op *op)
{
	return op->kind == HOST_FREE_ASYNC || op->kind == HOST_FREE;
}

static bool is_in_destructor(const struct host_op *op)
{
	for (const struct host_call *call = op->where.call; call; call = call->up)
		if (call->function && call->function->is_destructor)
			return true;
	return false;
}

static bool is_unordered(const struct host_order *order, const struct host_op *a, const struct host_op *b)
{
	return !host_is_ordered(order, a, b) && !host_is_order_unknown(order, a, b) &&
	       host_may_both_happen(&a->where, &b->where);
}

/* Uses of the device, that certainly are some. */
static bool is_use(const struct host_use *use)
{
	return use->access && !use->access->is_maybe && host_is_work(use->op) &&
	       use->op->kind != HOST_GRAPH_ADD && !use->op->capture;
}

static void report(struct pass *pass, const struct host_op *at, const struct host_op *other, const char *note,
	const char *message)
{
	if (overlap_is_told(pass, overlap_told(pass), at, at, CONFIDENCE_PROVEN))
		return;
	struct finding *finding = pass_report_op(pass, at, "%s", message);
	bool is_given =
		host_is_implied(&at->where, &other->where) || host_is_implied(&other->where, &at->where);
	if (!is_given || (is_in_destructor(other) && is_free(other))) {
		finding->confidence = CONFIDENCE_LIKELY;
		finding->severity = SEVERITY_WARNING;
	}
	pass_related(pass, finding, other->range, "%s", note);
}

static void check_made(struct pass *pass, const struct host_trace *trace, const struct host_order *order,
	const struct host_object *object, const struct host_op *op)
{
	const struct host_op *made = object->made_by;
	if (!made->stream || made->stream == op->stream || !is_unordered(order, made, op))
		return;
	report(pass, op, made, "allocated here",
		arena_printf(pass->arena,
			"%s in %s uses %s, which is allocated in %s: nothing orders it after the allocation; "
			"record an event behind `%s` and wait for it",
			overlap_work_name(pass, op), overlap_stream_name(pass, trace, op, made),
			host_object_name(trace, object), host_object_name(trace, made->stream),
			made->callee));
}

/* A use behind the free in the program: too late in whatever stream. */
static void check_after(struct pass *pass, const struct host_trace *trace, const struct host_object *object,
	const struct host_op *freed, const struct host_op *op)
{
	/* what a destructor frees may have been moved elsewhere, in a way that isn't followed */
	if (!host_may_both_happen(&freed->where, &op->where) || (is_free(op) && is_in_destructor(op)) ||
		(is_in_destructor(freed) && is_in_destructor(op)))
		return;
	report(pass, op, freed, "freed here",
		is_free(op) ? arena_printf(pass->arena, "%s is freed a second time",
				      host_object_name(trace, object))
			    : arena_printf(pass->arena, "%s uses %s after `%s`", overlap_work_name(pass, op),
				      host_object_name(trace, object), freed->callee));
}

static void check_before(struct pass *pass, const struct host_trace *trace, const struct host_order *order,
	const struct host_object *object, const struct host_op *op, const struct host_op *freed)
{
	if (freed->stream == op->stream || !is_unordered(order, op, freed))
		return;
	bool is_plain = freed->kind == HOST_FREE;
	report(pass, freed, op, "not ordered before the free",
		arena_printf(pass->arena, "`%s` frees %s while %s in %s may still use it: %s", freed->callee,
			host_object_name(trace, object), overlap_work_name(pass, op),
			host_object_name(trace, op->stream),
			is_plain ? "it doesn't wait for memory of cudaMallocAsync; wait first"
				 : "let its stream wait for an event behind that work"));
}

/* The first free before uses.data[end], in the same run. */
static const struct host_op *freed_before(struct host_uses uses, size_t end)
{
	for (size_t i = 0; i < end; i++)
		if (is_free(uses.data[i].op) && !uses.data[i].op->capture &&
			host_may_both_happen(&uses.data[i].op->where, &uses.data[end].op->where))
			return uses.data[i].op;
	return NULL;
}

static void check_object(struct pass *pass, const struct host_trace *trace, const struct host_order *order,
	const struct host_object *object, struct host_uses uses)
{
	for (size_t i = 0; i < uses.count; i++) {
		const struct host_op *op = uses.data[i].op, *freed = freed_before(uses, i);
		if (!is_use(&uses.data[i]) && !(is_free(op) && !op->capture))
			continue;
		if (freed) {
			check_after(pass, trace, object, freed, op);
			continue;
		}
		if (!is_free(op)) {
			check_made(pass, trace, order, object, op);
			continue;
		}
		for (size_t k = 0; k < i; k++)
			if (is_use(&uses.data[k]))
				check_before(pass, trace, order, object, uses.data[k].op, op);
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	if (overlap_has_other_order(trace))
		return;
	const struct host_use_table *table = host_use_table_of(trace);
	for (size_t i = 0; i < trace->objects.count; i++) {
		const struct host_object *object = trace->objects.data[i];
		bool is_made = object->made_by && object->made_by->kind == HOST_MALLOC_ASYNC;
		if (object->is_stream_ordered && is_made && !object->made_by->capture)
			check_object(pass, trace, order, object, host_uses_of(table, object));
	}
}

const struct rule rule_stream_ordered_lifetime = {
	.code = "CU733",
	.name = "stream-ordered-lifetime",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Memory of cudaMallocAsync used outside its life",
	.hooks = {.host = on_host},
};
