/* How long a kernel takes.
 *
 * Work that any SM may do is spread over the chip: DRAM, L2, atomics in L2. Work inside an SM is bound by the
 * SM that gets most blocks, so a grid that doesn't divide evenly leaves a tail. And each block takes at least
 * the chain of steps of its slowest warp; blocks that don't fit at once queue up for places (waves). The
 * parts work at the same time, so the slowest decides; where two are about equally slow, neither overlaps
 * perfectly with the other, hence a norm in place of a plain maximum. The form follows Hong and Kim (ISCA
 * 2009) and the roofline model. */
#include "model/kernel_time.h"
#include "model/access.h"
#include "model/costs.h"

#include <math.h>

/* What a written line costs L2, sector by sector: so much of the price of a whole line for the line, the rest
 * in equal parts for its sectors. Stores of 1, 2 and 4 whole sectors a line take 3.4, 4.8 and 8 cycles of an
 * SM on an H100 (l2_write_rows8, _rows16, _whole). */
#define WRITE_LINE_SHARE 0.24

/* A sector written in part, against a whole one: 10.4 cycles a line in place of 8 (l2_write_stride8). */
#define PARTIAL_COST 1.3

/* What goes from L2 to an SM at once: reads of 1, 2 and 4 sectors of a line take 1.9, 2.1 and 4.2 cycles
 * (l2_read_stride32, _stride16, _stride8). */
#define READ_BYTES 64

/* Cycles that L1 looks up a global load, whatever it wants (l1_float_stride_1, l1_broadcast). 80 loads and 80
 * accesses to shared memory take some 180 together (measured/pairs/local_array.cu), so the two overlap. */
#define LOAD_CYCLES 2

/* Cycles of an SM that each warp's __syncthreads() takes (barrier_full_*: 2.1, the loop's own included). */
#define BARRIER_CYCLES 2

/* How many times longer a pass takes that adds doubles, against 64-bit integers (global_double_stride_1 and
 * global_u64_stride_1, less the launch: 30.8 and 20.4 cycles for 8 passes). */
#define DOUBLE_PASS 1.5

/* Cycles of an SM for a pass of an atomic that it sends (global_int_one_sm_stride32). */
#define ATOMIC_PASS_CYCLES 1

/* Sectors within 512 bytes are served one after the other, too, a little faster than one sector: 0.58 ns a
 * pass on an H100 for integers on 8 to 32 words, against 0.73 on one; twice as many bytes take half as long
 * per pass (global_int_words_8 to _1024, global_u64_words_8 to _1024, less the launch). */
#define CROWDED_SHARE 0.8

/* A load for the whole system (volatile is one) takes L2 twice as long as one for the device where a line has
 * one sector of it, and as long where all of the line is wanted: 4.3 and 2.2 cycles of an SM
 * (poll_volatile_stride_64, poll_relaxed_stride_64), 6.3 for both (load_relaxed_*_blocks_8, less the launch).
 */
#define SYSTEM_LOAD 2

/* Cycles of the SM for a warp's fence of block scope with all SMs full of them (bare_block_blocks_8, less the
 * launch). */
#define BLOCK_FENCE_CYCLES 4

/* L1 of Pascal, which is apart from shared memory: 24 KB on 6.0, remembered. */
#define PASCAL_L1_BYTES (24 * 1024.0)

/* Everything the terms are computed from. */
struct pricing {
	const struct model_chip *chip;
	const struct model_arch *arch;
	const struct model_costs *costs;
	const struct model_work *work;
	const struct model_occupancy *occupancy;
	double sms;
	double hz;
	double sm_blocks; /* blocks of the busiest SM */
	double share;     /* their share of the grid */
	double warps;     /* warps of the launch */
	double spilled;   /* share of local memory's accesses that miss L1 */
	double l2_in;     /* bytes from L2 to L1 */
	double l2_out;    /* bytes from L1 to L2 */
	double l2_read;   /* bytes that L2 could read meanwhile */
	double l2_write;  /* bytes that L2 could write, in whole lines, meanwhile */
	double dram_in;   /* bytes from DRAM to L2 */
	double dram_out;  /* bytes from L2 to DRAM */
};

static double larger(double a, double b)
{
	return a > b ? a : b;
}

static double clamp01(double x)
{
	return x < 0 ? 0 : x > 1 ? 1 : x;
}

double model_l1_bytes(const struct model_arch *arch, const struct model_occupancy *occupancy)
{
	if (arch->unified_l1 == 0)
		return PASCAL_L1_BYTES;
	int64_t used = (int64_t)occupancy->blocks_per_sm * occupancy->shared_per_block;
	int carveout = model_carveout_fit(arch, used);
	return arch->unified_l1 - (carveout < 0 ? arch->shared_per_sm : carveout);
}

