/* CU615 pdl-early-load: a load behind the wait for an earlier kernel that the compiler may move above it,
 * since it is told that the memory is constant: through `const T *__restrict__`, or by `__ldg`. Only for
 * memory that the earlier kernel, as the launches show, writes. */
#include "rules/launch/common/dependent_launch.h"

static const struct host_access *written_by(
	struct host_trace *trace, const struct dependent_pair *pair, const struct sync_grid_access *load)
{
	const struct host_access *mine;
	size_t from = 0;
	while ((mine = dependent_memory(pair->later, load->root, &from)) != NULL)
		for (size_t i = 0; i < pair->earlier->access_count; i++) {
			const struct host_access *theirs = &pair->earlier->accesses[i];
			if (theirs->writes && !theirs->is_maybe && dependent_meet(trace, mine, theirs))
				return theirs;
		}
	return NULL;
}

static void check_load(struct pass *pass, struct host_trace *trace, const struct dependent_pair *pair,
	const struct sync_grid_access *load, const struct simt_event *wait)
{
	const struct host_access *theirs = written_by(trace, pair, load);
	if (!theirs)
		return;
	bool by_call = ir_cuda(load->expr)->cache == CUDA_CACHE_READ_ONLY;
	const char *how = by_call ? "`__ldg` takes it to be constant"
				  : arena_printf(pass->arena, "`__restrict__` says that nobody writes `%s`",
					    load->root->name);
	struct finding *finding = dependent_report(pass, load,
		"the compiler may load this before the wait, while `%s` still writes %s: %s",
		pair->earlier->launch->kernel->name, host_object_name(trace, theirs->object), how);
	finding->confidence = CONFIDENCE_LIKELY;
	pass_related(pass, finding, dependent_range(wait), "the wait");
	pass_related(pass, finding, pair->later->range, "the launch that may start early");
	finding_limit_archs(finding, 90, 0);
}

static void check_launch(struct pass *pass, struct host_trace *trace, const struct host_op *later)
{
	const struct sync_grid_dependency *grid = dependent_kernel(pass, later);
	dependent_pairs pairs = {0};
	if (!grid || !grid->wait || !dependent_is_asked(later->launch))
		return;
	dependent_in_flight(pass, trace, later, &pairs);
	for (size_t i = 0; i < pairs.count; i++) {
		if (!pairs.data[i].earlier->launch->kernel)
			continue;
		for (size_t k = 0; k < grid->accesses.count; k++)
			if (grid->accesses.data[k].is_read_only && !grid->accesses.data[k].before_wait)
				check_load(pass, trace, &pairs.data[i], &grid->accesses.data[k], grid->wait);
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->kind == HOST_LAUNCH && trace->ops.data[i]->launch)
			check_launch(pass, trace, trace->ops.data[i]);
}

const struct rule rule_pdl_early_load = {
	.code = "CU615",
	.name = "pdl-early-load",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Load of an earlier kernel's data that the compiler may move above the wait",
	.hooks = {.execution = dependent_note, .host = on_host},
};
