/* Recording a run. */
#include "analyzer/order/log.h"

#include <string.h>

#include "analyzer/operation/order.h"
#include "analyzer/order/copy/flight.h"
#include "analyzer/order/race/block_pair.h"
#include "analyzer/order/race/done_counter.h"
#include "analyzer/order/race/grid_dependency.h"
#include "analyzer/order/race/lockset.h"
#include "analyzer/order/race/narrow_scope.h"
#include "analyzer/order/race/picked.h"
#include "analyzer/order/race/publication.h"
#include "analyzer/order/race/race.h"
#include "analyzer/order/race/remote.h"
#include "analyzer/order/race/scratch.h"
#include "analyzer/order/shadow.h"
#include "analyzer/order/wait/replay.h"

/* Of one run, and of all runs for a launch. */
enum { MAX_OPS = 30000, MAX_LANE_OPS = 500000, MAX_ALL_LANE_OPS = 1000000 };

struct sync_log *sync_log_new(struct arena *arena, struct sync_report *report)
{
	struct sync_log *log = ARENA_NEW(arena, struct sync_log);
	log->arena = arena;
	log->report = report;
	log->pairs = block_pairs_new(arena);
	return log;
}

void sync_log_begin(struct sync_log *log, struct simt *simt)
{
	log->simt = simt;
	log->ops.count = 0;
	log->grid.count = 0;
	log->lane_ops = 0;
	memset(log->latest, 0, sizeof log->latest);
	log->waits = log->truncated = log->is_cut = log->left_out_store = false;
	log->left_out.count = 0;
}

bool sync_is_written(const struct sync_log *log, const struct simt_object *object)
{
	for (size_t i = log->written.count; i-- > 0;)
		if (log->written.data[i] == object)
			return true;
	return false;
}

static void find_written(struct sync_log *log)
{
	log->written.count = 0;
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct simt_access *access = log->ops.data[i].access;
		if (access && access->object && access->kind != SIMT_LOAD &&
			!sync_is_written(log, access->object))
			vec_push(log->arena, &log->written, access->object);
	}
}

/* Without what is read from objects that nobody has stored to: that isn't compared with anything. */
static void count_again(struct sync_log *log)
{
	find_written(log);
	log->lane_ops = 0;
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct simt_access *access = log->ops.data[i].access;
		if (access && (access->kind != SIMT_LOAD || !access->object ||
				      sync_is_written(log, access->object)))
			log->lane_ops += mask_count(&access->active.may);
	}
}

static bool has_room(const struct sync_log *log)
{
	return log->lane_ops <= MAX_LANE_OPS && log->lane_ops + log->spent <= MAX_ALL_LANE_OPS;
}

/* Where accesses are too many, events still are kept. */
static struct sync_op *next(struct sync_log *log, bool is_event)
{
	if (!log->truncated && !has_room(log)) {
		count_again(log);
		log->truncated =
			log->lane_ops > MAX_LANE_OPS / 4 * 3; /* else it would soon be counted again */
	}
	if (log->ops.count >= MAX_OPS || !has_room(log))
		log->truncated = true;
	log->is_cut |= log->ops.count >= MAX_OPS;
	if (log->is_cut || (log->truncated && !is_event))
		return NULL;
	struct sync_op op = {.after_wait = log->waits};
	vec_push(log->arena, &log->ops, op);
	return &log->ops.data[log->ops.count - 1];
}

bool sync_in_condition(const struct ir_expr *site, const struct simt_where *where, const struct ir_stmt *loop)
{
	if (!loop->expr)
		return false;
	const struct ir_range all = loop->expr->range;
	bool within = site->range.begin >= all.begin && site->range.end <= all.end;
	for (const struct simt_call *call = where->call; call && !within; call = call->up)
		within = call->site && call->site->range.begin >= all.begin &&
			 call->site->range.end <= all.end;
	return within;
}

static bool in_condition(const struct simt_access *access, const struct ir_stmt *loop)
{
	return sync_in_condition(access->site, &access->where, loop);
}

