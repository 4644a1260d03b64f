/* Making terms: each once, in its one form, with its range. */
#include "analyzer/solver/term_table.h"

#include <string.h>

struct terms *terms_new(struct arena *arena)
{
	struct terms *terms = ARENA_NEW(arena, struct terms);
	terms->arena = arena;
	terms->bucket_count = 1024;
	terms->buckets = ARENA_ARRAY(arena, const struct term *, terms->bucket_count);
	return terms;
}

struct arena *terms_arena(const struct terms *terms)
{
	return terms->arena;
}

/* ---- the table -------------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t hash, uint64_t value)
{
	hash ^= value + UINT64_C(0x9e3779b97f4a7c15) + (hash << 6) + (hash >> 2);
	return hash * UINT64_C(0xff51afd7ed558ccd);
}

static uint64_t hash_of(const struct term *term)
{
	uint64_t hash = mixed((uint64_t)term->op, (uint64_t)term->constant);
	hash = mixed(hash, term->bits * 2 + term->is_signed);
	hash = mixed(hash, term->unknown ? term->unknown->id + 1 : 0);
	for (size_t i = 0; i < term->count; i++)
		hash = mixed(
			hash, term->parts[i]->id + (term->factors ? (uint64_t)term->factors[i] << 20 : 0));
	return hash;
}

static bool same(const struct term *a, const struct term *b)
{
	if (a->op != b->op || a->constant != b->constant || a->bits != b->bits ||
		a->is_signed != b->is_signed || a->unknown != b->unknown || a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (a->parts[i] != b->parts[i] || (a->factors && a->factors[i] != b->factors[i]))
			return false;
	return true;
}

static void grow(struct terms *terms)
{
	const struct term **old = terms->buckets;
	size_t count = terms->bucket_count;
	terms->bucket_count *= 2;
	terms->buckets = ARENA_ARRAY(terms->arena, const struct term *, terms->bucket_count);
	for (size_t i = 0; i < count; i++) {
		if (!old[i])
			continue;
		size_t at = hash_of(old[i]) & (terms->bucket_count - 1);
		while (terms->buckets[at])
			at = (at + 1) & (terms->bucket_count - 1);
		terms->buckets[at] = old[i];
	}
}

const struct term *term_make(struct terms *terms, const struct term *given)
{
	size_t at = hash_of(given) & (terms->bucket_count - 1);
	for (; terms->buckets[at]; at = (at + 1) & (terms->bucket_count - 1))
		if (same(terms->buckets[at], given))
			return terms->buckets[at];
	struct term *made = ARENA_NEW(terms->arena, struct term);
	*made = *given;
	const struct term **parts = ARENA_ARRAY(terms->arena, const struct term *, given->count + 1);
	for (size_t i = 0; i < given->count; i++) {
		parts[i] = given->parts[i];
		made->scope = made->scope > parts[i]->scope ? made->scope : parts[i]->scope;
		made->marks |= parts[i]->marks;
	}
	made->parts = parts;
	if (given->factors) {
		int64_t *factors = ARENA_ARRAY(terms->arena, int64_t, given->count + 1);
		memcpy(factors, given->factors, given->count * sizeof *factors);
		made->factors = factors;
	}
	made->id = ++terms->count;
	term_set_range(made);
	terms->buckets[at] = made;
	if (terms->count * 2 > terms->bucket_count)
		grow(terms);
	return made;
}

const struct term *term_with(
	struct terms *terms, enum term_op op, int64_t constant, const struct term *const *parts, size_t count)
{
	return term_make(
		terms, &(struct term){.op = op, .constant = constant, .parts = parts, .count = count});
}

const struct term *term_number(struct terms *terms, int64_t number)
{
	return term_with(terms, TERM_NUMBER, number, NULL, 0);
}

const struct term *term_truth(struct terms *terms, bool holds)
{
	return term_with(terms, holds ? TERM_TRUE : TERM_FALSE, 0, NULL, 0);
}

const struct term *term_of(struct terms *terms, const struct term_unknown *unknown)
{
	return term_make(terms, &(struct term){.op = unknown->is_condition ? TERM_CONDITION : TERM_UNKNOWN,
					.unknown = unknown,
					.scope = unknown->scope,
					.marks = unknown->marks});
}

static const struct term *fresh(struct terms *terms, struct term_unknown given)
{
	struct term_unknown *unknown = ARENA_NEW(terms->arena, struct term_unknown);
	*unknown = given;
	unknown->id = terms->unknown_count++;
	return term_of(terms, unknown);
}

const struct term *term_fresh(struct terms *terms, const char *name, unsigned scope, unsigned marks,
	int64_t low, int64_t high, const void *data)
{
	return fresh(terms, (struct term_unknown){.name = name,
				    .scope = scope,
				    .marks = marks,
				    .low = low,
				    .high = high,
				    .data = data});
}

const struct term *term_fresh_condition(
	struct terms *terms, const char *name, unsigned scope, unsigned marks, const void *data)
{
	return fresh(terms, (struct term_unknown){.name = name,
				    .scope = scope,
				    .marks = marks,
				    .is_condition = true,
				    .high = 1,
				    .data = data});
}

/* What can't be written down: any number, in any copy another one. */
const struct term *term_lost(struct terms *terms, const struct term *left, const struct term *right)
{
	unsigned marks = left->marks | (right ? right->marks : 0) | TERM_LOST;
	return term_fresh(terms, "a number beyond 64 bits", UINT8_MAX, marks, INT64_MIN, INT64_MAX, NULL);
}

