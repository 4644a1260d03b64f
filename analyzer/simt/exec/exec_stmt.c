/* Control flow under lane masks. A branch runs both sides, each with the lanes that take it; where that isn't
 * decided, with all lanes that may. Stores merge by mask, so nothing has to be joined where sides meet again.
 */
#include "analyzer/simt/exec/exec.h"

#include <string.h>

void exec_stop(struct simt *simt, const char *why)
{
	if (simt->stop != SIMT_RUNNING)
		return;
	simt->stop = SIMT_STOPPED;
	simt->gave_up = why;
}

/* Loops may run turns one by one within TURN_STEPS. Who has none left takes turns that stand for all, and has
 * MAX_OVER times as many steps to get to the end with them. LANE_STEPS: numbers of single lanes that a step
 * may take. */
enum {
	TURN_STEPS = 200000,
	MAX_OVER = 5,
	LANE_STEPS = 120,
	MAX_TRIED_STEPS = 20000,
	MAX_ESTIMATED_STEPS = 50000
};

/* How much may be spent: in steps, and in numbers of lanes that steps have. */
struct budget {
	uint64_t steps, lane_steps;
};

static struct budget whole_budget(const struct simt *simt)
{
	const struct budget whole = {TURN_STEPS * MAX_OVER, (uint64_t)TURN_STEPS * MAX_OVER * LANE_STEPS},
			    tried = {MAX_TRIED_STEPS, TURN_STEPS * LANE_STEPS},
			    estimated = {MAX_ESTIMATED_STEPS, (uint64_t)MAX_ESTIMATED_STEPS * LANE_STEPS};
	if (simt->request->launch->is_estimate)
		return estimated;
	return simt->request->tries_block ? tried : whole;
}

static struct budget turn_budget(const struct simt *simt)
{
	const struct budget turns = {TURN_STEPS, TURN_STEPS * LANE_STEPS};
	return simt->request->tries_block ? whole_budget(simt) : turns;
}

static uint64_t left_of(const struct simt *simt, struct budget budget)
{
	uint64_t steps = simt->steps < budget.steps ? budget.steps - simt->steps : 0;
	uint64_t lanes = simt->lane_steps < budget.lane_steps ? budget.lane_steps - simt->lane_steps : 0;
	uint64_t by_lanes = lanes / LANE_STEPS;
	return steps < by_lanes ? steps : by_lanes;
}

uint64_t exec_steps_left(const struct simt *simt)
{
	return left_of(simt, whole_budget(simt));
}

uint64_t exec_turn_steps_left(const struct simt *simt)
{
	return left_of(simt, turn_budget(simt));
}

bool exec_spend(struct simt *simt)
{
	struct budget budget = whole_budget(simt);
	simt->steps++;
	if (simt->steps > budget.steps || simt->lane_steps > budget.lane_steps)
		exec_stop(simt, "too long to be run to its end");
	return simt->stop == SIMT_RUNNING;
}

static bool any_active(const struct simt *simt)
{
	return mask_any(&simt->active.may);
}

/* The lanes of `now` that take one side. `other`: lanes decided for the other side. */
static struct simt_active side(
	const struct simt_active *now, const struct simt_mask *decided, const struct simt_mask *other)
{
	struct simt_active out;
	out.may = mask_minus(&now->may, other);
	out.must = mask_and(&now->must, decided);
	return out;
}

void exec_report_branch(struct simt *simt, const struct ir_stmt *stmt, const struct ir_expr *expr,
	const struct simt_truth *truth)
{
	if (!simt->sink->branch || simt->stop != SIMT_RUNNING)
		return;
	struct simt_branch branch = {.stmt = stmt,
		.expr = expr,
		.function = simt->frame->function,
		.active = simt->active,
		.uniform = truth->uniform};
	branch.yes = mask_and(&truth->yes, &simt->active.may);
	branch.no = mask_and(&truth->no, &simt->active.may);
	simt->sink->branch(simt->sink->context, simt, &branch);
}

/* Steps of each warp so far, and the most that one has made since. */
struct pace {
	uint32_t start[SIMT_MAX_WARPS];
};

