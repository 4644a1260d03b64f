/* Functions and variables: declarations become IR once each; bodies of functions in the user's files are
 * queued.
 *
 * Whether something is a kernel or shared memory is read from attributes: clang's own for __global__,
 * __device__,
 * __host__ and __constant__, annotations for what the bundled declarations map to them ("shared", "managed",
 * "launch_bounds", ...), and "cudalint:..." marks for facts about an API function. */
#include "analyzer/frontend/lower/lower.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/ir/walk.h"

enum { MOST_SEARCHED = 1000 }; /* variables, on the way through initialisers */

/* "cudalint:removed=12.0:use=name": the value after `key` up to the next ":use=" or the end. */
static const char *mark_value(struct lower *lower, const char *mark, const char *key)
{
	const char *at = strstr(mark, key);
	if (!at)
		return NULL;
	at += strlen(key);
	const char *end = strstr(at, ":use=");
	size_t length = end ? (size_t)(end - at) : strlen(at);
	return length ? arena_strndup(lower->arena, at, length) : NULL;
}

static int max_int(int a, int b)
{
	return a > b ? a : b;
}

static void read_mark(struct lower *lower, struct ir_function *function, const char *mark)
{
	struct ir_marks *marks = function->marks ? (struct ir_marks *)(uintptr_t)function->marks
						 : ARENA_NEW(lower->arena, struct ir_marks);
	function->marks = marks;
	const char *value;
	if ((value = mark_value(lower, mark, ":arch=")))
		marks->needs_arch = max_int(marks->needs_arch, (int)strtol(value, NULL, 10));
	if ((value = mark_value(lower, mark, ":removed=")))
		marks->removed_in = value;
	if ((value = mark_value(lower, mark, ":deprecated=")))
		marks->deprecated_in = value;
	if ((value = mark_value(lower, mark, ":maskless=")))
		marks->maskless = value;
	if ((value = mark_value(lower, mark, ":use=")))
		marks->replacement = value;
}

static struct ir_attribute lower_attribute(struct lower *lower, CXCursor cursor, const char *name)
{
	struct ir_attribute attribute = {.name = name, .range = lower_range(cursor)};
	size_t count = cx_push_children(&lower->stack, cursor), first = lower->stack.count - count;
	/* the first child is the annotation's own name */
	size_t skip = 0;
	while (skip < count && clang_getCursorKind(lower->stack.data[first + skip]) == CXCursor_StringLiteral)
		skip++;
	attribute.arg_count = count - skip;
	attribute.args = lower_operands(lower, first + skip, &attribute.arg_count);
	lower->stack.count = first;
	return attribute;
}

/* Whether an attribute for which libclang has no name is the one that keeps a function from being inlined. */
static bool is_noinline(struct lower *lower, CXCursor cursor)
{
	CXTranslationUnit unit = clang_Cursor_getTranslationUnit(cursor);
	CXToken *token = clang_getToken(unit, clang_getCursorLocation(cursor));
	if (!token)
		return false;
	const char *name = cx_take(lower->arena, clang_getTokenSpelling(unit, *token));
	clang_disposeTokens(unit, token, 1);
	return strcmp(name, "__noinline__") == 0 || strcmp(name, "noinline") == 0;
}

struct attributes {
	VEC(struct ir_attribute) list;
	bool global, device, host, constant, shared, managed;
};

static void add_attribute(
	struct lower *lower, struct attributes *out, struct ir_function *function, CXCursor cursor)
{
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_CUDAGlobalAttr: out->global = true; break;
	case CXCursor_CUDADeviceAttr: out->device = true; break;
	case CXCursor_CUDAHostAttr: out->host = true; break;
	case CXCursor_CUDAConstantAttr: out->constant = true; break;
	case CXCursor_CUDASharedAttr: out->shared = true; break;
	case CXCursor_AnnotateAttr: {
		const char *name = cx_take(lower->arena, clang_getCursorSpelling(cursor));
		out->shared |= strcmp(name, "shared") == 0;
		out->managed |= strcmp(name, "managed") == 0;
		if (function && strncmp(name, "cudalint:", 9) == 0)
			read_mark(lower, function, name);
		else
			vec_push(lower->arena, &out->list, lower_attribute(lower, cursor, name));
		break;
	}
	case CXCursor_UnexposedAttr:
		if (function && is_noinline(lower, cursor))
			vec_push(lower->arena, &out->list,
				((struct ir_attribute){.name = "noinline", .range = lower_range(cursor)}));
		break;
	default: break;
	}
}

