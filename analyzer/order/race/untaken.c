/* Ways around a barrier.
 *
 * The log goes through both arms of a branch that all threads of the block take alike, one after the other,
 * and a barrier in one of them orders what is in front of the branch and what is behind, or in the other arm.
 * Where the block goes the other way it doesn't: so the record is read once more for each such branch,
 * without what lies on the barrier's side.
 *
 * Other conditions may hang together with that one: of comparisons of numbers that are one for the whole
 * launch the numbers tell it, and the same question about a parameter has the same answer. Where two
 * conditions name one variable otherwise, what lies behind the other one isn't looked at.
 *
 * A `continue` or `break` inside of several branches leads around barriers that no condition of their own
 * tells of: then what lies between it and the end of the turn, or of the loop, isn't there. */
#include "analyzer/order/race/untaken.h"

#include <string.h>

#include "analyzer/value/rounding.h"
#include "analyzer/ir/walk.h"
#include "analyzer/order/judge.h"

enum { MOST_UNTAKEN = 16, MOST_NESTING = 16 };

/* ---- what a condition names ------------------------------------------------------------------ */

struct untaken_names {
	struct arena *arena;
	const struct simt_call *call;
	VEC(const struct ir_var *) vars;
	VEC(const char *) members;
	unsigned nesting;
	bool only_bounds;
	bool calls;
};

static void name_all(struct untaken_names *names, const struct ir_expr *expr);

/* The argument that a parameter of a device function has got; NULL: it isn't one of those around. */
static const struct ir_expr *argument_of(const struct simt_call *call, const struct ir_var *param)
{
	for (; call; call = call->up)
		for (size_t i = 0; call->callee && call->site && i < call->callee->param_count; i++)
			if (call->callee->params[i] == param && i < call->site->operand_count)
				return call->site->operands[i];
	return NULL;
}

static void name_var(struct untaken_names *names, const struct ir_var *var)
{
	for (size_t i = 0; i < names->vars.count; i++)
		if (names->vars.data[i] == var)
			return;
	if (var->storage != IR_BUILTIN)
		vec_push(names->arena, &names->vars, var);
	name_all(names, var->storage == IR_PARAM   ? argument_of(names->call, var)
			: var->storage == IR_LOCAL ? var->init
						   : NULL);
}

/* The place of an element says nothing about what is read there; and whether a counter is odd, nothing about
 * where it ends. */
static void name_all(struct untaken_names *names, const struct ir_expr *expr)
{
	if (!expr || names->nesting >= MOST_NESTING)
		return;
	names->nesting++;
	bool is_period = expr->kind == IR_BINARY && (expr->op == IR_OP_REM || expr->op == IR_OP_AND);
	size_t count = expr->kind == IR_INDEX ? 1 : is_period && names->only_bounds ? 0 : expr->operand_count;
	if (expr->kind == IR_VAR)
		name_var(names, expr->var);
	else if (expr->kind == IR_MEMBER && expr->member.name)
		vec_push(names->arena, &names->members, expr->member.name);
	names->calls |= expr->kind == IR_CALL;
	for (size_t i = 0; i < count; i++)
		name_all(names, expr->operands[i]);
	names->nesting--;
}

static const struct untaken_names *names_of(struct arena *arena, const struct simt_condition *condition,
	const struct simt_call *call, bool only_bounds)
{
	struct untaken_names *names = ARENA_NEW(arena, struct untaken_names);
	*names = (struct untaken_names){.arena = arena, .call = call, .only_bounds = only_bounds};
	name_all(names, condition->stmt->expr);
	return names;
}

static bool share(const struct untaken_names *a, const struct untaken_names *b)
{
	for (size_t i = 0; i < a->vars.count; i++)
		for (size_t k = 0; k < b->vars.count; k++)
			if (a->vars.data[i] == b->vars.data[k])
				return true;
	for (size_t i = 0; i < a->members.count; i++)
		for (size_t k = 0; k < b->members.count; k++)
			if (strcmp(a->members.data[i], b->members.data[k]) == 0)
				return true;
	return a->calls && b->calls;
}

