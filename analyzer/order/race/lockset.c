/* Locksets: which locks a thread holds at each operation of a run.
 *
 * A lock is taken by a compare-and-swap or an exchange that stores one constant, and given back by a store of
 * another one (of a compare-and-swap: of the one that it expects) to the same place, further down in the run.
 * A semaphore is acquired and released. And who has drawn a number by an atomic addition waits until it comes
 * up, and lets the next one come up by a store or an addition to the same place.
 * Between the two its threads hold it. Behind, they are ordered with nobody by it: whoever takes the lock
 * next may be there at the same time. All other waiting, and whatever data that were read under a lock
 * decide, counts as order that isn't followed: a thread may have learnt there what another one has done. */
#include "analyzer/order/race/lockset.h"

#include "analyzer/operation/memory.h"
#include "analyzer/operation/memory_asm.h"
#include "analyzer/order/relation.h"
#include "analyzer/value/fold.h"

/* Operations that a search for the release goes through, and releases of one lock that are kept apart. */
enum { MOST_STEPS = 4000, MOST_RELEASES = 8, MOST_LOCKS = 1024 };

/* An access or an atomic object's operation. */
struct touch {
	const struct ir_expr *site; /* of inline assembly, the address that it is given */
	const struct ir_stmt *stmt; /* then: the statement; else NULL */
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
	bool is_asm = event && event->stmt && event->kind == SIMT_OPAQUE;
	if (access)
		*out = (struct touch){access->site, NULL, access->object, access->offset, &access->active.may,
			&access->where, access->varies};
	else if (is_asm || exec_is_atomic_event(event) ||
		 (event->kind == SIMT_OPAQUE && event->site && exec_is_semaphore(event->site)))
		*out = (struct touch){event->site, event->stmt, event->object, event->offset,
			&event->active.may, &event->where, false};
	else
		return false;
	return out->object && (out->site || out->stmt);
}

/* What it does to the memory, as far as the numbers are told. */
struct word_op {
	enum ir_memory_effect effect;
	bool is_stored, is_expected; /* they are told */
	int64_t stored, expected;
	bool is_wait;
};

static const struct simt_path *path_of(const struct sync_op *op)
{
	return op->access ? op->access->where.path : op->event->where.path;
}

/* ---- taking and giving back ------------------------------------------------------------------ */

static bool folds(const struct ir_expr *expr, int64_t *out)
{
	return expr && ir_fold_int(expr, out);
}

static bool word_op_of_asm(const struct sync_log *log, const struct ir_stmt *stmt, struct word_op *out)
{
	struct ir_asm_atomic atomic;
	if (!ir_asm_atomic_of(log->arena, stmt, &atomic))
		return false;
	*out = (struct word_op){.effect = atomic.effect,
		.is_stored = atomic.stored.is_given && !atomic.stored.expr,
		.stored = atomic.stored.number,
		.is_expected = atomic.expected.is_given && !atomic.expected.expr,
		.expected = atomic.expected.number};
	return true;
}

static bool word_op_of(
	const struct sync_log *log, const struct sync_op *op, const struct touch *touch, struct word_op *out)
{
	struct ir_memory_op memory;
	const struct simt_value *value = op->access ? op->access->value : NULL;
	if (touch->stmt)
		return word_op_of_asm(log, touch->stmt, out);
	*out = (struct word_op){.effect = IR_MEMORY_NONE};
	bool found = ir_memory_op(touch->site, &memory);
	if (found) {
		out->effect = memory.effect;
		out->is_wait = memory.is_wait;
		out->is_expected = folds(memory.expected, &out->expected);
		out->is_stored = folds(memory.value, &out->stored);
	}
	if (op->access && op->access->kind == SIMT_STORE)
		out->effect = IR_MEMORY_WRITE;
	if (value && value->kind == SIMT_INT && value_constant(value, &out->stored))
		out->is_stored = true;
	return out->effect != IR_MEMORY_NONE;
}

enum lock_kind {
	LOCK_NONE,
	LOCK_WORD,      /* one number in a word says that it is taken */
	LOCK_SEMAPHORE, /* a count that is waited for and moved */
	LOCK_TICKET     /* the number comes up that its thread has drawn */
};

struct taking {
	struct touch touch;
	enum lock_kind kind;
	struct word_op word;           /* LOCK_WORD */
	const struct ir_expr *drawing; /* LOCK_TICKET: the addition that drew it */
};

/* The addition by which a variable got its value; NULL: it got it otherwise. */
static const struct ir_expr *drawn_by(const struct ir_expr *expr)
{
	struct ir_memory_op memory;
	expr = ir_strip_casts(expr);
	const struct ir_expr *init = expr->kind == IR_VAR && expr->var->storage == IR_LOCAL && expr->var->init
					     ? ir_strip_casts(expr->var->init)
					     : NULL;
	bool adds = init && init->kind == IR_CALL && !expr->var->is_assigned && ir_memory_op(init, &memory) &&
		    memory.effect == IR_MEMORY_ADD;
	return adds ? init : NULL;
}

/* The addition that drew the number for which a loop waits that looks at memory here; NULL: it is none. */
static const struct ir_expr *ticket_of(const struct sync_op *op)
{
	const struct simt_where *where = op->access ? &op->access->where : &op->event->where;
	const struct ir_stmt *loop = where->turn ? where->turn->loop : NULL;
	const struct ir_expr *condition = loop && loop->expr ? ir_strip_casts(loop->expr) : NULL;
	bool reads = op->access ? op->access->kind == SIMT_LOAD
				: op->event->site && ir_cuda(op->event->site)->effect == IR_MEMORY_READ;
	if (!reads || !condition || condition->kind != IR_BINARY || condition->op < IR_OP_LT ||
		condition->op > IR_OP_NE ||
		!sync_in_condition(op->access ? op->access->site : op->event->site, where, loop))
		return NULL;
	const struct ir_expr *left = drawn_by(condition->operands[0]);
	return left ? left : drawn_by(condition->operands[1]);
}

