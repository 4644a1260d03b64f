/* Carries thread-dependence through the statements of one function: from values to variables, from conditions
 * to what is assigned under them, from arguments to parameters, from returns to the function's result. */
#include "analyzer/structure/uniform/uniform_state.h"

#include <string.h>

static void flow_stmt(struct ir_uniformity *uniformity, const struct ir_stmt *stmt);
static void flow_expr(struct ir_uniformity *uniformity, const struct ir_expr *expr);

/* ---- when lanes leave a loop ----------------------------------------------------------------- */

struct exits {
	struct ir_uniformity *uniformity;
	bool with_continue;
	unsigned loops, switches; /* between the loop in question and the statement */
	enum ir_variance control, found;
};

static void find_exits(struct exits *exits, const struct ir_stmt *stmt)
{
	if (!stmt)
		return;
	bool leaves = stmt->kind == IR_RETURN || stmt->kind == IR_GOTO ||
		      (stmt->kind == IR_BREAK && !exits->loops && !exits->switches) ||
		      (stmt->kind == IR_CONTINUE && !exits->loops && exits->with_continue);
	if (leaves)
		exits->found = uniform_join(exits->found, exits->control);
	enum ir_variance outer = exits->control;
	bool is_switch = stmt->kind == IR_SWITCH, is_loop = ir_is_loop(stmt);
	if (stmt->kind == IR_IF || is_switch || is_loop)
		exits->control = uniform_join(outer, uniform_control(exits->uniformity, stmt->expr));
	exits->loops += is_loop;
	exits->switches += is_switch;
	find_exits(exits, stmt->init);
	find_exits(exits, stmt->body);
	find_exits(exits, stmt->other);
	for (size_t i = 0; i < stmt->child_count; i++)
		find_exits(exits, stmt->children[i]);
	exits->loops -= is_loop;
	exits->switches -= is_switch;
	exits->control = outer;
}

enum ir_variance uniform_loop(
	struct ir_uniformity *uniformity, const struct ir_stmt *loop, bool with_continue)
{
	struct exits exits = {.uniformity = uniformity, .with_continue = with_continue};
	find_exits(&exits, loop->body);
	if (loop->kind == IR_RANGE_FOR || !loop->expr)
		return exits.found;
	return uniform_join(exits.found, uniform_control(uniformity, loop->expr));
}

/* ---- raising --------------------------------------------------------------------------------- */

static void raise_fact(struct ir_uniformity *uniformity, struct uniform_fact *fact, enum ir_variance variance)
{
	enum ir_variance joined = uniform_join(fact->variance, variance);
	if (joined != fact->variance)
		uniformity->changed = true;
	fact->variance = joined;
}

/* The strongest condition since `depth`. */
static enum ir_variance control_since(const struct ir_uniformity *uniformity, size_t depth)
{
	enum ir_variance control = IR_VARIANCE_NONE;
	for (size_t i = depth; i < uniformity->controls.count; i++)
		control = uniform_join(control, uniformity->controls.data[i]);
	return control;
}

static void push_control(struct ir_uniformity *uniformity, enum ir_variance control)
{
	vec_push(uniformity->arena, &uniformity->controls, control);
}

/* The local variable that an assignment to `target` changes, and in *index how the element it picks varies.
 */
static const struct ir_var *assigned_var(
	struct ir_uniformity *uniformity, const struct ir_expr *target, enum ir_variance *index)
{
	for (;;) {
		target = ir_strip_casts(target);
		if (target->kind == IR_VAR)
			return target->var->storage == IR_LOCAL || target->var->storage == IR_PARAM
				       ? target->var
				       : NULL;
		if (target->kind == IR_MEMBER && !target->is_arrow) {
			target = target->operands[0];
		} else if (target->kind == IR_INDEX) {
			*index = uniform_join(*index, uniform_value(uniformity, target->operands[1]));
			target = target->operands[0];
		} else if (target->kind == IR_UNARY && target->operand_count == 1 &&
			   target->op != IR_OP_DEREF) {
			target = target->operands[0];
		} else {
			return NULL;
		}
	}
}

static void assign(struct ir_uniformity *uniformity, const struct ir_expr *target, enum ir_variance value)
{
	enum ir_variance index = IR_VARIANCE_NONE;
	const struct ir_var *var = assigned_var(uniformity, target, &index);
	if (!var || value == IR_VARIANCE_NONE)
		return;
	struct uniform_fact *fact = uniform_fact(uniformity, var);
	enum ir_variance control = control_since(uniformity, fact->depth);
	if (index > IR_WARP_UNIFORM || control > IR_WARP_UNIFORM)
		value = IR_VARYING;
	else if (value != IR_LANE_LINEAR)
		value = uniform_join(value, control);
	raise_fact(uniformity, fact, value);
}

/* Whether something other than the statements here may change it. In patterns, overloaded calls count as
 * taking the address of every argument, so there it means nothing. */
static bool is_out_of_sight(const struct ir_uniformity *uniformity, const struct ir_var *var)
{
	return var->type->is_volatile || (var->is_address_taken && !uniformity->function->is_pattern);
}

