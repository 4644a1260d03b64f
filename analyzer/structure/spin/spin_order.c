/* Where points of a function lie towards each other. */
#include "analyzer/structure/spin/spin_state.h"

static const void *node_of(const struct ir_path *path)
{
	return path->stmt ? (const void *)path->stmt : (const void *)path->expr;
}

struct order {
	const void *a, *b;
	const void *first;
};

static void order_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct order *order = context;
	(void)path;
	if (!order->first && (stmt == order->a || stmt == order->b))
		order->first = stmt;
}

static void order_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct order *order = context;
	(void)path;
	if (!order->first && (expr == order->a || expr == order->b))
		order->first = expr;
}

bool ir_path_before(const struct ir_function *function, const struct ir_path *a, const struct ir_path *b)
{
	const struct ir_visitor visitor = {.stmt = order_stmt, .expr = order_expr};
	struct order order = {.a = node_of(a), .b = node_of(b)};
	if (order.a == order.b)
		return false;
	ir_walk_function(function, &visitor, &order);
	return order.first == order.a;
}

struct ir_range ir_path_range(const struct ir_path *path)
{
	return path->stmt ? path->stmt->range : path->expr->range;
}

static size_t length_of(const struct ir_path *path)
{
	size_t length = 0;
	for (; path; path = path->up)
		length++;
	return length;
}

bool ir_path_fork(const struct ir_path *a, const struct ir_path *b, struct ir_fork *out)
{
	size_t left = length_of(a), right = length_of(b);
	*out = (struct ir_fork){0};
	while (a && b && (left != right || node_of(a) != node_of(b))) {
		bool step_a = left >= right, step_b = right >= left;
		if (step_a) {
			out->a = a->stmt;
			a = a->up;
			left--;
		}
		if (step_b) {
			out->b = b->stmt;
			b = b->up;
			right--;
		}
	}
	if (a && b)
		out->stmt = a->stmt;
	return a && b && a->stmt;
}
