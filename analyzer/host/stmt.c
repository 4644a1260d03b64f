/* Statements of host code, and what happens where ways part and meet. */
#include "analyzer/host/walk.h"

/* ---- parting and meeting --------------------------------------------------------------------- */

void join_add(struct walk *walk, struct join *join, const struct host_value *result)
{
	struct pending_state state = {.diff = store_diff_since(walk->store, join->mark)};
	if (result)
		state.result = *result;
	vec_push(walk->arena, &join->states, state);
}

/* What a cell holds after one of the states: its change, or what it held before all of them. */
static const struct host_value *value_after(
	const struct walk *walk, const struct store_diff *diff, uint32_t cell)
{
	const struct cell_change *change = store_diff_find(diff, cell);
	if (change)
		return change->is_set ? &change->value : NULL;
	return store_cell(walk->store, cell);
}

/* A cell that isn't set on one way was not written there: a variable without a value, of which the program
 * makes no use on that way. */
static void join_cell(struct walk *walk, const struct join *join, uint32_t cell)
{
	const struct cell_key *key = store_key(walk->store, cell);
	const struct host_value *first = NULL, alive = host_value_number(walk, 0);
	struct host_value joined;
	for (size_t i = 0; i < join->states.count; i++) {
		const struct host_value *value = value_after(walk, &join->states.data[i].diff, cell);
		if (!value && life_is_cell(walk, key))
			value = &alive;
		if (!value)
			continue;
		joined = first ? host_value_join(walk, &joined, value) : *value;
		first = &joined;
	}
	store_set(walk->store, key->object, key->offset, first);
}

static void join_states(struct walk *walk, const struct join *join)
{
	struct store_diff all = {0};
	size_t mark = store_mark(walk->store);
	for (size_t i = 0; i < join->states.count; i++)
		store_apply(walk->store, &join->states.data[i].diff);
	all = store_diff_since(walk->store, mark);
	store_undo(walk->store, mark);
	for (size_t i = 0; i < all.count; i++)
		join_cell(walk, join, all.changes[i].cell);
}

bool join_end(struct walk *walk, struct join *join, bool is_alive, struct host_value *result)
{
	if (!join->states.count)
		return is_alive;
	if (is_alive)
		join_add(walk, join, result);
	store_undo(walk->store, join->mark);
	if (join->states.count == 1)
		store_apply(walk->store, &join->states.data[0].diff);
	else
		join_states(walk, join);
	for (size_t i = 0; i < join->states.count && result; i++)
		*result = i ? host_value_join(walk, result, &join->states.data[i].result)
			    : join->states.data[0].result;
	return true;
}

/* A way that leaves its statement under a condition waits where it leads to. */
static bool pend(struct walk *walk, enum flow flow)
{
	struct loop *loop = walk->frame->loop;
	switch (flow) {
	case FLOW_RETURN: join_add(walk, &walk->frame->returns, &walk->frame->result); return true;
	case FLOW_BREAK:
		if (loop)
			join_add(walk, &loop->breaks, NULL);
		return true;
	case FLOW_CONTINUE:
		while (loop && loop->is_switch)
			loop = loop->up;
		if (loop)
			join_add(walk, &loop->continues, NULL);
		return true;
	default: return false;
	}
}

enum flow walk_fork(struct walk *walk, const struct host_sum *condition, const struct ir_expr *expr,
	fork_way *way, void *context)
{
	struct join join = {.mark = store_mark(walk->store)};
	const struct host_path *path = walk->path, *paths[2];
	bool is_alive[2];
	for (int side = 1; side >= 0; side--) {
		walk->path = path;
		walk_assume(walk, condition, side, expr);
		enum flow flow = way(context, side);
		is_alive[side] = flow == FLOW_NEXT;
		paths[side] = walk->path;
		if (is_alive[side])
			join_add(walk, &join, NULL);
		else
			pend(walk, flow);
		store_undo(walk->store, join.mark);
	}
	walk->path = path;
	if (!is_alive[0] && !is_alive[1])
		return FLOW_DEAD;
	if (is_alive[0] != is_alive[1]) /* the other way doesn't come here */
		walk->path = paths[is_alive[1]];
	join_end(walk, &join, false, NULL);
	return FLOW_NEXT;
}

