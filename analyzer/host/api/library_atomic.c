/* Atomic objects of libcu++ and of the standard library: their methods touch the object itself, in a known
 * way. An atomic_ref keeps the pointer to what it refers to in its first cell. */
#include "analyzer/host/api/library.h"

#include <string.h>

static bool is_named(const struct ir_type *type, const char *name)
{
	const char *last = type && type->kind == IR_TYPE_RECORD && type->record && type->record->is_system
				   ? strrchr(type->record->name, ':')
				   : NULL;
	return last && !strcmp(last + 1, name);
}

static bool is_ref(const struct ir_type *type)
{
	return is_named(type, "atomic_ref");
}

bool library_is_atomic(const struct ir_type *type)
{
	return is_ref(type) || is_named(type, "atomic") || is_named(type, "atomic_flag");
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

static bool only_reads(const char *name)
{
	static const char *const names[] = {"load", "wait", "test", "is_lock_free", NULL};
	bool is_conversion = !strncmp(name, "operator ", 9);
	return is_conversion || ir_is_one_of(name, names);
}

static bool only_writes(const char *name)
{
	static const char *const names[] = {"store", "operator=", "clear", NULL};
	return ir_is_one_of(name, names);
}

bool atomic_method(struct walk *walk, const struct ir_expr *expr, struct place place,
	const struct ir_type *type, struct host_value *result)
{
	const char *name = expr->call->name;
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
	if (!strncmp(name, "notify", 6))
		return true;
	if (object_is_watched(place.object)) {
		struct host_access *access = ARENA_NEW(walk->arena, struct host_access);
		*access = (struct host_access){.object = place.object,
			.offset = place.offset,
			.size = element ? host_sum_number(walk->sums, element->size) : NULL,
			.reads = !only_writes(name),
			.writes = !only_reads(name),
			.is_atomic = true,
			.expr = expr->call->object};
		struct host_op *op = walk_op(walk, HOST_ACCESS, expr);
		op->accesses = access;
		op->access_count = 1;
		op->object = place.object;
	}
	if (!only_reads(name))
		object_forget(walk, place.object);
	return true;
}
