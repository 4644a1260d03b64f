/* Comparing copies with the accesses of what they copy, word by word. */
#include "analyzer/order/copy/copy_use.h"

#include <string.h>

#include "analyzer/order/conflict.h"
#include "analyzer/order/judge.h"

enum { MAX_TRIES = 4096 };

/* Whether a branch has sent the threads to two places: then the log says nothing of their order. */
static bool are_parted(const struct simt_where *a, const struct simt_where *b)
{
	for (const struct simt_split *one = a->split; one; one = one->up)
		for (const struct simt_split *other = b->split; other; other = other->up) {
			struct simt_mask both = mask_and(&one->lanes, &other->lanes);
			if (one->stmt == other->stmt && !mask_any(&both))
				return true;
		}
	return false;
}

/* Producers and consumers are different threads. */
static bool has_roles(const struct flight *flight)
{
	const struct simt_pipeline *pipeline = flight->async->pipeline;
	if (!flight->async->is_shared)
		return false;
	return !pipeline || !pipeline->roles_known || !mask_equal(&pipeline->producers, &pipeline->consumers);
}

/* ---- whether it is there --------------------------------------------------------------------- */

/* The lanes among which a copy that `lane` leads is divided. */
static void group_range(const struct async_run *run, const struct flight *flight, unsigned lane,
	unsigned *first, unsigned *end)
{
	unsigned group = flight->async->group;
	*first = lane;
	*end = lane + 1;
	if (group == SIMT_GROUP_THREAD)
		return;
	if (group == SIMT_GROUP_UNKNOWN || group == SIMT_GROUP_BLOCK) {
		*first = 0;
		*end = run->lanes;
		return;
	}
	*first = lane / group * group;
	*end = *first + group < run->lanes ? *first + group : run->lanes;
}

/* Whether `user` knows that what `copier` leads has arrived; else the lane whose part may not have. */
static bool is_there(const struct async_run *run, const struct flight *flight, unsigned copier, unsigned user,
	unsigned *missing)
{
	const struct sync_order *order = run->order;
	if (flight->waited[user])
		return true;
	for (unsigned lane = 0; lane < run->lanes; lane++)
		if (flight->waited[lane] && sync_ordered(order, lane, flight->waited[lane], user))
			return true;
	*missing = copier;
	unsigned first, end;
	group_range(run, flight, copier, &first, &end);
	for (unsigned lane = first; lane < end; lane++) {
		if (!mask_has(&flight->lanes, lane))
			continue;
		uint32_t done = flight->done[lane];
		if (done && (lane == user || sync_ordered(order, lane, done, user)))
			continue;
		*missing = lane;
		return false;
	}
	/* of barriers and shared pipelines, somebody has to wait */
	return flight_is_own(flight);
}

/* ---- reporting ------------------------------------------------------------------------------- */

/* Whether one more wait or barrier for the one is what the other lacks, too. */
static bool is_same_defect(const struct sync_copy *told, const struct sync_copy *copy)
{
	bool same_use = told->use.range.begin == copy->use.range.begin ||
			(told->statement && told->statement == copy->statement);
	/* a barrier in a loop parts what comes before from what comes in the next turn, too */
	if (told->lack + copy->lack == SYNC_COPY_OF_OTHERS + SYNC_COPY_REFILLS && told->lack != copy->lack)
		return same_use;
	if (told->lack != copy->lack)
		return same_use && told->copy.range.begin == copy->copy.range.begin;
	if (told->lack == SYNC_COPY_REFILLS)
		return told->first_time < copy->second_time && copy->first_time < told->second_time;
	if (same_use || (told->wait.range.begin == copy->wait.range.begin && told->wait.range.end))
		return true;
	return told->first_time < copy->second_time && copy->first_time < told->second_time;
}

static void add(struct async_run *run, const struct sync_copy *copy)
{
	struct sync_report *report = run->log->report;
	for (size_t i = 0; i < report->copies.count; i++) {
		struct sync_copy *told = report->copies.data[i];
		bool again = told->copy.range.begin == copy->copy.range.begin &&
			     told->use.range.begin == copy->use.range.begin && told->lack == copy->lack;
		if (again && told->belief >= copy->belief)
			return;
	}
	struct sync_copy *kept = ARENA_NEW(run->log->arena, struct sync_copy);
	*kept = *copy;
	for (size_t i = 0; i < report->copies.count && !kept->covered; i++) {
		struct sync_copy *told = report->copies.data[i];
		if (told->covered || !is_same_defect(told, copy))
			continue;
		told->covered = told->belief < copy->belief || told->lack > copy->lack;
		kept->covered = !told->covered;
	}
	vec_push(run->log->arena, &report->copies, kept);
}

/* The time at which who copied, or somebody, has waited for it; 0: nobody has. */
static uint32_t wait_of(const struct async_run *run, const struct flight *flight, unsigned missing)
{
	uint32_t time = flight->done[missing];
	for (unsigned lane = 0; lane < run->lanes && !time; lane++)
		time = flight->waited[lane];
	return time;
}

