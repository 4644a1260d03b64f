/* Expressions: values, places and conditions. */
#include "analyzer/proof/symbolic/machine.h"

#include "analyzer/ir/element.h"

#include <string.h>

/* ---- places ----------------------------------------------------------------------------------- */

static struct sym_value at_object(struct sym *sym, struct sym_object *object)
{
	return sym_pointer(sym, object, term_number(sym->terms, 0));
}

static struct sym_value variable_place(struct sym *sym, const struct ir_expr *expr)
{
	static const struct ir_type slot = {.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .name = ""};
	struct sym_value place = at_object(sym, sym_variable(sym, expr->var));
	if (expr->var->type->kind != IR_TYPE_REFERENCE)
		return place;
	return sym_load(sym, &place, &slot, expr);
}

static struct sym_value unknown_place(struct sym *sym, const struct ir_expr *expr)
{
	static const struct ir_type pointer = {.kind = IR_TYPE_POINTER, .size = 8, .name = ""};
	return sym_unknown(sym, expr, "an address", SYM_THREAD, SYM_UNSEEN, &pointer);
}

/* index * size bytes from a pointer; an index that isn't followed makes the offset unknown. */
static struct sym_value element_place(struct sym *sym, const struct ir_expr *expr,
	const struct sym_value *pointer, const struct sym_value *index, int64_t size)
{
	if (size < 0) {
		sym_refuse(sym, expr, "elements of unknown size");
		size = 1;
	}
	if (index->kind == SYM_NUMBER)
		return sym_moved(sym, pointer,
			term_multiply(sym->terms, index->number, term_number(sym->terms, size)));
	return unknown_place(sym, expr);
}

static struct sym_value as_pointer(struct sym *sym, const struct ir_expr *expr, struct sym_value value)
{
	return value.kind == SYM_POINTER ? value : unknown_place(sym, expr);
}

static struct sym_value index_place(struct sym *sym, const struct ir_expr *expr)
{
	const struct ir_expr *base, *index;
	const struct ir_type *type = ir_index_sides(expr, &base, &index);
	struct sym_value place = type->kind == IR_TYPE_ARRAY ? sym_place(sym, base)
							     : as_pointer(sym, base, sym_expr(sym, base));
	struct sym_value number = sym_expr(sym, index);
	return element_place(sym, expr, &place, &number, ir_type_value(expr->type)->size);
}

static struct sym_value self_place(struct sym *sym, const struct ir_expr *expr)
{
	return sym->frame->self ? sym_pointer(sym, sym->frame->self, sym->frame->self_offset)
				: unknown_place(sym, expr);
}

static struct sym_value member_place(struct sym *sym, const struct ir_expr *expr)
{
	static const struct ir_type slot = {.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .name = ""};
	const struct ir_expr *base = expr->operands[0];
	struct sym_value place = base->kind == IR_THIS ? self_place(sym, base)
				 : expr->is_arrow      ? as_pointer(sym, base, sym_expr(sym, base))
						       : sym_place(sym, base);
	if (!expr->member.field || expr->member.field->offset < 0)
		return unknown_place(sym, expr);
	place = sym_moved(sym, &place, term_number(sym->terms, expr->member.field->offset));
	if (expr->member.field->type->kind == IR_TYPE_REFERENCE)
		return sym_load(sym, &place, &slot, expr);
	return place;
}

/* A value that isn't stored anywhere gets a place of its own. */
static struct sym_value temporary(struct sym *sym, const struct ir_expr *expr)
{
	if (sym_gives_place(expr))
		return as_pointer(sym, expr, sym_call(sym, expr));
	struct sym_value value = sym_expr(sym, expr);
	if (value.kind == SYM_RECORD)
		return sym_pointer(sym, value.object, term_number(sym->terms, value.offset));
	if (expr->type->kind == IR_TYPE_REFERENCE && value.kind == SYM_POINTER)
		return value;
	struct sym_object *object = sym_object_new(sym, SYM_LOCAL, "a value", expr->type);
	struct sym_value place = at_object(sym, object);
	if (ir_type_value(expr->type)->size > 0)
		sym_store(sym, &place, expr->type, &value, expr);
	return place;
}

