/* Follows the first thread of the first block through a kernel and what it calls, to see of which parameters
 * and global variables it certainly accesses element [0]. Sizes are taken to be positive, so a guard like `i
 * < n` lets it pass; what depends on anything else that isn't known is not certain. */
#include "analyzer/host/effect/effect_start.h"

#include <string.h>

static void visit(struct start *start, const struct ir_expr *expr, bool is_certain, bool is_access);

static enum ir_type_kind kind_of(const struct ir_expr *expr)
{
	const struct ir_type *type = ir_type_value(expr->type);
	return type ? type->kind : IR_TYPE_UNKNOWN;
}

/* ---- accesses -------------------------------------------------------------------------------- */

/* A scalar or an array of them: element [0] is a value. */
static bool holds_scalars(const struct ir_var *var)
{
	const struct ir_type *type = ir_type_value(var->type);
	while (type && type->kind == IR_TYPE_ARRAY)
		type = ir_type_value(type->element);
	return type && type->kind != IR_TYPE_RECORD && type->kind != IR_TYPE_UNKNOWN && !type->is_volatile;
}

static struct host_effect *effect_of_param(const struct start *start, const struct ir_var *var)
{
	for (size_t i = 0; i < start->kernel->param_count && i < start->effects->count; i++)
		if (start->kernel->params[i] == var)
			return &start->effects->params[i];
	return NULL;
}

static struct host_effect *effect_of_global(const struct start *start, const struct ir_var *var)
{
	for (size_t i = 0; i < start->effects->global_count; i++)
		if (start->effects->globals[i].var == var && holds_scalars(var))
			return &start->effects->globals[i].effect;
	return NULL;
}

/* The kernel's parameter that a pointer (is_place: an lvalue's address) is equal to, or the variable whose
 * address it is; NULL: none. */
static struct host_effect *root_of(
	struct start *start, const struct ir_expr *expr, const struct start_frame *frame, bool is_place)
{
	while (expr && effect_is_whole(expr) && start->steps++ < START_STEPS) {
		switch (expr->kind) {
		case IR_CAST:
			expr = expr->operands[0];
			is_place |= kind_of(expr) == IR_TYPE_ARRAY;
			break;
		case IR_UNARY:
			if (expr->op != IR_OP_DEREF && expr->op != IR_OP_ADDRESS)
				return NULL;
			is_place = expr->op == IR_OP_ADDRESS;
			expr = expr->operands[0];
			break;
		case IR_INDEX:
			if (!start_is_zero(start, expr->operands[1], frame))
				return NULL;
			is_place = kind_of(expr->operands[0]) == IR_TYPE_ARRAY;
			expr = expr->operands[0];
			break;
		case IR_MEMBER:
			if (!is_place || !expr->member.field || expr->member.field->offset != 0)
				return NULL;
			expr = expr->operands[0];
			is_place = kind_of(expr) != IR_TYPE_POINTER;
			break;
		case IR_BINARY: {
			bool is_left = kind_of(expr->operands[0]) == IR_TYPE_POINTER;
			if ((expr->op != IR_OP_ADD && expr->op != IR_OP_SUB) ||
				!start_is_zero(start, expr->operands[is_left], frame))
				return NULL;
			expr = expr->operands[!is_left];
			break;
		}
		case IR_VAR: {
			const struct ir_var *var = expr->var;
			bool is_reference = var->type->kind == IR_TYPE_REFERENCE;
			if (is_place && effect_is_global(var))
				return effect_of_global(start, var);
			if (is_place != is_reference || (!is_reference && start_is_changed(start, var)))
				return NULL;
			struct host_effect *param = is_reference ? NULL : effect_of_param(start, var);
			if (param)
				return var->type->kind == IR_TYPE_POINTER ? param : NULL;
			expr = start_value_so_far(start, var, &frame);
			break;
		}
		default: return NULL;
		}
	}
	return NULL;
}

static void note(struct start *start, const struct ir_expr *expr, bool is_certain, bool is_place)
{
	if (!is_certain || start->has_left || start->has_skipped)
		return;
	struct host_effect *effect = root_of(start, expr, start->frame, is_place);
	if (effect && (effect->reads || effect->writes))
		effect->from_start = true;
}

