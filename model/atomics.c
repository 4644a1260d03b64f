/* Atomics on global memory are done by L2, sector by sector.
 *
 * A request brings each of its sectors to L2 once. There, lanes with addresses of their own are served
 * together and lanes that share an address one after the other. The compiler often gets there first: it lets
 * one lane add for the warp. */
#include "model/access.h"
#include "model/lanes.h"

#include <assert.h>

bool model_atomic_aggregated(const struct model_atomic *atomic)
{
	if (!atomic->is_integer || !atomic->uniform_address)
		return false;
	if (atomic->is_reduced)
		return atomic->size == 4 && !atomic->result_used;
	if (!atomic->is_add)
		return false;
	if (atomic->uniform_amount)
		return true;
	/* Amounts of their own are summed over the warp first, in 32 bits; a result needs prefix sums, which
	 * ptxas makes only where no lane is missing. */
	return atomic->size == 4 && (!atomic->result_used || atomic->full_warp);
}

/* Lanes at the address of this one, or 0 when a lower lane was counted for them. */
static unsigned lanes_at(const uint64_t address[MODEL_LANES], uint32_t active, unsigned lane)
{
	unsigned count = 0;
	for (unsigned other = 0; other < MODEL_LANES; other++) {
		if (!lanes_has(active, other) || address[other] != address[lane])
			continue;
		if (other < lane)
			return 0;
		count++;
	}
	return count;
}

void model_atomic_request(struct model_atomic_request *out, const uint64_t address[MODEL_LANES],
	uint32_t active, unsigned size, bool aggregated)
{
	assert(size >= 1 && size <= 16);
	(void)size; /* without asserts */
	if (aggregated)
		active &= 0U - active; /* one lane, at the address of all */
	*out = (struct model_atomic_request){.lanes = lanes_count(active)};

	uint64_t sector[MODEL_LANES];
	unsigned most[MODEL_LANES];
	for (unsigned lane = 0; lane < MODEL_LANES; lane++) {
		unsigned sharing = lanes_has(active, lane) ? lanes_at(address, active, lane) : 0;
		if (sharing == 0)
			continue;
		unsigned i = 0;
		while (i < out->sectors && sector[i] != address[lane] / MODEL_SECTOR_BYTES)
			i++;
		if (i == out->sectors) {
			sector[out->sectors++] = address[lane] / MODEL_SECTOR_BYTES;
			most[i] = 0;
		}
		most[i] = sharing > most[i] ? sharing : most[i];
		out->hottest = sharing > out->hottest ? sharing : out->hottest;
	}
	for (unsigned i = 0; i < out->sectors; i++)
		out->passes += most[i];
}
