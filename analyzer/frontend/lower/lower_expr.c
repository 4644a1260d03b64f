/* Expressions: one IR node per node that means something; parentheses and wrappers vanish, conversions become
 * casts. */
#include "analyzer/frontend/lower/lower.h"

#include <string.h>

bool lower_is_expr(CXCursor cursor)
{
	return clang_isExpression(clang_getCursorKind(cursor)) != 0;
}

struct ir_expr *lower_new_expr(struct lower *lower, CXCursor cursor, enum ir_expr_kind kind)
{
	struct ir_expr *expr = ARENA_NEW(lower->arena, struct ir_expr);
	expr->kind = kind;
	expr->type = lower_type(lower, clang_getCursorType(cursor));
	expr->range = lower_range(cursor);
	/* libclang encodes macro locations with the top bit of the offset set */
	expr->in_macro = (expr->range.begin & 0x80000000u) != 0;
	return expr;
}

/* Default arguments that the source doesn't write are nowhere. */
static bool is_nowhere(CXCursor cursor)
{
	return clang_Range_isNull(clang_getCursorExtent(cursor)) != 0;
}

struct ir_expr **lower_operands(struct lower *lower, size_t first, size_t *count)
{
	while (*count && is_nowhere(lower->stack.data[first + *count - 1]))
		--*count;
	if (!*count)
		return NULL;
	struct ir_expr **operands = ARENA_ARRAY(lower->arena, struct ir_expr *, *count);
	for (size_t i = 0; i < *count; i++)
		operands[i] = lower_expr(lower, lower->stack.data[first + i]);
	return operands;
}

static void set_operands(struct lower *lower, struct ir_expr *expr, size_t first, size_t count)
{
	expr->operands = lower_operands(lower, first, &count);
	expr->operand_count = count;
}

/* Keeps of the children only expressions, moved to the front: type and namespace references fall away. */
static size_t keep_expressions(struct lower *lower, size_t first, size_t count)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++) {
		CXCursor child = lower->stack.data[first + i];
		if (lower_is_expr(child) && clang_getCursorKind(child) != CXCursor_InvalidFile)
			lower->stack.data[first + kept++] = child;
	}
	return kept;
}

static enum ir_op binary_op(enum CXBinaryOperatorKind kind)
{
	switch (kind) {
	case CXBinaryOperator_Mul:
	case CXBinaryOperator_MulAssign: return IR_OP_MUL;
	case CXBinaryOperator_Div:
	case CXBinaryOperator_DivAssign: return IR_OP_DIV;
	case CXBinaryOperator_Rem:
	case CXBinaryOperator_RemAssign: return IR_OP_REM;
	case CXBinaryOperator_Add:
	case CXBinaryOperator_AddAssign: return IR_OP_ADD;
	case CXBinaryOperator_Sub:
	case CXBinaryOperator_SubAssign: return IR_OP_SUB;
	case CXBinaryOperator_Shl:
	case CXBinaryOperator_ShlAssign: return IR_OP_SHL;
	case CXBinaryOperator_Shr:
	case CXBinaryOperator_ShrAssign: return IR_OP_SHR;
	case CXBinaryOperator_And:
	case CXBinaryOperator_AndAssign: return IR_OP_AND;
	case CXBinaryOperator_Xor:
	case CXBinaryOperator_XorAssign: return IR_OP_XOR;
	case CXBinaryOperator_Or:
	case CXBinaryOperator_OrAssign: return IR_OP_OR;
	case CXBinaryOperator_LT: return IR_OP_LT;
	case CXBinaryOperator_GT: return IR_OP_GT;
	case CXBinaryOperator_LE: return IR_OP_LE;
	case CXBinaryOperator_GE: return IR_OP_GE;
	case CXBinaryOperator_EQ: return IR_OP_EQ;
	case CXBinaryOperator_NE: return IR_OP_NE;
	case CXBinaryOperator_LAnd: return IR_OP_LOGICAL_AND;
	case CXBinaryOperator_LOr: return IR_OP_LOGICAL_OR;
	case CXBinaryOperator_Comma: return IR_OP_COMMA;
	default: return IR_OP_NONE;
	}
}

static enum ir_op unary_op(enum CXUnaryOperatorKind kind)
{
	switch (kind) {
	case CXUnaryOperator_PostInc: return IR_OP_POST_INC;
	case CXUnaryOperator_PostDec: return IR_OP_POST_DEC;
	case CXUnaryOperator_PreInc: return IR_OP_PRE_INC;
	case CXUnaryOperator_PreDec: return IR_OP_PRE_DEC;
	case CXUnaryOperator_AddrOf: return IR_OP_ADDRESS;
	case CXUnaryOperator_Deref: return IR_OP_DEREF;
	case CXUnaryOperator_Plus: return IR_OP_PLUS;
	case CXUnaryOperator_Minus: return IR_OP_NEG;
	case CXUnaryOperator_Not: return IR_OP_BIT_NOT;
	case CXUnaryOperator_LNot: return IR_OP_NOT;
	default: return IR_OP_NONE;
	}
}

