/* Setting a run up: the block's lanes, the kernel's parameters, and the boxes of blocks that are still to be
 * run. */
#include "analyzer/simt/exec/exec.h"

#include <string.h>

#include "analyzer/simt/launch/lone.h"
#include "analyzer/value/fold.h"

enum { MAX_BOXES = 48 };

static const int64_t *thread_index(struct simt *simt, int dim)
{
	const int64_t *block = simt->request->launch->block;
	if (block[dim] == 1)
		return NULL;
	int64_t *lanes = lanes_scratch(simt);
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		lanes[lane] = dim == 0   ? lane % block[0]
			      : dim == 1 ? lane / block[0] % block[1]
					 : lane / (block[0] * block[1]);
	return lanes_intern(simt, lanes);
}

static void set_up_lanes(struct simt *simt)
{
	int64_t *linear = lanes_scratch(simt);
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		linear[lane] = lane;
	simt->linear = lanes_intern(simt, linear);
	for (int dim = 0; dim < 3; dim++)
		simt->thread[dim] = thread_index(simt, dim);
}

static void set_up_symbols(struct simt *simt)
{
	static const char *const block_names[] = {"blockIdx.x", "blockIdx.y", "blockIdx.z"};
	static const char *const grid_names[] = {"gridDim.x", "gridDim.y", "gridDim.z"};
	simt->symbols.count = 0;
	for (int dim = 0; dim < 3; dim++) {
		simt->block_symbol[dim] = symbol_new(
			simt, SYMBOL_BLOCK, block_names[dim], simt->box.low[dim], simt->box.high[dim]);
		simt->grid_symbol[dim] =
			symbol_new(simt, SYMBOL_PARAM, grid_names[dim], 1, dim ? 65535 : INT32_MAX);
	}
}

/* Whether the host passes a pointer that it may have moved away from where an allocation starts. */
static bool is_moved(const struct ir_expr *argument)
{
	for (int depth = 0; argument && depth < 8; depth++) {
		argument = ir_strip_casts(argument);
		if (argument->kind == IR_BINARY || argument->kind == IR_UNARY)
			return true;
		if (argument->kind != IR_VAR)
			return false;
		if (argument->var->is_assigned)
			return true;
		argument = argument->var->init;
	}
	return false;
}

/* A pointer that is moved by so many elements, from where an allocation starts. */
static bool is_moved_by(const struct ir_expr *argument, const struct ir_type *type, int64_t *bytes)
{
	argument = ir_strip_casts(argument);
	if (argument->kind != IR_BINARY || argument->op != IR_OP_ADD || !type->element ||
		type->element->size <= 0 || is_moved(argument->operands[0]) ||
		!ir_fold_int(argument->operands[1], bytes))
		return false;
	*bytes *= type->element->size;
	return true;
}

static void object_fill(struct simt *simt, struct simt_object *object, int64_t offset, int64_t size,
	const struct simt_value *value)
{
	struct simt_cell cell = {offset, size, value};
	vec_push(simt->arena, &object->cells, cell);
}

static void fill(struct simt *simt, struct simt_object *object, int64_t size, const struct simt_value *value)
{
	object_fill(simt, object, 0, size, value);
}

/* What a pointer parameter leads to starts where an allocation does, as long as the launch doesn't say
 * otherwise. */
static void bind_pointer(struct simt *simt, struct simt_object *object, size_t index)
{
	const struct ir_launch *site = simt->request->launch->site;
	const struct ir_type *type = object->var->type;
	if (type->kind != IR_TYPE_POINTER || !site || index >= site->arg_count ||
		(site->form != IR_LAUNCH_CHEVRON && site->form != IR_LAUNCH_EX) ||
		!is_moved(site->args[index]))
		return;
	struct simt_object *target = object_new(simt, SIMT_GLOBAL, object->name, -1);
	target->param = object->var;
	target->element = type->element;
	int64_t bytes = 0;
	if (!is_moved_by(site->args[index], type, &bytes))
		target->align = type->element && type->element->align > 0 ? type->element->align : 1;
	fill(simt, object, type->size, value_pointer(simt, target, value_int(simt, bytes)));
}

/* The object of an allocation that several parameters may lead to. */
static struct simt_object *allocation_object(
	struct simt *simt, const struct host_object *allocation, const struct simt_object *pointer)
{
	for (size_t i = 0; i < simt->allocations.count; i++)
		if (simt->allocations.data[i]->allocation == allocation)
			return simt->allocations.data[i];
	struct simt_object *target = object_new(simt, SIMT_GLOBAL, pointer->name, -1);
	target->allocation = allocation;
	target->param = pointer->space == SIMT_PARAMETER ? pointer->var : NULL;
	vec_push(simt->arena, &simt->allocations, target);
	return target;
}

