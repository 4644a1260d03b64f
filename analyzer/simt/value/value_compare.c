/* Comparisons and conditions, lane by lane, over all that the symbols can be. */
#include "analyzer/simt/exec/exec.h"

#include <string.h>

__extension__ typedef __int128 wide;

struct bounds {
	wide low, high;
};

/* What the symbols add in one lane. */
static struct bounds symbol_bounds(const struct simt *simt, const struct simt_value *value, unsigned lane)
{
	struct bounds out = {0, 0};
	for (uint32_t i = 0; i < value->term_count; i++) {
		const struct simt_term *term = &value->terms[i];
		const struct simt_symbol *symbol = &simt->symbols.data[term->symbol];
		wide factor = term->lanes ? term->lanes[lane] : term->coefficient;
		wide a = factor * symbol->low, b = factor * symbol->high;
		out.low += a < b ? a : b;
		out.high += a < b ? b : a;
	}
	return out;
}

static bool has_lane_factors(const struct simt_value *value)
{
	for (uint32_t i = 0; i < value->term_count; i++)
		if (value->terms[i].lanes)
			return true;
	return false;
}

/* A value's bounds lane after lane; what the symbols add is worked out once where all lanes share it. */
struct cursor {
	const struct simt *simt;
	const struct simt_value *value;
	bool each;
	struct bounds symbols;
};

static struct cursor cursor_at(const struct simt *simt, const struct simt_value *value)
{
	struct cursor cursor = {simt, value, has_lane_factors(value), {0, 0}};
	if (!cursor.each)
		cursor.symbols = symbol_bounds(simt, value, 0);
	return cursor;
}

static struct bounds cursor_bounds(const struct cursor *cursor, unsigned lane)
{
	struct bounds symbols =
		cursor->each ? symbol_bounds(cursor->simt, cursor->value, lane) : cursor->symbols;
	wide known = (wide)cursor->value->constant + (cursor->value->lanes ? cursor->value->lanes[lane] : 0);
	return (struct bounds){known + symbols.low, known + symbols.high};
}

/* 1: true for every value of the symbols, 0: false, -1: either. `low` and `high` bound a - b. */
static int decide(enum ir_op op, struct bounds bounds)
{
	wide low = bounds.low, high = bounds.high;
	switch (op) {
	case IR_OP_LT: return high < 0 ? 1 : low >= 0 ? 0 : -1;
	case IR_OP_LE: return high <= 0 ? 1 : low > 0 ? 0 : -1;
	case IR_OP_GT: return low > 0 ? 1 : high <= 0 ? 0 : -1;
	case IR_OP_GE: return low >= 0 ? 1 : high < 0 ? 0 : -1;
	case IR_OP_EQ: return low == 0 && high == 0 ? 1 : low > 0 || high < 0 ? 0 : -1;
	case IR_OP_NE: return low > 0 || high < 0 ? 1 : low == 0 && high == 0 ? 0 : -1;
	default: return -1;
	}
}

/* Whether an undecided difference hangs on blockIdx alone: then splitting the grid decides it. */
static bool split_blocks(struct simt *simt, enum ir_op op, const struct simt_value *difference)
{
	int best = -1;
	int64_t most = 0;
	for (uint32_t i = 0; i < difference->term_count; i++) {
		const struct simt_symbol *symbol = &simt->symbols.data[difference->terms[i].symbol];
		if (symbol->kind != SYMBOL_BLOCK || symbol->high - symbol->low > ((int64_t)1 << 40))
			return false;
		for (int dim = 0; dim < 3; dim++)
			if (simt->block_symbol[dim] == difference->terms[i].symbol &&
				symbol->high - symbol->low > most) {
				most = symbol->high - symbol->low;
				best = dim;
			}
	}
	if (best < 0)
		return false;
	/* the longest run of blocks from the low end for which every lane is decided */
	struct simt_symbol *symbol = &simt->symbols.data[simt->block_symbol[best]];
	struct simt_symbol whole = *symbol;
	int64_t good = whole.low, bad = whole.high + 1;
	while (bad - good > 1) {
		symbol->high = good + (bad - good) / 2;
		struct cursor cursor = cursor_at(simt, difference);
		bool mixed = false;
		for (unsigned lane = 0; lane < simt->lanes && !mixed; lane++)
			mixed = mask_has(&simt->active.may, lane) &&
				decide(op, cursor_bounds(&cursor, lane)) < 0;
		if (mixed)
			bad = symbol->high;
		else
			good = symbol->high;
	}
	*symbol = whole;
	int64_t cut = good < whole.high ? good + 1 : whole.high;
	simt->split_low = simt->split_high = simt->box;
	simt->split_low.high[best] = cut - 1;
	simt->split_high.low[best] = cut;
	simt->stop = SIMT_SPLIT;
	return true;
}

