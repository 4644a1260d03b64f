/* Local memory: arrays indexed at run time, and spilled registers.
 *
 * Every thread sees a frame of its own. In memory the frames of a warp are interleaved in words of 4 bytes,
 * so that lanes which use the same offset touch one line together: 4 sectors for 4 bytes. Lanes with offsets
 * of their own each touch a line of their own: 32 sectors (both measured on an H100). */
#include "model/access.h"
#include "model/lanes.h"

#include <assert.h>

#define WORD_BYTES 4

static unsigned units(const uint64_t offset[MODEL_LANES], uint32_t active, unsigned size, unsigned shift)
{
	assert(size >= 1 && size <= 16);
	struct distinct set;
	set.count = 0;
	for (unsigned lane = 0; lane < MODEL_LANES; lane++) {
		uint64_t last = (offset[lane] + size - 1) / WORD_BYTES;
		for (uint64_t word = offset[lane] / WORD_BYTES; lanes_has(active, lane) && word <= last;
			word++)
			distinct_add(&set, (word * MODEL_LINE_BYTES + lane * WORD_BYTES) >> shift);
	}
	return set.count;
}

unsigned model_local_sectors(const uint64_t offset[MODEL_LANES], uint32_t active, unsigned size)
{
	return units(offset, active, size, 5);
}

unsigned model_local_lines(const uint64_t offset[MODEL_LANES], uint32_t active, unsigned size)
{
	return units(offset, active, size, 7);
}

unsigned model_local_wavefronts(const uint64_t offset[MODEL_LANES], uint32_t active, unsigned size)
{
	unsigned tags = (model_local_lines(offset, active, size) + L1_TAGS_PER_CYCLE - 1) / L1_TAGS_PER_CYCLE;
	unsigned words = active ? (size + WORD_BYTES - 1) / WORD_BYTES : 0;
	return tags > words ? tags : words;
}
