/* From events to sites: the model counts every request as the hardware would.
 *
 * A request's addresses are known up to what its symbols add. A part that is the same for the whole warp only
 * shifts all lanes together: it matters by its remainder of a sector (global) or of a word (shared), which is
 * 0 where the symbol's factor says so, runs over the blocks of the box where the symbol is blockIdx, and is
 * assumed 0 otherwise. Lanes whose factors differ are an unknown distance apart: assumed far, and whole
 * lines. */
#include "analyzer/site/site.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/order/conflict.h"
#include "analyzer/simt/exec/exec.h"
#include "analyzer/site/contention.h"
#include "analyzer/site/exact/exact.h"
#include "analyzer/site/exact/exact_lines.h"
#include "analyzer/site/padding.h"
#include "analyzer/site/price/estimate.h"
#include "analyzer/site/protocol.h"
#include "analyzer/site/residue.h"
#include "analyzer/site/retries.h"
#include "analyzer/site/site_align.h"
#include "analyzer/site/site_bounds.h"
#include "analyzer/site/site_branch.h"
#include "analyzer/site/site_handoff.h"
#include "analyzer/site/site_measure.h"
#include "analyzer/site/site_private.h"
#include "analyzer/site/site_unwritten.h"
#include "analyzer/site/site_repeat.h"
#include "analyzer/site/site_warp.h"
#include "model/access.h"

enum { CACHE = 512 };

struct cached {
	const int64_t *lanes;
	uint32_t residue, active, warp;
	unsigned size, op;
	struct measure measured;
};

struct collector {
	struct arena *arena;
	const struct ir_module *module;
	struct simt_report *report;
	struct cached cache[CACHE];
	double pending_barriers;
	int64_t blocks;
	double weight;       /* how many times what happens counts; 1 but in an estimate */
	VEC(double) weights; /* those to go back to */
	struct work_tally *work;
	struct exact *exact;
	struct repeats *repeats;
	struct sync_log *log;
	struct handoffs *handoffs;
	struct unwritten *unwritten;
};

const char *simt_space_name(enum simt_space space)
{
	static const char *const names[] = {"global", "shared", "local", "constant", "parameter", "generic"};
	return names[space];
}

void spared_add(struct simt_spared *to, const struct simt_spared *more)
{
	to->requests += more->requests;
	to->sectors += more->sectors;
	to->ideal_sectors += more->ideal_sectors;
	to->wavefronts += more->wavefronts;
	to->ideal_wavefronts += more->ideal_wavefronts;
}

/* ---- sites ----------------------------------------------------------------------------------- */

static struct simt_site *site_of(struct collector *collector, const struct simt_access *access)
{
	struct simt_report *report = collector->report;
	for (size_t i = report->sites.count; i-- > 0;) {
		struct simt_site *site = report->sites.data[i];
		if (site->expr == access->site && site->kind == access->kind && site->size == access->size &&
			site->space == access->space)
			return site;
	}
	struct simt_site *site = ARENA_NEW(collector->arena, struct simt_site);
	site->expr = access->site;
	site->function = access->function;
	site->kind = access->kind;
	site->space = access->space;
	site->size = access->size;
	site->object = access->object;
	site->is_volatile = access->is_volatile;
	if (access->kind == SIMT_LOAD && access->space == SIMT_GLOBAL)
		site->vector = exact_vector(access->site);
	site->one_object = site->one_start = site->one_memory = site->has_stride = site->is_uniform =
		site->exact = true;
	site->stride = INT64_MIN;
	site->bounds_known = true;
	site->low = site->sure_low = INT64_MAX;
	site->high = site->sure_high = INT64_MIN;
	site->order = report->sites.count;
	exact_lines_begin(collector->module, site);
	vec_push(collector->arena, &report->sites, site);
	return site;
}

/* ---- one request ----------------------------------------------------------------------------- */

struct request {
	uint64_t offset[SIMT_WARP];
	uint32_t active;
	bool apart; /* some lanes' distance was assumed */
};

