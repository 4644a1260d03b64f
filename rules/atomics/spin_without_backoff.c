/* CU505 spin-without-backoff: a loop that polls as fast as it can: no `.wait()`, no __nanosleep, and nothing
 * else to do between two looks.
 *
 * Left alone are loops that poll a plain variable (CU506: they don't end at all), those with a fence that is
 * there to slow them down (CU508), and locks whose critical section lies in the loop. */
#include "analyzer/ir/poll.h"
#include "analyzer/rule.h"

static const char *advice(const struct ir_spin *spin, const struct ir_poll *poll)
{
	bool is_object = poll->kind == IR_POLL_ATOMIC && poll->atomic.is_object;
	if (is_object && poll->atomic.dialect == IR_DIALECT_SEMAPHORE)
		return "`acquire()` waits with growing pauses";
	if (is_object && spin->kind != IR_SPIN_LOCK)
		return "`wait()`, with `notify_all()` after the store, pauses longer and longer, or "
		       "`__nanosleep` in the "
		       "loop does";
	return "pause with `__nanosleep`, longer from turn to turn";
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
		"that it waits "
		"for; %s",
		spin->kind == IR_SPIN_LOCK ? "tries to take a lock" : "polls", advice(spin, &poll));
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
