/* Reading conditions on the status of a query. See query_status.h. */
#include "rules/host/common/query_status.h"

#include <string.h>

#include "rules/host/common/api.h"

enum { NOT_READY = 600, CALLS_DEEP = 3 }; /* cudaErrorNotReady, CUDA_ERROR_NOT_READY */

/* What is asked: in which statement variables are looked at, and how many calls and variables deep. */
struct asked {
	const struct ir_stmt *scope;
	int depth;
};

static enum query_status read_condition(
	const struct ir_expr *expr, bool negated, struct asked asked, const struct ir_expr **query);
static const struct ir_expr *answer_of(const struct ir_expr *expr, struct asked asked);
static enum query_status status_at(
	const struct ir_path *path, struct asked asked, const struct ir_expr **query);

bool query_is_call(const struct ir_expr *expr)
{
	enum host_op_kind kind = api_call(expr).kind;
	return kind == HOST_STREAM_QUERY || kind == HOST_EVENT_QUERY;
}

static enum query_status opposite(enum query_status status)
{
	static const enum query_status of[] = {
		[QUERY_UNTOLD] = QUERY_UNTOLD,
		[QUERY_SUCCESS] = QUERY_FAILS,
		[QUERY_FAILS] = QUERY_SUCCESS,
		[QUERY_NOT_READY] = QUERY_DONE,
		[QUERY_DONE] = QUERY_NOT_READY,
	};
	return of[status];
}

/* ---- functions ------------------------------------------------------------------------------- */

static const struct ir_stmt *body_of(const struct ir_expr *call)
{
	const struct ir_function *function = call->call->function;
	return function && !function->is_system ? function->body : NULL;
}

struct exits {
	int depth;
	bool found;
};

static bool may_exit(const struct ir_stmt *stmt, int depth);

/* Functions of the C library, none of CUDA's. */
static void look_for_exit(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	static const char *const leaving[] = {"exit", "abort", "_exit", "quick_exit", "terminate", "longjmp",
		"assert", "__assert_fail", NULL};
	struct exits *exits = context;
	(void)path;
	exits->found |= expr->kind == IR_THROW;
	if (expr->kind != IR_CALL || exits->found)
		return;
	const struct ir_stmt *body = body_of(expr);
	exits->found |= ir_is_one_of(expr->call->name, leaving) || (body && may_exit(body, exits->depth + 1));
}

static bool may_exit(const struct ir_stmt *stmt, int depth)
{
	const struct ir_visitor visitor = {.expr = look_for_exit};
	struct exits exits = {.depth = depth};
	if (depth < CALLS_DEEP)
		ir_walk_stmt(stmt, &visitor, &exits, NULL);
	return exits.found;
}

bool query_may_exit(const struct ir_stmt *stmt)
{
	return may_exit(stmt, 0);
}

/* What several places that decide one thing agree on. */
struct agreement {
	struct asked asked;
	const struct ir_var *var; /* whose value they are, or NULL: results of the function */
	const struct ir_expr *query;
	enum query_status status; /* of all places so far; QUERY_UNTOLD: of none */
	bool negated, is_broken, is_change;
};

static void agree(struct agreement *all, enum query_status status)
{
	all->is_broken |= status == QUERY_UNTOLD || (all->status != QUERY_UNTOLD && all->status != status);
	all->status = status;
}

/* A value that makes the condition true or not: a constant does by where it stands. */
static void agree_on_value(struct agreement *all, const struct ir_expr *value, const struct ir_path *path)
{
	int64_t number;
	if (!ir_fold_int(value, &number))
		agree(all, read_condition(value, all->negated, all->asked, &all->query));
	else if ((number != 0) != all->negated)
		agree(all, status_at(path, all->asked, &all->query));
}

static enum query_status agreed(const struct agreement *all)
{
	return all->is_broken ? QUERY_UNTOLD : all->status;
}

static void look_at_result(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	if (stmt->kind == IR_RETURN && stmt->expr)
		agree_on_value(context, stmt->expr, path);
}

/* What a function of the unit tells by being true or not. */
static enum query_status read_call(const struct ir_expr *call, bool negated, struct asked asked)
{
	const struct ir_stmt *body = body_of(call);
	if (!body || asked.depth >= CALLS_DEEP || may_exit(body, 0))
		return QUERY_UNTOLD;
	const struct ir_visitor visitor = {.stmt = look_at_result};
	struct agreement all = {.asked = {body, asked.depth + 1}, .negated = negated};
	ir_walk_stmt(body, &visitor, &all, NULL);
	return agreed(&all);
}

/* ---- variables ------------------------------------------------------------------------------- */

/* The call that a variable holds the answer of: nothing else is given to it in the scope. */
struct held {
	struct asked asked;
	const struct ir_var *var;
	const struct ir_expr *query;
	bool is_other;
};

static void hold(struct held *held, const struct ir_expr *value)
{
	const struct ir_expr *query = answer_of(value, held->asked);
	held->is_other |= !query;
	held->query = query;
}

