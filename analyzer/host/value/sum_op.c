/* Operators on sums.
 *
 * Comparisons get one form, so that a condition and its opposite are known as such: `left == number` and
 * `left < number`, where left has no constant, a positive first factor and no common divisor; everything else
 * is 1 minus one of these. `n > 4` is thus `1 - (n < 5)`. */
#include "analyzer/host/value/sum_table.h"

bool host_sum_is_number(const struct host_sum *sum, int64_t *number)
{
	if (!sum || sum->term_count)
		return false;
	if (number)
		*number = sum->constant;
	return true;
}

bool host_sum_distance(const struct host_sum *left, const struct host_sum *right, int64_t *distance)
{
	if (!left || !right || left->term_count != right->term_count)
		return false;
	for (size_t i = 0; i < left->term_count; i++)
		if (left->terms[i].atom != right->terms[i].atom ||
			left->terms[i].factor != right->terms[i].factor)
			return false;
	int64_t difference;
	if (__builtin_sub_overflow(left->constant, right->constant, &difference))
		return false;
	if (distance)
		*distance = difference;
	return true;
}

bool host_sum_is_truth_op(enum ir_op op)
{
	return op == IR_OP_LT || op == IR_OP_EQ || op == IR_OP_LOGICAL_AND || op == IR_OP_LOGICAL_OR;
}

/* Whether a sum is 0 or 1 whatever its atoms are: a comparison, or 1 minus one. */
static bool is_truth(const struct host_sum *sum)
{
	if (sum->term_count == 0)
		return sum->constant == 0 || sum->constant == 1;
	if (sum->term_count != 1 || !host_sum_is_truth_op(sum->terms[0].atom->op))
		return false;
	int64_t factor = sum->terms[0].factor;
	return (sum->constant == 0 && factor == 1) || (sum->constant == 1 && factor == -1);
}

static const struct host_sum *negated(struct host_sums *sums, const struct host_sum *truth)
{
	return host_sum_add(sums, host_sum_number(sums, 1), truth, -1);
}

/* ---- comparisons ----------------------------------------------------------------------------- */

static int64_t magnitude(int64_t number) /* of what isn't INT64_MIN */
{
	return number < 0 ? -number : number;
}

/* The greatest common divisor of the factors; 0: one of them can't be negated. */
static int64_t common_divisor(const struct host_sum *sum)
{
	int64_t divisor = 0;
	for (size_t i = 0; i < sum->term_count; i++) {
		if (sum->terms[i].factor == INT64_MIN)
			return 0;
		int64_t a = magnitude(sum->terms[i].factor), b = divisor;
		while (b) {
			int64_t rest = a % b;
			a = b;
			b = rest;
		}
		divisor = a;
	}
	return divisor;
}

/* The terms of a sum divided by what divides all of them. */
static const struct host_sum *divided_terms(
	struct host_sums *sums, const struct host_sum *sum, int64_t divisor, int64_t constant)
{
	struct host_term *terms = ARENA_ARRAY(sums->arena, struct host_term, sum->term_count + 1);
	for (size_t i = 0; i < sum->term_count; i++)
		terms[i] = (struct host_term){sum->terms[i].atom, sum->terms[i].factor / divisor};
	return host_sum_make(sums, constant, terms, sum->term_count);
}

static int64_t ceiling(int64_t number, int64_t divisor)
{
	return number / divisor + (number % divisor > 0);
}

static int64_t floored(int64_t number, int64_t divisor)
{
	return number / divisor - (number % divisor < 0);
}

/* left == right, or left < right; NULL: doesn't fit. */
static const struct host_sum *compared(struct host_sums *sums, const struct ir_expr *expr, enum ir_op op,
	const struct host_sum *left, const struct host_sum *right)
{
	const struct host_sum *difference = host_sum_add_fits(sums, left, right, -1);
	if (!difference || difference->constant == INT64_MIN)
		return NULL;
	int64_t number = -difference->constant;
	if (!difference->term_count)
		return host_sum_number(sums, op == IR_OP_EQ ? number == 0 : 0 < number);
	int64_t divisor = common_divisor(difference);
	if (!divisor)
		return NULL;
	bool is_flipped = difference->terms[0].factor < 0;
	if (op == IR_OP_EQ) {
		if (number % divisor)
			return host_sum_number(sums, 0);
		int64_t by = is_flipped ? -divisor : divisor;
		return host_sum_opaque(sums, expr, op, divided_terms(sums, difference, by, 0),
			host_sum_number(sums, number / by));
	}
	if (!is_flipped)
		return host_sum_opaque(sums, expr, op, divided_terms(sums, difference, divisor, 0),
			host_sum_number(sums, ceiling(number, divisor)));
	/* -g*x < c: x > -c/g, which is not (x < floor(-c/g) + 1) */
	if (number == INT64_MIN || number == -INT64_MAX)
		return NULL;
	return negated(sums, host_sum_opaque(sums, expr, op, divided_terms(sums, difference, -divisor, 0),
				     host_sum_number(sums, floored(-number, divisor) + 1)));
}

