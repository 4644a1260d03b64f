/* One launch of the source is many of the host's: callers, turns of loops and ways through conditions come to
 * it with numbers of their own. Blocks tell launches apart; what else differs between them isn't known. */
#include "analyzer/simt/launch/given.h"

#include <string.h>

#include "analyzer/ir/element.h"

bool given_is_at(const struct host_launch_use *use, const struct ir_launch *site)
{
	return use->op->launch->launch == site && !use->trace->is_partial;
}

void given_unnamed(struct arena *arena, const struct host_launch_table *walked,
	const struct ir_function *kernel, launch_sites *out)
{
	struct host_launch_uses uses = host_launches_of(walked, kernel);
	for (size_t i = 0; i < uses.count; i++) {
		const struct ir_launch *site = uses.data[i].op->launch->launch;
		bool is_new = !site || site->kernel != kernel;
		for (size_t k = 0; k < out->count; k++)
			is_new &= out->data[k] != site;
		if (is_new)
			vec_push(arena, out, site);
	}
}

/* Three extents, if all of them are numbers of things that there can be. */
static bool read_extents(const struct host_sum *const sums[3], int64_t out[3])
{
	for (int dim = 0; dim < 3; dim++)
		if (!sums[dim] || !host_sum_is_number(sums[dim], &out[dim]) || out[dim] <= 0)
			return false;
	return true;
}

/* What a value of the host is to a parameter, or a member, of a scalar type. */
static struct simt_argument argument_of(const struct ir_type *type, const struct host_value *value)
{
	struct simt_argument out = {0};
	int64_t number;
	bool is_number = value->kind == HOST_NUMBER && host_sum_is_number(value->number, &number);
	switch (ir_type_value(type)->kind) {
	case IR_TYPE_INT:
	case IR_TYPE_BOOL:
	case IR_TYPE_ENUM:
		if (is_number)
			out = (struct simt_argument){.kind = SIMT_ARGUMENT_NUMBER, .value = number};
		break;
	case IR_TYPE_FLOAT:
		if (value->kind == HOST_REAL)
			out = (struct simt_argument){.kind = SIMT_ARGUMENT_REAL, .real = value->real};
		break;
	case IR_TYPE_POINTER:
		if (is_number && number == 0)
			out.kind = SIMT_ARGUMENT_NUMBER;
		if (value->kind != HOST_POINTER)
			break;
		out.kind = SIMT_ARGUMENT_POINTER;
		out.object = value->object;
		out.offset_known = host_sum_is_number(value->number, &number);
		out.value = out.offset_known ? number : 0;
		break;
	default: break;
	}
	return out;
}

static const struct ir_expr *written_argument(const struct ir_launch *site, size_t index)
{
	return site && index < site->arg_count ? site->args[index] : NULL;
}

/* What conditions on the way to the launch say of an integer; nothing where the parameter is narrower than
 * what they speak of. */
static void add_bounds(const struct ir_type *type, const struct ir_expr *written,
	const struct host_path *path, const struct host_value *value, struct simt_argument *out)
{
	bool is_cut = !written || ir_strip_casts(written)->type->size > type->size;
	if (ir_type_value(type)->kind == IR_TYPE_INT && value->kind == HOST_NUMBER && !is_cut)
		out->has_bounds = host_bounds_of(path, value->number, &out->bounds);
	if (!out->has_bounds)
		out->bounds = (struct host_bounds){0};
}

static void add_members(struct arena *arena, const struct ir_function *kernel,
	const struct host_launch *given, struct simt_launch *out)
{
	VEC(struct simt_member) members = {0};
	for (size_t i = 0; i < given->member_count; i++) {
		const struct host_member *member = &given->members[i];
		const struct ir_type *type = ir_scalar_at(kernel->params[member->arg]->type, member->offset);
		if (!type || !member->is_sure)
			continue;
		struct simt_argument argument = argument_of(type, &member->value);
		if (argument.kind != SIMT_ARGUMENT_UNKNOWN)
			vec_push(arena, &members,
				(struct simt_member){member->arg, member->offset, type, argument});
	}
	out->members = members.data;
	out->member_count = members.count;
}