/* Offsets of a warp's lanes without what all of them share of the symbols. */
static void fill_request(
	const struct simt *simt, const struct simt_value *offset, unsigned warp, struct request *out)
{
	unsigned first = (unsigned)__builtin_ctz(out->active);
	for (unsigned i = 0; i < SIMT_WARP; i++) {
		unsigned lane = warp * SIMT_WARP + i;
		out->offset[i] = lane < simt->lanes ? (uint64_t)value_lane(offset, lane) : 0;
	}
	for (uint32_t t = 0; t < offset->term_count; t++) {
		const int64_t *lanes = offset->terms[t].lanes;
		if (!lanes)
			continue;
		/* far apart, in whole lines, and each symbol in its own direction */
		uint64_t distance = (uint64_t)(t + 1) * 1048576 + 4096;
		for (unsigned i = 0; i < SIMT_WARP; i++) {
			if (!(out->active >> i & 1))
				continue;
			int64_t factor = lanes[warp * SIMT_WARP + i] - lanes[warp * SIMT_WARP + first];
			out->apart |= factor != 0;
			out->offset[i] += (uint64_t)factor * distance;
		}
	}
}

static struct measure measure_cached(struct collector *collector, const struct simt_access *access,
	const struct request *request, uint32_t residue, unsigned warp)
{
	const struct simt_value *offset = access->offset;
	uint64_t shifted[SIMT_WARP];
	bool plain = !request->apart;
	uint32_t base = (uint32_t)((uint64_t)offset->constant + residue) & 127;
	unsigned op = (unsigned)access->space * 8 + (unsigned)access->kind;
	uint64_t hash = ((uint64_t)(uintptr_t)offset->lanes >> 4) * 31 + base * 131u + request->active * 7u +
			warp * 17u + access->size * 3u + op * 5u;
	struct cached *slot = &collector->cache[(hash * 0x9E3779B97F4A7C15u) >> 55];
	if (plain && slot->size == access->size && slot->lanes == offset->lanes && slot->residue == base &&
		slot->active == request->active && slot->warp == warp && slot->op == op)
		return slot->measured;
	for (unsigned i = 0; i < SIMT_WARP; i++)
		shifted[i] = request->offset[i] + residue;
	struct measure out = site_measure(access, shifted, request->active);
	if (plain)
		*slot = (struct cached){.lanes = offset->lanes,
			.residue = base,
			.active = request->active,
			.warp = warp,
			.size = access->size,
			.op = op,
			.measured = out};
	return out;
}

/* ---- what a request says of its site --------------------------------------------------------- */

static void note_shape(struct simt_site *site, const struct request *request)
{
	int previous = -1;
	uint64_t first = 0;
	for (int i = 0; i < SIMT_WARP; i++) {
		if (!(request->active >> i & 1))
			continue;
		if (previous < 0)
			first = request->offset[i];
		site->is_uniform &= request->offset[i] == first;
		if (previous >= 0) {
			int64_t by = (int64_t)(request->offset[i] - request->offset[previous]);
			int64_t gap = i - previous;
			int64_t stride = by % gap ? INT64_MIN : by / gap;
			if (site->stride == INT64_MIN)
				site->stride = stride;
			if (stride == INT64_MIN || stride != site->stride)
				site->has_stride = false;
		}
		previous = i;
	}
}

static void note_worst(struct simt_site *site, const struct request *request, uint32_t shift,
	const struct measure *measured, unsigned warp)
{
	const struct simt_sample *worst = &site->worst;
	double now = (double)measured->count / (measured->ideal ? measured->ideal : 1);
	double before = worst->ideal ? (double)worst->count / worst->ideal : 0;
	if (now < before || (worst->ideal && now <= before && measured->count <= worst->count))
		return;
	memcpy(site->worst.offset, request->offset, sizeof request->offset);
	site->worst.shift = shift;
	site->worst.active = request->active;
	site->worst.warp = warp;
	site->worst.count = measured->count;
	site->worst.ideal = measured->ideal;
}

