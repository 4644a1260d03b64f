/* Values against brute force: random expressions over lane vectors and symbols are computed symbolically,
 * then the symbols get numbers and every lane is compared with what C computes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analyzer/simt/exec/exec.h"

enum { LANES = 48, BASE_SYMBOLS = 5, ROUNDS = 20000, DEPTH = 3 };

static uint64_t seed;

static uint64_t random_bits(void)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

static int64_t between(int64_t low, int64_t high)
{
	return low + (int64_t)(random_bits() % (uint64_t)(high - low + 1));
}

static const struct ir_type types[] = {
	{.kind = IR_TYPE_INT, .is_signed = true, .size = 4, .align = 4, .name = "int"},
	{.kind = IR_TYPE_INT, .is_signed = false, .size = 4, .align = 4, .name = "unsigned int"},
	{.kind = IR_TYPE_INT, .is_signed = true, .size = 8, .align = 8, .name = "long"},
	{.kind = IR_TYPE_INT, .is_signed = false, .size = 8, .align = 8, .name = "unsigned long"},
	{.kind = IR_TYPE_INT, .is_signed = true, .size = 1, .align = 1, .name = "char"},
	{.kind = IR_TYPE_INT, .is_signed = false, .size = 2, .align = 2, .name = "unsigned short"},
	{.kind = IR_TYPE_BOOL, .is_signed = false, .size = 1, .align = 1, .name = "bool"},
};
enum { WIDE_TYPES = 4, TYPES = sizeof types / sizeof *types };

/* ---- the machine and numbers for its symbols ------------------------------------------------- */

static struct simt *machine(struct arena *arena)
{
	struct simt *simt = ARENA_NEW(arena, struct simt);
	simt->arena = arena;
	simt->lanes = LANES;
	for (unsigned lane = 0; lane < LANES; lane++)
		mask_add(&simt->active.may, lane);
	simt->active.must = simt->active.may;
	for (int dim = 0; dim < 3; dim++)
		simt->block_symbol[dim] = UINT32_MAX;
	static const int64_t ranges[BASE_SYMBOLS][3] = {
		{0, 1000, 1}, {-60, 60, 1}, {1, 9, 1}, {0, 4096, 32}, {0, 70, 1}};
	for (int i = 0; i < BASE_SYMBOLS; i++) {
		symbol_new(simt, i == BASE_SYMBOLS - 1 ? SYMBOL_BLOCK : SYMBOL_PARAM, "n", ranges[i][0],
			ranges[i][1]);
		simt->symbols.data[i].divisor = ranges[i][2];
	}
	simt->block_symbol[0] = BASE_SYMBOLS - 1;
	simt->box.high[0] = 70;
	return simt;
}

static void choose_numbers(const struct simt *simt, int64_t number[BASE_SYMBOLS])
{
	for (int i = 0; i < BASE_SYMBOLS; i++) {
		const struct simt_symbol *symbol = &simt->symbols.data[i];
		number[i] = between(symbol->low, symbol->high);
		number[i] -= number[i] % symbol->divisor;
	}
}

static int64_t wrapped(int64_t number, const struct ir_type *type)
{
	if (type->kind == IR_TYPE_BOOL)
		return number != 0;
	switch (type->size) {
	case 1: return type->is_signed ? (int64_t)(int8_t)number : (int64_t)(uint8_t)number;
	case 2: return type->is_signed ? (int64_t)(int16_t)number : (int64_t)(uint16_t)number;
	case 4: return type->is_signed ? (int64_t)(int32_t)number : (int64_t)(uint32_t)number;
	default: return number;
	}
}

/* What C computes; false where it says nothing (overflow, division by zero, shifts too far) or the numbers
 * are too large. *passed: an unsigned result wrapped round at the upper end. */
static bool calculate(
	enum ir_op op, int64_t a, int64_t b, const struct ir_type *type, int64_t *out, bool *passed)
{
	*passed = false;
	bool is_unsigned = !type->is_signed;
	int bits = (int)type->size * 8;
	__extension__ typedef __int128 wide;
	__extension__ typedef unsigned __int128 unsigned_wide;
	wide x = a, y = b, result;
	if (is_unsigned) {
		x = type->size == 8 ? (wide)(uint64_t)a : (wide)(uint32_t)a;
		y = type->size == 8 ? (wide)(uint64_t)b : (wide)(uint32_t)b;
	}
	switch (op) {
	case IR_OP_ADD: result = x + y; break;
	case IR_OP_SUB: result = x - y; break;
	case IR_OP_MUL: result = (wide)((unsigned_wide)x * (unsigned_wide)y); break;
	case IR_OP_DIV:
	case IR_OP_REM:
		if (!y)
			return false;
		result = op == IR_OP_DIV ? x / y : x % y;
		break;
	case IR_OP_SHL:
		if (y < 0 || y >= bits)
			return false;
		result = (wide)((unsigned_wide)x << y);
		break;
	case IR_OP_SHR:
		if (y < 0 || y >= bits)
			return false;
		result = x >> y;
		break;
	case IR_OP_AND: result = x & y; break;
	case IR_OP_OR: result = x | y; break;
	case IR_OP_XOR: result = x ^ y; break;
	case IR_OP_LT: *out = x < y; return true;
	case IR_OP_GT: *out = x > y; return true;
	case IR_OP_LE: *out = x <= y; return true;
	case IR_OP_GE: *out = x >= y; return true;
	case IR_OP_EQ: *out = x == y; return true;
	case IR_OP_NE: *out = x != y; return true;
	default: return false;
	}
	*out = wrapped((int64_t)result, type);
	wide most = (wide)1 << 60;
	*passed = result > most || (type->size == 4 && result > UINT32_MAX);
	return is_unsigned ? result >= -most : result == *out && result <= most && result >= -most;
}

