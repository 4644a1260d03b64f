/* What the rules on waits of the host share, see wait.h. */
#include "rules/host/common/wait.h"

#include <ctype.h>
#include <string.h>

#include "analyzer/ir/conditional.h"
#include "rules/host/common/api.h"

bool wait_is_explicit(const struct host_op *op)
{
	return op->kind == HOST_STREAM_SYNC || op->kind == HOST_EVENT_SYNC || op->kind == HOST_DEVICE_SYNC;
}

bool wait_covers(const struct host_trace *trace, const struct host_order *order, const struct host_op *wait,
	const struct host_op *work)
{
	if (work->index >= wait->index || wait->index + 1 >= trace->ops.count || work->capture ||
		!host_is_work(work) || work->kind == HOST_GRAPH_ADD)
		return false;
	return host_may_both_happen(&work->where, &wait->where) && !host_is_waited_for(order, work, wait) &&
	       host_is_waited_for(order, work, trace->ops.data[wait->index + 1]);
}

/* ---- clocks and debugging -------------------------------------------------------------------- */

static const char *lower(char *to, size_t room, const char *from)
{
	size_t i = 0;
	for (; from && from[i] && i + 1 < room; i++)
		to[i] = (char)tolower((unsigned char)from[i]);
	to[i] = '\0';
	return to;
}

static bool contains_one(const char *name, const char *const *parts)
{
	char text[96];
	lower(text, sizeof text, name);
	for (size_t i = 0; parts[i]; i++)
		if (strstr(text, parts[i]))
			return true;
	return false;
}

/* By words of the project's names, not of CUDA's. */
static bool is_clock_call(const struct ir_expr *expr)
{
	static const char *const parts[] = {"clock", "gettime", "get_time", "wtime", "timer", "stopwatch",
		"chrono", "tick", "elapsed", "cputime", "walltime", "timestamp", "duration", "usec",
		"counter", "nvtx", "profiler", NULL};
	static const char *const names[] = {"time", "now", "second", "seconds", "tic", "toc", NULL};
	if (expr->kind != IR_CALL)
		return false;
	const char *name = ir_callee_name(expr);
	if (expr->call->object && contains_one(expr->call->object->type->name, parts))
		return true;
	return (contains_one(name, parts) && !api_is_cuda(expr)) || ir_is_one_of(expr->call->name, names);
}

static bool function_reads_clock(const struct pass *pass, const struct ir_function *function)
{
	struct ir_call_sites calls = ir_callees(pass_query(pass), function);
	for (size_t i = 0; i < calls.count; i++)
		if (is_clock_call(calls.data[i]->expr))
			return true;
	return false;
}

bool wait_is_timed(const struct pass *pass, const struct host_trace *trace, const struct host_op *wait)
{
	if (function_reads_clock(pass, trace->root) || function_reads_clock(pass, wait->where.function))
		return true;
	for (const struct host_call *call = wait->where.call; call; call = call->up)
		if (function_reads_clock(pass, call->function))
			return true;
	return false;
}

/* Graphics and other processes: what they see of the device's work the walk doesn't. Libraries of others,
 * which no table has: by how all their names begin. */
static bool is_foreign_call(const struct ir_expr *expr)
{
	static const char *const starts[] = {"gl", "egl", "vk", "MPI_", "wgl", "glut", "nccl", NULL};
	if (expr->kind != IR_CALL)
		return false;
	for (size_t i = 0; starts[i]; i++) {
		size_t length = strlen(starts[i]);
		if (!strncmp(expr->call->name, starts[i], length) &&
			isupper((unsigned char)expr->call->name[length]))
			return true;
	}
	return false;
}

static void find_clock(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *found = context;
	(void)path;
	*found |= is_clock_call(expr) || is_foreign_call(expr);
}

static void find_pointer_read(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *found = context;
	(void)path;
	bool is_read = (expr->kind == IR_UNARY && expr->op == IR_OP_DEREF) || expr->kind == IR_INDEX;
	if (is_read && expr->operand_count)
		*found |= ir_strip(expr->operands[0])->type->kind == IR_TYPE_POINTER;
	*found |= expr->kind == IR_VAR && expr->var->storage == IR_MANAGED;
}

/* A condition that hangs on memory which the device may write, in a way that the walk doesn't see. */
static void find_watching(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	const struct ir_visitor visitor = {.expr = find_pointer_read};
	bool is_condition = stmt->kind == IR_IF || stmt->kind == IR_WHILE || stmt->kind == IR_DO ||
			    stmt->kind == IR_FOR || stmt->kind == IR_SWITCH;
	(void)path;
	if (is_condition && stmt->expr)
		ir_walk_expr(stmt->expr, &visitor, context, NULL);
}

