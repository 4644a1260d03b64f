/* Global memory: how many sectors and lines a warp's request touches.
 *
 * L1 and L2 move data in sectors of 32 bytes, and L1 looks up tags in lines of 128. Whatever order the lanes
 * are in, each sector is fetched once per request. */
#include "model/access.h"
#include "model/lanes.h"

#include <assert.h>

/* Distinct units of 2^shift bytes. No lane's data is longer than a unit, so its first and last byte tell all.
 */
static unsigned units(const uint64_t address[MODEL_LANES], uint32_t active, unsigned size, unsigned shift)
{
	assert(size >= 1 && size <= 32);
	struct distinct set;
	set.count = 0;
	for (unsigned lane = 0; lane < MODEL_LANES; lane++) {
		if (!lanes_has(active, lane))
			continue;
		distinct_add(&set, address[lane] >> shift);
		distinct_add(&set, (address[lane] + size - 1) >> shift);
	}
	return set.count;
}

unsigned model_sectors(const uint64_t address[MODEL_LANES], uint32_t active, unsigned size)
{
	return units(address, active, size, 5);
}

unsigned model_ideal_sectors(unsigned sectors, uint32_t active, unsigned size)
{
	unsigned packed = (lanes_count(active) * size + MODEL_SECTOR_BYTES - 1) / MODEL_SECTOR_BYTES;
	return packed < sectors ? packed : sectors;
}

unsigned model_lines(const uint64_t address[MODEL_LANES], uint32_t active, unsigned size)
{
	return units(address, active, size, 7);
}

unsigned model_l1_wavefronts(const uint64_t address[MODEL_LANES], uint32_t active, unsigned size, bool store)
{
	unsigned tags = (model_lines(address, active, size) + L1_TAGS_PER_CYCLE - 1) / L1_TAGS_PER_CYCLE;
	enum model_shared_op op = store ? MODEL_SHARED_STORE : MODEL_SHARED_LOAD;
	unsigned data = model_wavefronts(op, address, active, size);
	return tags > data ? tags : data;
}
