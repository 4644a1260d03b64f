/* CU619 remote-shared-unordered: shared memory of another block of the cluster (distributed shared memory)
 * touched while nothing orders the blocks:
 *
 * - before any barrier of the cluster: the other block may not have started;
 * - own and remote accesses of one array, one of them a write, with block barriers at most between them.
 *
 * Cluster barriers, arrive and wait, barrier objects, waiting loops and code that isn't seen all count as
 * order. A block's own rank is no remote access. */
#include "analyzer/rule/rule.h"

static const char *name_of(const struct pass *pass, const struct sync_remote *remote)
{
	return remote->object
		       ? arena_printf(pass->arena, "`%s` of another block", simt_object_name(remote->object))
		       : "shared memory of another block";
}

static struct ir_range range_of(const struct sync_remote *remote)
{
	return remote->expr ? remote->expr->range : remote->stmt->range;
}

static struct finding *report_race(struct pass *pass, const struct sync_remote *remote)
{
	const char *own = remote->own_is_store ? "writes" : "reads";
	struct finding *finding = pass_report(pass, range_of(remote),
		"%s is %s here, and that block %s it %s with no barrier of the cluster between: block "
		"barriers don't order blocks, use `cluster.sync()`",
		name_of(pass, remote), remote->is_store ? "written" : "read", own,
		remote->own_is_first ? "before" : "afterwards");
	pass_related(pass, finding, remote->own->range, "the other block's own access");
	return finding;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sync.remote.count; i++) {
		const struct sync_remote *remote = &report->sync.remote.data[i];
		bool is_race = remote->fault == SYNC_REMOTE_RACE;
		struct finding *finding;
		if (remote->fault == SYNC_REMOTE_EXIT)
			continue;
		if (is_race)
			finding = report_race(pass, remote);
		else
			finding = pass_report(pass, range_of(remote),
				"%s is %s before any barrier of the cluster: that block may not have "
				"started, call `cluster.sync()` first",
				name_of(pass, remote), remote->is_store ? "written" : "read");
		bool is_sure = remote->belief == SYNC_PROVEN &&
			       (!is_race || report->launch->source > LAUNCH_ASSUMED);
		finding->confidence = is_sure ? CONFIDENCE_PROVEN : CONFIDENCE_LIKELY;
		finding_limit_archs(finding, 90, 0);
	}
}

const struct rule rule_remote_shared_unordered = {
	.code = "CU619",
	.name = "remote-shared-unordered",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Shared memory of another block touched without a barrier of the cluster",
	.hooks = {.execution = on_execution},
};
