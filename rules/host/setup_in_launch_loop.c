/* CU735 setup-in-launch-loop: streams, events, handles and plans that a loop makes and destroys in every turn
 * between its launches; memory that it registers and unregisters; properties, attributes and limits that it
 * asks for or sets with the same values again.
 *
 * Silent where the result is kept for later turns, in loops over devices, and where the launches lie in a
 * loop further inside: there the setup is for many of them. Allocations are CU712's. */
#include "rules/host/common/api.h"
#include "rules/host/common/loop.h"

#include <string.h>

#include "rules/host/common/wait.h"

/* A handle or a plan of a library; not a texture or a pool of the runtime's, and no descriptor of matrices or
 * operations: those are small structs of the host, cheap to make. */
static bool is_handle(const struct host_op *op)
{
	return op->object->kind == HOST_LIBRARY && cuda_space_of(op->callee) == CUDA_SPACE_LIBRARY &&
	       !cuda_host_traits(op->callee)->describes;
}

static bool is_made(const struct host_op *op)
{
	return op->kind == HOST_MAKE && op->object && op->object->made_by == op &&
	       (op->object->kind == HOST_STREAM || op->object->kind == HOST_EVENT || is_handle(op));
}

static bool is_setting(const struct host_op *op)
{
	return op->kind == HOST_LIMIT || cuda_host_traits(op->callee)->is_setup;
}

static size_t depth_below(const struct host_op *op, const struct host_turn *turn)
{
	size_t depth = 0;
	for (const struct host_turn *at = op->where.turn; at && at != turn; at = at->up)
		depth++;
	return depth;
}

/* A launch of the same turn, not in a loop that is further inside than the setup. */
static const struct host_op *launch_beside(
	const struct host_trace *trace, const struct host_op *op, const struct host_turn *turn)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *other = trace->ops.data[i];
		if ((other->kind == HOST_LAUNCH || other->kind == HOST_GRAPH_LAUNCH ||
			    other->kind == HOST_LIBRARY_CALL) &&
			!other->capture && host_is_in_turn(other, turn) &&
			depth_below(other, turn) <= depth_below(op, turn))
			return other;
	}
	return NULL;
}

static bool same_value(const struct host_value *a, const struct host_value *b)
{
	return a->kind == b->kind && a->kind != HOST_REAL && a->object == b->object &&
	       a->number == b->number && a->function == b->function;
}

/* Whether the next turn says the same again; what a query writes to doesn't count. */
static bool is_repeated(const struct host_op *op, const struct host_op *again)
{
	const char *roles = op->expr ? api_call(op->expr).roles : "";
	for (size_t i = 0; i < op->value_count; i++)
		if (!(i < strlen(roles) && roles[i] == 'w') && !same_value(&op->values[i], &again->values[i]))
			return false;
	return op->value_count == again->value_count;
}

/* 0: not known. */
static double setup_us(const struct host_op *op)
{
	if (op->kind == HOST_REGISTER)
		return model_host_costs.register_us;
	if (strcmp(op->callee, "cudaGetDeviceProperties") == 0)
		return model_host_costs.properties_us;
	if (strcmp(op->callee, "cudaFuncSetAttribute") == 0)
		return model_host_costs.attribute_us;
	if (op->kind != HOST_MAKE || !op->object)
		return 0;
	return op->object->kind == HOST_STREAM  ? model_host_costs.stream_us
	       : op->object->kind == HOST_EVENT ? model_host_costs.event_us
						: 0;
}

static void say(struct pass *pass, const struct host_op *op, const struct host_op *related,
	const char *related_text, const char *message)
{
	struct verdict *verdict = verdict_of(pass, op);
	if (verdict->op)
		return;
	verdict->op = op;
	verdict->related = related;
	verdict->related_text = related_text;
	verdict->message = message;
	verdict->us = setup_us(op);
}

static void look_at_turn(struct pass *pass, const struct host_trace *trace, const struct host_op *op,
	const struct host_turn *turn)
{
	const struct host_op *again = loop_again(trace, op, turn);
	const struct host_op *launch = again ? launch_beside(trace, op, turn) : NULL;
	if (!launch || again->device != op->device)
		return;
	if (is_setting(op)) {
		if (is_repeated(op, again))
			say(pass, op, launch, "a launch of the same loop",
				arena_printf(pass->arena,
					"`%s` is called in every turn of a loop that launches, with the same "
					"arguments: once before the loop is enough",
					op->callee));
		return;
	}
	const struct host_op *end = op->object ? loop_end_of(trace, op, op->object, turn) : NULL;
	const char *name = op->object ? host_object_name(trace, op->object) : "";
	if (op->kind == HOST_REGISTER && end)
		say(pass, op, end, "unregistered in the same turn",
			arena_printf(pass->arena,
				"%s is page-locked and released again in every turn of a loop that launches, "
				"which costs more than most copies: register once before the loop",
				name));
	else if (op->kind == HOST_MAKE && (end || loop_loses(trace, op, turn)))
		say(pass, op, end ? end : launch,
			end ? "destroyed in the same turn" : "a launch of the same loop",
			arena_printf(pass->arena,
				"%s is made%s in every turn of a loop that launches: make it once before the "
				"loop",
				name, end ? " and destroyed" : ", and never destroyed,"));
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (!is_made(op) && !is_setting(op) && op->kind != HOST_REGISTER)
			continue;
		for (const struct host_turn *turn = op->where.turn; turn; turn = turn->up)
			look_at_turn(pass, trace, op, turn);
	}
}

const struct rule rule_setup_in_launch_loop = {
	.code = "CU735",
	.name = "setup-in-launch-loop",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Streams, events, handles or settings made anew between launches",
	.hooks = {.host = on_host, .unit_end = verdicts_report},
};
