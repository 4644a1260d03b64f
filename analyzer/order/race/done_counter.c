/* Counters of blocks that are done.
 *
 * Looked for are three places: a write of global memory at an address that depends on blockIdx, an atomic on
 * one counter for all these blocks, and a read of the same memory, at an address that doesn't depend on
 * blockIdx, under a condition that depends on the atomic's result. The reader then relies on the atomic: what
 * other blocks wrote must be visible before they bump the counter. For each thread that writes there must be
 * a thread that bumps, and on the way from the one to the other a fence of the device, executed by a thread
 * that knows of the write: the writer, or one that met it at a barrier (fences are cumulative, PTX memory
 * model).
 *
 * The steps are followed generously: whatever may be a barrier is one, and what isn't known may be a fence.
 */
#include "analyzer/order/race/done_counter.h"

#include <stdlib.h>

#include "analyzer/ir/walk.h"
#include "analyzer/order/depend.h"
#include "analyzer/order/judge.h"
#include "analyzer/value/fold.h"

/* One execution of an atomic on a counter. */
struct bump {
	size_t time;
	const struct ir_expr *site;
	const struct ir_function *function;
	const struct simt_value *offset;
	const struct simt_where *where;
	struct simt_mask lanes;
	bool is_object; /* of cuda::atomic: its order is an argument */
	bool releases;
};

struct search {
	struct sync_log *log;
	struct depend *depend; /* on the bump at hand; NULL: nobody has asked */
};

/* ---- counters -------------------------------------------------------------------------------- */

static bool adds_nothing(const struct ir_expr *expr)
{
	int64_t amount;
	return expr->operand_count > 1 && ir_fold_int(expr->operands[1], &amount) && amount == 0;
}

/* Additions, subtractions, and what counts round. */
static bool counts(const struct cuda_function *row)
{
	return row->update == IR_UPDATE_ADD || row->update == IR_UPDATE_SUB || row->update == IR_UPDATE_WRAP;
}

/* atomicAdd, atomicInc and their opposites. */
static bool bump_of_access(const struct simt_access *access, struct bump *bump)
{
	const struct ir_expr *site = access->site;
	if (access->kind != SIMT_ATOMIC || access->space != SIMT_GLOBAL || !access->result_used ||
		!access->object || !access->offset || site->kind != IR_CALL || adds_nothing(site))
		return false;
	const struct cuda_function *row = ir_cuda(site);
	if (row->dialect != IR_DIALECT_CUDA || !counts(row))
		return false;
	bump->site = site;
	bump->function = access->function;
	bump->offset = access->offset;
	bump->where = &access->where;
	bump->lanes = access->active.may;
	return true;
}

/* Whether an operation of cuda::atomic or atomic_ref releases, at least to the device. */
bool sync_releases(const struct ir_expr *site)
{
	enum { RELEASE = 3 }; /* of relaxed, consume, acquire, release, acq_rel, seq_cst */
	enum { BLOCK = 2 };   /* of system, device, block */
	const struct ir_function *function = site->call->function;
	const struct ir_record *record = function ? function->record : NULL;
	if (record && record->arg_count > 1 && record->args[1].is_value && record->args[1].value >= BLOCK)
		return false;
	int64_t order;
	bool given = site->operand_count > 1 && !site->call->is_operator;
	return !given || !ir_fold_int(site->operands[1], &order) || order >= RELEASE;
}

static bool bump_of_event(const struct simt_event *event, struct bump *bump)
{
	if (!event->result_used || !exec_is_atomic_event(event) || !counts(ir_cuda(event->site)) ||
		!event->object || event->object->space != SIMT_GLOBAL || !event->offset)
		return false;
	bump->site = event->site;
	bump->function = event->function;
	bump->offset = event->offset;
	bump->where = &event->where;
	bump->lanes = event->active.may;
	bump->is_object = true;
	bump->releases = sync_releases(event->site);
	return true;
}

/* ---- addresses ------------------------------------------------------------------------------- */

enum { MAX_NESTING = 16 };

