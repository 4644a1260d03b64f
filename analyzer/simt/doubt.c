/* Doubt: lanes that may be elsewhere, and what that makes of stored values. */
#include "analyzer/simt/doubt.h"

#include <string.h>

#include "analyzer/simt/exec.h"

/* ---- what variables hold ---- */

static void save(struct simt *simt, struct simt_object *object, simt_snapshot *out)
{
	if (object->space != SIMT_LOCAL && object->space != SIMT_PARAMETER)
		return;
	struct simt_saved saved = {.object = object, .count = object->cells.count};
	saved.cells = ARENA_ARRAY(simt->arena, struct simt_cell, saved.count + 1);
	if (saved.count)
		memcpy(saved.cells, object->cells.data, saved.count * sizeof *saved.cells);
	vec_push(simt->arena, out, saved);
}

simt_snapshot snapshot_take(struct simt *simt)
{
	simt_snapshot out = {0};
	for (struct simt_frame *frame = simt->frame; frame; frame = frame->up)
		for (size_t i = 0; i < frame->bindings.count; i++)
			save(simt, frame->bindings.data[i].object, &out);
	return out;
}

struct simt_cell *snapshot_cell(struct simt_object *object, const struct simt_cell *like)
{
	for (size_t i = 0; i < object->cells.count; i++)
		if (object->cells.data[i].offset == like->offset && object->cells.data[i].size == like->size)
			return &object->cells.data[i];
	return NULL;
}

/* ---- branches ---- */

void doubt_push(struct simt *simt, const struct simt_mask *open, const struct simt_truth *truth)
{
	if (!mask_any(open))
		return;
	struct simt_doubt doubt = {.lanes = *open, .uniform = truth->uniform, .by_data = truth->by_data};
	vec_push(simt->arena, &simt->doubts, doubt);
	simt->guesses++;
}

void doubt_pop(struct simt *simt, const struct simt_mask *open)
{
	if (!mask_any(open))
		return;
	simt->doubts.count--;
	simt->guesses--;
}

struct simt_mask doubt_since(const struct simt *simt, size_t height, bool *uniform)
{
	struct simt_mask out;
	memset(&out, 0, sizeof out);
	for (size_t i = height; i < simt->doubts.count; i++) {
		const struct simt_doubt *doubt = &simt->doubts.data[i];
		struct simt_mask here = mask_and(&doubt->lanes, &simt->active.may);
		if (mask_any(&here))
			*uniform &= doubt->uniform;
		out = mask_or(&out, &here);
	}
	return out;
}

bool doubt_by_data(const struct simt *simt)
{
	bool by_data = simt->data_loops > 0;
	for (size_t i = 0; i < simt->doubts.count; i++)
		by_data |= simt->doubts.data[i].by_data;
	for (const struct simt_exit *exit = simt->exit; exit; exit = exit->up)
		by_data |= exit->by_data;
	return by_data;
}

/* ---- ways out ---- */

void exit_enter(struct simt *simt, struct simt_exit *exit, bool keeps)
{
	*exit = (struct simt_exit){
		.up = simt->exit, .height = simt->doubts.count, .uniform = true, .keeps = keeps};
	simt->exit = exit;
}

void exit_take(struct simt *simt, struct simt_exit *exit)
{
	struct simt_active *active = &simt->active;
	if (exit) {
		struct simt_mask open = doubt_since(simt, exit->height, &exit->uniform);
		if (mask_any(&open)) {
			if (!exit->doubtful && exit->keeps)
				exit->then = snapshot_take(simt);
			exit->doubtful = true;
			for (size_t i = exit->height; i < simt->doubts.count; i++)
				exit->by_data |= simt->doubts.data[i].by_data;
		}
		exit->lanes.may = mask_or(&exit->lanes.may, &active->may);
		exit->lanes.must = mask_or(&exit->lanes.must, &active->must);
		if (exit == &simt->frame->returned) {
			struct simt_mask sure = mask_minus(&active->may, &open);
			simt->frame->gone = mask_or(&simt->frame->gone, &sure);
		}
	}
	memset(active, 0, sizeof *active);
}

void exit_rejoin(struct simt *simt, struct simt_exit *exit)
{
	simt->exit = exit->up;
	for (size_t i = 0; i < exit->then.count; i++) {
		const struct simt_saved *saved = &exit->then.data[i];
		for (size_t k = 0; k < saved->count; k++) {
			struct simt_cell *now = snapshot_cell(saved->object, &saved->cells[k]);
			if (!now || value_same(now->value, saved->cells[k].value))
				continue;
			now->value = value_join(simt, now->value, saved->cells[k].value);
			if (!exit->uniform && now->value->kind == SIMT_UNKNOWN && !now->value->varying)
				now->value = value_unknown(simt, true, now->value->why);
		}
	}
}

/* ---- stores ---- */

const struct simt_value *doubt_choose(struct simt *simt, const struct simt_mask *live,
	const struct simt_mask *open, bool uniform, const struct simt_value *old,
	const struct simt_value *value)
{
	struct simt_mask sure = mask_minus(&simt->active.may, open);
	struct simt_mask rest = mask_minus(live, &sure);
	if (!mask_any(&rest))
		return value;
	if (!mask_any(open))
		return value_select(simt, &sure, value, old);
	const struct simt_value *either =
		uniform ? value_either(simt, old, value) : value_join(simt, old, value);
	if (either->kind == SIMT_UNKNOWN && !either->varying && !uniform)
		either = value_unknown(simt, true, either->why);
	rest = mask_minus(live, open);
	if (!mask_any(&rest))
		return either;
	const struct simt_value *outside = value_select(simt, &sure, value, old);
	return value_select(simt, open, either, outside);
}

const struct simt_value *doubt_merge(struct simt *simt, const struct simt_object *object,
	const struct simt_value *old, const struct simt_value *value)
{
	bool uniform = true;
	struct simt_mask open = doubt_since(simt, object->height, &uniform);
	/* lanes that will never read it don't matter */
	struct simt_mask live = mask_minus(&object->born, &simt->gone);
	if (object->frame)
		live = mask_minus(&live, &object->frame->gone);
	return doubt_choose(simt, &live, &open, uniform, old, value);
}
