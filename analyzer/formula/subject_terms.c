/* What a kernel's own conditions and addresses say about sizes: gathered from its terms. It only proposes
 * what counts may be made of, so nothing rests on it. */
#include "analyzer/formula/subject_state.h"

#include <stdlib.h>

enum { MOST_EXTENTS = 14, MOST_QUOTIENTS = 12, MOST_DIVISORS = 14 };

const struct formula *subject_unknown(const struct subject_state *state, const struct term *term)
{
	for (size_t i = 0; i < state->known.count; i++)
		if (state->known.data[i].term == term)
			return state->known.data[i].formula;
	return NULL;
}

static bool is_negative(const struct formula *formula)
{
	const struct formula *first = formula->op == FORMULA_SUM ? formula->parts[0] : formula;
	first = first->op == FORMULA_PRODUCT ? first->parts[0] : first;
	return first->op == FORMULA_NUMBER && first->number < 0;
}

/* A term as a formula; NULL: more than sizes are in it. */
static const struct formula *convert(struct subject_state *state, const struct term *term, unsigned depth)
{
	enum { DEEPEST = 24 };
	struct arena *arena = state->arena;
	const struct formula *out = NULL;
	if (!term || depth > DEEPEST)
		return NULL;
	switch (term->op) {
	case TERM_NUMBER: return formula_number(arena, term->constant, 1);
	case TERM_UNKNOWN: return subject_unknown(state, term);
	case TERM_SUM:
		out = formula_number(arena, term->constant, 1);
		for (size_t i = 0; i < term->count && out; i++) {
			const struct formula *part = convert(state, term->parts[i], depth + 1);
			part = part ? formula_scale(arena, part, term->factors[i], 1) : NULL;
			out = formula_add(arena, out, part);
		}
		return out;
	case TERM_PRODUCT:
		return formula_multiply(arena, convert(state, term->parts[0], depth + 1),
			convert(state, term->parts[1], depth + 1));
	case TERM_QUOTIENT:
		if (term->parts[1]->op != TERM_NUMBER || term->parts[1]->constant <= 0)
			return NULL;
		return formula_floor(
			arena, convert(state, term->parts[0], depth + 1), term->parts[1]->constant);
	case TERM_WRAP: return convert(state, term->parts[0], depth + 1);
	case TERM_CHOICE:
		/* of a division that rounds towards zero, the side of positive numbers */
		out = convert(state, term->parts[1], depth + 1);
		return out && out->op != FORMULA_NUMBER && !is_negative(out)
			       ? out
			       : convert(state, term->parts[2], depth + 1);
	default: return NULL;
	}
}

const struct formula *subject_formula(struct subject_state *state, const struct term *term)
{
	return convert(state, term, 0);
}

/* ---- sums of an index and sizes ---------------------------------------------------------------- */

static void split_sum(
	struct subject_state *state, const struct term *term, int64_t factor, struct subject_sum *out)
{
	const struct formula *whole = convert(state, term, 0);
	if (whole) {
		out->sizes =
			formula_add(state->arena, out->sizes, formula_scale(state->arena, whole, factor, 1));
		return;
	}
	if (term->op == TERM_WRAP) {
		split_sum(state, term->parts[0], factor, out);
		return;
	}
	if (term->op == TERM_SUM) {
		out->sizes = formula_add(
			state->arena, out->sizes, formula_number(state->arena, term->constant * factor, 1));
		for (size_t i = 0; i < term->count; i++)
			split_sum(state, term->parts[i], factor * term->factors[i], out);
		return;
	}
	bool is_place = false;
	for (int axis = 0; axis < 3; axis++) {
		bool is_thread = term == state->facts->launch.thread[axis];
		bool is_block = term == state->facts->launch.block[axis];
		out->thread[axis] += is_thread ? factor : 0;
		out->block[axis] += is_block ? factor : 0;
		is_place |= is_thread || is_block;
	}
	out->has_index = true;
	out->has_other |= !is_place;
}

static void add_once(struct arena *arena, const struct formula *formula, size_t most, subject_formulas *list)
{
	if (!formula || formula->op == FORMULA_NUMBER || list->count >= most)
		return;
	for (size_t i = 0; i < list->count; i++)
		if (formula_same(list->data[i], formula))
			return;
	vec_push(arena, list, formula);
}

static void add_divisor(struct subject_state *state, int64_t divisor)
{
	class_numbers *list = &state->subject->divisors;
	for (size_t i = 0; i < list->count; i++)
		if (list->data[i] == divisor)
			return;
	if (divisor > 1 && divisor <= 65536 && list->count < MOST_DIVISORS)
		vec_push(state->arena, list, divisor);
}

