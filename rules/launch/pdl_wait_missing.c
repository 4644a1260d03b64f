/* CU612 pdl-wait-missing: a kernel launched with programmatic stream serialization that reads what an earlier
 * kernel of the stream writes, or writes what it uses, before it has waited for it.
 *
 * Looked at are the accesses that a thread makes before cudaGridDependencySynchronize (or
 * griddepcontrol.wait), or before a barrier at which it meets a thread that has called it; for earlier
 * kernels that the wait doesn't cover, since one in between doesn't wait for them, all accesses.
 *
 * Left alone: data that no kernel in flight touches, waits under conditions that aren't decided, kernels that
 * aren't seen, and what an earlier kernel writes only after its trigger, which is CU614. */
#include "rules/launch/common/dependent_launch.h"

struct clash {
	const struct sync_grid_access *access;
	const struct host_access *in_earlier;
	int how; /* 2: the bytes certainly meet */
};

static int clash_of(struct pass *pass, struct host_trace *trace, const struct dependent_pair *pair,
	const struct sync_grid_access *access, const struct host_access *mine, struct clash *out)
{
	int most = 0;
	for (size_t i = 0; i < pair->earlier->access_count; i++) {
		const struct host_access *theirs = &pair->earlier->accesses[i];
		bool conflict = (access->reads && theirs->writes) ||
				(access->writes && (theirs->reads || theirs->writes));
		if (!conflict || theirs->is_maybe || (access->is_atomic && theirs->is_atomic))
			continue;
		int how = dependent_meet(trace, mine, theirs);
		if (how <= most || (!access->writes && !pair->is_beyond_wait &&
					   dependent_writes_late(pass, pair->earlier, theirs)))
			continue;
		most = how;
		*out = (struct clash){access, theirs, how};
	}
	return most;
}

/* The worst access of the later kernel. */
static int find_clash(struct pass *pass, struct host_trace *trace, const struct dependent_pair *pair,
	const struct sync_grid_dependency *grid, struct clash *out)
{
	int most = 0;
	for (size_t i = 0; i < grid->accesses.count && most < 2; i++) {
		const struct sync_grid_access *access = &grid->accesses.data[i];
		const struct host_access *mine;
		size_t from = 0;
		if (!access->before_wait && !pair->is_beyond_wait)
			continue;
		while ((mine = dependent_memory(pair->later, access->root, &from)) != NULL) {
			struct clash clash;
			int how = clash_of(pass, trace, pair, access, mine, &clash);
			if (how <= most)
				continue;
			most = how;
			*out = clash;
		}
	}
	return most;
}

static void report(struct pass *pass, struct host_trace *trace, const struct dependent_pair *pair,
	const struct sync_grid_dependency *grid, const struct clash *clash)
{
	const struct sync_grid_access *access = clash->access;
	const struct ir_function *later = pair->later->launch->kernel,
				 *earlier = pair->earlier->launch->kernel;
	const struct sync_grid_dependency *before = dependent_kernel(pass, pair->earlier);
	const char *why =
		!grid->wait ? "never waits for it: call cudaGridDependencySynchronize() first"
		: pair->is_beyond_wait
			? "doesn't wait for it: the kernel in between ends without waiting for it"
		: access->others_wait
			? "doesn't wait for it in this thread: a wait blocks only the thread that calls it, "
			  "and a block barrier must follow for the others"
			: "waits for it only afterwards";
	struct finding *finding = dependent_report(pass, access,
		"`%s` may run before `%s` is complete, which %s %s, and %s", later->name,
		earlier ? earlier->name : "an earlier kernel", clash->in_earlier->writes ? "writes" : "reads",
		host_object_name(trace, clash->in_earlier->object), why);
	bool is_sure = clash->how == 2 && access->is_sure && before && before->trigger &&
		       dependent_launch(pair->later->launch) == DEPENDENT_YES;
	finding->confidence = is_sure ? CONFIDENCE_PROVEN : CONFIDENCE_LIKELY;
	pass_related(pass, finding, pair->later->range, "launched with programmatic stream serialization");
	pass_related(pass, finding, pair->earlier->range, "the earlier launch");
	if (grid->wait)
		pass_related(pass, finding, dependent_range(grid->wait), "the wait");
	finding_limit_archs(finding, 90, 0);
}

static void check_launch(struct pass *pass, struct host_trace *trace, const struct host_op *later)
{
	const struct sync_grid_dependency *grid = dependent_kernel(pass, later);
	dependent_pairs pairs = {0};
	if (!grid || grid->is_cut || !dependent_is_asked(later->launch))
		return;
	dependent_in_flight(pass, trace, later, &pairs);
	for (size_t i = 0; i < pairs.count; i++) {
		struct clash clash;
		if (!find_clash(pass, trace, &pairs.data[i], grid, &clash))
			continue;
		report(pass, trace, &pairs.data[i], grid, &clash);
		return;
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->kind == HOST_LAUNCH && trace->ops.data[i]->launch)
			check_launch(pass, trace, trace->ops.data[i]);
}

const struct rule rule_pdl_wait_missing = {
	.code = "CU612",
	.name = "pdl-wait-missing",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Kernel that may start early uses an earlier one's data before it waits for it",
	.hooks = {.execution = dependent_note, .host = on_host},
};
