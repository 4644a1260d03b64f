/* Elements get an owner when a thread first touches them; a second one makes the array a shared one. */
#include "analyzer/site/site_private.h"

#include <string.h>

#include "analyzer/simt/exec/exec.h"

enum { MAX_BYTES = 65536 };

static struct simt_array *array_of(
	struct arena *arena, struct simt_report *report, const struct simt_access *access)
{
	const struct ir_var *var = access->object->var;
	for (size_t i = 0; i < report->arrays.count; i++)
		if (report->arrays.data[i].var == var)
			return &report->arrays.data[i];
	struct simt_array array = {.var = var, .bytes = access->object->size, .is_private = true};
	if (array.bytes <= 0 || array.bytes > MAX_BYTES)
		array.is_private = false;
	else
		array.owner = ARENA_ARRAY(arena, uint16_t, (size_t)array.bytes);
	vec_push(arena, &report->arrays, array);
	return &report->arrays.data[report->arrays.count - 1];
}

static bool take(struct simt_array *array, int64_t at, unsigned size, unsigned lane)
{
	if (at < 0 || at + size > array->bytes)
		return false;
	for (unsigned k = 0; k < size; k++) {
		uint16_t *owner = &array->owner[at + k];
		if (*owner && *owner != lane + 1)
			return false;
		*owner = (uint16_t)(lane + 1);
	}
	return true;
}

void private_note(
	struct arena *arena, struct simt_report *report, struct simt *simt, const struct simt_access *access)
{
	if (access->space != SIMT_SHARED || !access->object || !access->object->var)
		return;
	struct simt_array *array = array_of(arena, report, access);
	if (!array->is_private)
		return;
	bool known = access->offset && value_is_known(access->offset) && access->kind <= SIMT_STORE &&
		     !access->tile;
	array->loads += access->kind == SIMT_LOAD;
	array->stores += access->kind == SIMT_STORE;
	for (unsigned lane = 0; lane < simt->lanes && array->is_private; lane++)
		if (!known)
			array->is_private = false;
		else if (mask_has(&access->active.may, lane))
			array->is_private = take(array, value_lane(access->offset, lane), access->size, lane);
}

void private_block_done(struct simt_report *report, const struct simt *simt)
{
	for (size_t i = 0; i < simt->globals.count; i++)
		for (size_t k = 0; simt->globals.data[i].object->is_given && k < report->arrays.count; k++)
			if (report->arrays.data[k].var == simt->globals.data[i].var)
				report->arrays.data[k].is_private = false;
}

void private_next_block(struct simt_report *report)
{
	for (size_t i = 0; i < report->arrays.count; i++)
		if (report->arrays.data[i].is_private)
			memset(report->arrays.data[i].owner, 0, (size_t)report->arrays.data[i].bytes * 2);
}
