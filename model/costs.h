/* Prices: what the parts of a GPU get done per cycle, and what waiting costs. Used by kernel_time.c, and by
 * whoever wants the price of one barrier, fence or shuffle. */
#ifndef CUDALINT_MODEL_COSTS_H
#define CUDALINT_MODEL_COSTS_H

#include "model/model.h"

/* One generation's prices. Rows and sources: costs.def. Cycles are those of the SM's clock. */
struct model_costs {
	int cc; /* the first compute capability that the row holds for */

	struct model_number dram_efficiency; /* share of the peak that a coalesced stream reaches */
	struct model_number dram_fetch;      /* bytes that a miss in L2 brings: 32 or 64 */
	struct model_number l2_read;         /* bytes per cycle and SM, all SMs at work */
	struct model_number l2_write;        /* the same for stores, whole sectors */
	struct model_number
		l2_port; /* bytes per cycle that one SM alone can move from L2 and, at once, to it */
	struct model_number l2_local;          /* share of L2 that serves as one cache to all SMs */
	struct model_number int_lanes;         /* 32-bit integer operations per cycle and SM */
	struct model_number sfu_lanes;         /* special functions per cycle and SM */
	struct model_number sfu_latency;       /* cycles */
	struct model_number fp64_latency;      /* cycles, dependent FMA */
	struct model_number shuffle;           /* cycles of the SM that a warp's shuffle takes */
	struct model_number constant_latency;  /* cycles, hit in the constant cache */
	struct model_number constant_request;  /* cycles of the SM per distinct address */
	struct model_number constant_uniform;  /* cycles of the SM per load whose index the compiler knows to
						  be  uniform */
	struct model_number atomic_sectors;    /* atomic sector passes per cycle and SM's share of L2 */
	struct model_number atomic_used;       /* how many times longer a pass takes whose result is used */
	struct model_number atomic_cas;        /* the same for a pass of a compare-and-swap */
	struct model_number atomic_same;       /* cycles from one operation on an address to the next */
	struct model_number atomic_same_float; /* the same for additions of floats and doubles */
	struct model_number atomic_request;    /* cycles of the SM per warp's atomic instruction */
	struct model_number atomic_latency;    /* cycles until the result is there */
	struct model_number shared_atomic;     /* cycles of the SM per wavefront of a shared atomic */
	struct model_number shared_retry; /* cycles per lane of loops that add floats to one shared word */
	struct model_number shared_retry_wide; /* the same for 64 bits */
	struct model_number acquire;           /* cycles that L1 takes to forget what it holds */
	struct model_number fence_device;      /* cycles of a __threadfence() */
	struct model_number fence_system;      /* cycles of a __threadfence_system() */
	struct model_number
		launch_us; /* microseconds from one kernel's end to the next one's start and finish */
	struct model_number
		block_start; /* cycles from a free place on an SM to a block's first instruction */
	struct model_number blocks_per_cycle; /* blocks that the device can start per cycle */
};

/* The prices of an architecture: its own row or that of the newest older one. Never NULL. */
const struct model_costs *model_costs_of(const struct model_arch *arch);

/* ---- One operation that a whole block does together, its warps at once (sync.c) -------------- */

enum model_sync {
	MODEL_SYNC_WARP,         /* __syncwarp() */
	MODEL_SYNC_BLOCK,        /* __syncthreads() */
	MODEL_SYNC_SHUFFLE,      /* __shfl_*_sync(), 32 bits */
	MODEL_SYNC_SHUFFLE_WIDE, /* the same, 64 bits */
	MODEL_SYNC_VOTE,         /* __any_sync(), __all_sync(), __ballot_sync() */
	MODEL_SYNC_MATCH,        /* __match_any_sync(), __match_all_sync() */
	MODEL_SYNC_FENCE_BLOCK,  /* __threadfence_block() */
	MODEL_SYNC_FENCE_DEVICE, /* __threadfence() */
	MODEL_SYNC_FENCE_SYSTEM, /* __threadfence_system() */
};

/* Cycles until all warps of a block of so many warps (1 to 32) have done it. */
double model_sync_cycles(const struct model_arch *arch, enum model_sync kind, int warps);

#endif