static struct pace pace_now(const struct simt *simt)
{
	struct pace pace;
	memcpy(pace.start, simt->issued[SIMT_OP_STEP], sizeof pace.start);
	return pace;
}

static uint64_t pace_since(const struct simt *simt, const struct pace *pace)
{
	uint32_t most = 0;
	for (int warp = 0; warp < SIMT_MAX_WARPS; warp++) {
		uint32_t steps = simt->issued[SIMT_OP_STEP][warp] - pace->start[warp];
		most = steps > most ? steps : most;
	}
	return most;
}

/* Behind a branch: what its sides took to execute. */
static void report_joined(struct simt *simt, const struct ir_stmt *stmt, const struct simt_active *before,
	const struct simt_side *sides, unsigned count)
{
	if (!simt->sink->joined || simt->stop != SIMT_RUNNING)
		return;
	struct simt_branch branch = {.stmt = stmt,
		.function = simt->frame->function,
		.active = *before,
		.sides = sides,
		.side_count = count};
	simt->sink->joined(simt->sink->context, simt, &branch);
}

struct simt_mask exec_left(const struct simt *simt)
{
	const struct simt_frame *frame = simt->frame;
	struct simt_mask left = mask_or(&frame->returned.lanes.may, &simt->exited.may);
	if (frame->broken)
		left = mask_or(&left, &frame->broken->lanes.may);
	if (frame->continued)
		left = mask_or(&left, &frame->continued->lanes.may);
	for (const struct simt_label *label = frame->labels; label; label = label->up)
		left = mask_or(&left, &label->exit.lanes.may);
	return left;
}

static void run_side(struct simt *simt, const struct ir_stmt *stmt, const struct simt_active *lanes)
{
	simt->active = *lanes;
	if (stmt && any_active(simt))
		exec_stmt(simt, stmt);
}

/* Whether a statement ends the loop around it, as its own condition would. */
static bool ends_loop(const struct simt *simt, const struct ir_stmt *stmt)
{
	const struct ir_stmt *last = ir_last_stmt(stmt);
	if (!last || !simt->where.turn)
		return false;
	const struct simt_exit *broken = simt->frame->broken;
	return (last->kind == IR_BREAK && broken && !broken->of_switch) ||
	       (last->kind == IR_RETURN && !simt->frame->up);
}

/* Where only lanes of one side come out, what follows is on that side. */
static void path_behind(struct simt *simt, struct simt_condition *condition, bool yes, bool no)
{
	if (!condition || yes == no)
		return;
	condition->usual = yes;
	const struct ir_stmt *stmt = condition->stmt;
	condition->ends_loop =
		condition->uniform && !condition->by_data && ends_loop(simt, yes ? stmt->other : stmt->body);
	path_take(simt, condition, yes);
}

static void exec_if(struct simt *simt, const struct ir_stmt *stmt)
{
	if (stmt->init)
		exec_stmt(simt, stmt->init);
	for (size_t i = 0; i < stmt->var_count; i++)
		exec_declare(simt, stmt->vars[i]);
	struct simt_truth truth = exec_condition(simt, stmt->expr);
	if (stmt->is_constexpr) { /* of a type that isn't known */
		truth.uniform = true;
		truth.by_data = false;
	}
	if (simt->stop != SIMT_RUNNING)
		return;
	exec_report_branch(simt, stmt, NULL, &truth);
	struct simt_active before = simt->active;
	struct simt_active then = side(&before, &truth.yes, &truth.no),
			   other = side(&before, &truth.no, &truth.yes);
	struct simt_fork fork;
	struct pace pace = pace_now(simt);
	fork_enter(simt, &fork, &truth);
	struct simt_condition *condition = path_condition(simt, &fork.open, &truth, stmt);
	const struct simt_path *path = simt->where.path;
	const struct simt_split *split = simt->where.split;
	bool parts = mask_any(&then.may) && mask_any(&other.may);
	path_take(simt, condition, true);
	if (parts)
		path_split(simt, stmt, &then.may);
	run_side(simt, stmt->body, &then);
	simt->where.split = split;
	struct simt_mask out = simt->active.may;
	uint64_t steps = pace_since(simt, &pace);
	pace = pace_now(simt);
	simt->where.path = path;
	path_take(simt, condition, false);
	if (parts)
		path_split(simt, stmt, &other.may);
	fork_other(simt, &fork);
	run_side(simt, stmt->other, &other);
	simt->where.split = split;
	simt->where.path = path;
	path_behind(simt, condition, mask_any(&out), any_active(simt));
	fork_join(simt, &fork, &truth, &out);
	struct simt_side sides[] = {{mask_and(&truth.yes, &before.may), steps},
		{mask_and(&truth.no, &before.may), pace_since(simt, &pace)}};
	report_joined(simt, stmt, &before, sides, 2);
	struct simt_mask left = exec_left(simt);
	simt->active.may = mask_or(&out, &simt->active.may);
	simt->active.must = mask_minus(&before.must, &left);
}