struct sym_value sym_place(struct sym *sym, const struct ir_expr *expr)
{
	if (!sym_spend(sym))
		return unknown_place(sym, expr);
	switch (expr->kind) {
	case IR_VAR: return variable_place(sym, expr);
	case IR_INDEX: return index_place(sym, expr);
	case IR_MEMBER: return member_place(sym, expr);
	case IR_UNARY:
		if (expr->op == IR_OP_DEREF)
			return expr->operands[0]->kind == IR_THIS
				       ? self_place(sym, expr)
				       : as_pointer(sym, expr, sym_expr(sym, expr->operands[0]));
		if (expr->op == IR_OP_PRE_INC || expr->op == IR_OP_PRE_DEC) {
			sym_expr(sym, expr);
			return sym_place(sym, expr->operands[0]);
		}
		break;
	case IR_ASSIGN: sym_expr(sym, expr); return sym_place(sym, expr->operands[0]);
	case IR_CAST: {
		const struct ir_type *inner = ir_type_value(expr->operands[0]->type),
				     *outer = ir_type_value(expr->type);
		if (inner->kind == outer->kind &&
			(inner->size == outer->size || inner->kind == IR_TYPE_RECORD))
			return sym_place(sym, expr->operands[0]);
		break;
	}
	case IR_BINARY:
		if (expr->op == IR_OP_COMMA) {
			sym_expr(sym, expr->operands[0]);
			return sym_place(sym, expr->operands[1]);
		}
		break;
	case IR_CONDITIONAL: {
		const struct term *when = sym_condition(sym, expr->operands[0]);
		struct sym_value yes = sym_place(sym, expr->operands[1]),
				 no = sym_place(sym, expr->operands[2]);
		return sym_choice(sym, when, &yes, &no);
	}
	default: break;
	}
	return temporary(sym, expr);
}

/* ---- conditions ------------------------------------------------------------------------------- */

/* Runs what happens only where `when` holds: the right operand of && and ||, an arm of ?:. */
static struct sym_state arm_enter(struct sym *sym, const struct term *when)
{
	struct sym_state before = sym_state_copy(sym, &sym->state);
	sym->state.live = term_and(sym->terms, sym->state.live, when);
	return before;
}

static void arm_leave(struct sym *sym, struct sym_state *before, const struct term *when)
{
	before->live = term_and(sym->terms, before->live, term_not(sym->terms, when));
	sym->state = sym_state_join(sym, &sym->state, before);
}

static const struct term *logical(struct sym *sym, const struct ir_expr *expr)
{
	bool is_and = expr->op == IR_OP_LOGICAL_AND;
	const struct term *left = sym_condition(sym, expr->operands[0]);
	const struct term *when = is_and ? left : term_not(sym->terms, left);
	if (when->op == TERM_FALSE)
		return left;
	struct sym_state before = arm_enter(sym, when);
	const struct term *right = sym_condition(sym, expr->operands[1]);
	arm_leave(sym, &before, when);
	return (is_and ? term_and : term_or)(sym->terms, left, right);
}

const struct term *sym_condition(struct sym *sym, const struct ir_expr *expr)
{
	if (!sym_spend(sym))
		return term_truth(sym->terms, false);
	if (expr->kind == IR_CAST && expr->operand_count &&
		ir_type_value(expr->operands[0]->type)->kind == IR_TYPE_BOOL)
		return sym_condition(sym, expr->operands[0]);
	if (expr->kind == IR_CAST && expr->operand_count && ir_type_value(expr->type)->kind == IR_TYPE_BOOL)
		return sym_condition(sym, expr->operands[0]);
	if (expr->kind == IR_BINARY && (expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR))
		return logical(sym, expr);
	if (expr->kind == IR_BINARY && expr->op == IR_OP_COMMA) {
		sym_expr(sym, expr->operands[0]);
		return sym_condition(sym, expr->operands[1]);
	}
	if (expr->kind == IR_UNARY && expr->op == IR_OP_NOT)
		return term_not(sym->terms, sym_condition(sym, expr->operands[0]));
	if (expr->kind == IR_BINARY && ir_is_comparison(expr->op)) {
		struct sym_value a = sym_expr(sym, expr->operands[0]), b = sym_expr(sym, expr->operands[1]);
		return sym_compare(sym, expr, expr->op, &a, &b);
	}
	struct sym_value value = sym_expr(sym, expr);
	return sym_truth(sym, expr, &value);
}