static void add_counts(struct simt_site *site, double weight, uint32_t active, const struct measure *measured)
{
	struct simt_counts *counts = &site->pending;
	counts->requests += weight;
	counts->lanes += weight * __builtin_popcount(active);
	switch (site->space) {
	case SIMT_SHARED:
		counts->wavefronts += weight * measured->count;
		counts->ideal_wavefronts += weight * measured->ideal;
		break;
	case SIMT_CONSTANT: counts->constant_requests += weight * measured->count; break;
	case SIMT_LOCAL:
		counts->local_sectors += weight * measured->count;
		counts->l1_wavefronts += weight * measured->l1;
		break;
	default:
		counts->sectors += weight * measured->count;
		counts->ideal_sectors += weight * measured->ideal;
		counts->lines += weight * measured->lines;
		if (site->vector)
			counts->whole_ideal +=
				weight * model_ideal_sectors(measured->count, active, site->vector);
		counts->l1_wavefronts += weight * measured->l1;
		break;
	}
}

static int64_t modulus_of(enum simt_space space)
{
	return space == SIMT_SHARED ? 4 : space == SIMT_CONSTANT || space == SIMT_LOCAL ? 1 : 32;
}

static double times_of(const struct collector *collector, const struct simt_access *access)
{
	return collector->weight * (access->blocks ? (double)access->blocks : 1);
}

static void add_warp(struct collector *collector, struct simt *simt, const struct simt_access *access,
	struct simt_site *site, unsigned warp)
{
	struct request request = {.active = access->active.may.warp[warp]};
	fill_request(simt, access->offset, warp, &request);
	double blocks = times_of(collector, access);
	if (request.apart && access->space != SIMT_GLOBAL && access->space != SIMT_GENERIC) {
		/* a distance that isn't known says nothing about banks */
		site->pending.requests += blocks;
		site->pending.unknown += blocks;
		site->why = "distance of the lanes depends on an unknown number";
		site->exact = false;
		return;
	}
	note_shape(site, &request);
	unsigned lane = warp * SIMT_WARP + (unsigned)__builtin_ctz(request.active);
	struct residues residues = residues_of(simt, access, lane, modulus_of(access->space));
	/* where it starts is not known to a sector */
	bool off = access->object && access->object->space == SIMT_GLOBAL && !access->object->var &&
		   access->object->align < MODEL_SECTOR_BYTES;
	if (access->object && (access->object->may_alias || off))
		residues.assumed = true;
	double passes = 0;
	for (unsigned i = 0; i < residues.count; i++) {
		struct measure measured =
			measure_cached(collector, access, &request, residues.value[i], warp);
		passes = measured.count;
		add_counts(site, blocks * residues.weight[i], request.active, &measured);
		note_worst(site, &request, residues.value[i], &measured, warp);
	}
	if (access->kind == SIMT_ATOMIC || access->kind == SIMT_CAS) {
		bool global = access->space != SIMT_SHARED;
		passes = global ? work_atomic_passes(access, request.offset, request.active) : passes;
		site->pending.atomic_passes += global ? blocks * passes : 0;
		contention_add(simt, access, request.offset, warp, blocks, passes, site);
	}
	if (residues.assumed)
		site->assumptions |= SIMT_ASSUMED_ALIGNED;
	if (request.apart)
		site->assumptions |= SIMT_ASSUMED_APART;
}

static void add_warps(struct collector *collector, struct simt *simt, const struct simt_access *access,
	struct simt_site *site)
{
	if (repeats_add(collector->repeats, access, collector->weight, site))
		return;
	struct simt_counts before = site->pending;
	align_note(simt, access, site);
	for (unsigned warp = 0; warp * SIMT_WARP < simt->lanes; warp++)
		if (access->active.may.warp[warp])
			add_warp(collector, simt, access, site, warp);
	retries_add(simt, access, times_of(collector, access), site);
	repeats_note(collector->repeats, access, collector->weight, site, &before);
}

/* What was counted since then, of what may be spared. */
static struct simt_spared counted_since(const struct simt_counts *now, const struct simt_counts *before)
{
	return (struct simt_spared){now->requests - before->requests, now->sectors - before->sectors,
		now->ideal_sectors - before->ideal_sectors, now->wavefronts - before->wavefronts,
		now->ideal_wavefronts - before->ideal_wavefronts};
}

