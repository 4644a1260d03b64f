/* From a parsed unit to a module: the walk over declarations, and the list of bodies that it leaves.
 *
 * Functions of the user's files are lowered where they stand. Templates are lowered as instantiated: bodies
 * refer to instantiations, which are queued as they are met, and so on until nothing is left. Only then are
 * the patterns that no one instantiated lowered as they are written, with dependent types. */
#include "analyzer/frontend/lower/lower.h"

#include <stdlib.h>

static void lower_declarations(struct lower *lower, CXCursor scope);
static void drain(struct lower *lower);

static void lower_definition(struct lower *lower, CXCursor cursor)
{
	if (!clang_isCursorDefinition(cursor))
		return;
	struct ir_function *function = lower_function(lower, cursor);
	/* explicit instantiations and specialisations stand among the ordinary functions */
	if (function->body_state == IR_BODY_NONE && !function->is_instantiation)
		lower_body(lower, cursor, function);
}

static void note_pattern(struct lower *lower, CXCursor cursor)
{
	if (!clang_isCursorDefinition(cursor) || lower_in_accessors(lower, cursor))
		return;
	struct pending pattern = {cursor, NULL};
	vec_push(lower->arena, &lower->patterns, pattern);
}

static void lower_global(struct lower *lower, CXCursor cursor)
{
	struct ir_var *var = lower_var(lower, cursor);
	lower_var_init(lower, cursor, var);
	if (lower_is_standin(var))
		lower_mark_standin(var);
	else
		vec_push(lower->arena, &lower->module->globals, var);
}

static bool in_class_template(CXCursor cursor)
{
	for (; !clang_Cursor_isNull(cursor); cursor = clang_getCursorSemanticParent(cursor)) {
		enum CXCursorKind kind = clang_getCursorKind(cursor);
		if (kind == CXCursor_ClassTemplate || kind == CXCursor_ClassTemplatePartialSpecialization)
			return true;
		if (kind == CXCursor_TranslationUnit || clang_isInvalid(kind))
			return false;
	}
	return false;
}

static void lower_declaration(struct lower *lower, CXCursor cursor)
{
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_Namespace:
	case CXCursor_LinkageSpec:
	case CXCursor_UnexposedDecl:
	case CXCursor_StructDecl:
	case CXCursor_ClassDecl:
	case CXCursor_UnionDecl:
	case CXCursor_ClassTemplate:
	case CXCursor_ClassTemplatePartialSpecialization: lower_declarations(lower, cursor); break;
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
	case CXCursor_Constructor:
	case CXCursor_Destructor:
	case CXCursor_ConversionFunction:
		if (lower_is_lambda_instance(cursor))
			break;
		if (in_class_template(clang_getCursorSemanticParent(cursor)))
			note_pattern(lower, cursor);
		else
			lower_definition(lower, cursor);
		break;
	case CXCursor_FunctionTemplate: note_pattern(lower, cursor); break;
	case CXCursor_VarDecl: lower_global(lower, cursor); break;
	default: break;
	}
}

static void lower_declarations(struct lower *lower, CXCursor scope)
{
	size_t count = cx_push_children(&lower->stack, scope), first = lower->stack.count - count;
	for (size_t i = 0; i < count; i++)
		lower_declaration(lower, lower->stack.data[first + i]);
	lower->stack.count = first;
}

/* Instantiations stand among the unit's own declarations, in the order in which the parser came to them:
 * those that are written out, those that code uses, and those that nothing but the parser does. Behind the
 * others they are met in the order of the code. */
static void lower_top(struct lower *lower, CXCursor root)
{
	size_t count = cx_push_children(&lower->stack, root), first = lower->stack.count - count;
	for (size_t i = 0; i < lower->preamble.count; i++)
		lower_declaration(lower, lower->preamble.data[i]);
	for (int instantiated = 0; instantiated < 2; instantiated++) {
		for (size_t i = 0; i < count; i++) {
			CXCursor cursor = lower->stack.data[first + i];
			bool is_instantiated =
				!clang_Cursor_isNull(clang_getSpecializedCursorTemplate(cursor));
			if (is_instantiated == instantiated && !lower_in_system(lower, cursor))
				lower_declaration(lower, cursor);
		}
		drain(lower);
	}
	lower->stack.count = first;
}