static void note_assigned(struct start *start, const struct ir_expr *target)
{
	const struct ir_var *var = effect_base(target);
	if (var && !start_is_changed(start, var))
		vec_push(start->arena, &start->assigned, var);
}

/* ---- the walk -------------------------------------------------------------------------------- */

static void walk(struct start *start, const struct ir_stmt *stmt, bool is_certain);

static void visit_body(struct start *start, const struct ir_expr *call, bool is_certain)
{
	const struct ir_function *function = call->call->function;
	bool has_left = start->has_left, has_skipped = start->has_skipped;
	const struct start_frame frame = {
		.up = start->frame, .function = function, .call = call, .depth = start->frame->depth + 1};
	if (frame.depth >= START_FRAMES || function->is_virtual)
		return;
	start->frame = &frame;
	walk(start, function->body, is_certain);
	start->frame = frame.up;
	start->has_left = has_left;
	start->has_skipped = has_skipped;
}

static void visit_call(struct start *start, const struct ir_expr *expr, bool is_certain)
{
	const struct ir_call *call = expr->call;
	const struct ir_function *function = call->function;
	bool has_body = function && function->body;
	bool is_copy = !has_body && !strcmp(call->name, "operator=");
	size_t first = call->object && expr->operand_count && expr->operands[0] == call->object;
	visit(start, call->object, is_certain, is_copy);
	for (size_t i = first; i < expr->operand_count; i++) {
		const struct ir_type *type = function && i - first < function->param_count
						     ? function->params[i - first]->type
						     : expr->operands[i]->type;
		bool is_reference = type->kind == IR_TYPE_REFERENCE;
		bool is_read = !is_reference || (!has_body && type->element && type->element->is_const);
		visit(start, expr->operands[i], is_certain, is_read);
		bool is_const = type->element && type->element->is_const;
		bool is_address = ir_strip_casts(expr->operands[i])->kind == IR_UNARY;
		if (!is_const && (is_reference || is_address))
			note_assigned(start, expr->operands[i]); /* may be, through it */
	}
	if (has_body)
		visit_body(start, expr, is_certain);
	else if (ir_cuda(expr)->cache && expr->operand_count)
		note(start, expr->operands[0], is_certain, false);
}

static void visit_place(struct start *start, const struct ir_expr *expr, bool is_certain, bool is_access)
{
	const struct ir_expr *base = expr->operands[0];
	if (is_access && kind_of(expr) != IR_TYPE_ARRAY)
		note(start, expr, is_certain, true);
	bool is_pointer = kind_of(base) == IR_TYPE_POINTER;
	visit(start, base, is_certain, is_pointer);
	if (expr->kind == IR_INDEX)
		visit(start, expr->operands[1], is_certain, true);
}

/* Operands of which only some are evaluated. */
static void visit_either(struct start *start, const struct ir_expr *expr, bool is_certain, bool is_access)
{
	visit(start, expr->operands[0], is_certain, true);
	int known = start_decide(start, expr->operands[0]);
	if (expr->kind == IR_CONDITIONAL) {
		if (known != 0)
			visit(start, expr->operands[1], is_certain && known == 1, is_access);
		if (known != 1)
			visit(start, expr->operands[2], is_certain && known == 0, is_access);
		return;
	}
	int wanted = expr->op == IR_OP_LOGICAL_AND;
	if (known < 0 || known == wanted)
		visit(start, expr->operands[1], is_certain && known == wanted, true);
}

