/* One of two values: chosen by lane, or not to be told. */
#include "analyzer/simt/exec/exec.h"

#include <string.h>

/* Fills the scratch vector with numbers of `a` in the mask's lanes and of `b` elsewhere. */
static int64_t *pick(struct simt *simt, const struct simt_mask *mask, const int64_t *a, int64_t a_constant,
	const int64_t *b, int64_t b_constant)
{
	int64_t *out = lanes_scratch(simt);
	for (unsigned lane = 0; lane < simt->lanes; lane++) {
		bool first = mask_has(mask, lane);
		const int64_t *from = first ? a : b;
		int64_t constant = first ? a_constant : b_constant;
		out[lane] = (int64_t)((uint64_t)constant + (uint64_t)(from ? from[lane] : 0)); /* may wrap */
	}
	return out;
}

const char simt_either_space[] = "shared or other memory";

static const char *reason(const struct simt_value *a, const struct simt_value *b)
{
	bool parts = a->kind == SIMT_POINTER && b->kind == SIMT_POINTER && a->object && b->object &&
		     a->object->space != b->object->space;
	return parts ? simt_either_space : "one of two values";
}

static const struct simt_term *find_term(const struct simt_value *value, uint32_t symbol)
{
	for (uint32_t i = 0; i < value->term_count; i++)
		if (value->terms[i].symbol == symbol)
			return &value->terms[i];
	return NULL;
}

static bool same_term(const struct simt_term *a, const struct simt_term *b)
{
	return a && b && a->coefficient == b->coefficient && a->lanes == b->lanes;
}

/* Whether each warp is in the mask as a whole or not at all. */
static bool parts_at_warps(const struct simt *simt, const struct simt_mask *mask)
{
	for (unsigned lane = 1; lane < simt->lanes; lane++)
		if (lane % SIMT_WARP && mask_has(mask, lane) != mask_has(mask, lane - 1))
			return false;
	return true;
}

static struct simt_mask lanes_beside(const struct simt *simt, const struct simt_mask *mask)
{
	struct simt_mask out = {0};
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		if (!mask_has(mask, lane))
			mask_add(&out, lane);
	return out;
}

/* Which lanes hold equal numbers of two values that lanes choose from: those that chose the same one, and
 * have equal numbers of that. NULL: nobody knows. */
static const int64_t *select_alike(struct simt *simt, const struct simt_mask *mask,
	const struct simt_value *a, const struct simt_value *b)
{
	const int64_t *left = value_alike(a), *right = value_alike(b);
	if ((!left && !value_is_surely_uniform(simt, a)) || (!right && !value_is_surely_uniform(simt, b)))
		return NULL;
	int64_t *out = lanes_scratch(simt);
	for (unsigned lane = 0; lane < simt->lanes; lane++) {
		bool first = mask_has(mask, lane);
		const int64_t *from = first ? left : right;
		out[lane] = (int64_t)(2 * (uint64_t)(from ? from[lane] : 0) + first);
	}
	return lanes_intern(simt, out);
}

/* One of two values that aren't numbers of one kind: it can't be told, but for who has the same one. */
static const struct simt_value *select_unknown(struct simt *simt, const struct simt_mask *mask,
	const struct simt_value *a, const struct simt_value *b)
{
	const char *why = a->kind == SIMT_UNKNOWN ? a->why : b->kind == SIMT_UNKNOWN ? b->why : reason(a, b);
	bool same = a->kind == b->kind && a->why == b->why;
	struct simt_mask other = lanes_beside(simt, mask);
	if (parts_at_warps(simt, mask) && value_is_warp_wide(simt, mask, a) &&
		value_is_warp_wide(simt, &other, b) && why != simt_either_space)
		return value_unknown_alike(simt, simt_by_warp, select_alike(simt, mask, a, b));
	return value_unknown(simt, true, same ? why : value_why_mixed(why));
}