/* Of lanes that may be here; where that is certain, they are absent from what follows anyway. */
static void report_leave(struct simt *simt, const struct ir_stmt *stmt)
{
	const struct simt_exit *broken = simt->frame->broken;
	if (simt->where.path && !(stmt->kind == IR_BREAK && broken && broken->of_switch))
		exec_event(simt, (struct simt_event){.kind = SIMT_LEAVE, .stmt = stmt, .name = ""});
}

/* The variable that a function gives its caller as it is. */
static const struct ir_var *handed_out(const struct ir_expr *expr)
{
	expr = expr ? ir_strip_casts(expr) : NULL;
	if (expr && expr->kind == IR_CONSTRUCT && expr->operand_count == 1)
		expr = ir_strip_casts(expr->operands[0]);
	return expr && expr->kind == IR_VAR ? expr->var : NULL;
}

/* `kept`: the object that lives on; NULL: none does. */
static void leave(struct simt *simt, struct simt_exit *exit, const struct ir_var *kept)
{
	if (exit)
		exec_end_since(simt, exit->ends, kept);
	exit_take(simt, exit);
}

static void exec_return(struct simt *simt, const struct ir_stmt *stmt)
{
	struct simt_frame *frame = simt->frame;
	if (stmt->expr) {
		const struct simt_value *value = exec_init(simt, stmt->expr, frame->function->result);
		if (!frame->result) {
			frame->result = value;
		} else {
			/* lanes that may be here, or may have left with the result before */
			bool uniform = frame->returned.uniform;
			struct simt_mask open = doubt_since(simt, frame->returned.height, false, &uniform);
			struct simt_mask twice = mask_and(&frame->returned.lanes.may, &simt->active.may);
			open = mask_or(&open, &twice);
			struct simt_mask all = mask_or(&simt->active.may, &frame->returned.lanes.may);
			frame->result = doubt_choose(simt, &all, &open, uniform, frame->result, value);
		}
	}
	if (!frame->up)
		exec_event(simt, (struct simt_event){.kind = SIMT_EXIT, .stmt = stmt, .name = ""});
	else
		report_leave(simt, stmt);
	leave(simt, &frame->returned, handed_out(stmt->expr));
}

enum { MAX_SIDES = 32 };

/* The cases of a switch, as sides of a branch. Those behind the last one are left out. */
struct cases {
	struct simt_side sides[MAX_SIDES];
	unsigned count;
};

static void enter_case(const struct simt *simt, struct cases *cases)
{
	if (cases->count < MAX_SIDES)
		cases->sides[cases->count++] = (struct simt_side){.lanes = simt->active.may};
}

/* The lanes that take the first case that anyone takes, against all others. */
static void report_switch(struct simt *simt, const struct ir_stmt *stmt, const struct simt_active *before,
	const struct cases *cases, bool uniform)
{
	struct simt_truth truth = {.uniform = uniform, .no = before->may};
	for (unsigned i = 0; i < cases->count && !mask_any(&truth.yes); i++)
		truth.yes = cases->sides[i].lanes;
	truth.no = mask_minus(&before->may, &truth.yes);
	struct simt_active now = simt->active;
	simt->active = *before;
	exec_report_branch(simt, stmt, NULL, &truth);
	simt->active = now;
	report_joined(simt, stmt, before, cases->sides, cases->count);
}

