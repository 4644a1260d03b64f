/* std::vector: the pointer to its elements lies in its first cell, their number in its second. */
#include "analyzer/host/api/library.h"

struct host_object *vector_elements(struct walk *walk, struct place vector, const struct ir_type *type)
{
	const struct host_value *cell = cell_get(walk, vector);
	if (cell && cell->kind == HOST_POINTER)
		return cell->object;
	/* of a vector that isn't seen to be made */
	struct host_value unseen = place_read(walk, vector,
		&(struct ir_type){.kind = IR_TYPE_POINTER, .element = library_argument(type), .size = 8},
		NULL);
	if (unseen.kind == HOST_POINTER && !unseen.object->var)
		unseen.object->var = vector.object->var;
	return unseen.kind == HOST_POINTER ? unseen.object : walk_object(walk, HOST_UNSEEN, NULL);
}

const struct host_sum *vector_size(struct walk *walk, struct place vector)
{
	const struct host_value *cell = cell_get(walk, cell_second(walk, vector));
	if (cell && cell->kind == HOST_NUMBER)
		return cell->number;
	struct host_value unseen = place_read(
		walk, cell_second(walk, vector), &(struct ir_type){.kind = IR_TYPE_INT, .size = 8}, NULL);
	return host_value_as_sum(walk, &unseen, NULL);
}

int64_t vector_element_size(const struct ir_type *type)
{
	const struct ir_type *element = library_argument(type);
	return element && element->size > 0 ? element->size : 1;
}

static void set_elements(struct walk *walk, struct place vector, const struct ir_type *type,
	struct host_object *elements, const struct host_sum *count)
{
	elements->var = elements->var ? elements->var : vector.object->var;
	elements->type = library_argument(type);
	const struct host_sum *size = host_sum_op(
		walk->sums, NULL, IR_OP_MUL, count, host_sum_number(walk->sums, vector_element_size(type)));
	elements->is_resized |= elements->size && elements->size != size;
	elements->size = size;
	cell_set(walk, vector, host_value_pointer(walk, elements));
	cell_set(walk, cell_second(walk, vector), host_value_sum(count));
}

/* Whether an allocator of its own may place the elements anywhere: in pinned or managed memory. */
static bool has_own_allocator(const struct ir_type *type)
{
	const struct ir_type *allocator = type->record->arg_count > 1 ? type->record->args[1].type : NULL;
	return allocator && allocator->record && strcmp(allocator->record->name, "std::allocator") != 0;
}

/* What the unit's own allocator returns; NULL: not seen. */
static struct host_object *allocate_own(
	struct walk *walk, const struct ir_type *type, const struct host_sum *count)
{
	const struct ir_record *allocator = type->record->args[1].type->record;
	int64_t number;
	if (host_sum_is_number(count, &number) && number == 0)
		return NULL;
	for (size_t i = 0; i < walk->module->functions.count; i++) {
		const struct ir_function *function = walk->module->functions.data[i];
		if (function->record != allocator || strcmp(function->name, "allocate") != 0 ||
			!can_enter(walk, function))
			continue;
		struct host_value asked = host_value_sum(count);
		struct host_value memory = call_with_value(walk, function, &asked);
		return memory.kind == HOST_POINTER ? memory.object : NULL;
	}
	return NULL;
}

static void new_vector(struct walk *walk, struct place vector, const struct ir_type *type,
	const struct host_sum *count, const struct ir_expr *expr)
{
	bool is_own = has_own_allocator(type);
	struct host_object *own = is_own ? allocate_own(walk, type, count) : NULL;
	if (own) {
		set_elements(walk, vector, type, own, count);
		return;
	}
	struct host_object *elements = walk_object(walk, is_own ? HOST_UNSEEN : HOST_HEAP, expr);
	elements->is_escaped = is_own;
	elements->is_ephemeral = vector.object->is_ephemeral;
	set_elements(walk, vector, type, elements, count);
}

void vector_default(struct walk *walk, struct place vector, const struct ir_type *type)
{
	new_vector(walk, vector, type, host_sum_number(walk->sums, 0), NULL);
}

struct place vector_element(
	struct walk *walk, struct place vector, const struct ir_type *type, const struct host_sum *index)
{
	struct place place = {vector_elements(walk, vector, type),
		host_sum_op(walk->sums, NULL, IR_OP_MUL, index,
			host_sum_number(walk->sums, vector_element_size(type)))};
	return place;
}

