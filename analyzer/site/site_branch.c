/* Branches per place in the source: how often warps split, and what their lanes wait for. */
#include "analyzer/site/site_branch.h"

#include "analyzer/simt/exec/exec.h"

static struct simt_branch_site *branch_of(
	struct arena *arena, struct simt_report *report, const struct simt_branch *branch)
{
	for (size_t i = 0; i < report->branches.count; i++) {
		struct simt_branch_site *at = report->branches.data[i];
		if (at->stmt == branch->stmt && at->expr == branch->expr)
			return at;
	}
	struct simt_branch_site *site = ARENA_NEW(arena, struct simt_branch_site);
	site->stmt = branch->stmt;
	site->expr = branch->expr;
	site->function = branch->function;
	vec_push(arena, &report->branches, site);
	return site;
}

void site_note_branch(struct arena *arena, struct simt_report *report, const struct simt *simt,
	const struct simt_branch *branch, double blocks)
{
	struct simt_branch_site *site = branch_of(arena, report, branch);
	for (unsigned warp = 0; warp * SIMT_WARP < simt->lanes; warp++) {
		uint32_t active = branch->active.may.warp[warp], yes = branch->yes.warp[warp],
			 no = branch->no.warp[warp];
		if (!active)
			continue;
		site->pending_warps += blocks;
		site->open |= (yes | no) != active;
		if (!yes || !no)
			continue;
		site->pending_split += blocks;
		site->pending_idle += blocks * 32;
		site->yes = branch->yes;
		site->no = branch->no;
	}
}

/* Whether the lanes of a warp have others between them. */
static bool has_gaps(uint32_t lanes)
{
	uint32_t run = lanes >> __builtin_ctz(lanes);
	return (run & (run + 1)) != 0;
}

/* One side: while it runs, the other lanes of split warps wait. Returns whether some warp is split. */
static bool add_side(struct simt_branch_site *site, const struct simt *simt, const struct simt_branch *branch,
	const struct simt_side *side, double blocks)
{
	double steps = blocks * (double)side->steps;
	int split = 0, warps = 0, lanes = 0;
	bool gaps = false;
	for (unsigned warp = 0; warp * SIMT_WARP < simt->lanes; warp++) {
		int taken = __builtin_popcount(side->lanes.warp[warp] & branch->active.may.warp[warp]);
		int all = __builtin_popcount(branch->active.may.warp[warp]);
		if (!taken)
			continue;
		lanes += taken;
		warps++;
		split += taken < all;
		gaps |= has_gaps(side->lanes.warp[warp] & branch->active.may.warp[warp]);
		site->pending_work += steps * taken;
		site->pending_waiting += steps * (all - taken);
	}
	if (gaps) {
		site->pending_spread += steps * warps;
		site->pending_filled += steps * ((lanes + SIMT_WARP - 1) / SIMT_WARP);
	}
	return split > 0;
}

void site_note_joined(struct arena *arena, struct simt_report *report, const struct simt *simt,
	const struct simt_branch *branch, double blocks)
{
	struct simt_branch_site *site = branch_of(arena, report, branch);
	uint64_t longest = 0, all = 0;
	for (unsigned i = 0; i < branch->side_count; i++) {
		const struct simt_side *side = &branch->sides[i];
		if (!add_side(site, simt, branch, side, blocks))
			continue;
		longest = side->steps > longest ? side->steps : longest;
		all += side->steps;
	}
	if (all - longest > site->others || !site->longest) {
		site->longest = longest;
		site->others = all - longest;
	}
}
