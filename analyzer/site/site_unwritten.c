/* Which bytes of shared variables somebody writes, and who reads them.
 *
 * A value that is added to what was there (`+=`, an atomic) isn't written: it is as unset as what it was
 * added to. Where a write can't be followed to its bytes, or the variable is handed on, all of it counts as
 * written; what only some threads may do counts as a write, but not as a read. */
#include "analyzer/site/site_unwritten.h"

#include <string.h>

#include "analyzer/simt/exec/exec.h"
#include "analyzer/value/rounding.h"

enum { MAX_BYTES = 65536, MAX_READERS = 24, RECENT = 8 };

enum { UNWRITTEN = 0, WRITTEN = 1, ADDED = 2 };

struct reader {
	const struct ir_expr *expr;
	const struct ir_function *function;
};

struct memory {
	const struct ir_var *var; /* of dynamic shared memory the first one: all of them are the same bytes */
	int64_t bytes;            /* 0: nothing is known of single bytes */
	uint8_t *state;           /* of each byte */
	uint8_t *reader;          /* likewise, 1 + its index; 0: none */
	uint16_t *lane;           /* likewise, of the thread that reads it */
	int64_t left;             /* bytes that aren't WRITTEN */
	bool is_handed_on, is_written, is_added_to, is_looked_at;
	struct reader readers[MAX_READERS];
	unsigned reader_count;
};

struct unwritten {
	struct arena *arena;
	struct simt_report *report;
	VEC(struct memory) memories;
	bool all_touched;
	const struct ir_expr *loads[RECENT]; /* the latest ones, in a ring */
	unsigned load_count;
};

struct unwritten *unwritten_new(struct arena *arena, struct simt_report *report)
{
	struct unwritten *unwritten = ARENA_NEW(arena, struct unwritten);
	unwritten->arena = arena;
	unwritten->report = report;
	return unwritten;
}

void unwritten_begin(struct unwritten *unwritten)
{
	unwritten->memories.count = 0;
	unwritten->all_touched = false;
	unwritten->load_count = 0;
}

static bool is_same_memory(const struct ir_var *a, const struct ir_var *b)
{
	return a == b || (a->storage == IR_EXTERN_SHARED && b->storage == IR_EXTERN_SHARED);
}

static struct memory *memory_of(struct unwritten *unwritten, const struct simt_object *object)
{
	const struct ir_var *var = object->var;
	for (size_t i = 0; i < unwritten->memories.count; i++)
		if (is_same_memory(unwritten->memories.data[i].var, var))
			return &unwritten->memories.data[i];
	struct memory memory = {.var = var};
	if (var->storage == IR_SHARED && object->size > 0 && object->size <= MAX_BYTES) {
		memory.bytes = object->size;
		memory.state = ARENA_ARRAY(unwritten->arena, uint8_t, (size_t)memory.bytes);
		memory.reader = ARENA_ARRAY(unwritten->arena, uint8_t, (size_t)memory.bytes);
		memory.lane = ARENA_ARRAY(unwritten->arena, uint16_t, (size_t)memory.bytes);
		memory.left = memory.bytes;
	}
	vec_push(unwritten->arena, &unwritten->memories, memory);
	return &unwritten->memories.data[unwritten->memories.count - 1];
}

/* Whether an atomic may store something that doesn't depend on what was there. */
static bool exchanges(const struct simt_access *access)
{
	enum ir_update_kind update =
		access->site->kind == IR_CALL ? ir_cuda(access->site)->update : IR_UPDATE_NONE;
	return update == IR_UPDATE_NONE || update >= IR_UPDATE_EXCHANGE;
}

/* Whether a store puts back what was there with something added: `x += v`, `x++`, `x = x + v`. */
static bool adds_to_itself(const struct unwritten *unwritten, const struct simt_access *access)
{
	for (unsigned i = 0; i < RECENT && i < unwritten->load_count; i++)
		if (unwritten->loads[i] == access->site)
			return true;
	const struct ir_expr *statement = access->statement;
	return statement && statement->kind == IR_ASSIGN && statement->op == IR_OP_NONE &&
	       statement->operand_count == 2 && access->site == statement->operands[0] &&
	       ir_mentions(statement->operands[1], access->site);
}

/* The number of an expression among the readers, from 1 on; 0: there is no room for more. */
static unsigned reader_of(struct memory *memory, const struct simt_access *access)
{
	for (unsigned i = 0; i < memory->reader_count; i++)
		if (memory->readers[i].expr == access->site)
			return i + 1;
	if (memory->reader_count == MAX_READERS)
		return 0;
	memory->readers[memory->reader_count++] = (struct reader){access->site, access->function};
	return memory->reader_count;
}

static bool lane_bytes(
	const struct memory *memory, const struct simt_access *access, unsigned lane, int64_t *at)
{
	*at = value_lane(access->offset, lane);
	return *at >= 0 && *at + access->size <= memory->bytes;
}

