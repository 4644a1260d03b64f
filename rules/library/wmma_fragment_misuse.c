/* CU812 wmma-fragment-misuse: fragments that aren't what a warp's operation on them takes them for.
 *
 * Errors: lanes of a warp that give a load or store different pointers, leading dimensions or layouts, as far
 * as the abstract GPU can tell the numbers apart; a fragment that is read before anything has filled it.
 *
 * Warnings: a fill whose value depends on the lane; an operand of tf32 that is loaded and multiplied, with no
 * conversion anywhere near; and what relies on which element of the matrix `x[i]` is, because nobody says
 * that: fragments of different types combined element by element, or i used for more than to name an element.
 * To copy elements to memory and back, each lane to a place of its own, relies on nothing. Nor does an array
 * in registers that goes along with the elements. */
#include <string.h>

#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/fragment.h"
#include "analyzer/structure/launch/config.h"

/* ---- lanes that disagree --------------------------------------------------------------------- */

static const struct {
	const char *what;
	size_t operand; /* of a load */
} given[SIMT_GIVEN_COUNT] = {{"pointers", 1}, {"leading dimensions", 2}, {"layouts", 3}, {"values", 1}};

static void check_discord(
	struct pass *pass, const struct simt_report *report, const struct simt_warp_site *site, unsigned kind)
{
	const struct simt_discord *discord = &site->discord[kind];
	unsigned sure = SIMT_ASSUMED_TURNS | SIMT_ASSUMED_ALIGNED | SIMT_ASSUMED_TAKEN;
	bool is_store = ir_cuda(site->expr)->op == CUDA_MATRIX_STORE;
	size_t operand = is_store && kind == SIMT_GIVEN_POINTER ? 0 : given[kind].operand;
	struct ir_range at = site->expr->operand_count > operand ? site->expr->operands[operand]->range
								 : site->expr->range;
	struct finding *finding;
	if (discord->lanes[0] == discord->lanes[1])
		finding = pass_report(pass, at,
			"the value for `%s` depends on the lane; all lanes of a warp have to give the same "
			"one, since which elements a lane holds isn't known",
			site->name);
	else if (kind == SIMT_GIVEN_POINTER && discord->certain)
		finding = pass_report(pass, at,
			"lanes %u and %u of a warp give `%s` pointers that are %lld bytes apart; all have to "
			"give the same one, else it is undefined what is moved",
			discord->lanes[0], discord->lanes[1], site->name,
			(long long)(discord->by < 0 ? -discord->by : discord->by));
	else
		finding = pass_report(pass, at,
			"lanes %u and %u of a warp give `%s` different %s; all lanes have to give the same, "
			"else it is undefined",
			discord->lanes[0], discord->lanes[1], site->name, given[kind].what);
	finding->function = site->function->display;
	if (kind == SIMT_GIVEN_FILL)
		finding->severity = SEVERITY_WARNING;
	if (!discord->certain || report->launch->source < LAUNCH_SITE || (discord->assumptions & ~sure))
		finding->confidence = CONFIDENCE_LIKELY;
}

/* A value that isn't known may still be one number for each warp: set under a condition that whole warps
 * meet. */
static bool is_one_for_warp(struct pass *pass, const struct simt_warp_site *site, unsigned kind)
{
	const struct simt_discord *discord = &site->discord[kind];
	bool is_unknown = discord->lanes[0] == discord->lanes[1];
	size_t operand = given[kind].operand;
	return kind == SIMT_GIVEN_FILL && is_unknown && site->expr->operand_count > operand &&
	       ir_variance(pass_uniformity(pass), site->expr->operands[operand]) <= IR_WARP_UNIFORM;
}

static void on_execution(struct pass *pass, const struct simt_report *report)
{
	for (size_t i = 0; i < report->warp_sites.count; i++) {
		const struct simt_warp_site *site = &report->warp_sites.data[i];
		for (unsigned kind = 0; site->expr && kind < SIMT_GIVEN_COUNT; kind++)
			if (site->discord[kind].found && !is_one_for_warp(pass, site, kind))
				check_discord(pass, report, site, kind);
	}
}

/* ---- what a fragment holds ------------------------------------------------------------------- */

static bool is_device_code(const struct pass *pass)
{
	return pass->function && (pass->function->is_device || pass->function->is_kernel);
}

static void on_variable(struct pass *pass, const struct ir_var *var)
{
	if (!is_device_code(pass) || !pass->path || ir_is_dead(pass->path))
		return;
	const struct ir_expr *read = ir_fragment_unset_read(pass->arena, pass->function, var);
	if (!read)
		return;
	struct finding *finding = pass_report(pass, read->range,
		"fragment `%s` is used before it is loaded or filled: its elements hold anything", var->name);
	pass_related(pass, finding, var->range, "it is declared here");
}

