/* CU621 size-product-overflow: a product of 32-bit extents that passes 2^31 and is used as a number of bytes
 * or of elements, or as a grid: it wraps before it is widened.
 *
 * Where the values are known it is an error. Of sizes that only the run knows, a product of two that says how
 * much is allocated is told, as an info of the strict set: of plain parameters, members and variables that
 * nothing in the function holds below a constant.
 *
 * Also an unsigned `n - 1` in a grid where n is 0: it is an info where n is the function's parameter and
 * nothing looks at it, a warning where 0 is seen to come. */
#include "analyzer/rule/rule.h"
#include "analyzer/base/name.h"
#include "analyzer/value/rounding.h"
#include "rules/launch/common/wrapped_size.h"
#include "rules/memory/common/allocation.h"

#include <inttypes.h>
#include <string.h>

static const double LARGEST_MEMORY = 288e9; /* bytes of a B300, the most that a GPU has */

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
	if (allocation_is_told(pass, overflow.expr->range))
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

/* ---- sizes that only the run knows ----------------------------------------------------------- */

/* Numbers of these are small, whatever they are. */
static bool has_small_name(const char *name)
{
	static const char *const words[] = {"block", "thread", "stream", "device", "gpu", "warp", "grid",
		"rank", "iter", "step", "repeat", "trial", "tile", "size_of", "bytes_per", "elem_size", NULL};
	return name_has_any(name, words);
}

struct bound {
	const struct ir_var *var;
	const struct ir_field *field;
	bool is_found;
};

static bool is_about(const struct bound *bound, const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	return expr->kind == IR_VAR
		       ? expr->var == bound->var
		       : expr->kind == IR_MEMBER && bound->field && expr->member.field == bound->field;
}

static void look_for_bound(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct bound *bound = context;
	int64_t value;
	(void)path;
	bool compares = expr->kind == IR_BINARY && expr->op >= IR_OP_LT && expr->op <= IR_OP_NE;
	for (size_t i = 0; compares && i < 2; i++)
		bound->is_found |= is_about(bound, expr->operands[i]) &&
				   ir_fold_int(expr->operands[1 - i], &value) && value > 1;
}

/* Whether the function compares it with a constant: it may be small then. */
static bool is_bounded(const struct ir_function *function, struct bound bound)
{
	const struct ir_visitor visitor = {.expr = look_for_bound, .enter_lambdas = true};
	ir_walk_function(function, &visitor, &bound);
	return bound.is_found;
}

static bool is_extent(const struct pass *pass, const struct ir_expr *expr, unsigned depth)
{
	int64_t value;
	expr = ir_strip_casts(expr);
	const struct ir_type *type = ir_type_value(expr->type);
	if (!is_narrow(type) || exact_operand(pass, expr, &value) || depth > 4)
		return false;
	if (expr->kind == IR_MEMBER) {
		const struct ir_type *owner = expr->operand_count ? expr->operands[0]->type : NULL;
		owner = owner && owner->element ? owner->element : owner;
		bool is_own = owner && owner->record && !owner->record->is_system;
		return is_own && !has_small_name(expr->member.name) &&
		       !is_bounded(pass->function, (struct bound){.field = expr->member.field});
	}
	if (expr->kind != IR_VAR || expr->var->is_assigned || has_small_name(expr->var->name) ||
		is_bounded(pass->function, (struct bound){.var = expr->var}))
		return false;
	const struct ir_var *var = expr->var;
	if (var->storage == IR_PARAM)
		return true;
	if (var->storage != IR_LOCAL)
		return false;
	const struct ir_expr *init = var->init ? ir_strip_casts(var->init) : NULL;
	bool is_read = init && init->kind == IR_CALL &&
		       (ir_is_call(init, "atoi") || ir_is_call(init, "atol") || ir_is_call(init, "strtol"));
	return init ? is_read || is_extent(pass, init, depth + 1) : var->is_address_taken;
}

struct factors {
	const struct pass *pass;
	unsigned extents;
	bool has_other;
};

static void count_factors(struct factors *factors, const struct ir_expr *expr)
{
	int64_t value;
	const struct ir_expr *inner = ir_strip_casts(expr);
	if (inner->kind == IR_BINARY && inner->op == IR_OP_MUL) {
		count_factors(factors, inner->operands[0]);
		count_factors(factors, inner->operands[1]);
	} else if (is_extent(factors->pass, inner, 0)) {
		factors->extents++;
	} else {
		factors->has_other |= !exact_operand(factors->pass, inner, &value) || value < 1;
	}
}

struct product {
	const struct ir_expr *expr; /* NULL: none */
	int64_t size;               /* bytes that it is multiplied by elsewhere */
};