/* Whether a number depends on blockIdx in a dimension, or may: `unsure` when it was read from memory. */
static bool varies(
	const struct simt *simt, const struct simt_value *value, unsigned dim, bool unsure, int nesting)
{
	if (!value || nesting > MAX_NESTING)
		return false;
	for (uint32_t i = 0; i < value->term_count; i++) {
		uint32_t number = value->terms[i].symbol;
		const struct simt_symbol *symbol = &simt->symbols.data[number];
		if (number == simt->block_symbol[dim] || (unsure && symbol->kind == SYMBOL_LOADED))
			return true;
		if (symbol->kind == SYMBOL_COMPUTED &&
			(varies(simt, symbol->left, dim, unsure, nesting + 1) ||
				varies(simt, symbol->right, dim, unsure, nesting + 1)))
			return true;
	}
	return false;
}

static int64_t divisor_of(const struct simt *simt, const struct simt_value *value, int64_t so_far)
{
	for (uint32_t i = 0; i < value->term_count; i++)
		for (unsigned lane = 0; lane < (value->terms[i].lanes ? simt->lanes : 1); lane++)
			so_far = value_common_divisor(so_far, value->terms[i].lanes
								      ? value->terms[i].lanes[lane]
								      : value->terms[i].coefficient);
	return so_far;
}

/* Where an access begins in its lanes, ascending: on a ring of `divisor` bytes, or on a line (0). */
struct starts {
	int64_t at[SIMT_MAX_LANES];
	size_t count;
};

static int by_number(const void *left, const void *right)
{
	int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
	return (a > b) - (a < b);
}

static int64_t on_ring(int64_t offset, int64_t divisor)
{
	int64_t rest = divisor ? offset % divisor : offset;
	return rest < 0 && divisor ? rest + divisor : rest;
}

static void find_starts(
	const struct simt *simt, const struct simt_access *access, int64_t divisor, struct starts *out)
{
	out->count = 0;
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		if (mask_has(&access->active.may, lane))
			out->at[out->count++] = on_ring(value_lane(access->offset, lane), divisor);
	qsort(out->at, out->count, sizeof *out->at, by_number);
}

/* Whether the bytes from `at` on meet those of the nearest start on either side. */
static bool meets(const struct starts *starts, int64_t at, int64_t size, int64_t size_there, int64_t divisor)
{
	size_t low = 0, high = starts->count; /* the first start behind */
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (starts->at[middle] > at)
			high = middle;
		else
			low = middle + 1;
	}
	bool is_on_ring = divisor != 0, has_before = low || is_on_ring,
	     has_behind = low < starts->count || is_on_ring;
	int64_t before = low ? starts->at[low - 1] : starts->at[starts->count - 1] - divisor;
	int64_t behind = low < starts->count ? starts->at[low] : starts->at[0] + divisor;
	return (has_before && at - before < size_there) || (has_behind && behind - at < size);
}

/* Whether they have bytes in common, for some values of what isn't known. */
static bool may_meet(const struct simt *simt, const struct simt_access *write, const struct simt_access *read)
{
	struct starts writes;
	if (!write->offset)
		return true;
	int64_t divisor = divisor_of(simt, read->offset, divisor_of(simt, write->offset, 0));
	find_starts(simt, write, divisor, &writes);
	for (unsigned lane = 0; writes.count && lane < simt->lanes; lane++)
		if (mask_has(&read->active.may, lane) &&
			meets(&writes, on_ring(value_lane(read->offset, lane), divisor), read->size,
				write->size, divisor))
			return true;
	return false;
}

/* Whether, by their addresses, blocks write each for itself, count together, and read what any of them wrote.
 */
static bool is_exchange(const struct simt *simt, const struct simt_access *write, const struct bump *bump,
	const struct simt_access *read)
{
	const struct simt_launch *launch = simt->request->launch;
	for (unsigned dim = 0; dim < 3; dim++) {
		bool single = launch->grid_known && launch->grid[dim] == 1;
		/* an element that data picks may be any block's */
		bool by_block =
			write->is_atomic || !write->offset || varies(simt, write->offset, dim, false, 0);
		if (!single && by_block && !varies(simt, bump->offset, dim, true, 0) &&
			!varies(simt, read->offset, dim, true, 0))
			return true;
	}
	return false;
}

