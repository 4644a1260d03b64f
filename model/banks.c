/* Shared memory: 32 banks, each of which serves one word of 4 bytes per pass (wavefront).
 *
 * Lanes that want the same word are served together; each further word of a bank costs a further pass. A pass
 * moves 128 bytes, so wide accesses go in parts: 8 bytes per lane by half warps, 16 bytes by quarters. Loads
 * save parts where lanes share addresses in pairs: two parts are then served as one. Atomics take a pass for
 * each lane of a bank, even at one word; compare-and-swap takes two.
 *
 * Measured on an H100 with Nsight Compute: 8-byte broadcast 1, t[l/2] 1, t[l%16] 2; 16-byte broadcast 2,
 * t[l%8] 4; store to one address 2 (8 bytes) and 4 (16 bytes); atomics on h[t&7] 4, on h[(t&7)*32] 32. */
#include "model/access.h"
#include "model/lanes.h"

#include <assert.h>
#include <stddef.h>

#define BANKS 32
#define WORD_BYTES 4

/* How a request is cut into parts, and how many neighbouring parts a load may merge into one. */
struct shape {
	unsigned part;  /* lanes of a part */
	unsigned group; /* lanes of the parts that merge */
};

static struct shape shape_of(unsigned size)
{
	assert(size >= 1 && size <= 32);
	if (size <= 4)
		return (struct shape){32, 32};
	if (size <= 8)
		return (struct shape){16, 32};
	if (size <= 16)
		return (struct shape){8, 16};
	return (struct shape){4, 4}; /* global memory only */
}

static bool is_atomic(enum model_shared_op op)
{
	return op == MODEL_SHARED_ATOMIC || op == MODEL_SHARED_CAS;
}

/* `count` lanes from `first` on. */
static uint32_t lane_range(unsigned first, unsigned count)
{
	return count == MODEL_LANES ? UINT32_MAX : ((1U << count) - 1) << first;
}

/* One pass over the lanes of `part`: what the busiest bank has to do. Fills *worst when given and beaten. */
static unsigned part_degree(struct model_conflict *worst, enum model_shared_op op,
	const uint64_t address[MODEL_LANES], uint32_t part, unsigned size)
{
	struct distinct words;
	words.count = 0;
	unsigned load[BANKS] = {0};
	uint32_t wanted[BANKS] = {0};
	for (unsigned lane = 0; lane < MODEL_LANES; lane++) {
		if (!lanes_has(part, lane))
			continue;
		uint64_t first = address[lane] / WORD_BYTES;
		unsigned count = (unsigned)((address[lane] % WORD_BYTES + size - 1) / WORD_BYTES) + 1;
		for (unsigned i = 0; i < count; i++) {
			unsigned bank = (unsigned)((first + i) % BANKS);
			load[bank] += distinct_add(&words, first + i) || is_atomic(op);
			wanted[bank] |= 1U << lane;
		}
	}
	unsigned busiest = 0;
	for (unsigned bank = 1; bank < BANKS; bank++)
		busiest = load[bank] > load[busiest] ? bank : busiest;
	if (worst && load[busiest] > worst->degree)
		*worst = (struct model_conflict){load[busiest], busiest, wanted[busiest]};
	return load[busiest];
}

/* Whether every active lane's partner across `distance` is inactive or at the same address. */
static bool paired(const uint64_t address[MODEL_LANES], uint32_t active, unsigned distance)
{
	for (unsigned lane = 0; lane < MODEL_LANES; lane++) {
		if (lanes_has(active, lane) && lanes_has(active, lane ^ distance) &&
			address[lane] != address[lane ^ distance])
			return false;
	}
	return true;
}

/* Passes of a group of lanes: its parts one after the other or, where they merge, all at once. */
static unsigned group_passes(struct model_conflict *worst, enum model_shared_op op,
	const uint64_t address[MODEL_LANES], uint32_t group, unsigned size, bool only_without_conflict)
{
	struct shape shape = shape_of(size);
	if (op == MODEL_SHARED_LOAD && shape.part < shape.group &&
		(paired(address, group, 1) || paired(address, group, 2))) {
		unsigned merged = part_degree(NULL, op, address, group, size);
		if (merged <= 1 || !only_without_conflict)
			return part_degree(worst, op, address, group, size);
	}
	unsigned passes = 0;
	for (unsigned first = 0; first < MODEL_LANES; first += shape.part) {
		uint32_t part = group & lane_range(first, shape.part);
		if (part)
			passes += part_degree(worst, op, address, part, size);
	}
	return passes;
}

static unsigned request_passes(struct model_conflict *worst, enum model_shared_op op,
	const uint64_t address[MODEL_LANES], uint32_t active, unsigned size, bool only_without_conflict)
{
	struct shape shape = shape_of(size);
	unsigned passes = 0;
	for (unsigned first = 0; first < MODEL_LANES; first += shape.group) {
		uint32_t group = active & lane_range(first, shape.group);
		if (group)
			passes += group_passes(worst, op, address, group, size, only_without_conflict);
	}
	return op == MODEL_SHARED_CAS ? 2 * passes : passes;
}

unsigned model_wavefronts(
	enum model_shared_op op, const uint64_t address[MODEL_LANES], uint32_t active, unsigned size)
{
	return request_passes(NULL, op, address, active, size, false);
}

unsigned model_wavefronts_nsight(
	enum model_shared_op op, const uint64_t address[MODEL_LANES], uint32_t active, unsigned size)
{
	return request_passes(NULL, op, address, active, size, true);
}

unsigned model_ideal_wavefronts(enum model_shared_op op, unsigned wavefronts, uint32_t active, unsigned size)
{
	unsigned packed = (lanes_count(active) * size + BANKS * WORD_BYTES - 1) / (BANKS * WORD_BYTES);
	if (op == MODEL_SHARED_CAS)
		packed *= 2;
	return packed < wavefronts ? packed : wavefronts;
}

unsigned model_conflict(struct model_conflict *out, enum model_shared_op op,
	const uint64_t address[MODEL_LANES], uint32_t active, unsigned size)
{
	*out = (struct model_conflict){0};
	request_passes(out, op, address, active, size, false);
	return out->degree;
}

uint64_t model_padded_offset(uint64_t offset, unsigned pitch, unsigned padding)
{
	assert(pitch > 0);
	return offset + offset / pitch * padding;
}

int model_padding(enum model_shared_op op, const uint64_t offset[MODEL_LANES], uint32_t active, unsigned size,
	unsigned pitch, unsigned step)
{
	assert(step > 0);
	for (unsigned padding = 0; padding < BANKS * WORD_BYTES + step; padding += step) {
		uint64_t moved[MODEL_LANES] = {0};
		for (unsigned lane = 0; lane < MODEL_LANES; lane++) {
			if (lanes_has(active, lane))
				moved[lane] = model_padded_offset(offset[lane], pitch, padding);
		}
		unsigned taken = model_wavefronts(op, moved, active, size);
		if (taken == model_ideal_wavefronts(op, taken, active, size))
			return (int)padding;
	}
	return -1;
}