bool wait_loop_is_watched(const struct ir_stmt *loop)
{
	const struct ir_visitor visitor = {.expr = find_clock, .stmt = find_watching};
	bool found = false;
	ir_walk_stmt(loop, &visitor, &found, NULL);
	return found;
}

static void find_debug_name(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	static const char *const parts[] = {"debug", "dbg", "verbose", "check", "verif", "valid", "profil",
		"bench", "sync", "trace", NULL};
	bool *found = context;
	(void)path;
	const char *name = expr->kind == IR_VAR      ? expr->var->name
			   : expr->kind == IR_MEMBER ? expr->member.name
			   : expr->kind == IR_CALL   ? expr->call->name
						     : NULL;
	*found |= name && contains_one(name, parts);
}

/* In the body of a macro, not among its arguments. */
static bool is_in_macro_body(const struct ir_module *module, struct ir_range range)
{
	struct ir_place spelling, expansion;
	if (!ir_locate(module, range, &spelling, &expansion) || !spelling.in_macro)
		return false;
	return spelling.file != expansion.file || spelling.begin < expansion.begin ||
	       spelling.end > expansion.end;
}

static bool begins_with_no(const char *name)
{
	static const char *const starts[] = {"no_", "not_", "disable", "without", "skip", "ndebug", "nocheck",
		"nodebug", "release", "production", "optimi", NULL};
	for (; *name == '_'; name++)
		;
	for (size_t i = 0; starts[i]; i++)
		if (!strncmp(name, starts[i], strlen(starts[i])) || strstr(name, "_no_") ||
			strstr(name, "ndebug"))
			return true;
	return false;
}

/* A name in a condition of the preprocessor; `holds`: whether it is to be defined. */
static bool speaks_of_debugging(const char *name, bool holds)
{
	static const char *const parts[] = {"debug", "dbg", "check", "verif", "valid", "profil", "bench",
		"assert", "paranoi", "sanit", "release", "production", "verbose", NULL};
	char text[96];
	lower(text, sizeof text, name);
	bool syncs = strstr(text, "sync") && !strstr(text, "async");
	return (syncs || contains_one(text, parts)) && holds != begins_with_no(text);
}

static bool is_negated(const char *condition, const char *name)
{
	const char *at = name;
	while (at > condition && (isspace((unsigned char)at[-1]) || at[-1] == '('))
		at--;
	static const char defined[] = "defined";
	size_t length = sizeof defined - 1;
	if ((size_t)(at - condition) >= length && !strncmp(at - length, defined, length))
		at -= length;
	while (at > condition && (isspace((unsigned char)at[-1]) || at[-1] == '('))
		at--;
	return at > condition && at[-1] == '!';
}

static void find_debug_condition(void *context, const char *condition, size_t length, bool holds)
{
	bool *found = context;
	const char *end = condition + length;
	for (const char *at = condition; at < end;) {
		char name[96];
		size_t count = 0;
		const char *start = at;
		for (; at < end && (isalnum((unsigned char)*at) || *at == '_'); at++)
			if (count + 1 < sizeof name)
				name[count++] = *at;
		name[count] = '\0';
		if (at == start)
			at++;
		else
			*found |= speaks_of_debugging(name, holds != is_negated(condition, start));
	}
}

/* An argument of a macro that drops it in other builds: `assert(...)`, `DEBUG_ONLY(...)`. */
static bool is_for_debug_macro(const struct pass *pass, struct ir_range range)
{
	static const char *const parts[] = {"debug", "dbg", "assert", NULL};
	struct ir_place spelling, use;
	char name[96];
	size_t count = 0;
	if (!ir_locate(pass->module, range, &spelling, &use) || !spelling.in_macro ||
		use.file >= pass->module->files.count)
		return false;
	const struct ir_file *file = &pass->module->files.data[use.file];
	for (size_t i = use.begin; file->text && i < file->size && count + 1 < sizeof name; i++) {
		if (!isalnum((unsigned char)file->text[i]) && file->text[i] != '_')
			break;
		name[count++] = file->text[i];
	}
	name[count] = '\0';
	return contains_one(name, parts);
}

struct enclosing {
	struct ir_range range;
	bool found;
};

