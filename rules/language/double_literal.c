/* CU903 double-literal: a literal without an f that makes arithmetic of floats run in double.
 *
 * Looked at are expressions of type double that end as something else: converted to float or an integer,
 * assigned to a float by a compound assignment, or compared. Where a double goes in that somebody asked for
 * (a variable, an explicit conversion, a function's result), or where the outcome stays one, double is meant.
 *
 * The compiler does a single operation in float all the same when that gives the same result: the outcome is
 * converted to float, and what goes in are floats and literals that are exact in float. Rounding to 53 bits
 * first changes nothing then, for + - * / (53 >= 2 * 24 + 2). A comparison of a float with such a literal is
 * one of floats, too. Anything longer, results that become integers, and other literals stay in double. So do
 * mathematical functions; of those that only choose or round, one alone with exact literals is left alone. */
#include <math.h>
#include <string.h>

#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/reach.h"
#include "model/model.h"

/* What a double's expression is made of. */
struct region {
	const struct ir_expr *literal; /* the first one; of those that aren't exact, if there are any */
	bool is_inexact;
	bool has_float, has_integer;
	bool is_meant;                /* something in it is a double on purpose, or isn't understood */
	unsigned operations, choices; /* arithmetic; and functions that only choose or round */
	bool has_function;            /* one that doesn't */
	VEC(const struct ir_expr *) literals;
};

/* What becomes of it. */
enum outcome { TO_FLOAT, TO_INTEGER, TO_COMPARISON };

struct said {
	struct finding *finding;
	const struct ir_function *function;
};

/* What the rule keeps: findings, and functions that use double on purpose. */
struct state {
	VEC(struct said) said;
	VEC(const struct ir_function *) meant;
};

static bool is_real(const struct ir_type *type, int64_t size)
{
	type = ir_type_value(type);
	return type->kind == IR_TYPE_FLOAT && type->size == size;
}

static bool is_double(const struct ir_type *type)
{
	return is_real(type, 8);
}

static bool is_integer(const struct ir_type *type)
{
	type = ir_type_value(type);
	return type->kind == IR_TYPE_INT || type->kind == IR_TYPE_BOOL || type->kind == IR_TYPE_ENUM;
}

static bool is_exact(double value)
{
	return isnan(value) || (double)(float)value == value;
}

/* ---- what goes in ---------------------------------------------------------------------------- */

static bool is_literal(const struct ir_expr *expr)
{
	if (expr->kind == IR_REAL || expr->kind == IR_INT)
		return true;
	bool arithmetic = expr->kind == IR_UNARY || expr->kind == IR_BINARY ||
			  (expr->kind == IR_CAST && expr->is_implicit);
	for (size_t i = 0; arithmetic && i < expr->operand_count; i++)
		arithmetic = is_literal(expr->operands[i]);
	return arithmetic && expr->operand_count > 0;
}

/* The first one; NULL: there are integers and floats alone. */
static const struct ir_expr *keep_literals(
	struct pass *pass, struct region *region, const struct ir_expr *expr)
{
	const struct ir_expr *first = NULL;
	if (expr->kind == IR_REAL && is_double(expr->type)) {
		vec_push(pass->arena, &region->literals, expr);
		return expr;
	}
	for (size_t i = 0; i < expr->operand_count; i++) {
		const struct ir_expr *literal = keep_literals(pass, region, expr->operands[i]);
		first = first ? first : literal;
	}
	return first;
}

static void add_literal(struct pass *pass, struct region *region, const struct ir_expr *expr)
{
	double value = 0;
	bool inexact = is_double(expr->type) && (!ir_fold_real(expr, &value) || !is_exact(value));
	const struct ir_expr *literal = keep_literals(pass, region, expr);
	if (literal && (!region->literal || (inexact && !region->is_inexact)))
		region->literal = literal;
	region->is_inexact |= inexact;
	region->is_meant |= inexact && !isnormal((float)value); /* float doesn't reach that far */
}

static void add(struct pass *pass, struct region *region, const struct ir_expr *expr);

/* Functions of the C library, which CUDA has from there. */
static bool is_choice(const char *name)
{
	static const char *const names[] = {"fmax", "fmin", "max", "min", "floor", "ceil", "trunc", "rint",
		"round", "nearbyint", "copysign", NULL};
	return ir_is_one_of(name, names);
}

/* A size without its sign is as well taken of a float. */
static bool is_size(const char *name)
{
	return strcmp(name, "fabs") == 0 || strcmp(name, "abs") == 0;
}

