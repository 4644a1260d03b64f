/* Along each size first, then all together; first for all sizes, then for multiples. */
#include "analyzer/formula/fit_state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/formula/fit_solve.h"

enum {
	MOST_COLUMNS = 260,
	MOST_ROWS = 260,
	SHORT = 6, /* what is taken before other sizes are tried */
	LONGEST = 12,
	MOST_TOGETHER = 96, /* products that may explain a value */
	MOST_TERMS = 16,    /* and that do */
	MOST_ALONG = 7,     /* parts of a value along one size */
	MOST_FACTOR = 4096, /* numbers that people write */
	MOST_DIVISOR = 64,
	SPARE = 12, /* rows more than columns that count */
	LEAST_TESTS = 8
};

/* Columns along one size: atoms, and products of two of them. */
struct columns {
	const struct formula *data[MOST_COLUMNS];
	size_t count;
};

struct parts {
	const struct formula *data[MOST_ALONG];
	size_t count;
};

static int64_t rounded(double value)
{
	return (int64_t)llround(value);
}

static bool is_known(double count)
{
	return isfinite(count) && fabs(count) < 9e15;
}

/* ---- along one size ----------------------------------------------------------------------------- */

static void column(struct columns *columns, const struct formula *formula)
{
	if (formula && columns->count < MOST_COLUMNS)
		columns->data[columns->count++] = formula;
}

/* Sums of all atoms; or sums of products of likely ones. */
enum library { LINEAR, PRODUCTS };

static void list_products_of(
	struct arena *arena, const struct formula *const *factors, size_t count, struct columns *out)
{
	enum { MOST_TRIPLES = 7 };
	for (size_t i = 0; i < count; i++)
		for (size_t k = i; k < count; k++)
			column(out, formula_multiply(arena, factors[i], factors[k]));
	for (size_t i = 0; i < count && i < MOST_TRIPLES; i++)
		for (size_t k = i; k < count && k < MOST_TRIPLES; k++)
			for (size_t n = k; n < count && n < MOST_TRIPLES; n++)
				column(out, formula_multiply(arena, factors[i],
						    formula_multiply(arena, factors[k], factors[n])));
}

static void list_columns(
	const struct fit_state *state, unsigned size, enum library library, struct columns *out)
{
	enum { MOST_FACTORS = 12 };
	const struct formula *factors[MOST_FACTORS];
	size_t factor_count = 0;
	out->count = 0;
	column(out, formula_number(state->fit->arena, 1, 1));
	for (size_t i = 0; i < state->atoms.count; i++) {
		const struct formula *atom = state->atoms.data[i];
		if (!formula_mentions(atom, size) || (library == PRODUCTS && i >= state->plain))
			continue;
		column(out, atom);
		if (factor_count < MOST_FACTORS)
			factors[factor_count++] = atom;
	}
	if (library == PRODUCTS)
		list_products_of(state->fit->arena, factors, factor_count, out);
}

static bool is_along(const struct fit_state *state, const struct fit_point *point, size_t size)
{
	for (size_t i = 0; i < state->sizes; i++)
		if (i != size && point->sizes[i] != fit_base(state, i))
			return false;
	return !point->is_test;
}

struct rows {
	const struct fit_point *const *data;
	size_t count;
};

typedef VEC(const struct fit_point *) point_list;

/* Solves for some values, and notes which columns each is made of. */
static void solve_along(struct fit_state *state, struct arena *scratch, const struct columns *columns,
	const point_list *rows, const size_t *values, size_t value_count, struct parts *parts, bool *solved)
{
	int64_t *matrix = ARENA_ARRAY(scratch, int64_t, rows->count * columns->count + 1);
	int64_t *right = ARENA_ARRAY(scratch, int64_t, rows->count * value_count + 1);
	struct fit_ratio *out = ARENA_ARRAY(scratch, struct fit_ratio, columns->count * value_count + 1);
	bool *ok = ARENA_ARRAY(scratch, bool, value_count + 1);
	(void)state;
	for (size_t row = 0; row < rows->count; row++) {
		const struct fit_point *point = rows->data[row];
		for (size_t k = 0; k < columns->count; k++)
			matrix[row * columns->count + k] =
				rounded(formula_value(columns->data[k], point->sizes));
		for (size_t k = 0; k < value_count; k++)
			right[row * value_count + k] = rounded(point->counts[values[k]]);
	}
	fit_solve(scratch, matrix, columns->count, right, value_count, rows->count, out, ok);
	for (size_t k = 0; k < value_count; k++) {
		struct parts *own = &parts[values[k]];
		own->count = 0;
		for (size_t c = 0; c < columns->count && ok[k]; c++) {
			if (!out[k * columns->count + c].number)
				continue;
			ok[k] = own->count < MOST_ALONG;
			if (ok[k])
				own->data[own->count++] = columns->data[c];
		}
		solved[values[k]] = ok[k];
	}
}

