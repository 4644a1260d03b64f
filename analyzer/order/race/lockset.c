/* Locksets: which locks a thread holds at each operation of a run.
 *
 * A lock is taken by a compare-and-swap or an exchange that stores one constant, and given back by a store of
 * another one (of a compare-and-swap: of the one that it expects) to the same place, further down in the run.
 * Between the two its threads hold it. Behind, they are ordered with nobody by it: whoever takes the lock
 * next may be there at the same time. All other waiting, and whatever data that were read under a lock
 * decide, counts as order that isn't followed: a thread may have learnt there what another one has done. */
#include "analyzer/order/race/lockset.h"

#include "analyzer/operation/memory.h"
#include "analyzer/order/relation.h"
#include "analyzer/value/fold.h"

/* Operations that a search for the release goes through, and releases of one lock that are kept apart. */
enum { MOST_STEPS = 4000, MOST_RELEASES = 8, MOST_LOCKS = 64 };

/* An access or an atomic object's operation. */
struct touch {
	const struct ir_expr *site;
	const struct simt_object *object;
	const struct simt_value *offset;
	const struct simt_mask *lanes;
	const struct simt_where *where;
	bool varies;
};

static bool touch_of(const struct sync_op *op, struct touch *out)
{
	const struct simt_access *access = op->access;
	const struct simt_event *event = op->event;
	if (access)
		*out = (struct touch){access->site, access->object, access->offset, &access->active.may,
			&access->where, access->varies};
	else if (exec_is_atomic_event(event))
		*out = (struct touch){
			event->site, event->object, event->offset, &event->active.may, &event->where, false};
	else
		return false;
	return out->object && out->site;
}

static const struct simt_path *path_of(const struct sync_op *op)
{
	return op->access ? op->access->where.path : op->event->where.path;
}

/* ---- taking and giving back ------------------------------------------------------------------ */

static bool folds(const struct ir_expr *expr, int64_t *out)
{
	return expr && ir_fold_int(expr, out);
}

/* What one stores to take a lock, or to give it back. */
static bool stored_by(const struct sync_op *op, const struct ir_expr *site, int64_t *out)
{
	struct ir_memory_op memory;
	const struct simt_value *value = op->access ? op->access->value : NULL;
	if (value && value->kind == SIMT_INT && value_constant(value, out))
		return true;
	return ir_memory_op(site, &memory) && folds(memory.value, out);
}

static bool takes(const struct sync_op *op, const struct touch *touch, int64_t *taken)
{
	struct ir_memory_op memory;
	if (!op->waits || !ir_memory_op(touch->site, &memory) || memory.is_wait)
		return false;
	return (memory.effect == IR_MEMORY_EXCHANGE || memory.effect == IR_MEMORY_CAS) &&
	       folds(memory.value, taken);
}

static bool gives(const struct sync_op *op, const struct touch *touch)
{
	struct ir_memory_op memory;
	if (op->waits)
		return false;
	if (op->access && op->access->kind == SIMT_STORE)
		return true;
	if (!ir_memory_op(touch->site, &memory))
		return false;
	bool result_used = op->access ? op->access->result_used : op->event->result_used;
	return !result_used && (memory.effect == IR_MEMORY_WRITE || memory.effect == IR_MEMORY_EXCHANGE ||
				       memory.effect == IR_MEMORY_CAS);
}

static bool same_place(const struct touch *a, const struct touch *b)
{
	if (a->object != b->object || !a->offset != !b->offset)
		return false;
	return !a->offset || value_same(a->offset, b->offset);
}

/* Whether it is given back by the store of what a thread that takes it looks for. */
static bool frees(
	const struct touch *taking, int64_t taken, const struct sync_op *op, const struct touch *touch)
{
	struct ir_memory_op memory;
	int64_t expected, stored;
	if (!gives(op, touch) || !same_place(taking, touch) || !stored_by(op, touch->site, &stored) ||
		stored == taken)
		return false;
	return !ir_memory_op(taking->site, &memory) || !folds(memory.expected, &expected) ||
	       expected == stored;
}

struct releases {
	size_t at[MOST_RELEASES];
	unsigned count;
};