/* ---- from the write to the counter ----------------------------------------------------------- */

/* What has come of one thread's write. */
struct progress {
	struct simt_mask knows;         /* threads that it happens before */
	struct simt_mask fenced;        /* those that it is visible to other blocks before */
	bool device_fence, block_fence; /* passed, by whomever */
	const struct ir_expr *fence;    /* the last of the wider ones; NULL: none, or a statement */
};

static void spread(struct simt_mask *mask, const struct simt_mask *active, bool by_warp)
{
	bool any = false;
	for (unsigned warp = 0; warp < SIMT_MAX_WARPS; warp++)
		any |= (mask->warp[warp] & active->warp[warp]) != 0;
	for (unsigned warp = 0; any && warp < SIMT_MAX_WARPS; warp++)
		if (!by_warp || (mask->warp[warp] & active->warp[warp]))
			mask->warp[warp] |= by_warp ? active->warp[warp] : UINT32_MAX;
}

static void pass_fence(struct progress *progress, const struct simt_event *event)
{
	struct simt_mask both = mask_and(&progress->knows, &event->active.may);
	bool of_block = event->kind == SIMT_FENCE && event->scope == SIMT_SCOPE_BLOCK;
	if (!of_block || !progress->device_fence)
		progress->fence = event->site;
	progress->block_fence |= of_block;
	progress->device_fence |= !of_block;
	if (!of_block)
		progress->fenced = mask_or(&progress->fenced, &both);
}

/* False: it may be anything, a release of all that was written. */
static bool pass_event(struct progress *progress, const struct simt_event *event)
{
	if (sync_is_way_out(event))
		return true;
	switch (event->kind) {
	case SIMT_BLOCK_BARRIER:
	case SIMT_SCRATCH:
	case SIMT_WARP_BARRIER:
	case SIMT_COLLECTIVE: {
		bool by_warp = event->kind == SIMT_WARP_BARRIER || event->kind == SIMT_COLLECTIVE ||
			       sync_is_of_warp(event);
		spread(&progress->knows, &event->active.may, by_warp);
		spread(&progress->fenced, &event->active.may, by_warp);
		return true;
	}
	case SIMT_FENCE: pass_fence(progress, event); return true;
	case SIMT_OPAQUE:
		/* one that reads looks at what another thread tells */
		if (!exec_is_atomic_event(event) || ir_cuda(event->site)->effect == IR_MEMORY_READ)
			return false;
		if (sync_releases(event->site))
			pass_fence(progress, event);
		return true;
	default: return false;
	}
}

static void note_way_out(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	(void)path;
	*(bool *)context |= stmt->kind == IR_BREAK || stmt->kind == IR_RETURN || stmt->kind == IR_GOTO;
}

/* Whether data may decide how long a loop goes on: in all but those that count, and have no other way out. */
static bool ends_by_data(const struct ir_stmt *loop, const struct simt_path *path)
{
	static const struct ir_visitor visitor = {.stmt = note_way_out};
	bool leaves = loop->kind != IR_FOR || !loop->expr || !loop->step;
	if (!leaves)
		ir_walk_stmt(loop->body, &visitor, &leaves, NULL);
	for (; path; path = path->up)
		leaves |= path->condition->stmt == loop && path->condition->by_data;
	return leaves;
}

/* The same for anything in the record. A volatile load waits for others in a loop of unknown length, which it
 * may end. */
static bool pass_op(struct progress *progress, const struct sync_op *op)
{
	if (op->event)
		return pass_event(progress, op->event);
	const struct simt_turn *turn = op->access->where.turn;
	return op->access->kind != SIMT_LOAD || !op->access->is_volatile || !turn || !turn->stands_for_all ||
	       !ends_by_data(turn->loop, op->access->where.path);
}

