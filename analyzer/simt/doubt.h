/* Which lanes a store reaches when the source doesn't tell which way they went.
 *
 * Inside an undecided branch its open lanes are in doubt. What a lane does there is certain for what was
 * declared inside: a lane that didn't get there has no such variable. For variables of further out, doubt
 * makes the old and the new value one of two. Ways out (return, break, continue) are followed the other way
 * round: lanes that stay go on with certain values, and where those that left come back, what has changed in
 * the meantime is one of two. */
#ifndef CUDALINT_SIMT_DOUBT_H
#define CUDALINT_SIMT_DOUBT_H

#include "analyzer/simt/simt.h"

/* What variables held at some moment. */
struct simt_saved {
	struct simt_object *object;
	struct simt_cell *cells;
	size_t count;
};
typedef VEC(struct simt_saved) simt_snapshot;

/* An undecided branch that is being executed. */
struct simt_doubt {
	struct simt_mask lanes;
	bool uniform; /* all of them go the same way */
	bool by_data; /* which of them do can be any, as opposed to the lanes below a bound */
};

/* A function, a loop or a turn of one: where lanes leave to, and come back behind it. */
struct simt_exit {
	struct simt_exit *up; /* around it, also across calls */
	struct simt_active lanes;
	size_t height; /* doubts when it was entered */
	bool doubtful; /* some lanes may or may not have left */
	bool uniform, by_data;
	bool keeps; /* takes the snapshot */
	simt_snapshot then;
};

void doubt_push(struct simt *simt, const struct simt_mask *open, const struct simt_truth *truth);
void doubt_pop(struct simt *simt, const struct simt_mask *open);

/* Lanes in doubt for what was declared when there were `height` doubts. Clears *uniform where they may part.
 */
struct simt_mask doubt_since(const struct simt *simt, size_t height, bool *uniform);

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
struct simt_cell *snapshot_cell(struct simt_object *object, const struct simt_cell *like);

#endif
