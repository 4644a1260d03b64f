/* Expressions: each evaluated once for all active lanes. */
#include "analyzer/simt/exec/exec.h"

#include "analyzer/ir/element.h"

static const struct simt_value *unknown(struct simt *simt, const char *why)
{
	return value_unknown(simt, true, why);
}

static const struct simt_value *thread_index(struct simt *simt, int dim)
{
	if (!simt->thread[dim])
		return value_int(simt, 0);
	if (simt->thread_value[dim])
		simt->lane_steps += simt->lanes;
	else
		simt->thread_value[dim] = value_lanes(simt, simt->thread[dim]);
	return simt->thread_value[dim];
}

/* threadIdx.x and its kin: NULL when the expression is something else. */
static const struct simt_value *builtin_member(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_expr *base = ir_strip(expr->operands[0]);
	if (base->kind != IR_VAR || base->var->storage != IR_BUILTIN || !expr->member.name[0])
		return NULL;
	int dim = expr->member.name[0] - 'x';
	if (dim < 0 || dim > 2)
		return NULL;
	switch (base->var->builtin) {
	case CUDA_THREAD_INDEX: return thread_index(simt, dim);
	case CUDA_BLOCK_DIM: return value_int(simt, simt->request->launch->block[dim]);
	case CUDA_BLOCK_INDEX: return value_symbol(simt, simt->block_symbol[dim]);
	case CUDA_GRID_DIM: return exec_grid_size(simt, dim);
	default: return NULL;
	}
}

static const struct simt_value *exec_var(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_var *var = expr->var;
	if (var->storage == IR_BUILTIN)
		return var->builtin == CUDA_WARP_SIZE ? value_int(simt, SIMT_WARP)
						      : unknown(simt, "built-in");
	const struct ir_type *type = ir_type_value(var->type);
	bool folds = type->is_const && var->init && !var->is_assigned && var->storage != IR_PARAM &&
		     var->storage != IR_SHARED && var->storage != IR_LOCAL;
	if (folds && (type->kind == IR_TYPE_INT || type->kind == IR_TYPE_BOOL || type->kind == IR_TYPE_ENUM))
		return value_convert(simt, exec_expr(simt, var->init), type);
	return exec_load(simt, exec_place(simt, expr), var->type, expr);
}

static const struct simt_value *pointer_to(struct simt *simt, struct simt_place place)
{
	if (!place.object)
		return unknown(simt, place.why);
	struct simt_value *value = ARENA_NEW(simt->arena, struct simt_value);
	*value = *place.offset;
	if (value->kind != SIMT_UNKNOWN)
		value->kind = SIMT_POINTER;
	value->object = place.object;
	return value;
}

static const struct simt_value *address_of(struct simt *simt, const struct ir_expr *expr)
{
	return pointer_to(simt, exec_place(simt, expr));
}

/* Pointer arithmetic scales by the element. */
static const struct simt_value *scaled(
	struct simt *simt, const struct ir_expr *pointer, const struct simt_value *number)
{
	const struct ir_type *type = ir_type_value(pointer->type);
	int64_t size = type->element ? type->element->size : 1;
	if (type->element && type->element->kind == IR_TYPE_VOID)
		size = 1;
	return size < 0 ? unknown(simt, "element of unknown size") : value_scale(simt, number, size);
}

static bool is_pointer(const struct ir_expr *expr)
{
	enum ir_type_kind kind = ir_type_value(expr->type)->kind;
	return kind == IR_TYPE_POINTER || kind == IR_TYPE_ARRAY;
}

static const struct simt_value *arithmetic(struct simt *simt, enum ir_op op, const struct ir_expr *left,
	const struct ir_expr *right, const struct simt_value *a, const struct simt_value *b,
	const struct ir_type *type)
{
	bool left_pointer = is_pointer(left), right_pointer = is_pointer(right);
	if (op == IR_OP_ADD && left_pointer)
		return value_add(simt, a, scaled(simt, left, b));
	if (op == IR_OP_ADD && right_pointer)
		return value_add(simt, b, scaled(simt, right, a));
	if (op == IR_OP_SUB && left_pointer && !right_pointer)
		return value_subtract(simt, a, scaled(simt, left, b));
	if (op == IR_OP_SUB && left_pointer && right_pointer) {
		const struct ir_type *element = ir_type_value(left->type)->element;
		const struct simt_value *bytes = value_subtract(simt, a, b);
		return element && element->size > 0
			       ? value_binary(simt, IR_OP_DIV, bytes, value_int(simt, element->size), type)
			       : bytes;
	}
	/* comparisons happen in the operands' type */
	bool compares = op >= IR_OP_LT && op <= IR_OP_NE;
	return value_binary(simt, op, a, b, compares ? left->type : type);
}