/* The release, and those on other sides of conditions. */
static bool find_releases(const struct sync_log *log, size_t begin, const struct touch *taking, int64_t taken,
	struct releases *out)
{
	out->count = 0;
	size_t end = begin + MOST_STEPS < log->ops.count ? begin + MOST_STEPS : log->ops.count;
	for (size_t i = begin + 1; i < end; i++) {
		const struct sync_op *op = &log->ops.data[i];
		struct touch touch;
		if (!touch_of(op, &touch) || op->of_object || !same_place(taking, &touch))
			continue;
		if (out->count && op->waits)
			break; /* it is taken again */
		struct simt_mask both = mask_and(touch.lanes, taking->lanes);
		if (!frees(taking, taken, op, &touch) || !mask_any(&both) ||
			simt_excludes(touch.where->path, taking->where->path))
			continue;
		bool is_other = true;
		for (unsigned k = 0; k < out->count; k++)
			is_other &= simt_excludes(path_of(&log->ops.data[out->at[k]]), touch.where->path);
		if (!is_other || out->count == MOST_RELEASES)
			break;
		out->at[out->count++] = i;
	}
	return out->count > 0;
}

/* ---- what is held where ---------------------------------------------------------------------- */

static bool is_on(const struct simt_path *path, const struct simt_condition *condition)
{
	while (path && path->condition != condition)
		path = path->up;
	return path != NULL;
}

static bool is_from_memory(const struct simt *simt, const struct simt_value *value)
{
	if (!value)
		return true;
	for (uint32_t i = 0; i < value->term_count; i++) {
		enum simt_symbol_kind kind = simt_symbol(simt, value->terms[i].symbol)->kind;
		if (kind == SYMBOL_LOADED || kind == SYMBOL_COMPUTED)
			return true;
	}
	return value->kind == SIMT_UNKNOWN;
}

static bool may_have_learnt(const struct simt *simt, const struct simt_condition *condition)
{
	if (condition->by_data || condition->object || !condition->relation_count)
		return true;
	for (unsigned i = 0; i < condition->relation_count; i++)
		if (is_from_memory(simt, condition->relations[i].difference))
			return true;
	return false;
}

/* Whether what was read since the lock was taken may decide on it, or on where it goes. */
static bool is_decided(
	const struct sync_log *log, const struct sync_op *op, size_t taking, const struct releases *releases)
{
	const struct simt_path *before = path_of(&log->ops.data[taking]);
	for (const struct simt_path *path = path_of(op); path; path = path->up) {
		bool known = is_on(before, path->condition) || !may_have_learnt(log->simt, path->condition);
		for (unsigned i = 0; i < releases->count && !known; i++)
			known = is_on(path_of(&log->ops.data[releases->at[i]]), path->condition);
		if (!known)
			return true;
	}
	return op->access && op->access->offset && is_from_memory(log->simt, op->access->offset);
}

static void hold(struct sync_log *log, struct sync_op *op, const struct sync_lock *lock,
	const struct simt_mask *knows, bool by_block)
{
	struct sync_hold *hold = ARENA_NEW(log->arena, struct sync_hold);
	*hold = (struct sync_hold){lock, op->held, knows, by_block};
	op->held = hold;
}

/* Lanes of a warp meet one of them that knows. */
static const struct simt_mask *tell_warps(
	struct sync_log *log, const struct simt_mask *knows, const struct simt_event *event)
{
	if (event->kind != SIMT_WARP_BARRIER && event->kind != SIMT_COLLECTIVE)
		return knows;
	struct simt_mask *more = ARENA_NEW(log->arena, struct simt_mask);
	*more = *knows;
	for (unsigned warp = 0; warp < SIMT_MAX_WARPS; warp++)
		if (more->warp[warp] & event->active.may.warp[warp])
			more->warp[warp] |= event->active.may.warp[warp];
	return more;
}

/* Goes through a section, and what comes behind up to the next barrier of the grid. */
static void follow(
	struct sync_log *log, size_t taking, const struct releases *releases, const struct sync_lock *lock)
{
	size_t end = releases->at[releases->count - 1];
	const struct simt_mask *knows = &lock->lanes;
	bool by_block = false;
	log->ops.data[taking].is_lock = true;
	for (unsigned i = 0; i < releases->count; i++)
		log->ops.data[releases->at[i]].is_lock = true;
	for (size_t i = taking + 1; i < log->ops.count; i++) {
		struct sync_op *op = &log->ops.data[i];
		bool released = i >= end;
		for (unsigned k = 0; k < releases->count && releases->at[k] < i && !released; k++)
			released = !simt_excludes(path_of(&log->ops.data[releases->at[k]]), path_of(op));
		if (!released)
			hold(log, op, lock, knows, by_block);
		if (op->event)
			knows = tell_warps(log, knows, op->event);
		if (op->event && op->event->kind == SIMT_GRID_BARRIER)
			break;
		by_block |= op->event && simt_is_block_wide(op->event->kind);
		bool decided = op->access && is_decided(log, op, taking, releases);
		op->learns |= decided && !by_block;
		op->block_learns |= decided;
	}
}

