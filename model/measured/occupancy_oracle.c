/* Asks NVIDIA's occupancy calculator (cuda_occupancy.h of a CUDA 13 toolkit, which needs no GPU), and either
 * records its answers or compares model_occupancy() with them:
 *
 *   occupancy_oracle record > occupancy.tsv     a few thousand points at the edges, for machines without a
 * toolkit occupancy_oracle compare [POINTS]           many more, live; status 1 at the first mismatch of each
 * architecture
 *
 * The devices are described here once more, independently of arch.def, so that a wrong row there shows as
 * well. */
#include <cuda_occupancy.h>

#include "model/model.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* What the driver reports about a device of each compute capability: arch_traits.h of CCCL; 7.2: as 7.0. */
static const struct device {
	int cc, threads_per_sm, registers_per_block, shared_kb, opt_in_kb, reserved;
} devices[] = {
	{60, 2048, 65536, 64, 48, 0},
	{61, 2048, 65536, 96, 48, 0},
	{62, 2048, 32768, 64, 48, 0},
	{70, 2048, 65536, 96, 96, 0},
	{72, 2048, 65536, 96, 96, 0},
	{75, 1024, 65536, 64, 64, 0},
	{80, 2048, 65536, 164, 163, 1024},
	{86, 1536, 65536, 100, 99, 1024},
	{87, 1536, 65536, 164, 163, 1024},
	{88, 1536, 65536, 100, 99, 1024},
	{89, 1536, 65536, 100, 99, 1024},
	{90, 2048, 65536, 228, 227, 1024},
	{100, 2048, 65536, 228, 227, 1024},
	{103, 2048, 65536, 228, 227, 1024},
	{110, 1536, 65536, 228, 227, 1024},
	{120, 1536, 65536, 100, 99, 1024},
	{121, 1536, 65536, 100, 99, 1024},
};

static const int edge_blocks[] = {1, 31, 32, 33, 64, 65, 96, 97, 128, 129, 160, 161, 192, 224, 256, 257, 288,
	320, 384, 416, 480, 512, 513, 576, 640, 672, 704, 768, 769, 832, 896, 960, 992, 993, 1000, 1023, 1024,
	1025, 2048};
static const int edge_registers[] = {0, 1, 8, 9, 16, 17, 24, 32, 33, 40, 41, 42, 48, 49, 56, 64, 65, 72, 80,
	84, 85, 96, 97, 104, 112, 120, 128, 129, 136, 160, 168, 169, 192, 200, 224, 240, 248, 249, 254, 255,
	256, 257};
static const int edge_shared[] = {0, 1, 127, 128, 129, 256, 257, 1023, 1024, 1025, 2048, 3072, 4096, 7168,
	7169, 8192, 8193, 15360, 16384, 16385, 24576, 31744, 32768, 32769, 48128, 48129, 49151, 49152, 49153,
	50176, 50177, 64512, 64513, 65536, 65537, 98304, 98305, 101376, 101377, 102400, 134144, 166912,
	166913, 167936, 199680, 232448, 232449, 233472, 233473};
static const int edge_carveouts[] = {-1, 0, 1, 3, 4, 5, 7, 8, 10, 14, 15, 16, 25, 28, 29, 32, 33, 40, 44, 50,
	57, 58, 61, 64, 65, 67, 72, 75, 80, 81, 86, 99, 100};
static const int edge_barriers[] = {0, 1, 2, 3, 4, 7, 8, 15, 16, 17};
static const int edge_virtual[] = {0, 1, 2, 5, 16, 64, 128, 129};

/* A generator of our own, so that the record is the same everywhere (Knuth's MMIX constants). */
static uint32_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005U + 1442695040888963407U;
	return (uint32_t)(*state >> 33);
}

static int pick(uint64_t *state, const int *values, size_t count)
{
	return values[next_random(state) % count];
}

static int below(uint64_t *state, int bound)
{
	return (int)(next_random(state) % (uint32_t)bound);
}

/* Prefers the first, smaller half of a list. */
static int pick_small(uint64_t *state, const int *values, size_t count)
{
	return pick(state, values, below(state, 4) ? count / 2 : count);
}

/* A point from the edge lists. Rare properties stay off most of the time, else nearly every block would not
 * fit. */
