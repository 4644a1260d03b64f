/* Loops of a launch that is estimated: the first turns are run one by one; of those that follow, some are run
 * and weigh as much as all, then the last ones, so that what the loop reaches is seen. Where the condition
 * doesn't tell how many turns there are, a number of them is assumed. Inside of another loop, whose turns see
 * the inner one from several sides, few are enough. */
#include "analyzer/ir/walk.h"
#include "analyzer/operation/update.h"
#include "analyzer/simt/exec/exec_loop.h"

#include <string.h>

enum { FIRST = 2, SAMPLE = 8 };

/* How many turns stand for those in the middle, how many are run at the end, and how many a loop has at most
 * that is run whole. */
struct shape {
	int64_t middle, last, whole;
};
static const struct shape outer_shape = {SAMPLE, 2, 24}, inner_shape = {2, 1, 8}, large_shape = {2, 1, 4};

/* Steps of a turn that is large. */
enum { LARGE = 200 };

#define MOST_TURNS ((int64_t)1 << 24)

/* ---- how many turns there are ---------------------------------------------------------------- */

/* The condition's answer once the variables have changed so often. */
static struct simt_truth ask(struct simt *simt, const struct loop *loop, change_list *changes, int64_t turn)
{
	loop_set_general(simt, changes, value_int(simt, turn), true);
	return exec_condition(simt, loop->stmt->expr);
}

struct turns {
	int64_t last;                /* the first turn that no lane makes; 0: the condition doesn't tell */
	double average;              /* that a warp makes */
	double warp[SIMT_MAX_WARPS]; /* each of them */
};

/* Adds so many turns for the warps that go on: with some lane certainly; those that may count half. */
static void add_turns(
	const struct simt *simt, const struct simt_truth *truth, double turns, struct turns *out)
{
	double active = 0, on = 0;
	for (unsigned warp = 0; warp < SIMT_MAX_WARPS; warp++) {
		uint32_t may = simt->active.may.warp[warp], yes = truth->yes.warp[warp] & may;
		uint32_t open = may & ~truth->no.warp[warp];
		double share = yes ? 1 : open ? 0.5 : 0;
		active += may != 0;
		on += share;
		out->warp[warp] += turns * share;
	}
	out->average += active > 0 ? turns * on / active : 0;
}

static struct turns same_turns(int64_t turns)
{
	struct turns out = {.last = turns, .average = (double)turns};
	for (unsigned warp = 0; warp < SIMT_MAX_WARPS; warp++)
		out.warp[warp] = (double)turns;
	return out;
}

static bool is_passed(const struct simt *simt, const struct simt_truth *truth, bool none)
{
	struct simt_mask stay =
		none ? mask_minus(&simt->active.may, &truth->no) : mask_minus(&simt->active.may, &truth->yes);
	return none != mask_any(&stay);
}

/* The first turn in which not all lanes go on, or (`none`) no lane does; 0: there is none. */
static int64_t first_turn(struct simt *simt, const struct loop *loop, change_list *changes, bool none)
{
	int64_t low = 0, high = 1;
	struct simt_truth truth = ask(simt, loop, changes, high);
	while (simt->stop == SIMT_RUNNING && !is_passed(simt, &truth, none)) {
		low = high;
		high *= 2;
		if (high > MOST_TURNS)
			return 0;
		truth = ask(simt, loop, changes, high);
	}
	while (high - low > 1 && simt->stop == SIMT_RUNNING) {
		int64_t middle = low + (high - low) / 2;
		truth = ask(simt, loop, changes, middle);
		*(is_passed(simt, &truth, none) ? &high : &low) = middle;
	}
	return simt->stop == SIMT_RUNNING ? high : 0;
}

/* From the start of `changes` on. */
static struct turns count_turns(struct simt *simt, const struct loop *loop, change_list *changes)
{
	static const struct simt_sink silent;
	const struct simt_sink *sink = simt->sink;
	bool keeps_blocks = simt->keeps_blocks;
	unsigned assumptions = simt->assumptions;
	uint32_t issued[SIMT_OP_COUNT][SIMT_MAX_WARPS];
	simt_snapshot now = snapshot_take(simt);
	memcpy(issued, simt->issued, sizeof issued);
	simt->sink = &silent;
	simt->keeps_blocks = true;
	int64_t last = loop->stmt->expr ? first_turn(simt, loop, changes, true) : 0;
	int64_t all = last ? first_turn(simt, loop, changes, false) : 0;
	struct turns out = same_turns(all);
	out.last = last;
	for (int i = 0; i < SAMPLE && out.last > all; i++) {
		double apart = (double)(out.last - all);
		int64_t turn = all + (int64_t)(apart * (i + 0.5) / SAMPLE);
		struct simt_truth truth = ask(simt, loop, changes, turn);
		add_turns(simt, &truth, apart / SAMPLE, &out);
	}
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
	return out;
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
	const struct shape *shape;
	struct turns turns;
	double weight;
	uint32_t issued[SIMT_OP_COUNT][SIMT_MAX_WARPS];
};

