/* The launches of all traces, sorted by kernel; those of one kernel keep their order. */
#include "analyzer/host/launches.h"

#include <stdlib.h>

struct numbered {
	struct host_launch_use use;
	size_t number;
};

struct host_launch_table {
	struct host_launch_use *uses;
	size_t count;
};

static uintptr_t kernel_of(const struct host_launch_use *use)
{
	return (uintptr_t)use->op->launch->kernel;
}

static int compare(const void *left, const void *right)
{
	const struct numbered *a = left, *b = right;
	uintptr_t x = kernel_of(&a->use), y = kernel_of(&b->use);
	if (x != y)
		return x < y ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

struct host_launch_table *host_launch_table_new(struct arena *arena, const struct host_traces *traces)
{
	struct host_launch_table *table = ARENA_NEW(arena, struct host_launch_table);
	VEC(struct numbered) found = {0};
	for (size_t i = 0; i < traces->count; i++)
		for (size_t k = 0; k < traces->data[i]->ops.count; k++) {
			const struct host_op *op = traces->data[i]->ops.data[k];
			if (op->launch && op->launch->kernel)
				vec_push(
					arena, &found, (struct numbered){{traces->data[i], op}, found.count});
		}
	if (found.count)
		qsort(found.data, found.count, sizeof *found.data, compare);
	table->uses = ARENA_ARRAY(arena, struct host_launch_use, found.count + 1);
	for (; table->count < found.count; table->count++)
		table->uses[table->count] = found.data[table->count].use;
	return table;
}

struct host_launch_table *host_launches_walk(
	struct arena *arena, const struct ir_module *module, const struct ir_query *query)
{
	const struct host_options options = {.cuda_version = 13000};
	struct host_traces traces = host_walk(arena, module, query, &options);
	return host_launch_table_new(arena, &traces);
}

struct host_launch_uses host_launches_of(
	const struct host_launch_table *table, const struct ir_function *kernel)
{
	if (!table)
		return (struct host_launch_uses){0};
	size_t low = 0, high = table->count, end;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (kernel_of(&table->uses[middle]) < (uintptr_t)kernel)
			low = middle + 1;
		else
			high = middle;
	}
	for (end = low; end < table->count && kernel_of(&table->uses[end]) == (uintptr_t)kernel; end++)
		;
	return (struct host_launch_uses){table->uses + low, end - low};
}
