/* Reads scope and order from types, arguments, names and PTX qualifiers. */
#include "analyzer/operation/order.h"

#include <string.h>

#include "analyzer/value/fold.h"

/* cuda::std::memory_order and __NV_ATOMIC_* count alike. */
static enum ir_order order_of_number(int64_t number)
{
	static const enum ir_order orders[] = {IR_ORDER_RELAXED, IR_ORDER_ACQUIRE, IR_ORDER_ACQUIRE,
		IR_ORDER_RELEASE, IR_ORDER_ACQ_REL, IR_ORDER_SEQ_CST};
	bool is_known = number >= 0 && number < (int64_t)(sizeof orders / sizeof *orders);
	return is_known ? orders[number] : IR_ORDER_UNKNOWN;
}

/* cuda::thread_scope */
static enum ir_scope scope_of_number(int64_t number)
{
	switch (number) {
	case 0: return IR_SCOPE_SYSTEM;
	case 1: return IR_SCOPE_DEVICE;
	case 2: return IR_SCOPE_BLOCK;
	case 10: return IR_SCOPE_THREAD;
	default: return IR_SCOPE_UNKNOWN;
	}
}

/* __NV_THREAD_SCOPE_* */
static enum ir_scope scope_of_builtin(int64_t number)
{
	static const enum ir_scope scopes[] = {
		IR_SCOPE_THREAD, IR_SCOPE_BLOCK, IR_SCOPE_CLUSTER, IR_SCOPE_DEVICE, IR_SCOPE_SYSTEM};
	bool is_known = number >= 0 && number < (int64_t)(sizeof scopes / sizeof *scopes);
	return is_known ? scopes[number] : IR_SCOPE_UNKNOWN;
}

/* ---- libcu++ --------------------------------------------------------------------------------- */

static const struct ir_record *record_behind(const struct ir_type *type)
{
	type = type ? ir_type_value(type) : NULL;
	while (type && (type->kind == IR_TYPE_POINTER || type->kind == IR_TYPE_ARRAY))
		type = ir_type_value(type->element);
	return type && type->kind == IR_TYPE_RECORD ? type->record : NULL;
}

enum ir_scope ir_type_scope(const struct ir_type *type)
{
	const struct ir_record *record = record_behind(type);
	const struct cuda_type *cuda = record ? record->cuda : NULL;
	if (!cuda || !cuda->scope_at || cuda->scope_at > record->arg_count)
		return cuda ? cuda->scope : IR_SCOPE_UNKNOWN;
	const struct ir_template_arg *arg = &record->args[cuda->scope_at - 1];
	return arg->is_value ? scope_of_number(arg->value) : IR_SCOPE_UNKNOWN;
}

bool ir_is_memory_order(const struct ir_expr *expr)
{
	const struct ir_type *type = expr ? ir_type_value(expr->type) : NULL;
	return type && type->name &&
	       strstr(type->name, "memory_order"); /* an enumeration has only its name */
}

/* The first argument that is a memory_order; NULL: none. */
static const struct ir_expr *order_argument(const struct ir_expr *call)
{
	for (size_t i = 0; i < call->operand_count; i++)
		if (ir_is_memory_order(call->operands[i]))
			return call->operands[i];
	return NULL;
}

static enum ir_order folded_order(const struct ir_expr *argument)
{
	int64_t number;
	return ir_fold_int(argument, &number) ? order_of_number(number) : IR_ORDER_UNKNOWN;
}

static void libcu_order(const struct ir_expr *call, struct ir_atomic *out)
{
	const struct ir_expr *argument = order_argument(call);
	out->is_default_order = !argument;
	out->order = argument ? folded_order(argument) : IR_ORDER_SEQ_CST;
}

static bool libcu_atomic(const struct ir_expr *call, const struct ir_expr *where, struct ir_atomic *out)
{
	const struct ir_record *record = record_behind(where->type);
	if (!record || !record->cuda || !record->cuda->is_libcu)
		return false;
	out->scope = ir_type_scope(where->type);
	out->is_object = where == call->call->object;
	if (record->cuda->family == CUDA_SEMAPHORE) {
		out->dialect = IR_DIALECT_SEMAPHORE;
		out->order = out->op.effect == IR_MEMORY_ADD ? IR_ORDER_RELEASE : IR_ORDER_ACQUIRE;
		return true;
	}
	out->dialect = IR_DIALECT_LIBCU;
	libcu_order(call, out);
	return true;
}

/* ---- functions ------------------------------------------------------------------------------- */

/* Behind the order, which a compare-and-swap has two of, stands the scope. */
static void builtin_how(const struct ir_expr *call, enum ir_order *order, enum ir_scope *scope)
{
	int64_t number;
	const struct cuda_function *cuda = ir_cuda(call);
	size_t at = cuda->order;
	*order = at < call->operand_count ? folded_order(call->operands[at]) : IR_ORDER_UNKNOWN;
	at += cuda->effect == IR_MEMORY_CAS ? 2 : 1;
	*scope = IR_SCOPE_SYSTEM;
	if (at < call->operand_count)
		*scope = ir_fold_int(call->operands[at], &number) ? scope_of_builtin(number)
								  : IR_SCOPE_UNKNOWN;
}

