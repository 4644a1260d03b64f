/* Operations on matrices that a whole warp executes together.
 *
 * A warp of which some lanes certainly don't get there, while others may, is one that goes there in part if
 * at all: lanes that may get there are an upper bound. That nobody knows whether a condition lets a lane
 * through is no reason to say so. */
#include "analyzer/simt/site_warp.h"

#include "analyzer/simt/exec.h"
#include "analyzer/simt/site_align.h"

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

void warp_note(struct arena *arena, struct simt_report *report, const struct simt *simt,
	const struct simt_warp_op *op)
{
	struct simt_warp_site *site = site_of(arena, report, op);
	note_part(simt, op, site);
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
