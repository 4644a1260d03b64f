/* CU706 sync-in-launch-loop: the host waits in every turn of a loop for what it has launched in that turn.
 *
 * Silent where the host then uses what was computed, where the loop reads a clock, and where the wait is for
 * work of an earlier turn (double buffering). A blocking copy behind the wait would wait itself: CU732. */
#include "rules/host/common/wait.h"

static const char *launched(const struct pass *pass, const struct host_op *launch)
{
	if (launch->launch && launch->launch->kernel)
		return arena_printf(pass->arena, "`%s`", launch->launch->kernel->name);
	return launch->kind == HOST_GRAPH_LAUNCH   ? "the graph"
	       : launch->kind == HOST_LIBRARY_CALL ? arena_printf(pass->arena, "`%s`", launch->callee)
						   : "the kernel";
}

static void look_at(struct pass *pass, const struct host_trace *trace, const struct host_order *order,
	const struct host_op *op)
{
	const struct host_op *launch = wait_in_launch_loop(trace, order, op);
	if (!launch)
		return;
	struct verdict *verdict = verdict_of(pass, op);
	if (verdict->op)
		return;
	verdict->op = op;
	verdict->us = model_host_costs.chain_sync_us;
	verdict->ideal_us = model_host_costs.chain_launch_us;
	verdict->message = arena_printf(pass->arena,
		"in every turn of the loop the host waits for %s, launched in the same turn: the device "
		"idles until the next launch; wait once after the loop, or for the event of an earlier turn",
		launched(pass, launch));
	verdict->related = launch;
	verdict->related_text = "launched here";
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	for (size_t i = 0; i < trace->ops.count; i++)
		if (wait_is_explicit(trace->ops.data[i]) && trace->ops.data[i]->where.turn)
			look_at(pass, trace, order, trace->ops.data[i]);
}

const struct rule rule_sync_in_launch_loop = {
	.code = "CU706",
	.name = "sync-in-launch-loop",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Host waits in every turn of a loop that launches",
	.hooks = {.host = on_host, .unit_end = verdicts_report},
};
