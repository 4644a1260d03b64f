/* Keeping what the blocks of a run do in global memory. */
#include "analyzer/order/race/block_item.h"

#include <string.h>

#include "analyzer/order/conflict.h"
#include "analyzer/order/race/lockset.h"
#include "analyzer/order/race/narrow_scope.h"
#include "analyzer/order/race/picked.h"

/* Executions of one place, and runs. */
enum { MOST_TIMES = 16, MOST_BOXES = 24 };

struct block_pairs *block_pairs_new(struct arena *arena)
{
	struct block_pairs *pairs = ARENA_NEW(arena, struct block_pairs);
	pairs->arena = arena;
	return pairs;
}

bool block_same_object(const struct simt_object *a, const struct simt_object *b)
{
	if (a == b)
		return true;
	if (a->allocation || b->allocation)
		return a->allocation == b->allocation;
	if (a->var || b->var)
		return a->var == b->var;
	return a->param && a->param == b->param && strcmp(a->name, b->name) == 0;
}

/* What stands for an object in all runs; NULL: it can't be told which it is. */
static const struct simt_object *rep_of(struct block_pairs *pairs, const struct simt_object *object)
{
	bool told = object->allocation || object->var || object->param;
	if (!told || object->may_alias || object->is_loaded || object->either[0])
		return NULL;
	for (size_t i = 0; i < pairs->objects.count; i++)
		if (block_same_object(pairs->objects.data[i], object))
			return pairs->objects.data[i];
	vec_push(pairs->arena, &pairs->objects, object);
	return object;
}

/* A load in the condition of a loop that nobody counts: it waits. */
static bool polls(const struct simt_access *access)
{
	const struct simt_turn *turn = access->where.turn;
	const struct ir_expr *condition = turn && turn->stands_for_all ? turn->loop->expr : NULL;
	return condition && access->site->range.begin >= condition->range.begin &&
	       access->site->range.end <= condition->range.end && turn->loop->kind != IR_FOR;
}

/* Whether it may tell its block what another one has done. */
static bool looks(const struct sync_op *op)
{
	if (op->event)
		return !sync_is_blind_update(op->event) && op->event->kind != SIMT_BLOCK_BARRIER &&
		       op->event->kind != SIMT_WARP_BARRIER && op->event->kind != SIMT_COLLECTIVE &&
		       op->event->kind != SIMT_SCRATCH && op->event->kind != SIMT_GRID_BARRIER &&
		       !sync_is_way_out(op->event);
	const struct simt_access *access = op->access;
	if (access->space == SIMT_SHARED)
		return false;
	if (access->kind == SIMT_LOAD)
		return access->is_volatile || access->is_atomic || polls(access);
	return access->kind == SIMT_CAS || (access->kind == SIMT_ATOMIC && access->result_used);
}

/* Whether a number doesn't hang on what is in memory. */
static bool is_told(const struct simt *simt, const struct simt_value *value)
{
	for (uint32_t i = 0; i < value->term_count; i++)
		if (simt_symbol(simt, value->terms[i].symbol)->kind == SYMBOL_LOADED)
			return false;
	return value->kind != SIMT_UNKNOWN;
}

static bool stores_alike(const struct simt *simt, const struct simt_access *a, const struct simt_access *b)
{
	if (!a->value || !b->value)
		return a->value == b->value;
	return value_same(a->value, b->value) || (!is_told(simt, a->value) && !is_told(simt, b->value));
}

/* Whether one of a run's items does the same, or there are so many of one place that more aren't kept. */
static bool is_enough(struct sync_log *log, const struct block_run *run, const struct block_item *item)
{
	const struct simt_access *now = item->op.access;
	unsigned times = 0;
	for (size_t i = 0; i < run->items.count; i++) {
		const struct block_item *old = &run->items.data[i];
		const struct simt_access *access = old->op.access;
		if (access->site != now->site || access->kind != now->kind ||
			old->interval != item->interval || old->is_narrow != item->is_narrow)
			continue;
		bool same_lanes =
			value_is_uniform(now->offset) || mask_equal(&access->active.may, &now->active.may);
		if (same_lanes && stores_alike(log->simt, access, now) &&
			value_same(access->offset, now->offset) && access->where.path == now->where.path)
			return true;
		times++;
	}
	if (times >= MOST_TIMES)
		vec_push(log->arena, &log->pairs->dropped, item->rep);
	return times >= MOST_TIMES;
}

