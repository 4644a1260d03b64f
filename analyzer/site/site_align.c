/* Addresses that an instruction can't take. The hardware, and what is copied in pieces of a size, wants
 * multiples of that size; what follows from the source here is that some lane's address is none.
 *
 * Two ways lead there. Where the object's start is known to be aligned, a lane's offset tells by itself, as
 * far as its symbols vanish or are those of a block that there is. Where it isn't, two lanes whose distance
 * is no multiple can't both be right. */
#include "analyzer/site/site_align.h"

#include "analyzer/simt/exec/exec.h"

enum { NO_TERM = SIMT_MAX_TERMS };

static int64_t factor_of(const struct simt_term *term, unsigned lane)
{
	return term->lanes ? term->lanes[lane] : term->coefficient;
}

static uint64_t modulo(int64_t value, unsigned align)
{
	return (uint64_t)value & (align - 1);
}

static bool vanishes(const struct simt_symbol *symbol, int64_t factor, unsigned align)
{
	return (((uint64_t)factor * (uint64_t)symbol->divisor) & (align - 1)) == 0;
}

/* What a lane's offset leaves, divided by `align`, in the first block of the box; in the one behind it along
 * the block index that is term `next`. False: that isn't known. */
static bool remainder_of(const struct simt *simt, const struct simt_value *offset, unsigned lane,
	unsigned align, uint32_t next, uint64_t *rest)
{
	*rest = modulo(value_lane(offset, lane), align);
	for (uint32_t i = 0; i < offset->term_count; i++) {
		const struct simt_symbol *symbol = simt_symbol(simt, offset->terms[i].symbol);
		int64_t factor = factor_of(&offset->terms[i], lane);
		if (vanishes(symbol, factor, align))
			continue;
		bool is_block = symbol->kind == SYMBOL_BLOCK && simt->request->launch->grid_known;
		if (!is_block && symbol->low != symbol->high)
			return false;
		uint64_t at = (uint64_t)symbol->low + (i == next && symbol->high > symbol->low);
		*rest = (*rest + (uint64_t)factor * at) & (align - 1);
	}
	return true;
}

/* Whether a lane's address is off in some block, and by how much. */
static bool is_off(const struct simt *simt, const struct simt_access *access, unsigned lane, uint64_t *rest)
{
	const struct simt_value *offset = access->offset;
	if (!remainder_of(simt, offset, lane, access->size, NO_TERM, rest))
		return false;
	for (uint32_t i = 0; !*rest && i < offset->term_count; i++)
		remainder_of(simt, offset, lane, access->size, i, rest);
	return *rest != 0;
}

struct simt_misfit align_from_start(const struct simt *simt, const struct simt_access *access)
{
	struct simt_misfit out = {0};
	bool all = true;
	for (unsigned lane = 0; lane < simt->lanes && !out.certain; lane++) {
		uint64_t rest;
		if (!mask_has(&access->active.may, lane))
			continue;
		if (!is_off(simt, access, lane, &rest)) {
			all = false;
			continue;
		}
		out.certain = mask_has(&access->active.must, lane);
		if (out.found && !out.certain)
			continue;
		out.found = true;
		out.lane = lane % SIMT_WARP;
		out.rest = (unsigned)rest;
	}
	out.certain |= out.found && all;
	return out;
}

static bool differs(const struct simt *simt, const struct simt_access *access, unsigned first, unsigned lane)
{
	const struct simt_value *offset = access->offset;
	for (uint32_t i = 0; i < offset->term_count; i++) {
		const struct simt_term *term = &offset->terms[i];
		int64_t by = factor_of(term, lane) - factor_of(term, first);
		if (!vanishes(simt_symbol(simt, term->symbol), by, access->size))
			return false;
	}
	return modulo(value_lane(offset, lane) - value_lane(offset, first), access->size) != 0;
}

/* Lanes that all get there, by their distance: whatever the start is. */
static struct simt_misfit by_distance(const struct simt *simt, const struct simt_access *access)
{
	struct simt_misfit out = {0};
	unsigned first = simt->lanes;
	for (unsigned lane = 0; lane < simt->lanes && !out.found; lane++) {
		if (!mask_has(&access->active.must, lane))
			continue;
		first = first < simt->lanes ? first : lane;
		out.found = out.certain = out.by_distance = differs(simt, access, first, lane);
	}
	return out;
}

/* Whether all addresses are multiples at first sight, however far the object's start is from one. */
static bool fits(const struct simt *simt, const struct simt_value *offset, unsigned align)
{
	uint64_t bits = (uint64_t)offset->constant | lanes_bits(offset->lanes);
	for (uint32_t i = 0; i < offset->term_count; i++) {
		const struct simt_term *term = &offset->terms[i];
		uint64_t factor = term->lanes ? lanes_bits(term->lanes) : (uint64_t)term->coefficient;
		uint64_t divisor = (uint64_t)simt_symbol(simt, term->symbol)->divisor;
		bits |= factor & (align - 1) ? factor * divisor : 0;
		if (term->lanes && factor & (align - 1))
			return false;
	}
	return !(bits & (align - 1));
}

static struct simt_misfit misfit_of(const struct simt *simt, const struct simt_access *access)
{
	struct simt_misfit out = {0};
	unsigned align = access->size;
	if (!access->offset || align < 2 || align & (align - 1) || fits(simt, access->offset, align))
		return out;
	const struct simt_object *object = access->object;
	if (object && !object->may_alias && object->align >= (int64_t)align)
		out = align_from_start(simt, access);
	if (out.certain)
		return out;
	struct simt_misfit apart = by_distance(simt, access);
	return apart.found ? apart : out;
}

static void keep(struct simt_misfit *kept, const struct simt_misfit *seen)
{
	if (seen->found && (!kept->found || (seen->certain && !kept->certain)))
		*kept = *seen;
}

void align_note(const struct simt *simt, const struct simt_access *access, struct simt_site *site)
{
	if (site->misfit.certain)
		return;
	struct simt_misfit seen = misfit_of(simt, access);
	keep(&site->misfit, &seen);
}

void align_note_demand(struct arena *arena, struct simt_report *report, const struct simt *simt,
	const struct simt_access *access, const struct ir_expr *call, const struct ir_bulk_copy *copy)
{
	struct simt_demand *demand = NULL;
	for (size_t i = 0; i < report->demands.count && !demand; i++)
		if (report->demands.data[i].expr == access->site &&
			report->demands.data[i].align == access->size)
			demand = &report->demands.data[i];
	if (!demand) {
		vec_push(arena, &report->demands,
			(struct simt_demand){.expr = access->site,
				.call = call,
				.copy = copy,
				.function = access->function,
				.object = access->object,
				.align = access->size});
		demand = &report->demands.data[report->demands.count - 1];
	}
	struct simt_misfit seen = misfit_of(simt, access);
	demand->assumptions |= access->assumptions;
	keep(&demand->misfit, &seen);
}