static enum sync_lack_of_copy lack_of(
	const struct async_run *run, const struct flight *flight, unsigned missing)
{
	if (wait_of(run, flight, missing))
		return SYNC_COPY_OF_OTHERS;
	if (flight->left_by)
		return flight->uncommitted ? SYNC_COPY_NOT_COMMITTED : SYNC_COPY_LEFT;
	return flight->met ? SYNC_COPY_ONLY_BARRIER : SYNC_COPY_NOT_AWAITED;
}

/* Conditions on one of two paths that the other doesn't share, without the turns of loops: how many, and
 * whether data decides one, or a number that isn't followed. */
static unsigned extra_of(const struct async_run *run, const struct simt_path *path,
	const struct simt_path *other, bool *by_data)
{
	unsigned count = 0;
	for (; path; path = path->up) {
		if (path->condition->is_loop || sync_depends_on(other, path))
			continue;
		count++;
		*by_data |= async_is_doubtful(run, path->condition);
	}
	return count;
}

/* In this world both happen; how sure is it that it is one? */
static enum sync_belief belief_of(const struct async_run *run, const struct flight *flight,
	const struct sync_op *first, unsigned first_lane, const struct sync_op *second, unsigned second_lane)
{
	enum { MAX_CONDITIONS = 20 };
	const struct simt_path *a = first->access->where.path, *b = second->access->where.path;
	if (first->after_wait || second->after_wait || sync_excluded(a, first_lane, b, second_lane))
		return SYNC_NEVER;
	if ((a && a->length > MAX_CONDITIONS) || (b && b->length > MAX_CONDITIONS) ||
		first->access->object->either[0])
		return SYNC_POSSIBLE;
	bool first_data = false, second_data = false;
	unsigned extra = extra_of(run, a, b, &first_data) + extra_of(run, b, a, &second_data);
	if (first_data && second_data)
		return SYNC_POSSIBLE;
	bool vague = !flight->async->bytes_known || flight->async->op->is_conditional ||
		     flight->async->group == SIMT_GROUP_UNKNOWN || extra ||
		     (run->log->simt->assumptions & SIMT_ASSUMED_BLOCK);
	enum sync_belief most = vague ? SYNC_LIKELY : SYNC_PROVEN;
	return run->most < most ? run->most : most;
}

/* Whether the copy is in a later turn of a loop that is over: there may be no such turn. */
static bool may_be_none(struct async_run *run, const struct flight *flight)
{
	for (const struct simt_turn *turn = flight->access.where.turn; turn; turn = turn->up) {
		const struct simt_turn *around = run->use.where.turn;
		while (around && around->instance != turn->instance)
			around = around->up;
		if (!around && !async_is_first(run, turn))
			return true;
	}
	return false;
}

/* What a copy and a use have in common, whichever comes first. */
static struct sync_copy describe(const struct async_run *run, const struct flight *flight,
	const struct sync_op *use, const struct simt_access *access, unsigned user)
{
	const struct sync_op *copy = &run->log->ops.data[flight->op];
	return (struct sync_copy){.copy = async_place(run, copy),
		.use = async_place(run, use),
		.is_store = access->kind != SIMT_LOAD,
		.by_warp = access->tile != NULL,
		.of_group = flight->async->group != SIMT_GROUP_THREAD,
		.pipeline = flight->async->pipeline,
		.is_own = flight_is_own(flight),
		.user = user,
		.object = access->object,
		.offset = value_lane(access->offset, user),
		.has_offset = access->offset->term_count == 0,
		.statement = access->statement};
}

/* ---- comparing ------------------------------------------------------------------------------- */

static void check_flight(struct async_run *run, struct flight *flight, unsigned copier, unsigned user)
{
	const struct sync_op *copy = &run->log->ops.data[flight->op], *use = run->use_op;
	uint32_t time = (uint32_t)(use - run->log->ops.data) + 1;
	unsigned missing;
	/* the whole warp is there when it reads */
	bool tile = run->use.tile || run->use_op->event;
	if (run->use.tile && user == copier && (user ^ 1) < run->lanes)
		user ^= 1; /* which lane reads which element isn't told */
	if (flight->used_by == time || flight->tries >= MAX_TRIES ||
		are_parted(&flight->access.where, &run->use.where) ||
		is_there(run, flight, copier, user, &missing))
		return;
	flight->tries++;
	struct sync_op first = {.access = &flight->access, .after_wait = copy->after_wait},
		       second = {.access = &run->use, .after_wait = use->after_wait};
	enum sync_belief belief = belief_of(run, flight, &first, missing, &second, user);
	struct sync_copy out = describe(run, flight, use, &run->use, user);
	out.lack = lack_of(run, flight, missing);
	bool awaited = out.lack == SYNC_COPY_OF_OTHERS;
	if (has_roles(flight) && out.lack != SYNC_COPY_NOT_AWAITED)
		return;
	if (flight->maybe || may_be_none(run, flight) ||
		(awaited && tile && missing / SIMT_WARP == user / SIMT_WARP))
		belief = belief < SYNC_POSSIBLE ? belief : SYNC_POSSIBLE;
	if (belief == SYNC_NEVER)
		return;
	out.belief = belief;
	out.copier = missing;
	uint32_t wait = awaited ? wait_of(run, flight, missing) : flight->left_by;
	if (wait) {
		out.wait = async_place(run, &run->log->ops.data[wait - 1]);
		const struct simt_async *async = run->log->ops.data[wait - 1].event->async;
		out.left = async ? async->prior : 0;
	}
	out.loop = sync_carried_by(flight->access.where.turn, run->use.where.turn);
	out.first_time = flight->op + 1;
	out.second_time = time;
	if (belief > SYNC_POSSIBLE)
		flight->used_by = time;
	add(run, &out);
}

