/* The work of a launch whose code were another: arrays in registers, arithmetic in float, reductions by one
 * instruction, wider accesses, copies past registers. */
#include "analyzer/site/price/estimate.h"
#include "analyzer/site/price/price_inside.h"

#include "analyzer/simt/exec/exec.h"
#include "model/access.h"
#include "model/host_costs.h"

bool price_array(struct simt_saving *out, const struct simt_report *report, const struct simt_array *array,
	const struct model_chip *chip)
{
	struct model_work now, then;
	double loads = 0, own_loads = 0;
	if (!price_find_basis(out, &report))
		return false;
	price_make_work(&now, report, chip, 0, NULL);
	then = now;
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		bool own = site->object && site->object->var == array->var, load = site->kind == SIMT_LOAD;
		if (site->space != SIMT_SHARED)
			continue;
		loads += load ? site->counts.requests : 0;
		own_loads += load && own ? site->counts.requests : 0;
		then.instructions -= own ? site->counts.requests : 0;
		then.shared_requests -= own ? site->counts.requests : 0;
		then.shared_wavefronts -= own ? site->counts.wavefronts : 0;
	}
	then.chain.shared *= loads > 0 ? 1 - own_loads / loads : 1;
	then.static_shared -= price_shared_bytes(array->bytes);
	if (then.instructions <= 0 || then.static_shared < 0)
		return false;
	return price_save(out, chip, &now, &then);
}

bool price_double(struct simt_saving *out, const struct simt_report *report, const struct model_chip *chip)
{
	struct model_work now, then;
	if (!price_find_basis(out, &report))
		return false;
	price_make_work(&now, report, chip, 0, NULL);
	then = now;
	then.fp32 += then.fp64;
	then.chain.alu += then.chain.fp64;
	/* two conversions at least go with it, one in and one out */
	double conversions = then.sfu < 2 * then.fp64 ? then.sfu : 2 * then.fp64;
	then.sfu -= conversions;
	then.instructions -= conversions;
	then.fp64 = then.chain.fp64 = 0;
	return price_save(out, chip, &now, &then);
}

/* How often a warp came by a loop whose turns are the steps of a tree; a tree that is written out: by all
 * shuffles of the kernel. */
static double trees_of(const struct simt_report *report, const struct ir_stmt *stmt, unsigned steps)
{
	for (size_t i = 0; i < report->branches.count; i++)
		if (report->branches.data[i]->stmt == stmt)
			return report->branches.data[i]->warps / (steps + 1);
	return stmt->kind == IR_FOR ? 0 : report->work.issued[SIMT_OP_SHUFFLE] / steps;
}

/* A reduction takes a warp as long as two shuffles, and does without the additions (model/measured/pairs). */
bool price_tree(struct simt_saving *out, const struct simt_report *report, const struct ir_stmt *stmt,
	unsigned steps, const struct model_chip *chip)
{
	struct model_work now, then;
	if (!steps || !price_find_basis(out, &report))
		return false;
	price_make_work(&now, report, chip, 0, NULL);
	then = now;
	double trees = trees_of(report, stmt, steps),
	       warps = (double)now.blocks * now.block_threads / SIMT_WARP;
	double fewer = trees * (steps - 2.0), each = fewer / warps;
	if (trees <= 0 || fewer > now.shuffles || warps <= 0)
		return false;
	then.shuffles -= fewer;
	then.integers -= trees * steps;
	then.instructions -= fewer + trees * steps;
	then.chain.shuffles -= each;
	then.chain.alu -= trees * steps / warps;
	then.chain.shuffles = then.chain.shuffles > 0 ? then.chain.shuffles : 0;
	then.chain.alu = then.chain.alu > 0 ? then.chain.alu : 0;
	return price_save(out, chip, &now, &then);
}