/* Whether an expression is an array that decayed to a pointer. */
static bool is_decay(const struct ir_expr *expr)
{
	return expr->kind == IR_CAST && expr->operand_count &&
	       ir_type_value(expr->operands[0]->type)->kind == IR_TYPE_ARRAY;
}

/* Marks the variable whose storage `expr` names (through members and elements, not through pointers). */
static void mark_var(const struct ir_expr *expr, bool assigned)
{
	while (expr) {
		switch (expr->kind) {
		case IR_VAR:
			if (assigned)
				expr->var->is_assigned = true;
			else
				expr->var->is_address_taken = true;
			return;
		case IR_INDEX:
			if (ir_type_value(expr->operands[0]->type)->kind == IR_TYPE_POINTER &&
				!is_decay(expr->operands[0]))
				return;
			expr = expr->operands[0];
			break;
		case IR_MEMBER:
			expr = expr->is_arrow || !expr->operand_count ? NULL : expr->operands[0];
			break;
		case IR_CAST: expr = expr->operand_count ? expr->operands[0] : NULL; break;
		case IR_CONDITIONAL:
			mark_var(expr->operands[1], assigned);
			expr = expr->operands[2];
			break;
		default: return;
		}
	}
}

void lower_mark_bound(const struct ir_type *to, const struct ir_expr *expr)
{
	if (to->kind == IR_TYPE_REFERENCE && !to->element->is_const)
		mark_var(expr, false);
}

/* An argument bound to a mutable reference, and an array that decays, may be written by the callee. */
static void mark_argument(const struct ir_expr *arg, const struct ir_var *param)
{
	if (is_decay(arg)) {
		if (!param || param->type->kind != IR_TYPE_POINTER || !param->type->element->is_const)
			mark_var(arg, false);
		return;
	}
	bool by_value = param && (param->type->kind != IR_TYPE_REFERENCE || param->type->element->is_const);
	bool copied = arg->kind == IR_CAST || arg->kind == IR_CONSTRUCT;
	if (!by_value && !copied)
		mark_var(arg, false);
}

static void mark_arguments(struct ir_expr *expr)
{
	bool is_launch = expr->kind == IR_LAUNCH;
	const struct ir_function *function = is_launch ? expr->launch->kernel : expr->call->function;
	for (size_t i = 0; i < expr->operand_count; i++)
		mark_argument(expr->operands[i],
			function && i < function->param_count ? function->params[i] : NULL);
	if (is_launch || expr->kind != IR_CALL || !expr->call->object || expr->call->is_arrow)
		return;
	if (expr->call->function && !ir_type_value(expr->call->object->type)->is_const)
		mark_var(expr->call->object, strcmp(expr->call->name, "operator=") == 0);
}

static struct ir_expr *lower_reference(struct lower *lower, CXCursor cursor)
{
	CXCursor target = clang_getCursorReferenced(cursor);
	struct ir_expr *expr;
	switch (clang_getCursorKind(target)) {
	case CXCursor_VarDecl:
	case CXCursor_ParmDecl:
	case CXCursor_NonTypeTemplateParameter:
		if (lower_is_invented(lower, target))
			return lower_invented_number(lower, cursor, target);
		expr = lower_new_expr(lower, cursor, IR_VAR);
		expr->var = lower_var(lower, target);
		if (lower_is_starting(expr->var)) /* what it holds in its own initialiser */
			return lower_new_expr(lower, cursor, IR_UNKNOWN_EXPR);
		if (clang_getCursorKind(target) == CXCursor_ParmDecl && expr->type->kind == IR_TYPE_ARRAY)
			expr->type = expr->var->type; /* a pointer, though written as an array */
		/* constants of other files and static members are folded through their initialisers */
		if (!expr->var->init && expr->var->type->is_const && expr->var->storage != IR_PARAM)
			lower_var_init(lower, target, expr->var);
		return expr;
	case CXCursor_EnumConstantDecl:
		expr = lower_new_expr(lower, cursor, IR_INT);
		expr->integer = clang_getEnumConstantDeclValue(target);
		return expr;
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
	case CXCursor_Constructor:
	case CXCursor_ConversionFunction:
		expr = lower_new_expr(lower, cursor, IR_FUNCTION);
		expr->function.function = lower_function(lower, target);
		expr->function.name = expr->function.function->name;
		return expr;
	default:
		expr = lower_bound(lower, cursor, target);
		if (expr)
			return expr;
		expr = lower_new_expr(lower, cursor, IR_FUNCTION);
		expr->function.name = cx_take(lower->arena, clang_getCursorSpelling(target));
		if (!*expr->function.name)
			expr->function.name = cx_take(lower->arena, clang_getCursorSpelling(cursor));
		return expr;
	}
}

