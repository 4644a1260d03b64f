/* Pictures: copying, an order, and requests taken apart into sectors and banks. */
#include "analyzer/finding/picture/picture.h"

#include <assert.h>
#include <string.h>

enum { WORD = 4 };

const char *picture_kind_name(enum picture_kind kind)
{
	switch (kind) {
	case PICTURE_SECTORS: return "sectors";
	case PICTURE_BANKS: return "banks";
	case PICTURE_LANES: return "lanes";
	case PICTURE_CONFLICT: return "conflict";
	case PICTURE_BOUNDS: return "bounds";
	}
	return "";
}

/* ---- copying --------------------------------------------------------------------------------- */

static const char *copy_text(struct arena *arena, const char *text)
{
	return text ? arena_strdup(arena, text) : NULL;
}

static void copy_lanes(struct arena *arena, struct picture_lanes *copy, const struct picture_lanes *lanes)
{
	copy->here = copy_text(arena, lanes->here);
	copy->there = copy_text(arena, lanes->there);
	memset(&copy->rows, 0, sizeof copy->rows);
	for (size_t i = 0; i < lanes->rows.count; i++)
		vec_push(arena, &copy->rows, lanes->rows.data[i]);
}

static void copy_side(struct arena *arena, struct picture_side *copy, const struct picture_side *side)
{
	copy->who = copy_text(arena, side->who);
	copy->does = copy_text(arena, side->does);
}

struct picture *picture_copy(struct arena *arena, const struct picture *picture)
{
	if (!picture)
		return NULL;
	struct picture *copy = ARENA_NEW(arena, struct picture);
	*copy = *picture;
	switch (picture->kind) {
	case PICTURE_SECTORS:
	case PICTURE_BANKS: copy->request.object = copy_text(arena, picture->request.object); break;
	case PICTURE_LANES: copy_lanes(arena, &copy->lanes, &picture->lanes); break;
	case PICTURE_CONFLICT:
		copy->conflict.what = copy_text(arena, picture->conflict.what);
		copy_side(arena, &copy->conflict.first, &picture->conflict.first);
		copy_side(arena, &copy->conflict.second, &picture->conflict.second);
		break;
	case PICTURE_BOUNDS:
		copy->bounds.object = copy_text(arena, picture->bounds.object);
		copy->bounds.who = copy_text(arena, picture->bounds.who);
		break;
	}
	return copy;
}

/* ---- order ----------------------------------------------------------------------------------- */

