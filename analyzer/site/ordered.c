/* From events to counts of fences and of atomic objects' operations. */
#include "analyzer/site/ordered.h"

#include "analyzer/simt/exec/exec.h"
#include "analyzer/site/site.h"
#include "analyzer/value/fold.h"
#include "model/access.h"

/* ---- what it is ------------------------------------------------------------------------------ */

/* The type of the value that an atomic object holds; NULL: not an object. */
static const struct ir_type *value_type(const struct ir_atomic *atomic)
{
	const struct ir_type *type = atomic->where ? ir_type_value(atomic->where->type) : NULL;
	while (type && (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY))
		type = ir_type_value(type->element);
	const struct ir_record *record = type ? type->record : NULL;
	return record && record->arg_count ? record->args[0].type : NULL;
}

static enum simt_ordered_kind kind_of(const struct ir_memory_op *op)
{
	return op->effect == IR_MEMORY_READ    ? SIMT_ORDERED_LOAD
	       : op->effect == IR_MEMORY_WRITE ? SIMT_ORDERED_STORE
					       : SIMT_ORDERED_UPDATE;
}

static enum ir_scope scope_of_fence(enum simt_scope scope)
{
	return scope == SIMT_SCOPE_BLOCK    ? IR_SCOPE_BLOCK
	       : scope == SIMT_SCOPE_DEVICE ? IR_SCOPE_DEVICE
					    : IR_SCOPE_SYSTEM;
}

/* What an event does to the order of memory. False: nothing that is counted here. */
static bool describe(
	const struct simt_event *event, struct simt_ordered *out, struct ir_atomic *atomic, bool *is_integer)
{
	struct ir_fence fence;
	*out = (struct simt_ordered){.expr = event->site};
	if (event->kind == SIMT_FENCE) {
		bool is_told = event->site && ir_fence_of(event->site, &fence);
		out->order = is_told ? fence.order : IR_ORDER_SEQ_CST;
		out->scope = is_told ? fence.scope : scope_of_fence(event->scope);
		return event->site != NULL;
	}
	if (event->kind != SIMT_OPAQUE || !event->site || !ir_atomic_of(event->site, atomic) ||
		atomic->dialect != IR_DIALECT_LIBCU || atomic->op.is_wait)
		return false;
	const struct ir_type *type = value_type(atomic);
	out->kind = kind_of(&atomic->op);
	out->order = atomic->order;
	out->scope = atomic->scope;
	out->is_cas = atomic->op.effect == IR_MEMORY_CAS;
	out->size = type && type->size > 0 && type->size <= 16 ? (unsigned)type->size : 0;
	out->var = event->object ? simt_object_var(event->object) : NULL;
	out->space = event->object ? event->object->space : SIMT_GENERIC;
	*is_integer = type && type->kind == IR_TYPE_INT;
	return true;
}

static struct simt_ordered *place_of(
	struct arena *arena, struct simt_report *report, const struct simt_ordered *like)
{
	for (size_t i = 0; i < report->ordered.count; i++)
		if (report->ordered.data[i]->expr == like->expr &&
			report->ordered.data[i]->space == like->space)
			return report->ordered.data[i];
	struct simt_ordered *ordered = ARENA_NEW(arena, struct simt_ordered);
	*ordered = *like;
	ordered->low = INT64_MAX;
	ordered->high = INT64_MIN;
	vec_push(arena, &report->ordered, ordered);
	return ordered;
}

/* ---- how much of it -------------------------------------------------------------------------- */

static bool is_known(const struct simt_event *event)
{
	if (!event->object || !event->offset || event->offset->kind != SIMT_INT)
		return false;
	for (uint32_t i = 0; i < event->offset->term_count; i++)
		if (event->offset->terms[i].lanes)
			return false;
	return true;
}

/* Whether ptxas lets one lane add for the warp. */
static bool is_aggregated(const struct simt_ordered *ordered, const struct simt_event *event,
	const struct ir_atomic *atomic, bool is_integer, uint32_t active)
{
	int64_t amount;
	const struct model_atomic asked = {.is_add = atomic->op.effect == IR_MEMORY_ADD,
		.is_integer = is_integer,
		.size = ordered->size,
		.uniform_address = value_is_uniform(event->offset),
		.uniform_amount = atomic->op.value && ir_fold_int(atomic->op.value, &amount),
		.result_used = event->result_used,
		.full_warp = active == UINT32_MAX};
	return (ordered->size == 4 || ordered->size == 8) && model_atomic_aggregated(&asked);
}

static void note_extent(
	struct simt_ordered *ordered, const struct simt_event *event, int64_t offset, unsigned size)
{
	ordered->moves |= event->offset->term_count > 0;
	ordered->low = offset < ordered->low ? offset : ordered->low;
	ordered->high = offset + size > ordered->high ? offset + size : ordered->high;
}

static void add_warp(struct simt_ordered *ordered, const struct simt_event *event,
	const struct ir_atomic *atomic, bool is_integer, unsigned warp, double blocks)
{
	struct simt_ordered_counts *counts = &ordered->pending;
	uint32_t active = event->active.may.warp[warp];
	counts->requests += blocks;
	if (ordered->kind == SIMT_ORDERED_FENCE)
		return;
	uint64_t address[MODEL_LANES] = {0};
	if (is_known(event) && ordered->size) {
		for (unsigned lane = 0; lane < MODEL_LANES; lane++) {
			if (!(active >> lane & 1))
				continue;
			int64_t offset = value_lane(event->offset, warp * SIMT_WARP + lane);
			address[lane] = (uint64_t)offset;
			note_extent(ordered, event, offset, ordered->size);
		}
	} else if (active & (active - 1)) {
		counts->unknown += blocks;
		return;
	} else { /* one lane costs the same wherever it goes */
		ordered->moves = true;
	}
	struct model_atomic_request request;
	bool together = ordered->kind == SIMT_ORDERED_UPDATE && event->offset &&
			is_aggregated(ordered, event, atomic, is_integer, active);
	unsigned size = ordered->size ? ordered->size : 4;
	model_atomic_request(&request, address, active, size, together);
	counts->sectors += blocks * request.sectors;
	counts->lines += blocks * model_lines(address, active, size);
	counts->passes += blocks * request.passes;
}

void ordered_note(struct arena *arena, struct simt_report *report, struct simt *simt,
	const struct simt_event *event, double blocks)
{
	struct simt_ordered like;
	struct ir_atomic atomic = {0};
	bool is_integer = false, any = false;
	if (!describe(event, &like, &atomic, &is_integer))
		return;
	struct simt_ordered *ordered = place_of(arena, report, &like);
	ordered->in_symbolic_loop |= simt->symbolic > 0;
	for (unsigned warp = 0; warp * SIMT_WARP < simt->lanes; warp++) {
		if (!event->active.may.warp[warp])
			continue;
		any = true;
		add_warp(ordered, event, &atomic, is_integer, warp, blocks);
	}
	ordered->pending.turns += any;
}

void ordered_settle(struct simt_report *report, bool kept)
{
	for (size_t i = 0; i < report->ordered.count; i++) {
		struct simt_ordered *ordered = report->ordered.data[i];
		struct simt_ordered_counts *counts = &ordered->counts, *more = &ordered->pending;
		if (kept) {
			counts->requests += more->requests;
			counts->sectors += more->sectors;
			counts->lines += more->lines;
			counts->passes += more->passes;
			counts->unknown += more->unknown;
			counts->turns = more->turns > counts->turns ? more->turns : counts->turns;
		}
		*more = (struct simt_ordered_counts){0};
	}
}
