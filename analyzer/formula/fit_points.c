/* Which sizes are counted: all small ones, around what things are divided by or compared with, and some in
 * between that are drawn, the same ones each time. */
#include "analyzer/formula/fit_state.h"

#include <math.h>
#include <string.h>

enum { EVERY = 40, FEW = 14, MOST_VALUES = 320, BETWEEN = 64, TESTS = 40, TRIES = 10 };

/* Steps of an execution that is long; products of sizes that are executed at least. */
enum { LONG = 10000, VERY_LONG = 40000, SMALLEST = 4000, SMALLEST_ALONE = 300 };

/* Values of one size, each once, rising. */
struct values {
	int64_t data[MOST_VALUES];
	size_t count;
};

static void put(struct values *values, int64_t value, int64_t multiple)
{
	value = value <= 0 ? 0 : (value + multiple - 1) / multiple * multiple;
	size_t at = 0;
	while (at < values->count && values->data[at] < value)
		at++;
	if (value <= 0 || values->count == MOST_VALUES || (at < values->count && values->data[at] == value))
		return;
	memmove(&values->data[at + 1], &values->data[at], (values->count - at) * sizeof *values->data);
	values->data[at] = value;
	values->count++;
}

/* Around each multiple of what things are divided by, or compared with. */
static void put_around(struct values *values, int64_t number, int64_t multiple)
{
	enum { LARGEST = 2100 };
	if (number < 2 || number > LARGEST)
		return;
	put(values, number - 1, multiple);
	put(values, number, multiple);
	put(values, number + 1, multiple);
	put(values, 2 * number, multiple);
	put(values, 2 * number + 1, multiple);
	put(values, 3 * number + 5, multiple);
}

/* Around the number of threads of a grid that is told by numbers: from there on nothing more is counted. */
static void put_turn(struct values *values, int64_t number, int64_t multiple)
{
	enum { MOST_THREADS = 1 << 26 };
	if (number > MOST_THREADS)
		return;
	for (int64_t beside = -2; beside <= 2; beside++)
		put(values, number + beside, multiple);
	put(values, number / 2, multiple);
	put(values, 2 * number, multiple);
	put(values, 3 * number + 5, multiple);
}

/* Where a rest, or what is left for a block, comes to a number. */
static void put_beside(struct values *values, int64_t divisor, int64_t number, int64_t multiple)
{
	for (int64_t beside = -1; beside <= 1; beside++) {
		put(values, divisor + number + beside, multiple);
		put(values, divisor - number + beside, multiple);
	}
	put(values, 2 * divisor + number, multiple);
	put(values, 2 * divisor - number, multiple);
}

static void list_values(const struct fit_state *state, size_t axis, struct values *out)
{
	static const int64_t ordinary[] = {
		47, 48, 49, 63, 64, 65, 71, 90, 95, 96, 97, 100, 113, 127, 128, 129, 150};
	const struct formula_subject *subject = state->fit->subject;
	int64_t multiple = state->mode.multiple[axis];
	out->count = 0;
	for (int64_t i = 1; i <= (multiple == 1 || state->sizes == 1 ? EVERY : FEW); i++)
		put(out, i * multiple, multiple);
	for (size_t i = 0; multiple == 1 && i < sizeof ordinary / sizeof *ordinary; i++)
		put(out, ordinary[i], multiple);
	for (size_t i = 0; i < subject->divisors.count; i++)
		put_around(out, subject->divisors.data[i], multiple);
	for (size_t i = 0; i < subject->turning.count; i++)
		put_turn(out, subject->turning.data[i], multiple);
	for (size_t i = 0; i < subject->class->constants.count; i++)
		put_around(out, subject->class->constants.data[i], multiple);
	for (size_t i = 0; i < subject->class->divisors.count; i++)
		for (size_t k = 0; k < subject->class->constants.count; k++)
			put_beside(out, subject->class->divisors.data[i], subject->class->constants.data[k],
				multiple);
}

int64_t fit_low(const struct fit_state *state, size_t size, int64_t low)
{
	enum { LOW_TURNS = 9 };
	return state->in_grid >> size & 1 || low < LOW_TURNS ? low : LOW_TURNS;
}

bool fit_is_in(const struct fit_state *state, const struct fit_point *point, int64_t low)
{
	for (size_t i = 0; i < state->sizes; i++)
		if (point->sizes[i] < fit_low(state, i, low) ||
			point->sizes[i] % state->mode.multiple[i] != 0)
			return false;
	const struct fit_order *order = &state->mode.order;
	return !order->is_asked || point->sizes[order->above] >= point->sizes[order->below] + order->by;
}

static bool is_there(const struct fit_state *state, const int64_t *sizes)
{
	for (size_t i = 0; i < state->points.count; i++)
		if (memcmp(state->points.data[i].sizes, sizes, state->sizes * sizeof *sizes) == 0)
			return true;
	return false;
}

