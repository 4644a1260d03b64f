/* Conflicts between blocks: the same address from two values of blockIdx.
 *
 * Only for kernels in which nothing could order blocks: no fence, no atomic whose result is used, no grid
 * barrier, nothing unknown. Blocks are compared that differ in one dimension only. With an address of
 * base + step x blockIdx, two accesses meet when their bases differ by a multiple of the step. */
#include "analyzer/order/conflict.h"
#include "analyzer/order/depend.h"
#include "analyzer/order/judge.h"
#include "analyzer/order/race/race.h"
#include "analyzer/order/shadow.h"

static bool may_order_blocks(const struct sync_op *op)
{
	if (op->event)
		return !sync_is_blind_update(op->event) && op->event->kind != SIMT_BLOCK_BARRIER &&
		       op->event->kind != SIMT_WARP_BARRIER && op->event->kind != SIMT_COLLECTIVE &&
		       !sync_is_way_out(op->event);
	return op->after_wait || op->access->is_volatile ||
	       (op->access->is_atomic && op->access->space != SIMT_SHARED &&
		       (op->access->result_used || op->access->kind == SIMT_CAS));
}

/* A condition on blockIdx may leave a single block. */
static bool hangs_on_block(const struct sync_log *log, const struct simt_path *path)
{
	for (; path; path = path->up)
		for (unsigned i = 0; i < path->condition->relation_count; i++) {
			const struct simt_value *difference = path->condition->relations[i].difference;
			for (uint32_t t = 0; difference && t < difference->term_count; t++)
				if (log->simt->symbols.data[difference->terms[t].symbol].kind == SYMBOL_BLOCK)
					return true;
		}
	return false;
}

struct search {
	struct sync_log *log;
	struct shadow *shadow;
	unsigned dim;
	uint32_t skip[2]; /* the dimension's symbol, for shadow_form */
	int64_t extent;   /* blocks in this dimension */
	bool full;        /* no more room in the shadow */
};

static int64_t step_of(const struct search *search, const struct simt_value *offset, unsigned lane)
{
	for (uint32_t i = 0; i < offset->term_count; i++)
		if (offset->terms[i].symbol == search->skip[0])
			return offset->terms[i].lanes ? offset->terms[i].lanes[lane]
						      : offset->terms[i].coefficient;
	return 0;
}

/* A store of a number that doesn't depend on the thread or the block. */
static bool stores_constant(const struct search *search, const struct simt_access *access)
{
	const struct simt_value *value = access->value;
	if (!value || value->kind == SIMT_REAL)
		return value != NULL;
	if (value->kind != SIMT_INT || value->lanes)
		return false;
	for (uint32_t i = 0; i < value->term_count; i++)
		if (search->log->simt->symbols.data[value->terms[i].symbol].kind != SYMBOL_PARAM)
			return false;
	return true;
}

/* Whether what is read decides on the addition. */
static bool decides(const struct sync_log *log, const struct simt_access *a, const struct simt_access *b)
{
	const struct simt_access *read = a->kind == SIMT_LOAD ? a : b, *sum = read == a ? b : a;
	return depend_guards(depend_on(log->arena, log->simt->request->module, read->site), sum->where.path);
}

static bool is_noted(const struct sync_log *log, const struct simt_access *a, const struct simt_access *b)
{
	const sync_conflict_list *mixed = &log->report->mixed;
	for (size_t i = 0; i < mixed->count; i++)
		if (mixed->data[i]->blocks && mixed->data[i]->first.expr == a->site &&
			mixed->data[i]->second.expr == b->site)
			return true;
	return false;
}

static void compare(struct search *search, const struct shadow_entry *entry, const struct sync_op *op,
	unsigned lane, int64_t step)
{
	const struct sync_op *first = &search->log->ops.data[entry->op];
	const struct simt_access *a = first->access, *b = op->access;
	int64_t gap = 0;
	if (step) {
		int64_t apart;
		if (__builtin_sub_overflow(
			    value_lane(a->offset, entry->lane), value_lane(b->offset, lane), &apart) ||
			apart == INT64_MIN)
			return;
		gap = apart / step;
		if (apart % step || gap == 0 || gap >= search->extent || -gap >= search->extent)
			return;
	} else {
		gap = 1;
	}
	bool mixes = sync_mixes(a, b);
	if (mixes && is_noted(search->log, a, b))
		return;
	if ((!sync_conflicting(a, b) && !mixes) || (a->is_atomic && b->is_atomic))
		return;
	bool both_store = a->kind != SIMT_LOAD && b->kind != SIMT_LOAD;
	if ((both_store && stores_constant(search, a) && stores_constant(search, b)) ||
		sync_blocks_excluded(search->log->simt, a->where.path, entry->lane, b->where.path, lane))
		return;
	bool unsure = sync_by_data(a->where.path) || sync_by_data(b->where.path) ||
		      !search->log->simt->request->launch->grid_known;
	enum sync_belief belief = a->object->either[0] || (unsure && !step) ? SYNC_POSSIBLE : SYNC_LIKELY;
	if (mixes && decides(search->log, a, b))
		belief = SYNC_POSSIBLE;
	struct sync_conflict *conflict =
		mixes ? sync_add_mixed(search->log, first, entry->lane, op, lane, belief, true)
		      : sync_add_conflict(search->log, first, entry->lane, op, lane, belief, true);
	if (conflict) {
		conflict->block_gap = gap;
		conflict->dim = search->dim;
	}
}

