/* Pictures in words: a title, and what there is to see for who can't see it. */
#include "analyzer/finding/picture/picture_words.h"
#include "analyzer/base/utf8.h"
#include "analyzer/finding/picture/picture.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum { LONGEST_NAME = 28, LONGEST_CALL = 44, LONGEST_WHO = 24 };

static const char *take(struct arena *arena, struct buffer *text)
{
	const char *copy = arena_strndup(arena, text->size ? text->data : "", text->size);
	buffer_free(text);
	return copy;
}

const char *picture_short(struct arena *arena, const char *text, unsigned columns)
{
	size_t size = strlen(text), at = 0, cut = 0;
	for (unsigned column = 0; at < size; column++) {
		if (column == columns - 3)
			cut = at;
		if (column == columns)
			return arena_printf(arena, "%.*s...", (int)cut, text);
		at += utf8_decode(text + at, size - at, NULL);
	}
	return text;
}

void picture_add_lanes(struct buffer *out, uint32_t lanes, unsigned most)
{
	unsigned runs = 0;
	for (unsigned lane = 0; lane < PICTURE_WARP; lane++) {
		if (!(lanes >> lane & 1))
			continue;
		unsigned last = lane;
		while (last + 1 < PICTURE_WARP && lanes >> (last + 1) & 1)
			last++;
		if (runs == most) {
			buffer_add_text(out, ", ...");
			return;
		}
		buffer_printf(out, last > lane ? "%s%u-%u" : "%s%u", runs++ ? ", " : "", lane, last);
		lane = last;
	}
}

unsigned picture_lane_count(uint32_t lanes)
{
	unsigned count = 0;
	for (; lanes; lanes &= lanes - 1)
		count++;
	return count;
}

static const char *plural(unsigned count)
{
	return count == 1 ? "" : "s";
}

/* ---- requests -------------------------------------------------------------------------------- */

static unsigned distinct_addresses(const struct picture_request *request)
{
	unsigned count = 0;
	for (unsigned lane = 0; lane < PICTURE_WARP; lane++) {
		bool is_new = request->active >> lane & 1;
		for (unsigned other = 0; is_new && other < lane; other++)
			is_new = !(request->active >> other & 1 &&
				   request->offset[other] == request->offset[lane]);
		count += is_new;
	}
	return count;
}

static const char *request_title(struct arena *arena, const struct picture *picture)
{
	static const char *const verbs[] = {"loads", "stores", "updates"};
	static const char *const joints[] = {" from", " to", " of"};
	const struct picture_request *request = &picture->request;
	unsigned lanes = picture_lane_count(request->active), places = distinct_addresses(request);
	const char *unit = picture->kind == PICTURE_BANKS ? "wavefront" : "sector";
	struct buffer out = {0};
	buffer_printf(&out, "Warp %u %s %u byte%s per lane", request->warp, verbs[request->access],
		request->size, plural(request->size));
	if (request->object)
		buffer_printf(&out, "%s `%s`", joints[request->access],
			picture_short(arena, request->object, LONGEST_NAME));
	buffer_printf(&out, ": ");
	if (request->access == PICTURE_ATOMIC && places < lanes)
		buffer_printf(&out, "%u lanes, %u address%s", lanes, places, places == 1 ? "" : "es");
	else
		buffer_printf(&out, "%u %s%s", request->count, unit, plural(request->count));
	if (request->ideal < request->count)
		buffer_printf(&out, ", %u would do", request->ideal);
	return take(arena, &out);
}

/* Bytes between neighbouring lanes, where that is the same for all. */
static bool has_stride(const struct picture_request *request, int64_t *stride)
{
	int previous = -1;
	bool found = false;
	for (int lane = 0; lane < PICTURE_WARP; lane++) {
		if (!(request->active >> lane & 1))
			continue;
		if (previous >= 0) {
			int64_t by = (int64_t)(request->offset[lane] - request->offset[previous]);
			if (lane - previous != 1 || (found && by != *stride))
				return false;
			*stride = by;
			found = true;
		}
		previous = lane;
	}
	return found && !request->is_apart;
}

