/* Reads expressions and statements of a function: where pointers go and what is accessed through them. */
#include "analyzer/host/effect/effect_state.h"

enum { MAX_DEPTH = 2000 };

static const struct effect_value nothing = {0};

static enum ir_type_kind kind_of(const struct ir_expr *expr)
{
	const struct ir_type *type = ir_type_value(expr->type);
	return type ? type->kind : IR_TYPE_UNKNOWN;
}

static struct effect_value operand(struct effect_state *state, const struct ir_expr *expr, size_t index)
{
	return index < expr->operand_count ? effect_rvalue(state, expr->operands[index]) : nothing;
}

static struct effect_value all_operands(struct effect_state *state, const struct ir_expr *expr)
{
	struct effect_value value = nothing;
	for (size_t i = 0; i < expr->operand_count; i++) {
		const struct ir_expr *at = expr->operands[i];
		bool is_designated = expr->kind == IR_INIT_LIST && at->kind == IR_ASSIGN;
		value = effect_join(value, is_designated ? operand(state, at, 1) : effect_rvalue(state, at));
	}
	return value;
}

/* ---- variables ------------------------------------------------------------------------------- */

static struct effect_value root_value(size_t index)
{
	return (struct effect_value){.direct = UINT64_C(1) << index};
}

static size_t param_index(const struct ir_function *function, const struct ir_var *var)
{
	for (size_t i = 0; i < function->param_count; i++)
		if (function->params[i] == var)
			return i < EFFECT_PARAMS ? i : EFFECT_PARAMS - 1;
	return EFFECT_ROOTS;
}

/* A variable of a function around this lambda: a part of the lambda's object. */
static bool is_captured(const struct effect_state *state, const struct ir_var *var)
{
	const struct ir_function *function = state->function;
	if (!function->is_lambda || !var->function || var->function == function)
		return false;
	for (function = function->parent; function; function = function->parent)
		if (function == var->function)
			return true;
	return false;
}

bool effect_is_global(const struct ir_var *var)
{
	return var->storage == IR_DEVICE || var->storage == IR_MANAGED || var->storage == IR_CONSTANT;
}

/* What a local or parameter holds. */
static struct effect_value held_by(struct effect_state *state, const struct ir_var *var)
{
	if (is_captured(state, var))
		return (struct effect_value){.deep = UINT64_C(1) << EFFECT_THIS};
	struct effect_value value = *effect_content_of(state, var);
	if (var->storage == IR_PARAM) {
		size_t index = param_index(state->function, var);
		if (index < EFFECT_ROOTS)
			value = effect_join(value, root_value(index));
	}
	return value;
}

static struct effect_value var_address(struct effect_state *state, const struct ir_var *var)
{
	if (effect_is_global(var))
		return root_value(effect_global(state, var));
	if (var->storage == IR_BUILTIN || var->storage == IR_GLOBAL || var->storage == IR_TEMPLATE_PARAM)
		return nothing;
	struct effect_value value = held_by(state, var);
	if (var->type->kind == IR_TYPE_REFERENCE)
		return is_captured(state, var) ? root_value(EFFECT_THIS) : value;
	return effect_hold(value);
}

/* ---- places ---------------------------------------------------------------------------------- */

static struct effect_value this_value(const struct effect_state *state)
{
	const struct effect_value deep = {.deep = UINT64_C(1) << EFFECT_THIS};
	return state->function->is_lambda ? deep : root_value(EFFECT_THIS);
}

static struct effect_value member_place(struct effect_state *state, const struct ir_expr *expr)
{
	const struct ir_expr *base = expr->operands[0];
	bool is_pointer = base->kind == IR_THIS || kind_of(base) == IR_TYPE_POINTER;
	struct effect_value place = is_pointer ? effect_rvalue(state, base) : effect_lvalue(state, base);
	const struct ir_field *field = expr->member.field;
	return field && field->type->kind == IR_TYPE_REFERENCE ? effect_load(place) : place;
}

static struct effect_value index_place(struct effect_state *state, const struct ir_expr *expr)
{
	bool is_swapped = kind_of(expr->operands[1]) == IR_TYPE_POINTER;
	struct effect_value base = operand(state, expr, is_swapped ? 1 : 0);
	operand(state, expr, is_swapped ? 0 : 1);
	return base;
}