static const struct ir_field *find_field(const struct ir_type *type, const char *name, bool arrow)
{
	type = ir_type_value(type);
	if (arrow && type->kind == IR_TYPE_POINTER)
		type = type->element;
	if (type->kind != IR_TYPE_RECORD || !type->record) /* NULL: its members are being found just now */
		return NULL;
	for (size_t i = 0; i < type->record->field_count; i++)
		if (strcmp(type->record->fields[i].name, name) == 0)
			return &type->record->fields[i];
	for (size_t i = 0; i < type->record->base_count; i++) {
		const struct ir_field *field = find_field(type->record->bases[i], name, false);
		if (field)
			return field;
	}
	return NULL;
}

static struct ir_expr *lower_member(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	CXCursor target = clang_getCursorReferenced(cursor);
	enum CXCursorKind kind = clang_getCursorKind(target);
	if ((kind == CXCursor_CXXMethod || kind == CXCursor_FunctionDecl ||
		    kind == CXCursor_EnumConstantDecl || kind == CXCursor_VarDecl) &&
		!lower_is_invented(lower, target))
		return lower_reference(lower, cursor);
	struct ir_expr *expr = lower_new_expr(lower, cursor, IR_MEMBER);
	expr->member.name = cx_take(lower->arena, clang_getCursorSpelling(cursor));
	count = keep_expressions(lower, first, count);
	struct ir_expr *base;
	if (count) {
		base = lower_expr(lower, lower->stack.data[first]);
	} else {
		base = lower_new_expr(lower, cursor, IR_THIS);
		base->type = lower_type(lower, clang_getCursorType(clang_getCursorSemanticParent(target)));
		base->is_implicit = true;
	}
	expr->operands = ARENA_ARRAY(lower->arena, struct ir_expr *, 1);
	expr->operands[0] = base;
	expr->operand_count = 1;
	expr->is_arrow = base->kind == IR_THIS || ir_type_value(base->type)->kind == IR_TYPE_POINTER;
	expr->member.field = find_field(base->type, expr->member.name, expr->is_arrow);
	return expr;
}

/* Conversions and other wrappers: a cast where the type changes or the source writes one, else the child
 * itself. */
static struct ir_expr *lower_wrapper(
	struct lower *lower, CXCursor cursor, size_t first, size_t count, bool written)
{
	CXCursor child = count ? lower->stack.data[first] : cursor;
	bool is_designated = !written && count > 1 && clang_getCursorKind(child) == CXCursor_MemberRef;
	if (is_designated && count == 2) /* .member = value */
		return NULL;
	count = keep_expressions(lower, first, count);
	if (!count && !written && lower_is_value_initialised(lower, cursor))
		return lower_zero(lower, cursor);
	if (count > 1 && written) { /* arguments of the template that is cast to come first */
		first += count - 1;
		count = 1;
	}
	if (count != 1 || is_designated) { /* several: an index or a way through members */
		struct ir_expr *expr = lower_new_expr(lower, cursor, IR_UNKNOWN_EXPR);
		set_operands(lower, expr, first, count);
		return expr;
	}
	struct ir_expr *inner = lower_expr(lower, lower->stack.data[first]);
	const struct ir_type *type = lower_type(lower, clang_getCursorType(cursor));
	if (!written && (type == inner->type || type->kind == IR_TYPE_UNKNOWN || inner->kind == IR_FUNCTION))
		return inner;
	/* the load of a parameter that is written as an array */
	if (!written && type->kind == IR_TYPE_ARRAY && inner->type->kind == IR_TYPE_POINTER)
		return inner;
	struct ir_expr *expr = lower_new_expr(lower, cursor, IR_CAST);
	expr->is_implicit = !written;
	expr->operands = ARENA_ARRAY(lower->arena, struct ir_expr *, 1);
	expr->operands[0] = inner;
	expr->operand_count = 1;
	return expr;
}

