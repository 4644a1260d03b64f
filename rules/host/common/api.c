/* Calls of the host's API by their names. See api.h. */
#include "rules/host/common/api.h"

struct cuda_call api_call(const struct ir_expr *call)
{
	const struct cuda_call *found =
		call->kind == IR_CALL ? cuda_call_of(call->call->name, call->operand_count) : NULL;
	return found ? *found : (struct cuda_call){.name = "", .kind = HOST_OPAQUE, .roles = ""};
}

const struct cuda_host_traits *api_traits(const struct ir_expr *call)
{
	return cuda_host_traits(call->kind == IR_CALL ? call->call->name : "");
}

bool api_is_runtime(const char *name)
{
	return cuda_space_of(name) == CUDA_SPACE_RUNTIME;
}

bool api_is_cuda(const struct ir_expr *call)
{
	return cuda_is_api_space(cuda_space_of(ir_callee_name(call)));
}