/* Assigns; *place is where. */
static struct effect_value assign(
	struct effect_state *state, const struct ir_expr *expr, struct effect_value *place)
{
	const struct ir_expr *target = expr->operands[0];
	bool is_reference = expr->is_implicit && target->kind == IR_MEMBER && target->member.field &&
			    target->member.field->type->kind == IR_TYPE_REFERENCE;
	struct effect_value value = is_reference ? effect_lvalue(state, expr->operands[1])
						 : effect_rvalue(state, expr->operands[1]);
	*place = effect_lvalue(state, target);
	effect_touch(state, *place, EFFECT_WRITE | (expr->op == IR_OP_NONE ? 0 : EFFECT_READ), target->type);
	if (effect_is_empty(value) ||
		!(is_reference || effect_has_pointers(target->type) || target->type->kind == IR_TYPE_INT))
		return nothing;
	const struct ir_var *base = effect_base(target);
	if (base)
		effect_put(state, base, value);
	else if (target->kind != IR_VAR || effect_is_global(target->var) || place->direct | place->deep)
		effect_store(state, value);
	return value;
}

static bool is_step(enum ir_op op)
{
	return op >= IR_OP_PRE_INC && op <= IR_OP_POST_DEC;
}

static struct effect_value place_of(struct effect_state *state, const struct ir_expr *expr)
{
	struct effect_value place;
	switch (expr->kind) {
	case IR_VAR: return var_address(state, expr->var);
	case IR_INDEX: return index_place(state, expr);
	case IR_MEMBER: return member_place(state, expr);
	case IR_ASSIGN: assign(state, expr, &place); return place;
	case IR_CAST: return effect_lvalue(state, expr->operands[0]);
	case IR_CONDITIONAL:
		operand(state, expr, 0);
		return effect_join(
			effect_lvalue(state, expr->operands[1]), effect_lvalue(state, expr->operands[2]));
	case IR_UNARY:
		if (expr->op == IR_OP_DEREF)
			return operand(state, expr, 0);
		if (!is_step(expr->op))
			break;
		place = effect_lvalue(state, expr->operands[0]);
		effect_touch(state, place, EFFECT_READ | EFFECT_WRITE, expr->type);
		return place;
	case IR_BINARY:
		if (expr->op != IR_OP_COMMA)
			break;
		operand(state, expr, 0);
		return effect_lvalue(state, expr->operands[1]);
	case IR_CALL:
		if (effect_returns_reference(expr))
			return effect_call(state, expr);
		break;
	default: break;
	}
	return effect_hold(effect_rvalue(state, expr));
}

