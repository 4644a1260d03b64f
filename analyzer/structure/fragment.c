/* Reads and writes of a fragment are gathered in the order of the source. A read is one of nothing when every
 * write stands behind it, and no turn of a loop can come to one of them first. */
#include "analyzer/structure/fragment.h"

#include <string.h>

#include "analyzer/ir/walk.h"

/* ---- types ----------------------------------------------------------------------------------- */

const struct ir_record *ir_fragment_of(const struct ir_type *type)
{
	type = ir_type_value(type);
	while (type->kind == IR_TYPE_ARRAY && type->element)
		type = ir_type_value(type->element);
	const struct ir_record *record = type->record;
	if (type->kind != IR_TYPE_RECORD || !record || !record->cuda ||
		record->cuda->family != CUDA_FRAGMENT || record->arg_count < 5)
		return NULL;
	for (size_t i = 1; i <= 3; i++)
		if (!record->args[i].is_value)
			return NULL;
	bool dependent = !record->args[4].type || record->args[4].type->kind == IR_TYPE_DEPENDENT;
	return dependent ? NULL : record;
}

static const char *name_of(const struct ir_template_arg *arg)
{
	return arg->type && arg->type->name ? arg->type->name : "";
}

bool ir_fragment_alike(const struct ir_record *a, const struct ir_record *b)
{
	bool alike = a->arg_count == b->arg_count;
	for (size_t i = 0; alike && i < a->arg_count; i++)
		alike = a->args[i].value == b->args[i].value &&
			strcmp(name_of(&a->args[i]), name_of(&b->args[i])) == 0;
	return alike;
}

enum cuda_family ir_fragment_use(const struct ir_record *fragment)
{
	return ir_cuda_type(fragment->args[0].type)->family;
}

static bool is_elements(const struct ir_expr *expr)
{
	return expr && expr->kind == IR_MEMBER && expr->member.name && strcmp(expr->member.name, "x") == 0;
}

const struct ir_expr *ir_fragment_element(const struct ir_expr *expr, const struct ir_expr **index)
{
	if (!expr || expr->kind != IR_INDEX)
		return NULL;
	const struct ir_expr *member = ir_strip_casts(expr->operands[0]);
	const struct ir_expr *fragment = is_elements(member) ? ir_strip_casts(member->operands[0]) : NULL;
	if (!fragment || !ir_fragment_of(fragment->type))
		return NULL;
	*index = expr->operands[1];
	return fragment;
}

/* ---- uses ------------------------------------------------------------------------------------ */

/* What happens to a fragment where it is named. */
enum effect { NOTHING, READ, WRITE, UPDATE /* read, then written */ };

struct use {
	enum effect effect;
	const struct ir_expr *at;
	const struct ir_expr *call; /* that it is given to; NULL: none */
	const struct ir_path *path;
};

struct uses {
	struct arena *arena;
	const struct ir_var *var;
	unsigned depth; /* of helpers */
	VEC(struct use) list;
};

enum { HELPERS = 6 };

static const struct use *first_unset(const struct uses *uses);
static void gather(struct uses *uses, const struct ir_function *function);

static enum effect of_assignment(const struct ir_expr *assign, const struct ir_expr *inner)
{
	if (assign->operands[0] != inner)
		return READ;
	return assign->op == IR_OP_NONE ? WRITE : UPDATE;
}

static bool is_modifiable(const struct ir_type *type)
{
	return type->kind == IR_TYPE_REFERENCE && type->element && !type->element->is_const;
}

/* A helper that is given a reference: what it does first. */
static enum effect of_helper(
	struct uses *uses, const struct ir_function *function, const struct ir_var *param)
{
	struct uses inside = {.arena = uses->arena, .var = param, .depth = uses->depth + 1};
	bool writes = false;
	if (inside.depth > HELPERS)
		return WRITE;
	gather(&inside, function);
	const struct use *unset = first_unset(&inside);
	for (const struct ir_path *at = unset ? unset->path : NULL; at; at = at->up)
		if (at->stmt && (at->stmt->kind == IR_IF || at->stmt->kind == IR_SWITCH))
			unset = NULL; /* it may depend on another argument */
	for (size_t i = 0; i < inside.list.count; i++)
		writes |= inside.list.data[i].effect >= WRITE;
	if (!unset)
		return writes ? WRITE : NOTHING;
	return writes ? UPDATE : READ;
}

