/* CU717 graph-opportunity: a loop that issues the same short kernels in every turn, with nothing on the host
 * in between: they could be one launch of a graph.
 *
 * Three or more launches per turn, or a loop of a known number of turns that makes ten and more with two
 * kernels or more each, with equal arguments from turn to turn or from turn to the next but one (two buffers
 * that are swapped), not captured already. Asynchronous copies, fills, records and waits of streams may be
 * among them; anything else that the host does there, or a condition, makes the turns differ. Launches of
 * known size with many threads aren't short. */
#include "analyzer/cuda/host_traits.h"
#include "rules/graphs/common/captures.h"

enum { LEAST_LAUNCHES = 3, LEAST_OF_SHORT_TURN = 2, LEAST_IN_ALL = 10 };
enum { MOST_OPS = 256, TURNS = 3, SHORT_THREADS = 1 << 18 };

/* The operations of one turn. */
struct turn_ops {
	const struct host_op *ops[MOST_OPS];
	size_t count;
	int64_t launches; /* with those of turns of inner loops that weren't walked */
	bool is_plain, is_measured;
	bool is_least; /* an inner loop takes nobody knows how many turns more */
};

static bool is_harmless(const struct host_op *op)
{
	switch (op->kind) {
	case HOST_LAUNCH: return !op->capture;
	case HOST_COPY:
	case HOST_MEMSET: return op->is_async && !op->capture;
	case HOST_RECORD:
	case HOST_STREAM_WAIT: return true;
	case HOST_RUNTIME: return cuda_host_traits(op->callee)->asks_error;
	default: return false;
	}
}

/* Threads of a launch; -1: unknown. */
static int64_t threads_of(const struct host_launch *launch)
{
	int64_t threads = 1, number;
	for (int i = 0; i < 3; i++)
		for (int side = 0; side < 2; side++) {
			const struct host_sum *extent = side ? launch->block[i] : launch->grid[i];
			if (!host_sum_is_number(extent, &number))
				return -1;
			if (number < 0 || number > SHORT_THREADS || threads * number > SHORT_THREADS)
				return (int64_t)SHORT_THREADS + 1;
			threads *= number;
		}
	return threads;
}

/* How many launches a launch that was walked stands for in one turn of the loop around it: the first turn of
 * an inner loop that was cut stands for all of its turns. */
static int64_t weight_of(const struct host_op *op, const struct host_turn *in, bool *is_least)
{
	int64_t weight = 1;
	for (const struct host_turn *at = op->where.turn; at && at != in; at = at->up) {
		if (at->loop == in->loop && at->run == in->run)
			break;
		if (!at->is_cut)
			continue;
		*is_least |= at->total < 0;
		if (at->total >= 0 && (at->turn || __builtin_mul_overflow(weight, at->total, &weight)))
			return 0;
	}
	return weight;
}

static void gather(
	const struct host_trace *trace, const struct host_turn *in, uint32_t turn, struct turn_ops *out)
{
	*out = (struct turn_ops){.is_plain = true, .is_measured = true};
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		const struct host_turn *at = host_turn_of(&op->where, in->loop);
		if (!at || at->run != in->run || at->turn != turn || op->kind == HOST_SCOPE_END)
			continue;
		out->is_plain &= is_harmless(op) && out->count < MOST_OPS;
		if (!out->is_plain)
			return;
		out->ops[out->count++] = op;
		if (op->kind != HOST_LAUNCH)
			continue;
		int64_t threads = threads_of(op->launch);
		out->launches += weight_of(op, in, &out->is_least);
		out->is_measured &= threads >= 0;
		out->is_plain &= threads <= SHORT_THREADS;
	}
}

static bool is_equal(const struct host_value *a, const struct host_value *b)
{
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case HOST_NUMBER: return a->number == b->number;
	case HOST_REAL: return a->real == b->real;
	case HOST_POINTER: return a->object == b->object && a->number == b->number;
	default: return a->function == b->function;
	}
}

static bool are_equal(const struct host_value *a, size_t a_count, const struct host_value *b, size_t b_count)
{
	if (a_count != b_count)
		return false;
	for (size_t i = 0; i < a_count; i++)
		if (!is_equal(&a[i], &b[i]))
			return false;
	return true;
}

static bool is_same_op(const struct host_op *a, const struct host_op *b)
{
	if (a->kind != b->kind || a->expr != b->expr || a->stream != b->stream || a->event != b->event ||
		!host_is_implied(&a->where, &b->where) || !host_is_implied(&b->where, &a->where))
		return false;
	if (a->kind != HOST_LAUNCH)
		return are_equal(a->values, a->value_count, b->values, b->value_count);
	for (int i = 0; i < 3; i++)
		if (a->launch->grid[i] != b->launch->grid[i] || a->launch->block[i] != b->launch->block[i])
			return false;
	return are_equal(a->launch->args, a->launch->arg_count, b->launch->args, b->launch->arg_count);
}