static void note_reads(const struct simt *simt, struct memory *memory, const struct simt_access *access)
{
	bool known = memory->bytes && access->offset && value_is_known(access->offset) && !access->tile;
	memory->is_looked_at |= access->kind == SIMT_LOAD || access->result_used;
	if (memory->bytes && !memory->left)
		return;
	for (unsigned lane = 0; lane < simt->lanes; lane++) {
		int64_t at;
		if (!mask_has(&access->active.must, lane))
			continue;
		if (!known) {
			reader_of(memory, access);
			return;
		}
		if (!lane_bytes(memory, access, lane, &at))
			continue;
		for (unsigned k = 0; k < access->size; k++)
			if (memory->state[at + k] == UNWRITTEN && !memory->reader[at + k]) {
				memory->reader[at + k] = (uint8_t)reader_of(memory, access);
				memory->lane[at + k] = (uint16_t)lane;
			}
	}
}

static void note_writes(
	const struct simt *simt, struct memory *memory, const struct simt_access *access, uint8_t state)
{
	bool known = memory->bytes && access->offset && value_is_known(access->offset) && !access->tile;
	memory->is_written |= state == WRITTEN;
	memory->is_added_to |= state == ADDED;
	if (!known && state == WRITTEN && memory->bytes) {
		memset(memory->state, WRITTEN, (size_t)memory->bytes);
		memory->left = 0;
	}
	for (unsigned lane = 0; known && memory->left && lane < simt->lanes; lane++) {
		int64_t at;
		if (!mask_has(&access->active.may, lane) || !lane_bytes(memory, access, lane, &at))
			continue;
		for (unsigned k = 0; k < access->size; k++) {
			uint8_t *now = &memory->state[at + k];
			memory->left -= state == WRITTEN && *now != WRITTEN;
			if (state == WRITTEN || *now == UNWRITTEN)
				*now = state;
		}
	}
}

void unwritten_access(struct unwritten *unwritten, const struct simt *simt, const struct simt_access *access)
{
	bool is_load = access->kind == SIMT_LOAD;
	bool is_shared = access->space == SIMT_SHARED && access->object && access->object->var;
	if (!is_load && !is_shared &&
		(access->space == SIMT_SHARED || access->space == SIMT_GENERIC || access->remote))
		unwritten->all_touched = true;
	if (is_shared && !unwritten->all_touched) {
		struct memory *memory = memory_of(unwritten, access->object);
		if (is_load || (access->kind != SIMT_STORE && !exchanges(access)))
			note_reads(simt, memory, access);
		if (!is_load) {
			bool adds = access->kind == SIMT_STORE ? adds_to_itself(unwritten, access)
							       : !exchanges(access);
			note_writes(simt, memory, access, adds ? ADDED : WRITTEN);
		}
	}
	if (is_load)
		unwritten->loads[unwritten->load_count++ % RECENT] = access->site;
}

void unwritten_touch(struct unwritten *unwritten, const struct simt_object *object)
{
	if (!object)
		unwritten->all_touched = true;
	else if (object->space == SIMT_SHARED && object->var)
		memory_of(unwritten, object)->is_handed_on = true;
}

void unwritten_event(struct unwritten *unwritten, const struct simt_event *event)
{
	if (event->kind == SIMT_OPAQUE)
		unwritten->all_touched = true;
	if (event->object)
		unwritten_touch(unwritten, event->object);
	if (event->barrier && event->barrier->object)
		unwritten_touch(unwritten, event->barrier->object);
	if (event->async && event->async->op)
		unwritten_touch(unwritten, event->async->to.object);
}

static void find(struct unwritten *unwritten, const struct memory *memory, const struct reader *reader,
	unsigned lane, int64_t byte)
{
	struct simt_report *report = unwritten->report;
	for (size_t i = 0; i < report->unwritten.count; i++)
		if (report->unwritten.data[i].expr == reader->expr)
			return;
	vec_push(unwritten->arena, &report->unwritten,
		((struct simt_unwritten){memory->var, reader->expr, reader->function, lane, byte,
			!memory->is_written, memory->is_added_to}));
}

/* Of each expression the first byte that it reads and nobody writes. */
static void find_bytes(struct unwritten *unwritten, const struct memory *memory)
{
	for (int64_t i = 0; memory->left && i < memory->bytes; i++)
		if (memory->reader[i] && memory->state[i] != WRITTEN)
			find(unwritten, memory, &memory->readers[memory->reader[i] - 1], memory->lane[i], i);
}

static bool is_given(const struct simt *simt, const struct ir_var *var)
{
	for (size_t i = 0; i < simt->globals.count; i++)
		if (simt->globals.data[i].object->is_given && is_same_memory(simt->globals.data[i].var, var))
			return true;
	return false;
}

void unwritten_done(struct unwritten *unwritten, const struct simt *simt, bool kept)
{
	for (size_t i = 0; kept && !unwritten->all_touched && i < unwritten->memories.count; i++) {
		const struct memory *memory = &unwritten->memories.data[i];
		if (memory->is_handed_on || is_given(simt, memory->var) || !memory->is_looked_at)
			continue;
		if (memory->is_written)
			find_bytes(unwritten, memory);
		else if (memory->reader_count)
			find(unwritten, memory, &memory->readers[0], 0, -1);
	}
}