/* Differences of what is known mustn't wrap. */
static bool is_moderate(const struct simt_value *value)
{
	const int64_t most = (int64_t)1 << 61;
	int64_t low = 0, high = 0;
	if (value->lanes)
		lanes_bounds(value->lanes, &low, &high);
	bool fits = value->constant > -most && value->constant < most && low > -most && high < most;
	for (uint32_t i = 0; fits && i < value->term_count; i++) {
		const struct simt_term *term = &value->terms[i];
		low = high = term->coefficient;
		if (term->lanes)
			lanes_bounds(term->lanes, &low, &high);
		fits = low > -most && high < most;
	}
	return fits;
}

/* An unsigned number that may come out negative here has wrapped in the machine: nothing is known of it. */
static bool may_wrap(struct simt *simt, const struct simt_value *value, const struct ir_type *type)
{
	bool is_unsigned = (type->kind == IR_TYPE_INT || type->kind == IR_TYPE_ENUM) && !type->is_signed;
	int64_t low, high;
	value_range(simt, value, &low, &high);
	return is_unsigned && low < 0;
}

static void add_all(const struct simt *simt, struct simt_mask *mask)
{
	for (unsigned lane = 0; lane < simt->lanes; lane += SIMT_WARP)
		mask->warp[lane / SIMT_WARP] =
			simt->lanes - lane < SIMT_WARP ? (1u << (simt->lanes - lane)) - 1 : UINT32_MAX;
}

/* One decision for all lanes where the bounds over all of them allow it; -1: lane by lane. */
static int decide_all(struct simt *simt, enum ir_op op, const struct simt_value *difference)
{
	int64_t low, high;
	value_range(simt, difference, &low, &high);
	if (low == INT64_MIN || high == INT64_MAX)
		return -1;
	return decide(op, (struct bounds){low, high});
}

/* What a lane's known part has to be, at the least for `low` of the bounds to be 0 or more, at the most for
 * `high` to be 0 or less. */
struct ends {
	int64_t low, high;
};

/* False: they are too far out, or not the same for all lanes. */
static bool find_ends(const struct cursor *cursor, struct ends *out)
{
	wide constant = cursor->value->constant;
	wide low = -(constant + cursor->symbols.low), high = -(constant + cursor->symbols.high);
	*out = (struct ends){(int64_t)low, (int64_t)high};
	return !cursor->each && low == out->low && high == out->high;
}

/* decide() for a lane, as bits: 1 yes, 2 no. */
static unsigned decide_known(enum ir_op op, struct ends ends, int64_t known)
{
	switch (op) {
	case IR_OP_LT: return (known < ends.high) | (unsigned)(known >= ends.low) << 1;
	case IR_OP_LE: return (known <= ends.high) | (unsigned)(known > ends.low) << 1;
	case IR_OP_GT: return (known > ends.low) | (unsigned)(known <= ends.high) << 1;
	case IR_OP_GE: return (known >= ends.low) | (unsigned)(known < ends.high) << 1;
	case IR_OP_EQ:
		return (known == ends.low && known == ends.high) |
		       (unsigned)(known > ends.low || known < ends.high) << 1;
	case IR_OP_NE:
		return (known > ends.low || known < ends.high) |
		       (unsigned)(known == ends.low && known == ends.high) << 1;
	default: return 0;
	}
}