/* `solved[value]`, and its parts along the size, for values in `wanted`. */
static void along(struct fit_state *state, unsigned size, int64_t low, enum library library,
	const bool *wanted, struct parts *parts, bool *solved)
{
	struct arena *scratch = arena_new();
	struct columns columns;
	point_list rows = {0};
	const size_t value_count = state->fit->value_count;
	size_t *whole = ARENA_ARRAY(scratch, size_t, value_count + 1), whole_count = 0;
	list_columns(state, size, library, &columns);
	for (size_t i = 0; i < state->points.count; i++)
		if (is_along(state, &state->points.data[i], size) &&
			fit_is_in(state, &state->points.data[i], low) && rows.count < MOST_ROWS)
			vec_push(scratch, &rows, &state->points.data[i]);
	for (size_t value = 0; value < value_count; value++) {
		point_list known = {0};
		solved[value] = false;
		for (size_t i = 0; wanted[value] && i < rows.count; i++)
			if (is_known(rows.data[i]->counts[value]))
				vec_push(scratch, &known, rows.data[i]);
		if (known.count < 4)
			continue;
		if (known.count == rows.count)
			whole[whole_count++] = value;
		else if (known.count * 2 > rows.count)
			solve_along(state, scratch, &columns, &known, &value, 1, parts, solved);
	}
	if (whole_count)
		solve_along(state, scratch, &columns, &rows, whole, whole_count, parts, solved);
	arena_free(scratch);
}

/* ---- all sizes together ------------------------------------------------------------------------- */

static size_t degree(const struct formula *formula)
{
	return formula->op == FORMULA_NUMBER ? 0 : formula->op == FORMULA_PRODUCT ? formula->count : 1;
}

/* Products of one part along each size, those of fewer factors first. */
static size_t list_products(
	struct fit_state *state, const struct parts *const *parts, const struct formula **out)
{
	struct arena *arena = state->fit->arena;
	size_t count = 1;
	out[0] = formula_number(arena, 1, 1);
	for (size_t size = 0; size < state->sizes; size++) {
		const struct parts *own = parts[size];
		size_t before = count;
		for (size_t i = 0; i < own->count; i++) {
			if (own->data[i]->op == FORMULA_NUMBER)
				continue;
			for (size_t k = 0; k < before; k++) {
				const struct formula *product = formula_multiply(arena, out[k], own->data[i]);
				bool is_new = product != NULL;
				for (size_t n = 0; n < count && is_new; n++)
					is_new = !formula_same(out[n], product);
				if (is_new && count == MOST_TOGETHER)
					return 0;
				if (is_new)
					out[count++] = product;
			}
		}
	}
	for (size_t i = 1; i < count; i++) {
		const struct formula *product = out[i];
		size_t at = i;
		for (; at > 0 && degree(out[at - 1]) > degree(product); at--)
			out[at] = out[at - 1];
		out[at] = product;
	}
	return count;
}

static bool holds_at(const struct formula *formula, const struct fit_point *point, size_t value)
{
	double count = point->counts[value], said = formula_value(formula, point->sizes);
	return fabs(count - said) < 1e-3;
}

/* Whether an atom has at least three values at points that formulas aren't made from. */
static bool is_tried(const struct fit_state *state, const struct formula *atom, size_t value, int64_t low)
{
	double seen[3];
	size_t count = 0;
	for (size_t i = 0; i < state->points.count && count < 3; i++) {
		const struct fit_point *point = &state->points.data[i];
		if (!point->is_test || !fit_is_in(state, point, low) || !is_known(point->counts[value]))
			continue;
		double now = formula_value(atom, point->sizes);
		bool is_new = true;
		for (size_t k = 0; k < count; k++)
			is_new &= fabs(seen[k] - now) > 0.5;
		if (is_new)
			seen[count++] = now;
	}
	return count == 3;
}

/* Whether all parts of a formula are, and its numbers are plain ones. */
static bool is_sound(const struct fit_state *state, const struct formula *formula, size_t value, int64_t low)
{
	switch (formula->op) {
	case FORMULA_NUMBER: return true;
	case FORMULA_SUM:
	case FORMULA_PRODUCT: break;
	default: return is_tried(state, formula, value, low);
	}
	for (size_t i = 0; i < formula->count; i++)
		if (!is_sound(state, formula->parts[i], value, low))
			return false;
	return true;
}

