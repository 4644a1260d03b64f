/* Recognises waiting loops: gathers the conditions by which a loop is left and asks that they depend on
 * memory which the loop itself leaves alone, and on nothing by which it gets on by itself. */
#include "analyzer/structure/dead.h"
#include "analyzer/structure/spin/spin_search.h"
#include "analyzer/value/fold.h"

/* ---- exits ----------------------------------------------------------------------------------- */

struct exits {
	struct spin_search *search;
	unsigned count;
	const struct ir_expr *condition;
	bool goes_on, is_unconditional;
};

static void add_exit(struct exits *exits, const struct ir_expr *condition, bool goes_on)
{
	exits->count++;
	exits->condition = condition;
	exits->goes_on = goes_on;
	spin_search_value(exits->search, condition);
}

static void exit_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct exits *exits = context;
	bool is_exit = stmt->kind == IR_BREAK || stmt->kind == IR_RETURN || stmt->kind == IR_GOTO;
	if (!is_exit)
		return;
	const struct ir_path *child = path;
	bool any = false;
	for (path = path->up; path && path->stmt != exits->search->region; child = path, path = path->up) {
		const struct ir_stmt *around = path->stmt;
		if (!around)
			continue;
		if (stmt->kind == IR_BREAK && (ir_is_loop(around) || around->kind == IR_SWITCH))
			return; /* leaves only that */
		if (around->kind == IR_SWITCH || ir_is_loop(around))
			any = true;
		if (around->kind != IR_IF)
			continue;
		any = true;
		add_exit(exits, around->expr, child->stmt == around->other);
	}
	exits->is_unconditional |= !any;
}

static bool find_exits(struct exits *exits)
{
	const struct ir_stmt *loop = exits->search->region;
	const struct ir_visitor visitor = {.stmt = exit_stmt};
	int64_t value;
	if (loop->expr && !ir_fold_int(loop->expr, &value))
		add_exit(exits, loop->expr, true);
	else if (loop->expr && !value)
		return false;
	ir_walk_stmt(loop, &visitor, exits, NULL);
	return exits->count && !exits->is_unconditional;
}

/* ---- what the body does ---------------------------------------------------------------------- */

struct body {
	bool has_block_barrier, has_unknown_call;
};

static void look_at_body(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct body *body = context;
	(void)path;
	if (expr->kind != IR_CALL)
		return;
	const struct ir_function *function = expr->call->function;
	body->has_block_barrier |= ir_join_of(expr) >= IR_JOIN_BLOCK;
	body->has_unknown_call |= !function || (!function->body && !function->is_system);
}

bool spin_is_inside(const struct ir_path *path, const struct ir_stmt *stmt)
{
	for (; path; path = path->up)
		if (path->stmt == stmt)
			return true;
	return false;
}

/* Whether a loop that polls leaves to others what it polls. */
static bool only_polls(const struct spin_search *search)
{
	const struct ir_visitor visitor = {.expr = look_at_body};
	struct body body = {0};
	ir_walk_stmt(search->region, &visitor, &body, NULL);
	if (body.has_block_barrier || (search->poll.is_plain && body.has_unknown_call))
		return false;
	for (size_t i = 0; i < search->spins->writes.count; i++) {
		const struct ir_spin_write *write = search->spins->writes.data[i];
		if (write->function == search->function && spin_is_inside(write->path, search->region) &&
			(search->poll.is_plain || ir_same_memory(&write->op.memory, &search->poll.memory)))
			return false;
	}
	return true;
}

/* ---- tickets --------------------------------------------------------------------------------- */

struct ticket {
	const struct ir_memory *polled;
	bool found;
};

static void look_for_ticket(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct ticket *ticket = context;
	(void)path;
	bool compares = expr->kind == IR_BINARY && expr->op >= IR_OP_LT && expr->op <= IR_OP_NE;
	for (size_t i = 0; compares && i < 2; i++) {
		const struct ir_var *var = spin_local_of(expr->operands[i]);
		const struct ir_expr *init = var ? ir_strip_casts(var->init) : NULL;
		struct ir_memory_op op;
		if (init && ir_memory_op(init, &op) && op.effect == IR_MEMORY_ADD &&
			!ir_same_memory(&op.memory, ticket->polled))
			ticket->found = true;
	}
}

static bool is_ticket(const struct spin_search *search, const struct ir_expr *condition)
{
	struct ticket ticket = {.polled = &search->poll.memory};
	const struct ir_visitor visitor = {.expr = look_for_ticket};
	if (condition)
		ir_walk_expr(condition, &visitor, &ticket, NULL);
	return ticket.found;
}

/* ---- loops of a function --------------------------------------------------------------------- */

struct finder {
	struct ir_spins *spins;
	const struct ir_function *function;
};

static void add_spin(struct finder *finder, const struct ir_path *path, struct ir_spin spin)
{
	struct ir_spin *kept = ARENA_NEW(finder->spins->arena, struct ir_spin);
	*kept = spin;
	kept->function = finder->function;
	kept->path = ir_path_keep(finder->spins->arena, path);
	vec_push(finder->spins->arena, &finder->spins->spins, kept);
}

/* Whether a wait that was found already is around the node and waits for the same. */
static bool is_part_of_wait(
	const struct finder *finder, const struct ir_path *path, const struct ir_memory *memory)
{
	for (size_t i = 0; i < finder->spins->spins.count; i++) {
		const struct ir_spin *spin = finder->spins->spins.data[i];
		if (spin->function == finder->function && spin->loop && path->up &&
			spin_is_inside(path->up, spin->loop) && ir_same_memory(&spin->op.memory, memory))
			return true;
	}
	return false;
}

static void find_loop(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct finder *finder = context;
	if ((stmt->kind != IR_WHILE && stmt->kind != IR_DO && stmt->kind != IR_FOR) || ir_is_dead(path))
		return;
	struct spin_search search = {.spins = finder->spins, .function = finder->function, .region = stmt};
	struct exits exits = {.search = &search};
	spin_find_settings(&search);
	if (!find_exits(&exits) || search.progress || !search.polls ||
		is_part_of_wait(finder, path, &search.poll.memory))
		return;
	bool is_lock = spin_acquires(&search.poll);
	if (!is_lock && !only_polls(&search))
		return;
	struct ir_spin spin = {.kind = is_lock ? IR_SPIN_LOCK : IR_SPIN_FLAG,
		.op = search.poll,
		.range = exits.condition->range,
		.loop = stmt,
		.condition = exits.count == 1 ? exits.condition : NULL,
		.goes_on = exits.goes_on};
	if (!is_lock && is_ticket(&search, exits.condition))
		spin.kind = IR_SPIN_TICKET;
	add_spin(finder, path, spin);
}

static void find_wait(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct finder *finder = context;
	struct ir_memory_op op;
	if (expr->kind != IR_CALL || !ir_memory_op(expr, &op) || !op.is_wait ||
		is_part_of_wait(finder, path, &op.memory))
		return;
	add_spin(finder, path,
		(struct ir_spin){.kind = spin_acquires(&op) ? IR_SPIN_LOCK : IR_SPIN_FLAG,
			.op = op,
			.range = expr->range});
}

void spin_find_loops(struct ir_spins *spins, const struct ir_function *function)
{
	struct finder finder = {.spins = spins, .function = function};
	const struct ir_visitor visitor = {.stmt = find_loop, .expr = find_wait};
	ir_walk_function(function, &visitor, &finder);
}
