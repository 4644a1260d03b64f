/* What the rules on things made in loops share, see loop.h. */
#include "rules/host/common/loop.h"

#include "rules/host/common/api.h"

const struct host_op *loop_again(
	const struct host_trace *trace, const struct host_op *op, const struct host_turn *turn)
{
	for (size_t i = op->index + 1; i < trace->ops.count; i++) {
		const struct host_op *other = trace->ops.data[i];
		if (ir_is_same_range(other->range, op->range) && host_is_in_next_turn(other, turn))
			return other;
	}
	return NULL;
}

struct branch_search {
	const struct ir_expr *target;
	const struct ir_stmt *loop;
	const struct host_op *op, *again;
	bool found_loop, is_conditional;
};

/* What is known of a condition where an operation happens, NULL: nothing undecided. */
static const struct host_path *node_of(const struct host_op *op, const struct ir_expr *condition)
{
	const struct host_path *path = op->where.path;
	while (path && path->expr != condition)
		path = path->up;
	return path;
}

/* Each `if` whose branch the call stands in, out to the loop: whether its condition changes from turn to
 * turn. */
static void find_branches(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct branch_search *search = context;
	if (expr != search->target)
		return;
	for (bool in_branch = false; path; path = path->up) {
		const struct ir_stmt *stmt = path->stmt;
		search->found_loop |= stmt && stmt == search->loop;
		if (search->found_loop)
			return;
		if (stmt && stmt->kind == IR_IF && in_branch) {
			const struct host_path *now = node_of(search->op, stmt->expr),
					       *next = node_of(search->again, stmt->expr);
			search->is_conditional |= now && (!next || next->condition != now->condition);
		}
		in_branch = stmt;
	}
}

bool loop_is_conditional(const struct host_trace *trace, const struct host_op *op,
	const struct host_op *again, const struct host_turn *turn)
{
	struct branch_search search = {.loop = turn->loop, .op = op, .again = again, .target = op->expr};
	const struct ir_visitor visitor = {.expr = find_branches, .enter_lambdas = true};
	const struct ir_function *function = op->where.function;
	for (const struct host_call *call = op->where.call; search.target && !search.found_loop;
		call = call->up) {
		ir_walk_function(function, &visitor, &search);
		if (!call) /* that was the root */
			break;
		search.target = call->expr;
		function = call->up ? call->up->function : trace->root;
	}
	return search.is_conditional;
}

static bool ends(const struct host_op *op, const struct host_object *object)
{
	return (op->kind == HOST_FREE || op->kind == HOST_FREE_ASYNC || op->kind == HOST_DESTROY ||
		       op->kind == HOST_UNREGISTER) &&
	       (op->object == object || op->stream == object || op->event == object);
}

const struct host_op *loop_end_of(const struct host_trace *trace, const struct host_op *made,
	const struct host_object *object, const struct host_turn *turn)
{
	for (size_t i = made->index + 1; i < trace->ops.count; i++)
		if (ends(trace->ops.data[i], object) && host_is_in_turn(trace->ops.data[i], turn))
			return trace->ops.data[i];
	return NULL;
}

static bool refers_to(const struct host_op *op, const struct host_object *object)
{
	for (size_t i = 0; i < op->access_count; i++)
		if (op->accesses[i].object == object)
			return true;
	for (size_t i = 0; i < op->value_count; i++)
		if (op->values[i].kind == HOST_POINTER && op->values[i].object == object)
			return true;
	for (size_t i = 0; op->launch && i < op->launch->arg_count; i++)
		if (op->launch->args[i].kind == HOST_POINTER && op->launch->args[i].object == object)
			return true;
	return op->object == object || op->stream == object || op->event == object || op->event2 == object;
}

/* Made into a variable that holds one pointer or handle, of a function: `&x`. */
static bool has_own_variable(const struct host_op *made)
{
	if (!made->expr || made->expr->kind != IR_CALL)
		return false;
	for (size_t i = 0; i < made->expr->operand_count; i++) {
		const struct ir_expr *expr = ir_strip_casts(made->expr->operands[i]);
		if (expr->kind != IR_UNARY || expr->op != IR_OP_ADDRESS)
			continue;
		expr = ir_strip_casts(expr->operands[0]);
		if (expr->kind == IR_VAR)
			return expr->var->storage == IR_LOCAL && expr->var->type->kind != IR_TYPE_REFERENCE &&
			       expr->var->type->kind != IR_TYPE_RECORD;
	}
	return false;
}

struct keep {
	const struct ir_var *var;
	bool is_kept;
};

/* The variable's value goes somewhere else than to a call of CUDA's or a launch: stored, returned, handed on.
 */
static void find_keeper(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct keep *keep = context;
	if (expr->kind != IR_VAR || expr->var != keep->var)
		return;
	for (path = path->up; path && path->expr; path = path->up) {
		const struct ir_expr *user = path->expr;
		if (user->kind == IR_LAUNCH || user->kind == IR_INDEX || user->kind == IR_SIZEOF ||
			(user->kind == IR_UNARY && user->op == IR_OP_DEREF))
			return;
		if (user->kind == IR_CALL && api_is_cuda(user))
			return;
		if (user->kind == IR_ASSIGN && ir_strip_casts(user->operands[0]) == expr)
			return;
		if (user->kind != IR_CAST && user->kind != IR_UNARY && user->kind != IR_BINARY)
			break;
	}
	keep->is_kept = true;
}

static bool is_kept(const struct host_op *made)
{
	const struct ir_visitor visitor = {.expr = find_keeper, .enter_lambdas = true};
	struct keep keep = {0};
	for (size_t i = 0; i < made->expr->operand_count; i++) {
		const struct ir_expr *expr = ir_strip_casts(made->expr->operands[i]);
		if (expr->kind == IR_UNARY && expr->op == IR_OP_ADDRESS)
			expr = ir_strip_casts(expr->operands[0]);
		if (expr->kind == IR_VAR && !keep.var)
			keep.var = expr->var;
	}
	ir_walk_function(made->where.function, &visitor, &keep);
	return keep.is_kept;
}

bool loop_loses(const struct host_trace *trace, const struct host_op *made, const struct host_turn *turn)
{
	const struct host_object *object = made->object;
	const struct host_op *again = loop_again(trace, made, turn);
	/* under a condition of the loop's own, what holds the object isn't known behind it */
	if (!object || object->is_escaped || trace->is_partial || !has_own_variable(made) || !again ||
		made->where.path != again->where.path || is_kept(made))
		return false;
	for (size_t i = made->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (refers_to(op, object) && (!host_is_in_turn(op, turn) || ends(op, object)))
			return false;
	}
	return true;
}

static bool allocates(const struct host_op *op)
{
	return op->kind == HOST_MALLOC && op->object && op->object->made_by == op &&
	       (op->object->kind == HOST_DEVICE || op->object->kind == HOST_PINNED ||
		       op->object->kind == HOST_MANAGED || op->object->kind == HOST_ARRAY);
}

const struct host_turn *loop_repeats_allocation(
	const struct host_trace *trace, const struct host_op *op, const struct host_op **end)
{
	if (!allocates(op))
		return NULL;
	for (const struct host_turn *turn = op->where.turn; turn; turn = turn->up) {
		const struct host_op *again = loop_again(trace, op, turn);
		if (!again || again->device != op->device)
			continue;
		*end = loop_end_of(trace, op, op->object, turn);
		if (*end || loop_loses(trace, op, turn))
			return turn;
	}
	return NULL;
}