/* ---- the ends of variables ------------------------------------------------------------------- */

void scope_end(struct walk *walk, size_t first_binding)
{
	struct frame *frame = walk->frame;
	while (frame->bindings.count > first_binding) {
		struct binding binding = frame->bindings.data[frame->bindings.count - 1];
		struct place place = {binding.object, host_sum_number(walk->sums, 0)};
		bool by_value =
			binding.var->type->kind == IR_TYPE_RECORD || binding.var->type->kind == IR_TYPE_ARRAY;
		bool is_own = binding.var->storage == IR_LOCAL || binding.var->storage == IR_PARAM;
		if (by_value && is_own && !binding.is_moved && !walk->is_over)
			destroy_at(walk, place, binding.var->type, NULL);
		if (binding.object->is_device_used && !walk->is_over)
			walk_op(walk, HOST_SCOPE_END, NULL)->object = binding.object;
		frame->bindings.count--;
	}
}

/* ---- statements ------------------------------------------------------------------------------ */

static bool exited(struct walk *walk)
{
	bool has_exited = walk->has_exited;
	walk->has_exited = false;
	return has_exited || walk->is_over;
}

static void declare(struct walk *walk, const struct ir_var *var)
{
	struct place place = {NULL, host_sum_number(walk->sums, 0)};
	if (var->storage == IR_LOCAL) {
		place.object = frame_bind(walk, walk->frame, var);
		if (var->init)
			eval_into(walk, place, var->type, var->init);
		const struct host_value *value = store_get(walk->store, place.object->id, place.offset);
		if (value && value->kind == HOST_POINTER && !value->object->var &&
			value->object->kind != HOST_VARIABLE)
			value->object->var = var;
		return;
	}
	if (var->storage != IR_STATIC_LOCAL)
		return;
	place.object = var_place(walk, var).object;
	const struct host_sum *flag = host_sum_number(walk->sums, -1);
	if (store_get(walk->store, place.object->id, flag))
		return;
	struct host_value one = host_value_number(walk, 1);
	store_set(walk->store, place.object->id, flag, &one);
	if (var->init)
		eval_into(walk, place, var->type, var->init);
	else if (var->type->size > 0)
		place_zero(walk, place, var->type->size);
}

struct branches {
	struct walk *walk;
	const struct ir_stmt *stmt;
};

static enum flow run_branch(void *context, bool is_taken)
{
	struct branches *branches = context;
	const struct ir_stmt *stmt = is_taken ? branches->stmt->body : branches->stmt->other;
	return stmt ? walk_stmt(branches->walk, stmt) : FLOW_NEXT;
}

static enum flow exec_if(struct walk *walk, const struct ir_stmt *stmt)
{
	const struct host_sum *condition;
	size_t first = walk->frame->bindings.count;
	if (stmt->init)
		walk_stmt(walk, stmt->init);
	for (size_t i = 0; i < stmt->var_count; i++)
		declare(walk, stmt->vars[i]);
	struct host_value value = eval(walk, stmt->expr);
	if (exited(walk))
		return FLOW_DEAD;
	int truth = host_value_truth(walk, &value, stmt->expr, &condition);
	struct branches branches = {walk, stmt};
	enum flow flow = truth >= 0 ? run_branch(&branches, truth)
				    : walk_fork(walk, condition, stmt->expr, run_branch, &branches);
	scope_end(walk, first);
	return flow;
}

/* ---- switch ---------------------------------------------------------------------------------- */

struct cases {
	struct walk *walk;
	const struct ir_stmt *block;
	size_t start; /* child to start at */
};

static bool is_label(const struct ir_stmt *stmt)
{
	return stmt->kind == IR_CASE || stmt->kind == IR_DEFAULT;
}

static enum flow run_from(struct walk *walk, const struct ir_stmt *block, size_t start)
{
	enum flow flow = FLOW_NEXT;
	for (size_t i = start; i < block->child_count && flow == FLOW_NEXT; i++)
		flow = walk_stmt(walk, block->children[i]);
	return flow;
}

