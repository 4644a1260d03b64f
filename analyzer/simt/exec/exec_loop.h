/* Inside loops: what running turns one by one, running one that stands for all, and running a sample of them
 * have in common. */
#ifndef CUDALINT_SIMT_EXEC_LOOP_H
#define CUDALINT_SIMT_EXEC_LOOP_H

#include "analyzer/simt/exec/exec.h"

struct loop {
	const struct ir_stmt *stmt;
	struct simt_exit broken;
	struct simt_mask out;  /* lanes for which the condition was false */
	bool uniform, by_data; /* of the condition that wasn't decided */
	struct simt_truth truth;
	unsigned instance, turns;
	const struct simt_turn *around;
	bool is_spin;
};

enum loop_verdict { LOOP_GOES_ON, LOOP_DONE, LOOP_OPEN };

/* One variable that the loop changes. */
struct change {
	struct simt_object *object;
	struct simt_cell start;           /* before the symbolic turns */
	const struct simt_value *step;    /* what a turn adds; NULL: can't be told */
	const struct simt_value *general; /* what it holds in the turn that stands for all */
	bool warp_wide;                   /* in every turn, lanes of a warp had the same */
	bool varying;                     /* some turn left it different from lane to lane */
};

typedef VEC(struct change) change_list;

/* What a turn made of the variables: adds to the list, or gives up the step of one that didn't behave.
 * Returns whether the list changed. */
bool loop_note_changes(struct simt *simt, const simt_snapshot *before, change_list *changes);

/* Variables as they are after so many turns. `lockstep`: all lanes have made the same number of turns. */
void loop_set_general(struct simt *simt, change_list *changes, const struct simt_value *turn, bool lockstep);

/* Events from here on belong to the next turn. */
void loop_next_turn(struct simt *simt, struct loop *loop, bool for_all);

void loop_run_body(struct simt *simt, struct loop *loop);
void loop_run_step(struct simt *simt, const struct loop *loop);

/* Evaluates the condition and lets the lanes go for which it is false. */
enum loop_verdict loop_test(struct simt *simt, struct loop *loop);

/* Runs some turns, which count for all (exec_sample.c). */
enum loop_verdict loop_sample(struct simt *simt, struct loop *loop);

#endif