static void describe_sectors(struct buffer *out, const struct picture_request *request)
{
	struct picture_sector sectors[PICTURE_MAX_SECTORS];
	unsigned count = picture_sectors(request, sectors), used = 0;
	for (unsigned i = 0; i < count; i++)
		used += picture_lane_count(sectors[i].bytes);
	buffer_printf(out, "Lanes ");
	picture_add_lanes(out, request->active, 8);
	buffer_printf(out, " touch %u sector%s of %d bytes; %u of the %u bytes moved are used.", count,
		plural(count), PICTURE_SECTOR_BYTES, used, count * PICTURE_SECTOR_BYTES);
}

static void describe_banks(struct buffer *out, const struct picture_request *request)
{
	struct picture_bank banks[PICTURE_WARP];
	unsigned busiest = picture_banks(request, banks), used = 0;
	for (unsigned bank = 0; bank < PICTURE_WARP; bank++)
		used += banks[bank].words > 0;
	buffer_printf(out, "Lanes ");
	picture_add_lanes(out, request->active, 8);
	buffer_printf(out, " use %u of the %d banks. Lanes ", used, PICTURE_WARP);
	picture_add_lanes(out, banks[busiest].lanes, 8);
	if (request->access == PICTURE_ATOMIC)
		buffer_printf(out, " update words of bank %u, one after the other.", busiest);
	else
		buffer_printf(out, " want %u different word%s of bank %u.", banks[busiest].words,
			plural(banks[busiest].words), busiest);
}

static void describe_request(struct buffer *out, const struct picture *picture)
{
	int64_t stride = 0;
	if (picture->kind == PICTURE_BANKS)
		describe_banks(out, &picture->request);
	else
		describe_sectors(out, &picture->request);
	if (has_stride(&picture->request, &stride) && stride)
		buffer_printf(out, " Neighbouring lanes are %" PRId64 " bytes apart.", stride);
	if (picture->request.is_apart)
		buffer_printf(out, " Distances that aren't known are taken to be large.");
}

/* ---- lanes ----------------------------------------------------------------------------------- */

/* Threads of the rows of which `lanes` of them gives some. */
static unsigned count_threads(const struct picture_lanes *lanes, bool there)
{
	unsigned count = 0;
	for (size_t i = 0; i < lanes->rows.count; i++) {
		const struct picture_row *row = &lanes->rows.data[i];
		count += picture_lane_count(there ? row->there : row->here) * (row->last - row->first + 1);
	}
	return count;
}

static const char *lanes_title(struct arena *arena, const struct picture_lanes *lanes)
{
	struct buffer out = {0};
	bool one = lanes->rows.count == 1 && lanes->rows.data[0].first == lanes->rows.data[0].last;
	unsigned here = count_threads(lanes, false), there = count_threads(lanes, true);
	if (one && lanes->threads > PICTURE_WARP)
		buffer_printf(&out, "Warp %u", lanes->rows.data[0].first);
	else
		buffer_printf(&out, "Block of %u", lanes->threads);
	buffer_printf(&out, ": %u %s", here, picture_short(arena, lanes->here, LONGEST_CALL));
	if (there)
		buffer_printf(&out, ", %u %s", there,
			picture_short(arena, lanes->there ? lanes->there : "elsewhere", LONGEST_CALL));
	return take(arena, &out);
}

static void describe_part(struct buffer *out, uint32_t lanes, const char *what, bool *is_first)
{
	if (!lanes || !what)
		return;
	buffer_printf(out, "%s lane%s ", *is_first ? "" : ";", plural(picture_lane_count(lanes)));
	picture_add_lanes(out, lanes, 8);
	buffer_printf(out, " %s", what);
	*is_first = false;
}

static void describe_row(struct buffer *out, const struct picture_lanes *lanes, const struct picture_row *row)
{
	bool is_first = true;
	if (row->first == row->last)
		buffer_printf(out, "Warp %u:", row->first);
	else
		buffer_printf(out, "Warps %u-%u:", row->first, row->last);
	describe_part(out, row->here, lanes->here, &is_first);
	describe_part(out, row->maybe, "may get there", &is_first);
	describe_part(out, row->there, lanes->there, &is_first);
	if (lanes->has_mask)
		describe_part(out, row->named, "named by the mask", &is_first);
	buffer_add_text(out, is_first ? " none of it. " : ". ");
}