/* Conditions around a call, also those that are always true in this build: `if (kDebug)`. */
static void look_around(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct enclosing *enclosing = context;
	const struct ir_visitor names = {.expr = find_debug_name};
	if (expr->kind != IR_CALL || !ir_is_same_range(expr->range, enclosing->range))
		return;
	for (const struct ir_path *at = path; at && at->up; at = at->up) {
		const struct ir_stmt *stmt = at->up->stmt;
		const struct ir_expr *outer = at->up->expr;
		if (stmt && stmt->kind == IR_IF && at->stmt && stmt->expr)
			ir_walk_expr(stmt->expr, &names, &enclosing->found, NULL);
		if (outer && outer->kind == IR_BINARY && outer->op == IR_OP_LOGICAL_AND &&
			at->expr == outer->operands[1])
			ir_walk_expr(outer->operands[0], &names, &enclosing->found, NULL);
	}
}

static bool is_for_debug_build(
	const struct pass *pass, const struct ir_function *function, struct ir_range range)
{
	const struct ir_visitor visitor = {.expr = look_around};
	struct enclosing enclosing = {.range = range};
	bool found = is_for_debug_macro(pass, range);
	ir_conditionals_at(pass->module, range, find_debug_condition, &found);
	if (!found && function)
		ir_walk_function(function, &visitor, &enclosing);
	return found || enclosing.found;
}

/* A helper that waits to look for errors: what checking macros are, as a function. */
static bool is_checking_helper(const struct ir_function *function)
{
	static const char *const parts[] = {"debug", "dbg", "check", "verif", "assert", NULL};
	return function && contains_one(function->name, parts);
}

bool wait_is_debugging(const struct pass *pass, const struct host_trace *trace, const struct host_op *wait)
{
	const struct ir_visitor visitor = {.expr = find_debug_name};
	const struct ir_function *function = wait->where.function;
	bool found = is_for_debug_build(pass, function, wait->range) ||
		     (wait->where.call && is_checking_helper(function));
	for (const struct host_call *call = wait->where.call; call && !found; call = call->up)
		found = call->expr && is_for_debug_build(pass, call->up ? call->up->function : trace->root,
					      call->expr->range);
	for (const struct host_path *path = wait->where.path; path; path = path->up)
		if (path->expr)
			ir_walk_expr(path->expr, &visitor, &found, NULL);
	return found || is_in_macro_body(pass->module, wait->range);
}

/* ---- loops ----------------------------------------------------------------------------------- */

static bool launches(const struct host_op *op)
{
	return (op->kind == HOST_LAUNCH || op->kind == HOST_GRAPH_LAUNCH || op->kind == HOST_LIBRARY_CALL) &&
	       !op->capture;
}

static bool touches(const struct host_op *work, const struct host_object *object)
{
	for (size_t i = 0; i < work->access_count; i++)
		if (work->accesses[i].object == object)
			return true;
	return false;
}

static bool goes_further(const struct host_op *op)
{
	return op->kind == HOST_LAUNCH || op->kind == HOST_GRAPH_LAUNCH || op->kind == HOST_LIBRARY_CALL ||
	       op->kind == HOST_CALLBACK;
}

bool wait_share_memory(const struct host_trace *trace, const struct host_op *a, const struct host_op *b)
{
	if (!goes_further(a) && !goes_further(b))
		return host_conflict((struct host_trace *)trace, a, b, NULL, NULL) != 0;
	for (size_t i = 0; i < a->access_count; i++)
		for (size_t k = 0; k < b->access_count; k++)
			if (a->accesses[i].object && a->accesses[i].object == b->accesses[k].object &&
				(a->accesses[i].writes || b->accesses[k].writes))
				return true;
	return false;
}

bool wait_is_needed_by(const struct host_trace *trace, const struct host_op *op, const struct host_op *work)
{
	switch (op->kind) {
	case HOST_ACCESS:
		for (size_t i = 0; i < op->access_count; i++)
			if (!op->accesses[i].object || op->accesses[i].object->kind == HOST_UNSEEN)
				return true;
		return wait_share_memory(trace, work, op);
	case HOST_FREE:
	case HOST_UNREGISTER:
	case HOST_SCOPE_END:
		return op->object && (op->object->kind == HOST_UNSEEN || touches(work, op->object));
	case HOST_DESTROY: /* of a texture, a graph, ...; streams and events end when their work has */
		return !op->object || (op->object->kind != HOST_STREAM && op->object->kind != HOST_EVENT);
	case HOST_OPAQUE:
	case HOST_ELAPSED:
	case HOST_ENVIRONMENT:
	case HOST_CAPTURE_BEGIN:
	case HOST_CAPTURE_END: return true;
	case HOST_RUNTIME: return cuda_host_traits(op->callee)->looks_at_device;
	default: return false;
	}
}

