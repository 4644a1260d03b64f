/* Losses: memory and handles that are still there where a function returns, and that nothing leads to any
 * more.
 *
 * What leads somewhere: the result, everything that was there before the call, globals, what isn't seen, and
 * locals that a destructor ends; from there on through all that memory holds. Locals of the call lead nowhere
 * once it is over. What a pointer was lost sight of to (is_blurred), or what was handed to code that isn't
 * seen (is_escaped), may still be somewhere. */
#include "analyzer/host/walk.h"

void loss_blur(const struct host_value *value)
{
	if (value->kind == HOST_POINTER)
		value->object->is_blurred = true;
}

static bool is_resource(const struct host_object *object)
{
	switch (object->kind) {
	case HOST_PINNED:
	case HOST_MANAGED:
	case HOST_DEVICE:
	case HOST_ARRAY:
	case HOST_STREAM:
	case HOST_EVENT:
	case HOST_GRAPH:
	case HOST_GRAPH_EXEC:
	case HOST_LIBRARY: return object->made_by && object->made;
	default: return false;
	}
}

/* Whether it was made in the call, and may be lost. */
static bool is_candidate(const struct walk *walk, const struct host_object *object)
{
	int64_t ended;
	if (!is_resource(object) || object->is_escaped || object->is_blurred ||
		object->made_by->index < walk->frame->first_op || object->made_by->kind == HOST_GRAPH_ADD ||
		(object->lost_in && object->lost_in != walk->frame->function))
		return false;
	const struct host_value *life = life_of(walk, object);
	return !life || (host_sum_is_number(life->number, &ended) && !ended);
}

struct reaching {
	struct walk *walk;
	bool *is_reached; /* by id */
	VEC(const struct host_object *) open;
};

static void reach(struct reaching *reaching, const struct host_object *object)
{
	if (reaching->is_reached[object->id])
		return;
	reaching->is_reached[object->id] = true;
	vec_push(reaching->walk->arena, &reaching->open, object);
}

static void reach_cell(void *context, const struct host_sum *offset, const struct host_value *value)
{
	(void)offset;
	if (value->kind == HOST_POINTER)
		reach(context, value->object);
}

/* Whether the end of a variable does something about what it holds. */
static bool is_owner(const struct ir_type *type)
{
	while (type->kind == IR_TYPE_ARRAY)
		type = type->element;
	return type->kind == IR_TYPE_RECORD;
}

static void reach_bindings(
	struct reaching *reaching, const struct binding *bindings, size_t count, bool owners_only)
{
	for (size_t i = 0; i < count; i++)
		if (!owners_only || is_owner(bindings[i].var->type))
			reach(reaching, bindings[i].object);
}

static bool is_own_param(const struct frame *frame, const struct host_object *object)
{
	if (object->kind != HOST_VARIABLE)
		return false;
	for (size_t i = 0; i < frame->bindings.count; i++)
		if (frame->bindings.data[i].object == object)
			return true;
	return false;
}

/* Main's variables end with the process, and so does what they hold; not those of a turn of a loop, which the
 * next turn sets anew. */
static bool is_of_process(const struct walk *walk, const struct host_object *object)
{
	return walk->trace->is_main && !walk->frame->up && object->kind == HOST_VARIABLE && !object->turn;
}

static void reach_roots(struct reaching *reaching, const struct host_value *result)
{
	struct walk *walk = reaching->walk;
	const struct frame *frame = walk->frame;
	for (size_t i = 0; i < walk->trace->objects.count; i++) {
		const struct host_object *object = walk->trace->objects.data[i];
		bool is_older = object->id < frame->first_object && !is_own_param(frame, object);
		if (is_older || is_of_process(walk, object) || object->kind == HOST_UNSEEN ||
			object->is_escaped || object->is_blurred)
			reach(reaching, object);
	}
	reach_bindings(reaching, walk->globals.data, walk->globals.count, false);
	reach_bindings(reaching, frame->bindings.data, frame->bindings.count, true);
	if (result && result->kind == HOST_POINTER)
		reach(reaching, result->object);
	if (frame->this_value.kind == HOST_POINTER)
		reach(reaching, frame->this_value.object);
}

void loss_check(struct walk *walk, const struct ir_stmt *at, const struct host_value *result)
{
	size_t candidates = 0, count = walk->trace->objects.count;
	if (!walk->frame || walk->is_over)
		return;
	for (size_t i = walk->frame->first_object ? walk->frame->first_object - 1 : 0; i < count; i++)
		candidates += is_candidate(walk, walk->trace->objects.data[i]);
	if (!candidates)
		return;
	struct reaching reaching = {.walk = walk, .is_reached = ARENA_ARRAY(walk->arena, bool, count + 1)};
	reach_roots(&reaching, result);
	while (reaching.open.count) {
		const struct host_object *next = reaching.open.data[--reaching.open.count];
		store_each(walk->store, next->id, reach_cell, &reaching);
	}
	for (size_t i = 0; i < count; i++) {
		struct host_object *object = walk->trace->objects.data[i];
		if (reaching.is_reached[object->id] || !is_candidate(walk, object))
			continue;
		object->lost_in = walk->frame->function;
		vec_push(walk->arena, &walk->trace->losses,
			(struct host_loss){object, walk->frame->function, at, walk->path});
	}
}
