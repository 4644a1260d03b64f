/* Follows a condition back to what it depends on: memory that is polled, or something that the loop brings
 * nearer to its end by itself (a counter, a clock, a pointer that moves on): that is progress. */
#include "analyzer/structure/spin/spin_search.h"

#include <string.h>

#include "analyzer/value/fold.h"

enum { MAX_DEPTH = 12 };

/* ---- what the region sets -------------------------------------------------------------------- */

const struct ir_var *spin_local_of(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	bool is_local = expr && expr->kind == IR_VAR &&
			(expr->var->storage == IR_LOCAL || expr->var->storage == IR_PARAM);
	return is_local ? expr->var : NULL;
}

static void add_setting(struct spin_search *search, struct spin_setting setting, const struct ir_path *path)
{
	if (!setting.var)
		return;
	setting.path = ir_path_keep(search->spins->arena, path);
	vec_push(search->spins->arena, &search->settings, setting);
}

static void setting_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct spin_search *search = context;
	bool is_step = expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC;
	if (expr->kind == IR_ASSIGN)
		add_setting(search,
			(struct spin_setting){.var = spin_local_of(expr->operands[0]),
				.value = expr->operands[1],
				.op = expr->op},
			path);
	else if (is_step)
		add_setting(search,
			(struct spin_setting){.var = spin_local_of(expr->operands[0]), .op = IR_OP_ADD},
			path);
	struct ir_memory_op op;
	if (expr->kind != IR_CALL || ir_memory_op(expr, &op))
		return;
	for (size_t i = 0; i < expr->operand_count; i++) { /* handed out to be set */
		const struct ir_expr *argument = ir_strip_casts(expr->operands[i]);
		if (argument->kind == IR_UNARY && argument->op == IR_OP_ADDRESS)
			add_setting(search,
				(struct spin_setting){.var = spin_local_of(argument->operands[0])}, path);
	}
}

static void setting_var(void *context, const struct ir_var *var, const struct ir_path *path)
{
	struct spin_search *search = context;
	if (var->storage == IR_LOCAL && (var->init || search->region->kind != IR_BLOCK))
		add_setting(search, (struct spin_setting){.var = var, .value = var->init, .op = IR_OP_COMMA},
			path);
}

static void setting_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct spin_search *search = context;
	const struct ir_asm *assembly = stmt->kind == IR_ASM ? stmt->assembly : NULL;
	for (size_t i = 0; assembly && i < assembly->operand_count; i++)
		if (assembly->operands[i].is_output && assembly->operands[i].expr)
			add_setting(search,
				(struct spin_setting){
					.var = spin_local_of(assembly->operands[i].expr), .assembly = stmt},
				path);
}

void spin_find_settings(struct spin_search *search)
{
	const struct ir_visitor visitor = {
		.stmt = setting_stmt, .expr = setting_expr, .var = setting_var, .enter_lambdas = true};
	ir_walk_stmt(search->region, &visitor, search, NULL);
}

/* ---- does it change from turn to turn? ------------------------------------------------------- */

struct variance {
	struct spin_search *search;
	unsigned depth;
	bool found;
};

static void variant_expr(void *context, const struct ir_expr *expr, const struct ir_path *path);

static bool is_variant(struct spin_search *search, const struct ir_expr *expr, unsigned depth)
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
		const struct spin_setting *setting = &variance->search->settings.data[i];
		if (setting->var != expr->var)
			continue;
		bool is_declared = setting->op == IR_OP_COMMA && setting->value;
		variance->found =
			!is_declared || is_variant(variance->search, setting->value, variance->depth + 1);
	}
}

/* ---- what an exit depends on ----------------------------------------------------------------- */

bool spin_acquires(const struct ir_memory_op *op)
{
	return op->effect == IR_MEMORY_CAS || op->effect == IR_MEMORY_EXCHANGE;
}

static void add_poll(struct spin_search *search, const struct ir_memory_op *op)
{
	if (!search->polls++ || (spin_acquires(op) && !spin_acquires(&search->poll)))
		search->poll = *op;
}

/* compare_exchange stores what it found into `expected`: without setting that back, the next try is another
 * update, not another attempt at the same one. */
