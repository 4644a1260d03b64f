/* What one memory instruction of one warp costs in the units that Nsight Compute counts.
 *
 * A request is such an instruction with at least one active lane. Every function takes the byte address of
 * each of the 32 lanes, the mask of the lanes that take part, and the bytes that each of them accesses.
 * Addresses of lanes outside the mask are not read. Only differences and alignment matter, so that offsets
 * into an allocation serve as well, negative ones (as two's complement) too. With no active lane every count
 * is 0.
 *
 * The counting rules were measured on an H100 (sm_90) with Nsight Compute, per source line. They are applied
 * to every architecture. */
#ifndef CUDALINT_MODEL_ACCESS_H
#define CUDALINT_MODEL_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

#define MODEL_LANES 32
#define MODEL_SECTOR_BYTES 32
#define MODEL_LINE_BYTES 128

/* ---- Global memory (coalescing.c); stores and atomics count like loads. size: 1 to 32 bytes -- */

/* Distinct 32-byte sectors; a lane that straddles two counts for both. */
unsigned model_sectors(const uint64_t address[MODEL_LANES], uint32_t active, unsigned size);

/* Sectors that so many lanes would need if their data lay side by side. Nsight's rule goes by lanes, not by
 * distinct bytes: min(sectors, ceil(active lanes x size / 32)). */
unsigned model_ideal_sectors(unsigned sectors, uint32_t active, unsigned size);

/* Distinct 128-byte lines: the tags that L1 looks up. */
unsigned model_lines(const uint64_t address[MODEL_LANES], uint32_t active, unsigned size);

/* Cycles that L1 is busy with the request, should it hit: as many as it takes to look up the tags, four per
 * cycle, and to move the words out of (or into) the banks, which shared memory uses too. Not what Nsight
 * counts per line. */
unsigned model_l1_wavefronts(const uint64_t address[MODEL_LANES], uint32_t active, unsigned size, bool store);

/* ---- Shared memory (banks.c); size: 1, 2, 4, 8 or 16 bytes ----------------------------------- */

enum model_shared_op {
	MODEL_SHARED_LOAD,
	MODEL_SHARED_STORE,
	MODEL_SHARED_ATOMIC, /* any read-modify-write but compare-and-swap */
	MODEL_SHARED_CAS,
};

/* Passes through the banks that the request takes. */
unsigned model_wavefronts(
	enum model_shared_op op, const uint64_t address[MODEL_LANES], uint32_t active, unsigned size);

/* The same as Nsight Compute's per-line figure has it (memory_l1_wavefronts_shared): wide loads whose parts
 * merge are counted merged only where that leaves no conflict. Never less than model_wavefronts(). */
unsigned model_wavefronts_nsight(
	enum model_shared_op op, const uint64_t address[MODEL_LANES], uint32_t active, unsigned size);

/* Passes that so many lanes need without any conflict: min(wavefronts, ceil(active lanes x size / 128)),
 * where compare-and-swap takes two. */
unsigned model_ideal_wavefronts(enum model_shared_op op, unsigned wavefronts, uint32_t active, unsigned size);

/* Where a request conflicts worst, for a message. */
struct model_conflict {
	unsigned degree; /* different words of the bank wanted in one pass (atomics: lanes); 0 or 1: no
			    conflict */
	unsigned bank;   /* that bank, 0 to 31; of several the first */
	uint32_t lanes;  /* lanes that want it in that pass */
};

/* Fills *out and gives its degree. */
unsigned model_conflict(struct model_conflict *out, enum model_shared_op op,
	const uint64_t address[MODEL_LANES], uint32_t active, unsigned size);

/* Where a byte of an array goes when every row of `pitch` bytes is followed by `padding` unused ones. Works
 * for offsets inside the array, 0 or more. */
uint64_t model_padded_offset(uint64_t offset, unsigned pitch, unsigned padding);

/* The fewest padding bytes per row, a multiple of `step` (the element's size) and less than 128 + step, with
 * which the request takes its ideal number of wavefronts. 0: it does already; -1: no such padding helps. */
int model_padding(enum model_shared_op op, const uint64_t offset[MODEL_LANES], uint32_t active, unsigned size,
	unsigned pitch, unsigned step);

/* ---- Constant memory (constant.c) ------------------------------------------------------------ */

/* Requests: one per distinct address. One is ideal. */
unsigned model_constant_requests(const uint64_t address[MODEL_LANES], uint32_t active);

/* ---- Local memory (local.c); size: 1, 2, 4, 8 or 16 bytes ------------------------------------ */

/* For byte offsets into each lane's own frame. The hardware interleaves frames word by
 * word: word w of lane l lies 128 w + 4 l bytes from the warp's base. So lanes at one offset are coalesced.
 */
unsigned model_local_sectors(const uint64_t offset[MODEL_LANES], uint32_t active, unsigned size);
unsigned model_local_lines(const uint64_t offset[MODEL_LANES], uint32_t active, unsigned size);

/* Cycles that L1 is busy with it. Each lane has a bank of its own, so that only tags and width matter. */
unsigned model_local_wavefronts(const uint64_t offset[MODEL_LANES], uint32_t active, unsigned size);

/* ---- Atomics on global memory (atomics.c) ---------------------------------------------------- */

/* An atomic as the compiler sees it, to tell whether it is done once per warp. */
struct model_atomic {
	bool is_add;          /* add, subtract, increment by a literal */
	bool is_reduced;      /* min, max, and, or, xor; not exchange, compare-and-swap ... */
	bool is_integer;      /* int, unsigned or 64-bit integer; not half, float, double */
	unsigned size;        /* bytes: 4 or 8 */
	bool uniform_address; /* all active lanes use one address, and the compiler can see it */
	bool uniform_amount;  /* all active lanes add the same amount */
	bool result_used;
	bool full_warp; /* all 32 lanes are known to be active */
};

/* Whether ptxas turns it into one atomic per warp (seen in the SASS for sm_75 to sm_100: VOTE and POPC, or
 * REDUX, or shuffles). */
bool model_atomic_aggregated(const struct model_atomic *atomic);

/* What one request of atomics asks of L2. */
struct model_atomic_request {
	unsigned lanes;   /* operations that reach L2; 1 when aggregated */
	unsigned sectors; /* distinct sectors */
	unsigned passes;  /* sum over the sectors of the most lanes that share an address in it */
	unsigned hottest; /* the most lanes at one address */
};

/* Operations at one address are done one after the other, those on other addresses of the sector together. */
void model_atomic_request(struct model_atomic_request *out, const uint64_t address[MODEL_LANES],
	uint32_t active, unsigned size, bool aggregated);

#endif