/* ---- values ----------------------------------------------------------------------------------- */

static struct sym_value conditional(struct sym *sym, const struct ir_expr *expr)
{
	const struct term *when = sym_condition(sym, expr->operands[0]);
	if (when->op == TERM_TRUE || when->op == TERM_FALSE)
		return sym_expr(sym, expr->operands[when->op == TERM_TRUE ? 1 : 2]);
	struct sym_state before = sym_state_copy(sym, &sym->state);
	sym->state.live = term_and(sym->terms, before.live, when);
	struct sym_value yes = sym_expr(sym, expr->operands[1]);
	struct sym_state first = sym_state_copy(sym, &sym->state);
	sym->state = before;
	sym->state.live = term_and(sym->terms, before.live, term_not(sym->terms, when));
	struct sym_value no = sym_expr(sym, expr->operands[2]);
	sym->state = sym_state_join(sym, &first, &sym->state);
	if (first.live->op == TERM_FALSE)
		return no; /* an assertion that failed */
	return sym_choice(sym, when, &yes, &no);
}

static bool leads_somewhere(const struct ir_expr *expr)
{
	enum ir_type_kind kind = ir_type_value(expr->type)->kind;
	return kind == IR_TYPE_POINTER || kind == IR_TYPE_ARRAY;
}

static int64_t element_size(const struct ir_expr *pointer)
{
	const struct ir_type *type = ir_type_value(pointer->type);
	return !type->element || type->element->kind == IR_TYPE_VOID ? 1 : type->element->size;
}

/* Pointers and numbers alike; `type` is that of the result. */
static struct sym_value arithmetic(struct sym *sym, const struct ir_expr *site, enum ir_op op,
	const struct ir_expr *left, const struct ir_expr *right, const struct sym_value *a,
	const struct sym_value *b, const struct ir_type *type)
{
	bool from_left = leads_somewhere(left), from_right = leads_somewhere(right);
	if (ir_is_comparison(op))
		return sym_number(term_of_condition(sym->terms, sym_compare(sym, site, op, a, b)));
	if (from_left && from_right && op == IR_OP_SUB && a->kind == SYM_POINTER && b->kind == SYM_POINTER &&
		a->target_count == 1 && b->target_count == 1 &&
		a->targets[0].object == b->targets[0].object && element_size(left) > 0)
		return sym_number(term_divide(sym->terms,
			term_add(sym->terms, a->targets[0].offset, b->targets[0].offset, -1),
			term_number(sym->terms, element_size(left))));
	if (from_left != from_right && (op == IR_OP_ADD || (op == IR_OP_SUB && from_left))) {
		struct sym_value pointer = as_pointer(sym, site, from_left ? *a : *b);
		struct sym_value number = from_left ? *b : *a;
		if (op == IR_OP_SUB && number.kind == SYM_NUMBER)
			number.number = term_add(sym->terms, term_number(sym->terms, 0), number.number, -1);
		return element_place(sym, site, &pointer, &number, element_size(from_left ? left : right));
	}
	return sym_binary(sym, site, op, a, b, ir_type_value(type));
}

