/* Expressions of host code. Records and arrays are worth the pointer to where they lie. */
#include "analyzer/host/walk.h"

#include "analyzer/value/fold.h"

/* ---- variables ------------------------------------------------------------------------------- */

static struct host_object *find_binding(
	const struct binding *bindings, size_t count, const struct ir_var *var)
{
	for (size_t i = count; i-- > 0;)
		if (bindings[i].var == var)
			return bindings[i].object;
	return NULL;
}

struct host_object *frame_bind(struct walk *walk, struct frame *frame, const struct ir_var *var)
{
	struct host_object *object = walk_object(walk, HOST_VARIABLE, NULL);
	object->var = var;
	object->type = var->type;
	object->is_ephemeral = true;
	object->turn = walk->turn;
	if (var->type->size > 0)
		object->size = host_sum_number(walk->sums, var->type->size);
	vec_push(walk->arena, &frame->bindings, (struct binding){var, object, false});
	return object;
}

static enum host_object_kind kind_of(const struct ir_var *var)
{
	switch (var->storage) {
	case IR_DEVICE:
	case IR_CONSTANT: return HOST_DEVICE;
	case IR_MANAGED: return HOST_MANAGED;
	default: return HOST_VARIABLE;
	}
}

static bool is_scalar_constant(const struct ir_var *var)
{
	return var->init && kind_of(var) == HOST_VARIABLE && !var->type->is_volatile &&
	       (var->is_constexpr || var->type->is_const) &&
	       (var->type->kind == IR_TYPE_BOOL || var->type->kind == IR_TYPE_INT ||
		       var->type->kind == IR_TYPE_ENUM || var->type->kind == IR_TYPE_FLOAT);
}

static bool is_const_type(const struct ir_type *type)
{
	while (type->kind == IR_TYPE_ARRAY && !type->is_const)
		type = type->element;
	return type->is_const;
}

/* An initialiser that says what it is worth without running code of the unit. */
static bool is_plain(const struct ir_expr *expr)
{
	int64_t number;
	double real;
	const struct ir_expr *inner = ir_strip(expr);
	bool is_made = inner->kind == IR_CONSTRUCT && inner->type->record && inner->type->record->is_system;
	if (inner->kind != IR_INIT_LIST && inner->kind != IR_ASSIGN && !is_made)
		return ir_fold_int(inner, &number) || ir_fold_real(inner, &real) || inner->kind == IR_STRING;
	for (size_t i = inner->kind == IR_ASSIGN; i < inner->operand_count; i++)
		if (!is_plain(inner->operands[i]))
			return false;
	return true;
}

static bool is_whole_constant(const struct ir_var *var)
{
	return var->init && kind_of(var) == HOST_VARIABLE &&
	       (var->type->kind == IR_TYPE_RECORD || var->type->kind == IR_TYPE_ARRAY) &&
	       (var->is_constexpr || (is_const_type(var->type) && is_plain(var->init)));
}

static bool is_filled(const struct walk *walk, const struct host_object *object)
{
	return store_get(walk->store, object->id, NULL) ||
	       store_get(walk->store, object->id, host_sum_number(walk->sums, 0));
}

/* What a constant of a namespace, a class or a function holds whenever it is read. */
static void init_constant(struct walk *walk, struct host_object *object, const struct ir_var *var)
{
	struct place place = {object, host_sum_number(walk->sums, 0)};
	struct host_value value;
	int64_t number;
	double real;
	if (!is_scalar_constant(var)) {
		if (is_whole_constant(var) && !is_filled(walk, object))
			eval_into(walk, place, var->type, var->init);
		return;
	}
	if (ir_fold_int(var->init, &number))
		value = host_value_number(walk, number);
	else if (ir_fold_real(var->init, &real))
		value = (struct host_value){.kind = HOST_REAL, .real = real};
	else
		return;
	value = host_value_convert(walk, &value, var->init->type, var->type, var->init);
	place_write(walk, place, var->type, &value, NULL);
}

static struct host_object *bind_global(struct walk *walk, const struct ir_var *var)
{
	struct host_object *object = walk_object(walk, kind_of(var), NULL);
	object->var = var;
	object->type = var->type;
	if (var->type->size > 0)
		object->size = host_sum_number(walk->sums, var->type->size);
	vec_push(walk->arena, &walk->globals, (struct binding){var, object, false});
	init_constant(walk, object, var);
	return object;
}