static const struct ir_type unknown_type = {
	.kind = IR_TYPE_UNKNOWN, .size = -1, .align = -1, .count = -1, .name = ""};

/* ---- variables ------------------------------------------------------------------------------- */

static enum ir_storage storage_of(
	CXCursor cursor, const struct attributes *attributes, const struct ir_var *var)
{
	if (clang_getCursorKind(cursor) == CXCursor_ParmDecl)
		return IR_PARAM;
	if (clang_getCursorKind(cursor) == CXCursor_NonTypeTemplateParameter)
		return IR_TEMPLATE_PARAM;
	bool is_extern = clang_Cursor_getStorageClass(cursor) == CX_SC_Extern;
	if (var->is_system && cuda_builtin_find(var->name))
		return IR_BUILTIN;
	if (attributes->shared)
		return is_extern ? IR_EXTERN_SHARED : IR_SHARED;
	if (attributes->managed)
		return IR_MANAGED;
	if (attributes->constant)
		return IR_CONSTANT;
	if (attributes->device)
		return IR_DEVICE;
	enum CXCursorKind scope = clang_getCursorKind(clang_getCursorSemanticParent(cursor));
	bool local = scope == CXCursor_FunctionDecl || scope == CXCursor_CXXMethod ||
		     scope == CXCursor_Constructor || scope == CXCursor_Destructor ||
		     scope == CXCursor_ConversionFunction || scope == CXCursor_FunctionTemplate;
	if (local)
		return clang_Cursor_getStorageClass(cursor) == CX_SC_Static ? IR_STATIC_LOCAL
		       : is_extern                                          ? IR_GLOBAL
									    : IR_LOCAL;
	return IR_GLOBAL;
}

static bool has_word_before(struct lower *lower, CXCursor cursor, const char *word)
{
	size_t available;
	CXSourceRange range = clang_getCursorExtent(cursor);
	const char *text = lower_text(lower, clang_getRangeStart(range), &available);
	for (size_t i = 0; text && i < available && i < 200; i++) {
		if (strchr(";={(", text[i]))
			return false;
		if (i + strlen(word) < available && strncmp(text + i, word, strlen(word)) == 0)
			return true;
	}
	return false;
}

/* A parameter that is written as an array is a pointer. */
static const struct ir_type *decayed(struct lower *lower, const struct ir_type *array)
{
	struct ir_type *out = ARENA_NEW(lower->arena, struct ir_type);
	*out = (struct ir_type){.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .count = -1};
	out->element = array->element;
	out->name = arena_printf(lower->arena, "%s *", array->element->name);
	return out;
}

struct ir_var *lower_var(struct lower *lower, CXCursor cursor)
{
	CXCursor canonical = clang_getCanonicalCursor(cursor);
	void **slot = cx_map_cursor(&lower->variables, canonical);
	if (*slot)
		return *slot;
	struct ir_var *var = ARENA_NEW(lower->arena, struct ir_var);
	*slot = var;
	var->name = cx_take(lower->arena, clang_getCursorSpelling(cursor));
	var->type = lower_type(lower, clang_getCursorType(cursor));
	if (clang_getCursorKind(cursor) == CXCursor_ParmDecl && var->type->kind == IR_TYPE_ARRAY)
		var->type = decayed(lower, var->type);
	var->is_system = lower_in_system(lower, cursor);
	struct attributes attributes = {0};
	if (clang_Cursor_hasAttrs(cursor)) {
		size_t count = cx_push_children(&lower->stack, cursor), first = lower->stack.count - count;
		for (size_t i = 0; i < count; i++)
			add_attribute(lower, &attributes, NULL, lower->stack.data[first + i]);
		lower->stack.count = first;
	}
	var->attributes = attributes.list.data;
	var->attribute_count = attributes.list.count;
	var->storage =
		lower_is_invented(lower, cursor) ? IR_TEMPLATE_PARAM : storage_of(cursor, &attributes, var);
	var->builtin = var->storage == IR_BUILTIN ? cuda_builtin_find(var->name) : CUDA_NO_BUILTIN;
	var->decl_range = lower_range(cursor);
	CXSourceRange name = clang_Cursor_getSpellingNameRange(cursor, 0, 0);
	var->range = (struct ir_range){name.begin_int_data, name.end_int_data};
	if (var->storage == IR_LOCAL || var->storage == IR_PARAM || var->storage == IR_STATIC_LOCAL ||
		((var->storage == IR_SHARED || var->storage == IR_EXTERN_SHARED) && lower->function))
		var->function = lower->function;
	return var;
}

