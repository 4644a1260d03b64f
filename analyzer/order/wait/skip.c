/* Who skips a barrier of the block: whether it is done, or goes on working.
 *
 * The hardware releases the others when it ends, so that they don't wait for ever; but what it does until
 * then nothing orders with what they do. */
#include "analyzer/order/wait/skip.h"

#include "analyzer/order/presence.h"

/* ---- in the log ------------------------------------------------------------------------------ */

static bool is_work(const struct sync_op *op)
{
	return op->access || !sync_is_way_out(op->event);
}

/* Whether a thread does anything behind an event, in the world that is being replayed. */
static bool does_more(struct replay *replay, const struct simt_event *event, unsigned lane)
{
	const struct sync_log *log = replay->log;
	struct presence presence = {.arena = log->arena, .world = replay->world};
	bool behind = false;
	replay->steps -= replay->steps > log->ops.count ? log->ops.count : replay->steps;
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct sync_op *op = &log->ops.data[i];
		const struct simt_where *where = op->event ? &op->event->where : &op->access->where;
		const struct simt_mask *may = op->event ? &op->event->active.may : &op->access->active.may;
		bool passes = op->event && sync_is_way_out(op->event);
		if (!passes && (!behind || !mask_has(may, lane))) {
			behind |= op->event == event;
			continue;
		}
		struct simt_mask lanes = presence_of(&presence, where, may);
		if (behind && is_work(op) && mask_has(&lanes, lane))
			return true;
		if (op->event && !presence_pass(&presence, op->event, &lanes))
			return false;
	}
	return false;
}

/* ---- in the source --------------------------------------------------------------------------- */

/* A search for a statement or an expression in a function. */
struct search {
	const struct ir_stmt *stmt;
	const struct ir_expr *expr;
	bool found, in_loop;
};

static bool is_once(const struct ir_stmt *stmt)
{
	const struct ir_expr *again = stmt->expr ? ir_strip_casts(stmt->expr) : NULL;
	return stmt->kind == IR_DO && again && again->kind == IR_INT && again->integer == 0;
}

static bool is_loop(const struct ir_stmt *stmt)
{
	return ir_is_loop(stmt) && !is_once(stmt);
}

static void note(struct search *search, const struct ir_path *path)
{
	search->found = true;
	for (; path; path = path->up)
		search->in_loop |= is_loop(path->stmt);
}

static void on_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct search *search = context;
	if (stmt == search->stmt)
		note(search, path);
}

static void on_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	if (expr == search->expr)
		note(search, path);
}

static const struct ir_visitor visitor = {.stmt = on_stmt, .expr = on_expr, .enter_lambdas = true};

static bool holds(const struct ir_stmt *stmt, const struct ir_expr *expr)
{
	struct search search = {.expr = expr};
	if (stmt)
		ir_walk_stmt(stmt, &visitor, &search, NULL);
	return search.found;
}

static bool is_empty(const struct ir_stmt *stmt)
{
	if (!stmt || stmt->kind == IR_RETURN)
		return true;
	for (size_t i = 0; stmt->kind == IR_BLOCK && i < stmt->child_count; i++)
		if (!is_empty(stmt->children[i]))
			return false;
	return stmt->kind == IR_BLOCK;
}

/* Whether a branch around `inner` has more to do for who doesn't get there: in its other arm, or in a loop
 * around it. */
static bool has_more(
	const struct ir_function *function, const struct ir_stmt *branch, const struct ir_expr *inner)
{
	struct search search = {.stmt = branch};
	bool in_body = holds(branch->body, inner), in_other = holds(branch->other, inner);
	if (branch->kind != IR_IF || in_body == in_other)
		return false;
	ir_walk_function(function, &visitor, &search);
	return search.in_loop || !is_empty(in_body ? branch->other : branch->body);
}

static bool is_in_loop(const struct ir_function *function, const struct ir_expr *call)
{
	struct search search = {.expr = call};
	ir_walk_function(function, &visitor, &search);
	return search.in_loop;
}

/* The same for a branch anywhere on the way to an event. */
static bool goes_on_in_source(
	const struct ir_function *kernel, const struct simt_event *event, const struct ir_stmt *branch)
{
	const struct ir_expr *inner = event->site;
	bool found = false;
	for (const struct simt_call *call = event->where.call;; call = call->up) {
		const struct ir_function *function = call ? call->callee : kernel;
		struct search search = {.stmt = branch};
		if (!function)
			return false;
		ir_walk_function(function, &visitor, &search);
		if (found ? is_in_loop(function, inner) : search.found && has_more(function, branch, inner))
			return true;
		found |= search.found;
		if (!call)
			return false;
		inner = call->site;
	}
}

bool skip_goes_on(
	struct replay *replay, const struct simt_event *event, unsigned absent, const struct ir_stmt *branch)
{
	return does_more(replay, event, absent) ||
	       (branch && event->site &&
		       goes_on_in_source(replay->log->simt->request->kernel, event, branch));
}