static bool is_exchange(const struct simt_access *access)
{
	const struct ir_expr *site = access->site;
	enum ir_memory_effect effect = ir_cuda(site)->effect;
	return access->kind == SIMT_CAS || effect == IR_MEMORY_EXCHANGE || effect == IR_MEMORY_CAS;
}

/* Takes a lock, elects a thread, or waits for what another one does: a compare-and-swap or an exchange whose
 * result is used, an atomic or a volatile load on which a loop hangs. Behind it, order comes from the other
 * thread. */
static bool is_wait(const struct simt_access *access)
{
	const struct simt_turn *turn = access->where.turn;
	if (access->kind >= SIMT_ATOMIC && access->result_used && is_exchange(access))
		return true;
	if (!turn || !turn->stands_for_all)
		return false;
	if (access->kind == SIMT_LOAD)
		return (access->is_volatile || access->is_atomic) && in_condition(access, turn->loop);
	return access->result_used && (!access->statement || in_condition(access, turn->loop));
}

/* The condition's first evaluation comes before it shows that the loop's turns can't be run one by one. */
static void mark_first_look(struct sync_log *log, const struct simt_access *access)
{
	for (size_t i = log->ops.count; i-- > 0;) {
		struct sync_op *op = &log->ops.data[i];
		if (op->event && op->event->kind == SIMT_BLOCK_BARRIER)
			break;
		const struct simt_turn *turn = op->access ? op->access->where.turn : NULL;
		if (!turn || op->access->site != access->site || turn->loop != access->where.turn->loop ||
			turn->instance != access->where.turn->instance)
			continue;
		op->after_wait = op->is_look = true;
		if (turn->number == 0)
			break;
	}
}

/* A libcu++ atomic or semaphore that does so; and a function or inline assembly that can't be seen into,
 * which may hide a lock. */
static bool is_waiting_event(const struct simt_event *event)
{
	struct ir_memory_op op;
	if (event->kind != SIMT_OPAQUE)
		return false;
	if (event->stmt)
		return event->stmt->kind == IR_ASM && (event->stmt->assembly->mentions & CUDA_ASM_ATOMIC);
	if (!event->site || event->site->kind != IR_CALL)
		return false;
	if (!ir_memory_op(event->site, &op)) {
		const struct ir_function *function = event->site->call->function;
		return function && !function->is_system && !function->body;
	}
	bool loops = event->where.turn && event->where.turn->stands_for_all;
	bool takes = op.effect == IR_MEMORY_EXCHANGE || op.effect == IR_MEMORY_CAS;
	return op.is_wait || (takes && event->result_used) || (loops && op.effect == IR_MEMORY_READ);
}

/* By the place in the source: an address would give other collisions, and so other logs, in each run. */
static size_t slot_of(const struct simt_access *access)
{
	return ((size_t)access->site->range.begin * 31 + (size_t)access->kind * 7) % SYNC_LATEST;
}

/* Whether the same threads do the same to the same elements for a third time, and nothing has ordered threads
 * since the first: two show all that there is to see. */
static bool is_repeated(struct sync_log *log, const struct simt_access *access)
{
	size_t slot = slot_of(access);
	const struct simt_access *last = log->latest[slot];
	bool same = last && last->offset && access->offset && !access->is_atomic &&
		    last->site == access->site && last->kind == access->kind &&
		    last->object == access->object && last->size == access->size &&
		    value_same(last->offset, access->offset) &&
		    mask_equal(&last->active.may, &access->active.may);
	if (!same)
		log->times[slot] = 0;
	else if (log->times[slot] < 2)
		log->times[slot]++;
	return same && log->times[slot] == 2;
}

bool sync_is_blind_update(const struct simt_event *event)
{
	struct ir_atomic atomic;
	if (event->result_used || !exec_is_atomic_event(event) || !ir_atomic_of(event->site, &atomic))
		return false;
	return !atomic.op.is_wait &&
	       (atomic.op.effect == IR_MEMORY_ADD || atomic.op.effect == IR_MEMORY_WRITE);
}

/* What a libcu++ atomic orders is told by an event of its own. */
static bool is_of_object(const struct simt_access *access)
{
	return access->kind >= SIMT_ATOMIC && access->site->kind == IR_CALL && access->site->call->object;
}

