/* CU205 unpadded-stride: a shared array with padded rows that a flat pointer walks as if they weren't.
 *
 * Fires where one view of the array writes and the other reads: `tile[32][33]` written as tile[y][x] and read
 * as p[y * 32 + x]. A flat pointer that both writes and reads uses the memory for something of its own. */
#include "analyzer/rule/rule.h"
#include "analyzer/site/describe.h"
#include "analyzer/structure/array_use.h"

enum { MOST_PADDING = 8, SHORTEST_ROW = 8, MAX_DEPTH = 8 };

/* Whether the expression multiplies by `number`, itself or in the initialisers of its variables. */
static const struct ir_expr *product_with(
	const struct ir_expr *expr, int64_t lowest, int64_t highest, int depth)
{
	if (!expr || depth > MAX_DEPTH)
		return NULL;
	if (expr->kind == IR_BINARY && expr->op == IR_OP_MUL) {
		int64_t number, other;
		for (size_t i = 0; i < 2; i++)
			if (ir_fold_int(expr->operands[i], &number) && number >= lowest &&
				number <= highest && !ir_fold_int(expr->operands[1 - i], &other))
				return expr->operands[i];
	}
	if (expr->kind == IR_VAR && expr->var->storage == IR_LOCAL && !expr->var->is_assigned &&
		expr->var->type->kind == IR_TYPE_INT)
		return product_with(expr->var->init, lowest, highest, depth + 1);
	for (size_t i = 0; i < expr->operand_count; i++) {
		const struct ir_expr *found = product_with(expr->operands[i], lowest, highest, depth + 1);
		if (found)
			return found;
	}
	return NULL;
}

/* Whether the access subscripts the array itself, as far as its extents go. */
static bool is_subscripted(const struct simt_site *site, const struct ir_var *var)
{
	const struct ir_expr *expr = ir_strip_casts(site->expr);
	while (expr->kind == IR_MEMBER && expr->operand_count)
		expr = ir_strip_casts(expr->operands[0]);
	while (expr->kind == IR_INDEX)
		expr = ir_strip_casts(expr->operands[0]);
	return expr->kind == IR_VAR && expr->var == var;
}

struct views {
	bool flat_loads, flat_stores, loads, stores;
};

static struct views views_of(const struct simt_report *report, const struct ir_var *var)
{
	struct views views = {0};
	for (size_t i = 0; i < report->sites.count; i++) {
		const struct simt_site *site = report->sites.data[i];
		if (!site->object || simt_object_var(site->object) != var)
			continue;
		bool load = site->kind != SIMT_STORE, store = site->kind != SIMT_LOAD;
		if (is_subscripted(site, var)) {
			views.loads |= load;
			views.stores |= store;
		} else {
			views.flat_loads |= load;
			views.flat_stores |= store;
		}
	}
	return views;
}

static void on_site(struct pass *pass, const struct simt_report *report, const struct simt_site *site)
{
	const struct ir_var *var = site->object ? simt_object_var(site->object) : NULL;
	const struct ir_type *row = var ? ir_innermost_array(var->type) : NULL;
	if (site->space != SIMT_SHARED || !row || ir_extents(var->type) < 2 || row->count <= SHORTEST_ROW ||
		row->element->size != (int64_t)site->size || is_subscripted(site, var))
		return;
	struct views views = views_of(report, var);
	bool crosses = (views.flat_loads && !views.flat_stores && views.stores) ||
		       (views.flat_stores && !views.flat_loads && views.loads);
	int64_t lowest = row->count - MOST_PADDING > SHORTEST_ROW ? row->count - MOST_PADDING : SHORTEST_ROW;
	const struct ir_expr *factor = product_with(site->expr, lowest, row->count - 1, 0);
	int64_t stride;
	/* a padding is what a row has beyond a round number of elements */
	if (!crosses || !factor || !ir_fold_int(factor, &stride) || stride % SHORTEST_ROW)
		return;
	struct finding *finding = pass_report(pass, site->expr->range,
		"rows of `%s` are %lld elements long, but this index goes by rows of %lld: it reaches other "
		"elements than `%s[row][column]`",
		var->name, (long long)row->count, (long long)stride, var->name);
	pass_related(pass, finding, var->range, "`%s` is declared here", var->name);
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->sites.count; i++)
		on_site(pass, report, report->sites.data[i]);
}

const struct rule rule_unpadded_stride = {
	.code = "CU205",
	.name = "unpadded-stride",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Padded shared array walked with the stride of unpadded rows",
	.hooks = {.execution = on_execution},
};
