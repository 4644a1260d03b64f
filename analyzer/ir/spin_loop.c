/* Recognises waiting loops: gathers the conditions by which a loop is left, follows each back to what it
 * depends on, and asks that it be memory which the loop itself leaves alone. Anything that the loop brings
 * nearer to its end by itself (a counter, a clock, a pointer that moves on) is progress, and then it doesn't
 * wait. */
#include "analyzer/ir/spin_state.h"

#include <string.h>

#include "analyzer/ir/fold.h"

enum { MAX_DEPTH = 12 };

/* A local variable that is set in the region. */
struct setting {
	const struct ir_var *var;
	const struct ir_expr *value;    /* NULL: not a plain value */
	const struct ir_stmt *assembly; /* or the asm that sets it */
	enum ir_op op;                  /* of a compound assignment */
	const struct ir_path *path;
};

struct search {
	struct ir_spins *spins;
	const struct ir_function *function;
	const struct ir_stmt *region; /* the loop, or the body of a helper that is called in its condition */
	VEC(struct setting) settings;
	VEC(const struct ir_var *) visiting;
	struct ir_memory_op poll; /* the strongest so far */
	unsigned polls;
	bool progress;
	unsigned depth;
};

static void search_value(struct search *search, const struct ir_expr *expr);

/* ---- what the region sets -------------------------------------------------------------------- */

static const struct ir_var *local_of(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	bool is_local = expr && expr->kind == IR_VAR &&
			(expr->var->storage == IR_LOCAL || expr->var->storage == IR_PARAM);
	return is_local ? expr->var : NULL;
}

static void add_setting(struct search *search, struct setting setting, const struct ir_path *path)
{
	if (!setting.var)
		return;
	setting.path = ir_path_keep(search->spins->arena, path);
	vec_push(search->spins->arena, &search->settings, setting);
}

static void setting_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	bool is_step = expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC;
	if (expr->kind == IR_ASSIGN)
		add_setting(search,
			(struct setting){.var = local_of(expr->operands[0]),
				.value = expr->operands[1],
				.op = expr->op},
			path);
	else if (is_step)
		add_setting(
			search, (struct setting){.var = local_of(expr->operands[0]), .op = IR_OP_ADD}, path);
	struct ir_memory_op op;
	if (expr->kind != IR_CALL || ir_memory_op(expr, &op))
		return;
	for (size_t i = 0; i < expr->operand_count; i++) { /* handed out to be set */
		const struct ir_expr *argument = ir_strip_casts(expr->operands[i]);
		if (argument->kind == IR_UNARY && argument->op == IR_OP_ADDRESS)
			add_setting(search, (struct setting){.var = local_of(argument->operands[0])}, path);
	}
}

static void setting_var(void *context, const struct ir_var *var, const struct ir_path *path)
{
	struct search *search = context;
	if (var->storage == IR_LOCAL && (var->init || search->region->kind != IR_BLOCK))
		add_setting(
			search, (struct setting){.var = var, .value = var->init, .op = IR_OP_COMMA}, path);
}

static void setting_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct search *search = context;
	const struct ir_asm *assembly = stmt->kind == IR_ASM ? stmt->assembly : NULL;
	for (size_t i = 0; assembly && i < assembly->operand_count; i++)
		if (assembly->operands[i].is_output && assembly->operands[i].expr)
			add_setting(search,
				(struct setting){
					.var = local_of(assembly->operands[i].expr), .assembly = stmt},
				path);
}

static void find_settings(struct search *search)
{
	const struct ir_visitor visitor = {
		.stmt = setting_stmt, .expr = setting_expr, .var = setting_var, .enter_lambdas = true};
	ir_walk_stmt(search->region, &visitor, search, NULL);
}

/* ---- does it change from turn to turn? ------------------------------------------------------- */

struct variance {
	struct search *search;
	unsigned depth;
	bool found;
};

static void variant_expr(void *context, const struct ir_expr *expr, const struct ir_path *path);

static bool is_variant(struct search *search, const struct ir_expr *expr, unsigned depth)
{
	struct variance variance = {.search = search, .depth = depth};
	const struct ir_visitor visitor = {.expr = variant_expr};
	if (expr && depth < MAX_DEPTH)
		ir_walk_expr(expr, &visitor, &variance, NULL);
	return variance.found || depth >= MAX_DEPTH;
}

static void variant_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct variance *variance = context;
	(void)path;
	if (expr->kind != IR_VAR || variance->found)
		return;
	for (size_t i = 0; i < variance->search->settings.count && !variance->found; i++) {
		const struct setting *setting = &variance->search->settings.data[i];
		if (setting->var != expr->var)
			continue;
		bool is_declared = setting->op == IR_OP_COMMA && setting->value;
		variance->found =
			!is_declared || is_variant(variance->search, setting->value, variance->depth + 1);
	}
}

/* ---- what an exit depends on ----------------------------------------------------------------- */

