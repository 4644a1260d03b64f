/* Atomic objects of libcu++ and of the standard library: their methods touch the object itself, in a known
 * way. An atomic_ref keeps the pointer to what it refers to in its first cell. */
#include "analyzer/host/api/library.h"

static enum cuda_family family_of(const struct ir_type *type)
{
	bool is_record = type && type->kind == IR_TYPE_RECORD && type->record && type->record->is_system;
	return is_record ? ir_cuda_type(type)->family : CUDA_NO_TYPE;
}

static bool is_ref(const struct ir_type *type)
{
	return family_of(type) == CUDA_ATOMIC_REF;
}

bool library_is_atomic(const struct ir_type *type)
{
	enum cuda_family family = family_of(type);
	return family == CUDA_ATOMIC || family == CUDA_ATOMIC_REF || family == CUDA_ATOMIC_FLAG;
}

bool atomic_construct(
	struct walk *walk, struct place place, const struct ir_type *type, const struct ir_expr *expr)
{
	const struct ir_expr *first = expr->operand_count == 1 ? expr->operands[0] : NULL;
	if (!is_ref(type) || !first || is_ref(ir_type_value(first->type)))
		return false;
	cell_set(walk, place, place_pointer(eval_place(walk, first)));
	return true;
}

bool atomic_method(struct walk *walk, const struct ir_expr *expr, struct place place,
	const struct ir_type *type, struct host_value *result)
{
	const struct cuda_function *cuda = ir_cuda(expr);
	bool only_reads = cuda->effect == IR_MEMORY_READ || cuda->touch == CUDA_TOUCH_READ;
	const struct host_value *referred = is_ref(type) ? cell_get(walk, place) : NULL;
	const struct ir_type *element = type->record->arg_count ? type->record->args[0].type : NULL;
	if (is_ref(type) && !referred)
		return false;
	if (referred)
		place = host_value_place(walk, referred);
	for (size_t i = 0; i < expr->operand_count; i++)
		if (expr->operands[i])
			eval(walk, expr->operands[i]);
	*result = host_value_fresh(walk, expr, expr->type);
	if (cuda->op == CUDA_NOTIFY)
		return true;
	if (object_is_watched(place.object)) {
		struct host_access *access = ARENA_NEW(walk->arena, struct host_access);
		*access = (struct host_access){.object = place.object,
			.offset = place.offset,
			.size = element ? host_sum_number(walk->sums, element->size) : NULL,
			.reads = cuda->effect != IR_MEMORY_WRITE,
			.writes = !only_reads,
			.is_atomic = true,
			.expr = expr->call->object};
		struct host_op *op = walk_op(walk, HOST_ACCESS, expr);
		op->accesses = access;
		op->access_count = 1;
		op->object = place.object;
	}
	if (!only_reads)
		object_forget(walk, place.object);
	return true;
}