/* Whether two objects, made for different boxes perhaps, are what one pointer of the launch leads to. */
static bool is_one_start(const struct simt_object *a, const struct simt_object *b)
{
	return a && b && a->param && a->param == b->param && !a->is_loaded && !b->is_loaded &&
	       !a->may_alias && !b->may_alias && strcmp(a->name, b->name) == 0;
}

static void on_access(void *context, struct simt *simt, const struct simt_access *access)
{
	struct collector *collector = context;
	if (collector->log)
		sync_log_access(collector->log, access);
	private_note(collector->arena, collector->report, simt, access);
	unwritten_access(collector->unwritten, simt, access);
	handoff_access(collector->handoffs, access);
	/* of a tile, which lane goes where isn't known, so there is nothing to count */
	if (access->tile || access->by != SIMT_BY_CODE)
		return;
	struct simt_site *site = site_of(collector, access);
	work_access(collector->work, simt, access);
	bool is_there = exact_access(collector->exact, access, site, simt_lanes(simt));
	if (!site->wrapped || (site->wrapped->by_size && access->wrapped))
		site->wrapped = access->wrapped;
	site->one_object &=
		site->object == access->object || (site->object && access->object && site->object->var &&
							  site->object->var == access->object->var);
	site->one_start &= site->one_object || is_one_start(site->object, access->object);
	site->one_memory &=
		site->one_object || (site->object && access->object && site->object->allocation &&
					    site->object->allocation == access->object->allocation);
	site->assumptions |= access->assumptions;
	site->in_symbolic_loop |= access->in_symbolic_loop;
	site->result_used |= access->result_used;
	if (!mask_equal(&access->active.may, &access->active.must) || access->in_symbolic_loop ||
		access->assumptions || !access->blocks)
		site->exact = false;
	double blocks = times_of(collector, access);
	const struct simt_counts before = site->pending;
	if (access->offset)
		add_warps(collector, simt, access, site);
	const struct simt_spared counted = counted_since(&site->pending, &before);
	exact_counted(collector->exact, site, &counted, is_there);
	if (site->opens)
		exact_lines_count(collector->arena, collector->module, collector->report->kernel, access,
			site, &counted);
	for (unsigned warp = 0; !access->offset && warp * SIMT_WARP < simt->lanes; warp++) {
		if (!access->active.may.warp[warp])
			continue;
		site->pending.requests += blocks;
		site->pending.unknown += blocks;
		site->exact = site->has_stride = site->is_uniform = site->bounds_known = false;
		site->why = access->why;
		site->unknown_varies |= access->varies;
	}
	if (access->offset)
		site_note_bounds(simt, access, site);
	site->exact &= !site->assumptions;
}

static void on_demand(void *context, struct simt *simt, const struct simt_access *access,
	const struct ir_expr *call, const struct ir_bulk_copy *copy)
{
	struct collector *collector = context;
	align_note_demand(collector->arena, collector->report, simt, access, call, copy);
	if (copy)
		handoff_copy(collector->handoffs, simt, access, copy);
}

static void on_warp_op(void *context, struct simt *simt, const struct simt_warp_op *op)
{
	struct collector *collector = context;
	warp_note(collector->arena, collector->report, simt, op);
}

/* ---- branches and barriers ------------------------------------------------------------------- */

static double blocks_of(const struct collector *collector)
{
	return collector->blocks ? (double)collector->blocks : 1;
}

/* Of what happens now. */
static double weight_of(const struct collector *collector)
{
	return collector->weight * blocks_of(collector);
}

static void on_branch(void *context, struct simt *simt, const struct simt_branch *branch)
{
	struct collector *collector = context;
	exact_branch(collector->exact);
	if (branch->stmt && (branch->stmt->kind == IR_IF || branch->stmt->kind == IR_SWITCH))
		exact_if(collector->exact);
	site_note_branch(collector->arena, collector->report, simt, branch, weight_of(collector));
}

static void on_joined(void *context, struct simt *simt, const struct simt_branch *branch)
{
	struct collector *collector = context;
	exact_if(collector->exact);
	site_note_joined(collector->arena, collector->report, simt, branch, weight_of(collector));
}

