/* Who comes to a point: conditions that elect one thread are told by their form (spin_elect.c) or, where they
 * depend on threadIdx.x alone, by trying every thread. */
#include <string.h>

#include "analyzer/structure/spin/spin_elect.h"
#include "analyzer/structure/uniform/lanes.h"
#include "analyzer/value/fold.h"

enum { MAX_THREADS = 1024 };

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

/* Takes out the threads that a condition certainly keeps away. Whether it could be told for all of them, or
 * is the same for all. */
static bool keep_away(
	struct ir_spins *spins, const struct ir_expr *condition, bool wanted, bool *threads, int size)
{
	int64_t value;
	bool exact = true;
	if (!ir_fold_thread(condition, 0, &value))
		return ir_variance(spins->uniformity, condition) == IR_UNIFORM;
	for (int x = 0; x < size; x++)
		if (!ir_fold_thread(condition, x, &value))
			exact = false;
		else if (!!value != wanted)
			threads[x] = false;
	return exact;
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
	for (size_t i = 0; i < guards.count; i++)
		exact &= keep_away(spins, guards.data[i].condition, guards.data[i].wanted, threads, size);
	return exact;
}

/* The body of `invoke_one(group, [&] { ... })`. */
struct invoked {
	const struct ir_function *lambda;
	enum spin_distinct distinct;
};

static void look_for_invoke(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct invoked *invoked = context;
	if (expr->kind != IR_LAMBDA || expr->lambda != invoked->lambda)
		return;
	for (path = path->up; path; path = path->up)
		if (path->expr && path->expr->kind == IR_CALL && ir_cuda(path->expr)->op == CUDA_INVOKE_ONE &&
			path->expr->operand_count)
			invoked->distinct = spin_is_tile(ir_strip_casts(path->expr->operands[0]))
						    ? DISTINCT_IN_WARP
						    : DISTINCT_IN_BLOCK;
}

static enum spin_distinct invoked_by_one(const struct ir_function *function)
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

/* ---- who is left ----------------------------------------------------------------------------- */

/* Who comes along a way so far. */
struct company {
	bool threads[MAX_THREADS]; /* by threadIdx.x */
	enum spin_distinct elected;
	bool is_one_warp;
};

static void pass_guards(struct ir_spins *spins, const struct ir_function *function,
	const struct ir_path *path, const struct spin_entry *entry, struct company *company)
{
	spin_guard_list guards = {0};
	enum spin_distinct invoked = invoked_by_one(function);
	company->elected = invoked > company->elected ? invoked : company->elected;
	spin_guards(spins->arena, &guards, path);
	for (size_t i = 0; i < guards.count; i++) {
		const struct spin_guard *guard = &guards.data[i];
		const struct ir_expr *given = spin_given(entry, guard->condition);
		enum spin_distinct one = spin_elects(spins, entry, guard->condition, guard->wanted);
		company->elected = one > company->elected ? one : company->elected;
		company->is_one_warp |= picks_warp(spins, given, guard->wanted);
		keep_away(spins, given, guard->wanted, company->threads, MAX_THREADS);
	}
}

static enum ir_crowd crowd_of(const struct company *company)
{
	int warps = 0, most = 0;
	for (int warp = 0; warp < MAX_THREADS / UNIFORM_WARP_SIZE; warp++) {
		int lanes = 0;
		for (int lane = 0; lane < UNIFORM_WARP_SIZE; lane++)
			lanes += company->threads[warp * UNIFORM_WARP_SIZE + lane];
		warps += lanes > 0;
		most = lanes > most ? lanes : most;
	}
	bool is_one_lane = company->elected == DISTINCT_IN_WARP || most <= 1;
	if (company->elected == DISTINCT_IN_BLOCK || (is_one_lane && (company->is_one_warp || warps <= 1)))
		return IR_CROWD_ONE;
	return is_one_lane ? IR_CROWD_ONE_LANE : IR_CROWD_SEVERAL;
}

static struct company everybody(void)
{
	struct company company = {.elected = NOT_DISTINCT};
	for (int x = 0; x < MAX_THREADS; x++)
		company.threads[x] = true;
	return company;
}

enum ir_crowd ir_crowd_at(
	struct ir_spins *spins, const struct ir_function *function, const struct ir_path *path)
{
	struct company company = everybody();
	pass_guards(spins, function, path, NULL, &company);
	return crowd_of(&company);
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

/* Along the way from `spin` down to `until` (NULL: to the loop), each function of it entered by the call
 * before. */
static void pass_way(struct ir_spins *spins, const struct ir_spin *spin, const struct ir_spin *until,
	const struct spin_entry *entry, struct company *company)
{
	if (spin == until)
		return;
	pass_guards(spins, spin->function, spin->path, entry, company);
	const struct ir_expr *call = spin->path->expr;
	const struct spin_entry inner = {call, entry};
	if (spin->inner)
		pass_way(spins, spin->inner, until, call && call->call ? &inner : NULL, company);
}

static enum ir_crowd crowd_along(
	struct ir_spins *spins, const struct ir_spin *spin, const struct ir_spin *until)
{
	struct company company = everybody();
	pass_way(spins, spin, until, NULL, &company);
	return crowd_of(&company);
}

enum ir_crowd ir_spin_crowd(struct ir_spins *spins, const struct ir_spin *spin)
{
	return has_one_thread(spins, spin->function) ? IR_CROWD_ONE : crowd_along(spins, spin, NULL);
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
		if (!top->is_top || !leads_to(top, spin))
			continue;
		enum ir_crowd crowd = crowd_along(spins, top, spin);
		most = crowd > most ? crowd : most;
		any = true;
	}
	return any ? most : IR_CROWD_SEVERAL;
}
