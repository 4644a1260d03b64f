/* CU621 size-product-overflow: a product of 32-bit extents that passes 2^31 and is used as a number of bytes
 * or of elements, or as a grid: it wraps before it is widened.
 *
 * Only where the values are known. What is known of sizes that come from elsewhere is CU108's. */
#include "analyzer/rule/rule.h"

static bool is_narrow(const struct ir_type *type)
{
	return type && type->kind == IR_TYPE_INT && type->size == 4;
}

struct overflow {
	const struct pass *pass;
	const struct ir_expr *expr;
	int64_t value;
};

static bool exact_operand(const struct pass *pass, const struct ir_expr *expr, int64_t *value)
{
	return ir_fold_int_called(pass_query(pass), expr, value);
}

/* The first product below that leaves its 32 bits. */
static bool find_overflow(struct overflow *overflow, const struct ir_expr *expr)
{
	int64_t left, right, product;
	for (size_t i = 0; i < expr->operand_count; i++)
		if (expr->operands[i] && expr->kind != IR_SIZEOF &&
			find_overflow(overflow, expr->operands[i]))
			return true;
	if (expr->kind != IR_BINARY || expr->op != IR_OP_MUL || !is_narrow(ir_type_value(expr->type)) ||
		!exact_operand(overflow->pass, expr->operands[0], &left) ||
		!exact_operand(overflow->pass, expr->operands[1], &right) ||
		__builtin_mul_overflow(left, right, &product))
		return false;
	int64_t most = ir_type_value(expr->type)->is_signed ? INT32_MAX : (int64_t)UINT32_MAX;
	if (product >= INT32_MIN && product <= most)
		return false;
	overflow->expr = expr;
	overflow->value = product;
	return true;
}

static void check(struct pass *pass, const struct ir_expr *expr, const char *what)
{
	struct overflow overflow = {.pass = pass};
	if (!expr || !find_overflow(&overflow, expr))
		return;
	struct finding *finding = pass_report(pass, overflow.expr->range,
		"`%s` is %lld, which passes 32 bits before it is used as %s: widen an operand to size_t first",
		pass_text(pass, overflow.expr->range), (long long)overflow.value, what);
	finding->severity = SEVERITY_ERROR;
	const struct ir_expr *first = ir_strip_casts(overflow.expr->operands[0]);
	if (first->kind != IR_VAR)
		return;
	struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "widen it");
	fix_replace(pass, fix, first->range, "(size_t)%s", pass_text(pass, first->range));
}

static void on_call(struct pass *pass, const struct ir_expr *expr)
{
	if (expr->kind != IR_CALL || expr->call->object)
		return;
	const struct cuda_call *call = cuda_call_of(expr->call->name, expr->operand_count);
	for (size_t i = 0; call && call->roles[i] && i < expr->operand_count; i++)
		if (call->roles[i] == 'n' || call->roles[i] == 'z' || call->roles[i] == 'W' ||
			call->roles[i] == 'H')
			check(pass, expr->operands[i], "a number of bytes");
}

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	check(pass, launch->grid, "a grid");
}

const struct rule rule_size_product_overflow = {
	.code = "CU621",
	.name = "size-product-overflow",
	.severity = SEVERITY_WARNING,
	.since = "0.1.0",
	.summary = "Product of extents wraps before it is a size",
	.hooks = {.call = on_call, .launch = on_launch},
};
