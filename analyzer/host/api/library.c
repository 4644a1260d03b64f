/* The parts of the C and C++ libraries that carry handles and pointers about: containers, smart pointers,
 * std::function, std::swap, memcpy; atomics in library_atomic.c. A vector keeps the pointer to its elements
 * in its first cell, their number in its second; a smart pointer what it owns in its first. */
#include "analyzer/host/api/library.h"

bool library_is(const struct ir_type *type, const char *name)
{
	return type && type->kind == IR_TYPE_RECORD && type->record && type->record->is_system &&
	       !strcmp(type->record->name, name);
}

bool library_is_vector(const struct ir_type *type)
{
	return library_is(type, "std::vector") || library_is(type, "std::deque") ||
	       library_is(type, "std::initializer_list");
}

static bool is_smart(const struct ir_type *type)
{
	return library_is(type, "std::unique_ptr") || library_is(type, "std::shared_ptr");
}

const struct ir_type *library_argument(const struct ir_type *type)
{
	const struct ir_type *element = type->record->arg_count ? type->record->args[0].type : NULL;
	return element && element->kind == IR_TYPE_ARRAY ? element->element : element;
}

struct place cell_second(struct walk *walk, struct place place)
{
	return place_at(walk, place, 8);
}

const struct host_value *cell_get(struct walk *walk, struct place place)
{
	return store_get(walk->store, place.object->id, place.offset);
}

void cell_set(struct walk *walk, struct place place, struct host_value value)
{
	store_set(walk->store, place.object->id, place.offset, &value);
}

bool library_elements(struct walk *walk, struct place place, const struct ir_type *type, struct place *first,
	const struct host_sum **count, const struct ir_type **element)
{
	if (library_is(type, "std::array") && type->record->arg_count > 1 && library_argument(type)) {
		*first = place;
		*count = host_sum_number(walk->sums, type->record->args[1].value);
		*element = library_argument(type);
		return true;
	}
	if (!library_is_vector(type) || !library_argument(type))
		return false;
	*first = (struct place){vector_elements(walk, place, type), host_sum_number(walk->sums, 0)};
	*count = vector_size(walk, place);
	*element = library_argument(type);
	return true;
}

static bool array_method(struct walk *walk, const struct ir_expr *expr, struct place array,
	const struct ir_type *type, struct host_value *result, bool *is_place)
{
	const char *name = expr->call->name;
	if ((!strcmp(name, "operator[]") || !strcmp(name, "at")) && expr->operand_count) {
		struct host_value index = eval(walk, expr->operands[0]);
		const struct host_sum *bytes =
			host_sum_op(walk->sums, expr, IR_OP_MUL, host_value_as_sum(walk, &index, expr),
				host_sum_number(walk->sums, vector_element_size(type)));
		array.offset = host_sum_add(walk->sums, array.offset, bytes, 1);
		*is_place = true;
	} else if (!strcmp(name, "size") && type->record->arg_count > 1) {
		*result = host_value_number(walk, type->record->args[1].value);
		return true;
	} else if (strcmp(name, "data")) {
		return false;
	}
	*result = place_pointer(array);
	return true;
}

/* ---- smart pointers -------------------------------------------------------------------------- */

/* The unit's own function that a unique_ptr frees with: of its deleter's class, or the one it was handed. */
static const struct ir_function *deleter_of(struct walk *walk, struct place owner, const struct ir_type *type)
{
	const struct ir_type *deleter = type->record->arg_count > 1 ? type->record->args[1].type : NULL;
	if (!library_is(type, "std::unique_ptr") || !deleter)
		return NULL;
	if (deleter->kind != IR_TYPE_RECORD) {
		const struct host_value *cell = cell_get(walk, cell_second(walk, owner));
		bool is_code = cell && (cell->kind == HOST_FUNCTION || cell->kind == HOST_CLOSURE);
		return is_code ? cell->function : NULL;
	}
	if (!deleter->record || deleter->record->is_system)
		return NULL;
	if (deleter->record->is_lambda)
		return deleter->record->call_operator;
	return walk_method(walk, deleter->record, "operator()");
}

