/* Loops of host code: turn by turn while the end is near, a few turns otherwise. What a loop that was cut
 * changes in several turns is unknown after it. */
#include "analyzer/host/walk.h"
#include "analyzer/ir/walk.h"
#include "analyzer/value/fold.h"

struct running {
	struct walk *walk;
	const struct ir_stmt *stmt;
	struct loop loop;
	VEC(struct host_turn *) turns;
	VEC(struct store_diff) changes; /* of each turn */
	uint32_t run;
	bool is_cut;
	int64_t ahead; /* turns that were seen to come before the first one; -1: not known */
	/* of a range loop */
	bool is_range, has_elements;
	struct place first;
	const struct host_sum *count;
	const struct ir_type *element;
};

static void changed_in_turn(struct running *running, size_t mark)
{
	struct walk *walk = running->walk;
	vec_push(walk->arena, &running->changes, store_diff_since(walk->store, mark));
}

/* A cell that several turns have changed would have been changed by the turns left out. */
static void widen_cell(struct running *running, const struct cell_change *change)
{
	struct walk *walk = running->walk;
	size_t turns = 0;
	for (size_t i = 0; i < running->changes.count; i++)
		turns += store_diff_find(&running->changes.data[i], change->cell) != NULL;
	const struct host_value *now = store_cell(walk->store, change->cell);
	const struct cell_key *key = store_key(walk->store, change->cell);
	if (turns < 2 || !now || !key->offset || key->object == walk->settings->id)
		return;
	for (size_t i = 0; i < running->changes.count; i++) {
		const struct cell_change *earlier = store_diff_find(&running->changes.data[i], change->cell);
		if (!earlier || !earlier->is_set || host_value_equal(&earlier->value, now))
			continue;
		struct host_value joined = host_value_join(walk, &earlier->value, now);
		store_set(walk->store, key->object, key->offset, &joined);
		return;
	}
}

static void widen(struct running *running)
{
	if (!running->changes.count)
		return;
	const struct store_diff *last = &running->changes.data[running->changes.count - 1];
	for (size_t i = 0; i < last->count; i++)
		widen_cell(running, &last->changes[i]);
}

/* Whether another turn is taken: 1 yes, 0 no, -1 unknown. */
static int goes_on(struct running *running, size_t turn)
{
	struct walk *walk = running->walk;
	const struct host_sum *condition;
	if (running->is_range) {
		int64_t count;
		if (running->has_elements && host_sum_is_number(running->count, &count))
			return (int64_t)turn < count;
		return -1;
	}
	if (!running->stmt->expr)
		return -1;
	struct host_value value = eval(walk, running->stmt->expr);
	if (walk->has_exited)
		return 0;
	return host_value_truth(walk, &value, running->stmt->expr, &condition);
}

static void bind_element(struct running *running, size_t turn)
{
	struct walk *walk = running->walk;
	const struct ir_var *var = running->stmt->vars[0];
	struct place place = {frame_bind(walk, walk->frame, var), host_sum_number(walk->sums, 0)};
	const struct ir_type *type = ir_type_value(var->type);
	struct place element = {walk_object(walk, HOST_UNSEEN, NULL), place.offset};
	if (running->has_elements) {
		int64_t size = running->element->size > 0 ? running->element->size : 1;
		element = place_at(walk, running->first, (int64_t)turn * size);
	}
	if (var->type->kind == IR_TYPE_REFERENCE) {
		struct host_value pointer = place_pointer(element);
		store_set(walk->store, place.object->id, place.offset, &pointer);
	} else {
		struct host_value value = place_read(walk, element, type, NULL);
		place_write(walk, place, type, &value, NULL);
	}
}

static enum flow run_turn(struct running *running, size_t turn)
{
	struct walk *walk = running->walk;
	struct host_turn *host_turn = ARENA_NEW(walk->arena, struct host_turn);
	*host_turn = (struct host_turn){
		.up = walk->turn, .loop = running->stmt, .run = running->run, .turn = (uint32_t)turn};
	vec_push(walk->arena, &running->turns, host_turn);
	size_t mark = store_mark(walk->store), first = walk->frame->bindings.count;
	walk->turn = host_turn;
	running->loop.continues = (struct join){.mark = mark};
	if (running->is_range && running->stmt->var_count)
		bind_element(running, turn);
	const struct host_path *path = walk->path;
	enum flow flow = walk_stmt(walk, running->stmt->body);
	if (flow == FLOW_CONTINUE)
		flow = FLOW_NEXT;
	if (flow == FLOW_NEXT || running->loop.continues.states.count) {
		if (running->loop.continues.states.count)
			walk->path = path;
		join_end(walk, &running->loop.continues, flow == FLOW_NEXT, NULL);
		flow = FLOW_NEXT;
	}
	scope_end(walk, first);
	if (flow == FLOW_NEXT && running->stmt->kind == IR_FOR && running->stmt->step)
		eval(walk, running->stmt->step);
	walk->turn = host_turn->up;
	changed_in_turn(running, mark);
	return flow;
}

