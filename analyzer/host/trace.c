/* Questions to a trace: which operations can happen in one run, which loops they share, how objects are
 * called.
 *
 * A condition says that a linear form equals a number or lies below it (see sum_op.c), so two of them exclude
 * or imply each other as sets of numbers do: `mode == 1` and `mode == 2`, `n < 4` and `n >= 4`. */
#include "analyzer/host/trace.h"

/* What one condition says of the value that its terms have. */
struct fact {
	const struct host_term *terms;
	size_t count;
	bool is_point; /* the value is `low` (or, is_outside: anything else); else it is in [low, high] */
	bool is_outside;
	int64_t low, high;
};

enum { MOST_FACTS = 64 };

struct facts {
	struct fact data[MOST_FACTS];
	size_t count;
	bool is_cut; /* there are more */
};

static bool is_truth_of(const struct host_sum *sum, enum ir_op op)
{
	return sum->term_count == 1 && sum->terms[0].atom->op == op &&
	       ((sum->constant == 0 && sum->terms[0].factor == 1) ||
		       (sum->constant == 1 && sum->terms[0].factor == -1));
}

static void add_fact(struct facts *facts, struct fact fact)
{
	if (facts->count == MOST_FACTS)
		facts->is_cut = true;
	else
		facts->data[facts->count++] = fact;
}

/* The condition as one fact. */
static struct fact fact_of(const struct host_sum *condition, bool holds)
{
	int64_t number;
	bool is_equal = is_truth_of(condition, IR_OP_EQ), is_less = is_truth_of(condition, IR_OP_LT);
	if (is_equal || is_less) {
		const struct host_atom *atom = condition->terms[0].atom;
		if (host_sum_is_number(atom->right, &number) && !atom->left->constant &&
			(is_equal || number != INT64_MIN)) {
			struct fact fact = {atom->left->terms, atom->left->term_count, is_equal,
				is_equal && holds == (condition->constant == 1), number, number};
			if (is_less) {
				bool is_below = holds == (condition->constant == 0);
				fact.low = is_below ? INT64_MIN : number;
				fact.high = is_below ? number - 1 : INT64_MAX;
			}
			return fact;
		}
	}
	/* another value: it is, or isn't, 0 */
	int64_t zero = condition->constant == INT64_MIN ? INT64_MAX : -condition->constant;
	return (struct fact){condition->terms, condition->term_count, true, holds, zero, zero};
}

/* A condition that says two things is both; with_whole: and itself, to meet its own opposite. */
static void add_facts(
	struct facts *facts, const struct host_sum *condition, bool holds, bool with_whole, int depth)
{
	for (enum ir_op op = IR_OP_LOGICAL_AND; depth && op <= IR_OP_LOGICAL_OR; op++) {
		if (!is_truth_of(condition, op))
			continue;
		bool is_true = holds == (condition->constant == 0);
		if (is_true != (op == IR_OP_LOGICAL_AND))
			break;
		add_facts(facts, condition->terms[0].atom->left, is_true, with_whole, depth - 1);
		add_facts(facts, condition->terms[0].atom->right, is_true, with_whole, depth - 1);
		if (!with_whole)
			return;
	}
	add_fact(facts, fact_of(condition, holds));
}

static void facts_of(struct facts *facts, const struct host_path *path, bool with_whole)
{
	facts->count = 0;
	facts->is_cut = false;
	for (; path; path = path->up)
		if (path->condition)
			add_facts(facts, path->condition, path->is_taken, with_whole, 8);
}

static bool same_value(const struct fact *a, const struct fact *b)
{
	if (a->count != b->count)
		return false;
	for (size_t i = 0; i < a->count; i++)
		if (a->terms[i].atom != b->terms[i].atom || a->terms[i].factor != b->terms[i].factor)
			return false;
	return true;
}

static bool exclude(const struct fact *a, const struct fact *b)
{
	if (!same_value(a, b))
		return false;
	if (a->is_outside && b->is_outside)
		return false;
	if (a->is_outside || b->is_outside) {
		const struct fact *hole = a->is_outside ? a : b, *set = a->is_outside ? b : a;
		return set->low == hole->low && set->high == hole->low;
	}
	return a->high < b->low || b->high < a->low;
}

/* Whether `b` holds wherever `a` does. */
static bool implies(const struct fact *a, const struct fact *b)
{
	if (!same_value(a, b))
		return false;
	if (a->is_outside)
		return b->is_outside && a->low == b->low;
	if (b->is_outside)
		return b->low < a->low || b->low > a->high;
	return b->low <= a->low && a->high <= b->high;
}

