/* Encoding and decoding of pictures: pairs of functions as in wire.c, whose version counts for them, too. */
#include "analyzer/finding/wire_io.h"

static void write_request(struct buffer *out, const struct picture_request *request)
{
	write_text(out, request->object);
	write_unsigned(out, request->access);
	write_unsigned(out, request->warp);
	write_unsigned(out, request->size);
	write_unsigned(out, request->active);
	write_bool(out, request->is_apart);
	write_unsigned(out, request->count);
	write_unsigned(out, request->ideal);
	write_signed(out, request->base);
	for (unsigned lane = 0; lane < PICTURE_WARP; lane++)
		if (request->active >> lane & 1)
			write_unsigned(out, request->offset[lane]);
}

static struct picture_request read_request(struct reader *reader)
{
	struct picture_request request = {.object = read_text(reader)};
	request.access = (enum picture_access)read_unsigned(reader, PICTURE_ATOMIC);
	request.warp = (unsigned)read_unsigned(reader, PICTURE_MAX_THREADS / PICTURE_WARP - 1);
	request.size = (unsigned)read_unsigned(reader, PICTURE_SECTOR_BYTES);
	if (request.size == 0)
		fail(reader);
	request.active = (uint32_t)read_unsigned(reader, UINT32_MAX);
	request.is_apart = read_bool(reader);
	request.count = (unsigned)read_unsigned(reader, UINT32_MAX);
	request.ideal = (unsigned)read_unsigned(reader, UINT32_MAX);
	request.base = read_signed(reader);
	for (unsigned lane = 0; lane < PICTURE_WARP; lane++)
		if (request.active >> lane & 1)
			request.offset[lane] = read_unsigned(reader, UINT64_MAX);
	return request;
}

static void write_picture_lanes(struct buffer *out, const struct picture_lanes *lanes)
{
	write_unsigned(out, lanes->threads);
	write_required(out, lanes->here);
	write_text(out, lanes->there);
	write_bool(out, lanes->has_mask);
	write_bool(out, lanes->has_pair);
	write_unsigned(out, lanes->waits);
	write_unsigned(out, lanes->absent);
	write_unsigned(out, lanes->rows.count);
	for (size_t i = 0; i < lanes->rows.count; i++) {
		const struct picture_row *row = &lanes->rows.data[i];
		write_unsigned(out, row->first);
		write_unsigned(out, row->last);
		write_unsigned(out, row->here);
		write_unsigned(out, row->maybe);
		write_unsigned(out, row->there);
		write_unsigned(out, row->named);
	}
}

static struct picture_lanes read_picture_lanes(struct reader *reader)
{
	struct picture_lanes lanes = {.threads = (unsigned)read_unsigned(reader, PICTURE_MAX_THREADS)};
	lanes.here = read_required(reader);
	lanes.there = read_text(reader);
	lanes.has_mask = read_bool(reader);
	lanes.has_pair = read_bool(reader);
	lanes.waits = (unsigned)read_unsigned(reader, PICTURE_MAX_THREADS - 1);
	lanes.absent = (unsigned)read_unsigned(reader, PICTURE_MAX_THREADS - 1);
	size_t count = read_count(reader);
	for (size_t i = 0; i < count && !reader->failed; i++) {
		struct picture_row row;
		row.first = (unsigned)read_unsigned(reader, PICTURE_MAX_THREADS / PICTURE_WARP - 1);
		row.last = (unsigned)read_unsigned(reader, PICTURE_MAX_THREADS / PICTURE_WARP - 1);
		row.here = (uint32_t)read_unsigned(reader, UINT32_MAX);
		row.maybe = (uint32_t)read_unsigned(reader, UINT32_MAX);
		row.there = (uint32_t)read_unsigned(reader, UINT32_MAX);
		row.named = (uint32_t)read_unsigned(reader, UINT32_MAX);
		if (row.last < row.first)
			fail(reader);
		vec_push(reader->arena, &lanes.rows, row);
	}
	return lanes;
}

static void write_side(struct buffer *out, const struct picture_side *side)
{
	write_required(out, side->who);
	write_required(out, side->does);
	write_unsigned(out, side->thread);
}

static struct picture_side read_side(struct reader *reader)
{
	struct picture_side side = {.who = read_required(reader)};
	side.does = read_required(reader);
	side.thread = (unsigned)read_unsigned(reader, UINT32_MAX);
	return side;
}

static void write_conflict(struct buffer *out, const struct picture_conflict *conflict)
{
	write_required(out, conflict->what);
	write_side(out, &conflict->first);
	write_side(out, &conflict->second);
	write_bool(out, conflict->is_one_store);
	write_bool(out, conflict->blocks);
	write_bool(out, conflict->in_loop);
}

static struct picture_conflict read_conflict(struct reader *reader)
{
	struct picture_conflict conflict = {.what = read_required(reader)};
	conflict.first = read_side(reader);
	conflict.second = read_side(reader);
	conflict.is_one_store = read_bool(reader);
	conflict.blocks = read_bool(reader);
	conflict.in_loop = read_bool(reader);
	return conflict;
}

/* The kind plus one; 0 is none. */
void wire_write_picture(struct buffer *out, const struct picture *picture)
{
	write_unsigned(out, picture ? picture->kind + 1u : 0);
	if (!picture)
		return;
	switch (picture->kind) {
	case PICTURE_SECTORS:
	case PICTURE_BANKS: write_request(out, &picture->request); break;
	case PICTURE_LANES: write_picture_lanes(out, &picture->lanes); break;
	case PICTURE_CONFLICT: write_conflict(out, &picture->conflict); break;
	}
}

const struct picture *wire_read_picture(struct reader *reader)
{
	uint64_t kind = read_unsigned(reader, PICTURE_CONFLICT + 1);
	if (kind == 0)
		return NULL;
	struct picture *picture = ARENA_NEW(reader->arena, struct picture);
	picture->kind = (enum picture_kind)(kind - 1);
	switch (picture->kind) {
	case PICTURE_SECTORS:
	case PICTURE_BANKS: picture->request = read_request(reader); break;
	case PICTURE_LANES: picture->lanes = read_picture_lanes(reader); break;
	case PICTURE_CONFLICT: picture->conflict = read_conflict(reader); break;
	}
	return picture;
}