static struct sym_value binary(struct sym *sym, const struct ir_expr *expr)
{
	if (expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR)
		return sym_number(term_of_condition(sym->terms, logical(sym, expr)));
	struct sym_value a = sym_expr(sym, expr->operands[0]), b = sym_expr(sym, expr->operands[1]);
	if (expr->op == IR_OP_COMMA)
		return b;
	return arithmetic(sym, expr, expr->op, expr->operands[0], expr->operands[1], &a, &b, expr->type);
}

/* A constructor makes a reference that is a member lead somewhere: its slot holds a pointer. */
static struct sym_value bind(struct sym *sym, const struct ir_expr *member, const struct ir_expr *value)
{
	static const struct ir_type slot = {.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .name = ""};
	struct ir_field field = *member->member.field;
	struct ir_expr itself = *member;
	struct sym_value pointer = sym_place(sym, value);
	field.type = &slot;
	itself.member.field = &field;
	struct sym_value place = sym_place(sym, &itself);
	sym_store(sym, &place, &slot, &pointer, member);
	return pointer;
}

/* Whether a result of one type is one of the other as it is; what would overflow is noted where it is made.
 */
static bool is_same_number(const struct ir_type *a, const struct ir_type *b)
{
	a = ir_type_value(a);
	b = ir_type_value(b);
	return a->kind == IR_TYPE_INT && b->kind == IR_TYPE_INT && a->size == b->size &&
	       a->is_signed == b->is_signed && a->size >= 4;
}

static struct sym_value assign(struct sym *sym, const struct ir_expr *expr)
{
	const struct ir_expr *left = expr->operands[0], *right = expr->operands[1];
	if (expr->is_implicit && left->kind == IR_MEMBER && left->member.field &&
		left->member.field->type->kind == IR_TYPE_REFERENCE)
		return bind(sym, left, right);
	bool is_plain_store = expr->op == IR_OP_NONE;
	struct sym_value value = is_plain_store ? sym_init(sym, right, left->type) : sym_expr(sym, right);
	struct sym_value place = sym_place(sym, left);
	if (!is_plain_store) {
		struct sym_value by = value, old = sym_load(sym, &place, left->type, left);
		bool is_shift = expr->op == IR_OP_SHL || expr->op == IR_OP_SHR;
		bool is_plain = leads_somewhere(left) || is_shift;
		if (!is_plain)
			old = sym_convert(sym, expr, &old, right->type);
		value = arithmetic(
			sym, expr, expr->op, left, right, &old, &by, is_plain ? left->type : right->type);
		if (!is_same_number(left->type, is_plain ? left->type : right->type))
			value = sym_convert(sym, expr, &value, left->type);
	}
	sym_store(sym, &place, left->type, &value, left);
	return value;
}

static struct sym_value step(struct sym *sym, const struct ir_expr *expr)
{
	const struct ir_expr *operand = expr->operands[0];
	struct sym_value place = sym_place(sym, operand), old = sym_load(sym, &place, operand->type, operand);
	bool up = expr->op == IR_OP_PRE_INC || expr->op == IR_OP_POST_INC;
	struct sym_value one = sym_number(term_number(sym->terms, up ? 1 : -1)), next;
	if (leads_somewhere(operand)) {
		struct sym_value pointer = as_pointer(sym, expr, old);
		next = element_place(sym, expr, &pointer, &one, element_size(operand));
	} else {
		one = sym_number(term_number(sym->terms, 1));
		next = sym_binary(
			sym, expr, up ? IR_OP_ADD : IR_OP_SUB, &old, &one, ir_type_value(operand->type));
		if (ir_type_value(operand->type)->size < 4)
			next = sym_convert(sym, expr, &next, operand->type);
	}
	sym_store(sym, &place, operand->type, &next, operand);
	return expr->op == IR_OP_PRE_INC || expr->op == IR_OP_PRE_DEC ? next : old;
}

