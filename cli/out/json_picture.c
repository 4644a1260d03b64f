/* The member "picture" of `cudalint/1`: testdata/schemas/cudalint-1.schema.json says what is in it. */
#include "analyzer/finding/picture/picture.h"
#include "cli/out/json_value.h"

static void set_number(json_t *object, const char *key, uint64_t value)
{
	json_object_set_new(object, key, json_value_integer(value));
}

static void set_mask(json_t *object, const char *key, uint32_t mask)
{
	json_object_set_new(object, key, json_sprintf("0x%08x", (unsigned)mask));
}

static const char *const accesses[] = {"load", "store", "atomic"};

static void set_request(struct arena *arena, json_t *object, const struct picture_request *request)
{
	json_t *offsets = json_array();
	json_value_set_text(arena, object, "object", request->object);
	json_value_set_text(arena, object, "access", accesses[request->access]);
	set_number(object, "warp", request->warp);
	set_number(object, "size", request->size);
	set_mask(object, "active", request->active);
	set_number(object, "count", request->count);
	set_number(object, "ideal", request->ideal);
	if (request->is_apart)
		json_object_set_new(object, "apart", json_true());
	for (unsigned lane = 0; lane < PICTURE_WARP; lane++)
		json_array_append_new(offsets, request->active >> lane & 1
						       ? json_value_integer(request->offset[lane])
						       : json_null());
	json_object_set_new(object, "base", json_integer(request->base));
	json_object_set_new(object, "offsets", offsets);
}

static json_t *row_object(const struct picture_lanes *lanes, const struct picture_row *row)
{
	json_t *object = json_object();
	set_number(object, "first_warp", row->first);
	set_number(object, "last_warp", row->last);
	set_mask(object, "here", row->here);
	if (row->maybe)
		set_mask(object, "maybe", row->maybe);
	set_mask(object, "there", row->there);
	if (lanes->has_mask)
		set_mask(object, "named", row->named);
	return object;
}

static void set_lanes(struct arena *arena, json_t *object, const struct picture_lanes *lanes)
{
	json_t *rows = json_array();
	set_number(object, "threads", lanes->threads);
	json_value_set_text(arena, object, "here", lanes->here);
	json_value_set_text(arena, object, "there", lanes->there);
	if (lanes->has_pair) {
		set_number(object, "waits", lanes->waits);
		set_number(object, "absent", lanes->absent);
	}
	for (size_t i = 0; i < lanes->rows.count; i++)
		json_array_append_new(rows, row_object(lanes, &lanes->rows.data[i]));
	json_object_set_new(object, "rows", rows);
}

static json_t *side_object(struct arena *arena, const struct picture_side *side)
{
	json_t *object = json_object();
	json_value_set_text(arena, object, "who", side->who);
	json_value_set_text(arena, object, "does", side->does);
	set_number(object, "thread", side->thread);
	return object;
}

static void set_conflict(struct arena *arena, json_t *object, const struct picture_conflict *conflict)
{
	json_value_set_text(arena, object, "object", conflict->what);
	json_object_set_new(object, "first", side_object(arena, &conflict->first));
	json_object_set_new(object, "second", side_object(arena, &conflict->second));
	json_object_set_new(object, "one_store", json_boolean(conflict->is_one_store));
	json_object_set_new(object, "blocks", json_boolean(conflict->blocks));
	json_object_set_new(object, "in_loop", json_boolean(conflict->in_loop));
}

static void set_bounds(struct arena *arena, json_t *object, const struct picture_bounds *bounds)
{
	json_value_set_text(arena, object, "object", bounds->object);
	json_value_set_text(arena, object, "who", bounds->who);
	json_value_set_text(arena, object, "access", accesses[bounds->access]);
	json_object_set_new(object, "bytes", json_integer(bounds->bytes));
	json_object_set_new(object, "low", json_integer(bounds->low));
	json_object_set_new(object, "high", json_integer(bounds->high));
}

void json_value_set_picture(struct arena *arena, json_t *object, const struct picture *picture)
{
	if (!picture)
		return;
	json_t *value = json_object();
	json_value_set_text(arena, value, "kind", picture_kind_name(picture->kind));
	json_value_set_text(arena, value, "title", picture_title(arena, picture));
	switch (picture->kind) {
	case PICTURE_SECTORS:
	case PICTURE_BANKS: set_request(arena, value, &picture->request); break;
	case PICTURE_LANES: set_lanes(arena, value, &picture->lanes); break;
	case PICTURE_CONFLICT: set_conflict(arena, value, &picture->conflict); break;
	case PICTURE_BOUNDS: set_bounds(arena, value, &picture->bounds); break;
	}
	json_object_set_new(object, "picture", value);
}
