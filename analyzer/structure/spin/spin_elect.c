/* Recognises `lane == 0`, `!threadIdx.x`, ranks in groups of cooperative groups and what atomics hand out,
 * and follows what is compared back to where it comes from. */
#include "analyzer/structure/spin/spin_elect.h"

#include <string.h>

#include "analyzer/value/fold.h"

enum { MAX_DEPTH = 24, MAX_STEPS = 2000 };

/* One question, with the way into the function that it is about. */
struct look {
	struct ir_spins *spins;
	const struct spin_entry *entry; /* NULL: entered in any way */
	unsigned *steps;                /* what is left of them; values have many ways back */
};

typedef enum spin_distinct judge(const struct look *look, const struct ir_expr *expr, unsigned depth);

static enum spin_distinct weaker(enum spin_distinct a, enum spin_distinct b)
{
	return a < b ? a : b;
}

static enum spin_distinct stronger(enum spin_distinct a, enum spin_distinct b)
{
	return a > b ? a : b;
}

/* ---- where values come from ------------------------------------------------------------------ */

/* A parameter of a function that no call in sight enters. */
static enum spin_distinct unseen(const struct ir_var *param, judge *ask, judge *ask_number)
{
	/* a helper compares a number with zero to let one thread in */
	bool is_number = ask == ask_number && ir_type_value(param->type)->kind == IR_TYPE_INT &&
			 param->function && !param->function->is_kernel && !param->is_assigned;
	return is_number ? DISTINCT_IN_BLOCK : NOT_DISTINCT;
}

static enum spin_distinct of_param(
	const struct look *look, const struct ir_var *param, judge *ask, judge *ask_number, unsigned depth)
{
	const struct ir_uniformity *uniformity = look->spins->uniformity;
	enum spin_distinct weakest = DISTINCT_IN_BLOCK;
	bool any = false;
	if (param->is_assigned || (param->function && param->function->is_kernel))
		return NOT_DISTINCT;
	if (look->entry && look->entry->call->call->function == param->function) {
		const struct look outer = {look->spins, look->entry->up, look->steps};
		const struct ir_expr *argument = spin_argument(look->entry->call, param);
		return argument ? ask(&outer, argument, depth) : NOT_DISTINCT;
	}
	const struct look anyhow = {look->spins, NULL, look->steps};
	for (size_t i = 0; i < uniformity->sites.count && weakest; i++) {
		const struct uniform_site *site = &uniformity->sites.data[i];
		const struct ir_expr *call = site->path ? site->path->expr : NULL;
		if (site->callee != param->function)
			continue;
		const struct ir_expr *argument = call && call->call ? spin_argument(call, param) : NULL;
		weakest = argument ? weaker(weakest, ask(&anyhow, argument, depth)) : NOT_DISTINCT;
		any = true;
	}
	return any ? weakest : unseen(param, ask, ask_number);
}

/* A variable that is set in other ways than by its initialiser, or a member: all that it is set to counts. */
static enum spin_distinct of_values(
	const struct look *look, const struct ir_expr *name, judge *ask, unsigned depth)
{
	struct ir_spins *spins = look->spins;
	enum spin_distinct weakest = DISTINCT_IN_BLOCK;
	if (!spins->flow)
		spins->flow = ir_flow_new(spins->arena, spins->module);
	const struct ir_values values = ir_flow_values_of(spins->arena, spins->flow, name);
	/* they may stand in other functions */
	const struct look anyhow = {spins, NULL, look->steps};
	const struct look *where = name->kind == IR_VAR && !name->var->is_address_taken ? look : &anyhow;
	for (size_t i = 0; i < values.count && weakest; i++)
		weakest = weaker(weakest, ask(where, values.data[i], depth));
	return values.count ? weakest : NOT_DISTINCT;
}

struct set_by_asm {
	const struct ir_var *var;
	bool is_lane;
};

static void look_at_asm(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct set_by_asm *set = context;
	const struct ir_asm *assembly = stmt->kind == IR_ASM ? stmt->assembly : NULL;
	(void)path;
	for (size_t i = 0; assembly && assembly->text && i < assembly->operand_count; i++)
		if (assembly->operands[i].is_output && ir_strip_casts(assembly->operands[i].expr) &&
			ir_strip_casts(assembly->operands[i].expr)->kind == IR_VAR &&
			ir_strip_casts(assembly->operands[i].expr)->var == set->var)
			set->is_lane |= strstr(assembly->text, "laneid") != NULL;
}

