/* CU141 device-heap: malloc() or new in device code, by every thread or in every turn of a loop.
 *
 * Silent where one thread of the block allocates, outside loops. */
#include "analyzer/rule/rule.h"

static bool is_in_loop(const struct ir_path *path)
{
	for (; path; path = path->up)
		if (path->stmt && ir_is_loop(path->stmt))
			return true;
	return false;
}

static bool is_device_code(const struct pass *pass)
{
	return pass->function &&
	       (pass->function->is_kernel || (pass->function->is_device && !pass->function->is_host));
}

static void on_expr(struct pass *pass, const struct ir_expr *expr)
{
	bool is_new = expr->kind == IR_NEW && expr->operand_count != 0;
	if (!is_device_code(pass) || (!is_new && !(expr->kind == IR_CALL && ir_is_call(expr, "malloc"))))
		return;
	bool repeats = is_in_loop(pass->path);
	enum ir_crowd crowd = ir_crowd_at(pass_spins(pass), pass->function, pass->path);
	if (!repeats && (crowd == IR_CROWD_ONE || crowd == IR_CROWD_ONE_LANE))
		return;
	pass_report(pass, expr->range,
		"%s allocates from the device's heap, which serves threads one after the other and has 8 MB unless "
		"`cudaDeviceSetLimit` says otherwise: allocate on the host, or once per block",
		repeats ? "each turn of the loop" : "every thread");
}

const struct rule rule_device_heap = {
	.code = "CU141",
	.name = "device-heap",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Allocation in device code by every thread",
	.hooks = {.expr = on_expr},
};