static bool acquires(const struct ir_memory_op *op)
{
	return op->effect == IR_MEMORY_CAS || op->effect == IR_MEMORY_EXCHANGE;
}

static void add_poll(struct search *search, const struct ir_memory_op *op)
{
	if (!search->polls++ || (acquires(op) && !acquires(&search->poll)))
		search->poll = *op;
}

/* compare_exchange stores what it found into `expected`: without setting that back, the next try is another
 * update, not another attempt at the same one. */
static bool sets_back(const struct search *search, const struct ir_expr *expected)
{
	const struct ir_expr *plain = ir_strip_casts(expected);
	while (plain && plain->kind == IR_UNARY && plain->op == IR_OP_ADDRESS)
		plain = ir_strip_casts(plain->operands[0]);
	const struct ir_var *var = local_of(plain);
	int64_t value;
	for (size_t i = 0; var && i < search->settings.count; i++)
		if (search->settings.data[i].var == var && search->settings.data[i].value &&
			ir_fold_int(search->settings.data[i].value, &value))
			return true;
	return false;
}

struct memory_read {
	bool found;
};

static void look_for_read(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct memory_read *read = context;
	struct ir_memory_op op;
	(void)path;
	read->found |= ir_memory_op(expr, &op) && expr->kind != IR_VAR;
}

static bool reads_memory(const struct ir_expr *expr)
{
	struct memory_read read = {0};
	const struct ir_visitor visitor = {.expr = look_for_read};
	if (expr)
		ir_walk_expr(expr, &visitor, &read, NULL);
	return read.found;
}

static void search_op(struct search *search, const struct ir_memory_op *op)
{
	bool moves = op->effect == IR_MEMORY_ADD || op->effect == IR_MEMORY_WRITE ||
		     is_variant(search, op->memory.source, 0) || is_variant(search, op->memory.index, 0);
	if (op->effect == IR_MEMORY_CAS && op->expected_is_updated)
		moves |= !sets_back(search, op->expected);
	else if (op->effect == IR_MEMORY_CAS)
		moves |= is_variant(search, op->expected, 0) || reads_memory(op->expected);
	if (acquires(op) && op->effect == IR_MEMORY_EXCHANGE)
		moves |= is_variant(search, op->value, 0);
	if (moves)
		search->progress = true;
	else
		add_poll(search, op);
}

/* A helper of the condition: `while (load_acquire(flag) == 0)`, `while (!try_lock(&mutex))`. */
static void return_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct search *inner = context;
	if (uniform_is_loop(stmt) || stmt->kind == IR_GOTO)
		inner->progress = true;
	if (stmt->kind != IR_RETURN)
		return;
	search_value(inner, stmt->expr);
	for (; path; path = path->up)
		if (path->stmt && path->stmt->kind == IR_IF)
			search_value(inner, path->stmt->expr);
}

static void search_helper(struct search *search, const struct ir_expr *call)
{
	const struct ir_function *callee = call->call->function;
	struct search inner = {.spins = search->spins,
		.function = callee,
		.region = callee->body,
		.depth = search->depth + 1};
	const struct ir_visitor visitor = {.stmt = return_stmt};
	if (inner.depth >= MAX_DEPTH) {
		search->progress = true;
		return;
	}
	find_settings(&inner);
	ir_walk_function(callee, &visitor, &inner);
	search->progress |= inner.progress;
	struct ir_memory memory;
	if (!inner.polls) {
		for (size_t i = 0; i < call->operand_count; i++)
			search_value(search, call->operands[i]);
		return;
	}
	const struct ir_path here = {.expr = call};
	if (!spin_substitute(&here, &inner.poll.memory, &memory)) {
		search->progress = true;
		return;
	}
	struct ir_memory_op op = inner.poll;
	op.memory = memory;
	op.memory.source = call;
	op.expr = callee->result->kind == IR_TYPE_BOOL || acquires(&op) ? NULL : call;
	op.expected_is_updated = false;
	op.expected = op.value = NULL;
	if (is_variant(search, call, 0))
		search->progress = true;
	else
		add_poll(search, &op);
}

/* A variable: what it is set to, and under which conditions. */
static void search_settings(struct search *search, const struct ir_var *var)
{
	for (size_t i = 0; i < search->visiting.count; i++)
		if (search->visiting.data[i] == var)
			return;
	vec_push(search->spins->arena, &search->visiting, var);
	for (size_t i = 0; i < search->settings.count && !search->progress; i++) {
		const struct setting setting = search->settings.data[i];
		struct ir_memory_op op;
		if (setting.var != var)
			continue;
		bool is_logical = setting.op == IR_OP_OR || setting.op == IR_OP_AND;
		if (setting.assembly) {
			if (ir_memory_op_asm(setting.assembly, &op))
				search_op(search, &op);
			else
				search->progress = true;
		} else if (!setting.value) {
			/* declared without a value is set elsewhere */
			search->progress |= setting.op != IR_OP_COMMA;
		} else if (setting.op != IR_OP_NONE && setting.op != IR_OP_COMMA && !is_logical) {
			search->progress = true;
		} else {
			search_value(search, setting.value);
		}
		for (const struct ir_path *at = setting.path; at && at->stmt != search->region; at = at->up)
			if (at->stmt && at->stmt->kind == IR_IF)
				search_value(search, at->stmt->expr);
	}
}

