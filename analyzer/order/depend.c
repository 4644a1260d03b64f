/* Dependence by data, and of flags by control (`if (ticket == last) flag = true;`). It doesn't regard the
 * order of statements, nor which call of a function it is: who asks wants to know what a counter's result may
 * decide. */
#include "analyzer/order/depend.h"

#include "analyzer/ir/walk.h"

enum { MAX_ROUNDS = 8 };

static bool has_var(const struct depend *depend, const struct ir_var *var)
{
	for (size_t i = 0; i < depend->vars.count; i++)
		if (depend->vars.data[i] == var)
			return true;
	return false;
}

static void add_var(struct depend *depend, const struct ir_var *var)
{
	if (has_var(depend, var))
		return;
	vec_push(depend->arena, &depend->vars, var);
	depend->changed = true;
}

static bool has_field(const struct depend *depend, const struct ir_field *field)
{
	for (size_t i = 0; i < depend->fields.count; i++)
		if (depend->fields.data[i] == field)
			return true;
	return false;
}

static void add_field(struct depend *depend, const struct ir_field *field)
{
	if (has_field(depend, field))
		return;
	vec_push(depend->arena, &depend->fields, field);
	depend->changed = true;
}

static bool has_function(const struct depend *depend, const struct ir_function *function)
{
	for (size_t i = 0; i < depend->functions.count; i++)
		if (depend->functions.data[i] == function)
			return true;
	return false;
}

bool depends(const struct depend *depend, const struct ir_expr *expr)
{
	if (!expr)
		return false;
	if (expr == depend->source || (expr->kind == IR_VAR && has_var(depend, expr->var)))
		return true;
	if (expr->kind == IR_MEMBER && expr->member.field && has_field(depend, expr->member.field))
		return true;
	if (expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT)
		if (has_function(depend, expr->call->function) || depends(depend, expr->call->object))
			return true;
	for (size_t i = 0; i < expr->operand_count; i++)
		if (depends(depend, expr->operands[i]))
			return true;
	return false;
}

bool depend_guards(const struct depend *depend, const struct simt_path *path)
{
	for (; path; path = path->up)
		if (path->condition->stmt && depends(depend, path->condition->stmt->expr))
			return true;
	return false;
}

/* What an lvalue or an address belongs to, a member or else a variable, gets the value. */
static void add_place(struct depend *depend, const struct ir_expr *expr)
{
	while (expr->operand_count &&
		(expr->kind == IR_CAST || expr->kind == IR_INDEX || expr->kind == IR_UNARY ||
			(expr->kind == IR_MEMBER && !expr->member.field)))
		expr = expr->operands[0];
	if (expr->kind == IR_MEMBER && expr->member.field)
		add_field(depend, expr->member.field);
	else if (expr->kind == IR_VAR)
		add_var(depend, expr->var);
}

static bool is_constant(const struct ir_expr *expr)
{
	return ir_strip_casts(expr)->kind == IR_INT;
}

static bool is_guarded(const struct depend *depend, const struct ir_path *path)
{
	for (; path; path = path->up)
		if (path->stmt && path->stmt->kind == IR_IF && depends(depend, path->stmt->expr))
			return true;
	return false;
}

struct round {
	struct depend *depend;
	const struct ir_function *function;
};

static void on_var(void *context, const struct ir_var *var, const struct ir_path *path)
{
	const struct round *round = context;
	(void)path;
	if (depends(round->depend, var->init))
		add_var(round->depend, var);
}

/* Arguments lead into a function, and out of it where they point to what it fills in. What has no body, such
 * as an atomic, joins nothing of one call with another. */
static void pass_arguments(struct depend *depend, const struct ir_expr *call)
{
	const struct ir_function *function = call->call->function;
	for (size_t i = 0; function && function->body && i < call->operand_count && i < function->param_count;
		i++) {
		const struct ir_var *param = function->params[i];
		if (depends(depend, call->operands[i]))
			add_var(depend, param);
		bool leads_out =
			param->type->kind == IR_TYPE_POINTER || param->type->kind == IR_TYPE_REFERENCE;
		if (leads_out && has_var(depend, param))
			add_place(depend, call->operands[i]);
	}
}

static void on_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	const struct round *round = context;
	struct depend *depend = round->depend;
	if (expr->kind == IR_CALL)
		pass_arguments(depend, expr);
	if (expr->kind != IR_ASSIGN)
		return;
	bool flag = is_constant(expr->operands[1]) && is_guarded(depend, path);
	if (flag || depends(depend, expr->operands[1]))
		add_place(depend, expr->operands[0]);
}

static void on_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	const struct round *round = context;
	struct depend *depend = round->depend;
	if (stmt->kind != IR_RETURN || !stmt->expr || has_function(depend, round->function))
		return;
	if (!depends(depend, stmt->expr) && !(is_constant(stmt->expr) && is_guarded(depend, path)))
		return;
	vec_push(depend->arena, &depend->functions, round->function);
	depend->changed = true;
}

struct depend *depend_on(struct arena *arena, const struct ir_module *module, const struct ir_expr *source)
{
	static const struct ir_visitor visitor = {.stmt = on_stmt, .expr = on_expr, .var = on_var};
	struct depend *depend = ARENA_NEW(arena, struct depend);
	depend->arena = arena;
	depend->source = source;
	depend->changed = true;
	for (int i = 0; depend->changed && i < MAX_ROUNDS; i++) {
		depend->changed = false;
		for (size_t k = 0; k < module->functions.count; k++) {
			const struct ir_function *function = module->functions.data[k];
			struct round round = {depend, function};
			if (function->body && (function->is_device || function->is_kernel))
				ir_walk_function(function, &visitor, &round);
		}
	}
	return depend;
}