/* Whether it holds at all points of the mode from `low` on, among them some that it wasn't made from. */
static bool holds(const struct fit_state *state, const struct formula *formula, size_t value, int64_t low)
{
	size_t tests = 0, all = 0, unknown = 0;
	for (size_t i = 0; i < state->points.count; i++) {
		const struct fit_point *point = &state->points.data[i];
		if (!fit_is_in(state, point, low))
			continue;
		if (!is_known(point->counts[value])) {
			unknown++;
			continue;
		}
		if (!holds_at(formula, point, value))
			return false;
		tests += point->is_test;
		all++;
	}
	return tests >= LEAST_TESTS && all > unknown && is_sound(state, formula, value, low);
}

static const struct formula *written(struct fit_state *state, const struct formula *const *products,
	size_t count, const struct fit_ratio *factors)
{
	const struct formula *out = formula_number(state->fit->arena, 0, 1);
	size_t terms = 0;
	for (size_t i = 0; i < count; i++) {
		if (!factors[i].number)
			continue;
		bool is_plain =
			(products[i]->op == FORMULA_NUMBER || llabs(factors[i].number) <= MOST_FACTOR) &&
			factors[i].divisor <= MOST_DIVISOR;
		if (!is_plain || ++terms > MOST_TERMS)
			return NULL;
		out = formula_add(state->fit->arena, out,
			formula_scale(state->fit->arena, products[i], factors[i].number, factors[i].divisor));
	}
	return out;
}

/* A formula for one value, from its parts along the sizes; NULL: there is none. */
static const struct formula *together(
	struct fit_state *state, size_t value, int64_t low, const struct parts *const *parts)
{
	struct arena *scratch = arena_new();
	const struct formula *products[MOST_TOGETHER], *out = NULL;
	size_t count = list_products(state, parts, products), row = 0;
	const size_t most = state->points.count;
	int64_t *matrix = ARENA_ARRAY(scratch, int64_t, most * (count + 1) + 1);
	int64_t *right = ARENA_ARRAY(scratch, int64_t, most + 1);
	struct fit_ratio factors[MOST_TOGETHER];
	bool solved = false;
	for (size_t i = most; count && i-- > 0 && row < count * 3 + 60;) {
		const struct fit_point *point = &state->points.data[i];
		if (point->is_test || !fit_is_in(state, point, low) || !is_known(point->counts[value]))
			continue;
		for (size_t k = 0; k < count; k++)
			matrix[row * count + k] = rounded(formula_value(products[k], point->sizes));
		right[row++] = rounded(point->counts[value]);
	}
	if (count && row >= count + SPARE)
		fit_solve(scratch, matrix, count, right, 1, row, factors, &solved);
	if (solved)
		out = written(state, products, count, factors);
	arena_free(scratch);
	return out && holds(state, out, value, low) ? out : NULL;
}

/* ---- what it holds for --------------------------------------------------------------------------- */

static bool holds_from(
	const struct fit_state *state, const struct formula *formula, size_t value, const int64_t *least)
{
	for (size_t i = 0; i < state->points.count; i++) {
		const struct fit_point *point = &state->points.data[i];
		bool is_in = fit_is_in(state, point, 1) && is_known(point->counts[value]);
		for (size_t size = 0; size < state->sizes && is_in; size++)
			is_in = point->sizes[size] >= least[size];
		if (is_in && !holds_at(formula, point, value))
			return false;
	}
	return true;
}

/* The smallest sizes from which it holds, one size after the other. */
static void find_least(const struct fit_state *state, struct fit_value *out, size_t value, int64_t low)
{
	for (size_t size = 0; size < FORMULA_MOST_SIZES; size++)
		out->least[size] = size < state->sizes ? fit_low(state, size, low) : 1;
	for (size_t size = 0; size < state->sizes; size++) {
		int64_t most = out->least[size];
		out->least[size] = 1;
		while (out->least[size] < most && !holds_from(state, out->formula, value, out->least))
			out->least[size]++;
	}
}

static void accept(struct fit_state *state, size_t value, const struct formula *formula, int64_t low)
{
	struct fit_value *out = &state->fit->values[value];
	out->formula = formula;
	memcpy(out->multiple, state->mode.multiple, sizeof out->multiple);
	out->order = state->mode.order;
	find_least(state, out, value, low);
}

/* Along each size in one way or the other: what sums say of one size may be products along another one. */
static void try_along(
	struct fit_state *state, int64_t low, const bool *wanted, struct parts **parts, bool **solved)
{
	const size_t value_count = state->fit->value_count;
	bool *left = ARENA_ARRAY(state->fit->arena, bool, value_count + 1);
	bool *again = ARENA_ARRAY(state->fit->arena, bool, value_count + 1);
	for (unsigned size = 0; size < state->sizes; size++) {
		bool any = false;
		parts[size] = ARENA_ARRAY(state->fit->arena, struct parts, value_count + 1);
		solved[size] = ARENA_ARRAY(state->fit->arena, bool, value_count + 1);
		along(state, size, low, LINEAR, wanted, parts[size], solved[size]);
		for (size_t value = 0; value < value_count; value++) {
			left[value] = wanted[value] && !solved[size][value];
			any |= left[value];
		}
		if (any)
			along(state, size, low, PRODUCTS, left, parts[size], again);
		for (size_t value = 0; any && value < value_count; value++)
			solved[size][value] |= left[value] && again[value];
	}
}

