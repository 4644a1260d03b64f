/* CU707 timing-event-as-dependency: an event that is recorded and waited for, but never read for time, made
 * with timing.
 *
 * Reported when all events that the call makes, in everything that the unit shows, are used so. Silent where
 * an event is handed to code that isn't seen or that may be another process. An event that is a member or a
 * global may be timed by functions that nothing here calls: then any cudaEventElapsedTime with an event
 * that isn't seen silences the rule. Not safe to fix but for local variables. */
#include <string.h>

#include "rules/host/common/api.h"
#include "rules/host/common/argument.h"

enum { DISABLE_TIMING = 2 }; /* cudaEventDisableTiming */

struct made {
	struct ir_range range;
	const struct host_op *op; /* NULL: no event that is only waited for */
	const char *name;
	bool is_needed, is_local;
};

struct state {
	VEC(struct made *) list;
	bool times_unseen; /* cudaEventElapsedTime on an event from elsewhere */
};

static struct made *made_at(struct pass *pass, struct state *state, const struct host_op *op)
{
	for (size_t i = 0; i < state->list.count; i++)
		if (ir_is_same_range(state->list.data[i]->range, op->range))
			return state->list.data[i];
	struct made *made = ARENA_NEW(pass->arena, struct made);
	made->range = op->range;
	vec_push(pass->arena, &state->list, made);
	return made;
}

static bool is_timed_event(const struct host_object *object)
{
	if (object->kind != HOST_EVENT || !object->made_by || !object->flags_known ||
		object->flags & DISABLE_TIMING)
		return false;
	return !cuda_host_traits(object->made_by->callee)->imports;
}

struct uses {
	bool recorded, waited, other;
};

/* A thread or a task, of any library: what it does with the event isn't seen. */
static bool starts_code(const struct host_op *op)
{
	for (size_t i = 0; op->kind == HOST_OPAQUE && i < op->value_count; i++)
		if (op->values[i].kind == HOST_CLOSURE || op->values[i].kind == HOST_FUNCTION)
			return true;
	return op->kind == HOST_OPAQUE && op->expr && strstr(op->expr->type->name, "thread");
}

static struct uses uses_of(const struct host_trace *trace, const struct host_object *event)
{
	struct uses uses = {false, false, event->is_escaped || trace->is_partial};
	bool is_global = event->var && event->var->storage == IR_GLOBAL;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		uses.other |= (is_global && op->kind == HOST_OPAQUE) || starts_code(op);
		if (op->event != event && op->event2 != event)
			continue;
		uses.recorded |= op->kind == HOST_RECORD;
		bool waits = op->kind == HOST_STREAM_WAIT || op->kind == HOST_EVENT_SYNC ||
			     op->kind == HOST_EVENT_QUERY;
		uses.waited |= waits;
		uses.other |= !waits && op->kind != HOST_RECORD && op->kind != HOST_MAKE &&
			      op->kind != HOST_DESTROY;
	}
	return uses;
}

/* Made into a local variable, or an element of one: no other function times it. */
static bool is_local(const struct host_op *op)
{
	const struct ir_expr *expr = ir_strip_casts(op->expr->operands[0]);
	if (expr->kind == IR_UNARY && expr->op == IR_OP_ADDRESS)
		expr = ir_strip_casts(expr->operands[0]);
	while (expr->kind == IR_INDEX)
		expr = ir_strip_casts(expr->operands[0]);
	return expr->kind == IR_VAR && expr->var->storage == IR_LOCAL &&
	       ir_type_value(expr->var->type)->kind != IR_TYPE_POINTER;
}

static struct state *state_of(struct pass *pass)
{
	if (!pass->state)
		pass->state = ARENA_NEW(pass->arena, struct state);
	return pass->state;
}

static bool is_seen(const struct host_object *event)
{
	return event && event->kind == HOST_EVENT;
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	struct state *state = state_of(pass);
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		state->times_unseen |=
			op->kind == HOST_ELAPSED && (!is_seen(op->event) || !is_seen(op->event2));
	}
	for (size_t i = 0; i < trace->objects.count; i++) {
		const struct host_object *object = trace->objects.data[i];
		if (!is_timed_event(object))
			continue;
		struct made *made = made_at(pass, state, object->made_by);
		struct uses uses = uses_of(trace, object);
		made->is_needed |= uses.other;
		made->is_local = is_local(object->made_by);
		if (uses.recorded && uses.waited) {
			made->op = object->made_by;
			made->name = host_object_name(trace, object);
		}
	}
}

static void add_fix(struct pass *pass, struct finding *finding, const struct made *made)
{
	const struct ir_expr *call = made->op->expr;
	bool is_driver = !api_is_runtime(made->op->callee), is_plain = call->operand_count == 1;
	const char *flag = is_driver ? "CU_EVENT_DISABLE_TIMING" : "cudaEventDisableTiming", *flags = NULL;
	if (!is_plain) {
		int64_t number;
		flags = argument_text(pass, call, 1);
		if (!flags || !host_sum_is_number(made->op->values[1].number, &number))
			return;
		flags = number ? arena_printf(pass->arena, "%s | %s", flags, flag) : flag;
	}
	struct fix *fix = pass_fix(
		pass, finding, made->is_local ? FIX_SAFE : FIX_UNSAFE, "make the event without timing");
	if (api_traits(call)->flagged)
		fix_replace(pass, fix, call->call->name_range, "%s", api_traits(call)->flagged);
	if (is_plain)
		fix_insert_after(pass, fix, call->operands[0]->range, ", %s", flag);
	else
		argument_replace(pass, fix, call, 1, flags);
}

static void on_unit_end(struct pass *pass)
{
	const struct state *state = pass->state;
	for (size_t i = 0; state && i < state->list.count; i++) {
		const struct made *made = state->list.data[i];
		if (!made->op || made->is_needed || (state->times_unseen && !made->is_local))
			continue;
		struct finding *finding = pass_report_op(pass, made->op,
			"%s only orders work, its time is never read: made with `cudaEventDisableTiming` it "
			"is cheaper to record and to wait for",
			made->name);
		pass_cost_host(pass, finding, model_host_costs.record_timed_us, model_host_costs.record_us);
		if (!made->is_local)
			finding->confidence = CONFIDENCE_LIKELY;
		add_fix(pass, finding, made);
	}
}

const struct rule rule_timing_event_as_dependency = {
	.code = "CU707",
	.name = "timing-event-as-dependency",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Event with timing whose time is never read",
	.hooks = {.host = on_host, .unit_end = on_unit_end},
};
