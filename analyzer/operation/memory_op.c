/* What operations do to memory: CUDA's atomic functions and cache operators, the __nv_atomic and GCC
 * builtins, libcu++'s atomics and semaphores, assignments, and inline PTX. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/operation/memory.h"
#include "analyzer/value/fold.h"
#include "analyzer/value/rounding.h"

static const struct ir_expr *operand(const struct ir_expr *expr, size_t index)
{
	return index < expr->operand_count ? expr->operands[index] : NULL;
}

/* An update that changes nothing is a way to read. */
static bool is_idle(enum ir_update_kind update, const struct ir_expr *value)
{
	int64_t amount;
	if (!value || !ir_fold_int(value, &amount))
		return false;
	switch (update) {
	case IR_UPDATE_AND: return amount == -1 || amount == UINT32_MAX;
	case IR_UPDATE_ADD:
	case IR_UPDATE_SUB:
	case IR_UPDATE_OR:
	case IR_UPDATE_XOR: return amount == 0;
	default: return false;
	}
}

static bool is_idle_cas(const struct ir_expr *expected, const struct ir_expr *value)
{
	int64_t a, b;
	if (!expected || !value)
		return false;
	if (ir_fold_int(expected, &a) && ir_fold_int(value, &b))
		return a == b;
	return ir_same_expr(ir_strip_casts(expected), ir_strip_casts(value));
}

/* A function on a pointer: atomicAdd, __nv_atomic_load_n, cuda::std::atomic_exchange, __ldcg. */
static void function_op(
	const struct ir_expr *expr, const struct cuda_function *cuda, struct ir_memory_op *out)
{
	bool is_cas = cuda->effect == IR_MEMORY_CAS, is_cuda = cuda->dialect == IR_DIALECT_CUDA;
	out->value = operand(expr, is_cas ? 2 : 1);
	out->expected = is_cas ? operand(expr, 1) : NULL;
	out->expected_is_updated = is_cas && !is_cuda;
	if (is_cuda && (is_cas ? is_idle_cas(out->expected, out->value) : is_idle(cuda->update, out->value)))
		out->effect = IR_MEMORY_READ;
}

static void method_op(const struct ir_expr *expr, const struct cuda_function *cuda, struct ir_memory_op *out)
{
	/* the object of an operator may be listed among its operands */
	size_t first = expr->operand_count && expr->operands[0] == expr->call->object ? 1 : 0;
	out->is_wait = cuda->waits;
	if (cuda->dialect == IR_DIALECT_SEMAPHORE)
		return;
	if (cuda->waits || cuda->effect == IR_MEMORY_CAS)
		out->expected = operand(expr, first);
	out->expected_is_updated = cuda->effect == IR_MEMORY_CAS;
	if (cuda->effect != IR_MEMORY_READ || cuda->waits)
		out->value = operand(expr, cuda->effect == IR_MEMORY_CAS ? first + 1 : first);
}

/* Memory behind a pointer or object that a call is given. */
static bool given(const struct ir_expr *expr, struct ir_memory *memory)
{
	if (!ir_memory_of(expr, memory))
		return false;
	const struct ir_var *var = memory->var;
	bool is_own = var && (var->storage == IR_LOCAL || var->storage == IR_PARAM) &&
		      var->type->kind != IR_TYPE_POINTER && var->type->kind != IR_TYPE_REFERENCE &&
		      ir_cuda_type(var->type)->family != CUDA_ATOMIC_REF;
	memory->is_shared_with_others |= !is_own;
	return true;
}

bool ir_memory_call(const struct ir_expr *expr, struct ir_memory_op *out, const struct ir_expr **target)
{
	const struct ir_call *call = expr->call;
	const struct ir_function *function = call->function;
	const struct cuda_function *cuda = ir_cuda(expr);
	if (!cuda->effect || cuda->cache == CUDA_CACHE_READ_ONLY || (function && function->body))
		return false;
	if (!call->object && (!expr->operand_count || (function && function->is_method)))
		return false;
	out->effect = cuda->effect;
	*target = call->object ? call->object : expr->operands[0];
	if (call->object)
		method_op(expr, cuda, out);
	else
		function_op(expr, cuda, out);
	return true;
}

static bool call_op(const struct ir_expr *expr, struct ir_memory_op *out)
{
	const struct ir_expr *target;
	return ir_memory_call(expr, out, &target) && given(target, &out->memory);
}