/* Replacement isn't strictly least-recently-used, so hits fade out over twice the size instead of ending at
 * once. A choice. */
double model_l1_reuse(double requested, double distinct, double live_bytes, double l1_bytes)
{
	if (requested <= 0 || distinct >= requested)
		return 0;
	double held = live_bytes <= 0 ? 1 : clamp01(2 - live_bytes / larger(l1_bytes, 1));
	return (1 - distinct / requested) * held;
}

/* All of it up to the part that serves every SM, none of it beyond the whole cache, in between in proportion.
 * On an H100, reading a range again is served from L2 up to 40 MB and not at all from 48 MB on
 * (l2_again_mb_*): 0.8 and 0.96 of its size. */
double model_l2_resident(const struct model_chip *chip, double bytes)
{
	const struct model_costs *costs = model_costs_of(model_arch_nearest(chip->cc));
	double all = chip->l2_mb.value * 1024 * 1024;
	double safe = all * costs->l2_local.value * 0.8;
	return clamp01((0.96 * all - bytes) / (0.96 * all - safe));
}

/* What leaves L1 and what leaves L2. Stores are written through L1, those to local memory too
 * (local_write_*: as slow as L2's writes). Bytes that are fetched again miss L2 only
 * if too much was touched in between. Sectors that stay half written are read before they can be written
 * back. */
static void price_traffic(struct pricing *p)
{
	const struct model_work *work = p->work;
	const struct model_occupancy *occupancy = p->occupancy;
	double places = p->sm_blocks < occupancy->blocks_per_sm ? p->sm_blocks : occupancy->blocks_per_sm;
	double frames = places * work->block_threads * work->local_bytes;
	p->spilled = work->local_bytes <= 0
			     ? 0
			     : 1 - clamp01(2 - frames / larger(model_l1_bytes(p->arch, occupancy), 1));
	double local_in =
		larger(work->local.sectors - work->local_stored, 0) * MODEL_SECTOR_BYTES * p->spilled;
	double local_out = work->local_stored * MODEL_SECTOR_BYTES;

	double missed = 1 - clamp01(work->l1_reuse);
	double loaded = work->load.sectors * MODEL_SECTOR_BYTES * missed;
	double stored = work->store.sectors * MODEL_SECTOR_BYTES;
	p->l2_in = loaded + local_in + work->strong_bytes;
	p->l2_out = stored + local_out;
	p->l2_read = larger(loaded, work->load.lines * READ_BYTES * missed) + local_in + work->strong_bytes;
	double partial = work->store_partial * MODEL_SECTOR_BYTES * (PARTIAL_COST - 1);
	double lines = larger(work->store.lines * MODEL_LINE_BYTES, stored);
	p->l2_write = stored + WRITE_LINE_SHARE * (lines - stored) + partial + local_out;

	double fetched = work->read_bytes;
	if (p->costs->dram_fetch.value > MODEL_SECTOR_BYTES && work->read_fetch_bytes > fetched)
		fetched = work->read_fetch_bytes;
	double again = work->reuse_bytes > 0 ? 1 - model_l2_resident(p->chip, work->reuse_bytes) : 0;
	double cold = 1 - clamp01(work->resident);
	p->dram_in = cold * (fetched + work->partial_bytes) + again * larger(loaded - work->read_bytes, 0);
	p->dram_out = cold * work->write_bytes + again * larger(stored - work->write_bytes, 0);

	/* Frames beyond what L2 holds for all SMs go on to DRAM. */
	double all_frames = frames * (p->sm_blocks > 1 ? p->sms : (double)work->blocks);
	double overflow = 1 - model_l2_resident(p->chip, all_frames);
	p->dram_in += local_in * overflow;
	p->dram_out += local_out * overflow;
}

/* Cycles of an SM's L1 and shared memory, which share one data path. Looking a global load up goes on at the
 * same time. */
static double l1_cycles(const struct pricing *p)
{
	const struct model_work *work = p->work;
	double data = work->load.wavefronts + work->store.wavefronts + work->local.wavefronts +
		      work->shared_wavefronts +
		      work->shared_atomic_wavefronts * p->costs->shared_atomic.value +
		      work->shuffles * p->costs->shuffle.value + work->fences_block * BLOCK_FENCE_CYCLES +
		      work->strong_requests;
	return p->share * larger(data, LOAD_CYCLES * work->load.requests);
}

/* Cycles that one SM needs to move its share to and from L2, or all SMs theirs. */
static double l2_cycles(const struct pricing *p)
{
	double together = p->l2_read / p->costs->l2_read.value + p->l2_write / p->costs->l2_write.value;
	/* half as much goes out as comes in: port_write_* and port_read_16 */
	double alone = p->share * larger(p->l2_in, 2 * p->l2_out) / p->costs->l2_port.value;
	return larger(together / p->sms, alone);
}