static bool is_written(const struct sync_log *log, const struct ir_var *var)
{
	for (size_t i = 0; i < log->written.count; i++)
		if (log->written.data[i]->var == var || log->written.data[i]->param == var)
			return true;
	return false;
}

/* An array or a pointer that lies where the launch, or the unit, has put it. */
static bool is_memory(const struct ir_var *var)
{
	enum ir_type_kind kind = ir_type_value(var->type)->kind;
	bool stays = var->storage == IR_DEVICE || var->storage == IR_CONSTANT ||
		     (var->storage == IR_PARAM && var->function && var->function->is_kernel);
	return stays && !var->is_assigned && (kind == IR_TYPE_POINTER || kind == IR_TYPE_ARRAY);
}

static void look_for_read(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *reads = context;
	(void)path;
	*reads |= expr->kind == IR_INDEX || (expr->kind == IR_UNARY && expr->op == IR_OP_DEREF);
}

bool untaken_by_input(const struct sync_log *log, const struct simt_condition *condition)
{
	static const struct ir_visitor visitor = {.expr = look_for_read};
	bool reads = false;
	if (!condition->uniform || condition->is_loop || condition->ends_loop || !condition->stmt ||
		!condition->stmt->expr)
		return false;
	const struct untaken_names *names = names_of(log->arena, condition, NULL, false);
	ir_walk_expr(condition->stmt->expr, &visitor, &reads, NULL);
	for (size_t i = 0; i < names->vars.count; i++) {
		const struct ir_var *var = names->vars.data[i];
		bool stays = !var->is_assigned && !var->is_address_taken;
		if (var->init)
			ir_walk_expr(var->init, &visitor, &reads, NULL);
		if (is_memory(var) ? is_written(log, var) : !stays)
			return false;
	}
	return reads && !names->calls && !names->members.count;
}

/* ---- conditions that hang together ----------------------------------------------------------- */

/* A comparison of numbers that are one for the whole launch, and nothing else. */
static bool is_told(const struct simt_condition *condition)
{
	if (!condition->exactly || !condition->relation_count)
		return false;
	for (unsigned i = 0; i < condition->relation_count; i++)
		if (!condition->relations[i].difference)
			return false;
	return !condition->by_data && !condition->is_loop;
}

/* Whether an expression has one value for the whole launch. */
static void is_fixed(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *fixed = context;
	(void)path;
	bool is_var =
		expr->kind == IR_VAR && !expr->var->is_assigned && !expr->var->is_address_taken &&
		((expr->var->storage == IR_PARAM && expr->var->function && expr->var->function->is_kernel) ||
			expr->var->is_constexpr);
	bool is_number = expr->kind == IR_INT || expr->kind == IR_REAL || expr->kind == IR_CAST;
	bool is_operation = expr->kind == IR_BINARY ||
			    (expr->kind == IR_UNARY && expr->op != IR_OP_DEREF && expr->op != IR_OP_ADDRESS);
	*fixed = *fixed && (is_var || is_number || is_operation);
}

/* Whether both ask the same about what never changes. */
static bool ask_alike(const struct simt_condition *one, const struct simt_condition *other)
{
	static const struct ir_visitor visitor = {.expr = is_fixed};
	const struct ir_expr *a = one->stmt->expr, *b = other->stmt ? other->stmt->expr : NULL;
	bool fixed = true;
	if (!a || !b || one->is_loop || other->is_loop || one->stmt->kind != other->stmt->kind ||
		one->stmt->kind == IR_SWITCH || !ir_same_expr(a, b))
		return false;
	ir_walk_expr(a, &visitor, &fixed, NULL);
	return fixed;
}

bool untaken_is_fixed(const struct simt_condition *condition)
{
	static const struct ir_visitor visitor = {.expr = is_fixed};
	bool fixed = condition->stmt && condition->stmt->kind == IR_IF && condition->stmt->expr;
	if (fixed)
		ir_walk_expr(condition->stmt->expr, &visitor, &fixed, NULL);
	return fixed && condition->uniform && !condition->is_loop;
}

