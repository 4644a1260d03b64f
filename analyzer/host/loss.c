/* Losses: memory and handles that are still there where a function returns, and that nothing leads to any
 * more.
 *
 * What leads somewhere: the result, everything that was there before the call, globals, what isn't seen, and
 * locals that a destructor ends; from there on through all that memory holds. Locals of the call lead nowhere
 * once it is over. What a pointer was lost sight of to (is_blurred), or what was handed to code that isn't
 * seen (is_escaped), may still be somewhere.
 *
 * What main holds when it ends goes with the process. But where a function frees nearly all that it has made,
 * what is left over was forgotten: so is what main's variables hold, and memory of the host, which isn't
 * asked for otherwise; and code that isn't seen takes nothing over from a function that itself frees other
 * memory which that code was handed. */
#include "analyzer/host/walk.h"

#include <string.h>

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

/* Where the objects begin that are made in the call. */
static size_t first_of(const struct walk *walk)
{
	return walk->frame->first_object ? walk->frame->first_object - 1 : 0;
}

static bool is_there(const struct walk *walk, const struct host_object *object)
{
	int64_t ended;
	const struct host_value *life = life_of(walk, object);
	return !life || (host_sum_is_number(life->number, &ended) && !ended);
}

/* Whether it was made in the call, and may be lost. */
static bool is_candidate(const struct walk *walk, const struct host_object *object)
{
	return is_resource(object) && !object->is_escaped && !object->is_blurred &&
	       object->made_by->index >= walk->frame->first_op && object->made_by->kind != HOST_GRAPH_ADD &&
	       (!object->lost_in || object->lost_in == walk->frame->function) && is_there(walk, object);
}

/* ---- what leads where ------------------------------------------------------------------------ */

struct reaching {
	struct walk *walk;
	struct arena *scratch;
	bool for_forgotten; /* main's variables, and code that takes nothing over, lead nowhere */
	bool *is_reached;   /* by id */
	VEC(const struct host_object *) open;
};

static struct reaching reaching_new(struct walk *walk, struct arena *scratch)
{
	return (struct reaching){.walk = walk,
		.scratch = scratch,
		.is_reached = ARENA_ARRAY(scratch, bool, walk->trace->objects.count + 1)};
}

static void reach(struct reaching *reaching, const struct host_object *object)
{
	if (reaching->is_reached[object->id])
		return;
	reaching->is_reached[object->id] = true;
	vec_push(reaching->scratch, &reaching->open, object);
}

static void reach_cell(void *context, const struct host_sum *offset, const struct host_value *value)
{
	(void)offset;
	if (value->kind == HOST_POINTER)
		reach(context, value->object);
}

enum { MAX_NESTING = 8 };

static bool is_owner_at(const struct ir_type *type, unsigned nesting);

/* A struct of CUDA's C interface: its end does nothing. */
static bool is_plain_struct(const struct ir_record *record)
{
	return record->is_system && record->name && !record->has_destructor && !record->base_count &&
	       (!strncmp(record->name, "cuda", 4) || !strncmp(record->name, "CU", 2));
}

/* Whether a record's end does something about what it holds: a destructor of its own, of a member or of a
 * base does. What isn't the project's, or whose members aren't known, may. */
static bool ends_something(const struct ir_record *record, unsigned nesting)
{
	if (is_plain_struct(record))
		return false;
	bool ends = record->is_system || record->has_destructor || record->is_union || record->is_unsized ||
		    (!record->field_count && !record->base_count) || nesting > MAX_NESTING;
	for (size_t i = 0; i < record->field_count && !ends; i++)
		ends = is_owner_at(record->fields[i].type, nesting + 1);
	for (size_t i = 0; i < record->base_count && !ends; i++)
		ends = is_owner_at(record->bases[i], nesting + 1);
	return ends;
}

static bool is_owner_at(const struct ir_type *type, unsigned nesting)
{
	while (type->kind == IR_TYPE_ARRAY)
		type = type->element;
	return type->kind == IR_TYPE_RECORD && (!type->record || ends_something(type->record, nesting));
}

