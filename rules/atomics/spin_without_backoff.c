/* CU505 spin-without-backoff: a loop that polls as fast as it can: no `.wait()`, no __nanosleep, and nothing
 * else to do between two looks.
 *
 * Left alone are loops that poll a plain variable (CU506: they don't end at all), those with a fence that is
 * there to slow them down (CU508), and locks whose critical section lies in the loop. */
#include "analyzer/rule/rule.h"
#include "analyzer/structure/spin/poll.h"
#include "analyzer/value/fold.h"

/* The value that the loop waits to change, as code; NULL: not a single one. `goes_on`: the condition, in the
 * loop. */
static const char *old_value(
	struct pass *pass, const struct ir_expr *condition, bool goes_on, const struct ir_expr *access)
{
	condition = ir_strip_casts(condition);
	bool is_bool = ir_type_value(access->type)->kind == IR_TYPE_BOOL;
	int64_t number;
	if (condition == access)
		return is_bool ? (goes_on ? "true" : "false") : goes_on ? NULL : "0";
	if (condition->kind == IR_UNARY && condition->op == IR_OP_NOT)
		return old_value(pass, condition->operands[0], !goes_on, access);
	if (condition->kind != IR_BINARY || (condition->op != IR_OP_EQ && condition->op != IR_OP_NE))
		return NULL;
	size_t at = ir_strip_casts(condition->operands[0]) == access ? 0 : 1;
	const struct ir_expr *other = ir_strip_casts(condition->operands[1 - at]);
	bool stays = (condition->op == IR_OP_EQ) == goes_on; /* while it is `other` */
	if (ir_strip_casts(condition->operands[at]) != access)
		return NULL;
	if (is_bool && ir_fold_int(other, &number))
		return (number != 0) == stays ? "true" : "false";
	return stays ? pass_text(pass, other->range) : NULL;
}

/* `flag.wait(false, cuda::memory_order_acquire)` */
static const char *wait_call(struct pass *pass, const struct ir_spin *spin, const struct ir_poll *poll)
{
	const struct ir_expr *access = poll->atomic.op.expr;
	const char *old = NULL, *dot = access->call->is_arrow ? "->" : ".";
	const char *name = pass_text(pass, poll->atomic.where->range);
	if (spin->condition)
		old = old_value(pass, spin->condition, spin->goes_on, access);
	return arena_printf(pass->arena,
		"`%s%swait(%s, cuda::memory_order_acquire)`%s, with `%s%snotify_all()` after the store,",
		name, dot, old ? old : "old", old ? "" : " for as long as the value `old` doesn't do", name,
		dot);
}

static const char *advice(struct pass *pass, const struct ir_spin *spin, const struct ir_poll *poll)
{
	bool is_object = poll->kind == IR_POLL_ATOMIC && poll->atomic.is_object;
	if (is_object && poll->atomic.dialect == IR_DIALECT_SEMAPHORE)
		return "`acquire()` waits with growing pauses";
	if (is_object && spin->kind != IR_SPIN_LOCK)
		return arena_printf(pass->arena,
			"%s pauses longer and longer, or `__nanosleep(ns)` in the loop does",
			wait_call(pass, spin, poll));
	return "pause with `__nanosleep(ns)`, twice as long in each turn";
}

static void check(struct pass *pass, const struct ir_spin *spin)
{
	struct ir_poll poll;
	if (!ir_poll_of(spin, &poll) || poll.kind == IR_POLL_PLAIN || poll.sleeps || poll.works ||
		ir_poll_fences_to_pause(&poll) ||
		ir_spin_release(pass_spins(pass), spin, NULL) == IR_RELEASE_IN_TURN)
		return;
	pass->function = spin->function;
	struct finding *finding = pass_report(pass, spin->range,
		"this loop %s without a pause, and takes issue slots and memory bandwidth from the threads "
		"that it waits for; %s",
		spin->kind == IR_SPIN_LOCK ? "tries to take a lock" : "polls", advice(pass, spin, &poll));
	finding_limit_archs(finding, 70, 0);
}

static void on_unit_end(struct pass *pass)
{
	struct ir_spins *spins = pass_spins(pass);
	for (size_t i = 0; i < ir_spin_count(spins); i++)
		check(pass, ir_spin_at(spins, i));
}

const struct rule rule_spin_without_backoff = {
	.code = "CU505",
	.name = "spin-without-backoff",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Polling loop without a pause",
	.hooks = {.unit_end = on_unit_end},
};
