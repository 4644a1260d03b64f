/* Follows the first thread of the first block through a kernel and what it calls, to see which parameters'
 * elements [0] it certainly accesses. Sizes are taken to be positive, so a guard like `i < n` lets it pass;
 * what depends on anything else that isn't known is not certain. */
#include "analyzer/host/effect_state.h"

#include <string.h>

#include "analyzer/ir/fold.h"

enum { MAX_STEPS = 20000, MAX_FRAMES = 8, MAX_DEPTH = 400 };

struct frame {
	const struct frame *up;
	const struct ir_function *function;
	const struct ir_expr *call; /* NULL: the kernel itself */
	unsigned depth;
};

struct start {
	struct arena *arena;
	const struct ir_function *kernel;
	bool *found; /* per parameter */
	const struct frame *frame;
	VEC(const struct ir_var *) assigned; /* so far */
	unsigned steps, depth;
	bool has_left;    /* the function, perhaps */
	bool has_skipped; /* the rest of the loop's body, perhaps */
};

static void visit(struct start *start, const struct ir_expr *expr, bool is_certain, bool is_access);
static bool is_zero(struct start *start, const struct ir_expr *expr, const struct frame *frame);

static enum ir_type_kind kind_of(const struct ir_expr *expr)
{
	const struct ir_type *type = ir_type_value(expr->type);
	return type ? type->kind : IR_TYPE_UNKNOWN;
}

/* ---- what is known of the first thread's values ---------------------------------------------- */

static bool is_changed(const struct start *start, const struct ir_var *var)
{
	if (var->is_address_taken && var->type->kind != IR_TYPE_POINTER)
		return true;
	for (size_t i = 0; i < start->assigned.count; i++)
		if (start->assigned.data[i] == var)
			return true;
	return false;
}

/* What a parameter of a function that was entered was given; *frame is where that is written. */
static const struct ir_expr *given(const struct ir_var *var, const struct frame **frame)
{
	for (const struct frame *at = *frame; at; at = at->up) {
		if (at->function != var->function || !at->call)
			continue;
		const struct ir_call *call = at->call->call;
		size_t first =
			call->object && at->call->operand_count && at->call->operands[0] == call->object;
		for (size_t i = 0; i < at->function->param_count && i + first < at->call->operand_count; i++)
			if (at->function->params[i] == var) {
				*frame = at->up;
				return at->call->operands[i + first];
			}
	}
	return NULL;
}

/* The value that a variable has so far, NULL: not known. */
static const struct ir_expr *value_so_far(
	struct start *start, const struct ir_var *var, const struct frame **frame)
{
	if (is_changed(start, var) || start->steps++ > MAX_STEPS)
		return NULL;
	return var->storage == IR_PARAM ? given(var, frame) : var->storage == IR_LOCAL ? var->init : NULL;
}

static const struct ir_expr *only_result(const struct ir_function *function)
{
	const struct ir_stmt *stmt = function && function->body ? function->body : NULL;
	while (stmt && stmt->kind == IR_BLOCK && stmt->child_count == 1)
		stmt = stmt->children[0];
	return stmt && stmt->kind == IR_RETURN ? stmt->expr : NULL;
}

static bool is_zero_call(struct start *start, const struct ir_expr *expr, const struct frame *frame)
{
	static const char *const ranks[] = {
		"thread_rank", "block_rank", "cluster_rank", "meta_group_rank", "global_thread_rank", NULL};
	static const char *const products[] = {"__umul24", "__mul24", "min", "umin", NULL};
	if (ir_is_one_of(expr->call->name, ranks))
		return true;
	if (ir_is_one_of(expr->call->name, products) && expr->operand_count == 2)
		return is_zero(start, expr->operands[0], frame) || is_zero(start, expr->operands[1], frame);
	const struct ir_expr *result = only_result(expr->call->function);
	if (!result || (frame && frame->depth >= MAX_FRAMES))
		return false;
	const struct frame inner = {.up = frame,
		.function = expr->call->function,
		.call = expr,
		.depth = frame ? frame->depth + 1 : 0};
	return is_zero(start, result, &inner);
}

static bool is_zero_binary(struct start *start, const struct ir_expr *expr, const struct frame *frame)
{
	bool left = is_zero(start, expr->operands[0], frame), right;
	switch (expr->op) {
	case IR_OP_DIV:
	case IR_OP_REM:
	case IR_OP_SHL:
	case IR_OP_SHR: return left;
	case IR_OP_MUL:
	case IR_OP_AND: return left || is_zero(start, expr->operands[1], frame);
	case IR_OP_ADD:
	case IR_OP_SUB:
	case IR_OP_OR:
	case IR_OP_XOR: right = left && is_zero(start, expr->operands[1], frame); return left && right;
	default: return false;
	}
}

