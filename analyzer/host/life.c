/* Ends: what was freed or destroyed, what is used behind its end, and host code in memory of the device.
 *
 * That an object has ended is a cell of walk->settings, below those of settings: the number of the operation
 * that ended it, plus 1; unset or 0 while it is there. So ways that meet treat it as any other value: freed
 * on one of two ways is unknown, and nobody speaks of it. */
#include "analyzer/host/walk.h"

static const struct host_sum *life_offset(const struct walk *walk, const struct host_object *object)
{
	return host_sum_number(walk->sums, -(int64_t)object->id);
}

bool life_is_cell(const struct walk *walk, const struct cell_key *key)
{
	int64_t offset;
	return key->object == walk->settings->id && key->offset && host_sum_is_number(key->offset, &offset) &&
	       offset < 0;
}

void life_end(struct walk *walk, const struct host_object *object, const struct host_op *op)
{
	struct host_value ended = host_value_number(walk, (int64_t)op->index + 1);
	store_set(walk->store, walk->settings->id, life_offset(walk, object), &ended);
	walk->has_ends = true;
}

const struct host_value *life_of(const struct walk *walk, const struct host_object *object)
{
	return store_get(walk->store, walk->settings->id, life_offset(walk, object));
}

const struct host_op *life_ended(const struct walk *walk, const struct host_object *object)
{
	int64_t number;
	if (!walk->has_ends)
		return NULL;
	const struct host_value *ended = life_of(walk, object);
	if (!ended || !host_sum_is_number(ended->number, &number) || number <= 0)
		return NULL;
	return walk->trace->ops.data[number - 1];
}

void life_use(
	struct walk *walk, const struct host_op *op, struct host_object *object, const struct ir_expr *expr)
{
	const struct host_op *end = life_ended(walk, object);
	if (!end)
		return;
	for (size_t i = walk->trace->late.count; i-- > 0 && walk->trace->late.data[i].op == op;)
		if (walk->trace->late.data[i].object == object)
			return;
	vec_push(walk->arena, &walk->trace->late, (struct host_late){op, object, end, expr});
}

/* Whether the call needs what it is about to be there: those that ask about a pointer don't. */
static bool needs_object(const struct host_op *op)
{
	return op->kind != HOST_RUNTIME && op->kind != HOST_MALLOC && op->kind != HOST_MAKE &&
	       op->kind != HOST_MALLOC_ASYNC;
}

static const struct ir_expr *first_operand(const struct host_op *op)
{
	bool is_call = op->expr && op->expr->kind == IR_CALL && op->expr->operand_count;
	return is_call ? op->expr->operands[0] : NULL;
}

void life_check(struct walk *walk, const struct host_op *op)
{
	if (!walk->has_ends || !needs_object(op))
		return;
	for (size_t i = 0; i < op->access_count; i++)
		if (!op->accesses[i].is_maybe)
			life_use(walk, op, op->accesses[i].object, op->accesses[i].expr);
	struct host_object *const about[] = {op->object, op->event, op->event2, op->stream};
	for (size_t i = 0; i < sizeof about / sizeof *about; i++)
		if (about[i])
			life_use(walk, op, about[i], i ? NULL : first_operand(op));
}

void life_freed(struct walk *walk, const struct ir_expr *expr, struct host_object *object)
{
	struct host_op *op = walk_op(walk, HOST_FREE, expr);
	op->object = object;
	life_use(walk, op, object, expr->operand_count ? expr->operands[0] : NULL);
	life_end(walk, object, op);
}

/* Whether the host can't get at it: device memory that a call was seen to allocate, or a variable of the
 * device. A constant's value may be used anywhere; in code for both sides it isn't known who runs it. */
static bool is_out_of_reach(const struct walk *walk, const struct host_object *object)
{
	if (object->kind != HOST_DEVICE || (walk->frame && walk->frame->function->is_device))
		return false;
	return object->made_by || (object->var && !object->var->type->is_const && !object->var->is_constexpr);
}

bool life_is_strange(const struct walk *walk, const struct host_object *object)
{
	return is_out_of_reach(walk, object) || (object->kind != HOST_VARIABLE && life_ended(walk, object));
}

struct host_op *life_stray(struct walk *walk, const struct host_access *touched)
{
	struct host_object *object = touched->object;
	if (!life_is_strange(walk, object))
		return NULL;
	struct host_op *last =
		walk->trace->ops.count ? walk->trace->ops.data[walk->trace->ops.count - 1] : NULL;
	if (last && last->kind == HOST_STRAY && last->expr == touched->expr)
		return last;
	struct host_access *access = ARENA_NEW(walk->arena, struct host_access);
	*access = *touched;
	struct host_op *op = walk_op(walk, HOST_STRAY, touched->expr);
	op->accesses = access;
	op->access_count = 1;
	life_use(walk, op, object, touched->expr);
	return op;
}