struct search {
	struct walk *walk;
	bool found;
};

static void look_for_cuda(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	(void)path;
	if (expr->kind == IR_LAUNCH)
		search->found = true;
	else if (expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT)
		search->found |= walk_may_use_cuda(search->walk, expr);
}

/* Whether a loop's turns differ for the device: it launches, calls CUDA or code that isn't seen. */
static bool concerns_device(struct walk *walk, const struct ir_stmt *loop)
{
	for (size_t i = 0; i < walk->facts->loops.count; i++)
		if (walk->facts->loops.data[i].loop == loop)
			return walk->facts->loops.data[i].concerns_device;
	struct search search = {.walk = walk};
	const struct ir_visitor visitor = {.expr = look_for_cuda, .enter_lambdas = true};
	ir_walk_stmt(loop->body, &visitor, &search, NULL);
	struct known_loop known = {loop, search.found};
	vec_push(walk->arena, &walk->facts->loops, known);
	return search.found;
}

/* Computations of the host alone are cut short inside other loops. */
static size_t turns_allowed(struct walk *walk, const struct ir_stmt *loop, bool is_known, bool is_far)
{
	size_t depth = 0;
	for (const struct host_turn *turn = walk->turn; turn; turn = turn->up)
		depth++;
	if (depth && !concerns_device(walk, loop))
		return 2;
	if (is_far)
		return depth || !concerns_device(walk, loop) ? TURNS_UNKNOWN : TURNS_FAR;
	if (is_known)
		return depth < 3 ? TURNS_KNOWN : 3;
	return depth < 2 ? TURNS_UNKNOWN : 2;
}

/* By how much the last part of a `for` changes the variable of its condition; 0: something else. */
static int64_t step_of(const struct ir_expr *step, const struct ir_var *var)
{
	int64_t by = 1;
	if (!step || !step->operand_count || ir_strip(step->operands[0])->var != var)
		return 0;
	bool adds = step->op == IR_OP_PRE_INC || step->op == IR_OP_POST_INC;
	bool subtracts = step->op == IR_OP_PRE_DEC || step->op == IR_OP_POST_DEC;
	if (step->kind == IR_ASSIGN) {
		adds = step->op == IR_OP_ADD;
		subtracts = step->op == IR_OP_SUB;
		if (!ir_fold_int(step->operands[1], &by))
			return 0;
	}
	return adds ? by : subtracts && by != INT64_MIN ? -by : 0;
}

/* The value of what may be evaluated once more: a variable or a constant. */
static bool number_of(struct walk *walk, const struct ir_expr *expr, int64_t *number)
{
	expr = ir_strip_casts(expr);
	if (expr->kind != IR_VAR)
		return ir_fold_int(expr, number);
	struct host_value value = eval(walk, expr);
	return host_sum_is_number(host_value_as_sum(walk, &value, expr), number);
}

/* How many turns follow from the condition and the step of a `for`, seen before the first one, if nothing
 * leaves the loop before; -1: not known. */
static int64_t turns_ahead(struct running *running)
{
	struct walk *walk = running->walk;
	const struct ir_expr *test = running->stmt->kind == IR_FOR ? running->stmt->expr : NULL;
	test = test ? ir_strip_casts(test) : NULL;
	if (!test || test->kind != IR_BINARY)
		return -1;
	const struct ir_expr *left = ir_strip_casts(test->operands[0]);
	const struct ir_var *var = left->kind == IR_VAR ? left->var : NULL;
	int64_t step = var ? step_of(running->stmt->step, var) : 0, from, to, way;
	if (!step || !number_of(walk, test->operands[0], &from) || !number_of(walk, test->operands[1], &to) ||
		__builtin_sub_overflow(to, from, &way) || way < -INT64_MAX + 1 || way == INT64_MAX)
		return -1;
	int64_t whole = way / step, up = way % step != 0;
	switch (test->op) {
	case IR_OP_LT:
	case IR_OP_GT: return (test->op == IR_OP_LT) == (step > 0) && whole >= 0 ? whole + up : -1;
	case IR_OP_LE:
	case IR_OP_GE: return (test->op == IR_OP_LE) == (step > 0) && whole >= 0 ? whole + 1 : -1;
	case IR_OP_NE: return whole >= 0 && !up ? whole : -1;
	default: return -1;
	}
}

static enum flow run_turns(struct running *running)
{
	struct walk *walk = running->walk;
	bool checks_first = running->stmt->kind != IR_DO, is_known = true;
	running->ahead = turns_ahead(running);
	/* the loop is cut anyway, and few turns say what many would */
	bool is_far = running->ahead > TURNS_KNOWN;
	for (size_t turn = 0;; turn++) {
		int goes = checks_first || turn ? goes_on(running, turn) : 1;
		if (goes == 0 || walk->is_over)
			return FLOW_NEXT;
		is_known &= goes > 0;
		if (turn >= turns_allowed(walk, running->stmt, is_known, is_far)) {
			running->is_cut = true;
			return FLOW_NEXT;
		}
		enum flow flow = run_turn(running, turn);
		if (flow != FLOW_NEXT)
			return flow;
	}
}

