/* Tries paddings on the recorded requests of every site of the array. */
#include "analyzer/site/padding.h"

#include "analyzer/structure/array_use.h"

enum { PASS_BYTES = 128 };

enum model_shared_op simt_shared_op(enum simt_access_kind kind)
{
	switch (kind) {
	case SIMT_STORE: return MODEL_SHARED_STORE;
	case SIMT_ATOMIC: return MODEL_SHARED_ATOMIC;
	case SIMT_CAS: return MODEL_SHARED_CAS;
	default: return MODEL_SHARED_LOAD;
	}
}

/* What the site's worst request takes when rows of `pitch` bytes are padded. */
static unsigned padded(const struct simt_site *site, unsigned pitch, unsigned padding)
{
	uint64_t moved[MODEL_LANES] = {0};
	int64_t lowest = 0;
	for (unsigned i = 0; i < MODEL_LANES; i++)
		if (site->worst.active >> i & 1 && (int64_t)site->worst.offset[i] < lowest)
			lowest = (int64_t)site->worst.offset[i];
	/* what is unknown of the offset may leave the rest of it below zero: whole rows up */
	uint64_t up = ((uint64_t)-lowest + pitch - 1) / pitch * pitch;
	for (unsigned i = 0; i < MODEL_LANES; i++)
		if (site->worst.active >> i & 1)
			moved[i] = model_padded_offset(site->worst.offset[i] + up, pitch, padding);
	return model_wavefronts(simt_shared_op(site->kind), moved, site->worst.active, site->size);
}

static bool worsens(
	const struct simt_report *report, const struct ir_var *var, unsigned pitch, unsigned padding)
{
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *other = report->sites.data[i];
		if (other->space != SIMT_SHARED || !other->object || simt_object_var(other->object) != var ||
			!other->worst.active)
			continue;
		if (padding % other->size || padded(other, pitch, padding) > padded(other, pitch, 0))
			return true;
	}
	return false;
}

unsigned simt_padding(const struct simt_report *report, const struct simt_site *site)
{
	const struct ir_var *var = site->object ? simt_object_var(site->object) : NULL;
	const struct ir_type *row = var ? ir_innermost_array(var->type) : NULL;
	if (!row || ir_extents(var->type) < 2 || row->size <= 0 || row->element->size <= 0)
		return 0;
	unsigned pitch = (unsigned)row->size, step = (unsigned)row->element->size;
	/* a cure that costs more than a quarter of the array isn't worth a word */
	unsigned most = pitch / 4 > step ? pitch / 4 : step;
	for (unsigned padding = step; padding <= most && padding < PASS_BYTES + step; padding += step) {
		unsigned taken = padded(site, pitch, padding);
		if (taken == model_ideal_wavefronts(
				     simt_shared_op(site->kind), taken, site->worst.active, site->size) &&
			!worsens(report, var, pitch, padding))
			return padding / step;
	}
	return 0;
}