static struct model_occupancy_query edge_point(uint64_t *state, const struct model_arch *arch)
{
	struct model_occupancy_query query =
		model_occupancy_query_default(arch, pick(state, edge_blocks, COUNT(edge_blocks)));
	query.registers_per_thread = pick_small(state, edge_registers, COUNT(edge_registers));
	query.dynamic_shared = pick_small(state, edge_shared, COUNT(edge_shared));
	query.static_shared = below(state, 3) ? 0 : pick_small(state, edge_shared, COUNT(edge_shared));
	query.shared_opt_in = below(state, 4) != 0;
	query.carveout_percent = below(state, 2) ? -1 : pick(state, edge_carveouts, COUNT(edge_carveouts));
	query.barriers = below(state, 2) ? 1 : pick(state, edge_barriers, COUNT(edge_barriers));
	query.virtual_resources = below(state, 4) ? 0 : pick(state, edge_virtual, COUNT(edge_virtual));
	return query;
}

/* A point from anywhere in the ranges. */
static struct model_occupancy_query any_point(uint64_t *state, const struct model_arch *arch)
{
	struct model_occupancy_query query = model_occupancy_query_default(arch, 1 + below(state, 1100));
	query.registers_per_thread = below(state, 260);
	query.dynamic_shared = below(state, below(state, 2) ? 240000 : 20000);
	query.static_shared = below(state, 2) ? 0 : below(state, 50000);
	query.shared_opt_in = below(state, 4) != 0;
	query.carveout_percent = below(state, 102) - 1;
	query.barriers = below(state, 18);
	query.virtual_resources = below(state, 4) ? 0 : below(state, 140);
	return query;
}

/* Puts one question to the calculator. False: it rejects it. */
static bool ask(
	struct cudaOccResult *result, const struct device *device, const struct model_occupancy_query *query)
{
	struct cudaOccDeviceProp properties = {
		.computeMajor = device->cc / 10,
		.computeMinor = device->cc % 10,
		.maxThreadsPerBlock = 1024,
		.maxThreadsPerMultiprocessor = device->threads_per_sm,
		.regsPerBlock = device->registers_per_block,
		.regsPerMultiprocessor = 65536,
		.warpSize = 32,
		.sharedMemPerBlock = 48 * 1024,
		.sharedMemPerMultiprocessor = (size_t)device->shared_kb * 1024,
		.numSms = 1,
		.sharedMemPerBlockOptin = (size_t)device->opt_in_kb * 1024,
		.reservedSharedMemPerBlock = (size_t)device->reserved,
	};
	struct cudaOccFuncAttributes function = {
		.maxThreadsPerBlock = INT_MAX,
		.numRegs = query->registers_per_thread,
		.sharedSizeBytes = (size_t)query->static_shared,
		.partitionedGCConfig = PARTITIONED_GC_OFF,
		.shmemLimitConfig = query->shared_opt_in ? FUNC_SHMEM_LIMIT_OPTIN : FUNC_SHMEM_LIMIT_DEFAULT,
		.maxDynamicSharedSizeBytes = (size_t)query->dynamic_shared,
		.numBlockBarriers = query->barriers,
		.virtualResourceCount = query->virtual_resources,
	};
	struct cudaOccDeviceState state = {
		.cacheConfig = CACHE_PREFER_NONE, .carveoutConfig = query->carveout_percent};
	memset(result, 0, sizeof(*result));
	return cudaOccMaxActiveBlocksPerMultiprocessor(result, &properties, &function, &state,
		       query->block_threads, (size_t)query->dynamic_shared) == CUDA_OCC_SUCCESS;
}

/* The calculator works out its mask before it looks at barriers and only adds to it afterwards, so that
 * limits stay in it that no longer bind. This drops those: the mask names the limits that equal the result.
 */
static unsigned binding(const struct cudaOccResult *result)
{
	bool only_barriers = (result->limitingFactors & OCC_LIMIT_BARRIERS) != 0;
	const int others[] = {result->blockLimitRegs, result->blockLimitSharedMem, result->blockLimitWarps,
		result->blockLimitBlocks, result->blockLimitVirtual};
	for (size_t i = 0; i < COUNT(others); i++)
		only_barriers = only_barriers && others[i] > result->blockLimitBarriers;
	return only_barriers ? OCC_LIMIT_BARRIERS : result->limitingFactors;
}

static void print_limit(int limit)
{
	if (limit == INT_MAX)
		printf("\t-");
	else
		printf("\t%d", limit);
}