static struct ir_expr *lower_designated(struct lower *lower, CXCursor cursor, size_t first)
{
	struct ir_expr *expr = lower_new_expr(lower, cursor, IR_ASSIGN);
	expr->operands = ARENA_ARRAY(lower->arena, struct ir_expr *, 2);
	CXCursor member = lower->stack.data[first], value = lower->stack.data[first + 1];
	CXCursor field = clang_getCursorReferenced(member);
	struct ir_expr *target = lower_new_expr(lower, member, IR_MEMBER);
	struct ir_expr *object = lower_new_expr(lower, member, IR_UNKNOWN_EXPR); /* what is initialised */
	object->type = lower_type(lower, clang_getCursorType(clang_getCursorSemanticParent(field)));
	target->type = lower_type(lower, clang_getCursorType(field));
	target->member.name = cx_take(lower->arena, clang_getCursorSpelling(field));
	target->member.field = find_field(object->type, target->member.name, false);
	target->operands = ARENA_ARRAY(lower->arena, struct ir_expr *, 1);
	target->operands[0] = object;
	target->operand_count = 1;
	expr->operands[0] = target;
	expr->operands[1] = lower_expr(lower, value);
	expr->operand_count = 2;
	return expr;
}

/* Whether a part of `sizeof(...)` names a type whose size is made up. */
static bool names_unsized(struct lower *lower, CXCursor part)
{
	enum CXCursorKind kind = clang_getCursorKind(part);
	if (!lower->invented)
		return false;
	if (kind == CXCursor_TypeRef || kind == CXCursor_TemplateRef)
		return lower_is_invented(lower, clang_getCursorReferenced(part)) ||
		       (kind == CXCursor_TypeRef && lower_type(lower, clang_getCursorType(part))->size < 0);
	return lower_is_expr(part) && lower_type(lower, clang_getCursorType(part))->size < 0;
}

static struct ir_expr *lower_sizeof(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	struct ir_expr *expr = lower_new_expr(lower, cursor, IR_SIZEOF);
	bool is_unsized = false;
	for (size_t i = 0; i < count; i++)
		is_unsized |= names_unsized(lower, lower->stack.data[first + i]);
	CXEvalResult result = is_unsized ? NULL : clang_Cursor_Evaluate(cursor);
	if (result) {
		expr->is_known = clang_EvalResult_getKind(result) == CXEval_Int;
		expr->integer = expr->is_known ? clang_EvalResult_getAsLongLong(result) : 0;
		clang_EvalResult_dispose(result);
	}
	set_operands(lower, expr, first, keep_expressions(lower, first, count));
	return expr;
}

static struct ir_expr *lower_operator(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	struct ir_expr *expr = lower_new_expr(lower, cursor, IR_BINARY);
	if (kind == CXCursor_UnaryOperator) {
		expr->kind = IR_UNARY;
		expr->op = unary_op(clang_getCursorUnaryOperatorKind(cursor));
	} else {
		enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(cursor);
		expr->op = binary_op(op);
		if (op == CXBinaryOperator_Assign || kind == CXCursor_CompoundAssignOperator)
			expr->kind = IR_ASSIGN;
	}
	set_operands(lower, expr, first, keep_expressions(lower, first, count));
	bool step = expr->op >= IR_OP_PRE_INC && expr->op <= IR_OP_POST_DEC;
	if (expr->operand_count && (expr->kind == IR_ASSIGN || step))
		mark_var(expr->operands[0], true);
	if (expr->operand_count && expr->op == IR_OP_ADDRESS)
		mark_var(expr->operands[0], false);
	/* an operator that lost an operand to a parse error means nothing */
	if (expr->operand_count < (expr->kind == IR_UNARY ? 1u : 2u))
		expr->kind = IR_UNKNOWN_EXPR;
	return expr;
}

/* GNU `a ?: b` has four children, of which the first is the condition and the last the alternative. */
static struct ir_expr *lower_conditional(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	struct ir_expr *expr = lower_new_expr(lower, cursor, IR_CONDITIONAL);
	count = keep_expressions(lower, first, count);
	if (count == 4) {
		lower->stack.data[first + 1] = lower->stack.data[first];
		lower->stack.data[first + 2] = lower->stack.data[first + 3];
		count = 3;
	}
	set_operands(lower, expr, first, count);
	if (expr->operand_count != 3)
		expr->kind = IR_UNKNOWN_EXPR;
	return expr;
}

static struct ir_expr *lower_with(
	struct lower *lower, CXCursor cursor, enum ir_expr_kind kind, size_t first, size_t count)
{
	struct ir_expr *expr = lower_new_expr(lower, cursor, kind);
	set_operands(lower, expr, first, keep_expressions(lower, first, count));
	if (kind == IR_INDEX && expr->operand_count != 2)
		expr->kind = IR_UNKNOWN_EXPR;
	return expr;
}