static void on_moved(void *context, const struct ir_expr *load, const struct ir_expr *store)
{
	struct collector *collector = context;
	for (size_t i = 0; i < collector->report->sites.count; i++) {
		struct simt_site *site = collector->report->sites.data[i];
		if (site->expr != load || site->kind != SIMT_LOAD)
			continue;
		site->in_parts |= !store;
		site->moved_to = store ? store : site->moved_to;
	}
}

static void on_bound(void *context, const struct ir_stmt *loop, const struct ir_function *function,
	const struct simt_wrap *wrap)
{
	struct collector *collector = context;
	struct simt_report *report = collector->report;
	for (size_t i = 0; i < report->bounds.count; i++)
		if (report->bounds.data[i].wrap->expr == wrap->expr)
			return;
	vec_push(collector->arena, &report->bounds, ((struct simt_bound){loop, function, wrap}));
}

static void on_external(void *context, const struct simt_mask *lanes)
{
	const struct collector *collector = context;
	exact_external(collector->exact, lanes);
}

static void add(double *total, double *pending)
{
	*total += *pending;
	*pending = 0;
}

static void settle_spared(struct simt_spared *total, struct simt_spared *pending, bool kept)
{
	if (kept)
		spared_add(total, pending);
	*pending = (struct simt_spared){0};
}

/* Moves what a run counted to the totals, or drops it. */
static void settle(struct simt_site *site, bool kept)
{
	struct simt_counts *counts = &site->counts, *pending = &site->pending;
	double total[sizeof *counts / sizeof(double)], more[sizeof *counts / sizeof(double)];
	memcpy(total, counts, sizeof total);
	memcpy(more, pending, sizeof more);
	for (size_t i = 0; kept && i < sizeof total / sizeof *total; i++)
		total[i] += more[i];
	memcpy(counts, total, sizeof total);
	*pending = (struct simt_counts){0};
	settle_spared(&site->spared, &site->pending_spared, kept);
	for (size_t i = 0; i < site->shares.count; i++)
		settle_spared(&site->shares.data[i].counted, &site->shares.data[i].pending, kept);
}

static void on_event_again(void *context, struct simt *simt, const struct simt_event *event)
{
	const struct collector *collector = context;
	if (collector->log)
		sync_log_event(collector->log, simt, event);
	protocol_note(collector->arena, collector->report, simt, event);
}

static void on_event(void *context, struct simt *simt, const struct simt_event *event)
{
	struct collector *collector = context;
	on_event_again(context, simt, event);
	handoff_event(collector->handoffs, event);
	unwritten_event(collector->unwritten, event);
	ordered_note(collector->arena, collector->report, simt, event, weight_of(collector));
	if (event->kind == SIMT_FENCE || event->kind == SIMT_OPAQUE || event->kind == SIMT_OTHER_BARRIER)
		exact_clobber(collector->exact);
	if (!simt_is_block_wide(event->kind))
		return;
	exact_barrier(collector->exact);
	collector->pending_barriers += collector->weight;
	work_barrier(collector->work);
}

static void on_access_again(void *context, struct simt *simt, const struct simt_access *access)
{
	const struct collector *collector = context;
	(void)simt;
	sync_log_access(collector->log, access);
}

static void on_weigh(void *context, struct simt *simt, double weight, bool begins)
{
	struct collector *collector = context;
	(void)simt;
	if (begins) {
		vec_push(collector->arena, &collector->weights, collector->weight);
		collector->weight *= weight;
	} else if (collector->weights.count) {
		collector->weight = collector->weights.data[--collector->weights.count];
	}
	work_weigh(collector->work, weight, begins);
}

static void on_box(void *context, struct simt *simt, int64_t blocks)
{
	struct collector *collector = context;
	if (collector->log)
		sync_log_begin(collector->log, simt);
	collector->blocks = blocks;
	work_begin(collector->work, simt);
	repeats_forget(collector->repeats);
	handoff_begin(collector->handoffs);
	private_next_block(collector->report);
	unwritten_begin(collector->unwritten);
	collector->pending_barriers = 0;
	collector->weight = 1;
	collector->weights.count = 0;
}

