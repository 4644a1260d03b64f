/* Operations on matrices that a whole warp executes together.
 *
 * A warp of which some lanes certainly don't get there, while others may, is one that goes there in part if
 * at all: lanes that may get there are an upper bound. That nobody knows whether a condition lets a lane
 * through is no reason to say so.
 *
 * What the lanes give is compared in warps that get there as a whole or not at all. Numbers that aren't known
 * are one for the block, so lanes that give different multiples of one differ unless it is 0. A value that
 * isn't known and depends on the lane counts for fills alone: a pointer or a pitch that is read from memory
 * is most likely one for the warp. */
#include "analyzer/site/site_warp.h"

#include "analyzer/simt/exec/exec.h"
#include "analyzer/site/site_align.h"

static struct simt_warp_site *site_of(
	struct arena *arena, struct simt_report *report, const struct simt_warp_op *op)
{
	for (size_t i = 0; i < report->warp_sites.count; i++) {
		struct simt_warp_site *site = &report->warp_sites.data[i];
		if (site->expr == op->site && site->stmt == op->stmt)
			return site;
	}
	vec_push(arena, &report->warp_sites,
		(struct simt_warp_site){
			.expr = op->site, .stmt = op->stmt, .function = op->function, .name = op->name});
	return &report->warp_sites.data[report->warp_sites.count - 1];
}

/* Lanes of a warp that the block has. */
static uint32_t existing(const struct simt *simt, unsigned warp)
{
	unsigned count = simt->lanes - warp * SIMT_WARP;
	return count >= SIMT_WARP ? UINT32_MAX : (UINT32_C(1) << count) - 1;
}

static void note_part(const struct simt *simt, const struct simt_warp_op *op, struct simt_warp_site *site)
{
	for (unsigned warp = 0; warp * SIMT_WARP < simt->lanes && !site->certain; warp++) {
		uint32_t may = op->active.may.warp[warp], must = op->active.must.warp[warp];
		if (!may || may == UINT32_MAX || (site->part && !must))
			continue;
		site->part = may;
		site->warp = warp;
		site->missing = existing(simt, warp) & ~may;
		site->certain = must != 0;
		site->assumptions = op->assumptions;
	}
}

/* How two lanes' numbers differ: 0 they don't, 1 they do unless a symbol is 0, 2 certainly. */
static int difference(const struct simt_value *value, unsigned a, unsigned b, int64_t *by)
{
	for (uint32_t i = 0; i < value->term_count; i++) {
		const int64_t *lanes = value->terms[i].lanes;
		if (lanes && lanes[a] != lanes[b])
			return 1;
	}
	*by = value_lane(value, b) - value_lane(value, a);
	return *by ? 2 : 0;
}

static bool is_number(const struct simt_value *value)
{
	return value->kind == SIMT_INT || (value->kind == SIMT_POINTER && value->object);
}

static void compare(const struct simt *simt, const struct simt_warp_op *op, const struct simt_value *value,
	struct simt_discord *out)
{
	for (unsigned lane = 0; lane < simt->lanes && !out->certain; lane++) {
		unsigned first = lane / SIMT_WARP * SIMT_WARP;
		int64_t by = 0;
		if (op->active.may.warp[lane / SIMT_WARP] != UINT32_MAX)
			continue;
		int how = difference(value, first, lane, &by);
		if (!how || (how == 1 && out->found))
			continue;
		*out = (struct simt_discord){.found = true,
			.certain = how == 2,
			.lanes = {first % SIMT_WARP, lane % SIMT_WARP},
			.by = by,
			.assumptions = op->assumptions | value_assumptions(simt, value)};
	}
}

static void note_discord(struct simt *simt, const struct simt_warp_op *op, struct simt_warp_site *site)
{
	if (!simt_together(simt) || op->assumptions & SIMT_ASSUMED_LANES)
		return;
	for (unsigned i = 0; i < SIMT_GIVEN_COUNT; i++) {
		const struct simt_value *value = op->given[i];
		struct simt_discord *discord = &site->discord[i];
		if (!value || discord->certain)
			continue;
		if (is_number(value))
			compare(simt, op, value, discord);
		else if (i == SIMT_GIVEN_FILL && value->kind == SIMT_UNKNOWN &&
			 !value_is_warp_wide(simt, &op->active.may, value))
			*discord = (struct simt_discord){.found = true, .assumptions = op->assumptions};
	}
}

void warp_note(
	struct arena *arena, struct simt_report *report, struct simt *simt, const struct simt_warp_op *op)
{
	struct simt_warp_site *site = site_of(arena, report, op);
	if (!op->is_lanewise)
		note_part(simt, op, site);
	note_discord(simt, op, site);
	if (!site->pitch_unit && op->pitch_unit && op->pitch % op->pitch_unit) {
		site->pitch = op->pitch;
		site->pitch_unit = op->pitch_unit;
	}
	if (!op->address || op->address->object->may_alias || site->misfit.certain)
		return;
	struct simt_misfit seen = align_from_start(simt, op->address);
	if (!seen.found || (site->misfit.found && !seen.certain))
		return;
	site->misfit = seen;
	site->object = op->address->object;
}