struct simt_launch given_added(struct arena *arena, const struct ir_function *kernel,
	const struct simt_launch *launch, const struct host_launch *given, const struct host_launch_use *use)
{
	const struct host_path *path = use->op->where.path;
	struct simt_launch out = *launch;
	struct simt_argument *arguments = ARENA_ARRAY(arena, struct simt_argument, kernel->param_count + 1);
	memcpy(arguments, launch->arguments, kernel->param_count * sizeof *arguments);
	out.arguments = arguments;
	out.elsewhere = use->trace->called;
	bool counts_for_itself = ir_function_attribute(kernel, "block_size") != NULL;
	int64_t extents[3];
	if (out.source < LAUNCH_SITE && read_extents(given->block, extents) &&
		launch_block_is_possible(extents)) {
		memcpy(out.block, extents, sizeof extents);
		out.source = LAUNCH_SITE;
		out.row_told = out.contradicted = false;
	}
	if (!out.grid_known && !counts_for_itself && read_extents(given->grid, out.grid))
		out.grid_known = true;
	if (!out.shared_known && given->shared && host_sum_is_number(given->shared, &out.shared))
		out.shared_known = true;
	for (size_t i = 0; i < given->arg_count && i < kernel->param_count; i++) {
		if (arguments[i].kind == SIMT_ARGUMENT_UNKNOWN)
			arguments[i] = argument_of(kernel->params[i]->type, &given->args[i]);
		if (arguments[i].kind == SIMT_ARGUMENT_UNKNOWN)
			add_bounds(kernel->params[i]->type, written_argument(given->launch, i), path,
				&given->args[i], &arguments[i]);
	}
	add_members(arena, kernel, given, &out);
	return out;
}

static bool has_member(const struct simt_launch *launch, const struct simt_member *member)
{
	for (size_t i = 0; i < launch->member_count; i++) {
		const struct simt_member *own = &launch->members[i];
		if (own->param == member->param && own->offset == member->offset)
			return simt_same_argument(&own->argument, &member->argument);
	}
	return false;
}

/* Takes away from `launch` what isn't so in `other`. */
static void agree(
	const struct ir_function *kernel, struct simt_launch *launch, const struct simt_launch *other)
{
	struct simt_argument *arguments = (struct simt_argument *)(uintptr_t)launch->arguments;
	if (!other->grid_known || memcmp(launch->grid, other->grid, sizeof launch->grid) != 0) {
		launch->grid_known = false;
		memset(launch->grid, 0, sizeof launch->grid);
	}
	if (!other->shared_known || launch->shared != other->shared) {
		launch->shared_known = false;
		launch->shared = 0;
	}
	for (size_t i = 0; i < kernel->param_count; i++)
		if (!simt_same_argument(&arguments[i], &other->arguments[i]))
			arguments[i] = (struct simt_argument){0};
	struct simt_member *members = (struct simt_member *)(uintptr_t)launch->members;
	size_t kept = 0;
	for (size_t i = 0; i < launch->member_count; i++)
		if (has_member(other, &members[i]))
			members[kept++] = members[i];
	launch->member_count = kept;
}

void given_launches(struct arena *arena, const struct host_launch_table *walked,
	const struct ir_function *kernel, const struct simt_launch *launch, launch_list *out)
{
	struct host_launch_uses uses = host_launches_of(walked, kernel);
	for (size_t i = 0; i < uses.count; i++) {
		const struct host_launch_use *use = &uses.data[i];
		if (!given_is_at(use, launch->site))
			continue;
		struct simt_launch one = given_added(arena, kernel, launch, use->op->launch, use);
		struct simt_launch *same = NULL;
		for (size_t k = 0; k < out->count && !same; k++)
			if (out->data[k].source == one.source &&
				!memcmp(out->data[k].block, one.block, sizeof one.block))
				same = &out->data[k];
		if (same)
			agree(kernel, same, &one);
		else
			vec_push(arena, out, one);
	}
	if (!out->count)
		vec_push(arena, out, *launch);
}
