/* Which lanes a store reaches when the source doesn't tell which way they went.
 *
 * A side of an undecided `if` is run as if all its lanes were there: what they do is certain for them. Where
 * the sides meet again, a variable that they left different is one of two (fork_*). Ways out (return, break,
 * continue) are followed likewise: lanes that stay go on with certain values, and where those that left come
 * back, what has changed in the meantime is one of two (exit_*). In an undecided switch, && or ?: a store
 * itself makes the old and the new value one of two, except to what was declared inside. */
#ifndef CUDALINT_SIMT_DOUBT_H
#define CUDALINT_SIMT_DOUBT_H

#include "analyzer/simt/simt.h"

/* What variables held at some moment. */
struct simt_saved {
	struct simt_object *object;
	struct simt_cell *cells;
	size_t count;
	bool is_lost;
	const struct simt_value *rest;
};
typedef VEC(struct simt_saved) simt_snapshot;

/* An undecided branch that is being executed. */
struct simt_doubt {
	struct simt_mask lanes;
	bool uniform; /* all of them go the same way */
	bool by_data; /* which of them do can be any, as opposed to the lanes below a bound */
	bool is_fork; /* values are merged where the sides meet */
};

/* A function, a loop or a turn of one: where lanes leave to, and come back behind it. */
struct simt_exit {
	struct simt_exit *up; /* around it, also across calls */
	struct simt_active lanes;
	size_t height;             /* doubts when it was entered */
	size_t ends;               /* objects of the function that end later than it, likewise */
	unsigned again;            /* loops whose first turns are run again, likewise */
	unsigned symbolic, uneven; /* loops by turns that stand for all, likewise */
	struct simt_mask entered;  /* lanes, likewise */
	bool doubtful;             /* some lanes may or may not have left */
	bool uniform, by_data;
	bool keeps;     /* takes the snapshot */
	bool of_switch; /* it is a switch that is left */
	simt_snapshot then;
};

void doubt_push(struct simt *simt, const struct simt_mask *open, const struct simt_truth *truth);
void doubt_pop(struct simt *simt, const struct simt_mask *open);

/* The two sides of an `if` whose `open` lanes aren't decided; does nothing when there are none. */
struct simt_fork {
	struct simt_mask open;
	simt_snapshot before, yes;
};
void fork_enter(struct simt *simt, struct simt_fork *fork, const struct simt_truth *truth);
/* The first side is done, the second begins with what was before. */
void fork_other(struct simt *simt, struct simt_fork *fork);
/* The sides meet; `left`: lanes that come out of the first, those out of the second are active. */
void fork_join(struct simt *simt, struct simt_fork *fork, const struct simt_truth *truth,
	const struct simt_mask *left);

/* Lanes in doubt since there were `height` doubts; of stores: where no fork sees to them. Clears *uniform
 * where they may part. */
struct simt_mask doubt_since(const struct simt *simt, size_t height, bool of_stores, bool *uniform);

/* Whether it depends on data which lanes are executing. */
bool doubt_by_data(const struct simt *simt);

void exit_enter(struct simt *simt, struct simt_exit *exit, bool keeps);
/* The active lanes leave. */
void exit_take(struct simt *simt, struct simt_exit *exit);
/* They are back: values only, the caller merges the masks. */
void exit_rejoin(struct simt *simt, struct simt_exit *exit);

/* What is left of `old` when the active lanes got `value`, those of `open` perhaps; lanes outside of `live`
 * don't matter. */
const struct simt_value *doubt_choose(struct simt *simt, const struct simt_mask *live,
	const struct simt_mask *open, bool uniform, const struct simt_value *old,
	const struct simt_value *value);

/* The value of a variable after the active lanes stored to it. */
const struct simt_value *doubt_merge(struct simt *simt, const struct simt_object *object,
	const struct simt_value *old, const struct simt_value *value);

simt_snapshot snapshot_take(struct simt *simt);
/* The object's cell now that was the snapshot's `cell`-th; NULL: it is gone. */
struct simt_cell *snapshot_cell(const struct simt_saved *saved, size_t cell);
/* The object's cell at the offset and of the size of another; NULL: there is none. */
struct simt_cell *object_cell(struct simt_object *object, const struct simt_cell *like);

#endif