struct conversion {
	const struct ir_var *var;
	bool is_loaded, is_converted;
};

/* A conversion anywhere in the function counts: the matrix may be converted on its way to shared memory. So
 * does inline assembly, and any helper that may change the fragment. */
static void look_at_call(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct conversion *search = context;
	(void)path;
	if (expr->kind != IR_CALL)
		return;
	enum cuda_op op = ir_cuda(expr)->op;
	bool is_of_wmma = cuda_space_of(ir_callee_name(expr)) == CUDA_SPACE_WMMA;
	search->is_converted |= op == CUDA_TO_TF32;
	for (size_t i = 0; i < expr->operand_count; i++)
		if (ir_root_var(expr->operands[i]) == search->var) {
			search->is_loaded |= op == CUDA_MATRIX_LOAD;
			search->is_converted |= !is_of_wmma;
		}
}

static void look_at_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct conversion *search = context;
	(void)path;
	search->is_converted |= stmt->kind == IR_ASM;
}

static void check_tf32(struct pass *pass, const struct ir_expr *operand)
{
	const struct ir_record *fragment = ir_fragment_of(operand->type);
	struct conversion search = {.var = ir_root_var(operand)};
	const struct ir_visitor visitor = {.expr = look_at_call, .stmt = look_at_stmt, .enter_lambdas = true};
	if (!fragment || !search.var || search.var->storage != IR_LOCAL || fragment->arg_count < 5 ||
		ir_cuda_type(fragment->args[4].type)->element != CUDA_ELEMENT_TF32)
		return;
	ir_walk_function(pass->function, &visitor, &search);
	if (!search.is_loaded || search.is_converted)
		return;
	struct finding *finding = pass_report(pass, operand->range,
		"`%s` holds floats that were not converted to tf32; it is undefined what is multiplied. "
		"Convert each element with `__float_to_tf32` first",
		search.var->name);
	finding->severity = SEVERITY_WARNING;
	finding->confidence = CONFIDENCE_LIKELY;
}

static void on_call(struct pass *pass, const struct ir_expr *call)
{
	if (!pass->function || call->kind != IR_CALL || call->operand_count < 4 ||
		ir_cuda(call)->op != CUDA_MATRIX_MULTIPLY || ir_is_dead(pass->path))
		return;
	check_tf32(pass, call->operands[1]);
	check_tf32(pass, call->operands[2]);
}

/* ---- fragments of different types combined --------------------------------------------------- */

static bool is_arithmetic(const struct ir_expr *expr)
{
	if (expr->kind == IR_CALL) {
		const struct ir_function *function = expr->call->function;
		return expr->call->is_operator ||
		       (function && function->is_system && !function->is_variadic &&
			       function->result->kind != IR_TYPE_VOID);
	}
	return (expr->kind == IR_BINARY && expr->op != IR_OP_COMMA && expr->op != IR_OP_LOGICAL_AND &&
		       expr->op != IR_OP_LOGICAL_OR) ||
	       expr->kind == IR_ASSIGN || expr->kind == IR_CONDITIONAL || expr->kind == IR_CAST ||
	       expr->kind == IR_UNARY || expr->kind == IR_CONSTRUCT;
}

static const char *use_of(const struct ir_record *fragment)
{
	switch (ir_fragment_use(fragment)) {
	case CUDA_MATRIX_A: return "matrix_a";
	case CUDA_MATRIX_B: return "matrix_b";
	case CUDA_ACCUMULATOR: return "accumulator";
	default: return "fragment";
	}
}

/* Accumulators of one shape lie alike on all chips so far, whatever their type. */
static bool differ_in_type_alone(const struct ir_record *a, const struct ir_record *b)
{
	for (size_t i = 1; i <= 3; i++)
		if (a->args[i].value != b->args[i].value)
			return false;
	return ir_fragment_use(a) == CUDA_ACCUMULATOR && ir_fragment_use(b) == CUDA_ACCUMULATOR;
}

static void report_mixed(
	struct pass *pass, const struct ir_expr *at, const struct ir_record *a, const struct ir_record *b)
{
	bool same_use = ir_fragment_use(a) == ir_fragment_use(b);
	const char *which =
		same_use ? arena_printf(pass->arena, "`%s` fragments of different types", use_of(a))
			 : arena_printf(pass->arena, "`%s` and `%s` fragments", use_of(a), use_of(b));
	struct finding *finding = pass_report(pass, at->range,
		"combines elements of %s; which element of the matrix `x[i]` is differs between them", which);
	finding->severity = SEVERITY_WARNING;
	finding->confidence = differ_in_type_alone(a, b) ? CONFIDENCE_POSSIBLE : CONFIDENCE_LIKELY;
}

