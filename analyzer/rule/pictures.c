/* Pictures of requests, of threads at barriers and collectives, and of branches. Nothing is computed anew:
 * the worst request of a site, the threads of an absence and the sides of a branch were kept when they were
 * executed. */
#include "analyzer/rule/pictures.h"
#include "analyzer/rule/absence.h"
#include "analyzer/rule/run_unit.h"
#include "analyzer/site/describe.h"

#include <string.h>

enum { LINE = 128, WORD = 4 };

/* ---- requests -------------------------------------------------------------------------------- */

static enum picture_access access_of(enum simt_access_kind kind)
{
	return kind == SIMT_LOAD ? PICTURE_LOAD : kind == SIMT_STORE ? PICTURE_STORE : PICTURE_ATOMIC;
}

static bool is_drawn(const struct simt_site *site)
{
	if (!site->worst.active || site->size < 1 || site->size > PICTURE_SECTOR_BYTES)
		return false;
	return site->space == SIMT_GLOBAL || site->space == SIMT_GENERIC || site->space == SIMT_SHARED ||
	       (site->space == SIMT_LOCAL && site->size <= WORD);
}

/* Where a lane's byte is: frames of local memory are interleaved in words. */
static int64_t place_of(const struct simt_site *site, unsigned lane)
{
	uint64_t offset = site->worst.offset[lane] + site->worst.shift;
	if (site->space == SIMT_LOCAL)
		offset = offset / WORD * LINE + lane * WORD + offset % WORD;
	return (int64_t)offset;
}

static struct picture *picture_of_request(struct pass *pass, const struct simt_site *site)
{
	struct picture *picture = ARENA_NEW(pass->arena, struct picture);
	struct picture_request *request = &picture->request;
	bool is_first = true;
	picture->kind = site->space == SIMT_SHARED ? PICTURE_BANKS : PICTURE_SECTORS;
	request->object = site->object ? pass_site_name(pass, pass->unit->report, site) : NULL;
	request->access = access_of(site->kind);
	request->warp = site->worst.warp;
	request->size = site->size;
	request->active = site->worst.active;
	request->is_apart = site->assumptions & SIMT_ASSUMED_APART;
	request->count = site->worst.count;
	request->ideal = site->worst.ideal;
	for (unsigned lane = 0; lane < SIMT_WARP; lane++) {
		if (!(request->active >> lane & 1))
			continue;
		int64_t at = place_of(site, lane);
		request->base = is_first || at < request->base ? at : request->base;
		is_first = false;
	}
	request->base = (int64_t)((uint64_t)request->base - (uint64_t)((request->base % LINE + LINE) % LINE));
	for (unsigned lane = 0; lane < SIMT_WARP; lane++)
		if (request->active >> lane & 1)
			request->offset[lane] = (uint64_t)place_of(site, lane) - (uint64_t)request->base;
	return picture;
}

void pass_picture_request(struct pass *pass, struct finding *finding, const struct simt_site *site)
{
	if (is_drawn(site))
		finding->picture = picture_of_request(pass, site);
}

static bool lanes_meet(const struct simt_sample *sample)
{
	for (unsigned lane = 0; lane < SIMT_WARP; lane++)
		for (unsigned other = 0; sample->active >> lane & 1 && other < lane; other++)
			if (sample->active >> other & 1 && sample->offset[lane] == sample->offset[other])
				return true;
	return false;
}

void pass_picture_contention(struct pass *pass, struct finding *finding, const struct simt_site *site)
{
	if (is_drawn(site) && lanes_meet(&site->worst))
		finding->picture = picture_of_request(pass, site);
}

/* ---- lanes ----------------------------------------------------------------------------------- */

static unsigned threads_of(const struct simt_report *report)
{
	const int64_t *block = report->launch->block;
	return (unsigned)(block[0] * block[1] * block[2]);
}