static void describe_lanes(struct buffer *out, const struct picture_lanes *lanes)
{
	enum { MOST = 6 };
	for (size_t i = 0; i < lanes->rows.count && i < MOST; i++)
		describe_row(out, lanes, &lanes->rows.data[i]);
	if (lanes->rows.count > MOST)
		buffer_printf(out, "%zu more rows.", lanes->rows.count - MOST);
	while (out->size && out->data[out->size - 1] == ' ')
		out->data[--out->size] = '\0';
}

/* ---- conflicts ------------------------------------------------------------------------------- */

static const char *conflict_title(struct arena *arena, const struct picture_conflict *conflict)
{
	const struct picture_side *first = &conflict->first, *second = &conflict->second;
	const char *what = picture_short(arena, conflict->what, LONGEST_NAME);
	const char *one = picture_short(arena, first->who, LONGEST_WHO);
	const char *other = picture_short(arena, second->who, LONGEST_WHO);
	char *title;
	if (conflict->is_one_store)
		title = arena_printf(arena, "%s and %s write `%s` by one store", one, other, what);
	else
		title = arena_printf(arena, "%s %s `%s`, %s%s %s it, in no certain order", one, first->does,
			what, other, conflict->blocks ? " of another block" : "", second->does);
	title[0] = (char)toupper((unsigned char)title[0]);
	return title;
}

static void describe_conflict(struct buffer *out, const struct picture_conflict *conflict)
{
	if (conflict->is_one_store)
		buffer_printf(out, "Which value stays in `%s` is not known.", conflict->what);
	else
		buffer_printf(out, "Nothing orders the two: %s%s may come first or last.%s",
			conflict->second.who, conflict->blocks ? " of the other block" : "",
			conflict->in_loop ? " It is in a later turn of the loop." : "");
}

/* ---- bounds ---------------------------------------------------------------------------------- */

static const char *bounds_verb(const struct picture_bounds *bounds)
{
	return bounds->access == PICTURE_LOAD    ? "reads"
	       : bounds->access == PICTURE_STORE ? "writes"
						 : "updates";
}

static const char *bounds_title(struct arena *arena, const struct picture_bounds *bounds)
{
	return arena_printf(arena,
		"The launch %s bytes %" PRId64 " to %" PRId64 " of `%s`, which has %" PRId64,
		bounds_verb(bounds), bounds->low, bounds->high - 1,
		picture_short(arena, bounds->object, LONGEST_NAME), bounds->bytes);
}

static void describe_bounds(struct buffer *out, const struct picture_bounds *bounds)
{
	bool is_before = bounds->low<0, is_behind = bounds->high> bounds->bytes;
	if (is_before)
		buffer_printf(out, "%" PRId64 " bytes lie before its start%s", -bounds->low,
			is_behind ? ", " : ".");
	if (is_behind)
		buffer_printf(out, "%" PRId64 " bytes lie behind its end.", bounds->high - bounds->bytes);
	buffer_printf(out, " It is %s that gets there.", bounds->who);
}

/* ---- both ------------------------------------------------------------------------------------ */

const char *picture_title(struct arena *arena, const struct picture *picture)
{
	switch (picture->kind) {
	case PICTURE_LANES: return lanes_title(arena, &picture->lanes);
	case PICTURE_CONFLICT: return conflict_title(arena, &picture->conflict);
	case PICTURE_BOUNDS: return bounds_title(arena, &picture->bounds);
	default: return request_title(arena, picture);
	}
}

const char *picture_description(struct arena *arena, const struct picture *picture)
{
	struct buffer out = {0};
	switch (picture->kind) {
	case PICTURE_LANES: describe_lanes(&out, &picture->lanes); break;
	case PICTURE_CONFLICT: describe_conflict(&out, &picture->conflict); break;
	case PICTURE_BOUNDS: describe_bounds(&out, &picture->bounds); break;
	default: describe_request(&out, picture); break;
	}
	return take(arena, &out);
}
