/* Loops. As long as the condition is decided in every lane, turns are run one by one. Where it isn't, the
 * rest of the loop is run for a turn that stands for all: variables that grow by the same amount each turn
 * become start + amount x turn, others are forgotten. */
#include "analyzer/simt/exec/exec.h"
#include "analyzer/simt/exec/exec_loop.h"
#include "analyzer/value/fold.h"

#include <string.h>

enum { MAX_TURNS = 5000, MAX_GIVEN_TURNS = 2, MAX_ROUNDS = 8, SHORT_STEPS = 10000, FEW_STEPS = 500 };

/* Where the change of a cell is in the list, first looked for at `next`, behind the last one that was found;
 * the count: nowhere. Changes of the object begin at `first`. */
static size_t find_change(
	const change_list *changes, size_t first, size_t next, const struct simt_saved *saved, size_t cell)
{
	int64_t offset = saved->cells[cell].offset;
	size_t at = next;
	if (at < changes->count && changes->data[at].object == saved->object &&
		changes->data[at].start.offset == offset)
		return at;
	for (at = first; at < changes->count; at++)
		if (changes->data[at].object == saved->object && changes->data[at].start.offset == offset)
			break;
	return at;
}

static size_t first_change(const change_list *changes, const struct simt_object *object)
{
	size_t first = 0;
	while (first < changes->count && changes->data[first].object != object)
		first++;
	return first;
}

static void add_change(struct simt *simt, change_list *changes, const struct simt_saved *saved,
	const struct simt_cell *start, const struct simt_value *value)
{
	struct change change = {.object = saved->object, .start = *start};
	const struct simt_value *step = value_subtract(simt, value, start->value);
	if (step->kind == SIMT_INT)
		change.step = step;
	change.varying = !value_is_uniform(value) || !value_is_uniform(start->value);
	change.warp_wide = value_is_warp_wide(simt, &simt->active.may, value) &&
			   value_is_warp_wide(simt, &simt->active.may, start->value);
	vec_push(simt->arena, changes, change);
}

/* A cell that is in the list already. Returns whether that is no longer as it was. */
static bool note_again(struct simt *simt, struct change *change, const struct simt_value *value)
{
	bool news = false;
	if (!change->varying && !value_is_uniform(value))
		news = change->varying = true;
	change->warp_wide = change->warp_wide && value_is_warp_wide(simt, &simt->active.may, value);
	if (!change->step)
		return news;
	const struct simt_value *expected = value_add(simt, change->general, change->step);
	if (value_same(value_subtract(simt, value, expected), value_int(simt, 0)))
		return news;
	change->step = NULL;
	return true;
}

/* What a turn made of the variables: adds to the list, or gives up the step of one that didn't behave.
 * Returns whether the list changed. */
bool loop_note_changes(struct simt *simt, const simt_snapshot *before, change_list *changes)
{
	bool news = false;
	for (size_t i = 0; i < before->count; i++) {
		const struct simt_saved *saved = &before->data[i];
		size_t first = first_change(changes, saved->object), next = first;
		for (size_t k = 0; k < saved->count; k++) {
			const struct simt_cell *start = &saved->cells[k], *now = snapshot_cell(saved, k);
			const struct simt_value *value =
				now ? now->value : value_unknown(simt, true, "changed in a loop");
			size_t known = find_change(changes, first, next, saved, k);
			if (known < changes->count) {
				news |= note_again(simt, &changes->data[known], value);
				next = known + 1;
			} else if (!value_same(value, start->value)) {
				add_change(simt, changes, saved, start, value);
				news = true;
			}
		}
	}
	return news;
}

