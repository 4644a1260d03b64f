/* Atomics: on global memory, passes through L2 and how many of them one sector or its neighbourhood gets; on
 * shared memory, wavefronts.
 *
 * A histogram's addresses come from data. Where the index tells of how many elements data chooses (a byte, a
 * remainder, masked bits), what a request costs on average is counted on a few requests of lanes that choose
 * at random; where it doesn't, the launch has no price. */
#include "analyzer/site/price/price_atomic.h"

#include "analyzer/ir/query.h"
#include "analyzer/operation/update.h"
#include "analyzer/site/retries.h"
#include "analyzer/value/fold.h"
#include "model/access.h"

/* Cycles of the SM that an addition takes by a loop around a compare-and-swap, besides its load and its
 * compare-and-swaps: 6 in all for a warp whose lanes have words of their own (model/measured/costs-h100.tsv,
 * shared_float_256 less the launch). */
enum { SHARED_LOOP = 3 };

/* Where lanes meet, such an addition takes as long as if so many lanes more wanted the word: shared_float_1
 * to _32 and shared_u64_1 to _32. */
enum { LOST_RETRIES = 3 };

/* Bytes whose sectors are served one after the other (model/kernel_time.c). */
enum { NEIGHBOURHOOD = 512 };

enum { MAX_DEPTH = 8, SAMPLES = 16, MOST_ELEMENTS = 1 << 24 };

/* ---- how many elements data chooses from ----------------------------------------------------- */

static int64_t values_of_type(const struct ir_type *type)
{
	type = ir_type_value(type);
	if (type->kind == IR_TYPE_BOOL)
		return 2;
	return type->kind == IR_TYPE_INT && type->size > 0 && type->size <= 2 ? (int64_t)1 << 8 * type->size
									      : 0;
}

static int64_t values_of(const struct ir_expr *expr, int depth);

static int64_t values_of_binary(const struct ir_expr *expr, int depth)
{
	int64_t by, left = values_of(expr->operands[0], depth + 1);
	if (!ir_fold_int(expr->operands[1], &by))
		return 0;
	switch (expr->op) {
	case IR_OP_REM: return by > 0 && (!left || by < left) ? by : left;
	case IR_OP_AND: return by >= 0 && (!left || by < left - 1) ? by + 1 : left;
	case IR_OP_SHR:
	case IR_OP_DIV: {
		int64_t unit = expr->op == IR_OP_DIV ? by : by >= 0 && by < 32 ? (int64_t)1 << by : 0;
		return unit > 0 && left ? (left + unit - 1) / unit : 0;
	}
	case IR_OP_ADD:
	case IR_OP_SUB: return left;
	default: return 0;
	}
}

/* As many values as an expression can have; 0: not known. */
static int64_t values_of(const struct ir_expr *expr, int depth)
{
	int64_t values = 0, most = values_of_type(expr->type), limit;
	if (depth > MAX_DEPTH)
		return most;
	if (expr->kind == IR_CAST && expr->operand_count)
		values = values_of(expr->operands[0], depth + 1);
	else if (expr->kind == IR_BINARY)
		values = values_of_binary(expr, depth);
	else if (expr->kind == IR_VAR && expr->var->storage == IR_LOCAL && !expr->var->is_assigned &&
		 expr->var->init)
		values = values_of(expr->var->init, depth + 1);
	else if (expr->kind == IR_CALL && cuda_is_min(ir_cuda(expr)) && expr->operand_count == 2)
		for (size_t i = 0; i < 2; i++)
			if (ir_fold_int(expr->operands[i], &limit) && limit >= 0)
				values = limit + 1;
	return values && (!most || values < most) ? values : most;
}

/* The index in `&bins[index]` or `bins + index`; NULL: something else. */
static const struct ir_expr *index_of(const struct simt_site *site)
{
	if (site->expr->kind != IR_CALL)
		return NULL;
	const struct ir_expr *address = site->expr->call->object; /* of a libcu++ atomic */
	if (!address && !site->expr->operand_count)
		return NULL;
	address = ir_strip_casts(address ? address : site->expr->operands[0]);
	if (address->kind == IR_UNARY && address->op == IR_OP_ADDRESS)
		address = ir_strip_casts(address->operands[0]);
	bool added = address->kind == IR_BINARY && address->op == IR_OP_ADD;
	return address->kind == IR_INDEX || added ? address->operands[1] : NULL;
}

static int64_t elements_of(const struct simt_site *site)
{
	const struct ir_expr *index = index_of(site);
	int64_t elements = index ? values_of(index, 0) : 0;
	return elements <= MOST_ELEMENTS ? elements : 0;
}

bool price_atomic_known(const struct simt_site *site)
{
	return site->counts.unknown <= 0 || elements_of(site) > 0;
}

/* ---- requests of lanes that choose at random ------------------------------------------------- */

static double passes_of(const uint64_t address[MODEL_LANES], const struct simt_site *site)
{
	struct model_atomic_request request;
	if (site->space == SIMT_SHARED)
		return model_wavefronts(site->kind == SIMT_CAS ? MODEL_SHARED_CAS : MODEL_SHARED_ATOMIC,
			address, UINT32_MAX, site->size);
	model_atomic_request(&request, address, UINT32_MAX, site->size, false);
	return request.passes;
}

