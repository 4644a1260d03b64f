/* CU734 query-loop: a loop that polls a stream or an event until the query answers cudaSuccess, and a query
 * that nobody reads though the data is then used.
 *
 * Once the context has failed, every query returns that error: `!= cudaSuccess` stays true for ever, and
 * `if (query == cudaSuccess) break;` is never taken. Loops that may end otherwise (a second condition, a
 * `break`, `return` or `throw` that doesn't ask for success, an exit) are left alone, and so are those that
 * hand the status to a function that may not return. A loop that compares with cudaErrorNotReady ends; with
 * nothing in it, it is only an expensive wait: an info. */
#include "rules/host/common/api.h"
#include "rules/host/common/query_status.h"

struct body {
	const struct ir_stmt *loop;
	const struct ir_expr *query; /* of an exit that asks for success */
	bool may_leave, has_effect;
};

/* Whether a `break` ends a loop or switch within the one that is looked at. */
static bool is_inner(const struct ir_path *path)
{
	for (; path; path = path->up)
		if (path->stmt && (ir_is_loop(path->stmt) || path->stmt->kind == IR_SWITCH))
			return true;
	return false;
}

static void look_at_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct body *body = context;
	body->has_effect |= stmt->kind == IR_DECL || stmt->kind == IR_ASM;
	if (stmt->kind != IR_RETURN && stmt->kind != IR_GOTO && (stmt->kind != IR_BREAK || is_inner(path)))
		return;
	const struct ir_expr *query = NULL;
	if (query_status_at(path, body->loop->body, &query) == QUERY_SUCCESS && query)
		body->query = body->query ? body->query : query;
	else
		body->may_leave = true;
}

/* Functions of the standard library and the runtime only tell what they are handed. */
static bool may_act_on(const struct ir_expr *call)
{
	const struct ir_function *function = call->call->function;
	return (!function || !function->is_system) &&
	       (!function || !function->body || query_may_exit(function->body));
}

static void look_at_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct body *body = context;
	(void)path;
	body->has_effect |= expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC;
	body->has_effect |= expr->kind == IR_ASSIGN && !query_is_call(ir_strip_casts(expr->operands[1]));
	if (expr->kind != IR_CALL)
		return;
	/* a function that is handed the status may throw */
	for (size_t i = 0; i < expr->operand_count; i++)
		body->may_leave |= may_act_on(expr) && query_of(expr->operands[i], body->loop->body);
	body->has_effect |= !query_is_call(expr);
}

static struct body look_into(const struct ir_stmt *loop)
{
	const struct ir_visitor visitor = {.stmt = look_at_stmt, .expr = look_at_expr};
	struct body body = {.loop = loop};
	ir_walk_stmt(loop->body, &visitor, &body, NULL);
	body.may_leave |= query_may_exit(loop->body);
	if (loop->step)
		ir_walk_expr(loop->step, &visitor, &body, NULL);
	return body;
}

static void report_endless(struct pass *pass, const struct ir_expr *query)
{
	pass_report(pass, query->range,
		"the loop goes on until `%s` answers cudaSuccess: after a failure it never does, and the "
		"loop never ends; go on while it answers cudaErrorNotReady, and check what comes then",
		query->call->name);
}

static void report_wait(struct pass *pass, const struct ir_expr *query)
{
	const char *name = query->call->name;
	bool is_stream = api_call(query).kind == HOST_STREAM_QUERY;
	const char *wait = is_stream ? "cudaStreamSynchronize" : "cudaEventSynchronize";
	struct finding *finding = pass_report(pass, query->range,
		"the loop does nothing but ask `%s`: `%s` waits as well, and leaves the processor to others",
		name, wait);
	finding->severity = SEVERITY_INFO;
}

static void look_for_query(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *found = context;
	(void)path;
	*found |= query_is_call(expr);
}

/* pass->state: whether the unit queries anything. */
static void on_unit(struct pass *pass)
{
	bool *found = ARENA_NEW(pass->arena, bool);
	const struct ir_visitor visitor = {.expr = look_for_query};
	for (size_t i = 0; i < pass->module->functions.count; i++)
		if (!pass->module->functions.data[i]->is_system)
			ir_walk_function(pass->module->functions.data[i], &visitor, found);
	pass->state = found;
}

static void on_stmt(struct pass *pass, const struct ir_stmt *stmt)
{
	const struct ir_expr *query = NULL;
	const bool *is_queried = pass->state;
	int64_t always;
	if (!*is_queried || !ir_is_loop(stmt) || stmt->kind == IR_RANGE_FOR || !stmt->body)
		return;
	bool is_endless = !stmt->expr || (ir_fold_int(stmt->expr, &always) && always);
	enum query_status end =
		is_endless ? QUERY_UNTOLD : query_status_when(stmt->expr, true, stmt->body, &query);
	if (!is_endless && end != QUERY_SUCCESS && end != QUERY_DONE)
		return;
	struct body body = look_into(stmt);
	query = is_endless ? body.query : query;
	if (!query || body.may_leave)
		return;
	if (end != QUERY_DONE)
		report_endless(pass, query);
	else if (!body.has_effect)
		report_wait(pass, query);
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
			"work were complete",
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
	.hooks = {.unit = on_unit, .stmt = on_stmt, .host = on_host},
};