/* In a template one bad declaration can lose the whole instantiated body: then the pattern's stands in for
 * it, with the instantiation's arguments. */
static bool lost_its_body(struct lower *lower, const struct ir_function *function, CXCursor pattern)
{
	if (!function->body || function->body->child_count || clang_Cursor_isNull(pattern))
		return false;
	size_t count = cx_push_children(&lower->stack, pattern), first = lower->stack.count - count;
	bool lost = false;
	for (size_t i = 0; i < count; i++) {
		CXCursor child = lower->stack.data[first + i];
		if (clang_getCursorKind(child) != CXCursor_CompoundStmt)
			continue;
		size_t inner = cx_push_children(&lower->stack, child);
		lower->stack.count -= inner;
		lost = inner > 0;
	}
	lower->stack.count = first;
	return lost;
}

static void lower_instantiation(struct lower *lower, CXCursor cursor, struct ir_function *function)
{
	if (function->body_state != IR_BODY_NONE)
		return;
	lower_begin_lambda_instance(lower, cursor, function);
	lower_body(lower, cursor, function);
	CXCursor template = clang_getSpecializedCursorTemplate(cursor);
	CXCursor pattern = clang_Cursor_isNull(template) ? template : clang_getCursorDefinition(template);
	if (!lost_its_body(lower, function, pattern))
		return;
	struct ir_function whole = {.is_constructor = function->is_constructor};
	size_t before = lower->module->functions.count;
	lower_body(lower, pattern, &whole);
	lower->module->functions.count = before;
	function->body = whole.body;
	function->body_state = IR_BODY_DAMAGED;
}

/* What waits, and what comes to wait meanwhile. */
static void drain(struct lower *lower)
{
	while (lower->next_pending < lower->pending.count || lower->next_init < lower->inits.count) {
		while (lower->next_init < lower->inits.count) {
			struct pending_init next = lower->inits.data[lower->next_init++];
			next.record->fields[next.field].init = lower_expr(lower, next.cursor);
		}
		if (lower->next_pending == lower->pending.count)
			continue;
		struct pending next = lower->pending.data[lower->next_pending++];
		lower_instantiation(lower, next.cursor, next.function);
	}
}

static void lower_patterns(struct lower *lower)
{
	for (size_t i = 0; i < lower->patterns.count; i++) {
		CXCursor cursor = lower->patterns.data[i].cursor;
		if (*cx_map_cursor(&lower->instantiated, clang_getCanonicalCursor(cursor)))
			continue;
		struct ir_function *function = lower_function(lower, cursor);
		function->is_pattern = true;
		lower_body(lower, cursor, function);
		drain(lower);
	}
}

struct ir_module *lower_unit(struct lower *lower)
{
	struct ir_module *module = ARENA_NEW(lower->arena, struct ir_module);
	lower->module = module;
	module->arena = lower->arena;
	module->front = lower;
	module->locate = lower_locate;
	CXCursor root = clang_getTranslationUnitCursor(lower->tu);
	CXSourceRange range = clang_getCursorExtent(root);
	lower->range_data[0] = range.ptr_data[0];
	lower->range_data[1] = range.ptr_data[1];
	lower_top(lower, root);
	lower_lambdas(lower);
	lower_patterns(lower);
	lower_lambdas(lower);
	drain(lower);
	if (lower->invented)
		lower_spread_assumptions(module);
	return module;
}

void lower_free(struct lower *lower)
{
	cx_stack_free(&lower->stack);
	cx_map_free(&lower->functions);
	cx_map_free(&lower->variables);
	cx_map_free(&lower->types);
	cx_map_free(&lower->records);
	cx_map_free(&lower->scopes);
	cx_map_free(&lower->bindings);
	cx_map_free(&lower->instantiated);
	cx_map_free(&lower->owners);
}
