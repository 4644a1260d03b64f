/* What the lowering makes of invented declarations (../repair.h): what it makes of names that nothing
 * declares and of a template's parameters. A type has no size, a number no value, a call nothing but a name.
 */
#include "analyzer/frontend/lower/lower.h"
#include "analyzer/base/name.h"

#include <ctype.h>
#include <string.h>

#include "analyzer/ir/walk.h"

bool lower_is_invented(struct lower *lower, CXCursor declaration)
{
	CXFile file = NULL;
	if (!lower->invented || clang_Cursor_isNull(declaration))
		return false;
	clang_getExpansionLocation(clang_getCursorLocation(declaration), &file, NULL, NULL, NULL);
	if (file != lower->invented)
		return false;
	for (struct ir_function *function = lower->function; function; function = function->parent)
		function->rests_on_invented = true;
	return true;
}

/* ---- numbers ---------------------------------------------------------------------------------- */

/* Whether a name is one that people give to constants, which are the same for all threads: TILE, kTile. What
 * else isn't declared may be a macro for the thread's index. */
static bool names_constant(const char *name)
{
	static const char *const own[] = {
		"tid", "thread_id", "threadid", "lane", "idx", "index", "_id", "pos"};
	bool upper = true;
	for (const char *c = name; *c; c++)
		upper &= !islower((unsigned char)*c);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (name_has(name, own[i]))
			return false;
	return (upper && strlen(name) > 1) || (name[0] == 'k' && isupper((unsigned char)name[1]));
}