/* Elements that a constructor fills: constructs the first few, as far as their number is known. */
static void fill(
	struct walk *walk, struct place vector, const struct ir_type *type, const struct ir_expr *value)
{
	int64_t count;
	const struct ir_type *element = library_argument(type);
	if (!element)
		return;
	if (!host_sum_is_number(vector_size(walk, vector), &count) || count > TURNS_KNOWN)
		count = TURNS_UNKNOWN;
	for (int64_t i = 0; i < count; i++) {
		struct place at = vector_element(walk, vector, type, host_sum_number(walk->sums, i));
		if (value)
			eval_into(walk, at, element, value);
		else if (element->kind != IR_TYPE_RECORD)
			cell_set(walk, at, host_value_number(walk, 0));
	}
}

bool vector_construct(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr)
{
	const struct ir_expr *first = expr->operand_count ? expr->operands[0] : NULL;
	const struct ir_expr *inner = first ? ir_strip_casts(first) : NULL;
	bool is_list = inner && inner->kind == IR_INIT_LIST;
	if (expr->kind == IR_INIT_LIST || is_list) {
		const struct ir_expr *list = is_list ? inner : expr;
		new_vector(
			walk, place, type, host_sum_number(walk->sums, (int64_t)list->operand_count), expr);
		for (size_t i = 0; i < list->operand_count && library_argument(type); i++)
			eval_into(walk,
				vector_element(walk, place, type, host_sum_number(walk->sums, (int64_t)i)),
				library_argument(type), list->operands[i]);
		return true;
	}
	if (first && (library_is_vector(first->type) || library_is_vector(inner->type))) {
		struct place from = eval_place(walk, first);
		bool is_moved = ir_strip(first)->kind == IR_CALL || ir_strip(first)->kind == IR_CONSTRUCT;
		const struct host_sum *count = vector_size(walk, from);
		struct host_object *elements = vector_elements(walk, from, type);
		new_vector(walk, place, type, count, expr);
		if (is_moved) {
			set_elements(walk, place, type, elements, count);
			library_moved(walk, first, type);
		} else
			place_copy(walk,
				(struct place){
					vector_elements(walk, place, type), host_sum_number(walk->sums, 0)},
				(struct place){elements, host_sum_number(walk->sums, 0)}, -1, NULL);
		return true;
	}
	const struct host_sum *count = host_sum_number(walk->sums, 0);
	if (first && first->type->kind == IR_TYPE_INT) {
		struct host_value value = eval(walk, first);
		count = host_value_as_sum(walk, &value, first);
	} else if (first) {
		for (size_t i = 0; i < expr->operand_count; i++)
			eval(walk, expr->operands[i]);
		count = host_sum_fresh(walk->sums, expr);
	}
	new_vector(walk, place, type, count, expr);
	const struct ir_expr *value = expr->operand_count > 1 ? expr->operands[1] : NULL;
	bool is_value = value && library_argument(type) && value->type->kind == library_argument(type)->kind;
	if (first && first->type->kind == IR_TYPE_INT)
		fill(walk, place, type, is_value ? value : NULL);
	return true;
}

static bool is_move(const struct ir_expr *expr)
{
	const struct ir_expr *call = ir_strip(expr);
	return call->kind == IR_CALL && !strcmp(call->call->name, "move");
}

void library_moved(struct walk *walk, const struct ir_expr *expr, const struct ir_type *type)
{
	if (is_move(expr) && type->kind == IR_TYPE_RECORD)
		library_empty(walk, eval_place(walk, expr), type);
}

/* The move constructor of a class of the unit; NULL: none with a body. */
static const struct ir_function *move_constructor(const struct walk *walk, const struct ir_record *record)
{
	for (size_t i = 0; record && i < walk->module->functions.count; i++) {
		const struct ir_function *function = walk->module->functions.data[i];
		if (!function->is_constructor || function->record != record || function->param_count != 1 ||
			!function->body)
			continue;
		const struct ir_type *type = function->params[0]->type;
		if (type->kind == IR_TYPE_REFERENCE && type->element->record == record &&
			!type->element->is_const)
			return function;
	}
	return NULL;
}

/* An element that is moved into the vector: its constructor takes what it owned away from the old one. */
static bool move_into(
	struct walk *walk, struct place at, const struct ir_type *element, const struct ir_expr *expr)
{
	const struct ir_function *function = element->kind == IR_TYPE_RECORD && is_move(expr->operands[0])
						     ? move_constructor(walk, element->record)
						     : NULL;
	if (!function || walk->depth >= CALL_DEPTH)
		return false;
	struct host_value this_value = place_pointer(at);
	call_function(walk, function, expr, &this_value);
	return true;
}

