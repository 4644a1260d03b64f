/* 32-bit results that pass the range of their type: proven ones, in lanes that certainly compute them, and
 * products of two extents that only the run knows.
 *
 * A value with symbols is kept unwrapped, so that its own range tells. One that is known in every lane has
 * been wrapped already, and its operands tell. The mark travels with the number through sums, products and
 * casts up to an address. */
#include "analyzer/simt/exec/exec.h"

#include <math.h>
#include <string.h>

#include "analyzer/value/rounding.h"

static bool is_32_bit(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT && type->size == 4;
}

/* The largest number that some certainly active lane of some block holds; false when symbols other than
 * blockIdx are in it, or the grid isn't known. */
static bool most_of(struct simt *simt, const struct simt_value *value, int64_t *least, int64_t *most)
{
	const struct simt_value *number = value;
	*least = INT64_MAX;
	*most = INT64_MIN;
	if (number->kind != SIMT_INT || (number->term_count && !simt->request->launch->grid_known))
		return false;
	for (uint32_t i = 0; i < number->term_count; i++)
		if (simt->symbols.data[number->terms[i].symbol].kind != SYMBOL_BLOCK)
			return false;
	for (unsigned lane = 0; lane < simt->lanes; lane++) {
		if (!mask_has(&simt->active.must, lane))
			continue;
		int64_t low = value_lane(number, lane), high = low;
		for (uint32_t i = 0; i < number->term_count; i++) {
			const struct simt_term *term = &number->terms[i];
			const struct simt_symbol *symbol = &simt->symbols.data[term->symbol];
			int64_t factor = term->lanes ? term->lanes[lane] : term->coefficient;
			high += factor * (factor > 0 ? symbol->high : symbol->low);
			low += factor * (factor > 0 ? symbol->low : symbol->high);
		}
		*most = high > *most ? high : *most;
		*least = low < *least ? low : *least;
	}
	return *least <= *most;
}

static const struct simt_value *marked(
	struct simt *simt, const struct simt_value *value, const struct ir_expr *expr, int64_t reached)
{
	struct simt_wrap *wrap = ARENA_NEW(simt->arena, struct simt_wrap);
	*wrap = (struct simt_wrap){.expr = expr, .reached = reached};
	return value_with_wrap(simt, value, wrap);
}

/* ---- sizes that aren't known ------------------------------------------------------------------ */

/* What is smaller doesn't make a product pass 2^31 with another extent of its kind. */
enum { SMALL_EXTENT = 1 << 15 };

static bool divides(enum ir_op op)
{
	return op == IR_OP_DIV || op == IR_OP_REM || op == IR_OP_SHR || op == IR_OP_AND;
}

/* A number as memory holds it, or the distance of two: an index of a row, an extent. */
static bool is_loaded(const struct ir_expr *expr)
{
	const struct ir_expr *made = ir_look_through(expr);
	if (made->kind == IR_BINARY && made->op == IR_OP_SUB)
		return is_loaded(made->operands[0]) && is_loaded(made->operands[1]);
	return made->kind == IR_INDEX || made->kind == IR_MEMBER ||
	       (made->kind == IR_UNARY && made->op == IR_OP_DEREF);
}

/* Whether a number grows with what only the run knows. What was divided is a part of another index, which it
 * mostly becomes again: (i / width) * width. */
static bool is_extent(struct simt *simt, const struct ir_expr *expr, const struct simt_value *value)
{
	const struct ir_type *type = ir_type_value(ir_strip(expr)->type);
	int64_t low, high;
	if (type->kind != IR_TYPE_INT || type->size < 4)
		return false;
	if (value->kind == SIMT_UNKNOWN)
		return value->why && (!strcmp(value->why, simt_by_memory) || is_loaded(expr));
	if (value->kind != SIMT_INT || !value->term_count)
		return false;
	for (uint32_t i = 0; i < value->term_count; i++) {
		const struct simt_symbol *symbol = &simt->symbols.data[value->terms[i].symbol];
		if (symbol->kind == SYMBOL_COMPUTED && divides(symbol->op))
			return false;
	}
	value_range(simt, value, &low, &high);
	return high > SMALL_EXTENT;
}

static bool grows_by_size(
	struct simt *simt, const struct ir_expr *expr, const struct simt_value *a, const struct simt_value *b)
{
	if (expr->op != IR_OP_MUL || !is_extent(simt, expr->operands[0], a) ||
		!is_extent(simt, expr->operands[1], b))
		return false;
	int64_t low, high, by_low, by_high;
	value_range(simt, a, &low, &high);
	value_range(simt, b, &by_low, &by_high);
	double limit = ir_type_value(expr->type)->is_signed ? INT32_MAX : UINT32_MAX;
	bool is_told = a->kind == SIMT_INT && b->kind == SIMT_INT;
	return (a->kind == SIMT_INT || b->kind == SIMT_INT ||
		       (is_loaded(expr->operands[0]) && is_loaded(expr->operands[1]))) &&
	       (!is_told || (double)high * (double)by_high > limit);
}

