/* CU617 remote-shared-after-exit: shared memory of another block of the cluster touched with no barrier of
 * the cluster afterwards: nothing keeps that block from ending, and its shared memory is gone then.
 *
 * Whatever may order blocks counts: cluster barriers, barrier objects, waiting loops, code that isn't seen.
 */
#include "analyzer/rule/rule.h"

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.remote.count; i++) {
		const struct sync_remote *remote = &report->sync.remote.data[i];
		if (remote->fault != SYNC_REMOTE_EXIT)
			continue;
		const char *name =
			remote->object ? arena_printf(pass->arena, "`%s`", simt_object_name(remote->object))
				       : "shared memory";
		struct finding *finding = pass_report(pass,
			remote->expr ? remote->expr->range : remote->stmt->range,
			"%s of another block is %s with no barrier of the cluster afterwards: that block may "
			"have ended, call `cluster.sync()` before the kernel ends",
			name, remote->is_store ? "written" : "read");
		finding->confidence = remote->belief == SYNC_PROVEN ? CONFIDENCE_PROVEN : CONFIDENCE_LIKELY;
		finding_limit_archs(finding, 90, 0);
	}
}

const struct rule rule_remote_shared_after_exit = {
	.code = "CU617",
	.name = "remote-shared-after-exit",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Shared memory of another block touched when that block may have ended",
	.hooks = {.execution = on_execution},
};