/* Whether an index is 0 in the first thread. */
static bool is_zero(struct start *start, const struct ir_expr *expr, const struct frame *frame)
{
	int64_t number;
	if (!expr || start->steps++ > MAX_STEPS)
		return false;
	switch (expr->kind) {
	case IR_INT: return expr->integer == 0;
	case IR_CAST: return is_zero(start, expr->operands[0], frame);
	case IR_MEMBER: {
		const struct ir_expr *base = ir_strip_casts(expr->operands[0]);
		return base->kind == IR_VAR && base->var->storage == IR_BUILTIN &&
		       (!strcmp(base->var->name, "threadIdx") || !strcmp(base->var->name, "blockIdx"));
	}
	case IR_BINARY: return is_zero_binary(start, expr, frame);
	case IR_CONDITIONAL:
		return is_zero(start, expr->operands[1], frame) && is_zero(start, expr->operands[2], frame);
	case IR_CALL: return is_zero_call(start, expr, frame);
	case IR_VAR: {
		const struct ir_expr *value = value_so_far(start, expr->var, &frame);
		return value ? is_zero(start, value, frame)
			     : expr->var->is_constexpr && ir_fold_int(expr, &number) && number == 0;
	}
	default: return ir_fold_int(expr, &number) && number == 0;
	}
}

/* Whether an expression is a size: positive, whatever the thread, and not read from memory. */
static bool is_size(struct start *start, const struct ir_expr *expr, const struct frame *frame)
{
	int64_t number;
	if (!expr || start->steps++ > MAX_STEPS)
		return false;
	if (ir_fold_int(expr, &number))
		return number > 0;
	switch (expr->kind) {
	case IR_CAST: return is_size(start, expr->operands[0], frame);
	case IR_VAR: {
		if (is_changed(start, expr->var))
			return false;
		const struct frame *at = frame;
		const struct ir_expr *value = value_so_far(start, expr->var, &at);
		if (value)
			return is_size(start, value, at);
		enum ir_storage storage = expr->var->storage;
		return storage == IR_PARAM || storage == IR_CONSTANT || storage == IR_TEMPLATE_PARAM ||
		       !strcmp(expr->var->name, "warpSize");
	}
	case IR_MEMBER: {
		const struct ir_expr *base = ir_strip_casts(expr->operands[0]);
		if (base->kind != IR_VAR || expr->is_arrow)
			return base->kind == IR_MEMBER && is_size(start, base, frame);
		return base->var->storage == IR_PARAM || base->var->storage == IR_CONSTANT ||
		       !strcmp(base->var->name, "blockDim") || !strcmp(base->var->name, "gridDim");
	}
	case IR_BINARY:
		if (expr->op == IR_OP_ADD)
			return (is_size(start, expr->operands[0], frame) ||
				       is_zero(start, expr->operands[0], frame)) &&
			       (is_size(start, expr->operands[1], frame) ||
				       is_zero(start, expr->operands[1], frame));
		return (expr->op == IR_OP_MUL || expr->op == IR_OP_DIV || expr->op == IR_OP_SUB ||
			       expr->op == IR_OP_SHL || expr->op == IR_OP_SHR) &&
		       is_size(start, expr->operands[0], frame) && is_size(start, expr->operands[1], frame);
	default: return false;
	}
}

/* A comparison, in the first thread: 1 true, 0 false, -1 unknown. */
static int compare(struct start *start, const struct ir_expr *expr)
{
	const struct ir_expr *left = expr->operands[0], *right = expr->operands[1];
	bool left_zero = is_zero(start, left, start->frame), right_zero = is_zero(start, right, start->frame);
	bool is_less = left_zero && is_size(start, right, start->frame);
	bool is_greater = right_zero && is_size(start, left, start->frame);
	bool is_equal = left_zero && right_zero;
	if (!is_less && !is_greater && !is_equal)
		return -1;
	switch (expr->op) {
	case IR_OP_LT: return is_less;
	case IR_OP_GT: return is_greater;
	case IR_OP_LE: return is_less || is_equal;
	case IR_OP_GE: return is_greater || is_equal;
	case IR_OP_EQ: return is_equal;
	case IR_OP_NE: return !is_equal;
	default: return -1;
	}
}

static int decide(struct start *start, const struct ir_expr *expr)
{
	int64_t number;
	int left, right;
	if (!expr)
		return 1;
	if (ir_fold_int(expr, &number))
		return number != 0;
	switch (expr->kind) {
	case IR_CAST: return decide(start, expr->operands[0]);
	case IR_UNARY:
		if (expr->op != IR_OP_NOT)
			break;
		left = decide(start, expr->operands[0]);
		return left < 0 ? left : !left;
	case IR_BINARY:
		if (expr->op != IR_OP_LOGICAL_AND && expr->op != IR_OP_LOGICAL_OR)
			return compare(start, expr);
		left = decide(start, expr->operands[0]);
		right = decide(start, expr->operands[1]);
		int ends = expr->op == IR_OP_LOGICAL_OR;
		return left == ends || right == ends ? ends : left < 0 || right < 0 ? -1 : !ends;
	case IR_VAR: {
		const struct frame *frame = start->frame;
		const struct ir_expr *value = value_so_far(start, expr->var, &frame);
		if (value && frame == start->frame && kind_of(expr) == IR_TYPE_BOOL)
			return decide(start, value);
		break;
	}
	default: break;
	}
	return is_zero(start, expr, start->frame) ? 0 : -1;
}

