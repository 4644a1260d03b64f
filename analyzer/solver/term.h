/* Terms: numbers and conditions with unknowns in them, as the solver is asked about.
 *
 * Numbers are mathematical integers; what wraps says so (term_wrap), so that arithmetic of 32 and 64 bits,
 * signed and unsigned, is written exactly as the machine does it. Sums are kept in one form, constant + sum
 * of factor x part, by which equal sums are the same pointer and differences cancel out. Each term knows a
 * range that it certainly lies in; what the range decides is decided without a question.
 *
 * Terms are immutable, made once each, and live in the arena of their table. */
#ifndef CUDALINT_SOLVER_TERM_H
#define CUDALINT_SOLVER_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "analyzer/base/buffer.h"
#include "analyzer/base/vec.h"

enum term_op {
	/* numbers */
	TERM_NUMBER,   /* constant */
	TERM_UNKNOWN,  /* unknown */
	TERM_SUM,      /* constant + sum of factors[i] * parts[i] */
	TERM_PRODUCT,  /* parts[0] * parts[1], neither a number */
	TERM_QUOTIENT, /* parts[0] / parts[1], rounded so that the rest isn't negative */
	TERM_REST,     /* parts[0] modulo constant, from 0 to constant - 1 */
	TERM_WRAP,     /* parts[0] as a number of `bits` bits, is_signed or not */
	TERM_CHOICE,   /* parts[0] ? parts[1] : parts[2] */
	/* conditions */
	TERM_TRUE,
	TERM_FALSE,
	TERM_CONDITION, /* unknown, one way or the other */
	TERM_IS_ZERO,   /* parts[0] == 0 */
	TERM_IS_LOW,    /* parts[0] <= 0 */
	TERM_NOT,
	TERM_AND,
	TERM_OR
};

/* An unknown. `scope` and `marks` are the maker's own: terms know the widest scope and all marks of what is
 * in them. Copies of a term (term_copy) have unknowns of their own from a scope on. */
struct term_unknown {
	const char *name; /* for people */
	uint32_t id;      /* in the order of making */
	bool is_condition;
	unsigned scope, marks;
	int64_t low, high; /* inclusive */
	const void *data;  /* the maker's */
};

struct term {
	enum term_op op;
	uint32_t id; /* in the order of making, parts before what they are in */
	bool is_signed;
	unsigned bits, scope, marks;
	int64_t constant;
	const struct term *const *parts;
	const int64_t *factors;
	size_t count;
	const struct term_unknown *unknown;
	int64_t low, high; /* inclusive; INT64_MIN and INT64_MAX: no bound on that side */
};

struct terms;

struct terms *terms_new(struct arena *arena);
struct arena *terms_arena(const struct terms *terms);

static inline bool term_is_condition(const struct term *term)
{
	return term->op >= TERM_TRUE;
}
static inline bool term_number_is(const struct term *term, int64_t number)
{
	return term->op == TERM_NUMBER && term->constant == number;
}

const struct term *term_number(struct terms *terms, int64_t number);
const struct term *term_truth(struct terms *terms, bool holds);
const struct term *term_fresh(struct terms *terms, const char *name, unsigned scope, unsigned marks,
	int64_t low, int64_t high, const void *data);
const struct term *term_fresh_condition(
	struct terms *terms, const char *name, unsigned scope, unsigned marks, const void *data);
/* The term of an unknown. */
const struct term *term_of(struct terms *terms, const struct term_unknown *unknown);

/* left + right * factor. Where a factor doesn't fit 64 bits the result is an unknown of its own. */
const struct term *term_add(
	struct terms *terms, const struct term *left, const struct term *right, int64_t factor);
