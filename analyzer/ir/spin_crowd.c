/* Who comes to a point: conditions that elect one thread are told by their form (`lane == 0`, `!threadIdx.x`,
 * cooperative groups' ranks) or, where they depend on threadIdx.x alone, by trying every thread. */
#include "analyzer/ir/spin_state.h"

#include <string.h>

#include "analyzer/ir/fold.h"
#include "analyzer/ir/lanes.h"

enum { MAX_DEPTH = 16, MAX_REASONS = 16, MAX_THREADS = 1024 };

/* ---- values that no two threads share -------------------------------------------------------- */

enum distinct { NOT_DISTINCT, DISTINCT_IN_WARP, DISTINCT_IN_BLOCK };

static enum distinct distinct_of(const struct ir_expr *expr, unsigned depth);

static enum distinct weaker(enum distinct a, enum distinct b)
{
	return a < b ? a : b;
}

static bool is_tile(const struct ir_expr *object)
{
	const struct ir_type *type = object ? ir_type_value(object->type) : NULL;
	return type && type->kind == IR_TYPE_RECORD && type->record &&
	       (strstr(type->record->name, "tile") || strstr(type->record->name, "coalesced"));
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

struct returned {
	enum distinct distinct;
	unsigned depth;
};

static void look_at_return(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct returned *returned = context;
	(void)path;
	if (stmt->kind == IR_RETURN && stmt->expr)
		returned->distinct = distinct_of(stmt->expr, returned->depth);
}

static enum distinct distinct_call(const struct ir_expr *expr, unsigned depth)
{
	const char *name = expr->call->name;
	if (!strcmp(name, "thread_rank"))
		return is_tile(expr->call->object) ? DISTINCT_IN_WARP : DISTINCT_IN_BLOCK;
	if (expr->call->function && expr->call->function->body) {
		const struct ir_visitor visitor = {.stmt = look_at_return};
		struct returned returned = {.depth = depth};
		ir_walk_function(expr->call->function, &visitor, &returned);
		return returned.distinct;
	}
	return strstr(name, "lane") || strstr(name, "Lane") ? DISTINCT_IN_WARP : NOT_DISTINCT;
}

static enum distinct distinct_binary(const struct ir_expr *expr, unsigned depth)
{
	enum distinct left = distinct_of(expr->operands[0], depth),
		      right = distinct_of(expr->operands[1], depth);
	switch (expr->op) {
	case IR_OP_ADD:
	case IR_OP_SUB:
	case IR_OP_XOR: return left > right ? left : right;
	case IR_OP_REM:
	case IR_OP_AND: return weaker(left > right ? left : right, DISTINCT_IN_WARP);
	default: return NOT_DISTINCT;
	}
}

static enum distinct distinct_of(const struct ir_expr *expr, unsigned depth)
{
	if (!expr || depth++ > MAX_DEPTH)
		return NOT_DISTINCT;
	switch (expr->kind) {
	case IR_CAST: return distinct_of(expr->operands[0], depth);
	case IR_MEMBER:
		return expr->operands[0]->kind == IR_VAR && expr->operands[0]->var->storage == IR_BUILTIN &&
				       !strcmp(expr->operands[0]->var->name, "threadIdx")
			       ? DISTINCT_IN_BLOCK
			       : NOT_DISTINCT;
	case IR_VAR:
		if (expr->var->storage != IR_LOCAL)
			return NOT_DISTINCT;
		if (expr->var->init && !expr->var->is_assigned)
			return distinct_of(expr->var->init, depth);
		return is_lane_register(expr->var) ? DISTINCT_IN_WARP : NOT_DISTINCT;
	case IR_BINARY: return distinct_binary(expr, depth);
	case IR_CALL: return distinct_call(expr, depth);
	default: return NOT_DISTINCT;
	}
}

/* ---- conditions that elect ------------------------------------------------------------------- */

static enum distinct elects(const struct ir_expr *expr, bool wanted, unsigned depth);

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

static enum distinct elects_by_comparison(const struct ir_expr *expr, bool wanted, unsigned depth)
{
	const struct ir_expr *left = expr->operands[0], *right = expr->operands[1];
	enum distinct a = distinct_of(left, depth), b = distinct_of(right, depth);
	if (expr->op == (wanted ? IR_OP_EQ : IR_OP_NE)) {
		if ((is_drawn(left) && !b) || (is_drawn(right) && !a))
			return DISTINCT_IN_BLOCK;
		return a && b ? NOT_DISTINCT : a > b ? a : b;
	}
	if (expr->op == (wanted ? IR_OP_LT : IR_OP_GE) && is_number(right, 1))
		return a;
	if (expr->op == (wanted ? IR_OP_LE : IR_OP_GT) && is_number(right, 0))
		return a;
	return NOT_DISTINCT;
}

static enum distinct elects(const struct ir_expr *expr, bool wanted, unsigned depth)
{
	if (!expr || depth++ > MAX_DEPTH)
		return NOT_DISTINCT;
	switch (expr->kind) {
	case IR_CAST: return elects(expr->operands[0], wanted, depth);
	case IR_UNARY:
		if (expr->op != IR_OP_NOT)
			return NOT_DISTINCT;
		if (wanted && distinct_of(expr->operands[0], depth))
			return distinct_of(expr->operands[0], depth);
		return elects(expr->operands[0], !wanted, depth);
	case IR_BINARY:
		if (expr->op == (wanted ? IR_OP_LOGICAL_AND : IR_OP_LOGICAL_OR)) {
			enum distinct left = elects(expr->operands[0], wanted, depth);
			enum distinct right = elects(expr->operands[1], wanted, depth);
			return left > right ? left : right;
		}
		return elects_by_comparison(expr, wanted, depth);
	case IR_VAR:
		if (expr->var->storage == IR_LOCAL && expr->var->init && !expr->var->is_assigned &&
			expr->var->type->kind == IR_TYPE_BOOL)
			return elects(expr->var->init, wanted, depth);
		return wanted ? NOT_DISTINCT : distinct_of(expr, depth);
	case IR_CALL:
		if (wanted && strstr(expr->call->name, "elect"))
			return DISTINCT_IN_WARP;
		return wanted ? NOT_DISTINCT : distinct_of(expr, depth);
	default: return wanted ? NOT_DISTINCT : distinct_of(expr, depth);
	}
}

/* ---- conditions on the way ------------------------------------------------------------------- */

/* Statements before the point, in the blocks around it, by which threads leave: `if (lane != 0) return;` */
static void add_departures(struct arena *arena, spin_guard_list *guards, const struct ir_stmt *block,
	const struct ir_stmt *until)
{
	for (size_t i = 0; i < block->child_count && block->children[i] != until; i++) {
		const struct ir_stmt *stmt = block->children[i];
		if (stmt->kind == IR_IF && !stmt->other && ir_leaves(stmt->body))
			vec_push(
				arena, guards, (struct spin_guard){.condition = stmt->expr, .wanted = false});
	}
}

void spin_guards(struct arena *arena, spin_guard_list *guards, const struct ir_path *path)
{
	for (const struct ir_path *child = path; child && child->up; child = child->up) {
		const struct ir_stmt *stmt = child->up->stmt;
		const struct ir_expr *expr = child->up->expr;
		if (stmt && stmt->kind == IR_BLOCK && child->stmt)
			add_departures(arena, guards, stmt, child->stmt);
		else if (stmt && stmt->kind == IR_IF && child->stmt && child->stmt != stmt->init)
			vec_push(arena, guards,
				(struct spin_guard){
					.condition = stmt->expr, .wanted = child->stmt == stmt->body});
		else if (expr && expr->kind == IR_BINARY && child->expr == expr->operands[1] &&
			 (expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR))
			vec_push(arena, guards,
				(struct spin_guard){.condition = expr->operands[0],
					.wanted = expr->op == IR_OP_LOGICAL_AND});
		else if (expr && expr->kind == IR_CONDITIONAL && child->expr != expr->operands[0])
			vec_push(arena, guards,
				(struct spin_guard){.condition = expr->operands[0],
					.wanted = child->expr == expr->operands[1]});
	}
}

bool ir_threads_at(struct ir_spins *spins, const struct ir_function *function, const struct ir_path *path,
	bool *threads, int size)
{
	spin_guard_list guards = {0};
	bool exact = true;
	(void)function;
	spin_guards(spins->arena, &guards, path);
	for (int x = 0; x < size; x++)
		threads[x] = true;
	for (size_t i = 0; i < guards.count; i++) {
		const struct spin_guard *guard = &guards.data[i];
		int64_t value;
		if (!ir_fold_thread(guard->condition, 0, &value)) {
			exact &= ir_variance(spins->uniformity, guard->condition) == IR_UNIFORM;
			continue;
		}
		for (int x = 0; x < size; x++)
			if (!ir_fold_thread(guard->condition, x, &value))
				exact = false;
			else if (!!value != guard->wanted)
				threads[x] = false;
	}
	return exact;
}

static enum ir_crowd count_threads(const bool *threads, int size)
{
	enum ir_crowd crowd = IR_CROWD_ONE;
	int all = 0;
	for (int warp = 0; warp < size / UNIFORM_WARP_SIZE; warp++) {
		int lanes = 0;
		for (int lane = 0; lane < UNIFORM_WARP_SIZE; lane++)
			lanes += threads[warp * UNIFORM_WARP_SIZE + lane];
		all += lanes;
		if (lanes > 1)
			return IR_CROWD_SEVERAL;
	}
	return all > 1 ? IR_CROWD_ONE_LANE : crowd;
}

/* The body of `invoke_one(group, [&] { ... })`. */
struct invoked {
	const struct ir_function *lambda;
	enum distinct distinct;
};

static void look_for_invoke(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct invoked *invoked = context;
	if (expr->kind != IR_LAMBDA || expr->lambda != invoked->lambda)
		return;
	for (path = path->up; path; path = path->up)
		if (path->expr && path->expr->kind == IR_CALL &&
			!strncmp(path->expr->call->name, "invoke_one", strlen("invoke_one")) &&
			path->expr->operand_count)
			invoked->distinct = is_tile(ir_strip_casts(path->expr->operands[0]))
						    ? DISTINCT_IN_WARP
						    : DISTINCT_IN_BLOCK;
}

static enum distinct invoked_by_one(const struct ir_function *function)
{
	const struct ir_visitor visitor = {.expr = look_for_invoke};
	struct invoked invoked = {.lambda = function};
	if (function->is_lambda && function->parent)
		ir_walk_function(function->parent, &visitor, &invoked);
	return invoked.distinct;
}

/* `warp == 0`, where that is the same for a whole warp. */
static bool picks_warp(struct ir_spins *spins, const struct ir_expr *expr, bool wanted)
{
	expr = ir_strip_casts(expr);
	if (expr->kind == IR_UNARY && expr->op == IR_OP_NOT)
		return wanted ? ir_variance(spins->uniformity, expr->operands[0]) == IR_WARP_UNIFORM
			      : picks_warp(spins, expr->operands[0], true);
	if (expr->kind != IR_BINARY)
		return !wanted && ir_variance(spins->uniformity, expr) == IR_WARP_UNIFORM;
	if (expr->op == (wanted ? IR_OP_LOGICAL_AND : IR_OP_LOGICAL_OR))
		return picks_warp(spins, expr->operands[0], wanted) ||
		       picks_warp(spins, expr->operands[1], wanted);
	return expr->op == (wanted ? IR_OP_EQ : IR_OP_NE) &&
	       (ir_variance(spins->uniformity, expr->operands[0]) == IR_WARP_UNIFORM ||
		       ir_variance(spins->uniformity, expr->operands[1]) == IR_WARP_UNIFORM);
}

enum ir_crowd ir_crowd_at(
	struct ir_spins *spins, const struct ir_function *function, const struct ir_path *path)
{
	bool threads[MAX_THREADS];
	spin_guard_list guards = {0};
	enum distinct elected = invoked_by_one(function);
	bool one_warp = false;
	spin_guards(spins->arena, &guards, path);
	for (size_t i = 0; i < guards.count; i++) {
		enum distinct one = elects(guards.data[i].condition, guards.data[i].wanted, 0);
		elected = one > elected ? one : elected;
		one_warp |= picks_warp(spins, guards.data[i].condition, guards.data[i].wanted);
	}
	if (one_warp && elected == DISTINCT_IN_WARP)
		elected = DISTINCT_IN_BLOCK;
	ir_threads_at(spins, function, path, threads, MAX_THREADS);
	enum ir_crowd crowd = count_threads(threads, MAX_THREADS);
	enum ir_crowd by_form = elected == DISTINCT_IN_BLOCK  ? IR_CROWD_ONE
				: elected == DISTINCT_IN_WARP ? IR_CROWD_ONE_LANE
							      : IR_CROWD_SEVERAL;
	return by_form < crowd ? by_form : crowd;
}

/* Whether every launch of a kernel has blocks of a single thread. */
static bool has_one_thread(const struct ir_spins *spins, const struct ir_function *kernel)
{
	bool any = false;
	for (size_t i = 0; i < spins->module->launches.count; i++) {
		const struct ir_launch *launch = spins->module->launches.data[i];
		struct ir_dim3 block;
		int64_t total;
		if (launch->kernel != kernel)
			continue;
		if (!launch->block || !ir_fold_dim3(launch->block, &block) ||
			!ir_dim3_total(&block, &total) || total != 1)
			return false;
		any = true;
	}
	return any;
}

enum ir_crowd ir_spin_crowd(struct ir_spins *spins, const struct ir_spin *spin)
{
	enum ir_crowd crowd = IR_CROWD_SEVERAL;
	if (has_one_thread(spins, spin->function))
		return IR_CROWD_ONE;
	for (; spin; spin = spin->inner) {
		enum ir_crowd here = ir_crowd_at(spins, spin->function, spin->path);
		crowd = here < crowd ? here : crowd;
	}
	return crowd;
}

static bool leads_to(const struct ir_spin *top, const struct ir_spin *spin)
{
	while (top && top != spin)
		top = top->inner;
	return top != NULL;
}

enum ir_crowd ir_spin_crowd_from_top(struct ir_spins *spins, const struct ir_spin *spin)
{
	enum ir_crowd most = IR_CROWD_ONE;
	bool any = false;
	for (size_t i = 0; i < spins->spins.count; i++) {
		const struct ir_spin *top = spins->spins.data[i];
		if (!top->is_top || !leads_to(top, spin))
			continue;
		enum ir_crowd crowd = ir_spin_crowd(spins, top);
		most = crowd > most ? crowd : most;
		any = true;
	}
	return any ? most : ir_spin_crowd(spins, spin);
}

enum ir_crowd ir_spin_crowd_entering(struct ir_spins *spins, const struct ir_spin *spin)
{
	enum ir_crowd most = IR_CROWD_ONE;
	bool any = false;
	for (size_t i = 0; i < spins->spins.count && !spin->is_top; i++) {
		const struct ir_spin *top = spins->spins.data[i];
		enum ir_crowd crowd = IR_CROWD_SEVERAL;
		if (!top->is_top || !leads_to(top, spin))
			continue;
		for (; top != spin; top = top->inner) {
			enum ir_crowd here = ir_crowd_at(spins, top->function, top->path);
			crowd = here < crowd ? here : crowd;
		}
		most = crowd > most ? crowd : most;
		any = true;
	}
	return any ? most : IR_CROWD_SEVERAL;
}
