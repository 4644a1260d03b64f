/* Calls between units: the arguments of one are told where it is made, and bound where its function is
 * defined. Numbers and memory with its size go from one unit to the other; what a reference or a struct
 * holds, and handles, don't. */
#include "analyzer/host/known.h"
#include "analyzer/host/launches.h"
#include "analyzer/host/walk.h"
#include "analyzer/value/fold.h"

/* ---- where it is made ------------------------------------------------------------------------ */

struct telling {
	struct arena *arena;
	struct project_use *use;
	host_told_objects told;
	bool is_known; /* something is */
};

static bool is_memory(const struct host_object *object)
{
	return object->kind <= HOST_DEVICE;
}

size_t host_tell_memory(struct arena *arena, host_told_objects *told, const struct host_object *object,
	struct project_use *use)
{
	int64_t size;
	for (size_t i = 0; i < told->count; i++)
		if (told->data[i] == object)
			return i;
	bool is_sized = object->size && host_sum_is_number(object->size, &size);
	const char *name = object->name ? object->name : object->var ? object->var->name : NULL;
	const struct project_memory memory = {object->kind, is_sized ? size : -1, name};
	vec_push(arena, told, object);
	vec_push(arena, &use->memories, memory);
	return told->count - 1;
}

static struct project_value number_of(const struct host_path *path, const struct host_value *value)
{
	struct project_value out = {0};
	struct host_bounds bounds;
	if (host_sum_is_number(value->number, &out.number))
		out.kind = PROJECT_NUMBER;
	else if (host_bounds_of(path, value->number, &bounds))
		out = (struct project_value){.has_bounds = true,
			.low = bounds.low,
			.high = bounds.high,
			.divisor = bounds.divisor};
	return out;
}

static struct project_value pointer_of(struct telling *telling, const struct host_value *value)
{
	struct project_value out = {.kind = PROJECT_POINTER};
	if (!is_memory(value->object))
		return (struct project_value){0};
	out.memory = host_tell_memory(telling->arena, &telling->told, value->object, telling->use);
	out.offset_known = host_sum_is_number(value->number, &out.number);
	return out;
}

/* A kernel without parameters that the other unit would have to know more of. */
static struct project_value kernel_of(struct telling *telling, const struct ir_function *kernel)
{
	struct project_kernel out = {.symbol = kernel->symbol, .name = kernel->display};
	bool is_plain = kernel->is_kernel && kernel->symbol && kernel->is_external;
	for (size_t i = 0; i < kernel->param_count && is_plain; i++) {
		const struct ir_type *type = kernel->params[i]->type;
		is_plain = type->size > 0 && type->kind >= IR_TYPE_BOOL && type->kind <= IR_TYPE_POINTER;
		vec_push(telling->arena, &out.parameters, (struct project_parameter){type->kind, type->size});
	}
	if (!is_plain)
		return (struct project_value){0};
	vec_push(telling->arena, &telling->use->kernels, out);
	return (struct project_value){.kind = PROJECT_KERNEL, .memory = telling->use->kernels.count - 1};
}

static struct project_value value_of(struct telling *telling, const struct ir_type *type,
	const struct host_path *path, const struct host_value *value)
{
	struct project_value out = {0};
	bool is_scalar = type->kind == IR_TYPE_INT || type->kind == IR_TYPE_BOOL ||
			 type->kind == IR_TYPE_ENUM || type->kind == IR_TYPE_POINTER;
	if (is_scalar && value->kind == HOST_NUMBER)
		out = number_of(path, value);
	else if (type->kind == IR_TYPE_FLOAT && value->kind == HOST_REAL)
		out = (struct project_value){.kind = PROJECT_REAL, .real = value->real};
	else if (type->kind == IR_TYPE_POINTER && value->kind == HOST_POINTER)
		out = pointer_of(telling, value);
	else if (value->kind == HOST_FUNCTION && value->function)
		return telling->is_known = true, kernel_of(telling, value->function);
	if (type->kind == IR_TYPE_POINTER && out.kind != PROJECT_POINTER && out.number != 0)
		out = (struct project_value){0};
	bool is_unseen = out.kind == PROJECT_POINTER && value->object->kind == HOST_UNSEEN;
	telling->is_known |= (out.kind != PROJECT_UNKNOWN && !is_unseen) || out.has_bounds;
	return out;
}

bool host_is_elsewhere(const struct ir_function *function)
{
	return !function->body && !function->is_system && function->is_external && function->is_host &&
	       !function->is_kernel;
}

