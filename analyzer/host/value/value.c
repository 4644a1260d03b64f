/* Values and places of the host walk: what an expression is worth, where it lies, what lies there. */
#include "analyzer/host/walk.h"

struct host_value host_value_sum(const struct host_sum *sum)
{
	return (struct host_value){.kind = HOST_NUMBER, .number = sum};
}

struct host_value host_value_number(struct walk *walk, int64_t number)
{
	return host_value_sum(host_sum_number(walk->sums, number));
}

struct host_value host_value_pointer(struct walk *walk, struct host_object *object)
{
	return (struct host_value){
		.kind = HOST_POINTER, .object = object, .number = host_sum_number(walk->sums, 0)};
}

static bool is_pointer_type(const struct ir_type *type)
{
	return type && (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_REFERENCE);
}

/* Something of which nothing is known: a pointer leads to an object of its own. */
struct host_value host_value_fresh(struct walk *walk, const struct ir_expr *expr, const struct ir_type *type)
{
	if (!is_pointer_type(type) || type->element->kind == IR_TYPE_FUNCTION)
		return host_value_sum(host_sum_fresh(walk->sums, expr));
	struct host_object *object = walk_object(walk, HOST_UNSEEN, expr);
	object->is_escaped = true;
	return host_value_pointer(walk, object);
}

bool host_value_equal(const struct host_value *left, const struct host_value *right)
{
	if (left->kind != right->kind)
		return false;
	switch (left->kind) {
	case HOST_NUMBER: return left->number == right->number;
	case HOST_REAL: return left->real == right->real;
	case HOST_POINTER: return left->object == right->object && left->number == right->number;
	default: return left->function == right->function;
	}
}

static bool is_null(const struct host_value *value)
{
	int64_t number;
	return value->kind == HOST_NUMBER && host_sum_is_number(value->number, &number) && number == 0;
}

static bool is_memory(const struct host_object *object)
{
	return object->kind != HOST_STREAM && object->kind != HOST_UNSEEN;
}

/* One of two values, it isn't known which. Memory or a handle that is NULL otherwise is the former: code that
 * uses it has got it. The NULL stream is a stream. */
struct host_value host_value_join(
	struct walk *walk, const struct host_value *left, const struct host_value *right)
{
	if (host_value_equal(left, right))
		return *left;
	if (left->kind == HOST_POINTER && is_null(right) && is_memory(left->object))
		return *left;
	if (right->kind == HOST_POINTER && is_null(left) && is_memory(right->object))
		return *right;
	loss_blur(left);
	loss_blur(right);
	if (left->kind == HOST_POINTER && right->kind == HOST_POINTER && left->object == right->object)
		return (struct host_value){.kind = HOST_POINTER,
			.object = left->object,
			.number = host_sum_fresh(walk->sums, NULL)};
	if (left->kind == HOST_POINTER || right->kind == HOST_POINTER) {
		struct host_object *object = walk_object(walk, HOST_UNSEEN, NULL);
		object->is_escaped = true;
		return host_value_pointer(walk, object);
	}
	return host_value_sum(host_sum_fresh(walk->sums, NULL));
}

int host_value_truth(struct walk *walk, const struct host_value *value, const struct ir_expr *expr,
	const struct host_sum **condition)
{
	int64_t number;
	*condition = NULL;
	if (value->kind == HOST_REAL)
		return value->real != 0;
	if (value->kind == HOST_FUNCTION || value->kind == HOST_CLOSURE)
		return 1;
	if (value->kind == HOST_POINTER && value->object->kind != HOST_UNSEEN)
		return 1;
	if (value->kind == HOST_NUMBER && host_sum_is_number(value->number, &number))
		return number != 0;
	*condition = value->number;
	if (value->kind == HOST_POINTER) {
		const struct host_sum *identity = host_sum_number(walk->sums, value->object->id);
		*condition = host_sum_opaque(walk->sums, expr, IR_OP_ADDRESS, identity, value->number);
	}
	return walk_known(walk, *condition);
}

const struct host_sum *host_value_as_sum(
	struct walk *walk, const struct host_value *value, const struct ir_expr *expr)
{
	if (value->kind == HOST_NUMBER)
		return value->number;
	if (value->kind == HOST_POINTER)
		return host_sum_opaque(walk->sums, expr, IR_OP_ADDRESS,
			host_sum_number(walk->sums, value->object->id), value->number);
	if (value->kind == HOST_REAL && value->real > -1e18 && value->real < 1e18)
		return host_sum_number(walk->sums, (int64_t)value->real);
	return host_sum_fresh(walk->sums, expr);
}

/* The object that a number is the address of: the same for the same number. */
static struct host_object *object_at(struct walk *walk, const struct host_sum *number)
{
	while (walk->unseen.count <= number->id)
		vec_push(walk->arena, &walk->unseen, NULL);
	struct host_object **object = &walk->unseen.data[number->id];
	if (!*object) {
		*object = walk_object(walk, HOST_UNSEEN, NULL);
		(*object)->is_escaped = true;
	}
	return *object;
}