static bool is_volatile(const struct ir_expr *expr)
{
	return expr->type->is_volatile;
}

bool ir_memory_op(const struct ir_expr *expr, struct ir_memory_op *out)
{
	bool found = false;
	*out = (struct ir_memory_op){.expr = expr, .effect = IR_MEMORY_READ};
	switch (expr->kind) {
	case IR_CALL: found = call_op(expr, out); break;
	case IR_ASSIGN:
		out->effect = expr->op == IR_OP_NONE ? IR_MEMORY_WRITE : IR_MEMORY_ADD;
		out->value = expr->operands[1];
		out->is_plain = !is_volatile(expr->operands[0]);
		found = ir_memory_of(expr->operands[0], &out->memory);
		break;
	case IR_UNARY:
		if (expr->op == IR_OP_PRE_INC || expr->op == IR_OP_PRE_DEC || expr->op == IR_OP_POST_INC ||
			expr->op == IR_OP_POST_DEC) {
			out->effect = IR_MEMORY_ADD;
			found = ir_memory_of(expr->operands[0], &out->memory);
			break;
		}
		if (expr->op != IR_OP_DEREF)
			return false;
		out->is_plain = !is_volatile(expr);
		found = ir_memory_of(expr, &out->memory);
		break;
	case IR_INDEX:
	case IR_MEMBER:
	case IR_VAR:
		if (expr->type->kind == IR_TYPE_ARRAY || expr->type->kind == IR_TYPE_RECORD)
			return false;
		out->is_plain = !is_volatile(expr);
		found = ir_memory_of(expr, &out->memory);
		break;
	default: return false;
	}
	return found && out->memory.is_shared_with_others;
}

/* ---- inline PTX ------------------------------------------------------------------------------ */

/* The operand that the brackets of the first address name. */
static const struct ir_expr *asm_address(const struct ir_asm *assembly, const char *text)
{
	const char *bracket = strchr(text, '[');
	if (!bracket)
		return NULL;
	bracket += 1 + strspn(bracket + 1, " \t");
	if (*bracket != '%')
		return NULL;
	char *end;
	unsigned long index = strtoul(bracket + 1, &end, 10);
	return end != bracket + 1 && index < assembly->operand_count ? assembly->operands[index].expr : NULL;
}

static const struct ir_expr *asm_input(const struct ir_asm *assembly, const struct ir_expr *address, size_t n)
{
	for (size_t i = 0; i < assembly->operand_count; i++) {
		const struct ir_asm_operand *at = &assembly->operands[i];
		if (!at->is_output && at->expr != address && n-- == 0)
			return at->expr;
	}
	return NULL;
}

bool ir_memory_op_asm(const struct ir_stmt *stmt, struct ir_memory_op *out)
{
	const struct ir_asm *assembly = stmt->assembly;
	*out = (struct ir_memory_op){.assembly = stmt};
	if (!assembly || !assembly->text || strstr(assembly->text, "mbarrier"))
		return false;
	const char *text = assembly->text, *at;
	if ((at = strstr(text, "atom.")))
		out->effect = strstr(at, ".cas")    ? IR_MEMORY_CAS
			      : strstr(at, ".exch") ? IR_MEMORY_EXCHANGE
						    : IR_MEMORY_ADD;
	else if ((at = strstr(text, "red.")))
		out->effect = IR_MEMORY_ADD;
	else if ((at = strstr(text, "ld.")) && (at == text || at[-1] == ' ' || strchr("\n\t;{", at[-1])))
		out->effect = IR_MEMORY_READ;
	else if ((at = strstr(text, "st.")) && (at == text || at[-1] == ' ' || strchr("\n\t;{", at[-1])))
		out->effect = IR_MEMORY_WRITE;
	else
		return false;
	const struct ir_expr *address = asm_address(assembly, at);
	if (out->effect == IR_MEMORY_CAS)
		out->expected = asm_input(assembly, address, 0);
	if (out->effect != IR_MEMORY_READ)
		out->value = asm_input(assembly, address, out->effect == IR_MEMORY_CAS ? 1 : 0);
	if (!address || !ir_memory_of(address, &out->memory))
		return false;
	out->memory.is_shared_with_others = true;
	return true;
}
