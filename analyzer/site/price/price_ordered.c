/* Prices of order.
 *
 * sm_70 and newer do a release or a sequentially consistent operation as a fence and the operation; one that
 * acquires lets its thread wait for the result, and then L1 forget what it holds. A fence is mostly waiting,
 * which other warps fill; those for the whole system also wait for each other. An atomic object's update
 * brings its old value back whether it is used or not (ATOM in place of RED). Relaxed operations cost the
 * same in every scope (model/measured/costs-h100.tsv, dropped_relaxed_*). */
#include "analyzer/site/price/price_ordered.h"

#include "analyzer/site/price/price_atomic.h"
#include "model/access.h"
#include "model/costs.h"

/* Loads that wait together in a loop, as the compiler unrolls it (work.c). */
enum { UNROLLED = 4 };

bool price_ordered_known(const struct simt_report *report)
{
	for (size_t i = 0; i < report->ordered.count; i++) {
		const struct simt_ordered *ordered = report->ordered.data[i];
		bool unknown = ordered->kind == SIMT_ORDERED_UPDATE && ordered->counts.unknown > 0;
		if (ordered->in_symbolic_loop || unknown)
			return false;
	}
	return true;
}

/* The fence that an operation consists of or begins with. */
static void add_fence(
	struct model_work *work, const struct simt_ordered *ordered, const struct model_arch *arch)
{
	const struct simt_ordered_counts *counts = &ordered->counts;
	int warps = (work->block_threads + MODEL_LANES - 1) / MODEL_LANES;
	enum model_sync sync = MODEL_SYNC_FENCE_BLOCK;
	if (ordered->scope == IR_SCOPE_DEVICE || ordered->scope == IR_SCOPE_CLUSTER)
		sync = MODEL_SYNC_FENCE_DEVICE;
	else if (ordered->scope == IR_SCOPE_SYSTEM)
		sync = MODEL_SYNC_FENCE_SYSTEM;
	work->chain.other += counts->turns * model_sync_cycles(arch, sync, warps);
	work->instructions += counts->requests;
	if (sync == MODEL_SYNC_FENCE_BLOCK)
		work->fences_block += counts->requests;
	if (sync != MODEL_SYNC_FENCE_SYSTEM)
		return;
	work->fences_system += counts->requests;
	work->fences_system_atomic += ordered->kind == SIMT_ORDERED_UPDATE ? counts->requests : 0;
}

static bool has_fence(const struct simt_ordered *ordered)
{
	bool orders = ordered->order == IR_ORDER_SEQ_CST || ir_releases(ordered->order);
	return ordered->kind == SIMT_ORDERED_FENCE ? ordered->order != IR_ORDER_RELAXED : orders;
}

/* In shared memory, order aside, an operation is as fast as any. */
static void add_shared(struct model_work *work, const struct simt_ordered *ordered)
{
	const struct simt_ordered_counts *counts = &ordered->counts;
	if (ordered->kind == SIMT_ORDERED_UPDATE) {
		work->shared_atomic_wavefronts += counts->passes;
	} else {
		work->shared_requests += counts->requests;
		work->shared_wavefronts += counts->requests;
	}
}

static void add_load(
	struct model_work *work, const struct simt_ordered *ordered, const struct model_arch *arch)
{
	const struct simt_ordered_counts *counts = &ordered->counts;
	double sectors = counts->sectors + counts->unknown * 16, lines = counts->lines + counts->unknown * 8;
	work->strong_requests += counts->requests;
	work->strong_bytes += model_strong_bytes(sectors, lines, ordered->scope == IR_SCOPE_SYSTEM);
	double waits = ir_acquires(ordered->order) ? counts->turns : counts->turns / UNROLLED;
	work->chain.other += waits * arch->latency_l2.value;
}

static void add_store(struct model_work *work, const struct simt_ordered *ordered)
{
	const struct simt_ordered_counts *counts = &ordered->counts;
	double sectors = counts->sectors + counts->unknown * 16;
	work->store.requests += counts->requests;
	work->store.sectors += sectors;
	work->store.lines += counts->lines + counts->unknown * 8;
	work->store.wavefronts += counts->lines + counts->unknown * 8;
}

/* An update that is a site, too, has its passes counted there, as one with a result. */
static void add_update(
	struct model_work *work, const struct simt_ordered *ordered, bool is_reduction, bool is_site)
{
	const struct simt_ordered_counts *counts = &ordered->counts;
	/* where data chooses the address, each lane has one of its own */
	double passes = counts->passes + counts->unknown * MODEL_LANES;
	if (ir_acquires(ordered->order))
		work->chain.atomics += counts->turns;
	if (is_site) {
		work->atomic_used -= is_reduction ? passes : 0;
		return;
	}
	work->atomic_requests += counts->requests;
	work->atomic_passes += passes;
	work->atomic_used += is_reduction ? 0 : passes;
	work->atomic_cas += ordered->is_cas ? passes : 0;
	bool is_narrow = !ordered->moves && ordered->low < ordered->high;
	price_atomic_crowd(work, passes, is_narrow ? (double)(ordered->high - ordered->low) : 0);
}