static struct host_object *object_of(struct walk *walk, const struct ir_var *var)
{
	for (struct frame *frame = walk->frame; frame; frame = frame->up) {
		struct host_object *object = find_binding(frame->bindings.data, frame->bindings.count, var);
		if (object)
			return object;
	}
	struct host_object *object = find_binding(walk->globals.data, walk->globals.count, var);
	if (!object)
		return bind_global(walk, var);
	if (is_scalar_constant(var) || is_whole_constant(var)) /* it may have been bound on another path */
		init_constant(walk, object, var);
	return object;
}

struct place var_place(struct walk *walk, const struct ir_var *var)
{
	struct place place = {object_of(walk, var), host_sum_number(walk->sums, 0)};
	if (var->type->kind != IR_TYPE_REFERENCE)
		return place;
	struct host_value to = place_read(walk, place, var->type, NULL);
	return host_value_place(walk, &to);
}

struct host_object *temporary(struct walk *walk, const struct ir_type *type)
{
	struct host_object *object = walk_object(walk, HOST_VARIABLE, NULL);
	object->type = type;
	return object;
}

/* ---- places ---------------------------------------------------------------------------------- */

static struct place member_place(struct walk *walk, const struct ir_expr *expr)
{
	struct place place;
	if (expr->is_arrow || expr->operands[0]->kind == IR_THIS) {
		struct host_value pointer = eval(walk, expr->operands[0]);
		place = host_value_place(walk, &pointer);
	} else {
		place = eval_place(walk, expr->operands[0]);
	}
	const struct ir_field *field = expr->member.field;
	if (!field)
		return (struct place){walk_object(walk, HOST_UNSEEN, expr), place.offset};
	if (field->offset < 0)
		place.offset = host_sum_fresh(walk->sums, expr);
	place = place_at(walk, place, field->offset > 0 ? field->offset : 0);
	if (field->type->kind == IR_TYPE_REFERENCE) {
		struct host_value to = place_read(walk, place, field->type, NULL);
		place = host_value_place(walk, &to);
	}
	return place;
}

static struct place index_place(struct walk *walk, const struct ir_expr *expr)
{
	struct host_value base = eval(walk, expr->operands[0]);
	struct host_value index = eval(walk, expr->operands[1]);
	struct place place = host_value_place(walk, &base);
	const struct host_sum *size =
		host_sum_number(walk->sums, expr->type->size > 0 ? expr->type->size : 1);
	const struct host_sum *bytes = host_sum_op(
		walk->sums, expr, IR_OP_MUL, host_value_as_sum(walk, &index, expr->operands[1]), size);
	place.offset = host_sum_add(walk->sums, place.offset, bytes, 1);
	return place;
}

struct place eval_place(struct walk *walk, const struct ir_expr *expr)
{
	switch (expr->kind) {
	case IR_VAR: return var_place(walk, expr->var);
	case IR_MEMBER: return member_place(walk, expr);
	case IR_INDEX: return index_place(walk, expr);
	case IR_UNARY:
		if (expr->op == IR_OP_DEREF) {
			struct host_value pointer = eval(walk, expr->operands[0]);
			return host_value_place(walk, &pointer);
		}
		if (expr->op == IR_OP_PRE_INC || expr->op == IR_OP_PRE_DEC) {
			eval(walk, expr);
			return eval_place(walk, expr->operands[0]);
		}
		break;
	case IR_ASSIGN: eval(walk, expr); return eval_place(walk, expr->operands[0]);
	case IR_CAST:
		if (expr->type->kind == IR_TYPE_RECORD || expr->operands[0]->type->kind == expr->type->kind)
			return eval_place(walk, expr->operands[0]);
		break;
	default: break;
	}
	bool is_place = false;
	struct host_value value = expr->kind == IR_CALL ? eval_call(walk, expr, &is_place) : eval(walk, expr);
	if (is_place || expr->type->kind == IR_TYPE_RECORD || expr->type->kind == IR_TYPE_ARRAY)
		return host_value_place(walk, &value);
	struct place place = {temporary(walk, expr->type), host_sum_number(walk->sums, 0)};
	store_set(walk->store, place.object->id, place.offset, &value);
	return place;
}

/* ---- initialisers ---------------------------------------------------------------------------- */