/* Cycles of the busiest sub-partition. Each has one issue slot and a quarter of every kind of unit; a warp
 * stays in one, so three warps leave one idle. */
static double issue_cycles(const struct pricing *p)
{
	const struct model_work *work = p->work;
	double parts = p->arch->subpartitions;
	double per_warp = ceil(p->sm_blocks * p->warps / (double)work->blocks / parts) / p->warps;
	double fp64_lanes = p->arch->fp32_lanes.value / p->arch->fp64_ratio.value;
	double constants = work->constant_requests * p->costs->constant_request.value +
			   work->constant_uniform * p->costs->constant_uniform.value;
	const double unit[] = {
		work->instructions + work->barriers * (BARRIER_CYCLES * parts - 1),
		work->fp32 * MODEL_LANES / (p->arch->fp32_lanes.value / parts),
		work->integers * MODEL_LANES / (p->costs->int_lanes.value / parts),
		work->fp64 * MODEL_LANES / (fp64_lanes / parts),
		work->sfu * MODEL_LANES / (p->costs->sfu_lanes.value / parts),
		constants * parts,
	};
	double busiest = 0;
	for (unsigned i = 0; i < sizeof(unit) / sizeof(unit[0]); i++)
		busiest = larger(busiest, unit[i]);
	return busiest * per_warp;
}

/* Cycles for atomics: all of L2 together, the one sector that most go to, and the SM that sends them. */
static double atomic_cycles(const struct pricing *p)
{
	const struct model_work *work = p->work;
	double passes = work->atomic_passes + work->atomic_used * (p->costs->atomic_used.value - 1) +
			work->atomic_cas * (p->costs->atomic_cas.value - 1) +
			work->atomic_double * (DOUBLE_PASS - 1);
	double together = passes / (p->costs->atomic_sectors.value * p->sms);
	together = larger(together, work->atomic_crowded * CROWDED_SHARE * p->costs->atomic_same.value);
	double hottest = larger(work->atomic_hottest * p->costs->atomic_same.value,
		work->atomic_hottest_float * p->costs->atomic_same_float.value);
	double sending = p->share * larger(work->atomic_requests * p->costs->atomic_request.value,
					    work->atomic_passes * ATOMIC_PASS_CYCLES);
	return larger(larger(together, hottest), sending);
}

static double per(double sum, double count)
{
	return count > 0 ? sum / count : 1;
}

/* Cycles from a warp's first instruction to its last with nobody else in the way. A request of several
 * wavefronts is complete with the last of them. */
static double chain_cycles(const struct pricing *p)
{
	const struct model_work *work = p->work;
	const struct model_chain *chain = &work->chain;
	const struct model_arch *arch = p->arch;
	double missed = p->l2_in > 0 ? clamp01(p->dram_in / p->l2_in) : 0;
	double hit = clamp01(work->l1_reuse);
	double beyond = missed * arch->latency_dram.value + (1 - missed) * arch->latency_l2.value;
	double wavefronts = per(work->load.wavefronts, work->load.requests) - 1;
	double global = hit * arch->latency_l1.value + (1 - hit) * beyond + wavefronts;
	/* loads that wait together wait for the slowest: for DRAM where any of them goes there */
	double together = larger(chain->global > 0 ? work->load.requests / p->warps / chain->global : 1, 1);
	double far = 1 - pow(1 - missed, together);
	double slowest = far * arch->latency_dram.value + (1 - far) * arch->latency_l2.value + wavefronts;
	double first = chain->global_first * larger(slowest - global, 0);
	double local = (1 - p->spilled) * arch->latency_l1.value + p->spilled * arch->latency_l2.value +
		       per(work->local.wavefronts, work->local.requests) - 1;
	double shared = arch->latency_shared.value + per(work->shared_wavefronts, work->shared_requests) - 1;
	double constant = p->costs->constant_latency.value +
			  (per(work->constant_requests, work->constant_instructions) - 1) *
				  p->costs->constant_request.value;

	/* A warp issues one instruction per cycle at most, dependent or not. */
	double alu = larger(chain->alu * arch->latency_fma.value, work->instructions / p->warps);
	return alu + chain->fp64 * p->costs->fp64_latency.value + chain->sfu * p->costs->sfu_latency.value +
	       chain->global * global + first + chain->local * local + chain->shared * shared +
	       chain->constant * constant + chain->atomics * p->costs->atomic_latency.value +
	       chain->shuffles * model_sync_cycles(arch, MODEL_SYNC_SHUFFLE, 1) +
	       chain->retries * p->costs->shared_retry.value +
	       chain->retries_wide * p->costs->shared_retry_wide.value +
	       chain->barriers * model_sync_cycles(arch, MODEL_SYNC_BLOCK, p->occupancy->warps_per_block) +
	       chain->other;
}

