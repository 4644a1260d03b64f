/* Encoding and decoding of pictures: pairs of functions as in wire.c, whose version counts for them, too. */
#include "analyzer/engine/wire_picture.h"

static void write_request(struct buffer *out, const struct picture_request *request)
{
	bytes_put_text(out, request->object);
	bytes_put_unsigned(out, request->access);
	bytes_put_unsigned(out, request->warp);
	bytes_put_unsigned(out, request->size);
	bytes_put_unsigned(out, request->active);
	bytes_put_bool(out, request->is_apart);
	bytes_put_unsigned(out, request->count);
	bytes_put_unsigned(out, request->ideal);
	bytes_put_signed(out, request->base);
	for (unsigned lane = 0; lane < PICTURE_WARP; lane++)
		if (request->active >> lane & 1)
			bytes_put_unsigned(out, request->offset[lane]);
}

static struct picture_request read_request(struct bytes_reader *reader)
{
	struct picture_request request = {.object = bytes_get_text(reader)};
	request.access = (enum picture_access)bytes_get_unsigned(reader, PICTURE_ATOMIC);
	request.warp = (unsigned)bytes_get_unsigned(reader, PICTURE_MAX_THREADS / PICTURE_WARP - 1);
	request.size = (unsigned)bytes_get_unsigned(reader, PICTURE_SECTOR_BYTES);
	if (request.size == 0)
		bytes_fail(reader);
	request.active = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
	request.is_apart = bytes_get_bool(reader);
	request.count = (unsigned)bytes_get_unsigned(reader, UINT32_MAX);
	request.ideal = (unsigned)bytes_get_unsigned(reader, UINT32_MAX);
	request.base = bytes_get_signed(reader);
	for (unsigned lane = 0; lane < PICTURE_WARP; lane++)
		if (request.active >> lane & 1)
			request.offset[lane] = bytes_get_unsigned(reader, UINT64_MAX);
	return request;
}

static void write_picture_lanes(struct buffer *out, const struct picture_lanes *lanes)
{
	bytes_put_unsigned(out, lanes->threads);
	bytes_put_required(out, lanes->here);
	bytes_put_text(out, lanes->there);
	bytes_put_bool(out, lanes->has_mask);
	bytes_put_bool(out, lanes->has_pair);
	bytes_put_unsigned(out, lanes->waits);
	bytes_put_unsigned(out, lanes->absent);
	bytes_put_unsigned(out, lanes->rows.count);
	for (size_t i = 0; i < lanes->rows.count; i++) {
		const struct picture_row *row = &lanes->rows.data[i];
		bytes_put_unsigned(out, row->first);
		bytes_put_unsigned(out, row->last);
		bytes_put_unsigned(out, row->here);
		bytes_put_unsigned(out, row->maybe);
		bytes_put_unsigned(out, row->there);
		bytes_put_unsigned(out, row->named);
	}
}

static struct picture_lanes read_picture_lanes(struct bytes_reader *reader)
{
	struct picture_lanes lanes = {.threads = (unsigned)bytes_get_unsigned(reader, PICTURE_MAX_THREADS)};
	lanes.here = bytes_get_required(reader);
	lanes.there = bytes_get_text(reader);
	lanes.has_mask = bytes_get_bool(reader);
	lanes.has_pair = bytes_get_bool(reader);
	lanes.waits = (unsigned)bytes_get_unsigned(reader, PICTURE_MAX_THREADS - 1);
	lanes.absent = (unsigned)bytes_get_unsigned(reader, PICTURE_MAX_THREADS - 1);
	size_t count = bytes_get_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct picture_row row;
		row.first = (unsigned)bytes_get_unsigned(reader, PICTURE_MAX_THREADS / PICTURE_WARP - 1);
		row.last = (unsigned)bytes_get_unsigned(reader, PICTURE_MAX_THREADS / PICTURE_WARP - 1);
		row.here = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
		row.maybe = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
		row.there = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
		row.named = (uint32_t)bytes_get_unsigned(reader, UINT32_MAX);
		if (row.last < row.first)
			bytes_fail(reader);
		vec_push(reader->arena, &lanes.rows, row);
	}
	return lanes;
}