static enum flow run_case(void *context, bool is_taken)
{
	struct cases *cases = context;
	if (!is_taken)
		return FLOW_NEXT;
	enum flow flow = run_from(cases->walk, cases->block, cases->start);
	return flow == FLOW_NEXT ? FLOW_BREAK : flow; /* the end of the switch */
}

/* Whether a label (or one that it labels) is of the value; *is_default for default. */
static bool label_is(struct walk *walk, const struct ir_stmt *label, int64_t number, bool *is_default)
{
	for (; label && is_label(label); label = label->body) {
		int64_t is;
		if (label->kind == IR_DEFAULT) {
			*is_default = true;
			continue;
		}
		struct host_value value = eval(walk, label->expr);
		if (value.kind == HOST_NUMBER && host_sum_is_number(value.number, &is) && is == number)
			return true;
	}
	return false;
}

static enum flow run_known_case(struct walk *walk, const struct ir_stmt *block, int64_t number)
{
	size_t start = block->child_count;
	for (size_t i = 0; i < block->child_count; i++) {
		bool is_default = false;
		if (label_is(walk, block->children[i], number, &is_default))
			return run_from(walk, block, i);
		if (is_default)
			start = i;
	}
	return run_from(walk, block, start);
}

static enum flow run_any_case(struct walk *walk, const struct ir_stmt *stmt, const struct host_sum *selector)
{
	enum flow flow = FLOW_NEXT;
	bool has_default = false;
	for (size_t i = 0; i < stmt->body->child_count && flow == FLOW_NEXT; i++) {
		const struct ir_stmt *label = stmt->body->children[i];
		if (!is_label(label))
			continue;
		const struct ir_stmt *inner = label;
		for (; inner && is_label(inner); inner = inner->body)
			has_default |= inner->kind == IR_DEFAULT;
		struct host_value value =
			label->kind == IR_CASE ? eval(walk, label->expr) : host_value_number(walk, INT64_MIN);
		const struct host_sum *condition = host_sum_opaque(walk->sums, stmt->expr, IR_OP_EQ, selector,
			host_value_as_sum(walk, &value, label->expr));
		struct cases cases = {walk, stmt->body, i};
		flow = walk_fork(walk, condition, stmt->expr, run_case, &cases);
	}
	return has_default ? FLOW_DEAD : flow;
}

static enum flow exec_switch(struct walk *walk, const struct ir_stmt *stmt)
{
	size_t first = walk->frame->bindings.count;
	if (stmt->init)
		walk_stmt(walk, stmt->init);
	struct host_value value = eval(walk, stmt->expr);
	if (exited(walk))
		return FLOW_DEAD;
	int64_t number;
	const struct host_path *path = walk->path;
	struct loop loop = {.up = walk->frame->loop, .is_switch = true};
	loop.breaks.mark = store_mark(walk->store);
	walk->frame->loop = &loop;
	enum flow flow = FLOW_NEXT;
	if (!stmt->body || stmt->body->kind != IR_BLOCK)
		flow = FLOW_NEXT;
	else if (value.kind == HOST_NUMBER && host_sum_is_number(value.number, &number))
		flow = run_known_case(walk, stmt->body, number);
	else
		flow = run_any_case(walk, stmt, host_value_as_sum(walk, &value, stmt->expr));
	walk->frame->loop = loop.up;
	if (flow == FLOW_RETURN || flow == FLOW_CONTINUE) {
		if (!loop.breaks.states.count) {
			scope_end(walk, first);
			return flow;
		}
		pend(walk, flow);
		flow = FLOW_DEAD;
	}
	walk->path = path;
	bool is_alive = join_end(walk, &loop.breaks, flow != FLOW_DEAD, NULL);
	scope_end(walk, first);
	return is_alive ? FLOW_NEXT : FLOW_DEAD;
}

static enum flow exec_block(struct walk *walk, const struct ir_stmt *stmt)
{
	size_t first = walk->frame->bindings.count;
	enum flow flow = FLOW_NEXT;
	for (size_t i = 0; i < stmt->child_count && flow == FLOW_NEXT; i++)
		flow = walk_stmt(walk, stmt->children[i]);
	if (flow == FLOW_NEXT && stmt == walk->frame->function->body)
		loss_check(walk, NULL, NULL);
	scope_end(walk, first);
	return flow;
}

