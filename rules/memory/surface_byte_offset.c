/* CU138 surface-byte-offset: x of surf2Dread() and its kin counts bytes, y rows.
 *
 * Fires where x is a thread's index that nothing multiplies, for elements of more than a byte, and where y is
 * multiplied by the element's size. A helper's parameter is what all calls in the unit hand it. */
#include "analyzer/rule/rule.h"
#include "analyzer/value/rounding.h"

#include <string.h>

struct factors {
	const struct ir_query *query;
	const struct ir_function *function; /* that the expression stands in */
	bool is_by_thread, is_scaled;
};

enum { MOST_DEEP = 8 };

/* `threadIdx.x` as a built-in variable, whatever its member. */
static enum cuda_builtin builtin_of(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	return ir_builtin(expr->kind == IR_MEMBER ? expr->operands[0] : expr);
}

static bool is_block_start(const struct ir_expr *product)
{
	return builtin_of(product->operands[0]) != CUDA_NO_BUILTIN ||
	       builtin_of(product->operands[1]) != CUDA_NO_BUILTIN;
}

static void look(struct factors *factors, const struct ir_expr *expr, int depth);

/* A parameter of a device function: what is handed over in every call. False: it may be anything. */
static bool look_at_calls(struct factors *factors, const struct ir_var *param, int depth)
{
	const struct ir_function *function = factors->function;
	size_t index = 0;
	while (function && index < function->param_count && function->params[index] != param)
		index++;
	if (!function || index == function->param_count || function->is_kernel || param->is_assigned ||
		param->is_address_taken || depth > MOST_DEEP)
		return false;
	struct ir_call_sites calls = ir_callers(factors->query, function);
	for (size_t i = 0; i < calls.count; i++) {
		const struct ir_expr *call = calls.data[i]->expr;
		if (call->kind != IR_CALL || index >= call->operand_count || !call->operands[index] ||
			!calls.data[i]->caller)
			return false;
		struct factors one = {.query = factors->query, .function = calls.data[i]->caller};
		look(&one, call->operands[index], depth + 1);
		if (!one.is_by_thread || one.is_scaled)
			return false;
		factors->is_by_thread = true;
	}
	return calls.count > 0;
}

/* What isn't a sum of indices and products of built-in variables may count bytes already. */
static void look(struct factors *factors, const struct ir_expr *expr, int depth)
{
	expr = ir_look_through(expr);
	int64_t number;
	if (builtin_of(expr) != CUDA_NO_BUILTIN || ir_fold_int(expr, &number)) {
		factors->is_by_thread |= builtin_of(expr) == CUDA_THREAD_INDEX;
		return;
	}
	if (expr->kind == IR_VAR && expr->var->storage == IR_PARAM &&
		look_at_calls(factors, expr->var, depth))
		return;
	bool is_sum = expr->kind == IR_BINARY && (expr->op == IR_OP_ADD || expr->op == IR_OP_SUB);
	bool is_product = expr->kind == IR_BINARY && expr->op == IR_OP_MUL &&
			  !ir_fold_int(expr->operands[0], &number) &&
			  !ir_fold_int(expr->operands[1], &number) && is_block_start(expr);
	if (depth > MOST_DEEP || (!is_sum && !is_product)) {
		factors->is_scaled = true;
		return;
	}
	if (is_sum)
		for (size_t i = 0; i < 2; i++)
			look(factors, expr->operands[i], depth + 1);
}

/* A variable that is set once, or parts of a sum of such. */
static bool is_plain_index(const struct pass *pass, const struct ir_expr *expr)
{
	struct factors factors = {.query = pass_query(pass), .function = pass->function};
	look(&factors, expr, 0);
	return factors.is_by_thread && !factors.is_scaled;
}

static bool has_size(const struct ir_expr *expr, int64_t size)
{
	expr = ir_strip_casts(expr);
	int64_t number;
	return expr->kind == IR_BINARY && expr->op == IR_OP_MUL &&
	       (ir_strip_casts(expr->operands[0])->kind == IR_SIZEOF ||
		       ir_strip_casts(expr->operands[1])->kind == IR_SIZEOF) &&
	       (ir_fold_int(expr->operands[0], &number) || ir_fold_int(expr->operands[1], &number)) &&
	       number == size;
}

/* What is read or written: the call's result, the type of the value, or what the first pointer leads to. */
static const struct ir_type *element_of(const struct ir_expr *call, bool is_write, size_t *surface)
{
	const struct ir_type *first = call->operand_count ? ir_type_value(call->operands[0]->type) : NULL;
	*surface = 0;
	if (is_write) {
		*surface = 1;
		return first;
	}
	if (first && first->kind == IR_TYPE_POINTER) {
		*surface = 1;
		return first->element;
	}
	return call->type;
}

static void on_call(struct pass *pass, const struct ir_expr *expr)
{
	if (expr->kind != IR_CALL || expr->call->object || strncmp(expr->call->name, "surf", 4) != 0)
		return;
	bool is_write = strstr(expr->call->name, "write"), is_flat = strstr(expr->call->name, "1D");
	if (!is_write && !strstr(expr->call->name, "read"))
		return;
	size_t surface;
	const struct ir_type *type = element_of(expr, is_write, &surface);
	if (!type || type->size <= 1 || surface + 1 >= expr->operand_count)
		return;
	const struct ir_expr *x = expr->operands[surface + 1];
	if (is_plain_index(pass, x)) {
		const char *text = pass_text(pass, x->range);
		pass_report(pass, x->range,
			"x of `%s` counts bytes: thread by thread they are %lld bytes apart, `%s * sizeof(%s)`",
			expr->call->name, (long long)type->size, text, type->name);
		return;
	}
	const struct ir_expr *y =
		!is_flat && surface + 2 < expr->operand_count ? expr->operands[surface + 2] : NULL;
	if (y && has_size(y, type->size))
		pass_report(pass, y->range, "y of `%s` counts rows, only x counts bytes", expr->call->name);
}

const struct rule rule_surface_byte_offset = {
	.code = "CU138",
	.name = "surface-byte-offset",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Surface addressed in elements where bytes are asked for",
	.hooks = {.call = on_call},
};