static void write_side(struct buffer *out, const struct picture_side *side)
{
	bytes_put_required(out, side->who);
	bytes_put_required(out, side->does);
	bytes_put_unsigned(out, side->thread);
}

static struct picture_side read_side(struct bytes_reader *reader)
{
	struct picture_side side = {.who = bytes_get_required(reader)};
	side.does = bytes_get_required(reader);
	side.thread = (unsigned)bytes_get_unsigned(reader, UINT32_MAX);
	return side;
}

static void write_conflict(struct buffer *out, const struct picture_conflict *conflict)
{
	bytes_put_required(out, conflict->what);
	write_side(out, &conflict->first);
	write_side(out, &conflict->second);
	bytes_put_bool(out, conflict->is_one_store);
	bytes_put_bool(out, conflict->blocks);
	bytes_put_bool(out, conflict->in_loop);
}

static struct picture_conflict read_conflict(struct bytes_reader *reader)
{
	struct picture_conflict conflict = {.what = bytes_get_required(reader)};
	conflict.first = read_side(reader);
	conflict.second = read_side(reader);
	conflict.is_one_store = bytes_get_bool(reader);
	conflict.blocks = bytes_get_bool(reader);
	conflict.in_loop = bytes_get_bool(reader);
	return conflict;
}

static void write_bounds(struct buffer *out, const struct picture_bounds *bounds)
{
	bytes_put_required(out, bounds->object);
	bytes_put_required(out, bounds->who);
	bytes_put_unsigned(out, bounds->access);
	bytes_put_signed(out, bounds->bytes);
	bytes_put_signed(out, bounds->low);
	bytes_put_signed(out, bounds->high);
}

static struct picture_bounds read_bounds(struct bytes_reader *reader)
{
	struct picture_bounds bounds = {.object = bytes_get_required(reader)};
	bounds.who = bytes_get_required(reader);
	bounds.access = (enum picture_access)bytes_get_unsigned(reader, PICTURE_ATOMIC);
	bounds.bytes = bytes_get_signed(reader);
	bounds.low = bytes_get_signed(reader);
	bounds.high = bytes_get_signed(reader);
	if (bounds.bytes < 0 || bounds.low >= bounds.high)
		bytes_fail(reader);
	return bounds;
}

/* The kind plus one; 0 is none. */
void wire_write_picture(struct buffer *out, const struct picture *picture)
{
	bytes_put_unsigned(out, picture ? picture->kind + 1u : 0);
	if (!picture)
		return;
	switch (picture->kind) {
	case PICTURE_SECTORS:
	case PICTURE_BANKS: write_request(out, &picture->request); break;
	case PICTURE_LANES: write_picture_lanes(out, &picture->lanes); break;
	case PICTURE_CONFLICT: write_conflict(out, &picture->conflict); break;
	case PICTURE_BOUNDS: write_bounds(out, &picture->bounds); break;
	}
}

const struct picture *wire_read_picture(struct bytes_reader *reader)
{
	uint64_t kind = bytes_get_unsigned(reader, PICTURE_BOUNDS + 1);
	if (kind == 0)
		return NULL;
	struct picture *picture = ARENA_NEW(reader->arena, struct picture);
	picture->kind = (enum picture_kind)(kind - 1);
	switch (picture->kind) {
	case PICTURE_SECTORS:
	case PICTURE_BANKS: picture->request = read_request(reader); break;
	case PICTURE_LANES: picture->lanes = read_picture_lanes(reader); break;
	case PICTURE_CONFLICT: picture->conflict = read_conflict(reader); break;
	case PICTURE_BOUNDS: picture->bounds = read_bounds(reader); break;
	}
	return picture;
}
