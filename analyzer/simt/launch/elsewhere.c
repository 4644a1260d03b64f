/* Launches as facts, and facts as launches; see elsewhere.h. */
#include "analyzer/simt/launch/elsewhere.h"

#include <string.h>

#include "analyzer/ir/element.h"

/* ---- told ------------------------------------------------------------------------------------ */

struct telling {
	struct arena *arena;
	struct project_use *use;
	host_told_objects told;
};

static struct project_value value_of(struct telling *telling, const struct simt_argument *argument)
{
	struct project_value out = {.offset_known = argument->offset_known, .number = argument->value};
	switch (argument->kind) {
	case SIMT_ARGUMENT_NUMBER: out.kind = PROJECT_NUMBER; break;
	case SIMT_ARGUMENT_REAL:
		out.kind = PROJECT_REAL;
		out.real = argument->real;
		break;
	case SIMT_ARGUMENT_POINTER:
		out.kind = PROJECT_POINTER;
		out.memory = host_tell_memory(telling->arena, &telling->told, argument->object, telling->use);
		break;
	default: break;
	}
	out.has_bounds = argument->has_bounds;
	if (out.has_bounds) {
		out.low = argument->bounds.low;
		out.high = argument->bounds.high;
		out.divisor = argument->bounds.divisor;
	}
	return out;
}

void launch_tell(struct arena *arena, const struct ir_function *kernel, const struct simt_launch *launch,
	struct project_use *out)
{
	struct telling telling = {.arena = arena, .use = out};
	*out = (struct project_use){.symbol = kernel->symbol, .is_known = true};
	out->block_known = launch->source >= LAUNCH_SITE;
	out->grid_known = launch->grid_known;
	out->shared_known = launch->shared_known;
	out->shared = launch->shared_known ? launch->shared : 0;
	for (int dim = 0; dim < 3; dim++) {
		out->block[dim] = out->block_known ? launch->block[dim] : 0;
		out->grid[dim] = out->grid_known ? launch->grid[dim] : 0;
	}
	for (size_t i = 0; i < kernel->param_count; i++) {
		struct project_value value = value_of(&telling, &launch->arguments[i]);
		value.is_told = !launch->plainer ||
				simt_same_argument(&launch->arguments[i], &launch->plainer->arguments[i]);
		vec_push(arena, &out->values, value);
	}
	for (size_t i = 0; i < launch->member_count; i++) {
		const struct simt_member *member = &launch->members[i];
		vec_push(arena, &out->members,
			(struct project_member){
				member->param, member->offset, value_of(&telling, &member->argument)});
	}
}

/* ---- read ------------------------------------------------------------------------------------ */

static const struct host_object *const *read_memories(struct arena *arena, const struct project_use *use)
{
	struct host_sums *sums = host_sums_new(arena);
	const struct host_object **out =
		ARENA_ARRAY(arena, const struct host_object *, use->memories.count + 1);
	for (size_t i = 0; i < use->memories.count; i++) {
		const struct project_memory *memory = &use->memories.data[i];
		struct host_object *object = ARENA_NEW(arena, struct host_object);
		object->kind = (enum host_object_kind)memory->kind;
		object->id = (uint32_t)i + 1;
		object->name = memory->name;
		object->size = memory->size >= 0 ? host_sum_number(sums, memory->size) : NULL;
		out[i] = object;
	}
	return out;
}

static struct simt_argument read_value(
	const struct project_value *value, const struct host_object *const *memories)
{
	struct simt_argument out = {.offset_known = value->offset_known, .value = value->number};
	switch (value->kind) {
	case PROJECT_NUMBER: out.kind = SIMT_ARGUMENT_NUMBER; break;
	case PROJECT_REAL:
		out.kind = SIMT_ARGUMENT_REAL;
		out.real = value->real;
		break;
	case PROJECT_POINTER:
		out.kind = SIMT_ARGUMENT_POINTER;
		out.object = memories[value->memory];
		break;
	default: out.value = 0; break;
	}
	out.has_bounds = value->has_bounds;
	if (value->has_bounds)
		out.bounds = (struct host_bounds){value->low, value->high, value->divisor};
	return out;
}

static void read_members(struct arena *arena, const struct ir_function *kernel, const struct project_use *use,
	const struct host_object *const *memories, struct simt_launch *out)
{
	VEC(struct simt_member) members = {0};
	for (size_t i = 0; i < use->members.count; i++) {
		const struct project_member *member = &use->members.data[i];
		const struct ir_type *type =
			member->param < kernel->param_count
				? ir_scalar_at(kernel->params[member->param]->type, member->offset)
				: NULL;
		if (type)
			vec_push(arena, &members,
				(struct simt_member){member->param, member->offset, type,
					read_value(&member->value, memories)});
	}
	out->members = members.data;
	out->member_count = members.count;
}

void launch_from_elsewhere(struct arena *arena, const struct ir_function *kernel,
	const struct project_use *use, struct simt_launch *out)
{
	const struct host_object *const *memories = read_memories(arena, use);
	struct simt_argument *arguments = ARENA_ARRAY(arena, struct simt_argument, kernel->param_count + 1);
	*out = (struct simt_launch){.elsewhere = use, .arguments = arguments};
	for (size_t i = 0; i < kernel->param_count && i < use->values.count; i++)
		arguments[i] = read_value(&use->values.data[i], memories);
	read_members(arena, kernel, use, memories, out);
	if (use->block_known && launch_block_is_possible(use->block)) {
		out->source = LAUNCH_SITE;
		memcpy(out->block, use->block, sizeof out->block);
	}
	out->grid_known = use->grid_known;
	memcpy(out->grid, use->grid, sizeof out->grid);
	out->shared_known = use->shared_known;
	out->shared = use->shared;
}
