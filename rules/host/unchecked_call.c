/* CU702 unchecked-call: a call of the runtime, the driver or a CUDA library whose status is dropped.
 *
 * `(void)cudaFree(p)` says that it's meant. So does cudaGetLastError alone, which clears the error. Releasing
 * calls in a destructor have nobody to tell and are left alone; launches are CU701's. */
#include <string.h>

#include "analyzer/rule/rule.h"

static bool is_status(const struct ir_type *type)
{
	static const char *const names[] = {"cudaError", "cudaError_t", "CUresult", "cudaError_enum",
		"cublasStatus_t", "cufftResult", "curandStatus", "cusparseStatus_t", "cusolverStatus_t",
		"cudnnStatus_t", "ncclResult_t", "nvrtcResult"};
	if (!type->name)
		return false;
	const char *name = !strncmp(type->name, "enum ", 5) ? type->name + 5 : type->name;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strncmp(name, names[i], strlen(names[i])))
			return true;
	return false;
}

static bool is_library_call(const char *name)
{
	return !strncmp(name, "cu", 2) || !strncmp(name, "nccl", 4) || !strncmp(name, "nvrtc", 5);
}

/* Calls whose dropped status says nothing, or is another rule's. */
static bool is_exempt(const char *name)
{
	return !strcmp(name, "cudaGetLastError") || !strcmp(name, "cudaPeekAtLastError") ||
	       !strncmp(name, "cudaLaunch", 10) || !strncmp(name, "cuLaunch", 8);
}

static bool releases(const char *name)
{
	return strstr(name, "Free") || strstr(name, "Destroy") || strstr(name, "Unregister") ||
	       strstr(name, "Unload") || strstr(name, "Reset") || strstr(name, "Release");
}

static void on_stmt(struct pass *pass, const struct ir_stmt *stmt)
{
	const struct ir_expr *expr = stmt->kind == IR_EXPR ? ir_strip(stmt->expr) : NULL;
	if (!expr || expr->kind != IR_CALL || !expr->call->function)
		return;
	const struct ir_function *function = expr->call->function;
	if (!function->is_system || !is_library_call(function->name) || !is_status(function->result) ||
		is_exempt(function->name))
		return;
	if (pass->function && pass->function->is_destructor && releases(function->name))
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
