/* What the rules on programmatic dependent launch share. See dependent_launch.h. */
#include "rules/launch/common/dependent_launch.h"

#include <stdarg.h>

enum { STREAM_SERIALIZATION = 6 }; /* cudaLaunchAttributeProgrammaticStreamSerialization */
enum { MOST_PAIRS = 16 };

struct executed {
	const struct ir_function *kernel;
	const struct ir_launch *site;
	struct sync_grid_dependency grid;
};

struct executions {
	VEC(struct executed) list;
};

enum dependent dependent_launch(const struct host_launch *launch)
{
	int64_t on;
	enum dependent best =
		launch->config_known && launch->attributes_known ? DEPENDENT_NO : DEPENDENT_MAYBE;
	for (size_t i = 0; i < launch->attribute_count; i++) {
		const struct host_attribute *attribute = &launch->attributes[i];
		if (!attribute->id_known)
			best = best == DEPENDENT_NO ? DEPENDENT_MAYBE : best;
		else if (attribute->id != STREAM_SERIALIZATION)
			continue;
		else if (!attribute->value[0] || !host_sum_is_number(attribute->value[0], &on))
			best = best == DEPENDENT_NO ? DEPENDENT_MAYBE : best;
		else if (on)
			return DEPENDENT_YES;
	}
	return best;
}

bool dependent_is_asked(const struct host_launch *launch)
{
	bool is_given = false; /* with a value that isn't known */
	for (size_t i = 0; i < launch->attribute_count; i++)
		is_given |=
			launch->attributes[i].id_known && launch->attributes[i].id == STREAM_SERIALIZATION;
	enum dependent dependent = dependent_launch(launch);
	return dependent == DEPENDENT_YES || (dependent == DEPENDENT_MAYBE && is_given);
}

/* ---- kernels --------------------------------------------------------------------------------- */

static const struct simt_event *keep_event(struct pass *pass, const struct simt_event *event)
{
	if (!event)
		return NULL;
	struct simt_event *copy = ARENA_NEW(pass->arena, struct simt_event);
	copy->kind = event->kind;
	copy->site = event->site;
	copy->stmt = event->stmt;
	copy->function = event->function;
	return copy;
}

void dependent_note(struct pass *pass, const struct simt_report *report)
{
	const struct sync_grid_dependency *from = &report->sync.grid;
	struct executions *executions = pass->state;
	if (!executions)
		pass->state = executions = ARENA_NEW(pass->arena, struct executions);
	struct executed executed = {.kernel = report->kernel, .site = report->launch->site};
	executed.grid.wait = keep_event(pass, from->wait);
	executed.grid.trigger = keep_event(pass, from->trigger);
	executed.grid.triggers_unwaited = from->triggers_unwaited;
	executed.grid.is_cut = from->is_cut || report->result.gave_up;
	for (size_t i = 0; i < from->accesses.count; i++)
		vec_push(pass->arena, &executed.grid.accesses, from->accesses.data[i]);
	vec_push(pass->arena, &executions->list, executed);
}

const struct sync_grid_dependency *dependent_kernel(const struct pass *pass, const struct host_op *op)
{
	const struct executions *executions = pass->state;
	const struct sync_grid_dependency *found = NULL;
	if (!op->launch->kernel)
		return NULL;
	for (size_t i = 0; executions && i < executions->list.count; i++) {
		const struct executed *executed = &executions->list.data[i];
		if (executed->kernel != op->launch->kernel)
			continue;
		if (!found || executed->site == op->launch->launch)
			found = &executed->grid;
	}
	return found;
}

bool dependent_is_used(const struct pass *pass)
{
	const struct executions *executions = pass->state;
	for (size_t i = 0; executions && i < executions->list.count; i++)
		if (executions->list.data[i].grid.wait || executions->list.data[i].grid.trigger)
			return true;
	return false;
}

/* ---- streams --------------------------------------------------------------------------------- */

/* Code that isn't seen may wait for the device; not so what is asked for a number, with nothing but numbers.
 */
static bool may_wait(const struct host_op *op)
{
	const struct ir_expr *call = op->expr;
	const struct ir_type *type = call ? ir_type_value(call->type) : NULL;
	if (!type || type->kind == IR_TYPE_VOID)
		return true;
	for (size_t i = 0; call->kind == IR_CALL && i < call->operand_count; i++)
		if (ir_type_value(call->operands[i]->type)->kind == IR_TYPE_POINTER ||
			ir_type_value(call->operands[i]->type)->kind == IR_TYPE_RECORD)
			return true;
	return call->kind != IR_CALL || call->call->object;
}

/* Whether an operation keeps a later launch of the stream from starting early, or may. */
static bool is_between(const struct host_op *op, const struct host_object *stream)
{
	switch (op->kind) {
	case HOST_MAKE:
	case HOST_STREAM_ATTRIBUTE:
	case HOST_STREAM_QUERY: return false;
	case HOST_DEVICE_SYNC:
	case HOST_EVENT_SYNC: return true;
	case HOST_COPY: return !op->is_async || op->stream == stream;
	case HOST_FREE: return op->object && op->object->kind == HOST_DEVICE;
	case HOST_OPAQUE: return may_wait(op);
	case HOST_RUNTIME:
		for (size_t i = 0; i < op->value_count; i++)
			if (op->values[i].kind == HOST_POINTER && op->values[i].object == stream)
				return true;
		return false;
	default: return op->stream == stream;
	}
}