/* Runs the right operand of && and || and the arms of ?: only in lanes that get there. */
static const struct simt_value *in_lanes(struct simt *simt, const struct ir_expr *expr,
	const struct simt_truth *left, bool side, struct simt_truth *truth)
{
	const struct simt_mask *decided = side ? &left->yes : &left->no,
			       *other = side ? &left->no : &left->yes;
	struct simt_active before = simt->active;
	simt->active.may = mask_minus(&before.may, other);
	simt->active.must = mask_and(&before.must, decided);
	const struct simt_value *value = NULL;
	if (mask_any(&simt->active.may)) {
		struct simt_mask open = mask_minus(&simt->active.may, decided);
		const struct simt_path *path = simt->where.path;
		doubt_push(simt, &open, left);
		path_take(simt, path_condition(simt, &open, left, NULL), side);
		if (truth)
			*truth = exec_condition(simt, expr);
		else
			value = exec_expr(simt, expr);
		doubt_pop(simt, &open);
		simt->where.path = path;
	}
	simt->active = before;
	return value;
}

static bool is_decided(const struct simt *simt, const struct simt_truth *truth)
{
	struct simt_mask decided = mask_or(&truth->yes, &truth->no);
	struct simt_mask open = mask_minus(&simt->active.may, &decided);
	return !mask_any(&open);
}

/* Whether all lanes go the same way, as far as conditions tell, decided ones as well. */
static bool is_one_way(const struct simt *simt, const struct simt_truth *truth)
{
	const struct simt_mask *all = &simt->active.may;
	bool is_open = !mask_any(&truth->yes) && !mask_any(&truth->no);
	return is_open ? truth->uniform : mask_equal(&truth->yes, all) || mask_equal(&truth->no, all);
}

static struct simt_truth logical(struct simt *simt, const struct ir_expr *expr)
{
	bool is_and = expr->op == IR_OP_LOGICAL_AND;
	struct simt_truth left = exec_condition(simt, expr->operands[0]), right = {.uniform = true};
	in_lanes(simt, expr->operands[1], &left, is_and, &right);
	struct simt_truth out = {
		.uniform = left.uniform && right.uniform, .by_data = left.by_data || right.by_data};
	out.alike = is_one_way(simt, &left) || left.alike == right.alike ? right.alike
		    : is_one_way(simt, &right)                           ? left.alike
									 : NULL;
	if (is_and) {
		out.yes = mask_and(&left.yes, &right.yes);
		out.no = mask_or(&left.no, &right.no);
	} else {
		out.yes = mask_or(&left.yes, &right.yes);
		out.no = mask_and(&left.no, &right.no);
	}
	/* where one operand is decided, the lanes that aren't hang on the other alone */
	if (is_decided(simt, &left))
		truth_relate(&out, &right);
	else if (is_decided(simt, &right))
		truth_relate(&out, &left);
	else
		truth_combine(&out, &left, &right, is_and);
	return out;
}

/* Of numbers that aren't known: nothing is decided, but what was compared is told. */
static struct simt_truth unknown_comparison(
	struct simt *simt, const struct ir_expr *expr, const struct simt_value *a, const struct simt_value *b)
{
	const struct simt_value *value = value_binary(simt, expr->op, a, b, expr->operands[0]->type);
	struct simt_truth truth = value_truth(simt, value);
	if (value->kind == SIMT_UNKNOWN && !value->truth && truth.relation_count == 1)
		truth.relations[0] = (struct simt_relation){expr->op, a, b, NULL};
	return truth;
}

