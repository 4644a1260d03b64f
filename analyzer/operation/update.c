/* Tells by names: atomicAdd_block, fetch_add, operator+=. */
#include "analyzer/operation/update.h"

#include <string.h>

#include "analyzer/operation/order.h"

struct named {
	const char *name;
	enum ir_update_kind kind;
};

static const struct named functions[] = {{"Add", IR_UPDATE_ADD}, {"Sub", IR_UPDATE_SUB},
	{"Min", IR_UPDATE_MIN}, {"Max", IR_UPDATE_MAX}, {"And", IR_UPDATE_AND}, {"Or", IR_UPDATE_OR},
	{"Xor", IR_UPDATE_XOR}, {"Inc", IR_UPDATE_WRAP}, {"Dec", IR_UPDATE_WRAP},
	{"Exch", IR_UPDATE_EXCHANGE}, {"CAS", IR_UPDATE_COMPARE}};

static const struct named members[] = {{"fetch_add", IR_UPDATE_ADD}, {"fetch_sub", IR_UPDATE_SUB},
	{"fetch_min", IR_UPDATE_MIN}, {"fetch_max", IR_UPDATE_MAX}, {"fetch_and", IR_UPDATE_AND},
	{"fetch_or", IR_UPDATE_OR}, {"fetch_xor", IR_UPDATE_XOR}, {"exchange", IR_UPDATE_EXCHANGE},
	{"compare_exchange_weak", IR_UPDATE_COMPARE}, {"compare_exchange_strong", IR_UPDATE_COMPARE},
	{"operator++", IR_UPDATE_ADD}, {"operator--", IR_UPDATE_SUB}, {"operator+=", IR_UPDATE_ADD},
	{"operator-=", IR_UPDATE_SUB}, {"operator&=", IR_UPDATE_AND}, {"operator|=", IR_UPDATE_OR},
	{"operator^=", IR_UPDATE_XOR}};

static const struct ir_expr *operand(const struct ir_expr *expr, size_t index)
{
	return index < expr->operand_count ? expr->operands[index] : NULL;
}

static bool is_order(const struct ir_expr *expr)
{
	const struct ir_type *type = expr ? ir_type_value(expr->type) : NULL;
	return type && type->name && strstr(type->name, "memory_order");
}

/* `x++` is called with an operand that means nothing. */
static bool is_step(const char *name)
{
	return !strcmp(name, "operator++") || !strcmp(name, "operator--");
}

static bool member_update(const struct ir_expr *expr, struct ir_update *out)
{
	const struct ir_call *call = expr->call;
	const struct ir_type *type = ir_type_value(call->object->type);
	struct ir_atomic atomic;
	if (type->kind == IR_TYPE_POINTER)
		type = ir_type_value(type->element);
	const struct ir_record *record = type->kind == IR_TYPE_RECORD ? type->record : NULL;
	if (!record || !record->arg_count || !record->args[0].type || !ir_atomic_of(expr, &atomic) ||
		!atomic.is_object)
		return false;
	for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
		if (strcmp(members[i].name, call->name) != 0)
			continue;
		/* the object of an operator may be listed among its operands */
		size_t first = operand(expr, 0) == call->object ? 1 : 0;
		out->kind = members[i].kind;
		out->element = ir_type_value(record->args[0].type);
		out->first = is_step(call->name) ? NULL : operand(expr, first);
		out->amount = out->kind == IR_UPDATE_COMPARE ? operand(expr, first + 1) : out->first;
		out->amount = is_order(out->amount) ? NULL : out->amount;
		out->is_member = true;
		return true;
	}
	return false;
}

bool ir_update_of(const struct ir_expr *expr, struct ir_update *out)
{
	*out = (struct ir_update){0};
	if (expr->kind != IR_CALL)
		return false;
	if (expr->call->object)
		return member_update(expr, out);
	if (strncmp(expr->call->name, "atomic", 6) != 0 || !expr->operand_count)
		return false;
	const char *name = expr->call->name + 6;
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		size_t length = strlen(functions[i].name);
		if (strncmp(functions[i].name, name, length) != 0 || (name[length] && name[length] != '_'))
			continue;
		const struct ir_type *pointer = ir_type_value(expr->operands[0]->type);
		out->kind = functions[i].kind;
		out->element = pointer->element ? ir_type_value(pointer->element) : pointer;
		out->first = operand(expr, 1);
		out->amount = out->kind == IR_UPDATE_COMPARE ? operand(expr, 2) : out->first;
		return true;
	}
	return false;
}
