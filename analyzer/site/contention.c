/* Counts requests whose lanes all go to one address. */
#include "analyzer/site/contention.h"

#include "analyzer/operation/update.h"
#include "analyzer/simt/exec/exec.h"

/* ---- what is served one by one --------------------------------------------------------------- */

/* What it may be, by the operation, its type and its size. */
static enum simt_serial operation(const struct ir_expr *site, unsigned size)
{
	struct ir_update update;
	if (!ir_update_of(site, &update))
		return SIMT_NOT_SERIAL;
	if (update.kind == IR_UPDATE_COMPARE)
		return SIMT_SERIAL_COMPARE;
	if (update.kind == IR_UPDATE_EXCHANGE)
		return SIMT_SERIAL_EXCHANGE;
	if (update.kind != IR_UPDATE_ADD && update.kind != IR_UPDATE_SUB)
		return SIMT_NOT_SERIAL;
	if (update.element->kind != IR_TYPE_INT)
		return SIMT_SERIAL_FLOAT;
	return size == 8 ? SIMT_SERIAL_WIDE : SIMT_SERIAL_RANKS;
}

enum simt_serial simt_serial_of(const struct simt_access *access, uint32_t active)
{
	if (access->kind != SIMT_ATOMIC && access->kind != SIMT_CAS)
		return SIMT_NOT_SERIAL;
	enum simt_serial serial = operation(access->site, access->size);
	if (serial != SIMT_SERIAL_WIDE && serial != SIMT_SERIAL_RANKS)
		return serial;
	bool full = active == UINT32_MAX && !(access->assumptions & SIMT_ASSUMED_LANES);
	bool merged =
		access->uniform_amount || (serial == SIMT_SERIAL_RANKS && (full || !access->result_used));
	return merged ? SIMT_NOT_SERIAL : serial;
}

enum simt_serial simt_site_serial(const struct simt_site *site)
{
	return operation(site->expr, site->size);
}

/* ---- requests -------------------------------------------------------------------------------- */

/* Whether a symbol may be another number in another block. */
static bool is_of_block(const struct simt *simt, uint32_t symbol, unsigned depth);

static bool value_is_of_block(const struct simt *simt, const struct simt_value *value, unsigned depth)
{
	if (!value)
		return false;
	if (value->kind == SIMT_UNKNOWN || depth > 8)
		return true;
	for (uint32_t i = 0; i < value->term_count; i++)
		if (is_of_block(simt, value->terms[i].symbol, depth + 1))
			return true;
	return false;
}

static bool is_of_block(const struct simt *simt, uint32_t number, unsigned depth)
{
	const struct simt_symbol *symbol = simt_symbol(simt, number);
	switch (symbol->kind) {
	case SYMBOL_PARAM:
	case SYMBOL_TURN: return false;
	case SYMBOL_COMPUTED:
		return !symbol->left || value_is_of_block(simt, symbol->left, depth) ||
		       value_is_of_block(simt, symbol->right, depth);
	default: return true;
	}
}

/* One address for all threads of the launch, in this turn of the loops around it. */
static bool is_one_for_grid(const struct simt *simt, const struct simt_access *access)
{
	return access->space == SIMT_GLOBAL && access->object && !simt_object_is_loaded(access->object) &&
	       value_is_uniform(access->offset) && !value_is_of_block(simt, access->offset, 0);
}

/* Whether it is anything but numbers and parameters. */
static bool moves(const struct simt *simt, const struct simt_value *offset)
{
	for (uint32_t i = 0; i < offset->term_count; i++)
		if (simt_symbol(simt, offset->terms[i].symbol)->kind != SYMBOL_PARAM)
			return true;
	return false;
}

void contention_add(struct simt *simt, const struct simt_access *access, const uint64_t offset[SIMT_WARP],
	unsigned warp, double blocks, double passes, struct simt_site *site)
{
	if (access->kind != SIMT_ATOMIC && access->kind != SIMT_CAS)
		return;
	struct simt_counts *counts = &site->pending;
	uint32_t active = access->active.may.warp[warp];
	unsigned lanes = (unsigned)__builtin_popcount(active), first = (unsigned)__builtin_ctz(active);
	if (is_one_for_grid(simt, access)) {
		uint32_t seen = site->met.warp[warp];
		counts->grid_lanes += blocks * __builtin_popcount(active & ~seen);
		site->met_again |= (seen & active) != 0;
		site->met.warp[warp] = seen | active;
		site->met_moves |= moves(simt, access->offset);
	}
	for (unsigned lane = first; lane < SIMT_WARP; lane++)
		if (active >> lane & 1 && offset[lane] != offset[first])
			return;
	if (lanes < 2 || simt_serial_of(access, active) == SIMT_NOT_SERIAL)
		return;
	counts->met_requests += blocks;
	counts->met_lanes += blocks * lanes;
	counts->met_passes += blocks * passes;
}

/* ---- sites ----------------------------------------------------------------------------------- */

enum simt_meeting simt_meeting_of(const struct simt_report *report, const struct simt_site *site)
{
	const struct simt_launch *launch = report->launch;
	double threads = (double)launch->block[0] * (double)launch->block[1] * (double)launch->block[2];
	if (launch->grid_known)
		threads *= (double)launch->grid[0] * (double)launch->grid[1] * (double)launch->grid[2];
	else
		threads *= report->result.boxes;
	/* the rest of a last block that a guard keeps out makes no difference */
	if (threads > SIMT_WARP && site->counts.grid_lanes >= 0.75 * threads)
		return SIMT_GRID_MEETING;
	return 2 * site->counts.met_requests >= site->counts.requests && site->counts.met_requests > 0
		       ? SIMT_WARP_MEETING
		       : SIMT_NO_MEETING;
}

double simt_met_addresses(const struct simt_site *site)
{
	return site->touched_count > 1 ? (double)site->touched_count : 1;
}