enum answer { NOT_ASKED, IS_ABSENT, IS_THERE, IS_UNSURE };

static enum answer find_answer(
	const struct untaken *untaken, const struct simt_path *node, const struct simt_call *call)
{
	const struct simt_condition *mine = untaken->condition, *other = node->condition;
	if (other == mine)
		return node->side == untaken->side ? IS_THERE : IS_ABSENT;
	if (other->stmt == mine->stmt && mine->stmt->kind == IR_SWITCH)
		return IS_THERE; /* another case */
	for (const struct simt_path *around = untaken->around; around; around = around->up)
		if (around->condition == other)
			return node->side == around->side ? IS_THERE : IS_ABSENT;
	if (ask_alike(mine, other))
		return node->side == untaken->side ? IS_THERE : IS_ABSENT;
	const struct simt_path one = {.condition = mine, .side = untaken->side, .length = 1},
			       two = {.condition = other, .side = node->side, .length = 1};
	if (other->uniform && sync_excluded(&one, mask_first(&mine->open), &two, mask_first(&other->open)))
		return IS_ABSENT;
	if (is_told(mine) && is_told(other) && other->uniform)
		return IS_THERE;
	if (!other->stmt) /* inside of an expression: nobody knows what it names */
		return IS_UNSURE;
	const struct untaken_names *names = names_of(untaken->arena, other, call, other->is_loop);
	return share(other->is_loop ? untaken->bounds : untaken->names, names) ? IS_UNSURE : IS_THERE;
}

static enum answer answer_at(
	const struct untaken *untaken, const struct simt_path *node, const struct simt_call *call)
{
	uint8_t *known = &untaken->answers[(size_t)node->condition->id * 2 + node->side];
	if (*known == NOT_ASKED)
		*known = (uint8_t)find_answer(untaken, node, call);
	return (enum answer) * known;
}

static const struct simt_where *where_of(const struct sync_op *op)
{
	return op->access ? &op->access->where : &op->event->where;
}

/* Whether it comes behind a `continue` in its turn, or behind a `break` in its loop. */
static bool is_left_out(const struct sync_op *leave, const struct sync_op *op)
{
	const struct simt_turn *left = leave->event->where.turn;
	if (op <= leave)
		return false;
	for (const struct simt_turn *turn = where_of(op)->turn; turn; turn = turn->up)
		if (turn->loop == left->loop && turn->instance == left->instance)
			return leave->event->stmt->kind == IR_BREAK || turn->number == left->number;
	return false;
}

bool untaken_has(const struct untaken *untaken, const struct sync_op *op)
{
	const struct simt_where *where = where_of(op);
	if (untaken->leave && is_left_out(untaken->leave, op))
		return false;
	bool sure = true;
	for (const struct simt_path *node = where->path; node; node = node->up) {
		enum answer answer = answer_at(untaken, node, where->call);
		if (answer == IS_ABSENT)
			return false;
		sure &= answer == IS_THERE;
	}
	return sure || op->event;
}

/* ---- the branches ---------------------------------------------------------------------------- */

/* Whether all threads may go the other way: by a branch of their own, or past a loop. */
static bool is_way_around(const struct simt_path *node)
{
	const struct simt_condition *condition = node->condition;
	const struct ir_stmt *stmt = condition->stmt;
	return condition->uniform && stmt && stmt->expr && !stmt->is_constexpr &&
	       mask_any(&condition->open) &&
	       (stmt->kind == IR_IF || stmt->kind == IR_SWITCH || condition->is_loop);
}

static bool is_known(const untaken_list *list, const struct simt_path *node)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->data[i]->condition == node->condition ||
			(list->data[i]->condition->stmt == node->condition->stmt &&
				node->condition->stmt->kind != IR_SWITCH))
			return true;
	return false;
}