const struct term *term_multiply(struct terms *terms, const struct term *left, const struct term *right);
/* The quotient that C has, towards zero, and its rest; by zero they are anything. */
const struct term *term_divide(struct terms *terms, const struct term *left, const struct term *right);
const struct term *term_remainder(struct terms *terms, const struct term *left, const struct term *right);
/* The number that `bits` bits hold of it, 1 to 64. */
const struct term *term_wrap(struct terms *terms, const struct term *term, unsigned bits, bool is_signed);
/* `op` is '&', '|' or '^', of numbers of this type. */
const struct term *term_bits(struct terms *terms, char op, const struct term *left, const struct term *right,
	unsigned bits, bool is_signed);
/* Shifts by a number of bits below `bits`; by others the result is unknown. To the left nothing is cut off,
 * to the right copies of the sign come in. */
const struct term *term_shift_left(
	struct terms *terms, const struct term *left, const struct term *by, unsigned bits);
const struct term *term_shift_right(
	struct terms *terms, const struct term *left, const struct term *by, unsigned bits);
/* Of numbers or of conditions. */
const struct term *term_choice(
	struct terms *terms, const struct term *when, const struct term *yes, const struct term *no);
const struct term *term_minimum(struct terms *terms, const struct term *left, const struct term *right);
const struct term *term_maximum(struct terms *terms, const struct term *left, const struct term *right);

const struct term *term_equal(struct terms *terms, const struct term *left, const struct term *right);
const struct term *term_less(struct terms *terms, const struct term *left, const struct term *right);
const struct term *term_at_most(struct terms *terms, const struct term *left, const struct term *right);
const struct term *term_not(struct terms *terms, const struct term *condition);
const struct term *term_and(struct terms *terms, const struct term *left, const struct term *right);
const struct term *term_or(struct terms *terms, const struct term *left, const struct term *right);
/* 1 where it holds, else 0; and whether a number isn't 0. */
const struct term *term_of_condition(struct terms *terms, const struct term *condition);
const struct term *term_is_set(struct terms *terms, const struct term *number);
/* Whether it lies in the range of such integers. */
const struct term *term_fits(struct terms *terms, const struct term *term, unsigned bits, bool is_signed);

/* Says of a product that is no unknown's own that it lies between these, as the maker makes sure with a
 * condition that was made before. Copies don't know it. */
void term_narrow(const struct term *product, int64_t low, int64_t high);

/* Whether an unknown is in it. */
bool term_mentions(const struct term *term, const struct term_unknown *unknown);

/* What stands for an unknown in a copy; NULL: itself. */
typedef const struct term *term_replace(void *context, const struct term_unknown *unknown);
/* The term with unknowns replaced, simplified anew. `memo` has room for what was copied with the same
 * replacement before; begins as zero. */
struct term_memo {
	VEC(const struct term *) from;
	VEC(const struct term *) to;
	uint32_t *index;
	size_t room;
};
const struct term *term_copy(struct terms *terms, const struct term *term, term_replace *replace,
	void *context, struct term_memo *memo);

/* The value under given numbers of the unknowns, exactly; conditions are 0 and 1. False where a number isn't
 * given, a result doesn't fit 64 bits or something is divided by zero. */
typedef bool term_given(void *context, const struct term_unknown *unknown, int64_t *number);
bool term_value(
	struct arena *arena, const struct term *term, term_given *given, void *context, int64_t *value);

typedef VEC(const struct term *) term_list;

/* All terms in `roots` and in their parts, each once, parts first. */
void term_gather(struct arena *arena, const term_list *roots, term_list *out);

/* In SMT-LIB: unknowns declared with their ranges, shared parts defined, each of `conditions` asserted. With
 * `abstract`, products and quotients of unknowns are unknowns that obey the laws that are needed of them: no
 * number is lost, but some that can't be are let in. `*names`: of the unknowns that are asked about, for
 * solver_ask(); they stand in `unknowns` in the same order. */
void term_print(struct terms *terms, const term_list *conditions, bool abstract, struct buffer *out,
	struct buffer *names, term_list *unknowns);

#endif