/* Whether the text has an initialiser that clang has dropped, because it couldn't be parsed. */
static bool has_lost_init(struct lower *lower, CXCursor cursor, const struct ir_var *var)
{
	size_t available, i = strlen(var->name);
	int depth = 0;
	if (var->storage != IR_LOCAL || !i)
		return false;
	const char *text = lower_text(lower, clang_getCursorLocation(cursor), &available);
	if (!text || available <= i || strncmp(text, var->name, i) != 0) /* from a macro */
		return false;
	for (; i < available && (depth || strchr(" \t\r\n[", text[i])); i++)
		depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
	return i < available && text[i] && strchr("=({", text[i]);
}

/* Stands for an initialiser that is being lowered. */
static struct ir_expr starting = {.kind = IR_UNKNOWN_EXPR, .type = &unknown_type};

bool lower_is_starting(const struct ir_var *var)
{
	return var->init == &starting;
}

struct search {
	const struct ir_var *var;
	unsigned steps;
	bool found;
};

/* Whether what an expression is worth hangs on a variable, by way of other variables' initialisers. */
static void look_for_var(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct search *search = context;
	(void)path;
	if (expr->kind != IR_VAR || search->found || ++search->steps > MOST_SEARCHED)
		return;
	search->found = expr->var == search->var;
	if (!search->found && expr->var->init && !expr->var->function)
		ir_walk_expr(expr->var->init, &(const struct ir_visitor){.expr = look_for_var}, search, NULL);
}

/* `extern int b; int a = b; int b = a;`: nobody who follows initialisers may go round in circles. */
static bool comes_round(const struct ir_var *var, const struct ir_expr *init)
{
	struct search search = {.var = var};
	if (!var->function)
		ir_walk_expr(init, &(const struct ir_visitor){.expr = look_for_var}, &search, NULL);
	return search.found;
}

static struct ir_expr *unknown_init(struct lower *lower, CXCursor cursor, const struct ir_var *var)
{
	struct ir_expr *unknown = lower_new_expr(lower, cursor, IR_UNKNOWN_EXPR);
	unknown->type = var->type;
	return unknown;
}

void lower_var_init(struct lower *lower, CXCursor cursor, struct ir_var *var)
{
	if (var->init)
		return;
	CXCursor init = clang_Cursor_getVarDeclInitializer(cursor);
	if (clang_Cursor_isNull(init) || clang_isInvalid(clang_getCursorKind(init))) {
		if (has_lost_init(lower, cursor, var))
			var->init = unknown_init(lower, cursor, var);
		return;
	}
	var->init = &starting;
	struct ir_expr *lowered = lower_expr(lower, init);
	var->init = comes_round(var, lowered) ? unknown_init(lower, cursor, var) : lowered;
	lower_mark_bound(var->type, lowered);
	bool is_const = var->type->is_const;
	if (is_const && var->storage != IR_PARAM)
		var->is_constexpr = has_word_before(lower, cursor, "constexpr");
}

/* ---- functions ------------------------------------------------------------------------------- */

struct ir_var *lower_param(struct lower *lower, CXCursor cursor, const struct ir_function *function)
{
	struct ir_var *param = lower_var(lower, cursor);
	CXCursor value = clang_Cursor_getVarDeclInitializer(cursor);
	bool has_value = !clang_Cursor_isNull(value) && !clang_isInvalid(clang_getCursorKind(value));
	if (has_value && !param->default_arg && !function->is_system)
		param->default_arg = lower_expr(lower, value);
	return param;
}

static const char *display_name(struct lower *lower, const struct ir_function *function)
{
	const char *args = lower_args_text(lower, function->args, function->arg_count);
	if (!function->record || function->is_lambda)
		return arena_printf(
			lower->arena, "%s%s", function->is_lambda ? "lambda" : function->name, args);
	const char *scope = strrchr(function->record->name, ':');
	const char *of = lower_args_text(lower, function->record->args, function->record->arg_count);
	return arena_printf(lower->arena, "%s%s::%s%s", scope ? scope + 1 : function->record->name, of,
		function->name, args);
}