static struct sym_value unary(struct sym *sym, const struct ir_expr *expr)
{
	const struct ir_expr *operand = expr->operands[0];
	struct sym_value a, minus;
	switch (expr->op) {
	case IR_OP_PRE_INC:
	case IR_OP_PRE_DEC:
	case IR_OP_POST_INC:
	case IR_OP_POST_DEC: return step(sym, expr);
	case IR_OP_ADDRESS:
		return operand->kind == IR_FUNCTION ? sym_other(SYM_GRID, 0) : sym_place(sym, operand);
	case IR_OP_DEREF: {
		struct sym_value place = sym_place(sym, expr);
		return sym_load(sym, &place, expr->type, expr);
	}
	case IR_OP_NOT: return sym_number(term_of_condition(sym->terms, sym_condition(sym, expr)));
	case IR_OP_NEG:
	case IR_OP_BIT_NOT:
		a = sym_expr(sym, operand);
		if (a.kind == SYM_OTHER && a.real_known && expr->op == IR_OP_NEG)
			a.real = -a.real;
		if (a.kind != SYM_NUMBER)
			return a;
		minus = sym_number(term_number(sym->terms, expr->op == IR_OP_NEG ? 0 : -1));
		return sym_binary(sym, expr, IR_OP_SUB, &minus, &a, ir_type_value(expr->type));
	default: return sym_expr(sym, operand);
	}
}

static struct sym_value cast(struct sym *sym, const struct ir_expr *expr)
{
	const struct ir_expr *inner = expr->operands[0];
	const struct ir_type *from = ir_type_value(inner->type), *to = ir_type_value(expr->type);
	if (from->kind == IR_TYPE_ARRAY && to->kind == IR_TYPE_POINTER)
		return sym_place(sym, inner);
	struct sym_value value = sym_expr(sym, inner);
	if (to->kind == IR_TYPE_VOID)
		return sym_other(SYM_GRID, 0);
	if (is_same_number(from, to))
		return value;
	return sym_convert(sym, expr, &value, to);
}

/* Braces: a record or an array in a fresh object, element by element. */
static struct sym_value init_list(struct sym *sym, const struct ir_expr *expr, const struct ir_type *type)
{
	type = ir_type_value(type);
	if (type->kind != IR_TYPE_RECORD && type->kind != IR_TYPE_ARRAY)
		return expr->operand_count ? sym_expr(sym, expr->operands[0])
					   : sym_number(term_number(sym->terms, 0));
	struct sym_value out = {.kind = SYM_RECORD, .object = sym_object_new(sym, SYM_LOCAL, "braces", type)};
	for (size_t i = 0; i < expr->operand_count; i++) {
		struct ir_list_item item;
		if (!ir_list_item(expr, i, type, &item))
			continue;
		struct sym_value place = sym_pointer(sym, out.object, term_number(sym->terms, item.offset));
		struct sym_value value = sym_init(sym, item.value, item.type);
		static const struct ir_type slot = {.kind = IR_TYPE_POINTER, .size = 8, .name = ""};
		sym_store(sym, &place, item.type->kind == IR_TYPE_REFERENCE ? &slot : item.type, &value,
			item.value);
	}
	return out;
}

struct sym_value sym_init(struct sym *sym, const struct ir_expr *expr, const struct ir_type *type)
{
	if (type->kind == IR_TYPE_REFERENCE)
		return sym_place(sym, expr);
	if (expr->kind == IR_INIT_LIST)
		return init_list(sym, expr, type);
	struct sym_value value = sym_expr(sym, expr);
	if (is_same_number(expr->type, type))
		return value;
	return sym_convert(sym, expr, &value, type);
}

static struct sym_value statement_expr(struct sym *sym, const struct ir_expr *expr)
{
	const struct ir_stmt *body = expr->body;
	const struct ir_stmt *last = body && body->child_count ? body->children[body->child_count - 1] : NULL;
	if (!last || body->kind != IR_BLOCK || last->kind != IR_EXPR || expr->type->kind == IR_TYPE_VOID) {
		if (body)
			sym_stmt(sym, body);
		return sym_unknown(sym, expr, "a value", SYM_THREAD, SYM_DATA, expr->type);
	}
	for (size_t i = 0; i + 1 < body->child_count && !sym_is_over(sym); i++)
		sym_stmt(sym, body->children[i]);
	return sym_init(sym, last->expr, expr->type);
}

