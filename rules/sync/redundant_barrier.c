/* CU304 redundant-barrier: a barrier of the block that orders nothing: no two threads touch one address, one
 * of them storing, on its two sides, also not across a turn of a loop, or another barrier orders the same.
 *
 * Only a kernel's own barriers, for launches that the source tells, and when no address, pointer, fence, wait
 * or unknown code around leaves a doubt. */
#include "analyzer/rule/barriers.h"

static void on_end(struct pass *pass)
{
	barrier_list barriers = {0};
	pass_barriers(pass, &barriers);
	for (size_t i = 0; i < barriers.count; i++) {
		const struct barrier *barrier = &barriers.data[i];
		if (barrier->use != BARRIER_UNUSED)
			continue;
		struct finding *finding = pass_report(pass, barrier->expr->range,
			"this barrier orders nothing: all that threads exchange is in order without it, and "
			"no warp would wait here for the slowest one");
		finding->function = barrier->function->display;
		finding->confidence = CONFIDENCE_LIKELY;
		finding->cost = barrier->cost;
	}
}

const struct rule rule_redundant_barrier = {
	.code = "CU304",
	.name = "redundant-barrier",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Barrier of the block that orders nothing",
	.hooks = {.call = pass_note_clock, .execution = pass_add_barriers, .unit_end = on_end},
};
