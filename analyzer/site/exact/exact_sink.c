/* Loads that only a branch needs.
 *
 * In `float v = in[i]; if (i < n) out[i] = v;` the load is executed in the branch, by the warps that take it.
 * A variable that is set once, from loads of global memory, and used nowhere but in branches (behind an `if`
 * that leaves, too) tells so; it may be used by way of other variables. Loops are no place to move to, but
 * before a loop is one, for the lanes that enter it: where these hang on what was loaded, or on the lane, the
 * count isn't exact. Seen in code for sm_90 by nvcc 13 (pattern calls.cu). */
#include "analyzer/site/exact/exact_sink.h"

#include "analyzer/ir/walk.h"
#include "analyzer/value/fold.h"

/* A local variable that is set once, and how many requests the busiest place that needs it makes. */
struct candidate {
	const struct ir_var *var;
	const struct ir_stmt *decl;
	double needed;
	bool always; /* some use isn't in a branch */
	bool enters; /* some use is in a loop that not all lanes may enter */
	bool loads;  /* what it holds comes from a load, maybe by way of others */
};

/* What a branch does that was looked at: the requests of its busiest place. */
struct branch {
	const struct ir_stmt *stmt;
	double requests;
};

/* A use of one variable for another one's sake that was looked at: the other's uses say no more. */
struct gate {
	const struct ir_var *from, *to;
};

struct sink {
	struct arena *arena;
	struct simt_report *report;
	VEC(struct candidate) candidates;
	VEC(struct branch) branches;
	VEC(struct gate) gates;
	double most; /* requests, while a branch is looked through */
	bool enters; /* of the candidate whose loads are looked at */
};

static struct candidate *candidate_of(struct sink *sink, const struct ir_var *var)
{
	for (size_t i = 0; i < sink->candidates.count; i++)
		if (sink->candidates.data[i].var == var)
			return &sink->candidates.data[i];
	return NULL;
}

/* A number, or a vector of them. */
static bool is_number(const struct ir_type *type)
{
	bool is_vector = type->kind == IR_TYPE_RECORD && type->align == type->size && type->size <= 16;
	return is_vector || type->kind == IR_TYPE_INT || type->kind == IR_TYPE_FLOAT ||
	       type->kind == IR_TYPE_BOOL;
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

/* Whether an expression takes more than what the kernel is given, and counters of its loop. */
struct hang {
	const struct ir_stmt *loop;
	bool differs;
};

static bool counts_in(const struct ir_stmt *loop, const struct ir_var *var)
{
	for (size_t i = 0; loop->init && loop->init->kind == IR_DECL && i < loop->init->var_count; i++)
		if (loop->init->vars[i] == var)
			return true;
	return false;
}

static void note_hang(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	const struct ir_visitor visitor = {.expr = note_hang};
	struct hang *hang = context;
	(void)path;
	hang->differs |= expr->kind == IR_INDEX || expr->kind == IR_CALL ||
			 (expr->kind == IR_UNARY && expr->op == IR_OP_DEREF);
	if (expr->kind != IR_VAR || expr->var->storage == IR_PARAM || hang->differs)
		return;
	bool is_set_once = expr->var->storage == IR_LOCAL && expr->var->init &&
			   (!expr->var->is_assigned || counts_in(hang->loop, expr->var));
	hang->differs = !is_set_once;
	if (is_set_once)
		ir_walk_expr(expr->var->init, &visitor, hang, NULL);
}

/* Whether some lanes may go past a loop that others enter. */
static bool parts_lanes(const struct ir_stmt *loop)
{
	const struct ir_visitor visitor = {.expr = note_hang};
	struct hang hang = {.loop = loop};
	if (loop->kind == IR_DO || !loop->expr)
		return false;
	ir_walk_expr(loop->expr, &visitor, &hang, NULL);
	return hang.differs;
}

/* The branch in which a use lies, seen from the declaration; NULL: in none. `*enters`: how many requests come
 * by the use isn't told by what the branch does, as there is a loop between. */
static const struct ir_stmt *branch_of(const struct candidate *candidate, const struct ir_expr *top,
	const struct ir_path *path, bool *enters)
{
	const struct ir_stmt *below = NULL, *branch = NULL;
	bool in_loop = false;
	for (; path; path = path->up) {
		const struct ir_stmt *stmt = path->stmt;
		if (path->expr)
			top = path->expr;
		if (!stmt)
			continue;
		bool is_first = !below && top == stmt->expr; /* all lanes come by the condition */
		if (ir_is_loop(stmt) && !is_first) {
			in_loop = true;
			*enters |= parts_lanes(stmt);
			branch = NULL;
		}
		int64_t known;
		if (stmt->kind == IR_IF && below && (below == stmt->body || below == stmt->other) &&
			!ir_fold_int(stmt->expr, &known))
			branch = below;
		if (stmt->kind == IR_BLOCK && below && leaves_between(stmt, candidate->decl, below))
			branch = below;
		for (size_t i = 0; stmt->kind == IR_BLOCK && i < stmt->child_count; i++)
			if (stmt->children[i] == candidate->decl) {
				*enters |= in_loop && branch;
				return branch;
			}
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
	bool enters = false;
	const struct ir_stmt *branch = branch_of(candidate, expr, path, &enters);
	const struct ir_expr *top = expr;
	const struct ir_path *up = path;
	for (; up && up->expr; up = up->up)
		top = up->expr;
	const struct ir_var *into = up && up->stmt ? initialised_by(up->stmt, top) : NULL;
	struct candidate *next = into ? candidate_of(sink, into) : NULL;
	candidate->enters |= enters;
	if (into && (enters || branch))
		vec_push(sink->arena, &sink->gates, ((struct gate){candidate->var, into}));
	if (enters)
		return;
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
		if (is_movable(site, expr) && (sink->enters || site->counts.requests > sink->most))
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
	for (size_t i = 0; from && i < flow->sink->gates.count; i++) {
		const struct gate *gate = &flow->sink->gates.data[i];
		if (gate->from == from->var && gate->to == flow->to->var)
			return;
	}
	if (!from)
		return;
	from->always |= flow->to->always;
	from->enters |= flow->to->enters;
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
		sink.enters = candidate->enters;
		if (!candidate->always)
			ir_walk_expr(candidate->var->init, &loads, &sink, NULL);
	}
	arena_free(sink.arena);
}