static bool is_lane_register(const struct ir_var *var)
{
	const struct ir_visitor visitor = {.stmt = look_at_asm};
	struct set_by_asm set = {.var = var};
	if (var->function)
		ir_walk_function(var->function, &visitor, &set);
	return set.is_lane;
}

static enum spin_distinct of_name(
	const struct look *look, const struct ir_expr *name, judge *ask, judge *ask_number, unsigned depth)
{
	const struct ir_var *var = name->kind == IR_VAR ? name->var : NULL;
	if (var && var->storage == IR_PARAM)
		return of_param(look, var, ask, ask_number, depth);
	if (var && var->storage != IR_LOCAL)
		return NOT_DISTINCT;
	if (var && var->init && !var->is_assigned && !var->is_address_taken)
		return ask(look, var->init, depth);
	if (var && is_lane_register(var))
		return ask == ask_number ? DISTINCT_IN_WARP : NOT_DISTINCT;
	return of_values(look, name, ask, depth);
}

struct returned {
	const struct look *look;
	judge *ask;
	enum spin_distinct distinct;
	unsigned depth;
	bool any;
};

static void look_at_return(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct returned *returned = context;
	(void)path;
	if (stmt->kind != IR_RETURN || !stmt->expr)
		return;
	enum spin_distinct one = returned->ask(returned->look, stmt->expr, returned->depth);
	returned->distinct = returned->any ? weaker(returned->distinct, one) : one;
	returned->any = true;
}

/* What a helper returns, entered by this call. */
static enum spin_distinct of_result(
	const struct look *look, const struct ir_expr *call, judge *ask, unsigned depth)
{
	const struct ir_visitor visitor = {.stmt = look_at_return};
	const struct spin_entry entry = {call, look->entry};
	const struct look inner = {look->spins, &entry, look->steps};
	struct returned returned = {.look = &inner, .ask = ask, .depth = depth};
	ir_walk_function(call->call->function, &visitor, &returned);
	return returned.distinct;
}

static bool has_body(const struct ir_expr *call)
{
	return call->call->function && call->call->function->body;
}

/* ---- values that no two threads share -------------------------------------------------------- */

static enum spin_distinct distinct_of(const struct look *look, const struct ir_expr *expr, unsigned depth);

bool spin_is_tile(const struct ir_expr *object)
{
	enum cuda_family family = object ? ir_cuda_type(object->type)->family : CUDA_NO_TYPE;
	return family == CUDA_TILE || family == CUDA_COALESCED_GROUP;
}

static enum spin_distinct distinct_call(const struct look *look, const struct ir_expr *expr, unsigned depth)
{
	const char *name = expr->call->name;
	if (ir_cuda(expr)->builtin == CUDA_THREAD_RANK)
		return spin_is_tile(expr->call->object) ? DISTINCT_IN_WARP : DISTINCT_IN_BLOCK;
	if (has_body(expr))
		return of_result(look, expr, distinct_of, depth);
	/* a function that isn't seen is taken by its name for what it computes */
	return strstr(name, "lane") || strstr(name, "Lane") ? DISTINCT_IN_WARP : NOT_DISTINCT;
}

/* Whether a remainder tells the lanes of a warp apart: not one by 16, nor the upper bits. */
static bool keeps_lanes(const struct ir_expr *expr)
{
	enum { LANE_BITS = UNIFORM_WARP_SIZE - 1 };
	int64_t value;
	if (!ir_fold_int(expr->operands[1], &value))
		return true;
	return expr->op == IR_OP_REM ? value % UNIFORM_WARP_SIZE == 0 : (value & LANE_BITS) == LANE_BITS;
}

/* `32 * warp + lane`: a thread's number, wherever its parts come from. */
static bool is_thread_number(const struct ir_expr *sum)
{
	for (size_t i = 0; i < 2; i++) {
		const struct ir_expr *warps = ir_strip_casts(sum->operands[i]),
				     *lane = ir_strip_casts(sum->operands[1 - i]);
		bool scales = warps->kind == IR_BINARY && (warps->op == IR_OP_MUL || warps->op == IR_OP_SHL);
		int64_t by;
		if (!scales || ir_fold_int(lane, &by))
			continue;
		if (warps->op == IR_OP_SHL && ir_fold_int(warps->operands[1], &by) && by == 5)
			return true;
		for (size_t k = 0; k < 2 && warps->op == IR_OP_MUL; k++)
			if (ir_builtin(warps->operands[k]) == CUDA_WARP_SIZE ||
				(ir_fold_int(warps->operands[k], &by) && by == UNIFORM_WARP_SIZE))
				return true;
	}
	return false;
}

