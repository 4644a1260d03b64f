/* CU139 resource-leak: memory or a handle that a function makes and loses: nothing frees it, and nothing that
 * outlives the function leads to it.
 *
 * What main holds when it ends goes with the process, unless each turn of a loop makes another one, or main
 * frees everything else: then it is an info. What nothing leads to any more by then is lost all the same: its
 * variable or member was set anew. Of members, also where a function copies what they hold into larger memory
 * and sets them to that. What a destructor may free, what a lambda has, and what code
 * that isn't seen was handed is left alone, and so are ways that end the process. */
#include "analyzer/rule/rule.h"
#include "rules/memory/common/allocation.h"
#include "rules/memory/common/outgrown.h"

#include <string.h>

static bool resets_device(const struct host_trace *trace, const struct host_op *made)
{
	for (size_t i = made->index + 1; i < trace->ops.count; i++)
		if (trace->ops.data[i]->call && trace->ops.data[i]->call->detail == CUDA_RESETS_DEVICE)
			return true;
	return false;
}

static bool is_same_call(const struct host_object *a, const struct host_object *b)
{
	const struct host_call *x = a->made_by->where.call, *y = b->made_by->where.call;
	for (; x && y && x->expr == y->expr; x = x->up)
		y = y->up;
	return a->made == b->made && x == y;
}

/* Whether it is lost as main ends, and the process with it. */
static bool ends_process(const struct host_trace *trace, const struct host_loss *loss)
{
	return trace->is_main && loss->function == trace->root;
}

/* Whether another turn, or another call of the function, did free what the same call had made; or something
 * is freed that isn't known. */
static bool is_freed_elsewhere(const struct host_trace *trace, const struct host_loss *loss)
{
	const struct host_object *object = loss->object;
	bool is_process = ends_process(trace, loss) && !object->made_by->where.turn;
	for (size_t i = object->made_by->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		bool ends = op->kind == HOST_FREE || op->kind == HOST_FREE_ASYNC || op->kind == HOST_DESTROY;
		const struct host_object *freed = ends ? op->object : NULL;
		if (!ends)
			continue;
		if (!freed || (freed->kind == HOST_UNSEEN && freed->made_by == NULL) ||
			(freed != object && freed->made == object->made &&
				((!loss->freed && !is_process) || is_same_call(freed, object))))
			return true;
	}
	return false;
}

struct mention {
	const char *name;
	bool in_lambda, found;
};

static void look_for_name(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct mention *mention = context;
	(void)path;
	if (expr->kind == IR_LAMBDA)
		mention->found = true;
}

static bool has_lambda(const struct ir_function *function)
{
	const struct ir_visitor visitor = {.expr = look_for_name};
	struct mention mention = {0};
	ir_walk_function(function, &visitor, &mention);
	return mention.found;
}

static bool is_repeated(const struct host_op *made)
{
	for (const struct host_turn *turn = made->where.turn; turn; turn = turn->up)
		if (turn->is_cut || !turn->is_last || turn->turn)
			return true;
	return false;
}

/* How many ways out of the function keep the object, or free it. */
static bool is_lost_everywhere(const struct host_trace *trace, const struct host_loss *loss)
{
	for (size_t i = 0; i < trace->losses.count; i++) {
		const struct host_loss *other = &trace->losses.data[i];
		if (other->object->made == loss->object->made && other->function == loss->function &&
			(!other->at || other->at == ir_last_stmt(loss->function->body)))
			return true;
	}
	return false;
}

/* Whether main surely makes it on its way to where it is lost: a way that ends the process loses nothing. */
static bool is_made_before(const struct host_loss *loss)
{
	const struct host_where end = {.path = loss->path};
	return !loss->object->made_by->where.turn && host_is_implied(&end, &loss->object->made_by->where);
}

static bool is_told_of(const struct host_trace *trace, const struct host_loss *loss)
{
	const struct host_object *object = loss->object;
	bool is_process = ends_process(trace, loss);
	return !trace->is_partial && !resets_device(trace, object->made_by) &&
	       !is_freed_elsewhere(trace, loss) && !has_lambda(loss->function) &&
	       (!is_process || loss->freed || is_repeated(object->made_by) || is_made_before(loss));
}

