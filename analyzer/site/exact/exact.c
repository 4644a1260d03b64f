/* Which counts the compiler leaves alone: what is seen while a kernel is executed.
 *
 * A load of an address that this lane has just loaded or stored costs nothing, also in the next turn of a
 * loop, and a store that the next one overwrites is dropped. Behind a barrier a load of what the lane itself
 * stored in a loop may move into the turn before. Accesses of neighbouring addresses become one wider access:
 * of shared memory wherever the pair is aligned, of global memory where they are members of a vector; when
 * all of them are loaded one after the other, that load is counted. All as seen in code for sm_90 by nvcc 13.
 */
#include "analyzer/site/exact/exact.h"

#include "analyzer/simt/exec/exec.h"
#include "analyzer/site/exact/exact_recent.h"

enum { PAIRS = 64 };

/* Two places whose accesses may become one. */
struct pair {
	struct simt_site *before, *after;
	int64_t bytes;
	uint64_t number; /* of the earlier access, when last seen */
	bool together;   /* they fill one piece */
	bool varies;     /* their distance does: the compiler doesn't know it */
	bool apart;      /* a branch lies between them */
};

struct exact {
	struct recents recents;
	struct pair pairs[PAIRS];
	unsigned pair_count;
	unsigned warp_interval;
};

struct exact *exact_new(struct arena *arena)
{
	return ARENA_NEW(arena, struct exact);
}

void exact_barrier(struct exact *exact)
{
	/* loads may find something else now; what a lane stored itself it may still know */
	for (unsigned i = 0; i < exact->recents.count; i++) {
		exact->recents.list[i].behind_barrier = true;
		if (!exact->recents.list[i].is_store)
			exact->recents.list[i].object = NULL;
	}
}

void exact_clobber(struct exact *exact)
{
	for (unsigned i = 0; i < exact->recents.count; i++)
		exact->recents.list[i].clobbered = exact->recents.list[i].is_read = true;
}

void exact_external(struct exact *exact, const struct simt_mask *lanes)
{
	for (unsigned i = 0; i < exact->recents.count; i++) {
		struct recent *recent = &exact->recents.list[i];
		if (recent->object && recent_is_restrict(recent->object))
			continue;
		/* where some lanes don't call it, only the others load again */
		struct simt_mask left = mask_minus(&recent->lanes, lanes);
		recent->clobbered |= !mask_any(&left);
		recent->doubtful |= mask_any(&left);
		recent->is_read = true;
	}
}

void exact_if(struct exact *exact)
{
	for (unsigned i = 0; i < exact->recents.count; i++)
		exact->recents.list[i].behind_if = true;
}

void exact_branch(struct exact *exact)
{
	for (unsigned i = 0; i < exact->recents.count; i++)
		exact->recents.list[i].behind_branch = true;
}

/* Whether the value is there already in every lane. */
static bool note_load(struct exact *exact, const struct simt_access *access, struct simt_site *site)
{
	bool is_there = false;
	for (unsigned i = 0; i < exact->recents.count; i++) {
		struct recent *recent = &exact->recents.list[i];
		if (!recent_covers(recent, access))
			continue;
		bool moves = recent->site != site && recent->site->expr != site->expr &&
			     recent->site->counts.requests + recent->site->pending.requests >
				     2 * (site->counts.requests + site->pending.requests) / 3;
		bool doubt = !recent->behind_barrier || (moves && recent->is_store && recent->site->repeats);
		site->is_held |= doubt;
		site->exact &= !doubt || recent_is_plain(recent, access);
		is_there |= !recent->behind_barrier && !recent->clobbered &&
			    recents_alike(&exact->recents, recent->site->expr, access->site) &&
			    recent_outlasts(recent, access->where.turn);
	}
	return is_there;
}

void exact_counted(
	struct exact *exact, struct simt_site *site, const struct simt_spared *counted, bool is_there)
{
	struct recent *last = &exact->recents.list[(exact->recents.next + RECENT - 1) % RECENT];
	if (is_there)
		spared_add(&site->pending_spared, counted);
	else if (exact->recents.count && last->site == site && last->is_store)
		last->counted = *counted;
}

static void note_store(struct exact *exact, const struct simt_access *access)
{
	for (unsigned i = 0; i < exact->recents.count; i++) {
		struct recent *recent = &exact->recents.list[i];
		bool same = recent_covers(recent, access);
		if (same && recent->is_store && !recent->behind_barrier) {
			recent->site->is_held = true;
			recent->site->exact &= recent_is_plain(recent, access);
			if (!recent->is_read && !recent->behind_if &&
				mask_equal(&recent->lanes, &access->active.must))
				spared_add(&recent->site->pending_spared, &recent->counted);
		}
		/* it may have changed what other pointers of this space lead to */
		if (same || (!recent->is_store && recent_may_meet(recent, access)))
			recent->object = NULL;
	}
}

