/* The list of what is absent: one of each place and of each branch that parts threads. */

#include "analyzer/order/order.h"
#include "analyzer/order/wait/replay.h"
#include "analyzer/order/wait/skip.h"

/* ---- who is sure ----------------------------------------------------------------------------- */

/* Calls that aren't followed, and barriers likewise, may be where the other one waits. */
static bool may_wait_elsewhere(const struct simt_event *event)
{
	if (event->kind == SIMT_OTHER_BARRIER && event->barrier && event->barrier->op)
		return event->barrier->op->action >= IR_BARRIER_NAMED_SYNC; /* others are objects in memory */
	if (event->kind == SIMT_OTHER_BARRIER || event->kind == SIMT_SCRATCH)
		return true;
	if (event->kind != SIMT_OPAQUE)
		return false;
	const char *text = event->stmt && event->stmt->assembly ? event->stmt->assembly->text : NULL;
	return !event->stmt || !text || (event->stmt->assembly->mentions & CUDA_ASM_MEETS);
}

static bool is_unsure(const struct replay *replay, unsigned waits, unsigned absent)
{
	for (size_t i = 0; i < replay->ops.count; i++) {
		const struct replay_op *op = &replay->ops.data[i];
		if (may_wait_elsewhere(op->event) &&
			mask_has(&op->lanes, waits) != mask_has(&op->lanes, absent))
			return true;
	}
	return false;
}

/* Whether a mask is written as a number: it can't depend on a block size that was assumed. */
static bool is_written(const struct simt_event *event)
{
	const struct ir_expr *mask = event->site->operand_count ? event->site->operands[0] : NULL;
	mask = mask ? ir_strip_casts(mask) : NULL;
	while (mask && mask->kind == IR_VAR && !mask->var->is_assigned && !mask->var->is_address_taken)
		mask = mask->var->init ? ir_strip_casts(mask->var->init) : NULL;
	return mask && mask->kind == IR_INT;
}

/* How sure it is that lanes come which a mask leaves out. One for the first so many lanes may well be right
 * for blocks of that size. */
static enum sync_belief mask_belief(
	const struct replay *replay, const struct simt_event *event, bool unnamed, uint32_t mask)
{
	bool assumed = replay->log->simt->assumptions & SIMT_ASSUMED_BLOCK;
	bool first_lanes = unnamed && (mask & (mask + 1)) == 0;
	bool doubtful = replay_by_data(event->where.path) || (assumed && (first_lanes || !is_written(event)));
	return doubtful && replay->belief > SYNC_POSSIBLE ? SYNC_POSSIBLE : replay->belief;
}

/* ---- what parts them ------------------------------------------------------------------------- */

/* The outermost branch at which the absent one goes elsewhere. */
static const struct ir_stmt *branch_between(const struct replay *replay, uint32_t at, unsigned absent)
{
	const struct simt_where *where = &replay->ops.data[at].event->where;
	const struct ir_stmt *out = NULL;
	for (const struct simt_path *path = where->path; path; path = path->up) {
		struct simt_mask elsewhere = world_elsewhere(replay->world, path);
		if (path->condition->stmt && mask_has(&elsewhere, absent))
			out = path->condition->stmt;
	}
	for (const struct simt_split *split = where->split; split && !out; split = split->up)
		if (!mask_has(&split->lanes, absent) && (!split->up || mask_has(&split->up->lanes, absent)))
			out = split->stmt;
	if (!out && where->turn && !mask_has(&replay->ops.data[at].lanes, absent))
		out = where->turn->loop;
	return out;
}

/* ---- the list -------------------------------------------------------------------------------- */

/* A sequence of shuffles that miss a lane for one reason. */
static bool same_source(const struct sync_absence *a, const struct sync_absence *b)
{
	if (a->event->function != b->event->function)
		return false;
	if (a->never_was || b->never_was)
		return a->never_was && b->never_was;
	if (a->instead || b->instead)
		return a->instead && b->instead && a->instead->stmt == b->instead->stmt;
	return a->mask == b->mask;
}

static bool same(const struct sync_absence *a, const struct sync_absence *b)
{
	if (a->fault != b->fault)
		return false;
	if (a->fault == SYNC_LEFT || a->fault == SYNC_SKIPPED) {
		const struct ir_stmt *one = a->instead ? a->instead->stmt : a->branch;
		const struct ir_stmt *other = b->instead ? b->instead->stmt : b->branch;
		return one == other;
	}
	if (a->fault == SYNC_SOURCE)
		return same_source(a, b);
	return a->event->site == b->event->site ||
	       (a->branch && a->branch == b->branch && a->fault != SYNC_UNNAMED);
}

static void add(struct replay *replay, const struct sync_absence *absence)
{
	struct sync_report *report = replay->log->report;
	for (size_t i = 0; i < report->absences.count; i++) {
		struct sync_absence *other = report->absences.data[i];
		if (!same(other, absence))
			continue;
		if (absence->belief > other->belief)
			*other = *absence;
		return;
	}
	struct sync_absence *copy = ARENA_NEW(replay->log->arena, struct sync_absence);
	*copy = *absence;
	vec_push(replay->log->arena, &report->absences, copy);
}

/* Threads that are at an event now: at ops[at], or (UINT32_MAX) at the end. */
static struct simt_mask threads_at(const struct replay *replay, uint32_t at)
{
	struct simt_mask out = {{0}};
	for (unsigned lane = 0; lane < replay->lanes; lane++) {
		bool ended = replay->state[lane] == THREAD_ENDED;
		if (at == UINT32_MAX ? ended : !ended && replay->at[lane] == at)
			mask_add(&out, lane);
	}
	return out;
}

