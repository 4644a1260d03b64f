#include "analyzer/operation/collective.h"

enum ir_collective ir_collective_of(const struct ir_expr *expr)
{
	const struct cuda_function *cuda = ir_cuda(expr);
	if (expr->kind != IR_CALL || !cuda->mask || expr->call->object)
		return IR_NO_COLLECTIVE;
	const struct ir_function *function = expr->call->function;
	return function && !function->is_system ? IR_NO_COLLECTIVE : cuda->collective;
}
