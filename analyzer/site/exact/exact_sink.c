/* Loads that only a branch needs.
 *
 * In `float v = in[i]; if (i < n) out[i] = v;` the load is executed in the branch, by the warps that take it.
 * A variable that is set once, from loads of global memory, and used nowhere but in branches (behind an `if`
 * that leaves, too) tells so; it may be used by way of other variables. Loops are no place to move to. Seen
 * in code for sm_90 by nvcc 13 (pattern calls.cu). */
#include "analyzer/site/exact/exact_sink.h"

#include "analyzer/ir/walk.h"
#include "analyzer/value/fold.h"

/* A local variable that is set once, and how many requests the busiest place that needs it makes. */
struct candidate {
	const struct ir_var *var;
	const struct ir_stmt *decl;
	double needed;
	bool always; /* some use isn't in a branch */
	bool loads;  /* what it holds comes from a load, maybe by way of others */
};

/* What a branch does that was looked at: the requests of its busiest place. */
struct branch {
	const struct ir_stmt *stmt;
	double requests;
};

struct sink {
	struct arena *arena;
	struct simt_report *report;
	VEC(struct candidate) candidates;
	VEC(struct branch) branches;
	double most; /* requests, while a branch is looked through */
};

static struct candidate *candidate_of(struct sink *sink, const struct ir_var *var)
{
	for (size_t i = 0; i < sink->candidates.count; i++)
		if (sink->candidates.data[i].var == var)
			return &sink->candidates.data[i];
	return NULL;
}

static bool is_number(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT || type->kind == IR_TYPE_FLOAT || type->kind == IR_TYPE_BOOL;
}

/* A load whose count is exact so far, of memory that loads are moved for. */
static bool is_movable(const struct simt_site *site, const struct ir_expr *expr)
{
	return site->expr == expr && site->kind == SIMT_LOAD && site->space != SIMT_SHARED && site->exact;
}

static void look_for_load(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct sink *sink = context;
	(void)path;
	struct candidate *last = &sink->candidates.data[sink->candidates.count - 1];
	const struct candidate *from = expr->kind == IR_VAR ? candidate_of(sink, expr->var) : NULL;
	last->loads |= from && from->loads;
	for (size_t i = 0; !last->loads && i < sink->report->sites.count; i++)
		last->loads = is_movable(sink->report->sites.data[i], expr);
}

static void note_decl(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	const struct ir_visitor visitor = {.expr = look_for_load};
	struct sink *sink = context;
	bool in_block = path->up && path->up->stmt && path->up->stmt->kind == IR_BLOCK;
	for (size_t i = 0; stmt->kind == IR_DECL && in_block && i < stmt->var_count; i++) {
		const struct ir_var *var = stmt->vars[i];
		if (!var->init || var->is_assigned || var->is_address_taken || var->storage != IR_LOCAL ||
			!is_number(var->type))
			continue;
		vec_push(sink->arena, &sink->candidates, (struct candidate){.var = var, .decl = stmt});
		ir_walk_expr(var->init, &visitor, sink, NULL);
		if (!sink->candidates.data[sink->candidates.count - 1].loads)
			sink->candidates.count--;
	}
}

/* ---- what a branch does ---------------------------------------------------------------------- */

static void note_requests(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct sink *sink = context;
	const struct ir_function *callee = expr->kind == IR_CALL ? expr->call->function : NULL;
	(void)path;
	if (expr->kind == IR_INT || expr->kind == IR_REAL)
		return;
	for (size_t i = 0; i < sink->report->sites.count; i++) {
		const struct simt_site *site = sink->report->sites.data[i];
		if ((site->expr == expr || (callee && site->function == callee)) &&
			site->counts.requests > sink->most)
			sink->most = site->counts.requests;
	}
}

static double requests_in(struct sink *sink, const struct ir_stmt *stmt)
{
	const struct ir_visitor visitor = {.expr = note_requests};
	for (size_t i = 0; i < sink->branches.count; i++)
		if (sink->branches.data[i].stmt == stmt)
			return sink->branches.data[i].requests;
	sink->most = 0;
	ir_walk_stmt(stmt, &visitor, sink, NULL);
	vec_push(sink->arena, &sink->branches, (struct branch){stmt, sink->most});
	return sink->most;
}

static void note_leave(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	bool *leaves = context;
	(void)path;
	*leaves |= stmt->kind == IR_RETURN || stmt->kind == IR_BREAK || stmt->kind == IR_CONTINUE;
}

