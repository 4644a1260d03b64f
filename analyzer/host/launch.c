/* Launches: their shape, stream and attributes wherever they are written, and what the kernel does to what
 * its arguments lead to. */
#include "analyzer/host/known.h"
#include "analyzer/host/walk.h"
#include "analyzer/ir/element.h"

const struct ir_field *field_of(const struct ir_type *type, const char *name)
{
	for (size_t i = 0; type && type->record && i < type->record->field_count; i++)
		if (type->record->fields[i].name && !strcmp(type->record->fields[i].name, name))
			return &type->record->fields[i];
	return NULL;
}

static const struct host_sum *number_at(struct walk *walk, struct place place, int64_t bytes, int size)
{
	const struct ir_type type = {.kind = IR_TYPE_INT, .size = size};
	struct host_value value = place_read(walk, place_at(walk, place, bytes), &type, NULL);
	return host_value_as_sum(walk, &value, NULL);
}

static struct host_object *stream_at(struct walk *walk, struct place place, const struct ir_field *field)
{
	struct host_value handle = place_read(walk, place_at(walk, place, field->offset), field->type, NULL);
	return runtime_stream(walk, &handle);
}

static void read_dim3(struct walk *walk, struct place place, const struct host_sum *out[3])
{
	for (int i = 0; i < 3; i++)
		out[i] = number_at(walk, place, i * 4, 4);
}

static void eval_dim3(struct walk *walk, const struct ir_expr *expr, const struct host_sum *out[3])
{
	out[0] = out[1] = out[2] = host_sum_number(walk->sums, 1);
	if (!expr)
		return;
	struct host_value value = eval(walk, expr);
	if (ir_type_value(expr->type)->kind == IR_TYPE_RECORD)
		read_dim3(walk, host_value_place(walk, &value), out);
	else
		out[0] = host_value_as_sum(walk, &value, expr);
}

/* ---- what the kernel touches ----------------------------------------------------------------- */

typedef VEC(struct host_access) access_list;

static void add_access(struct walk *walk, access_list *list, const struct host_value *value,
	const struct host_effect *effect, const struct ir_type *pointee, const struct ir_expr *expr)
{
	if (value->kind != HOST_POINTER ||
		(!effect->reads && !effect->writes && !effect->atomics && !effect->is_unknown))
		return;
	struct host_access access = {.object = value->object,
		.offset = value->number,
		.reads = effect->reads || effect->atomics || effect->is_unknown,
		.writes = effect->writes || effect->atomics || effect->is_unknown,
		.is_atomic = effect->atomics && !effect->reads && !effect->writes && !effect->is_unknown,
		.is_maybe = effect->is_unknown,
		.is_somewhere = !effect->from_start,
		.expr = expr};
	if (effect->from_start && pointee && pointee->size > 0)
		access.size = host_sum_number(walk->sums, pointee->size);
	vec_push(walk->arena, list, access);
	enum host_object_kind kind = value->object->kind;
	if (kind == HOST_VARIABLE || kind == HOST_HEAP || kind == HOST_UNSEEN)
		value->object->is_device_used = true;
	if (kind == HOST_MANAGED || kind == HOST_PINNED)
		object_expose(walk, value->object);
}

/* What the kernel does to what argument number `arg` leads to: a pointer, or those that a struct holds. */
static void add_argument(struct walk *walk, access_list *list, const struct host_launch *launch, size_t arg,
	const struct host_effect *effect, const struct ir_expr *expr)
{
	const struct host_value *value = &launch->args[arg];
	const struct ir_type *type = ir_type_value(launch->kernel->params[arg]->type);
	if (type->kind != IR_TYPE_RECORD || value->kind != HOST_POINTER) {
		add_access(walk, list, value, effect, type->element, expr);
		return;
	}
	struct host_effect somewhere = *effect;
	somewhere.from_start = false;
	for (size_t i = 0; i < launch->member_count; i++)
		if (launch->members[i].arg == arg)
			add_access(walk, list, &launch->members[i].value, &somewhere, NULL, expr);
}