static void note_dims(struct block_pairs *pairs, const struct block_run *run, const struct simt_value *value,
	unsigned nesting)
{
	for (uint32_t i = 0; value && nesting < 8 && i < value->term_count; i++) {
		uint32_t index = value->terms[i].symbol;
		const struct simt_symbol *symbol = &run->view.symbols[index];
		for (unsigned dim = 0; dim < 3; dim++)
			pairs->uses[dim] |= run->view.block_symbol[dim] == index;
		if (symbol->kind == SYMBOL_COMPUTED) {
			note_dims(pairs, run, symbol->left, nesting + 1);
			note_dims(pairs, run, symbol->right, nesting + 1);
		}
	}
}

static void keep_item(struct sync_log *log, struct block_run *run, struct block_item item)
{
	struct block_pairs *pairs = log->pairs;
	const struct simt_access *access = item.op.access;
	if (access->space != SIMT_GLOBAL || !access->object || !access->offset || access->tile ||
		sync_is_input(access) || (item.is_ordered && !item.is_narrow))
		return;
	item.rep = rep_of(pairs, access->object);
	if (!item.rep || is_enough(log, run, &item))
		return;
	vec_push(pairs->arena, &run->items, item);
	note_dims(pairs, run, access->offset, 0);
	for (const struct simt_path *path = access->where.path; path; path = path->up)
		for (unsigned i = 0; i < path->condition->relation_count; i++)
			note_dims(pairs, run, path->condition->relations[i].difference, 0);
}

/* Additions to an element that data picks: the place alone counts. */
static void keep_pick(struct sync_log *log, struct block_run *run, struct block_item item)
{
	const struct simt_access *access = item.op.access;
	if (access->space != SIMT_GLOBAL || !access->object || item.is_ordered || !sync_adds(access) ||
		!sync_is_picked(log->simt, access))
		return;
	for (size_t i = 0; i < run->picks.count; i++)
		if (run->picks.data[i].expr == item.expr && run->picks.data[i].interval == item.interval)
			return;
	item.rep = rep_of(log->pairs, access->object);
	if (item.rep)
		vec_push(log->pairs->arena, &run->picks, item);
}

/* The access that a member of an atomic object of block scope makes. */
static const struct simt_access *access_of_event(struct arena *arena, const struct simt_event *event)
{
	struct simt_access *access = ARENA_NEW(arena, struct simt_access);
	bool reads = ir_cuda(event->site)->effect == IR_MEMORY_READ;
	*access = (struct simt_access){.site = event->site,
		.function = event->function,
		.kind = reads ? SIMT_LOAD : SIMT_ATOMIC,
		.space = event->object->space,
		.object = event->object,
		.offset = event->offset,
		.size = 4,
		.active = event->active,
		.where = event->where,
		.is_atomic = true};
	return access;
}

static void keep_op(
	struct sync_log *log, struct block_run *run, const struct sync_op *op, struct block_item item)
{
	if (op->access) {
		item.op = *op;
		item.is_narrow = sync_is_narrow(op);
		item.expr = op->access->site;
		keep_item(log, run, item);
		keep_pick(log, run, item);
	} else if (sync_is_narrow(op) && op->event->object && op->event->offset) {
		item.op = (struct sync_op){.access = access_of_event(log->arena, op->event)};
		item.is_narrow = true;
		item.expr = op->event->site;
		keep_item(log, run, item);
	}
}

void block_pairs_keep(struct sync_log *log)
{
	struct block_pairs *pairs = log->pairs;
	if (pairs->runs.count >= MOST_BOXES)
		log->report->cuts |= SYNC_CUT_BLOCKS;
	if (log->truncated || pairs->runs.count >= MOST_BOXES)
		return;
	struct block_run *run = ARENA_NEW(pairs->arena, struct block_run);
	run->box = log->simt->box;
	block_view_start(pairs->arena, &run->view, log->simt);
	vec_push(pairs->arena, &pairs->runs, run);
	struct block_item item = {0};
	bool waited = false;
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct sync_op *op = &log->ops.data[i];
		bool of_section = op->is_lock || (op->held && op->event && op->event->kind == SIMT_FENCE);
		waited |= looks(op) && !op->of_object && !of_section;
		item.is_ordered = waited || op->is_ordered || op->block_learns;
		keep_op(log, run, op, item);
		if (op->event && op->event->kind == SIMT_GRID_BARRIER) {
			item.interval++;
			waited = false;
		}
	}
}