static const struct host_sum *comparison(struct host_sums *sums, const struct ir_expr *expr, enum ir_op op,
	const struct host_sum *left, const struct host_sum *right)
{
	bool is_swapped = op == IR_OP_GT || op == IR_OP_LE;
	bool is_opposite = op == IR_OP_LE || op == IR_OP_GE || op == IR_OP_NE;
	enum ir_op plain = op == IR_OP_EQ || op == IR_OP_NE ? IR_OP_EQ : IR_OP_LT;
	if (plain == IR_OP_EQ && !left->term_count) {
		const struct host_sum *swap = left;
		left = right;
		right = swap;
	}
	/* a truth compared with 0 or 1 is that truth or its opposite */
	if (plain == IR_OP_EQ && !right->term_count && is_truth(left) && left->term_count &&
		(right->constant == 0 || right->constant == 1))
		return (right->constant == 1) != is_opposite ? left : negated(sums, left);
	const struct host_sum *truth =
		compared(sums, expr, plain, is_swapped ? right : left, is_swapped ? left : right);
	if (!truth)
		return host_sum_opaque(sums, expr, op, left, right);
	return is_opposite ? negated(sums, truth) : truth;
}

static const struct host_sum *truth_of(
	struct host_sums *sums, const struct ir_expr *expr, const struct host_sum *sum)
{
	return is_truth(sum) ? sum : comparison(sums, expr, IR_OP_NE, sum, host_sum_number(sums, 0));
}

static const struct host_sum *logical(struct host_sums *sums, const struct ir_expr *expr, enum ir_op op,
	const struct host_sum *left, const struct host_sum *right)
{
	const struct host_sum *a = truth_of(sums, expr, left), *b = truth_of(sums, expr, right);
	int64_t number, decides = op == IR_OP_LOGICAL_OR;
	if (host_sum_is_number(a, &number))
		return number == decides ? a : b;
	if (host_sum_is_number(b, &number))
		return number == decides ? b : a;
	if (a == b)
		return a;
	if (a == negated(sums, b))
		return host_sum_number(sums, decides);
	return a->id < b->id ? host_sum_opaque(sums, expr, op, a, b) : host_sum_opaque(sums, expr, op, b, a);
}

/* ---- the rest -------------------------------------------------------------------------------- */

static bool is_multiple(const struct host_sum *sum, int64_t of)
{
	if (sum->constant % of)
		return false;
	for (size_t i = 0; i < sum->term_count; i++)
		if (sum->terms[i].factor % of)
			return false;
	return true;
}

/* left op right where both are numbers and the result is defined. */
static bool fold_numbers(enum ir_op op, int64_t left, int64_t right, int64_t *out)
{
	switch (op) {
	case IR_OP_DIV:
	case IR_OP_REM:
		if (!right || (left == INT64_MIN && right == -1))
			return false;
		*out = op == IR_OP_DIV ? left / right : left % right;
		return true;
	case IR_OP_SHL:
		return right >= 0 && right < 63 && !__builtin_mul_overflow(left, INT64_C(1) << right, out);
	case IR_OP_SHR:
		if (right < 0 || right > 63)
			return false;
		*out = left >= 0 ? left >> right : ~(~left >> right);
		return true;
	case IR_OP_AND: *out = left & right; return true;
	case IR_OP_OR: *out = left | right; return true;
	case IR_OP_XOR: *out = left ^ right; return true;
	default: return false;
	}
}