static void visit(struct start *start, const struct ir_expr *expr, bool is_certain, bool is_access)
{
	if (!expr || !effect_is_whole(expr) || start->depth >= START_DEPTH || start->steps++ > START_STEPS)
		return;
	bool is_short = expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR;
	start->depth++;
	if (expr->kind == IR_INDEX || expr->kind == IR_MEMBER ||
		(expr->kind == IR_UNARY && expr->op == IR_OP_DEREF)) {
		visit_place(start, expr, is_certain, is_access);
	} else if (expr->kind == IR_VAR) {
		bool is_value = effect_is_global(expr->var) && kind_of(expr) != IR_TYPE_ARRAY;
		if (is_access && (is_value || expr->var->type->kind == IR_TYPE_REFERENCE))
			note(start, expr, is_certain, true);
	} else if (expr->kind == IR_CALL || (expr->kind == IR_CONSTRUCT && expr->call)) {
		visit_call(start, expr, is_certain);
	} else if (expr->kind == IR_CONDITIONAL || (expr->kind == IR_BINARY && is_short)) {
		visit_either(start, expr, is_certain, is_access);
	} else if (expr->kind == IR_ASSIGN) {
		visit(start, expr->operands[1], is_certain, true);
		visit(start, expr->operands[0], is_certain, true);
		note_assigned(start, expr->operands[0]);
	} else if (expr->kind != IR_LAMBDA && expr->kind != IR_SIZEOF) {
		bool is_address = expr->kind == IR_UNARY && expr->op == IR_OP_ADDRESS;
		bool is_same = expr->kind == IR_CAST ? is_access : !is_address;
		for (size_t i = 0; i < expr->operand_count; i++)
			visit(start, expr->operands[i], is_certain, is_same);
		if (expr->kind == IR_UNARY && expr->op >= IR_OP_PRE_INC)
			note_assigned(start, expr->operands[0]);
	}
	start->depth--;
}

/* The first turn of a loop. */
static void walk_loop(struct start *start, const struct ir_stmt *stmt, bool is_certain)
{
	bool has_skipped = start->has_skipped;
	int runs = stmt->kind == IR_DO ? 1 : start_decide(start, stmt->expr);
	if (stmt->kind != IR_DO)
		visit(start, stmt->expr, is_certain, true);
	if (runs != 0)
		walk(start, stmt->body, is_certain && runs == 1);
	start->has_skipped = has_skipped;
	if (stmt->kind == IR_DO)
		visit(start, stmt->expr, false, true);
	visit(start, stmt->step, false, true);
}

static void walk_if(struct start *start, const struct ir_stmt *stmt, bool is_certain)
{
	visit(start, stmt->expr, is_certain, true);
	int holds = start_decide(start, stmt->expr);
	if (holds != 0)
		walk(start, stmt->body, is_certain && holds == 1);
	if (holds != 1)
		walk(start, stmt->other, is_certain && holds == 0);
}

static void walk_vars(struct start *start, const struct ir_stmt *stmt, bool is_certain)
{
	for (size_t i = 0; i < stmt->var_count; i++) {
		bool is_reference = stmt->vars[i]->type->kind == IR_TYPE_REFERENCE;
		visit(start, stmt->vars[i]->init, is_certain, !is_reference);
	}
}

static void walk_unsure(struct start *start, const struct ir_stmt *stmt)
{
	visit(start, stmt->expr, false, true);
	walk(start, stmt->body, false);
	for (size_t i = 0; i < stmt->child_count; i++)
		walk(start, stmt->children[i], false);
}

static void walk(struct start *start, const struct ir_stmt *stmt, bool is_certain)
{
	if (!stmt || start->depth >= START_DEPTH || start->steps++ > START_STEPS)
		return;
	start->depth++;
	walk(start, stmt->init, is_certain);
	walk_vars(start, stmt, is_certain);
	switch (stmt->kind) {
	case IR_IF: walk_if(start, stmt, is_certain); break;
	case IR_FOR:
	case IR_WHILE:
	case IR_DO: walk_loop(start, stmt, is_certain); break;
	case IR_RETURN:
		visit(start, stmt->expr, is_certain, true);
		start->has_left = true;
		break;
	case IR_GOTO: start->has_left = true; break;
	case IR_BREAK:
	case IR_CONTINUE: start->has_skipped = true; break;
	case IR_BLOCK:
		for (size_t i = 0; i < stmt->child_count; i++)
			walk(start, stmt->children[i], is_certain);
		break;
	case IR_EXPR: visit(start, stmt->expr, is_certain, true); break;
	case IR_LABEL: walk(start, stmt->body, is_certain); break;
	case IR_RANGE_FOR:
	case IR_SWITCH:
	case IR_CASE:
	case IR_DEFAULT:
	case IR_TRY:
	case IR_UNKNOWN_STMT: walk_unsure(start, stmt); break;
	default: break;
	}
	start->depth--;
}

void effect_find_start(struct arena *arena, const struct ir_function *kernel, struct host_effects *effects)
{
	const struct start_frame frame = {.function = kernel};
	struct start start = {.arena = arena, .kernel = kernel, .effects = effects, .frame = &frame};
	walk(&start, kernel->body, true);
}