/* Hands what a unique_ptr owns to its deleter. */
static void destroy_owned(struct walk *walk, struct place owner, const struct ir_type *type)
{
	const struct host_value *cell = cell_get(walk, owner);
	const struct ir_function *deleter =
		cell && cell->kind == HOST_POINTER ? deleter_of(walk, owner, type) : NULL;
	if (!can_enter(walk, deleter) || deleter->param_count != 1)
		return;
	struct host_value owned = *cell;
	call_with_value(walk, deleter, &owned);
}

static bool smart_method(struct walk *walk, const struct ir_expr *expr, struct place owner,
	const struct ir_type *type, struct host_value *result, bool *is_place)
{
	const char *name = expr->call->name;
	const struct ir_type pointer = {
		.kind = IR_TYPE_POINTER, .element = library_argument(type), .size = 8};
	if (!library_argument(type))
		return false;
	struct host_value owned = place_read(walk, owner, &pointer, NULL);
	*result = owned;
	if (!strcmp(name, "get") || !strcmp(name, "operator->"))
		return true;
	if (!strcmp(name, "operator*"))
		return *is_place = true;
	if (!strcmp(name, "operator[]") && expr->operand_count) {
		struct host_value index = eval(walk, expr->operands[0]);
		struct place place = host_value_place(walk, &owned);
		place.offset = host_sum_add(walk->sums, place.offset,
			host_sum_op(walk->sums, expr, IR_OP_MUL, host_value_as_sum(walk, &index, expr),
				host_sum_number(walk->sums, vector_element_size(type))),
			1);
		*result = place_pointer(place);
		return *is_place = true;
	}
	if (!strcmp(name, "release") || !strcmp(name, "reset")) {
		struct host_value now =
			expr->operand_count ? eval(walk, expr->operands[0]) : host_value_number(walk, 0);
		if (!strcmp(name, "reset"))
			destroy_owned(walk, owner, type);
		cell_set(walk, owner, now);
		return true;
	}
	return false;
}

static bool make_smart(struct walk *walk, const struct ir_expr *expr, struct host_value *result)
{
	const struct ir_type *element = is_smart(expr->type) ? library_argument(expr->type) : NULL;
	if (!element || (strcmp(expr->call->name, "make_unique") && strcmp(expr->call->name, "make_shared")))
		return false;
	struct host_object *object = walk_object(walk, HOST_HEAP, expr);
	object->type = element;
	for (size_t i = 0; i < expr->operand_count; i++) {
		struct host_value value = eval(walk, expr->operands[i]);
		if (i == 0 && element->size > 0 && value.kind == HOST_NUMBER &&
			strstr(expr->type->name, "[]"))
			object->size = host_sum_op(walk->sums, expr, IR_OP_MUL, value.number,
				host_sum_number(walk->sums, element->size));
	}
	struct place place = {temporary(walk, expr->type), host_sum_number(walk->sums, 0)};
	cell_set(walk, place, host_value_pointer(walk, object));
	*result = place_pointer(place);
	return true;
}

/* ---- functions ------------------------------------------------------------------------------- */

static bool swap(struct walk *walk, const struct ir_expr *expr)
{
	if (expr->operand_count != 2 || strcmp(expr->call->name, "swap"))
		return false;
	const struct ir_type *type = ir_type_value(expr->operands[0]->type);
	struct place left = eval_place(walk, expr->operands[0]), right = eval_place(walk, expr->operands[1]);
	if (type->kind == IR_TYPE_RECORD) {
		struct place kept = {temporary(walk, type), host_sum_number(walk->sums, 0)};
		place_copy(walk, kept, left, type->size, NULL);
		place_copy(walk, left, right, type->size, NULL);
		place_copy(walk, right, kept, type->size, NULL);
		return true;
	}
	struct host_value a = place_read(walk, left, type, expr), b = place_read(walk, right, type, expr);
	place_write(walk, left, type, &b, expr);
	place_write(walk, right, type, &a, expr);
	return true;
}

