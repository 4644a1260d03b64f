/* A block that stores plainly where others add, as data have it: the first block clears the counts, or each
 * block clears all of them, while another one counts already.
 *
 * Which elements an addition goes to isn't known. So the store counts where it doesn't depend on the block: a
 * block's own part may well be all that its own data lead to. */
#include "analyzer/order/judge.h"
#include "analyzer/order/race/block_item.h"

static bool clears(const struct block_run *run, const struct block_item *item)
{
	const struct simt_access *access = item->op.access;
	return access->kind == SIMT_STORE && !access->is_atomic && !item->is_ordered && !item->op.held &&
	       !sync_by_data(access->where.path) && !block_has_index(run, access->offset, false, 0);
}

/* A block of the one run, and another one of the other; false: there is but one. */
static bool find_blocks(
	const struct block_run *a, const struct block_run *b, int64_t one[3], int64_t other[3])
{
	bool differ = false;
	for (unsigned dim = 0; dim < 3; dim++) {
		one[dim] = a->box.low[dim];
		other[dim] = b->box.low[dim];
		differ |= one[dim] != other[dim];
	}
	for (unsigned dim = 0; dim < 3 && !differ; dim++) {
		other[dim] += b->box.high[dim] > b->box.low[dim];
		differ = other[dim] != one[dim];
	}
	for (unsigned dim = 0; dim < 3 && !differ; dim++) {
		one[dim] += a->box.high[dim] > a->box.low[dim];
		differ = other[dim] != one[dim];
	}
	return differ;
}

static void compare(struct block_pairs *pairs, const struct block_run *run, const struct block_item *store,
	const struct block_run *other, const struct block_item *pick)
{
	struct block_touch a = {.run = run, .item = store}, b = {.run = other, .item = pick};
	const struct simt_access *one = store->op.access, *sum = pick->op.access;
	if (store->rep != pick->rep || store->interval != pick->interval ||
		!find_blocks(run, other, a.block, b.block))
		return;
	unsigned a_lane = mask_first(&one->active.may), b_lane = mask_first(&sum->active.may);
	struct block_view left = block_view_of(&a), right = block_view_of(&b);
	enum block_reach p = block_reach_of(&left, one->where.path, a_lane),
			 q = block_reach_of(&right, sum->where.path, b_lane);
	if (p == BLOCK_NEVER || q == BLOCK_NEVER || block_excludes(&a, a_lane, &b, b_lane))
		return;
	enum sync_belief belief = block_belief_of(pairs, &a, p, q, false);
	if (belief >= SYNC_LIKELY)
		block_add_conflict(pairs, &b, b_lane, &a, a_lane, belief);
}

static void compare_runs(
	struct block_pairs *pairs, const struct block_run *run, const struct block_run *other)
{
	for (size_t i = 0; i < run->items.count; i++)
		for (size_t k = 0; k < other->picks.count; k++)
			if (clears(run, &run->items.data[i]))
				compare(pairs, run, &run->items.data[i], other, &other->picks.data[k]);
}

void block_picked_compare(struct block_pairs *pairs)
{
	for (size_t i = 0; i < pairs->runs.count; i++)
		for (size_t k = 0; k < pairs->runs.count; k++)
			if (pairs->runs.data[k]->picks.count)
				compare_runs(pairs, pairs->runs.data[i], pairs->runs.data[k]);
}