static enum spin_distinct distinct_binary(const struct look *look, const struct ir_expr *expr, unsigned depth)
{
	enum spin_distinct left = distinct_of(look, expr->operands[0], depth),
			   right = distinct_of(look, expr->operands[1], depth);
	switch (expr->op) {
	case IR_OP_ADD:
		if (is_thread_number(expr))
			return DISTINCT_IN_BLOCK;
		return stronger(left, right);
	case IR_OP_SUB:
	case IR_OP_XOR: return stronger(left, right);
	case IR_OP_REM:
	case IR_OP_AND:
		return keeps_lanes(expr) ? weaker(stronger(left, right), DISTINCT_IN_WARP) : NOT_DISTINCT;
	default: return NOT_DISTINCT;
	}
}

/* threadIdx itself, or a copy of it. */
static enum spin_distinct is_thread_index(const struct look *look, const struct ir_expr *expr, unsigned depth)
{
	expr = ir_strip_casts(expr);
	if (!expr || depth++ > MAX_DEPTH || !*look->steps)
		return NOT_DISTINCT;
	--*look->steps;
	if (expr->kind == IR_CONSTRUCT && expr->operand_count == 1)
		return is_thread_index(look, expr->operands[0], depth);
	if (expr->kind != IR_VAR)
		return NOT_DISTINCT;
	if (expr->var->builtin)
		return expr->var->builtin == CUDA_THREAD_INDEX ? DISTINCT_IN_BLOCK : NOT_DISTINCT;
	return of_name(look, expr, is_thread_index, distinct_of, depth);
}

static enum spin_distinct distinct_of(const struct look *look, const struct ir_expr *expr, unsigned depth)
{
	if (!expr || depth++ > MAX_DEPTH || !*look->steps)
		return NOT_DISTINCT;
	--*look->steps;
	switch (expr->kind) {
	case IR_CAST: return distinct_of(look, expr->operands[0], depth);
	case IR_INIT_LIST:
	case IR_CONSTRUCT:
		return expr->operand_count == 1 ? distinct_of(look, expr->operands[0], depth) : NOT_DISTINCT;
	case IR_MEMBER:
		if (is_thread_index(look, expr->operands[0], depth))
			return DISTINCT_IN_BLOCK;
		return of_name(look, expr, distinct_of, distinct_of, depth);
	case IR_VAR: return of_name(look, expr, distinct_of, distinct_of, depth);
	case IR_BINARY: return distinct_binary(look, expr, depth);
	case IR_CALL: return distinct_call(look, expr, depth);
	default: return NOT_DISTINCT;
	}
}

/* ---- conditions that elect ------------------------------------------------------------------- */

static enum spin_distinct elects(
	const struct look *look, const struct ir_expr *expr, bool wanted, unsigned depth);

static enum spin_distinct elects_wanted(const struct look *look, const struct ir_expr *expr, unsigned depth)
{
	return elects(look, expr, true, depth);
}

static enum spin_distinct elects_unwanted(const struct look *look, const struct ir_expr *expr, unsigned depth)
{
	return elects(look, expr, false, depth);
}

static bool is_number(const struct ir_expr *expr, int64_t number)
{
	int64_t value;
	return ir_fold_int(expr, &value) && value == number;
}

/* What an atomic hands out only one thread gets: `atomicAdd(&count, 1) == last`. */
static bool is_drawn(const struct ir_expr *expr)
{
	struct ir_memory_op op;
	expr = ir_strip_casts(expr);
	if (expr->kind == IR_VAR && expr->var->init && !expr->var->is_assigned)
		expr = ir_strip_casts(expr->var->init);
	return expr->kind == IR_CALL && ir_memory_op(expr, &op) && op.effect == IR_MEMORY_ADD;
}

static enum spin_distinct elects_by_comparison(
	const struct look *look, const struct ir_expr *expr, bool wanted, unsigned depth)
{
	const struct ir_expr *left = expr->operands[0], *right = expr->operands[1];
	enum spin_distinct a = distinct_of(look, left, depth), b = distinct_of(look, right, depth);
	if (expr->op == (wanted ? IR_OP_EQ : IR_OP_NE)) {
		if ((is_drawn(left) && !b) || (is_drawn(right) && !a))
			return DISTINCT_IN_BLOCK;
		return a && b ? NOT_DISTINCT : stronger(a, b);
	}
	if (expr->op == (wanted ? IR_OP_LT : IR_OP_GE) && is_number(right, 1))
		return a;
	if (expr->op == (wanted ? IR_OP_LE : IR_OP_GT) && is_number(right, 0))
		return a;
	return NOT_DISTINCT;
}