/* In front of the event: what that orders comes behind. */
static void log_object_access(struct sync_log *log, const struct simt_access *access)
{
	size_t count = log->ops.count;
	if (!count || !log->ops.data[count - 1].event || log->ops.data[count - 1].event->site != access->site)
		return;
	struct sync_op *op = next(log, false);
	if (!op)
		return;
	struct simt_access *copy = ARENA_NEW(log->arena, struct simt_access);
	*copy = *access;
	*op = log->ops.data[count - 1];
	log->ops.data[count - 1] =
		(struct sync_op){.access = copy, .of_object = true, .after_wait = op->after_wait};
	log->lane_ops += mask_count(&access->active.may);
}

bool sync_is_input(const struct simt_access *access)
{
	const struct ir_var *param = access->object ? access->object->param : NULL;
	const struct ir_type *type = param ? ir_type_value(param->type) : NULL;
	return access->kind == SIMT_LOAD && type && type->kind == IR_TYPE_POINTER && type->element->is_const;
}

static void note_left_out(struct sync_log *log, const struct simt_access *access)
{
	if (sync_is_input(access))
		return;
	log->left_out_store |= access->kind != SIMT_LOAD;
	for (size_t i = log->left_out.count; i-- > 0;)
		if (log->left_out.data[i] == access->object)
			return;
	vec_push(log->arena, &log->left_out, access->object);
}

/* Whether anything was left out that another thread may have to do with. */
static bool lacks_something(const struct sync_log *log)
{
	bool lacks = log->left_out_store;
	for (size_t i = 0; i < log->left_out.count && !lacks; i++)
		lacks = !log->left_out.data[i] || sync_is_written(log, log->left_out.data[i]);
	return lacks;
}

void sync_log_access(struct sync_log *log, const struct simt_access *access)
{
	if (access->comes_again)
		return;
	if (access->space != SIMT_SHARED && access->space != SIMT_GLOBAL && access->space != SIMT_GENERIC)
		return;
	if (is_of_object(access)) {
		log_object_access(log, access);
		return;
	}
	if (is_repeated(log, access))
		return;
	struct sync_op *op = next(log, false);
	if (!op) {
		note_left_out(log, access);
		return;
	}
	struct simt_access *copy = ARENA_NEW(log->arena, struct simt_access);
	*copy = *access;
	op->access = copy;
	log->latest[slot_of(copy)] = copy;
	if (!sync_is_input(access))
		log->lane_ops += mask_count(&access->active.may);
	bool waits = is_wait(access);
	log->waits |= waits;
	op->waits = waits;
	op->after_wait = log->waits; /* the look at a flag is what waits: it races with nobody */
	if (waits && access->where.turn && access->where.turn->stands_for_all)
		mark_first_look(log, access);
}

/* Lanes that have certainly left, by `return` or a trap. */
static const struct simt_mask *left_kernel(struct arena *arena, const struct simt *simt)
{
	const struct simt_frame *frame = simt->frame;
	while (frame->up)
		frame = frame->up;
	struct simt_mask gone = mask_or(&simt->gone, &frame->gone);
	if (!mask_any(&gone))
		return NULL;
	struct simt_mask *copy = ARENA_NEW(arena, struct simt_mask);
	*copy = gone;
	return copy;
}

/* That a function gets an address orders nothing; what it does with it is an event of its own. */
static bool is_escape(const struct simt_event *event)
{
	return event->kind == SIMT_OPAQUE && event->site && event->barrier && !event->barrier->op &&
	       event->barrier->object;
}

static void note_grid_event(struct sync_log *log, const struct simt_event *event)
{
	struct simt_event *copy = ARENA_NEW(log->arena, struct simt_event);
	*copy = *event;
	vec_push(log->arena, &log->grid, ((struct sync_grid_event){copy, log->ops.count}));
}