/* A function of the library that takes floats alone. Names with two underscores are intrinsics, by C's rule.
 */
static void add_call(struct pass *pass, struct region *region, const struct ir_expr *call)
{
	const struct ir_function *function = call->call->function;
	bool known = function && function->is_system && !call->call->object && call->operand_count > 0 &&
		     strncmp(call->call->name, "__", 2) != 0;
	for (size_t i = 0; known && i < call->operand_count; i++) {
		const struct ir_type *type = call->operands[i]->type;
		known = ir_type_value(type)->kind == IR_TYPE_FLOAT; /* integers make it double anyway */
	}
	if (!known) {
		region->is_meant = true;
		return;
	}
	if (is_choice(call->call->name))
		region->choices++;
	else if (!is_size(call->call->name))
		region->has_function = true;
	for (size_t i = 0; i < call->operand_count; i++)
		add(pass, region, call->operands[i]);
}

static void add(struct pass *pass, struct region *region, const struct ir_expr *expr)
{
	if (is_literal(expr)) {
		add_literal(pass, region, expr);
		return;
	}
	if (!is_double(expr->type)) {
		region->has_float |= is_real(expr->type, 4);
		region->has_integer |= is_integer(expr->type);
		region->is_meant |= !is_real(expr->type, 4) && !is_integer(expr->type);
		return;
	}
	switch (expr->kind) {
	case IR_CAST:
		region->is_meant |= !expr->is_implicit;
		add(pass, region, expr->operands[0]);
		return;
	case IR_CALL: add_call(pass, region, expr); return;
	case IR_BINARY:
		region->operations++;
		add(pass, region, expr->operands[0]);
		add(pass, region, expr->operands[1]);
		return;
	case IR_UNARY:
		region->is_meant |= expr->op != IR_OP_NEG && expr->op != IR_OP_PLUS;
		add(pass, region, expr->operands[0]);
		return;
	case IR_CONDITIONAL:
		add(pass, region, expr->operands[1]);
		add(pass, region, expr->operands[2]);
		return;
	default: region->is_meant = true; return;
	}
}

/* ---- what comes of it ------------------------------------------------------------------------ */

static bool runs_in_double(const struct region *region, enum outcome outcome)
{
	unsigned all = region->operations + region->choices;
	if (region->is_meant || !region->literal || (!region->has_float && !region->has_integer))
		return false;
	if (!region->has_float && (outcome != TO_FLOAT || !region->operations))
		return false;
	if (region->has_function)
		return true;
	if (outcome == TO_COMPARISON)
		return all > 0 || region->is_inexact;
	if (outcome == TO_INTEGER)
		return region->operations > 0;
	return all > 1 || (all == 1 && (region->is_inexact || (region->has_integer && region->operations)));
}

/* How many times slower double is, on the worst target. */
static double ratio_of(const struct target *target, int *arch)
{
	double worst = 0;
	for (size_t i = 0; i < target->arch_count; i++) {
		const struct model_arch *model = model_arch_nearest(target->archs[i]);
		if (model && model->fp64_ratio.value > worst) {
			worst = model->fp64_ratio.value;
			*arch = target->archs[i];
		}
	}
	return worst;
}

/* `0.1` as `0.1f`; NULL: it has a suffix, or isn't written here. */
static const char *as_float(struct pass *pass, const struct ir_expr *literal)
{
	const char *text = literal->in_macro ? "" : pass_text(pass, literal->range);
	bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	size_t length = strlen(text);
	if (length == 0 ||
		strspn(text, hex ? "0123456789abcdefABCDEFxX.pP+-'" : "0123456789.eE+-'") != length ||
		!strpbrk(text, hex ? "pP" : ".eE"))
		return NULL;
	return arena_printf(pass->arena, "%sf", text);
}

static void offer_fix(struct pass *pass, struct finding *finding, const struct region *region)
{
	for (size_t i = 0; i < region->literals.count; i++)
		if (!as_float(pass, region->literals.data[i]))
			return;
	struct fix *fix = pass_fix(pass, finding, FIX_UNSAFE, "write float literals");
	for (size_t i = 0; i < region->literals.count; i++)
		fix_replace(pass, fix, region->literals.data[i]->range, "%s",
			as_float(pass, region->literals.data[i]));
}

static struct state *state_of(struct pass *pass)
{
	if (!pass->state)
		pass->state = ARENA_NEW(pass->arena, struct state);
	return pass->state;
}