static void init_list(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *list)
{
	if (library_construct(walk, place, type, list))
		return;
	if (type->size > 0 && type->size <= 4096)
		place_zero(walk, place, type->size);
	for (size_t i = 0; i < list->operand_count && i < 256; i++) {
		const struct ir_expr *operand = list->operands[i];
		struct place at = place;
		const struct ir_type *part = operand->type;
		if (operand->kind == IR_ASSIGN && operand->operands[0]->kind == IR_MEMBER &&
			operand->operands[0]->member.field) {
			at = place_at(walk, place, operand->operands[0]->member.field->offset);
			part = operand->operands[0]->member.field->type;
			operand = operand->operands[1];
		} else if (type->kind == IR_TYPE_ARRAY) {
			part = type->element;
			at = place_at(walk, place, (int64_t)i * (part->size > 0 ? part->size : 1));
		} else if (type->kind == IR_TYPE_RECORD && type->record && i < type->record->field_count) {
			part = type->record->fields[i].type;
			at = place_at(walk, place, type->record->fields[i].offset);
		}
		eval_into(walk, at, part, operand);
	}
	bool is_designated = list->operand_count && list->operands[0]->kind == IR_ASSIGN;
	if (type->kind == IR_TYPE_RECORD && type->record && !type->record->is_system && !is_designated)
		construct_rest(walk, place, type->record, list->operand_count);
}

void eval_into(struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr)
{
	const struct ir_expr *inner = ir_strip(expr);
	if (type->kind == IR_TYPE_REFERENCE) {
		struct host_value to = place_pointer(eval_place(walk, expr));
		store_set(walk->store, place.object->id, place.offset, &to);
	} else if (inner->kind == IR_INIT_LIST &&
		   (type->kind == IR_TYPE_RECORD || type->kind == IR_TYPE_ARRAY)) {
		init_list(walk, place, type, inner);
	} else if (inner->kind == IR_INIT_LIST) {
		const struct ir_expr *only = inner->operand_count ? inner->operands[0] : NULL;
		struct host_value value = only ? eval(walk, only) : host_value_number(walk, 0);
		value = host_value_convert(walk, &value, only ? only->type : NULL, type, inner);
		store_set(walk->store, place.object->id, place.offset, &value);
	} else if (inner->kind == IR_CONSTRUCT) {
		construct_into(walk, place, type, inner);
	} else if (type->kind == IR_TYPE_RECORD && inner->kind == IR_LAMBDA) {
		struct host_value closure = eval(walk, inner);
		store_set(walk->store, place.object->id, place.offset, &closure);
	} else if (type->kind == IR_TYPE_ARRAY && inner->kind == IR_STRING) {
		object_forget(walk, place.object);
	} else {
		struct host_value value = eval(walk, expr);
		value = host_value_convert(walk, &value, expr->type, type, expr);
		if (type->kind == IR_TYPE_RECORD && value.kind != HOST_POINTER)
			store_set(walk->store, place.object->id, place.offset, &value);
		else
			place_write(walk, place, type, &value, NULL);
		library_moved(walk, expr, type);
	}
}

/* ---- operators ------------------------------------------------------------------------------- */

struct arm {
	struct walk *walk;
	const struct ir_expr *taken, *other;
	struct host_value values[2];
	bool has_exited[2];
};

static enum flow run_arm(void *context, bool is_taken)
{
	struct arm *arm = context;
	const struct ir_expr *expr = is_taken ? arm->taken : arm->other;
	arm->values[is_taken] = expr ? eval(arm->walk, expr) : host_value_number(arm->walk, !is_taken);
	arm->has_exited[is_taken] = arm->walk->has_exited;
	arm->walk->has_exited = false;
	return arm->has_exited[is_taken] ? FLOW_DEAD : FLOW_NEXT;
}

/* a ? b : c with either arm; the logical operators leave one arm out. */
static struct host_value choose(struct walk *walk, const struct ir_expr *condition,
	const struct ir_expr *taken, const struct ir_expr *other)
{
	struct host_value value = eval(walk, condition);
	const struct host_sum *on;
	int truth = host_value_truth(walk, &value, condition, &on);
	if (truth >= 0) {
		const struct ir_expr *expr = truth ? taken : other;
		return expr ? eval(walk, expr) : host_value_number(walk, truth);
	}
	struct arm arm = {.walk = walk, .taken = taken, .other = other};
	if (walk_fork(walk, on, condition, run_arm, &arm) == FLOW_DEAD)
		walk->has_exited = true;
	if (arm.has_exited[0] != arm.has_exited[1]) /* assert(): from here on the condition holds */
		return arm.values[arm.has_exited[0]];
	return host_value_join(walk, &arm.values[1], &arm.values[0]);
}

