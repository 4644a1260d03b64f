/* A loop while it is gone through: shared by the files of loops alone. */
#ifndef CUDALINT_PROOF_SYMBOLIC_LOOP_H
#define CUDALINT_PROOF_SYMBOLIC_LOOP_H

#include "analyzer/proof/symbolic/machine.h"

enum form {
	FORM_ANY,   /* an unknown */
	FORM_STEP,  /* start + step * turn */
	FORM_SWING, /* start in even turns, `other` in odd ones */
	FORM_GONE   /* nothing that is followed */
};

struct head {
	struct sym_cell start;
	struct sym_value unknown; /* at the head of a turn, while it is tried */
	struct sym_value after;   /* at the end of that turn */
	unsigned scope;
	enum form form;
	const struct term *step;
	struct sym_value other;
	unsigned wraps; /* bits, of a counter that wraps; 0: none */
	bool wraps_signed;
};

struct looping {
	struct sym *sym;
	const struct ir_stmt *stmt;
	struct sym_loop loop;
	struct sym_state entry;
	VEC(struct head) heads;
	const struct term *turn, *last;
	const struct term *ends;    /* the loop does */
	const struct term *goes_on; /* the condition in the turn that was gone through last */
	bool returns;
};

static inline bool loop_is_do(const struct looping *looping)
{
	return looping->stmt->kind == IR_DO;
}

static inline struct terms *loop_terms(const struct looping *looping)
{
	return looping->sym->terms;
}

static inline const struct term *loop_number(const struct looping *looping, int64_t value)
{
	return term_number(loop_terms(looping), value);
}

static inline struct sym_origin *loop_origin(const struct term *term)
{
	return (struct sym_origin *)(uintptr_t)term->unknown->data;
}

/* ---- loop.c ----------------------------------------------------------------------------------- */

/* Whether an unknown is made anew in each turn; whether a term has one that is, or, where `turn_counts`, the
 * number of the turn. */
bool loop_unknown_turns(const struct looping *looping, const struct term_unknown *unknown);
bool loop_term_turns(const struct looping *looping, const struct term *term, bool turn_counts);

/* The state in which the loop is come to, but for what turns change: that is what `value` gives. */
void loop_enter(struct looping *looping,
	struct sym_value (*value)(struct looping *looping, const struct head *head, void *context),
	void *context);

/* ---- loop_form.c ------------------------------------------------------------------------------ */

/* How what a turn changes goes on from turn to turn. */
void loop_find_forms(struct looping *looping);

/* A head's value in turn `turn`, in its final form. */
struct sym_value loop_formed(struct looping *looping, const struct head *head, const struct term *turn);

/* Numbers that get smaller or larger from turn to turn, in another way than by steps, stay on their side. */
void loop_add_laws(
	struct looping *looping, const struct head *head, const struct term *value, const struct term *turn);

/* What a counter holds is in its type, in every turn that is come to. */
void loop_add_ranges(
	struct looping *looping, const struct term *turn, const struct term *live, term_list *list);

/* A counter that wraps isn't what its form says. */
void loop_bound_steps(struct looping *looping);

/* How many barriers the thread passes in each; 0 also where that differs. */
unsigned loop_barriers_per_turn(const struct looping *looping);

/* ---- loop_end.c ------------------------------------------------------------------------------- */

/* Leaves the state behind the loop. */
void loop_leave(struct looping *looping, size_t returns, const struct term *left_before);

/* That the thread comes to the turn that is gone through; `may_leave`: it may leave within one. */
const struct term *loop_comes_to_turn(struct looping *looping, bool may_leave);

/* Whether some part of a condition can't hold for ever: a number that rises by one at least with each turn
 * stays below zero. */
bool loop_comes_to_end(struct looping *looping, const struct term *condition);

/* That a turn is come to is told by its condition where that held in all turns before. */
void loop_note_earlier(struct looping *looping, bool may_leave);

#endif