/* Tries the values in `wanted` in the mode, for sizes from `low` on. */
static void try_from(struct fit_state *state, int64_t low, const bool *wanted)
{
	struct parts *parts[FORMULA_MOST_SIZES];
	bool *solved[FORMULA_MOST_SIZES];
	try_along(state, low, wanted, parts, solved);
	for (size_t value = 0; value < state->fit->value_count; value++) {
		const struct parts *own[FORMULA_MOST_SIZES];
		bool ok = wanted[value];
		for (size_t size = 0; size < state->sizes; size++) {
			ok &= solved[size][value];
			own[size] = &parts[size][value];
		}
		const struct formula *formula = ok ? together(state, value, low, own) : NULL;
		if (formula && formula_length(formula_factored(state->fit->arena, formula)) <= state->longest)
			accept(state, value, formula, low);
	}
}

/* Values that have no formula yet, and whose addresses hang on one of `sizes`. */
static bool list_wanted(const struct fit_state *state, uint32_t sizes, bool *wanted)
{
	bool any = false;
	for (size_t i = 0; i < state->fit->value_count; i++) {
		const struct fit_value *value = &state->fit->values[i];
		wanted[i] = value->is_asked && !value->formula && (!sizes || (value->address & sizes));
		any |= wanted[i];
	}
	return any;
}

static void try_mode(struct fit_state *state, uint32_t sizes, int64_t multiple)
{
	static const int64_t lows[] = {1, 9, 33};
	bool *wanted = ARENA_ARRAY(state->fit->arena, bool, state->fit->value_count + 1);
	for (size_t i = 0; i < FORMULA_MOST_SIZES; i++)
		state->mode.multiple[i] = sizes >> i & 1 ? multiple : 1;
	if (!list_wanted(state, sizes, wanted) || !fit_take_points(state))
		return;
	for (size_t i = 0; i < sizeof lows / sizeof *lows; i++)
		if (list_wanted(state, sizes, wanted))
			try_from(state, lows[i], wanted);
}

static void try_multiples(struct fit_state *state)
{
	uint32_t address = 0;
	for (size_t i = 0; i < state->fit->value_count; i++)
		address |= state->fit->values[i].address;
	for (size_t i = 0; i < state->sizes; i++)
		if (address >> i & 1)
			try_mode(state, UINT32_C(1) << i, 8);
	if (address & (address - 1))
		try_mode(state, address, 8);
	try_mode(state, (UINT32_C(1) << state->sizes) - 1, 32);
}

static void try_orders(struct fit_state *state)
{
	const struct formula_subject *subject = state->fit->subject;
	for (size_t i = 0; i < subject->order_count; i++) {
		const struct subject_order *order = &subject->orders[i];
		for (int64_t by = 0; by <= 2; by++) {
			state->mode.order = (struct fit_order){true, order->above, order->below, by};
			try_mode(state, 0, 1);
		}
		try_multiples(state);
	}
	state->mode.order.is_asked = false;
}

static void note_counted(struct fit_state *state)
{
	for (size_t value = 0; value < state->fit->value_count; value++) {
		size_t known = 0;
		for (size_t i = 0; i < state->points.count; i++)
			known += is_known(state->points.data[i].counts[value]);
		state->fit->values[value].is_counted = known * 2 > state->points.count;
	}
}

void fit_run(struct fit *fit)
{
	struct fit_state state = {.fit = fit, .sizes = fit->subject->count, .largest = 120000};
	state.largest = state.sizes == 1 ? 20000 : state.largest;
	if (!state.sizes)
		return;
	for (unsigned size = 0; size < state.sizes; size++)
		for (int axis = 0; axis < 3; axis++) {
			const struct formula *grid = fit->subject->grid[axis];
			bool is_in = !grid || (grid->op != FORMULA_SIZE && formula_mentions(grid, size));
			state.in_grid |= is_in ? UINT32_C(1) << size : 0;
		}
	fit_list_atoms(&state);
	/* a short formula for some sizes is read, a long one for all isn't */
	for (state.longest = SHORT; state.longest <= LONGEST; state.longest += LONGEST - SHORT) {
		try_mode(&state, 0, 1);
		try_multiples(&state);
		try_orders(&state);
	}
	note_counted(&state);
	fit->spent = state.spent;
}