static bool is_semaphore(const struct touch *touch)
{
	return touch->site && exec_is_semaphore(touch->site);
}

static enum lock_kind takes(const struct sync_log *log, const struct sync_op *op, struct taking *taking)
{
	struct word_op word;
	taking->drawing = ticket_of(op);
	if (taking->drawing)
		return LOCK_TICKET;
	if (!op->waits || !word_op_of(log, op, &taking->touch, &word))
		return LOCK_NONE;
	bool exchanges = word.effect == IR_MEMORY_EXCHANGE || word.effect == IR_MEMORY_CAS;
	if (is_semaphore(&taking->touch))
		return exchanges ? LOCK_SEMAPHORE : LOCK_NONE;
	taking->word = word;
	return exchanges && !word.is_wait && word.is_stored ? LOCK_WORD : LOCK_NONE;
}

/* The result of an instruction in assembly is somewhere, whether it is used or not. */
static bool gives(
	const struct sync_op *op, const struct touch *touch, const struct word_op *word, enum lock_kind kind)
{
	bool result_used = op->access ? op->access->result_used : op->event->result_used;
	if ((op->waits && !touch->stmt) || (result_used && word->effect != IR_MEMORY_WRITE))
		return false;
	bool adds = kind != LOCK_WORD && word->effect == IR_MEMORY_ADD;
	return word->effect == IR_MEMORY_WRITE || word->effect == IR_MEMORY_EXCHANGE ||
	       word->effect == IR_MEMORY_CAS || adds;
}

static bool same_place(const struct touch *a, const struct touch *b)
{
	if (a->object != b->object || !a->offset != !b->offset)
		return false;
	return !a->offset || value_same(a->offset, b->offset);
}

/* Whether it is given back by the store of what a thread that takes it looks for. */
static bool frees(const struct sync_log *log, const struct taking *taking, const struct sync_op *op,
	const struct touch *touch)
{
	struct word_op word;
	if (!same_place(&taking->touch, touch) || !word_op_of(log, op, touch, &word) ||
		!gives(op, touch, &word, taking->kind))
		return false;
	if (taking->kind != LOCK_WORD)
		return taking->kind == LOCK_TICKET || is_semaphore(touch);
	if (!word.is_stored || word.stored == taking->word.stored)
		return false;
	return !taking->word.is_expected || taking->word.expected == word.stored;
}

struct releases {
	size_t at[MOST_RELEASES];
	unsigned count;
};

/* The release, and those on other sides of conditions. */
static bool find_releases(struct sync_log *log, size_t begin, const struct taking *lock, struct releases *out)
{
	const struct touch *taking = &lock->touch;
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
		if (!frees(log, lock, op, &touch) || !mask_any(&both) ||
			simt_excludes(touch.where->path, taking->where->path))
			continue;
		bool is_other = true;
		for (unsigned k = 0; k < out->count; k++)
			is_other &= simt_excludes(path_of(&log->ops.data[out->at[k]]), touch.where->path);
		if (!is_other || out->count == MOST_RELEASES)
			break;
		out->at[out->count++] = i;
	}
	if (!out->count && end < log->ops.count)
		log->report->cuts |= SYNC_CUT_LOCKS;
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
			(lock->offset ? same_place(lock, &other)
				      : (other.site == lock->site && other.stmt == lock->stmt) ||
						op->is_lock))
			op->learns = op->block_learns = true;
	}
}

/* The drawing of the number that is waited for is a part of the taking, and so is every look at it. */
static void mark_ticket(struct sync_log *log, const struct taking *taking)
{
	for (size_t i = 0; i < log->ops.count; i++) {
		struct sync_op *op = &log->ops.data[i];
		const struct ir_expr *site = op->access ? op->access->site : op->event->site;
		op->is_lock |= site && (site == taking->drawing || site == taking->touch.site);
	}
}

/* The expression to show for it: of assembly, the first one that it is given. */
static const struct ir_expr *taken_at(const struct touch *touch)
{
	const struct ir_asm *assembly = touch->stmt ? touch->stmt->assembly : NULL;
	const struct ir_expr *out = touch->site;
	for (size_t i = 0; assembly && i < assembly->operand_count && !out; i++)
		out = assembly->operands[i].is_output ? NULL : assembly->operands[i].expr;
	return out;
}

static bool find_lock(struct sync_log *log, size_t index)
{
	struct taking taking = {0};
	struct touch *touch = &taking.touch;
	struct releases releases;
	const struct sync_op *op = &log->ops.data[index];
	if (op->is_lock || !touch_of(op, touch) || op->of_object)
		return false;
	taking.kind = takes(log, op, &taking);
	if (!taking.kind || !find_releases(log, index, &taking, &releases))
		return false;
	struct sync_lock *lock = ARENA_NEW(log->arena, struct sync_lock);
	*lock = (struct sync_lock){
		taken_at(touch), touch->object, touch->offset, touch->varies, *touch->lanes};
	follow(log, index, &releases, lock);
	mark_words(log, touch);
	if (taking.kind == LOCK_TICKET)
		mark_ticket(log, &taking);
	return true;
}

void sync_find_locks(struct sync_log *log)
{
	bool waited = false;
	unsigned locks = 0;
	for (size_t i = 0; i < log->ops.count && locks < MOST_LOCKS; i++)
		locks += find_lock(log, i);
	if (locks == MOST_LOCKS)
		log->report->cuts |= SYNC_CUT_LOCKS;
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
