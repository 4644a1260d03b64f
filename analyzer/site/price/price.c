/* From counts to time: the work of a launch, and the same work without a defect. */
#include "analyzer/site/price/price.h"

#include <string.h>

#include "analyzer/simt/exec/exec.h"
#include "analyzer/site/contention.h"
#include "analyzer/site/price/estimate.h"
#include "analyzer/site/price/price_atomic.h"
#include "analyzer/site/price/price_inside.h"
#include "analyzer/site/price/price_memory.h"
#include "analyzer/site/price/price_ordered.h"
#include "analyzer/site/price/price_shape.h"
#include "model/costs.h"

/* ---- the launch ------------------------------------------------------------------------------ */

static int64_t threads_of(const struct simt_launch *launch)
{
	return launch->block[0] * launch->block[1] * launch->block[2];
}

/* Whether every part of the work is known, so that a time can be told. Guards that are assumed to be taken
 * are usual and don't matter. */
static bool can_price(const struct simt_report *report)
{
	if (!report->launch->grid_known || report->result.gave_up)
		return false;
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		bool atomic = site->kind == SIMT_ATOMIC || site->kind == SIMT_CAS;
		/* how many lanes meet at one address decides what atomics cost */
		if (site->in_symbolic_loop || (atomic && !price_atomic_known(site)))
			return false;
	}
	return price_ordered_known(report);
}

int price_shared_bytes(int64_t size)
{
	size = (size + 15) / 16 * 16;
	return size > INT32_MAX ? INT32_MAX : (int)size;
}

/* Static shared memory: every array that the kernel touches. */
static int static_shared(const struct simt_report *report)
{
	int64_t bytes = 0;
	for (size_t i = 0; i < report->arrays.count; i++) {
		const struct ir_var *var = report->arrays.data[i].var;
		if (var && var->storage == IR_SHARED && var->type->size > 0)
			bytes += price_shared_bytes(var->type->size);
	}
	return bytes > INT32_MAX ? INT32_MAX : (int)bytes;
}

static void set_launch(struct model_work *work, const struct simt_report *report, int registers)
{
	const struct simt_launch *launch = report->launch;
	work->blocks = launch->grid_known ? (uint64_t)launch->grid[0] * (uint64_t)launch->grid[1] *
						    (uint64_t)launch->grid[2]
					  : 1;
	work->block_threads = (int)threads_of(launch);
	work->registers_per_thread = registers;
	work->static_shared = static_shared(report);
	work->dynamic_shared = launch->shared_known ? (int)launch->shared : 0;
}

/* ---- instructions and waiting ---------------------------------------------------------------- */

static void set_instructions(struct model_work *work, const struct simt_report *report)
{
	const double *issued = report->work.issued;
	double warps = (double)work->blocks * (double)((work->block_threads + SIMT_WARP - 1) / SIMT_WARP);
	work->integers = issued[SIMT_OP_INT] + 4 * warps; /* the thread's own index */
	work->fp32 = issued[SIMT_OP_FP32];
	work->fp64 = issued[SIMT_OP_FP64];
	work->sfu = issued[SIMT_OP_SFU];
	work->shuffles = issued[SIMT_OP_SHUFFLE];
	work->barriers = report->barriers * warps;
	work->instructions = work->integers + work->fp32 + work->fp64 + work->sfu + work->shuffles +
			     issued[SIMT_OP_CONTROL] + issued[SIMT_OP_MEMORY] + 6 * warps;
	/* of loops, a few turns are unrolled into one */
	for (size_t i = 0; i < report->branches.count; i++) {
		const struct simt_branch_site *site = report->branches.data[i];
		bool loops = site->stmt && site->stmt->kind != IR_IF;
		work->instructions += loops ? site->warps / 4 : 2 * site->warps;
	}
}

static void set_chain(struct model_work *work, const struct simt_report *report)
{
	const struct simt_work *from = &report->work;
	struct model_chain *chain = &work->chain;
	/* of address arithmetic, about half waits for the rest */
	chain->alu = from->chain[SIMT_OP_FP32] + from->chain[SIMT_OP_INT] / 2;
	chain->fp64 = from->chain[SIMT_OP_FP64];
	chain->sfu = from->chain[SIMT_OP_SFU];
	chain->shuffles = from->chain[SIMT_OP_SHUFFLE];
	chain->global = from->waits[SIMT_WAIT_GLOBAL];
	chain->global_first = chain->global * from->first_share;
	chain->shared = from->waits[SIMT_WAIT_SHARED];
	chain->local = from->waits[SIMT_WAIT_LOCAL];
	chain->constant = from->waits[SIMT_WAIT_CONSTANT];
	chain->atomics = from->atomic_waits;
	chain->barriers = report->barriers;
}