/* The only constructor of a class of the unit that takes so many arguments; NULL: none, or several. */
static const struct ir_function *constructor_of(
	const struct walk *walk, const struct ir_record *record, size_t count)
{
	const struct ir_function *found = NULL;
	for (size_t i = 0; record && i < walk->module->functions.count; i++) {
		const struct ir_function *function = walk->module->functions.data[i];
		if (!function->is_constructor || function->record != record ||
			function->param_count != count || function->is_pattern)
			continue;
		if (found)
			return NULL;
		found = function;
	}
	return found;
}

/* An element that is made of the arguments where it lies; false: it isn't known how. */
static bool emplace(
	struct walk *walk, struct place at, const struct ir_type *element, const struct ir_expr *expr)
{
	if (element->kind != IR_TYPE_RECORD || !element->record)
		return false;
	if (library_construct(walk, at, element, expr))
		return true;
	const struct ir_function *function = constructor_of(walk, element->record, expr->operand_count);
	if (element->record->is_system || !can_enter(walk, function))
		return false;
	struct host_value this_value = place_pointer(at);
	call_function(walk, function, expr, &this_value);
	return true;
}

/* push_back and emplace_back: one more element. */
static struct place append(
	struct walk *walk, struct place vector, const struct ir_type *type, const struct ir_expr *expr)
{
	const struct host_sum *count = vector_size(walk, vector);
	struct place at = vector_element(walk, vector, type, count);
	const struct ir_type *element = library_argument(type);
	bool same = expr->operand_count == 1 && element &&
		    ir_type_value(expr->operands[0]->type)->kind == element->kind;
	if (!strcmp(expr->call->name, "emplace_back") && !same && element &&
		emplace(walk, at, element, expr)) {
		/* made in its place */
	} else if (same && !move_into(walk, at, element, expr)) {
		eval_into(walk, at, element, expr->operands[0]);
		library_moved(walk, expr->operands[0], element);
	} else if (!same)
		for (size_t i = 0; i < expr->operand_count; i++)
			eval(walk, expr->operands[i]);
	set_elements(walk, vector, type, at.object,
		host_sum_add(walk->sums, count, host_sum_number(walk->sums, 1), 1));
	return at;
}

bool vector_method(struct walk *walk, const struct ir_expr *expr, struct place vector,
	const struct ir_type *type, struct host_value *result, bool *is_place)
{
	const char *name = expr->call->name;
	const struct host_sum *zero = host_sum_number(walk->sums, 0);
	if ((!strcmp(name, "operator[]") || !strcmp(name, "at")) && expr->operand_count) {
		struct host_value index = eval(walk, expr->operands[0]);
		*result = place_pointer(
			vector_element(walk, vector, type, host_value_as_sum(walk, &index, expr)));
		return *is_place = true;
	}
	if (!strcmp(name, "data"))
		*result = host_value_pointer(walk, vector_elements(walk, vector, type));
	else if (!strcmp(name, "size"))
		*result = host_value_sum(vector_size(walk, vector));
	else if (!strcmp(name, "empty"))
		*result = host_value_sum(
			host_sum_op(walk->sums, expr, IR_OP_EQ, vector_size(walk, vector), zero));
	else if (!strcmp(name, "front") || !strcmp(name, "back")) {
		const struct host_sum *count = vector_size(walk, vector);
		const struct host_sum *last =
			host_sum_add(walk->sums, count, host_sum_number(walk->sums, 1), -1);
		*result = place_pointer(vector_element(walk, vector, type, *name == 'f' ? zero : last));
		*is_place = true;
	} else if (!strcmp(name, "push_back") || !strcmp(name, "emplace_back")) {
		*result = place_pointer(append(walk, vector, type, expr));
		*is_place = true;
	} else if (!strcmp(name, "resize") && expr->operand_count) {
		struct host_value count = eval(walk, expr->operands[0]);
		int64_t before;
		bool was_empty = host_sum_is_number(vector_size(walk, vector), &before) && !before;
		set_elements(walk, vector, type,
			was_empty ? walk_object(walk, HOST_HEAP, expr) : vector_elements(walk, vector, type),
			host_value_as_sum(walk, &count, expr));
	} else if (!strcmp(name, "clear")) {
		set_elements(walk, vector, type, walk_object(walk, HOST_HEAP, expr), zero);
	} else if (strcmp(name, "reserve") && strcmp(name, "shrink_to_fit") && strcmp(name, "capacity")) {
		return false;
	}
	return true;
}