unsigned exact_vector(const struct ir_expr *expr)
{
	expr = ir_strip(expr);
	if (expr->kind != IR_MEMBER || !expr->member.field)
		return 0;
	const struct ir_type *type = ir_type_value(expr->operands[0]->type);
	if (expr->is_arrow)
		type = type->element;
	bool plain = type && type->kind == IR_TYPE_RECORD && type->align == type->size;
	return plain && (type->size == 8 || type->size == 16) ? (unsigned)type->size : 0;
}

/* Bytes that one instruction could access, of which an access is a part: of shared memory twice its own. */
static int64_t width_of(const struct simt_access *access)
{
	if (access->space == SIMT_GLOBAL)
		return exact_vector(access->site);
	return access->size <= 8 ? 2 * (int64_t)access->size : 0;
}

/* Whether the address of every lane of the block is a multiple of `width` when `bytes` are added, as far as
 * it is known: of lanes that aren't active, too, unless these only keep what they had (`active`). */
static bool is_aligned(const struct simt_value *offset, int64_t bytes, int64_t width, unsigned lanes,
	const struct simt_mask *active)
{
	for (unsigned lane = 0; lane < lanes; lane++)
		if ((!active || mask_has(active, lane)) && (value_lane(offset, lane) + bytes) % width)
			return false;
	return true;
}

/* Whether an access and what lies `bytes` after it are in one aligned piece. */
static bool is_together(const struct simt_access *access, int64_t bytes, int64_t width, unsigned lanes,
	const struct simt_mask *active)
{
	for (int64_t at = 0; at < width; at += access->size)
		if (at + bytes >= 0 && at + bytes < width &&
			is_aligned(access->offset, -at, width, lanes, active))
			return true;
	return false;
}

/* The distance of the active lanes, where a counter is set by them alone: the others keep what they had. */
static bool active_distance(const struct recent *recent, const struct simt_access *access, int64_t *bytes)
{
	const struct simt_value *from = recent->offset, *to = access->offset;
	bool found = false;
	if (from->term_count || to->term_count)
		return false;
	for (unsigned lane = 0; lane < SIMT_WARP * SIMT_MAX_WARPS; lane++) {
		if (!mask_has(&access->active.must, lane))
			continue;
		int64_t distance = value_lane(to, lane) - value_lane(from, lane);
		if (found && distance != *bytes)
			return false;
		*bytes = distance;
		found = true;
	}
	return found;
}

static struct pair *pair_of(struct exact *exact, struct simt_site *before, struct simt_site *after)
{
	for (unsigned i = 0; i < exact->pair_count; i++)
		if (exact->pairs[i].before == before && exact->pairs[i].after == after)
			return &exact->pairs[i];
	if (exact->pair_count == PAIRS)
		return NULL;
	struct pair *pair = &exact->pairs[exact->pair_count++];
	*pair = (struct pair){.before = before, .after = after};
	return pair;
}

/* A shared variable that isn't an array: where it lies is known, so the compiler may load it before the `if`
 * that needs it, and together with another. */
static bool is_scalar(const struct simt_object *object)
{
	const struct ir_var *var = simt_object_var(object);
	return object->space == SIMT_SHARED && var && var->type->kind != IR_TYPE_ARRAY;
}

/* The accesses before that this one may become one wider access with. */
static void note_neighbours(
	struct exact *exact, const struct simt_access *access, struct simt_site *site, unsigned lanes)
{
	int64_t width = width_of(access), bytes;
	for (unsigned i = 0; width && i < exact->recents.count; i++) {
		struct recent *recent = &exact->recents.list[i];
		if (!recent->object || recent->behind_barrier || recent->size != access->size ||
			recent->is_store != (access->kind == SIMT_STORE))
			continue;
		if (recent->object != access->object) {
			if (is_scalar(recent->object) && is_scalar(access->object))
				recent->site->exact = site->exact = false;
			continue;
		}
		const struct simt_mask *active = NULL;
		bool is_known = recent_distance(access->offset, recent->offset, &bytes) && bytes;
		if (!is_known && recent->site == site && active_distance(recent, access, &bytes)) {
			is_known = bytes != 0;
			bytes = -bytes;
			active = &access->active.must;
		}
		bool together = is_known && is_together(access, bytes, width, lanes, active);
		struct pair *pair = pair_of(exact, recent->site, site);
		if (!pair) {
			recent->site->exact &= !together;
			site->exact &= !together;
			continue;
		}
		/* one place in a loop goes on by the same step, until an outer loop sets it back */
		pair->varies |= pair->number && pair->number != recent->number && recent->site != site &&
				(!is_known || bytes != pair->bytes);
		pair->together |= together;
		pair->apart |= recent->behind_branch;
		pair->bytes = is_known ? bytes : 0;
		pair->number = recent->number;
	}
}

