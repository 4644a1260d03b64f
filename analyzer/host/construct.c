/* Constructors and destructors: members that no initialiser list names get the initialiser of their
 * declaration or their own constructor; those that the compiler writes do just that. New and delete. */
#include "analyzer/host/walk.h"

/* ---- which constructor ----------------------------------------------------------------------- */

static bool is_default_constructor(const struct ir_function *function)
{
	if (!function->is_constructor || !function->body || function->is_pattern)
		return false;
	return !function->param_count || function->params[0]->default_arg;
}

static void find_special(struct walk *walk, struct special_members *special)
{
	for (size_t i = 0; i < walk->module->functions.count; i++) {
		const struct ir_function *function = walk->module->functions.data[i];
		if (function->record != special->record)
			continue;
		if (function->is_destructor)
			special->destructor = function;
		else if (is_default_constructor(function))
			special->constructor = function;
	}
}

/* Looked up once for each record. */
static struct special_members special_members_of(struct walk *walk, const struct ir_record *record)
{
	for (size_t i = 0; i < walk->facts->specials.count; i++)
		if (walk->facts->specials.data[i].record == record)
			return walk->facts->specials.data[i];
	struct special_members special = {.record = record};
	find_special(walk, &special);
	vec_push(walk->arena, &walk->facts->specials, special);
	return special;
}

/* ---- members --------------------------------------------------------------------------------- */

static void construct_members(struct walk *walk, struct place place, const struct ir_record *record);

static void construct_default(struct walk *walk, struct place place, const struct ir_type *type)
{
	if (type->kind == IR_TYPE_ARRAY && type->count > 0 && type->element->kind == IR_TYPE_RECORD) {
		for (int64_t i = 0; i < type->count && i < TURNS_KNOWN; i++)
			construct_default(
				walk, place_at(walk, place, i * type->element->size), type->element);
		return;
	}
	if (type->kind != IR_TYPE_RECORD || !type->record || walk->depth >= CALL_DEPTH)
		return;
	if (type->record->is_system) {
		library_default(walk, place, type);
		return;
	}
	const struct ir_function *function = special_members_of(walk, type->record).constructor;
	struct host_value this_value = place_pointer(place);
	if (can_enter(walk, function)) {
		call_function(walk, function, NULL, &this_value);
	} else if (!function) {
		construct_members(walk, place, type->record);
	}
}

static void construct_field(struct walk *walk, struct place place, const struct ir_field *field)
{
	if (field->offset < 0 || field->bit_width >= 0)
		return;
	struct place at = place_at(walk, place, field->offset);
	if (field->init)
		eval_into(walk, at, field->type, field->init);
	else
		construct_default(walk, at, field->type);
}

void construct_rest(struct walk *walk, struct place place, const struct ir_record *record, size_t first)
{
	struct frame frame = {
		.up = walk->frame, .function = walk->frame->function, .this_value = place_pointer(place)};
	if (walk->depth >= CALL_DEPTH || record->is_union)
		return;
	walk->frame = &frame;
	walk->depth++;
	for (size_t i = first; i < record->field_count; i++)
		construct_field(walk, place, &record->fields[i]);
	walk->depth--;
	walk->frame = frame.up;
}

static void construct_members(struct walk *walk, struct place place, const struct ir_record *record)
{
	for (size_t i = 0; i < record->base_count; i++)
		construct_default(walk, place, record->bases[i]);
	construct_rest(walk, place, record, 0);
}

/* ---- initialiser lists ----------------------------------------------------------------------- */

static bool inits_field(const struct ir_stmt *stmt, const struct ir_field *field)
{
	const struct ir_expr *expr = stmt->expr;
	return expr->kind == IR_ASSIGN && expr->operands[0]->kind == IR_MEMBER &&
	       expr->operands[0]->member.field == field;
}

static const struct ir_expr *constructs(const struct ir_stmt *stmt, const struct ir_record *record)
{
	const struct ir_expr *inner = ir_strip(stmt->expr);
	return inner->kind == IR_CONSTRUCT && inner->type->record == record ? inner : NULL;
}

