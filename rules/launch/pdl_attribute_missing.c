/* CU613 pdl-attribute-missing: kernels and launches made for programmatic dependent launch of which one half
 * is missing, so that nothing overlaps.
 *
 * - a kernel triggers, and the next launch of its stream has no
 *   cudaLaunchAttributeProgrammaticStreamSerialization, or leaves it 0;
 * - a kernel waits, and is launched without it. Left alone: one that is launched with it elsewhere, one with
 *   other work than a kernel before it, and the first of a stream whose follower has the attribute;
 * - a launch has it, and no kernel that may come before it in the stream triggers. Left alone: one whose
 *   predecessor isn't seen, or wasn't executed to its end. */
#include "rules/launch/common/dependent_launch.h"

enum { STREAM_SERIALIZATION = 6 }; /* cudaLaunchAttributeProgrammaticStreamSerialization */

static bool same_kernel_has_it(const struct host_trace *trace, const struct ir_function *kernel)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_launch *launch = trace->ops.data[i]->launch;
		if (launch && launch->kernel == kernel && dependent_launch(launch) != DEPENDENT_NO)
			return true;
	}
	return false;
}

/* Whether the launch is the other way of one with the attribute: `if (overlap) ... else kernel<<<>>>()`. */
static bool is_alternative(const struct host_trace *trace, const struct host_op *op)
{
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *other = trace->ops.data[i];
		if (other->launch && other->launch->kernel == op->launch->kernel &&
			dependent_launch(other->launch) != DEPENDENT_NO &&
			!host_may_both_happen(&other->where, &op->where))
			return true;
	}
	return false;
}

static bool has_work_before(const struct host_trace *trace, const struct host_op *op)
{
	for (size_t i = 0; i < op->index; i++)
		if (trace->ops.data[i]->stream == op->stream && host_is_work(trace->ops.data[i]))
			return true;
	return false;
}

static bool waits_in_vain(const struct host_trace *trace, const struct host_op *op,
	const struct sync_grid_dependency *grid, const struct host_op *before)
{
	const struct host_op *next = dependent_follower(trace, op);
	if (!grid || !grid->wait || same_kernel_has_it(trace, op->launch->kernel))
		return false;
	if (before)
		return true;
	return !has_work_before(trace, op) && !(next && dependent_launch(next->launch) != DEPENDENT_NO);
}

static bool has_attribute(const struct host_launch *launch)
{
	for (size_t i = 0; i < launch->attribute_count; i++)
		if (launch->attributes[i].id_known && launch->attributes[i].id == STREAM_SERIALIZATION)
			return true;
	return false;
}

static const char *what_lacks(const struct host_launch *launch)
{
	return has_attribute(launch)
		       ? "its launch leaves cudaLaunchAttributeProgrammaticStreamSerialization 0"
		       : "it is launched without cudaLaunchAttributeProgrammaticStreamSerialization";
}

static void check_launch(struct pass *pass, struct host_trace *trace, const struct host_op *op)
{
	const struct sync_grid_dependency *grid = dependent_kernel(pass, op), *earlier = NULL;
	dependent_pairs pairs = {0};
	struct finding *finding = NULL;
	if (!op->launch->kernel || dependent_launch(op->launch) != DEPENDENT_NO || is_alternative(trace, op))
		return;
	dependent_in_flight(pass, trace, op, &pairs);
	const struct host_op *before = pairs.count ? pairs.data[0].earlier : NULL;
	earlier = before ? dependent_kernel(pass, before) : NULL;
	const char *lack = what_lacks(op->launch), *name = op->launch->kernel->name;
	if (earlier && earlier->trigger)
		finding = pass_report_op(pass, op,
			"`%s` lets the next kernel start early, but `%s` doesn't: %s, so nothing overlaps",
			before->launch->kernel->name, name, lack);
	else if (waits_in_vain(trace, op, grid, before))
		finding = pass_report_op(pass, op,
			"`%s` waits for what runs before it, but can't start early: %s", name, lack);
	if (!finding)
		return;
	if (earlier && earlier->trigger)
		pass_related(pass, finding, dependent_range(earlier->trigger), "the trigger");
	if (grid && grid->wait)
		pass_related(pass, finding, dependent_range(grid->wait), "the wait");
	finding_limit_archs(finding, 90, 0);
}

/* Whether the kernel was seen as a whole, and doesn't let the next one start early. */
static bool never_triggers(const struct pass *pass, const struct host_op *op)
{
	const struct sync_grid_dependency *grid = op->launch->kernel ? dependent_kernel(pass, op) : NULL;
	return grid && !grid->is_cut && !grid->trigger;
}

/* The attribute lets the launch start when its predecessor triggers, which is when that ends. */
static void check_attribute(struct pass *pass, struct host_trace *trace, const struct host_op *op)
{
	dependent_pairs pairs = {0};
	if (!op->launch->kernel || dependent_launch(op->launch) != DEPENDENT_YES)
		return;
	dependent_before(pass, trace, op, &pairs);
	for (size_t i = 0; i < pairs.count; i++)
		if (!never_triggers(pass, pairs.data[i].earlier))
			return;
	/* the last of them is there on every way */
	if (!pairs.count || !host_is_implied(&op->where, &pairs.data[pairs.count - 1].earlier->where))
		return;
	const struct host_op *before = pairs.data[0].earlier;
	struct finding *finding = pass_report_op(pass, op,
		"`%s` may start early, but `%s` before it never calls "
		"cudaTriggerProgrammaticLaunchCompletion(): it triggers when it ends, so nothing overlaps",
		op->launch->kernel->name, before->launch->kernel->name);
	pass_related(pass, finding, before->range, "launched before it");
	pass_related(pass, finding, before->launch->kernel->name_range, "the kernel that doesn't trigger");
	finding_limit_archs(finding, 90, 0);
}

static bool is_asked(const struct host_trace *trace)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		if (trace->ops.data[i]->launch &&
			dependent_launch(trace->ops.data[i]->launch) == DEPENDENT_YES)
			return true;
	return false;
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	bool is_used = dependent_is_used(pass);
	if (!is_used && !is_asked(trace))
		return;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->kind != HOST_LAUNCH || !op->launch)
			continue;
		if (is_used)
			check_launch(pass, trace, op);
		check_attribute(pass, trace, op);
	}
}

const struct rule rule_pdl_attribute_missing = {
	.code = "CU613",
	.name = "pdl-attribute-missing",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Kernels made to overlap, launched so that they don't",
	.hooks = {.execution = dependent_note, .host = on_host},
};