/* operator=, operator+= and its likes. */
static bool is_assignment(const char *name)
{
	size_t length = strlen(name);
	return strncmp(name, "operator", 8) == 0 && name[length - 1] == '=' &&
	       (!strchr("=!<>", name[8]) || length == sizeof "operator=" - 1) &&
	       length <= sizeof "operator+=" - 1;
}

static enum effect of_argument(struct uses *uses, const struct ir_expr *call, const struct ir_expr *inner)
{
	const struct ir_function *function = call->call->function;
	size_t index = 0, count = call->operand_count;
	while (index < count && call->operands[index] != inner)
		index++;
	if (ir_space(call) == CUDA_SPACE_WMMA && !call->call->is_operator && ir_fragment_of(inner->type))
		return index == 0 && ir_cuda(call)->op != CUDA_MATRIX_STORE ? WRITE : READ;
	bool is_object = call->call->object == inner;
	if (call->call->is_operator && is_assignment(call->call->name))
		return !is_object && (call->call->object || index)  ? READ
		       : strcmp(call->call->name, "operator=") == 0 ? WRITE
								    : UPDATE;
	if (is_object)
		return WRITE;
	if (count && call->call->object && call->operands[0] == call->call->object)
		index--; /* the lambda or functor that is called stands among the arguments */
	if (!function || index >= function->param_count)
		return WRITE;
	const struct ir_var *param = function->params[index];
	if (param->type->kind != IR_TYPE_REFERENCE)
		return param->type->kind == IR_TYPE_POINTER ? WRITE : READ;
	if (function->body_state == IR_BODY_LOWERED && ir_fragment_of(param->type))
		return of_helper(uses, function, param);
	return is_modifiable(param->type) ? WRITE : READ;
}

/* `inner`, an element or a whole fragment, is an operand of `outer`. */
static enum effect effect_in(
	struct uses *uses, const struct ir_expr *outer, const struct ir_expr *inner, bool element)
{
	switch (outer->kind) {
	case IR_ASSIGN: return of_assignment(outer, inner);
	case IR_CALL: return of_argument(uses, outer, inner);
	case IR_UNARY:
		if (outer->op == IR_OP_ADDRESS || !element)
			return WRITE;
		return outer->op >= IR_OP_PRE_INC ? UPDATE : READ;
	case IR_BINARY:
	case IR_CONDITIONAL:
	case IR_INDEX: return element ? READ : WRITE;
	case IR_CONSTRUCT: return element || outer->operand_count == 1 ? READ : WRITE;
	case IR_SIZEOF:
	case IR_LAMBDA: return NOTHING;
	default: return WRITE;
	}
}

static bool binds_reference(const struct ir_stmt *stmt)
{
	for (size_t i = 0; i < stmt->var_count; i++)
		if (stmt->vars[i]->type->kind == IR_TYPE_REFERENCE)
			return true;
	return stmt->kind == IR_RANGE_FOR;
}

/* Up from the name to what is done with it. */
static enum effect effect_of(struct uses *uses, const struct ir_path *path, struct use *use)
{
	const struct ir_expr *inner = path->expr;
	bool member = false, element = false, reads = false;
	for (path = path->up; path && path->expr; path = path->up) {
		const struct ir_expr *outer = path->expr;
		bool subscript = outer->kind == IR_INDEX && outer->operands[0] == inner && !element;
		bool names = is_elements(outer) && !member;
		if (outer->kind == IR_CAST && !outer->is_implicit && element)
			reads = true;
		else if (outer->kind == IR_MEMBER && !names)
			return element ? READ : NOTHING;
		else if (!subscript && !names && !(outer->kind == IR_CAST && outer->is_implicit))
			break;
		reads |= outer->kind == IR_CAST && element && outer->type->is_const;
		element |= subscript && member;
		member |= names;
		inner = outer;
	}
	use->at = inner;
	if (reads)
		return READ;
	if (!path)
		return NOTHING;
	if (path->expr) {
		use->call = path->expr->kind == IR_CALL ? path->expr : NULL;
		return member && !element ? WRITE : effect_in(uses, path->expr, inner, element);
	}
	if (path->stmt->kind == IR_EXPR)
		return NOTHING;
	return element && path->stmt->kind != IR_ASM && !binds_reference(path->stmt) ? READ : WRITE;
}