struct place host_value_place(struct walk *walk, const struct host_value *value)
{
	if (value->kind == HOST_POINTER)
		return (struct place){value->object, value->number};
	const struct host_sum *zero = host_sum_number(walk->sums, 0);
	if (value->kind == HOST_NUMBER)
		return (struct place){object_at(walk, value->number), zero};
	return (struct place){walk_object(walk, HOST_UNSEEN, NULL), zero};
}

struct host_value place_pointer(struct place place)
{
	return (struct host_value){.kind = HOST_POINTER, .object = place.object, .number = place.offset};
}

struct place place_at(struct walk *walk, struct place place, int64_t bytes)
{
	if (bytes)
		place.offset = host_sum_add(walk->sums, place.offset, host_sum_number(walk->sums, bytes), 1);
	return place;
}

/* Memory of which accesses by the host are kept: what the device may use at the same time. */
bool object_is_watched(const struct host_object *object)
{
	return object->kind == HOST_PINNED || object->kind == HOST_MANAGED || object->is_device_used;
}

static void log_access(
	struct walk *walk, struct place place, int64_t size, bool writes, const struct ir_expr *expr)
{
	if (!expr || (!object_is_watched(place.object) && !life_is_strange(walk, place.object)))
		return;
	const struct host_access touched = {.object = place.object,
		.offset = place.offset,
		.size = size > 0 ? host_sum_number(walk->sums, size) : NULL,
		.reads = !writes,
		.writes = writes,
		.expr = expr};
	if (life_stray(walk, &touched))
		return;
	if (walk->trace->ops.count) { /* `x += 1` is one access, as is the same one in a row */
		struct host_op *last = walk->trace->ops.data[walk->trace->ops.count - 1];
		struct host_access *access = (struct host_access *)last->accesses;
		if (last->kind == HOST_ACCESS && last->expr == expr && access->object == place.object &&
			access->offset == place.offset) {
			access->writes |= writes;
			access->reads |= !writes;
			return;
		}
	}
	struct host_access *access = ARENA_NEW(walk->arena, struct host_access);
	*access = touched;
	struct host_op *op = walk_op(walk, HOST_ACCESS, expr);
	op->accesses = access;
	op->access_count = 1;
	op->object = place.object;
}

static bool is_by_place(const struct ir_type *type)
{
	return type->kind == IR_TYPE_RECORD || type->kind == IR_TYPE_ARRAY;
}

/* What lies where nothing was seen to be written: the same until the object is forgotten. */
static struct host_value unseen_content(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr)
{
	const struct host_sum *where =
		host_sum_number(walk->sums, (int64_t)place.object->id << 24 | place.object->forgotten);
	const struct host_sum *content = host_sum_opaque(walk->sums, expr, IR_OP_DEREF, where, place.offset);
	if (!is_pointer_type(type) || type->element->kind == IR_TYPE_FUNCTION)
		return host_value_sum(content);
	struct host_object *object = object_at(walk, content);
	object->is_unset = !place.object->forgotten;
	object->kept_in = object->kept_in ? object->kept_in : place.object;
	if (!object->var && place.object->kind == HOST_VARIABLE)
		object->var = place.object->var;
	return host_value_pointer(walk, object);
}

struct host_value place_read(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr)
{
	if (is_by_place(type))
		return place_pointer(place);
	log_access(walk, place, type->size, false, expr);
	const struct host_value *value = store_get(walk->store, place.object->id, place.offset);
	if (value)
		return *value;
	const struct host_value *background = store_get(walk->store, place.object->id, NULL);
	if (background && host_sum_is_number(place.offset, NULL))
		return *background;
	return unseen_content(walk, place, type, expr);
}

struct clobber {
	struct walk *walk;
	struct host_object *object;
	const struct host_sum *offset;
	int64_t size;
};

/* A cell that may lie where something is written. */
static void clobber_cell(void *context, const struct host_sum *offset, const struct host_value *value)
{
	struct clobber *clobber = context;
	int64_t distance = 1;
	if (offset == clobber->offset || (!offset && host_sum_is_number(clobber->offset, NULL)))
		return;
	if (offset && host_sum_distance(offset, clobber->offset, &distance) &&
		(distance < 0 || distance >= clobber->size))
		return;
	loss_blur(value);
	store_set(clobber->walk->store, clobber->object->id, offset, NULL);
}

/* A scalar at a known offset, among cells of which all are: the few that may lie within it. */
static void clobber_within(struct walk *walk, struct place place, int64_t size)
{
	for (int64_t byte = 1; byte < size; byte++) {
		struct place at = place_at(walk, place, byte);
		if (store_get(walk->store, at.object->id, at.offset))
			store_set(walk->store, at.object->id, at.offset, NULL);
	}
}

static void clobber(struct walk *walk, struct place place, int64_t size)
{
	if (size <= 16 && host_sum_is_number(place.offset, NULL) &&
		!store_is_symbolic(walk->store, place.object->id)) {
		clobber_within(walk, place, size);
		return;
	}
	struct clobber context = {walk, place.object, place.offset, size > 0 ? size : 1};
	store_each(walk->store, place.object->id, clobber_cell, &context);
}