void replay_note(struct replay *replay, enum sync_fault fault, uint32_t at, unsigned waits, unsigned absent,
	uint32_t instead)
{
	const struct simt_event *event = replay->ops.data[at].event;
	struct sync_absence absence = {
		.fault = fault, .belief = replay->belief, .event = event, .waits = waits, .absent = absent};
	sync_names(event, waits, &absence.mask);
	bool ends = instead == UINT32_MAX;
	if (!ends && replay->ops.data[instead].event->kind == SIMT_EXIT)
		ends = mask_has(&replay->ops.data[instead].lanes, waits);
	if (!ends) {
		absence.instead = replay->ops.data[instead].event;
		sync_names(absence.instead, absent, &absence.other_mask);
	}
	absence.branch = branch_between(replay, at, absent);
	if (fault == SYNC_LEFT && ends && ir_is_loop(absence.branch))
		absence.fault = SYNC_BARRIER;
	else if (fault == SYNC_LEFT && ends && skip_goes_on(replay, event, absent, absence.branch))
		absence.fault = SYNC_SKIPPED;
	if (fault == SYNC_UNNAMED)
		absence.belief = mask_belief(replay, event, true, absence.mask);
	absence.here = threads_at(replay, at);
	absence.there = threads_at(replay, instead);
	if (fault == SYNC_UNNAMED || !is_unsure(replay, waits, absent))
		add(replay, &absence);
}

/* ---- shuffles -------------------------------------------------------------------------------- */

/* Whether what a lane reads matters, and how surely. Shuffles up and down leave lanes at the end without a
 * source, and those drop what they got; a sum down the warp ends in its first lanes. */
static enum sync_belief matters(const struct simt_event *event, unsigned lane, int64_t by)
{
	if (!event->result_used)
		return SYNC_NEVER;
	switch (ir_cuda(event->site)->collective) {
	case IR_SHUFFLE_UP: return SYNC_NEVER;
	case IR_SHUFFLE_DOWN:
		return event->accumulates && lane % (unsigned)event->width < by ? SYNC_PROVEN : SYNC_NEVER;
	case IR_SHUFFLE_XOR: return event->accumulates ? SYNC_PROVEN : SYNC_POSSIBLE;
	default: return value_is_uniform(event->by) ? SYNC_PROVEN : SYNC_POSSIBLE;
	}
}

static void check_source(struct replay *replay, unsigned lane, uint32_t group)
{
	uint32_t at = replay->at[lane];
	const struct simt_event *event = replay->ops.data[at].event;
	if (!event->by || event->by->kind != SIMT_INT || !value_is_known(event->by) || !event->width ||
		!event->mask)
		return;
	unsigned first = lane & ~(unsigned)(SIMT_WARP - 1), in = lane - first;
	int64_t by = value_lane(event->by, lane);
	enum ir_collective shuffle = ir_cuda(event->site)->collective;
	unsigned source = exec_source_lane(shuffle, in, by, (unsigned)event->width);
	struct sync_absence absence = {.fault = SYNC_SOURCE,
		.event = event,
		.waits = lane,
		.absent = first + source,
		.never_was = first + source >= replay->lanes};
	sync_names(event, lane, &absence.mask);
	absence.unnamed = !(absence.mask >> source & 1);
	bool returned = !absence.never_was && replay->state[first + source] == THREAD_RETURNED;
	enum sync_belief belief = matters(event, in, by);
	if (source == in || group >> source & 1 || belief == SYNC_NEVER ||
		!(absence.never_was || absence.unnamed || returned))
		return;
	absence.belief = absence.unnamed ? mask_belief(replay, event, false, absence.mask) : replay->belief;
	absence.belief = belief < absence.belief ? belief : absence.belief;
	absence.instead = returned ? replay->ops.data[replay->at[first + source]].event : NULL;
	absence.here.warp[lane / SIMT_WARP] = group;
	if (returned)
		absence.there = threads_at(replay, replay->at[first + source]);
	add(replay, &absence);
}

void replay_check_sources(struct replay *replay, unsigned warp, uint32_t group)
{
	for (unsigned i = 0; i < SIMT_WARP; i++)
		if (group >> i & 1)
			check_source(replay, warp * SIMT_WARP + i, group);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

void replay_compare_blocks(struct replay *replay)
{
	struct sync_report *report = replay->log->report;
	VEC(const struct simt_event *) reached = {0};
	bool sure = true;
	for (size_t i = 0; i < replay->ops.count; i++) {
		const struct replay_op *op = &replay->ops.data[i];
		if (op->event->kind != SIMT_GRID_BARRIER || !mask_any(&op->lanes))
			continue;
		vec_push(replay->log->arena, &reached, op->event);
		sure &= !op->event->where.path;
	}
	if (!report->has_grid_barriers) {
		report->has_grid_barriers = true;
		for (size_t i = 0; i < reached.count; i++)
			vec_push(replay->log->arena, &report->grid_barriers, reached.data[i]);
		return;
	}
	size_t before = report->grid_barriers.count, now = reached.count;
	if (before == now)
		return;
	struct sync_absence absence = {.fault = SYNC_BARRIER,
		.belief = sure ? replay->belief : SYNC_LIKELY,
		.event = before > now ? report->grid_barriers.data[now] : reached.data[before],
		.other_block = true};
	add(replay, &absence);
}
