/* Operators and conversions as C++ has them. Integers without a sign wrap; what would overflow with one is
 * noted as a bound and goes on as the exact number. */
#include "analyzer/proof/symbolic/machine.h"

static bool is_signed(const struct ir_type *type)
{
	return type->kind == IR_TYPE_ENUM && type->element ? type->element->is_signed : type->is_signed;
}

static void note_bound(
	struct sym *sym, const struct ir_expr *site, const struct term *result, unsigned bits, bool has_sign)
{
	struct sym_bound bound = {.site = site,
		.function = sym->frame->function,
		.guard = sym->state.live,
		.result = result,
		.bits = bits,
		.is_signed = has_sign};
	if (!sym->dry && sym->state.live->op != TERM_FALSE)
		vec_push(sym->arena, &sym->out->bounds, bound);
}

/* An exact result as one of this type. Of 64 bits nothing wraps but differences below zero: what is larger
 * is no size that anything has. */
static const struct term *settled(struct sym *sym, const struct ir_expr *site, enum ir_op op,
	const struct term *exact, const struct ir_type *type)
{
	unsigned bits = sym_bits(type);
	bool has_sign = is_signed(type);
	const struct term *kept = term_wrap(sym->terms, exact, bits, has_sign);
	if (kept == exact)
		return exact;
	bool grows = op == IR_OP_ADD || op == IR_OP_MUL || op == IR_OP_SHL;
	if (has_sign || (bits == 64 && grows && exact->low >= 0)) {
		note_bound(sym, site, exact, bits, has_sign);
		return exact;
	}
	return kept;
}

static bool is_pointer(const struct sym_value *value)
{
	return value->kind == SYM_POINTER;
}

struct sym_value sym_moved(struct sym *sym, const struct sym_value *pointer, const struct term *bytes)
{
	struct sym_value out = *pointer;
	for (size_t i = 0; i < out.target_count; i++)
		out.targets[i].offset = term_add(sym->terms, out.targets[i].offset, bytes, 1);
	return out;
}

static const struct term *binary_number(struct sym *sym, const struct ir_expr *site, enum ir_op op,
	const struct term *a, const struct term *b, const struct ir_type *type)
{
	struct terms *terms = sym->terms;
	unsigned bits = sym_bits(type);
	bool has_sign = is_signed(type);
	/* by zero nothing is divided: what that gives nobody promises */
	if ((op == IR_OP_DIV || op == IR_OP_REM) && b->op != TERM_NUMBER)
		sym_promise(sym, term_is_set(terms, b));
	switch (op) {
	case IR_OP_ADD: return settled(sym, site, op, term_add(terms, a, b, 1), type);
	case IR_OP_SUB: return settled(sym, site, op, term_add(terms, a, b, -1), type);
	case IR_OP_MUL: return settled(sym, site, op, term_multiply(terms, a, b), type);
	case IR_OP_DIV: return settled(sym, site, op, term_divide(terms, a, b), type);
	case IR_OP_REM: return term_remainder(terms, a, b);
	case IR_OP_SHL: return settled(sym, site, op, term_shift_left(terms, a, b, bits), type);
	case IR_OP_SHR: return term_shift_right(terms, a, b, bits);
	case IR_OP_AND: return term_bits(terms, '&', a, b, bits, has_sign);
	case IR_OP_OR: return term_bits(terms, '|', a, b, bits, has_sign);
	case IR_OP_XOR: return term_bits(terms, '^', a, b, bits, has_sign);
	default: return NULL;
	}
}

struct sym_value sym_binary(struct sym *sym, const struct ir_expr *site, enum ir_op op,
	const struct sym_value *a, const struct sym_value *b, const struct ir_type *type)
{
	if (a->kind == SYM_NUMBER && b->kind == SYM_NUMBER && sym_is_integer(type)) {
		const struct term *result = binary_number(sym, site, op, a->number, b->number, type);
		if (result)
			return sym_number(result);
	}
	unsigned scope = sym_scope(a) > sym_scope(b) ? sym_scope(a) : sym_scope(b);
	return sym_unknown(sym, site, "a result", scope, sym_marks(a) | sym_marks(b) | SYM_DATA, type);
}