static void declare(struct ir_uniformity *uniformity, const struct ir_var *var)
{
	struct uniform_fact *fact = uniform_fact(uniformity, var);
	fact->depth = uniformity->controls.count;
	flow_expr(uniformity, var->init);
	if (var->storage != IR_LOCAL)
		return;
	if (is_out_of_sight(uniformity, var))
		raise_fact(uniformity, fact, IR_VARYING);
	else if (var->init)
		raise_fact(uniformity, fact, uniform_value(uniformity, var->init));
}

static void pass_arguments(struct ir_uniformity *uniformity, const struct ir_expr *expr)
{
	const struct ir_function *callee = expr->call->function;
	if (!callee || callee->is_kernel)
		return;
	for (size_t i = 0; i < callee->param_count; i++) {
		const struct ir_expr *argument =
			i < expr->operand_count ? expr->operands[i] : callee->params[i]->default_arg;
		if (argument)
			raise_fact(uniformity, uniform_fact(uniformity, callee->params[i]),
				uniform_value(uniformity, argument));
	}
}

/* ---- the walk -------------------------------------------------------------------------------- */

static void flow_expr(struct ir_uniformity *uniformity, const struct ir_expr *expr)
{
	if (!expr)
		return;
	if (expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT)
		flow_expr(uniformity, expr->call->object);
	for (size_t i = 0; i < expr->operand_count; i++)
		flow_expr(uniformity, expr->operands[i]);
	if (expr->kind == IR_ASSIGN)
		assign(uniformity, expr->operands[0], uniform_value(uniformity, expr));
	else if (expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC)
		assign(uniformity, expr->operands[0], uniform_control(uniformity, expr->operands[0]));
	else if (expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT)
		pass_arguments(uniformity, expr);
	else if (expr->kind == IR_STMT_EXPR)
		flow_stmt(uniformity, expr->body);
}

static void flow_range_for(struct ir_uniformity *uniformity, const struct ir_stmt *stmt)
{
	flow_expr(uniformity, stmt->expr);
	push_control(uniformity, uniform_loop(uniformity, stmt, true));
	for (size_t i = 0; i < stmt->var_count; i++)
		raise_fact(uniformity, uniform_fact(uniformity, stmt->vars[i]), IR_VARYING);
	flow_stmt(uniformity, stmt->body);
	uniformity->controls.count--;
}

/* Lanes that continue come together again for the step of a for loop, but miss the rest of its body. */
static enum ir_variance controlled(struct ir_uniformity *uniformity, const struct ir_stmt *stmt, bool is_step)
{
	return ir_is_loop(stmt) ? uniform_loop(uniformity, stmt, !is_step)
				: uniform_control(uniformity, stmt->expr);
}

static void flow_controlled(struct ir_uniformity *uniformity, const struct ir_stmt *stmt)
{
	flow_stmt(uniformity, stmt->init);
	for (size_t i = 0; i < stmt->var_count; i++)
		declare(uniformity, stmt->vars[i]);
	flow_expr(uniformity, stmt->expr);
	push_control(uniformity, controlled(uniformity, stmt, true));
	flow_expr(uniformity, stmt->step);
	uniformity->controls.count--;
	push_control(uniformity, controlled(uniformity, stmt, false));
	flow_stmt(uniformity, stmt->body);
	flow_stmt(uniformity, stmt->other);
	uniformity->controls.count--;
}

static void flow_return(struct ir_uniformity *uniformity, const struct ir_stmt *stmt)
{
	if (!stmt->expr)
		return;
	flow_expr(uniformity, stmt->expr);
	enum ir_variance value = uniform_value(uniformity, stmt->expr);
	if (control_since(uniformity, 0) > IR_WARP_UNIFORM)
		value = IR_VARYING;
	raise_fact(uniformity, uniform_fact(uniformity, uniformity->function), value);
}

static void flow_stmt(struct ir_uniformity *uniformity, const struct ir_stmt *stmt)
{
	if (!stmt)
		return;
	switch (stmt->kind) {
	case IR_IF:
	case IR_SWITCH:
	case IR_FOR:
	case IR_WHILE:
	case IR_DO: flow_controlled(uniformity, stmt); return;
	case IR_RANGE_FOR: flow_range_for(uniformity, stmt); return;
	case IR_RETURN: flow_return(uniformity, stmt); return;
	default: break;
	}
	for (size_t i = 0; i < stmt->var_count; i++)
		declare(uniformity, stmt->vars[i]);
	flow_expr(uniformity, stmt->expr);
	flow_stmt(uniformity, stmt->body);
	for (size_t i = 0; i < stmt->child_count; i++)
		flow_stmt(uniformity, stmt->children[i]);
	for (size_t i = 0; stmt->assembly && i < stmt->assembly->operand_count; i++) {
		const struct ir_asm_operand *operand = &stmt->assembly->operands[i];
		if (operand->is_output && operand->expr)
			assign(uniformity, operand->expr, IR_VARYING);
	}
}

void uniform_flow(struct ir_uniformity *uniformity, const struct ir_function *function)
{
	uniformity->function = function;
	uniformity->controls.count = 0;
	for (size_t i = 0; i < function->param_count; i++)
		if (is_out_of_sight(uniformity, function->params[i]))
			raise_fact(uniformity, uniform_fact(uniformity, function->params[i]), IR_VARYING);
	flow_stmt(uniformity, function->body);
}
