/* CU513 std-atomic-in-device: a member of std::atomic, std::atomic_flag, std::mutex and their kin called in
 * device code. These are host types: the call doesn't compile, or (with --expt-relaxed-constexpr and
 * builtins) has no scope that the device knows. cuda::atomic and cuda::std::atomic are the device's.
 *
 * Only uses count: a host object that a unit shares between host threads is none of this rule's business. */
#include <string.h>

#include "analyzer/rule/rule.h"

static const char *const host_types[] = {
	"atomic",
	"atomic_ref",
	"atomic_flag",
	"__atomic_base",
	"__atomic_float",
	"__atomic_ref",
	"mutex",
	"timed_mutex",
	"recursive_mutex",
	"shared_mutex",
	"condition_variable",
	"lock_guard",
	"unique_lock",
	"scoped_lock",
	"counting_semaphore",
	"binary_semaphore",
	"barrier",
	"latch",
};

static const char *const host_functions[] = {
	"atomic_load",
	"atomic_store",
	"atomic_exchange",
	"atomic_compare_exchange_weak",
	"atomic_compare_exchange_strong",
	"atomic_fetch_add",
	"atomic_fetch_sub",
	"atomic_fetch_and",
	"atomic_fetch_or",
	"atomic_fetch_xor",
	"atomic_flag_test_and_set",
	"atomic_flag_clear",
	"atomic_thread_fence",
};

/* Whether `qualified` is std::NAME, also through an inline namespace such as std::__1. */
static bool is_std(const char *qualified, const char *const *names, size_t count)
{
	if (!qualified || strncmp(qualified, "std::", 5) != 0)
		return false;
	qualified += 5;
	if (!strncmp(qualified, "__1::", 5))
		qualified += 5;
	for (size_t i = 0; i < count; i++)
		if (!strcmp(qualified, names[i]))
			return true;
	return false;
}

static const struct ir_record *host_record(const struct ir_record *record, unsigned depth)
{
	if (!record || depth > 4)
		return NULL;
	if (is_std(record->name, host_types, sizeof host_types / sizeof *host_types))
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

static const char *advice(const char *name)
{
	if (strstr(name, "atomic"))
		return "cuda::atomic with a thread scope";
	if (strstr(name, "semaphore") || strstr(name, "barrier") || strstr(name, "latch"))
		return "the type of the same name in namespace cuda";
	return "a lock made of cuda::atomic or a cuda::binary_semaphore";
}

static void on_call(struct pass *pass, const struct ir_expr *expr)
{
	if (!pass->function || !(pass->function->is_kernel || pass->function->is_device))
		return;
	const struct ir_record *record = called_record(expr);
	bool locks =
		record && expr->kind == IR_CONSTRUCT && strstr(record->name, "lock") && expr->operand_count;
	if (record && (expr->kind == IR_CALL || locks)) {
		const char *name = strncmp(record->name, "std::__", 7) ? record->name : "std::atomic";
		pass_report(pass, expr->range, "`%s` of `%s` is host code, called on the device; use %s",
			expr->call->name, name, advice(name));
	} else if (expr->call->function && is_std(expr->call->function->qualified, host_functions,
						   sizeof host_functions / sizeof *host_functions)) {
		pass_report(pass, expr->range, "`std::%s` is host code, called on the device; use %s",
			expr->call->name, advice("atomic"));
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
