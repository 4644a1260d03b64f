#include "model/host_costs.h"

const struct model_host_costs model_host_costs = {
	.launch_us = 3.45,
	.chain_launch_us = 3.76,
	.chain_sync_us = 8.79,
	.chain_graph_us = 1.08,
	.instantiate_us = 24.2,
	.record_timed_us = 0.891,
	.record_us = 0.156,
	.malloc_us = 63.4,
	.malloc_async_us = 2.80,
	.malloc_host_us = 856,
	.register_us = 955,
	.stream_us = 3.86,
	.event_us = 0.225,
	.small_copy_us = 2.71,
	.batched_copy_us = 1.58,
	.pinned_us = 1223,
	.pageable_us = 7533,
};
