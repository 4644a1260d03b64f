/* CU805 pipeline-stages: calls to a cuda::pipeline that don't balance.
 *
 * Acquire and commit, wait and release come in pairs, for each thread. In a pipeline that several threads
 * share, what is missing makes others wait for ever, or lets them go on too early; in one of a single thread,
 * acquire and release do nothing, and only a stage that isn't committed is wrong. */
#include <inttypes.h>

#include "analyzer/rule/conflict.h"

static const char *what(struct pass *pass, const struct simt_report *report, const struct sync_stage *stage)
{
	const char *who = pass_thread(pass, report, stage->lane);
	bool again = stage->again.function != NULL;
	const char *end = again         ? "before it calls it again"
			  : stage->some ? "though other threads do"
					: "before the kernel ends";
	switch (stage->imbalance) {
	case SYNC_STAGE_NOT_COMMITTED:
		return arena_printf(pass->arena,
			"%s acquires a stage and doesn't commit it %s: what is copied into it is never "
			"waited for; `producer_commit()` is missing",
			who, end);
	case SYNC_STAGE_NOT_ACQUIRED:
		return arena_printf(pass->arena,
			"%s commits a stage that it hasn't acquired: consumers may still read it; "
			"`producer_acquire()` is missing",
			who);
	case SYNC_STAGE_NOT_RELEASED:
		return arena_printf(pass->arena,
			"%s waits for a stage and doesn't release it %s: %s; `consumer_release()` is missing",
			who, end,
			again ? "the next wait is for the same stage" : "producers can't acquire it again");
	case SYNC_STAGE_NOT_AWAITED:
		return arena_printf(pass->arena,
			"%s releases a stage that it hasn't waited for; `consumer_wait()` is missing", who);
	case SYNC_STAGE_EMPTY:
		return arena_printf(pass->arena,
			"%s waits for a stage that it hasn't committed, as all threads of this pipeline have "
			"to%s: it waits for ever",
			who, stage->some ? " (others have)" : "");
	case SYNC_STAGES_TOO_FEW: break;
	}
	return arena_printf(pass->arena,
		"%s acquires %" PRId64 " stages of %" PRId64
		" before it releases one: the pipeline is full, and it waits for itself for ever",
		who, stage->count, stage->stages);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.stages.count; i++) {
		const struct sync_stage *stage = report->sync.stages.data[i];
		struct finding *finding = pass_report(pass, stage->at.range, "%s", what(pass, report, stage));
		finding->function = stage->at.function->display;
		finding->confidence = confidence_of_belief(stage->belief);
		if (stage->again.function)
			pass_related(pass, finding, stage->again.range, "the next call");
	}
}

const struct rule rule_pipeline_stages = {
	.code = "CU805",
	.name = "pipeline-stages",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Calls to a pipeline that don't balance: acquire and commit, wait and release",
	.lone = true,
	.hooks = {.execution = on_execution},
};