static bool is_same_turn(const struct turn_ops *a, const struct turn_ops *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (!is_same_op(a->ops[i], b->ops[i]))
			return false;
	return true;
}

/* All under the conditions of the first: no branch in the turn. */
static bool is_straight(const struct turn_ops *turn)
{
	for (size_t i = 1; i < turn->count; i++)
		if (!host_is_implied(&turn->ops[0]->where, &turn->ops[i]->where))
			return false;
	return true;
}

static const struct host_op *first_launch(const struct turn_ops *turn)
{
	for (size_t i = 0; i < turn->count; i++)
		if (turn->ops[i]->kind == HOST_LAUNCH)
			return turn->ops[i];
	return NULL;
}

/* Whether a graph pays: of one turn, or of all turns of a short loop, be it of a single kernel where another
 * loop repeats it. */
static bool is_enough(const struct turn_ops *turn, const struct host_turn *in)
{
	int64_t least = in->up ? 1 : LEAST_OF_SHORT_TURN;
	return turn->launches >= LEAST_LAUNCHES ||
	       (turn->launches >= least && in->total > 0 && in->total <= INT32_MAX &&
		       turn->launches * in->total >= LEAST_IN_ALL);
}

/* ", 90 launches in each turn of the loop around it and 900 in all"; "" where the number isn't known. */
static const char *numbers(struct pass *pass, const struct turn_ops *turn, const struct host_turn *in)
{
	int64_t own = turn->launches, all;
	if (turn->is_least || in->total < 0 || __builtin_mul_overflow(own, in->total, &own))
		return "";
	if (!in->up)
		return arena_printf(pass->arena, ", %lld launches in all,", (long long)own);
	all = own;
	for (const struct host_turn *up = in->up; up; up = up->up)
		if (up->total < 0 || __builtin_mul_overflow(all, up->total, &all))
			return arena_printf(pass->arena,
				", %lld launches in each turn of the loop around it,", (long long)own);
	return arena_printf(pass->arena,
		", %lld launches in each turn of the loop around it and %lld in all,", (long long)own,
		(long long)all);
}

static const char *turns_text(struct pass *pass, const struct host_turn *in)
{
	return in->total < 0 ? "every turn"
			     : arena_printf(pass->arena, "each of its %lld turns", (long long)in->total);
}

static const char *kernels_text(struct pass *pass, const struct turn_ops *turn)
{
	return turn->launches == 1 ? "kernel"
				   : arena_printf(pass->arena, "%s%lld kernels",
					     turn->is_least ? "at least " : "", (long long)turn->launches);
}

static void report(struct pass *pass, const struct host_op *op, const struct host_turn *in,
	const struct turn_ops *turn, bool is_swapping)
{
	bool is_short = turn->launches < LEAST_LAUNCHES;
	struct finding *finding = pass_report_op(pass, op,
		"the loop issues the same %s in %s%s and the host does nothing in between: captured once "
		"into a graph%s they are a single launch%s",
		kernels_text(pass, turn), turns_text(pass, in), numbers(pass, turn, in),
		is_short || !is_swapping ? "" : " of two turns, since the buffers are swapped,",
		is_short ? "" : " per turn");
	if (!turn->is_measured)
		finding->confidence = CONFIDENCE_LIKELY;
	const struct model_host_costs *costs = &model_host_costs;
	double count = (double)turn->launches * (is_short ? (double)in->total : 1);
	pass_cost_host(pass, finding, count * costs->chain_launch_us, count * costs->chain_graph_us);
	pass_related(pass, finding, in->loop->range, "the loop");
}

static bool judge(struct pass *pass, const struct host_trace *trace, const struct host_op *op,
	const struct host_turn *in)
{
	struct turn_ops turns[TURNS];
	for (uint32_t i = 0; i < TURNS; i++) {
		gather(trace, in, i, &turns[i]);
		if (!turns[i].is_plain || !is_enough(&turns[i], in) || !is_straight(&turns[i]))
			return false;
	}
	bool is_alternating = is_same_turn(&turns[0], &turns[2]),
	     is_same = is_same_turn(&turns[1], &turns[2]);
	if (first_launch(&turns[0]) != op || (!is_same && !is_alternating))
		return false;
	turns[1].is_measured &= turns[0].is_measured;
	report(pass, op, in, &turns[1], !is_same);
	return true;
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind != HOST_LAUNCH || op->capture)
			continue;
		for (const struct host_turn *turn = op->where.turn; turn && !turn->turn; turn = turn->up)
			if (judge(pass, trace, op, turn))
				break;
	}
}

const struct rule rule_graph_opportunity = {
	.code = "CU717",
	.name = "graph-opportunity",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Loop that issues the same short kernels in every turn",
	.hooks = {.host = on_host},
};