/* Whether a site accesses narrow elements side by side, or those of one group. */
static bool is_narrow(const struct simt_site *site, const struct simt_site *like)
{
	return site->space == SIMT_GLOBAL && site->kind <= SIMT_STORE && site->size == like->size &&
	       site->has_stride && site->stride == like->stride;
}

static void divide_traffic(struct model_traffic *traffic, const struct simt_counts *counts, double by)
{
	double fewer = 1 - 1 / by;
	traffic->requests -= counts->requests * fewer;
	traffic->wavefronts -= counts->l1_wavefronts * fewer;
	traffic->lines -= counts->lines * fewer;
}

/* Elements that lie side by side in a thread's share need no more threads: what a thread does besides
 * arithmetic is done once for all of them. */
bool price_narrow(struct simt_saving *out, const struct simt_report *report, const struct simt_site *site,
	double elements, const struct model_chip *chip)
{
	struct model_work now, then;
	double requests = 0;
	if (!price_find_basis(out, &report))
		return false;
	site = estimate_site(report, site);
	if (!site || elements < 2)
		return false;
	price_make_work(&now, report, chip, 0, NULL);
	then = now;
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *one = report->sites.data[i];
		if (!is_narrow(one, site))
			continue;
		divide_traffic(one->kind == SIMT_LOAD ? &then.load : &then.store, &one->counts, elements);
		requests += one->counts.requests;
	}
	/* a request goes with the instruction for its address */
	then.instructions -= 2 * requests * (1 - 1 / elements);
	then.integers -= requests * (1 - 1 / elements);
	bool by_threads = site->stride == (int64_t)site->size;
	if (by_threads) {
		double before = (double)now.blocks, blocks = before / elements;
		double index = 10.0 * (now.block_threads + SIMT_WARP - 1) / SIMT_WARP;
		then.blocks = blocks > 1 ? (uint64_t)blocks : 1;
		then.instructions -= index * (before - (double)then.blocks);
		then.integers -= 4 * index / 10 * (before - (double)then.blocks);
	}
	if (then.instructions <= 0 || then.integers < 0 || then.load.requests < 0)
		return false;
	return price_save(out, chip, &now, &then);
}

/* A copy that doesn't go through registers: threads go on while it is under way, and don't store. */
bool price_staged(struct simt_saving *out, const struct simt_report *report, const struct simt_site *load,
	const struct simt_site *store, const struct model_chip *chip)
{
	struct model_work now, then;
	double loads = 0;
	if (!price_find_basis(out, &report))
		return false;
	load = estimate_site(report, load);
	store = estimate_site(report, store);
	if (!load || !store)
		return false;
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		bool global = site->space == SIMT_GLOBAL || site->space == SIMT_GENERIC;
		loads += global && site->kind == SIMT_LOAD ? site->counts.requests : 0;
	}
	price_make_work(&now, report, chip, 0, NULL);
	then = now;
	then.instructions -= store->counts.requests;
	/* what was loaded in time needn't be waited for but the first time */
	double kept = loads > 0 ? 1 - load->counts.requests / loads : 1;
	double waits = then.chain.global * kept;
	then.chain.global = waits > 1 || now.chain.global < 1 ? waits : 1;
	then.chain.global_first *= now.chain.global > 0 ? then.chain.global / now.chain.global : 1;
	return then.instructions > 0 && price_save(out, chip, &now, &then);
}

bool price_heap_use(struct simt_saving *out, const struct simt_report *report, const struct model_chip *chip)
{
	struct model_work work;
	if (!price_find_basis(out, &report))
		return false;
	price_make_work(&work, report, chip, 0, NULL);
	double us = model_kernel_time(chip, &work).seconds * 1e6;
	double all = (double)work.blocks * work.block_threads * model_host_costs.heap_us;
	out->time_us = all > model_host_costs.heap_alone_us ? all : model_host_costs.heap_alone_us;
	out->speedup = us > 0 ? (us + out->time_us) / us : 1;
	return us > 0;
}