/* Counts a point, unless it was before. False: no budget is left. */
static bool take(struct fit_state *state, const int64_t *sizes, bool is_test)
{
	struct fit *fit = state->fit;
	if (is_there(state, sizes))
		return true;
	if (state->spent > fit->budget) {
		fit->is_cut = true;
		return false;
	}
	struct fit_point point = {.is_test = is_test};
	double *counts = ARENA_ARRAY(fit->arena, double, fit->value_count + 1);
	uint64_t before = state->spent;
	memcpy(point.sizes, sizes, state->sizes * sizeof *sizes);
	point.counts = counts;
	if (!fit->count(fit->context, sizes, counts, &state->spent))
		for (size_t i = 0; i < fit->value_count; i++)
			counts[i] = (double)NAN;
	fit->points++;
	if (state->spent - before > LONG && state->largest > (state->sizes == 1 ? SMALLEST_ALONE : SMALLEST))
		state->largest /= 2;
	vec_push(fit->arena, &state->points, point);
	return true;
}

int64_t fit_base(const struct fit_state *state, size_t size)
{
	static const int64_t bases[] = {37, 43, 35, 41, 39, 45}, smaller[] = {17, 19, 13, 11, 9, 10};
	int64_t multiple = state->mode.multiple[size];
	int64_t more = state->mode.order.is_asked && state->mode.order.above == size ? 120 : 0;
	int64_t base = state->in_grid >> size & 1 ? bases[size] : smaller[size];
	return (base + more + multiple - 1) / multiple * multiple;
}

static uint64_t draw(uint64_t *seed)
{
	*seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *seed >> 33;
}

/* Not too large: what they are multiplied with each other is executed. The `number`th one has one size in
 * turn that is of the scale of blocks. */
static void draw_sizes(const struct fit_state *state, const struct values *values, unsigned number,
	uint64_t *seed, int64_t *out)
{
	const double largest = state->largest;
	double all = 1;
	size_t first = number % state->sizes;
	for (size_t i = 0; i < state->sizes; i++) {
		size_t axis = (first + i) % state->sizes;
		int64_t multiple = state->mode.multiple[axis];
		uint64_t kind = i == 0 ? 6 + draw(seed) % 2 : draw(seed) % 6;
		int64_t value = kind < 3   ? (int64_t)(draw(seed) % EVERY) + 1
				: kind < 6 ? (int64_t)(draw(seed) % 150) + 20
					   : values[axis].data[draw(seed) % values[axis].count] +
						     (int64_t)(draw(seed) % 40);
		if (state->sizes == 1 && kind == 7)
			value = (int64_t)(draw(seed) % (uint64_t)(state->largest / 2)) + 100;
		value = (value + multiple - 1) / multiple * multiple;
		if (all * (double)value > largest)
			value = ((int64_t)(draw(seed) % (state->sizes == 1 ? 300 : 16)) / multiple + 1) *
				multiple;
		all *= (double)value;
		out[axis] = value;
	}
	const struct fit_order *order = &state->mode.order;
	int64_t above = order->is_asked ? out[order->above] : 0;
	if (order->is_asked && above < out[order->below]) {
		out[order->above] = out[order->below];
		out[order->below] = above;
	}
}

/* Of a single size every value for two blocks, as far as that doesn't take long. */
static bool take_all(struct fit_state *state)
{
	enum { LAST = 560 };
	for (int64_t value = EVERY; value <= LAST && state->spent < state->fit->budget / 3; value++)
		if (!take(state, &value, value % 3 == 0))
			return false;
	return true;
}

bool fit_take_points(struct fit_state *state)
{
	struct values values[FORMULA_MOST_SIZES];
	int64_t sizes[FORMULA_MOST_SIZES] = {0};
	uint64_t seed = 20;
	for (size_t axis = 0; axis < state->sizes; axis++)
		list_values(state, axis, &values[axis]);
	for (size_t axis = 0; axis < state->sizes; axis++) {
		for (size_t i = 0; i < state->sizes; i++)
			sizes[i] = fit_base(state, i);
		for (size_t i = 0; i < values[axis].count; i++) {
			uint64_t before = state->spent;
			sizes[axis] = values[axis].data[i];
			if (!take(state, sizes, false))
				return false;
			if (state->spent - before > VERY_LONG)
				break;
		}
	}
	for (int i = 0; i < BETWEEN + TESTS; i++) {
		for (int tries = 0; tries < TRIES; tries++) {
			draw_sizes(state, values, (unsigned)i, &seed, sizes);
			if (!is_there(state, sizes))
				break;
		}
		if (!take(state, sizes, i >= BETWEEN))
			return false;
	}
	return state->sizes > 1 || state->mode.multiple[0] > 1 || take_all(state);
}
