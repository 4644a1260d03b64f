/* How long a kernel takes: what it asks of each part of a chip, priced, and the part that is busy longest.
 *
 * A finding's price is a difference: the time of the kernel as it is against the time of the same kernel with
 * the defect's counts replaced by ideal ones. So what matters is which part binds and by how much; absolute
 * times are estimates. */
#ifndef CUDALINT_MODEL_KERNEL_TIME_H
#define CUDALINT_MODEL_KERNEL_TIME_H

#include "model/model.h"

/* Requests to L1 of one kind, summed over the launch. */
struct model_traffic {
	double requests;   /* instructions of warps */
	double sectors;    /* model_sectors() or model_local_sectors() of each */
	double wavefronts; /* model_l1_wavefronts() or model_local_wavefronts() of each */
	double lines;      /* model_lines() of each; 0: as few as the sectors fit in */
};

/* The longest chain of steps of one warp in which each waits for the one before, as numbers of steps. A load
 * that is issued beside others (an unrolled loop) is one step together with them. */
struct model_chain {
	double alu;          /* integer and FP32 instructions */
	double fp64;         /* FP64 instructions */
	double sfu;          /* special functions */
	double global;       /* loads from global memory */
	double global_first; /* of them: for what the block hasn't loaded before, whatever else they load */
	double local;        /* loads from local memory */
	double shared;       /* loads from shared memory, and atomics on it whose result is used */
	double constant;     /* loads from constant memory with an index */
	double atomics;      /* atomics on global memory whose result is used */
	double shuffles;     /* shuffles */
	double barriers;     /* __syncthreads() */
	double retries; /* turns of loops that add floats in shared memory, of the lane that comes last */
	double retries_wide; /* the same of additions of 64 bits */
	double other; /* cycles of anything else: fences, votes, sleeping, priced by model_sync_cycles() */
};

/* What one launch asks for. Zero means none, except where it says otherwise. Sums are over the whole launch.
 */
struct model_work {
	uint64_t blocks;          /* of the grid */
	int block_threads;        /* threads per block */
	int registers_per_thread; /* 0: unknown, no limit */
	int static_shared;        /* bytes per block */
	int dynamic_shared;       /* bytes per block */

	double instructions; /* instructions of warps, all kinds; both sides of a divergent branch */
	double fp32;         /* FP32 instructions among them */
	double integers;     /* 32-bit integer instructions among them */
	double fp64;         /* FP64 instructions among them */
	double sfu;          /* special functions among them */
	double shuffles;     /* shuffles among them; 64-bit ones count twice */
	double barriers;     /* __syncthreads() among them */

	struct model_traffic load;  /* global loads */
	struct model_traffic store; /* global stores */
	double store_partial;       /* sectors of global stores that a request writes only a part of */
	double l1_reuse;            /* share of the load sectors found in L1, 0 to 1: model_l1_reuse() */
	double read_bytes;          /* distinct bytes loaded, in whole sectors */
	double read_fetch_bytes;    /* the same in whole pairs of sectors (64 bytes); 0: as read_bytes */
	double write_bytes;         /* distinct bytes stored, in whole sectors */
	double partial_bytes;       /* those of them in sectors of which the launch writes only a part */
	double reuse_bytes;         /* bytes touched between two uses of a sector through L2; 0: few */
	double resident; /* share of these bytes in L2 before the launch, 0 to 1: model_l2_resident() */

	struct model_traffic local; /* loads and stores of local memory */
	double local_stored;        /* sectors of the stores among them */
	int local_bytes;            /* local memory that a thread uses */

	double shared_requests;          /* loads and stores of shared memory */
	double shared_wavefronts;        /* model_wavefronts() of each */
	double shared_atomic_wavefronts; /* of shared atomics: model_wavefronts() of each */

	double constant_instructions; /* loads from constant memory with an index */
	double constant_requests;     /* model_constant_requests() of each */
	double constant_uniform; /* those of the instructions whose index the compiler knows to be the same
				    for all threads */