static void kernel_accesses(struct walk *walk, const struct host_launch *launch,
	const struct ir_expr *const *exprs, struct host_op *op)
{
	access_list list = {0};
	if (!launch->kernel)
		return;
	const struct host_effects *effects = host_effects_of(walk->effects, launch->kernel);
	for (size_t i = 0; i < launch->arg_count && i < effects->count && i < launch->kernel->param_count;
		i++)
		add_argument(walk, &list, launch, i, &effects->params[i], exprs ? exprs[i] : op->expr);
	for (size_t i = 0; i < effects->global_count; i++) {
		struct host_value value = place_pointer(var_place(walk, effects->globals[i].var));
		const struct ir_type *element = ir_type_value(effects->globals[i].var->type);
		while (element->kind == IR_TYPE_ARRAY)
			element = element->element;
		add_access(walk, &list, &value, &effects->globals[i].effect, element, op->expr);
	}
	op->accesses = list.data;
	op->access_count = list.count;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static void eval_arguments(struct walk *walk, const struct ir_launch *launch, struct host_launch *out)
{
	out->args = ARENA_ARRAY(walk->arena, struct host_value, launch->arg_count + 1);
	out->arg_count = launch->arg_count;
	for (size_t i = 0; i < launch->arg_count; i++)
		out->args[i] = eval(walk, launch->args[i]);
}

/* void *args[]: pointers to the arguments. */
static void read_arguments(struct walk *walk, const struct host_value *array, struct host_launch *out)
{
	const struct ir_function *kernel = out->kernel;
	size_t count = kernel ? kernel->param_count : 0;
	out->args = ARENA_ARRAY(walk->arena, struct host_value, count + 1);
	out->arg_count = count;
	out->arg_vars = ARENA_ARRAY(walk->arena, const struct ir_var *, count + 1);
	struct host_value *entries = ARENA_ARRAY(walk->arena, struct host_value, count + 1);
	struct place place = host_value_place(walk, array);
	int64_t bytes, start;
	out->entries = entries;
	out->entry_room = -1;
	if (place.object->kind == HOST_VARIABLE && place.object->size && !place.object->is_resized &&
		host_sum_is_number(place.object->size, &bytes) && host_sum_is_number(place.offset, &start))
		out->entry_room = (bytes - start) / 8;
	const struct ir_type pointer = {.kind = IR_TYPE_POINTER,
		.size = 8,
		.element = &(struct ir_type){.kind = IR_TYPE_VOID, .size = -1, .name = "void"},
		.name = "void *"};
	for (size_t i = 0; i < count; i++) {
		struct host_value to =
			place_read(walk, place_at(walk, place, (int64_t)i * 8), &pointer, NULL);
		entries[i] = to;
		out->args[i] = place_read(walk, host_value_place(walk, &to), kernel->params[i]->type, NULL);
		int64_t offset;
		if (to.kind == HOST_POINTER && to.object->kind == HOST_VARIABLE &&
			host_sum_is_number(to.number, &offset) && offset == 0)
			out->arg_vars[i] = to.object->var;
	}
}

struct member_list {
	struct arena *arena;
	VEC(struct host_member) found;
	size_t arg;
	const struct host_sum *start;
	int64_t size;
	bool is_sure;
};

static void on_member(void *context, const struct host_sum *offset, const struct host_value *value)
{
	struct member_list *list = context;
	int64_t distance;
	if (offset && host_sum_distance(offset, list->start, &distance) && distance >= 0 &&
		distance < list->size)
		vec_push(list->arena, &list->found,
			(struct host_member){list->arg, distance, *value, list->is_sure});
}

/* Keeps what the structs among the arguments hold now: the walk goes on, and they change. */
static void keep_members(struct walk *walk, struct host_launch *out)
{
	struct member_list list = {.arena = walk->arena};
	size_t count = out->kernel ? out->kernel->param_count : 0;
	for (size_t i = 0; i < count && i < out->arg_count; i++) {
		const struct ir_type *type = ir_type_value(out->kernel->params[i]->type);
		const struct host_value *value = &out->args[i];
		if (type->kind != IR_TYPE_RECORD || value->kind != HOST_POINTER)
			continue;
		list.arg = i;
		list.start = value->number;
		list.size = type->size;
		list.is_sure = !store_is_symbolic(walk->store, value->object->id);
		store_each(walk->store, value->object->id, on_member, &list);
	}
	out->members = list.found.data;
	out->member_count = list.found.count;
}

/* ---- configurations -------------------------------------------------------------------------- */

enum { ATTRIBUTE_WINDOW = 1, ATTRIBUTE_COOPERATIVE = 2 }; /* cudaLaunchAttributeID */

static bool is_written(struct walk *walk, struct place place)
{
	return store_get(walk->store, place.object->id, place.offset) != NULL;
}

/* Written, or zero because all of the object was. */
static bool has_content(struct walk *walk, struct place place)
{
	return is_written(walk, place) ||
	       (host_sum_is_number(place.offset, NULL) && store_get(walk->store, place.object->id, NULL));
}

/* The members of a configuration's dim3 that nobody writes are 1, whatever the rest is initialised to. */
static void read_config_dim3(struct walk *walk, struct place place, const struct host_sum *out[3])
{
	read_dim3(walk, place, out);
	for (int i = 0; i < 3; i++)
		if (!is_written(walk, place_at(walk, place, i * 4)) && place.object->kind == HOST_VARIABLE &&
			!place.object->forgotten)
			out[i] = host_sum_number(walk->sums, 1);
}

static void read_attribute(
	struct walk *walk, struct place place, const struct ir_type *type, struct host_attribute *out)
{
	const struct ir_field *id = field_of(type, "id"), *val = field_of(type, "val");
	if (!val)
		val = field_of(type, "value");
	out->object = place.object;
	out->offset = place.offset;
	if (!id || !val)
		return;
	const struct host_sum *number = number_at(walk, place, id->offset, 4);
	out->id_known =
		has_content(walk, place_at(walk, place, id->offset)) && host_sum_is_number(number, &out->id);
	for (int i = 0; i < 3; i++)
		if (has_content(walk, place_at(walk, place, val->offset + i * 4)))
			out->value[i] = number_at(walk, place, val->offset + i * 4, 4);
	if (out->id_known && out->id == ATTRIBUTE_WINDOW)
		out->window = read_window(walk, place_at(walk, place, val->offset), val->type);
}

enum { MOST_ATTRIBUTES = 32 };

/* How many attributes the array holds, counted or not. */
static void count_set(
	struct walk *walk, struct place array, const struct ir_type *element, struct host_launch *out)
{
	for (int64_t i = 0; i < out->room && i < MOST_ATTRIBUTES; i++) {
		struct host_attribute attribute = {0};
		read_attribute(walk, place_at(walk, array, i * element->size), element, &attribute);
		if (attribute.id_known && attribute.id != 0)
			out->set_count = (size_t)i + 1;
	}
}

/* How many elements of an array of records there are from `offset` on, by the type around it; -1: it has
 * none. */
static int64_t room_at(const struct ir_type *type, int64_t offset, const struct ir_type *element)
{
	while (type && offset >= 0 && type->size > 0) {
		if (type->kind == IR_TYPE_ARRAY && type->element->size > 0) {
			if (type->element->record == element->record && offset % element->size == 0)
				return type->count - offset / element->size;
			offset %= type->element->size;
			type = type->element;
		} else if (type->kind == IR_TYPE_RECORD && type->record != element->record) {
			const struct ir_field *field = ir_field_at(type, offset);
			offset -= field ? field->offset : 0;
			type = field ? field->type : NULL;
		} else {
			return type->kind == IR_TYPE_RECORD && offset == 0 ? 1 : -1;
		}
	}
	return -1;
}

static void read_attributes(
	struct walk *walk, struct place config, const struct ir_type *type, struct host_launch *out)
{
	const struct ir_field *attrs = field_of(type, "attrs"), *count = field_of(type, "numAttrs");
	int64_t number = 0;
	if (!attrs || !count)
		return;
	out->stated_count = number_at(walk, place_at(walk, config, count->offset), 0, 4);
	struct host_value array = place_read(walk, place_at(walk, config, attrs->offset), attrs->type, NULL);
	bool is_count = host_sum_is_number(out->stated_count, &number);
	out->attributes_known = is_count && (number == 0 || (array.kind == HOST_POINTER &&
								    array.object->kind != HOST_UNSEEN &&
								    !array.object->forgotten));
	if (array.kind != HOST_POINTER || !attrs->type->element)
		return;
	const struct ir_type *element = attrs->type->element;
	int64_t room, start;
	if (array.object->size && host_sum_is_number(array.object->size, &room) && element->size > 0 &&
		host_sum_is_number(array.number, &start) && start >= 0 && start <= room)
		out->room = (room - start) / element->size;
	bool is_variable = array.object->kind == HOST_VARIABLE && array.object->type;
	int64_t own = out->room > 0 && is_variable ? room_at(array.object->type, start, element) : -1;
	out->room = own > 0 ? own : out->room;
	out->array = array.object;
	count_set(walk, host_value_place(walk, &array), element, out);
	if (!is_count || number <= 0 || number > MOST_ATTRIBUTES)
		return;
	out->attributes = ARENA_ARRAY(walk->arena, struct host_attribute, (size_t)number);
	out->attribute_count = (size_t)number;
	for (int64_t i = 0; i < number; i++)
		read_attribute(walk, place_at(walk, host_value_place(walk, &array), i * element->size),
			element, &out->attributes[i]);
}

static void read_config(
	struct walk *walk, const struct ir_expr *expr, struct host_launch *out, struct host_op *op)
{
	const struct ir_type *type = ir_type_value(expr->type);
	struct host_value value =
		type->kind == IR_TYPE_POINTER ? eval(walk, expr) : place_pointer(eval_place(walk, expr));
	if (type->kind == IR_TYPE_POINTER)
		type = type->element;
	struct place place = host_value_place(walk, &value);
	const struct ir_field *grid = field_of(type, "gridDim"), *block = field_of(type, "blockDim"),
			      *shared = field_of(type, "dynamicSmemBytes"),
			      *stream = field_of(type, "stream");
	if (!grid || !block || !shared || !stream)
		return;
	out->config_known = place.object->kind != HOST_UNSEEN && !place.object->forgotten;
	out->grid_set = is_written(walk, place_at(walk, place, grid->offset));
	out->block_set = is_written(walk, place_at(walk, place, block->offset));
	read_config_dim3(walk, place_at(walk, place, grid->offset), out->grid);
	read_config_dim3(walk, place_at(walk, place, block->offset), out->block);
	out->shared = number_at(walk, place, shared->offset, 8);
	op->stream = stream_at(walk, place, stream);
	read_attributes(walk, place, type, out);
	for (size_t i = 0; i < out->attribute_count; i++) {
		int64_t on;
		const struct host_attribute *attribute = &out->attributes[i];
		out->is_cooperative |= attribute->id_known && attribute->id == ATTRIBUTE_COOPERATIVE &&
				       attribute->value[0] && host_sum_is_number(attribute->value[0], &on) &&
				       on;
	}
}

static void read_chevrons(
	struct walk *walk, const struct ir_launch *launch, struct host_launch *out, struct host_op *op)
{
	eval_dim3(walk, launch->grid, out->grid);
	eval_dim3(walk, launch->block, out->block);
	out->config_known = out->grid_set = out->block_set = out->attributes_known = true;
	out->stated_count = host_sum_number(walk->sums, 0);
	if (launch->shared) {
		struct host_value shared = eval(walk, launch->shared);
		out->shared = host_value_as_sum(walk, &shared, launch->shared);
	}
	struct host_value stream = launch->stream ? eval(walk, launch->stream) : host_value_number(walk, 0);
	op->stream = runtime_stream(walk, &stream);
}

enum {
	DRIVER_GRID = 1,
	DRIVER_BLOCK = 4,
	DRIVER_SHARED = 7,
	DRIVER_STREAM = 8
}; /* cuLaunchKernel's arguments */

/* cuLaunchKernelEx: the members of CUlaunchConfig. */
static void read_driver_config(
	struct walk *walk, const struct ir_expr *expr, struct host_launch *out, struct host_op *op)
{
	const struct ir_type *type = ir_type_value(expr->type)->element;
	struct host_value value = eval(walk, expr);
	const struct ir_field *grid = field_of(type, "gridDimX"), *block = field_of(type, "blockDimX"),
			      *shared = field_of(type, "sharedMemBytes"), *stream = field_of(type, "hStream");
	if (!grid || !block || !shared || !stream)
		return;
	struct place place = host_value_place(walk, &value);
	read_dim3(walk, place_at(walk, place, grid->offset), out->grid);
	read_dim3(walk, place_at(walk, place, block->offset), out->block);
	out->shared = number_at(walk, place, shared->offset, 4);
	op->stream = stream_at(walk, place, stream);
}

static void read_driver(
	struct walk *walk, const struct ir_launch *launch, struct host_launch *out, struct host_op *op)
{
	const struct ir_expr *call = launch->expr;
	if (call->operand_count <= DRIVER_STREAM) {
		if (call->operand_count)
			read_driver_config(walk, call->operands[0], out, op);
		return;
	}
	for (int i = 0; i < 3; i++) {
		struct host_value grid = eval(walk, call->operands[DRIVER_GRID + i]);
		struct host_value block = eval(walk, call->operands[DRIVER_BLOCK + i]);
		out->grid[i] = host_value_as_sum(walk, &grid, call);
		out->block[i] = host_value_as_sum(walk, &block, call);
	}
	struct host_value shared = eval(walk, call->operands[DRIVER_SHARED]);
	out->shared = host_value_as_sum(walk, &shared, call);
	struct host_value stream = eval(walk, call->operands[DRIVER_STREAM]);
	op->stream = runtime_stream(walk, &stream);
}

/* Numbers that conditions on the way here tell: `assert(n == 64)`. */
static void resolve_launch(struct walk *walk, struct host_launch *out)
{
	struct host_equalities equal;
	host_equalities_of(walk->path, &equal);
	for (int i = 0; i < 3; i++) {
		out->grid[i] = host_resolved(walk->sums, &equal, out->grid[i]);
		out->block[i] = host_resolved(walk->sums, &equal, out->block[i]);
	}
	out->shared = host_resolved(walk->sums, &equal, out->shared);
	for (size_t i = 0; i < out->arg_count; i++)
		if (out->args[i].kind == HOST_NUMBER)
			out->args[i].number = host_resolved(walk->sums, &equal, out->args[i].number);
}

static bool takes_array(const struct ir_launch *launch)
{
	return launch->form != IR_LAUNCH_CHEVRON && launch->arg_count == 1 && launch->args[0] &&
	       !strcmp(ir_type_value(launch->args[0]->type)->name, "void **");
}

void eval_launch(struct walk *walk, const struct ir_launch *launch)
{
	const struct ir_expr *expr = launch->expr;
	struct host_launch *out = ARENA_NEW(walk->arena, struct host_launch);
	struct host_op op = {0};
	out->launch = launch;
	out->kernel = launch->kernel;
	out->room = -1;
	out->shared = host_sum_number(walk->sums, 0);
	out->is_cooperative = launch->form == IR_LAUNCH_COOPERATIVE;
	op.stream = NULL;
	if (launch->callee && !launch->kernel) {
		struct host_value callee = eval(walk, launch->callee);
		if (callee.kind == HOST_FUNCTION)
			out->kernel = callee.function;
	}
	if (launch->form == IR_LAUNCH_DRIVER)
		read_driver(walk, launch, out, &op);
	else if (launch->config)
		read_config(walk, launch->config, out, &op);
	else
		read_chevrons(walk, launch, out, &op);
	for (int i = 0; i < 3; i++) {
		out->grid[i] = out->grid[i] ? out->grid[i] : host_sum_fresh(walk->sums, expr);
		out->block[i] = out->block[i] ? out->block[i] : host_sum_fresh(walk->sums, expr);
	}
	bool is_array = takes_array(launch);
	if (is_array) {
		struct host_value array = eval(walk, launch->args[0]);
		read_arguments(walk, &array, out);
	} else {
		eval_arguments(walk, launch, out);
	}
	resolve_launch(walk, out);
	keep_members(walk, out);
	if (!op.stream) {
		struct host_value unknown = host_value_sum(host_sum_fresh(walk->sums, expr));
		op.stream = runtime_stream(walk, &unknown);
	}
	struct host_op *done = walk_op(walk, HOST_LAUNCH, expr);
	done->is_async = true;
	done->stream = op.stream;
	done->launch = out;
	kernel_accesses(walk, out, is_array ? NULL : (const struct ir_expr *const *)launch->args, done);
	life_check(walk, done);
}

/* A kernel node: cudaKernelNodeParams. */
void launch_of_node(
	struct walk *walk, const struct host_value *params, const struct ir_type *type, struct host_op *op)
{
	const struct ir_field *func = field_of(type, "func"), *grid = field_of(type, "gridDim"),
			      *block = field_of(type, "blockDim"), *args = field_of(type, "kernelParams"),
			      *shared = field_of(type, "sharedMemBytes");
	if (!func || !grid || !block || !args || !shared || params->kind != HOST_POINTER)
		return;
	struct place place = host_value_place(walk, params);
	const struct host_value *function =
		store_get(walk->store, place.object->id, place_at(walk, place, func->offset).offset);
	struct host_launch *out = ARENA_NEW(walk->arena, struct host_launch);
	out->kernel = function && function->kind == HOST_FUNCTION ? function->function : NULL;
	out->room = -1;
	out->config_known = place.object->kind != HOST_UNSEEN && !place.object->forgotten;
	read_dim3(walk, place_at(walk, place, grid->offset), out->grid);
	read_dim3(walk, place_at(walk, place, block->offset), out->block);
	out->shared = number_at(walk, place, shared->offset, 4);
	struct host_value array = place_read(walk, place_at(walk, place, args->offset), args->type, NULL);
	read_arguments(walk, &array, out);
	keep_members(walk, out);
	op->launch = out;
	kernel_accesses(walk, out, NULL, op);
}