/* Turns of a loop that are still unrolled entirely, roughly. */
enum { UNROLLED = 64 };

/* ---- memory ---------------------------------------------------------------------------------- */

static void add_traffic(
	struct model_traffic *traffic, const struct simt_counts *counts, double sectors, double wavefronts)
{
	/* sectors that aren't ideal lie in as many lines as were counted */
	if (sectors >= counts->sectors && counts->sectors > 0)
		traffic->lines += counts->lines;
	traffic->requests += counts->requests;
	traffic->sectors += sectors;
	traffic->wavefronts += wavefronts;
}

/* L1 wavefronts of ideal requests: one per 128 bytes. */
static double ideal_l1(const struct simt_counts *counts)
{
	double packed = counts->ideal_sectors / 4;
	return packed > counts->requests ? packed : counts->requests;
}

static void add_global(struct model_work *work, const struct simt_site *site, bool ideal)
{
	const struct simt_counts *counts = &site->counts;
	double sectors = ideal ? counts->ideal_sectors : counts->sectors;
	double wavefronts = ideal ? ideal_l1(counts) : counts->l1_wavefronts;
	if (site->kind == SIMT_STORE && sectors > counts->ideal_sectors)
		work->store_partial += sectors - counts->ideal_sectors;
	bool atomic = site->kind == SIMT_ATOMIC || site->kind == SIMT_CAS;
	if (counts->unknown > 0 && !atomic) { /* as if every lane went its own way, or half of them */
		sectors += counts->unknown * (ideal ? PRICE_KNOWN_SECTORS : PRICE_UNKNOWN_SECTORS);
		wavefronts += counts->unknown * (ideal ? 1 : 8);
	}
	if (site->kind == SIMT_LOAD && site->is_volatile)
		price_volatile(work, site, sectors);
	else if (site->kind == SIMT_LOAD)
		add_traffic(&work->load, counts, sectors, wavefronts);
	else if (site->kind == SIMT_STORE)
		add_traffic(&work->store, counts, sectors, wavefronts);
	else
		price_atomic_global(work, site);
}

/* Whether it is threadIdx.x, or a variable that always is. */
static bool is_thread_x(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	for (int depth = 0; depth < 4 && expr->kind == IR_VAR && expr->var->init; depth++) {
		if (expr->var->storage != IR_LOCAL || expr->var->is_assigned)
			return false;
		expr = ir_strip_casts(expr->var->init);
	}
	return expr->kind == IR_MEMBER && expr->operand_count &&
	       ir_builtin(expr->operands[0]) == CUDA_THREAD_INDEX && strcmp(expr->member.name, "x") == 0;
}

/* `own[data][threadIdx.x]`: a column for each thread, in rows of whole lines, has no conflicts whatever data
 * picks. */
static bool is_own_column(const struct simt_report *report, const struct simt_site *site)
{
	const struct ir_expr *expr = ir_strip_casts(site->expr);
	if (expr->kind != IR_INDEX || site->size > 4 || report->launch->block[0] % SIMT_WARP)
		return false;
	const struct ir_type *row = ir_type_value(ir_strip_casts(expr->operands[0])->type);
	return row->kind == IR_TYPE_ARRAY && row->size > 0 && row->size % MODEL_LINE_BYTES == 0 &&
	       is_thread_x(expr->operands[1]);
}

/* An array of the thread is in registers as a whole, or not at all. */
static bool is_same_local(const struct simt_site *site, const struct simt_site *without)
{
	return without && without->space == SIMT_LOCAL && site->space == SIMT_LOCAL && site->object &&
	       without->object && site->object->var == without->object->var;
}

