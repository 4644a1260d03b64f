/* CU305 block-barrier-for-warp: everything that a barrier of the block orders passes between lanes of one
 * warp, so that `__syncwarp()` serves; or the block is one warp.
 *
 * Under the conditions of CU304. */
#include "analyzer/rule/barriers.h"

static void on_end(struct pass *pass)
{
	barrier_list barriers = {0};
	pass_barriers(pass, &barriers);
	for (size_t i = 0; i < barriers.count; i++) {
		const struct barrier *barrier = &barriers.data[i];
		if (barrier->use != BARRIER_OF_WARP)
			continue;
		struct finding *finding = pass_report(pass, barrier->expr->range,
			"%s: `__syncwarp()` serves, and no warp waits for the others",
			barrier->one_warp ? "the block is one warp"
					  : "all data that passes this barrier stays within a warp");
		finding->function = barrier->function->display;
		finding->confidence = CONFIDENCE_LIKELY;
		finding->cost = barrier->cost;
	}
}

const struct rule rule_block_barrier_for_warp = {
	.code = "CU305",
	.name = "block-barrier-for-warp",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Barrier of the block where one of the warp serves",
	.hooks = {.call = pass_note_clock, .execution = pass_add_barriers, .unit_end = on_end},
};