bool host_may_both_happen(const struct host_where *a, const struct host_where *b)
{
	if (!a->path || !b->path || a->path == b->path)
		return true;
	struct facts one, other;
	facts_of(&one, a->path, true);
	facts_of(&other, b->path, true);
	for (size_t i = 0; i < one.count; i++)
		for (size_t k = 0; k < other.count; k++)
			if (exclude(&one.data[i], &other.data[k]))
				return false;
	return true;
}

bool host_is_implied(const struct host_where *a, const struct host_where *b)
{
	if (!b->path || a->path == b->path)
		return true;
	struct facts given, needed;
	facts_of(&given, a->path, true);
	facts_of(&needed, b->path, false);
	if (needed.is_cut)
		return false;
	for (size_t k = 0; k < needed.count; k++) {
		bool is_found = false;
		for (size_t i = 0; i < given.count && !is_found; i++)
			is_found = implies(&given.data[i], &needed.data[k]);
		if (!is_found)
			return false;
	}
	return true;
}

const struct host_turn *host_turn_of(const struct host_where *where, const struct ir_stmt *loop)
{
	for (const struct host_turn *turn = where->turn; turn; turn = turn->up)
		if (turn->loop == loop)
			return turn;
	return NULL;
}

bool host_turns_after(const struct host_op *op, const struct host_turn *turn, int64_t *turns)
{
	const struct host_turn *at = host_turn_of(&op->where, turn->loop);
	if (!at || at->run != turn->run)
		return false;
	*turns = (int64_t)at->turn - turn->turn;
	return true;
}

bool host_is_in_turn(const struct host_op *op, const struct host_turn *turn)
{
	int64_t turns;
	return host_turns_after(op, turn, &turns) && turns == 0;
}

bool host_is_in_next_turn(const struct host_op *op, const struct host_turn *turn)
{
	int64_t turns;
	return host_turns_after(op, turn, &turns) && turns == 1;
}

const struct ir_stmt *host_common_loop(const struct host_where *a, const struct host_where *b)
{
	for (const struct host_turn *turn = a->turn; turn; turn = turn->up)
		for (const struct host_turn *other = b->turn; other; other = other->up)
			if (turn->loop == other->loop && turn->run == other->run)
				return turn->loop;
	return NULL;
}

bool host_is_work(const struct host_op *op)
{
	if (op->kind == HOST_GRAPH_ADD)
		return op->object && op->object->kind == HOST_GRAPH_NODE && !op->dependent_count;
	return op->kind <= HOST_GRAPH_LAUNCH;
}

int64_t host_batch_order(const struct host_batch *batch, uint32_t part)
{
	int64_t count, first, order = -1;
	if (!batch || !host_sum_is_number(batch->stated_count, &count) ||
		(int64_t)batch->attribute_count != count)
		return -1;
	for (size_t i = 0; i < batch->attribute_count; i++) {
		const struct host_batch_attribute *attribute = &batch->attributes[i];
		if (!attribute->first || !host_sum_is_number(attribute->first, &first)) {
			if (i)
				return -1;
			first = 0;
		}
		if (first > (int64_t)part)
			break;
		if (!attribute->order || !host_sum_is_number(attribute->order, &order))
			order = -1;
	}
	return order;
}

static const char *kind_name(const struct host_object *object)
{
	switch (object->kind) {
	case HOST_UNSEEN: return "an object from elsewhere";
	case HOST_VARIABLE: return "a variable";
	case HOST_HEAP: return "host memory";
	case HOST_PINNED: return "pinned memory";
	case HOST_MANAGED: return "managed memory";
	case HOST_DEVICE: return "device memory";
	case HOST_ARRAY: return "an array";
	case HOST_TEXT: return "a string literal";
	case HOST_STREAM: return "a stream";
	case HOST_EVENT: return "an event";
	case HOST_GRAPH: return "a graph";
	case HOST_GRAPH_EXEC: return "an executable graph";
	case HOST_GRAPH_NODE: return "a graph node";
	case HOST_LIBRARY: return "a library handle";
	}
	return "an object";
}

const char *host_object_name(const struct host_trace *trace, const struct host_object *object)
{
	if (!object)
		return "something unknown";
	if (object->kind == HOST_STREAM && object->stream == HOST_STREAM_NULL)
		return "the NULL stream";
	if (object->kind == HOST_STREAM && object->stream == HOST_STREAM_PER_THREAD)
		return "the per-thread default stream";
	if (object->name)
		return arena_printf(trace->arena, "`%s`", object->name);
	if (object->var && object->var->name && *object->var->name)
		return arena_printf(trace->arena, "`%s`", object->var->name);
	return kind_name(object);
}
