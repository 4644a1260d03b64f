/* CU709 unrecorded-event: an event is waited for, queried or timed though nothing has recorded it yet.
 *
 * Such a wait returns at once, and loops rely on it: `wait for the event of two turns ago` has none in its
 * first turns. So a record that comes later in a loop that the wait is in, too, is silent. Also silent where
 * code that isn't seen, a graph or a launch's attributes may record the event. */
#include <string.h>

#include "analyzer/rule/rule.h"
#include "rules/host/common/api.h"

static bool waits(const struct host_op *op)
{
	return op->kind == HOST_STREAM_WAIT || op->kind == HOST_EVENT_SYNC || op->kind == HOST_EVENT_QUERY ||
	       op->kind == HOST_ELAPSED;
}

/* The event is made here, not opened from another process. */
static bool is_made_here(const struct host_object *event)
{
	return event && event->kind == HOST_EVENT && event->made_by &&
	       !cuda_host_traits(event->made_by->callee)->imports;
}

static bool names(const struct host_op *op, const struct host_object *event)
{
	return op->event == event || op->event2 == event || op->object == event;
}

/* Code that runs by itself: a thread, a task, of any library. */
static bool starts_code(const struct host_op *op)
{
	if (op->kind != HOST_OPAQUE)
		return false;
	for (size_t i = 0; i < op->value_count; i++)
		if (op->values[i].kind == HOST_CLOSURE || op->values[i].kind == HOST_FUNCTION)
			return true;
	return op->expr && (strstr(op->expr->type->name, "thread") || strstr(op->expr->type->name, "future"));
}

/* Whether something else than cudaEventRecord may have recorded the event between its making and `at`. */
static bool may_be_recorded_otherwise(
	const struct host_trace *trace, const struct host_object *event, const struct host_op *at)
{
	bool is_global =
		event->var && (event->var->storage == IR_GLOBAL || event->var->storage == IR_STATIC_LOCAL);
	for (size_t i = event->made_by->index + 1; i < at->index; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_LAUNCH && op->launch &&
			(op->launch->attribute_count || !op->launch->attributes_known))
			return true;
		if ((op->kind == HOST_OPAQUE && is_global) || starts_code(op))
			return true;
		if (names(op, event) && !waits(op) && op->kind != HOST_RECORD)
			return true;
	}
	return false;
}

static const char *name_of(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	while ((expr->kind == IR_UNARY || expr->kind == IR_INDEX) && expr->operand_count)
		expr = ir_strip_casts(expr->operands[0]);
	return expr->kind == IR_MEMBER                                  ? expr->member.name
	       : expr->kind == IR_VAR && expr->var->storage != IR_LOCAL ? expr->var->name
									: NULL;
}

static bool is_walked(const struct host_trace *trace, const struct ir_expr *call)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->expr == call)
			return true;
	return false;
}

/* Whether the event is a member or a global that functions outside of this walk record: one of them may have
 * been first. */
static bool is_recorded_elsewhere(
	struct pass *pass, const struct host_trace *trace, const struct host_object *event)
{
	const struct ir_expr *made = event->made_by->expr;
	const char *name = made->operand_count ? name_of(made->operands[0]) : NULL;
	for (size_t i = 0; name && !trace->is_main && i < trace->module->functions.count; i++) {
		struct ir_call_sites calls = ir_callees(pass_query(pass), trace->module->functions.data[i]);
		for (size_t k = 0; k < calls.count; k++) {
			const struct ir_expr *call = calls.data[k]->expr;
			if (api_call(call).kind != HOST_RECORD || !call->operand_count)
				continue;
			const char *other = name_of(call->operands[0]);
			if (other && !strcmp(other, name) && !is_walked(trace, call))
				return true;
		}
	}
	return false;
}

/* The first record after `at` that may happen in the same run; *in_loop: in a loop that both are in. */
static const struct host_op *next_record(const struct host_trace *trace, const struct host_object *event,
	const struct host_op *at, bool *in_loop)
{
	const struct host_op *found = NULL;
	for (size_t i = at->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind != HOST_RECORD || op->event != event ||
			!host_may_both_happen(&op->where, &at->where))
			continue;
		*in_loop |= host_common_loop(&op->where, &at->where) != NULL;
		if (!found)
			found = op;
	}
	return found;
}

static const char *consequence(const struct host_op *op)
{
	switch (op->kind) {
	case HOST_STREAM_WAIT: return "the stream doesn't wait for anything";
	case HOST_EVENT_SYNC: return "the call returns at once";
	case HOST_EVENT_QUERY: return "the query answers cudaSuccess";
	default: return "the call fails with cudaErrorInvalidResourceHandle";
	}
}

static void look_at(struct pass *pass, const struct host_trace *trace, const struct host_order *order,
	const struct host_op *op, const struct host_object *event)
{
	bool is_unknown, in_loop = false;
	if (!is_made_here(event) || host_last_record(order, event, op, &is_unknown) || is_unknown ||
		may_be_recorded_otherwise(trace, event, op))
		return;
	const struct host_op *later = next_record(trace, event, op, &in_loop);
	if (in_loop || (!later && trace->is_partial) || is_recorded_elsewhere(pass, trace, event))
		return;
	const char *name = host_object_name(trace, event);
	struct finding *finding =
		later ? pass_report_op(pass, op, "%s is recorded only later: %s", name, consequence(op))
		      : pass_report_op(pass, op, "%s is never recorded: %s", name, consequence(op));
	if (later)
		pass_related(pass, finding, later->range, "%s is recorded here", name);
	else
		pass_related(pass, finding, event->made_by->range, "%s is made here", name);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (!waits(op))
			continue;
		look_at(pass, trace, order, op, op->event);
		if (op->event2 && op->event2 != op->event)
			look_at(pass, trace, order, op, op->event2);
	}
}

const struct rule rule_unrecorded_event = {
	.code = "CU709",
	.name = "unrecorded-event",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Event waited for before anything records it",
	.hooks = {.host = on_host},
};
