/* CU740 timing-without-sync: the host reads a clock, launches a kernel or starts an asynchronous copy, and
 * reads the clock again without having waited: it measures the launch alone.
 *
 * Silent where names or comments say that the launch is what is measured, and where a third reading follows
 * behind a wait. */
#include "analyzer/rule/rule.h"
#include "rules/host/common/overlap.h"

#include <ctype.h>
#include <string.h>

/* Members of one class that the same function calls: a timer's start and stop. */
static bool is_one_timer(const struct host_op *a, const struct host_op *b)
{
	const struct ir_function *first = a->where.function, *second = b->where.function;
	const struct host_call *from = a->where.call, *to = b->where.call;
	return first && second && first->record && first->record == second->record &&
	       !first->record->is_system && from && to && from->up == to->up;
}

/* A member called twice that keeps the time and returns nothing: two timers start, or one starts anew. */
static bool starts_again(const struct host_op *a, const struct host_op *b)
{
	const struct ir_function *function = a->where.function;
	return function && function->record && ir_type_value(function->result)->kind == IR_TYPE_VOID &&
	       a->where.call != b->where.call;
}

static bool is_same_call(const struct host_op *a, const struct host_op *b)
{
	bool is_pair = a->where.function == b->where.function ? !starts_again(a, b) : is_one_timer(a, b);
	return is_pair && a->where.turn == b->where.turn;
}

/* The reading before, in the same function (or timer) and turn; NULL: none. */
static const struct host_op *reading_before(const struct host_trace *trace, const struct host_op *second)
{
	for (size_t i = second->index; i-- > 0;)
		if (trace->ops.data[i]->kind == HOST_CLOCK)
			return is_same_call(trace->ops.data[i], second) ? trace->ops.data[i] : NULL;
	return NULL;
}

/* Work that was started between the two readings and may still run at the second; NULL: none. */
static const struct host_op *pending_work(struct host_trace *trace, const struct host_order *order,
	const struct host_op *first, const struct host_op *second)
{
	const struct host_op *found = NULL;
	for (size_t i = first->index + 1; i < second->index; i++) {
		const struct host_op *op = trace->ops.data[i];
		switch (op->kind) {
		case HOST_STREAM_SYNC:
		case HOST_EVENT_SYNC:
		case HOST_DEVICE_SYNC:
		case HOST_STREAM_QUERY:
		case HOST_EVENT_QUERY:
		case HOST_OPAQUE:
		case HOST_FREE:
		case HOST_CAPTURE_BEGIN: found = NULL; continue;
		case HOST_LAUNCH: break;
		case HOST_COPY:
			if (op->is_async)
				break;
			found = NULL;
			continue;
		default: continue;
		}
		if (!op->capture && !host_is_waited_for(order, op, second) &&
			!host_is_order_unknown(order, op, second) &&
			host_is_implied(&second->where, &op->where))
			found = op;
	}
	return found;
}

/* Where a reading stands in the function that starts the work: the call of a helper that reads the clock. */
static const struct ir_expr *reading_in(
	const struct host_op *op, const struct host_op *work, const struct ir_function **function)
{
	const struct ir_expr *expr = op->expr;
	*function = op->where.function;
	for (const struct host_call *call = op->where.call;
		call && call->expr && *function != work->where.function; call = call->up) {
		expr = call->expr;
		*function = call->up ? call->up->function : NULL;
	}
	return expr;
}

static bool is_wait(const struct host_op *op)
{
	return op->kind == HOST_STREAM_SYNC || op->kind == HOST_EVENT_SYNC || op->kind == HOST_DEVICE_SYNC;
}

/* A clock that is read once more behind a wait: the launch is measured, and then all of it. */
static bool is_read_again(const struct host_trace *trace, const struct host_op *second)
{
	bool waited = false;
	for (size_t i = second->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->where.function != second->where.function)
			continue;
		waited |= is_wait(op);
		if (op->kind == HOST_CLOCK)
			return waited;
	}
	return false;
}

static bool holds_word(const char *text, size_t length)
{
	static const char *const words[] = {"launch", "enqueue", "overhead", "submit", "dispatch", NULL};
	char lower[512];
	size_t count = length < sizeof lower - 1 ? length : sizeof lower - 1;
	for (size_t i = 0; i < count; i++)
		lower[i] = (char)tolower((unsigned char)text[i]);
	lower[count] = '\0';
	for (size_t i = 0; words[i]; i++)
		if (strstr(lower, words[i]))
			return true;
	return false;
}

struct name_search {
	const struct ir_expr *reading;
	const char *name;
};

static void look_for_reading(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct name_search *search = context;
	if (expr != search->reading)
		return;
	for (; path; path = path->up) {
		if (path->expr && path->expr->kind == IR_ASSIGN) {
			const struct ir_expr *to = ir_strip_casts(path->expr->operands[0]);
			search->name = to->kind == IR_VAR ? to->var->name : search->name;
		}
		if (path->stmt && path->stmt->kind == IR_DECL && path->stmt->var_count)
			search->name = path->stmt->vars[0]->name;
	}
}

/* Whether the function or the variable is named for launches. */
static bool is_on_purpose(
	const struct host_op *op, const struct host_op *work, const struct host_trace *trace)
{
	const struct ir_visitor visitor = {.expr = look_for_reading};
	const struct ir_function *function;
	struct name_search search = {.reading = reading_in(op, work, &function)};
	function = function ? function : trace->root;
	ir_walk_function(function, &visitor, &search);
	return holds_word(function->name, strlen(function->name)) ||
	       (search.name && holds_word(search.name, strlen(search.name)));
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *second = trace->ops.data[i];
		const struct host_op *first =
			second->kind == HOST_CLOCK ? reading_before(trace, second) : NULL;
		const struct host_op *work = first ? pending_work(trace, order, first, second) : NULL;
		if (!work || is_read_again(trace, second) || is_on_purpose(second, work, trace) ||
			is_on_purpose(first, work, trace) ||
			overlap_is_told(pass, overlap_told(pass), second, work, CONFIDENCE_PROVEN))
			continue;
		const struct ir_function *function;
		struct finding *finding = pass_report(pass, reading_in(second, work, &function)->range,
			"the clock is read while %s may still run: this measures how long it takes to start it; "
			"wait first (`cudaDeviceSynchronize`), or measure with events",
			overlap_work_name(pass, work));
		finding->function = function ? function->display : trace->root->display;
		pass_related(pass, finding, reading_in(first, work, &function)->range,
			"the clock was read before");
		pass_related(pass, finding, work->range, "started here");
	}
}

const struct rule rule_timing_without_sync = {
	.code = "CU740",
	.name = "timing-without-sync",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Clock read around work that nobody waits for",
	.hooks = {.host = on_host},
};
