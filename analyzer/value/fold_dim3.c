/* Extents of a launch: what a dim3 expression is worth, component by component.
 *
 * A variable that is assigned after its declaration is followed through the straight line of the block that
 * declares it, up to the use: `dim3 b; b.x = 16; b.y = 16; k<<<g, b>>>()`. Whatever is assigned elsewhere
 * before the use, in a branch or a loop, is unknown. */
#include "analyzer/ir/walk.h"
#include "analyzer/value/fold_eval.h"

#include <string.h>

bool fold_is_dim3(const struct ir_type *type)
{
	type = ir_type_value(type);
	return type && type->kind == IR_TYPE_RECORD && ir_cuda_type(type)->family == CUDA_DIM3;
}

static bool is_extent_record(const struct ir_type *type)
{
	type = ir_type_value(type);
	return fold_is_dim3(type) ||
	       (type && type->kind == IR_TYPE_RECORD && ir_cuda_type(type)->family == CUDA_TRIPLE);
}

static bool is_integer(const struct ir_type *type)
{
	type = ir_type_value(type);
	return type &&
	       (type->kind == IR_TYPE_INT || type->kind == IR_TYPE_ENUM || type->kind == IR_TYPE_BOOL);
}

static struct ir_dim3 filled(int64_t value)
{
	return (struct ir_dim3){.value = {value, value, value}, .known = {true, true, true}};
}

static void fold_component(struct fold *fold, const struct ir_expr *expr, struct ir_dim3 *dims, size_t axis)
{
	struct fold_value value;
	dims->known[axis] = fold_expr(fold, expr, &value);
	if (!dims->known[axis])
		return;
	dims->value[axis] = value.is_real ? (int64_t)value.real : (int64_t)(uint32_t)value.integer;
}

/* dim3(a, b), {a, b}, make_uint3(a, b, c). What is left out is 1 in a dim3 and 0 in the plain structures. */
static bool fold_parts(struct fold *fold, const struct ir_expr *expr, struct ir_dim3 *dims)
{
	if (expr->operand_count > 3)
		return false;
	if (expr->operand_count == 1 && is_extent_record(expr->operands[0]->type))
		return fold_dim3(fold, expr->operands[0], dims);
	const struct ir_type *type = ir_type_value(expr->type);
	bool is_plain = type->kind == IR_TYPE_RECORD && type->record && !fold_is_dim3(type);
	*dims = filled(is_plain ? 0 : 1);
	for (size_t i = 0; i < expr->operand_count; i++)
		fold_component(fold, expr->operands[i], dims, i);
	return true;
}

/* ---- a variable that is filled after its declaration ----------------------------------------- */

struct fill {
	struct fold *fold;
	const struct ir_var *var;
	const struct ir_expr *use;
	bool declared, reached;
	struct ir_dim3 dims;
};

static bool names_var(const struct ir_expr *expr, const struct ir_var *var)
{
	expr = ir_strip_casts(expr);
	return expr && expr->kind == IR_VAR && expr->var == var;
}

/* 0 to 2 when `expr` is var.x, var.y or var.z; 3 when it is var itself; else -1. */
static int target_axis(const struct ir_expr *expr, const struct ir_var *var)
{
	expr = ir_strip_casts(expr);
	if (names_var(expr, var))
		return 3;
	if (!expr || expr->kind != IR_MEMBER || expr->operand_count != 1 ||
		!names_var(expr->operands[0], var))
		return -1;
	const char *name = expr->member.name;
	return name && name[0] >= 'x' && name[0] <= 'z' && !name[1] ? name[0] - 'x' : 3;
}

/* The assigned target of an expression, or NULL. */
static const struct ir_expr *assigned(const struct ir_expr *expr)
{
	if (expr->kind == IR_ASSIGN && expr->operand_count == 2)
		return expr->operands[0];
	if (expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC && expr->operand_count == 1)
		return expr->operands[0];
	if (expr->kind == IR_CALL && expr->call->is_operator && !strcmp(expr->call->name, "operator="))
		return expr->call->object    ? expr->call->object
		       : expr->operand_count ? expr->operands[0]
					     : NULL;
	return NULL;
}