bool host_tell_call(struct arena *arena, const struct host_op *op, struct project_use *out)
{
	const struct ir_expr *expr = op->kind == HOST_OPAQUE ? op->expr : NULL;
	const struct ir_function *function = expr && expr->kind == IR_CALL ? expr->call->function : NULL;
	struct telling telling = {.arena = arena, .use = out};
	size_t at = 0;
	if (!function || !host_is_elsewhere(function))
		return false;
	*out = (struct project_use){.symbol = function->symbol, .is_call = true};
	for (size_t i = 0; i < function->param_count; i++) {
		struct project_value value = {0};
		if (i < expr->operand_count && expr->operands[i] && at < op->value_count)
			value = value_of(
				&telling, function->params[i]->type, op->where.path, &op->values[at++]);
		else if (function->params[i]->default_arg &&
			 ir_fold_int(function->params[i]->default_arg, &value.number))
			value.kind = PROJECT_NUMBER;
		vec_push(arena, &out->values, value);
	}
	out->is_known = telling.is_known;
	return true;
}

/* ---- where it goes --------------------------------------------------------------------------- */

static struct host_object *memory_object(struct walk *walk, const struct project_memory *memory)
{
	bool is_variable = memory->kind == HOST_VARIABLE; /* of another unit: no variable here */
	struct host_object *object =
		walk_object(walk, is_variable ? HOST_HEAP : (enum host_object_kind)memory->kind, NULL);
	object->name = memory->name;
	object->is_escaped = true;
	if (memory->size >= 0)
		object->size = host_sum_number(walk->sums, memory->size);
	return object;
}

/* Stands for a kernel of another unit: declared, as it were. */
static const struct ir_function *declare(struct walk *walk, const struct project_kernel *kernel)
{
	static const struct ir_type nothing = {.kind = IR_TYPE_VOID, .size = -1, .name = "void"};
	struct ir_function *out = ARENA_NEW(walk->arena, struct ir_function);
	*out = (struct ir_function){.name = kernel->name,
		.qualified = kernel->name,
		.display = kernel->name,
		.symbol = kernel->symbol,
		.is_external = true,
		.is_kernel = true,
		.result = &nothing,
		.param_count = kernel->parameters.count};
	out->params = ARENA_ARRAY(walk->arena, struct ir_var *, out->param_count + 1);
	for (size_t i = 0; i < out->param_count; i++) {
		const struct project_parameter *parameter = &kernel->parameters.data[i];
		struct ir_type *type = ARENA_NEW(walk->arena, struct ir_type);
		out->params[i] = ARENA_NEW(walk->arena, struct ir_var);
		*type = (struct ir_type){.kind = (enum ir_type_kind)parameter->kind,
			.size = parameter->size,
			.align = parameter->size,
			.is_signed = true,
			.element = &nothing,
			.name = ""};
		*out->params[i] =
			(struct ir_var){.name = "", .type = type, .storage = IR_PARAM, .function = out};
	}
	return out;
}

static void bind_value(struct walk *walk, const struct ir_var *param, const struct project_value *value,
	struct host_object *const *memories, const struct ir_function *const *kernels)
{
	const struct ir_type *type = param->type;
	struct place place = var_place(walk, param);
	struct host_value bound;
	if (value->kind == PROJECT_NUMBER && type->kind == IR_TYPE_POINTER && value->number)
		return;
	switch (value->kind) {
	case PROJECT_NUMBER: bound = host_value_number(walk, value->number); break;
	case PROJECT_REAL: bound = (struct host_value){.kind = HOST_REAL, .real = value->real}; break;
	case PROJECT_POINTER:
		bound = host_value_pointer(walk, memories[value->memory]);
		bound.number = value->offset_known ? host_sum_number(walk->sums, value->number)
						   : host_sum_fresh(walk->sums, NULL);
		break;
	case PROJECT_KERNEL:
		bound = (struct host_value){.kind = HOST_FUNCTION, .function = kernels[value->memory]};
		break;
	default: return;
	}
	bool is_fit = value->kind >= PROJECT_POINTER ? type->kind == IR_TYPE_POINTER
		      : value->kind == PROJECT_REAL
			      ? type->kind == IR_TYPE_FLOAT
			      : type->kind != IR_TYPE_FLOAT && type->kind != IR_TYPE_RECORD;
	if (is_fit)
		store_set(walk->store, place.object->id, place.offset, &bound);
}

