/* The engine that does bulk copies reads shared memory by a way of its own (a proxy, says PTX). What threads
 * have stored is seen there only after a proxy fence: whichever thread executes it, as long as it is on the
 * way from the store to the copy. So every store is remembered until a fence, or something that may contain
 * one, or a bulk copy that writes the memory anew; a copy that reads a byte of it before that is one without.
 *
 * Which fence a thread executes isn't followed lane by lane: any will do. */
#include "analyzer/site/site_handoff.h"

#include "analyzer/simt/exec/exec.h"
#include "analyzer/value/fold.h"

enum { KEPT = 64, PIECE = 16 };

struct written {
	const struct ir_expr *expr;
	const struct simt_object *object;
	const struct simt_value *offset;
	struct simt_active active;
	unsigned size, assumptions;
};

/* The last stores, in a ring. */
struct handoffs {
	struct arena *arena;
	struct simt_report *report;
	struct written written[KEPT];
	size_t count;
};

struct handoffs *handoffs_new(struct arena *arena, struct simt_report *report)
{
	struct handoffs *handoffs = ARENA_NEW(arena, struct handoffs);
	handoffs->arena = arena;
	handoffs->report = report;
	return handoffs;
}

void handoff_begin(struct handoffs *handoffs)
{
	handoffs->count = 0;
}

void handoff_access(struct handoffs *handoffs, const struct simt_access *access)
{
	bool may_be_shared = access->space == SIMT_SHARED || access->space == SIMT_GENERIC;
	if (access->kind == SIMT_LOAD || !may_be_shared || !access->object || !access->offset ||
		access->object->may_alias)
		return;
	handoffs->written[handoffs->count++ % KEPT] = (struct written){.expr = access->site,
		.object = access->object,
		.offset = access->offset,
		.active = access->active,
		.size = access->size,
		.assumptions = access->assumptions};
}

/* Whether it may contain a fence for all that we know. */
static bool may_fence(const struct simt_event *event)
{
	struct ir_bulk_copy copy;
	if (event->stmt && ir_is_proxy_fence_asm(event->stmt))
		return true;
	if (event->site && ir_is_proxy_fence(event->site))
		return true;
	if (event->kind != SIMT_OPAQUE || event->barrier)
		return false;
	if (event->stmt)
		return false; /* the text is there, without one */
	return event->site && event->site->kind == IR_CALL && !ir_bulk_copy(event->site, &copy) &&
	       !cuda_is_libcu_space(ir_space(event->site));
}

void handoff_event(struct handoffs *handoffs, const struct simt_event *event)
{
	if (may_fence(event))
		handoffs->count = 0;
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* Whether the unknown parts of two offsets are the same in all lanes. */
static bool are_comparable(const struct simt_value *a, const struct simt_value *b)
{
	bool same = a->kind == SIMT_INT && b->kind == SIMT_INT && a->term_count == b->term_count;
	for (uint32_t i = 0; same && i < a->term_count; i++)
		same = a->terms[i].symbol == b->terms[i].symbol &&
		       a->terms[i].coefficient == b->terms[i].coefficient && !a->terms[i].lanes &&
		       !b->terms[i].lanes;
	return same;
}

/* Whether a lane's copy reads what some lane has written. */
static bool reads(const struct simt *simt, const struct written *written, int64_t start, int64_t bytes)
{
	for (unsigned lane = 0; lane < simt->lanes; lane++) {
		int64_t at = value_lane(written->offset, lane) - start;
		if (mask_has(&written->active.may, lane) && at > -(int64_t)written->size && at < bytes)
			return true;
	}
	return false;
}

static bool overlaps(const struct simt *simt, const struct written *written,
	const struct simt_access *address, int64_t bytes)
{
	if (written->object != address->object || !are_comparable(written->offset, address->offset))
		return false;
	for (unsigned warp = 0; warp * SIMT_WARP < simt->lanes; warp++) {
		uint32_t lanes = address->active.may.warp[warp];
		unsigned lane = warp * SIMT_WARP + (lanes ? (unsigned)__builtin_ctz(lanes) : 0);
		if (lanes && reads(simt, written, value_lane(address->offset, lane), bytes))
			return true;
	}
	return false;
}

static void forget(struct handoffs *handoffs, const struct simt_object *object)
{
	for (size_t i = 0; i < KEPT; i++)
		if (handoffs->written[i].object == object)
			handoffs->written[i].object = NULL;
}

static int64_t bytes_of(const struct ir_bulk_copy *copy)
{
	int64_t bytes = copy->bytes;
	if (copy->size && !ir_fold_int(copy->size, &bytes))
		return PIECE;
	return bytes > PIECE ? bytes : PIECE;
}

static bool is_known(const struct handoffs *handoffs, const struct ir_expr *from)
{
	for (size_t i = 0; i < handoffs->report->handoffs.count; i++)
		if (handoffs->report->handoffs.data[i].from == from)
			return true;
	return false;
}

void handoff_copy(struct handoffs *handoffs, const struct simt *simt, const struct simt_access *address,
	const struct ir_bulk_copy *copy)
{
	if (address->object && address->site == copy->to.expr)
		forget(handoffs, address->object);
	if (address->site != copy->from.expr || address->space == SIMT_GLOBAL ||
		is_known(handoffs, address->site))
		return;
	size_t count = handoffs->count < KEPT ? handoffs->count : KEPT;
	for (size_t i = 0; i < count; i++) {
		const struct written *written = &handoffs->written[i];
		if (!written->object || !overlaps(simt, written, address, bytes_of(copy)))
			continue;
		bool certain = mask_equal(&written->active.may, &written->active.must) &&
			       mask_equal(&address->active.may, &address->active.must);
		vec_push(handoffs->arena, &handoffs->report->handoffs,
			(struct simt_handoff){.from = address->site,
				.copy = copy,
				.write = written->expr,
				.function = address->function,
				.object = address->object,
				.certain = certain,
				.assumptions = written->assumptions | address->assumptions});
		return;
	}
}