/* The outermost 32-bit product in a size, also in the variable that holds it. */
static void find_product(struct product *product, const struct ir_expr *expr, unsigned depth)
{
	int64_t size;
	bool is_product = expr->kind == IR_BINARY && expr->op == IR_OP_MUL;
	if (is_product && is_narrow(ir_type_value(expr->type))) {
		product->expr = expr;
		return;
	}
	if (expr->kind == IR_VAR && ir_type_value(expr->type)->kind == IR_TYPE_INT &&
		expr->var->storage == IR_LOCAL && !expr->var->is_assigned && expr->var->init && depth < 4) {
		find_product(product, ir_strip_casts(expr->var->init), depth + 1);
		return;
	}
	bool goes_on =
		expr->kind == IR_CAST || is_product || (expr->kind == IR_BINARY && expr->op == IR_OP_ADD);
	for (size_t i = 0; goes_on && i < expr->operand_count && !product->expr; i++) {
		find_product(product, expr->operands[i], depth);
		const struct ir_expr *other =
			is_product && product->expr ? ir_strip_casts(expr->operands[1 - i]) : NULL;
		if (other && other->kind == IR_SIZEOF && ir_fold_int(other, &size) && size > 0)
			product->size *= size;
	}
}

static void check_unknown(struct pass *pass, const struct ir_expr *bytes)
{
	struct product in = {.size = 1};
	struct factors factors = {.pass = pass};
	find_product(&in, bytes, 0);
	const struct ir_expr *product = in.expr;
	int64_t size = in.size;
	if (!product)
		return;
	count_factors(&factors, product);
	const struct ir_type *type = ir_type_value(product->type);
	double limit = type->is_signed ? (double)INT32_MAX : (double)UINT32_MAX,
	       most = (limit + 1) * (double)size;
	if (factors.extents < 2 || factors.has_other || most > LARGEST_MEMORY)
		return;
	struct finding *finding = pass_report(pass, product->range,
		"`%s` is computed in `%s`, which ends at %.0f: beyond that something else is allocated, though the "
		"memory of a GPU has room (%.1f GB at %lld byte%s each); convert an operand to size_t before "
		"multiplying",
		pass_text(pass, product->range), type->name, limit, most / 1e9, (long long)size,
		size == 1 ? "" : "s");
	finding->severity = SEVERITY_INFO;
	finding->confidence = CONFIDENCE_LIKELY;
	if (product->range.begin < bytes->range.begin || product->range.begin > bytes->range.end)
		pass_related(pass, finding, bytes->range, "allocated here");
	const struct ir_expr *first = ir_strip_casts(product);
	while (first->kind == IR_BINARY && first->op == IR_OP_MUL)
		first = ir_strip_casts(first->operands[0]);
	bool is_held = product->range.begin < bytes->range.begin; /* by an int */
	if (is_held || (first->kind != IR_VAR && first->kind != IR_MEMBER))
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
	bool is_allocation = call && (call->kind == HOST_MALLOC || call->kind == HOST_MALLOC_ASYNC);
	const char *bytes = is_allocation && pass->function ? strchr(call->roles, 'z') : NULL;
	if (bytes && (size_t)(bytes - call->roles) < expr->operand_count)
		check_unknown(pass, expr->operands[bytes - call->roles]);
}

/* ---- nothing to do --------------------------------------------------------------------------- */

static bool is_unsigned(const struct ir_expr *expr)
{
	const struct ir_type *type = ir_type_value(expr->type);
	return type->kind == IR_TYPE_INT && !type->is_signed && type->size >= 4;
}

/* `n - 1` of a parameter, without a sign, in what is divided; NULL: none. */
static const struct ir_expr *find_less_one(const struct ir_expr *expr, bool is_divided)
{
	int64_t one;
	expr = ir_look_through(expr);
	if (expr->kind == IR_BINARY && expr->op == IR_OP_SUB && is_divided && is_unsigned(expr)) {
		const struct ir_expr *from = ir_strip_casts(expr->operands[0]);
		bool is_param =
			from->kind == IR_VAR && from->var->storage == IR_PARAM && !from->var->is_assigned;
		return is_param && ir_fold_int(expr->operands[1], &one) && one == 1 ? expr : NULL;
	}
	bool divides = expr->kind == IR_BINARY && expr->op == IR_OP_DIV;
	bool goes_on = expr->kind == IR_CONSTRUCT || divides ||
		       (expr->kind == IR_BINARY && expr->op == IR_OP_ADD && !is_divided);
	const struct ir_expr *found = NULL;
	for (size_t i = 0; goes_on && i < expr->operand_count && !found; i++)
		if (expr->operands[i])
			found = find_less_one(expr->operands[i], is_divided || (divides && i == 0));
	return found;
}

struct regard {
	const struct ir_var *var;
	bool is_found;
};

static void look_for_regard(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct regard *regard = context;
	(void)path;
	bool asks = (expr->kind == IR_BINARY &&
			    ((expr->op >= IR_OP_LT && expr->op <= IR_OP_NE) ||
				    expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR)) ||
		    (expr->kind == IR_UNARY && expr->op == IR_OP_NOT) || expr->kind == IR_CONDITIONAL ||
		    (expr->kind == IR_CALL && /* a check, a maximum */
			    !cuda_call_of(expr->call->name, expr->operand_count));
	for (size_t i = 0; asks && i < expr->operand_count && !regard->is_found; i++)
		regard->is_found = ir_mentions_var(expr->operands[i], regard->var);
}