/* How many statements at the start of a constructor's body are its initialiser list. */
static size_t count_inits(const struct ir_function *function)
{
	const struct ir_record *record = function->record;
	size_t count = 0;
	for (; count < function->body->child_count; count++) {
		const struct ir_stmt *stmt = function->body->children[count];
		if (stmt->kind != IR_EXPR)
			break;
		bool is_init = (stmt->expr->kind == IR_ASSIGN && stmt->expr->is_implicit) ||
			       constructs(stmt, record);
		for (size_t i = 0; i < record->base_count; i++)
			is_init |= constructs(stmt, record->bases[i]->record) != NULL;
		if (!is_init)
			break;
	}
	return count;
}

static void init_base(struct walk *walk, const struct ir_function *function, size_t count, struct place place,
	const struct ir_type *base)
{
	for (size_t i = 0; i < count; i++) {
		const struct ir_expr *construct = constructs(function->body->children[i], base->record);
		if (construct) {
			construct_into(walk, place, base, construct);
			return;
		}
	}
	construct_default(walk, place, base);
}

static void init_field(struct walk *walk, const struct ir_function *function, size_t count,
	struct place place, const struct ir_field *field)
{
	for (size_t i = 0; i < count; i++)
		if (inits_field(function->body->children[i], field)) {
			walk_stmt(walk, function->body->children[i]);
			return;
		}
	if (!function->record->is_union)
		construct_field(walk, place, field);
}

static void init_all(struct walk *walk, const struct ir_function *function, size_t count, struct place place)
{
	const struct ir_record *record = function->record;
	for (size_t i = 0; i < count; i++) {
		const struct ir_expr *delegated = constructs(function->body->children[i], record);
		if (delegated) {
			construct_into(walk, place, delegated->type, delegated);
			return;
		}
	}
	for (size_t i = 0; i < record->base_count; i++)
		init_base(walk, function, count, place, record->bases[i]);
	for (size_t i = 0; i < record->field_count; i++)
		init_field(walk, function, count, place, &record->fields[i]);
}

enum flow walk_constructor(struct walk *walk, const struct ir_function *function)
{
	const struct ir_stmt *body = function->body;
	if (body->kind != IR_BLOCK || !function->record || walk->frame->this_value.kind != HOST_POINTER)
		return walk_stmt(walk, body);
	size_t count = count_inits(function);
	init_all(walk, function, count, host_value_place(walk, &walk->frame->this_value));
	enum flow flow = walk->is_over ? FLOW_DEAD : FLOW_NEXT;
	for (size_t i = count; i < body->child_count && flow == FLOW_NEXT; i++)
		flow = walk_stmt(walk, body->children[i]);
	return flow;
}

/* ---- objects --------------------------------------------------------------------------------- */

void construct_into(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr)
{
	const struct ir_function *function = expr->call ? expr->call->function : NULL;
	if (type->kind == IR_TYPE_ARRAY && type->count > 0 && type->element->kind == IR_TYPE_RECORD) {
		for (int64_t i = 0; i < type->count && i < TURNS_KNOWN; i++)
			construct_into(
				walk, place_at(walk, place, i * type->element->size), type->element, expr);
		return;
	}
	if (library_construct(walk, place, type, expr))
		return;
	if (can_enter(walk, function)) {
		struct host_value this_value = place_pointer(place);
		call_function(walk, function, expr, &this_value);
		return;
	}
	bool is_copy = expr->operand_count == 1 && expr->operands[0] &&
		       expr->operands[0]->type->kind == IR_TYPE_RECORD && type->kind == IR_TYPE_RECORD &&
		       expr->operands[0]->type->record == type->record;
	if (is_copy) {
		struct place from = eval_place(walk, expr->operands[0]);
		place_copy(walk, place, from, type->size, NULL);
		library_moved(walk, expr->operands[0], type);
	} else if (expr->operand_count) {
		call_unseen(walk, expr);
	} else {
		construct_default(walk, place, type);
	}
}

static void destroy_parts(
	struct walk *walk, struct place place, const struct ir_record *record, const struct ir_expr *expr)
{
	for (size_t i = record->field_count; i-- > 0;) {
		const struct ir_field *field = &record->fields[i];
		if (field->type->kind == IR_TYPE_RECORD && field->offset >= 0)
			destroy_at(walk, place_at(walk, place, field->offset), field->type, expr);
	}
	for (size_t i = record->base_count; i-- > 0;)
		destroy_at(walk, place, record->bases[i], expr);
}

