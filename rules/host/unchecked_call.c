/* CU702 unchecked-call: a call of the runtime, the driver or a CUDA library whose status is dropped.
 *
 * `(void)cudaFree(p)` says that it's meant. So does cudaGetLastError alone, which clears the error. Releasing
 * calls in a destructor have nobody to tell and are left alone; launches are CU701's. */
#include <string.h>

#include "analyzer/rule/rule.h"
#include "rules/host/common/api.h"

static bool is_status(const struct ir_type *type)
{
	if (!type->name)
		return false;
	const char *name = !strncmp(type->name, "enum ", 5) ? type->name + 5 : type->name;
	const struct cuda_type *found = cuda_type_find(name);
	return found && found->family == CUDA_STATUS;
}

/* Calls whose dropped status says nothing, or is another rule's. */
static bool is_exempt(const struct ir_expr *call)
{
	return api_traits(call)->asks_error || api_call(call).kind == HOST_LAUNCH;
}

static bool releases(const struct ir_expr *call)
{
	enum host_op_kind kind = api_call(call).kind;
	return kind == HOST_FREE || kind == HOST_FREE_ASYNC || kind == HOST_DESTROY ||
	       kind == HOST_UNREGISTER || api_traits(call)->releases;
}

static void on_stmt(struct pass *pass, const struct ir_stmt *stmt)
{
	const struct ir_expr *expr = stmt->kind == IR_EXPR ? ir_strip(stmt->expr) : NULL;
	if (!expr || expr->kind != IR_CALL || !expr->call->function)
		return;
	const struct ir_function *function = expr->call->function;
	if (!function->is_system || !api_is_cuda(expr) || !is_status(function->result) || is_exempt(expr))
		return;
	if (pass->function && pass->function->is_destructor && releases(expr))
		return;
	pass_report(pass, expr->range, "the status of `%s` is dropped: an error would go unnoticed",
		function->name);
}

const struct rule rule_unchecked_call = {
	.code = "CU702",
	.name = "unchecked-call",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Status of a CUDA call is dropped",
	.strict_only = true,
	.hooks = {.stmt = on_stmt},
};
