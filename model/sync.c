/* What it costs to synchronise: one operation of all warps of a block, until the last one has done it.
 *
 * From medians measured with burtscher/SyncPerformance on an RTX 2070 Super, an A100 and an RTX 4090, which
 * agree within a cycle or two except where costs.def has a column. Newer architectures are carried over. An
 * operation has a latency, and keeps a part of the SM busy for a few cycles per warp; whichever is longer
 * shows. */
#include "model/costs.h"

static double larger(double a, double b)
{
	return a > b ? a : b;
}

double model_sync_cycles(const struct model_arch *arch, enum model_sync kind, int warps)
{
	const struct model_costs *costs = model_costs_of(arch);
	switch (kind) {
	case MODEL_SYNC_WARP: return larger(5, 0.22 * warps); /* 5 up to 8 warps, 7 for 32 */
	case MODEL_SYNC_BLOCK: return 22 + 2.0 * (warps - 1); /* 22 to 84 */
	case MODEL_SYNC_SHUFFLE: return larger(25, costs->shuffle.value * warps); /* 25; 31 or 64 for 32 */
	case MODEL_SYNC_SHUFFLE_WIDE: return larger(25, 2 * costs->shuffle.value * warps); /* 63 or 127 */
	case MODEL_SYNC_VOTE: return larger(6, 0.5 * warps);        /* 6 up to 8 warps, 16 for 32 */
	case MODEL_SYNC_MATCH: return larger(200, 32.0 * warps);    /* 200, 255 for 8, 1024 for 32 */
	case MODEL_SYNC_FENCE_BLOCK: return larger(2, 6.0 * warps); /* 48 for 8, 95 for 16, 190 for 32 */
	case MODEL_SYNC_FENCE_DEVICE: return costs->fence_device.value;
	case MODEL_SYNC_FENCE_SYSTEM: return costs->fence_system.value;
	}
	return 0;
}
