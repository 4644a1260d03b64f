/* What expressions are made of: sizes, indices, and what is neither. */
#include "analyzer/formula/class_state.h"

#include <stdlib.h>

#include "analyzer/value/fold.h"

static bool is_tainted(uint32_t bits)
{
	return bits & (CLASS_SIZES | CLASS_INDEX | CLASS_SCALED | CLASS_ODD);
}

static uint32_t odd_if(bool is_odd)
{
	return is_odd ? CLASS_ODD : 0;
}

static int dimension(const struct ir_expr *expr)
{
	const char *name = expr->kind == IR_MEMBER ? expr->member.name : NULL;
	return name && name[0] >= 'x' && name[0] <= 'z' && !name[1] ? name[0] - 'x' : -1;
}

static bool block_extent(const void *context, const struct ir_expr *expr, int64_t *value)
{
	const struct class_state *state = context;
	int dim = dimension(expr);
	if (dim < 0 || !expr->operand_count || ir_builtin(expr->operands[0]) != CUDA_BLOCK_DIM)
		return false;
	*value = state->block[dim];
	return true;
}

bool class_number(struct class_state *state, const struct ir_expr *expr, int64_t *number)
{
	const struct ir_environment environment = {block_extent, state};
	return ir_fold_int_in(&environment, expr, number);
}

static void list_number(struct class_state *state, class_numbers *list, int64_t number)
{
	number = number == INT64_MIN ? INT64_MAX : llabs(number);
	for (size_t i = 0; i < list->count; i++)
		if (list->data[i] == number)
			return;
	vec_push(state->arena, list, number);
}

/* Of sizes that are multiplied or divided by a number; the threads of the grid are what loops go on by. */
static uint32_t steep(uint32_t bits, int64_t number)
{
	enum { GENTLE = 16 };
	return bits & CLASS_SIZES & ~CLASS_GRID_SIZES && number > GENTLE ? CLASS_STEEP : 0;
}

/* Whether a tainted operand is added to a number, or compared with one, that is too large to be tried. */
static bool meets_large(struct class_state *state, const struct ir_expr *expr, uint32_t bits, uint32_t other)
{
	int64_t number;
	if (!is_tainted(other) || is_tainted(bits))
		return false;
	if (!class_number(state, expr, &number))
		return false;
	number = number == INT64_MIN ? INT64_MAX : llabs(number);
	if (number <= CLASS_MOST_NUMBER)
		list_number(state, &state->out->constants, number);
	return number > CLASS_MOST_NUMBER;
}

static uint32_t product(struct class_state *state, const struct ir_expr *expr, uint32_t left, uint32_t right)
{
	const uint32_t index = CLASS_INDEX | CLASS_SCALED;
	uint32_t both = left | right;
	int64_t number;
	bool is_scaled = (left & index && right & CLASS_SIZES) || (right & index && left & CLASS_SIZES);
	for (size_t i = 0; i < 2; i++) {
		bool is_step = is_tainted(i ? left : right) && !is_tainted(i ? right : left) &&
			       class_number(state, expr->operands[i], &number) && number > 1;
		both |= steep(is_step ? both : 0, is_step ? number : 1);
		if (is_step && number <= CLASS_MOST_NUMBER)
			list_number(state, &state->out->divisors, number);
		else if (is_step)
			both |= CLASS_FAR;
	}
	return both | odd_if(left & index && right & index) | (is_scaled ? CLASS_SCALED : 0);
}

/* Division and what comes down to it: by numbers alone. */
static uint32_t quotient(
	struct class_state *state, uint32_t left, uint32_t right, bool is_known, int64_t divisor)
{
	if (!is_tainted(left) && !is_tainted(right))
		return 0;
	if (is_tainted(right) || !is_known || divisor <= 0 || divisor > CLASS_MOST_NUMBER || left & CLASS_FAR)
		return left | right | CLASS_ODD;
	list_number(state, &state->out->divisors, divisor);
	return left | steep(left, divisor);
}

/* `&` with a number that keeps the lowest bits, or takes them away. */
static uint32_t masked(struct class_state *state, const struct ir_expr *expr, uint32_t left, uint32_t right)
{
	int64_t mask;
	bool is_left = class_number(state, expr->operands[0], &mask);
	if (!is_left && !class_number(state, expr->operands[1], &mask))
		return left | right | odd_if(is_tainted(left | right));
	int64_t period = (mask & (mask + 1)) == 0 ? mask + 1 : -mask;
	bool is_power = period > 0 && (period & (period - 1)) == 0;
	return quotient(state, left | right, 0, is_power, period);
}

static uint32_t shifted(struct class_state *state, const struct ir_expr *expr, uint32_t left, uint32_t right)
{
	int64_t by;
	bool is_known = class_number(state, expr->operands[1], &by) && by >= 0 && by < 31;
	if (expr->op == IR_OP_SHR)
		return quotient(state, left, right, is_known, is_known ? (int64_t)1 << by : 0);
	if (is_tainted(left) && is_known && by > 10)
		return left | CLASS_FAR;
	if (is_tainted(left) && is_known && by > 0)
		list_number(state, &state->out->divisors, (int64_t)1 << by);
	return left | right | odd_if(is_tainted(left | right) && !is_known);
}

