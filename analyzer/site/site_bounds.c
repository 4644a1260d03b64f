/* The extent of what a site touches: what may be (over all that symbols can be), and what certainly is; and
 * whether addresses follow a thread's index in the whole grid. */
#include "analyzer/site/site_bounds.h"

#include "analyzer/simt/exec/exec.h"
#include "analyzer/site/site_guard.h"

static int64_t factor_of(const struct simt_term *term, unsigned lane)
{
	return term->lanes ? term->lanes[lane] : term->coefficient;
}

/* Finds the active lanes that add least and most to an offset; false: none is active. */
static bool note_extent(const struct simt_access *access, struct simt_site *site)
{
	const int64_t *lanes = access->offset->lanes;
	const struct simt_mask *may = &access->active.may;
	if (!mask_any(may))
		return false;
	if (lanes && lanes == site->extent.lanes && mask_equal(may, &site->extent.may))
		return true;
	unsigned least = mask_first(may), most = least;
	for (unsigned warp = 0; lanes && warp < SIMT_MAX_WARPS; warp++)
		for (uint32_t rest = may->warp[warp]; rest; rest &= rest - 1) {
			unsigned lane = warp * SIMT_WARP + (unsigned)__builtin_ctz(rest);
			least = lanes[lane] < lanes[least] ? lane : least;
			most = lanes[lane] > lanes[most] ? lane : most;
		}
	site->extent.lanes = lanes;
	site->extent.may = *may;
	site->extent.least = least;
	site->extent.most = most;
	return true;
}

static void note_bounds(struct simt *simt, const struct simt_access *access, struct simt_site *site)
{
	int64_t shared_low, shared_high;
	struct simt_value symbols = *access->offset;
	symbols.constant = 0;
	symbols.lanes = NULL;
	symbols.kind = SIMT_INT;
	value_range(simt, &symbols, &shared_low, &shared_high);
	if (shared_low < -((int64_t)1 << 40) || shared_high > ((int64_t)1 << 40)) {
		site->bounds_known = false;
		return;
	}
	if (!note_extent(access, site))
		return;
	int64_t low = value_lane(access->offset, site->extent.least) + shared_low;
	int64_t high = value_lane(access->offset, site->extent.most) + shared_high + access->size;
	site->low = low < site->low ? low : site->low;
	site->high = high > site->high ? high : site->high;
}

/* The block in which an offset is highest, or lowest. */
static void end_block(
	const struct simt *simt, const struct simt_value *offset, unsigned lane, bool highest, int64_t out[3])
{
	for (int dim = 0; dim < 3; dim++) {
		out[dim] = simt->box.low[dim];
		for (uint32_t i = 0; i < offset->term_count; i++)
			if (offset->terms[i].symbol == simt->block_symbol[dim] &&
				(factor_of(&offset->terms[i], lane) > 0) == highest)
				out[dim] = simt->box.high[dim];
	}
}

static void note_sure_lane(
	const struct simt *simt, const struct simt_access *access, struct simt_site *site, unsigned lane)
{
	const struct simt_value *offset = access->offset;
	int64_t low = value_lane(offset, lane), high = low;
	for (uint32_t i = 0; i < offset->term_count; i++) {
		const struct simt_symbol *symbol = simt_symbol(simt, offset->terms[i].symbol);
		int64_t factor = factor_of(&offset->terms[i], lane);
		low += factor * (factor > 0 ? symbol->low : symbol->high);
		high += factor * (factor > 0 ? symbol->high : symbol->low);
	}
	high += access->size;
	if (low < site->sure_low) {
		site->sure_low = low;
		site->low_lane = lane;
		end_block(simt, offset, lane, false, site->low_block);
	}
	if (high > site->sure_high) {
		site->sure_high = high;
		site->high_lane = lane;
		end_block(simt, offset, lane, true, site->high_block);
	}
}