/* Elements of `half` are assigned by a member function: its object is an operand, too. */
static const struct ir_expr *operand_of(const struct ir_expr *expr, size_t index)
{
	if (expr->kind != IR_CALL || !expr->call->is_operator || !expr->call->object)
		return index < expr->operand_count ? expr->operands[index] : NULL;
	if (expr->operand_count && expr->operands[0] == expr->call->object)
		return index < expr->operand_count ? expr->operands[index] : NULL;
	return index ? (index <= expr->operand_count ? expr->operands[index - 1] : NULL) : expr->call->object;
}

/* The type of fragment whose elements an expression is made of; NULL: none, or it has been reported. */
static const struct ir_record *made_of(struct pass *pass, const struct ir_expr *expr)
{
	const struct ir_expr *index;
	const struct ir_expr *fragment = ir_fragment_element(expr, &index);
	const struct ir_record *made = NULL;
	if (fragment)
		return ir_fragment_of(fragment->type);
	if (expr->kind == IR_INDEX || expr->kind == IR_LAMBDA)
		return NULL;
	bool combines = is_arithmetic(expr);
	for (size_t i = 0; i <= expr->operand_count; i++) {
		const struct ir_expr *operand = operand_of(expr, i);
		const struct ir_record *part = operand ? made_of(pass, operand) : NULL;
		if (!combines || !part)
			continue;
		if (made && !ir_fragment_alike(made, part)) {
			report_mixed(pass, expr, made, part);
			return NULL;
		}
		made = part;
	}
	return made;
}

/* ---- the index of an element given a meaning ------------------------------------------------- */

/* The variable that counts the elements of a fragment. */
struct counter {
	const struct ir_var *index;
	struct pass *pass;
};

static bool is_own(const struct ir_var *var)
{
	return ir_type_value(var->type)->kind == IR_TYPE_ARRAY &&
	       (var->storage == IR_LOCAL || var->storage == IR_PARAM);
}

/* An element of an array in registers, maybe through a pointer. */
static bool is_private_array(struct pass *pass, const struct ir_expr *expr)
{
	if (expr->kind != IR_INDEX)
		return false;
	while (expr && expr->kind == IR_INDEX)
		expr = ir_strip_casts(expr->operands[0]);
	if (!expr || expr->kind != IR_VAR)
		return false;
	struct ir_values values = ir_flow_values(pass_flow(pass), expr->var);
	for (size_t i = 0; i < values.count; i++) {
		const struct ir_var *root = ir_root_var(values.data[i]);
		if (root && is_own(root))
			return true;
	}
	return is_own(expr->var);
}

/* lane * 8 + i, i * 32 + lane: the index counts places, and nothing is read into it. */
static bool only_counts(const struct ir_expr *expr, const struct ir_var *index)
{
	int64_t value;
	expr = ir_strip_casts(expr);
	if (expr->kind != IR_BINARY)
		return true;
	const struct ir_expr *left = expr->operands[0], *right = expr->operands[1];
	if (expr->op == IR_OP_ADD)
		return only_counts(left, index) && only_counts(right, index);
	bool counts = expr->op == IR_OP_MUL && (ir_fold_int(left, &value) || ir_fold_int(right, &value));
	return counts || (ir_root_var(left) != index && ir_root_var(right) != index);
}

static bool is_own_place(struct pass *pass, const struct ir_expr *access, const struct ir_var *index)
{
	if (access->kind != IR_INDEX)
		return false;
	enum ir_variance variance = ir_variance(pass_uniformity(pass), access->operands[1]);
	return (variance == IR_VARYING || variance == IR_LANE_LINEAR) &&
	       only_counts(access->operands[1], index);
}

static enum ir_flow_way look_for_index(void *context, const struct ir_expr *expr)
{
	const struct counter *counter = context;
	const struct ir_expr *element;
	if (expr->kind == IR_VAR && expr->var == counter->index)
		return FLOW_FOUND;
	if (ir_fragment_element(expr, &element) || is_private_array(counter->pass, expr) ||
		expr->kind == IR_LAMBDA)
		return FLOW_NO;
	if (expr->kind == IR_CALL && !is_arithmetic(expr))
		return FLOW_NO; /* whatever it makes of it */
	if (expr->kind == IR_VAR && expr->var->storage != IR_LOCAL)
		return FLOW_NO;
	return FLOW_FURTHER;
}

static bool has_meaning(struct pass *pass, const struct ir_expr *expr, const struct ir_var *index)
{
	struct counter counter = {index, pass};
	return ir_flow_search(pass_flow(pass), expr, look_for_index, &counter);
}