/* The lanes of `waiting` enter that a label among those of a child is for; all may where the value isn't
 * known (NULL). */
static void enter_label(struct simt *simt, const struct ir_stmt *label, const struct ir_stmt *body,
	size_t child, const struct simt_value *value, const struct simt_active *whole,
	struct simt_mask *waiting)
{
	struct simt_mask enter = *waiting;
	if (value && label->kind == IR_CASE)
		enter = exec_case_lanes(simt, label, value, waiting);
	else if (value)
		enter = exec_default_lanes(simt, body, child, value, waiting);
	simt->active.may = mask_or(&simt->active.may, &enter);
	if (!value)
		return;
	struct simt_mask sure = mask_and(&enter, &whole->must);
	*waiting = mask_minus(waiting, &enter);
	simt->active.must = mask_or(&simt->active.must, &sure);
}

/* Lanes enter at their case and fall through; without a decision they may enter anywhere. */
static void exec_switch(struct simt *simt, const struct ir_stmt *stmt)
{
	if (stmt->init)
		exec_stmt(simt, stmt->init);
	const struct simt_value *value = exec_expr(simt, stmt->expr);
	if (!stmt->body || stmt->body->kind != IR_BLOCK || simt->stop != SIMT_RUNNING)
		return;
	bool known = exec_cases_known(simt, stmt->body, value), has_default = false;
	if (simt->stop != SIMT_RUNNING)
		return;
	struct simt_active whole = simt->active;
	struct simt_exit broken, *outer = simt->frame->broken;
	exit_enter(simt, &broken, true);
	broken.of_switch = true;
	simt->frame->broken = &broken;
	struct simt_mask waiting = whole.may;
	memset(&simt->active, 0, sizeof simt->active);
	bool uniform = value_is_surely_uniform(simt, value);
	struct simt_truth truth = {.uniform = uniform, .by_data = !uniform};
	struct simt_mask open = whole.may;
	if (known)
		memset(&open, 0, sizeof open);
	struct cases *cases = ARENA_NEW(simt->arena, struct cases);
	doubt_push(simt, &open, &truth);
	const struct simt_path *path = simt->where.path;
	const struct simt_split *split = simt->where.split;
	for (size_t i = 0; i < stmt->body->child_count && simt->stop == SIMT_RUNNING; i++) {
		const struct ir_stmt *at = stmt->body->children[i];
		bool entered = at && (at->kind == IR_CASE || at->kind == IR_DEFAULT);
		for (; at && (at->kind == IR_CASE || at->kind == IR_DEFAULT); at = at->body) {
			has_default |= at->kind == IR_DEFAULT;
			enter_label(simt, at, stmt->body, i, known ? value : NULL, &whole, &waiting);
		}
		if (entered) {
			enter_case(simt, cases);
			/* a case is a condition of its own; which cases exclude which isn't followed */
			simt->where.path = path;
			path_take(simt, path_condition(simt, &open, &truth, stmt), true);
			simt->where.split = split;
			path_split(simt, stmt, &simt->active.may);
		}
		struct pace pace = pace_now(simt);
		if (at && any_active(simt))
			exec_stmt(simt, at);
		if (cases->count)
			cases->sides[cases->count - 1].steps += pace_since(simt, &pace);
	}
	doubt_pop(simt, &open);
	simt->where.path = path;
	simt->where.split = split;
	if (known)
		report_switch(simt, stmt, &whole, cases, uniform);
	simt->frame->broken = outer;
	exit_rejoin(simt, &broken);
	/* out of the switch: who fell out, who broke out, who never entered */
	struct simt_mask out = mask_or(&simt->active.may, &broken.lanes.may);
	if (!has_default || !known)
		out = mask_or(&out, &waiting);
	simt->active.may = mask_and(&out, &whole.may);
	struct simt_mask left = exec_left(simt);
	simt->active.must = mask_minus(&whole.must, &left);
}