static void look_for_held(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct held *held = context;
	(void)path;
	if (expr->kind != IR_ASSIGN)
		return;
	const struct ir_expr *to = ir_strip_casts(expr->operands[0]);
	if (to->kind != IR_VAR || to->var != held->var)
		return;
	held->is_other |= expr->op != IR_OP_NONE;
	hold(held, expr->operands[1]);
}

static void look_for_held_init(void *context, const struct ir_var *var, const struct ir_path *path)
{
	struct held *held = context;
	(void)path;
	if (var == held->var && var->init)
		hold(held, var->init);
}

struct result {
	const struct ir_expr *expr;
	size_t count;
};

static void look_for_result(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct result *result = context;
	(void)path;
	if (stmt->kind != IR_RETURN)
		return;
	result->expr = stmt->expr;
	result->count++;
}

static const struct ir_expr *answer_of_call(const struct ir_expr *call, struct asked asked)
{
	const struct ir_visitor visitor = {.stmt = look_for_result};
	const struct ir_stmt *body = body_of(call);
	struct result result = {0};
	if (!body || may_exit(body, 0))
		return NULL;
	ir_walk_stmt(body, &visitor, &result, NULL);
	return result.count == 1 && result.expr &&
			       answer_of(result.expr, (struct asked){body, asked.depth + 1})
		       ? call
		       : NULL;
}

static const struct ir_expr *answer_of(const struct ir_expr *expr, struct asked asked)
{
	expr = ir_strip_casts(expr);
	if (query_is_call(expr))
		return expr;
	if (expr->kind == IR_ASSIGN && expr->op == IR_OP_NONE)
		return answer_of(expr->operands[1], asked);
	if (asked.depth >= CALLS_DEEP)
		return NULL;
	if (expr->kind == IR_CALL && ir_type_value(expr->type)->kind == IR_TYPE_ENUM)
		return answer_of_call(expr, asked);
	if (expr->kind != IR_VAR)
		return NULL;
	const struct ir_visitor visitor = {.expr = look_for_held, .var = look_for_held_init};
	struct held held = {.asked = {asked.scope, asked.depth + 1}, .var = expr->var};
	ir_walk_stmt(asked.scope, &visitor, &held, NULL);
	return held.is_other ? NULL : held.query;
}

const struct ir_expr *query_of(const struct ir_expr *expr, const struct ir_stmt *scope)
{
	return answer_of(expr, (struct asked){scope, 0});
}

static bool is_step(const struct ir_expr *expr)
{
	return expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC && expr->op <= IR_OP_POST_DEC;
}

/* What is given to a variable that says whether it was cudaSuccess: `done`, `pending`. */
static void look_at_flag(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct agreement *all = context;
	if (expr->kind != IR_ASSIGN && !is_step(expr))
		return;
	const struct ir_expr *to = ir_strip_casts(expr->operands[0]);
	if (to->kind != IR_VAR || to->var != all->var)
		return;
	enum ir_op kept = all->negated ? IR_OP_AND : IR_OP_OR; /* adds no other way to be true, or false */
	if (expr->kind == IR_ASSIGN && (expr->op == IR_OP_NONE || expr->op == kept))
		agree_on_value(all, expr->operands[1], path);
	else
		all->is_broken = true;
}

static void look_at_flag_init(void *context, const struct ir_var *var, const struct ir_path *path)
{
	struct agreement *all = context;
	if (var == all->var && var->init)
		agree_on_value(all, var->init, path);
}

static bool is_local(const struct ir_var *var)
{
	return (var->storage == IR_LOCAL || var->storage == IR_PARAM) && !var->is_address_taken;
}

static enum query_status read_flag(
	const struct ir_expr *expr, bool negated, struct asked asked, const struct ir_expr **query)
{
	const struct ir_visitor visitor = {.expr = look_at_flag, .var = look_at_flag_init};
	struct agreement all = {
		.asked = {asked.scope, asked.depth + 1}, .var = expr->var, .negated = negated};
	if (asked.depth >= CALLS_DEEP || !is_local(expr->var))
		return QUERY_UNTOLD;
	ir_walk_stmt(asked.scope, &visitor, &all, NULL);
	*query = all.query ? all.query : *query;
	return agreed(&all);
}

/* Changes of a number that counts successes: `while (pending > 0)`. */
static void look_at_count(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct agreement *all = context;
	if (expr->kind != IR_ASSIGN && !is_step(expr))
		return;
	const struct ir_expr *to = ir_strip_casts(expr->operands[0]);
	if (to->kind == IR_VAR && to->var == all->var) {
		all->is_change = true;
		agree(all, status_at(path, all->asked, &all->query));
	}
}