/* In the function that has forgotten it: the allocation, or the call of a helper that allocates. */
static const struct ir_expr *where_made(const struct host_trace *trace, const struct host_loss *loss)
{
	const struct ir_expr *made = loss->object->made;
	if (loss->object->made_by->where.function == loss->function)
		return made;
	for (const struct host_call *call = loss->object->made_by->where.call; call; call = call->up) {
		const struct ir_function *caller = call->up ? call->up->function : trace->root;
		if (call->expr && caller == loss->function)
			return call->expr;
	}
	return made;
}

static const char *ending(const struct host_object *object)
{
	switch (object->kind) {
	case HOST_STREAM:
	case HOST_EVENT:
	case HOST_GRAPH:
	case HOST_GRAPH_EXEC:
	case HOST_LIBRARY: return "destroyed";
	default: return "freed";
	}
}

/* Nearly all is freed, this isn't. What main forgets does no harm. */
static void report_forgotten(struct pass *pass, const struct host_trace *trace, const struct host_loss *loss)
{
	const struct host_object *object = loss->object;
	const struct ir_expr *made = where_made(trace, loss);
	if (allocation_is_told(pass, made->range))
		return;
	bool is_process = ends_process(trace, loss);
	/* a helper's object, or one that got its name where it was handed to */
	bool is_foreign = made != object->made || (object->kind == HOST_HEAP && object->var &&
							  object->var->function != loss->function);
	const char *name = is_foreign && made->kind == IR_CALL
				   ? arena_printf(pass->arena, "what `%s` makes here", made->call->name)
				   : host_object_name(trace, object);
	struct finding *finding =
		pass_report(pass, made->range, "%s isn't %s when `%s` %s, which frees %zu others%s", name,
			ending(object), loss->function->name, is_process ? "ends" : "returns", loss->freed,
			is_process ? ": it goes with the process" : "");
	finding->function = loss->function->display;
	finding->confidence = CONFIDENCE_LIKELY;
	if (is_process)
		finding->severity = SEVERITY_INFO;
	if (made != object->made)
		allocation_related(pass, finding, object);
}

static void report(struct pass *pass, const struct host_trace *trace, const struct host_loss *loss)
{
	const struct host_object *object = loss->object;
	if (allocation_is_told(pass, object->made->range))
		return;
	bool is_process = ends_process(trace, loss);
	const char *name = host_object_name(trace, object), *ended = ending(object);
	if (is_lost_everywhere(trace, loss)) {
		bool is_repeat = is_process && is_repeated(object->made_by);
		struct finding *finding =
			is_repeat ? pass_report(pass, object->made->range,
					    "each turn of the loop makes %s anew, and it is never %s", name,
					    ended)
			: is_process
				? pass_report(pass, object->made->range,
					  "nothing leads to %s any more when `%s` ends: what held it was set "
					  "anew, and it was never %s",
					  name, loss->function->name, ended)
				: pass_report(pass, object->made->range,
					  "%s is lost when `%s` returns: it is never %s", name,
					  loss->function->name, ended);
		finding->function = object->made_by->where.function->display;
		return;
	}
	struct finding *finding = pass_report(pass, loss->at->range, "%s isn't %s on this way out of `%s`",
		name, ended, loss->function->name);
	finding->function = loss->function->display;
	finding->severity = SEVERITY_INFO;
	allocation_related(pass, finding, object);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->losses.count; i++)
		if (is_told_of(trace, &trace->losses.data[i]))
			(trace->losses.data[i].freed ? report_forgotten : report)(
				pass, trace, &trace->losses.data[i]);
}

static void on_function(struct pass *pass, const struct ir_function *function)
{
	struct outgrown outgrown;
	if (!outgrown_find(function, &outgrown) || allocation_is_told(pass, outgrown.made->range))
		return;
	struct finding *finding = pass_report(pass, outgrown.made->range,
		"`%s` is set to `%s`, and nobody frees what it held: what was copied from is lost",
		outgrown.member, outgrown.fresh->name);
	pass_related(pass, finding, outgrown.set->range, "set anew here");
}

const struct rule rule_resource_leak = {
	.code = "CU139",
	.name = "resource-leak",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Memory or a handle that nobody frees",
	.hooks = {.function = on_function, .host = on_host},
};