struct simt_truth exec_condition(struct simt *simt, const struct ir_expr *expr)
{
	static const struct simt_truth nothing;
	if (simt->stop != SIMT_RUNNING)
		return nothing;
	if (expr->kind == IR_CAST && expr->operand_count &&
		(ir_type_value(expr->type)->kind == IR_TYPE_BOOL ||
			ir_type_value(expr->operands[0]->type)->kind == IR_TYPE_BOOL))
		return exec_condition(simt, expr->operands[0]);
	if (expr->kind == IR_BINARY && (expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR))
		return logical(simt, expr);
	if (expr->kind == IR_UNARY && expr->op == IR_OP_NOT) {
		struct simt_truth truth = exec_condition(simt, expr->operands[0]);
		struct simt_mask swap = truth.yes;
		truth.yes = truth.no;
		truth.no = swap;
		truth.relation_side = !truth.relation_side;
		return truth;
	}
	if (expr->kind == IR_BINARY && expr->op >= IR_OP_LT && expr->op <= IR_OP_NE) {
		/* not through a number, which tells nothing when one lane isn't decided */
		const struct simt_value *a = exec_expr(simt, expr->operands[0]);
		const struct simt_value *b = exec_expr(simt, expr->operands[1]);
		const struct simt_wrap *wrap = a->wrapped ? a->wrapped : b->wrapped;
		if (wrap && (!simt->compared || simt->compared->by_size))
			simt->compared = wrap;
		if (value_comparable(expr->op, a, b))
			return value_compare(simt, expr->op, a, b, expr->operands[0]->type);
		return unknown_comparison(simt, expr, a, b);
	}
	return value_truth(simt, exec_expr(simt, expr));
}

static const struct simt_value *conditional(struct simt *simt, const struct ir_expr *expr)
{
	struct simt_truth truth = exec_condition(simt, expr->operands[0]);
	exec_report_branch(simt, NULL, expr, &truth);
	const struct simt_value *yes = in_lanes(simt, expr->operands[1], &truth, true, NULL);
	const struct simt_value *no = in_lanes(simt, expr->operands[2], &truth, false, NULL);
	if (!yes || !no)
		return yes ? yes : no ? no : unknown(simt, "not reached");
	struct simt_mask decided = mask_or(&truth.yes, &truth.no);
	struct simt_mask open = mask_minus(&simt->active.may, &decided);
	if (!mask_any(&open))
		return value_select(simt, &truth.yes, yes, no);
	const struct simt_value *open_value =
		truth.uniform ? value_either(simt, yes, no) : value_join(simt, yes, no);
	if (open_value->kind == SIMT_UNKNOWN)
		return truth.uniform ? open_value : unknown(simt, open_value->why);
	return value_select(simt, &truth.yes, yes, value_select(simt, &truth.no, no, open_value));
}

/* A constructor makes a reference that is a member lead somewhere: its slot holds a pointer. */
static const struct simt_value *bind(
	struct simt *simt, const struct ir_expr *member, const struct ir_expr *value)
{
	static const struct ir_type slot = {.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .name = ""};
	struct ir_field field = *member->member.field;
	struct ir_expr itself = *member;
	const struct simt_value *pointer = exec_init(simt, value, field.type);
	field.type = &slot;
	itself.member.field = &field;
	struct simt_place place = exec_place(simt, &itself);
	if (place.object)
		object_store(simt, place.object, place.offset, slot.size, pointer);
	return pointer;
}

static const struct simt_value *assign(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_expr *left = expr->operands[0], *right = expr->operands[1];
	if (expr->is_implicit && left->kind == IR_MEMBER && left->member.field &&
		left->member.field->type->kind == IR_TYPE_REFERENCE)
		return bind(simt, left, right);
	if (expr->op == IR_OP_NONE) {
		const struct simt_value *value = exec_init(simt, right, left->type);
		exec_store(simt, exec_place(simt, left), left->type, value, left);
		return value;
	}
	struct simt_place place = exec_place(simt, left);
	const struct simt_value *old = exec_load(simt, place, left->type, left);
	const struct simt_value *by = exec_expr(simt, right), *value;
	if (is_pointer(left))
		value = arithmetic(simt, expr->op, left, right, old, by, left->type);
	else
		value = value_binary(simt, expr->op, old, by,
			expr->op == IR_OP_SHL || expr->op == IR_OP_SHR ? left->type : right->type);
	value = value_convert(simt, value, left->type);
	exec_store(simt, place, left->type, value, left);
	return value;
}

static const struct simt_value *step(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_expr *operand = expr->operands[0];
	struct simt_place place = exec_place(simt, operand);
	const struct simt_value *old = exec_load(simt, place, operand->type, operand);
	bool up = expr->op == IR_OP_PRE_INC || expr->op == IR_OP_POST_INC;
	const struct simt_value *one = value_int(simt, up ? 1 : -1), *value;
	if (is_pointer(operand))
		value = value_add(simt, old, scaled(simt, operand, one));
	else
		value = value_convert(
			simt, value_binary(simt, IR_OP_ADD, old, one, operand->type), operand->type);
	exec_store(simt, place, operand->type, value, operand);
	return expr->op == IR_OP_PRE_INC || expr->op == IR_OP_PRE_DEC ? value : old;
}

