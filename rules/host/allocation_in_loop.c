/* CU712 allocation-in-loop: memory that a loop allocates in every turn, and frees or loses in the same turn.
 *
 * The turn may be that of a loop in a caller. Silent for loops that keep what they allocate, and for loops
 * over devices. Where the size changes with the turn one buffer of the largest would do: likely. Under a
 * condition inside of the loop it may be done once in a thousand turns: possible. */
#include "rules/host/common/loop.h"

#include "rules/host/common/wait.h"

static void look_at(struct pass *pass, const struct host_trace *trace, const struct host_op *op)
{
	const struct host_op *end = NULL;
	const struct host_turn *turn = loop_repeats_allocation(trace, op, &end);
	if (!turn)
		return;
	struct verdict *verdict = verdict_of(pass, op);
	if (verdict->op)
		return;
	const struct host_op *again = loop_again(trace, op, turn);
	const char *name = host_object_name(trace, op->object);
	verdict->op = op;
	bool is_same = end && again->object && again->object->size == op->object->size && op->object->size;
	bool is_rare = loop_is_conditional(trace, op, again, turn);
	verdict->confidence = is_rare ? CONFIDENCE_POSSIBLE : is_same ? CONFIDENCE_PROVEN : CONFIDENCE_LIKELY;
	verdict->related = end;
	verdict->related_text = "freed in the same turn";
	bool is_device = op->object->kind == HOST_DEVICE;
	if (is_device || op->object->kind == HOST_PINNED) {
		verdict->us = is_device ? model_host_costs.malloc_us : model_host_costs.malloc_host_us;
		verdict->ideal_us = is_device ? model_host_costs.malloc_async_us : 0;
	}
	const char *advice = op->object->kind == HOST_DEVICE
				     ? "allocate once before the loop, or use `cudaMallocAsync`"
				     : "allocate once before the loop";
	verdict->message = arena_printf(pass->arena,
		"%s is allocated in %s of the loop and %s in the same turn; both make the device wait: %s",
		name, is_rare ? "turns" : "every turn", end ? "freed" : "lost", advice);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->where.turn)
			look_at(pass, trace, trace->ops.data[i]);
}

const struct rule rule_allocation_in_loop = {
	.code = "CU712",
	.name = "allocation-in-loop",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Memory allocated and freed in every turn of a loop",
	.hooks = {.host = on_host, .unit_end = verdicts_report},
};