/* `lockstep`: all lanes have made the same number of turns. */
void loop_set_general(struct simt *simt, change_list *changes, const struct simt_value *turn, bool lockstep)
{
	for (size_t i = 0; i < changes->count; i++) {
		struct change *change = &changes->data[i];
		const struct simt_value *start = change->start.value;
		if (change->step && lockstep) {
			change->general = value_add(simt, start, value_multiply(simt, turn, change->step));
		} else if (start->kind == SIMT_POINTER && start->object) {
			change->general = value_unknown(simt, true, "pointer changed in a loop");
		} else {
			change->general = value_unknown(simt, change->varying || !lockstep,
				change->warp_wide ? simt_by_warp : "changed in a loop");
		}
		struct simt_cell *cell = object_cell(change->object, &change->start);
		if (cell) {
			cell->value = change->general;
		} else {
			struct simt_cell fresh = change->start;
			fresh.value = change->general;
			vec_push(simt->arena, &change->object->cells, fresh);
		}
	}
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* Events from here on belong to the next turn. */
void loop_next_turn(struct simt *simt, struct loop *loop, bool for_all)
{
	struct simt_turn *turn = ARENA_NEW(simt->arena, struct simt_turn);
	*turn = (struct simt_turn){loop->around, loop->stmt, loop->instance, loop->turns++, for_all};
	simt->where.turn = turn;
}

void loop_run_body(struct simt *simt, struct loop *loop)
{
	struct simt_frame *frame = simt->frame;
	struct simt_exit continued, *outer_broken = frame->broken, *outer_continued = frame->continued;
	exit_enter(simt, &continued, true);
	frame->broken = &loop->broken;
	frame->continued = &continued;
	const struct simt_path *path = simt->where.path;
	unsigned departures = simt->departures;
	if (loop->stmt->body)
		exec_stmt(simt, loop->stmt->body);
	if (departures == simt->departures) /* else who goes on didn't leave */
		simt->where.path = path;
	frame->broken = outer_broken;
	frame->continued = outer_continued;
	exit_rejoin(simt, &continued);
	simt->active.may = mask_or(&simt->active.may, &continued.lanes.may);
	simt->active.must = mask_or(&simt->active.must, &continued.lanes.must);
}

void loop_run_step(struct simt *simt, const struct loop *loop)
{
	if (!loop->stmt->step || !mask_any(&simt->active.may))
		return;
	simt->statement = ir_strip_casts(loop->stmt->step);
	exec_expr(simt, loop->stmt->step);
}

/* Evaluates the condition and lets the lanes go for which it is false. */
enum loop_verdict loop_test(struct simt *simt, struct loop *loop)
{
	const struct ir_stmt *stmt = loop->stmt;
	for (size_t i = 0; stmt->kind == IR_WHILE && i < stmt->var_count; i++)
		exec_declare(simt, stmt->vars[i]);
	if (!stmt->expr)
		return mask_any(&simt->active.may) ? LOOP_GOES_ON : LOOP_DONE;
	simt->compared = NULL;
	struct simt_truth truth = exec_condition(simt, stmt->expr);
	if (simt->stop != SIMT_RUNNING)
		return LOOP_DONE;
	if (simt->compared && simt->sink->bound && mask_any(&simt->active.must))
		simt->sink->bound(simt->sink->context, stmt, simt->frame->function, simt->compared);
	exec_report_branch(simt, loop->stmt, NULL, &truth);
	struct simt_mask decided = mask_or(&truth.yes, &truth.no);
	struct simt_mask open = mask_minus(&simt->active.may, &decided);
	loop->uniform = truth.uniform;
	loop->by_data = truth.by_data;
	loop->truth = truth;
	if (mask_any(&open))
		return LOOP_OPEN;
	struct simt_mask out = mask_and(&simt->active.may, &truth.no);
	loop->out = mask_or(&loop->out, &out);
	simt->active.may = mask_and(&simt->active.may, &truth.yes);
	simt->active.must = mask_and(&simt->active.must, &truth.yes);
	return mask_any(&simt->active.may) ? LOOP_GOES_ON : LOOP_DONE;
}

/* From the start of the body to the end of the condition, without letting lanes go: a turn whose number isn't
 * known. False: the condition says that none follows. `next`: gets what it says, where it is asked; or NULL.
 */
static bool run_general_turn(
	struct simt *simt, struct loop *loop, const struct simt_active *start, struct simt_truth *next)
{
	const struct ir_stmt *stmt = loop->stmt;
	simt->active = *start;
	loop_run_body(simt, loop);
	loop_run_step(simt, loop);
	for (size_t i = 0; stmt->kind == IR_WHILE && i < stmt->var_count; i++)
		exec_declare(simt, stmt->vars[i]);
	if (stmt->kind != IR_DO && simt->where.turn != loop->around)
		loop_next_turn(simt, loop, true);
	if (!stmt->expr || stmt->kind == IR_RANGE_FOR || !mask_any(&simt->active.may))
		return true;
	struct simt_truth truth = exec_condition(simt, stmt->expr);
	struct simt_mask left = mask_minus(&simt->active.may, &truth.no);
	if (next)
		*next = truth;
	return mask_any(&left);
}

static const struct simt_value *new_turn(struct simt *simt)
{
	return value_symbol(simt, symbol_new(simt, SYMBOL_TURN, "turn", 0, (int64_t)1 << 40));
}

/* Turns that nobody sees, until the variables hold what they hold in any turn. */
static void settle(
	struct simt *simt, struct loop *loop, const struct simt_active *start, change_list *changes)
{
	const struct simt_sink *sink = simt->sink;
	static const struct simt_sink silent;
	unsigned interval = simt->interval;
	bool news = true;
	for (int round = 0; news && simt->stop == SIMT_RUNNING; round++) {
		if (round == MAX_ROUNDS) {
			exec_stop(simt, "a loop changes its variables in too many ways");
			break;
		}
		simt_snapshot before = snapshot_take(simt);
		simt->sink = &silent;
		run_general_turn(simt, loop, start, NULL);
		simt->sink = sink;
		news = simt->stop == SIMT_RUNNING && loop_note_changes(simt, &before, changes);
		if (news)
			loop_set_general(simt, changes, new_turn(simt), true);
	}
	simt->interval = interval;
}

/* What the loop changes, as it was in front of it. */
static void set_start(change_list *changes)
{
	for (size_t i = 0; i < changes->count; i++) {
		struct simt_cell *cell = object_cell(changes->data[i].object, &changes->data[i].start);
		if (cell)
			cell->value = changes->data[i].start.value;
	}
}

enum { FIRST_TURNS = 2 };

/* The first turns, one after the other, for those who ask for them. What they leave in variables is
 * overwritten behind the loop anyway; who leaves has left in the turn that stands for all. */
static void run_first_turns(
	struct simt *simt, struct loop *loop, const struct simt_active *turn, change_list *changes)
{
	const struct simt_sink *sink = simt->sink;
	uint32_t issued[SIMT_OP_COUNT][SIMT_MAX_WARPS];
	memcpy(issued, simt->issued, sizeof issued);
	unsigned interval = simt->interval, assumptions = simt->assumptions;
	bool keeps_blocks = simt->keeps_blocks;
	simt->sink = sink->again;
	simt->keeps_blocks = true;
	simt->again++;
	set_start(changes);
	bool goes_on = true;
	struct simt_truth truth = loop->truth;
	for (int i = 0; i < FIRST_TURNS && goes_on && simt->stop == SIMT_RUNNING; i++) {
		struct simt_condition *condition = path_condition(simt, &turn->may, &truth, loop->stmt);
		if (condition)
			condition->is_loop = true;
		path_take(simt, condition, true);
		loop_next_turn(simt, loop, true);
		goes_on = run_general_turn(simt, loop, turn, &truth);
	}
	simt->again--;
	simt->keeps_blocks = keeps_blocks;
	simt->assumptions = assumptions;
	simt->interval = interval;
	simt->sink = sink;
	memcpy(simt->issued, issued, sizeof issued);
}

/* The turn that stands for all that are left. Whether a lane gets to it isn't certain; all that its body does
 * is said for the case that it does. */
static void run_symbolic(struct simt *simt, struct loop *loop)
{
	struct simt_active start = simt->active;
	struct simt_active turn = {.may = start.may};
	change_list changes = {0};
	simt->symbolic++;
	simt->guesses++;
	simt->data_loops += loop->by_data;
	simt->uneven_loops += !loop->uniform;
	uint64_t begin = simt->steps;
	const struct simt_path *path = simt->where.path;
	settle(simt, loop, &turn, &changes);
	simt->where.path = path; /* nobody has seen those turns */
	/* settling took as long as the first turns will */
	bool first = simt->sink->again && exec_steps_left(simt) > 2 * (simt->steps - begin);
	bool only_first = first && simt->sink->again == simt->sink;
	simt->untold_turns |= simt->sink->again && !first && !simt->unlogged;
	if (simt->stop == SIMT_RUNNING && !only_first) {
		loop_set_general(simt, &changes, new_turn(simt), true);
		if (first) { /* else the log gets this one */
			struct simt_condition *condition =
				path_condition(simt, &turn.may, &loop->truth, loop->stmt);
			if (condition)
				condition->is_loop = true;
			path_take(simt, condition, true);
		}
		unsigned turns = loop->turns;
		if (first)
			loop_next_turn(simt, loop, true);
		simt->unlogged += first;
		run_general_turn(simt, loop, &turn, NULL);
		simt->unlogged -= first;
		loop->turns = turns;
		simt->where.turn = loop->around;
		simt->where.path = path;
	}
	if (simt->stop == SIMT_RUNNING && first && !simt->unlogged)
		run_first_turns(simt, loop, &turn, &changes);
	simt->where.turn = loop->around;
	simt->where.path = path;
	if (simt->stop == SIMT_RUNNING) {
		/* behind the loop: after any number of turns, the same for all lanes only if all left it
		 * together */
		bool lockstep = loop->uniform && (!loop->broken.doubtful || loop->broken.uniform);
		loop_set_general(simt, &changes, new_turn(simt), lockstep);
	}
	simt->guesses--;
	simt->symbolic--;
	simt->data_loops -= loop->by_data;
	simt->uneven_loops -= !loop->uniform;
	simt->active = start;
}

/* How much of what is left a loop may take for turns one by one; inside a turn that stands for all, little.
 */
static uint64_t steps_for_turns(const struct simt *simt)
{
	uint64_t left = exec_turn_steps_left(simt), most = simt->symbolic ? left / 8 : left / 4 * 3;
	most = simt->symbolic && most > SHORT_STEPS ? SHORT_STEPS : most;
	return most > FEW_STEPS ? most : FEW_STEPS;
}

static bool is_endless(const struct ir_stmt *stmt)
{
	int64_t always;
	return !stmt->expr || (ir_fold_int(stmt->expr, &always) && always);
}

/* Whether the kernel's source alone says how long a condition holds: it names constants, the block, and what
 * changes from turn to turn. */
static bool is_told_by_source(const struct ir_expr *condition)
{
	int64_t value;
	if (!condition || ir_fold_int(condition, &value))
		return true;
	if (condition->kind == IR_VAR)
		return condition->var->storage == IR_BUILTIN ||
		       (condition->var->is_assigned && condition->var->storage == IR_LOCAL);
	if (condition->kind == IR_CALL || !condition->operand_count)
		return false;
	bool told = true;
	for (size_t i = 0; i < condition->operand_count; i++)
		told &= is_told_by_source(condition->operands[i]);
	return told;
}

/* A number that only one launch has is worth few turns: what they do is much the same, however many there
 * are.
 */
static unsigned most_turns(const struct simt *simt, const struct ir_stmt *stmt)
{
	return simt->request->launch->few_turns && !is_told_by_source(stmt->expr) ? MAX_GIVEN_TURNS
										  : MAX_TURNS;
}

/* Turns one by one as long as the condition is decided in every lane. */
static enum loop_verdict run_turns(struct simt *simt, struct loop *loop)
{
	const struct ir_stmt *stmt = loop->stmt;
	uint64_t begin = simt->steps, most = steps_for_turns(simt);
	bool first = stmt->kind == IR_DO, endless = is_endless(stmt);
	unsigned limit = most_turns(simt, stmt);
	for (unsigned turns = 0; simt->stop == SIMT_RUNNING; turns++) {
		loop_next_turn(simt, loop, false); /* which begins with the condition */
		enum loop_verdict verdict = first ? LOOP_GOES_ON : loop_test(simt, loop);
		first = false;
		if (verdict != LOOP_GOES_ON)
			return verdict;
		if (turns >= limit || (endless && turns >= 64) || simt->steps - begin > most)
			return LOOP_OPEN;
		loop_run_body(simt, loop);
		if (!mask_any(&simt->active.may))
			return LOOP_DONE;
		loop_run_step(simt, loop);
	}
	return LOOP_DONE;
}

void exec_loop(struct simt *simt, const struct ir_stmt *stmt)
{
	struct loop loop = {.stmt = stmt};
	if (stmt->init)
		exec_stmt(simt, stmt->init);
	struct simt_active before = simt->active;
	struct simt_where where = simt->where;
	loop.instance = ++simt->loops;
	loop.around = where.turn;
	exit_enter(simt, &loop.broken, true);
	loop.uniform = !stmt->expr;
	loop.is_spin = exec_is_spin(stmt);
	simt->spins += loop.is_spin;
	enum loop_verdict verdict = LOOP_OPEN;
	if (stmt->kind == IR_RANGE_FOR) {
		for (size_t i = 0; i < stmt->var_count; i++)
			exec_variable(simt, stmt->vars[i])->is_lost = true;
		loop.by_data = loop.truth.by_data = true;
	} else {
		bool samples = simt->request->launch->is_estimate;
		verdict = samples ? loop_sample(simt, &loop) : run_turns(simt, &loop);
	}
	simt->where.turn = where.turn;
	if (verdict == LOOP_OPEN && simt->stop == SIMT_RUNNING)
		run_symbolic(simt, &loop);
	simt->where = where;
	simt->spins -= loop.is_spin;
	exit_rejoin(simt, &loop.broken);
	simt->active.may = mask_or(&simt->active.may, &loop.out);
	simt->active.may = mask_or(&simt->active.may, &loop.broken.lanes.may);
	/* loops end: whoever didn't leave the function comes out */
	struct simt_mask left = exec_left(simt);
	simt->active.must = mask_minus(&before.must, &left);
}
