/* Doubt: lanes that may be elsewhere, and what that makes of stored values. */
#include "analyzer/simt/doubt.h"

#include <string.h>

#include "analyzer/simt/exec/exec.h"

/* ---- what variables hold --------------------------------------------------------------------- */

static void save(struct simt *simt, struct simt_object *object, simt_snapshot *out)
{
	if (object->space != SIMT_LOCAL && object->space != SIMT_PARAMETER)
		return;
	struct simt_saved saved = {.object = object, .count = object->cells.count};
	saved.cells = ARENA_ARRAY(simt->arena, struct simt_cell, saved.count + 1);
	if (saved.count)
		memcpy(saved.cells, object->cells.data, saved.count * sizeof *saved.cells);
	saved.is_lost = object->is_lost;
	saved.rest = object->rest;
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

static bool is_like(const struct simt_cell *cell, const struct simt_cell *like)
{
	return cell->offset == like->offset && cell->size == like->size;
}

struct simt_cell *object_cell(struct simt_object *object, const struct simt_cell *like)
{
	for (size_t i = 0; i < object->cells.count; i++)
		if (is_like(&object->cells.data[i], like))
			return &object->cells.data[i];
	return NULL;
}

struct simt_cell *snapshot_cell(const struct simt_saved *saved, size_t cell)
{
	struct simt_object *object = saved->object;
	const struct simt_cell *like = &saved->cells[cell];
	if (cell < object->cells.count && is_like(&object->cells.data[cell], like))
		return &object->cells.data[cell];
	return object_cell(object, like);
}

/* ---- branches -------------------------------------------------------------------------------- */

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

struct simt_mask doubt_since(const struct simt *simt, size_t height, bool of_stores, bool *uniform)
{
	struct simt_mask out;
	memset(&out, 0, sizeof out);
	for (size_t i = height; i < simt->doubts.count; i++) {
		const struct simt_doubt *doubt = &simt->doubts.data[i];
		if (of_stores && doubt->is_fork)
			continue;
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

/* ---- forks ----------------------------------------------------------------------------------- */

void fork_enter(struct simt *simt, struct simt_fork *fork, const struct simt_truth *truth)
{
	struct simt_mask decided = mask_or(&truth->yes, &truth->no);
	*fork = (struct simt_fork){.open = mask_minus(&simt->active.may, &decided)};
	if (!mask_any(&fork->open))
		return;
	fork->before = snapshot_take(simt);
	doubt_push(simt, &fork->open, truth);
	simt->doubts.data[simt->doubts.count - 1].is_fork = true;
}

static void restore(struct simt *simt, const simt_snapshot *snapshot)
{
	for (size_t i = 0; i < snapshot->count; i++) {
		const struct simt_saved *saved = &snapshot->data[i];
		saved->object->cells.count = 0;
		for (size_t k = 0; k < saved->count; k++)
			vec_push(simt->arena, &saved->object->cells, saved->cells[k]);
		saved->object->is_lost = saved->is_lost;
		saved->object->rest = saved->rest;
	}
}

void fork_other(struct simt *simt, struct simt_fork *fork)
{
	if (!mask_any(&fork->open))
		return;
	for (size_t i = 0; i < fork->before.count; i++)
		save(simt, fork->before.data[i].object, &fork->yes);
	restore(simt, &fork->before);
}

/* What a variable holds behind: `one` in the lanes of `first`, either value in those of `both`, else `other`.
 */
static const struct simt_value *met(struct simt *simt, const struct simt_mask *first,
	const struct simt_mask *both, bool uniform, const struct simt_value *one,
	const struct simt_value *other)
{
	if (value_same(one, other))
		return other;
	if (!mask_any(both))
		return mask_any(first) ? value_select(simt, first, one, other) : other;
	const struct simt_value *either =
		uniform ? value_either(simt, one, other) : value_join(simt, one, other);
	if (either->kind == SIMT_UNKNOWN && !either->varying && !uniform)
		either = value_unknown(simt, true, either->why);
	struct simt_mask rest = mask_minus(&simt->active.may, both);
	if (!mask_any(&rest) && !mask_any(first))
		return either;
	return value_select(simt, both, either, value_select(simt, first, one, other));
}

void fork_join(struct simt *simt, struct simt_fork *fork, const struct simt_truth *truth,
	const struct simt_mask *left)
{
	if (!mask_any(&fork->open))
		return;
	doubt_pop(simt, &fork->open);
	/* lanes that can come out of both sides; lanes that come out of the first, or certainly went there */
	struct simt_mask both = mask_and(left, &simt->active.may),
			 first = mask_minus(left, &simt->active.may);
	both = mask_and(&both, &fork->open);
	first = mask_and(&first, &fork->open);
	first = mask_or(&first, &truth->yes);
	for (size_t i = 0; i < fork->yes.count; i++) {
		const struct simt_saved *saved = &fork->yes.data[i];
		saved->object->is_lost |= saved->is_lost;
		if (saved->object->rest != saved->rest)
			saved->object->rest = NULL;
		for (size_t k = 0; k < saved->count; k++) {
			struct simt_cell *now = snapshot_cell(saved, k);
			if (now)
				now->value = met(simt, &first, &both, truth->uniform, saved->cells[k].value,
					now->value);
			else
				vec_push(simt->arena, &saved->object->cells, saved->cells[k]);
		}
	}
}

bool simt_together(const struct simt *simt)
{
	bool uniform = simt->uneven_loops == 0;
	doubt_since(simt, 0, false, &uniform);
	for (const struct simt_exit *exit = simt->exit; exit; exit = exit->up)
		uniform &= !exit->doubtful || exit->uniform;
	return uniform;
}

/* ---- ways out -------------------------------------------------------------------------------- */

void exit_enter(struct simt *simt, struct simt_exit *exit, bool keeps)
{
	*exit = (struct simt_exit){.up = simt->exit,
		.height = simt->doubts.count,
		.ends = simt->frame->ends.count,
		.symbolic = simt->symbolic,
		.uneven = simt->uneven_loops,
		.again = simt->again,
		.entered = simt->active.may,
		.uniform = true,
		.keeps = keeps};
	simt->exit = exit;
}

/* Lanes for which it isn't certain that they leave. From a turn that stands for all that is no lane: there
 * may be no turn, and another one may find it still there. */
static struct simt_mask leaves_open(const struct simt *simt, struct simt_exit *exit)
{
	struct simt_mask open = doubt_since(simt, exit->height, false, &exit->uniform);
	if (simt->symbolic > exit->symbolic) {
		open = simt->active.may;
		exit->uniform &= simt->uneven_loops == exit->uneven && mask_equal(&open, &exit->entered);
	}
	return open;
}

/* What variables hold for lanes that may have left. Later ones may have left with something else. */
static void keep_values(struct simt *simt, struct simt_exit *exit)
{
	if (!exit->doubtful) {
		exit->then = snapshot_take(simt);
		return;
	}
	for (size_t i = 0; i < exit->then.count; i++) {
		struct simt_saved *saved = &exit->then.data[i];
		for (size_t k = 0; k < saved->count; k++) {
			struct simt_cell *then = &saved->cells[k];
			const struct simt_cell *now = snapshot_cell(saved, k);
			if (!now || !value_same(now->value, then->value))
				then->value = value_unknown(simt, true, "one of several values");
		}
	}
}

void exit_take(struct simt *simt, struct simt_exit *exit)
{
	struct simt_active *active = &simt->active;
	simt->departures += exit != simt->frame->continued;
	if (exit && exit->again == simt->again) {
		struct simt_mask open = leaves_open(simt, exit);
		if (mask_any(&open)) {
			if (exit->keeps)
				keep_values(simt, exit);
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
			struct simt_cell *now = snapshot_cell(saved, k);
			if (!now || value_same(now->value, saved->cells[k].value))
				continue;
			const struct simt_value *then = saved->cells[k].value;
			now->value = exit->uniform ? value_either(simt, now->value, then)
						   : value_join(simt, now->value, then);
			if (!exit->uniform && now->value->kind == SIMT_UNKNOWN && !now->value->varying)
				now->value = value_unknown(simt, true, now->value->why);
		}
	}
}

/* ---- stores ---------------------------------------------------------------------------------- */

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
	struct simt_mask open = doubt_since(simt, object->height, true, &uniform);
	/* lanes that will never read it don't matter */
	struct simt_mask live = mask_minus(&object->born, &simt->gone);
	if (object->frame)
		live = mask_minus(&live, &object->frame->gone);
	return doubt_choose(simt, &live, &open, uniform, old, value);
}