/* compare_lanes() where symbols add the same in all lanes. */
static void compare_known(const struct simt *simt, enum ir_op op, const struct simt_value *difference,
	struct ends ends, struct simt_truth *truth)
{
	for (unsigned warp = 0; warp * SIMT_WARP < simt->lanes; warp++) {
		unsigned first = warp * SIMT_WARP;
		unsigned count = simt->lanes - first < SIMT_WARP ? simt->lanes - first : SIMT_WARP;
		uint32_t yes = 0, no = 0;
		for (unsigned i = 0; i < count; i++) {
			int64_t known = difference->lanes ? difference->lanes[first + i] : 0;
			unsigned decided = decide_known(op, ends, known);
			yes |= (uint32_t)(decided & 1) << i;
			no |= (uint32_t)(decided >> 1) << i;
		}
		truth->yes.warp[warp] = yes;
		truth->no.warp[warp] = no;
	}
}

/* Lane by lane; false when active lanes stay undecided. */
static bool compare_lanes(struct simt *simt, enum ir_op op, const struct simt_value *difference,
	const struct cursor *a, const struct cursor *b, struct simt_truth *truth)
{
	struct cursor cursor = cursor_at(simt, difference);
	bool open = false;
	struct ends ends;
	simt->lane_steps += simt->lanes;
	if (!a && !b && find_ends(&cursor, &ends)) {
		compare_known(simt, op, difference, ends, truth);
		struct simt_mask decided = mask_or(&truth->yes, &truth->no);
		struct simt_mask rest = mask_minus(&simt->active.may, &decided);
		return !mask_any(&rest);
	}
	for (unsigned lane = 0; lane < simt->lanes; lane++) {
		int decided = decide(op, cursor_bounds(&cursor, lane));
		if ((a && cursor_bounds(a, lane).low < 0) || (b && cursor_bounds(b, lane).low < 0))
			decided = -1;
		if (decided >= 0)
			mask_add(decided ? &truth->yes : &truth->no, lane);
		else
			open |= mask_has(&simt->active.may, lane);
	}
	return !open;
}

/* What all symbols together move a number by is a multiple of this; 0: lanes differ in that, too. */
static int64_t step_of_symbols(const struct simt *simt, const struct simt_value *value)
{
	int64_t step = 0;
	for (uint32_t i = 0; i < value->term_count; i++) {
		const struct simt_term *term = &value->terms[i];
		int64_t part;
		if (term->lanes || __builtin_mul_overflow(term->coefficient,
					   simt->symbols.data[term->symbol].divisor, &part))
			return 0;
		step = value_common_divisor(step, part);
	}
	return step;
}

static int64_t floor_div(int64_t number, int64_t by)
{
	return number / by - (number % by < 0);
}

/* Whether `difference op 0` is the same in all lanes, whatever the symbols are: `16 * x + w < 16 * n` is
 * `x < n` for every w below 16. */
static bool is_alike(const struct simt *simt, enum ir_op op, const struct simt_value *difference)
{
	int64_t step = step_of_symbols(simt, difference), first = 0;
	bool is_begun = false;
	if (op > IR_OP_GE || step < 2 || value_assumptions(simt, difference))
		return false;
	int64_t shift = op == IR_OP_LE || op == IR_OP_GT;
	for (unsigned lane = 0; lane < simt->lanes; lane++) {
		if (!mask_has(&simt->active.may, lane))
			continue;
		int64_t at = floor_div(value_lane(difference, lane) - shift, step);
		if (is_begun && at != first)
			return false;
		first = at;
		is_begun = true;
	}
	return true;
}

/* A comparison that nobody's blockIdx changes, as `i < n` where threads are just as many as elements, asks
 * all the same. */
static void note_asked(struct simt *simt, enum ir_op op, const struct simt_value *difference)
{
	for (uint32_t i = 0; op <= IR_OP_GE && i < difference->term_count; i++)
		for (int dim = 0; dim < 3; dim++)
			simt->asked[dim] |= difference->terms[i].symbol == simt->block_symbol[dim];
}