static void host_access(struct walk *walk, const struct ir_expr *expr, const struct host_value *to,
	const struct host_value *from, const struct host_sum *size)
{
	struct host_access *accesses = ARENA_ARRAY(walk->arena, struct host_access, 2);
	size_t count = 0;
	const struct host_value *ends[2] = {to, from};
	for (int i = 0; i < 2; i++) {
		if (!ends[i] || ends[i]->kind != HOST_POINTER)
			continue;
		struct host_access touched = {.object = ends[i]->object,
			.offset = ends[i]->number,
			.size = size,
			.writes = i == 0,
			.reads = i != 0,
			.expr = expr->operands[i]};
		life_stray(walk, &touched);
		touched.expr = expr;
		if (object_is_watched(touched.object))
			accesses[count++] = touched;
	}
	if (!count)
		return;
	struct host_op *op = walk_op(walk, HOST_ACCESS, expr);
	op->accesses = accesses;
	op->access_count = count;
	op->object = accesses[0].object;
}

/* memcpy, memmove, memset */
static bool memory_function(struct walk *walk, const struct ir_expr *expr, struct host_value *result)
{
	const char *name = expr->call->name;
	bool is_set = !strcmp(name, "memset"), is_copy = !strcmp(name, "memcpy") || !strcmp(name, "memmove");
	if ((!is_set && !is_copy) || expr->operand_count != 3)
		return false;
	int64_t bytes = -1;
	struct host_value to = eval(walk, expr->operands[0]), from = eval(walk, expr->operands[1]),
			  size = eval(walk, expr->operands[2]);
	const struct host_sum *sum = host_value_as_sum(walk, &size, expr->operands[2]);
	host_sum_is_number(sum, &bytes);
	host_access(walk, expr, &to, is_copy ? &from : NULL, sum);
	if (is_copy)
		place_copy(walk, host_value_place(walk, &to), host_value_place(walk, &from), bytes, NULL);
	else if (bytes > 0)
		place_zero(walk, host_value_place(walk, &to), bytes);
	*result = to;
	return true;
}

static bool allocation(struct walk *walk, const struct ir_expr *expr, struct host_value *result)
{
	const char *name = expr->call->name;
	static const char *const allocators[] = {
		"malloc", "calloc", "realloc", "aligned_alloc", "valloc", NULL};
	bool is_free = !strcmp(name, "free");
	if (!is_free && !ir_is_one_of(name, allocators))
		return false;
	struct host_value first = host_value_number(walk, 0), last = first;
	for (size_t i = 0; i < expr->operand_count; i++) {
		last = eval(walk, expr->operands[i]);
		if (i == 0)
			first = last;
	}
	*result = host_value_number(walk, 0);
	if (is_free) {
		if (first.kind == HOST_POINTER)
			life_freed(walk, expr, first.object);
		return true;
	}
	struct host_object *object = walk_object(walk, HOST_HEAP, expr);
	object->size = host_value_as_sum(walk, &last, expr);
	if (!strcmp(name, "calloc"))
		object->size = host_sum_op(
			walk->sums, expr, IR_OP_MUL, object->size, host_value_as_sum(walk, &first, expr));
	struct host_op *op = walk_op(walk, HOST_MALLOC, expr);
	op->object = object;
	object->made_by = op;
	*result = host_value_pointer(walk, object);
	return true;
}

