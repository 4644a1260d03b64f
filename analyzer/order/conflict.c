/* The list of conflicts, and which of them are one defect: a missing barrier shows in every pair of accesses
 * that it would part. */
#include "analyzer/order/conflict.h"

#include <stdlib.h>

#include "analyzer/operation/update.h"
#include "analyzer/order/race/facing.h"
#include "analyzer/order/race/lockset.h"

bool sync_conflicting(const struct simt_access *first, const struct simt_access *second)
{
	if (first->kind == SIMT_LOAD && !first->is_atomic)
		return second->kind == SIMT_STORE;
	if (second->kind == SIMT_LOAD && first->kind == SIMT_LOAD)
		return false;
	return !first->is_atomic || !second->is_atomic;
}

bool sync_adds(const struct simt_access *access)
{
	struct ir_update update;
	return access->kind == SIMT_ATOMIC && ir_update_of(access->site, &update) &&
	       (update.kind == IR_UPDATE_ADD || update.kind == IR_UPDATE_SUB ||
		       update.kind == IR_UPDATE_WRAP);
}

static bool reads_plainly(const struct simt_access *access)
{
	return access->kind == SIMT_LOAD && !access->is_atomic && !access->is_volatile && !access->tile;
}

bool sync_mixes(const struct simt_access *first, const struct simt_access *second)
{
	return (reads_plainly(first) && sync_adds(second)) ||
	       (sync_adds(first) && reads_plainly(second) &&
		       sync_carried_by(first->where.turn, second->where.turn));
}

static struct sync_side side_of(const struct sync_op *op, unsigned lane, bool blocks)
{
	const struct simt_access *access = op->access;
	const struct sync_lock *lock = sync_held(op, lane, blocks);
	return (struct sync_side){.expr = access->site,
		.statement = access->statement,
		.function = access->function,
		.call = access->where.call,
		.is_store = access->kind != SIMT_LOAD,
		.is_atomic = access->is_atomic,
		.by_warp = access->tile != NULL,
		.lane = lane,
		.lock = lock ? lock->taken : NULL};
}

const struct ir_stmt *sync_carried_by(const struct simt_turn *first, const struct simt_turn *second)
{
	const struct ir_stmt *loop = NULL;
	for (; second; second = second->up)
		for (const struct simt_turn *turn = first; turn; turn = turn->up)
			if (turn->instance == second->instance && turn->number != second->number)
				loop = second->loop;
	return loop;
}

/* A later call of a function that the first access was in a call of. */
static const struct simt_call *called_again(const struct simt_call *first, const struct simt_call *second)
{
	const struct simt_call *again = NULL;
	for (; second; second = second->up)
		for (const struct simt_call *call = first; call; call = call->up) {
			if (call->id == second->id)
				return again;
			if (call->callee == second->callee)
				again = second;
		}
	return again;
}

static bool is_same(const struct sync_conflict *conflict, const struct simt_access *first,
	const struct simt_access *second, bool same_warp, bool blocks)
{
	return conflict->first.expr == first->site && conflict->second.expr == second->site &&
	       conflict->first.is_store == (first->kind != SIMT_LOAD) &&
	       conflict->second.is_store == (second->kind != SIMT_LOAD) && conflict->same_warp == same_warp &&
	       conflict->blocks == blocks;
}

/* The last barrier of the block between two accesses that nothing orders. */
static const struct ir_expr *skipped_barrier(
	const struct sync_log *log, const struct sync_op *first, const struct sync_op *second)
{
	for (const struct sync_op *op = second; op-- > first && op >= log->ops.data;)
		if (op->event && op->event->kind == SIMT_BLOCK_BARRIER)
			return op->event->site;
	return NULL;
}

/* When it happened; 0: in another run. */
static uint32_t time_of(const struct sync_log *log, const struct sync_op *op)
{
	uintptr_t begin = (uintptr_t)log->ops.data, at = (uintptr_t)op;
	return at >= begin && at < begin + log->ops.count * sizeof *op ? (uint32_t)(op - log->ops.data) : 0;
}