/* Without its number. */
static const struct formula *bare(struct arena *arena, const struct formula *formula, int64_t *number)
{
	const struct formula *last = formula->op == FORMULA_SUM ? formula->parts[formula->count - 1] : NULL;
	*number = last && last->op == FORMULA_NUMBER ? last->number : 0;
	return *number ? formula_add(arena, formula, formula_number(arena, -*number, 1)) : formula;
}

/* Blocks that lie `step` elements apart and go over `threads` of them. */
static void take_part(
	struct subject_state *state, const struct formula *extent, int64_t step, int64_t threads)
{
	struct arena *arena = state->arena;
	const struct formula *rest =
		formula_min(arena, formula_rest(arena, extent, step), formula_number(arena, threads, 1));
	const struct formula *whole = formula_scale(arena, formula_floor(arena, extent, step), threads, 1);
	add_once(arena, formula_add(arena, whole, rest), MOST_EXTENTS, &state->parts);
	add_divisor(state, step);
}

/* `index + sizes <= 0`: how many elements the index goes over. */
static void take_comparison(struct subject_state *state, const struct term *compared)
{
	struct subject_sum sum = {.sizes = formula_number(state->arena, 0, 1)};
	split_sum(state, compared, 1, &sum);
	if (!sum.sizes || sum.sizes->op == FORMULA_NUMBER || !sum.has_index)
		return;
	bool is_upper = is_negative(sum.sizes);
	const struct formula *extent =
		is_upper ? formula_add(state->arena, formula_scale(state->arena, sum.sizes, -1, 1),
				   formula_number(state->arena, 1, 1))
			 : sum.sizes;
	add_once(state->arena, extent, MOST_EXTENTS, &state->subject->extents);
	add_once(state->arena, extent, MOST_EXTENTS, is_upper ? &state->ends : &state->starts);
	for (int axis = 0; axis < 3; axis++) {
		int64_t threads = state->subject->launch->block[axis];
		int64_t each = llabs(sum.thread[axis]);
		if (each > 1) {
			add_divisor(state, each);
			add_divisor(state, each * 32);
			add_divisor(state, each * threads);
		}
		bool is_place = is_upper && !sum.has_other && sum.block[axis] > 0 &&
				(sum.thread[axis] > 0 || threads == 1) &&
				sum.block[axis] == (each ? each : 1) * threads;
		bool is_part = is_upper && !sum.has_other && each == 1 && sum.block[axis] > threads;
		if (is_part)
			take_part(state, extent, sum.block[axis], threads);
		if (is_place && !state->covered[axis]) {
			state->covered[axis] = formula_ceil(state->arena, extent, sum.block[axis]);
			state->guarded[axis] = extent;
			state->each[axis] = sum.block[axis];
		}
	}
}

/* Quotients, and sizes that are products or the like, wherever they are. */
static void take_term(struct subject_state *state, const struct term *term)
{
	if (term->op == TERM_IS_LOW || term->op == TERM_IS_ZERO) {
		take_comparison(state, term->parts[0]);
	} else if (term->op == TERM_QUOTIENT) {
		const struct formula *formula = convert(state, term, 0);
		add_once(state->arena, formula, MOST_QUOTIENTS, &state->subject->quotients);
		if (term->parts[1]->op == TERM_NUMBER)
			add_divisor(state, term->parts[1]->constant);
	}
}

/* Elements by which an address is beside the index; whole rows of 32 make no difference. */
static void add_shift(struct subject_state *state, int64_t elements)
{
	int64_t shift = ((elements % 32) + 48) % 32 - 16;
	for (size_t i = 0; i < state->shifts.count; i++)
		if (state->shifts.data[i] == shift)
			return;
	vec_push(state->arena, &state->shifts, shift);
}

/* How addresses lie to the index. */
static void take_offset(struct subject_state *state, const struct sym_access *access)
{
	struct subject_sum sum = {.sizes = formula_number(state->arena, 0, 1)};
	int64_t number = 0;
	add_divisor(state, access->size > 0 && access->size < 32 ? 32 / access->size : 0);
	if (access->object && access->object->space != SYM_GLOBAL)
		return;
	split_sum(state, access->offset, 1, &sum);
	if (!sum.sizes)
		return;
	bare(state->arena, sum.sizes, &number);
	if (sum.sizes->op == FORMULA_NUMBER)
		number = sum.sizes->number;
	for (int axis = 0; axis < 3; axis++) {
		int64_t most = INT64_MAX / 32, each = access->size > 0 ? sum.thread[axis] / access->size : 0;
		if (each < -1 && each >= -most)
			each = -each;
		if (each > 1 && each <= most) {
			add_divisor(state, each);
			add_divisor(state, 32 * each);
		}
	}
	if (access->size > 0 && number % access->size == 0)
		add_shift(state, number / access->size);
}

