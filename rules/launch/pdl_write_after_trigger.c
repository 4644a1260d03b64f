/* CU614 pdl-write-after-trigger: a kernel that writes memory only after its trigger, and a kernel that may
 * start early and reads it without having waited. What is written by then can't be there yet; after a wait it
 * is. Memory that is written before the trigger, too, is CU612. */
#include "rules/launch/common/dependent_launch.h"

struct reading {
	const struct sync_grid_access *access;
	int how; /* 2: certainly of what is written, 1: perhaps */
};

static struct reading early_read(struct pass *pass, struct host_trace *trace, const struct host_op *later,
	const struct host_access *written)
{
	const struct sync_grid_dependency *grid = dependent_kernel(pass, later);
	struct reading best = {0};
	for (size_t i = 0; grid && i < grid->accesses.count; i++) {
		const struct sync_grid_access *access = &grid->accesses.data[i];
		const struct host_access *mine;
		size_t from = 0;
		if (!access->reads || access->writes || !access->before_wait)
			continue;
		while ((mine = dependent_memory(later, access->root, &from)) != NULL) {
			int how = dependent_meet(trace, mine, written);
			if (how > best.how)
				best = (struct reading){access, how};
		}
	}
	return best;
}

static void check_write(struct pass *pass, struct host_trace *trace, const struct dependent_pair *pair,
	const struct sync_grid_access *write)
{
	const struct sync_grid_dependency *grid = dependent_kernel(pass, pair->earlier);
	const struct host_access *written;
	size_t from = 0;
	while ((written = dependent_memory(pair->earlier, write->root, &from)) != NULL) {
		struct reading reading = early_read(pass, trace, pair->later, written);
		if (!reading.how || !dependent_writes_late(pass, pair->earlier, written))
			continue;
		struct finding *finding = dependent_report(pass, write,
			"`%s` writes %s after its trigger, and `%s` reads it without waiting for the end: it "
			"may come too early",
			pair->earlier->launch->kernel->name, host_object_name(trace, written->object),
			pair->later->launch->kernel->name);
		bool is_sure = reading.how == 2 && reading.access->is_sure && write->is_sure &&
			       dependent_launch(pair->later->launch) == DEPENDENT_YES;
		finding->confidence = is_sure ? CONFIDENCE_PROVEN : CONFIDENCE_LIKELY;
		pass_related(pass, finding, dependent_range(grid->trigger), "the trigger");
		pass_related(pass, finding, reading.access->expr->range, "the read");
		pass_related(pass, finding, pair->later->range, "the launch that may start early");
		finding_limit_archs(finding, 90, 0);
		return;
	}
}

static void check_launch(struct pass *pass, struct host_trace *trace, const struct host_op *later)
{
	const struct sync_grid_dependency *mine = dependent_kernel(pass, later);
	dependent_pairs pairs = {0};
	if (!mine || mine->is_cut || !dependent_is_asked(later->launch))
		return;
	dependent_in_flight(pass, trace, later, &pairs);
	for (size_t i = 0; i < pairs.count; i++) {
		const struct sync_grid_dependency *grid = dependent_kernel(pass, pairs.data[i].earlier);
		if (!grid || !grid->trigger || pairs.data[i].is_beyond_wait)
			continue;
		for (size_t k = 0; k < grid->accesses.count; k++)
			if (grid->accesses.data[k].writes && grid->accesses.data[k].after_trigger)
				check_write(pass, trace, &pairs.data[i], &grid->accesses.data[k]);
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->kind == HOST_LAUNCH && trace->ops.data[i]->launch)
			check_launch(pass, trace, trace->ops.data[i]);
}

const struct rule rule_pdl_write_after_trigger = {
	.code = "CU614",
	.name = "pdl-write-after-trigger",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Data written after the trigger, and read by a kernel that doesn't wait",
	.hooks = {.execution = dependent_note, .host = on_host},
};
