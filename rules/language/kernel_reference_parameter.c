/* CU904 kernel-reference-parameter: a kernel parameter that is a reference. What arrives on the device is the
 * host's address, and touching it faults; nvcc accepts lvalue references all the same.
 *
 * Managed memory is the exception: where every launch in the unit passes a managed variable or something
 * behind a pointer, the reference may be to managed memory and the rule is silent. */
#include "analyzer/rule/rule.h"

/* Whether an argument may lie in memory that the device can reach. */
static bool may_be_managed(const struct ir_expr *arg)
{
	for (arg = ir_strip(arg); arg; arg = ir_strip(arg->operands[0])) {
		switch (arg->kind) {
		case IR_VAR:
			return arg->var->storage == IR_MANAGED || arg->var->type->kind == IR_TYPE_REFERENCE;
		case IR_INDEX:
			if (ir_strip_casts(arg->operands[0])->type->kind != IR_TYPE_ARRAY)
				return true;
			break;
		case IR_MEMBER:
			if (arg->is_arrow)
				return true;
			break;
		case IR_UNARY: return arg->op == IR_OP_DEREF;
		case IR_CALL: return ir_type_value(arg->type) != arg->type || arg->call->is_operator;
		default: return false;
		}
	}
	return false;
}

/* Whether there are launches, and all of them pass something that may be managed. */
static bool all_may_be_managed(const struct pass *pass, const struct ir_function *kernel, size_t index)
{
	struct ir_launches launches = ir_launches_of(pass_query(pass), kernel);
	for (size_t i = 0; i < launches.count; i++) {
		const struct ir_launch *launch = launches.data[i];
		bool by_name = launch->form == IR_LAUNCH_CHEVRON || launch->form == IR_LAUNCH_EX;
		if (!by_name || index >= launch->arg_count || !may_be_managed(launch->args[index]))
			return false;
	}
	return launches.count > 0;
}

static void on_function(struct pass *pass, const struct ir_function *function)
{
	if (!function->is_kernel)
		return;
	for (size_t i = 0; i < function->param_count; i++) {
		const struct ir_var *param = function->params[i];
		if (param->type->kind != IR_TYPE_REFERENCE || all_may_be_managed(pass, function, i))
			continue;
		pass_report(pass, param->range.begin ? param->range : param->decl_range,
			"parameter `%s` of kernel `%s` is a reference to host memory, which the device can't "
			"reach; pass it by value",
			param->name && *param->name ? param->name : "?", function->name);
	}
}

const struct rule rule_kernel_reference_parameter = {
	.code = "CU904",
	.name = "kernel-reference-parameter",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Reference parameter on a kernel",
	.hooks = {.function = on_function},
};
