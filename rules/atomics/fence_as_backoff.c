/* CU508 fence-as-backoff: a fence in the body of a polling loop that orders nothing, since the poll that ends
 * the loop comes after it: it is there to make the thread yield.
 *
 * A fence after the poll, in the loop's body, is an acquire and left alone; so is one that keeps a plain load
 * from being hoisted, and one in a loop that also writes. */
#include "analyzer/rule/rule.h"
#include "analyzer/structure/spin/poll.h"

static void on_unit_end(struct pass *pass)
{
	struct ir_spins *spins = pass_spins(pass);
	for (size_t i = 0; i < ir_spin_count(spins); i++) {
		const struct ir_spin *spin = ir_spin_at(spins, i);
		struct ir_poll poll;
		if (!ir_poll_of(spin, &poll) || !ir_poll_fences_to_pause(&poll))
			continue;
		pass->function = spin->function;
		struct finding *finding = pass_report(pass, poll.fence,
			"`%s` in this loop orders nothing, for the poll that ends the loop comes after it; "
			"to make the thread pause, use `__nanosleep(ns)`",
			poll.fence_name);
		finding_limit_archs(finding, 70, 0);
		pass_related(pass, finding, spin->range, "the poll");
	}
}

const struct rule rule_fence_as_backoff = {
	.code = "CU508",
	.name = "fence-as-backoff",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Memory fence in a polling loop that only slows it down",
	.hooks = {.unit_end = on_unit_end},
};
