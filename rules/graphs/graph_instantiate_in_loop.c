/* CU720 graph-instantiate-in-loop: a graph that is instantiated in every turn of the loop that launches it.
 *
 * Reported when an instantiation happens in at least three turns of a loop whenever the graph is launched
 * there, and the graph is launched only once per instantiation. Silent where the loop goes over graphs that
 * were made elsewhere (each is instantiated once), where the launches are in a loop of their own inside, and
 * in loops of fewer turns. */
#include "rules/graphs/common/captures.h"

enum { TURNS = 3 };

static const struct host_turn *turn_in(const struct host_op *op, const struct host_turn *of)
{
	const struct host_turn *turn = host_turn_of(&op->where, of->loop);
	return turn && turn->run == of->run ? turn : NULL;
}

/* The graph itself, of an instance or a graph, seen to be made or not. */
static const struct host_object *graph_of(const struct host_object *object)
{
	return object && object->kind == HOST_GRAPH_EXEC ? object->parent : object;
}

/* The operation that made the graph: the end of its capture, or its creation. */
static const struct host_op *maker(const struct host_trace *trace, const struct host_object *graph)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if ((op->kind == HOST_CAPTURE_END || op->kind == HOST_MAKE) && op->object == graph)
			return op;
	}
	return NULL;
}

/* The launch of what is instantiated, in the same turn: the only one, whenever which happens the
 * instantiation does too. */
static const struct host_op *single_launch(
	const struct host_trace *trace, const struct host_op *instance, const struct host_turn *turn)
{
	const struct host_op *launch = NULL;
	const struct host_object *graph = graph_of(instance->object);
	for (size_t i = instance->index + 1; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind == HOST_INSTANTIATE && op->expr == instance->expr)
			break;
		if (op->kind != HOST_GRAPH_LAUNCH || !host_is_in_turn(op, turn) ||
			graph_of(op->object) != graph || !host_may_both_happen(&op->where, &instance->where))
			continue;
		if (launch)
			return NULL;
		launch = op;
	}
	return launch && host_is_implied(&launch->where, &instance->where) ? launch : NULL;
}

/* Whether the instantiation is the first of the loop, and how many turns have one. */
static size_t count_turns(
	const struct host_trace *trace, const struct host_op *first, const struct host_turn *in)
{
	size_t count = 0;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind != HOST_INSTANTIATE || op->expr != first->expr || !turn_in(op, in))
			continue;
		if (i < first->index)
			return 0;
		const struct host_op *made = maker(trace, graph_of(op->object));
		bool is_new = made && host_is_in_turn(made, turn_in(op, in));
		bool is_same = op->object == first->object;
		count += (is_new || is_same) && single_launch(trace, op, turn_in(op, in));
	}
	return count;
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind != HOST_INSTANTIATE || !graph_of(op->object))
			continue;
		for (const struct host_turn *turn = op->where.turn; turn; turn = turn->up) {
			if (count_turns(trace, op, turn) < TURNS)
				continue;
			const struct host_op *launch = single_launch(trace, op, turn);
			const struct host_op *made = maker(trace, graph_of(op->object));
			bool is_new = made && host_is_in_turn(made, turn);
			struct finding *finding = pass_report_op(pass, op,
				"`%s` is called in every turn of the loop for one launch: instantiating "
				"costs more than the launches that a graph saves; %s",
				op->callee,
				is_new ? "instantiate once and bring the instance up to date with "
					 "cudaGraphExecUpdate"
				       : "instantiate before the loop");

			pass_cost_host(pass, finding, model_host_costs.instantiate_us, 0);
			if (launch)
				pass_related(
					pass, finding, launch->range, "launched once per instantiation here");
			break;
		}
	}
}

const struct rule rule_graph_instantiate_in_loop = {
	.code = "CU720",
	.name = "graph-instantiate-in-loop",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Graph instantiated in every turn of the loop that launches it",
	.hooks = {.host = on_host},
};