/* left op number; NULL: nothing to simplify. */
static const struct host_sum *by_number(
	struct host_sums *sums, enum ir_op op, const struct host_sum *left, int64_t number)
{
	switch (op) {
	case IR_OP_DIV:
		return number > 0 && is_multiple(left, number)
			       ? divided_terms(sums, left, number, left->constant / number)
			       : NULL;
	case IR_OP_REM: return number > 0 && is_multiple(left, number) ? host_sum_number(sums, 0) : NULL;
	case IR_OP_SHL:
		return number >= 0 && number < 63
			       ? host_sum_add_fits(sums, host_sum_number(sums, 0), left, INT64_C(1) << number)
			       : NULL;
	case IR_OP_SHR:
		return number >= 0 && number < 63 ? by_number(sums, IR_OP_DIV, left, INT64_C(1) << number)
						  : NULL;
	case IR_OP_AND:
		if (!number)
			return host_sum_number(sums, 0);
		/* a mask of the upper bits alone, of what has no others */
		if (number < 0 && number != INT64_MIN && !(-number & (-number - 1)) &&
			is_multiple(left, -number))
			return left;
		return NULL;
	case IR_OP_OR:
	case IR_OP_XOR: return number ? NULL : left;
	default: return NULL;
	}
}

static const struct host_sum *unary(
	struct host_sums *sums, const struct ir_expr *expr, enum ir_op op, const struct host_sum *operand)
{
	const struct host_sum *zero = host_sum_number(sums, 0);
	switch (op) {
	case IR_OP_PLUS:
	case IR_OP_POST_INC:
	case IR_OP_POST_DEC: return operand;
	case IR_OP_PRE_INC: return host_sum_add(sums, operand, host_sum_number(sums, 1), 1);
	case IR_OP_PRE_DEC: return host_sum_add(sums, operand, host_sum_number(sums, 1), -1);
	case IR_OP_NEG: return host_sum_add(sums, zero, operand, -1);
	case IR_OP_NOT: return negated(sums, truth_of(sums, expr, operand));
	case IR_OP_BIT_NOT:
		if (!operand->term_count)
			return host_sum_number(sums, ~operand->constant);
		return host_sum_opaque(sums, expr, op, operand, NULL);
	default: return host_sum_opaque(sums, expr, op, operand, NULL);
	}
}

static const struct host_sum *binary(struct host_sums *sums, const struct ir_expr *expr, enum ir_op op,
	const struct host_sum *left, const struct host_sum *right)
{
	bool is_commutative = op == IR_OP_AND || op == IR_OP_OR || op == IR_OP_XOR || op == IR_OP_MUL;
	bool is_same_kind = !left->term_count == !right->term_count;
	if (is_commutative && (is_same_kind ? left->id > right->id : !left->term_count)) {
		const struct host_sum *swap = left;
		left = right;
		right = swap;
	}
	int64_t a, b;
	if (host_sum_is_number(right, &b)) {
		if (host_sum_is_number(left, &a) && fold_numbers(op, a, b, &a))
			return host_sum_number(sums, a);
		const struct host_sum *simple = by_number(sums, op, left, b);
		if (simple)
			return simple;
	}
	if (left == right && (op == IR_OP_AND || op == IR_OP_OR))
		return left;
	if (left == right && op == IR_OP_XOR)
		return host_sum_number(sums, 0);
	return host_sum_opaque(sums, expr, op, left, right);
}

const struct host_sum *host_sum_op(struct host_sums *sums, const struct ir_expr *expr, enum ir_op op,
	const struct host_sum *left, const struct host_sum *right)
{
	if (!right)
		return unary(sums, expr, op, left);
	const struct host_sum *product = NULL;
	switch (op) {
	case IR_OP_ADD: return host_sum_add(sums, left, right, 1);
	case IR_OP_SUB: return host_sum_add(sums, left, right, -1);
	case IR_OP_COMMA: return right;
	case IR_OP_LT:
	case IR_OP_GT:
	case IR_OP_LE:
	case IR_OP_GE:
	case IR_OP_EQ:
	case IR_OP_NE: return comparison(sums, expr, op, left, right);
	case IR_OP_LOGICAL_AND:
	case IR_OP_LOGICAL_OR: return logical(sums, expr, op, left, right);
	case IR_OP_MUL:
		product = host_sum_product(sums, expr, left, right);
		return product ? product : binary(sums, expr, op, left, right);
	default: return binary(sums, expr, op, left, right);
	}
}
