/* Takes conditions apart into comparisons that hold or don't: all of `a && b` that is taken, all of `a || b`
 * that isn't. Conditions on reals say nothing here, since sums have no fractions. */
#include "analyzer/host/known.h"

#include "analyzer/host/value/sum_table.h"

enum { MAX_DEPTH = 8 };

/* A comparison of two sums, LT or EQ, and whether it holds. */
struct fact {
	enum ir_op op;
	const struct host_sum *left, *right; /* right NULL: zero */
	bool holds;
};

typedef void fact_use(void *context, const struct fact *fact);

static bool has_reals(const struct ir_expr *expr, unsigned depth)
{
	if (!expr || depth > MAX_DEPTH)
		return expr != NULL;
	if (ir_type_value(expr->type)->kind == IR_TYPE_FLOAT)
		return true;
	for (size_t i = 0; i < expr->operand_count; i++)
		if (expr->operands[i] && has_reals(expr->operands[i], depth + 1))
			return true;
	return false;
}

/* What the only atom of a condition, 0 or 1, must be: 1, 0, or -1 where it may be either. */
static int atom_truth(const struct host_sum *condition, bool holds)
{
	int64_t at_one;
	if (__builtin_add_overflow(condition->constant, condition->terms[0].factor, &at_one))
		return -1;
	bool may_be_zero = (condition->constant != 0) == holds, may_be_one = (at_one != 0) == holds;
	return may_be_zero == may_be_one ? -1 : may_be_one;
}

static void take_apart(
	const struct host_sum *condition, bool holds, fact_use *use, void *context, unsigned depth)
{
	if (!condition || depth > MAX_DEPTH || !condition->term_count)
		return;
	const struct host_atom *atom = condition->terms[0].atom;
	if (condition->term_count > 1 || !host_sum_is_truth_op(atom->op)) {
		if (!holds)
			use(context, &(struct fact){IR_OP_EQ, condition, NULL, true});
		return;
	}
	int truth = atom_truth(condition, holds);
	if (truth < 0)
		return;
	if (atom->op == IR_OP_LT || atom->op == IR_OP_EQ) {
		use(context, &(struct fact){atom->op, atom->left, atom->right, truth});
	} else if (truth == (atom->op == IR_OP_LOGICAL_AND)) {
		take_apart(atom->left, truth, use, context, depth + 1);
		take_apart(atom->right, truth, use, context, depth + 1);
	}
}

