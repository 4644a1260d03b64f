/* CU721 graph-memory-lifetime: memory that a graph allocates, used where the graph doesn't have it.
 *
 * Within the graph (captured, or built by hand) every use must come after the allocation and before the free,
 * by a path of edges; the pointer is known long before. Outside the graph the memory is there once the graph
 * has been launched, and only if the graph doesn't free it. Where the order isn't known: silent. */
#include "rules/graphs/common/captures.h"

/* The graph that an operation is a node of; NULL: it runs by itself. */
static const struct host_object *graph_of(const struct host_op *op)
{
	if (op->capture)
		return op->capture;
	if (op->kind == HOST_GRAPH_ADD && op->object && op->object->kind == HOST_GRAPH_NODE)
		return op->object->parent;
	return NULL;
}

/* The memory that a node allocates. */
static const struct host_object *allocated(const struct host_op *op)
{
	if (!graph_of(op))
		return NULL;
	if (op->kind == HOST_MALLOC_ASYNC)
		return op->object;
	return op->kind == HOST_GRAPH_ADD && op->memory && op->memory->made_by == op ? op->memory : NULL;
}

static bool frees(const struct host_op *op, const struct host_object *memory)
{
	if (op->kind == HOST_FREE_ASYNC)
		return op->object == memory;
	return op->kind == HOST_GRAPH_ADD && op->memory == memory && memory->made_by != op;
}

static const struct host_access *use_of(const struct host_op *op, const struct host_object *memory)
{
	if (!host_is_work(op) || op->kind == HOST_MALLOC_ASYNC || op->kind == HOST_FREE_ASYNC)
		return NULL;
	for (size_t i = 0; i < op->access_count; i++)
		if (op->accesses[i].object == memory && !op->accesses[i].is_maybe)
			return &op->accesses[i];
	return NULL;
}

struct life {
	struct pass *pass;
	struct host_trace *trace;
	const struct host_order *order;
	const struct host_object *memory, *graph;
	const struct host_op *alloc;
};

static void report(const struct life *life, const struct host_op *use, const struct host_op *other,
	const char *text, const char *note)
{
	struct finding *finding =
		pass_report_op(life->pass, use, text, host_object_name(life->trace, life->memory));
	pass_related(life->pass, finding, other->range, "%s", note);
}

static bool is_unordered(const struct life *life, const struct host_op *a, const struct host_op *b)
{
	return !host_is_ordered(life->order, a, b) && !host_is_order_unknown(life->order, a, b);
}

static void judge_inside(const struct life *life, const struct host_op *use, const struct host_op *release)
{
	if (is_unordered(life, life->alloc, use)) {
		report(life, use, life->alloc,
			"%s is used by a node that doesn't come after the node that allocates it: no path of "
			"the graph leads from there to here",
			"allocated by this node");
		return;
	}
	if (!release || !host_may_both_happen(&use->where, &release->where))
		return;
	bool is_after = use->index > release->index;
	if (is_after && graph_of(use) == graph_of(release) && host_is_ordered(life->order, release, use) &&
		!host_is_order_unknown(life->order, release, use))
		report(life, use, release, "%s is used after the node that frees it", "freed by this node");
	else if (is_after ? is_unordered(life, release, use) : is_unordered(life, use, release))
		report(life, use, release,
			"%s is used by a node that doesn't come before the node that frees it: the free may "
			"run first",
			"freed by this node");
}

/* Whether a launch of the graph, or code that isn't seen, comes before. */
static bool may_be_launched(const struct life *life, const struct host_op *use, bool *is_seen)
{
	bool may_be = false;
	for (size_t i = 0; i < use->index; i++) {
		const struct host_op *op = life->trace->ops.data[i];
		if (!host_may_both_happen(&op->where, &use->where))
			continue;
		if (op->kind == HOST_GRAPH_LAUNCH) {
			const struct host_object *behind = graph_behind(op->object);
			*is_seen |= behind == life->graph;
			may_be |= !behind || behind == life->graph;
		}
		may_be |= op->kind == HOST_OPAQUE && op->index > life->alloc->index;
	}
	return may_be;
}

/* Whether the memory is given again by something else: allocated anew into the same variable is new memory.
 */
static void judge_outside(const struct life *life, const struct host_op *use, const struct host_op *release)
{
	bool is_launched = false;
	if (life->graph->is_escaped)
		return;
	if (!may_be_launched(life, use, &is_launched))
		report(life, use, life->alloc,
			"%s is used before the graph that allocates it has been launched: the memory isn't "
			"there yet",
			"only captured or added here, which allocates nothing yet");
	else if (is_launched && release)
		report(life, use, release,
			"%s is used outside the graph, which frees it at its end: the memory is gone",
			"every launch of the graph frees it here");
}

static void judge(const struct life *life)
{
	const struct host_op *release = NULL;
	for (size_t i = life->alloc->index + 1; i < life->trace->ops.count && !release; i++)
		if (frees(life->trace->ops.data[i], life->memory) &&
			graph_of(life->trace->ops.data[i]) == life->graph)
			release = life->trace->ops.data[i];
	for (size_t i = life->alloc->index + 1; i < life->trace->ops.count; i++) {
		const struct host_op *op = life->trace->ops.data[i];
		if (!use_of(op, life->memory) || !host_may_both_happen(&op->where, &life->alloc->where))
			continue;
		if (graph_of(op) == life->graph)
			judge_inside(life, op, release);
		else if (!graph_of(op) && op->kind != HOST_GRAPH_LAUNCH)
			judge_outside(life, op, release);
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		const struct life life = {.pass = pass,
			.trace = trace,
			.order = order,
			.memory = allocated(op),
			.graph = graph_of(op),
			.alloc = op};
		if (life.memory && life.graph)
			judge(&life);
	}
}

const struct rule rule_graph_memory_lifetime = {
	.code = "CU721",
	.name = "graph-memory-lifetime",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Memory of a graph used before its allocation or after its free",
	.hooks = {.host = on_host},
};