/* Whether blockIdx is in the address in no other way than multiplied by known numbers. */
static bool is_plain(const struct sync_log *log, const struct simt_value *offset)
{
	for (uint32_t i = 0; i < offset->term_count; i++) {
		enum simt_symbol_kind kind = log->simt->symbols.data[offset->terms[i].symbol].kind;
		if (kind == SYMBOL_LOADED || kind == SYMBOL_COMPUTED)
			return false;
	}
	return true;
}

static int64_t modulo(int64_t number, int64_t by)
{
	int64_t rest = by ? number % by : number;
	return rest < 0 && by ? rest + by : rest;
}

static void touch(struct search *search, uint32_t index, unsigned lane)
{
	const struct sync_op *op = &search->log->ops.data[index];
	const struct simt_access *access = op->access;
	int64_t step = step_of(search, access->offset, lane), width = value_common_divisor(step, 0);
	uint64_t form =
		shadow_form(access->offset, lane, search->skip) + (uint64_t)width * 0x9E3779B97F4A7C15u;
	int64_t at = modulo(value_lane(access->offset, lane), width);
	struct shadow_cell *cell = shadow_at(search->shadow, access->object, form, at);
	if (!cell) {
		search->log->report->truncated = search->full = true;
		search->log->report->cuts |= SYNC_CUT_BLOCKS;
		return;
	}
	struct shadow_entry entry = {index, (uint16_t)lane, 1, (uint8_t)access->kind};
	for (unsigned i = 0; i < cell->count; i++) {
		struct shadow_entry other = cell->entries[i];
		if (other.kind != SIMT_LOAD || access->kind != SIMT_LOAD)
			compare(search, &other, op, lane, step);
	}
	if (access->kind != SIMT_LOAD) /* the same thread of another block */
		compare(search, &entry, op, lane, step);
	shadow_add(cell, entry, 0);
}

/* Executions of one place: what one does in a loop, it does in the first turns. */
struct times {
	const struct ir_expr *site;
	enum simt_access_kind kind;
	unsigned count;
};
typedef VEC(struct times) times_list;

enum { MOST_TIMES = 4 };

static bool is_enough(struct arena *arena, times_list *list, const struct simt_access *access)
{
	for (size_t i = list->count; i-- > 0;)
		if (list->data[i].site == access->site && list->data[i].kind == access->kind)
			return ++list->data[i].count > MOST_TIMES;
	struct times times = {access->site, access->kind, 1};
	vec_push(arena, list, times);
	return false;
}

static void search_dimension(struct sync_log *log, unsigned dim, int64_t extent)
{
	struct search search = {
		log, shadow_new(log->arena), dim, {log->simt->block_symbol[dim], UINT32_MAX}, extent, false};
	times_list times = {0};
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct simt_access *access = log->ops.data[i].access;
		if (!access || access->space != SIMT_GLOBAL || !access->object || !access->offset ||
			access->object->is_per_block || !sync_is_written(log, access->object) ||
			is_enough(log->arena, &times, access) || !is_plain(log, access->offset) ||
			hangs_on_block(log, access->where.path))
			continue;
		for (unsigned lane = 0; !search.full && lane < log->simt->lanes; lane++)
			if (mask_has(&access->active.may, lane))
				touch(&search, (uint32_t)i, lane);
	}
}

void sync_find_block_races(struct sync_log *log)
{
	if (log->truncated) /* what follows may order blocks */
		return;
	for (size_t i = 0; i < log->ops.count; i++)
		if (may_order_blocks(&log->ops.data[i]))
			return;
	for (unsigned dim = 0; dim < 3; dim++) {
		int64_t extent = log->simt->box.high[dim] - log->simt->box.low[dim] + 1;
		/* of a grid that isn't known, one dimension is assumed */
		bool counts = log->simt->request->launch->grid_known || dim == 0;
		if (extent > 1 && counts && log->written.count)
			search_dimension(log, dim, extent);
	}
}
