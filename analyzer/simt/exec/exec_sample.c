/* Loops of a launch that is estimated: the first turns are run one by one; of those that follow, some are run
 * and weigh as much as all, then the last one, so that what the loop reaches is seen. Where the condition
 * doesn't tell how many turns there are, a number of them is assumed. */
#include "analyzer/ir/walk.h"
#include "analyzer/operation/update.h"
#include "analyzer/simt/exec/exec_loop.h"

#include <string.h>

enum { FIRST = 2, SAMPLE = 8, WHOLE = 24 };
#define MOST_TURNS ((int64_t)1 << 24)

/* ---- how many turns there are ---------------------------------------------------------------- */

/* Whether all lanes go on, or none does, once the variables have changed so often. */
static bool ask(
	struct simt *simt, const struct loop *loop, change_list *changes, int64_t turn, bool *all, bool *none)
{
	loop_set_general(simt, changes, value_int(simt, turn), true);
	struct simt_truth truth = exec_condition(simt, loop->stmt->expr);
	struct simt_mask stay = mask_minus(&simt->active.may, &truth.no);
	struct simt_mask doubt = mask_minus(&simt->active.may, &truth.yes);
	*none = !mask_any(&stay);
	*all = !mask_any(&doubt);
	return simt->stop == SIMT_RUNNING;
}

/* The first turn in which not all lanes go on, or (`none`) no lane does; 0: there is none. */
static int64_t first_turn(struct simt *simt, const struct loop *loop, change_list *changes, bool none)
{
	int64_t low = 0, high = 1;
	for (bool found = false; !found; high *= 2) {
		bool are_all, is_none;
		if (high > MOST_TURNS || !ask(simt, loop, changes, high, &are_all, &is_none))
			return 0;
		found = none ? is_none : !are_all;
		if (found)
			break;
		low = high;
	}
	while (high - low > 1) {
		bool are_all, is_none;
		int64_t middle = low + (high - low) / 2;
		if (!ask(simt, loop, changes, middle, &are_all, &is_none))
			return 0;
		if (none ? is_none : !are_all)
			high = middle;
		else
			low = middle;
	}
	return high;
}

/* Turns from the start of `changes` on; 0: the condition doesn't tell. */
static int64_t count_turns(struct simt *simt, const struct loop *loop, change_list *changes)
{
	static const struct simt_sink silent;
	const struct simt_sink *sink = simt->sink;
	bool keeps_blocks = simt->keeps_blocks;
	unsigned assumptions = simt->assumptions;
	uint32_t issued[SIMT_OP_COUNT][SIMT_MAX_WARPS];
	int64_t turns = 0;
	simt_snapshot now = snapshot_take(simt);
	memcpy(issued, simt->issued, sizeof issued);
	simt->sink = &silent;
	simt->keeps_blocks = true;
	int64_t last = loop->stmt->expr ? first_turn(simt, loop, changes, true) : 0;
	if (last)
		turns = (first_turn(simt, loop, changes, false) + last + 1) / 2;
	simt->sink = sink;
	simt->keeps_blocks = keeps_blocks;
	simt->assumptions = assumptions;
	memcpy(simt->issued, issued, sizeof issued);
	for (size_t i = 0; i < now.count; i++)
		for (size_t k = 0; k < now.data[i].count; k++) {
			struct simt_cell *cell = snapshot_cell(&now.data[i], k);
			if (cell)
				cell->value = now.data[i].cells[k].value;
		}
	return turns;
}

/* ---- waiting --------------------------------------------------------------------------------- */

static void look_for_exchange(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *found = context;
	struct ir_update update;
	(void)path;
	*found |= expr->kind == IR_CALL && ir_update_of(expr, &update) &&
		  (update.kind == IR_UPDATE_COMPARE || update.kind == IR_UPDATE_EXCHANGE);
}

/* Whether a loop tries something that others may be in the way of: a lock, an exchange, a flag. */
static bool tries(const struct loop *loop)
{
	const struct ir_visitor visitor = {.expr = look_for_exchange};
	bool found = loop->is_spin;
	if (loop->stmt->kind != IR_FOR)
		ir_walk_stmt(loop->stmt, &visitor, &found, NULL);
	return found;
}

/* ---- turns that count for more --------------------------------------------------------------- */

struct weighed {
	bool is_on;
	double weight;
	uint32_t issued[SIMT_OP_COUNT][SIMT_MAX_WARPS];
};

