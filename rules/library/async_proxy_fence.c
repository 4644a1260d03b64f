/* CU807 async-proxy-fence: shared memory that threads write, and that a bulk copy then reads, with no proxy
 * fence in between: a barrier orders threads, not what the engine of bulk copies sees.
 *
 * Any proxy fence between the store and the copy counts, whoever executes it: by the threads that have
 * stored, before the barrier, as the documentation has it, or by the thread that copies, behind it. Stores
 * and copies whose bytes can't be told apart or together are left alone. */
#include "analyzer/rule/rule.h"
#include "analyzer/site/describe.h"

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	unsigned sure = SIMT_ASSUMED_TURNS | SIMT_ASSUMED_ALIGNED;
	for (size_t i = 0; i < report->handoffs.count; i++) {
		const struct simt_handoff *handoff = &report->handoffs.data[i];
		struct finding *finding = pass_report(pass, handoff->from->range,
			"`%s` reads `%s`, which threads have written without a proxy fence since: it may "
			"copy what was there before. Call `fence_proxy_async` behind the stores, before the "
			"barrier",
			handoff->copy->name, simt_object_name(handoff->object));
		finding->function = handoff->function->display;
		pass_related(pass, finding, handoff->write->range, "written here");
		if (!handoff->certain || report->launch->source < LAUNCH_SITE ||
			(handoff->assumptions & ~sure) || report->result.gave_up)
			finding->confidence = CONFIDENCE_LIKELY;
		finding_limit_archs(finding, 90, 0);
	}
}

const struct rule rule_async_proxy_fence = {
	.code = "CU807",
	.name = "async-proxy-fence",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.lone = true,
	.summary = "Bulk copy of shared memory that was written without a proxy fence",
	.hooks = {.execution = on_execution},
};
