/* CU734 query-loop: a loop that polls a stream or an event until the query answers cudaSuccess, and a query
 * that nobody reads though the data is then used.
 *
 * Once the context has failed, every query returns that error: `!= cudaSuccess` stays true for ever. Loops
 * that may end otherwise (a second condition, `break`, `return`, `throw`, an exit) are left alone. A loop
 * that compares with cudaErrorNotReady ends; with nothing in it, it is only an expensive wait: an info. The
 * queried status may be in a variable, or behind a function of the unit that says whether it is cudaSuccess.
 */
#include "analyzer/rule.h"

#include <string.h>

enum { NOT_READY = 600, CALLS_DEEP = 3 }; /* cudaErrorNotReady, CUDA_ERROR_NOT_READY */

static bool is_query(const struct ir_expr *expr)
{
	static const char *const names[] = {
		"cudaStreamQuery", "cudaEventQuery", "cuStreamQuery", "cuEventQuery", NULL};
	return expr->kind == IR_CALL && ir_is_one_of(expr->call->name, names);
}

enum until { UNTIL_NONE, UNTIL_SUCCESS, WHILE_NOT_READY, WHILE_OTHER };

struct search {
	const struct ir_var *var;
	const struct ir_expr *query;
};

static void find_assigned_query(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	(void)path;
	if (expr->kind != IR_ASSIGN || expr->op != IR_OP_NONE)
		return;
	const struct ir_expr *to = ir_strip_casts(expr->operands[0]),
			     *from = ir_strip_casts(expr->operands[1]);
	if (to->kind == IR_VAR && to->var == search->var && is_query(from))
		search->query = from;
}

/* The query whose status an expression is: itself, `(s = query)`, or a variable that the loop gives it. */
static const struct ir_expr *queried(const struct ir_expr *expr, const struct ir_stmt *loop)
{
	expr = ir_strip_casts(expr);
	if (is_query(expr))
		return expr;
	if (expr->kind == IR_ASSIGN)
		return queried(expr->operands[1], loop);
	if (expr->kind != IR_VAR)
		return NULL;
	const struct ir_visitor visitor = {.expr = find_assigned_query};
	struct search search = {.var = expr->var};
	ir_walk_stmt(loop->body, &visitor, &search, NULL);
	return search.query;
}

static bool is_status(const struct ir_expr *expr, int64_t *number)
{
	expr = ir_strip_casts(expr);
	*number = expr->integer;
	return expr->kind == IR_INT;
}

static const struct ir_expr *only_result(const struct ir_function *function)
{
	const struct ir_stmt *stmt = function && function->body ? function->body : NULL;
	while (stmt && stmt->kind == IR_BLOCK && stmt->child_count == 1)
		stmt = stmt->children[0];
	return stmt && stmt->kind == IR_RETURN ? stmt->expr : NULL;
}

static enum until inverse(enum until until)
{
	return until == UNTIL_SUCCESS || until == WHILE_NOT_READY ? WHILE_OTHER : until;
}

/* What a condition that holds says of the query. negated: that doesn't hold. */
static enum until read_condition(const struct ir_expr *expr, const struct ir_stmt *loop, bool negated,
	const struct ir_expr **query, int depth)
{
	expr = ir_strip_casts(expr);
	if (expr->kind == IR_UNARY && expr->op == IR_OP_NOT)
		return read_condition(expr->operands[0], loop, !negated, query, depth);
	const struct ir_expr *found = queried(expr, loop);
	if (found) {
		*query = found;
		return negated ? WHILE_OTHER : UNTIL_SUCCESS;
	}
	if (expr->kind == IR_CALL && depth < CALLS_DEEP) {
		const struct ir_expr *result = only_result(expr->call->function);
		enum until until =
			result ? read_condition(result, loop, negated, query, depth + 1) : UNTIL_NONE;
		if (until != UNTIL_NONE)
			*query = expr;
		return until;
	}
	if (expr->kind != IR_BINARY || (expr->op != IR_OP_EQ && expr->op != IR_OP_NE))
		return UNTIL_NONE;
	int64_t number;
	for (int side = 0; side < 2; side++) {
		found = queried(expr->operands[side], loop);
		if (!found || !is_status(expr->operands[1 - side], &number))
			continue;
		*query = found;
		bool is_equal = (expr->op == IR_OP_EQ) != negated;
		if (number == 0)
			return is_equal ? WHILE_OTHER : UNTIL_SUCCESS;
		return number == NOT_READY && is_equal ? WHILE_NOT_READY : inverse(UNTIL_SUCCESS);
	}
	return UNTIL_NONE;
}

struct body {
	bool may_leave, has_effect;
};

static void look_at_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct body *body = context;
	(void)path;
	body->may_leave |= stmt->kind == IR_RETURN || stmt->kind == IR_BREAK || stmt->kind == IR_GOTO;
	body->has_effect |= stmt->kind == IR_DECL || stmt->kind == IR_ASM;
}