/* Of pointers into one object; of others nothing is known. */
static bool distance(
	struct sym *sym, const struct sym_value *a, const struct sym_value *b, const struct term **out)
{
	if (!is_pointer(a) || !is_pointer(b) || a->target_count != 1 || b->target_count != 1 ||
		a->targets[0].object != b->targets[0].object || a->targets[0].object->is_anything)
		return false;
	*out = term_add(sym->terms, a->targets[0].offset, b->targets[0].offset, -1);
	return true;
}

const struct term *sym_compare(struct sym *sym, const struct ir_expr *site, enum ir_op op,
	const struct sym_value *a, const struct sym_value *b)
{
	struct terms *terms = sym->terms;
	const struct term *x = NULL, *y = term_number(terms, 0);
	if (a->kind == SYM_NUMBER && b->kind == SYM_NUMBER) {
		x = a->number;
		y = b->number;
	} else if (!distance(sym, a, b, &x)) {
		unsigned scope = sym_scope(a) > sym_scope(b) ? sym_scope(a) : sym_scope(b);
		static const struct ir_type truth = {.kind = IR_TYPE_BOOL, .size = 1};
		return term_is_set(terms, sym_fresh(sym, site, "a comparison", scope,
						  sym_marks(a) | sym_marks(b) | SYM_DATA, &truth));
	}
	switch (op) {
	case IR_OP_LT: return term_less(terms, x, y);
	case IR_OP_GT: return term_less(terms, y, x);
	case IR_OP_LE: return term_at_most(terms, x, y);
	case IR_OP_GE: return term_at_most(terms, y, x);
	case IR_OP_EQ: return term_equal(terms, x, y);
	default: return term_not(terms, term_equal(terms, x, y));
	}
}

const struct term *sym_truth(struct sym *sym, const struct ir_expr *site, const struct sym_value *value)
{
	if (value->kind == SYM_NUMBER)
		return term_is_set(sym->terms, value->number);
	if (value->kind == SYM_OTHER && value->real_known)
		return term_truth(sym->terms, value->real != 0);
	if (is_pointer(value) && value->target_count == 1 && value->targets[0].object->space != SYM_GLOBAL)
		return term_truth(sym->terms, true);
	static const struct ir_type truth = {.kind = IR_TYPE_BOOL, .size = 1};
	/* a pointer that came with the launch is null for all or for none */
	unsigned marks = is_pointer(value) && !sym_marks(value) ? 0 : SYM_DATA;
	return term_is_set(sym->terms,
		sym_fresh(sym, site, "a condition", sym_scope(value), sym_marks(value) | marks, &truth));
}

struct sym_value sym_convert(struct sym *sym, const struct ir_expr *site, const struct sym_value *value,
	const struct ir_type *type)
{
	type = ir_type_value(type);
	if (type->kind == IR_TYPE_BOOL)
		return value->kind == SYM_NUMBER && value->number->low >= 0 && value->number->high <= 1
			       ? *value
			       : sym_number(term_of_condition(sym->terms, sym_truth(sym, site, value)));
	if (sym_is_integer(type)) {
		if (value->kind == SYM_NUMBER)
			return sym_number(
				term_wrap(sym->terms, value->number, sym_bits(type), is_signed(type)));
		bool is_whole = value->kind == SYM_OTHER && value->real_known && value->real > -1e9 &&
				value->real < 1e9;
		if (is_whole)
			return sym_number(term_number(sym->terms, (int64_t)value->real));
		return sym_unknown(
			sym, site, "a number", sym_scope(value), sym_marks(value) | SYM_DATA, type);
	}
	if (type->kind == IR_TYPE_POINTER && value->kind == SYM_NUMBER) {
		if (term_number_is(value->number, 0))
			return (struct sym_value){.kind = SYM_POINTER};
		return sym_pointer(sym, sym->anything, value->number);
	}
	if (type->kind == IR_TYPE_FLOAT && value->kind == SYM_NUMBER) {
		struct sym_value out = sym_other(sym_scope(value), sym_marks(value));
		out.real_known = value->number->op == TERM_NUMBER;
		out.real = (double)(out.real_known ? value->number->constant : 0);
		return out;
	}
	return *value;
}
