/* Constant memory: the cache serves one address per request, to any number of lanes. Lanes at other addresses
 * wait for further requests (measured on an H100; CUDA Programming Guide, "Constant Memory"). */
#include "model/access.h"
#include "model/lanes.h"

unsigned model_constant_requests(const uint64_t address[MODEL_LANES], uint32_t active)
{
	struct distinct set;
	set.count = 0;
	for (unsigned lane = 0; lane < MODEL_LANES; lane++) {
		if (lanes_has(active, lane))
			distinct_add(&set, address[lane]);
	}
	return set.count;
}