	double atomic_requests;      /* global atomic instructions of warps, aggregated or not */
	double atomic_passes;        /* struct model_atomic_request, passes of each */
	double atomic_used;          /* of these passes, those whose result is used: exchanges always */
	double atomic_cas;           /* of these passes, those of compare-and-swaps */
	double atomic_double;        /* of these passes, those that add doubles */
	double atomic_hottest;       /* of these passes, those of the sector that gets most */
	double atomic_hottest_float; /* those of them that add floats or doubles */
	double atomic_crowded;       /* of these passes, those of the 512 bytes that get most */

	/* loads that have to see what others store (volatile, atomic) go past L1 */
	double strong_requests;
	double strong_bytes;  /* that L2 sends for them: model_strong_bytes() of each */
	double fences_block;  /* fences of warps, those of releases and sequentially consistent operations too
			       */
	double fences_system; /* of them, those of system scope, ... */
	double fences_system_atomic; /* ... and those before an atomic update */

	struct model_chain chain; /* of the warp that takes longest */
};

/* Exponent of the norm that joins the terms: two equal ones cost 1.22, one twice as long as the other 1.025.
 * A copy of a float per thread on an H100 takes 887 us where DRAM alone needs 700, starting the blocks 638
 * and the blocks' own waiting 577 (measured/costs-h100.tsv, dram_copy_one_float): exponent 3.5. */
#define MODEL_OVERLAP 3.5

/* The parts of a chip that can bind. */
enum model_bound {
	MODEL_BOUND_NONE, /* the launch is empty or cannot run */
	MODEL_BOUND_DRAM,
	MODEL_BOUND_L2,
	MODEL_BOUND_L1,      /* L1 and shared memory, which are one unit */
	MODEL_BOUND_ISSUE,   /* issue slots and arithmetic units */
	MODEL_BOUND_ATOMIC,  /* atomics on global memory */
	MODEL_BOUND_LATENCY, /* too few warps to fill the waiting */
	MODEL_BOUND_LAUNCH,  /* starting the kernel and its blocks */
	MODEL_BOUND_COUNT,
};

/* The time of a launch and what it is made of. */
struct model_time {
	double seconds;                 /* 0 if the launch is empty or cannot run */
	enum model_bound bound;         /* the largest term */
	double term[MODEL_BOUND_COUNT]; /* seconds that each part alone would take */
	struct model_occupancy occupancy;
	double waves;      /* rounds of resident blocks on the busiest SM, rounded up */
	double tail;       /* blocks / (blocks of the busiest SM x SMs): 1 if all SMs get equally many */
	double l2_bytes;   /* moved between L1 and L2 */
	double dram_bytes; /* moved between L2 and DRAM */
};

struct model_time model_kernel_time(const struct model_chip *chip, const struct model_work *work);

/* How many times faster the launch would be with the ideal counts; 1 where either cannot be priced. */
double model_speedup(
	const struct model_chip *chip, const struct model_work *work, const struct model_work *ideal);

/* Bytes of L2's time that a request of a load past L1 takes; volatile is `for_system`. */
double model_strong_bytes(double sectors, double lines, bool for_system);

/* "none", "dram", "l2", "l1-shared", "issue", "atomics", "latency" or "launch". */
const char *model_bound_name(enum model_bound bound);

/* Bytes of L1 that are left beside the shared memory of the resident blocks. */
double model_l1_bytes(const struct model_arch *arch, const struct model_occupancy *occupancy);

/* Share of requested sectors that L1 serves, given how many of them are distinct (per block, or whatever
 * shares an SM) and how many bytes all resident warps touch between two uses of one. */
double model_l1_reuse(double requested, double distinct, double live_bytes, double l1_bytes);

/* Share of so many bytes that L2 still holds when they are used again, or when the launch before used them
 * all. */
double model_l2_resident(const struct model_chip *chip, double bytes);

#endif