/* The sample stands for so many turns, but for the first and the last ones of them. */
static double weight_of(const struct shape *shape, double turns)
{
	double middle = turns - 1 - (double)shape->last;
	return middle > 0 ? middle / (double)shape->middle : 0;
}

static void weigh(struct simt *simt, struct weighed *weighed, const struct turns *turns)
{
	weighed->is_on = true;
	weighed->turns = *turns;
	memcpy(weighed->issued, simt->issued, sizeof weighed->issued);
	weighed->weight = weight_of(weighed->shape, turns->average);
	if (simt->sink->weigh)
		simt->sink->weigh(simt->sink->context, simt, weighed->weight, true);
}

static void weigh_no_more(struct simt *simt, struct weighed *weighed)
{
	if (!weighed->is_on)
		return;
	weighed->is_on = false;
	for (int op = 0; op < SIMT_OP_COUNT; op++)
		for (int warp = 0; warp < SIMT_MAX_WARPS; warp++) {
			uint32_t before = weighed->issued[op][warp], *now = &simt->issued[op][warp];
			double all = before +
				     (*now - before) * weight_of(weighed->shape, weighed->turns.warp[warp]);
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
	uint64_t steps;       /* in front of the loop */
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

static const struct shape *choose_shape(const struct simt *simt, const struct sample *sample)
{
	bool is_large = simt->steps - sample->steps > (uint64_t)FIRST * LARGE;
	return is_large ? &large_shape : simt->sampled > 1 ? &inner_shape : &outer_shape;
}

/* In front of the turn with this number. False: there are no more. */
static bool prepare(struct simt *simt, struct loop *loop, struct sample *sample, int64_t turn)
{
	if (turn == FIRST)
		sample->weighed.shape = choose_shape(simt, sample);
	const struct shape *shape = sample->weighed.shape;
	if (turn == FIRST - 1)
		sample->before = snapshot_take(simt);
	if (turn == FIRST) {
		loop_note_changes(simt, &sample->before, &sample->changes);
		struct turns turns = sample->is_open ? same_turns(SIMT_ESTIMATED_TURNS - turn + 1)
						     : count_turns(simt, loop, &sample->changes);
		simt->assumed_turns |= sample->is_open;
		sample->turns = turns.last ? turns.last : shape->whole; /* it may be over soon */
		if (sample->turns > shape->whole)
			weigh(simt, &sample->weighed, &turns);
	}
	bool is_short = sample->turns <= shape->whole;
	if (sample->is_open && turn >= 1 && tries(loop))
		return false;
	simt->assumed_turns |= turn >= SIMT_ESTIMATED_TURNS;
	return is_short ? turn < SIMT_ESTIMATED_TURNS : turn < FIRST + shape->middle;
}

/* The last turns, and the variables as they leave them. */
static void run_last(struct simt *simt, struct loop *loop, struct sample *sample)
{
	const struct shape *shape = sample->weighed.shape;
	weigh_no_more(simt, &sample->weighed);
	if (sample->turns <= shape->whole)
		return;
	for (int64_t left = shape->last; left > 0 && simt->stop == SIMT_RUNNING; left--) {
		loop_set_general(simt, &sample->changes, value_int(simt, sample->turns - left), true);
		loop_next_turn(simt, loop, false);
		loop_run_body(simt, loop);
		if (mask_any(&simt->active.may))
			loop_run_step(simt, loop);
	}
}

enum loop_verdict loop_sample(struct simt *simt, struct loop *loop)
{
	struct sample sample = {.steps = simt->steps, .weighed.shape = &outer_shape};
	bool first = loop->stmt->kind == IR_DO;
	simt->sampled++;
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
	simt->sampled--;
	loop->out = mask_or(&loop->out, &simt->active.may);
	memset(&simt->active.may, 0, sizeof simt->active.may);
	memset(&simt->active.must, 0, sizeof simt->active.must);
	return LOOP_DONE;
}
