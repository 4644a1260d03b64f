/* Sets of lanes: one 32-bit word per warp of the block, as the hardware masks them. */
#ifndef CUDALINT_SIMT_MASK_H
#define CUDALINT_SIMT_MASK_H

#include <stdbool.h>
#include <stdint.h>

enum { SIMT_WARP = 32, SIMT_MAX_WARPS = 32, SIMT_MAX_LANES = SIMT_WARP * SIMT_MAX_WARPS };

struct simt_mask {
	uint32_t warp[SIMT_MAX_WARPS];
};

/* Lanes that may be active, and the subset that certainly is. */
struct simt_active {
	struct simt_mask may, must;
};

static inline struct simt_mask mask_and(const struct simt_mask *a, const struct simt_mask *b)
{
	struct simt_mask out;
	for (int i = 0; i < SIMT_MAX_WARPS; i++)
		out.warp[i] = a->warp[i] & b->warp[i];
	return out;
}

static inline struct simt_mask mask_or(const struct simt_mask *a, const struct simt_mask *b)
{
	struct simt_mask out;
	for (int i = 0; i < SIMT_MAX_WARPS; i++)
		out.warp[i] = a->warp[i] | b->warp[i];
	return out;
}

/* Lanes of `a` that are not in `b`. */
static inline struct simt_mask mask_minus(const struct simt_mask *a, const struct simt_mask *b)
{
	struct simt_mask out;
	for (int i = 0; i < SIMT_MAX_WARPS; i++)
		out.warp[i] = a->warp[i] & ~b->warp[i];
	return out;
}

static inline bool mask_any(const struct simt_mask *mask)
{
	uint32_t any = 0;
	for (int i = 0; i < SIMT_MAX_WARPS; i++)
		any |= mask->warp[i];
	return any != 0;
}

static inline bool mask_equal(const struct simt_mask *a, const struct simt_mask *b)
{
	uint32_t differ = 0;
	for (int i = 0; i < SIMT_MAX_WARPS; i++)
		differ |= a->warp[i] ^ b->warp[i];
	return differ == 0;
}

static inline bool mask_has(const struct simt_mask *mask, unsigned lane)
{
	return mask->warp[lane / SIMT_WARP] >> (lane % SIMT_WARP) & 1;
}

/* Whether all of the first `lanes` lanes are in it. */
static inline bool mask_covers(const struct simt_mask *mask, unsigned lanes)
{
	unsigned warp = 0;
	for (; (warp + 1) * SIMT_WARP <= lanes; warp++)
		if (mask->warp[warp] != UINT32_MAX)
			return false;
	uint32_t rest = (UINT32_C(1) << lanes % SIMT_WARP) - 1;
	return !rest || (mask->warp[warp] & rest) == rest;
}

static inline void mask_add(struct simt_mask *mask, unsigned lane)
{
	mask->warp[lane / SIMT_WARP] |= 1u << (lane % SIMT_WARP);
}

static inline unsigned mask_count(const struct simt_mask *mask)
{
	unsigned count = 0;
	for (int i = 0; i < SIMT_MAX_WARPS; i++)
		count += (unsigned)__builtin_popcount(mask->warp[i]);
	return count;
}

/* The first lane in it; 0 where it is empty. */
static inline unsigned mask_first(const struct simt_mask *mask)
{
	for (unsigned i = 0; i < SIMT_MAX_WARPS; i++)
		if (mask->warp[i])
			return i * SIMT_WARP + (unsigned)__builtin_ctz(mask->warp[i]);
	return 0;
}

#endif