/* A number of which the host knows what it lies between. */
static const struct simt_value *bounded(
	struct simt *simt, const char *name, const struct ir_type *type, const struct host_bounds *bounds)
{
	const struct simt_value *value = value_fresh(simt, SYMBOL_PARAM, name, type);
	struct simt_symbol *symbol = &simt->symbols.data[value->terms[0].symbol];
	int64_t low = symbol->low > bounds->low ? symbol->low : bounds->low;
	int64_t high = symbol->high < bounds->high ? symbol->high : bounds->high;
	if (low > high) /* it was cut to the parameter's type */
		return value;
	symbol->low = low;
	symbol->high = high;
	symbol->divisor = bounds->divisor;
	return low < high ? value : value_int(simt, low);
}

/* What the host gives for a parameter, or for the scalar at `offset` of one that is a struct. That a pointer
 * is null isn't followed: in snippets it is a pointer that nobody took the trouble to set. */
static void bind_argument(struct simt *simt, struct simt_object *object, int64_t offset,
	const struct ir_type *type, const struct simt_argument *argument)
{
	const struct simt_value *value = NULL;
	if (type->size <= 0)
		return;
	if (argument->has_bounds)
		value = bounded(simt, object->name, type, &argument->bounds);
	else if (argument->kind == SIMT_ARGUMENT_NUMBER && type->kind != IR_TYPE_POINTER)
		value = value_convert(simt, value_int(simt, argument->value), type);
	else if (argument->kind == SIMT_ARGUMENT_REAL)
		value = value_convert(simt, value_real(simt, argument->real), type);
	else if (argument->kind == SIMT_ARGUMENT_POINTER && argument->offset_known) {
		struct simt_object *target = allocation_object(simt, argument->object, object);
		target->element = target->element ? target->element : ir_type_value(type)->element;
		value = value_pointer(simt, target, value_int(simt, argument->value));
	}
	if (value)
		object_fill(simt, object, offset, type->size, value);
}

/* What a device function is called with may differ from lane to lane; a parameter may be the thread's index.
 * NULL: it is no number. */
static const struct simt_value *unknown_number(
	struct simt *simt, const struct ir_var *param, const struct ir_type *type)
{
	if (type->kind == IR_TYPE_INT && simt_names_thread(param))
		return value_lanes(simt, simt->linear);
	if (type->kind == IR_TYPE_INT || type->kind == IR_TYPE_FLOAT || type->kind == IR_TYPE_BOOL)
		return value_unknown(simt, true, "argument");
	return NULL;
}

static void bind_unknown(struct simt *simt, struct simt_object *object)
{
	const struct ir_type *type = object->var->type, *behind = type->element;
	const struct simt_value *value = unknown_number(simt, object->var, type);
	bool refers = type->kind == IR_TYPE_REFERENCE;
	if (value) {
		fill(simt, object, type->size, value);
		return;
	}
	if (type->kind != IR_TYPE_POINTER && !refers)
		return;
	/* a number by reference is a variable of the caller's, each thread has its own; what is meant for
	 * others is volatile, or handed over by address */
	value = refers && !behind->is_volatile ? unknown_number(simt, object->var, behind) : NULL;
	struct simt_object *target = object_new(simt, value ? SIMT_LOCAL : SIMT_GENERIC, object->name, -1);
	target->element = behind;
	if (value) {
		target->size = behind->size;
		fill(simt, target, behind->size, value);
	}
	fill(simt, object, refers ? 8 : type->size, value_pointer(simt, target, value_int(simt, 0)));
}

/* Parameters live in memory that fills itself: numbers become symbols, pointers lead to objects of their own.
 */
static void bind_params(struct simt *simt, struct simt_frame *frame)
{
	const struct ir_function *kernel = simt->request->kernel;
	const struct simt_launch *launch = simt->request->launch;
	const struct simt_argument *arguments = launch->arguments;
	simt->allocations.count = 0;
	for (size_t i = 0; i < kernel->param_count; i++) {
		const struct ir_var *param = kernel->params[i];
		struct simt_object *object = object_new(simt, SIMT_PARAMETER, param->name, param->type->size);
		object->var = param;
		struct simt_binding binding = {param, object};
		vec_push(simt->arena, &frame->bindings, binding);
		if (arguments)
			bind_argument(simt, object, 0, param->type, &arguments[i]);
		for (size_t k = 0; k < launch->member_count; k++) {
			const struct simt_member *member = &launch->members[k];
			if (member->param == i)
				bind_argument(simt, object, member->offset, member->type, &member->argument);
		}
		if (object->cells.count)
			continue;
		if (kernel->is_kernel)
			bind_pointer(simt, object, i);
		else
			bind_unknown(simt, object);
	}
}