static void look_at_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	static const char *const leaving[] = {"exit", "abort", "_exit", "quick_exit", "terminate", "longjmp",
		"assert", "__assert_fail", NULL};
	struct body *body = context;
	(void)path;
	body->may_leave |= expr->kind == IR_THROW;
	body->has_effect |= expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC;
	body->has_effect |= expr->kind == IR_ASSIGN && !is_query(ir_strip_casts(expr->operands[1]));
	if (expr->kind != IR_CALL)
		return;
	/* a function that is handed the status may throw */
	for (size_t i = 0; i < expr->operand_count; i++)
		body->may_leave |= ir_strip_casts(expr->operands[i])->kind == IR_CALL &&
				   is_query(ir_strip_casts(expr->operands[i]));
	body->may_leave |= ir_is_one_of(expr->call->name, leaving);
	body->has_effect |= !is_query(expr);
}

static struct body look_into(const struct ir_stmt *loop)
{
	const struct ir_visitor visitor = {.stmt = look_at_stmt, .expr = look_at_expr};
	struct body body = {0};
	ir_walk_stmt(loop->body, &visitor, &body, NULL);
	if (loop->step)
		ir_walk_expr(loop->step, &visitor, &body, NULL);
	return body;
}

static void on_stmt(struct pass *pass, const struct ir_stmt *stmt)
{
	const struct ir_expr *query = NULL;
	if ((stmt->kind != IR_WHILE && stmt->kind != IR_DO && stmt->kind != IR_FOR) || !stmt->expr)
		return;
	enum until until = read_condition(stmt->expr, stmt, false, &query, 0);
	if (until != UNTIL_SUCCESS && until != WHILE_NOT_READY)
		return;
	struct body body = look_into(stmt);
	const char *name = query->call->name;
	if (until == UNTIL_SUCCESS && !body.may_leave) {
		pass_report(pass, query->range,
			"the loop goes on until `%s` answers cudaSuccess: after a failure it never does, and "
			"the loop "
			"never ends; go on while it answers cudaErrorNotReady, and check what comes then",
			name);
	} else if (until == WHILE_NOT_READY && !body.has_effect && !body.may_leave) {
		const char *wait = strstr(name, "Stream") ? "cudaStreamSynchronize" : "cudaEventSynchronize";
		struct finding *finding = pass_report(pass, query->range,
			"the loop does nothing but ask `%s`: `%s` waits as well, and leaves the processor to "
			"others",
			name, wait);
		finding->severity = SEVERITY_INFO;
	}
}

/* ---- a query that nobody reads --------------------------------------------------------------- */

static bool is_wait(const struct host_op *op)
{
	return op->kind == HOST_STREAM_SYNC || op->kind == HOST_EVENT_SYNC || op->kind == HOST_DEVICE_SYNC ||
	       op->kind == HOST_OPAQUE || op->kind == HOST_FREE || op->kind == HOST_STREAM_QUERY ||
	       op->kind == HOST_EVENT_QUERY;
}

/* The access of host code to what the queried work still writes. */
static const struct host_op *use_of(struct host_trace *trace, const struct host_order *order,
	const struct host_op *query, const struct host_op *work)
{
	for (size_t i = query->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (is_wait(op))
			return NULL;
		if (op->kind == HOST_ACCESS && host_may_both_happen(&op->where, &query->where) &&
			host_conflict(trace, work, op, NULL, NULL) == 2 &&
			!host_is_waited_for(order, work, op))
			return op;
	}
	return NULL;
}

static void look_at_query(struct pass *pass, struct host_trace *trace, const struct host_order *order,
	const struct host_op *query)
{
	bool is_unknown;
	const struct host_object *stream = query->stream;
	const struct host_op *record = NULL;
	if (query->kind == HOST_EVENT_QUERY) {
		record = host_last_record(order, query->event, query, &is_unknown);
		stream = record && !is_unknown ? record->stream : NULL;
	}
	for (size_t i = record ? record->index : query->index; stream && i-- > 0;) {
		const struct host_op *work = trace->ops.data[i];
		if (!host_is_work(work) || work->capture || work->stream != stream ||
			host_is_waited_for(order, work, query))
			continue;
		const struct host_op *use = use_of(trace, order, query, work);
		if (!use)
			continue;
		struct finding *finding = pass_report_op(pass, query,
			"`%s` doesn't wait, and nothing reads what it answers: the data is used as if the "
			"work were "
			"complete",
			query->callee);
		pass_related(pass, finding, use->range, "used here");
		pass_related(pass, finding, work->range, "the work that may still be running");
		return;
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if ((op->kind == HOST_STREAM_QUERY || op->kind == HOST_EVENT_QUERY) && op->result_dropped)
			look_at_query(pass, trace, order, op);
	}
}

const struct rule rule_query_loop = {
	.code = "CU734",
	.name = "query-loop",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Loop that polls until success and never ends after a failure",
	.hooks = {.stmt = on_stmt, .host = on_host},
};