/* A count of what answered, against a number, another count, or the size of a container of C++'s. */
static enum query_status read_count(
	const struct ir_expr *expr, struct asked asked, const struct ir_expr **query)
{
	const struct ir_visitor visitor = {.expr = look_at_count};
	struct agreement all[2];
	const struct ir_expr *found = NULL;
	for (int side = 0; side < 2; side++) {
		const struct ir_expr *operand = ir_strip_casts(expr->operands[side]);
		int64_t number;
		all[side] = (struct agreement){.asked = {asked.scope, asked.depth + 1}};
		if (operand->kind == IR_VAR && is_local(operand->var)) {
			all[side].var = operand->var;
			ir_walk_stmt(asked.scope, &visitor, &all[side], NULL);
		} else if (!ir_fold_int(operand, &number) &&
			   !(operand->kind == IR_CALL && !strcmp(operand->call->name, "size"))) {
			return QUERY_UNTOLD;
		}
		if (all[side].is_change && agreed(&all[side]) != QUERY_SUCCESS)
			return QUERY_UNTOLD;
		found = all[side].is_change ? all[side].query : found;
	}
	*query = found ? found : *query;
	return found ? QUERY_SUCCESS : QUERY_UNTOLD;
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* Both hold, or one of two does. */
static enum query_status read_two(
	const struct ir_expr *expr, bool negated, struct asked asked, const struct ir_expr **query)
{
	enum query_status first = read_condition(expr->operands[0], negated, asked, query),
			  second = read_condition(expr->operands[1], negated, asked, query);
	bool is_both = (expr->op == IR_OP_LOGICAL_AND) != negated;
	if (!is_both)
		return first == second ? first : QUERY_UNTOLD;
	return first == QUERY_SUCCESS || second == QUERY_UNTOLD ? first : second;
}

static enum query_status read_comparison(
	const struct ir_expr *expr, bool negated, struct asked asked, const struct ir_expr **query)
{
	for (int side = 0; side < 2; side++) {
		int64_t number;
		const struct ir_expr *found = answer_of(expr->operands[side], asked);
		if (!found || !ir_fold_int(expr->operands[1 - side], &number) ||
			(expr->op != IR_OP_EQ && expr->op != IR_OP_NE))
			continue;
		*query = found;
		bool is_equal = (expr->op == IR_OP_EQ) != negated;
		enum query_status status = number == 0 ? QUERY_SUCCESS : QUERY_NOT_READY;
		if (number != 0 && number != NOT_READY)
			return is_equal ? QUERY_FAILS : QUERY_UNTOLD;
		return is_equal ? status : opposite(status);
	}
	return negated && asked.depth < CALLS_DEEP ? read_count(expr, asked, query) : QUERY_UNTOLD;
}

static enum query_status read_condition(
	const struct ir_expr *expr, bool negated, struct asked asked, const struct ir_expr **query)
{
	expr = ir_strip_casts(expr);
	if (expr->kind == IR_UNARY && expr->op == IR_OP_NOT)
		return read_condition(expr->operands[0], !negated, asked, query);
	const struct ir_expr *found = answer_of(expr, asked);
	if (found) {
		*query = found;
		return negated ? QUERY_SUCCESS : QUERY_FAILS;
	}
	if (expr->kind == IR_CALL) {
		enum query_status status = read_call(expr, negated, asked);
		*query = status == QUERY_UNTOLD ? *query : expr;
		return status;
	}
	if (expr->kind == IR_VAR)
		return read_flag(expr, negated, asked, query);
	if (expr->kind != IR_BINARY)
		return QUERY_UNTOLD;
	if (expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR)
		return read_two(expr, negated, asked, query);
	return ir_is_comparison(expr->op) ? read_comparison(expr, negated, asked, query) : QUERY_UNTOLD;
}

enum query_status query_status_when(const struct ir_expr *condition, bool negated,
	const struct ir_stmt *scope, const struct ir_expr **query)
{
	return read_condition(condition, negated, (struct asked){scope, 0}, query);
}

/* `if (pending) continue;` before a statement of a block. */
static enum query_status status_behind(const struct ir_stmt *block, const struct ir_stmt *child,
	struct asked asked, const struct ir_expr **query)
{
	for (size_t i = 0; i < block->child_count && block->children[i] != child; i++) {
		const struct ir_stmt *stmt = block->children[i];
		if (stmt->kind != IR_IF || stmt->other || !stmt->body || !ir_leaves(stmt->body))
			continue;
		enum query_status status = read_condition(stmt->expr, true, asked, query);
		if (status != QUERY_UNTOLD)
			return status;
	}
	return QUERY_UNTOLD;
}

static enum query_status status_at(
	const struct ir_path *path, struct asked asked, const struct ir_expr **query)
{
	enum query_status best = QUERY_UNTOLD;
	const struct ir_stmt *child = NULL;
	for (; path && best != QUERY_SUCCESS; path = path->up) {
		const struct ir_stmt *stmt = path->stmt;
		enum query_status status = QUERY_UNTOLD;
		if (!stmt)
			continue;
		if (stmt->kind == IR_IF && stmt->expr && (child == stmt->body || child == stmt->other) &&
			child)
			status = read_condition(stmt->expr, child != stmt->body, asked, query);
		else if (stmt->kind == IR_BLOCK && child)
			status = status_behind(stmt, child, asked, query);
		best = status == QUERY_UNTOLD ? best : status;
		child = stmt;
	}
	return best;
}

enum query_status query_status_at(
	const struct ir_path *path, const struct ir_stmt *scope, const struct ir_expr **query)
{
	return status_at(path, (struct asked){scope, 0}, query);
}