/* A value's number in one lane; false when a symbol in it has none. */
static bool evaluate(const struct simt *simt, const struct simt_value *value, unsigned lane,
	const int64_t *number, int64_t *out);

static bool symbol_number(const struct simt *simt, uint32_t index, const int64_t *number, int64_t *out)
{
	if (index < BASE_SYMBOLS) {
		*out = number[index];
		return true;
	}
	const struct simt_symbol *symbol = &simt->symbols.data[index];
	int64_t a, b;
	if (symbol->assumptions || symbol->kind != SYMBOL_COMPUTED || !symbol->left ||
		!evaluate(simt, symbol->left, 0, number, &a) || !evaluate(simt, symbol->right, 0, number, &b))
		return false;
	if (symbol->type && symbol->type->size < 8) {
		a = wrapped(a, symbol->type);
		b = wrapped(b, symbol->type);
	}
	bool passed;
	return calculate(symbol->op, a, b, symbol->type ? symbol->type : &types[2], out, &passed) && !passed;
}

static bool evaluate(const struct simt *simt, const struct simt_value *value, unsigned lane,
	const int64_t *number, int64_t *out)
{
	if (value->kind != SIMT_INT)
		return false;
	uint64_t sum = (uint64_t)value_lane(value, lane);
	for (uint32_t i = 0; i < value->term_count; i++) {
		const struct simt_term *term = &value->terms[i];
		int64_t symbol;
		if (!symbol_number(simt, term->symbol, number, &symbol))
			return false;
		sum += (uint64_t)(term->lanes ? term->lanes[lane] : term->coefficient) * (uint64_t)symbol;
	}
	*out = (int64_t)sum;
	return true;
}

/* ---- random expressions ---------------------------------------------------------------------- */

/* A value with what C computes for it, lane by lane. */
struct pair {
	const struct simt_value *value;
	int64_t lanes[LANES];
	bool valid[LANES];
};

static struct pair leaf(struct simt *simt, const struct ir_type *type, const int64_t *number)
{
	struct pair out;
	int64_t low = type->is_signed ? -70 : 0, scale = 1;
	uint32_t symbol = 0;
	switch (between(0, 3)) {
	case 0: out.value = value_int(simt, between(low, 70)); break;
	case 1: out.value = value_int(simt, (int64_t)1 << between(0, 7)); break;
	case 2: {
		int64_t lanes[LANES], first = between(low, 70), step = between(0, 5), limit = between(1, 64);
		for (int lane = 0; lane < LANES; lane++)
			lanes[lane] = first + lane * step % limit;
		out.value = value_lanes(simt, lanes);
		break;
	}
	default:
		do
			symbol = (uint32_t)between(0, BASE_SYMBOLS - 1);
		while (!type->is_signed && simt->symbols.data[symbol].low < 0);
		scale = between(1, 40);
		out.value = value_scale(simt, value_symbol(simt, symbol), scale);
	}
	for (unsigned lane = 0; lane < LANES; lane++)
		out.valid[lane] = evaluate(simt, out.value, lane, number, &out.lanes[lane]);
	return out;
}

static struct pair tree(struct simt *simt, const struct ir_type *type, const int64_t *number, int depth)
{
	static const enum ir_op ops[] = {IR_OP_ADD, IR_OP_SUB, IR_OP_MUL, IR_OP_DIV, IR_OP_REM, IR_OP_SHL,
		IR_OP_SHR, IR_OP_AND, IR_OP_OR, IR_OP_XOR, IR_OP_ADD, IR_OP_MUL};
	if (depth == 0 || between(0, 3) == 0)
		return leaf(simt, type, number);
	struct pair a = tree(simt, type, number, depth - 1), b = tree(simt, type, number, depth - 1), out;
	enum ir_op op = ops[between(0, sizeof ops / sizeof *ops - 1)];
	out.value = value_binary(simt, op, a.value, b.value, type);
	for (int lane = 0; lane < LANES; lane++) {
		bool passed = false;
		out.valid[lane] =
			a.valid[lane] && b.valid[lane] &&
			calculate(op, a.lanes[lane], b.lanes[lane], type, &out.lanes[lane], &passed);
		/* numbers with symbols are taken not to wrap there */
		out.valid[lane] &= !passed || !out.value->term_count;
	}
	return out;
}