static enum sync_lack lack_of(const struct sync_log *log, size_t write, const struct bump *bump,
	unsigned lane, const struct ir_expr **fence)
{
	struct progress progress = {0};
	mask_add(&progress.knows, lane);
	for (size_t i = write + 1; i < bump->time; i++)
		if (!pass_op(&progress, &log->ops.data[i]))
			return SYNC_LACKS_NOTHING;
	struct simt_mask known = mask_and(&progress.knows, &bump->lanes),
			 fenced = mask_and(&progress.fenced, &bump->lanes);
	if (mask_any(&fenced) || (bump->releases && mask_any(&known)))
		return SYNC_LACKS_NOTHING;
	if (!mask_any(&known))
		return SYNC_LACKS_BARRIER;
	*fence = progress.fence;
	return progress.device_fence  ? SYNC_LACKS_OWN_FENCE
	       : progress.block_fence ? SYNC_LACKS_WIDER_FENCE
	       : bump->is_object      ? SYNC_LACKS_RELEASE
				      : SYNC_LACKS_FENCE;
}

bool sync_write_is_known(
	const struct sync_log *log, size_t write, unsigned lane, size_t time, const struct simt_mask *lanes)
{
	struct progress progress = {0};
	mask_add(&progress.knows, lane);
	for (size_t i = write + 1; i < time; i++)
		if (!pass_op(&progress, &log->ops.data[i]))
			return true;
	struct simt_mask known = mask_and(&progress.knows, lanes);
	return mask_any(&known);
}

/* Of the threads that write: some of each warp. */
static enum sync_lack lack_of_any(const struct sync_log *log, size_t write, const struct bump *bump,
	unsigned *writer, const struct ir_expr **fence)
{
	const struct simt_mask *active = &log->ops.data[write].access->active.may;
	for (unsigned warp = 0; warp < SIMT_MAX_WARPS; warp++) {
		uint32_t lanes = active->warp[warp];
		uint32_t tried = lanes ? 1u << __builtin_ctz(lanes) | 1u << (31 - __builtin_clz(lanes)) : 0;
		for (unsigned i = 0; i < SIMT_WARP; i++) {
			*writer = warp * SIMT_WARP + i;
			enum sync_lack lack = tried >> i & 1 ? lack_of(log, write, bump, *writer, fence)
							     : SYNC_LACKS_NOTHING;
			if (lack != SYNC_LACKS_NOTHING)
				return lack;
		}
	}
	return SYNC_LACKS_NOTHING;
}

/* ---- the three places ------------------------------------------------------------------------ */

static bool guards(struct search *search, const struct bump *bump, const struct simt_path *path)
{
	if (!path)
		return false;
	if (!search->depend)
		search->depend = depend_on(search->log->arena, search->log->simt->module, bump->site);
	return depend_guards(search->depend, path);
}

/* Conditions of data, other than what the counter says. */
static bool is_by_data(const struct search *search, const struct simt_path *path)
{
	for (; path; path = path->up) {
		const struct simt_condition *condition = path->condition;
		bool counter = condition->stmt && depends(search->depend, condition->stmt->expr);
		if (condition->by_data && !condition->is_loop && !counter)
			return true;
	}
	return false;
}

static enum sync_belief belief_in(const struct search *search, const struct simt_access *write,
	const struct simt_access *read, enum sync_lack lack)
{
	if (write->object->either[0])
		return SYNC_POSSIBLE;
	bool assumed = search->log->simt->request->launch->source == LAUNCH_ASSUMED;
	if (write->is_atomic || !write->offset || (assumed && lack == SYNC_LACKS_BARRIER) ||
		is_by_data(search, write->where.path) || is_by_data(search, read->where.path))
		return SYNC_LIKELY;
	return SYNC_PROVEN;
}

static bool is_known(const struct sync_log *log, const struct ir_expr *bump)
{
	for (size_t i = 0; i < log->report->done_counters.count; i++)
		if (log->report->done_counters.data[i]->bump == bump)
			return true;
	return false;
}

