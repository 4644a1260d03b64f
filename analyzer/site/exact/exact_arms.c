/* Arms of an `if`.
 *
 * Statements that all arms of a chain end with become one behind it, with a choice of addresses: from the
 * last one upwards, as long as every arm has one of the same form. Those that both arms of an `if` begin with
 * alike are executed before it, and aren't in the arms any more then. */
#include "analyzer/site/exact/exact_arms.h"

#include "analyzer/value/rounding.h"

enum { MAX_ARMS = 32 };

/* The statements of an arm without braces: [first, count). */
struct arm {
	struct ir_stmt *const *stmts;
	size_t first, count;
};

struct arms {
	struct arm arm[MAX_ARMS];
	size_t count;
	bool overflow;
};

static struct arm arm_of(struct ir_stmt *const *stmt)
{
	struct arm arm = {.stmts = stmt, .count = *stmt ? 1 : 0};
	while (arm.count == 1 && (*arm.stmts)->kind == IR_BLOCK) {
		arm.count = (*arm.stmts)->child_count;
		arm.stmts = (*arm.stmts)->children;
	}
	return arm;
}

static const struct ir_expr *assignment(const struct ir_stmt *stmt)
{
	const struct ir_expr *expr = stmt->kind == IR_EXPR ? ir_strip(stmt->expr) : NULL;
	return expr && expr->kind == IR_ASSIGN ? expr : NULL;
}

static bool same_type(const struct ir_expr *a, const struct ir_expr *b)
{
	const struct ir_type *x = ir_type_value(a->type), *y = ir_type_value(b->type);
	return x->size == y->size && x->kind == y->kind;
}

/* Whether the same instructions compute both, from other operands. */
static bool same_form(const struct ir_expr *a, const struct ir_expr *b)
{
	a = ir_strip_casts(a);
	b = ir_strip_casts(b);
	if (a->kind != b->kind || !same_type(a, b))
		return false;
	if (a->kind == IR_INDEX || a->kind == IR_VAR || a->kind == IR_INT || a->kind == IR_REAL)
		return true;
	if (a->op != b->op || a->operand_count != b->operand_count || a->kind == IR_CALL)
		return false;
	for (size_t i = 0; i < a->operand_count; i++)
		if (!same_form(a->operands[i], b->operands[i]))
			return false;
	return true;
}

/* What a declaration of one variable begins with; NULL: it is something else. */
static const struct ir_expr *initial(const struct ir_stmt *stmt)
{
	return stmt->kind == IR_DECL && stmt->var_count == 1 ? stmt->vars[0]->init : NULL;
}

static bool pairs(const struct ir_stmt *a, const struct ir_stmt *b)
{
	if (initial(a) && initial(b))
		return same_form(initial(a), initial(b));
	const struct ir_expr *x = assignment(a), *y = assignment(b);
	if (!x || !y || x->op != y->op || !same_type(x, y))
		return false;
	const struct ir_expr *to = ir_strip(x->operands[0]), *other = ir_strip(y->operands[0]);
	if (to->kind == IR_INDEX && other->kind == IR_INDEX)
		return true;
	return to->kind == IR_VAR && other->kind == IR_VAR && to->var == other->var &&
	       same_form(x->operands[1], y->operands[1]);
}

static bool is_alike(const struct ir_stmt *a, const struct ir_stmt *b)
{
	const struct ir_expr *x = assignment(a), *y = assignment(b);
	return x && y && x->op == y->op && ir_same_expr(x->operands[0], y->operands[0]) &&
	       ir_same_expr(x->operands[1], y->operands[1]);
}

static bool is_chain(const struct arm *arm)
{
	return arm->count == 1 && arm->stmts[0]->kind == IR_IF;
}

/* What both arms begin with: told, and taken out of them. */
static void take_beginning(struct arm *a, struct arm *b,
	void (*shared)(void *context, const struct ir_stmt *stmt), void *context)
{
	while (a->first < a->count && b->first < b->count &&
		is_alike(a->stmts[a->first], b->stmts[b->first])) {
		shared(context, a->stmts[a->first++]);
		shared(context, b->stmts[b->first++]);
	}
}

static void collect(struct arms *arms, const struct ir_stmt *stmt,
	void (*shared)(void *context, const struct ir_stmt *stmt), void *context)
{
	/* the last `else` first: its arm and the one before it are those of one `if` */
	struct arm body = arm_of(&stmt->body), other = arm_of(&stmt->other);
	if (is_chain(&other))
		collect(arms, other.stmts[0], shared, context);
	else if (stmt->other)
		take_beginning(&body, &other, shared, context);
	arms->overflow |= arms->count + 2 > MAX_ARMS || !stmt->other || is_chain(&body);
	if (arms->overflow)
		return;
	if (!is_chain(&other))
		arms->arm[arms->count++] = other;
	arms->arm[arms->count++] = body;
}

void exact_arms(
	const struct ir_stmt *stmt, void (*shared)(void *context, const struct ir_stmt *stmt), void *context)
{
	struct arms arms = {0};
	collect(&arms, stmt, shared, context);
	for (size_t up = 1; !arms.overflow; up++) {
		for (size_t i = 0; i < arms.count; i++) {
			const struct arm *arm = &arms.arm[i], *model = &arms.arm[0];
			if (arm->count < arm->first + up || model->count < model->first + up ||
				!pairs(model->stmts[model->count - up], arm->stmts[arm->count - up]))
				return;
		}
		for (size_t i = 0; i < arms.count; i++)
			shared(context, arms.arm[i].stmts[arms.arm[i].count - up]);
	}
}
