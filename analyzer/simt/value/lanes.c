/* Lane vectors: interned by content, operations remembered. */
#include "analyzer/simt/value/lanes.h"

#include <string.h>

#include "analyzer/simt/exec/exec.h"

struct lane_vector {
	uint64_t hash, bits; /* bits: those that are set in any lane */
	int64_t low, high;
	int64_t lanes[];
};

/* ---- vectors --------------------------------------------------------------------------------- */

int64_t *lanes_scratch(struct simt *simt)
{
	struct lane_table *table = &simt->table;
	if (!table->scratch)
		table->scratch = ARENA_ARRAY(simt->arena, int64_t, SIMT_MAX_LANES);
	return table->scratch;
}

static const struct lane_vector *vector_of(const int64_t *lanes)
{
	return (const void *)((const char *)lanes - offsetof(struct lane_vector, lanes));
}

void lanes_bounds(const int64_t *lanes, int64_t *low, int64_t *high)
{
	*low = vector_of(lanes)->low;
	*high = vector_of(lanes)->high;
}

uint64_t lanes_bits(const int64_t *lanes)
{
	return lanes ? vector_of(lanes)->bits : 0;
}

static struct lane_vector **vector_slot(
	struct lane_vector **vectors, size_t capacity, unsigned count, uint64_t hash, const int64_t *lanes)
{
	for (size_t i = (size_t)(hash >> 20) & (capacity - 1);; i = (i + 1) & (capacity - 1)) {
		struct lane_vector *at = vectors[i];
		if (!at || (at->hash == hash && memcmp(at->lanes, lanes, count * sizeof *lanes) == 0))
			return &vectors[i];
	}
}

static void grow_vectors(struct simt *simt)
{
	struct lane_table *table = &simt->table;
	size_t capacity = table->vector_capacity ? table->vector_capacity * 2 : 256;
	struct lane_vector **vectors = ARENA_ARRAY(simt->arena, struct lane_vector *, capacity);
	for (size_t i = 0; i < table->vector_capacity; i++) {
		struct lane_vector *at = table->vectors[i];
		if (at)
			*vector_slot(vectors, capacity, simt->lanes, at->hash, at->lanes) = at;
	}
	table->vectors = vectors;
	table->vector_capacity = capacity;
}

const int64_t *lanes_intern(struct simt *simt, const int64_t *lanes)
{
	struct lane_table *table = &simt->table;
	unsigned count = simt->lanes;
	uint64_t hash = count, any = 0;
	int64_t low = lanes[0], high = lanes[0];
	for (unsigned i = 0; i < count; i++) {
		hash = (hash ^ (uint64_t)lanes[i]) * 0x9E3779B97F4A7C15u;
		hash ^= hash >> 29;
		any |= (uint64_t)lanes[i];
		low = lanes[i] < low ? lanes[i] : low;
		high = lanes[i] > high ? lanes[i] : high;
	}
	simt->lane_steps += count;
	if (!any)
		return NULL;
	if (table->vector_count * 2 >= table->vector_capacity)
		grow_vectors(simt);
	struct lane_vector **slot = vector_slot(table->vectors, table->vector_capacity, count, hash, lanes);
	if (!*slot) {
		struct lane_vector *made =
			arena_alloc(simt->arena, sizeof *made + count * sizeof *made->lanes);
		made->hash = hash;
		made->bits = any;
		made->low = low;
		made->high = high;
		memcpy(made->lanes, lanes, count * sizeof *lanes);
		*slot = made;
		table->vector_count++;
	}
	return (*slot)->lanes;
}

/* ---- operations ------------------------------------------------------------------------------ */

enum { OP_ADD = 1, OP_OFFSET, OP_SCALE, OP_MULTIPLY };

static size_t hash_op(const struct lane_op *op)
{
	uint64_t hash = (uint64_t)(unsigned)op->op * 0x9E3779B97F4A7C15u;
	hash = (hash ^ (uintptr_t)op->a) * 0xff51afd7ed558ccdu;
	hash = (hash ^ (uintptr_t)op->b) * 0xc4ceb9fe1a85ec53u;
	hash = (hash ^ (uint64_t)op->scalar) * 0x9E3779B97F4A7C15u;
	return (size_t)(hash >> 20);
}

static struct lane_op *op_slot(struct lane_op *ops, size_t capacity, const struct lane_op *key)
{
	for (size_t i = hash_op(key) & (capacity - 1);; i = (i + 1) & (capacity - 1)) {
		struct lane_op *slot = &ops[i];
		if (!slot->op || (slot->op == key->op && slot->a == key->a && slot->b == key->b &&
					 slot->scalar == key->scalar))
			return slot;
	}
}

static void grow_ops(struct simt *simt)
{
	struct lane_table *table = &simt->table;
	size_t capacity = table->op_capacity ? table->op_capacity * 2 : 256;
	struct lane_op *ops = ARENA_ARRAY(simt->arena, struct lane_op, capacity);
	for (size_t i = 0; i < table->op_capacity; i++)
		if (table->ops[i].op)
			*op_slot(ops, capacity, &table->ops[i]) = table->ops[i];
	table->ops = ops;
	table->op_capacity = capacity;
}

/* Arithmetic wraps as the machine's does; it's unsigned so that C lets it. */
static int64_t apply(int op, int64_t a, int64_t b)
{
	uint64_t x = (uint64_t)a, y = (uint64_t)b;
	return (int64_t)(op == OP_ADD || op == OP_OFFSET ? x + y : x * y);
}

static const int64_t *combine(struct simt *simt, int op, const int64_t *a, const int64_t *b, int64_t scalar)
{
	struct lane_table *table = &simt->table;
	struct lane_op key = {.op = op, .a = a, .b = b, .scalar = scalar};
	if (table->op_count * 2 >= table->op_capacity)
		grow_ops(simt);
	struct lane_op *slot = op_slot(table->ops, table->op_capacity, &key);
	if (slot->op)
		return slot->result;
	int64_t *out = lanes_scratch(simt);
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		out[lane] = apply(op, a[lane], b ? b[lane] : scalar);
	*slot = key;
	slot->result = lanes_intern(simt, out);
	table->op_count++;
	return slot->result;
}

/* Sums and products don't care which operand comes first. */
static const int64_t *commute(struct simt *simt, int op, const int64_t *a, const int64_t *b)
{
	return (uintptr_t)a < (uintptr_t)b ? combine(simt, op, a, b, 0) : combine(simt, op, b, a, 0);
}

const int64_t *lanes_add(struct simt *simt, const int64_t *a, const int64_t *b)
{
	return !a ? b : !b ? a : commute(simt, OP_ADD, a, b);
}

const int64_t *lanes_offset(struct simt *simt, const int64_t *lanes, int64_t by)
{
	if (lanes)
		return by ? combine(simt, OP_OFFSET, lanes, NULL, by) : lanes;
	int64_t *out = lanes_scratch(simt);
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		out[lane] = by;
	return lanes_intern(simt, out);
}

const int64_t *lanes_scale(struct simt *simt, const int64_t *lanes, int64_t factor)
{
	if (!lanes || factor == 1)
		return lanes;
	return factor ? combine(simt, OP_SCALE, lanes, NULL, factor) : NULL;
}

const int64_t *lanes_multiply(struct simt *simt, const int64_t *a, const int64_t *b)
{
	return a && b ? commute(simt, OP_MULTIPLY, a, b) : NULL;
}