static void add_site(struct model_work *work, const struct simt_report *report, const struct simt_site *site,
	const struct simt_site *without)
{
	const struct simt_counts *counts = &site->counts;
	bool ideal = price_goes_with(site, without) || is_same_local(site, without);
	switch (site->space) {
	case SIMT_SHARED: {
		double wavefronts = ideal ? counts->ideal_wavefronts : counts->wavefronts;
		if (site->kind == SIMT_ATOMIC || site->kind == SIMT_CAS) {
			price_atomic_shared(work, site, wavefronts);
		} else {
			work->shared_requests += counts->requests;
			work->shared_wavefronts +=
				wavefronts + counts->unknown * (is_own_column(report, site) ? 1 : 2);
		}
		break;
	}
	case SIMT_CONSTANT: {
		work->constant_instructions += counts->requests;
		/* by the uniform datapath, unless a loop is unrolled and makes the index a number */
		bool large = !site->bounds_known || site->high - site->low > UNROLLED * site->size;
		if ((ideal || site->is_uniform) && large)
			work->constant_uniform += counts->requests;
		work->constant_requests += ideal ? counts->requests : counts->constant_requests;
		break;
	}
	case SIMT_LOCAL:
		if (ideal) { /* kept in registers */
			work->chain.local = 0;
			break;
		}
		/* where the index isn't known, each lane has its own */
		add_traffic(&work->local, counts, counts->local_sectors + counts->unknown * 16,
			counts->l1_wavefronts + counts->unknown * 4);
		if (site->kind == SIMT_STORE)
			work->local_stored += counts->local_sectors + counts->unknown * 16;
		if (site->object && simt_object_size(site->object) > work->local_bytes)
			work->local_bytes = (int)simt_object_size(site->object);
		break;
	case SIMT_PARAMETER: break;
	default: add_global(work, site, ideal); break;
	}
}

/* All but what orders memory. */
static void make_sites(struct model_work *work, const struct simt_report *report,
	const struct model_chip *chip, int registers, const struct simt_site *without)
{
	*work = (struct model_work){0};
	set_launch(work, report, registers);
	set_instructions(work, report);
	set_chain(work, report);
	for (size_t i = 0; i < report->sites.count; i++)
		add_site(work, report, report->sites.data[i], without);
	price_memory(work, report, chip, without);
}

void price_make_work(struct model_work *work, const struct simt_report *report, const struct model_chip *chip,
	int registers, const struct simt_site *without)
{
	make_sites(work, report, chip, registers, without);
	price_ordered_add(work, report, model_arch_nearest(chip->cc), NULL);
}

/* ---- prices ---------------------------------------------------------------------------------- */

bool price_report(struct simt_price *out, const struct simt_report *report, const struct model_chip *chip,
	int registers)
{
	struct model_work work;
	*out = (struct simt_price){.shared_known = report->launch->shared_known};
	price_make_work(&work, report, chip, registers, NULL);
	out->shared_bytes = work.static_shared + work.dynamic_shared;
	struct model_occupancy_query query =
		model_occupancy_query_default(model_arch_nearest(chip->cc), work.block_threads);
	query.registers_per_thread = registers;
	query.static_shared = work.static_shared;
	query.dynamic_shared = work.dynamic_shared;
	out->occupancy_known = model_occupancy(&out->occupancy, &query);
	if (!can_price(report))
		return false;
	out->time = model_kernel_time(chip, &work);
	out->known = out->time.seconds > 0;
	return out->known;
}

bool price_save(struct simt_saving *out, const struct model_chip *chip, const struct model_work *now,
	const struct model_work *then)
{
	double before = model_kernel_time(chip, now).seconds, after = model_kernel_time(chip, then).seconds;
	if (before <= 0 || after <= 0)
		return false;
	out->time_us = before > after ? (before - after) * 1e6 : 0;
	out->speedup = before > after ? before / after : 1;
	return true;
}

bool price_find_basis(struct simt_saving *out, const struct simt_report **report)
{
	struct estimate_basis basis;
	if (!estimate_basis(&basis, *report))
		return false;
	out->assumed = basis.assumed;
	out->is_estimate = basis.is_estimate;
	*report = basis.report;
	return true;
}

bool price_site(struct simt_saving *out, const struct simt_report *report, const struct simt_site *site,
	const struct model_chip *chip)
{
	struct model_work now, then;
	if (!price_find_basis(out, &report))
		return false;
	site = estimate_site(report, site);
	if (!site)
		return false;
	price_make_work(&now, report, chip, 0, NULL);
	price_make_work(&then, report, chip, 0, site);
	return price_save(out, chip, &now, &then);
}

bool price_contention(struct simt_saving *out, const struct simt_report *report, const struct simt_site *site,
	const struct model_chip *chip)
{
	struct model_work now, then;
	if (!price_find_basis(out, &report))
		return false;
	site = estimate_site(report, site);
	if (!site || site->counts.met_requests <= 0)
		return false;
	price_make_work(&now, report, chip, 0, NULL);
	then = now;
	double lanes = site->counts.met_lanes / site->counts.met_requests;
	double fewer = site->counts.met_passes * (1 - 1 / lanes);
	if (site->space == SIMT_SHARED) {
		price_atomic_wavefronts(&then, -fewer);
		price_atomic_retries(&then, site, 1 / lanes - 1);
	} else {
		price_atomic_passes(&then, site, -fewer);
	}
	/* the warp's own sum: five shuffles and five additions, three instructions to elect a lane */
	then.instructions += site->counts.met_requests * 13;
	then.shuffles += site->counts.met_requests * 5;
	return price_save(out, chip, &now, &then);
}

