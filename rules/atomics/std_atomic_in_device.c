/* CU513 std-atomic-in-device: a member of std::atomic, std::atomic_flag, std::mutex and their kin called in
 * device code. These are host types: the call doesn't compile, or (with --expt-relaxed-constexpr and
 * builtins) has no scope that the device knows. cuda::atomic and cuda::std::atomic are the device's.
 *
 * Only uses count: a host object that a unit shares between host threads is none of this rule's business. */
#include "analyzer/rule/rule.h"

static const struct ir_record *host_record(const struct ir_record *record, unsigned depth)
{
	if (!record || depth > 4)
		return NULL;
	if (record->cuda && record->cuda->instead)
		return record;
	for (size_t i = 0; record->is_system && i < record->base_count; i++) {
		const struct ir_record *base = host_record(record->bases[i]->record, depth + 1);
		if (base)
			return base;
	}
	return NULL;
}

static const struct ir_record *record_of(const struct ir_expr *expr)
{
	const struct ir_type *type = expr ? ir_type_value(ir_strip(expr)->type) : NULL;
	if (type && type->kind == IR_TYPE_POINTER)
		type = type->element;
	return type && type->kind == IR_TYPE_RECORD ? type->record : NULL;
}

static const struct ir_record *called_record(const struct ir_expr *expr)
{
	const struct ir_call *call = expr->call;
	const struct ir_record *record = NULL;
	if (call->object)
		record = host_record(record_of(call->object), 0);
	if (!record && call->is_operator && expr->operand_count)
		record = host_record(record_of(expr->operands[0]), 0);
	if (!record && call->function)
		record = host_record(call->function->record, 0);
	return record;
}

/* A function of the standard library on an atomic, or its fence. */
static bool is_host_function(const struct ir_expr *call)
{
	const struct cuda_function *called = ir_cuda(call);
	return ir_space(call) == CUDA_SPACE_STD && (cuda_is_atomic(called) || cuda_is_fence(called));
}

static void on_call(struct pass *pass, const struct ir_expr *expr)
{
	if (!pass->function || !(pass->function->is_kernel || pass->function->is_device))
		return;
	const struct ir_record *record = called_record(expr);
	const struct cuda_type *type = record ? record->cuda : &cuda_no_type;
	bool locks = expr->kind == IR_CONSTRUCT && type->family == CUDA_LOCK_GUARD && expr->operand_count;
	if (record && (expr->kind == IR_CALL || locks)) {
		pass_report(pass, expr->range, "`%s` of `%s` is host code, called on the device; use %s",
			expr->call->name, type->shown ? type->shown : record->name, type->instead);
	} else if (is_host_function(expr)) {
		pass_report(pass, expr->range,
			"`std::%s` is host code, called on the device; use cuda::atomic with a thread scope",
			expr->call->name);
	}
}

const struct rule rule_std_atomic_in_device = {
	.code = "CU513",
	.name = "std-atomic-in-device",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "std::atomic or a std lock used in device code",
	.hooks = {.call = on_call},
};