/* One address for each function, which says which one it is. */
static const struct simt_value *function_address(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_function *function = expr->function.function;
	if (!function)
		return unknown(simt, "function");
	for (size_t i = 0; i < simt->code.count; i++)
		if (simt->code.data[i]->code == function)
			return value_pointer(simt, simt->code.data[i], NULL);
	struct simt_object *object = object_new(simt, SIMT_CONSTANT, function->name, 1);
	object->code = function;
	vec_push(simt->arena, &simt->code, object);
	return value_pointer(simt, object, NULL);
}

static const struct simt_value *unary(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_expr *operand = expr->operands[0];
	switch (expr->op) {
	case IR_OP_PRE_INC:
	case IR_OP_PRE_DEC:
	case IR_OP_POST_INC:
	case IR_OP_POST_DEC: return step(simt, expr);
	case IR_OP_ADDRESS:
		return operand->kind == IR_FUNCTION ? function_address(simt, operand)
						    : address_of(simt, operand);
	case IR_OP_DEREF: return exec_load(simt, exec_place(simt, expr), expr->type, expr);
	case IR_OP_NOT: {
		struct simt_truth truth = exec_condition(simt, expr);
		return value_of_truth(simt, &truth);
	}
	case IR_OP_NEG:
		return value_convert(simt,
			value_binary(
				simt, IR_OP_SUB, value_int(simt, 0), exec_expr(simt, operand), expr->type),
			expr->type);
	case IR_OP_BIT_NOT:
		return value_convert(simt,
			value_binary(
				simt, IR_OP_SUB, value_int(simt, -1), exec_expr(simt, operand), expr->type),
			expr->type);
	default: return exec_expr(simt, operand);
	}
}

static const struct simt_value *binary(struct simt *simt, const struct ir_expr *expr)
{
	if (expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR) {
		struct simt_truth truth = logical(simt, expr);
		return value_of_truth(simt, &truth);
	}
	const struct simt_value *a = exec_expr(simt, expr->operands[0]);
	const struct simt_value *b = exec_expr(simt, expr->operands[1]);
	if (!value_constant(b, &simt->divisor))
		simt->divisor = 0;
	const struct simt_value *result =
		arithmetic(simt, expr->op, expr->operands[0], expr->operands[1], a, b, expr->type);
	return exec_note_wrap(simt, expr, a, b, result);
}

static const struct simt_value *cast(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_expr *inner = expr->operands[0];
	const struct ir_type *from = ir_type_value(inner->type), *to = ir_type_value(expr->type);
	if (from->kind == IR_TYPE_ARRAY && to->kind == IR_TYPE_POINTER)
		return address_of(simt, inner);
	if (to->kind == IR_TYPE_VOID) {
		exec_expr(simt, inner);
		return value_int(simt, 0);
	}
	const struct simt_value *value = exec_expr(simt, inner);
	return exec_note_narrowing(simt, expr, value, value_convert(simt, value, to));
}

/* Braces: a record or an array in a fresh object, element by element. */
static const struct simt_value *init_list(
	struct simt *simt, const struct ir_expr *expr, const struct ir_type *type)
{
	type = ir_type_value(type);
	if (type->kind != IR_TYPE_RECORD && type->kind != IR_TYPE_ARRAY)
		return expr->operand_count ? exec_expr(simt, expr->operands[0]) : value_int(simt, 0);
	struct simt_value *value = ARENA_NEW(simt->arena, struct simt_value);
	value->kind = SIMT_RECORD;
	value->object = object_new(simt, SIMT_LOCAL, "braces", type->size);
	for (size_t i = 0; i < expr->operand_count; i++) {
		struct ir_list_item item;
		if (!ir_list_item(expr, i, type, &item))
			continue;
		struct simt_place place = {.object = value->object, .offset = value_int(simt, item.offset)};
		struct simt_active all = simt->active;
		const struct simt_value *first = exec_init(simt, item.value, item.type);
		if (item.type->kind == IR_TYPE_REFERENCE)
			object_store(simt, place.object, place.offset, 8, first);
		else
			exec_store(simt, place, item.type, first, NULL);
		simt->active = all;
	}
	bool is_designated = expr->operand_count && expr->operands[0]->kind == IR_ASSIGN;
	if (type->kind == IR_TYPE_RECORD && type->record && !is_designated) {
		struct simt_place whole = {.object = value->object, .offset = value_int(simt, 0)};
		exec_start_members(simt, whole, type->record, expr->operand_count);
	}
	return value;
}