/* A run that was split left counts that its parts will give again. */
static void on_done(void *context, struct simt *simt, bool kept)
{
	struct collector *collector = context;
	struct simt_report *report = collector->report;
	work_end(collector->work, simt, blocks_of(collector), kept);
	if (kept && collector->log)
		sync_log_end(collector->log);
	protocol_box_done(report, kept);
	private_block_done(report, simt);
	unwritten_done(collector->unwritten, simt, kept);
	ordered_settle(report, kept);
	for (size_t i = 0; i < report->sites.count; i++) {
		settle(report->sites.data[i], kept);
		report->sites.data[i]->met = (struct simt_mask){0};
	}
	for (size_t i = 0; i < report->branches.count; i++) {
		struct simt_branch_site *site = report->branches.data[i];
		if (!kept)
			site->pending_warps = site->pending_split = site->pending_idle = site->pending_work =
				site->pending_waiting = site->pending_spread = site->pending_filled = 0;
		add(&site->warps, &site->pending_warps);
		add(&site->split_warps, &site->pending_split);
		add(&site->idle, &site->pending_idle);
		add(&site->work, &site->pending_work);
		add(&site->waiting, &site->pending_waiting);
		add(&site->spread, &site->pending_spread);
		add(&site->filled, &site->pending_filled);
	}
	if (kept && collector->pending_barriers > report->barriers)
		report->barriers = collector->pending_barriers;
}

/* `logs`: what orders threads is written down, and read. */
static struct simt_report *execute(struct arena *arena, const struct ir_module *module,
	const struct ir_function *kernel, const struct simt_launch *launch, bool logs)
{
	struct collector *collector = ARENA_NEW(arena, struct collector);
	struct simt_report *report = ARENA_NEW(arena, struct simt_report);
	collector->arena = arena;
	collector->module = module;
	collector->report = report;
	collector->work = work_new(arena, &report->work);
	collector->repeats = repeats_new(arena);
	collector->exact = exact_new(arena);
	collector->handoffs = handoffs_new(arena, report);
	collector->unwritten = unwritten_new(arena, report);
	collector->log = logs ? sync_log_new(arena, &report->sync) : NULL;
	report->kernel = kernel;
	report->launch = launch;
	report->estimate = estimate_new(arena, module);
	struct simt_request request = {.module = module, .kernel = kernel, .launch = launch};
	struct simt_sink again = {.context = collector, .access = on_access_again, .event = on_event_again};
	again.again = &again;
	struct simt_sink sink = {.context = collector,
		.again = logs ? &again : NULL,
		.event = on_event,
		.access = on_access,
		.demand = on_demand,
		.warp_op = on_warp_op,
		.branch = on_branch,
		.joined = on_joined,
		.external = on_external,
		.moved = on_moved,
		.bound = on_bound,
		.weigh = on_weigh,
		.box = on_box,
		.done = on_done};
	simt_run(arena, &request, &sink, &report->result);
	for (size_t i = 0; i < report->sites.count; i++) /* a single lane has no neighbour */
		report->sites.data[i]->has_stride &= report->sites.data[i]->stride != INT64_MIN;
	exact_finish(collector->exact);
	if (logs) {
		sync_log_close(collector->log);
		sync_cover_conflicts(arena, &report->sync, launch);
	}
	exact_review(report);
	if (report->result.gave_up)
		for (size_t i = 0; i < report->sites.count; i++)
			report->sites.data[i]->exact = false;
	return report;
}

struct simt_report *simt_execute(struct arena *arena, const struct ir_module *module,
	const struct ir_function *kernel, const struct simt_launch *launch)
{
	struct simt_report *report = execute(arena, module, kernel, launch, true);
	return report->result.gave_up && launch->plainer
		       ? execute(arena, module, kernel, launch->plainer, true)
		       : report;
}

struct simt_report *simt_execute_counts(struct arena *arena, const struct ir_module *module,
	const struct ir_function *kernel, const struct simt_launch *launch)
{
	return execute(arena, module, kernel, launch, false);
}
