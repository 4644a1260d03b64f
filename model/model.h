/* The hardware model: what a GPU allows and what it charges, as pure functions over tables.
 *
 * Nothing here allocates, prints or keeps state, and nothing knows where a question comes from. Every number
 * carries its source in arch.def, chips.def or beside the formula, and a mark of how well it is known. */
#ifndef CUDALINT_MODEL_MODEL_H
#define CUDALINT_MODEL_MODEL_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How well a number is known. Only the last two may be shown to a user as facts. */
enum model_evidence {
	MODEL_UNKNOWN,     /* there is no number */
	MODEL_UNCONFIRMED, /* remembered, or carried over from a neighbouring architecture or chip */
	MODEL_SOURCE,      /* read in a source that the table names */
	MODEL_CHECKED,     /* read in NVIDIA's toolkit itself, or measured by this project */
};

/* A number together with how well it is known. */
struct model_number {
	double value;
	enum model_evidence evidence;
};

/* One compute capability: the limits of a launch, the layout of an SM, latencies. KB is 1024 bytes.
 * All fields up to the carve-outs share `limits_evidence`. */
struct model_arch {
	int cc;             /* ten times major plus minor: 90 for 9.0, 121 for 12.1 */
	const char *name;   /* as nvcc spells it: "sm_90" */
	const char *family; /* "Hopper" */
	enum model_evidence limits_evidence;

	int warp_size;             /* lanes */
	int max_threads_per_block; /* threads */
	int max_block_dim[3];      /* threads in x, y, z */
	int max_grid_dim[3];       /* blocks in x, y, z */
	int resident_grids;        /* kernels that can run at once on the device; 0: unknown */

	int blocks_per_sm;  /* resident blocks */
	int warps_per_sm;   /* resident warps */
	int threads_per_sm; /* resident threads */
	int subpartitions;  /* parts of an SM, each with its own share of registers */

	int registers_per_sm;            /* 32-bit registers */
	int registers_per_block;         /* 32-bit registers */
	int registers_per_thread;        /* the most that nvcc assigns */
	int registers_per_thread_launch; /* the most that a launch is checked for: 256 where nvcc stops at 255
					  */
	int register_unit;               /* registers of a warp are allocated in multiples of this */

	int shared_per_sm;           /* bytes, at the largest carve-out */
	int shared_per_block;        /* bytes, static plus dynamic, without opting in */
	int shared_per_block_opt_in; /* bytes, after cudaFuncSetAttribute; only the dynamic part can use it */
	int shared_reserved;         /* bytes that the driver adds to each block */
	int shared_unit;             /* bytes; a block's total is rounded up to a multiple */
	int shared_banks;            /* number of banks */
	int shared_bank_bytes;       /* bytes each bank serves per cycle */
	int unified_l1;              /* bytes of L1 and shared memory together; 0 where they are separate */

	int constant_bytes;       /* size of the constant address space */
	int constant_cache_bytes; /* constant cache of an SM */

	int barriers_per_sm;           /* named barriers shared by the resident blocks */
	bool barriers_limit_residence; /* whether they bound the resident blocks (9.0 and newer) */
	int virtual_per_sm;            /* virtual resources of an SM; 0: not a limit here */

	const int *carveouts_kb; /* the sizes that shared memory can take, KB, ascending */
	size_t carveout_count;   /* 1 where it is fixed */

	struct model_number fp32_lanes;         /* FP32 operations (FMA = 1) per SM and cycle */
	struct model_number fp64_ratio;         /* FP32 rate divided by FP64 rate */
	struct model_number l1_bytes_per_cycle; /* L1 or shared memory, bytes per SM and cycle */
	struct model_number latency_fma;        /* cycles until a dependent FMA can issue */
	struct model_number latency_shared;     /* cycles, load to use, no conflict */
	struct model_number latency_l1;         /* cycles, load to use, hit */
	struct model_number latency_l2;         /* cycles, load to use, hit */
	struct model_number latency_dram;       /* cycles, load to use, miss; +-30 % with footprint */
};

/* One product that findings can be priced on. */
struct model_chip {
	const char *name;             /* as `--chip` takes it: "h100-sxm" */
	const char *label;            /* as people write it: "H100 SXM5 80 GB" */
	int cc;                       /* compute capability, as in struct model_arch */
	bool is_default;              /* priced on when only the compute capability is known */
	struct model_number sms;      /* streaming multiprocessors */
	struct model_number ghz;      /* boost clock, 10^9 cycles per second */
	struct model_number l2_mb;    /* L2 cache, 2^20 bytes */
	struct model_number dram_gbs; /* peak DRAM bandwidth, 10^9 bytes per second */
	struct model_number
		system_fence; /* cycles for which a warp's fence of system scope keeps all others waiting */
	struct model_number system_fence_atomic; /* the same before an atomic update */
};

/* "unknown", "unconfirmed", "source" or "checked". */
const char *model_evidence_name(enum model_evidence evidence);

/* The architecture table, ascending by compute capability. */
size_t model_arch_count(void);
const struct model_arch *model_arch_at(size_t index);

