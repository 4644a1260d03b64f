/* CU729 graph-dependency: dependencies of nodes that are added to a graph by hand.
 *
 *   - an array of dependencies has copied a node's handle before the call that adds the node stores it
 *   - more dependencies are stated than the array has, or one twice
 *   - two nodes touch the same bytes, one writes, and no path of edges joins them
 *
 * Graphs that code which isn't seen may change, or whose edges or parameters are changed afterwards, are left
 * alone in the third case, and so are nodes of which the dependencies can't be followed. */
#include <string.h>

#include "rules/graphs/common/captures.h"
#include "rules/host/common/api.h"

static bool is_node_add(const struct host_op *op)
{
	return op->kind == HOST_GRAPH_ADD && op->object && op->object->kind == HOST_GRAPH_NODE;
}

/* ---- the array ------------------------------------------------------------------------------- */

/* Whether a handle is what a local variable held before anything was stored in it. */
static bool is_unset(const struct host_object *handle)
{
	return handle && handle->kind == HOST_UNSEEN && handle->is_unset && handle->var &&
	       handle->var->storage == IR_LOCAL && !handle->var->init &&
	       handle->var->type->kind == IR_TYPE_POINTER;
}

static const struct host_op *filled_by(
	const struct host_trace *trace, const struct ir_var *var, const struct host_op *before)
{
	for (size_t i = before->index; i-- > 0;) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_GRAPH_ADD && op->value_count && op->values[0].kind == HOST_POINTER &&
			op->values[0].object->var == var)
			return op;
	}
	return NULL;
}

static void judge_handles(struct pass *pass, struct host_trace *trace, const struct host_op *op)
{
	for (size_t i = 0; i < op->depend_count; i++) {
		if (!is_unset(op->depends[i]))
			continue;
		const struct ir_var *var = op->depends[i]->var;
		const struct host_op *add = filled_by(trace, var, op);
		struct finding *finding = pass_report_op(pass, op,
			"dependency %zu is a copy of `%s` from before any node was stored in it: the array "
			"must be filled after the call that adds `%s`",
			i, var->name, var->name);
		pass_related(
			pass, finding, var->decl_range, "`%s` has no value yet when it is copied", var->name);
		if (add)
			pass_related(pass, finding, add->range, "the node is stored in `%s` here", var->name);
		return; /* findings at one place are one */
	}
}

static void judge_duplicates(struct pass *pass, struct host_trace *trace, const struct host_op *op)
{
	for (size_t i = 0; is_node_add(op) && i < op->depend_count; i++)
		for (size_t k = 0; k < i; k++)
			if (op->depends[i] && op->depends[i] == op->depends[k] &&
				op->depends[i]->kind == HOST_GRAPH_NODE) {
				pass_report_op(pass, op,
					"%s is listed twice among the dependencies, which `%s` doesn't accept",
					host_object_name(trace, op->depends[i]), op->callee);
				return;
			}
}

/* An array of handles shorter than the count that goes with it. */
static void judge_count(struct pass *pass, const struct host_op *op, size_t array, size_t count)
{
	enum { HANDLE = 8 };
	int64_t stated, start;
	if (array >= op->value_count || count >= op->value_count)
		return;
	const struct host_value *at = &op->values[array], *number = &op->values[count];
	if (at->kind != HOST_POINTER || at->object->kind != HOST_VARIABLE || !at->object->var ||
		number->kind != HOST_NUMBER || !host_sum_is_number(number->number, &stated) ||
		!host_sum_is_number(at->number, &start))
		return;
	const struct ir_type *type = at->object->var->type;
	if (type->size <= 0 || type->kind == IR_TYPE_REFERENCE || stated < 0 || start < 0 ||
		start + stated * HANDLE <= type->size)
		return;
	pass_report_op(pass, op, "%lld dependencies are stated but `%s` has %lld: `%s` reads past its end",
		(long long)stated, at->object->var->name, (long long)((type->size - start) / HANDLE),
		op->callee);
}

/* ---- nodes without a path -------------------------------------------------------------------- */

static bool is_changed_later(const struct host_trace *trace)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		if (cuda_host_traits(trace->ops.data[i]->callee)->changes_graph)
			return true;
	return false;
}

/* Whether code that isn't seen is handed the graph, or a node of it. */
static bool is_handed_over(const struct host_trace *trace, const struct host_object *object)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		for (size_t k = 0; op->kind == HOST_OPAQUE && k < op->value_count; k++)
			if (op->values[k].kind == HOST_POINTER && op->values[k].object == object)
				return true;
	}
	return false;
}

/* A graph of the caller's gets nodes here whose handles nobody else has: who adds edges afterwards has to
 * look for them. */
static bool is_filled_here(const struct host_trace *trace, const struct host_op *add)
{
	const struct host_object *graph = add->object->parent;
	return graph->kind == HOST_UNSEEN && graph->var && graph->var->storage == IR_PARAM &&
	       !add->object->is_escaped && !is_handed_over(trace, graph);
}

static void judge_pair(struct pass *pass, struct host_trace *trace, const struct host_order *order,
	const struct host_op *a, const struct host_op *b)
{
	const struct host_access *in_a = NULL, *in_b = NULL;
	if (a->object->parent != b->object->parent || !host_may_both_happen(&a->where, &b->where) ||
		host_conflict(trace, a, b, &in_a, &in_b) < 2 || host_is_ordered(order, a, b) ||
		host_is_order_unknown(order, a, b))
		return;
	const char *memory = host_object_name(trace, in_b->object);
	struct finding *finding = pass_report_op(pass, b,
		"this node %s %s, which another node %s, and no path of the graph joins the two: they may "
		"run at the same time",
		in_b->writes ? "writes" : "reads", memory, in_a->writes ? "writes" : "reads");
	pass_related(pass, finding, a->range, "the other node");
	if (b->object->parent->is_escaped)
		finding->confidence = CONFIDENCE_LIKELY;
}

static void judge_paths(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	if (is_changed_later(trace))
		return;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *b = trace->ops.data[i];
		if (!is_node_add(b) || !b->depends_known || !b->object->parent ||
			(b->object->parent->is_escaped && !is_filled_here(trace, b)))
			continue;
		for (size_t k = 0; k < i; k++)
			if (is_node_add(trace->ops.data[k]) &&
				(!b->object->parent->is_escaped || !trace->ops.data[k]->object->is_escaped))
				judge_pair(pass, trace, order, trace->ops.data[k], b);
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind != HOST_GRAPH_ADD)
			continue;
		/* data of edges may stand in front of it */
		const char *roles = op->expr ? api_call(op->expr).roles : "", *at = strchr(roles, 'c');
		size_t count = at ? (size_t)(at - roles) : 3;
		judge_handles(pass, trace, op);
		judge_duplicates(pass, trace, op);
		judge_count(pass, op, 2, count);
		if (!is_node_add(op))
			judge_count(pass, op, 1, count);
	}
	judge_paths(pass, trace, order);
}

const struct rule rule_graph_dependency = {
	.code = "CU729",
	.name = "graph-dependency",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Dependency of a graph's node that is wrong or missing",
	.hooks = {.host = on_host},
};