static int record(int points_per_device)
{
	printf("# What NVIDIA's occupancy calculator says (cuda_occupancy.h whose newest device is %d.%d), "
	       "at the edges.\n"
	       "# Written by occupancy_oracle record; limits that do not apply are \"-\".\n"
	       "# "
	       "cc\tblock\tregs\tstatic\tdynamic\toptin\tcarveout\tbarriers\tvirtual\tblocks\tlimiters\twarps\tregisters\tshared\tby_blocks\tby_barriers\tby_virtual\tregs_alloc\tshared_alloc\n",
		__CUDA_OCC_MAJOR__, __CUDA_OCC_MINOR__);
	uint64_t state = 1;
	for (size_t d = 0; d < COUNT(devices); d++) {
		for (int i = 0; i < points_per_device; i++) {
			struct model_occupancy_query q = edge_point(&state, NULL);
			struct cudaOccResult r;
			if (!ask(&r, &devices[d], &q))
				return 2;
			printf("%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d", devices[d].cc, q.block_threads,
				q.registers_per_thread, q.static_shared, q.dynamic_shared, q.shared_opt_in,
				q.carveout_percent, q.barriers, q.virtual_resources);
			printf("\t%d\t%u", r.activeBlocksPerMultiprocessor, binding(&r));
			print_limit(r.blockLimitWarps);
			print_limit(r.blockLimitRegs);
			print_limit(r.blockLimitSharedMem);
			print_limit(r.blockLimitBlocks);
			print_limit(r.blockLimitBarriers);
			print_limit(r.blockLimitVirtual);
			printf("\t%d\t%zu\n", r.allocatedRegistersPerBlock, r.allocatedSharedMemPerBlock);
		}
	}
	return 0;
}

static bool agrees(const struct device *device, const struct model_occupancy_query *query)
{
	struct cudaOccResult r;
	struct model_occupancy ours;
	if (!ask(&r, device, query) || !model_occupancy(&ours, query))
		return false;
	return ours.blocks_per_sm == r.activeBlocksPerMultiprocessor && ours.limiters == binding(&r) &&
	       ours.limit_warps == r.blockLimitWarps && ours.limit_registers == r.blockLimitRegs &&
	       ours.limit_shared == r.blockLimitSharedMem && ours.limit_blocks == r.blockLimitBlocks &&
	       ours.limit_barriers == r.blockLimitBarriers && ours.limit_virtual == r.blockLimitVirtual &&
	       ours.registers_per_block == r.allocatedRegistersPerBlock &&
	       (size_t)ours.shared_per_block == r.allocatedSharedMemPerBlock;
}

/* Counts the points of one device where the two differ, and shows the first. */
struct tally {
	const struct device *device;
	int64_t points, mismatches;
};

static void check(struct tally *tally, const struct model_occupancy_query *q)
{
	tally->points++;
	if (agrees(tally->device, q))
		return;
	if (tally->mismatches++ == 0)
		fprintf(stderr,
			"mismatch: cc %d block %d regs %d static %d dynamic %d optin %d carveout %d barriers "
			"%d virtual %d\n",
			tally->device->cc, q->block_threads, q->registers_per_thread, q->static_shared,
			q->dynamic_shared, q->shared_opt_in, q->carveout_percent, q->barriers,
			q->virtual_resources);
}

/* Every block size with every register count, every size of dynamic shared memory by 64 bytes with every
 * carve-out, and `points` points at random, half of them at the edges. */
static void check_device(struct tally *tally, const struct model_arch *arch, int points)
{
	struct model_occupancy_query query = model_occupancy_query_default(arch, 1);
	for (query.block_threads = 1; query.block_threads <= 1056; query.block_threads++) {
		for (query.registers_per_thread = 0; query.registers_per_thread <= 257;
			query.registers_per_thread++)
			check(tally, &query);
	}
	query = model_occupancy_query_default(arch, 64);
	for (query.carveout_percent = -1; query.carveout_percent <= 100; query.carveout_percent++) {
		for (query.dynamic_shared = 0; query.dynamic_shared <= 234 * 1024; query.dynamic_shared += 64)
			check(tally, &query);
	}
	uint64_t state = 12345;
	for (int i = 0; i < points; i++) {
		query = i % 2 ? edge_point(&state, arch) : any_point(&state, arch);
		check(tally, &query);
	}
}

static int compare(int points_per_device)
{
	int64_t points = 0, mismatches = 0;
	for (size_t d = 0; d < COUNT(devices); d++) {
		const struct model_arch *arch = model_arch_by_number(devices[d].cc);
		struct tally tally = {.device = &devices[d]};
		if (!arch) {
			fprintf(stderr, "no row for cc %d\n", devices[d].cc);
			return 1;
		}
		check_device(&tally, arch, points_per_device);
		points += tally.points;
		mismatches += tally.mismatches;
	}
	printf("%" PRId64 " points on %zu architectures, %" PRId64 " mismatches\n", points, COUNT(devices),
		mismatches);
	return mismatches ? 1 : 0;
}

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "record") == 0)
		return record(230);
	if ((argc == 2 || argc == 3) && strcmp(argv[1], "compare") == 0)
		return compare(argc == 3 ? atoi(argv[2]) : 100000);
	fprintf(stderr, "usage: occupancy_oracle record | compare [POINTS]\n");
	return 2;
}
