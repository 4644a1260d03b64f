/* CU725 stream-parameter-ignored: a function gets a stream, but launches or copies on the NULL stream.
 *
 * Launches and asynchronous copies that name no stream, or 0, calls of libraries and functions that take one
 * and aren't given it, and calls of helpers of the unit that launch so and have no stream of their own;
 * handles of libraries that the function makes and that are never told a stream. Blocking copies count where
 * nothing in the function waits or allocates: those that fetch a result behind a wait, and those of a set-up,
 * are meant: likely at most. Silent where a condition asks for the stream, where it has no name, and where a
 * cast to void says that it isn't used. */
#include <string.h>

#include "analyzer/cuda/runtime.h"
#include "rules/host/common/library_stream.h"

enum { MOST_SITES = 64 };

enum how { HOW_LAUNCH, HOW_CALL, HOW_BLOCKING, HOW_HELPER, HOW_LIBRARY, HOW_DEFAULTED };

struct site {
	const struct ir_expr *expr;
	enum how how;
	const char *name;
};

struct look {
	struct pass *pass;
	const struct ir_var *stream;
	struct site sites[MOST_SITES];
	size_t count;
	bool is_dropped;       /* cast to void */
	bool waits, allocates; /* somewhere in the function */
};

static const struct ir_var *stream_of(const struct ir_function *function)
{
	const struct ir_var *found = NULL;
	for (size_t i = 0; i < function->param_count; i++)
		if (library_is_stream(function->params[i]->type)) {
			if (found)
				return NULL; /* which one is meant isn't told */
			found = function->params[i];
		}
	return found && found->name && *found->name ? found : NULL;
}

/* Whether what is on the path happens only if something holds for the stream. */
static bool depends_on(const struct ir_path *path, const struct ir_var *var)
{
	for (; path; path = path->up) {
		if (path->stmt && (path->stmt->kind == IR_IF || path->stmt->kind == IR_SWITCH) &&
			ir_mentions_var(path->stmt->expr, var))
			return true;
		if (path->expr && path->expr->kind == IR_CONDITIONAL &&
			ir_mentions_var(path->expr->operands[0], var))
			return true;
	}
	return false;
}

static void add(struct look *look, const struct ir_expr *expr, enum how how, const char *name)
{
	if (look->count < MOST_SITES)
		look->sites[look->count++] = (struct site){expr, how, name};
}

/* Launches of a helper that has no stream go to the NULL stream. */
static bool launches_without(const struct pass *pass, const struct ir_function *function)
{
	if (!function || !function->body || function->is_system || function->is_method || function->is_device)
		return false;
	for (size_t i = 0; i < function->param_count; i++) {
		const struct ir_type *type = ir_type_value(function->params[i]->type);
		if (library_is_stream(type) || type->kind == IR_TYPE_RECORD)
			return false;
	}
	for (size_t i = 0; i < pass->module->launches.count; i++) {
		const struct ir_launch *launch = pass->module->launches.data[i];
		if (launch->function == function && launch->form == IR_LAUNCH_CHEVRON &&
			library_is_null_stream(launch->stream))
			return true;
	}
	return false;
}

/* The stream is an argument, in a place where it doesn't compile: the compiler tells that. */
static bool is_handed(const struct look *look, const struct ir_expr *expr)
{
	for (size_t i = 0; i < expr->operand_count; i++)
		if (ir_mentions_var(expr->operands[i], look->stream))
			return true;
	return false;
}

static void look_at_runtime(struct look *look, const struct ir_expr *expr)
{
	const char *name = expr->call->name;
	const struct cuda_call *call = cuda_call_of(name, expr->operand_count);
	look->waits |= call && call->kind >= HOST_STREAM_WAIT && call->kind <= HOST_EVENT_QUERY;
	look->allocates |= call && call->kind == HOST_MALLOC;
	if (!call || (call->kind != HOST_COPY && call->kind != HOST_MEMSET && call->kind != HOST_PREFETCH &&
			     call->kind != HOST_LAUNCH))
		return;
	const char *role = strchr(call->roles, 's');
	if (!role && call->kind == HOST_LAUNCH)
		return; /* its configuration has the stream */
	size_t at = role ? (size_t)(role - call->roles) : 0;
	if (!role)
		add(look, expr, HOW_BLOCKING, name);
	else if ((at >= expr->operand_count || library_is_null_stream(expr->operands[at])) &&
		 !is_handed(look, expr))
		add(look, expr, HOW_CALL, name);
}