/* ---- accesses -------------------------------------------------------------------------------- */

/* The kernel's parameter that a pointer (is_place: an lvalue's address) is equal to; -1: none. */
static int param_of(struct start *start, const struct ir_expr *expr, const struct frame *frame, bool is_place)
{
	while (expr && start->steps++ < MAX_STEPS) {
		switch (expr->kind) {
		case IR_CAST: expr = expr->operands[0]; break;
		case IR_UNARY:
			if (expr->op != IR_OP_DEREF && expr->op != IR_OP_ADDRESS)
				return -1;
			is_place = expr->op == IR_OP_ADDRESS;
			expr = expr->operands[0];
			break;
		case IR_INDEX:
			if (!is_zero(start, expr->operands[1], frame))
				return -1;
			is_place = kind_of(expr->operands[0]) == IR_TYPE_ARRAY;
			expr = expr->operands[0];
			break;
		case IR_MEMBER:
			if (!is_place || !expr->member.field || expr->member.field->offset != 0)
				return -1;
			expr = expr->operands[0];
			is_place = kind_of(expr) != IR_TYPE_POINTER;
			break;
		case IR_BINARY: {
			bool is_left = kind_of(expr->operands[0]) == IR_TYPE_POINTER;
			if ((expr->op != IR_OP_ADD && expr->op != IR_OP_SUB) ||
				!is_zero(start, expr->operands[is_left], frame))
				return -1;
			expr = expr->operands[!is_left];
			break;
		}
		case IR_VAR: {
			const struct ir_var *var = expr->var;
			bool is_reference = var->type->kind == IR_TYPE_REFERENCE;
			if (is_place != is_reference || (!is_reference && is_changed(start, var)))
				return -1;
			for (size_t i = 0; !is_reference && i < start->kernel->param_count; i++)
				if (start->kernel->params[i] == var)
					return var->type->kind == IR_TYPE_POINTER ? (int)i : -1;
			expr = value_so_far(start, var, &frame);
			break;
		}
		default: return -1;
		}
	}
	return -1;
}

static void note(struct start *start, const struct ir_expr *expr, bool is_certain, bool is_place)
{
	if (!is_certain || start->has_left || start->has_skipped)
		return;
	int param = param_of(start, expr, start->frame, is_place);
	if (param >= 0)
		start->found[param] = true;
}

static void note_assigned(struct start *start, const struct ir_expr *target)
{
	const struct ir_var *var = effect_base(target);
	if (var && !is_changed(start, var))
		vec_push(start->arena, &start->assigned, var);
}

/* ---- the walk -------------------------------------------------------------------------------- */

static void walk(struct start *start, const struct ir_stmt *stmt, bool is_certain);

static void visit_body(struct start *start, const struct ir_expr *call, bool is_certain)
{
	const struct ir_function *function = call->call->function;
	bool has_left = start->has_left, has_skipped = start->has_skipped;
	const struct frame frame = {
		.up = start->frame, .function = function, .call = call, .depth = start->frame->depth + 1};
	if (frame.depth >= MAX_FRAMES || function->is_virtual)
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
	bool is_cached = !strncmp(call->name, "__ld", 4) || !strncmp(call->name, "__st", 4);
	if (has_body)
		visit_body(start, expr, is_certain);
	else if (is_cached && expr->operand_count)
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
	int known = decide(start, expr->operands[0]);
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
	if (!expr || start->depth >= MAX_DEPTH || start->steps++ > MAX_STEPS)
		return;
	bool is_short = expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR;
	start->depth++;
	if (expr->kind == IR_INDEX || expr->kind == IR_MEMBER ||
		(expr->kind == IR_UNARY && expr->op == IR_OP_DEREF)) {
		visit_place(start, expr, is_certain, is_access);
	} else if (expr->kind == IR_VAR) {
		if (is_access && expr->var->type->kind == IR_TYPE_REFERENCE)
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
	int runs = stmt->kind == IR_DO ? 1 : decide(start, stmt->expr);
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
	int holds = decide(start, stmt->expr);
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
	if (!stmt || start->depth >= MAX_DEPTH || start->steps++ > MAX_STEPS)
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

void effect_find_start(struct arena *arena, const struct ir_function *kernel, bool *is_from_start)
{
	const struct frame frame = {.function = kernel};
	struct start start = {.arena = arena, .kernel = kernel, .found = is_from_start, .frame = &frame};
	walk(&start, kernel->body, true);
}