void place_write(struct walk *walk, struct place place, const struct ir_type *type,
	const struct host_value *value, const struct ir_expr *expr)
{
	if (is_by_place(type)) {
		place_copy(walk, place, host_value_place(walk, value), type->size, expr);
		return;
	}
	log_access(walk, place, type->size, true, expr);
	struct host_value converted = host_value_convert(walk, value, NULL, type, expr);
	clobber(walk, place, type->size);
	store_set(walk->store, place.object->id, place.offset, &converted);
}

/* A whole object has zeroes for a background; a part of one gets them cell by cell. */
static void fill_zero(struct walk *walk, struct place place, int64_t size)
{
	struct host_value zero = host_value_number(walk, 0);
	bool is_whole = host_sum_is_number(place.offset, NULL) && place.object->type &&
			size >= place.object->type->size;
	if (is_whole)
		store_set(walk->store, place.object->id, NULL, &zero);
	for (int64_t at = 0; !is_whole && at < size && size <= 256; at += 4) {
		struct place part = place_at(walk, place, at);
		store_set(walk->store, part.object->id, part.offset, &zero);
	}
}

struct copying {
	struct walk *walk;
	struct place to;
	const struct host_sum *from;
	int64_t size; /* -1: unknown */
};

static void copy_cell(void *context, const struct host_sum *offset, const struct host_value *value)
{
	struct copying *copying = context;
	int64_t distance;
	if (!offset || !host_sum_distance(offset, copying->from, &distance) || distance < 0 ||
		(copying->size >= 0 && distance >= copying->size))
		return;
	struct place to = place_at(copying->walk, copying->to, distance);
	store_set(copying->walk->store, to.object->id, to.offset, value);
}

/* Where all of an object is zero but what was written since, something unknown is written, too: word by word,
 * or no zeroes are left. */
static void cover_zeroes(struct walk *walk, struct place to, struct place from, int64_t size)
{
	static const struct ir_type word = {.kind = IR_TYPE_INT, .size = 4, .name = "int"};
	if (size < 0 || size > 256) {
		store_set(walk->store, to.object->id, NULL, NULL);
		return;
	}
	for (int64_t at = 0; at < size; at += word.size) {
		struct place part = place_at(walk, to, at);
		if (store_get(walk->store, part.object->id, part.offset))
			continue;
		struct host_value value = unseen_content(walk, place_at(walk, from, at), &word, NULL);
		store_set(walk->store, part.object->id, part.offset, &value);
	}
}

void place_copy(
	struct walk *walk, struct place to, struct place from, int64_t size, const struct ir_expr *expr)
{
	if (to.object == from.object && to.offset == from.offset)
		return;
	log_access(walk, from, size, false, expr);
	log_access(walk, to, size, true, expr);
	struct copying context = {walk, to, from.offset, size};
	clobber(walk, to, size);
	if (store_get(walk->store, to.object->id, to.offset))
		store_set(walk->store, to.object->id, to.offset, NULL);
	if (store_get(walk->store, from.object->id, NULL)) /* zeroes, where nothing else lies */
		fill_zero(walk, to, size);
	store_each(walk->store, from.object->id, copy_cell, &context);
	if (store_get(walk->store, to.object->id, NULL) && !store_get(walk->store, from.object->id, NULL))
		cover_zeroes(walk, to, from, size);
}

void place_zero(struct walk *walk, struct place place, int64_t size)
{
	clobber(walk, place, size);
	store_set(walk->store, place.object->id, place.offset, NULL);
	fill_zero(walk, place, size);
}

static void forget_cell(void *context, const struct host_sum *offset, const struct host_value *value)
{
	struct clobber *clobber = context;
	loss_blur(value);
	store_set(clobber->walk->store, clobber->object->id, offset, NULL);
}

void object_forget(struct walk *walk, struct host_object *object)
{
	struct clobber context = {.walk = walk, .object = object};
	store_each(walk->store, object->id, forget_cell, &context);
	object->forgotten++;
}

static void expose_cell(void *context, const struct host_sum *offset, const struct host_value *value)
{
	struct walk *walk = context;
	(void)offset;
	if (value->kind != HOST_POINTER || value->object->is_escaped)
		return;
	value->object->is_escaped = true;
	object_expose(walk, value->object);
}

void object_expose(struct walk *walk, const struct host_object *object)
{
	store_each(walk->store, object->id, expose_cell, walk);
}

void target_forget(struct walk *walk, const struct host_value *value, const struct ir_expr *argument)
{
	const struct ir_type *type = ir_strip(argument)->type;
	if (value->kind != HOST_POINTER)
		return;
	bool is_scalar = type->kind == IR_TYPE_POINTER && type->element &&
			 type->element->kind != IR_TYPE_RECORD && type->element->kind != IR_TYPE_VOID;
	if (!is_scalar) {
		object_forget(walk, value->object);
		return;
	}
	struct host_value fresh = host_value_fresh(walk, argument, type->element);
	place_write(walk, host_value_place(walk, value), type->element, &fresh, NULL);
}