static void check_pair(
	struct simt *simt, const struct pair *pair, const struct ir_type *type, const int64_t *number)
{
	int64_t low, high, first = 0;
	bool any = false;
	value_range(simt, pair->value, &low, &high);
	for (unsigned lane = 0; lane < LANES; lane++) {
		int64_t out;
		if (!pair->valid[lane])
			continue;
		if (value_is_surely_uniform(simt, pair->value)) {
			first = any ? first : pair->lanes[lane];
			any = true;
			assert_int_equal(first, pair->lanes[lane]);
		}
		if (!evaluate(simt, pair->value, lane, number, &out))
			continue;
		assert_int_equal(wrapped(out, type), pair->lanes[lane]);
		assert_true(low <= out && out <= high);
		if (!pair->value->term_count)
			assert_int_equal(out, pair->lanes[lane]);
	}
}

static void operators(void **state)
{
	(void)state;
	seed = 88172645463325252u;
	unsigned told = 0;
	for (int round = 0; round < ROUNDS; round++) {
		struct arena *arena = arena_new();
		struct simt *simt = machine(arena);
		int64_t number[BASE_SYMBOLS];
		choose_numbers(simt, number);
		const struct ir_type *type = &types[between(0, WIDE_TYPES - 1)];
		struct pair pair = tree(simt, type, number, DEPTH);
		check_pair(simt, &pair, type, number);
		told += pair.value->kind == SIMT_INT;
		arena_free(arena);
	}
	assert_true(told > ROUNDS / 2);
}

static void conversions(void **state)
{
	(void)state;
	seed = 1234567;
	for (int round = 0; round < ROUNDS; round++) {
		struct arena *arena = arena_new();
		struct simt *simt = machine(arena);
		int64_t number[BASE_SYMBOLS];
		choose_numbers(simt, number);
		const struct ir_type *from = &types[between(0, WIDE_TYPES - 1)],
				     *to = &types[between(0, TYPES - 1)];
		struct pair pair = tree(simt, from, number, 1);
		pair.value = value_convert(simt, pair.value, to);
		for (int lane = 0; lane < LANES; lane++)
			pair.lanes[lane] = wrapped(pair.lanes[lane], to);
		/* 32 bits that were kept unwrapped widen with what they stand for */
		if (!(from->size == 4 && to->size == 8))
			check_pair(simt, &pair, to, number);
		arena_free(arena);
	}
}

static void comparisons(void **state)
{
	(void)state;
	seed = 987654321;
	unsigned decided = 0, splits = 0;
	for (int round = 0; round < ROUNDS; round++) {
		struct arena *arena = arena_new();
		struct simt *simt = machine(arena);
		int64_t number[BASE_SYMBOLS];
		choose_numbers(simt, number);
		const struct ir_type *type = &types[between(0, WIDE_TYPES - 1)];
		struct pair a = tree(simt, type, number, 2), b = tree(simt, type, number, 2);
		enum ir_op op = (enum ir_op)between(IR_OP_LT, IR_OP_NE);
		simt->stop = SIMT_RUNNING;
		if (value_comparable(op, a.value, b.value)) {
			struct simt_truth truth = value_compare(simt, op, a.value, b.value, type);
			int open = -1;
			for (unsigned lane = 0; lane < LANES; lane++) {
				int64_t truly;
				bool passed;
				if (!a.valid[lane] || !b.valid[lane] ||
					!calculate(op, a.lanes[lane], b.lanes[lane], type, &truly, &passed))
					continue;
				bool yes = mask_has(&truth.yes, lane), no = mask_has(&truth.no, lane);
				decided += yes || no;
				assert_false(yes && !truly);
				assert_false(no && truly);
				if (yes || no || !truth.uniform)
					continue;
				assert_true(open < 0 || open == (int)truly);
				open = (int)truly;
			}
			splits += simt->stop == SIMT_SPLIT;
			if (simt->stop == SIMT_SPLIT) {
				assert_int_equal(simt->split_low.low[0], 0);
				assert_int_equal(simt->split_high.high[0], 70);
				assert_int_equal(simt->split_low.high[0] + 1, simt->split_high.low[0]);
				assert_true(simt->split_high.low[0] > 0 && simt->split_high.low[0] <= 70);
			}
		}
		arena_free(arena);
	}
	assert_true(decided > ROUNDS * 10);
	assert_true(splits > 0);
}