static void forget(struct fill *fill, int axis)
{
	for (int i = 0; i < 3; i++)
		if (axis == 3 || axis == i)
			fill->dims.known[i] = false;
}

static void on_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct fill *fill = context;
	(void)path;
	if (expr == fill->use)
		fill->reached = true;
	const struct ir_expr *target = assigned(expr);
	if (target)
		forget(fill, target_axis(target, fill->var));
}

/* An assignment that stands as a statement of its own: takes its value. */
static bool take_assignment(struct fill *fill, const struct ir_stmt *stmt)
{
	const struct ir_expr *expr = stmt->kind == IR_EXPR ? ir_strip_casts(stmt->expr) : NULL;
	const struct ir_expr *target = expr ? assigned(expr) : NULL;
	if (!target || !expr->operand_count || expr->op != IR_OP_NONE)
		return false;
	int axis = target_axis(target, fill->var);
	const struct ir_expr *value = expr->operands[expr->operand_count - 1];
	if (axis < 0 || value == target)
		return false;
	if (axis < 3)
		fold_component(fill->fold, value, &fill->dims, (size_t)axis);
	else if (!fold_dim3(fill->fold, value, &fill->dims))
		forget(fill, 3);
	return true;
}

static void declare(struct fill *fill)
{
	fill->declared = true;
	if (!fill->var->init && fold_is_dim3(fill->var->type))
		fill->dims = filled(1);
	else if (!fill->var->init || !fold_dim3(fill->fold, fill->var->init, &fill->dims))
		fill->dims = (struct ir_dim3){0};
}

static void follow(struct fill *fill, const struct ir_stmt *stmt)
{
	const struct ir_visitor visitor = {.expr = on_expr, .enter_lambdas = true};
	struct ir_dim3 before = fill->dims;
	ir_walk_stmt(stmt, &visitor, fill, NULL);
	if (fill->reached || !stmt)
		return;
	struct ir_dim3 after = fill->dims;
	fill->dims = before;
	if (!take_assignment(fill, stmt))
		fill->dims = after;
}

/* Looks for the block that declares the variable, then follows its statements up to the use. */
static void on_block(void *context, const struct ir_stmt *block, const struct ir_path *path)
{
	struct fill *fill = context;
	(void)path;
	if (block->kind != IR_BLOCK || fill->declared)
		return;
	for (size_t i = 0; i < block->child_count && !fill->reached; i++) {
		const struct ir_stmt *stmt = block->children[i];
		if (fill->declared) {
			follow(fill, stmt);
			if (stmt->kind == IR_LABEL || stmt->kind == IR_CASE || stmt->kind == IR_DEFAULT)
				forget(fill, 3);
			continue;
		}
		for (size_t k = 0; stmt && stmt->kind == IR_DECL && k < stmt->var_count; k++)
			if (stmt->vars[k] == fill->var)
				declare(fill);
		if (fill->declared)
			follow(fill, stmt);
	}
}

static bool fold_filled(struct fold *fold, const struct ir_expr *use, struct ir_dim3 *dims)
{
	const struct ir_var *var = use->var;
	if (var->storage != IR_LOCAL || var->is_address_taken || !var->function || !var->function->body)
		return false;
	struct fill fill = {.fold = fold, .var = var, .use = use};
	const struct ir_visitor visitor = {.stmt = on_block};
	ir_walk_stmt(var->function->body, &visitor, &fill, NULL);
	*dims = fill.dims;
	return fill.reached;
}

/* ---- expressions ----------------------------------------------------------------------------- */

struct agreed {
	bool any;
	struct ir_dim3 dims;
};

/* All callers must give the same extents. */
static bool agree(struct fold *fold, const struct ir_expr *argument, void *context)
{
	struct agreed *agreed = context;
	struct ir_dim3 dims;
	if (!fold_dim3(fold, argument, &dims))
		return false;
	for (int i = 0; i < 3 && agreed->any; i++) {
		agreed->dims.known[i] &= dims.known[i] && agreed->dims.value[i] == dims.value[i];
		dims.known[i] = agreed->dims.known[i];
	}
	agreed->any = true;
	agreed->dims = dims;
	return true;
}