/* The mark of a product of extents, or that of what goes into a sum, on the result. */
static const struct simt_value *note_size(struct simt *simt, const struct ir_expr *expr,
	const struct simt_value *a, const struct simt_value *b, const struct simt_value *result)
{
	const struct simt_wrap *wrap = a->wrapped ? a->wrapped : b->wrapped;
	if (grows_by_size(simt, expr, a, b)) {
		struct simt_wrap *product = ARENA_NEW(simt->arena, struct simt_wrap);
		*product = (struct simt_wrap){.expr = expr, .by_size = true};
		return value_with_wrap(simt, result, product);
	}
	bool keeps =
		wrap && wrap->by_size && !result->wrapped && result->kind != SIMT_REAL && !divides(expr->op);
	return keeps ? value_with_wrap(simt, result, wrap) : result;
}

/* Both operands known: the product as it is before it wraps. Sums of known numbers are left alone: they
 * can't pass 2^31 unless a product did. */
static const struct simt_value *exact_of(
	struct simt *simt, const struct ir_expr *expr, const struct simt_value *a, const struct simt_value *b)
{
	int64_t by, low, high, other_low, other_high;
	value_range(simt, a, &low, &high);
	value_range(simt, b, &other_low, &other_high);
	if (expr->op == IR_OP_MUL) {
		double most = fmax((double)high, -(double)low) * fmax((double)other_high, -(double)other_low);
		return most > INT32_MAX ? value_multiply(simt, a, b) : NULL;
	}
	bool shifts = expr->op == IR_OP_SHL && value_constant(b, &by) && by > 0 && by < 32;
	return shifts && high > INT32_MAX >> by ? value_scale(simt, a, (int64_t)1 << by) : NULL;
}

const struct simt_value *exec_note_wrap(struct simt *simt, const struct ir_expr *expr,
	const struct simt_value *a, const struct simt_value *b, const struct simt_value *result)
{
	const struct ir_type *type = ir_type_value(expr->type);
	bool grows = expr->op == IR_OP_ADD || expr->op == IR_OP_MUL || expr->op == IR_OP_SHL;
	if (!is_32_bit(type) || (result->wrapped && !result->wrapped->by_size) || ir_is_comparison(expr->op))
		return result;
	result = note_size(simt, expr, a, b, result);
	if (!grows || result->kind != SIMT_INT || a->kind != SIMT_INT || b->kind != SIMT_INT)
		return result;
	const struct simt_value *exact = result->term_count ? result : exact_of(simt, expr, a, b);
	int64_t least, most, limit = type->is_signed ? INT32_MAX : UINT32_MAX;
	if (!exact)
		return result;
	value_range(simt, exact, &least, &most);
	if (least >= (type->is_signed ? INT32_MIN : 0) && most <= limit)
		return result;
	if (!most_of(simt, exact, &least, &most))
		return result;
	if (most > limit)
		return marked(simt, result, expr, most);
	return type->is_signed && least < INT32_MIN ? marked(simt, result, expr, least) : result;
}

/* A product that is known, and that the conversion makes negative. */
static bool is_large_product(const struct ir_expr *cast, const struct simt_value *value, int64_t *number)
{
	const struct ir_expr *inner = ir_strip(cast->operands[0]);
	return inner->kind == IR_BINARY && inner->op == IR_OP_MUL && value->kind == SIMT_INT &&
	       value_constant(value, number) && *number > INT32_MAX;
}

const struct simt_value *exec_note_narrowing(struct simt *simt, const struct ir_expr *cast,
	const struct simt_value *value, const struct simt_value *result)
{
	const struct ir_type *from = ir_type_value(cast->operands[0]->type), *to = ir_type_value(cast->type);
	int64_t least, most;
	/* unsigned sums of indices that go into an int; (int)(x - 1u) and such have no symbols or go below 0
	 */
	if (!result->wrapped && value->wrapped && value->wrapped->by_size && to->kind == IR_TYPE_INT &&
		to->size >= 4 && result->kind == SIMT_UNKNOWN)
		return value_with_wrap(simt, result, value->wrapped);
	bool narrows = is_32_bit(to) && to->is_signed && from->kind == IR_TYPE_INT &&
		       (from->size > 4 || !from->is_signed);
	if (narrows && result->kind == SIMT_INT && !result->wrapped && is_large_product(cast, value, &most))
		return marked(simt, result, cast, most);
	if (!narrows || result->kind != SIMT_INT || !result->term_count ||
		(result->wrapped && !result->wrapped->by_size) || !most_of(simt, value, &least, &most))
		return result;
	return least >= 0 && most > INT32_MAX ? marked(simt, result, cast, most) : result;
}
