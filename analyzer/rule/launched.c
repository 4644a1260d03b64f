/* Joins what folding tells of a launch's extents with what the host walk does. */
#include "analyzer/rule/launched.h"

#include <string.h>

#include "analyzer/rule/run_unit.h"
#include "analyzer/structure/launch/config.h"

/* A function that other units call with what is known launches with that, and not with anything. */
static struct host_traces with_called(struct run_unit *run, const struct host_options *options)
{
	if (!run->given || !run->given->uses.count)
		return run->traces;
	struct host_traces called =
		host_walk_called(run->arena, run->module, run->query, options, &run->given->uses);
	VEC(struct host_trace *) all = {0};
	for (size_t i = 0; i < run->traces.count; i++) {
		bool is_called = false;
		for (size_t k = 0; k < called.count; k++)
			is_called |= called.data[k]->root == run->traces.data[i]->root;
		if (!is_called)
			vec_push(run->arena, &all, run->traces.data[i]);
	}
	for (size_t i = 0; i < called.count; i++)
		vec_push(run->arena, &all, called.data[i]);
	return (struct host_traces){all.data, all.count};
}

void unit_walk_host(struct run_unit *run)
{
	const struct host_options options = {
		run->target->per_thread_default_stream, run->target->cuda_version};
	if (run->walked)
		return;
	if (!run->query)
		run->query = ir_query_new(run->arena, run->module);
	run->traces = host_walk(run->arena, run->module, run->query, &options);
	run->called_traces = with_called(run, &options);
	run->walked = host_launch_table_new(run->arena, &run->called_traces);
}

static bool is_whole(const struct ir_dim3 *dims)
{
	return dims->known[0] && dims->known[1] && dims->known[2];
}

static void fill_unknown(struct ir_dim3 *dims, const struct host_sum *const sums[3])
{
	for (int i = 0; i < 3; i++)
		if (!dims->known[i])
			dims->known[i] = sums[i] && host_sum_is_number(sums[i], &dims->value[i]);
}

static void add(struct pass *pass, launched_shapes *shapes, const struct launched_shape *shape)
{
	bool any = false;
	for (int i = 0; i < 3; i++)
		any |= shape->grid.known[i] || shape->block.known[i];
	for (size_t i = 0; i < shapes->count; i++)
		any &= memcmp(&shapes->data[i], shape, sizeof *shape) != 0;
	if (any)
		vec_push(pass->arena, shapes, *shape);
}

launched_shapes pass_launched(struct pass *pass, const struct ir_launch *launch)
{
	launched_shapes shapes = {0};
	struct launched_shape told = {0};
	struct ir_launch_shape written;
	ir_launch_shape(launch, &written);
	if (written.grid && !ir_fold_dim3_called(pass_query(pass), written.grid, &told.grid))
		told.grid = (struct ir_dim3){0};
	if (written.block && !ir_fold_dim3_called(pass_query(pass), written.block, &told.block))
		told.block = (struct ir_dim3){0};
	for (int i = 0; i < 3; i++) { /* so that equal shapes have equal bytes */
		told.grid.value[i] = told.grid.known[i] ? told.grid.value[i] : 0;
		told.block.value[i] = told.block.known[i] ? told.block.value[i] : 0;
	}
	if (launch->kernel && !(is_whole(&told.grid) && is_whole(&told.block))) {
		unit_walk_host(pass->unit);
		struct host_launch_uses uses = host_launches_of(pass->unit->walked, launch->kernel);
		for (size_t i = 0; i < uses.count; i++) {
			const struct host_launch *walked = uses.data[i].op->launch;
			struct launched_shape shape = told;
			if (walked->launch != launch || uses.data[i].trace->is_partial)
				continue;
			fill_unknown(&shape.grid, walked->grid);
			fill_unknown(&shape.block, walked->block);
			add(pass, &shapes, &shape);
		}
	}
	if (!shapes.count)
		add(pass, &shapes, &told);
	return shapes;
}

struct ir_range launched_range(const struct ir_launch *launch, const struct ir_expr *written)
{
	return written ? written->range : launch->range;
}