static struct sym_value variable(struct sym *sym, const struct ir_expr *expr)
{
	const struct ir_var *var = expr->var;
	if (var->storage == IR_BUILTIN)
		return var->builtin == CUDA_WARP_SIZE ? sym_number(term_number(sym->terms, 32))
						      : sym_other(SYM_THREAD, 0);
	const struct ir_type *type = ir_type_value(var->type);
	bool folds = type->is_const && var->init && !var->is_assigned && var->storage != IR_PARAM &&
		     var->storage != IR_SHARED && var->storage != IR_LOCAL && sym_is_integer(type);
	if (folds)
		return sym_init(sym, var->init, type);
	struct sym_value place = sym_place(sym, expr);
	return sym_load(sym, &place, var->type, expr);
}

static struct sym_value other(struct sym *sym, const struct ir_expr *expr)
{
	for (size_t i = 0; i < expr->operand_count; i++)
		sym_expr(sym, expr->operands[i]);
	if (expr->kind != IR_LAMBDA && expr->kind != IR_STRING && expr->kind != IR_FUNCTION)
		sym_refuse(sym, expr, "an expression that isn't understood");
	return sym_unknown(sym, expr, "a value", SYM_THREAD, SYM_UNSEEN, expr->type);
}

static struct sym_value dispatch(struct sym *sym, const struct ir_expr *expr)
{
	const struct term *builtin;
	struct sym_value place;
	switch (expr->kind) {
	case IR_INT:
		if (expr->integer < 0 && sym_is_integer(expr->type) && !expr->type->is_signed)
			return sym_unknown(sym, expr, "a number", SYM_GRID, SYM_UNSEEN, expr->type);
		return sym_number(term_number(sym->terms, expr->integer));
	case IR_REAL: return (struct sym_value){.kind = SYM_OTHER, .real_known = true, .real = expr->real};
	case IR_NULL: return (struct sym_value){.kind = SYM_POINTER};
	case IR_SIZEOF:
		return expr->is_known ? sym_number(term_number(sym->terms, expr->integer))
				      : sym_unknown(sym, expr, "a size", SYM_GRID, SYM_DATA, expr->type);
	case IR_VAR: return variable(sym, expr);
	case IR_MEMBER:
		builtin = sym_builtin_member(sym, expr);
		if (builtin)
			return sym_number(builtin);
		/* fall through */
	case IR_INDEX: place = sym_place(sym, expr); return sym_load(sym, &place, expr->type, expr);
	case IR_UNARY: return unary(sym, expr);
	case IR_BINARY: return binary(sym, expr);
	case IR_ASSIGN: return assign(sym, expr);
	case IR_CONDITIONAL: return conditional(sym, expr);
	case IR_CAST: return cast(sym, expr);
	case IR_CALL:
		if (sym_gives_place(expr)) {
			place = as_pointer(sym, expr, sym_call(sym, expr));
			return sym_load(sym, &place, expr->type, expr);
		}
		return sym_call(sym, expr);
	case IR_CONSTRUCT: return sym_call(sym, expr);
	case IR_INIT_LIST: return init_list(sym, expr, expr->type);
	case IR_THIS: return self_place(sym, expr);
	case IR_STMT_EXPR: return statement_expr(sym, expr);
	default: return other(sym, expr);
	}
}

struct sym_value sym_expr(struct sym *sym, const struct ir_expr *expr)
{
	enum { MOST_DEPTH = 400 };
	if (!sym_spend(sym) || sym->depth > MOST_DEPTH) {
		sym_refuse(sym, expr, "nested too deeply");
		return sym_other(SYM_THREAD, SYM_DATA);
	}
	sym->depth++;
	struct sym_value value = dispatch(sym, expr);
	sym->depth--;
	return value;
}
