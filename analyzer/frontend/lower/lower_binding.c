/* Structured bindings: `auto [a, b] = f();` declares a variable without a name, and names for parts of it.
 *
 * Of what has the protocol of std::tuple (other classes than pair and tuple themselves) the parts aren't
 * known: there, each name is a variable of its own with an unknown value. */
#include "analyzer/frontend/lower/lower.h"

#include <string.h>

/* What a name is bound to. */
struct binding {
	struct ir_var *whole; /* a part of this */
	size_t index;         /* of the array's element, or the class's field */
};

bool lower_is_decomposition(CXCursor cursor)
{
	if (clang_getCursorKind(cursor) != CXCursor_UnexposedDecl)
		return false;
	CXString name = clang_getCursorSpelling(cursor);
	const char *text = clang_getCString(name);
	bool is = text && *text == '[';
	clang_disposeString(name);
	return is;
}

static const struct ir_type int_type = {
	.kind = IR_TYPE_INT, .size = 4, .align = 4, .count = -1, .is_signed = true, .name = "int"};

static bool has_parts(const struct ir_type *type, size_t count)
{
	type = ir_type_value(type);
	if (type->kind == IR_TYPE_ARRAY)
		return type->count == (int64_t)count;
	if (type->kind != IR_TYPE_RECORD || !type->record || type->record->field_count != count)
		return false;
	for (size_t i = 0; i < type->record->base_count; i++) {
		const struct ir_record *base = type->record->bases[i]->record;
		if (!base || base->field_count || base->base_count)
			return false;
	}
	return true;
}

/* The names are the first children; what they are parts of comes after them. */
static size_t count_names(const struct lower *lower, size_t first, size_t count)
{
	size_t names = 0;
	while (names < count &&
		clang_getCursorKind(lower->stack.data[first + names]) == CXCursor_UnexposedDecl)
		names++;
	return names;
}

static struct ir_var *lone_name(struct lower *lower, CXCursor name)
{
	struct ir_var *var = lower_var(lower, name);
	var->storage = IR_LOCAL;
	var->function = lower->function;
	struct ir_expr *unknown = lower_new_expr(lower, name, IR_UNKNOWN_EXPR);
	unknown->type = var->type;
	var->init = unknown;
	return var;
}

void lower_decomposition(struct lower *lower, CXCursor cursor, lower_var_list *vars)
{
	struct ir_var *whole = lower_var(lower, cursor);
	whole->storage = IR_LOCAL;
	whole->function = lower->function;
	lower_var_init(lower, cursor, whole);
	vec_push(lower->arena, vars, whole);
	size_t count = cx_push_children(&lower->stack, cursor), first = lower->stack.count - count;
	size_t names = count_names(lower, first, count);
	bool known = has_parts(whole->type, names);
	for (size_t i = 0; i < names; i++) {
		CXCursor name = lower->stack.data[first + i];
		if (!known) {
			vec_push(lower->arena, vars, lone_name(lower, name));
			continue;
		}
		struct binding *binding = ARENA_NEW(lower->arena, struct binding);
		*binding = (struct binding){whole, i};
		*cx_map_cursor(&lower->bindings, clang_getCanonicalCursor(name)) = binding;
	}
	lower->stack.count = first;
}

/* `whole.field`, or `whole[index]`. */
static struct ir_expr *part_of(struct lower *lower, CXCursor cursor, const struct binding *binding)
{
	const struct ir_type *type = ir_type_value(binding->whole->type);
	struct ir_expr *whole = lower_new_expr(lower, cursor, IR_VAR);
	whole->var = binding->whole;
	whole->type = binding->whole->type;
	struct ir_expr *expr = lower_new_expr(lower, cursor, IR_MEMBER);
	expr->operand_count = 1;
	expr->operands = ARENA_ARRAY(lower->arena, struct ir_expr *, 2);
	expr->operands[0] = whole;
	if (type->kind == IR_TYPE_RECORD) {
		expr->member.field = &type->record->fields[binding->index];
		expr->member.name = expr->member.field->name;
		return expr;
	}
	struct ir_expr *index = lower_new_expr(lower, cursor, IR_INT);
	index->type = &int_type;
	index->integer = (int64_t)binding->index;
	expr->kind = IR_INDEX;
	expr->operands[1] = index;
	expr->operand_count = 2;
	return expr;
}

struct ir_expr *lower_bound(struct lower *lower, CXCursor cursor, CXCursor name)
{
	const struct binding *binding = *cx_map_cursor(&lower->bindings, clang_getCanonicalCursor(name));
	if (binding)
		return part_of(lower, cursor, binding);
	struct ir_var *var = *cx_map_cursor(&lower->variables, clang_getCanonicalCursor(name));
	if (!var)
		return NULL;
	struct ir_expr *expr = lower_new_expr(lower, cursor, IR_VAR);
	expr->var = var;
	return expr;
}