/* As it is written, without namespaces within: `cub::DeviceScan::InclusiveSum`. */
static const char *library_name(const struct look *look, const struct ir_expr *call)
{
	const struct ir_function *function = call->call->function;
	if (!function || !function->is_system || !function->record)
		return function && !function->is_system
			       ? function->name
			       : arena_printf(look->pass->arena, "thrust::%s", call->call->name);
	const char *record = strrchr(function->record->name, ':');
	return arena_printf(look->pass->arena, "cub::%s::%s", record ? record + 1 : function->record->name,
		call->call->name);
}

static void look_at(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct look *look = context;
	if (expr->kind == IR_CAST && !expr->is_implicit && expr->type->kind == IR_TYPE_VOID &&
		ir_mentions_var(expr, look->stream))
		look->is_dropped = true;
	if ((expr->kind != IR_LAUNCH && expr->kind != IR_CALL) || depends_on(path, look->stream))
		return;
	if (expr->kind == IR_LAUNCH) {
		const struct ir_launch *launch = expr->launch;
		if (launch->form == IR_LAUNCH_CHEVRON && library_is_null_stream(launch->stream))
			add(look, expr, HOW_LAUNCH, launch->kernel ? launch->kernel->name : NULL);
		return;
	}
	enum library_work work = ir_mentions_var(expr, look->stream)
					 ? LIBRARY_NONE
					 : library_work_of(expr, look->stream->function);
	if (work != LIBRARY_NONE)
		add(look, expr, work == LIBRARY_DEFAULTED ? HOW_DEFAULTED : HOW_LIBRARY,
			library_name(look, expr));
	else if (!expr->call->function || expr->call->function->is_system)
		look_at_runtime(look, expr);
	else if (!ir_mentions_var(expr, look->stream) && launches_without(look->pass, expr->call->function))
		add(look, expr, HOW_HELPER, expr->call->function->name);
}

static void report(const struct look *look, const struct site *site)
{
	struct pass *pass = look->pass;
	const char *stream = look->stream->name;
	struct finding *finding;
	if (site->how == HOW_LAUNCH)
		finding = pass_report(pass, site->expr->range,
			"%s%s%s is launched on the NULL stream, though the function is given `%s`",
			site->name ? "`" : "", site->name ? site->name : "a kernel", site->name ? "`" : "",
			stream);
	else if (site->how == HOW_HELPER)
		finding = pass_report(pass, site->expr->range,
			"`%s` launches on the NULL stream, though the function is given `%s`", site->name,
			stream);
	else if (site->how == HOW_DEFAULTED)
		finding = pass_report(pass, site->expr->range,
			"`%s` is called without a stream, which is the NULL stream then, though the function "
			"is given `%s`",
			site->name, stream);
	else
		finding = pass_report(pass, site->expr->range,
			"`%s` goes to the NULL stream, though the function is given `%s`", site->name,
			stream);
	if (site->how == HOW_BLOCKING || site->how == HOW_HELPER)
		finding->confidence = CONFIDENCE_LIKELY;
	pass_related(pass, finding, look->stream->range, "the stream");
}

static void on_function(struct pass *pass, const struct ir_function *function)
{
	if (function->is_kernel || function->is_device || function->is_lambda || function->is_system ||
		!function->body)
		return;
	const struct ir_visitor visitor = {.expr = look_at, .enter_lambdas = true};
	struct look look = {.pass = pass, .stream = stream_of(function)};
	if (!look.stream)
		return;
	ir_walk_function(function, &visitor, &look);
	for (size_t i = 0; i < look.count && !look.is_dropped; i++)
		if (look.sites[i].how != HOW_BLOCKING ||
			(!look.waits && !look.allocates && !function->is_constructor))
			report(&look, &look.sites[i]);
}

/* A handle of a library that the function makes works on the NULL stream until it is told another. */
static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		const struct host_object *handle = op->object;
		if (op->kind != HOST_LIBRARY_CALL || !handle || handle->kind != HOST_LIBRARY ||
			!handle->made_by || handle->made_by->where.function != op->where.function ||
			!op->stream || op->stream->kind != HOST_STREAM ||
			op->stream->stream != HOST_STREAM_NULL)
			continue;
		const struct ir_var *stream = stream_of(op->where.function);
		if (!stream)
			continue;
		struct finding *finding = pass_report_op(pass, op,
			"`%s` works on the NULL stream, since %s is never given a stream, though the "
			"function is given `%s`",
			op->callee, host_object_name(trace, handle), stream->name);
		finding->confidence = CONFIDENCE_LIKELY;
		pass_related(pass, finding, stream->range, "the stream");
	}
}

const struct rule rule_stream_parameter_ignored = {
	.code = "CU725",
	.name = "stream-parameter-ignored",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Function gets a stream, but works on the NULL stream",
	.hooks = {.function = on_function, .host = on_host},
};