/* Reads an architecture's name: "sm_90", "compute_90", "90", "9.0", with the suffix a (from 9.0) or f
 * (from 10.0), in any case. Gives its number (90), which need not be in the table, or -1 when it is no such
 * name. */
int model_arch_parse(const char *name);

/* The suffix of such a name: 'a' (features of this architecture alone), 'f' (of its family), or 0. */
char model_arch_suffix(const char *name);

/* The architecture of that name, or NULL when the name is none or the table lacks it. */
const struct model_arch *model_arch_find(const char *name);

/* The architecture of that number (90 for 9.0), or NULL. 101 finds 11.0, which carried that number before
 * CUDA 13.0. */
const struct model_arch *model_arch_by_number(int cc);

/* The architecture of that number or, for one that the table lacks, the newest that is older. NULL only for
 * those older than the table. */
const struct model_arch *model_arch_nearest(int cc);

/* The smallest carve-out that holds so many bytes, in bytes; -1 when none does. */
int model_carveout_fit(const struct model_arch *arch, int64_t bytes);

/* The chip table, ascending by compute capability. */
size_t model_chip_count(void);
const struct model_chip *model_chip_at(size_t index);

/* The chip of that name (case does not matter), or NULL. */
const struct model_chip *model_chip_find(const char *name);

/* The chip that stands for an architecture: its own default or, where the table has none of it, that of the
 * newest older one that has. Never NULL. */
const struct model_chip *model_chip_default(const struct model_arch *arch);

/* Bytes of L2 that the largest chip of a compute capability lets be set aside for persisting accesses; all of
 * its L2 where the share isn't known, 0 where no chip is known or the hardware has no such thing. */
int64_t model_l2_set_aside(int cc);

/* The largest access policy window, in bytes: 128 MiB on an H100 and an H200, 32 bytes times 4194303 on an
 * A100. */
#define MODEL_L2_WINDOW ((int64_t)128 << 20)

/* A limit that does not apply. */
#define MODEL_NO_LIMIT INT_MAX

/* The driver chooses the carve-out. */
#define MODEL_CARVEOUT_DEFAULT (-1)

/* What bounds the number of resident blocks; several can at once. */
enum model_limiter {
	MODEL_LIMIT_WARPS = 1 << 0,
	MODEL_LIMIT_REGISTERS = 1 << 1,
	MODEL_LIMIT_SHARED = 1 << 2,
	MODEL_LIMIT_BLOCKS = 1 << 3,
	MODEL_LIMIT_BARRIERS = 1 << 4,
	MODEL_LIMIT_VIRTUAL = 1 << 5,
};

/* What one block of a kernel needs. Start from model_occupancy_query_default(): zero is a valid carve-out. */
struct model_occupancy_query {
	const struct model_arch *arch;
	int block_threads;        /* threads per block, at least 1 */
	int registers_per_thread; /* 0: unknown, registers are then no limit */
	int static_shared;        /* bytes of __shared__ variables */
	int dynamic_shared;       /* bytes given at launch */
	bool shared_opt_in;   /* the kernel's dynamic maximum was raised to dynamic_shared where it must be */
	int carveout_percent; /* preferred shared memory, per cent of shared_per_sm, or MODEL_CARVEOUT_DEFAULT
			       */
	int barriers;         /* named barriers that the block uses; 0: don't count them */
	int virtual_resources; /* virtual resources that the block uses; 0: don't count them */
};

/* How many such blocks an SM holds, and why not more. */
struct model_occupancy {
	int blocks_per_sm;   /* 0: the block cannot run at all */
	int warps_per_block; /* rounded up */
	int warps_per_sm;    /* resident warps */
	double occupancy;  /* resident warps / the most the SM holds, 0 to 1; an upper bound if registers are
			      unknown */
	unsigned limiters; /* mask of enum model_limiter: every limit that equals blocks_per_sm */

	/* Blocks that each resource alone would allow; MODEL_NO_LIMIT where it is unused. */
	int limit_warps;
	int limit_registers;
	int limit_shared;
	int limit_blocks;
	int limit_barriers;
	int limit_virtual;

	int registers_per_block; /* allocated, after rounding */
	int shared_per_block;    /* bytes allocated, with the reserved part, after rounding */
	int shared_per_sm;       /* bytes: the carve-out in effect; 0 if the block does not fit */
};

/* A query for a block that is known by its size only: driver's carve-out, opted in, one barrier. */
struct model_occupancy_query model_occupancy_query_default(const struct model_arch *arch, int block_threads);

/* Theoretical occupancy, equal to what NVIDIA's occupancy calculator gives (cuda_occupancy.h of CUDA 13.0)
 * without partitioned global caching. False, and *out untouched, when a quantity is negative, the block has
 * no thread, a preference is over 100 or shared memory sums to 1 GB or more. */
bool model_occupancy(struct model_occupancy *out, const struct model_occupancy_query *query);

/* "warps", "registers", "shared", "blocks", "barriers" or "virtual". */
const char *model_limiter_name(enum model_limiter limiter);

/* The one limiter to name when several tie: the first in the order of enum model_limiter, as nothing helps
 * against a full set of warps. */
enum model_limiter model_limiter_first(unsigned limiters);

#endif