static void weigh(struct simt *simt, struct weighed *weighed, double weight)
{
	weighed->is_on = true;
	weighed->weight = weight;
	memcpy(weighed->issued, simt->issued, sizeof weighed->issued);
	if (simt->sink->weigh)
		simt->sink->weigh(simt->sink->context, simt, weight, true);
}

static void weigh_no_more(struct simt *simt, struct weighed *weighed)
{
	if (!weighed->is_on)
		return;
	weighed->is_on = false;
	for (int op = 0; op < SIMT_OP_COUNT; op++)
		for (int warp = 0; warp < SIMT_MAX_WARPS; warp++) {
			uint32_t before = weighed->issued[op][warp], *now = &simt->issued[op][warp];
			double all = before + (*now - before) * weighed->weight;
			*now = all < UINT32_MAX ? (uint32_t)all : UINT32_MAX;
		}
	if (simt->sink->weigh)
		simt->sink->weigh(simt->sink->context, simt, weighed->weight, false);
}

/* ---- the sample ------------------------------------------------------------------------------ */

struct sample {
	simt_snapshot before; /* the turn in front of the sample */
	change_list changes;  /* that a turn makes, from there on */
	int64_t turns;        /* likewise; 0: not asked yet */
	bool is_open;         /* the condition didn't tell whether some turn follows */
	struct weighed weighed;
};

/* Who certainly leaves does. */
static void let_go(struct simt *simt, struct loop *loop)
{
	struct simt_mask out = mask_and(&simt->active.may, &loop->truth.no);
	loop->out = mask_or(&loop->out, &out);
	simt->active.may = mask_minus(&simt->active.may, &out);
	simt->active.must = mask_minus(&simt->active.must, &out);
}

/* In front of the turn with this number. False: there are no more. */
static bool prepare(struct simt *simt, struct loop *loop, struct sample *sample, int64_t turn)
{
	if (turn == FIRST - 1)
		sample->before = snapshot_take(simt);
	if (turn == FIRST) {
		loop_note_changes(simt, &sample->before, &sample->changes);
		int64_t turns = sample->is_open ? SIMT_ESTIMATED_TURNS - turn + 1
						: count_turns(simt, loop, &sample->changes);
		simt->assumed_turns |= sample->is_open;
		sample->turns = turns ? turns : WHOLE; /* it may be over soon */
		if (sample->turns > WHOLE)
			weigh(simt, &sample->weighed, (double)(sample->turns - 2) / SAMPLE);
	}
	bool is_short = sample->turns <= WHOLE;
	if (sample->is_open && turn >= 1 && tries(loop))
		return false;
	simt->assumed_turns |= turn >= SIMT_ESTIMATED_TURNS;
	return is_short ? turn < SIMT_ESTIMATED_TURNS : turn < FIRST + SAMPLE;
}

/* The last turn, and the variables as it leaves them. */
static void run_last(struct simt *simt, struct loop *loop, struct sample *sample)
{
	weigh_no_more(simt, &sample->weighed);
	if (sample->turns <= WHOLE || simt->stop != SIMT_RUNNING)
		return;
	loop_set_general(simt, &sample->changes, value_int(simt, sample->turns - 1), true);
	loop_next_turn(simt, loop, false);
	loop_run_body(simt, loop);
	if (mask_any(&simt->active.may))
		loop_run_step(simt, loop);
}

enum loop_verdict loop_sample(struct simt *simt, struct loop *loop)
{
	struct sample sample = {.turns = 0};
	bool first = loop->stmt->kind == IR_DO;
	for (int64_t turn = 0; simt->stop == SIMT_RUNNING; turn++) {
		loop_next_turn(simt, loop, false);
		enum loop_verdict verdict = first ? LOOP_GOES_ON : loop_test(simt, loop);
		first = false;
		if (verdict == LOOP_DONE)
			break;
		if (verdict == LOOP_OPEN)
			let_go(simt, loop);
		sample.is_open |= verdict == LOOP_OPEN || !loop->stmt->expr;
		if (!prepare(simt, loop, &sample, turn)) {
			run_last(simt, loop, &sample);
			break;
		}
		loop_run_body(simt, loop);
		if (!mask_any(&simt->active.may))
			break;
		loop_run_step(simt, loop);
	}
	weigh_no_more(simt, &sample.weighed);
	loop->out = mask_or(&loop->out, &simt->active.may);
	memset(&simt->active.may, 0, sizeof simt->active.may);
	memset(&simt->active.must, 0, sizeof simt->active.must);
	return LOOP_DONE;
}