static void read_children(struct lower *lower, CXCursor cursor, struct ir_function *function)
{
	struct attributes attributes = {0};
	VEC(struct ir_var *) params = {0};
	size_t count = cx_push_children(&lower->stack, cursor), first = lower->stack.count - count;
	struct ir_function *outer = lower->function;
	lower->function = function;
	for (size_t i = 0; i < count; i++) {
		CXCursor child = lower->stack.data[first + i];
		enum CXCursorKind kind = clang_getCursorKind(child);
		if (kind == CXCursor_ParmDecl) {
			vec_push(lower->arena, &params, lower_param(lower, child, function));
		} else if (kind == CXCursor_CompoundStmt) {
			break;
		} else {
			add_attribute(lower, &attributes, function, child);
		}
	}
	lower->function = outer;
	lower->stack.count = first;
	function->params = params.data;
	function->param_count = params.count;
	function->attributes = attributes.list.data;
	function->attribute_count = attributes.list.count;
	function->is_kernel = attributes.global;
	function->is_device = attributes.device;
	function->is_host = attributes.host || (!attributes.device && !attributes.global);
}

static void set_method(struct lower *lower, CXCursor cursor, struct ir_function *function)
{
	CXCursor parent = clang_getCursorSemanticParent(cursor);
	enum CXCursorKind scope = clang_getCursorKind(parent);
	if (scope != CXCursor_StructDecl && scope != CXCursor_ClassDecl && scope != CXCursor_UnionDecl &&
		scope != CXCursor_ClassTemplate && scope != CXCursor_ClassTemplatePartialSpecialization)
		return;
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	function->is_method = true;
	function->is_constructor = kind == CXCursor_Constructor;
	function->is_destructor = kind == CXCursor_Destructor;
	function->is_static = clang_CXXMethod_isStatic(cursor) != 0;
	function->is_virtual = clang_CXXMethod_isVirtual(cursor) != 0;
	CXType type = clang_getCursorType(parent);
	if (type.kind != CXType_Invalid)
		function->record = lower_record(lower, parent, type);
}

/* Kernels and functions of the host are what units may have in common. */
static void name_for_project(struct lower *lower, CXCursor cursor, struct ir_function *function)
{
	enum CXLinkageKind linkage = clang_getCursorLinkage(cursor);
	CXCursor pattern = clang_getSpecializedCursorTemplate(cursor);
	if (function->is_system || !(function->is_kernel || function->is_host))
		return;
	function->symbol = cx_take(lower->arena, clang_getCursorUSR(cursor));
	function->is_external = linkage == CXLinkage_External;
	if (!clang_Cursor_isNull(pattern) && function->is_kernel)
		function->template_symbol = cx_take(lower->arena, clang_getCursorUSR(pattern));
}

static void fill_function(struct lower *lower, CXCursor cursor, struct ir_function *function)
{
	function->name = cx_take(lower->arena, clang_getCursorSpelling(cursor));
	function->qualified = lower_qualified_name(lower, cursor);
	function->cuda = cuda_function_find(function->qualified);
	function->space = cuda_space_of(function->qualified);
	function->is_system = lower_in_system(lower, cursor);
	function->result = lower_type(lower, clang_getCursorResultType(cursor));
	function->is_variadic = clang_Cursor_isVariadic(cursor) != 0;
	set_method(lower, cursor, function);
	function->args = lower_template_args(lower, cursor, &function->arg_count);
	function->range = lower_range(cursor);
	CXSourceRange name = clang_Cursor_getSpellingNameRange(cursor, 0, 0);
	function->name_range = (struct ir_range){name.begin_int_data, name.end_int_data};
	read_children(lower, cursor, function);
	function->display = display_name(lower, function);
	name_for_project(lower, cursor, function);
	if (!function->is_system) /* the user's own atomicAdd(double *) inherits the bundled one's marks */
		function->marks = NULL;
}

/* An instantiation whose arguments are made up has extents that are made up, too: the pattern serves. */
static bool is_made_of_invented(const struct lower *lower, const struct ir_function *function)
{
	bool is = false;
	for (size_t i = 0; i < function->arg_count && lower->invented; i++) {
		const struct ir_type *type = function->args[i].type;
		is |= type &&
		      (type->kind == IR_TYPE_DEPENDENT ||
			      (type->kind == IR_TYPE_RECORD && type->record && type->record->is_unsized));
	}
	return is;
}

