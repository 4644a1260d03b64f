/* Sets over the lanes of a warp, for the files that count what a request touches. Internal to model/. */
#ifndef CUDALINT_MODEL_LANES_H
#define CUDALINT_MODEL_LANES_H

#include <stdbool.h>
#include <stdint.h>

/* Volta's L1 looks up 4 tags per cycle and compares all 32 lanes with them at once, says NVIDIA in
 * forums.developer.nvidia.com/t/pascal-l1-cache/49571. */
#define L1_TAGS_PER_CYCLE 4

/* The most keys that one request can produce: 32 lanes, each 16 bytes at an odd address, are 5 words a lane.
 */
#define DISTINCT_MAX 160

/* A set of numbers, kept sorted. Addresses mostly ascend with the lane, so that adding one mostly appends. */
struct distinct {
	unsigned count;
	uint64_t key[DISTINCT_MAX];
};

/* True when the key was not in the set before. */
bool distinct_add(struct distinct *set, uint64_t key);

/* Number of lanes in a mask. */
unsigned lanes_count(uint32_t mask);

static inline bool lanes_has(uint32_t mask, unsigned lane)
{
	return mask >> lane & 1U;
}

#endif