/* `thread < 0 || thread == 0`: nobody comes by the first. */
static bool holds_for_nobody(const struct look *look, const struct ir_expr *expr, unsigned depth)
{
	expr = ir_strip_casts(expr);
	return expr->kind == IR_BINARY && expr->op == IR_OP_LT && is_number(expr->operands[1], 0) &&
	       distinct_of(look, expr->operands[0], depth) != NOT_DISTINCT;
}

static enum spin_distinct elects_by_logic(
	const struct look *look, const struct ir_expr *expr, bool wanted, unsigned depth)
{
	const struct ir_expr *a = expr->operands[0], *b = expr->operands[1];
	if (expr->op == (wanted ? IR_OP_LOGICAL_AND : IR_OP_LOGICAL_OR))
		return stronger(elects(look, a, wanted, depth), elects(look, b, wanted, depth));
	if (!wanted || expr->op != IR_OP_LOGICAL_OR)
		return NOT_DISTINCT;
	return holds_for_nobody(look, a, depth)   ? elects(look, b, wanted, depth)
	       : holds_for_nobody(look, b, depth) ? elects(look, a, wanted, depth)
						  : NOT_DISTINCT;
}

/* A flag, or a number that is taken for one: `if (thread) return;`. */
static enum spin_distinct elects_by_name(
	const struct look *look, const struct ir_expr *expr, bool wanted, unsigned depth)
{
	if (ir_type_value(expr->type)->kind == IR_TYPE_BOOL)
		return of_name(look, expr, wanted ? elects_wanted : elects_unwanted, distinct_of, depth);
	return wanted ? NOT_DISTINCT : distinct_of(look, expr, depth);
}

static enum spin_distinct elects_by_call(
	const struct look *look, const struct ir_expr *expr, bool wanted, unsigned depth)
{
	/* `elect.sync` in a wrapper of the project's, which isn't always seen */
	if (wanted && strstr(expr->call->name, "elect"))
		return DISTINCT_IN_WARP;
	if (has_body(expr) && ir_type_value(expr->type)->kind == IR_TYPE_BOOL)
		return of_result(look, expr, wanted ? elects_wanted : elects_unwanted, depth);
	return wanted ? NOT_DISTINCT : distinct_of(look, expr, depth);
}

static enum spin_distinct elects(
	const struct look *look, const struct ir_expr *expr, bool wanted, unsigned depth)
{
	if (!expr || depth++ > MAX_DEPTH || !*look->steps)
		return NOT_DISTINCT;
	--*look->steps;
	switch (expr->kind) {
	case IR_CAST: return elects(look, expr->operands[0], wanted, depth);
	case IR_UNARY:
		if (expr->op != IR_OP_NOT)
			return NOT_DISTINCT;
		if (wanted && distinct_of(look, expr->operands[0], depth))
			return distinct_of(look, expr->operands[0], depth);
		return elects(look, expr->operands[0], !wanted, depth);
	case IR_BINARY:
		if (expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR)
			return elects_by_logic(look, expr, wanted, depth);
		return elects_by_comparison(look, expr, wanted, depth);
	case IR_VAR:
	case IR_MEMBER: return elects_by_name(look, expr, wanted, depth);
	case IR_CALL: return elects_by_call(look, expr, wanted, depth);
	default: return wanted ? NOT_DISTINCT : distinct_of(look, expr, depth);
	}
}

const struct ir_expr *spin_given(const struct spin_entry *entry, const struct ir_expr *condition)
{
	for (unsigned depth = 0; depth < MAX_DEPTH; depth++) {
		const struct ir_expr *expr = ir_strip_casts(condition);
		if (expr->kind != IR_VAR || expr->var->is_assigned)
			break;
		bool is_argument = entry && expr->var->storage == IR_PARAM &&
				   entry->call->call->function == expr->var->function;
		const struct ir_expr *value = is_argument ? spin_argument(entry->call, expr->var)
					      : expr->var->storage == IR_LOCAL ? expr->var->init
									       : NULL;
		if (!value)
			break;
		condition = value;
		entry = is_argument ? entry->up : entry;
	}
	return condition;
}

enum spin_distinct spin_elects(
	struct ir_spins *spins, const struct spin_entry *entry, const struct ir_expr *condition, bool wanted)
{
	unsigned steps = MAX_STEPS;
	const struct look look = {spins, entry, &steps};
	return elects(&look, condition, wanted, 0);
}
