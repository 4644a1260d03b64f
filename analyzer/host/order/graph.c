/* What graphs consist of: the operations captured into them, and the nodes that were added by hand with the
 * edges between them. The launch of a graph gets the accesses of all that is in it. */
#include "analyzer/host/order/order_state.h"

/* ---- nodes added by hand --------------------------------------------------------------------- */

static bool is_node(const struct host_op *op)
{
	return op->kind == HOST_GRAPH_ADD && host_is_work(op);
}

struct search {
	const struct host_order *order;
	struct host_search_room *room;
	const struct host_object *goal;
	int mode;
	size_t todo_count;
	bool is_found;
};

static void reach(struct search *search, const struct host_object *node)
{
	search->is_found |= node ? node == search->goal : search->mode == HOST_GENEROUS;
	if (!node || search->room->seen_in[node->id] == search->room->round)
		return;
	search->room->seen_in[node->id] = search->room->round;
	search->room->todo[search->todo_count++] = node;
}

/* The nodes that `node` waits for by edges that were added on their own: from depends[i] to dependents[i],
 * or, where the counts differ, perhaps from any to any. */
static void follow_edges(struct search *search, const struct host_object *node)
{
	for (size_t i = 0; i < search->order->edges.ops.count; i++) {
		const struct host_op *op = search->order->edges.ops.data[i];
		bool is_paired = op->depends_known && op->depend_count == op->dependent_count;
		if (!is_paired)
			search->is_found |= search->mode == HOST_GENEROUS &&
					    (!op->object || op->object == search->goal->parent);
		for (size_t k = 0; is_paired && k < op->dependent_count; k++)
			if (op->dependents[k] == node)
				reach(search, op->depends[k]);
	}
}

static bool is_reached_from(const struct host_order *order, int mode, const struct host_object *from,
	const struct host_object *goal)
{
	struct search search = {order, order->search, goal, mode, 0, false};
	search.room->round++;
	search.room->seen_in[from->id] = search.room->round;
	search.room->todo[search.todo_count++] = from;
	while (search.todo_count && !search.is_found) {
		const struct host_object *node = search.room->todo[--search.todo_count];
		const struct host_op *op = order->node_ops[node->id];
		search.is_found |= mode == HOST_GENEROUS && (!op || !op->depends_known);
		for (size_t i = 0; op && i < op->depend_count; i++)
			reach(&search, op->depends[i]);
		follow_edges(&search, node);
	}
	return search.is_found;
}

bool host_order_graph_path(
	const struct host_order *order, int mode, const struct host_op *a, const struct host_op *b)
{
	return is_reached_from(order, mode, b->object, a->object) ||
	       is_reached_from(order, mode, a->object, b->object);
}

/* ---- what a launch of a graph touches -------------------------------------------------------- */

struct graphs {
	struct host_order *order;
	const struct host_object **current; /* by the exec's id: the graph that it was updated to */
	bool *is_changed;                   /* by the exec's id: parameters of nodes were set */
	/* the accesses gathered last */
	const struct host_object *graph;
	const struct host_path *path;
	size_t op_count;
	bool is_maybe;
	struct host_access *accesses;
	size_t access_count;
};

static void gather(
	struct graphs *graphs, const struct host_object *graph, bool is_maybe, struct host_op *into)
{
	const struct host_op_list *list = &graphs->order->graph_ops[graph->id];
	if (graphs->graph != graph || graphs->path != into->where.path ||
		graphs->op_count != list->ops.count || graphs->is_maybe != is_maybe) {
		size_t count = 0;
		for (size_t i = 0; i < list->ops.count; i++)
			count += list->ops.data[i]->access_count;
		graphs->graph = graph;
		graphs->path = into->where.path;
		graphs->op_count = list->ops.count;
		graphs->is_maybe = is_maybe;
		graphs->accesses = ARENA_ARRAY(graphs->order->arena, struct host_access, count + 1);
		graphs->access_count = 0;
		for (size_t i = 0; i < list->ops.count; i++) {
			const struct host_op *op = list->ops.data[i];
			bool maybe = is_maybe || !host_is_implied(&into->where, &op->where);
			for (size_t k = 0; k < op->access_count; k++) {
				struct host_access *access = &graphs->accesses[graphs->access_count++];
				*access = op->accesses[k];
				access->is_maybe |= maybe;
			}
		}
	}
	into->accesses = graphs->accesses;
	into->access_count = graphs->access_count;
}