bool price_grid_contention(struct simt_saving *out, const struct simt_report *report,
	const struct simt_site *site, const struct model_chip *chip)
{
	struct model_work now, then;
	if (!price_find_basis(out, &report))
		return false;
	site = estimate_site(report, site);
	if (!site || site->counts.unknown > 0)
		return false;
	const struct simt_counts *counts = &site->counts;
	price_make_work(&now, report, chip, 0, NULL);
	then = now;
	double warps = (now.block_threads + SIMT_WARP - 1) / SIMT_WARP;
	double sums = (double)now.blocks * simt_met_addresses(site), steps = sums * warps;
	if (sums >= counts->atomic_passes || sums > counts->requests)
		return false;
	price_atomic_passes(&then, site, sums - counts->atomic_passes);
	then.atomic_requests -= counts->requests - sums;
	/* each warp's own sum, as above, then one of the warps' sums, through shared memory */
	double again = warps > 1 ? sums : 0, through = warps > 1 ? steps : 0;
	double shuffles = (site->size == 8 ? 10 : 5) * (steps + again);
	then.shuffles += shuffles;
	then.instructions += shuffles + 8 * (steps + again) + 3 * through;
	then.barriers += through;
	then.shared_requests += through + again;
	then.shared_wavefronts += through + again;
	return price_save(out, chip, &now, &then);
}

bool price_ordered(struct simt_saving *out, const struct simt_report *report, const struct price_order *fix,
	const struct model_chip *chip)
{
	struct model_work now, then;
	const struct model_arch *arch = model_arch_nearest(chip->cc);
	if (!price_find_basis(out, &report))
		return false;
	make_sites(&now, report, chip, 0, NULL);
	then = now;
	price_ordered_add(&now, report, arch, NULL);
	return price_ordered_add(&then, report, arch, fix) && price_save(out, chip, &now, &then);
}

bool price_branch(struct simt_saving *out, const struct simt_report *report,
	const struct simt_branch_site *site, const struct model_chip *chip)
{
	struct model_work now, then;
	if (!price_find_basis(out, &report))
		return false;
	double steps = report->work.issued[SIMT_OP_STEP];
	site = estimate_branch(report, site);
	if (!site || steps <= 0)
		return false;
	price_make_work(&now, report, chip, 0, NULL);
	then = now;
	/* the steps of warps that only wait for their other lanes fall away */
	double kept = 1 - site->waiting / SIMT_WARP / steps;
	kept = kept < 0.02 ? 0.02 : kept;
	double *parts[] = {&then.instructions, &then.fp32, &then.integers, &then.fp64, &then.sfu,
		&then.chain.alu, &then.chain.fp64, &then.chain.sfu};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		*parts[i] *= kept;
	return price_save(out, chip, &now, &then);
}

bool price_barrier(struct simt_saving *out, const struct simt_report *report, double times, bool warp,
	const struct model_chip *chip)
{
	struct model_work now, then;
	const double all_times = report->barriers;
	if (!price_find_basis(out, &report) || times > all_times || all_times <= 0)
		return false;
	times *= report->barriers / all_times; /* an estimate has other turns of loops */
	price_make_work(&now, report, chip, 0, NULL);
	then = now;
	double all = times * now.barriers / report->barriers;
	then.barriers -= all;
	then.instructions -= warp ? 0 : all;
	then.chain.barriers -= times;
	int warps = (then.block_threads + SIMT_WARP - 1) / SIMT_WARP;
	if (warp)
		then.chain.other +=
			times * model_sync_cycles(model_arch_nearest(chip->cc), MODEL_SYNC_WARP, warps);
	return price_save(out, chip, &now, &then);
}

bool price_launch(struct simt_saving *out, const struct simt_report *report, enum price_shape shape,
	const struct model_chip *chip)
{
	struct model_work now, then;
	if (!price_find_basis(out, &report))
		return false;
	price_make_work(&now, report, chip, 0, NULL);
	then = now;
	return price_reshape(&then, shape, chip) && price_save(out, chip, &now, &then);
}