static void reset(struct simt *simt, const struct simt_box *box)
{
	simt->box = *box;
	simt->globals.count = 0;
	simt->depth = simt->call_depth = simt->symbolic = simt->guesses = simt->interval = 0;
	simt->data_loops = simt->uneven_loops = simt->again = simt->unlogged = simt->spins = 0;
	simt->where = (struct simt_where){0};
	simt->last_read = NULL;
	simt->doubts.count = 0;
	simt->exit = NULL;
	simt->frame = NULL;
	memset(&simt->gone, 0, sizeof simt->gone);
	memset(simt->asked, 0, sizeof simt->asked);
	simt->stop = SIMT_RUNNING;
	memset(&simt->active, 0, sizeof simt->active);
	memset(&simt->exited, 0, sizeof simt->exited);
	for (unsigned lane = 0; lane < simt->lanes; lane++)
		mask_add(&simt->active.may, lane);
	simt->active.must = simt->active.may;
	set_up_symbols(simt);
}

int64_t exec_blocks(const struct simt *simt)
{
	if (!simt->request->launch->grid_known)
		return 0;
	int64_t blocks = 1;
	for (int dim = 0; dim < 3; dim++)
		if (__builtin_mul_overflow(blocks, simt->box.high[dim] - simt->box.low[dim] + 1, &blocks))
			return INT64_MAX / 4; /* a grid that no GPU takes */
	return blocks;
}

static void run_box(struct simt *simt, const struct simt_box *box)
{
	reset(simt, box);
	struct simt_frame *frame = ARENA_NEW(simt->arena, struct simt_frame);
	frame->function = simt->request->kernel;
	simt->frame = frame;
	exit_enter(simt, &frame->returned, false);
	bind_params(simt, frame);
	if (simt->sink->box)
		simt->sink->box(simt->sink->context, simt, exec_blocks(simt));
	exec_stmt(simt, simt->request->kernel->body);
	if (simt->sink->done)
		simt->sink->done(simt->sink->context, simt, simt->stop != SIMT_SPLIT);
}

void simt_run(struct arena *arena, const struct simt_request *request, const struct simt_sink *sink,
	struct simt_result *result)
{
	struct simt *simt = ARENA_NEW(arena, struct simt);
	const struct simt_launch *launch = request->launch;
	simt->arena = arena;
	simt->module = request->module;
	simt->request = request;
	simt->sink = sink;
	int64_t lanes = launch->block[0] * launch->block[1] * launch->block[2];
	*result = (struct simt_result){0};
	if (lanes < 1 || lanes > SIMT_MAX_LANES) {
		result->gave_up = "the block size is not possible";
		return;
	}
	simt->lanes = (unsigned)lanes;
	simt->assumptions =
		launch->source == LAUNCH_ASSUMED || launch->source == LAUNCH_BOUNDS ? SIMT_ASSUMED_BLOCK : 0;
	set_up_lanes(simt);
	VEC(struct simt_box) boxes = {0};
	struct simt_box whole = {.high = {INT32_MAX - 1, 65534, 65534}};
	for (int dim = 0; launch->grid_known && dim < 3; dim++)
		whole.high[dim] = launch->grid[dim] - 1;
	vec_push(arena, &boxes, whole);
	while (boxes.count && !result->gave_up) {
		struct simt_box box = boxes.data[--boxes.count];
		if (++result->boxes > MAX_BOXES) {
			result->gave_up = "its blocks differ too much";
			break;
		}
		/* when two more are too many, blocks that differ are taken together */
		simt->keeps_blocks = result->boxes + boxes.count + 2 > MAX_BOXES;
		run_box(simt, &box);
		if (simt->stop == SIMT_SPLIT) {
			vec_push(arena, &boxes, simt->split_high);
			vec_push(arena, &boxes, simt->split_low);
		} else if (simt->stop == SIMT_STOPPED) {
			result->gave_up = simt->gave_up;
		}
	}
	result->assumptions = simt->assumptions;
	result->passes_array = simt->may_pass_array;
	result->steps = simt->steps;
	result->assumed_turns = simt->assumed_turns;
}

const struct simt_symbol *simt_symbol(const struct simt *simt, uint32_t symbol)
{
	return &simt->symbols.data[symbol];
}

unsigned simt_lanes(const struct simt *simt)
{
	return simt->lanes;
}