static void each_fact(const struct host_path *path, fact_use *use, void *context)
{
	for (; path; path = path->up)
		if (!has_reals(path->expr, 0))
			take_apart(path->condition, path->is_taken, use, context, 0);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

struct bounding {
	const struct host_sum *sum;
	struct host_bounds bounds;
	bool any;
};

/* sum + distance, where one side of a comparison is the sum and the other a number. */
static void bound(struct bounding *bounding, enum ir_op op, bool is_left, int64_t number, bool holds)
{
	struct host_bounds *bounds = &bounding->bounds;
	int64_t limit;
	if (op == IR_OP_EQ) {
		if (holds)
			bounds->low = bounds->high = number;
		bounding->any |= holds;
		return;
	}
	/* sum < number, its opposite sum >= number, number < sum, and its opposite */
	bool is_upper = is_left == holds;
	int64_t by = is_upper == is_left ? is_left ? -1 : 0 : is_left ? 0 : 1;
	if (__builtin_add_overflow(number, by, &limit))
		return;
	if (is_upper && limit < bounds->high)
		bounds->high = limit;
	if (!is_upper && limit > bounds->low)
		bounds->low = limit;
	bounding->any = true;
}

/* `sum % 32 == 0`, `(sum & 31) == 0`: by which number; 0: something else. */
static int64_t divides(const struct host_sum *remainder, const struct host_sum *sum)
{
	int64_t number;
	if (remainder->constant || remainder->term_count != 1)
		return 0;
	const struct host_atom *atom = remainder->terms[0].atom;
	if ((atom->op != IR_OP_REM && atom->op != IR_OP_AND) || atom->left != sum || !atom->right ||
		!host_sum_is_number(atom->right, &number) || number <= 0 || number >= INT32_MAX)
		return 0;
	if (atom->op == IR_OP_REM)
		return number;
	return (number & (number + 1)) == 0 ? number + 1 : 0;
}

static void use_for_bounds(void *context, const struct fact *fact)
{
	struct bounding *bounding = context;
	int64_t number = 0, distance;
	if (fact->right && !host_sum_is_number(fact->right, &number)) {
		if (fact->op == IR_OP_LT && host_sum_is_number(fact->left, &number) &&
			host_sum_distance(fact->right, bounding->sum, &distance) &&
			!__builtin_sub_overflow(number, distance, &number))
			bound(bounding, fact->op, false, number, fact->holds);
		return;
	}
	if (host_sum_distance(fact->left, bounding->sum, &distance)) {
		if (!__builtin_sub_overflow(number, distance, &number))
			bound(bounding, fact->op, true, number, fact->holds);
		return;
	}
	int64_t divisor =
		fact->op == IR_OP_EQ && fact->holds && !number ? divides(fact->left, bounding->sum) : 0;
	if (divisor > bounding->bounds.divisor) {
		bounding->bounds.divisor = divisor;
		bounding->any = true;
	}
}

bool host_bounds_of(const struct host_path *path, const struct host_sum *sum, struct host_bounds *out)
{
	struct bounding bounding = {sum, {INT64_MIN, INT64_MAX, 1}, false};
	each_fact(path, use_for_bounds, &bounding);
	*out = bounding.bounds;
	return bounding.any && out->low <= out->high;
}

/* ---- equal numbers --------------------------------------------------------------------------- */

static void use_equality(void *context, const struct fact *fact)
{
	struct host_equalities *equalities = context;
	int64_t number = 0;
	const struct host_sum *sum = fact->left;
	if (fact->op != IR_OP_EQ || !fact->holds || equalities->count == HOST_MOST_EQUAL)
		return;
	if (fact->right && !host_sum_is_number(fact->right, &number)) {
		if (!host_sum_is_number(fact->left, &number))
			return;
		sum = fact->right;
	}
	if (sum->term_count != 1 || __builtin_sub_overflow(number, sum->constant, &number) ||
		number == INT64_MIN || number % sum->terms[0].factor)
		return;
	equalities->atoms[equalities->count] = sum->terms[0].atom;
	equalities->numbers[equalities->count++] = number / sum->terms[0].factor;
}

static const struct host_sum *resolve(struct host_sums *sums, const struct host_equalities *equalities,
	const struct host_sum *sum, unsigned depth);

static const struct host_sum *resolve_atom(struct host_sums *sums, const struct host_equalities *equalities,
	const struct host_atom *atom, unsigned depth)
{
	for (size_t i = 0; i < equalities->count; i++)
		if (equalities->atoms[i] == atom)
			return host_sum_number(sums, equalities->numbers[i]);
	bool is_arithmetic = atom->op >= IR_OP_ADD && atom->op <= IR_OP_LOGICAL_OR;
	if (!is_arithmetic || !atom->left || !atom->right || depth > MAX_DEPTH)
		return NULL;
	const struct host_sum *left = resolve(sums, equalities, atom->left, depth + 1),
			      *right = resolve(sums, equalities, atom->right, depth + 1);
	if (left == atom->left && right == atom->right)
		return NULL;
	return host_sum_op(sums, atom->expr, atom->op, left, right);
}

static const struct host_sum *resolve(struct host_sums *sums, const struct host_equalities *equalities,
	const struct host_sum *sum, unsigned depth)
{
	const struct host_sum *out = sum;
	for (size_t i = 0; i < sum->term_count; i++) {
		const struct host_term *term = &sum->terms[i];
		const struct host_sum *now = resolve_atom(sums, equalities, term->atom, depth);
		if (!now)
			continue;
		const struct host_sum *before = host_sum_make(sums, 0, &(struct host_term){term->atom, 1}, 1);
		out = host_sum_add(sums, out, before, -term->factor);
		out = host_sum_add(sums, out, now, term->factor);
	}
	return out;
}

void host_equalities_of(const struct host_path *path, struct host_equalities *out)
{
	out->count = 0;
	each_fact(path, use_equality, out);
}

const struct host_sum *host_resolved(
	struct host_sums *sums, const struct host_equalities *equalities, const struct host_sum *sum)
{
	return equalities->count ? resolve(sums, equalities, sum, 0) : sum;
}