/* Differences of what is scaled alike may be plain; one side alone isn't. */
static uint32_t compared(uint32_t left, uint32_t right)
{
	uint32_t both = left | right, sizes = both & CLASS_SIZES;
	bool is_steep = both & CLASS_STEEP && sizes & (sizes - 1);
	return both | odd_if((left ^ right) & CLASS_SCALED) | odd_if(both & CLASS_FAR) | odd_if(is_steep);
}

bool class_compares(struct class_state *state, const struct ir_expr *expr, uint32_t all)
{
	bool is_large = all & CLASS_FAR;
	for (size_t i = 0; i < expr->operand_count && expr->operands[i]; i++)
		is_large |= meets_large(state, expr->operands[i], 0, all);
	return !is_large;
}

static uint32_t operated(
	struct class_state *state, const struct ir_expr *expr, enum ir_op op, uint32_t left, uint32_t right)
{
	int64_t number = 0;
	switch (op) {
	case IR_OP_MUL: return product(state, expr, left, right);
	case IR_OP_DIV:
	case IR_OP_REM: {
		bool is_known = class_number(state, expr->operands[1], &number);
		return quotient(state, left, right, is_known, number);
	}
	case IR_OP_SHL:
	case IR_OP_SHR: return shifted(state, expr, left, right);
	case IR_OP_AND: return masked(state, expr, left, right);
	case IR_OP_OR:
	case IR_OP_XOR: return left | right | odd_if(is_tainted(left | right));
	case IR_OP_COMMA: return right;
	case IR_OP_LOGICAL_AND:
	case IR_OP_LOGICAL_OR: return left | right;
	default: break;
	}
	bool is_large = meets_large(state, expr->operands[0], left, right) |
			meets_large(state, expr->operands[1], right, left);
	return ir_is_comparison(op) ? compared(left, right) | odd_if(is_large)
				    : left | right | (is_large ? CLASS_FAR : 0);
}

static uint32_t converted(const struct ir_type *from, const struct ir_type *to, uint32_t bits)
{
	bool from_number = from->kind == IR_TYPE_INT || from->kind == IR_TYPE_ENUM;
	bool is_cut = from_number && to->kind == IR_TYPE_INT && to->size < 4 && from->size > to->size;
	bool is_real = from_number && to->kind == IR_TYPE_FLOAT;
	return bits | odd_if(is_tainted(bits) && (is_cut || is_real));
}

static uint32_t variable(struct class_state *state, const struct ir_expr *expr)
{
	const struct ir_var *var = expr->var;
	switch (var->builtin) {
	case CUDA_BLOCK_INDEX: return CLASS_INDEX;
	case CUDA_GRID_DIM: return UINT32_C(7) << CLASS_GRID;
	case CUDA_NO_BUILTIN: break;
	default: return 0;
	}
	size_t at = class_var_of(state, var);
	return state->vars.data[at].held;
}

/* What an element of an array, or what a pointer leads to, is. Data has no bits; but what is known of the
 * elements of a variable hangs on the index. */
static uint32_t loaded(struct class_state *state, const struct ir_expr *expr, uint32_t address)
{
	bool direct;
	size_t root = class_root(state, expr, &direct);
	if (root == SIZE_MAX)
		return odd_if(is_tainted(address));
	const struct class_var *var = &state->vars.data[root];
	bool is_behind = var->var && var->var->type->kind == IR_TYPE_POINTER;
	return var->led_to | odd_if(!is_behind && is_tainted(address));
}

static uint32_t member(struct class_state *state, const struct ir_expr *expr)
{
	int dim = dimension(expr);
	if (!expr->operand_count)
		return CLASS_ODD;
	enum cuda_builtin builtin = ir_builtin(expr->operands[0]);
	if (builtin == CUDA_GRID_DIM && dim >= 0)
		return UINT32_C(1) << (CLASS_GRID + dim);
	uint32_t object = class_expr(state, expr->operands[0]);
	if (!expr->is_arrow) {
		class_note(state, expr, class_noted(state, expr->operands[0]));
		return object;
	}
	class_note(state, expr, object);
	return loaded(state, expr, object);
}

static uint32_t unary(struct class_state *state, const struct ir_expr *expr)
{
	const struct ir_expr *operand = expr->operands[0];
	uint32_t bits = class_expr(state, operand);
	switch (expr->op) {
	case IR_OP_DEREF: class_note(state, expr, bits); return loaded(state, expr, bits);
	case IR_OP_PRE_INC:
	case IR_OP_PRE_DEC:
	case IR_OP_POST_INC:
	case IR_OP_POST_DEC: class_assign(state, operand, NULL, 0, true); return class_expr(state, operand);
	case IR_OP_BIT_NOT: return bits | odd_if(is_tainted(bits));
	default: return bits;
	}
}

