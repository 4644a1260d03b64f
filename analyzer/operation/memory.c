/* Follows an address back to the variable it starts from: through casts, subscripts, members, pointer
 * arithmetic, locals that are set once and atomic_ref objects. */
#include "analyzer/operation/memory.h"

#include <string.h>

enum { MAX_STEPS = 64 };

static bool is_pointer(const struct ir_type *type)
{
	type = ir_type_value(type);
	return type && (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY);
}

/* Whether taking an element of `expr` goes through a pointer, and not into an array that is there. */
static bool is_behind_pointer(const struct ir_expr *expr)
{
	expr = ir_strip(expr);
	const struct ir_type *type = ir_type_value(expr->type);
	return !type || type->kind != IR_TYPE_ARRAY;
}

static bool is_atomic_ref(const struct ir_type *type)
{
	return type->kind == IR_TYPE_RECORD && ir_cuda_type(type)->family == CUDA_ATOMIC_REF;
}

static bool is_followed(const struct ir_var *var)
{
	if (var->storage != IR_LOCAL || !var->init)
		return false;
	if (var->type->kind == IR_TYPE_REFERENCE)
		return true;
	if (var->type->kind == IR_TYPE_RECORD)
		return is_atomic_ref(var->type);
	return is_pointer(var->type) && var->type->kind != IR_TYPE_ARRAY && !var->is_assigned;
}

/* Calls that hand on the address of what they are called with: CUDA's, and those of C++ and of whoever names
 * his own alike. */
static const struct ir_expr *handed_on(const struct ir_expr *call)
{
	static const char *const names[] = {"operator[]", "operator*", "operator->", "operator&", "get",
		"data", "addressof", "raw_pointer_cast", "at", "launder", "forward", "move", NULL};
	enum cuda_address address = ir_cuda(call)->address;
	bool is_address = address == CUDA_ADDRESS_TO_SHARED || address == CUDA_ADDRESS_TO_GLOBAL ||
			  address == CUDA_ADDRESS_REMOTE;
	if (!is_address && !ir_is_one_of(call->call->name, names))
		return NULL;
	return call->call->object ? call->call->object : call->operand_count ? call->operands[0] : NULL;
}

static void set_index(struct ir_memory *memory, const struct ir_expr *index)
{
	if (!memory->index)
		memory->index = index;
}

static bool is_visible_storage(enum ir_storage storage)
{
	return storage == IR_DEVICE || storage == IR_MANAGED || storage == IR_SHARED ||
	       storage == IR_EXTERN_SHARED || storage == IR_GLOBAL;
}

static bool end_at_var(struct ir_memory *memory, const struct ir_var *var)
{
	bool is_local = var->storage == IR_LOCAL || var->storage == IR_STATIC_LOCAL;
	memory->var = var;
	if (is_visible_storage(var->storage))
		memory->is_shared_with_others = true;
	else if (var->storage == IR_PARAM &&
		 (var->type->kind == IR_TYPE_REFERENCE || is_atomic_ref(var->type)))
		memory->is_shared_with_others = true;
	else if (var->storage == IR_CONSTANT || var->storage == IR_BUILTIN)
		memory->is_shared_with_others = false;
	else if (is_local && var->type->kind == IR_TYPE_ARRAY)
		memory->is_shared_with_others = false;
	return true;
}

/* One step towards the start of the address; NULL when `memory` is complete or *lost. */
static const struct ir_expr *step(struct ir_memory *memory, const struct ir_expr *expr, bool *lost)
{
	*lost = false;
	switch (expr->kind) {
	case IR_CAST: return expr->operands[0];
	case IR_UNARY:
		if (expr->op == IR_OP_DEREF)
			memory->is_shared_with_others |= is_behind_pointer(expr->operands[0]);
		*lost = expr->op != IR_OP_DEREF && expr->op != IR_OP_ADDRESS;
		return *lost ? NULL : expr->operands[0];
	case IR_INDEX:
		set_index(memory, expr->operands[1]);
		memory->is_shared_with_others |= is_behind_pointer(expr->operands[0]);
		return expr->operands[0];
	case IR_BINARY:
		*lost = (expr->op != IR_OP_ADD && expr->op != IR_OP_SUB) || !is_pointer(expr->type);
		if (*lost)
			return NULL;
		bool left = is_pointer(expr->operands[0]->type);
		set_index(memory, expr->operands[left ? 1 : 0]);
		return expr->operands[left ? 0 : 1];
	case IR_MEMBER:
		if (!memory->field)
			memory->field = expr->member.name;
		memory->is_shared_with_others |= expr->is_arrow && is_behind_pointer(expr->operands[0]);
		return expr->operands[0];
	case IR_THIS: memory->is_this = memory->is_shared_with_others = true; return NULL;
	case IR_VAR:
		if (is_followed(expr->var)) {
			bool is_reference = expr->var->type->kind == IR_TYPE_RECORD;
			const struct ir_expr *init = ir_strip_casts(expr->var->init);
			memory->is_shared_with_others |= is_reference;
			return init;
		}
		end_at_var(memory, expr->var);
		return NULL;
	case IR_CONSTRUCT:
	case IR_INIT_LIST: *lost = expr->operand_count != 1; return *lost ? NULL : expr->operands[0];
	case IR_CALL: {
		const struct ir_expr *next = handed_on(expr);
		if (next && !strcmp(expr->call->name, "operator[]") && expr->operand_count)
			set_index(memory, expr->operands[expr->operand_count - 1]);
		*lost = !next;
		return next;
	}
	default: *lost = true; return NULL;
	}
}

bool ir_memory_of(const struct ir_expr *expr, struct ir_memory *out)
{
	bool lost = false;
	*out = (struct ir_memory){.source = expr};
	for (unsigned steps = 0; expr && steps < MAX_STEPS; steps++)
		expr = step(out, expr, &lost);
	return !lost && !expr && (out->var || out->is_this);
}

bool ir_same_memory(const struct ir_memory *a, const struct ir_memory *b)
{
	if (a->var != b->var || a->is_this != b->is_this)
		return false;
	if (!a->field || !b->field)
		return !a->field && !b->field;
	return !strcmp(a->field, b->field);
}