static bool environment(struct walk *walk, const struct ir_expr *expr, struct host_value *result)
{
	if (strcmp(expr->call->name, "setenv") && strcmp(expr->call->name, "putenv") &&
		strcmp(expr->call->name, "_putenv_s"))
		return false;
	struct host_op *op = walk_op(walk, HOST_ENVIRONMENT, expr);
	struct host_value *values = ARENA_ARRAY(walk->arena, struct host_value, expr->operand_count + 1);
	for (size_t i = 0; i < expr->operand_count; i++)
		values[i] = eval(walk, expr->operands[i]);
	op->values = values;
	op->value_count = expr->operand_count;
	*result = host_value_number(walk, 0);
	return true;
}

static bool forwards(struct walk *walk, const struct ir_expr *expr, struct host_value *result, bool *is_place)
{
	static const char *const names[] = {"move", "forward", "addressof", "ref", "as_const", NULL};
	if (!ir_is_one_of(expr->call->name, names) || expr->operand_count != 1)
		return false;
	*result = place_pointer(eval_place(walk, expr->operands[0]));
	*is_place = strcmp(expr->call->name, "addressof") != 0;
	return true;
}

static bool least_or_most(struct walk *walk, const struct ir_expr *expr, struct host_value *result)
{
	bool is_min = !strcmp(expr->call->name, "min");
	if ((!is_min && strcmp(expr->call->name, "max")) || expr->operand_count != 2)
		return false;
	struct host_value left = eval(walk, expr->operands[0]), right = eval(walk, expr->operands[1]);
	const struct host_sum *a = host_value_as_sum(walk, &left, expr),
			      *b = host_value_as_sum(walk, &right, expr);
	int64_t distance;
	if (host_sum_distance(a, b, &distance))
		*result = (distance < 0) == is_min ? left : right;
	else
		*result =
			host_value_sum(host_sum_opaque(walk->sums, expr, is_min ? IR_OP_LT : IR_OP_GT, a, b));
	return true;
}

/* The number that a text stands for: the same one however often it is asked for. */
static bool reads_number(struct walk *walk, const struct ir_expr *expr, struct host_value *result)
{
	static const char *const names[] = {
		"atoi", "atol", "atoll", "strtol", "strtoul", "strtoll", "strtoull", NULL};
	if (!ir_is_one_of(expr->call->name, names) || !expr->operand_count)
		return false;
	struct host_value text = eval(walk, expr->operands[0]);
	if (text.kind != HOST_POINTER)
		return false;
	const struct host_sum *where =
		host_sum_number(walk->sums, (int64_t)text.object->id << 24 | text.object->forgotten);
	*result = host_value_sum(host_sum_opaque(walk->sums, expr, IR_OP_COMMA, where, text.number));
	return true;
}

static bool method(struct walk *walk, const struct ir_expr *expr, struct host_value *result, bool *is_place)
{
	const struct ir_expr *object = expr->call->object;
	const struct ir_type *type = ir_type_value(object->type);
	if (expr->call->is_arrow && type->element)
		type = type->element;
	bool is_atomic = library_is_atomic(type);
	bool known = library_is_vector(type) || library_is(type, "std::array") || is_smart(type);
	if (!is_atomic && (!known || !type->record->arg_count))
		return false;
	struct place place;
	if (expr->call->is_arrow) {
		struct host_value pointer = eval(walk, object);
		place = host_value_place(walk, &pointer);
	} else {
		place = eval_place(walk, object);
	}
	*result = host_value_number(walk, 0);
	if (is_atomic)
		return atomic_method(walk, expr, place, type, result);
	if (library_is_vector(type))
		return vector_method(walk, expr, place, type, result, is_place);
	return library_is(type, "std::array") ? array_method(walk, expr, place, type, result, is_place)
					      : smart_method(walk, expr, place, type, result, is_place);
}