/* Whether the end of a variable does something about what it holds. */
static bool is_owner(const struct ir_type *type)
{
	return is_owner_at(type, 0);
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

/* All that is open leads on to what it holds. */
static void reach_on(struct reaching *reaching)
{
	while (reaching->open.count) {
		const struct host_object *next = reaching->open.data[--reaching->open.count];
		store_each(reaching->walk->store, next->id, reach_cell, reaching);
	}
}

static void reach_others(struct reaching *reaching, const struct host_value *result)
{
	const struct frame *frame = reaching->walk->frame;
	reach_bindings(reaching, frame->bindings.data, frame->bindings.count, true);
	if (result && result->kind == HOST_POINTER)
		reach(reaching, result->object);
	if (frame->this_value.kind == HOST_POINTER)
		reach(reaching, frame->this_value.object);
	reach_on(reaching);
}

/* A cell of a variable of the call: what was there before leads on. */
static void reach_older(void *context, const struct host_sum *offset, const struct host_value *value)
{
	struct reaching *reaching = context;
	(void)offset;
	if (value->kind == HOST_POINTER && value->object->id < reaching->walk->frame->first_object)
		reach(reaching, value->object);
}

/* What is reached from the result and from what the call's variables know of: mostly enough. */
static void reach_near(struct reaching *reaching, const struct host_value *result)
{
	const struct frame *frame = reaching->walk->frame;
	for (size_t i = 0; i < frame->bindings.count; i++)
		store_each(reaching->walk->store, frame->bindings.data[i].object->id, reach_older, reaching);
	reach_others(reaching, result);
}

/* ---- what was forgotten ---------------------------------------------------------------------- */

#define LEAST_FREED 2
#define FREED_PER_FORGOTTEN 2
#define MOST_OPS_FOR_LENT 2000 /* of a call: all are compared with all */

/* Memory of the host, from a call or an expression that the source frees itself. */
static bool is_plain_heap(const struct host_object *object)
{
	return object->kind == HOST_HEAP && object->made_by && object->made &&
	       (object->made->kind == IR_CALL || object->made->kind == IR_NEW);
}

static bool is_own(const struct walk *walk, const struct host_object *object)
{
	return (is_resource(object) || is_plain_heap(object)) &&
	       object->made_by->index >= walk->frame->first_op && object->made_by->kind != HOST_GRAPH_ADD;
}

/* The call, of those that the function makes itself, in which it happens; NULL: in the function. */
static const struct host_call *call_below(const struct walk *walk, const struct host_op *op)
{
	const struct host_call *call = op->where.call;
	while (call && call != walk->call && call->up != walk->call)
		call = call->up;
	return call == walk->call ? NULL : call;
}

/* By the function, or for it; not what a function that it calls has for itself. */
static bool is_freed(const struct walk *walk, const struct host_object *object)
{
	const struct host_op *end = is_own(walk, object) ? life_ended(walk, object) : NULL;
	const struct host_call *freed_in = end ? call_below(walk, end) : NULL;
	return end && (!freed_in || freed_in != call_below(walk, object->made_by));
}

/* Whether copies, kernels or libraries had to do with it. */
static bool is_for_device(const struct walk *walk, const struct host_object *object)
{
	for (size_t i = object->made_by->index; i < walk->trace->ops.count; i++) {
		const struct host_op *op = walk->trace->ops.data[i];
		for (size_t k = 0; k < op->access_count && (op->call || op->launch); k++)
			if (op->accesses[k].object == object)
				return true;
	}
	return false;
}

static bool is_handed(const struct host_op *op, const struct host_object *object)
{
	for (size_t i = 0; i < op->access_count; i++)
		if (op->accesses[i].is_maybe && op->accesses[i].object == object)
			return true;
	return false;
}

/* Whether what the same function, called here or elsewhere, was handed is freed by the caller all the same.
 */
static bool is_lent(const struct walk *walk, const struct host_op *handing)
{
	for (size_t i = walk->frame->first_op; i < walk->trace->ops.count; i++) {
		const struct host_op *op = walk->trace->ops.data[i];
		if (strcmp(op->callee, handing->callee) != 0)
			continue;
		for (size_t k = 0; k < op->access_count; k++)
			if (op->accesses[k].is_maybe && is_freed(walk, op->accesses[k].object))
				return true;
	}
	return false;
}

/* Whether all code that isn't seen, and has had it, frees nothing. */
static bool is_only_lent(const struct walk *walk, const struct host_object *object)
{
	bool is_found = false;
	if (walk->trace->ops.count - walk->frame->first_op > MOST_OPS_FOR_LENT)
		return false;
	for (size_t i = object->made_by->index; i < walk->trace->ops.count; i++) {
		const struct host_op *op = walk->trace->ops.data[i];
		if (!is_handed(op, object))
			continue;
		if (!*op->callee || !is_lent(walk, op))
			return false;
		is_found = true;
	}
	return is_found;
}

/* What is made once, is there, and that nobody else may free. */
static bool is_left_over(const struct walk *walk, const struct host_object *object)
{
	return is_own(walk, object) && !object->is_blurred && !object->made_by->where.turn &&
	       !object->lost_in && is_there(walk, object) &&
	       (!object->is_escaped || is_only_lent(walk, object));
}

static bool is_kept_by_others(const struct walk *walk, const struct host_object *object)
{
	return object->is_escaped && !(is_own(walk, object) && is_left_over(walk, object));
}

/* A global pointer that main sets and that nobody else gets to see: its unit's code has run, and no other has
 * since. */
static bool is_for_main_alone(const struct walk *walk, const struct binding *global)
{
	const struct host_value *held =
		store_get(walk->store, global->object->id, host_sum_number(walk->sums, 0));
	if (!walk->trace->is_main || walk->frame->up || global->var->type->kind != IR_TYPE_POINTER || !held ||
		held->kind != HOST_POINTER || !is_own(walk, held->object) || global->object->is_escaped ||
		held->object->made_by->where.function != walk->frame->function)
		return false;
	for (size_t i = held->object->made_by->index; i < walk->trace->ops.count; i++)
		if (walk->trace->ops.data[i]->kind == HOST_OPAQUE)
			return false;
	return true;
}

static void reach_all(struct reaching *reaching, const struct host_value *result)
{
	struct walk *walk = reaching->walk;
	const struct frame *frame = walk->frame;
	for (size_t i = 0; i < walk->trace->objects.count; i++) {
		const struct host_object *object = walk->trace->objects.data[i];
		bool is_older = object->id < frame->first_object && !is_own_param(frame, object);
		bool is_kept = reaching->for_forgotten ? is_kept_by_others(walk, object)
						       : object->is_escaped || is_of_process(walk, object);
		if (is_older || is_kept || object->kind == HOST_UNSEEN || object->is_blurred)
			reach(reaching, object);
	}
	for (size_t i = 0; i < walk->globals.count; i++)
		if (!reaching->for_forgotten || !is_for_main_alone(walk, &walk->globals.data[i]))
			reach(reaching, walk->globals.data[i].object);
	reach_others(reaching, result);
}

/* ---- losses ---------------------------------------------------------------------------------- */

static void add_loss(struct walk *walk, struct host_object *object, const struct ir_stmt *at, size_t freed)
{
	if (!freed || walk->frame->up) /* nobody asks again what the root has forgotten */
		object->lost_in = walk->frame->function;
	vec_push(walk->arena, &walk->trace->losses,
		(struct host_loss){object, walk->frame->function, at, walk->path, freed});
}

/* How many may be lost; those that are reached aren't. */
static size_t count_candidates(const struct walk *walk, const bool *is_reached)
{
	size_t found = 0;
	for (size_t i = first_of(walk); i < walk->trace->objects.count; i++) {
		const struct host_object *object = walk->trace->objects.data[i];
		found += !(is_reached && is_reached[object->id]) && is_candidate(walk, object);
	}
	return found;
}

static void find_lost(
	struct walk *walk, struct arena *scratch, const struct ir_stmt *at, const struct host_value *result)
{
	struct reaching reaching = reaching_new(walk, scratch);
	reach_near(&reaching, result);
	if (!count_candidates(walk, reaching.is_reached))
		return;
	reach_all(&reaching, result);
	for (size_t i = first_of(walk); i < walk->trace->objects.count; i++) {
		struct host_object *object = walk->trace->objects.data[i];
		if (!reaching.is_reached[object->id] && is_candidate(walk, object))
			add_loss(walk, object, at, 0);
	}
}

static void check_lost(struct walk *walk, const struct ir_stmt *at, const struct host_value *result)
{
	if (!count_candidates(walk, NULL))
		return;
	struct arena *scratch = arena_new();
	find_lost(walk, scratch, at, result);
	arena_free(scratch);
}

struct counting {
	struct walk *walk;
	const bool *is_reached; /* or NULL: what is reached counts, too */
	const bool *is_held;    /* by the function's variables; or NULL: what isn't counts, too */
	bool (*counts)(const struct walk *walk, const struct host_object *object);
};

static bool is_counted(const struct counting *counting, const struct host_object *object)
{
	return (!counting->is_reached || !counting->is_reached[object->id]) &&
	       counting->counts(counting->walk, object) &&
	       (!counting->is_held || counting->is_held[object->id] ||
		       !call_below(counting->walk, object->made_by));
}

/* What the same calls make is one allocation, however many turns or objects. */
static bool is_another(const struct counting *counting, size_t index)
{
	const struct host_trace *trace = counting->walk->trace;
	const struct host_object *object = trace->objects.data[index];
	for (size_t i = first_of(counting->walk); i < index; i++) {
		const struct host_object *other = trace->objects.data[i];
		if (other->made == object->made && is_counted(counting, other) &&
			other->made_by->where.call == object->made_by->where.call)
			return true;
	}
	return false;
}

static size_t count_of(const struct counting *counting)
{
	const struct host_trace *trace = counting->walk->trace;
	size_t found = 0;
	for (size_t i = first_of(counting->walk); i < trace->objects.count; i++)
		found += is_counted(counting, trace->objects.data[i]) && !is_another(counting, i);
	return found;
}

static void find_forgotten(struct walk *walk, struct arena *scratch, const struct ir_stmt *at,
	const struct host_value *result, size_t freed)
{
	struct reaching reaching = reaching_new(walk, scratch), held = reaching_new(walk, scratch);
	reaching.for_forgotten = true;
	reach_all(&reaching, result);
	reach_bindings(&held, walk->frame->bindings.data, walk->frame->bindings.count, false);
	reach_on(&held);
	/* what a function that was called has lost is its own affair */
	const struct counting counting = {walk, reaching.is_reached, held.is_reached, is_left_over};
	if (freed < count_of(&counting) * FREED_PER_FORGOTTEN)
		return;
	for (size_t i = 0; i < walk->trace->objects.count; i++) {
		struct host_object *object = walk->trace->objects.data[i];
		if (is_counted(&counting, object) && (is_resource(object) || is_for_device(walk, object)))
			add_loss(walk, object, at, freed);
	}
}

static void check_forgotten(struct walk *walk, const struct ir_stmt *at, const struct host_value *result)
{
	const struct counting ended = {.walk = walk, .counts = is_freed};
	const struct counting left_over = {.walk = walk, .counts = is_left_over};
	size_t freed = walk->has_ends ? count_of(&ended) : 0;
	if (freed < LEAST_FREED || !count_of(&left_over))
		return;
	struct arena *scratch = arena_new();
	find_forgotten(walk, scratch, at, result, freed);
	arena_free(scratch);
}

void loss_check(struct walk *walk, const struct ir_stmt *at, const struct host_value *result)
{
	if (!walk->frame || walk->is_over)
		return;
	check_lost(walk, at, result);
	check_forgotten(walk, at, result);
}