/* Whether a graph's work may hand something to the host that isn't seen. */
static bool may_reach_host(const struct host_order *order, const struct host_op *work)
{
	const struct host_op *ops[64];
	if (work->kind != HOST_GRAPH_LAUNCH)
		return false;
	size_t count = work->object ? host_graph_ops(order, work->object, ops, 64) : 0;
	for (size_t i = 0; i < count && i < 64; i++)
		if (ops[i]->kind == HOST_CALLBACK ||
			(ops[i]->kind == HOST_GRAPH_ADD && !ops[i]->access_count))
			return true;
	return count == 0 || count > 64;
}

/* Whether the host does something with the work behind the wait, up to the wait of the next turn: then it
 * waits for a reason, or for what a blocking copy would wait for, too. */
static bool is_needed(const struct host_trace *trace, const struct host_op *wait, const struct host_op *work)
{
	for (size_t i = wait->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (ir_is_same_range(op->range, wait->range))
			return false;
		if (!host_may_both_happen(&op->where, &wait->where))
			continue;
		if (wait_is_needed_by(trace, op, work))
			return true;
		if (op->kind == HOST_COPY && !op->is_async &&
			(op->copy_kind == 2 || wait_share_memory(trace, work, op)))
			return true;
	}
	return false;
}

static bool anything_is_needed(const struct host_trace *trace, const struct host_order *order,
	const struct host_op *wait, const struct host_turn *turn)
{
	for (size_t i = wait->index; i-- > 0 && host_is_in_turn(trace->ops.data[i], turn);)
		if (wait_covers(trace, order, wait, trace->ops.data[i]) &&
			(may_reach_host(order, trace->ops.data[i]) ||
				is_needed(trace, wait, trace->ops.data[i])))
			return true;
	return false;
}

/* Whether the next turn launches and waits again, too. */
static bool loop_goes_on(
	const struct host_trace *trace, const struct host_op *wait, const struct host_turn *turn)
{
	bool does_launch = false, does_wait = false;
	for (size_t i = wait->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (!host_is_in_next_turn(op, turn))
			continue;
		does_launch |= launches(op);
		does_wait |= ir_is_same_range(op->range, wait->range);
	}
	return does_launch && does_wait;
}

const struct host_op *wait_in_launch_loop(
	const struct host_trace *trace, const struct host_order *order, const struct host_op *wait)
{
	for (const struct host_turn *turn = wait->where.turn; turn; turn = turn->up) {
		const struct host_op *launch = NULL;
		for (size_t i = wait->index; i-- > 0 && !launch;) {
			const struct host_op *op = trace->ops.data[i];
			if (launches(op) && host_is_in_turn(op, turn) &&
				wait_covers(trace, order, wait, op) &&
				host_is_implied(&op->where, &wait->where))
				launch = op;
		}
		if (!launch || !loop_goes_on(trace, wait, turn))
			continue;
		if (wait_loop_is_watched(turn->loop) || anything_is_needed(trace, order, wait, turn))
			return NULL;
		return launch;
	}
	return NULL;
}

/* ---- verdicts -------------------------------------------------------------------------------- */

struct verdicts {
	VEC(struct verdict *) list;
};

struct verdict *verdict_of(struct pass *pass, const struct host_op *op)
{
	struct verdicts *verdicts = pass->state;
	if (!verdicts)
		pass->state = verdicts = ARENA_NEW(pass->arena, struct verdicts);
	for (size_t i = 0; i < verdicts->list.count; i++)
		if (ir_is_same_range(verdicts->list.data[i]->range, op->range))
			return verdicts->list.data[i];
	struct verdict *verdict = ARENA_NEW(pass->arena, struct verdict);
	verdict->range = op->range;
	verdict->confidence = CONFIDENCE_PROVEN;
	vec_push(pass->arena, &verdicts->list, verdict);
	return verdict;
}

void verdicts_report(struct pass *pass)
{
	const struct verdicts *verdicts = pass->state;
	for (size_t i = 0; verdicts && i < verdicts->list.count; i++) {
		const struct verdict *verdict = verdicts->list.data[i];
		if (verdict->is_refuted || !verdict->op)
			continue;
		struct finding *finding = pass_report_op(pass, verdict->op, "%s", verdict->message);
		finding->confidence = verdict->confidence;
		if (verdict->us > 0)
			pass_cost_host(pass, finding, verdict->us, verdict->ideal_us);
		if (verdict->related)
			pass_related(pass, finding, verdict->related->range, "%s", verdict->related_text);
	}
}