static bool is_clock(const char *name)
{
	return strstr(name, "clock") || strstr(name, "timer") || strstr(name, "rand") || strstr(name, "now");
}

/* `i + 1` with i among the variables being looked at: it moves on. */
static void search_var(struct search *search, const struct ir_expr *expr)
{
	struct ir_memory_op op;
	if (local_of(expr))
		search_settings(search, expr->var);
	if (!search->progress && expr->var->type->kind != IR_TYPE_POINTER && ir_memory_op(expr, &op) &&
		expr->var->storage != IR_CONSTANT)
		search_op(search, &op);
}

static void search_operands(struct search *search, const struct ir_expr *expr)
{
	for (size_t i = 0; i < expr->operand_count; i++)
		search_value(search, expr->operands[i]);
}

static bool moves_itself(struct search *search, const struct ir_expr *expr)
{
	if (expr->op < IR_OP_ADD || expr->op > IR_OP_SHR || expr->kind != IR_BINARY)
		return false;
	for (size_t i = 0; i < expr->operand_count; i++) {
		const struct ir_var *var = local_of(expr->operands[i]);
		for (size_t j = 0; var && j < search->visiting.count; j++)
			if (search->visiting.data[j] == var)
				return true;
	}
	return false;
}

static void search_value(struct search *search, const struct ir_expr *expr)
{
	struct ir_memory_op op;
	if (!expr || search->progress)
		return;
	if (search->depth > 4 * MAX_DEPTH || moves_itself(search, expr)) {
		search->progress = true;
		return;
	}
	search->depth++;
	if (expr->kind == IR_VAR) {
		search_var(search, expr);
	} else if (ir_memory_op(expr, &op)) {
		search_op(search, &op);
	} else if (expr->kind == IR_ASSIGN) {
		search_value(search, expr->operands[1]);
	} else if (expr->kind == IR_CALL && expr->call->function && expr->call->function->body) {
		search_helper(search, expr);
	} else if ((expr->kind == IR_CALL && is_clock(expr->call->name)) ||
		   (expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC) || expr->kind == IR_STMT_EXPR) {
		search->progress = true;
	} else if (expr->kind == IR_MEMBER && expr->operands[0]->kind == IR_VAR &&
		   local_of(expr->operands[0])) {
		search_settings(search, expr->operands[0]->var);
	} else {
		search_operands(search, expr);
	}
	search->depth--;
}

/* ---- exits ----------------------------------------------------------------------------------- */

struct exits {
	struct search *search;
	unsigned count;
	const struct ir_expr *condition;
	bool goes_on, is_unconditional;
};

static void add_exit(struct exits *exits, const struct ir_expr *condition, bool goes_on)
{
	exits->count++;
	exits->condition = condition;
	exits->goes_on = goes_on;
	search_value(exits->search, condition);
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
		if (stmt->kind == IR_BREAK && (uniform_is_loop(around) || around->kind == IR_SWITCH))
			return; /* leaves only that */
		if (around->kind == IR_SWITCH || uniform_is_loop(around))
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
static bool only_polls(const struct search *search)
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
		const struct ir_var *var = local_of(expr->operands[i]);
		const struct ir_expr *init = var ? ir_strip_casts(var->init) : NULL;
		struct ir_memory_op op;
		if (init && ir_memory_op(init, &op) && op.effect == IR_MEMORY_ADD &&
			!ir_same_memory(&op.memory, ticket->polled))
			ticket->found = true;
	}
}

static bool is_ticket(const struct search *search, const struct ir_expr *condition)
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
	if (stmt->kind != IR_WHILE && stmt->kind != IR_DO && stmt->kind != IR_FOR)
		return;
	struct search search = {.spins = finder->spins, .function = finder->function, .region = stmt};
	struct exits exits = {.search = &search};
	find_settings(&search);
	if (!find_exits(&exits) || search.progress || !search.polls ||
		is_part_of_wait(finder, path, &search.poll.memory))
		return;
	bool is_lock = acquires(&search.poll);
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
		(struct ir_spin){
			.kind = acquires(&op) ? IR_SPIN_LOCK : IR_SPIN_FLAG, .op = op, .range = expr->range});
}

void spin_find_loops(struct ir_spins *spins, const struct ir_function *function)
{
	struct finder finder = {.spins = spins, .function = function};
	const struct ir_visitor visitor = {.stmt = find_loop, .expr = find_wait};
	ir_walk_function(function, &visitor, &finder);
}