static bool fold_variable(struct fold *fold, const struct ir_expr *expr, struct ir_dim3 *dims)
{
	const struct ir_var *var = expr->var;
	if (var->storage == IR_PARAM) {
		struct agreed agreed = {0};
		if (!fold_each_argument(fold, var, agree, &agreed))
			return false;
		*dims = agreed.dims;
		return true;
	}
	if (!fold_is_fixed(var))
		return fold_filled(fold, expr, dims);
	if (var->init)
		return fold_dim3(fold, var->init, dims);
	*dims = filled(1);
	return var->storage == IR_LOCAL && fold_is_dim3(var->type);
}

/* A function of the unit that returns extents; make_uint3; a conversion between dim3 and uint3. */
static bool fold_extent_call(struct fold *fold, const struct ir_expr *expr, struct ir_dim3 *dims)
{
	if (ir_cuda(expr)->op == CUDA_MAKE_TRIPLE)
		return expr->operand_count == 3 && fold_parts(fold, expr, dims);
	if (!expr->operand_count && expr->call->object && is_extent_record(expr->call->object->type))
		return fold_dim3(fold, expr->call->object, dims);
	const struct fold_frame *caller = fold->frame;
	struct fold_frame frame;
	struct fold_value args[FOLD_ARG_LIMIT];
	const struct ir_expr *result = NULL;
	bool known = fold_enter(fold, expr, &frame, args, &result) && fold_dim3(fold, result, dims);
	fold->frame = caller;
	return known;
}

static bool fold_record(struct fold *fold, const struct ir_expr *expr, struct ir_dim3 *dims)
{
	int64_t condition;
	switch (expr->kind) {
	case IR_VAR: return fold_variable(fold, expr, dims);
	case IR_CAST: return expr->operand_count == 1 && fold_dim3(fold, expr->operands[0], dims);
	case IR_CONSTRUCT:
	case IR_INIT_LIST: return fold_parts(fold, expr, dims);
	case IR_CALL: return fold_extent_call(fold, expr, dims);
	case IR_CONDITIONAL:
		return expr->operand_count == 3 && fold_integer(fold, expr->operands[0], &condition) &&
		       fold_dim3(fold, expr->operands[condition ? 1 : 2], dims);
	default: return false;
	}
}

bool fold_dim3(struct fold *fold, const struct ir_expr *expr, struct ir_dim3 *dims)
{
	enum { DEPTH_LIMIT = 40 };
	if (!expr || fold->depth >= DEPTH_LIMIT)
		return false;
	fold->depth++;
	bool understood = true;
	if (is_extent_record(expr->type))
		understood = fold_record(fold, expr, dims);
	else if (expr->kind == IR_INIT_LIST)
		understood = fold_parts(fold, expr, dims);
	else if (is_integer(expr->type) || expr->type->kind == IR_TYPE_FLOAT) {
		*dims = filled(1);
		fold_component(fold, expr, dims, 0);
	} else
		understood = false;
	fold->depth--;
	return understood;
}

bool ir_fold_dim3(const struct ir_expr *expr, struct ir_dim3 *dims)
{
	struct fold fold = {0};
	struct ir_dim3 result;
	if (!fold_dim3(&fold, ir_strip(expr), &result))
		return false;
	*dims = result;
	return true;
}

bool ir_fold_dim3_called(const struct ir_query *query, const struct ir_expr *expr, struct ir_dim3 *dims)
{
	struct fold fold = {.query = query};
	struct ir_dim3 result;
	if (!fold_dim3(&fold, ir_strip(expr), &result))
		return false;
	*dims = result;
	return true;
}

bool ir_dim3_total(const struct ir_dim3 *dims, int64_t *total)
{
	int64_t product = 1;
	for (int i = 0; i < 3; i++) {
		if (!dims->known[i] || dims->value[i] < 0)
			return false;
		if (dims->value[i] && product > INT64_MAX / dims->value[i])
			return false;
		product *= dims->value[i];
	}
	*total = product;
	return true;
}