/* Warps, rows of a warp, and the block along its axes. */
static void take_shape(struct subject_state *state)
{
	const int64_t *block = state->subject->launch->block;
	add_divisor(state, 32);
	for (int axis = 0; axis < 3; axis++)
		add_divisor(state, block[axis]);
	if (block[0] < 32 && 32 % block[0] == 0)
		add_divisor(state, 32 / block[0]);
}

void subject_take_terms(struct subject_state *state, const struct sym_kernel *kernel)
{
	take_shape(state);
	term_list roots = {0}, all = {0};
	for (size_t i = 0; i < kernel->accesses.count; i++) {
		const struct sym_access *access = &kernel->accesses.data[i];
		vec_push(state->arena, &roots, access->guard);
		vec_push(state->arena, &roots, access->offset);
		for (size_t k = 0; k < access->turn_count; k++) {
			const struct term *turn = access->turns[k];
			const struct sym_origin *origin =
				turn->op == TERM_UNKNOWN ? sym_origin(turn->unknown) : NULL;
			if (origin && origin->last)
				vec_push(state->arena, &roots, origin->last);
		}
	}
	for (size_t i = 0; i < kernel->laws.count; i++)
		vec_push(state->arena, &roots, kernel->laws.data[i]);
	term_gather(state->arena, &roots, &all);
	for (size_t i = 0; i < all.count; i++)
		take_term(state, all.data[i]);
	for (size_t i = 0; i < kernel->accesses.count; i++)
		take_offset(state, &kernel->accesses.data[i]);
}

/* Sizes of which one begins what the other one ends. */
static void take_orders(struct subject_state *state)
{
	struct formula_subject *subject = state->subject;
	for (unsigned above = 0; above < subject->count; above++)
		for (unsigned below = 0; below < subject->count; below++) {
			bool ends = false, starts = false;
			for (size_t i = 0; i < state->ends.count; i++)
				ends |= formula_mentions(state->ends.data[i], above);
			for (size_t i = 0; i < state->starts.count; i++)
				starts |= formula_mentions(state->starts.data[i], below);
			if (above != below && ends && starts && subject->order_count < SUBJECT_MOST_ORDERS)
				subject->orders[subject->order_count++] =
					(struct subject_order){above, below};
		}
}

/* A grid that doesn't hang on the guard: elements beyond it aren't come to. */
static void take_cut(struct subject_state *state, int axis)
{
	struct formula_subject *subject = state->subject;
	const struct formula *grid = subject->grid[axis], *extent = state->guarded[axis];
	if (!grid || !extent || formula_same(grid, state->covered[axis]) ||
		(grid->op != FORMULA_NUMBER && grid->op != FORMULA_SIZE))
		return;
	const struct formula *threads = formula_scale(state->arena, grid, state->each[axis], 1);
	add_once(state->arena, formula_min(state->arena, extent, threads), MOST_EXTENTS + 12,
		&subject->extents);
	if (threads->op == FORMULA_NUMBER)
		vec_push(state->arena, &subject->turning, threads->number);
}

void subject_take_blocks(struct subject_state *state)
{
	const int64_t *block = state->subject->launch->block;
	const class_numbers *divisors = &state->subject->class->divisors;
	add_divisor(state, block[0] * block[1] * block[2]);
	for (size_t i = 0; i < divisors->count; i++)
		add_divisor(state, divisors->data[i]);
	for (int axis = 0; axis < 3; axis++)
		take_cut(state, axis);
	for (size_t i = 0; i < state->subject->count; i++)
		add_once(state->arena, formula_size(state->arena, (unsigned)i), MOST_EXTENTS + 12,
			&state->subject->extents);
	subject_formulas *extents = &state->subject->extents;
	for (size_t i = 0; i < state->parts.count; i++)
		add_once(state->arena, state->parts.data[i], MOST_EXTENTS + 12, extents);
	size_t plain = state->subject->plain = extents->count;
	for (size_t i = 0; i < plain; i++)
		for (size_t k = 0; k < state->shifts.count && k < 5; k++)
			add_once(state->arena,
				formula_add(state->arena, extents->data[i],
					formula_number(state->arena, state->shifts.data[k], 1)),
				MOST_EXTENTS + 20, extents);
	take_orders(state);
	for (int axis = 0; axis < 3; axis++)
		if (state->subject->grid[axis])
			add_once(state->arena, state->subject->grid[axis], MOST_QUOTIENTS + 3,
				&state->subject->quotients);
}