static void look_for_branch(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct regard *regard = context;
	(void)path;
	regard->is_found |= (stmt->kind == IR_IF || stmt->kind == IR_SWITCH || ir_is_loop(stmt)) &&
			    ir_mentions_var(stmt->expr, regard->var);
}

static void check_less_one(
	struct pass *pass, const struct ir_function *function, const struct host_launch *launched)
{
	const struct ir_launch *launch = launched->launch;
	const struct ir_visitor visitor = {
		.expr = look_for_regard, .stmt = look_for_branch, .enter_lambdas = true};
	const struct ir_expr *less = launch->grid && function ? find_less_one(launch->grid, false) : NULL;
	if (!less || host_sum_is_number(launched->grid[0], NULL))
		return;
	struct regard regard = {.var = ir_strip_casts(less->operands[0])->var};
	ir_walk_function(function, &visitor, &regard);
	if (regard.is_found || allocation_is_told(pass, less->range))
		return;
	struct finding *finding = pass_report(pass, less->range,
		"`%s` has no sign: where `%s` is 0 it wraps, and the grid is as large as can be; return before the "
		"launch where there is nothing to do",
		pass_text(pass, less->range), regard.var->name);
	finding->function = function->display;
	finding->severity = SEVERITY_INFO;
	finding->confidence = CONFIDENCE_LIKELY;
}

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	check(pass, launch->grid, "a grid");
}

/* ---- what the host's walk saw to wrap -------------------------------------------------------- */

#define BLOCKS_OF_WRAPPED (1 << 21) /* 2^32 over the largest block is twice that */

static bool is_vast(const struct host_launch *launch)
{
	int64_t blocks;
	for (int i = 0; i < 3; i++)
		if (host_sum_is_number(launch->grid[i], &blocks) && blocks >= BLOCKS_OF_WRAPPED)
			return true;
	return false;
}

static bool is_difference(const struct host_wrap *wrap)
{
	return wrap->expr->op == IR_OP_SUB;
}

static void report_wrap(
	struct pass *pass, const struct host_op *op, const struct host_wrap *wrap, const char *what)
{
	if (allocation_is_told(pass, wrap->expr->range))
		return;
	const char *text = pass_text(pass, wrap->expr->range);
	struct finding *finding =
		is_difference(wrap)
			? pass_report(pass, wrap->expr->range,
				  "`%s` is %" PRId64
				  " and has no sign: it wraps, and the grid is as large as can be; return before the launch "
				  "where there is nothing to do",
				  text, wrap->exact)
			: pass_report(pass, wrap->expr->range,
				  "`%s` is %" PRId64
				  ", which passes 32 bits before it is used as %s: widen an operand to size_t first",
				  text, wrap->exact, what);
	finding->severity = is_difference(wrap) ? SEVERITY_WARNING : SEVERITY_ERROR;
	finding->function = wrap->where.function ? wrap->where.function->display : finding->function;
	if (op->where.path || wrap->where.path)
		finding->confidence = CONFIDENCE_LIKELY;
	pass_related(pass, finding, op->range, op->launch ? "the launch" : "used here");
}

static void check_wraps(struct pass *pass, const struct host_trace *trace, const struct host_op *op,
	const struct ir_expr *size, const char *what)
{
	for (size_t i = 0; i < trace->wraps.count; i++) {
		const struct host_wrap *wrap = &trace->wraps.data[i];
		bool matters = wrap->next <= op->index &&
			       (!is_difference(wrap) || (op->launch && is_vast(op->launch)));
		if (matters && wrapped_size_comes_from(op, size, wrap))
			report_wrap(pass, op, wrap, what);
	}
}

static void on_host(struct pass *pass, struct host_trace *trace, const struct host_order *order)
{
	(void)order;
	for (size_t i = 0; i < trace->ops.count && trace->wraps.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		const struct ir_launch *launch = op->launch ? op->launch->launch : NULL;
		if (launch && launch->grid)
			check_wraps(pass, trace, op, launch->grid, "a grid");
		bool is_call = !op->launch && op->call && op->expr && op->expr->kind == IR_CALL;
		for (size_t k = 0; is_call && op->call->roles[k] && k < op->expr->operand_count; k++)
			if (op->expr->operands[k] && strchr("nzWH", op->call->roles[k]))
				check_wraps(pass, trace, op, op->expr->operands[k], "a number of bytes");
	}
	for (size_t i = 0; i < trace->ops.count; i++) {
		const struct host_op *op = trace->ops.data[i];
		if (op->launch && op->launch->launch)
			check_less_one(pass, op->where.function, op->launch);
	}
}

const struct rule rule_size_product_overflow = {
	.code = "CU621",
	.name = "size-product-overflow",
	.severity = SEVERITY_WARNING,
	.strict_infos = true,
	.since = "0.1.0",
	.summary = "Product of extents wraps before it is a size",
	.hooks = {.call = on_call, .launch = on_launch, .host = on_host},
};
