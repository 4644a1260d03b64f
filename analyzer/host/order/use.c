/* The uses of objects, sorted by counting: one pass tells how many each object has, a second one fills in. */
#include "analyzer/host/order/use.h"

struct host_use_table {
	struct arena *arena;
	size_t id_count;
	size_t *ends; /* by the object's id: one behind its last use */
	struct host_use *uses;
};

static void put(struct host_use_table *table, const struct host_object *object, struct host_use use)
{
	if (!object || object->id >= table->id_count)
		return;
	size_t at = table->ends[object->id]++;
	if (table->uses)
		table->uses[at] = use;
}

static void put_op(struct host_use_table *table, const struct host_op *op)
{
	bool is_accessed = false;
	for (size_t i = 0; i < op->access_count; i++) {
		put(table, op->accesses[i].object, (struct host_use){op, &op->accesses[i]});
		is_accessed |= op->accesses[i].object == op->object;
	}
	if (op->object && !is_accessed)
		put(table, op->object, (struct host_use){op, NULL});
}

static struct host_use_table *make_table(const struct host_trace *trace)
{
	struct host_use_table *table = ARENA_NEW(trace->arena, struct host_use_table);
	for (size_t i = 0; i < trace->objects.count; i++)
		if (trace->objects.data[i]->id >= table->id_count)
			table->id_count = (size_t)trace->objects.data[i]->id + 1;
	table->ends = ARENA_ARRAY(trace->arena, size_t, table->id_count + 1);
	for (size_t i = 0; i < trace->ops.count; i++)
		put_op(table, trace->ops.data[i]);
	size_t total = 0;
	for (size_t i = 0; i < table->id_count; i++) {
		size_t count = table->ends[i];
		table->ends[i] = total;
		total += count;
	}
	table->uses = ARENA_ARRAY(trace->arena, struct host_use, total + 1);
	for (size_t i = 0; i < trace->ops.count; i++)
		put_op(table, trace->ops.data[i]);
	return table;
}

const struct host_use_table *host_use_table_of(struct host_trace *trace)
{
	if (!trace->uses)
		trace->uses = make_table(trace);
	return trace->uses;
}

struct host_uses host_uses_of(const struct host_use_table *table, const struct host_object *object)
{
	if (!object || object->id >= table->id_count)
		return (struct host_uses){0};
	size_t first = object->id ? table->ends[object->id - 1] : 0;
	return (struct host_uses){table->uses + first, table->ends[object->id] - first};
}
