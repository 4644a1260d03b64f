/* Reads the record for accesses to the shared memory of other blocks of the cluster (distributed shared
 * memory). All blocks of a cluster run the same code, so an access of one's own at one time and a remote
 * access at another are ordered when a barrier of the cluster lies between.
 *
 * Barriers are taken generously: barrier objects, which may be remote ones, numbered barriers, waiting in a
 * loop and code that isn't seen may all order blocks. Two accesses under conditions that exclude each other
 * may be ordered by barriers on both ways and are left alone. */
#include "analyzer/order/race/remote.h"

struct search {
	struct sync_log *log;
	size_t since; /* index + 1 of the last operation that may order blocks; 0: none yet */
};

/* ---- what orders blocks ---------------------------------------------------------------------- */

static bool may_order_blocks(const struct simt_event *event)
{
	const struct ir_barrier_op *op = event->barrier ? event->barrier->op : NULL;
	switch (event->kind) {
	case SIMT_CLUSTER_BARRIER:
	case SIMT_GRID_BARRIER: return true;
	case SIMT_OTHER_BARRIER:
		return !op ||
		       (op->action != IR_BARRIER_CLUSTER_ARRIVE && op->action != IR_BARRIER_INIT &&
			       op->action != IR_BARRIER_NAMED_SYNC && op->action != IR_BARRIER_NAMED_ARRIVE);
	case SIMT_OPAQUE: {
		const struct ir_expr *site = event->site;
		bool is_call = site && site->kind == IR_CALL;
		return is_call && !(site->call->function && site->call->function->is_system);
	}
	default: return false;
	}
}

/* Whether something after `index` may keep the other blocks from ending. */
static bool is_held(const struct sync_log *log, size_t index)
{
	for (size_t i = index; i < log->ops.count; i++) {
		const struct simt_event *event = log->ops.data[i].event;
		if (event ? may_order_blocks(event) : log->ops.data[i].after_wait)
			return true;
	}
	return false;
}

/* ---- accesses -------------------------------------------------------------------------------- */

/* Loads, stores and atomics of `shared::cluster` in PTX; bulk copies and barriers have rules of their own. */
static bool is_remote_asm(const struct simt_event *event)
{
	const char *text = event->stmt && event->stmt->kind == IR_ASM && event->stmt->assembly
				   ? event->stmt->assembly->text
				   : NULL;
	if (event->kind != SIMT_OPAQUE || !text || (event->stmt->assembly->mentions & CUDA_ASM_ASYNC))
		return false;
	return cuda_asm_is_remote(text);
}

static bool writes(const struct simt_event *event)
{
	return !(event->stmt->assembly->mentions & CUDA_ASM_LOAD);
}

/* Whether bytes of the two meet: 2 for some threads, 1 perhaps, 0 never. */
static int meet(const struct search *search, const struct simt_access *own, const struct simt_access *remote)
{
	if (!own->offset || !remote->remote_offset)
		return 1;
	bool is_known = !own->offset->term_count && !remote->remote_offset->term_count;
	for (unsigned from = 0; is_known && from < search->log->simt->lanes; from++)
		for (unsigned to = 0; mask_has(&own->active.may, from) && to < search->log->simt->lanes;
			to++) {
			int64_t apart = value_lane(remote->remote_offset, to) - value_lane(own->offset, from);
			if (mask_has(&remote->active.may, to) && apart < own->size &&
				apart > -(int64_t)remote->size)
				return 2;
		}
	return is_known ? 0 : 1;
}

/* ---- findings -------------------------------------------------------------------------------- */

static void add(struct search *search, struct sync_remote remote)
{
	struct sync_report *report = search->log->report;
	for (size_t i = 0; i < report->remote.count; i++) {
		struct sync_remote *other = &report->remote.data[i];
		if (other->fault != remote.fault || other->expr != remote.expr || other->stmt != remote.stmt)
			continue;
		if (other->belief < remote.belief)
			*other = remote;
		return;
	}
	vec_push(search->log->arena, &report->remote, remote);
}

static void note_remote(
	struct search *search, size_t index, const struct simt_path *path, struct sync_remote remote)
{
	remote.belief = path ? SYNC_LIKELY : SYNC_PROVEN;
	remote.fault = SYNC_REMOTE_START;
	if (!search->since && !search->log->ops.data[index].after_wait)
		add(search, remote);
	remote.fault = SYNC_REMOTE_EXIT;
	if (!search->log->truncated && !is_held(search->log, index + 1))
		add(search, remote);
}

/* Own and remote accesses of one object since the last barrier of the cluster. */
static void note_pair(struct search *search, const struct sync_op *before, const struct sync_op *now)
{
	const struct simt_access *a = before->access, *b = now->access;
	const struct simt_access *remote = b->remote ? b : a, *own = b->remote ? a : b;
	if (!a || !b || !remote->remote || own->remote || own->object != remote->remote ||
		(a->kind == SIMT_LOAD && b->kind == SIMT_LOAD) || (a->is_atomic && b->is_atomic) ||
		before->after_wait || now->after_wait || simt_excludes(a->where.path, b->where.path))
		return;
	int how = meet(search, own, remote);
	if (!how)
		return;
	add(search,
		(struct sync_remote){.fault = SYNC_REMOTE_RACE,
			.belief = how == 2 && !a->where.path && !b->where.path ? SYNC_PROVEN : SYNC_LIKELY,
			.expr = remote->site,
			.function = remote->function,
			.object = remote->remote,
			.is_store = remote->kind != SIMT_LOAD,
			.own = own->site,
			.own_is_store = own->kind != SIMT_LOAD,
			.own_is_first = own == a});
}

enum { MOST_BACK = 400 };

void sync_find_remote(struct sync_log *log)
{
	struct search search = {.log = log};
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct sync_op *op = &log->ops.data[i];
		if (op->event && is_remote_asm(op->event)) {
			note_remote(&search, i, op->event->where.path,
				(struct sync_remote){.stmt = op->event->stmt,
					.function = op->event->function,
					.is_store = writes(op->event)});
		} else if (op->event) {
			if (may_order_blocks(op->event))
				search.since = i + 1;
			continue;
		} else if (op->access->remote) {
			note_remote(&search, i, op->access->where.path,
				(struct sync_remote){.expr = op->access->site,
					.function = op->access->function,
					.object = op->access->remote,
					.is_store = op->access->kind != SIMT_LOAD});
		}
		bool is_ours = op->access &&
			       (op->access->remote || (op->access->object && op->access->object->remote));
		for (size_t k = i; is_ours && k-- > search.since && i - k < MOST_BACK;)
			if (log->ops.data[k].access)
				note_pair(&search, &log->ops.data[k], op);
	}
}