static void on_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct uses *uses = context;
	if (expr->kind != IR_VAR || expr->var != uses->var)
		return;
	struct use use = {.at = expr};
	use.effect = effect_of(uses, path, &use);
	for (const struct ir_path *at = path; at && use.effect == READ; at = at->up)
		if (at->expr && at->expr->kind == IR_LAMBDA)
			use.effect = NOTHING; /* it is called later */
	if (use.effect == NOTHING)
		return;
	use.path = ir_path_keep(uses->arena, path);
	vec_push(uses->arena, &uses->list, use);
}

static void on_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct uses *uses = context;
	(void)path;
	if (stmt->kind == IR_LABEL || stmt->kind == IR_GOTO) /* any order is possible */
		vec_push(uses->arena, &uses->list, (struct use){.effect = WRITE});
}

static void gather(struct uses *uses, const struct ir_function *function)
{
	const struct ir_visitor visitor = {.expr = on_expr, .stmt = on_stmt, .enter_lambdas = true};
	ir_walk_function(function, &visitor, uses);
}

/* ---- order ----------------------------------------------------------------------------------- */

static bool is_within(const struct ir_path *path, const struct ir_stmt *stmt)
{
	for (; path; path = path->up)
		if (path->stmt == stmt)
			return true;
	return false;
}

/* Whether a write that stands behind a read comes before it in some turn of a loop, and the read may not
 * happen in the turns until then. */
static bool comes_around(const struct use *write, const struct use *read)
{
	bool conditional = false;
	if (write->call && write->call == read->call)
		return false;
	for (const struct ir_path *at = read->path; at; at = at->up) {
		if (ir_is_loop(at->stmt) && is_within(write->path, at->stmt) && conditional)
			return true;
		conditional |= at->stmt && (ir_is_loop(at->stmt) || at->stmt->kind == IR_IF ||
						   at->stmt->kind == IR_SWITCH);
		conditional |=
			at->expr && (at->expr->kind == IR_CONDITIONAL || at->expr->op == IR_OP_LOGICAL_AND ||
					    at->expr->op == IR_OP_LOGICAL_OR);
	}
	return false;
}

static bool is_set_before(const struct uses *uses, size_t index)
{
	const struct use *read = &uses->list.data[index];
	for (size_t i = 0; i < uses->list.count; i++) {
		const struct use *write = &uses->list.data[i];
		bool same = i == index || (write->call && write->call == read->call);
		if (write->effect < WRITE || same)
			continue;
		if (i < index || !write->path || comes_around(write, read))
			return true;
	}
	return false;
}

static const struct use *first_unset(const struct uses *uses)
{
	for (size_t i = 0; i < uses->list.count; i++) {
		enum effect effect = uses->list.data[i].effect;
		if ((effect == READ || effect == UPDATE) && !is_set_before(uses, i))
			return &uses->list.data[i];
	}
	return NULL;
}

const struct ir_expr *ir_fragment_unset_read(
	struct arena *arena, const struct ir_function *function, const struct ir_var *var)
{
	const struct ir_expr *init = var->init ? ir_strip_casts(var->init) : NULL;
	bool empty = !init ||
		     (init->kind == IR_CONSTRUCT && init->operand_count == 0 && !init->call->is_list_init);
	if (!empty || var->storage != IR_LOCAL || !ir_fragment_of(var->type) ||
		var->type->kind == IR_TYPE_REFERENCE)
		return NULL;
	struct uses uses = {.arena = arena, .var = var};
	gather(&uses, function);
	const struct use *unset = first_unset(&uses);
	return unset ? unset->at : NULL;
}