static int compare_number(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int compare_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

static int compare_requests(const struct picture_request *a, const struct picture_request *b)
{
	const uint64_t left[] = {
		a->warp, a->active, a->size, a->count, a->ideal, a->access, a->is_apart, (uint64_t)a->base};
	const uint64_t right[] = {
		b->warp, b->active, b->size, b->count, b->ideal, b->access, b->is_apart, (uint64_t)b->base};
	int order = compare_text(a->object, b->object);
	for (size_t i = 0; !order && i < sizeof left / sizeof left[0]; i++)
		order = compare_number(left[i], right[i]);
	for (unsigned lane = 0; !order && lane < PICTURE_WARP; lane++)
		order = compare_number(a->offset[lane], b->offset[lane]);
	return order;
}

static int compare_rows(const struct picture_row *a, const struct picture_row *b)
{
	const uint64_t left[] = {a->first, a->last, a->here, a->maybe, a->there, a->named};
	const uint64_t right[] = {b->first, b->last, b->here, b->maybe, b->there, b->named};
	int order = 0;
	for (size_t i = 0; !order && i < sizeof left / sizeof left[0]; i++)
		order = compare_number(left[i], right[i]);
	return order;
}

static int compare_lanes(const struct picture_lanes *a, const struct picture_lanes *b)
{
	const uint64_t left[] = {a->threads, a->has_mask, a->has_pair, a->waits, a->absent, a->rows.count};
	const uint64_t right[] = {b->threads, b->has_mask, b->has_pair, b->waits, b->absent, b->rows.count};
	int order = compare_text(a->here, b->here);
	if (!order)
		order = compare_text(a->there, b->there);
	for (size_t i = 0; !order && i < sizeof left / sizeof left[0]; i++)
		order = compare_number(left[i], right[i]);
	for (size_t i = 0; !order && i < a->rows.count; i++)
		order = compare_rows(&a->rows.data[i], &b->rows.data[i]);
	return order;
}

static int compare_sides(const struct picture_side *a, const struct picture_side *b)
{
	int order = compare_text(a->who, b->who);
	if (!order)
		order = compare_text(a->does, b->does);
	return order ? order : compare_number(a->thread, b->thread);
}

static int compare_conflicts(const struct picture_conflict *a, const struct picture_conflict *b)
{
	int order = compare_text(a->what, b->what);
	if (!order)
		order = compare_sides(&a->first, &b->first);
	if (!order)
		order = compare_sides(&a->second, &b->second);
	if (!order)
		order = compare_number(a->is_one_store, b->is_one_store);
	if (!order)
		order = compare_number(a->blocks, b->blocks);
	return order ? order : compare_number(a->in_loop, b->in_loop);
}

static int compare_bounds(const struct picture_bounds *a, const struct picture_bounds *b)
{
	const uint64_t left[] = {a->access, (uint64_t)a->bytes, (uint64_t)a->low, (uint64_t)a->high};
	const uint64_t right[] = {b->access, (uint64_t)b->bytes, (uint64_t)b->low, (uint64_t)b->high};
	int order = compare_text(a->object, b->object);
	if (!order)
		order = compare_text(a->who, b->who);
	for (size_t i = 0; !order && i < sizeof left / sizeof left[0]; i++)
		order = compare_number(left[i], right[i]);
	return order;
}

int picture_compare(const struct picture *a, const struct picture *b)
{
	if (!a || !b)
		return (a != NULL) - (b != NULL);
	int order = compare_number(a->kind, b->kind);
	if (order)
		return order;
	switch (a->kind) {
	case PICTURE_LANES: return compare_lanes(&a->lanes, &b->lanes);
	case PICTURE_CONFLICT: return compare_conflicts(&a->conflict, &b->conflict);
	case PICTURE_BOUNDS: return compare_bounds(&a->bounds, &b->bounds);
	default: return compare_requests(&a->request, &b->request);
	}
}

/* ---- requests -------------------------------------------------------------------------------- */

/* The sector of that index, put in its place when it is new. */
static struct picture_sector *sector_at(
	struct picture_sector sectors[PICTURE_MAX_SECTORS], unsigned *count, uint64_t index)
{
	unsigned at = *count;
	while (at > 0 && sectors[at - 1].index >= index)
		at--;
	if (at < *count && sectors[at].index == index)
		return &sectors[at];
	memmove(sectors + at + 1, sectors + at, (*count - at) * sizeof *sectors);
	(*count)++;
	sectors[at] = (struct picture_sector){.index = index};
	return &sectors[at];
}

unsigned picture_sectors(
	const struct picture_request *request, struct picture_sector sectors[PICTURE_MAX_SECTORS])
{
	unsigned count = 0;
	assert(request->size >= 1 && request->size <= PICTURE_SECTOR_BYTES);
	for (unsigned lane = 0; lane < PICTURE_WARP; lane++) {
		for (unsigned i = 0; request->active >> lane & 1 && i < request->size; i++) {
			uint64_t byte = request->offset[lane] + i;
			struct picture_sector *sector =
				sector_at(sectors, &count, byte / PICTURE_SECTOR_BYTES);
			sector->lanes |= 1u << lane;
			sector->bytes |= 1u << byte % PICTURE_SECTOR_BYTES;
		}
	}
	return count;
}

/* Whether a lane before this one wants the word, too. */
static bool is_wanted_before(const struct picture_request *request, unsigned lane, uint64_t word)
{
	for (unsigned other = 0; other < lane; other++) {
		uint64_t first = request->offset[other] / WORD;
		uint64_t last = (request->offset[other] + request->size - 1) / WORD;
		if (request->active >> other & 1 && first <= word && word <= last)
			return true;
	}
	return false;
}

unsigned picture_banks(const struct picture_request *request, struct picture_bank banks[PICTURE_WARP])
{
	unsigned busiest = 0;
	memset(banks, 0, PICTURE_WARP * sizeof *banks);
	for (unsigned lane = 0; lane < PICTURE_WARP; lane++) {
		uint64_t first = request->offset[lane] / WORD;
		uint64_t last = (request->offset[lane] + request->size - 1) / WORD;
		for (uint64_t word = first; request->active >> lane & 1 && word <= last; word++) {
			struct picture_bank *bank = &banks[word % PICTURE_WARP];
			bank->words +=
				request->access == PICTURE_ATOMIC || !is_wanted_before(request, lane, word);
			bank->lanes |= 1u << lane;
		}
	}
	for (unsigned bank = 1; bank < PICTURE_WARP; bank++)
		busiest = banks[bank].words > banks[busiest].words ? bank : busiest;
	return busiest;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static double smaller(double a, double b)
{
	return a < b ? a : b;
}

static double larger(double a, double b)
{
	return a > b ? a : b;
}

void picture_lay_out(const struct picture_bounds *bounds, unsigned width, unsigned least,
	struct picture_extent *memory, struct picture_extent *touched)
{
	double bytes = (double)bounds->bytes, low = (double)bounds->low, high = (double)bounds->high;
	double from = smaller(0, low), to = larger(bytes, high), unit = (to - from) / width;
	const double edges[] = {0, bytes, low, high};
	unsigned at[4];
	for (size_t i = 0; i < sizeof at / sizeof *at; i++)
		at[i] = (unsigned)larger(0, smaller(width, (edges[i] - from) / unit + 0.5));
	/* what lies beyond an end is to be seen, and so is the memory */
	if (low < 0 && at[0] < least)
		at[0] = least;
	if (high > bytes && at[1] + least > width)
		at[1] = width - least;
	if (at[1] < at[0] + least)
		at[1] = at[0] + least;
	if (at[3] < at[2] + least && at[3] >= least)
		at[2] = at[3] - least;
	else if (at[3] < at[2] + least)
		at[3] = at[2] + least;
	*memory = (struct picture_extent){at[0], at[1]};
	*touched = (struct picture_extent){at[2], at[3]};
}