/* The labels of a block, the last one first, so that they close in order. */
static void open_labels(struct simt *simt, const struct ir_stmt *block)
{
	for (size_t i = block->child_count; i-- > 0;) {
		const struct ir_stmt *stmt = block->children[i];
		for (; stmt && stmt->kind == IR_LABEL; stmt = stmt->body) {
			struct simt_label *label = ARENA_NEW(simt->arena, struct simt_label);
			label->up = simt->frame->labels;
			label->stmt = stmt;
			exit_enter(simt, &label->exit, true);
			simt->frame->labels = label;
		}
	}
}

/* Who jumped there goes on with the others. */
static void close_label(struct simt *simt)
{
	struct simt_label *label = simt->frame->labels;
	simt->frame->labels = label->up;
	exit_rejoin(simt, &label->exit);
	simt->active.may = mask_or(&simt->active.may, &label->exit.lanes.may);
	simt->active.must = mask_or(&simt->active.must, &label->exit.lanes.must);
}

static void exec_block(struct simt *simt, const struct ir_stmt *stmt)
{
	struct simt_label *outer = simt->frame->labels;
	const struct simt_path *path = simt->where.path;
	size_t ends = simt->frame->ends.count;
	open_labels(simt, stmt);
	for (size_t i = 0; i < stmt->child_count && simt->stop == SIMT_RUNNING; i++) {
		const struct ir_stmt *child = stmt->children[i];
		for (; child && child->kind == IR_LABEL; child = child->body) {
			if (mask_any(&simt->frame->labels->exit.lanes.may)) /* they come from both sides */
				simt->where.path = path;
			close_label(simt);
		}
		if (any_active(simt))
			exec_stmt(simt, child);
		else if (simt->frame->labels == outer)
			break;
	}
	while (simt->frame->labels != outer)
		close_label(simt);
	if (any_active(simt))
		exec_end_since(simt, ends, NULL);
	simt->frame->ends.count = ends;
}

/* Forward, to a label of a block around it. Another one is behind, or inside of something. */
static void exec_goto(struct simt *simt, const struct ir_stmt *stmt)
{
	struct simt_label *label = simt->frame->labels;
	while (label && strcmp(label->stmt->label, stmt->label) != 0)
		label = label->up;
	if (!label) {
		exec_stop(simt, "goto");
		return;
	}
	report_leave(simt, stmt);
	leave(simt, &label->exit, NULL);
}

void exec_stmt(struct simt *simt, const struct ir_stmt *stmt)
{
	if (!stmt || !exec_spend(simt))
		return;
	if (simt->depth > SIMT_MAX_DEPTH) {
		exec_stop(simt, "nested too deeply");
		return;
	}
	simt->depth++;
	simt->statement = NULL;
	switch (stmt->kind) {
	case IR_BLOCK:
	case IR_UNKNOWN_STMT: exec_block(simt, stmt); break;
	case IR_TRY: exec_stmt(simt, stmt->body); break;
	case IR_EXPR:
		simt->statement = ir_strip_casts(stmt->expr);
		exec_expr(simt, stmt->expr);
		break;
	case IR_DECL:
		for (size_t i = 0; i < stmt->var_count && simt->stop == SIMT_RUNNING; i++)
			exec_declare(simt, stmt->vars[i]);
		break;
	case IR_IF: exec_if(simt, stmt); break;
	case IR_FOR:
	case IR_WHILE:
	case IR_DO:
	case IR_RANGE_FOR: exec_loop(simt, stmt); break;
	case IR_SWITCH: exec_switch(simt, stmt); break;
	case IR_CASE:
	case IR_DEFAULT:
	case IR_LABEL: exec_stmt(simt, stmt->body); break;
	case IR_RETURN: exec_return(simt, stmt); break;
	case IR_BREAK:
		report_leave(simt, stmt);
		leave(simt, simt->frame->broken, NULL);
		break;
	case IR_CONTINUE:
		report_leave(simt, stmt);
		leave(simt, simt->frame->continued, NULL);
		break;
	case IR_GOTO: exec_goto(simt, stmt); break;
	case IR_ASM: exec_asm(simt, stmt); break;
	case IR_EMPTY: break;
	}
	simt->depth--;
}
