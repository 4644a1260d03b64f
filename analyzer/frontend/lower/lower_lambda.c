/* Lambdas: a record with one operator. A generic one has a body for each set of arguments that it is called
 * with, which is lowered like any instantiation; where nobody calls it, as it is written. */
#include "analyzer/frontend/lower/lower.h"

#include <string.h>

static struct ir_function *new_operator(struct lower *lower, struct ir_record *record)
{
	struct ir_function *function = ARENA_NEW(lower->arena, struct ir_function);
	function->name = function->qualified = "operator()";
	function->display = "lambda";
	function->is_lambda = function->is_method = true;
	function->record = record;
	function->result = lower_type(lower, (CXType){.kind = CXType_Invalid});
	return function;
}

static struct ir_function *lambda_operator(struct lower *lower, struct ir_record *record)
{
	if (!record->call_operator)
		record->call_operator = new_operator(lower, record);
	return record->call_operator;
}

static bool is_specialization(CXCursor cursor)
{
	return !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(cursor));
}

bool lower_is_lambda_instance(CXCursor cursor)
{
	CXCursor parent = clang_getCursorSemanticParent(cursor);
	return clang_getCursorKind(cursor) == CXCursor_CXXMethod && is_specialization(cursor) &&
	       clang_getCursorKind(parent) == CXCursor_ClassDecl && clang_Cursor_isAnonymous(parent) != 0;
}

/* A generic lambda has a body for each set of arguments. The first one is what the lambda itself is taken to
 * do; further ones are functions of their own. */
static struct ir_function *lambda_instance(struct lower *lower, struct ir_record *record, CXCursor cursor)
{
	struct ir_function *function = lambda_operator(lower, record);
	CXCursor definition = clang_getCursorDefinition(cursor);
	if (clang_Cursor_isNull(definition))
		return function;
	if (function->body_state != IR_BODY_NONE || pointer_table_find(&lower->instance_of, function))
		function = new_operator(lower, record);
	*pointer_table_at(lower->arena, &lower->instance_of, function) = record;
	struct pending pending = {definition, function};
	vec_push(lower->arena, &lower->pending, pending);
	return function;
}

struct ir_function *lower_lambda_operator(struct lower *lower, struct ir_record *record, CXCursor cursor)
{
	return is_specialization(cursor) ? lambda_instance(lower, record, cursor)
					 : lambda_operator(lower, record);
}

/* ---- expressions ----------------------------------------------------------------------------- */

/* Which of __device__ and __host__ stand between the introducer and the body. */
static void read_lambda_sides(struct lower *lower, CXCursor expr, struct ir_function *function)
{
	size_t available = 0;
	CXSourceRange range = clang_getCursorExtent(expr);
	const char *text = lower_text(lower, clang_getRangeStart(range), &available);
	for (size_t i = 0; text && i < available && text[i] != '{'; i++) {
		if (available - i > 10 && strncmp(text + i, "__device__", 10) == 0)
			function->is_device = true;
		if (available - i > 8 && strncmp(text + i, "__host__", 8) == 0)
			function->is_host = true;
	}
	const struct ir_function *parent = lower->function;
	if (!function->is_device && !function->is_host) {
		function->is_device = parent && (parent->is_kernel || parent->is_device);
		function->is_host = !parent || parent->is_host;
	}
}

static bool is_dependent(const struct ir_type *type)
{
	while (type->kind == IR_TYPE_REFERENCE || type->kind == IR_TYPE_POINTER)
		type = type->element;
	return type->kind == IR_TYPE_DEPENDENT;
}

/* The children of a lambda's expression: its parameters, and its body if that is wanted. */
static void read_lambda(
	struct lower *lower, struct ir_function *function, size_t first, size_t count, bool with_body)
{
	struct ir_function *outer = lower->function;
	VEC(struct ir_var *) params = {0};
	lower->function = function;
	for (size_t i = 0; i < count; i++) {
		CXCursor child = lower->stack.data[first + i];
		enum CXCursorKind kind = clang_getCursorKind(child);
		if (kind == CXCursor_ParmDecl)
			vec_push(lower->arena, &params, lower_param(lower, child, function));
		else if (kind == CXCursor_CompoundStmt && with_body)
			function->body = lower_stmt(lower, child);
	}
	lower->function = outer;
	function->params = params.data;
	function->param_count = params.count;
	if (!function->body)
		return;
	function->body_state = IR_BODY_LOWERED;
	vec_push(lower->arena, &lower->module->functions, function);
}

struct ir_function *lower_lambda(struct lower *lower, CXCursor expr, size_t first, size_t count)
{
	CXType type = clang_getCursorType(expr);
	struct ir_record *record = lower_record(lower, clang_getTypeDeclaration(type), type);
	record->is_lambda = true;
	struct ir_function *function = lambda_operator(lower, record), *outer = lower->function;
	if (function->body_state != IR_BODY_NONE || function->range.begin)
		return function;
	function->parent = outer;
	function->range = lower_range(expr);
	function->name_range = function->range;
	function->is_pattern = outer && outer->is_pattern;
	read_lambda_sides(lower, expr, function);
	if (pointer_table_find(&lower->instance_of, function))
		return function;
	bool is_generic = false;
	for (size_t i = 0; i < count && !is_generic; i++) {
		CXCursor child = lower->stack.data[first + i];
		if (clang_getCursorKind(child) == CXCursor_ParmDecl)
			is_generic = is_dependent(lower_type(lower, clang_getCursorType(child)));
	}
	if (is_generic) {
		struct pending pending = {expr, function};
		vec_push(lower->arena, &lower->lambdas, pending);
	}
	read_lambda(lower, function, first, count, !is_generic);
	return function;
}

void lower_begin_lambda_instance(struct lower *lower, CXCursor cursor, struct ir_function *function)
{
	const struct ir_record *record = pointer_table_find(&lower->instance_of, function);
	if (!record)
		return;
	const struct ir_function *lambda = record->call_operator;
	function->parent = lambda->parent;
	function->range = lambda->range;
	function->name_range = lambda->name_range;
	function->is_device = lambda->is_device;
	function->is_host = lambda->is_host;
	function->is_pattern = lambda->is_pattern;
	function->result = lower_type(lower, clang_getCursorResultType(cursor));
	size_t count = cx_push_children(&lower->stack, cursor), first = lower->stack.count - count;
	read_lambda(lower, function, first, count, false);
	lower->stack.count = first;
}

void lower_lambdas(struct lower *lower)
{
	for (size_t i = 0; i < lower->lambdas.count; i++) {
		struct pending lambda = lower->lambdas.data[i];
		if (lambda.function->body_state != IR_BODY_NONE ||
			pointer_table_find(&lower->instance_of, lambda.function))
			continue;
		size_t count = cx_push_children(&lower->stack, lambda.cursor);
		size_t first = lower->stack.count - count;
		read_lambda(lower, lambda.function, first, count, true);
		lower->stack.count = first;
	}
	lower->lambdas.count = 0;
}