static bool in_pairs(const dependent_pairs *pairs, const struct host_op *earlier)
{
	for (size_t i = 0; i < pairs->count; i++)
		if (pairs->data[i].earlier == earlier)
			return true;
	return false;
}

/* What comes right before `at` in the stream, by any way that leads there. */
static void add_before(struct pass *pass, const struct host_trace *trace, const struct host_op *at,
	struct dependent_pair pair, dependent_pairs *out)
{
	for (size_t i = at->index; i-- > 0;) {
		const struct host_op *op = trace->ops.data[i];
		if (!host_may_both_happen(&op->where, &at->where) ||
			!host_may_both_happen(&op->where, &pair.later->where) || op->capture != at->capture)
			continue;
		if (op->kind == HOST_LAUNCH && op->launch && op->stream == at->stream) {
			pair.earlier = op;
			if (!in_pairs(out, op) && out->count < MOST_PAIRS)
				vec_push(pass->arena, out, pair);
			if (host_is_implied(&at->where, &op->where))
				return;
		} else if (is_between(op, at->stream)) {
			return;
		}
	}
}

void dependent_before(
	struct pass *pass, const struct host_trace *trace, const struct host_op *later, dependent_pairs *out)
{
	out->count = 0;
	if (later->stream)
		add_before(pass, trace, later, (struct dependent_pair){.later = later}, out);
}

void dependent_in_flight(
	struct pass *pass, const struct host_trace *trace, const struct host_op *later, dependent_pairs *out)
{
	dependent_before(pass, trace, later, out);
	/* what an early starter has not waited for is still there when it lets others start */
	for (size_t i = 0; i < out->count && out->count < MOST_PAIRS; i++) {
		struct dependent_pair pair = out->data[i];
		const struct host_op *middle = pair.earlier;
		const struct sync_grid_dependency *grid = dependent_kernel(pass, middle);
		if (!grid || grid->is_cut || dependent_launch(middle->launch) != DEPENDENT_YES ||
			(grid->wait && !grid->triggers_unwaited))
			continue;
		pair.is_beyond_wait |= !grid->wait;
		add_before(pass, trace, middle, pair, out);
	}
}

const struct host_op *dependent_follower(const struct host_trace *trace, const struct host_op *op)
{
	for (size_t i = op->index + 1; i < trace->ops.count; i++) {
		const struct host_op *next = trace->ops.data[i];
		if (!host_may_both_happen(&op->where, &next->where))
			continue;
		if (next->kind == HOST_LAUNCH && next->launch && next->stream == op->stream)
			return next->capture == op->capture ? next : NULL;
		if (is_between(next, op->stream))
			return NULL;
	}
	return NULL;
}

/* ---- memory ---------------------------------------------------------------------------------- */

const struct host_access *dependent_memory(const struct host_op *op, const struct ir_var *root, size_t *from)
{
	const struct host_launch *launch = op->launch;
	const struct ir_function *kernel = launch->kernel;
	size_t param = 0;
	while (param < kernel->param_count && kernel->params[param] != root)
		param++;
	for (; *from < op->access_count; (*from)++) {
		const struct host_access *access = &op->accesses[*from];
		bool is_it = param == kernel->param_count && access->object && access->object->var == root;
		if (param < kernel->param_count && launch->launch && param < launch->launch->arg_count &&
			launch->launch->arg_count == kernel->param_count && access->expr != op->expr)
			is_it = access->expr == launch->launch->args[param];
		else if (param < kernel->param_count && param < launch->arg_count)
			is_it = launch->args[param].kind == HOST_POINTER &&
				launch->args[param].object == access->object &&
				launch->args[param].number == access->offset;
		if (is_it) {
			(*from)++;
			return access;
		}
	}
	return NULL;
}

int dependent_meet(struct host_trace *trace, const struct host_access *a, const struct host_access *b)
{
	if (!a->object || a->object != b->object ||
		host_ranges_disjoint(trace->sums, a->offset, a->size, b->offset, b->size))
		return 0;
	return host_ranges_overlap(a->offset, a->size, b->offset, b->size) ? 2 : 1;
}

/* Whether the earlier kernel writes the memory after its trigger alone. */
bool dependent_writes_late(
	const struct pass *pass, const struct host_op *earlier, const struct host_access *access)
{
	const struct sync_grid_dependency *grid = dependent_kernel(pass, earlier);
	bool late = false;
	for (size_t i = 0; grid && i < grid->accesses.count; i++) {
		const struct sync_grid_access *write = &grid->accesses.data[i];
		size_t from = 0;
		const struct host_access *at;
		while (write->writes && (at = dependent_memory(earlier, write->root, &from)) != NULL) {
			if (at->object != access->object)
				continue;
			if (!write->after_trigger)
				return false;
			late = true;
		}
	}
	return late;
}

/* ---- messages -------------------------------------------------------------------------------- */

struct finding *dependent_report(
	struct pass *pass, const struct sync_grid_access *access, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const char *text = arena_vprintf(pass->arena, format, args);
	va_end(args);
	const struct ir_function *function = pass->function;
	pass->function = access->function;
	struct finding *finding = pass_report(pass, access->expr->range, "%s", text);
	pass->function = function;
	return finding;
}

struct ir_range dependent_range(const struct simt_event *event)
{
	return event->site ? event->site->range : event->stmt->range;
}
