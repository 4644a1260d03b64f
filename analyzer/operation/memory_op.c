/* What operations do to memory, by name: CUDA's atomic functions and cache operators, the __nv_atomic and
 * GCC builtins, libcu++'s atomics and semaphores, assignments, and inline PTX. */
#include <stdlib.h>
#include <string.h>

#include "analyzer/operation/memory.h"
#include "analyzer/value/fold.h"
#include "analyzer/value/rounding.h"

static bool begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

static bool is_among(const char *name, const char *const *names)
{
	for (; *names; names++)
		if (!strcmp(name, *names))
			return true;
	return false;
}

static const struct ir_expr *operand(const struct ir_expr *expr, size_t index)
{
	return index < expr->operand_count ? expr->operands[index] : NULL;
}

/* `atomicCAS` of atomicCAS_block and atomicCAS_system. */
static bool is_named(const char *name, const char *base)
{
	size_t length = strlen(base);
	return !strncmp(name, base, length) &&
	       (!name[length] || !strcmp(name + length, "_block") || !strcmp(name + length, "_system"));
}

/* An update that changes nothing is a way to read. */
static bool is_idle(const char *name, const struct ir_expr *value)
{
	int64_t amount;
	if (!value || !ir_fold_int(value, &amount))
		return false;
	bool is_and = begins(name, "atomicAnd");
	bool is_limit = begins(name, "atomicMax") || begins(name, "atomicMin") || begins(name, "atomicInc") ||
			begins(name, "atomicDec");
	return is_and ? amount == -1 || amount == UINT32_MAX : !is_limit && amount == 0;
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

static bool atomic_function(const struct ir_expr *expr, const char *name, struct ir_memory_op *out)
{
	static const char *const updates[] = {"atomicAdd", "atomicSub", "atomicOr", "atomicXor", "atomicAnd",
		"atomicMax", "atomicMin", "atomicInc", "atomicDec"};
	if (is_named(name, "atomicCAS")) {
		out->expected = operand(expr, 1);
		out->value = operand(expr, 2);
		out->effect = is_idle_cas(out->expected, out->value) ? IR_MEMORY_READ : IR_MEMORY_CAS;
		return true;
	}
	out->value = operand(expr, 1);
	if (is_named(name, "atomicExch")) {
		out->effect = IR_MEMORY_EXCHANGE;
		return true;
	}
	for (size_t i = 0; i < sizeof updates / sizeof *updates; i++)
		if (is_named(name, updates[i])) {
			out->effect = is_idle(name, out->value) ? IR_MEMORY_READ : IR_MEMORY_ADD;
			return true;
		}
	return false;
}

/* __nv_atomic_load_n, __atomic_store_n, cuda::std::atomic_exchange, __ldcg, ... on a pointer. */
static bool free_function(const struct ir_expr *expr, const char *name, struct ir_memory_op *out)
{
	static const char *const loads[] = {"__ldcg", "__ldcv", "__ldca", "__ldcs", "__ldlu", NULL};
	static const char *const stores[] = {"__stcg", "__stwt", "__stwb", "__stcs", NULL};
	static const char *const reductions[] = {"add", "sub", "and", "or", "xor", "min", "max", NULL};
	const char *atomic = strstr(name, "atomic_");
	out->value = operand(expr, 1);
	if (is_among(name, loads)) {
		out->effect = IR_MEMORY_READ;
		return true;
	}
	if (is_among(name, stores)) {
		out->effect = IR_MEMORY_WRITE;
		return true;
	}
	if (!atomic)
		return false;
	atomic += strlen("atomic_");
	if (begins(atomic, "load") || begins(atomic, "flag_test_explicit") || !strcmp(atomic, "flag_test"))
		out->effect = IR_MEMORY_READ;
	else if (begins(atomic, "store") || begins(atomic, "flag_clear"))
		out->effect = IR_MEMORY_WRITE;
	else if (begins(atomic, "exchange") || begins(atomic, "flag_test_and_set"))
		out->effect = IR_MEMORY_EXCHANGE;
	else if (begins(atomic, "compare_exchange")) {
		out->effect = IR_MEMORY_CAS;
		out->expected = operand(expr, 1);
		out->value = operand(expr, 2);
		out->expected_is_updated = true;
	} else if (begins(atomic, "fetch_") || (begins(name, "__nv_atomic_") && is_among(atomic, reductions)))
		out->effect = IR_MEMORY_ADD;
	else
		return false;
	return true;
}

static const char *record_of(const struct ir_expr *object)
{
	const struct ir_type *type = object ? ir_type_value(object->type) : NULL;
	if (type && type->kind == IR_TYPE_POINTER)
		type = ir_type_value(type->element);
	return type && type->kind == IR_TYPE_RECORD && type->record ? type->record->name : "";
}

static bool semaphore_method(const char *name, struct ir_memory_op *out)
{
	out->is_wait = !strcmp(name, "acquire");
	if (out->is_wait || begins(name, "try_acquire"))
		out->effect = IR_MEMORY_EXCHANGE;
	else if (!strcmp(name, "release"))
		out->effect = IR_MEMORY_ADD;
	else
		return false;
	return true;
}

static bool atomic_method(const struct ir_expr *expr, const char *name, struct ir_memory_op *out)
{
	/* the object of an operator may be listed among its operands */
	size_t first = expr->operand_count && expr->operands[0] == expr->call->object ? 1 : 0;
	out->value = operand(expr, first);
	bool is_conversion = begins(name, "operator "); /* to the value: operators of symbols have no space */
	if (!strcmp(name, "load") || !strcmp(name, "test") || is_conversion) {
		out->effect = IR_MEMORY_READ;
		out->value = NULL;
	} else if (!strcmp(name, "wait")) {
		out->effect = IR_MEMORY_READ;
		out->is_wait = true;
		out->expected = out->value;
	} else if (!strcmp(name, "store") || !strcmp(name, "operator=") || !strcmp(name, "clear")) {
		out->effect = IR_MEMORY_WRITE;
	} else if (!strcmp(name, "exchange") || !strcmp(name, "test_and_set")) {
		out->effect = IR_MEMORY_EXCHANGE;
	} else if (begins(name, "compare_exchange")) {
		out->effect = IR_MEMORY_CAS;
		out->expected = operand(expr, first);
		out->value = operand(expr, first + 1);
		out->expected_is_updated = true;
	} else if (begins(name, "fetch_") || begins(name, "operator")) {
		out->effect = IR_MEMORY_ADD;
	} else {
		return false;
	}
	return true;
}

/* Memory behind a pointer or object that a call is given. */
static bool given(const struct ir_expr *expr, struct ir_memory *memory)
{
	if (!ir_memory_of(expr, memory))
		return false;
	const struct ir_var *var = memory->var;
	bool is_own = var && (var->storage == IR_LOCAL || var->storage == IR_PARAM) &&
		      var->type->kind != IR_TYPE_POINTER && var->type->kind != IR_TYPE_REFERENCE &&
		      !(var->type->record && strstr(var->type->record->name, "atomic_ref"));
	memory->is_shared_with_others |= !is_own;
	return true;
}

bool ir_memory_call(const struct ir_expr *expr, struct ir_memory_op *out, const struct ir_expr **target)
{
	const struct ir_call *call = expr->call;
	const struct ir_function *function = call->function;
	const char *record = record_of(call->object);
	if (function && function->body)
		return false;
	*target = call->object;
	if (strstr(record, "semaphore"))
		return semaphore_method(call->name, out);
	if (strstr(record, "atomic"))
		return atomic_method(expr, call->name, out);
	if (call->object || !expr->operand_count)
		return false;
	*target = expr->operands[0];
	return atomic_function(expr, call->name, out) || free_function(expr, call->name, out);
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