/* What conditions say of an argument holds in the function, too. */
static void bind_bounds(struct walk *walk, const struct ir_var *param, const struct project_value *value)
{
	struct place place = var_place(walk, param);
	struct host_value current = place_read(walk, place, param->type, NULL);
	struct host_sums *sums = walk->sums;
	if (param->type->kind != IR_TYPE_INT || current.kind != HOST_NUMBER)
		return;
	store_set(walk->store, place.object->id, place.offset, &current);
	if (value->low != INT64_MIN)
		walk_assume(walk,
			host_sum_op(sums, NULL, IR_OP_LT, current.number, host_sum_number(sums, value->low)),
			false, NULL);
	if (value->high != INT64_MAX)
		walk_assume(walk,
			host_sum_op(sums, NULL, IR_OP_GT, current.number, host_sum_number(sums, value->high)),
			false, NULL);
	if (value->divisor > 1) {
		const struct host_sum *rest = host_sum_op(
			sums, NULL, IR_OP_REM, current.number, host_sum_number(sums, value->divisor));
		walk_assume(
			walk, host_sum_op(sums, NULL, IR_OP_NE, rest, host_sum_number(sums, 0)), false, NULL);
	}
}

void elsewhere_bind(struct walk *walk, const struct ir_function *function, const struct project_use *called)
{
	struct host_object **memories =
		ARENA_ARRAY(walk->arena, struct host_object *, called->memories.count + 1);
	for (size_t i = 0; i < called->memories.count; i++)
		memories[i] = memory_object(walk, &called->memories.data[i]);
	const struct ir_function **kernels =
		ARENA_ARRAY(walk->arena, const struct ir_function *, called->kernels.count + 1);
	for (size_t i = 0; i < called->kernels.count; i++)
		kernels[i] = declare(walk, &called->kernels.data[i]);
	for (size_t i = 0; i < called->values.count && i < function->param_count; i++) {
		bind_value(walk, function->params[i], &called->values.data[i], memories, kernels);
		if (called->values.data[i].has_bounds)
			bind_bounds(walk, function->params[i], &called->values.data[i]);
	}
}

/* ---- launches -------------------------------------------------------------------------------- */

static struct host_object *const *sized_memories(
	struct arena *arena, struct host_sums *sums, const struct project_use *use)
{
	struct host_object **out = ARENA_ARRAY(arena, struct host_object *, use->memories.count + 1);
	for (size_t i = 0; i < use->memories.count; i++) {
		const struct project_memory *memory = &use->memories.data[i];
		out[i] = ARENA_NEW(arena, struct host_object);
		*out[i] = (struct host_object){.kind = (enum host_object_kind)memory->kind,
			.id = (uint32_t)i + 1,
			.name = memory->name,
			.size = memory->size >= 0 ? host_sum_number(sums, memory->size) : NULL};
	}
	return out;
}

static struct host_value argument_of(
	struct host_sums *sums, const struct project_value *value, struct host_object *const *memories)
{
	switch (value->kind) {
	case PROJECT_NUMBER:
		return (struct host_value){
			.kind = HOST_NUMBER, .number = host_sum_number(sums, value->number)};
	case PROJECT_REAL: return (struct host_value){.kind = HOST_REAL, .real = value->real};
	case PROJECT_POINTER:
		return (struct host_value){.kind = HOST_POINTER,
			.object = memories[value->memory],
			.number = value->offset_known ? host_sum_number(sums, value->number)
						      : host_sum_fresh(sums, NULL)};
	default: return (struct host_value){.kind = HOST_NUMBER, .number = host_sum_fresh(sums, NULL)};
	}
}

static const struct host_sum *number_or_unknown(struct host_sums *sums, bool is_known, int64_t number)
{
	return is_known ? host_sum_number(sums, number) : host_sum_fresh(sums, NULL);
}

struct host_launch_use host_launch_elsewhere(
	struct arena *arena, const struct ir_function *kernel, const struct project_use *use)
{
	struct host_sums *sums = host_sums_new(arena);
	struct host_object *const *memories = sized_memories(arena, sums, use);
	struct host_launch *launch = ARENA_NEW(arena, struct host_launch);
	struct host_op *op = ARENA_NEW(arena, struct host_op);
	launch->kernel = kernel;
	for (int dim = 0; dim < 3; dim++) {
		launch->grid[dim] = number_or_unknown(sums, use->grid_known, use->grid[dim]);
		launch->block[dim] = number_or_unknown(sums, use->block_known, use->block[dim]);
	}
	launch->shared = number_or_unknown(sums, use->shared_known, use->shared);
	launch->arg_count = use->values.count;
	launch->args = ARENA_ARRAY(arena, struct host_value, launch->arg_count + 1);
	for (size_t i = 0; i < launch->arg_count; i++)
		launch->args[i] = argument_of(sums, &use->values.data[i], memories);
	op->launch = launch;
	return (struct host_launch_use){NULL, op};
}