/* Bounds that hold whatever isn't known: offsets of blockIdx alone, lanes that certainly get there. */
static void note_sure_bounds(struct simt *simt, const struct simt_access *access, struct simt_site *site)
{
	const struct simt_value *offset = access->offset;
	bool known = !access->in_symbolic_loop && (access->space == SIMT_SHARED || !simt->guesses);
	for (uint32_t i = 0; i < offset->term_count; i++) {
		bool is_block = simt_symbol(simt, offset->terms[i].symbol)->kind == SYMBOL_BLOCK;
		site->any_block |= is_block && !access->blocks;
		known &= is_block && access->blocks;
	}
	bool alike = true; /* what symbols add is the same in all lanes */
	for (uint32_t i = 0; i < offset->term_count; i++)
		alike &= !offset->terms[i].lanes;
	if (!known || !mask_any(&access->active.must))
		return;
	if (alike && mask_equal(&access->active.may, &access->active.must)) {
		note_extent(access, site);
		note_sure_lane(simt, access, site, site->extent.least);
		note_sure_lane(simt, access, site, site->extent.most);
		return;
	}
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		if (mask_has(&access->active.must, lane))
			note_sure_lane(simt, access, site, lane);
}

static void note_touched(const struct simt_access *access, struct simt_site *site)
{
	if (site->touched_count == SIMT_TOUCHED || !mask_any(&access->active.may))
		return;
	int64_t at = value_lane(access->offset, mask_first(&access->active.may));
	for (unsigned i = 0; i < site->touched_count; i++)
		if (site->touched[i] == at)
			return;
	site->touched[site->touched_count++] = at;
}

/* ---- addresses that follow the global index -------------------------------------------------- */

enum { MAX_FACTORS = 8 };

/* The symbols that a symbol is the product of. */
struct factors {
	uint32_t symbol[MAX_FACTORS];
	unsigned count;
};

static void collect_factors(const struct simt *simt, uint32_t symbol, struct factors *out)
{
	const struct simt_symbol *known = simt_symbol(simt, symbol);
	if (known->kind == SYMBOL_COMPUTED && known->op == IR_OP_MUL && known->left->term_count == 1 &&
		known->right->term_count == 1) {
		collect_factors(simt, known->left->terms->symbol, out);
		collect_factors(simt, known->right->terms->symbol, out);
	} else if (out->count < MAX_FACTORS) {
		out->symbol[out->count++] = symbol;
	}
}

/* Takes one factor out; false when it isn't there. */
static bool divide_by(struct factors *product, uint32_t symbol)
{
	for (unsigned i = 0; i < product->count; i++)
		if (product->symbol[i] == symbol) {
			product->symbol[i] = product->symbol[--product->count];
			return true;
		}
	return false;
}

/* Whether `product` is `symbol` times blockIdx. */
static bool is_block_times(const struct simt *simt, uint32_t product, uint32_t block, uint32_t symbol)
{
	struct factors whole = {.count = 0}, part = {.count = 0};
	collect_factors(simt, product, &whole);
	collect_factors(simt, symbol, &part);
	bool same = divide_by(&whole, block) && whole.count == part.count;
	for (unsigned i = 0; same && i < part.count; i++)
		same = divide_by(&whole, part.symbol[i]);
	return same;
}

/* Rows whose length isn't known: from a thread to the next it is so many bytes times that length. */
static int64_t row_step(
	const struct simt *simt, const struct simt_value *offset, int dim, int64_t threads, unsigned next)
{
	for (uint32_t i = 0; i < offset->term_count; i++) {
		const struct simt_term *row = &offset->terms[i];
		int64_t step = row->lanes ? row->lanes[next] - row->lanes[0] : 0;
		for (uint32_t k = 0; step && k < offset->term_count; k++) {
			const struct simt_term *term = &offset->terms[k];
			if (!term->lanes && term->coefficient == threads * step &&
				is_block_times(simt, term->symbol, simt->block_symbol[dim], row->symbol))
				return step;
		}
	}
	return 0;
}

/* Bytes from a thread to the next, where blockIdx moves the address by as much as all threads of a block
 * together do; else 0. Along rows of unknown length: for a length of 1. */
static int64_t global_step(const struct simt *simt, const struct simt_value *offset, int dim)
{
	const int64_t *block = simt->request->launch->block;
	unsigned next = dim == 0 ? 1 : dim == 1 ? (unsigned)block[0] : (unsigned)(block[0] * block[1]);
	for (uint32_t i = 0; i < offset->term_count; i++) {
		const struct simt_term *term = &offset->terms[i];
		if (term->symbol != simt->block_symbol[dim] || term->lanes)
			continue;
		int64_t step = block[dim] == 1 ? term->coefficient
					       : value_lane(offset, next) - value_lane(offset, 0);
		return term->coefficient == block[dim] * step ? step : 0;
	}
	return block[dim] > 1 ? row_step(simt, offset, dim, block[dim], next) : 0;
}