bool ir_atomic_of(const struct ir_expr *expr, struct ir_atomic *out)
{
	const struct cuda_function *cuda = ir_cuda(expr);
	*out = (struct ir_atomic){0};
	if (expr->kind != IR_CALL || !ir_memory_op(expr, &out->op))
		return false;
	out->where = expr->call->object ? expr->call->object : expr->operands[0];
	if (libcu_atomic(expr, out->where, out))
		return true;
	out->dialect = cuda->dialect;
	if (cuda->dialect == IR_DIALECT_BUILTIN) {
		builtin_how(expr, &out->order, &out->scope);
		return true;
	}
	out->order = IR_ORDER_RELAXED;
	out->is_default_order = true;
	out->scope = cuda->scope;
	return cuda->dialect == IR_DIALECT_CUDA;
}

static void libcu_fence(const struct ir_expr *call, struct ir_fence *out)
{
	int64_t number;
	out->order = folded_order(call->operands[0]);
	out->is_default_scope = call->operand_count < 2;
	out->scope = IR_SCOPE_SYSTEM;
	if (call->operand_count > 1)
		out->scope =
			ir_fold_int(call->operands[1], &number) ? scope_of_number(number) : IR_SCOPE_UNKNOWN;
}

bool ir_fence_of(const struct ir_expr *expr, struct ir_fence *out)
{
	const struct cuda_function *cuda = ir_cuda(expr);
	*out = (struct ir_fence){.dialect = cuda->dialect, .order = IR_ORDER_SEQ_CST, .scope = cuda->scope};
	if (expr->kind != IR_CALL || expr->call->object || cuda->op != CUDA_FENCE)
		return false;
	const struct ir_function *function = expr->call->function;
	if (function && function->body)
		return false;
	switch (cuda->dialect) {
	case IR_DIALECT_CUDA: return true;
	case IR_DIALECT_BUILTIN:
		builtin_how(expr, &out->order, &out->scope);
		out->is_default_scope = expr->operand_count < 2;
		return true;
	case IR_DIALECT_LIBCU:
		if (expr->operand_count)
			libcu_fence(expr, out);
		return expr->operand_count > 0;
	default: return false;
	}
}

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

/* ---- inline PTX ------------------------------------------------------------------------------ */

struct qualifier {
	const char *word;
	int value;
};

/* The value of the qualifier that stands in the instruction at `text`; `otherwise` when there is none. */
static int qualifier(const char *text, const struct qualifier *qualifiers, int otherwise)
{
	size_t length = strcspn(text, " \t;");
	for (; qualifiers->word; qualifiers++) {
		const char *at = strstr(text, qualifiers->word);
		size_t size = strlen(qualifiers->word);
		if (at && (size_t)(at - text) + size <= length && strchr(". \t;", at[size]))
			return qualifiers->value;
	}
	return otherwise;
}

static const struct qualifier scopes[] = {{".cta", IR_SCOPE_BLOCK}, {".cluster", IR_SCOPE_CLUSTER},
	{".gpu", IR_SCOPE_DEVICE}, {".gl", IR_SCOPE_DEVICE}, {".sys", IR_SCOPE_SYSTEM}, {NULL, 0}};

static const struct qualifier orders[] = {{".relaxed", IR_ORDER_RELAXED}, {".acquire", IR_ORDER_ACQUIRE},
	{".release", IR_ORDER_RELEASE}, {".acq_rel", IR_ORDER_ACQ_REL}, {".sc", IR_ORDER_SEQ_CST},
	{".mmio", IR_ORDER_RELAXED}, {NULL, 0}};

/* Where an instruction begins that starts with `opcode`. */
static const char *find_instruction(const char *text, const char *opcode)
{
	for (const char *at = strstr(text, opcode); at; at = strstr(at + 1, opcode))
		if (at == text || strchr(" \t\n;{", at[-1]))
			return at;
	return NULL;
}

bool ir_atomic_asm(const struct ir_stmt *stmt, struct ir_atomic *out)
{
	static const char *const opcodes[] = {"atom.", "red.", "ld.", "st."};
	*out = (struct ir_atomic){.dialect = IR_DIALECT_PTX};
	if (!ir_memory_op_asm(stmt, &out->op))
		return false;
	for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++) {
		const char *at = find_instruction(stmt->assembly->text, opcodes[i]);
		if (!at)
			continue;
		int order = qualifier(at, orders, i < 2 ? IR_ORDER_RELAXED : IR_ORDER_UNKNOWN);
		out->order = (enum ir_order)order;
		out->scope = (enum ir_scope)qualifier(at, scopes, IR_SCOPE_DEVICE);
		return order != IR_ORDER_UNKNOWN;
	}
	return false;
}

bool ir_fence_asm(const struct ir_stmt *stmt, struct ir_fence *out)
{
	const char *text = stmt->kind == IR_ASM && stmt->assembly ? stmt->assembly->text : NULL;
	*out = (struct ir_fence){.dialect = IR_DIALECT_PTX};
	const char *fence = text ? find_instruction(text, "fence.") : NULL;
	const char *membar = text ? find_instruction(text, "membar.") : NULL;
	if (fence && (begins(fence, "fence.proxy") || begins(fence, "fence.mbarrier")))
		fence = NULL;
	if (!fence && !membar)
		return false;
	out->scope = (enum ir_scope)qualifier(fence ? fence : membar, scopes, IR_SCOPE_UNKNOWN);
	out->order = fence ? (enum ir_order)qualifier(fence, orders, IR_ORDER_ACQ_REL) : IR_ORDER_SEQ_CST;
	return true;
}