/* Elements where nothing tells how many there are. */
enum { ASSUMED_ELEMENTS = 1 << 20 };

/* From how many elements data chooses; where that isn't known, all that the object has, else many. */
static int64_t likely_elements(const struct simt_site *site)
{
	int64_t elements = elements_of(site);
	int64_t bytes = site->object ? simt_object_size(site->object) : -1;
	if (elements > 0)
		return elements;
	return bytes >= (int64_t)site->size ? bytes / (int64_t)site->size : ASSUMED_ELEMENTS;
}

/* Passes of a request on average. */
static double expected_passes(const struct simt_site *site, int64_t elements)
{
	uint64_t address[MODEL_LANES], random = 1;
	double passes = 0;
	for (int sample = 0; sample < SAMPLES; sample++) {
		for (int lane = 0; lane < MODEL_LANES; lane++) {
			random = random * 6364136223846793005u + 1442695040888963407u;
			address[lane] = (random >> 33) % (uint64_t)elements * site->size;
		}
		passes += passes_of(address, site);
	}
	return passes / SAMPLES;
}

/* ---- work ------------------------------------------------------------------------------------ */

static bool adds_floats(const struct simt_site *site)
{
	struct ir_update update;
	return site->kind == SIMT_ATOMIC && ir_update_of(site->expr, &update) &&
	       update.element->kind == IR_TYPE_FLOAT;
}

/* An exchange without a use of what it brings is no shorter instruction; libcu++ always asks for the result.
 */
static bool brings_result(const struct simt_site *site)
{
	struct ir_update update;
	bool asks =
		ir_update_of(site->expr, &update) && (update.is_member || update.kind == IR_UPDATE_EXCHANGE);
	return site->kind == SIMT_ATOMIC && (site->result_used || asks);
}

static double at_least_one(double number)
{
	return number > 1 ? number : 1;
}

double price_atomic_crowd(struct model_work *work, double passes, double extent)
{
	if (extent <= 0)
		extent = 1024.0 * MODEL_SECTOR_BYTES;
	double hottest = passes / at_least_one(extent / MODEL_SECTOR_BYTES);
	work->atomic_hottest += hottest;
	work->atomic_crowded += passes / at_least_one(extent / NEIGHBOURHOOD);
	return hottest;
}

void price_atomic_passes(struct model_work *work, const struct simt_site *site, double passes)
{
	int64_t elements = site->counts.unknown > 0 ? likely_elements(site) : 0;
	double extent = elements > 0         ? (double)elements * site->size
			: site->bounds_known ? (double)(site->high - site->low)
					     : 0;
	bool floats = adds_floats(site);
	work->atomic_passes += passes;
	work->atomic_used += brings_result(site) ? passes : 0;
	work->atomic_cas += site->kind == SIMT_CAS ? passes : 0;
	work->atomic_double += floats && site->size == 8 ? passes : 0;
	double hottest = price_atomic_crowd(work, passes, extent);
	work->atomic_hottest_float += floats ? hottest : 0;
}

void price_atomic_global(struct model_work *work, const struct simt_site *site)
{
	const struct simt_counts *counts = &site->counts;
	int64_t elements = counts->unknown > 0 ? likely_elements(site) : 0;
	double passes = counts->atomic_passes;
	if (elements > 0)
		passes += counts->unknown * expected_passes(site, elements);
	work->atomic_requests += counts->requests;
	price_atomic_passes(work, site, passes);
}

void price_atomic_wavefronts(struct model_work *work, double wavefronts)
{
	work->shared_atomic_wavefronts += wavefronts;
}

/* Counts are over the launch, chains are of a block. */
void price_atomic_retries(struct model_work *work, const struct simt_site *site, double times)
{
	const struct simt_counts *counts = &site->counts;
	double warps = (work->block_threads + SIMT_WARP - 1) / SIMT_WARP;
	double executions = counts->requests / warps, by_data = counts->unknown / warps;
	int64_t words = by_data > 0 ? likely_elements(site) : 0;
	double retries = counts->retries;
	if (words > 0)
		retries += by_data * retries_expected(words, (unsigned)work->block_threads);
	if (!retries_in(site->expr, site->kind, site->space) || executions <= 0)
		return;
	if (retries > executions * 1.05)
		retries += executions * LOST_RETRIES;
	*(site->size == 8 ? &work->chain.retries_wide : &work->chain.retries) +=
		times * retries / (double)work->blocks;
}

void price_atomic_shared(struct model_work *work, const struct simt_site *site, double wavefronts)
{
	if (site->counts.unknown > 0)
		wavefronts += site->counts.unknown * expected_passes(site, likely_elements(site));
	price_atomic_wavefronts(work, wavefronts);
	if (!retries_in(site->expr, site->kind, site->space))
		return;
	work->shared_atomic_wavefronts += SHARED_LOOP * site->counts.requests;
	price_atomic_retries(work, site, 1);
}