static bool is_of_threads(const char *name)
{
	static const char *const words[] = {"warp", "thread", "block", "lane", "wave", "nthr", NULL};
	return sync_name_says(name, words);
}

/* Whether it asks, as the names tell, how many threads or warps there are: who launches gives a number that
 * fits the block, and a block of one warp may go without the barrier. */
static bool asks_for_threads(const struct untaken_names *names)
{
	bool asks = false;
	for (size_t i = 0; i < names->vars.count; i++)
		asks |= is_of_threads(names->vars.data[i]->name);
	for (size_t i = 0; i < names->members.count; i++)
		asks |= is_of_threads(names->members.data[i]);
	return asks;
}

static void add(const struct sync_log *log, untaken_list *list, const struct simt_path *node,
	const struct simt_event *barrier, const struct sync_op *leave)
{
	struct untaken *untaken = ARENA_NEW(log->arena, struct untaken);
	*untaken = (struct untaken){.condition = node->condition,
		.side = leave ? node->side : !node->side,
		.barrier = barrier->site,
		.leave = leave,
		.ends_loop = node->condition->is_loop || node->condition->ends_loop,
		.around = node->up,
		.names = names_of(log->arena, node->condition, barrier->where.call, false),
		.bounds = names_of(log->arena, node->condition, barrier->where.call, true),
		.arena = log->arena,
		.answers = ARENA_ARRAY(log->arena, uint8_t, ((size_t)log->simt->conditions + 1) * 2)};
	vec_push(log->arena, list, untaken);
}

static bool is_under(const struct simt_path *path, const struct simt_condition *condition)
{
	while (path && path->condition != condition)
		path = path->up;
	return path != NULL;
}

/* The first barrier that a `continue` or `break` leads around, and that its condition doesn't tell of. */
static const struct simt_event *barrier_behind(const struct sync_log *log, const struct sync_op *leave)
{
	const struct sync_op *end = log->ops.data + log->ops.count;
	for (const struct sync_op *op = leave + 1; op < end; op++)
		if (op->event && op->event->kind == SIMT_BLOCK_BARRIER && is_left_out(leave, op) &&
			!is_under(op->event->where.path, leave->event->where.path->condition))
			return op->event;
	return NULL;
}

/* Whether the whole block leaves a turn of a loop, or the loop, by it. */
static bool is_leave(const struct sync_log *log, const struct simt_event *event)
{
	if (!event || event->kind != SIMT_LEAVE || !event->where.turn || !event->where.path || !event->stmt ||
		(event->stmt->kind != IR_CONTINUE && event->stmt->kind != IR_BREAK) ||
		!mask_covers(&event->active.may, log->simt->lanes))
		return false;
	for (const struct simt_path *node = event->where.path; node; node = node->up)
		if (!node->condition->uniform)
			return false;
	return is_way_around(event->where.path) && !event->where.path->condition->is_loop;
}

static bool find_leaves(const struct sync_log *log, untaken_list *out)
{
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct sync_op *op = &log->ops.data[i];
		const struct simt_path *node = is_leave(log, op->event) ? op->event->where.path : NULL;
		const struct simt_event *barrier =
			node && !is_known(out, node) ? barrier_behind(log, op) : NULL;
		if (!barrier ||
			asks_for_threads(names_of(log->arena, node->condition, op->event->where.call, false)))
			continue;
		if (out->count == MOST_UNTAKEN)
			return false;
		add(log, out, node, barrier, op);
	}
	return true;
}

bool untaken_find(const struct sync_log *log, untaken_list *out)
{
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct simt_event *event = log->ops.data[i].event;
		if (!event || event->kind != SIMT_BLOCK_BARRIER)
			continue;
		for (const struct simt_path *node = event->where.path; node; node = node->up) {
			if (!is_way_around(node) || is_known(out, node) ||
				asks_for_threads(
					names_of(log->arena, node->condition, event->where.call, false)))
				continue;
			if (out->count == MOST_UNTAKEN)
				return false;
			add(log, out, node, event, NULL);
		}
	}
	return find_leaves(log, out);
}