/* ---- conditions ------------------------------------------------------------------------------- */

const struct term *term_choice(
	struct terms *terms, const struct term *when, const struct term *yes, const struct term *no)
{
	if (when->op == TERM_TRUE || yes == no)
		return yes;
	if (when->op == TERM_FALSE)
		return no;
	if (term_is_condition(yes))
		return term_or(terms, term_and(terms, when, yes), term_and(terms, term_not(terms, when), no));
	if (when->op == TERM_NOT)
		return term_choice(terms, when->parts[0], no, yes);
	return term_with(terms, TERM_CHOICE, 0, (const struct term *[]){when, yes, no}, 3);
}

/* A choice between two by which is smaller lies closer than any choice would. */
static const struct term *extreme(
	const struct term *choice, const struct term *left, const struct term *right, bool is_least)
{
	struct term *term = (struct term *)(uintptr_t)choice;
	if (choice->op != TERM_CHOICE)
		return choice;
	if (is_least)
		term->high = left->high < right->high ? left->high : right->high;
	else
		term->low = left->low > right->low ? left->low : right->low;
	return term;
}

const struct term *term_minimum(struct terms *terms, const struct term *left, const struct term *right)
{
	return extreme(term_choice(terms, term_less(terms, right, left), right, left), left, right, true);
}

const struct term *term_maximum(struct terms *terms, const struct term *left, const struct term *right)
{
	return extreme(term_choice(terms, term_less(terms, left, right), right, left), left, right, false);
}

/* number == 0, number <= 0 */
static const struct term *compared(struct terms *terms, enum term_op op, const struct term *number)
{
	bool is_equal = op == TERM_IS_ZERO;
	if (number->op == TERM_NUMBER)
		return term_truth(terms, is_equal ? number->constant == 0 : number->constant <= 0);
	if (number->low > 0 || (is_equal && number->high < 0))
		return term_truth(terms, false);
	if (!is_equal && number->high <= 0)
		return term_truth(terms, true);
	struct term_view view = term_view_of(&number);
	int64_t factor;
	if (view.constant == INT64_MIN)
		return term_with(terms, op, 0, &number, 1);
	const struct term *unit = term_unit_of(terms, number, &factor);
	/* a multiple plus what is none of it is never zero */
	if (is_equal && view.constant % factor)
		return term_truth(terms, false);
	if (is_equal)
		number = term_add(terms, unit, term_number(terms, view.constant / factor), 1);
	else if (factor > 1)
		number = term_add(terms, unit, term_number(terms, -term_floored(-view.constant, factor)), 1);
	else if (factor < -1)
		number =
			term_add(terms, term_number(terms, -term_floored(-view.constant, -factor)), unit, -1);
	/* of a choice between numbers only the condition counts */
	if (number->op == TERM_CHOICE && number->parts[1]->op == TERM_NUMBER &&
		number->parts[2]->op == TERM_NUMBER)
		return term_choice(terms, number->parts[0], compared(terms, op, number->parts[1]),
			compared(terms, op, number->parts[2]));
	return term_with(terms, op, 0, &number, 1);
}

const struct term *term_equal(struct terms *terms, const struct term *left, const struct term *right)
{
	return compared(terms, TERM_IS_ZERO, term_add(terms, left, right, -1));
}