/* What is returned, through copies and moves that the compiler writes, or leaves out. */
static const struct ir_expr *returned(const struct ir_expr *expr)
{
	const struct ir_expr *inner = ir_strip(expr);
	while (inner->kind == IR_CONSTRUCT && inner->operand_count == 1 && inner->operands[0] &&
		inner->operands[0]->type->kind == IR_TYPE_RECORD &&
		inner->operands[0]->type->record == inner->type->record &&
		!(inner->call && inner->call->function && inner->call->function->body))
		inner = ir_strip(inner->operands[0]);
	return inner->kind == IR_VAR ? inner : expr;
}

static enum flow exec_return(struct walk *walk, const struct ir_stmt *stmt)
{
	const struct ir_type *result = walk->frame->function->result;
	if (!stmt->expr) {
		walk->frame->result = host_value_number(walk, 0);
	} else if (result && result->kind == IR_TYPE_REFERENCE) {
		walk->frame->result = place_pointer(eval_place(walk, stmt->expr));
	} else if (stmt->expr->type->kind == IR_TYPE_RECORD) {
		/* what is returned outlives the frame: the local itself, without being destroyed */
		struct place place = eval_place(walk, returned(stmt->expr));
		struct place kept = {temporary(walk, stmt->expr->type), host_sum_number(walk->sums, 0)};
		const struct host_value *closure = store_get(walk->store, place.object->id, place.offset);
		if (closure && closure->kind == HOST_CLOSURE)
			store_set(walk->store, kept.object->id, kept.offset, closure);
		else
			place_copy(walk, kept, place, stmt->expr->type->size, NULL);
		for (size_t i = 0; i < walk->frame->bindings.count; i++)
			if (walk->frame->bindings.data[i].object == place.object)
				walk->frame->bindings.data[i].is_moved = true;
		walk->frame->result = place_pointer(kept);
	} else {
		struct host_value value = eval(walk, stmt->expr);
		if (result)
			value = host_value_convert(walk, &value, stmt->expr->type, result, stmt->expr);
		walk->frame->result = value;
	}
	if (exited(walk))
		return FLOW_DEAD;
	loss_check(walk, stmt, &walk->frame->result);
	return FLOW_RETURN;
}

/* A statement that is nothing but a call drops its result. */
static enum flow exec_expr(struct walk *walk, const struct ir_stmt *stmt)
{
	const struct ir_expr *call = ir_strip_casts(stmt->expr);
	size_t before = walk->trace->ops.count;
	eval(walk, stmt->expr);
	for (size_t i = before; i < walk->trace->ops.count; i++)
		walk->trace->ops.data[i]->result_dropped |= walk->trace->ops.data[i]->expr == call;
	return exited(walk) ? FLOW_DEAD : FLOW_NEXT;
}

enum flow walk_stmt(struct walk *walk, const struct ir_stmt *stmt)
{
	if (walk->is_over)
		return FLOW_DEAD;
	switch (stmt->kind) {
	case IR_BLOCK:
	case IR_UNKNOWN_STMT: return exec_block(walk, stmt);
	case IR_EXPR: return exec_expr(walk, stmt);
	case IR_DECL:
		for (size_t i = 0; i < stmt->var_count; i++)
			declare(walk, stmt->vars[i]);
		return exited(walk) ? FLOW_DEAD : FLOW_NEXT;
	case IR_IF: return exec_if(walk, stmt);
	case IR_FOR:
	case IR_RANGE_FOR:
	case IR_WHILE:
	case IR_DO: return walk_loop(walk, stmt);
	case IR_SWITCH: return exec_switch(walk, stmt);
	case IR_CASE:
	case IR_DEFAULT:
	case IR_LABEL: return stmt->body ? walk_stmt(walk, stmt->body) : FLOW_NEXT;
	case IR_RETURN: return exec_return(walk, stmt);
	case IR_BREAK: return FLOW_BREAK;
	case IR_CONTINUE: return FLOW_CONTINUE;
	case IR_GOTO: /* nearly always to the end, where errors are handled */ return FLOW_DEAD;
	case IR_TRY: return stmt->body ? walk_stmt(walk, stmt->body) : FLOW_NEXT;
	default: return FLOW_NEXT;
	}
}