/* Whether threads may leave between two statements of a block. */
static bool leaves_between(const struct ir_stmt *block, const struct ir_stmt *from, const struct ir_stmt *to)
{
	const struct ir_visitor visitor = {.stmt = note_leave};
	bool behind = false, leaves = false;
	for (size_t i = 0; i < block->child_count && block->children[i] != to; i++) {
		if (behind && block->children[i]->kind == IR_IF)
			ir_walk_stmt(block->children[i], &visitor, &leaves, NULL);
		behind |= block->children[i] == from;
	}
	return leaves;
}

/* ---- uses ------------------------------------------------------------------------------------ */

/* The variable of a declaration in whose initialiser an expression stands. */
static const struct ir_var *initialised_by(const struct ir_stmt *decl, const struct ir_expr *expr)
{
	for (size_t i = 0; decl->kind == IR_DECL && i < decl->var_count; i++)
		if (decl->vars[i]->init == expr)
			return decl->vars[i];
	return NULL;
}

/* The branch in which a use lies, seen from the declaration; NULL: in none, or in a loop. */
static const struct ir_stmt *branch_of(const struct candidate *candidate, const struct ir_path *path)
{
	const struct ir_stmt *below = NULL, *branch = NULL;
	for (; path; path = path->up) {
		const struct ir_stmt *stmt = path->stmt;
		if (!stmt)
			continue;
		if (ir_is_loop(stmt))
			return NULL;
		int64_t known;
		if (stmt->kind == IR_IF && below && (below == stmt->body || below == stmt->other) &&
			!ir_fold_int(stmt->expr, &known))
			branch = below;
		if (stmt->kind == IR_BLOCK && below && leaves_between(stmt, candidate->decl, below))
			branch = below;
		for (size_t i = 0; stmt->kind == IR_BLOCK && i < stmt->child_count; i++)
			if (stmt->children[i] == candidate->decl)
				return branch;
		below = stmt;
	}
	return NULL;
}

static void note_use(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct sink *sink = context;
	struct candidate *candidate = expr->kind == IR_VAR ? candidate_of(sink, expr->var) : NULL;
	if (!candidate || candidate->always)
		return;
	const struct ir_stmt *branch = branch_of(candidate, path);
	const struct ir_expr *top = expr;
	const struct ir_path *up = path;
	for (; up && up->expr; up = up->up)
		top = up->expr;
	const struct ir_var *into = up && up->stmt ? initialised_by(up->stmt, top) : NULL;
	struct candidate *next = into ? candidate_of(sink, into) : NULL;
	if (branch) {
		double requests = requests_in(sink, branch);
		candidate->needed = requests > candidate->needed ? requests : candidate->needed;
	} else if (!next) {
		candidate->always = true;
	}
}

/* ---- the loads ------------------------------------------------------------------------------- */

static void forget_load(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct sink *sink = context;
	(void)path;
	for (size_t i = 0; i < sink->report->sites.count; i++) {
		struct simt_site *site = sink->report->sites.data[i];
		if (is_movable(site, expr) && site->counts.requests > sink->most)
			site->exact = false;
	}
}

/* What a variable is computed from is needed where that is. */
struct flow {
	struct sink *sink;
	const struct candidate *to;
};

static void pass_need(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct flow *flow = context;
	struct candidate *from = expr->kind == IR_VAR ? candidate_of(flow->sink, expr->var) : NULL;
	(void)path;
	if (!from)
		return;
	from->always |= flow->to->always;
	from->needed = flow->to->needed > from->needed ? flow->to->needed : from->needed;
}

void exact_sink(struct simt_report *report, const struct ir_function *function)
{
	struct sink sink = {.arena = arena_new(), .report = report};
	const struct ir_visitor decls = {.stmt = note_decl}, uses = {.expr = note_use};
	const struct ir_visitor needs = {.expr = pass_need}, loads = {.expr = forget_load};
	ir_walk_function(function, &decls, &sink);
	if (sink.candidates.count)
		ir_walk_function(function, &uses, &sink);
	for (size_t i = sink.candidates.count; i-- > 0;) { /* the last ones first: they use those before */
		const struct candidate *candidate = &sink.candidates.data[i];
		struct flow flow = {&sink, candidate};
		ir_walk_expr(candidate->var->init, &needs, &flow, NULL);
		sink.most = candidate->needed;
		if (!candidate->always)
			ir_walk_expr(candidate->var->init, &loads, &sink, NULL);
	}
	arena_free(sink.arena);
}