static bool is_site(const struct simt_report *report, const struct simt_ordered *ordered)
{
	for (size_t i = 0; i < report->sites.count; i++)
		if (report->sites.data[i]->expr == ordered->expr &&
			report->sites.data[i]->kind >= SIMT_ATOMIC)
			return true;
	return false;
}

static void add(struct model_work *work, const struct simt_ordered *ordered, const struct model_arch *arch,
	bool is_reduction, bool counted)
{
	if (has_fence(ordered))
		add_fence(work, ordered, arch);
	if (ordered->kind == SIMT_ORDERED_FENCE)
		return;
	if (!counted)
		work->instructions += 2 * ordered->counts.requests; /* with its address */
	if (ordered->space == SIMT_SHARED) {
		if (!counted)
			add_shared(work, ordered);
	} else if (ordered->kind == SIMT_ORDERED_LOAD) {
		add_load(work, ordered, arch);
	} else if (ordered->kind == SIMT_ORDERED_STORE) {
		add_store(work, ordered);
	} else {
		add_update(work, ordered, is_reduction, counted);
	}
	bool acquires = ordered->kind != SIMT_ORDERED_STORE && ir_acquires(ordered->order);
	if (acquires && ordered->scope != IR_SCOPE_BLOCK)
		work->chain.other += ordered->counts.turns * model_costs_of(arch)->acquire.value;
}

static bool is_concerned(const struct simt_ordered *ordered, const struct price_order *fix)
{
	return fix->expr ? ordered->expr == fix->expr : fix->var && ordered->var == fix->var;
}

static void add_fixed(struct model_work *work, const struct simt_ordered *as_it_is,
	const struct model_arch *arch, const struct price_order *fix, bool counted)
{
	struct simt_ordered ordered = *as_it_is;
	if (fix->is_dropped)
		return;
	if (fix->order != IR_ORDER_UNKNOWN)
		ordered.order = fix->order;
	if (fix->scope != IR_SCOPE_UNKNOWN)
		ordered.scope = fix->scope;
	add(work, &ordered, arch, fix->is_reduction, counted);
}

/* Cycles that sending the operation itself takes, whatever its order. */
static double sending(const struct simt_ordered *ordered, const struct model_costs *costs)
{
	switch (ordered->kind) {
	case SIMT_ORDERED_FENCE: return 0;
	case SIMT_ORDERED_UPDATE:
		return ordered->space == SIMT_SHARED ? costs->shared_atomic.value
						     : costs->atomic_request.value;
	default: return 2; /* with its address */
	}
}

size_t price_ordered_add(struct model_work *work, const struct simt_report *report,
	const struct model_arch *arch, const struct price_order *fix)
{
	size_t count = 0;
	for (size_t i = 0; i < report->ordered.count; i++) {
		const struct simt_ordered *ordered = report->ordered.data[i];
		bool is_fixed = fix && is_concerned(ordered, fix);
		bool counted = ordered->kind == SIMT_ORDERED_UPDATE && is_site(report, ordered);
		count += is_fixed;
		if (is_fixed)
			add_fixed(work, ordered, arch, fix, counted);
		else
			add(work, ordered, arch, false, counted);
	}
	return count;
}

bool price_ordered_each(double *out, const struct simt_report *report, const struct model_arch *arch,
	const struct price_order *fix, bool fixed)
{
	const struct model_costs *costs = model_costs_of(arch);
	const int64_t *block = report->launch->block;
	for (size_t i = 0; i < report->ordered.count; i++) {
		const struct simt_ordered *ordered = report->ordered.data[i];
		double requests = ordered->counts.requests, turns = ordered->counts.turns;
		struct model_work work = {.block_threads = (int)(block[0] * block[1] * block[2])};
		if (!is_concerned(ordered, fix) || requests <= 0 || turns <= 0)
			continue;
		if (fixed)
			add_fixed(&work, ordered, arch, fix, false);
		else
			add(&work, ordered, arch, false, false);
		double passes = work.atomic_passes + work.atomic_used * (costs->atomic_used.value - 1);
		double waits = work.chain.other + work.chain.atomics * costs->atomic_latency.value;
		double sent = fixed && fix->is_dropped ? 0 : sending(ordered, costs);
		*out = fix->is_reduction ? passes / requests : waits / turns + sent;
		return true;
	}
	return false;
}

void price_volatile(struct model_work *work, const struct simt_site *site, double sectors)
{
	const struct simt_counts *counts = &site->counts;
	double lines = counts->lines + counts->unknown * 8;
	work->strong_requests += counts->requests;
	work->strong_bytes += model_strong_bytes(sectors, lines, true);
}