static void report(struct pass *pass, const struct region *region, const struct ir_expr *whole)
{
	const struct ir_expr *literal = region->literal;
	const char *text = literal->in_macro ? "" : pass_text(pass, literal->range),
		   *instead = as_float(pass, literal);
	bool generic = pass->function->is_instantiation;
	int arch = 0;
	double ratio = ratio_of(pass->target, &arch);
	const char *speed = ratio > 1 ? arena_printf(pass->arena, ", at 1/%.0f of the rate of float on sm_%d",
						ratio, arch)
				      : "";
	const char *advice = instead && !generic ? arena_printf(pass->arena, "write `%s`", instead)
						 : "convert the literal to the type of the others";
	struct finding *finding = pass_report(pass, literal->in_macro ? whole->range : literal->range,
		"`%s` is a double, so this runs in double%s; %s",
		*text ? text : arena_printf(pass->arena, "%g", literal->real), speed, advice);
	if (!generic)
		offer_fix(pass, finding, region);
	struct said said = {finding, pass->function};
	vec_push(pass->arena, &state_of(pass)->said, said);
}

/* A conditional's arms are converted each by itself. */
static void check(struct pass *pass, const struct ir_expr *expr, const struct ir_expr *other,
	const struct ir_expr *whole, enum outcome outcome)
{
	struct region region = {0};
	if (!other && expr->kind == IR_CONDITIONAL) {
		check(pass, expr->operands[1], NULL, expr->operands[1], outcome);
		check(pass, expr->operands[2], NULL, expr->operands[2], outcome);
		return;
	}
	region.operations = other && outcome == TO_FLOAT;
	add(pass, &region, expr);
	if (other)
		add(pass, &region, other);
	if (region.is_meant)
		vec_push(pass->arena, &state_of(pass)->meant, pass->function);
	else if (runs_in_double(&region, outcome))
		report(pass, &region, whole);
}

static bool is_comparison(const struct ir_expr *expr)
{
	return expr->kind == IR_BINARY && expr->op >= IR_OP_LT && expr->op <= IR_OP_NE;
}

static void on_expr(struct pass *pass, const struct ir_expr *expr)
{
	if (!pass->function || !(pass->function->is_device || pass->function->is_kernel))
		return;
	const struct ir_expr *first = expr->operand_count ? expr->operands[0] : NULL;
	const struct ir_expr *second = expr->operand_count > 1 ? expr->operands[1] : NULL;
	bool compound = expr->kind == IR_ASSIGN && expr->op != IR_OP_NONE && is_double(second->type);
	bool compares = is_comparison(expr) && (is_double(first->type) || is_double(second->type));
	bool converts = expr->kind == IR_CAST && first && is_double(first->type) && !is_double(expr->type);
	if ((!compound && !compares && !converts) || ir_is_dead(pass->path))
		return;
	if (compound && is_real(first->type, 4))
		check(pass, first, second, expr, TO_FLOAT);
	else if (compares)
		check(pass, first, second, expr, TO_COMPARISON);
	else if (converts && is_real(expr->type, 4))
		check(pass, first, NULL, first, TO_FLOAT);
	else if (converts && is_integer(expr->type))
		check(pass, first, NULL, first, TO_INTEGER);
}

/* ---- what it costs --------------------------------------------------------------------------- */

static bool is_reached(const ir_function_list *list, const struct ir_function *function)
{
	for (size_t i = 0; i < list->count; i++)
		if (list->data[i] == function)
			return true;
	return false;
}

/* The price is that of all double arithmetic of the kernel: where all of it is an oversight, and said once.
 */
static void on_execution(struct pass *pass, const struct simt_report *report)
{
	struct state *state = pass->state;
	ir_function_list reached = {0};
	struct finding *first = NULL;
	if (!state || !report->kernel->is_kernel)
		return;
	ir_reach(pass->arena, pass_query(pass), report->kernel, &reached);
	for (size_t i = 0; i < state->meant.count; i++)
		if (is_reached(&reached, state->meant.data[i]))
			return;
	for (size_t i = 0; i < state->said.count && !first; i++)
		if (is_reached(&reached, state->said.data[i].function))
			first = state->said.data[i].finding;
	if (first && !first->cost.has_time)
		pass_cost_double(pass, first);
}

const struct rule rule_double_literal = {
	.code = "CU903",
	.name = "double-literal",
	.severity = SEVERITY_INFO,
	.since = "0.1.0",
	.summary = "Double literal that makes arithmetic of floats run in double",
	.hooks = {.expr = on_expr, .execution = on_execution},
};