static bool sets_back(const struct spin_search *search, const struct ir_expr *expected)
{
	const struct ir_expr *plain = ir_strip_casts(expected);
	while (plain && plain->kind == IR_UNARY && plain->op == IR_OP_ADDRESS)
		plain = ir_strip_casts(plain->operands[0]);
	const struct ir_var *var = spin_local_of(plain);
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

static void search_op(struct spin_search *search, const struct ir_memory_op *op)
{
	bool moves = op->effect == IR_MEMORY_ADD || op->effect == IR_MEMORY_WRITE ||
		     is_variant(search, op->memory.source, 0) || is_variant(search, op->memory.index, 0);
	if (op->effect == IR_MEMORY_CAS && op->expected_is_updated)
		moves |= !sets_back(search, op->expected);
	else if (op->effect == IR_MEMORY_CAS)
		moves |= is_variant(search, op->expected, 0) || reads_memory(op->expected);
	if (spin_acquires(op) && op->effect == IR_MEMORY_EXCHANGE)
		moves |= is_variant(search, op->value, 0);
	if (moves)
		search->progress = true;
	else
		add_poll(search, op);
}

/* A helper of the condition: `while (load_acquire(flag) == 0)`, `while (!try_lock(&mutex))`. */
static void return_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct spin_search *inner = context;
	if (ir_is_loop(stmt) || stmt->kind == IR_GOTO)
		inner->progress = true;
	if (stmt->kind != IR_RETURN)
		return;
	spin_search_value(inner, stmt->expr);
	for (; path; path = path->up)
		if (path->stmt && path->stmt->kind == IR_IF)
			spin_search_value(inner, path->stmt->expr);
}

static void search_helper(struct spin_search *search, const struct ir_expr *call)
{
	const struct ir_function *callee = call->call->function;
	struct spin_search inner = {.spins = search->spins,
		.function = callee,
		.region = callee->body,
		.depth = search->depth + 1};
	const struct ir_visitor visitor = {.stmt = return_stmt};
	if (inner.depth >= MAX_DEPTH) {
		search->progress = true;
		return;
	}
	spin_find_settings(&inner);
	ir_walk_function(callee, &visitor, &inner);
	search->progress |= inner.progress;
	struct ir_memory memory;
	if (!inner.polls) {
		for (size_t i = 0; i < call->operand_count; i++)
			spin_search_value(search, call->operands[i]);
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
	op.access = inner.poll.access ? inner.poll.access : inner.poll.expr;
	op.expr = callee->result->kind == IR_TYPE_BOOL || spin_acquires(&op) ? NULL : call;
	op.expected_is_updated = false;
	op.expected = op.value = NULL;
	if (is_variant(search, call, 0))
		search->progress = true;
	else
		add_poll(search, &op);
}

/* A variable: what it is set to, and under which conditions. */
static void search_settings(struct spin_search *search, const struct ir_var *var)
{
	for (size_t i = 0; i < search->visiting.count; i++)
		if (search->visiting.data[i] == var)
			return;
	vec_push(search->spins->arena, &search->visiting, var);
	for (size_t i = 0; i < search->settings.count && !search->progress; i++) {
		const struct spin_setting setting = search->settings.data[i];
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
			spin_search_value(search, setting.value);
		}
		for (const struct ir_path *at = setting.path; at && at->stmt != search->region; at = at->up)
			if (at->stmt && at->stmt->kind == IR_IF)
				spin_search_value(search, at->stmt->expr);
	}
}

/* By part of the name, as the project may have its own, which reads one in assembly. */
static bool is_clock(const char *name)
{
	return strstr(name, "clock") || strstr(name, "timer") || strstr(name, "rand") || strstr(name, "now");
}

/* `i + 1` with i among the variables being looked at: it moves on. */
static void search_var(struct spin_search *search, const struct ir_expr *expr)
{
	struct ir_memory_op op;
	if (spin_local_of(expr))
		search_settings(search, expr->var);
	if (!search->progress && expr->var->type->kind != IR_TYPE_POINTER && ir_memory_op(expr, &op) &&
		expr->var->storage != IR_CONSTANT)
		search_op(search, &op);
}

static void search_operands(struct spin_search *search, const struct ir_expr *expr)
{
	for (size_t i = 0; i < expr->operand_count; i++)
		spin_search_value(search, expr->operands[i]);
}

static bool moves_itself(struct spin_search *search, const struct ir_expr *expr)
{
	if (expr->op < IR_OP_ADD || expr->op > IR_OP_SHR || expr->kind != IR_BINARY)
		return false;
	for (size_t i = 0; i < expr->operand_count; i++) {
		const struct ir_var *var = spin_local_of(expr->operands[i]);
		for (size_t j = 0; var && j < search->visiting.count; j++)
			if (search->visiting.data[j] == var)
				return true;
	}
	return false;
}

void spin_search_value(struct spin_search *search, const struct ir_expr *expr)
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
		spin_search_value(search, expr->operands[1]);
	} else if (expr->kind == IR_CALL && expr->call->function && expr->call->function->body) {
		search_helper(search, expr);
	} else if ((expr->kind == IR_CALL && is_clock(expr->call->name)) ||
		   (expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC) || expr->kind == IR_STMT_EXPR) {
		search->progress = true;
	} else if (expr->kind == IR_MEMBER && expr->operands[0]->kind == IR_VAR &&
		   spin_local_of(expr->operands[0])) {
		search_settings(search, expr->operands[0]->var);
	} else {
		search_operands(search, expr);
	}
	search->depth--;
}