/* A library's function moves a state on: a store, as for whoever meets another thread there. */
static void log_state(struct sync_log *log, const struct simt_event *event)
{
	const struct simt_value *offset = event->offset;
	bool known = offset && offset->kind == SIMT_INT;
	struct simt_access access = {.site = event->site,
		.function = event->function,
		.kind = SIMT_STORE,
		.space = event->object->space,
		.object = event->object,
		.offset = known ? offset : NULL,
		.why = known    ? NULL
		       : offset ? offset->why
				: "state of a library",
		.varies = !known && !(offset && value_is_uniform(offset)),
		.size = SHADOW_WORD,
		.active = event->active,
		.where = event->where,
		.value = event->stored};
	sync_log_access(log, &access);
}

void sync_log_event(struct sync_log *log, const struct simt *simt, const struct simt_event *event)
{
	if (event->comes_again || is_escape(event))
		return;
	if (event->kind == SIMT_STATE) {
		log_state(log, event);
		return;
	}
	if (event->kind == SIMT_GRID_WAIT || event->kind == SIMT_GRID_TRIGGER) {
		note_grid_event(log, event);
		return;
	}
	struct sync_op *op = next(log, true);
	if (!op)
		return;
	struct simt_event *copy = ARENA_NEW(log->arena, struct simt_event);
	*copy = *event;
	op->event = copy;
	op->gone = left_kernel(log->arena, simt);
	memset(log->latest, 0, sizeof log->latest);
	log->report->by_warps |= event->kind == SIMT_WARP_BARRIER;
	op->waits = is_waiting_event(event);
	log->waits |= op->waits;
	if (event->kind == SIMT_BLOCK_BARRIER)
		log->waits = false;
}

bool sync_is_way_out(const struct simt_event *event)
{
	return event->kind == SIMT_EXIT || event->kind == SIMT_TRAP || event->kind == SIMT_LEAVE;
}

bool sync_is_of_warp(const struct simt_event *event)
{
	return event->kind == SIMT_SCRATCH && ir_cuda_class(event->site)->family == CUDA_CUB_WARP;
}

static void drop_object_accesses(struct sync_log *log)
{
	size_t kept = 0;
	for (size_t i = 0; i < log->ops.count; i++)
		if (!log->ops.data[i].of_object)
			log->ops.data[kept++] = log->ops.data[i];
	log->ops.count = kept;
}

/* Whether it matters which thread does it. */
static bool is_by_thread(const struct sync_log *log, const struct sync_op *op)
{
	const struct simt_access *access = op->access;
	unsigned active = 0;
	if (!access)
		return op->event->kind == SIMT_COLLECTIVE || op->event->kind == SIMT_BLOCK_BARRIER;
	for (unsigned lane = 0; lane < log->simt->lanes; lane++)
		active += mask_has(&access->active.may, lane);
	return active < log->simt->lanes || access->varies ||
	       (access->offset && !value_is_uniform(access->offset)) ||
	       (access->value && !value_is_uniform(access->value));
}

void sync_log_end(struct sync_log *log)
{
	log->report->passes_array |= log->simt->passes_array;
	for (size_t i = 0; i < log->ops.count && !log->report->by_threads; i++)
		log->report->by_threads = is_by_thread(log, &log->ops.data[i]);
	log->report->truncated |= log->truncated;
	log->report->untold_turns |= log->simt->untold_turns;
	find_written(log);
	if (log->truncated && lacks_something(log))
		log->report->cuts |= SYNC_CUT_LOG;
	sync_find_locks(log);
	sync_find_races(log);
	sync_find_picked(log);
	sync_find_block_races(log);
	block_pairs_keep(log);
	drop_object_accesses(log);
	find_written(log);
	sync_find_scratch(log);
	sync_find_done_counters(log);
	sync_find_publications(log);
	sync_find_narrow_scopes(log);
	sync_find_flights(log);
	sync_find_needs(log);
	sync_find_absences(log);
	sync_find_grid_dependency(log);
	sync_find_remote(log);
	log->report->cuts |= log->report->untold_turns && log->written.count ? SYNC_CUT_TURNS : 0u;
	log->report->boxes++;
	log->spent += log->lane_ops;
}

void sync_log_close(struct sync_log *log)
{
	if (log->simt)
		block_pairs_compare(log);
}
