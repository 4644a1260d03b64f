/* The collectives by their names. */
#include "analyzer/operation/collective.h"

#include <string.h>

static const struct {
	const char *name;
	enum ir_collective collective;
} collectives[] = {
	{"__shfl_sync", IR_SHUFFLE},
	{"__shfl_up_sync", IR_SHUFFLE_UP},
	{"__shfl_down_sync", IR_SHUFFLE_DOWN},
	{"__shfl_xor_sync", IR_SHUFFLE_XOR},
	{"__ballot_sync", IR_BALLOT},
	{"__all_sync", IR_VOTE},
	{"__any_sync", IR_VOTE},
	{"__uni_sync", IR_VOTE},
	{"__match_any_sync", IR_MATCH},
	{"__match_all_sync", IR_MATCH},
	{"__reduce_add_sync", IR_REDUCE},
	{"__reduce_min_sync", IR_REDUCE},
	{"__reduce_max_sync", IR_REDUCE},
	{"__reduce_and_sync", IR_REDUCE},
	{"__reduce_or_sync", IR_REDUCE},
	{"__reduce_xor_sync", IR_REDUCE},
	{"__syncwarp", IR_SYNCWARP},
};

enum ir_collective ir_collective_of(const struct ir_expr *expr)
{
	if (expr->kind != IR_CALL || expr->call->object)
		return IR_NO_COLLECTIVE;
	const struct ir_function *function = expr->call->function;
	if (function && !function->is_system)
		return IR_NO_COLLECTIVE;
	for (size_t i = 0; i < sizeof collectives / sizeof *collectives; i++)
		if (!strcmp(expr->call->name, collectives[i].name))
			return collectives[i].collective;
	return IR_NO_COLLECTIVE;
}