/* The graph among the arguments of a call, other than the one that is added to. */
static const struct host_object *argument(const struct host_op *op, const struct host_object *except)
{
	for (size_t i = op->value_count; i-- > 0;)
		if (op->values[i].kind == HOST_POINTER && op->values[i].object &&
			op->values[i].object->kind == HOST_GRAPH && op->values[i].object != except)
			return op->values[i].object;
	return NULL;
}

static void update(struct graphs *graphs, const struct host_op *op)
{
	if (!op->object)
		return;
	bool is_all = op->call && op->call->detail == CUDA_UPDATES_ALL;
	const struct host_object *graph = is_all ? argument(op, NULL) : NULL;
	if (graph)
		graphs->current[op->object->id] = graph;
	graphs->is_changed[op->object->id] = !graph;
}

static void launch(struct graphs *graphs, struct host_op *op)
{
	const struct host_object *graph = NULL;
	bool is_changed = false;
	if (op->kind == HOST_GRAPH_ADD) {
		graph = argument(op, op->object->parent);
	} else if (op->object && op->object->kind == HOST_GRAPH) {
		graph = op->object;
	} else if (op->object) {
		is_changed = graphs->is_changed[op->object->id];
		graph = graphs->current[op->object->id];
		graph = graph ? graph : op->object->parent;
	}
	if (graph && !op->access_count)
		gather(graphs, graph, is_changed, op);
}

void host_order_graphs(struct host_order *order)
{
	struct graphs graphs = {.order = order,
		.current = ARENA_ARRAY(order->arena, const struct host_object *, order->id_count),
		.is_changed = ARENA_ARRAY(order->arena, bool, order->id_count)};
	order->search = ARENA_NEW(order->arena, struct host_search_room);
	order->search->seen_in = ARENA_ARRAY(order->arena, uint32_t, order->id_count);
	order->search->todo = ARENA_ARRAY(order->arena, const struct host_object *, order->id_count);
	order->graph_ops = ARENA_ARRAY(order->arena, struct host_op_list, order->id_count);
	order->node_ops = ARENA_ARRAY(order->arena, const struct host_op *, order->id_count);
	for (size_t i = 0; i < order->trace->ops.count; i++) {
		struct host_op *op = order->trace->ops.data[i];
		if (op->kind == HOST_GRAPH_UPDATE)
			update(&graphs, op);
		else if (op->kind == HOST_GRAPH_LAUNCH || is_node(op))
			launch(&graphs, op);
		const struct host_object *graph = op->capture;
		if (is_node(op)) {
			order->node_ops[op->object->id] = op;
			graph = op->object->parent;
		} else if (op->kind == HOST_GRAPH_ADD) {
			vec_push(order->arena, &order->edges.ops, op);
		}
		if (graph && host_is_work(op))
			vec_push(order->arena, &order->graph_ops[graph->id].ops, op);
	}
}

size_t host_graph_ops(const struct host_order *order, const struct host_object *graph,
	const struct host_op **out, size_t room)
{
	if (graph && graph->kind == HOST_GRAPH_EXEC)
		graph = graph->parent;
	if (!graph || graph->id >= order->id_count)
		return 0;
	const struct host_op_list *list = &order->graph_ops[graph->id];
	for (size_t i = 0; i < list->ops.count && i < room; i++)
		out[i] = list->ops.data[i];
	return list->ops.count;
}