const struct term *term_at_most(struct terms *terms, const struct term *left, const struct term *right)
{
	return compared(terms, TERM_IS_LOW, term_add(terms, left, right, -1));
}

const struct term *term_less(struct terms *terms, const struct term *left, const struct term *right)
{
	return term_at_most(terms, term_add(terms, left, term_number(terms, 1), 1), right);
}

const struct term *term_not(struct terms *terms, const struct term *condition)
{
	if (condition->op == TERM_TRUE || condition->op == TERM_FALSE)
		return term_truth(terms, condition->op == TERM_FALSE);
	if (condition->op == TERM_NOT)
		return condition->parts[0];
	if (condition->op == TERM_IS_LOW) /* x > 0 is 1 - x <= 0 */
		return compared(
			terms, TERM_IS_LOW, term_add(terms, term_number(terms, 1), condition->parts[0], -1));
	return term_with(terms, TERM_NOT, 0, &condition, 1);
}

static bool has_part(const struct term *term, enum term_op op, const struct term *part)
{
	if (term->op != op)
		return term == part;
	for (size_t i = 0; i < term->count; i++)
		if (term->parts[i] == part)
			return true;
	return false;
}

/* Parts of both, each once, by id. */
static const struct term *joined(
	struct terms *terms, enum term_op op, const struct term *left, const struct term *right)
{
	enum term_op neutral = op == TERM_AND ? TERM_TRUE : TERM_FALSE,
		     final = op == TERM_AND ? TERM_FALSE : TERM_TRUE;
	if (left->op == neutral || left == right)
		return right;
	if (right->op == neutral)
		return left;
	if (left->op == final || right->op == final)
		return term_truth(terms, final == TERM_TRUE);
	const struct term *const *a = left->op == op ? left->parts : &left;
	const struct term *const *b = right->op == op ? right->parts : &right;
	size_t a_count = left->op == op ? left->count : 1, b_count = right->op == op ? right->count : 1;
	const struct term **parts = ARENA_ARRAY(terms->arena, const struct term *, a_count + b_count);
	size_t count = 0;
	for (size_t i = 0, k = 0; i < a_count || k < b_count;) {
		bool takes_a = i < a_count && (k == b_count || a[i]->id <= b[k]->id);
		bool takes_b = k < b_count && (i == a_count || b[k]->id <= a[i]->id);
		parts[count++] = takes_a ? a[i] : b[k];
		i += takes_a;
		k += takes_b;
	}
	for (size_t i = 0; i < a_count; i++)
		if (has_part(right, op, term_not(terms, a[i])))
			return term_truth(terms, final == TERM_TRUE);
	return count == 1 ? parts[0] : term_with(terms, op, 0, parts, count);
}

const struct term *term_and(struct terms *terms, const struct term *left, const struct term *right)
{
	return joined(terms, TERM_AND, left, right);
}

const struct term *term_or(struct terms *terms, const struct term *left, const struct term *right)
{
	/* what both ask for is asked once, so that the arms of a branch join again */
	if (left->op == TERM_AND && has_part(left, TERM_AND, right))
		return right;
	if (right->op == TERM_AND && has_part(right, TERM_AND, left))
		return left;
	const struct term *common = term_truth(terms, true), *a = common, *b = common;
	const struct term *const *parts = left->op == TERM_AND ? left->parts : &left;
	size_t count = left->op == TERM_AND ? left->count : 1;
	for (size_t i = 0; i < count; i++) {
		if (has_part(right, TERM_AND, parts[i]))
			common = term_and(terms, common, parts[i]);
		else
			a = term_and(terms, a, parts[i]);
	}
	if (common->op == TERM_TRUE)
		return joined(terms, TERM_OR, left, right);
	parts = right->op == TERM_AND ? right->parts : &right;
	count = right->op == TERM_AND ? right->count : 1;
	for (size_t i = 0; i < count; i++)
		if (!has_part(common, TERM_AND, parts[i]))
			b = term_and(terms, b, parts[i]);
	return term_and(terms, common, term_or(terms, a, b));
}

const struct term *term_of_condition(struct terms *terms, const struct term *condition)
{
	return term_choice(terms, condition, term_number(terms, 1), term_number(terms, 0));
}

const struct term *term_is_set(struct terms *terms, const struct term *number)
{
	return term_not(terms, term_equal(terms, number, term_number(terms, 0)));
}
