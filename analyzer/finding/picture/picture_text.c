/* Pictures as text of fixed width. A row of a request's picture is a sector, with a cell for each byte, or
 * what the banks do in a pass; a row of the others is a warp, with a cell for each lane. */
#include "analyzer/finding/picture/picture.h"
#include "analyzer/finding/picture/picture_words.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_ROWS = 8, LABEL = 27, BOUNDS_WIDTH = 48 };

/* What the cells look like. */
struct cells {
	const char *full,
		*other; /* taken; `other` alternates with it, so that neighbours can be told apart */
	const char *maybe, *elsewhere, *empty, *named;
	const char *arrow, *between;
};

static const struct cells charsets[] = {
	[PICTURE_UTF8] = {"\xe2\x96\x88", "\xe2\x96\x93", "\xe2\x96\x92", "\xe2\x97\x8b", "\xc2\xb7",
		"\xe2\x96\x94", "\xe2\x94\x80\xe2\x96\xb6", "\xe2\x94\x8a"},
	[PICTURE_ASCII] = {"#", "=", "?", "o", ".", "^", "->", ":"},
};

struct drawing {
	struct buffer *out;
	struct arena *arena; /* for words */
	const struct cells *cells;
};

static void begin_row(const struct drawing *drawing, const char *left, const char *right)
{
	buffer_printf(drawing->out, "%9s  %-*s", left, LABEL - 11, right);
}

/* Trailing blanks are left out. */
static void end_row(const struct drawing *drawing)
{
	struct buffer *out = drawing->out;
	while (out->size && out->data[out->size - 1] == ' ')
		out->size--;
	buffer_add(out, "\n", 1);
}

static const char *lanes_label(const struct drawing *drawing, uint32_t lanes)
{
	struct buffer text = {0};
	picture_add_lanes(&text, lanes, 2);
	const char *label = arena_printf(drawing->arena, "%s %s",
		picture_lane_count(lanes) == 1 ? "lane" : "lanes", text.data ? text.data : "");
	buffer_free(&text);
	return picture_short(drawing->arena, label, LABEL - 12);
}

/* A scale over 32 cells: "0       8       16      24". */
static void draw_scale(const struct drawing *drawing, const char *what)
{
	begin_row(drawing, "", what);
	for (unsigned at = 0; at < PICTURE_WARP; at += 8)
		buffer_printf(drawing->out, "%-8u", at);
	end_row(drawing);
}

/* ---- sectors --------------------------------------------------------------------------------- */

static unsigned first_lane_at(const struct picture_request *request, uint64_t byte)
{
	unsigned lane = 0;
	for (; lane < PICTURE_WARP; lane++)
		if (request->active >> lane & 1 && byte - request->offset[lane] < request->size)
			break;
	return lane;
}

static void draw_sector(const struct drawing *drawing, const struct picture_request *request,
	const struct picture_sector *sector, uint64_t first)
{
	const char *place = "apart";
	if (!request->is_apart || sector->index == first)
		place = arena_printf(
			drawing->arena, "+%" PRIu64, (sector->index - first) * PICTURE_SECTOR_BYTES);
	begin_row(drawing, place, lanes_label(drawing, sector->lanes));
	for (unsigned i = 0; i < PICTURE_SECTOR_BYTES; i++) {
		unsigned lane = first_lane_at(request, sector->index * PICTURE_SECTOR_BYTES + i);
		buffer_add_text(drawing->out, !(sector->bytes >> i & 1) ? drawing->cells->empty
					      : lane % 2                ? drawing->cells->other
									: drawing->cells->full);
	}
	end_row(drawing);
}

static void draw_sectors(const struct drawing *drawing, const struct picture_request *request)
{
	struct picture_sector sectors[PICTURE_MAX_SECTORS];
	unsigned count = picture_sectors(request, sectors), used = 0;
	unsigned shown = count > MOST_ROWS + 1 ? MOST_ROWS : count;
	draw_scale(drawing, "byte");
	for (unsigned i = 0; i < shown; i++)
		draw_sector(drawing, request, &sectors[i], sectors[0].index);
	for (unsigned i = 0; i < count; i++)
		used += picture_lane_count(sectors[i].bytes);
	if (shown < count)
		buffer_printf(drawing->out, "%9s  %u more sectors\n", "...", count - shown);
	if (request->access != PICTURE_ATOMIC)
		buffer_printf(drawing->out, "%9s  %u of the %u bytes moved are used\n", "", used,
			count * PICTURE_SECTOR_BYTES);
}

/* ---- banks ----------------------------------------------------------------------------------- */

/* Whether all banks are as busy in a pass as in the one before. */
static bool is_same_pass(const struct picture_bank banks[PICTURE_WARP], unsigned pass)
{
	for (unsigned bank = 0; bank < PICTURE_WARP; bank++)
		if ((banks[bank].words >= pass) != (banks[bank].words >= pass - 1))
			return false;
	return true;
}

static void draw_banks(const struct drawing *drawing, const struct picture_request *request)
{
	struct picture_bank banks[PICTURE_WARP];
	unsigned busiest = picture_banks(request, banks), rows = 0;
	draw_scale(drawing, "bank");
	for (unsigned first = 1, last; first <= banks[busiest].words; first = last + 1) {
		for (last = first; last < banks[busiest].words && is_same_pass(banks, last + 1);)
			last++;
		if (rows++ == MOST_ROWS) {
			buffer_printf(
				drawing->out, "%9s  up to %u words of a bank\n", "...", banks[busiest].words);
			break;
		}
		begin_row(drawing, rows == 1 ? "words" : "",
			arena_printf(drawing->arena, first < last ? "%u to %u" : "%u", first, last));
		for (unsigned bank = 0; bank < PICTURE_WARP; bank++)
			buffer_add_text(drawing->out,
				banks[bank].words >= first ? drawing->cells->full : drawing->cells->empty);
		end_row(drawing);
	}
	buffer_printf(drawing->out, "%9s  bank %u: lanes ", "", busiest);
	picture_add_lanes(drawing->out, banks[busiest].lanes, 8);
	end_row(drawing);
}