/* `x = x + e` is `x += e`: gives e, and whether it is that. */
static const struct ir_expr *added(const struct ir_expr *expr, bool *is_sum)
{
	const struct ir_expr *value = expr->operands[1], *to = ir_strip_casts(expr->operands[0]);
	*is_sum = expr->op == IR_OP_ADD || expr->op == IR_OP_SUB;
	const struct ir_expr *plain = ir_strip_casts(value);
	if (expr->op != IR_OP_NONE || plain->kind != IR_BINARY ||
		(plain->op != IR_OP_ADD && plain->op != IR_OP_SUB) || to->kind != IR_VAR)
		return value;
	for (size_t i = 0; i < (plain->op == IR_OP_ADD ? 2 : 1); i++) {
		const struct ir_expr *self = ir_strip_casts(plain->operands[i]);
		if (self->kind == IR_VAR && self->var == to->var) {
			*is_sum = true;
			return plain->operands[1 - i];
		}
	}
	return value;
}

static uint32_t assigned(struct class_state *state, const struct ir_expr *expr)
{
	bool is_sum;
	const struct ir_expr *value = added(expr, &is_sum);
	uint32_t right = class_expr(state, value);
	uint32_t left = class_expr(state, expr->operands[0]);
	if (expr->op != IR_OP_NONE && !is_sum)
		right = operated(state, expr, expr->op, left, right);
	else if (is_sum && meets_large(state, value, right, left | CLASS_INDEX))
		right |= CLASS_FAR;
	/* `x *= 2` is made from x */
	class_assign(
		state, expr->operands[0], expr->op != IR_OP_NONE && !is_sum ? expr : value, right, is_sum);
	class_note(state, expr, class_noted(state, expr->operands[0]));
	return left | right;
}

/* One of two values; which of them hangs on the condition. */
static uint32_t conditional(struct class_state *state, const struct ir_expr *expr)
{
	uint32_t outer = state->conditions, when = class_expr(state, expr->operands[0]);
	state->conditions |= when;
	uint32_t out = class_expr(state, expr->operands[1]) | class_expr(state, expr->operands[2]);
	state->conditions = outer;
	return out | (when & CLASS_ODD);
}

static uint32_t binary(struct class_state *state, const struct ir_expr *expr)
{
	uint32_t left = class_expr(state, expr->operands[0]), outer = state->conditions;
	bool decides = expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR;
	state->conditions |= decides ? left : 0;
	uint32_t right = class_expr(state, expr->operands[1]);
	state->conditions = outer;
	return operated(state, expr, expr->op, left, right);
}

static uint32_t all_operands(struct class_state *state, const struct ir_expr *expr)
{
	uint32_t bits = 0;
	for (size_t i = 0; i < expr->operand_count; i++)
		bits |= expr->operands[i] ? class_expr(state, expr->operands[i]) : 0;
	return bits;
}

static uint32_t element(struct class_state *state, const struct ir_expr *expr)
{
	uint32_t address = all_operands(state, expr);
	class_note(state, expr, address);
	/* an array of arrays is only a place */
	return expr->type->kind == IR_TYPE_ARRAY ? address : loaded(state, expr, address);
}

static uint32_t any(struct class_state *state, const struct ir_expr *expr)
{
	switch (expr->kind) {
	case IR_VAR: class_note(state, expr, 0); return variable(state, expr);
	case IR_UNARY: return unary(state, expr);
	case IR_BINARY: return binary(state, expr);
	case IR_ASSIGN: return assigned(state, expr);
	case IR_CONDITIONAL: return conditional(state, expr);
	case IR_INDEX: return element(state, expr);
	case IR_MEMBER: return member(state, expr);
	case IR_THIS: return state->vars.data[class_var_of(state, NULL)].held;
	case IR_CAST: {
		uint32_t bits = class_expr(state, expr->operands[0]);
		class_note(state, expr, class_noted(state, expr->operands[0]));
		return converted(expr->operands[0]->type, expr->type, bits);
	}
	case IR_CALL:
	case IR_CONSTRUCT: return class_call(state, expr);
	case IR_INIT_LIST: return all_operands(state, expr);
	case IR_STMT_EXPR: class_stmt(state, expr->body); return CLASS_ODD;
	case IR_LAMBDA:
	case IR_NEW:
	case IR_DELETE:
	case IR_LAUNCH:
	case IR_THROW:
		if (!state->out->refused)
			state->out->refused = "something in it isn't followed";
		return all_operands(state, expr) | CLASS_ODD;
	default: return all_operands(state, expr);
	}
}

uint32_t class_expr(struct class_state *state, const struct ir_expr *expr)
{
	enum { DEEPEST = 400 };
	if (!expr)
		return 0;
	if (state->depth >= DEEPEST) {
		state->out->refused = "it is too deep";
		return CLASS_ODD;
	}
	state->depth++;
	uint32_t bits = any(state, expr);
	state->depth--;
	return bits;
}