const struct simt_value *exec_init(struct simt *simt, const struct ir_expr *expr, const struct ir_type *type)
{
	if (type->kind == IR_TYPE_REFERENCE) {
		struct simt_place place = exec_place(simt, expr);
		return pointer_to(simt, place);
	}
	if (expr->kind == IR_INIT_LIST)
		return init_list(simt, expr, type);
	return value_convert(simt, exec_expr(simt, expr), type);
}

const struct simt_value *exec_operand(struct simt *simt, const struct ir_expr *expr, size_t index)
{
	return index < expr->operand_count ? exec_expr(simt, expr->operands[index]) : NULL;
}

void exec_operands(struct simt *simt, const struct ir_expr *expr)
{
	for (size_t i = 0; i < expr->operand_count; i++)
		exec_expr(simt, expr->operands[i]);
}

static const struct simt_value *operands_only(struct simt *simt, const struct ir_expr *expr)
{
	exec_operands(simt, expr);
	return unknown(simt, "not understood");
}

/* ({ ...; value; }): what its last statement is worth. */
static const struct simt_value *statement_expr(struct simt *simt, const struct ir_expr *expr)
{
	const struct ir_stmt *body = expr->body;
	const struct ir_stmt *last = body && body->child_count ? body->children[body->child_count - 1] : NULL;
	if (!last || body->kind != IR_BLOCK || last->kind != IR_EXPR || expr->type->kind == IR_TYPE_VOID) {
		exec_stmt(simt, body);
		return unknown(simt, "statement expression");
	}
	for (size_t i = 0; i + 1 < body->child_count && mask_any(&simt->active.may); i++)
		exec_stmt(simt, body->children[i]);
	return exec_init(simt, last->expr, expr->type);
}

static const struct simt_value *dispatch(struct simt *simt, const struct ir_expr *expr)
{
	switch (expr->kind) {
	case IR_INT: return value_int(simt, expr->integer);
	case IR_REAL: return value_real(simt, expr->real);
	case IR_NULL: return value_int(simt, 0);
	case IR_SIZEOF:
		return expr->is_known ? value_int(simt, expr->integer)
				      : value_unknown(simt, false, "size of a type");
	case IR_VAR: return exec_var(simt, expr);
	case IR_MEMBER: {
		const struct simt_value *builtin = builtin_member(simt, expr);
		if (builtin)
			return builtin;
		return exec_load(simt, exec_place(simt, expr), expr->type, expr);
	}
	case IR_INDEX: return exec_load(simt, exec_place(simt, expr), expr->type, expr);
	case IR_UNARY: return unary(simt, expr);
	case IR_BINARY: return binary(simt, expr);
	case IR_ASSIGN: return assign(simt, expr);
	case IR_CONDITIONAL: return conditional(simt, expr);
	case IR_CAST: return cast(simt, expr);
	case IR_CALL:
		/* `a += b` of a class returns a reference that nobody reads */
		if (exec_gives_place(expr) && simt->statement != expr)
			return exec_load(
				simt, place_of_pointer(simt, exec_call(simt, expr)), expr->type, expr);
		return exec_call(simt, expr);
	case IR_CONSTRUCT: return exec_call(simt, expr);
	case IR_INIT_LIST: return init_list(simt, expr, expr->type);
	case IR_THIS:
		return simt->frame->self ? value_pointer(simt, simt->frame->self, simt->frame->self_offset)
					 : unknown(simt, "object of unknown origin");
	case IR_STMT_EXPR: return statement_expr(simt, expr);
	case IR_NEW: {
		const struct simt_value *made;
		return exec_barrier(simt, expr, &made) ? made : operands_only(simt, expr);
	}
	case IR_LAMBDA:
	case IR_STRING: return unknown(simt, "not a number");
	case IR_FUNCTION: return function_address(simt, expr);
	default: return operands_only(simt, expr);
	}
}

const struct simt_value *exec_expr(struct simt *simt, const struct ir_expr *expr)
{
	if (!expr || !exec_spend(simt))
		return unknown(simt, "not executed");
	if (simt->depth > SIMT_MAX_DEPTH) {
		exec_stop(simt, "nested too deeply");
		return unknown(simt, "not executed");
	}
	simt->depth++;
	const struct simt_value *value = dispatch(simt, expr);
	if (simt->sink->access)
		work_expr(simt, expr, value);
	simt->depth--;
	return value;
}
