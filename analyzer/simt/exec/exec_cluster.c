/* Shared memory of other blocks of the cluster. A pointer to it leads to an object of its own, which tells
 * whose counterpart it is; accesses through it are told as accesses of unknown memory, with that beside. */
#include "analyzer/simt/exec/exec.h"

#include <string.h>

#include "analyzer/value/rounding.h"

/* Whether a rank is the block's own, so that nothing remote is meant. */
static bool is_own_rank(const struct ir_expr *rank)
{
	static const char *const names[] = {"block_rank", "__cluster_ctarank", "__clusterRelativeBlockRank",
		"get_sreg_cluster_ctarank", NULL};
	rank = ir_look_through(rank);
	return rank->kind == IR_CALL && ir_is_one_of(rank->call->name, names);
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

bool exec_cluster(
	struct simt *simt, const struct ir_expr *expr, const char *name, const struct simt_value **result)
{
	bool is_mapa = !strcmp(name, "cuda::ptx::mapa");
	if (!is_mapa && strcmp(name, "cooperative_groups::cluster_group::map_shared_rank") != 0 &&
		strcmp(name, "__cluster_map_shared_rank") != 0)
		return false;
	size_t first = is_mapa ? 1 : 0; /* behind the tag of the space */
	if (expr->operand_count != first + 2)
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
