/* Calls and constructions. libclang shows both as CallExpr; what the cursor refers to tells them apart.
 *
 * Four shapes: a constructor; an operator, whose operands stand in source order around its reference; a call
 * whose first child names or computes the callee; and a call of an undeclared name, of which only the name is
 * left. */
#include "analyzer/frontend/lower/lower.h"

#include <string.h>

/* Through casts, parentheses and wrappers down to the reference that names the callee. */
static CXCursor callee_reference(struct lower *lower, CXCursor cursor)
{
	for (unsigned i = 0; i < 16; i++) {
		enum CXCursorKind kind = clang_getCursorKind(cursor);
		if (kind != CXCursor_UnexposedExpr && kind != CXCursor_ParenExpr)
			return cursor;
		size_t count = cx_push_children(&lower->stack, cursor), first = lower->stack.count - count;
		CXCursor inner = count ? lower->stack.data[first] : cursor;
		lower->stack.count = first;
		if (!count)
			return cursor;
		cursor = inner;
	}
	return cursor;
}

static bool is_function(CXCursor cursor)
{
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	return kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod ||
	       kind == CXCursor_ConversionFunction || kind == CXCursor_Destructor ||
	       kind == CXCursor_Constructor;
}

static struct ir_expr *make(struct lower *lower, CXCursor cursor, enum ir_expr_kind kind)
{
	struct ir_expr *expr = lower_new_expr(lower, cursor, kind);
	expr->call = ARENA_NEW(lower->arena, struct ir_call);
	expr->call->name = "";
	return expr;
}

static void set_function(struct lower *lower, struct ir_call *call, CXCursor target)
{
	call->function = lower_function(lower, target);
	call->name = call->function->name;
	call->args = call->function->args;
	call->arg_count = call->function->arg_count;
}

static void set_arguments(struct lower *lower, struct ir_expr *expr, size_t first, size_t count)
{
	size_t kept = 0;
	for (size_t i = 0; i < count; i++) {
		CXCursor child = lower->stack.data[first + i];
		if (lower_is_expr(child))
			lower->stack.data[first + kept++] = child;
	}
	expr->operands = lower_operands(lower, first, &kept);
	expr->operand_count = kept;
}

static struct ir_expr *lower_construct(
	struct lower *lower, CXCursor cursor, CXCursor target, size_t first, size_t count)
{
	struct ir_expr *expr = make(lower, cursor, IR_CONSTRUCT);
	set_function(lower, expr->call, target);
	ir_call_find_cuda(expr->call);
	set_arguments(lower, expr, first, count);
	return expr;
}

/* `a + b`, `x[i]`, `f(x)` on an object, `*p`: the reference to the operator stands among the operands. */
static struct ir_expr *lower_operator_call(
	struct lower *lower, CXCursor cursor, CXCursor target, size_t first, size_t count)
{
	struct ir_expr *expr = make(lower, cursor, IR_CALL);
	set_function(lower, expr->call, target);
	size_t kept = 0;
	bool skipped = false;
	for (size_t i = 0; i < count; i++) {
		CXCursor child = lower->stack.data[first + i];
		if (!lower_is_expr(child))
			continue;
		CXCursor reference = callee_reference(lower, child);
		bool names = !skipped && clang_getCursorKind(reference) == CXCursor_DeclRefExpr &&
			     clang_equalCursors(clang_getCursorReferenced(reference), target);
		if (names)
			skipped = true;
		else
			lower->stack.data[first + kept++] = child;
	}
	size_t start = first;
	if (expr->call->function->is_method && kept) {
		expr->call->object = lower_expr(lower, lower->stack.data[first]);
		start++;
		kept--;
	}
	set_arguments(lower, expr, start, kept);
	expr->call->is_operator = strcmp(expr->call->name, "operator()") != 0;
	ir_call_find_cuda(expr->call);
	return expr;
}

/* The object of a member call, if the source names one. */
static void set_object(struct lower *lower, struct ir_call *call, CXCursor member)
{
	size_t count = cx_push_children(&lower->stack, member), first = lower->stack.count - count;
	for (size_t i = 0; i < count && !call->object; i++)
		if (lower_is_expr(lower->stack.data[first + i]))
			call->object = lower_expr(lower, lower->stack.data[first + i]);
	lower->stack.count = first;
	call->is_arrow = call->object && ir_type_value(call->object->type)->kind == IR_TYPE_POINTER;
}

static void set_name_range(struct ir_call *call, CXCursor reference)
{
	CXSourceRange range = clang_getCursorReferenceNameRange(reference, 0, 0);
	call->name_range = (struct ir_range){range.begin_int_data, range.end_int_data};
}

/* The name of a call that couldn't be resolved: undeclared, overloaded in a pattern, dependent member. */
static const char *unresolved_name(struct lower *lower, CXCursor reference)
{
	char *name = cx_take(lower->arena, clang_getCursorSpelling(reference));
	if (*name)
		return name;
	CXCursor target = clang_getCursorReferenced(reference);
	name = cx_take(lower->arena, clang_getCursorSpelling(target));
	if (*name)
		return name;
	size_t available = 0;
	const char *text = lower_text(lower, clang_getCursorLocation(reference), &available);
	size_t length = 0;
	while (text && length < available &&
		(text[length] == '_' || (text[length] >= '0' && text[length] <= '9') ||
			((text[length] | 32) >= 'a' && (text[length] | 32) <= 'z')))
		length++;
	return arena_strndup(lower->arena, text ? text : "", length);
}