struct ir_expr *lower_invented_number(struct lower *lower, CXCursor cursor, CXCursor declaration)
{
	char *name = cx_take(lower->arena, clang_getCursorSpelling(declaration));
	bool is_constant = names_constant(name);
	struct ir_expr *expr = lower_new_expr(lower, cursor, is_constant ? IR_VAR : IR_CALL);
	if (is_constant) {
		expr->var = lower_var(lower, declaration);
		return expr;
	}
	expr->call = ARENA_NEW(lower->arena, struct ir_call);
	expr->call->name = name;
	return expr;
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* The operands of a call without the reference that names the operator. */
static struct ir_expr *lower_operands_alone(struct lower *lower, CXCursor cursor, enum ir_expr_kind kind,
	CXCursor target, size_t first, size_t count)
{
	struct ir_expr *expr = lower_new_expr(lower, cursor, kind);
	size_t kept = 0;
	for (size_t i = 0; i < count; i++) {
		CXCursor child = lower->stack.data[first + i];
		CXCursor named = clang_getCursorReferenced(child);
		bool is_name = !clang_Cursor_isNull(target) &&
			       clang_getCursorKind(child) != CXCursor_CallExpr &&
			       clang_equalCursors(named, target);
		if (lower_is_expr(child) && !is_name)
			lower->stack.data[first + kept++] = child;
	}
	expr->operands = lower_operands(lower, first, &kept);
	expr->operand_count = kept;
	return expr;
}

/* "operator+=" as what it does before it assigns. */
static enum ir_op compound_op(const char *name)
{
	static const struct {
		char c;
		enum ir_op op;
	} ops[] = {{'+', IR_OP_ADD}, {'-', IR_OP_SUB}, {'*', IR_OP_MUL}, {'/', IR_OP_DIV}, {'%', IR_OP_REM},
		{'|', IR_OP_OR}, {'&', IR_OP_AND}, {'^', IR_OP_XOR}};
	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		if (name[strlen("operator")] == ops[i].c)
			return ops[i].op;
	return IR_OP_NONE;
}

/* `f += unknown` stores in f all the same. */
static struct ir_expr *lower_invented_operator(
	struct lower *lower, CXCursor cursor, CXCursor target, size_t first, size_t count, const char *name)
{
	size_t length = strlen(name);
	bool compares = !strcmp(name, "operator<=") || !strcmp(name, "operator>=") ||
			!strcmp(name, "operator==") || !strcmp(name, "operator!=");
	bool assigns = name[length - 1] == '=' && !compares;
	struct ir_expr *expr = lower_operands_alone(
		lower, cursor, assigns ? IR_ASSIGN : IR_UNKNOWN_EXPR, target, first, count);
	if (assigns && expr->operand_count != 2)
		expr->kind = IR_UNKNOWN_EXPR;
	if (expr->kind == IR_ASSIGN) {
		struct ir_expr *value = lower_new_expr(lower, cursor, IR_UNKNOWN_EXPR);
		value->operands = ARENA_ARRAY(lower->arena, struct ir_expr *, 1);
		value->operands[0] = expr->operands[1];
		value->operand_count = 1;
		value->type = expr->operands[0]->type;
		expr->operands[1] = value;
		expr->type = value->type;
		expr->op = compound_op(name);
	}
	return expr;
}

/* The object that a member is named of; a null cursor where the source names none. */
static CXCursor object_of(struct lower *lower, CXCursor member)
{
	size_t count = cx_push_children(&lower->stack, member), first = lower->stack.count - count;
	CXCursor object = clang_getNullCursor();
	for (size_t i = 0; i < count && clang_Cursor_isNull(object); i++)
		if (lower_is_expr(lower->stack.data[first + i]))
			object = lower->stack.data[first + i];
	lower->stack.count = first;
	return object;
}

static struct ir_expr *lower_conversion(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	CXCursor object = count ? lower->stack.data[first] : clang_getNullCursor();
	if (count && clang_getCursorKind(object) == CXCursor_MemberRefExpr)
		object = object_of(lower, object);
	struct ir_expr *expr = lower_new_expr(lower, cursor, IR_UNKNOWN_EXPR);
	if (clang_Cursor_isNull(object))
		return expr;
	expr->operands = ARENA_ARRAY(lower->arena, struct ir_expr *, 1);
	expr->operands[0] = lower_expr(lower, object);
	expr->operand_count = 1;
	return expr;
}

static struct ir_expr *lower_by_name(struct lower *lower, CXCursor cursor, CXCursor target,
	enum ir_expr_kind kind, size_t first, size_t count)
{
	CXCursor callee = count ? lower->stack.data[first] : clang_getNullCursor();
	for (unsigned i = 0; i < 8 && clang_getCursorKind(callee) == CXCursor_UnexposedExpr; i++)
		callee = object_of(lower, callee);
	CXCursor object = kind == IR_CALL && clang_getCursorKind(callee) == CXCursor_MemberRefExpr
				  ? object_of(lower, callee)
				  : clang_getNullCursor();
	size_t skip = kind == IR_CALL && count ? 1 : 0;
	struct ir_expr *expr =
		lower_operands_alone(lower, cursor, kind, clang_getNullCursor(), first + skip, count - skip);
	expr->call = ARENA_NEW(lower->arena, struct ir_call);
	expr->call->name = cx_take(lower->arena, clang_getCursorSpelling(target));
	ir_call_find_cuda(expr->call);
	if (!clang_Cursor_isNull(object))
		expr->call->object = lower_expr(lower, object);
	return expr;
}

struct ir_expr *lower_invented_call(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	CXCursor target = clang_getCursorReferenced(cursor);
	if (!lower_is_invented(lower, target))
		return NULL;
	const char *name = cx_take(lower->arena, clang_getCursorSpelling(target));
	switch (clang_getCursorKind(target)) {
	case CXCursor_Constructor: return lower_by_name(lower, cursor, target, IR_CONSTRUCT, first, count);
	case CXCursor_ConversionFunction: return lower_conversion(lower, cursor, first, count);
	case CXCursor_FunctionDecl:
	case CXCursor_CXXMethod:
		if (strncmp(name, "operator", 8) != 0)
			return lower_by_name(lower, cursor, target, IR_CALL, first, count);
		if (strcmp(name, "operator()") != 0)
			return lower_invented_operator(lower, cursor, target, first, count, name);
		struct ir_expr *call = lower_operands_alone(lower, cursor, IR_CALL, target, first, count);
		call->call = ARENA_NEW(lower->arena, struct ir_call);
		call->call->name = "";
		return call;
	default: return NULL;
	}
}

/* ---- what rests on it ------------------------------------------------------------------------ */

static void note_callee(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *rests = context;
	(void)path;
	if ((expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT) && expr->call->function)
		*rests |= expr->call->function->rests_on_invented;
}

static bool spread_once(struct ir_module *module)
{
	static const struct ir_visitor visitor = {.expr = note_callee, .enter_lambdas = true};
	bool changed = false;
	for (size_t i = 0; i < module->functions.count; i++) {
		struct ir_function *function = module->functions.data[i];
		bool rests = false;
		if (function->rests_on_invented || !(function->is_kernel || function->is_device))
			continue;
		ir_walk_function(function, &visitor, &rests);
		function->rests_on_invented = rests;
		changed |= rests;
	}
	return changed;
}

void lower_spread_assumptions(struct ir_module *module)
{
	enum { MOST_CALLS = 32 };
	for (unsigned i = 0; i < MOST_CALLS && spread_once(module); i++)
		;
	for (size_t i = 0; i < module->functions.count; i++)
		if (module->functions.data[i]->rests_on_invented &&
			module->functions.data[i]->body_state == IR_BODY_LOWERED)
			module->functions.data[i]->body_state = IR_BODY_ASSUMED;
}