/* The number of elements, `*step` bytes apart, that the active lanes of a block go to, each of them by some
 * lane; 0: there are gaps between them, or symbols move lanes differently. */
static int64_t tile_of(const struct simt_access *access, unsigned lanes, int64_t *step)
{
	const struct simt_value *offset = access->offset;
	const struct simt_mask *must = &access->active.must;
	uint8_t seen[SIMT_MAX_WARPS * SIMT_WARP] = {0};
	int64_t least = INT64_MAX, most = INT64_MIN, count = 0;
	for (unsigned lane = 0; lane < lanes; lane++)
		if (mask_has(must, lane)) {
			int64_t at = value_lane(offset, lane);
			least = at < least ? at : least;
			most = at > most ? at : most;
		}
	*step = access->size;
	if (least >= most || (most - least) % *step || (most - least) / *step >= (int64_t)lanes)
		return 0;
	for (unsigned lane = 0; lane < lanes; lane++) {
		int64_t at = mask_has(must, lane) ? value_lane(offset, lane) - least : 0;
		if (at % *step)
			return 0;
		count += !seen[at / *step];
		seen[at / *step] = 1;
	}
	return count == (most - least) / *step + 1 ? count : 0;
}

/* A tile of elements for each block, one behind the other, whatever threads go to which. */
static void note_tile(struct simt *simt, const struct simt_access *access, struct simt_site *site)
{
	const struct simt_value *offset = access->offset;
	int64_t step, count = 0;
	if (access->assumptions & (SIMT_ASSUMED_TAKEN | SIMT_ASSUMED_TURNS) || !site_is_whole_grid(simt) ||
		!mask_equal(&access->active.must, &access->active.may) || !mask_any(&access->active.must))
		return;
	for (uint32_t i = 0; i < offset->term_count; i++)
		for (int dim = 0; dim < 3; dim++) {
			const struct simt_term *term = &offset->terms[i];
			if (term->symbol != simt->block_symbol[dim] || term->lanes || simt->asked[dim] ||
				site->global_step[dim] || site->tile[dim] ||
				term->coefficient > (int64_t)simt->lanes * access->size)
				continue;
			count = count ? count : tile_of(access, simt->lanes, &step);
			if (count > 1 && term->coefficient == count * step)
				site->tile[dim] = count;
		}
}

static void note_global_index(struct simt *simt, const struct simt_access *access, struct simt_site *site)
{
	if (!site_is_whole_grid(simt) || !mask_covers(&access->active.may, simt->lanes))
		return;
	bool is_sure = !(access->assumptions & (SIMT_ASSUMED_TAKEN | SIMT_ASSUMED_TURNS));
	if (is_sure && !mask_covers(&access->active.must, simt->lanes))
		return;
	bool all = site_is_grid_wide(simt, access);
	for (int dim = 0; dim < 3; dim++)
		if (!site->global_step[dim] && !simt->asked[dim] &&
			(all || site_is_axis_wide(simt, access, dim)))
			site->global_step[dim] = global_step(simt, access->offset, dim);
}

void site_note_bounds(struct simt *simt, const struct simt_access *access, struct simt_site *site)
{
	if (access->space == SIMT_SHARED) {
		note_sure_bounds(simt, access, site);
		if (site->bounds_known)
			note_bounds(simt, access, site);
	} else if (access->space == SIMT_GLOBAL) {
		note_touched(access, site);
		note_global_index(simt, access, site);
		note_tile(simt, access, site);
		site_note_guard(simt, access, site);
		if (access->object && simt_object_bytes(access->object) >= 0)
			note_sure_bounds(simt, access, site);
		if (site->bounds_known)
			note_bounds(simt, access, site);
	} else if (access->space == SIMT_CONSTANT || access->space == SIMT_LOCAL) {
		note_sure_bounds(simt, access, site);
		if (access->space == SIMT_CONSTANT && site->bounds_known)
			note_bounds(simt, access, site);
	}
}
