/* What the hardware and CUDA's own functions do, as far as addresses and masks depend on it:
 * shuffles, votes, atomics, cached loads, integer intrinsics. Barriers are in exec_sync.c, cooperative
 * groups' ranks in exec_group.c. */
#include "analyzer/operation/update.h"
#include "analyzer/simt/exec/exec.h"

#include <stdlib.h>
#include <string.h>

typedef const struct simt_value *handler(struct simt *simt, const struct ir_expr *expr);

static const struct simt_value *unknown(struct simt *simt, const char *why)
{
	return value_unknown(simt, true, why);
}

static const struct simt_value *nothing(struct simt *simt, const struct ir_expr *expr)
{
	exec_operands(simt, expr);
	return value_int(simt, 0);
}

/* Writes nothing that a kernel sees, but the compiler can't know. */
static const struct simt_value *print(struct simt *simt, const struct ir_expr *expr)
{
	exec_operands(simt, expr);
	if (simt->sink->external)
		simt->sink->external(simt->sink->context, &simt->active.may);
	return value_int(simt, 0);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static const struct ir_type *pointee(const struct ir_expr *expr)
{
	const struct ir_type *type = ir_type_value(expr->type);
	return type->element ? type->element : type;
}

/* Shared memory has no unit for floating-point sums, nor for 64 bits but exchange and compare-and-swap. */
static bool is_emulated(const struct ir_expr *expr, const struct ir_type *type)
{
	struct ir_update update;
	bool exchanges = ir_update_of(expr, &update) && update.kind == IR_UPDATE_EXCHANGE;
	return type->kind == IR_TYPE_FLOAT || type->size == 2 || (type->size == 8 && !exchanges);
}

/* An update of memory by the active lanes; `uniform`: all by one amount. */
static void update_memory(struct simt *simt, const struct ir_expr *expr, struct simt_place place,
	enum simt_access_kind kind, const struct ir_type *type, bool uniform)
{
	simt->uniform_amount = uniform;
	simt->in_atomic = true;
	if (kind == SIMT_ATOMIC && place.object && place.object->space == SIMT_SHARED &&
		is_emulated(expr, type)) {
		/* a loop of a load and a compare-and-swap, which data may make longer */
		unsigned before = simt->assumptions;
		simt->assumptions |= SIMT_ASSUMED_LANES;
		exec_access(simt, place, SIMT_LOAD, type->size, expr);
		exec_access(simt, place, SIMT_CAS, type->size, expr);
		simt->assumptions = before;
	} else {
		exec_access(simt, place, kind, type->size, expr);
	}
	simt->in_atomic = false;
}

void exec_object_update(
	struct simt *simt, const struct ir_expr *expr, const struct simt_event *event, bool uniform)
{
	struct ir_update update;
	if (!event->object || event->object->space == SIMT_LOCAL || !ir_update_of(expr, &update))
		return;
	struct simt_place place = {.object = event->object, .offset = event->offset};
	if (!place.offset)
		place.offset = value_unknown(simt, true, "element of an array of atomics that isn't known");
	update_memory(simt, expr, place, update.kind == IR_UPDATE_COMPARE ? SIMT_CAS : SIMT_ATOMIC,
		update.element, uniform);
}

static const struct simt_value *atomic_access(
	struct simt *simt, const struct ir_expr *expr, enum simt_access_kind kind)
{
	const struct simt_value *address = exec_operand(simt, expr, 0);
	bool uniform = true;
	for (size_t i = 1; i < expr->operand_count; i++)
		uniform &= value_is_uniform(exec_expr(simt, expr->operands[i]));
	if (!address)
		return unknown(simt, "atomic");
	struct simt_place place = place_of_pointer(simt, address);
	update_memory(simt, expr, place, kind, pointee(expr->operands[0]), uniform);
	return unknown(simt, "result of an atomic");
}

static const struct simt_value *atomic(struct simt *simt, const struct ir_expr *expr)
{
	return atomic_access(simt, expr, SIMT_ATOMIC);
}

static const struct simt_value *atomic_cas(struct simt *simt, const struct ir_expr *expr)
{
	return atomic_access(simt, expr, SIMT_CAS);
}

static const struct simt_value *cached_load(struct simt *simt, const struct ir_expr *expr)
{
	const struct simt_value *address = exec_operand(simt, expr, 0);
	if (!address)
		return unknown(simt, "load");
	return exec_load(simt, place_of_pointer(simt, address), pointee(expr->operands[0]), expr);
}

static const struct simt_value *cached_store(struct simt *simt, const struct ir_expr *expr)
{
	const struct simt_value *address = exec_operand(simt, expr, 0), *value = exec_operand(simt, expr, 1);
	if (address && value)
		exec_store(simt, place_of_pointer(simt, address), pointee(expr->operands[0]), value, expr);
	return value_int(simt, 0);
}

/* An address of shared memory as a number: its bytes from the start of what it points into. */
static const struct simt_value *shared_address(struct simt *simt, const struct ir_expr *expr)
{
	const struct simt_value *address = exec_operand(simt, expr, 0);
	return address ? address : unknown(simt, "address");
}

/* ---- lane by lane ---------------------------------------------------------------------------- */

typedef int64_t lane_function(int64_t a, int64_t b);

static const struct simt_value *per_lane(
	struct simt *simt, const struct ir_expr *expr, lane_function *function)
{
	const struct simt_value *a = exec_operand(simt, expr, 0), *b = exec_operand(simt, expr, 1);
	if (!a)
		return unknown(simt, "intrinsic");
	bool known = value_is_known(a) && (!b || value_is_known(b));
	if (!known || a->kind != SIMT_INT)
		return value_convert(simt,
			value_unknown(simt, !value_is_uniform(a) || (b && !value_is_uniform(b)),
				a->kind == SIMT_UNKNOWN ? a->why : "intrinsic of an unknown number"),
			expr->type);
	int64_t *lanes = lanes_scratch(simt);
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		lanes[lane] = function(value_lane(a, lane), b ? value_lane(b, lane) : 0);
	return value_convert(simt, value_lanes(simt, lanes), expr->type);
}

static int64_t count_bits(int64_t a, int64_t b)
{
	(void)b;
	int64_t count = 0;
	for (uint64_t bits = (uint64_t)a; bits; bits &= bits - 1)
		count++;
	return count;
}

static int64_t population(int64_t a, int64_t b)
{
	return count_bits((int64_t)(uint32_t)a, b);
}

static int64_t first_set(int64_t a, int64_t b)
{
	(void)b;
	for (int bit = 0; bit < 32; bit++)
		if ((uint32_t)a >> bit & 1)
			return bit + 1;
	return 0;
}

static int64_t leading_zeros(int64_t a, int64_t b)
{
	(void)b;
	for (int bit = 31; bit >= 0; bit--)
		if ((uint32_t)a >> bit & 1)
			return 31 - bit;
	return 32;
}

static int64_t reversed(int64_t a, int64_t b)
{
	(void)b;
	uint32_t out = 0;
	for (int bit = 0; bit < 32; bit++)
		out |= ((uint32_t)a >> bit & 1) << (31 - bit);
	return out;
}

static int64_t multiply_24(int64_t a, int64_t b)
{
	int64_t x = (int64_t)((uint64_t)a << 40) >> 40, y = (int64_t)((uint64_t)b << 40) >> 40;
	return x * y;
}

static int64_t absolute(int64_t a, int64_t b)
{
	(void)b;
	return a < 0 && a != INT64_MIN ? -a : a;
}

static const struct simt_value *exec_popc(struct simt *simt, const struct ir_expr *expr)
{
	const struct simt_value *count = per_lane(simt, expr, population);
	bool is_rank = count->kind == SIMT_UNKNOWN && count->varying && count->why == simt_by_warp_and_lane;
	return is_rank ? value_unknown(simt, true, simt_by_rank) : count;
}

static const struct simt_value *exec_ffs(struct simt *simt, const struct ir_expr *expr)
{
	return per_lane(simt, expr, first_set);
}

static const struct simt_value *exec_clz(struct simt *simt, const struct ir_expr *expr)
{
	return per_lane(simt, expr, leading_zeros);
}

static const struct simt_value *exec_brev(struct simt *simt, const struct ir_expr *expr)
{
	return per_lane(simt, expr, reversed);
}

/* Exact on symbols too: nobody passes 24 bits and means the wrapped product. */
static const struct simt_value *exec_mul24(struct simt *simt, const struct ir_expr *expr)
{
	const struct simt_value *a = exec_operand(simt, expr, 0), *b = exec_operand(simt, expr, 1);
	if (!a || !b)
		return unknown(simt, "intrinsic");
	if (a->kind == SIMT_INT && b->kind == SIMT_INT && (a->term_count || b->term_count))
		return value_multiply(simt, a, b);
	return per_lane(simt, expr, multiply_24);
}

static const struct simt_value *exec_abs(struct simt *simt, const struct ir_expr *expr)
{
	return per_lane(simt, expr, absolute);
}

/* The smaller or larger, chosen lane by lane where the comparison is decided. */
static const struct simt_value *choose(struct simt *simt, const struct ir_expr *expr, enum ir_op op)
{
	if (expr->operand_count < 2)
		return unknown(simt, "min or max");
	const struct simt_value *a = value_convert(simt, exec_expr(simt, expr->operands[0]), expr->type);
	const struct simt_value *b = value_convert(simt, exec_expr(simt, expr->operands[1]), expr->type);
	if (a->kind != SIMT_INT || b->kind != SIMT_INT)
		return value_unknown_of(simt, a, b, "min or max");
	struct simt_truth truth = value_truth(simt, value_binary(simt, op, a, b, expr->type));
	if (simt->stop != SIMT_RUNNING)
		return a;
	struct simt_mask decided = mask_or(&truth.yes, &truth.no),
			 open = mask_minus(&simt->active.may, &decided);
	if (!mask_any(&open))
		return value_select(simt, &truth.yes, a, b);
	return value_convert(simt, value_unknown_of(simt, a, b, "min or max of unknown numbers"), expr->type);
}

static const struct simt_value *exec_min(struct simt *simt, const struct ir_expr *expr)
{
	return choose(simt, expr, IR_OP_LT);
}

static const struct simt_value *exec_max(struct simt *simt, const struct ir_expr *expr)
{
	return choose(simt, expr, IR_OP_GT);
}

/* ---- shuffles and votes ---------------------------------------------------------------------- */

int64_t exec_source_in(enum ir_collective shuffle, unsigned lane, int64_t by, unsigned width)
{
	int64_t in = lane & (width - 1);
	switch (shuffle) {
	case IR_SHUFFLE_UP: return in - by;
	case IR_SHUFFLE_DOWN: return in + by;
	case IR_SHUFFLE_XOR: return in ^ by;
	default: return by & (int64_t)(width - 1);
	}
}

unsigned exec_source_lane(enum ir_collective shuffle, unsigned lane, int64_t by, unsigned width)
{
	unsigned base = lane & ~(width - 1);
	int64_t source = exec_source_in(shuffle, lane, by, width);
	return source < 0 || source >= (int64_t)width ? lane : base + (unsigned)source;
}

const struct simt_value *exec_shuffle(
	struct simt *simt, const struct ir_expr *site, const struct simt_shuffle *given)
{
	const struct simt_value *value = given->value, *by = given->by;
	exec_event(simt, (struct simt_event){.kind = SIMT_COLLECTIVE,
				 .site = site,
				 .name = ir_callee_name(site),
				 .mask = given->mask,
				 .by = by,
				 .width = given->width});
	if (!given->width)
		return unknown(simt, simt_by_warp);
	if (value_is_uniform(value))
		return value;
	if (!value_is_known(value) || value->kind != SIMT_INT || !value_is_known(by))
		return unknown(simt, value_is_told_apart(simt, value) ? simt_by_shuffle : simt_by_warp);
	int64_t *lanes = lanes_scratch(simt);
	for (unsigned lane = 0; lane < simt->lanes; lane++) {
		unsigned warp = lane & ~(unsigned)(SIMT_WARP - 1);
		unsigned source = warp + exec_source_lane(ir_cuda(site)->collective, lane - warp,
						 value_lane(by, lane), (unsigned)given->width);
		lanes[lane] = value_lane(value, source < simt->lanes ? source : lane);
	}
	return value_lanes(simt, lanes);
}

static const struct simt_value *shuffle(struct simt *simt, const struct ir_expr *expr)
{
	bool has_mask = ir_cuda(expr)->mask;
	size_t at = has_mask ? 1 : 0;
	struct simt_shuffle given = {.mask = has_mask ? exec_operand(simt, expr, 0) : NULL};
	given.value = exec_operand(simt, expr, at);
	given.by = exec_operand(simt, expr, at + 1);
	const struct simt_value *width = exec_operand(simt, expr, at + 2);
	given.width = SIMT_WARP;
	bool known = given.value && given.by && (!width || value_constant(width, &given.width)) &&
		     given.width >= 1 && given.width <= SIMT_WARP && !(given.width & (given.width - 1));
	given.width = known ? given.width : 0;
	return exec_shuffle(simt, expr, &given);
}

/* Whether each warp is here with the same lanes, if it is. */
static bool is_whole_or_not(const struct simt *simt)
{
	for (unsigned warp = 1; warp * SIMT_WARP < simt->lanes; warp++)
		if (simt->active.may.warp[warp] != simt->active.may.warp[0])
			return false;
	for (const struct simt_path *path = simt->where.path; path; path = path->up)
		if (!path->condition->uniform)
			return false;
	return true;
}

const struct simt_value *exec_vote(struct simt *simt, const struct ir_expr *site,
	const struct simt_value *mask, const struct simt_truth *truth)
{
	const struct cuda_function *row = ir_cuda(site);
	exec_event(simt,
		(struct simt_event){
			.kind = SIMT_COLLECTIVE, .site = site, .name = ir_callee_name(site), .mask = mask});
	struct simt_mask decided = mask_or(&truth->yes, &truth->no),
			 open = mask_minus(&simt->active.may, &decided);
	if (simt->stop != SIMT_RUNNING || mask_any(&open) ||
		!mask_equal(&simt->active.may, &simt->active.must))
		return value_unknown(simt,
			!truth->uniform &&
				!(value_repeats_by_warp(simt, truth->alike) && is_whole_or_not(simt)),
			simt_by_warp);
	int64_t *lanes = lanes_scratch(simt);
	for (unsigned lane = 0; lane < simt->lanes; lane++) {
		uint32_t active = simt->active.may.warp[lane / SIMT_WARP];
		uint32_t yes = truth->yes.warp[lane / SIMT_WARP] & active;
		lanes[lane] = row->collective == IR_BALLOT ? (int64_t)yes
			      : row->vote == CUDA_VOTE_ANY ? yes != 0
			      : row->vote == CUDA_VOTE_UNI ? yes == active || !yes
							   : yes == active;
	}
	return value_convert(simt, value_lanes(simt, lanes), site->type);
}

static const struct simt_value *vote(struct simt *simt, const struct ir_expr *expr)
{
	bool has_mask = ir_cuda(expr)->mask;
	const struct simt_value *mask = has_mask ? exec_operand(simt, expr, 0) : NULL;
	if (expr->operand_count <= (has_mask ? 1u : 0u))
		return unknown(simt, "vote");
	struct simt_truth truth = exec_condition(simt, expr->operands[has_mask ? 1 : 0]);
	return exec_vote(simt, expr, mask, &truth);
}

static const struct simt_value *active_mask(struct simt *simt, const struct ir_expr *expr)
{
	if (!mask_equal(&simt->active.may, &simt->active.must))
		return unknown(simt, simt_by_warp);
	int64_t *lanes = lanes_scratch(simt);
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		lanes[lane] = simt->active.may.warp[lane / SIMT_WARP];
	return value_convert(simt, value_lanes(simt, lanes), expr->type);
}

/* ---- which is which --------------------------------------------------------------------------- */

static handler *of_math(const struct cuda_function *row)
{
	static handler *const handlers[] = {[CUDA_MATH_MIN] = exec_min,
		[CUDA_MATH_MAX] = exec_max,
		[CUDA_MATH_ABS] = exec_abs,
		[CUDA_MATH_MUL24] = exec_mul24,
		[CUDA_MATH_POPC] = exec_popc,
		[CUDA_MATH_FFS] = exec_ffs,
		[CUDA_MATH_CLZ] = exec_clz,
		[CUDA_MATH_BREV] = exec_brev};
	bool has = row->math < sizeof handlers / sizeof *handlers && !row->wide;
	return has ? handlers[row->math] : NULL;
}

/* NULL: it isn't known here. */
static handler *handler_of(const struct cuda_function *row)
{
	switch (row->op) {
	case CUDA_SLEEP: return nothing;
	case CUDA_PRINT: return print;
	case CUDA_ACTIVE_MASK: return active_mask;
	case CUDA_NO_OP: break;
	default: return NULL;
	}
	if (row->effect && row->dialect == IR_DIALECT_CUDA)
		return row->effect == IR_MEMORY_CAS ? atomic_cas : atomic;
	if (cuda_is_cached_load(row))
		return cached_load;
	if (cuda_is_cached_store(row))
		return cached_store;
	if (row->address == CUDA_ADDRESS_TO_SHARED)
		return shared_address;
	if (cuda_is_shuffle(row))
		return shuffle;
	return row->collective == IR_BALLOT || row->collective == IR_VOTE ? vote : of_math(row);
}

/* Ends the kernel for the lanes that get there. */
static const struct simt_value *trap(struct simt *simt, const struct ir_expr *expr)
{
	exec_event(simt, (struct simt_event){.kind = SIMT_TRAP, .site = expr, .name = ir_callee_name(expr)});
	simt->exited.may = mask_or(&simt->exited.may, &simt->active.may);
	simt->exited.must = mask_or(&simt->exited.must, &simt->active.must);
	bool uniform = true;
	struct simt_mask open = doubt_since(simt, 0, false, &uniform),
			 sure = mask_minus(&simt->active.may, &open);
	if (simt->symbolic)
		memset(&sure, 0, sizeof sure);
	simt->gone = mask_or(&simt->gone, &sure);
	memset(&simt->active, 0, sizeof simt->active);
	return value_int(simt, 0);
}

bool exec_builtin(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result)
{
	const struct cuda_function *row = ir_cuda(expr);
	if (exec_group(simt, expr, result) || exec_cluster(simt, expr, result) ||
		exec_sync(simt, expr, result) || exec_wmma(simt, expr, result) ||
		exec_async(simt, expr, result))
		return true;
	handler *run = row->op == CUDA_TRAP ? trap : handler_of(row);
	if (run)
		*result = run(simt, expr);
	return run != NULL;
}
