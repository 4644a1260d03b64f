/* Shared memory of other blocks of the cluster. A pointer to it leads to an object of its own, which tells
 * whose counterpart it is; accesses through it are told as accesses of unknown memory, with that beside. */
#include "analyzer/simt/exec/exec.h"

#include "analyzer/value/rounding.h"

/* Whether a rank is the block's own, so that nothing remote is meant. */
static bool is_own_rank(const struct ir_expr *rank)
{
	return ir_cuda(ir_look_through(rank))->builtin == CUDA_BLOCK_RANK;
}

static struct simt_object *remote_of(struct simt *simt, struct simt_object *object)
{
	if (!object->remote) {
		object->remote = object_new(simt, SIMT_GENERIC, object->name, object->size);
		object->remote->remote_of = object;
		object->remote->may_alias = true;
	}
	return object->remote;
}

bool exec_cluster(struct simt *simt, const struct ir_expr *expr, const struct simt_value **result)
{
	enum cuda_address address = ir_cuda(expr)->address;
	bool is_tagged = address == CUDA_ADDRESS_REMOTE_TAGGED;
	size_t first = is_tagged ? 1 : 0;
	if ((address != CUDA_ADDRESS_REMOTE && !is_tagged) || expr->operand_count != first + 2)
		return false;
	const struct simt_value *pointer = exec_operand(simt, expr, first);
	exec_operand(simt, expr, first + 1);
	bool is_shared = (pointer->kind == SIMT_POINTER || pointer->kind == SIMT_UNKNOWN) &&
			 pointer->object && pointer->object->space == SIMT_SHARED;
	*result = pointer;
	if (is_shared && is_own_rank(expr->operands[first + 1]))
		return true;
	if (is_shared) {
		struct simt_value *remote = ARENA_NEW(simt->arena, struct simt_value);
		*remote = *pointer;
		remote->object = remote_of(simt, pointer->object);
		*result = remote;
	} else {
		*result = value_unknown(simt, true, "shared memory of another block");
	}
	return true;
}
