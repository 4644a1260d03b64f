/* How many bytes a launch really needs. Sites that load from (or store to) one object share its bytes: no
 * more are distinct than lie between the ends of what they touch, nor than they ask for. */
#include "analyzer/site/price/price_memory.h"

#include <stdlib.h>
#include <string.h>

/* What a launch does with one object, in one direction. */
struct footprint {
	const struct simt_object *object;
	int64_t low, high;
	bool bounded;
	double sectors; /* asked for, with repetitions */
	double bytes;   /* that lanes use, with repetitions */
	bool ideal;     /* a site's requests were made so: its data lies side by side */
};

enum { MAX_FOOTPRINTS = 32 };

struct footprints {
	struct footprint of[MAX_FOOTPRINTS];
	unsigned count;
};

/* Objects are made anew for each part of the grid: what counts is the variable, or the pointer's name. */
static bool same_object(const struct simt_object *a, const struct simt_object *b)
{
	if (a == b)
		return true;
	if (!a || !b || simt_object_var(a) != simt_object_var(b))
		return false;
	return simt_object_var(a) || strcmp(simt_object_name(a), simt_object_name(b)) == 0;
}

bool price_goes_with(const struct simt_site *site, const struct simt_site *without)
{
	if (!without || site == without)
		return without != NULL;
	bool global = site->space == SIMT_GLOBAL && without->space == SIMT_GLOBAL;
	return global && site->has_stride && without->has_stride && site->stride == without->stride &&
	       llabs(site->stride) > (int64_t)site->size && same_object(site->object, without->object);
}

static void add(struct footprints *all, const struct simt_site *site, bool ideal)
{
	unsigned at = 0;
	while (at < all->count && !same_object(all->of[at].object, site->object))
		at++;
	if (at == MAX_FOOTPRINTS)
		at--;
	struct footprint *to = &all->of[at];
	if (at == all->count) {
		*to = (struct footprint){.object = site->object,
			.low = INT64_MAX,
			.high = INT64_MIN,
			.bounded = site->object != NULL};
		all->count++;
	}
	to->ideal |= ideal;
	to->sectors += ideal ? site->counts.ideal_sectors : site->counts.sectors;
	to->bytes += site->counts.lanes * site->size;
	to->bounded &= site->bounds_known && site->one_start && site->low < site->high;
	if (to->bounded) {
		to->low = site->low < to->low ? site->low : to->low;
		to->high = site->high > to->high ? site->high : to->high;
	}
}

static double distinct(const struct footprint *footprint)
{
	double asked = footprint->sectors * MODEL_SECTOR_BYTES;
	if (!footprint->bounded)
		return asked;
	double extent = (double)(footprint->high - footprint->low) + MODEL_SECTOR_BYTES - 1;
	return extent < asked ? extent : asked;
}

static bool is_global(const struct simt_site *site)
{
	return site->space == SIMT_GLOBAL || site->space == SIMT_GENERIC;
}

/* Sets the share of load sectors that L1 has. Between two uses of a sector each resident warp issues about
 * one request of every load. */
static void set_reuse(struct model_work *work, const struct simt_report *report,
	const struct model_chip *chip, double live_sectors)
{
	const struct model_arch *arch = model_arch_nearest(chip->cc);
	struct model_occupancy occupancy;
	struct model_occupancy_query query = model_occupancy_query_default(arch, work->block_threads);
	query.registers_per_thread = work->registers_per_thread;
	query.static_shared = work->static_shared;
	query.dynamic_shared = work->dynamic_shared;
	double requested = 0, own = 0;
	for (size_t i = 0; i < report->work.touches.count; i++) {
		requested += report->work.touches.data[i].requested;
		own += report->work.touches.data[i].distinct;
	}
	if (!model_occupancy(&occupancy, &query) || requested <= 0)
		return;
	double resident = (double)occupancy.blocks_per_sm;
	double most = (double)work->blocks / chip->sms.value;
	resident = resident < most ? resident : most < 1 ? 1 : most;
	double live = live_sectors * MODEL_SECTOR_BYTES * resident * occupancy.warps_per_block;
	work->l1_reuse = model_l1_reuse(requested, own, live, model_l1_bytes(arch, &occupancy));
	/* through L2, sectors are used again by other blocks of the same wave */
	double wave = own * MODEL_SECTOR_BYTES * resident * chip->sms.value;
	work->reuse_bytes = wave < work->read_bytes ? wave : work->read_bytes;
}

void price_memory(struct model_work *work, const struct simt_report *report, const struct model_chip *chip,
	const struct simt_site *without)
{
	struct footprints loads = {0}, stores = {0};
	double live = 0;
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		bool ideal = price_goes_with(site, without);
		if (!is_global(site) || site->counts.requests <= 0)
			continue;
		if (site->kind == SIMT_LOAD)
			live += (ideal ? site->counts.ideal_sectors : site->counts.sectors) /
				site->counts.requests;
		if (site->kind == SIMT_LOAD || site->kind == SIMT_STORE)
			add(site->kind == SIMT_LOAD ? &loads : &stores, site, ideal);
	}
	for (unsigned i = 0; i < loads.count; i++) {
		double bytes = distinct(&loads.of[i]), asked = 2 * loads.of[i].sectors * MODEL_SECTOR_BYTES;
		work->read_bytes += bytes;
		/* sectors that lie alone come with their neighbour */
		bool apart = loads.of[i].bounded && !loads.of[i].ideal;
		double extent = apart ? (double)(loads.of[i].high - loads.of[i].low) : bytes;
		work->read_fetch_bytes += extent > bytes ? (extent < asked ? extent : asked) : bytes;
	}
	for (unsigned i = 0; i < stores.count; i++) {
		double bytes = distinct(&stores.of[i]);
		work->write_bytes += bytes;
		if (stores.of[i].bytes < 0.95 * bytes)
			work->partial_bytes += bytes;
	}
	work->resident = model_l2_resident(chip, work->read_bytes + work->write_bytes);
	set_reuse(work, report, chip, live);
}