static struct sync_conflict *add_to(sync_conflict_list *list, struct sync_log *log,
	const struct sync_op *first, unsigned first_lane, const struct sync_op *second, unsigned second_lane,
	enum sync_belief belief, bool blocks)
{
	const struct simt_access *a = first->access, *b = second->access;
	bool same_warp = first_lane / SIMT_WARP == second_lane / SIMT_WARP && !blocks;
	struct sync_conflict *conflict = NULL;
	for (size_t i = 0; i < list->count && !conflict; i++)
		if (is_same(list->data[i], a, b, same_warp, blocks))
			conflict = list->data[i];
	if (conflict && conflict->belief >= belief)
		return NULL;
	if (!conflict) {
		conflict = ARENA_NEW(log->arena, struct sync_conflict);
		vec_push(log->arena, list, conflict);
	}
	bool one_store = first == second && a->kind != SIMT_LOAD && !blocks;
	*conflict = (struct sync_conflict){.class = one_store                 ? SYNC_ONE_STORE
						    : blocks                  ? SYNC_GLOBAL_BLOCKS
						    : same_warp               ? SYNC_LANES
						    : b->space == SIMT_GLOBAL ? SYNC_GLOBAL_BLOCK
									      : SYNC_SHARED_WARPS,
		.box = log->report->boxes,
		.first_time = time_of(log, first),
		.second_time = time_of(log, second),
		.hazard = a->kind == SIMT_LOAD   ? SYNC_WAR
			  : b->kind == SIMT_LOAD ? SYNC_RAW
						 : SYNC_WAW,
		.belief = belief,
		.first = side_of(first, first_lane, blocks),
		.second = side_of(second, second_lane, blocks),
		.object = b->object,
		.space = b->space,
		.offset = b->offset ? value_lane(b->offset, second_lane) : 0,
		.uniform =
			a->offset && b->offset && value_is_uniform(a->offset) && value_is_uniform(b->offset),
		.has_offset = b->offset && b->offset->term_count == 0,
		.same_warp = same_warp,
		.blocks = blocks,
		.loop = sync_carried_by(a->where.turn, b->where.turn),
		.skipped = blocks ? NULL : skipped_barrier(log, first, second),
		.again = called_again(a->where.call, b->where.call)};
	if (conflict->class == SYNC_LANES)
		facing_of(log, first, first_lane, second, second_lane, &conflict->facing);
	return conflict;
}

struct sync_conflict *sync_add_conflict(struct sync_log *log, const struct sync_op *first,
	unsigned first_lane, const struct sync_op *second, unsigned second_lane, enum sync_belief belief,
	bool blocks)
{
	return add_to(&log->report->conflicts, log, first, first_lane, second, second_lane, belief, blocks);
}

struct sync_conflict *sync_add_mixed(struct sync_log *log, const struct sync_op *first, unsigned first_lane,
	const struct sync_op *second, unsigned second_lane, enum sync_belief belief, bool blocks)
{
	return add_to(&log->report->mixed, log, first, first_lane, second, second_lane, belief, blocks);
}

/* ---- one defect, one conflict ---------------------------------------------------------------- */

/* Where in a box a barrier would help: in front of one of these ops. */
struct cut {
	unsigned box;
	uint32_t low, high;
	bool warp_only;
};

static int by_end(const void *left, const void *right)
{
	const struct sync_conflict *a = *(const struct sync_conflict *const *)left;
	const struct sync_conflict *b = *(const struct sync_conflict *const *)right;
	if (a->belief == SYNC_POSSIBLE || b->belief == SYNC_POSSIBLE)
		if (a->belief != b->belief)
			return a->belief == SYNC_POSSIBLE ? 1 : -1;
	if (!a->untaken != !b->untaken)
		return a->untaken ? 1 : -1;
	if (a->class != b->class)
		return a->class < b->class ? -1 : 1;
	if (a->box != b->box)
		return a->box < b->box ? -1 : 1;
	if (a->second_time != b->second_time)
		return a->second_time < b->second_time ? -1 : 1;
	return (a->first_time > b->first_time) - (a->first_time < b->first_time);
}

/* Whether a barrier can be placed so that it repairs this conflict, too; then it has to be. */
static bool repairs(struct cut *cut, const struct sync_conflict *conflict)
{
	uint32_t low = conflict->first_time + 1, high = conflict->second_time;
	low = low > cut->low ? low : cut->low;
	high = high < cut->high ? high : cut->high;
	if (conflict->box != cut->box || low > high || (cut->warp_only && !conflict->same_warp))
		return false;
	cut->low = low;
	cut->high = high;
	return true;
}

/* Whether both go from one turn of a loop to a later one, and end at conditions that look at one object: a
 * barrier at the end of a turn repairs either. */
static bool share_loop(const struct sync_conflict *told, const struct sync_conflict *conflict)
{
	return !told->covered && told->loop && told->loop == conflict->loop && told->box == conflict->box &&
	       told->class == conflict->class && !told->again == !conflict->again &&
	       told->object == conflict->object && !told->second.statement && !conflict->second.statement &&
	       (told->belief == SYNC_POSSIBLE) == (conflict->belief == SYNC_POSSIBLE);
}