/* do { ... } while (0): no loop. */
static bool runs_once(const struct ir_stmt *stmt)
{
	const struct ir_expr *expr = stmt->kind == IR_DO && stmt->expr ? ir_strip_casts(stmt->expr) : NULL;
	return expr && expr->kind == IR_INT && expr->integer == 0;
}

static enum flow run_once(struct running *running)
{
	struct walk *walk = running->walk;
	running->loop.continues = (struct join){.mark = store_mark(walk->store)};
	enum flow flow = walk_stmt(walk, running->stmt->body);
	if (flow == FLOW_CONTINUE || flow == FLOW_BREAK)
		flow = FLOW_NEXT;
	bool is_alive = join_end(walk, &running->loop.continues, flow == FLOW_NEXT, NULL);
	return is_alive ? FLOW_NEXT : flow;
}

static void find_elements(struct running *running)
{
	struct walk *walk = running->walk;
	const struct ir_expr *range = running->stmt->expr;
	const struct ir_type *type = ir_type_value(range->type);
	running->is_range = true;
	bool is_list = ir_strip_casts(range)->kind == IR_INIT_LIST && type->kind == IR_TYPE_RECORD;
	struct place place = is_list ? (struct place){temporary(walk, type), host_sum_number(walk->sums, 0)}
				     : eval_place(walk, range);
	if (is_list)
		eval_into(walk, place, type, ir_strip_casts(range));
	if (type->kind == IR_TYPE_ARRAY) {
		running->has_elements = type->count >= 0;
		running->first = place;
		running->count = host_sum_number(walk->sums, type->count);
		running->element = type->element;
		return;
	}
	running->has_elements =
		library_elements(walk, place, type, &running->first, &running->count, &running->element);
}

struct steps {
	const struct ir_var *var;
	bool found;
};

static void look_for_step(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct steps *steps = context;
	(void)path;
	bool is_step = expr->kind == IR_ASSIGN || (expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC);
	steps->found |= is_step && ir_strip_casts(expr->operands[0])->var == steps->var;
}

/* The turns that the loop takes, walked or not; -1: not known, since it may be left before. */
static int64_t total_turns(const struct running *running)
{
	const struct ir_expr *test = running->stmt->expr ? ir_strip_casts(running->stmt->expr) : NULL;
	int64_t count;
	if (running->loop.breaks.states.count)
		return -1;
	if (!running->is_cut)
		return (int64_t)running->turns.count;
	if (running->is_range)
		return running->has_elements && host_sum_is_number(running->count, &count) ? count : -1;
	if (running->ahead < 0 || !test || running->stmt->kind != IR_FOR)
		return -1;
	const struct ir_visitor visitor = {.expr = look_for_step, .enter_lambdas = true};
	struct steps steps = {.var = ir_strip_casts(test->operands[0])->var};
	ir_walk_stmt(running->stmt->body, &visitor, &steps, NULL);
	return steps.found ? -1 : running->ahead;
}

static void finish_turns(struct running *running)
{
	int64_t total = total_turns(running);
	for (size_t i = 0; i < running->turns.count; i++) {
		running->turns.data[i]->total = total;
		running->turns.data[i]->is_cut = running->is_cut;
		running->turns.data[i]->is_last = !running->is_cut && i + 1 == running->turns.count;
	}
	if (running->is_cut)
		widen(running);
}

enum flow walk_loop(struct walk *walk, const struct ir_stmt *stmt)
{
	struct running running = {.walk = walk, .stmt = stmt, .run = ++walk->loop_runs};
	size_t first = walk->frame->bindings.count;
	const struct host_path *path = walk->path;
	if (stmt->init)
		walk_stmt(walk, stmt->init);
	if (stmt->kind == IR_RANGE_FOR)
		find_elements(&running);
	running.loop.up = walk->frame->loop;
	running.loop.breaks.mark = store_mark(walk->store);
	walk->frame->loop = &running.loop;
	enum flow flow = runs_once(stmt) ? run_once(&running) : run_turns(&running);
	walk->frame->loop = running.loop.up;
	finish_turns(&running);
	if (flow == FLOW_BREAK)
		flow = FLOW_NEXT;
	bool is_alive = flow == FLOW_NEXT;
	if (running.loop.breaks.states.count) {
		if (flow == FLOW_RETURN)
			join_add(walk, &walk->frame->returns, &walk->frame->result);
		is_alive = join_end(walk, &running.loop.breaks, is_alive, NULL);
		flow = is_alive ? FLOW_NEXT : FLOW_DEAD;
	}
	/* a turn that a condition let leave early says nothing of what follows the loop */
	if (!runs_once(stmt))
		walk->path = path;
	scope_end(walk, first);
	bool has_exited = walk->has_exited;
	walk->has_exited = false;
	return has_exited || walk->is_over ? FLOW_DEAD : flow;
}