struct simt_truth value_compare(struct simt *simt, enum ir_op op, const struct simt_value *a,
	const struct simt_value *b, const struct ir_type *type)
{
	struct simt_truth truth = {.relations = {{op, a, b}},
		.relation_count = 1,
		.relation_side = true,
		.exactly = true,
		.uniform = value_is_surely_uniform(simt, a) && value_is_surely_uniform(simt, b),
		.alike = value_alike_of(a, b)};
	const struct simt_value *difference = value_subtract(simt, a, b);
	if (difference->kind != SIMT_INT || !is_moderate(a) || !is_moderate(b))
		return truth;
	truth.uniform |= value_is_surely_uniform(simt, difference);
	type = ir_type_value(type);
	bool a_wraps = may_wrap(simt, a, type), b_wraps = may_wrap(simt, b, type);
	if (!a_wraps && !b_wraps) {
		truth.uniform = truth.uniform || is_alike(simt, op, difference);
		int all = decide_all(simt, op, difference);
		if (all >= 0) {
			note_asked(simt, op, difference);
			add_all(simt, all ? &truth.yes : &truth.no);
			return truth;
		}
	}
	struct cursor left = cursor_at(simt, a), right = cursor_at(simt, b);
	bool decided =
		compare_lanes(simt, op, difference, a_wraps ? &left : NULL, b_wraps ? &right : NULL, &truth);
	if (!decided && !a_wraps && !b_wraps && !simt->keeps_blocks)
		split_blocks(simt, op, difference);
	return truth;
}

const struct simt_value *value_of_truth(struct simt *simt, const struct simt_truth *truth)
{
	struct simt_mask decided = mask_or(&truth->yes, &truth->no);
	struct simt_mask open = mask_minus(&simt->active.may, &decided);
	if (!mask_any(&open))
		return value_select(simt, &truth->yes, value_int(simt, 1), value_int(simt, 0));
	struct simt_value *value = ARENA_NEW(simt->arena, struct simt_value);
	*value = *value_unknown(simt, !truth->uniform, "depends on an unknown number");
	value->is_bound = !truth->by_data;
	value->alike = truth->alike;
	struct simt_truth *copy = ARENA_NEW(simt->arena, struct simt_truth);
	*copy = *truth;
	value->truth = copy;
	return value;
}

struct simt_truth value_truth(struct simt *simt, const struct simt_value *value)
{
	static const struct ir_type number = {
		.kind = IR_TYPE_INT, .is_signed = true, .size = 8, .align = 8, .name = "long"};
	struct simt_truth truth = {
		.uniform = value_is_surely_uniform(simt, value), .alike = value_alike(value)};
	truth.by_data = value->kind == SIMT_UNKNOWN && value->varying && !value->is_bound;
	if (value->kind == SIMT_UNKNOWN && value->truth && value->truth->relation_count) {
		struct simt_truth out = *value->truth;
		out.yes = mask_and(&out.yes, &simt->active.may);
		out.no = mask_and(&out.no, &simt->active.may);
		out.by_data = truth.by_data;
		out.uniform = truth.uniform;
		return out;
	}
	bool decided = value->kind == SIMT_REAL, yes = value->real < 0 || value->real > 0;
	if (value->kind == SIMT_POINTER && value->object)
		decided = yes = value->object->var || value->object->code;
	else if (value->kind == SIMT_INT || value->kind == SIMT_POINTER)
		return value_compare(simt, IR_OP_NE, value, value_int(simt, 0), &number);
	for (unsigned lane = 0; decided && lane < simt->lanes; lane++)
		mask_add(yes ? &truth.yes : &truth.no, lane);
	if (value->kind != SIMT_UNKNOWN)
		return truth;
	truth.relations[0] = (struct simt_relation){IR_OP_NE, value, value_int(simt, 0), NULL};
	truth.relation_count = 1;
	truth.relation_side = truth.exactly = true;
	return truth;
}