static bool relies_on(struct search *search, const struct simt_access *write, const struct bump *bump,
	const struct simt_access *read)
{
	const struct simt *simt = search->log->simt;
	unsigned writer = mask_first(&write->active.may), reader = mask_first(&read->active.may);
	return read->object == write->object && read->offset && read->kind == SIMT_LOAD &&
	       is_exchange(simt, write, bump, read) && guards(search, bump, read->where.path) &&
	       !guards(search, bump, write->where.path) &&
	       !sync_excluded(write->where.path, writer, bump->where->path, writer) &&
	       !sync_excluded(write->where.path, writer, read->where.path, reader) &&
	       may_meet(simt, write, read);
}

/* The first read behind the counter that relies on it for this write; NULL: none does before something else
 * may order the two. */
static const struct simt_access *reader_of(
	struct search *search, const struct simt_access *write, const struct bump *bump)
{
	const struct sync_log *log = search->log;
	struct progress ignored = {0};
	for (size_t i = bump->time + 1; i < log->ops.count; i++) {
		const struct sync_op *op = &log->ops.data[i];
		if (!pass_op(&ignored, op))
			return NULL;
		if (op->access && !op->after_wait && relies_on(search, write, bump, op->access))
			return op->access;
	}
	return NULL;
}

static void check_write(struct search *search, size_t index, const struct bump *bump)
{
	struct sync_log *log = search->log;
	const struct simt_access *write = log->ops.data[index].access, *read = reader_of(search, write, bump);
	if (!read)
		return;
	const struct ir_expr *fence = NULL;
	unsigned writer = 0;
	enum sync_lack lack = lack_of_any(log, index, bump, &writer, &fence);
	if (lack == SYNC_LACKS_NOTHING)
		return;
	struct sync_done_counter *counter = ARENA_NEW(log->arena, struct sync_done_counter);
	*counter = (struct sync_done_counter){.write = write->site,
		.bump = bump->site,
		.read = read->site,
		.fence = fence,
		.function = bump->function,
		.object = write->object,
		.writer = writer,
		.bumper = mask_first(&bump->lanes),
		.lack = lack,
		.belief = belief_in(search, write, read, lack)};
	vec_push(log->arena, &log->report->done_counters, counter);
}

/* Of each place that writes, the last time before the counter. */
static void check_bump(struct sync_log *log, const struct bump *bump)
{
	struct search search = {.log = log};
	VEC(const struct simt_access *) seen = {0};
	for (size_t i = bump->time; i-- > 0 && !is_known(log, bump->site);) {
		const struct sync_op *op = &log->ops.data[i];
		if (!op->access || op->access->kind == SIMT_LOAD || op->access->space != SIMT_GLOBAL ||
			!op->access->object || op->after_wait ||
			(!op->access->offset && op->access->why != simt_by_memory))
			continue;
		bool again = false;
		for (size_t k = 0; k < seen.count; k++)
			again |= seen.data[k]->site == op->access->site &&
				 seen.data[k]->object == op->access->object;
		if (again)
			continue;
		vec_push(log->arena, &seen, op->access);
		check_write(&search, i, bump);
	}
}

void sync_find_done_counters(struct sync_log *log)
{
	enum { MOST = 4 }; /* executions of one atomic that are looked at */
	VEC(const struct ir_expr *) seen = {0};
	for (size_t i = 0; i < log->ops.count; i++) {
		const struct sync_op *op = &log->ops.data[i];
		struct bump bump = {.time = i};
		bool is_bump =
			op->access ? bump_of_access(op->access, &bump) : bump_of_event(op->event, &bump);
		if (!is_bump)
			continue;
		unsigned times = 0;
		for (size_t k = 0; k < seen.count; k++)
			times += seen.data[k] == bump.site;
		if (times == MOST)
			continue;
		vec_push(log->arena, &seen, bump.site);
		check_bump(log, &bump);
	}
}