static struct host_value logical(struct walk *walk, const struct ir_expr *expr)
{
	bool is_and = expr->op == IR_OP_LOGICAL_AND;
	struct host_value left = eval(walk, expr->operands[0]);
	const struct host_sum *left_on, *right_on;
	int truth = host_value_truth(walk, &left, expr->operands[0], &left_on);
	if (truth == !is_and)
		return host_value_number(walk, truth);
	struct host_value right = eval(walk, expr->operands[1]);
	int right_truth = host_value_truth(walk, &right, expr->operands[1], &right_on);
	if (right_truth == !is_and)
		return host_value_number(walk, right_truth);
	if (truth >= 0)
		return right_truth >= 0 ? host_value_number(walk, right_truth) : host_value_sum(right_on);
	if (right_truth >= 0)
		return host_value_sum(left_on);
	return host_value_sum(host_sum_opaque(walk->sums, expr, expr->op, left_on, right_on));
}

static struct host_value binary(struct walk *walk, const struct ir_expr *expr)
{
	if (expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR)
		return logical(walk, expr);
	struct host_value left = eval(walk, expr->operands[0]);
	struct host_value right = eval(walk, expr->operands[1]);
	if (expr->op == IR_OP_COMMA)
		return right;
	return host_operate(
		walk, expr, expr->op, expr->operands[0]->type, &left, expr->operands[1]->type, &right);
}

static struct host_value step(struct walk *walk, const struct ir_expr *expr)
{
	bool is_up = expr->op == IR_OP_PRE_INC || expr->op == IR_OP_POST_INC;
	bool is_post = expr->op == IR_OP_POST_INC || expr->op == IR_OP_POST_DEC;
	const struct ir_type *type = expr->operands[0]->type;
	struct place place = eval_place(walk, expr->operands[0]);
	struct host_value before = place_read(walk, place, type, expr);
	struct host_value one = host_value_number(walk, 1);
	struct host_value after =
		host_operate(walk, expr, is_up ? IR_OP_ADD : IR_OP_SUB, type, &before, type, &one);
	after = host_value_convert(walk, &after, NULL, type, expr);
	place_write(walk, place, type, &after, expr);
	return is_post ? before : after;
}

static struct host_value unary(struct walk *walk, const struct ir_expr *expr)
{
	switch (expr->op) {
	case IR_OP_ADDRESS:
		if (expr->operands[0]->kind == IR_FUNCTION)
			return eval(walk, expr->operands[0]);
		return place_pointer(eval_place(walk, expr->operands[0]));
	case IR_OP_DEREF: return place_read(walk, eval_place(walk, expr), expr->type, expr);
	case IR_OP_PRE_INC:
	case IR_OP_PRE_DEC:
	case IR_OP_POST_INC:
	case IR_OP_POST_DEC: return step(walk, expr);
	default: break;
	}
	struct host_value value = eval(walk, expr->operands[0]);
	if (expr->op == IR_OP_NOT) {
		const struct host_sum *on;
		int truth = host_value_truth(walk, &value, expr, &on);
		if (truth >= 0)
			return host_value_number(walk, !truth);
		return host_value_sum(host_sum_op(walk->sums, expr, IR_OP_NOT, on, NULL));
	}
	if (expr->op == IR_OP_PLUS && value.kind != HOST_NUMBER)
		return value;
	return host_operate_unary(walk, expr, expr->op, expr->operands[0]->type, &value);
}

static struct host_value assign(struct walk *walk, const struct ir_expr *expr)
{
	const struct ir_type *type = expr->operands[0]->type;
	if (expr->is_implicit && type->kind == IR_TYPE_REFERENCE) {
		struct host_value to = place_pointer(eval_place(walk, expr->operands[1]));
		struct ir_expr member = *expr->operands[0];
		struct ir_field field = *member.member.field;
		struct ir_type plain = *type;
		plain.kind = IR_TYPE_POINTER;
		field.type = &plain;
		member.member.field = &field;
		struct place place = member_place(walk, &member);
		store_set(walk->store, place.object->id, place.offset, &to);
		return to;
	}
	if (expr->op == IR_OP_NONE && (type->kind == IR_TYPE_RECORD || type->kind == IR_TYPE_ARRAY)) {
		struct place place = eval_place(walk, expr->operands[0]);
		eval_into(walk, place, type, expr->operands[1]);
		return place_pointer(place);
	}
	const struct ir_type *from = expr->operands[1]->type;
	struct host_value value = eval(walk, expr->operands[1]);
	struct place place = eval_place(walk, expr->operands[0]);
	if (expr->op != IR_OP_NONE) {
		struct host_value before = place_read(walk, place, type, expr);
		value = host_operate(walk, expr, expr->op, type, &before, from, &value);
		from = NULL;
	}
	value = host_value_convert(walk, &value, from, type, expr);
	place_write(walk, place, type, &value, expr);
	return value;
}

