/* Conditions that contradict each other, elect one thread, or depend on data.
 *
 * Where both accesses happen under comparisons of numbers that differ only in the lane, an unknown number X
 * is left: `i < n` says X < something in one thread and something else in the other. If no X serves both, the
 * accesses never meet. */
#include "analyzer/order/judge.h"

#include <string.h>

#include "analyzer/base/name.h"

#include "analyzer/order/conflict.h"
#include "analyzer/order/race/lockset.h"
#include "analyzer/order/race/untaken.h"
#include "analyzer/order/relation.h"

/* Whether the unknown part of a number is one for all blocks. */
static bool is_of_launch(const struct simt *simt, const struct simt_value *value)
{
	for (uint32_t i = 0; i < value->term_count; i++)
		if (simt->symbols.data[value->terms[i].symbol].kind != SYMBOL_PARAM)
			return false;
	return true;
}

/* `blocks`: of two blocks, for which an unknown number is the same only if it is the launch's; NULL: of one.
 */
static bool exclude(const struct simt *blocks, const struct simt_path *a, unsigned a_lane,
	const struct simt_path *b, unsigned b_lane)
{
	if (!blocks && a->condition == b->condition && a->side != b->side && a->condition->uniform)
		return true;
	for (unsigned i = 0; i < SIMT_MAX_RELATIONS; i++) {
		struct simt_relation one, other;
		if (!relation_holds(a, a_lane, i, &one) || (blocks && !is_of_launch(blocks, one.difference)))
			continue;
		for (unsigned k = 0; k < SIMT_MAX_RELATIONS; k++)
			if (relation_holds(b, b_lane, k, &other) &&
				relation_same_unknown(one.difference, a_lane, other.difference, b_lane) &&
				!relation_meet(relation_interval(one.op, value_lane(one.difference, a_lane)),
					relation_interval(other.op, value_lane(other.difference, b_lane))))
				return true;
	}
	return false;
}

static bool any_excludes(const struct simt *blocks, const struct simt_path *a, unsigned a_lane,
	const struct simt_path *b, unsigned b_lane)
{
	for (; a; a = a->up)
		for (const struct simt_path *at = b; at; at = at->up)
			if (exclude(blocks, a, a_lane, at, b_lane))
				return true;
	return false;
}

bool sync_excluded(const struct simt_path *a, unsigned a_lane, const struct simt_path *b, unsigned b_lane)
{
	return any_excludes(NULL, a, a_lane, b, b_lane);
}

bool sync_blocks_excluded(const struct simt *simt, const struct simt_path *a, unsigned a_lane,
	const struct simt_path *b, unsigned b_lane)
{
	return any_excludes(simt, a, a_lane, b, b_lane);
}

bool sync_depends_on(const struct simt_path *path, const struct simt_path *node)
{
	for (; path; path = path->up)
		if (path->condition == node->condition && path->side == node->side)
			return true;
	return false;
}

/* Conditions of one that the other doesn't share. */
struct extra {
	unsigned count;
	bool unsure; /* of more than a bound or the turn of a loop */
	bool elects; /* the thread at an end that isn't known: what is behind that end nobody else may touch
		      */
};

/* Whether input data alone decide, or what is one for the whole launch, as for the other one in another turn
 * of a loop. */
static bool repeats(const struct sync_log *log, const struct simt_path *node, const struct simt_path *other)
{
	for (; other; other = other->up)
		if (node->condition->stmt && other->condition->stmt == node->condition->stmt &&
			other->side == node->side)
			return untaken_by_input(log, node->condition) || untaken_is_fixed(node->condition);
	return false;
}

static struct extra extra_of(const struct sync_log *log, const struct simt_path *path, unsigned lane,
	const struct simt_path *other)
{
	struct extra out = {0};
	for (; path; path = path->up) {
		if (sync_depends_on(other, path))
			continue;
		out.count++;
		struct simt_relation relation;
		for (unsigned i = 0; i < path->condition->relation_count; i++)
			out.elects |= !path->condition->uniform && relation_holds(path, lane, i, &relation) &&
				      relation.op == IR_OP_EQ;
		bool bounds_loop = path->condition->is_loop || path->condition->ends_loop;
		out.unsure |= !bounds_loop && (path->condition->uniform || path->condition->by_data) &&
			      !repeats(log, path, other);
	}
	return out;
}