/* Whether the compiler certainly makes one load of a pair's members of a vector. */
static bool is_certain(const struct pair *pair, const struct simt_site *first)
{
	const struct simt_site *after = pair->after;
	return pair->before == first && pair->together && !pair->varies && !pair->apart && first != after &&
	       first->exact && after->exact && first->vector == after->vector && first->size == after->size &&
	       first->function == after->function && first->counts.requests == after->counts.requests &&
	       first->counts.lanes == after->counts.lanes;
}

/* All members of a vector, loaded one after the other: one load, at the first of them. */
static void merge_members(struct exact *exact, struct simt_site *first)
{
	unsigned found = 0, members = first->size ? first->vector / first->size : 0, count = 1;
	for (unsigned i = 0; members > 1 && i < exact->pair_count; i++) {
		const struct pair *pair = &exact->pairs[i];
		unsigned place = (unsigned)(pair->bytes / (int64_t)first->size + 16);
		if (!is_certain(pair, first) || found >> place & 1)
			continue;
		found |= 1U << place;
		count++;
	}
	if (count < 2 || count != members)
		return;
	first->is_whole = true;
	for (unsigned i = 0; i < exact->pair_count; i++)
		if (is_certain(&exact->pairs[i], first))
			exact->pairs[i].after->merged_into = first;
}

static bool is_merged(const struct simt_site *site)
{
	return site->is_whole || site->merged_into;
}

void exact_finish(struct exact *exact)
{
	for (unsigned i = 0; i < exact->pair_count; i++)
		if (!is_merged(exact->pairs[i].before))
			merge_members(exact, exact->pairs[i].before);
	for (unsigned i = 0; i < exact->pair_count; i++) {
		struct pair *pair = &exact->pairs[i];
		if (pair->together && !pair->varies && !(is_merged(pair->before) && is_merged(pair->after)))
			pair->before->exact = pair->after->exact = false;
	}
}

bool exact_access(
	struct exact *exact, const struct simt_access *access, struct simt_site *site, unsigned lanes)
{
	bool memory = access->space == SIMT_GLOBAL || access->space == SIMT_SHARED, is_there = false;
	if (!memory && access->space != SIMT_GENERIC)
		return false;
	const struct simt_turn *turn = access->where.turn;
	site->loop = turn ? turn->loop : NULL;
	site->turns = turn && turn->number >= site->turns ? turn->number + 1 : site->turns;
	if (access->kind != SIMT_LOAD || !memory || !access->offset || !access->object)
		recents_meet(&exact->recents, access);
	if (!memory || !access->offset || !access->object || ir_type_value(access->site->type)->is_volatile)
		return false;
	if (access->warp_interval != exact->warp_interval)
		exact_barrier(exact);
	exact->warp_interval = access->warp_interval;
	/* loads of shared memory wander across __syncwarp() */
	if (access->warp_interval && access->kind == SIMT_LOAD && access->space == SIMT_SHARED)
		site->exact = false;
	if (access->kind == SIMT_LOAD || access->kind == SIMT_STORE)
		note_neighbours(exact, access, site, lanes);
	bool before_loop = recents_before_loop(&exact->recents, access);
	if (access->kind == SIMT_LOAD)
		is_there = note_load(exact, access, site);
	if (access->kind == SIMT_LOAD && !is_there)
		recents_meet(&exact->recents, access);
	if (access->kind != SIMT_LOAD)
		note_store(exact, access);
	if (access->kind != SIMT_LOAD && access->kind != SIMT_STORE)
		return false;
	site->repeats |= site->pending.requests > 0;
	/* what a turn before it left is forgotten here, but maybe not by the compiler */
	site->is_far |= site->number && exact->recents.number - site->number >= RECENT;
	site->number = exact->recents.number + 1;
	struct recent *recent = &exact->recents.list[exact->recents.next];
	exact->recents.next = (exact->recents.next + 1) % RECENT;
	exact->recents.count = exact->recents.count < RECENT ? exact->recents.count + 1 : RECENT;
	*recent = (struct recent){.object = access->object,
		.offset = access->offset,
		.site = site,
		.lanes = access->active.must,
		.size = access->size,
		.is_store = access->kind == SIMT_STORE,
		.turn = access->where.turn,
		.before_loop = before_loop,
		.number = ++exact->recents.number};
	return is_there;
}
