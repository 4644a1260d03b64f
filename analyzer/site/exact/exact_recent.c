#include "analyzer/site/exact/exact_recent.h"

#include "analyzer/ir/walk.h"
#include "analyzer/simt/exec/exec.h"
#include "analyzer/value/fold.h"
#include "analyzer/value/rounding.h"

bool recent_covers(const struct recent *recent, const struct simt_access *access)
{
	if (!recent->object || recent->object != access->object || recent->size != access->size ||
		!value_same(recent->offset, access->offset))
		return false;
	struct simt_mask left = mask_minus(&access->active.may, &recent->lanes);
	return !mask_any(&left);
}

bool recent_distance(const struct simt_value *from, const struct simt_value *to, int64_t *bytes)
{
	*bytes = to->constant - from->constant;
	return value_same_form(from, to);
}

bool recent_is_beside(const struct recent *recent, const struct simt_access *access)
{
	int64_t bytes;
	return recent->object == access->object && recent_distance(recent->offset, access->offset, &bytes) &&
	       (bytes >= (int64_t)recent->size || -bytes >= (int64_t)access->size);
}

bool recent_is_restrict(const struct simt_object *object)
{
	return object->param && object->param->type->is_restrict;
}

bool recent_may_meet(const struct recent *recent, const struct simt_access *access)
{
	const struct simt_object *to = access->object, *object = recent->object;
	if (!object || (access->space != object->space && access->space != SIMT_GENERIC))
		return false;
	if (!to)
		return !recent_is_restrict(object);
	if (to == object)
		return !access->offset || !recent_is_beside(recent, access);
	return !(to->var && object->var) && !recent_is_restrict(to) && !recent_is_restrict(object);
}

struct variables {
	const struct ir_var *list[8];
	size_t count;
	bool overflow;
	uint64_t operators; /* whose result is the operand for some launches alone, as of `i & 255` */
};

/* Those that leave a number as it is when it is small, or when it is a multiple. */
static bool may_be_idle(enum ir_op op)
{
	return op == IR_OP_REM || op == IR_OP_DIV || op == IR_OP_AND || op == IR_OP_OR || op == IR_OP_XOR ||
	       op == IR_OP_SHR;
}

static void note_variable(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct variables *variables = context;
	(void)path;
	if (expr->kind == IR_BINARY && may_be_idle(expr->op))
		variables->operators |= UINT64_C(1) << expr->op;
	else if (expr->kind == IR_CALL || expr->kind == IR_CONDITIONAL)
		variables->operators |= UINT64_C(1) << 63;
	if (expr->kind != IR_VAR)
		return;
	for (size_t i = 0; i < variables->count; i++)
		if (variables->list[i] == expr->var)
			return;
	variables->overflow |= variables->count == sizeof variables->list / sizeof *variables->list;
	if (!variables->overflow)
		variables->list[variables->count++] = expr->var;
}

/* Both do the same to the same variables: so the compiler knows the distance where it is always the same. */
static bool same_variables(const struct ir_expr *a, const struct ir_expr *b)
{
	const struct ir_visitor visitor = {.expr = note_variable};
	struct variables of_a = {0};
	ir_walk_expr(a, &visitor, &of_a, NULL);
	size_t count = of_a.count;
	struct variables both = of_a, of_b = {0};
	ir_walk_expr(b, &visitor, &both, NULL);
	ir_walk_expr(b, &visitor, &of_b, NULL);
	return !both.overflow && both.count == count && of_b.count == count &&
	       of_a.operators == of_b.operators;
}

bool recents_alike(struct recents *recents, const struct ir_expr *a, const struct ir_expr *b)
{
	struct likeness *slot =
		&recents->likenesses[((uintptr_t)a / 16 + (uintptr_t)b / 16 * 7) % LIKENESSES];
	if (slot->a != a || slot->b != b)
		*slot = (struct likeness){a, b, a == b || same_variables(a, b)};
	return slot->is_alike;
}

void recents_meet(struct recents *recents, const struct simt_access *access)
{
	for (unsigned i = 0; i < recents->count; i++) {
		struct recent *recent = &recents->list[i];
		bool same = access->offset && recent_covers(recent, access);
		bool meets = recent_may_meet(recent, access) ||
			     (!same && recent->object && recent->object == access->object &&
				     !recents_alike(recents, recent->site->expr, access->site));
		recent->clobbered |= meets && access->kind != SIMT_LOAD;
		recent->is_read |= meets && access->kind != SIMT_STORE;
		recent->doubtful |= recent->object && access->object == recent->object && !same;
	}
}

/* Whether the compiler knows that a loop has a first turn: it counts from one number to another. */
static bool is_counted(const struct ir_stmt *loop)
{
	int64_t number;
	const struct ir_expr *condition = loop->expr ? ir_strip_casts(loop->expr) : NULL;
	if (loop->kind == IR_DO)
		return true;
	if (loop->kind != IR_FOR || !condition || condition->kind != IR_BINARY ||
		!ir_fold_int(condition->operands[1], &number))
		return false;
	const struct ir_expr *counter = ir_strip_casts(condition->operands[0]);
	const struct ir_stmt *init = loop->init;
	if (counter->kind != IR_VAR || !init)
		return false;
	if (init->kind == IR_EXPR) {
		const struct ir_expr *set = ir_strip_casts(init->expr);
		return set->kind == IR_ASSIGN && ir_fold_int(set->operands[1], &number);
	}
	return counter->var->init && ir_fold_int(counter->var->init, &number);
}

static bool is_around(const struct simt_turn *outer, const struct simt_turn *turn)
{
	while (turn && turn->instance != outer->instance)
		turn = turn->up;
	return turn;
}

bool recent_outlasts(const struct recent *recent, const struct simt_turn *now)
{
	bool found = recent->before_loop;
	for (const struct simt_turn *turn = recent->turn; turn && !is_around(turn, now); turn = turn->up) {
		if (!found && !is_counted(turn->loop))
			return false;
		found = false; /* only the innermost one tells */
	}
	return true;
}

bool recents_before_loop(const struct recents *recents, const struct simt_access *access)
{
	const struct simt_turn *turn = access->where.turn;
	for (unsigned i = 0; turn && i < recents->count; i++) {
		const struct recent *recent = &recents->list[i];
		if (!recent_covers(recent, access) || recent->behind_barrier || recent->clobbered)
			continue;
		bool same = recent->turn && recent->turn->instance == turn->instance;
		if (same ? recent->before_loop : recent_outlasts(recent, turn))
			return true;
	}
	return false;
}

bool recent_is_plain(const struct recent *recent, const struct simt_access *access)
{
	if (recent->doubtful || recent->behind_if || recent->behind_barrier ||
		!ir_same_expr(recent->site->expr, access->site))
		return false;
	const struct simt_turn *turn = access->where.turn;
	for (; turn != recent->turn && turn; turn = turn->up)
		if (!is_counted(turn->loop))
			return false;
	for (turn = recent->turn; turn && turn != access->where.turn; turn = turn->up)
		if (!is_counted(turn->loop))
			return false;
	return true;
}