struct effect_value effect_lvalue(struct effect_state *state, const struct ir_expr *expr)
{
	if (!expr || !effect_is_whole(expr) || state->depth >= MAX_DEPTH)
		return nothing;
	state->depth++;
	struct effect_value value = place_of(state, expr);
	state->depth--;
	return value;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* Reads the object at a place. */
static struct effect_value load(
	struct effect_state *state, const struct ir_expr *expr, struct effect_value place)
{
	if (kind_of(expr) == IR_TYPE_ARRAY)
		return place;
	effect_touch(state, place, EFFECT_READ, expr->type);
	const struct ir_var *var = expr->kind == IR_VAR ? expr->var : NULL;
	if (var && !effect_is_global(var) && var->type->kind != IR_TYPE_REFERENCE &&
		var->storage != IR_BUILTIN && var->storage != IR_GLOBAL)
		return held_by(state, var);
	return effect_has_pointers(expr->type) ? effect_load(place) : nothing;
}

static struct effect_value unary(struct effect_state *state, const struct ir_expr *expr)
{
	if (expr->op == IR_OP_ADDRESS)
		return effect_lvalue(state, expr->operands[0]);
	if (expr->op == IR_OP_DEREF)
		return load(state, expr, effect_lvalue(state, expr));
	if (is_step(expr->op)) {
		struct effect_value place = effect_lvalue(state, expr);
		return effect_has_pointers(expr->type) ? load(state, expr->operands[0], place) : nothing;
	}
	struct effect_value value = operand(state, expr, 0);
	return expr->op == IR_OP_BIT_NOT ? value : nothing;
}

static struct effect_value binary(struct effect_state *state, const struct ir_expr *expr)
{
	struct effect_value left = operand(state, expr, 0), right = operand(state, expr, 1);
	if (expr->op == IR_OP_COMMA)
		return right;
	if (expr->op >= IR_OP_LT && expr->op <= IR_OP_LOGICAL_OR)
		return nothing;
	if (kind_of(expr) != IR_TYPE_POINTER)
		return effect_join(left, right);
	enum ir_type_kind kind = kind_of(expr->operands[0]);
	return kind == IR_TYPE_POINTER || kind == IR_TYPE_ARRAY ? left : right;
}

static struct effect_value cast(struct effect_state *state, const struct ir_expr *expr)
{
	struct effect_value value = operand(state, expr, 0);
	const struct ir_type *type = ir_type_value(expr->type);
	bool is_address = type->kind == IR_TYPE_INT && type->size == 8;
	return is_address || effect_has_pointers(type) ? value : nothing;
}

static struct effect_value launch(struct effect_state *state, const struct ir_expr *expr)
{
	for (size_t i = 0; i < expr->operand_count; i++)
		effect_escape(state, operand(state, expr, i), NULL);
	return nothing;
}

static struct effect_value value_of(struct effect_state *state, const struct ir_expr *expr)
{
	struct effect_value place, value;
	switch (expr->kind) {
	case IR_VAR:
	case IR_INDEX:
	case IR_MEMBER: return load(state, expr, effect_lvalue(state, expr));
	case IR_THIS: return this_value(state);
	case IR_UNARY: return unary(state, expr);
	case IR_BINARY: return binary(state, expr);
	case IR_ASSIGN: return assign(state, expr, &place);
	case IR_CONDITIONAL:
		operand(state, expr, 0);
		return effect_join(operand(state, expr, 1), operand(state, expr, 2));
	case IR_CAST: return cast(state, expr);
	case IR_CALL:
		value = effect_call(state, expr);
		return effect_returns_reference(expr) ? load(state, expr, value) : value;
	case IR_CONSTRUCT: return effect_construct(state, expr);
	case IR_LAMBDA:
		all_operands(state, expr);
		if (expr->lambda)
			effect_stmt(state, expr->lambda->body);
		return nothing; /* what it does is counted where it is written */
	case IR_STMT_EXPR: effect_stmt(state, expr->body); return nothing;
	case IR_LAUNCH: return launch(state, expr);
	case IR_SIZEOF:
	case IR_FUNCTION:
	case IR_STRING: return nothing;
	default: return all_operands(state, expr);
	}
}

struct effect_value effect_rvalue(struct effect_state *state, const struct ir_expr *expr)
{
	if (!expr || !effect_is_whole(expr) || state->depth >= MAX_DEPTH)
		return nothing;
	state->depth++;
	struct effect_value value = value_of(state, expr);
	state->depth--;
	return value;
}

/* ---- statements ------------------------------------------------------------------------------ */

static void declare(struct effect_state *state, const struct ir_stmt *stmt)
{
	for (size_t i = 0; i < stmt->var_count; i++) {
		const struct ir_var *var = stmt->vars[i];
		if (stmt->kind == IR_RANGE_FOR) {
			struct effect_value range = effect_lvalue(state, stmt->expr);
			effect_touch(state, range, EFFECT_READ, var->type);
			bool is_array = stmt->expr && kind_of(stmt->expr) == IR_TYPE_ARRAY;
			bool is_reference = var->type->kind == IR_TYPE_REFERENCE;
			struct effect_value element = is_array ? range : effect_load(range);
			effect_put(state, var, is_reference ? element : effect_load(element));
		} else if (var->type->kind == IR_TYPE_REFERENCE) {
			effect_put(state, var, effect_lvalue(state, var->init));
		} else {
			effect_put(state, var, effect_rvalue(state, var->init));
		}
	}
}

static void give_back(struct effect_state *state, const struct ir_expr *expr)
{
	bool is_reference = state->function->result && state->function->result->kind == IR_TYPE_REFERENCE;
	struct effect_value value = is_reference ? effect_lvalue(state, expr) : effect_rvalue(state, expr);
	state->summary->returned = effect_join(state->summary->returned, value);
}

/* A value that nothing uses: the object that a reference leads to isn't read. */
static void discard(struct effect_state *state, const struct ir_expr *expr)
{
	if (expr && expr->kind == IR_CALL)
		effect_call(state, expr);
	else
		effect_rvalue(state, expr);
}

void effect_stmt(struct effect_state *state, const struct ir_stmt *stmt)
{
	if (!stmt || state->depth >= MAX_DEPTH)
		return;
	state->depth++;
	effect_stmt(state, stmt->init);
	declare(state, stmt);
	if (stmt->kind == IR_RETURN)
		give_back(state, stmt->expr);
	else if (stmt->kind == IR_EXPR)
		discard(state, stmt->expr);
	else if (stmt->kind != IR_RANGE_FOR)
		effect_rvalue(state, stmt->expr);
	discard(state, stmt->step);
	effect_stmt(state, stmt->body);
	effect_stmt(state, stmt->other);
	for (size_t i = 0; i < stmt->child_count; i++)
		effect_stmt(state, stmt->children[i]);
	if (stmt->assembly)
		effect_asm(state, stmt->assembly);
	state->depth--;
}
