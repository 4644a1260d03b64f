/* Small questions about the IR that everybody asks: where is this, what is called, what is it without its
 * casts. */
#include "analyzer/ir/ir.h"

#include <string.h>

bool ir_locate(const struct ir_module *module, struct ir_range range, struct ir_place *spelling,
	struct ir_place *expansion)
{
	struct ir_place spelled = {0}, expanded = {0};
	if (range.begin == 0 || !module->locate)
		return false;
	if (!module->locate(module->front, range, &spelled, &expanded))
		return false;
	if (spelling)
		*spelling = spelled;
	if (expansion)
		*expansion = expanded;
	return true;
}

static const struct ir_attribute *find_attribute(
	const struct ir_attribute *attributes, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (!strcmp(attributes[i].name, name))
			return &attributes[i];
	return NULL;
}

bool ir_is_same_range(struct ir_range a, struct ir_range b)
{
	return a.begin == b.begin && a.end == b.end;
}

const struct ir_attribute *ir_function_attribute(const struct ir_function *function, const char *name)
{
	return find_attribute(function->attributes, function->attribute_count, name);
}

const struct ir_attribute *ir_var_attribute(const struct ir_var *var, const char *name)
{
	return find_attribute(var->attributes, var->attribute_count, name);
}

const struct ir_expr *ir_strip(const struct ir_expr *expr)
{
	while (expr && expr->kind == IR_CAST && expr->is_implicit && expr->operand_count == 1)
		expr = expr->operands[0];
	return expr;
}

const struct ir_expr *ir_strip_casts(const struct ir_expr *expr)
{
	while (expr && expr->kind == IR_CAST && expr->operand_count == 1)
		expr = expr->operands[0];
	return expr;
}

const struct ir_type *ir_type_value(const struct ir_type *type)
{
	while (type && type->kind == IR_TYPE_REFERENCE && type->element)
		type = type->element;
	return type;
}

const char *ir_callee_name(const struct ir_expr *call)
{
	if (call->kind != IR_CALL && call->kind != IR_CONSTRUCT)
		return "";
	return call->call->function ? call->call->function->qualified : call->call->name;
}

static bool is_call(const struct ir_expr *expr)
{
	return expr && (expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT) && expr->call;
}

const struct ir_launch *ir_launch_of(const struct ir_expr *expr)
{
	return expr->kind == IR_LAUNCH ? expr->launch : expr->kind == IR_CALL ? expr->call->launch : NULL;
}

const struct cuda_function *ir_cuda(const struct ir_expr *call)
{
	return is_call(call) && call->call->cuda ? call->call->cuda : &cuda_no_function;
}

const struct cuda_type *ir_cuda_type(const struct ir_type *type)
{
	type = ir_type_value(type);
	if (type && type->kind == IR_TYPE_POINTER)
		type = ir_type_value(type->element);
	const struct ir_record *record = type && type->kind == IR_TYPE_RECORD ? type->record : NULL;
	return record && record->cuda ? record->cuda : &cuda_no_type;
}

enum cuda_builtin ir_builtin(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	return expr && expr->kind == IR_VAR ? expr->var->builtin : CUDA_NO_BUILTIN;
}

const struct cuda_type *ir_cuda_class(const struct ir_expr *call)
{
	const struct ir_function *function = is_call(call) ? call->call->function : NULL;
	if (function)
		return function->record && function->record->cuda ? function->record->cuda : &cuda_no_type;
	return is_call(call) && call->call->object ? ir_cuda_type(call->call->object->type) : &cuda_no_type;
}

enum cuda_space ir_space(const struct ir_expr *call)
{
	return is_call(call) && call->call->function ? call->call->function->space : CUDA_SPACE_NONE;
}

/* A method by the class of its object, which may be derived from the one that declares it. */
static const struct cuda_function *method_of(const struct ir_call *call)
{
	enum { MAX_NAME = 512 };
	char name[MAX_NAME];
	const struct cuda_type *type = call->object ? ir_cuda_type(call->object->type) : &cuda_no_type;
	if (!type->family || strlen(type->name) + strlen(call->name) + sizeof "::" > sizeof name)
		return NULL;
	stpcpy(stpcpy(stpcpy(name, type->methods ? type->methods : type->name), "::"), call->name);
	return cuda_function_find(name);
}

void ir_call_find_cuda(struct ir_call *call)
{
	call->cuda = method_of(call);
	if (!call->cuda && call->function)
		call->cuda = call->function->cuda;
	else if (!call->cuda)
		call->cuda = cuda_function_find_written(call->name, call->object != NULL);
}

bool ir_is_one_of(const char *name, const char *const *names)
{
	for (; *names; names++)
		if (!strcmp(name, *names))
			return true;
	return false;
}

bool ir_is_call(const struct ir_expr *expr, const char *name)
{
	if (!expr || (expr->kind != IR_CALL && expr->kind != IR_CONSTRUCT))
		return false;
	return !strcmp(ir_callee_name(expr), name);
}

bool ir_is_loop(const struct ir_stmt *stmt)
{
	return stmt && (stmt->kind == IR_FOR || stmt->kind == IR_WHILE || stmt->kind == IR_DO ||
			       stmt->kind == IR_RANGE_FOR);
}

bool ir_is_comparison(enum ir_op op)
{
	return op >= IR_OP_LT && op <= IR_OP_NE;
}

const struct ir_stmt *ir_last_stmt(const struct ir_stmt *stmt)
{
	while (stmt && stmt->kind == IR_BLOCK && stmt->child_count)
		stmt = stmt->children[stmt->child_count - 1];
	return stmt;
}

bool ir_leaves(const struct ir_stmt *stmt)
{
	stmt = ir_last_stmt(stmt);
	return stmt && (stmt->kind == IR_RETURN || stmt->kind == IR_CONTINUE || stmt->kind == IR_BREAK);
}