bool library_call(struct walk *walk, const struct ir_expr *expr, struct host_value *result, bool *is_place)
{
	const struct ir_function *function = expr->call->function;
	if (function && !function->is_system)
		return false;
	if (expr->call->object && expr->kind == IR_CALL)
		return method(walk, expr, result, is_place);
	*result = host_value_number(walk, 0);
	return memory_function(walk, expr, result) || allocation(walk, expr, result) ||
	       environment(walk, expr, result) || reads_number(walk, expr, result) ||
	       forwards(walk, expr, result, is_place) || least_or_most(walk, expr, result) ||
	       make_smart(walk, expr, result) || swap(walk, expr) || tuple_call(walk, expr, result, is_place);
}

/* dim3(x, y, z): what is left out is 1. */
static bool construct_dim3(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr)
{
	if (!library_is(type, "dim3") ||
		(expr->operand_count == 1 && expr->operands[0]->type->kind == IR_TYPE_RECORD))
		return false;
	for (size_t i = 0; i < 3; i++) {
		bool is_given = i < expr->operand_count && expr->operands[i];
		struct host_value value =
			is_given ? eval(walk, expr->operands[i]) : host_value_number(walk, 1);
		cell_set(walk, place_at(walk, place, (int64_t)i * 4), value);
	}
	return true;
}

bool library_construct(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr)
{
	if (construct_dim3(walk, place, type, expr) || atomic_construct(walk, place, type, expr) ||
		tuple_construct(walk, place, type, expr))
		return true;
	if (library_is_vector(type) && type->record->arg_count)
		return vector_construct(walk, place, type, expr);
	bool is_function = library_is(type, "std::function");
	if ((!is_smart(type) && !is_function) || !expr->operand_count || !expr->operands[0])
		return false;
	const struct ir_expr *first = expr->operands[0];
	if (is_function && ir_strip(first)->kind != IR_LAMBDA)
		return false;
	struct host_value value = eval(walk, first);
	if (first->type->kind == IR_TYPE_RECORD && value.kind == HOST_POINTER && is_smart(first->type)) {
		struct place from = host_value_place(walk, &value);
		const struct host_value *cell = cell_get(walk, from);
		if (!cell)
			return true;
		value = *cell;
		if (library_is(first->type, "std::unique_ptr"))
			cell_set(walk, from, host_value_number(walk, 0));
	}
	cell_set(walk, place, value);
	if (is_smart(type) && expr->operand_count > 1 && expr->operands[1]) {
		struct host_value deleter = eval(walk, expr->operands[1]);
		cell_set(walk, cell_second(walk, place), deleter);
	}
	return true;
}

void library_empty(struct walk *walk, struct place place, const struct ir_type *type)
{
	const struct ir_record *record = type->kind == IR_TYPE_RECORD ? type->record : NULL;
	if (!record)
		return;
	if (record->is_system) {
		library_default(walk, place, type);
		return;
	}
	for (size_t i = 0; i < record->base_count; i++)
		library_empty(walk, place, record->bases[i]);
	for (size_t i = 0; i < record->field_count; i++)
		if (record->fields[i].offset >= 0)
			library_empty(walk, place_at(walk, place, record->fields[i].offset),
				record->fields[i].type);
}

void library_default(struct walk *walk, struct place place, const struct ir_type *type)
{
	if (library_is_vector(type) && type->record->arg_count)
		vector_default(walk, place, type);
	else if (is_smart(type))
		cell_set(walk, place, host_value_number(walk, 0));
}

void library_destroy(struct walk *walk, struct place place, const struct ir_type *type)
{
	const struct ir_type *element = library_argument(type);
	destroy_owned(walk, place, type);
	if (!library_is_vector(type) || library_is(type, "std::initializer_list") || !element ||
		element->kind != IR_TYPE_RECORD)
		return;
	int64_t count;
	if (!host_sum_is_number(vector_size(walk, place), &count) || count > TURNS_KNOWN)
		count = TURNS_UNKNOWN;
	for (int64_t i = 0; i < count; i++)
		destroy_at(walk, vector_element(walk, place, type, host_sum_number(walk->sums, i)), element,
			NULL);
}