/* Whether they show in one place: of one statement, the first conflict is told. What different warps do there
 * needs a barrier that serves lanes of one warp, too. */
static bool covers(struct sync_conflict *told, const struct sync_conflict *conflict)
{
	const struct ir_expr *statement = told->second.statement;
	bool same = told->second.expr == conflict->second.expr ||
		    (statement && statement == conflict->second.statement);
	bool defect = !told->loop == !conflict->loop && !told->again == !conflict->again;
	if (!same || !defect || (told->belief == SYNC_POSSIBLE) != (conflict->belief == SYNC_POSSIBLE))
		return false;
	bool shared = told->class == SYNC_SHARED_WARPS, global = told->class == SYNC_GLOBAL_BLOCK;
	if ((shared || global) && conflict->class == SYNC_LANES)
		return true;
	bool blocks = told->class == SYNC_GLOBAL_BLOCKS &&
		      (conflict->class == SYNC_GLOBAL_BLOCK || conflict->class == SYNC_LANES);
	if (told->covered || (told->class != conflict->class && !blocks))
		return false;
	told->overwrites |=
		conflict->hazard == SYNC_WAR && conflict->first.statement == statement && !conflict->loop;
	return true;
}

/* Two threads that are in one row of the block whatever its shape is, since the body tells the rows. */
static bool share_row(const struct sync_conflict *conflict, const struct simt_launch *launch)
{
	unsigned width = (unsigned)launch->block[0];
	return launch->row_told && conflict->first.lane / width == conflict->second.lane / width;
}

/* Where the block isn't known, stores of two threads to one element say that it has another shape, and so
 * does an index past the end of its array. Then nothing else is sure either. A kernel in which all threads do
 * the same is made for one, and a kernel that synchronises warps on their own may be made for a warp. */
static void doubt_the_block(struct sync_report *report, const struct simt_launch *launch)
{
	bool doubt = report->passes_array || !report->by_threads || launch->contradicted;
	for (size_t i = 0; i < report->conflicts.count; i++) {
		const struct sync_conflict *conflict = report->conflicts.data[i];
		doubt |= conflict->hazard == SYNC_WAW && !conflict->uniform && !conflict->blocks &&
			 conflict->class != SYNC_PICKED && !share_row(conflict, launch);
	}
	for (size_t i = 0; i < report->conflicts.count; i++) {
		struct sync_conflict *conflict = report->conflicts.data[i];
		if (conflict->class == SYNC_PICKED)
			continue;
		if (doubt || conflict->blocks || (report->by_warps && !conflict->same_warp))
			conflict->belief = SYNC_POSSIBLE;
	}
}

/* Whether a barrier is missing at a read of what others copied asynchronously: that is told there. */
static bool is_copy_defect(const struct sync_report *report, const struct sync_conflict *conflict)
{
	for (size_t i = 0; i < report->copies.count; i++) {
		const struct sync_copy *copy = report->copies.data[i];
		if (copy->lack == SYNC_COPY_OF_OTHERS && copy->belief > SYNC_POSSIBLE &&
			conflict->object == copy->object &&
			conflict->second.expr->range.begin == copy->use.range.begin)
			return true;
	}
	return false;
}

void sync_cover_conflicts(struct arena *arena, struct sync_report *report, const struct simt_launch *launch)
{
	VEC(struct cut) cuts = {0};
	if (launch->source < LAUNCH_SITE)
		doubt_the_block(report, launch);
	if (report->conflicts.count)
		qsort(report->conflicts.data, report->conflicts.count, sizeof *report->conflicts.data,
			by_end);
	for (size_t i = 0; i < report->conflicts.count; i++) {
		struct sync_conflict *conflict = report->conflicts.data[i];
		conflict->covered = is_copy_defect(report, conflict);
		for (size_t k = 0; k < i && !conflict->covered; k++)
			conflict->covered = covers(report->conflicts.data[k], conflict) ||
					    share_loop(report->conflicts.data[k], conflict);
		bool by_barrier = conflict->class != SYNC_GLOBAL_BLOCKS && conflict->class != SYNC_PICKED;
		for (size_t k = 0; k < cuts.count && by_barrier; k++)
			conflict->covered = conflict->covered || repairs(&cuts.data[k], conflict);
		if (conflict->covered || conflict->class == SYNC_PICKED)
			continue;
		struct cut cut = {
			conflict->box, conflict->first_time + 1, conflict->second_time, conflict->same_warp};
		vec_push(arena, &cuts, cut);
	}
}