/* Adds a warp's row, to the one before where both look alike. A warp that isn't full looks like no other. */
static void add_row(struct arena *arena, struct picture_lanes *lanes, struct picture_row row)
{
	struct picture_row *last = lanes->rows.count ? &lanes->rows.data[lanes->rows.count - 1] : NULL;
	bool full = (row.first + 1) * SIMT_WARP <= lanes->threads;
	if (last && full && last->last + 1 == row.first && last->here == row.here &&
		last->maybe == row.maybe && last->there == row.there && last->named == row.named)
		last->last = row.last;
	else
		vec_push(arena, &lanes->rows, row);
}

static bool is_of_warp(const struct simt_event *event)
{
	return event->kind == SIMT_WARP_BARRIER || event->kind == SIMT_COLLECTIVE;
}

static const char *whereabouts(struct pass *pass, const struct sync_absence *absence)
{
	if (!absence->instead)
		return "at the end";
	if (absence->instead->kind == SIMT_EXIT)
		return "returned before";
	const char *here = pass_call_name(pass, absence->event),
		   *there = pass_call_name(pass, absence->instead);
	bool another = absence->instead->site != absence->event->site && strcmp(here, there) == 0;
	return arena_printf(pass->arena, "waiting at %s%s", another ? "another " : "", there);
}

void pass_picture_absence(struct pass *pass, struct finding *finding, const struct simt_report *report,
	const struct sync_absence *absence)
{
	if (absence->other_block || !mask_any(&absence->here))
		return;
	struct picture *picture = ARENA_NEW(pass->arena, struct picture);
	struct picture_lanes *lanes = &picture->lanes;
	bool of_warp = is_of_warp(absence->event);
	picture->kind = PICTURE_LANES;
	lanes->threads = threads_of(report);
	lanes->here = arena_printf(pass->arena, "waiting at %s", pass_call_name(pass, absence->event));
	lanes->has_mask = of_warp && absence->mask;
	lanes->has_pair = !absence->never_was;
	lanes->waits = absence->waits;
	lanes->absent = absence->absent;
	struct simt_mask there = mask_minus(&absence->there, &absence->here);
	bool shows_absent = absence->absent < lanes->threads && !mask_has(&absence->here, absence->absent);
	if (shows_absent && absence->fault != SYNC_SOURCE)
		mask_add(&there, absence->absent);
	lanes->there = mask_any(&there) ? whereabouts(pass, absence) : NULL;
	for (unsigned warp = 0; warp * SIMT_WARP < lanes->threads; warp++) {
		struct picture_row row = {warp, warp, absence->here.warp[warp], 0, there.warp[warp], 0};
		if (of_warp && warp != absence->waits / SIMT_WARP)
			continue;
		row.named = lanes->has_mask ? absence->mask : 0;
		add_row(pass->arena, lanes, row);
	}
	finding->picture = picture;
}

void pass_picture_threads(struct pass *pass, struct finding *finding, const struct picture_threads *threads)
{
	struct picture *picture = ARENA_NEW(pass->arena, struct picture);
	struct picture_lanes *lanes = &picture->lanes;
	picture->kind = PICTURE_LANES;
	lanes->threads = threads_of(threads->report);
	lanes->here = threads->doing;
	lanes->there = mask_any(&threads->there) ? threads->else_doing : NULL;
	for (unsigned warp = 0; warp * SIMT_WARP < lanes->threads; warp++) {
		struct picture_row row = {
			warp, warp, threads->here.warp[warp], 0, threads->there.warp[warp], 0};
		if (!threads->one_warp || warp == threads->warp)
			add_row(pass->arena, lanes, row);
	}
	finding->picture = picture;
}

void pass_picture_branch(struct pass *pass, struct finding *finding, const struct simt_report *report,
	const struct simt_branch_site *site)
{
	bool is_switch = site->stmt && site->stmt->kind == IR_SWITCH;
	struct picture_threads threads = {.report = report,
		.here = site->yes,
		.there = site->no,
		.doing = is_switch ? "in one case" : "in the branch",
		.else_doing = is_switch ? "in others" : "not in it"};
	if (mask_any(&site->yes) && mask_any(&site->no))
		pass_picture_threads(pass, finding, &threads);
}
