/* CU506 volatile-flag: a loop that waits for another thread by looking at a variable that is no atomic.
 *
 * A plain variable, in a loop that neither writes nor holds a fence, an atomic, assembly or a call of
 * something unknown: the compiler reads it once, and the loop never ends. A volatile one is read in each
 * turn, but says nothing of who takes part and orders nothing. Where nothing at all orders the data behind a
 * volatile flag, that is CU507's. */
#include <string.h>

#include "analyzer/rule/rule.h"
#include "analyzer/structure/spin/poll.h"
#include "analyzer/structure/spin/publish.h"

/* "int" of `volatile int`. */
static const char *type_of(const struct ir_poll *poll)
{
	const char *name = ir_type_value(poll->access->type)->name;
	static const char word[] = "volatile ";
	return strncmp(name, word, sizeof word - 1) ? name : name + sizeof word - 1;
}

static const char *scope_of(const struct ir_spin *spin)
{
	const struct ir_var *var = spin->op.memory.var;
	bool is_shared = var && (var->storage == IR_SHARED || var->storage == IR_EXTERN_SHARED);
	return is_shared ? "cuda::thread_scope_block" : "cuda::thread_scope_device";
}

static void report_plain(struct pass *pass, const struct ir_spin *spin, const struct ir_poll *poll)
{
	pass_report(pass, spin->range,
		"`%s` is a plain variable that the loop doesn't change: the compiler reads it once, and the "
		"loop never ends; read it by `cuda::atomic_ref<%s, %s>(%s).load(cuda::memory_order_acquire)`",
		pass_text(pass, poll->access->range), type_of(poll), scope_of(spin),
		pass_text(pass, poll->access->range));
}

static void report_volatile(struct pass *pass, const struct ir_spin *spin, const struct ir_poll *poll)
{
	const struct ir_var *var = spin->op.memory.var;
	bool is_given = !var || var->storage == IR_PARAM; /* its memory isn't seen */
	struct finding *finding = pass_report(pass, spin->range,
		"`%s` is a volatile flag between threads: it orders no data and names no scope; make it a "
		"`cuda::atomic<%s, %s>`%s, wait with `load(cuda::memory_order_acquire)` and set it with "
		"`store(..., cuda::memory_order_release)`",
		pass_text(pass, poll->access->range), type_of(poll), scope_of(spin),
		is_given ? " (`cuda::thread_scope_system` if the host sets it)" : "");
	finding->severity = SEVERITY_WARNING;
}

static void check(struct pass *pass, const struct ir_spin *spin)
{
	struct ir_poll poll;
	if (spin->kind == IR_SPIN_LOCK || !ir_poll_of(spin, &poll) || !poll.access)
		return;
	pass->function = spin->function;
	bool is_left_alone = !poll.works && !poll.sleeps && !poll.fence.end && !poll.has_other_atomic;
	if (poll.kind == IR_POLL_PLAIN && is_left_alone)
		report_plain(pass, spin, &poll);
	else if (poll.kind == IR_POLL_VOLATILE && !ir_is_unordered(pass_publications(pass), spin))
		report_volatile(pass, spin, &poll);
}

static void on_unit_end(struct pass *pass)
{
	struct ir_spins *spins = pass_spins(pass);
	for (size_t i = 0; i < ir_spin_count(spins); i++)
		check(pass, ir_spin_at(spins, i));
}

const struct rule rule_volatile_flag = {
	.code = "CU506",
	.name = "volatile-flag",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Waiting for a variable that is no atomic",
	.hooks = {.unit_end = on_unit_end},
};