static void selection(void **state)
{
	(void)state;
	seed = 5555;
	for (int round = 0; round < ROUNDS; round++) {
		struct arena *arena = arena_new();
		struct simt *simt = machine(arena);
		int64_t number[BASE_SYMBOLS];
		choose_numbers(simt, number);
		struct pair a = tree(simt, &types[2], number, 2), b = tree(simt, &types[2], number, 2), out;
		struct simt_mask mask = {{(uint32_t)random_bits(), (uint32_t)random_bits()}};
		simt->stop = SIMT_RUNNING;
		out.value = value_select(simt, &mask, a.value, b.value);
		for (unsigned lane = 0; lane < LANES; lane++) {
			const struct pair *from = mask_has(&mask, lane) ? &a : &b;
			out.lanes[lane] = from->lanes[lane];
			out.valid[lane] = from->valid[lane];
		}
		check_pair(simt, &out, &types[2], number);
		/* either of two: what it adds to b has to reach from nothing to a's distance */
		const struct simt_value *either = value_either(simt, a.value, b.value);
		if (either->kind == SIMT_INT) {
			const struct simt_value *more = value_subtract(simt, either, b.value),
						*most = value_subtract(simt, a.value, b.value);
			int64_t low, high, least_low, most_high;
			value_range(simt, more, &low, &high);
			value_range(simt, most, &least_low, &most_high);
			assert_true(low <= 0 && high >= 0 && low <= least_low && high >= most_high);
		}
		arena_free(arena);
	}
}

/* One number has one form. */
static void forms(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct simt *simt = machine(arena);
	int64_t lanes[LANES], other[LANES];
	for (int lane = 0; lane < LANES; lane++) {
		lanes[lane] = 7 + 3 * lane;
		other[lane] = -3 * lane;
	}
	const struct simt_value *a = value_lanes(simt, lanes), *b = value_lanes(simt, other);
	assert_true(value_same(value_add(simt, a, b), value_int(simt, 7)));
	const struct simt_value *n = value_symbol(simt, 0);
	const struct simt_value *row = value_multiply(simt, a, n);
	assert_true(value_same(value_add(simt, row, value_multiply(simt, b, n)), value_scale(simt, n, 7)));
	assert_true(value_is_uniform(value_subtract(simt, row, row)));
	const struct simt_value *unknown = value_unknown(simt, true, "x");
	assert_int_equal(value_add(simt, unknown, n)->kind, SIMT_UNKNOWN);
	assert_true(value_add(simt, unknown, n)->varying);
	assert_false(value_add(simt, value_unknown(simt, false, "x"), n)->varying);
	arena_free(arena);
}

/* What is never null, and what the low bits of an address tell. */
static void pointers(void **state)
{
	(void)state;
	struct arena *arena = arena_new();
	struct simt *simt = machine(arena);
	struct ir_var var = {.name = "v", .type = &types[0]};
	struct simt_object *passed = object_new(simt, SIMT_GLOBAL, "p", -1);
	struct simt_object *variable = object_new(simt, SIMT_SHARED, "v", 64);
	variable->var = &var;
	const struct simt_value *p = value_pointer(simt, passed, value_int(simt, 12)),
				*v = value_pointer(simt, variable, NULL), *null = value_int(simt, 0);
	int64_t constant;
	assert_int_equal(value_binary(simt, IR_OP_EQ, p, null, &types[2])->kind, SIMT_UNKNOWN);
	assert_true(value_constant(value_binary(simt, IR_OP_EQ, v, null, &types[2]), &constant));
	assert_int_equal(constant, 0);
	assert_true(
		value_constant(value_binary(simt, IR_OP_AND, p, value_int(simt, 15), &types[3]), &constant));
	assert_int_equal(constant, 12);
	assert_true(
		value_constant(value_binary(simt, IR_OP_REM, p, value_int(simt, 8), &types[3]), &constant));
	assert_int_equal(constant, 4);
	assert_int_equal(value_binary(simt, IR_OP_DIV, p, value_int(simt, 8), &types[3])->kind, SIMT_UNKNOWN);
	assert_int_equal(
		value_binary(simt, IR_OP_AND, p, value_int(simt, 1023), &types[3])->kind, SIMT_UNKNOWN);
	const struct simt_value *down = value_binary(simt, IR_OP_AND, p, value_int(simt, -16), &types[3]);
	assert_int_equal(down->kind, SIMT_POINTER);
	assert_int_equal(down->constant, 0);
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(operators),
		cmocka_unit_test(conversions),
		cmocka_unit_test(comparisons),
		cmocka_unit_test(selection),
		cmocka_unit_test(forms),
		cmocka_unit_test(pointers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