/* A lock's own word races with nobody. */
static void mark_words(struct sync_log *log, const struct touch *lock)
{
	struct touch other;
	for (size_t i = 0; i < log->ops.count; i++) {
		struct sync_op *op = &log->ops.data[i];
		if (touch_of(op, &other) && other.object == lock->object &&
			(lock->offset ? same_place(lock, &other) : other.site == lock->site || op->is_lock))
			op->learns = op->block_learns = true;
	}
}

static bool find_lock(struct sync_log *log, size_t index)
{
	struct touch touch;
	struct releases releases;
	int64_t taken;
	const struct sync_op *op = &log->ops.data[index];
	if (!touch_of(op, &touch) || op->of_object || !takes(op, &touch, &taken) ||
		!find_releases(log, index, &touch, taken, &releases))
		return false;
	struct sync_lock *lock = ARENA_NEW(log->arena, struct sync_lock);
	*lock = (struct sync_lock){touch.site, touch.object, touch.offset, touch.varies, *touch.lanes};
	follow(log, index, &releases, lock);
	mark_words(log, &touch);
	return true;
}

void sync_find_locks(struct sync_log *log)
{
	bool waited = false;
	unsigned locks = 0;
	for (size_t i = 0; i < log->ops.count && locks < MOST_LOCKS; i++)
		locks += log->ops.data[i].waits && find_lock(log, i);
	for (size_t i = 0; i < log->ops.count; i++) {
		struct sync_op *op = &log->ops.data[i];
		waited |= op->waits && !op->is_lock;
		if (op->event && op->event->kind == SIMT_BLOCK_BARRIER)
			waited = false;
		op->is_ordered = op->learns || waited || op->is_look;
	}
}

/* ---- what two threads hold ------------------------------------------------------------------- */

bool sync_holder(const struct sync_hold *hold, unsigned lane, bool blocks, unsigned *holder)
{
	const struct simt_mask *lanes = &hold->lock->lanes;
	uint32_t of_warp = lanes->warp[lane / SIMT_WARP];
	if (mask_has(lanes, lane))
		*holder = lane;
	else if (mask_has(hold->knows, lane) && of_warp)
		*holder = lane / SIMT_WARP * SIMT_WARP + (unsigned)__builtin_ctz(of_warp);
	else if (blocks && hold->by_block)
		*holder = mask_first(lanes);
	else
		return false;
	return true;
}

const struct sync_lock *sync_held(const struct sync_op *op, unsigned lane, bool blocks)
{
	unsigned holder;
	for (const struct sync_hold *hold = op->held; hold; hold = hold->next)
		if (sync_holder(hold, lane, blocks, &holder))
			return hold->lock;
	return NULL;
}

/* Whether two threads of one block mean one lock; where it isn't known which they mean, they may. */
static bool is_same_lock(
	const struct sync_lock *a, unsigned a_lane, const struct sync_lock *b, unsigned b_lane)
{
	if (a->object != b->object)
		return false;
	if (!a->offset || !b->offset || !relation_same_unknown(a->offset, a_lane, b->offset, b_lane))
		return true;
	return value_lane(a->offset, a_lane) == value_lane(b->offset, b_lane);
}

/* What one thread holds for two others keeps neither from the other. */
bool sync_share_lock(
	const struct sync_op *first, unsigned first_lane, const struct sync_op *second, unsigned second_lane)
{
	unsigned one, other;
	for (const struct sync_hold *a = first->held; a; a = a->next)
		for (const struct sync_hold *b = second->held; b; b = b->next)
			if (sync_holder(a, first_lane, false, &one) &&
				sync_holder(b, second_lane, false, &other) && one != other &&
				is_same_lock(a->lock, one, b->lock, other))
				return true;
	return false;
}
