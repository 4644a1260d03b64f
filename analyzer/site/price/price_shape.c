/* The same work in a launch of a better shape. */
#include "analyzer/site/price/price_shape.h"

#include <math.h>

enum { GOOD_BLOCK = 256 };

/* Work that fewer warps do: each of their instructions serves more lanes. */
static void scale_instructions(struct model_work *work, double factor)
{
	double *parts[] = {&work->instructions, &work->fp32, &work->integers, &work->fp64, &work->sfu,
		&work->shuffles, &work->barriers, &work->load.requests, &work->store.requests,
		&work->local.requests, &work->shared_requests, &work->constant_instructions,
		&work->constant_uniform, &work->atomic_requests};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		*parts[i] *= factor;
}

/* A part of the work alone. */
static void scale_traffic(struct model_work *work, double factor)
{
	struct model_traffic *traffic[] = {&work->load, &work->store, &work->local};
	for (size_t i = 0; i < sizeof traffic / sizeof *traffic; i++) {
		traffic[i]->sectors *= factor;
		traffic[i]->wavefronts *= factor;
		traffic[i]->lines *= factor;
	}
	double *parts[] = {&work->store_partial, &work->read_bytes, &work->read_fetch_bytes,
		&work->write_bytes, &work->partial_bytes, &work->local_stored, &work->shared_wavefronts,
		&work->shared_atomic_wavefronts, &work->constant_requests, &work->atomic_passes,
		&work->atomic_hottest, &work->atomic_hottest_float, &work->atomic_used, &work->atomic_cas,
		&work->atomic_crowded};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		*parts[i] *= factor;
}

static void scale_chain(struct model_chain *chain, double factor)
{
	double *parts[] = {&chain->alu, &chain->fp64, &chain->sfu, &chain->global, &chain->global_first,
		&chain->local, &chain->shared, &chain->constant, &chain->atomics, &chain->shuffles,
		&chain->barriers, &chain->other};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		*parts[i] *= factor;
}

static void fill_warps(struct model_work *work)
{
	int warps = (work->block_threads + MODEL_LANES - 1) / MODEL_LANES, lanes = warps * MODEL_LANES;
	double factor = (double)work->block_threads / lanes;
	scale_instructions(work, factor);
	work->blocks = (uint64_t)ceil((double)work->blocks * factor);
	work->block_threads = lanes;
}

/* Without shared memory; where there is none, with blocks of a good size. */
static void free_residence(struct model_work *work)
{
	if (work->static_shared + work->dynamic_shared > 0) {
		work->static_shared = work->dynamic_shared = 0;
		return;
	}
	while (work->block_threads * 2 <= GOOD_BLOCK) {
		work->block_threads *= 2;
		work->blocks = (work->blocks + 1) / 2;
	}
}

bool price_reshape(struct model_work *work, enum price_shape shape, const struct model_chip *chip)
{
	struct model_time now = model_kernel_time(chip, work);
	double room = chip->sms.value * now.occupancy.blocks_per_sm, blocks = (double)work->blocks;
	switch (shape) {
	case PRICE_PARTIAL_WARPS: fill_warps(work); return true;
	case PRICE_FEW_RESIDENT: free_residence(work); return true;
	case PRICE_FEW_BLOCKS:
		if (room <= blocks)
			return false;
		work->blocks = (uint64_t)room;
		scale_chain(&work->chain, blocks / room);
		return true;
	case PRICE_TAIL:
		if (room <= 0 || room >= blocks)
			return false;
		work->blocks = (uint64_t)(floor(blocks / room) * room);
		scale_instructions(work, (double)work->blocks / blocks);
		scale_traffic(work, (double)work->blocks / blocks);
		return true;
	}
	return false;
}