static void visit_use(void *context, struct shadow_cell *cell, const struct shadow_entry *now)
{
	struct async_run *run = context;
	for (unsigned i = 0; i < cell->count; i++) {
		const struct shadow_entry *entry = &cell->entries[i];
		struct flight *flight = run->of_op[entry->op];
		if (flight && flight->is_live && (entry->bytes & now->bytes))
			check_flight(run, flight, entry->lane, now->lane);
	}
	shadow_add(cell, *now, 0);
}

void flight_access(struct async_run *run, uint32_t index, const struct simt_mask *lanes)
{
	const struct sync_op *op = &run->log->ops.data[index];
	const struct simt_async *async = op->event ? op->event->async : NULL;
	if (async)
		run->use = (struct simt_access){.site = op->event->site,
			.function = op->event->function,
			.kind = SIMT_LOAD,
			.object = async->to.object,
			.offset = async->to.offset,
			.size = (unsigned)async->bytes,
			.assumptions = run->log->simt->assumptions,
			.where = op->event->where};
	else
		run->use = *op->access;
	run->use_op = op;
	run->use.active.may = *lanes;
	if (run->use.object && run->use.offset)
		shadow_walk(run->shadow, &run->use, index, visit_use, run);
}

/* ---- refills --------------------------------------------------------------------------------- */

/* Whether what `user` did is over for all that copy. */
static bool is_over(const struct async_run *run, const struct flight *flight, unsigned user, uint32_t time,
	unsigned copier)
{
	const struct simt_pipeline *pipeline = flight->async->pipeline;
	for (size_t i = 0; pipeline && i < run->pipes.count; i++)
		if (run->pipes.data[i]->pipeline == pipeline && run->pipes.data[i]->seen[user] > time)
			return true;
	return user == copier || sync_ordered(run->order, user, time, copier);
}

/* What was read there before. The copy is divided among a group in a way that isn't told; its ends stand for
 * it. */
static void visit_refill(void *context, struct shadow_cell *cell, const struct shadow_entry *now)
{
	struct async_run *run = context;
	struct flight *flight = run->of_op[now->op];
	unsigned first, end;
	group_range(run, flight, now->lane, &first, &end);
	for (unsigned i = 0; i < cell->count; i++) {
		const struct shadow_entry *entry = &cell->entries[i];
		const struct sync_op *op = &run->log->ops.data[entry->op];
		if (entry->kind != SIMT_LOAD || !op->access || !(entry->bytes & now->bytes) ||
			flight->used_by == entry->op + 1 || flight->tries >= MAX_TRIES || has_roles(flight) ||
			are_parted(&flight->access.where, &op->access->where))
			continue;
		unsigned copier = end - 1;
		while (copier > first && (!mask_has(&flight->lanes, copier) || copier == entry->lane))
			copier--;
		if (is_over(run, flight, entry->lane, entry->op + 1, now->lane) &&
			is_over(run, flight, entry->lane, entry->op + 1, copier))
			continue;
		flight->tries++;
		struct sync_op copy = {.access = &flight->access};
		struct sync_copy out = describe(run, flight, op, op->access, entry->lane);
		out.lack = SYNC_COPY_REFILLS;
		out.belief = belief_of(run, flight, op, entry->lane, &copy, copier);
		out.copier = entry->lane == now->lane ? copier : now->lane;
		out.loop = sync_carried_by(op->access->where.turn, flight->access.where.turn);
		out.first_time = entry->op + 1;
		out.second_time = flight->op + 1;
		flight->used_by = entry->op + 1;
		if (out.belief != SYNC_NEVER)
			add(run, &out);
	}
	shadow_add(cell, *now, 0);
}

void copy_use_start(struct async_run *run, struct flight *flight)
{
	shadow_walk(run->shadow, &flight->access, flight->op, visit_refill, run);
	flight->used_by = 0;
	flight->tries = 0;
}