static struct host_value cast(struct walk *walk, const struct ir_expr *expr)
{
	struct host_value value = eval(walk, expr->operands[0]);
	return host_value_convert(walk, &value, expr->operands[0]->type, expr->type, expr);
}

/* Both arms of `?:` become one type. */
static struct host_value conditional(struct walk *walk, const struct ir_expr *expr)
{
	struct host_value value = choose(walk, expr->operands[0], expr->operands[1], expr->operands[2]);
	return host_value_convert(walk, &value, NULL, expr->type, expr);
}

static struct host_value text(struct walk *walk, const struct ir_expr *expr)
{
	struct host_object *object = walk_object(walk, HOST_TEXT, expr);
	object->size = host_sum_number(walk->sums, (int64_t)expr->string.length + 1);
	return host_value_pointer(walk, object);
}

static void evaluate_operands(struct walk *walk, const struct ir_expr *expr)
{
	for (size_t i = 0; i < expr->operand_count; i++)
		if (expr->operands[i])
			eval(walk, expr->operands[i]);
}

static struct host_value statement(struct walk *walk, const struct ir_expr *expr)
{
	const struct ir_stmt *last = expr->body ? ir_last_stmt(expr->body) : NULL;
	size_t first = walk->frame->bindings.count;
	struct host_value value = host_value_number(walk, 0);
	enum flow flow = FLOW_NEXT;
	if (expr->body && expr->body->kind == IR_BLOCK)
		for (size_t i = 0; i < expr->body->child_count && flow == FLOW_NEXT; i++) {
			const struct ir_stmt *child = expr->body->children[i];
			if (child == last && child->kind == IR_EXPR)
				value = eval(walk, child->expr);
			else
				flow = walk_stmt(walk, child);
		}
	if (flow != FLOW_NEXT)
		walk->has_exited = true;
	scope_end(walk, first);
	return value;
}

struct host_value eval(struct walk *walk, const struct ir_expr *expr)
{
	if (++walk->steps > ROOT_STEPS)
		walk->is_over = walk->trace->is_partial = true;
	if (walk->is_over)
		return host_value_fresh(walk, expr, expr->type);
	switch (expr->kind) {
	case IR_INT: return host_value_number(walk, expr->integer);
	case IR_REAL: return (struct host_value){.kind = HOST_REAL, .real = expr->real};
	case IR_STRING: return text(walk, expr);
	case IR_NULL: return host_value_number(walk, 0);
	case IR_VAR:
		return place_read(walk, var_place(walk, expr->var), ir_type_value(expr->var->type), expr);
	case IR_FUNCTION:
		return (struct host_value){.kind = HOST_FUNCTION, .function = expr->function.function};
	case IR_THIS: return walk->frame->this_value;
	case IR_UNARY: return unary(walk, expr);
	case IR_BINARY: return binary(walk, expr);
	case IR_ASSIGN: return assign(walk, expr);
	case IR_CONDITIONAL: return conditional(walk, expr);
	case IR_INDEX:
	case IR_MEMBER: return place_read(walk, eval_place(walk, expr), ir_type_value(expr->type), expr);
	case IR_CAST: return cast(walk, expr);
	case IR_CALL: {
		bool is_place = false;
		struct host_value value = eval_call(walk, expr, &is_place);
		return is_place ? place_read(walk, host_value_place(walk, &value), ir_type_value(expr->type),
					  expr)
				: value;
	}
	case IR_CONSTRUCT:
	case IR_INIT_LIST: {
		struct place place = {temporary(walk, expr->type), host_sum_number(walk->sums, 0)};
		eval_into(walk, place, expr->type, expr);
		return expr->type->kind == IR_TYPE_RECORD || expr->type->kind == IR_TYPE_ARRAY
			       ? place_pointer(place)
			       : place_read(walk, place, expr->type, NULL);
	}
	case IR_LAMBDA: return (struct host_value){.kind = HOST_CLOSURE, .function = expr->lambda};
	case IR_NEW: return eval_new(walk, expr);
	case IR_DELETE: eval_delete(walk, expr); return host_value_number(walk, 0);
	case IR_SIZEOF:
		return expr->is_known ? host_value_number(walk, expr->integer)
				      : host_value_fresh(walk, expr, expr->type);
	case IR_STMT_EXPR: return statement(walk, expr);
	case IR_LAUNCH: eval_launch(walk, expr->launch); return host_value_number(walk, 0);
	case IR_THROW:
		evaluate_operands(walk, expr);
		walk->has_exited = true;
		return host_value_number(walk, 0);
	default: evaluate_operands(walk, expr); return host_value_fresh(walk, expr, expr->type);
	}
}
