/* CU140 kernel-argument-array: the `void *args[]` of cudaLaunchKernel and its kin, where nothing checks that
 * it holds the addresses of the kernel's arguments, each of its parameter's size and kind.
 *
 * Entries that aren't known to be the address of a variable are left alone. */
#include "analyzer/rule/rule.h"
#include "rules/memory/common/allocation.h"

static bool is_number(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT || type->kind == IR_TYPE_FLOAT || type->kind == IR_TYPE_BOOL ||
	       type->kind == IR_TYPE_ENUM;
}

/* Whether a variable's bytes can't be what the parameter takes. */
static bool is_other(const struct ir_type *given, const struct ir_type *taken)
{
	if (given->size <= 0 || taken->size <= 0)
		return false;
	if (given->size < taken->size)
		return true;
	if (is_number(given) && is_number(taken))
		return given->size != taken->size ||
		       (given->kind == IR_TYPE_FLOAT) != (taken->kind == IR_TYPE_FLOAT);
	return (is_number(given) && taken->kind == IR_TYPE_POINTER) ||
	       (given->kind == IR_TYPE_POINTER && is_number(taken));
}

static void check_entry(
	struct pass *pass, const struct host_trace *trace, const struct host_op *op, size_t index)
{
	const struct host_launch *launch = op->launch;
	const struct host_value *entry = &launch->entries[index];
	const struct ir_var *param = launch->kernel->params[index];
	const struct ir_type *taken = ir_type_value(param->type);
	int64_t offset;
	if (entry->kind != HOST_POINTER)
		return;
	const struct host_object *object = entry->object;
	if (object->kind == HOST_DEVICE && object->made_by) {
		if (allocation_is_told(pass, op->range))
			return;
		struct finding *finding = pass_report_op(pass, op,
			"entry %zu of the arguments is %s itself, where the address of the variable is asked for: "
			"the call reads parameter `%s` from memory of the device",
			index, host_object_name(trace, object), param->name);
		allocation_related(pass, finding, object);
		return;
	}
	const struct ir_type *given = object->kind == HOST_VARIABLE && object->var && object->type
					      ? ir_type_value(object->type)
					      : NULL;
	if (!given || given->kind == IR_TYPE_RECORD || given->kind == IR_TYPE_ARRAY ||
		taken->kind == IR_TYPE_RECORD || !host_sum_is_number(entry->number, &offset) || offset ||
		!is_other(given, taken) || allocation_is_told(pass, op->range))
		return;
	struct finding *finding = pass_report_op(pass, op,
		"entry %zu of the arguments is the address of `%s` (`%s`), but parameter `%s` of `%s` is `%s`",
		index, object->var->name, given->name, param->name, launch->kernel->name, taken->name);
	pass_related(pass, finding, object->var->range, "declared here");
	pass_related(pass, finding, param->range, "the parameter");
}

static void check(struct pass *pass, const struct host_trace *trace, const struct host_op *op)
{
	const struct host_launch *launch = op->launch;
	size_t count = launch->kernel->param_count;
	if (launch->entry_room >= 0 && launch->entry_room < (int64_t)count) {
		if (!allocation_is_told(pass, op->range))
			pass_report_op(pass, op,
				"the array of arguments has %lld entr%s, but `%s` has %zu parameters: the call reads "
				"past its end",
				(long long)launch->entry_room, launch->entry_room == 1 ? "y" : "ies",
				launch->kernel->name, count);
		return;
	}
	for (size_t i = 0; i < count; i++)
		check_entry(pass, trace, op, i);
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->launch && op->launch->entries && op->launch->kernel && op->expr)
			check(pass, trace, op);
	}
}

const struct rule rule_kernel_argument_array = {
	.code = "CU140",
	.name = "kernel-argument-array",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Array of arguments that doesn't fit the kernel",
	.hooks = {.host = on_host},
};
