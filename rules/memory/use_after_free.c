/* CU133 use-after-free: memory, a stream, an event, a graph or a library's handle that a call, a launch or
 * the host uses after it was freed or destroyed.
 *
 * The walk of the host says what has ended on every way that leads to a use. What a destructor frees may have
 * been moved elsewhere, so two of them count only where the second owner is a plain copy of the first, and a
 * call or launch behind one only where nobody wrote a copy or a move for the owner. Memory
 * of cudaMallocAsync is CU733's. */
#include "analyzer/rule/rule.h"
#include "rules/memory/common/allocation.h"

#include <string.h>

static const struct ir_function *destructor_around(const struct host_op *op)
{
	for (const struct host_call *call = op->where.call; call; call = call->up)
		if (call->function && call->function->is_destructor)
			return call->function;
	return NULL;
}

/* Whether a function is given another object of the record: what it holds may go from one to the other. */
static bool takes_other(const struct ir_function *function, const struct ir_record *record)
{
	const struct ir_type *first = function->param_count ? ir_type_value(function->params[0]->type) : NULL;
	return first && first->kind == IR_TYPE_RECORD && first->record == record;
}

static bool copies(const struct ir_function *function)
{
	return function->is_constructor || !strcmp(function->name, "operator=");
}

/* Whether a record can only be copied bit by bit: nobody wrote a constructor or an assignment for it. */
static bool copies_plainly(const struct pass *pass, const struct ir_record *record)
{
	for (size_t i = 0; i < pass->module->functions.count; i++) {
		const struct ir_function *function = pass->module->functions.data[i];
		if (function->record == record && takes_other(function, record) && copies(function))
			return false;
	}
	return true;
}

/* Whether what a record holds can't have gone elsewhere by a copy or a move that somebody wrote: what its end
 * frees is free then. */
static bool is_sole_owner(const struct pass *pass, const struct ir_record *record)
{
	for (size_t i = 0; i < pass->module->functions.count; i++) {
		const struct ir_function *function = pass->module->functions.data[i];
		if (function->body && takes_other(function, record) &&
			(copies(function) || !strcmp(function->name, "swap")))
			return false;
	}
	return true;
}

/* A destructor has freed it, and something else than a destructor uses it. */
static bool is_behind_owner(const struct pass *pass, const struct host_late *late,
	const struct ir_function *ended, const struct ir_function *used)
{
	const struct host_op *op = late->op;
	return ended && !used && ended->record && !late->object->is_blurred && !late->object->is_escaped &&
	       (op->kind == HOST_LAUNCH || op->kind == HOST_COPY || op->kind == HOST_MEMSET) &&
	       is_sole_owner(pass, ended->record);
}

/* The innermost variable that leads there is a local: code that isn't seen can't have set it anew. */
static bool is_local(const struct ir_expr *expr)
{
	expr = expr ? ir_strip_casts(expr) : NULL;
	while (expr && (expr->kind == IR_INDEX || (expr->kind == IR_MEMBER && !expr->is_arrow) ||
			       (expr->kind == IR_UNARY && expr->op == IR_OP_DEREF) ||
			       (expr->kind == IR_BINARY && expr->operand_count == 2)))
		expr = ir_strip_casts(expr->operands[0]);
	return expr && expr->kind == IR_VAR &&
	       (expr->var->storage == IR_LOCAL || expr->var->storage == IR_PARAM);
}

static bool may_be_new(const struct host_trace *trace, const struct host_late *late)
{
	if (is_local(late->expr))
		return false;
	for (size_t i = late->end->index + 1; i < late->op->index; i++)
		if (trace->ops.data[i]->kind == HOST_OPAQUE)
			return true;
	return false;
}

static bool is_end(const struct host_op *op)
{
	return op->kind == HOST_FREE || op->kind == HOST_FREE_ASYNC || op->kind == HOST_DESTROY;
}

/* Whether a loop that may take no turn has freed it. */
static bool is_in_open_loop(const struct host_late *late)
{
	for (const struct host_turn *turn = late->end->where.turn; turn; turn = turn->up)
		if (turn->is_cut && turn->total < 0 && !host_turn_of(&late->op->where, turn->loop))
			return true;
	return false;
}

static bool is_certain(const struct pass *pass, const struct host_trace *trace, const struct host_late *late)
{
	const struct ir_function *ended = destructor_around(late->end), *used = destructor_around(late->op);
	if (late->object->is_stream_ordered || !late->op->expr || may_be_new(trace, late) ||
		is_in_open_loop(late) || !host_may_both_happen(&late->end->where, &late->op->where))
		return false;
	if (late->object->kind == HOST_VARIABLE || late->object->kind == HOST_TEXT)
		return false;
	if (is_behind_owner(pass, late, ended, used))
		return true;
	if (ended || used)
		return ended && used && ended->record == used->record && copies_plainly(pass, ended->record);
	return true;
}

static const char *end_verb(const struct host_op *op)
{
	return op->kind == HOST_DESTROY ? "destroyed" : "freed";
}

static const char *use_of(struct pass *pass, const struct host_op *op)
{
	if (op->kind == HOST_LAUNCH)
		return op->launch && op->launch->kernel
			       ? arena_printf(pass->arena, "kernel `%s` uses", op->launch->kernel->name)
			       : "a kernel uses";
	if (op->kind == HOST_STRAY)
		return op->access_count && op->accesses[0].writes ? "the host writes to"
								  : "the host reads from";
	return *op->callee ? arena_printf(pass->arena, "`%s` uses", op->callee) : "the host uses";
}

static void report(struct pass *pass, const struct host_trace *trace, const struct host_late *late)
{
	const char *name = host_object_name(trace, late->object), *verb = end_verb(late->end);
	bool is_next_turn = late->op->expr == late->end->expr;
	const char *when =
		is_next_turn && !destructor_around(late->op) ? ": by the turn of the loop before" : "";
	if (allocation_is_told(pass, late->op->range))
		return;
	struct finding *finding =
		is_end(late->op)
			? pass_report_op(pass, late->op, "%s is %s a second time%s", name, verb, when)
			: pass_report_op(pass, late->op, "%s %s, which is %s already%s",
				  use_of(pass, late->op), name, verb, when);
	if (!is_next_turn)
		pass_related(pass, finding, late->end->range, "%s here", verb);
	if (destructor_around(late->end) && !destructor_around(late->op))
		finding->confidence = CONFIDENCE_LIKELY;
	if (destructor_around(late->op))
		pass_related(pass, finding, destructor_around(late->op)->range,
			"two objects hold it, one a copy of the other: delete the copy constructor");
	allocation_related(pass, finding, late->object);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->late.count; i++)
		if (is_certain(pass, trace, &trace->late.data[i]))
			report(pass, trace, &trace->late.data[i]);
}

const struct rule rule_use_after_free = {
	.code = "CU133",
	.name = "use-after-free",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Memory or a handle used after it was freed",
	.hooks = {.host = on_host},
};