static struct ir_expr *lower_statement_expr(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	struct ir_expr *expr = lower_new_expr(lower, cursor, IR_STMT_EXPR);
	if (count)
		expr->body = lower_stmt(lower, lower->stack.data[first]);
	return expr;
}

static struct ir_expr *lower_lambda_expr(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	struct ir_expr *expr = lower_new_expr(lower, cursor, IR_LAMBDA);
	expr->lambda = lower_lambda(lower, cursor, first, count);
	set_operands(lower, expr, first, keep_expressions(lower, first, count));
	return expr;
}

static struct ir_expr *dispatch(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_ParenExpr: {
		size_t kept = keep_expressions(lower, first, count);
		if (kept == 1)
			return lower_expr(lower, lower->stack.data[first]);
		return lower_with(lower, cursor, IR_UNKNOWN_EXPR, first, kept);
	}
	case CXCursor_UnexposedExpr: {
		if (count && lower_is_undeclared(lower->stack.data[first]))
			return lower_undeclared_call(lower, cursor, first, count);
		struct ir_expr *expr = lower_wrapper(lower, cursor, first, count, false);
		return expr ? expr : lower_designated(lower, cursor, first);
	}
	case CXCursor_CStyleCastExpr:
	case CXCursor_CXXStaticCastExpr:
	case CXCursor_CXXReinterpretCastExpr:
	case CXCursor_CXXConstCastExpr:
	case CXCursor_CXXDynamicCastExpr:
	case CXCursor_CXXFunctionalCastExpr: return lower_wrapper(lower, cursor, first, count, true);
	case CXCursor_DeclRefExpr:
		/* a template argument in place of its parameter: a reference to nothing, around the value */
		if (count == 1 && clang_Cursor_isNull(clang_getCursorReferenced(cursor)))
			return lower_expr(lower, lower->stack.data[first]);
		return lower_reference(lower, cursor);
	case CXCursor_MemberRef: /* in a constructor's initialiser list */
	case CXCursor_MemberRefExpr: return lower_member(lower, cursor, first, count);
	case CXCursor_CallExpr: {
		struct ir_expr *expr = lower_call(lower, cursor, first, count);
		if (expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT || expr->kind == IR_LAUNCH)
			mark_arguments(expr);
		else if (expr->kind == IR_ASSIGN)
			mark_var(expr->operands[0], true);
		return expr;
	}
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
	case CXCursor_UnaryOperator: return lower_operator(lower, cursor, first, count);
	case CXCursor_ConditionalOperator: return lower_conditional(lower, cursor, first, count);
	case CXCursor_ArraySubscriptExpr: return lower_with(lower, cursor, IR_INDEX, first, count);
	case CXCursor_InitListExpr: return lower_with(lower, cursor, IR_INIT_LIST, first, count);
	case CXCursor_CXXThisExpr: return lower_new_expr(lower, cursor, IR_THIS);
	case CXCursor_CXXNullPtrLiteralExpr:
	case CXCursor_GNUNullExpr: return lower_new_expr(lower, cursor, IR_NULL);
	case CXCursor_UnaryExpr:
	case CXCursor_SizeOfPackExpr: return lower_sizeof(lower, cursor, first, count);
	case CXCursor_CXXNewExpr: return lower_with(lower, cursor, IR_NEW, first, count);
	case CXCursor_CXXDeleteExpr: return lower_with(lower, cursor, IR_DELETE, first, count);
	case CXCursor_CXXThrowExpr: return lower_with(lower, cursor, IR_THROW, first, count);
	case CXCursor_LambdaExpr: return lower_lambda_expr(lower, cursor, first, count);
	case CXCursor_StmtExpr: return lower_statement_expr(lower, cursor, first, count);
	case CXCursor_IntegerLiteral:
	case CXCursor_FloatingLiteral:
	case CXCursor_StringLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_CXXBoolLiteralExpr: {
		struct ir_expr *expr = lower_new_expr(lower, cursor, IR_INT);
		lower_literal(lower, cursor, expr);
		return expr;
	}
	default: return lower_with(lower, cursor, IR_UNKNOWN_EXPR, first, count);
	}
}

struct ir_expr *lower_expr(struct lower *lower, CXCursor cursor)
{
	if (lower->depth >= LOWER_MAX_DEPTH)
		return lower_new_expr(lower, cursor, IR_UNKNOWN_EXPR);
	lower->depth++;
	size_t count = cx_push_children(&lower->stack, cursor), first = lower->stack.count - count;
	struct ir_expr *expr = dispatch(lower, cursor, first, count);
	lower->stack.count = first;
	lower->depth--;
	return expr;
}