const struct simt_value *value_select(struct simt *simt, const struct simt_mask *mask,
	const struct simt_value *a, const struct simt_value *b)
{
	if (value_same(a, b) || mask_covers(mask, simt->lanes))
		return a;
	if (!mask_any(mask))
		return b;
	bool linear = (a->kind == SIMT_INT || a->kind == SIMT_POINTER) && a->kind == b->kind &&
		      a->object == b->object;
	if (!linear)
		return select_unknown(simt, mask, a, b);
	struct simt_value *out = ARENA_NEW(simt->arena, struct simt_value);
	*out = (struct simt_value){
		.kind = a->kind, .object = a->object, .constant = a->constant, .lanes = a->lanes};
	if (a->constant != b->constant || a->lanes != b->lanes) {
		const struct simt_value *known =
			value_lanes(simt, pick(simt, mask, a->lanes, a->constant, b->lanes, b->constant));
		out->constant = known->constant;
		out->lanes = known->lanes;
	}
	struct simt_term terms[2 * SIMT_MAX_TERMS];
	uint32_t count = 0;
	for (uint32_t symbol = 0, i = 0, k = 0; i < a->term_count || k < b->term_count;) {
		symbol = i < a->term_count ? a->terms[i].symbol : UINT32_MAX;
		if (k < b->term_count && b->terms[k].symbol < symbol)
			symbol = b->terms[k].symbol;
		const struct simt_term *left = find_term(a, symbol), *right = find_term(b, symbol);
		i += left != NULL;
		k += right != NULL;
		static const struct simt_term none;
		if (same_term(left, right)) {
			terms[count++] = *left;
			continue;
		}
		left = left ? left : &none;
		right = right ? right : &none;
		int64_t *lanes = pick(simt, mask, left->lanes, left->lanes ? 0 : left->coefficient,
			right->lanes, right->lanes ? 0 : right->coefficient);
		struct simt_term term = value_term(symbol, lanes_intern(simt, lanes));
		if (term.lanes || term.coefficient)
			terms[count++] = term;
	}
	if (count > SIMT_MAX_TERMS)
		return value_unknown(simt, true, "too complex");
	if (count) {
		struct simt_term *copy = ARENA_ARRAY(simt->arena, struct simt_term, count);
		memcpy(copy, terms, count * sizeof *copy);
		out->terms = copy;
		out->term_count = count;
	}
	return out;
}

static bool is_linear(const struct simt_value *value)
{
	return value->kind == SIMT_INT || value->kind == SIMT_POINTER;
}

/* A pointer into one of two objects of one space, at the same offset: into an object that stands for the one
 * that it is. */
static const struct simt_value *either_object(
	struct simt *simt, const struct simt_value *a, const struct simt_value *b)
{
	struct simt_value left = *a, right = *b;
	if (!a->object || !b->object || a->object->space != b->object->space ||
		a->object->space == SIMT_LOCAL)
		return value_unknown_of(simt, a, b, reason(a, b));
	left.object = right.object = NULL;
	left.kind = right.kind = SIMT_INT;
	if (!value_same(&left, &right))
		return value_unknown_of(simt, a, b, reason(a, b));
	const char *name = arena_printf(simt->arena, "%s or %s", a->object->name, b->object->name);
	struct simt_object *object = object_new(simt, a->object->space, name, -1);
	object->may_alias = true;
	object->is_loaded = a->object->is_loaded || b->object->is_loaded;
	object->is_per_block = a->object->is_per_block || b->object->is_per_block;
	object->either[0] = a->object;
	object->either[1] = b->object;
	object->align = a->object->align < b->object->align ? a->object->align : b->object->align;
	return value_pointer(simt, object, &left);
}

static bool is_null(const struct simt_value *value)
{
	int64_t number;
	return value->kind == SIMT_INT && value_constant(value, &number) && !number;
}

/* Whether it leads into memory that was passed: that such a pointer isn't null is never taken for granted. */
static bool is_passed(const struct simt_value *value)
{
	return value->kind == SIMT_POINTER && value->object && !value->object->var;
}

/* The one that is followed, of a pointer and null; NULL: it isn't these. */
static const struct simt_value *followed(const struct simt_value *a, const struct simt_value *b)
{
	return is_passed(a) && is_null(b) ? a : is_passed(b) && is_null(a) ? b : NULL;
}

const struct simt_value *value_either(
	struct simt *simt, const struct simt_value *a, const struct simt_value *b)
{
	if (value_same(a, b))
		return a;
	if (followed(a, b))
		return followed(a, b);
	if (a->kind == SIMT_POINTER && b->kind == SIMT_POINTER && a->object != b->object)
		return either_object(simt, a, b);
	if (!is_linear(a) || a->kind != b->kind)
		return value_unknown_of(simt, a, b, reason(a, b));
	const struct simt_value *distance = value_subtract(simt, a, b);
	int64_t low, high;
	if (distance->kind != SIMT_INT || !value_is_uniform(distance))
		return value_unknown(simt, true, reason(a, b));
	/* b plus nothing or the distance */
	value_range(simt, distance, &low, &high);
	uint32_t symbol = symbol_new(simt, SYMBOL_LOADED, "choice", low < 0 ? low : 0, high > 0 ? high : 0);
	simt->symbols.data[symbol].divisor = value_divisor(simt, distance);
	return value_add(simt, b, value_symbol(simt, symbol));
}

const struct simt_value *value_join(struct simt *simt, const struct simt_value *a, const struct simt_value *b)
{
	if (value_same(a, b))
		return a;
	if (followed(a, b))
		return followed(a, b);
	/* which of the two is a lane's own affair */
	const struct simt_value *value = value_unknown_of(simt, a, b, reason(a, b));
	return value->alike ? value_unknown(simt, value->varying, value->why) : value;
}