/* ---- lanes ----------------------------------------------------------------------------------- */

static const char *lane_cell(const struct drawing *drawing, const struct picture_row *row, unsigned lane)
{
	return row->here >> lane & 1    ? drawing->cells->full
	       : row->maybe >> lane & 1 ? drawing->cells->maybe
	       : row->there >> lane & 1 ? drawing->cells->elsewhere
					: drawing->cells->empty;
}

static void draw_row(
	const struct drawing *drawing, const struct picture_lanes *lanes, const struct picture_row *row)
{
	const char *label = row->first == row->last
				    ? arena_printf(drawing->arena, "warp %u", row->first)
				    : arena_printf(drawing->arena, "warps %u-%u", row->first, row->last);
	begin_row(drawing, "", label);
	for (unsigned lane = 0; lane < PICTURE_WARP; lane++) {
		bool exists = row->last * PICTURE_WARP + lane < lanes->threads;
		buffer_add_text(drawing->out, exists ? lane_cell(drawing, row, lane) : " ");
	}
	end_row(drawing);
	if (!lanes->has_mask)
		return;
	begin_row(drawing, "", "mask");
	for (unsigned lane = 0; lane < PICTURE_WARP; lane++)
		buffer_add_text(drawing->out, row->named >> lane & 1 ? drawing->cells->named : " ");
	end_row(drawing);
}

static void draw_key(const struct drawing *drawing, uint32_t lanes, const char *cell, const char *what)
{
	if (lanes && what)
		buffer_printf(
			drawing->out, "%*s%s %s\n", LABEL, "", cell, picture_short(drawing->arena, what, 48));
}

static void draw_lanes(const struct drawing *drawing, const struct picture_lanes *lanes)
{
	uint32_t here = 0, maybe = 0, there = 0, named = 0;
	draw_scale(drawing, "lane");
	for (size_t i = 0; i < lanes->rows.count; i++) {
		const struct picture_row *row = &lanes->rows.data[i];
		if (i < MOST_ROWS)
			draw_row(drawing, lanes, row);
		here |= row->here;
		maybe |= row->maybe;
		there |= row->there;
		named |= row->named;
	}
	if (lanes->rows.count > MOST_ROWS)
		buffer_printf(drawing->out, "%9s  %zu more rows\n", "...", lanes->rows.count - MOST_ROWS);
	draw_key(drawing, here, drawing->cells->full, lanes->here);
	draw_key(drawing, maybe, drawing->cells->maybe, "may get there");
	draw_key(drawing, there, drawing->cells->elsewhere, lanes->there);
	draw_key(drawing, lanes->has_mask ? named : 0, drawing->cells->named, "named by the mask");
}

/* ---- conflicts ------------------------------------------------------------------------------- */

static void draw_side(const struct drawing *drawing, const struct picture_side *side, const char *what)
{
	buffer_printf(drawing->out, "  %-18s  %-7s %s %s\n", picture_short(drawing->arena, side->who, 18),
		side->does, drawing->cells->arrow, picture_short(drawing->arena, what, 40));
}

static void draw_conflict(const struct drawing *drawing, const struct picture_conflict *conflict)
{
	const char *between = conflict->is_one_store ? "the same store"
			      : conflict->blocks     ? "another block"
			      : conflict->in_loop    ? "a later turn of the loop"
						     : "no barrier";
	draw_side(drawing, &conflict->first, conflict->what);
	buffer_printf(drawing->out, "%31s%s  %s\n", "", drawing->cells->between, between);
	draw_side(drawing, &conflict->second, conflict->what);
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static void draw_extent(const struct drawing *drawing, const char *label, struct picture_extent extent,
	struct picture_extent memory)
{
	begin_row(drawing, "", label);
	for (unsigned at = 0; at < extent.end; at++) {
		bool is_inside = at >= memory.begin && at < memory.end;
		buffer_add_text(drawing->out, at < extent.begin ? " "
					      : is_inside       ? drawing->cells->full
								: drawing->cells->elsewhere);
	}
	end_row(drawing);
}

static void draw_bounds(const struct drawing *drawing, const struct picture_bounds *bounds)
{
	struct picture_extent memory, touched;
	picture_lay_out(bounds, BOUNDS_WIDTH, 1, &memory, &touched);
	draw_extent(drawing, "memory", memory, memory);
	draw_extent(drawing, "launch", touched, memory);
	draw_key(drawing, 1, drawing->cells->elsewhere, "outside");
}

void picture_text(struct buffer *out, const struct picture *picture, enum picture_charset charset)
{
	struct drawing drawing = {out, arena_new(), &charsets[charset]};
	buffer_printf(out, "%s\n", picture_title(drawing.arena, picture));
	switch (picture->kind) {
	case PICTURE_SECTORS: draw_sectors(&drawing, &picture->request); break;
	case PICTURE_BANKS: draw_banks(&drawing, &picture->request); break;
	case PICTURE_LANES: draw_lanes(&drawing, &picture->lanes); break;
	case PICTURE_CONFLICT: draw_conflict(&drawing, &picture->conflict); break;
	case PICTURE_BOUNDS: draw_bounds(&drawing, &picture->bounds); break;
	}
	arena_free(drawing.arena);
}