bool sync_by_data(const struct simt_path *path)
{
	for (; path; path = path->up)
		if (path->condition->by_data && !path->condition->is_loop)
			return true;
	return false;
}

/* Who stores is decided by what is stored there: data may see to it that nobody reads it meanwhile. */
static bool by_object(const struct simt_path *path, const struct simt_object *object)
{
	for (; path; path = path->up)
		if (path->condition->object == object)
			return true;
	return false;
}

/* Whether one of the two reads whatever the data may be, in another turn of a loop than the other one stores:
 * then only a store that never happens is no conflict, as where a network of comparisons sorts an array. */
static bool reads_anyway(const struct simt_access *access, const struct simt_access *other)
{
	if (access->kind != SIMT_LOAD || !access->offset || value_is_uniform(access->offset) ||
		(!sync_carried_by(access->where.turn, other->where.turn) &&
			!sync_carried_by(other->where.turn, access->where.turn)))
		return false;
	for (const struct simt_path *path = access->where.path; path; path = path->up)
		if (path->condition->by_data)
			return false;
	return true;
}

/* What a comparison says of a number that all threads share: `exclusive` without the end itself. */
struct bound {
	const struct simt_value *shared, *own;
	bool below, exclusive; /* the shared one is below the thread's own, or above */
};

static bool bound_of(const struct simt_relation *relation, bool side, struct bound *out)
{
	enum ir_op op = side ? relation->op : simt_negated(relation->op);
	bool right = value_is_uniform(relation->right);
	if (op > IR_OP_GE || right == value_is_uniform(relation->left))
		return false;
	bool less = op == IR_OP_LT || op == IR_OP_LE;
	*out = (struct bound){right ? relation->right : relation->left,
		right ? relation->left : relation->right, less != right, op == IR_OP_LT || op == IR_OP_GT};
	return true;
}

/* Whether it holds on this side of a condition. */
static bool tells(const struct simt_path *path)
{
	const struct simt_condition *condition = path->condition;
	return path->side == condition->relation_side ||
	       (condition->exactly && condition->relation_count == 1);
}

static bool has_other_end(const struct simt_path *path, const struct bound *one)
{
	for (; path; path = path->up)
		for (unsigned i = 0; tells(path) && i < path->condition->relation_count; i++) {
			struct bound other;
			bool side = path->side == path->condition->relation_side;
			if (bound_of(&path->condition->relations[i], side, &other) &&
				value_same(one->shared, other.shared) && one->below != other.below &&
				one->exclusive != other.exclusive && one->own != other.own)
				return true;
		}
	return false;
}

bool sync_is_bracketed(const struct simt_path *path)
{
	for (const struct simt_path *at = path; at; at = at->up)
		for (unsigned i = 0; tells(at) && i < at->condition->relation_count; i++) {
			struct bound one;
			if (at->condition->by_data &&
				bound_of(&at->condition->relations[i],
					at->side == at->condition->relation_side, &one) &&
				has_other_end(path, &one))
				return true;
		}
	return false;
}

/* Whether both happen on one side of one condition on data. */
static bool share_data(const struct simt_path *a, const struct simt_path *b)
{
	for (; a; a = a->up)
		if (a->condition->by_data && !a->condition->is_loop && sync_depends_on(b, a))
			return true;
	return false;
}