/* i in `f.x[i]`, `f.x[2 * i + 1]`; NULL: it isn't a variable. */
static const struct ir_var *index_of(const struct ir_expr *expr)
{
	expr = ir_strip_casts(expr);
	if (expr->kind == IR_VAR)
		return expr->var->storage == IR_LOCAL && !ir_type_value(expr->var->type)->is_const ? expr->var
												   : NULL;
	for (size_t i = 0; expr->kind == IR_BINARY && i < expr->operand_count; i++) {
		const struct ir_var *var = index_of(expr->operands[i]);
		if (var)
			return var;
	}
	return NULL;
}

static void report_meaning(struct pass *pass, const struct ir_expr *at, const struct ir_var *index)
{
	struct finding *finding = pass_report(pass, at->range,
		"`%s` counts the elements that a lane holds, but is taken for a position in the matrix here; "
		"which element `x[%s]` is isn't specified, and differs between architectures",
		index->name, index->name);
	finding->severity = SEVERITY_WARNING;
	finding->confidence = CONFIDENCE_LIKELY;
}

/* Conditions around an element that is written, up to the loop that counts its elements. `i < 8` alone guards
 * the number of elements. */
static bool is_guarded(struct pass *pass, const struct ir_var *index)
{
	for (const struct ir_path *at = pass->path; at; at = at->up) {
		const struct ir_stmt *stmt = at->stmt;
		if (stmt && stmt->kind != IR_IF && stmt->kind != IR_BLOCK && stmt->kind != IR_EXPR)
			return false;
		if (!stmt || stmt->kind != IR_IF || !has_meaning(pass, stmt->expr, index))
			continue;
		const struct ir_expr *test = ir_strip_casts(stmt->expr);
		int64_t value;
		bool counts = test->kind == IR_BINARY && test->op == IR_OP_LT &&
			      ir_root_var(test->operands[0]) == index &&
			      ir_fold_int(test->operands[1], &value);
		if (!counts)
			return true;
	}
	return false;
}

/* f.x[i] op= value */
static void check_written(struct pass *pass, const struct ir_expr *assign, const struct ir_var *index)
{
	const struct ir_expr *value = ir_strip_casts(operand_of(assign, 1));
	bool stores = assign->kind == IR_CALL ? strcmp(assign->call->name, "operator=") == 0
					      : assign->op == IR_OP_NONE;
	bool restores = stores && is_own_place(pass, value, index);
	if ((!restores && has_meaning(pass, value, index)) || is_guarded(pass, index))
		report_meaning(pass, assign, index);
}

static void look_for_element(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct counter *counter = context;
	const struct ir_expr *index;
	(void)path;
	if (!counter->index && ir_fragment_element(expr, &index))
		counter->index = index_of(index);
}

/* memory[place] op= f.x[i] */
static void check_read(struct pass *pass, const struct ir_expr *target, const struct ir_expr *value)
{
	struct counter counter = {0};
	const struct ir_visitor visitor = {.expr = look_for_element};
	target = ir_strip_casts(target);
	ir_walk_expr(value, &visitor, &counter, NULL);
	if (!counter.index || target->kind != IR_INDEX || is_private_array(pass, target) ||
		is_own_place(pass, target, counter.index) ||
		!has_meaning(pass, target->operands[1], counter.index))
		return;
	report_meaning(pass, target, counter.index);
}

/* The names are of C++'s operators, which `half` has as functions. */
static bool is_assignment(const struct ir_expr *expr)
{
	static const char *const names[] = {
		"operator=", "operator+=", "operator-=", "operator*=", "operator/=", NULL};
	return (expr->kind == IR_ASSIGN || (expr->kind == IR_CALL && expr->call->is_operator &&
						   ir_is_one_of(expr->call->name, names))) &&
	       operand_of(expr, 0) && operand_of(expr, 1);
}

static void on_expr(struct pass *pass, const struct ir_expr *expr)
{
	const struct ir_expr *index;
	if (!is_assignment(expr) || !is_device_code(pass))
		return;
	if (ir_fragment_element(ir_strip_casts(operand_of(expr, 0)), &index)) {
		const struct ir_var *var = index_of(index);
		if (var && !ir_is_dead(pass->path))
			check_written(pass, expr, var);
	} else {
		check_read(pass, operand_of(expr, 0), operand_of(expr, 1));
	}
}

static void on_stmt(struct pass *pass, const struct ir_stmt *stmt)
{
	if (!is_device_code(pass))
		return;
	for (size_t i = 0; i < stmt->var_count; i++)
		if (stmt->vars[i]->init)
			made_of(pass, stmt->vars[i]->init);
	if (stmt->expr)
		made_of(pass, stmt->expr);
}

const struct rule rule_wmma_fragment_misuse = {
	.code = "CU812",
	.name = "wmma-fragment-misuse",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.lone = true,
	.summary = "Fragment that lanes disagree about, that holds nothing yet, or whose layout is relied on",
	.hooks = {.variable = on_variable,
		.stmt = on_stmt,
		.expr = on_expr,
		.call = on_call,
		.execution = on_execution},
};