void destroy_at(struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr)
{
	if (walk->is_over || walk->depth >= CALL_DEPTH)
		return;
	if (type->kind == IR_TYPE_ARRAY && type->count > 0 && type->element->kind == IR_TYPE_RECORD) {
		for (int64_t i = 0; i < type->count && i < TURNS_KNOWN; i++)
			destroy_at(walk, place_at(walk, place, i * type->element->size), type->element, expr);
		return;
	}
	if (type->kind != IR_TYPE_RECORD || !type->record)
		return;
	if (type->record->is_system) {
		library_destroy(walk, place, type);
		return;
	}
	const struct ir_function *function = special_members_of(walk, type->record).destructor;
	if (can_enter(walk, function)) {
		struct host_value this_value = place_pointer(place);
		call_function(walk, function, NULL, &this_value);
	}
	walk->depth++;
	destroy_parts(walk, place, type->record, expr);
	walk->depth--;
}

/* ---- new and delete -------------------------------------------------------------------------- */

/* Of a class or its bases: it may place objects in pinned or managed memory. */
static const struct ir_function *own_operator(
	const struct walk *walk, const struct ir_type *type, const char *name)
{
	if (!type || type->kind != IR_TYPE_RECORD || !type->record)
		return NULL;
	const struct ir_function *found = walk_method(walk, type->record, name);
	for (size_t i = 0; i < type->record->base_count && !found; i++)
		found = own_operator(walk, type->record->bases[i], name);
	return found;
}

static bool is_object(const struct ir_expr *operand)
{
	return operand->kind == IR_CONSTRUCT || operand->kind == IR_INIT_LIST;
}

/* Whether it has an operand that is the number of objects. */
static bool is_array(const struct ir_expr *expr)
{
	for (size_t i = 0; i < expr->operand_count; i++)
		if (!is_object(expr->operands[i]))
			return true;
	return false;
}

/* The objects of a new-expression, in memory that its class allocates. */
static void construct_new(struct walk *walk, struct place place, const struct ir_expr *expr)
{
	for (size_t i = 0; i < expr->operand_count; i++)
		if (is_object(expr->operands[i]))
			eval_into(walk, place, expr->type->element, expr->operands[i]);
	place.object->type = expr->type->element;
}

struct host_value eval_new(struct walk *walk, const struct ir_expr *expr)
{
	const struct ir_type *element = expr->type->element;
	const struct ir_function *own =
		own_operator(walk, element, is_array(expr) ? "operator new[]" : "operator new");
	struct host_value allocated = {.kind = HOST_NUMBER};
	if (can_enter(walk, own))
		allocated = call_function(walk, own, NULL, NULL);
	if (allocated.kind == HOST_POINTER) {
		construct_new(walk, host_value_place(walk, &allocated), expr);
		return allocated;
	}
	struct host_object *object = walk_object(walk, own ? HOST_UNSEEN : HOST_HEAP, expr);
	object->is_escaped = own != NULL;
	const struct host_sum *count = host_sum_number(walk->sums, 1);
	for (size_t i = 0; i < expr->operand_count; i++) {
		const struct ir_expr *operand = expr->operands[i];
		struct place place = {object, host_sum_number(walk->sums, 0)};
		if (is_object(operand)) {
			if (element)
				eval_into(walk, place, element, operand);
		} else {
			struct host_value value = eval(walk, operand);
			count = host_value_as_sum(walk, &value, operand);
		}
	}
	object->type = element;
	if (element && element->size > 0)
		object->size = host_sum_op(
			walk->sums, expr, IR_OP_MUL, count, host_sum_number(walk->sums, element->size));
	struct host_op *op = walk_op(walk, HOST_MALLOC, expr);
	op->object = object;
	object->made_by = op;
	return host_value_pointer(walk, object);
}

void eval_delete(struct walk *walk, const struct ir_expr *expr)
{
	struct host_value value = eval(walk, expr->operands[0]);
	if (value.kind != HOST_POINTER)
		return;
	const struct ir_type *type = expr->operands[0]->type;
	if (type->element)
		destroy_at(walk, host_value_place(walk, &value), type->element, expr);
	const struct ir_function *own = own_operator(walk, type->element, "operator delete");
	if (can_enter(walk, own)) {
		call_with_value(walk, own, &value);
		return;
	}
	life_freed(walk, expr, value.object);
}