bool sync_same_value(const struct simt_access *first, unsigned first_lane, const struct simt_access *second,
	unsigned second_lane)
{
	const struct simt_value *a = first->value, *b = second->value;
	if (!a || !b || a->kind != b->kind)
		return false;
	if (a == b && value_is_uniform(a))
		return true;
	bool same_warp = first_lane / SIMT_WARP == second_lane / SIMT_WARP;
	if (a == b && a->kind == SIMT_UNKNOWN && a->alike && a->alike[first_lane] == a->alike[second_lane])
		return true;
	if (a->kind == SIMT_UNKNOWN)
		return first->site == second->site && (!a->varying || (same_warp && value_is_by_warp(a)));
	if (a->kind == SIMT_REAL)
		return !(a->real < b->real || a->real > b->real);
	if (a->kind == SIMT_POINTER && a->object != b->object)
		return false;
	return (a->kind == SIMT_INT || a->kind == SIMT_POINTER) &&
	       relation_same_unknown(a, first_lane, b, second_lane) &&
	       value_lane(a, first_lane) == value_lane(b, second_lane);
}

/* More conditions than that are a tangle that nobody sees through. */
enum { MAX_CONDITIONS = 20 };

enum sync_belief sync_judge(const struct sync_log *log, const struct sync_op *first, unsigned first_lane,
	const struct sync_op *second, unsigned second_lane)
{
	const struct simt_access *a = first->access, *b = second->access;
	/* a loop that looks at a counter which others move */
	if (a->is_atomic && b->kind == SIMT_LOAD && sync_carried_by(a->where.turn, b->where.turn))
		return SYNC_NEVER;
	return sync_judge_mixed(log, first, first_lane, second, second_lane);
}

enum sync_belief sync_judge_mixed(const struct sync_log *log, const struct sync_op *first,
	unsigned first_lane, const struct sync_op *second, unsigned second_lane)
{
	const struct simt_access *a = first->access, *b = second->access;
	const struct simt_path *p = a->where.path, *q = b->where.path;
	if (first->is_ordered || second->is_ordered ||
		sync_share_lock(first, first_lane, second, second_lane))
		return SYNC_NEVER;
	if ((p && p->length > MAX_CONDITIONS) || (q && q->length > MAX_CONDITIONS))
		return SYNC_POSSIBLE;
	if (sync_excluded(p, first_lane, q, second_lane))
		return SYNC_NEVER;
	bool both_store = a->kind != SIMT_LOAD && b->kind != SIMT_LOAD;
	if (both_store && sync_same_value(a, first_lane, b, second_lane))
		return SYNC_NEVER;
	if (a->object->either[0] || b->object->either[0])
		return SYNC_POSSIBLE;
	/* nobody takes a lock where nobody else goes */
	bool one_locks = sync_held(first, first_lane, false),
	     other_locks = sync_held(second, second_lane, false);
	if (one_locks && other_locks)
		return SYNC_LIKELY;
	if ((by_object(p, a->object) || by_object(q, a->object)) && !reads_anyway(a, b) &&
		!reads_anyway(b, a))
		return SYNC_POSSIBLE;
	if (both_store && a->site == b->site && sync_is_bracketed(p) && sync_is_bracketed(q))
		return SYNC_NEVER;
	/* data may well elect a single thread */
	if (both_store && a->site == b->site && (sync_by_data(p) || sync_by_data(q)))
		return SYNC_POSSIBLE;
	if (a->offset && b->offset && value_is_uniform(a->offset) && value_is_uniform(b->offset) &&
		share_data(p, q))
		return SYNC_POSSIBLE;
	struct extra one = extra_of(log, p, first_lane, q), other = extra_of(log, q, second_lane, p);
	if (one.elects || other.elects)
		return SYNC_POSSIBLE;
	if (one.count && other.count && (one.unsure || other.unsure))
		return SYNC_POSSIBLE;
	unsigned assumed = (a->assumptions | b->assumptions) & SIMT_ASSUMED_BLOCK;
	if ((one.count && other.count) || sync_by_data(p) || sync_by_data(q) || assumed || one_locks ||
		other_locks)
		return SYNC_LIKELY;
	return SYNC_PROVEN;
}

bool sync_name_says(const char *name, const char *const *words)
{
	enum { LONGEST = 63 };
	return strlen(name) <= LONGEST && name_has_any(name, words);
}