/* Queues the body of an instantiation, once, and remembers that its pattern has one. */
static void queue_instantiation(struct lower *lower, CXCursor cursor, struct ir_function *function)
{
	CXCursor pattern = clang_getSpecializedCursorTemplate(cursor);
	if (clang_Cursor_isNull(pattern) || function->is_system || is_made_of_invented(lower, function))
		return;
	CXCursor definition = clang_getCursorDefinition(pattern);
	*cx_map_cursor(&lower->instantiated, clang_getCanonicalCursor(pattern)) = function;
	if (!clang_Cursor_isNull(definition))
		*cx_map_cursor(&lower->instantiated, clang_getCanonicalCursor(definition)) = function;
	function->is_instantiation = true;
	CXCursor body = clang_getCursorDefinition(cursor);
	if (clang_Cursor_isNull(body)) /* the pattern is broken: nothing was instantiated */
		body = definition;
	if (clang_Cursor_isNull(body))
		return;
	struct pending pending = {body, function};
	vec_push(lower->arena, &lower->pending, pending);
}

struct ir_function *lower_function(struct lower *lower, CXCursor cursor)
{
	CXCursor canonical = clang_getCanonicalCursor(cursor);
	void **slot = cx_map_cursor(&lower->functions, canonical);
	if (*slot)
		return *slot;
	CXCursor parent = clang_getCursorSemanticParent(cursor);
	CXType scope = clang_getCursorType(parent);
	if (scope.kind == CXType_Record && clang_getCursorKind(cursor) == CXCursor_CXXMethod) {
		struct ir_record *record = lower_record(lower, parent, scope);
		if (record->is_lambda) {
			struct ir_function *lambda = lower_lambda_operator(lower, record, cursor);
			*cx_map_cursor(&lower->functions, canonical) = lambda;
			return lambda;
		}
	}
	struct ir_function *function = ARENA_NEW(lower->arena, struct ir_function);
	*cx_map_cursor(&lower->functions, canonical) = function;
	/* attributes may stand on any declaration; the definition, where there is one, has the parameters'
	 * names */
	CXCursor definition = clang_getCursorDefinition(cursor);
	fill_function(lower, clang_Cursor_isNull(definition) ? cursor : definition, function);
	queue_instantiation(lower, cursor, function);
	return function;
}

/* One entry of a constructor's initialiser list: `this->member = value`, or the construction of a base alone.
 */
static struct ir_stmt *lower_member_init(struct lower *lower, CXCursor member, CXCursor value)
{
	struct ir_stmt *stmt = ARENA_NEW(lower->arena, struct ir_stmt);
	stmt->kind = IR_EXPR;
	stmt->range = lower_range(value);
	stmt->expr = lower_expr(lower, value);
	if (clang_Cursor_isNull(member))
		return stmt;
	struct ir_expr *target = lower_expr(lower, member);
	struct ir_expr *assign = ARENA_NEW(lower->arena, struct ir_expr);
	*assign = (struct ir_expr){
		.kind = IR_ASSIGN, .is_implicit = true, .type = target->type, .range = stmt->range};
	assign->operands = ARENA_ARRAY(lower->arena, struct ir_expr *, 2);
	assign->operands[0] = target;
	assign->operands[1] = stmt->expr;
	assign->operand_count = 2;
	stmt->expr = assign;
	return stmt;
}

void lower_body(struct lower *lower, CXCursor cursor, struct ir_function *function)
{
	if (function->body_state != IR_BODY_NONE)
		return;
	struct ir_function *outer = lower->function;
	lower->function = function;
	size_t count = cx_push_children(&lower->stack, cursor), first = lower->stack.count - count;
	VEC(struct ir_stmt *) inits = {0};
	CXCursor member = clang_getNullCursor();
	for (size_t i = 0; i < count; i++) {
		CXCursor child = lower->stack.data[first + i];
		enum CXCursorKind kind = clang_getCursorKind(child);
		bool is_body = kind == CXCursor_CompoundStmt || kind == CXCursor_CXXTryStmt;
		if (is_body) {
			function->body = lower_stmt(lower, child);
		} else if (function->is_constructor && kind == CXCursor_MemberRef) {
			member = child;
		} else if (function->is_constructor && lower_is_expr(child)) {
			struct ir_stmt *stmt = lower_member_init(lower, member, child);
			member = clang_getNullCursor();
			vec_push(lower->arena, &inits, stmt);
		}
	}
	lower->stack.count = first;
	lower->function = outer;
	if (!function->body)
		return;
	if (inits.count && function->body->kind == IR_BLOCK) {
		for (size_t i = 0; i < function->body->child_count; i++)
			vec_push(lower->arena, &inits, function->body->children[i]);
		function->body->children = inits.data;
		function->body->child_count = inits.count;
	}
	function->body_state = IR_BODY_LOWERED;
	vec_push(lower->arena, &lower->module->functions, function);
}