double model_strong_bytes(double sectors, double lines, bool for_system)
{
	return larger(sectors * MODEL_SECTOR_BYTES, lines * READ_BYTES * (for_system ? SYSTEM_LOAD : 1));
}

/* Cycles for which the fences of system scope wait for each other. */
static double fence_cycles(const struct pricing *p)
{
	double atomic = p->work->fences_system_atomic, plain = p->work->fences_system - atomic;
	return plain * p->chip->system_fence.value + atomic * p->chip->system_fence_atomic.value;
}

/* Joins the terms; starting the kernel overlaps with nothing. */
static void join_terms(struct model_time *time, double launch_seconds)
{
	double longest = 0;
	for (int i = MODEL_BOUND_DRAM; i < MODEL_BOUND_COUNT; i++) {
		if (time->term[i] > longest) {
			longest = time->term[i];
			time->bound = (enum model_bound)i;
		}
	}
	double sum = 0;
	for (int i = MODEL_BOUND_DRAM; i < MODEL_BOUND_COUNT && longest > 0; i++)
		sum += pow(time->term[i] / longest, MODEL_OVERLAP);
	double joined = longest * pow(sum, 1 / MODEL_OVERLAP);
	if (launch_seconds > joined)
		time->bound = MODEL_BOUND_LAUNCH;
	time->term[MODEL_BOUND_LAUNCH] += launch_seconds;
	time->seconds = joined + launch_seconds;
}

struct model_time model_kernel_time(const struct model_chip *chip, const struct model_work *work)
{
	struct model_time time = {.bound = MODEL_BOUND_NONE};
	const struct model_arch *arch = model_arch_nearest(chip->cc);
	struct model_occupancy_query query = model_occupancy_query_default(arch, work->block_threads);
	query.registers_per_thread = work->registers_per_thread;
	query.static_shared = work->static_shared;
	query.dynamic_shared = work->dynamic_shared;
	if (!model_occupancy(&time.occupancy, &query) || time.occupancy.blocks_per_sm == 0 ||
		work->blocks == 0)
		return time;

	struct pricing p = {.chip = chip,
		.arch = arch,
		.costs = model_costs_of(arch),
		.work = work,
		.occupancy = &time.occupancy};
	double blocks = (double)work->blocks;
	p.sms = chip->sms.value;
	p.hz = chip->ghz.value * 1e9;
	p.sm_blocks = ceil(blocks / p.sms);
	p.share = p.sm_blocks / blocks;
	p.warps = blocks * time.occupancy.warps_per_block;
	price_traffic(&p);

	time.waves = ceil(p.sm_blocks / time.occupancy.blocks_per_sm);
	time.tail = blocks / (p.sm_blocks * p.sms);
	time.l2_bytes = p.l2_in + p.l2_out;
	time.dram_bytes = p.dram_in + p.dram_out;

	double chain = p.costs->block_start.value + chain_cycles(&p);
	time.term[MODEL_BOUND_DRAM] =
		time.dram_bytes / (chip->dram_gbs.value * 1e9 * p.costs->dram_efficiency.value);
	time.term[MODEL_BOUND_L2] = l2_cycles(&p) / p.hz;
	time.term[MODEL_BOUND_L1] = l1_cycles(&p) / p.hz;
	time.term[MODEL_BOUND_ISSUE] = issue_cycles(&p) / p.hz;
	time.term[MODEL_BOUND_ATOMIC] = atomic_cycles(&p) / p.hz;
	time.term[MODEL_BOUND_LATENCY] = larger(time.waves * chain, fence_cycles(&p)) / p.hz;
	time.term[MODEL_BOUND_LAUNCH] = blocks / p.costs->blocks_per_cycle.value / p.hz;
	join_terms(&time, p.costs->launch_us.value * 1e-6);
	return time;
}

double model_speedup(
	const struct model_chip *chip, const struct model_work *work, const struct model_work *ideal)
{
	double now = model_kernel_time(chip, work).seconds;
	double then = model_kernel_time(chip, ideal).seconds;
	return now > 0 && then > 0 ? now / then : 1;
}

const char *model_bound_name(enum model_bound bound)
{
	static const char *const names[] = {
		"none", "dram", "l2", "l1-shared", "issue", "atomics", "latency", "launch"};
	return (unsigned)bound < MODEL_BOUND_COUNT ? names[bound] : names[MODEL_BOUND_NONE];
}
