/* Gauss's elimination modulo a prime, and fractions from what is left: the numbers are small, so what is
 * found is right where it is found; who asks puts it into the rows anyway. */
#include "analyzer/formula/fit_solve.h"

#include <string.h>

static const uint64_t PRIME = 2147483647; /* 2^31 - 1 */

static uint64_t modulo(int64_t number)
{
	int64_t rest = number % (int64_t)PRIME;
	return (uint64_t)(rest < 0 ? rest + (int64_t)PRIME : rest);
}

static uint64_t inverse(uint64_t number)
{
	uint64_t out = 1, power = number;
	for (uint64_t bits = PRIME - 2; bits; bits >>= 1) {
		if (bits & 1)
			out = out * power % PRIME;
		power = power * power % PRIME;
	}
	return out;
}

/* The fraction with a small divisor that is this modulo the prime (Wang's way). */
static bool fraction(uint64_t number, struct fit_ratio *out)
{
	static const int64_t MOST_NUMBER = 1 << 20, MOST_DIVISOR = 1 << 10;
	int64_t above = (int64_t)PRIME, below = (int64_t)number, before = 0, now = 1;
	while (below >= MOST_NUMBER) {
		int64_t times = above / below, rest = above % below, next = before - times * now;
		above = below;
		below = rest;
		before = now;
		now = next;
	}
	out->number = now < 0 ? -below : below;
	out->divisor = now < 0 ? -now : now;
	return out->divisor > 0 && out->divisor <= MOST_DIVISOR;
}

/* Takes `by` times one row away from another. */
static void subtract(uint64_t *row, const uint64_t *other, uint64_t by, size_t from, size_t width)
{
	for (size_t i = from; i < width; i++)
		row[i] = (row[i] + (PRIME - by) * other[i]) % PRIME;
}

struct system {
	uint64_t *work;
	size_t rows, columns, width, rank;
	size_t *pivots; /* the column of each of the first rows */
};

/* Brings a row with something in the column to the place of the next pivot, with 1 there. False: none has. */
static bool find_pivot(struct system *system, size_t column)
{
	size_t row = system->rank, width = system->width;
	while (row < system->rows && system->work[row * width + column] == 0)
		row++;
	if (row == system->rows)
		return false;
	uint64_t *to = &system->work[system->rank * width], *from = &system->work[row * width];
	uint64_t scale = inverse(from[column]);
	for (size_t k = column; k < width; k++) {
		uint64_t other = to[k];
		to[k] = from[k] * scale % PRIME;
		if (from != to)
			from[k] = other;
	}
	return true;
}

static void eliminate(struct system *system)
{
	size_t width = system->width;
	for (size_t column = 0; column < system->columns && system->rank < system->rows; column++) {
		if (!find_pivot(system, column))
			continue;
		const uint64_t *pivot = &system->work[system->rank * width];
		for (size_t row = 0; row < system->rows; row++) {
			uint64_t *other = &system->work[row * width];
			if (row != system->rank && other[column])
				subtract(other, pivot, other[column], column, width);
		}
		system->pivots[system->rank++] = column;
	}
}

/* Reads a side off; false: rows without a pivot have something left. */
static bool read_side(const struct system *system, size_t side, struct fit_ratio *out)
{
	const size_t column = system->columns + side;
	for (size_t row = system->rank; row < system->rows; row++)
		if (system->work[row * system->width + column])
			return false;
	memset(out, 0, system->columns * sizeof *out);
	for (size_t row = 0; row < system->rank; row++)
		if (!fraction(system->work[row * system->width + column], &out[system->pivots[row]]))
			return false;
	return true;
}

void fit_solve(struct arena *scratch, const int64_t *matrix, size_t columns, const int64_t *right,
	size_t sides, size_t rows, struct fit_ratio *out, bool *solved)
{
	struct system system = {.rows = rows, .columns = columns, .width = columns + sides};
	system.work = ARENA_ARRAY(scratch, uint64_t, rows * system.width + 1);
	system.pivots = ARENA_ARRAY(scratch, size_t, columns + 1);
	for (size_t row = 0; row < rows; row++) {
		for (size_t k = 0; k < columns; k++)
			system.work[row * system.width + k] = modulo(matrix[row * columns + k]);
		for (size_t k = 0; k < sides; k++)
			system.work[row * system.width + columns + k] = modulo(right[row * sides + k]);
	}
	eliminate(&system);
	for (size_t side = 0; side < sides; side++)
		solved[side] = read_side(&system, side, &out[side * columns]);
}