/* Of a template, too. */
static size_t count_parameters(struct lower *lower, CXCursor function)
{
	size_t children = cx_push_children(&lower->stack, function), parameters = 0;
	lower->stack.count -= children;
	for (size_t i = 0; i < children; i++)
		parameters +=
			clang_getCursorKind(lower->stack.data[lower->stack.count + i]) == CXCursor_ParmDecl;
	return parameters;
}

/* Which of a library's overloads a host function's pattern calls isn't settled before it is instantiated.
 * They do the same: the first one that isn't too short for the arguments is named. Null: another kind of
 * call. */
static CXCursor library_overload(struct lower *lower, CXCursor overloads, size_t argument_count)
{
	const struct ir_function *caller = lower->function;
	unsigned count = caller && caller->is_pattern && !caller->is_device && !caller->is_kernel
				 ? clang_getNumOverloadedDecls(overloads)
				 : 0;
	CXCursor found = clang_getNullCursor();
	for (unsigned i = 0; i < count; i++) {
		CXCursor overload = clang_getOverloadedDecl(overloads, i);
		if (!clang_Location_isInSystemHeader(clang_getCursorLocation(overload)))
			return clang_getNullCursor();
		if (clang_Cursor_isNull(found) && count_parameters(lower, overload) >= argument_count)
			found = overload;
	}
	return found;
}

static void set_callee(struct lower *lower, CXCursor call_cursor, CXCursor callee, size_t argument_count,
	struct ir_call *call)
{
	CXCursor reference = callee_reference(lower, callee);
	enum CXCursorKind kind = clang_getCursorKind(reference);
	CXCursor target = clang_getCursorReferenced(call_cursor);
	bool names = kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr ||
		     kind == CXCursor_OverloadedDeclRef;
	if (!is_function(target) && names)
		target = clang_getCursorReferenced(reference);
	if (names)
		set_name_range(call, reference);
	if (kind == CXCursor_MemberRefExpr)
		set_object(lower, call, reference);
	if (is_function(target)) {
		set_function(lower, call, target);
		return;
	}
	enum CXCursorKind target_kind = clang_getCursorKind(target);
	bool is_value = target_kind == CXCursor_VarDecl || target_kind == CXCursor_ParmDecl ||
			target_kind == CXCursor_FieldDecl;
	CXCursor overload = target_kind == CXCursor_OverloadedDeclRef
				    ? library_overload(lower, target, argument_count)
				    : clang_getNullCursor();
	if (!clang_Cursor_isNull(overload)) {
		set_function(lower, call, overload);
		return;
	}
	if (!names || is_value) {
		call->object = lower_expr(lower, callee);
		return;
	}
	call->name = unresolved_name(lower, reference);
}

struct ir_expr *lower_call(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	CXCursor target = clang_getCursorReferenced(cursor);
	struct ir_expr *invented = lower->invented ? lower_invented_call(lower, cursor, first, count) : NULL;
	if (invented)
		return invented;
	if (clang_getCursorKind(target) == CXCursor_Constructor)
		return lower_construct(lower, cursor, target, first, count);
	if (count > 1 && lower_is_config_call(lower->stack.data[first + 1]))
		return lower_chevron(lower, cursor, first, count);
	if (is_function(target)) {
		struct ir_function *function = lower_function(lower, target);
		CXCursor callee = count ? callee_reference(lower, lower->stack.data[first]) : cursor;
		enum CXCursorKind kind = clang_getCursorKind(callee);
		bool names = clang_equalCursors(clang_getCursorReferenced(callee), target);
		/* `x.operator+=(y)` and `operator+(x, y)`, spelled out, are calls like any other */
		bool direct = names && (kind == CXCursor_MemberRefExpr ||
					       (kind == CXCursor_DeclRefExpr && !function->is_method));
		if (strncmp(function->name, "operator", 8) == 0 && !direct)
			return lower_operator_call(lower, cursor, target, first, count);
	}
	size_t skip = 0;
	while (skip < count && !lower_is_expr(lower->stack.data[first + skip]))
		skip++;
	/* `T(x)` of a dependent type, or a record made of nothing: a type, then the arguments */
	bool is_value = skip > 0 || (clang_getCursorType(cursor).kind == CXType_Record && skip == count);
	struct ir_expr *expr = make(lower, cursor, is_value ? IR_CONSTRUCT : IR_CALL);
	if (is_value)
		set_arguments(lower, expr, first + skip, count - skip);
	if (is_value || skip == count)
		return expr;
	set_callee(lower, cursor, lower->stack.data[first + skip], count - skip - 1, expr->call);
	ir_call_find_cuda(expr->call);
	set_arguments(lower, expr, first + skip + 1, count - skip - 1);
	lower_runtime_launch(lower, expr);
	return expr;
}

bool lower_is_undeclared(CXCursor callee)
{
	return clang_getCursorKind(callee) == CXCursor_DeclRefExpr &&
	       clang_getCursorKind(clang_getCursorReferenced(callee)) == CXCursor_OverloadedDeclRef;
}

struct ir_expr *lower_undeclared_call(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	struct ir_expr *expr = make(lower, cursor, IR_CALL);
	CXCursor reference = lower->stack.data[first];
	expr->call->name = unresolved_name(lower, reference);
	set_name_range(expr->call, reference);
	ir_call_find_cuda(expr->call);
	set_arguments(lower, expr, first + 1, count - 1);
	return expr;
}
