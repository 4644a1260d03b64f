/* Runs the uniformity analysis to its fixed point and answers whether a warp is converged at a point. */
#include "analyzer/structure/uniform/uniform_state.h"

#include <stdint.h>
#include <string.h>

#include "analyzer/value/fold.h"

/* Facts only ever rise, four steps at most each, so this is never reached on real code; past it nothing is
 * known. */
enum { ROUNDS = 64 };

/* ---- facts ----------------------------------------------------------------------------------- */

struct uniform_fact *uniform_fact(struct ir_uniformity *uniformity, const void *key)
{
	void **at = pointer_table_at(uniformity->arena, &uniformity->facts, key);
	if (!*at) {
		struct uniform_fact *fact = ARENA_NEW(uniformity->arena, struct uniform_fact);
		fact->key = key;
		*at = fact;
	}
	return *at;
}

/* ---- the unit as a whole --------------------------------------------------------------------- */

static bool is_device_code(const struct ir_function *function)
{
	return function->is_kernel || function->is_device;
}

struct survey {
	struct ir_uniformity *uniformity;
	const struct ir_function *function;
	bool uses_rows; /* threadIdx.y or z */
};

static void survey_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct survey *survey = context;
	struct ir_uniformity *uniformity = survey->uniformity;
	if ((expr->kind == IR_CALL || expr->kind == IR_CONSTRUCT) && expr->call->function) {
		struct uniform_site site = {.callee = expr->call->function,
			.caller = survey->function,
			.path = ir_path_keep(uniformity->arena, path)};
		vec_push(uniformity->arena, &uniformity->sites, site);
	} else if (expr->kind == IR_FUNCTION && expr->function.function) {
		vec_push(uniformity->arena, &uniformity->escaping, expr->function.function);
	} else if (expr->kind == IR_MEMBER && expr->operand_count && expr->operands[0]->kind == IR_VAR &&
		   expr->operands[0]->var->builtin == CUDA_THREAD_INDEX &&
		   strcmp(expr->member.name, "x") != 0) {
		survey->uses_rows = true;
	}
}

static void survey_functions(struct ir_uniformity *uniformity, bool *uses_rows)
{
	struct survey survey = {.uniformity = uniformity};
	const struct ir_visitor visitor = {.expr = survey_expr};
	for (size_t i = 0; i < uniformity->module->functions.count; i++) {
		survey.function = uniformity->module->functions.data[i];
		if (is_device_code(survey.function))
			ir_walk_function(survey.function, &visitor, &survey);
	}
	*uses_rows = survey.uses_rows;
}

static void survey_launches(struct ir_uniformity *uniformity, bool uses_rows)
{
	const struct ir_module *module = uniformity->module;
	bool all_known = module->launches.count > 0, whole = true;
	for (size_t i = 0; i < module->launches.count; i++) {
		const struct ir_launch *launch = module->launches.data[i];
		struct ir_dim3 block;
		if (!launch->block || !ir_fold_dim3(launch->block, &block) || !block.known[0])
			all_known = false;
		else if (block.value[0] % UNIFORM_WARP_SIZE != 0)
			whole = false;
	}
	uniformity->whole_warps = whole;
	uniformity->rows_are_warps = all_known && whole;
	uniformity->lanes_along_x = !uses_rows || uniformity->rows_are_warps;
}

bool uniform_is_called(const struct ir_uniformity *uniformity, const struct ir_function *function)
{
	for (size_t i = 0; i < uniformity->escaping.count; i++)
		if (uniformity->escaping.data[i] == function)
			return false;
	for (size_t i = 0; i < uniformity->sites.count; i++)
		if (uniformity->sites.data[i].callee == function)
			return !function->is_lambda && !function->is_virtual;
	return false;
}

/* What is known before any statement is walked: a kernel's parameters are uniform, those of functions with
 * unknown callers are not. */
static void start(struct ir_uniformity *uniformity, const struct ir_function *function)
{
	enum ir_variance variance = function->is_kernel ? IR_UNIFORM : IR_VARYING;
	if (!function->is_kernel && uniform_is_called(uniformity, function))
		return;
	for (size_t i = 0; i < function->param_count; i++)
		uniform_fact(uniformity, function->params[i])->variance = variance;
}

static void give_up(struct ir_uniformity *uniformity)
{
	for (size_t i = 0; i < uniformity->facts.capacity; i++) {
		struct uniform_fact *fact = uniformity->facts.entries[i].value;
		if (fact)
			fact->variance = IR_VARYING;
	}
}

struct ir_uniformity *ir_uniformity_new(struct arena *arena, const struct ir_module *module)
{
	struct ir_uniformity *uniformity = ARENA_NEW(arena, struct ir_uniformity);
	bool uses_rows;
	uniformity->arena = arena;
	uniformity->module = module;
	survey_functions(uniformity, &uses_rows);
	survey_launches(uniformity, uses_rows);
	for (size_t i = 0; i < module->functions.count; i++)
		if (is_device_code(module->functions.data[i]))
			start(uniformity, module->functions.data[i]);
	for (unsigned round = 0; round == 0 || uniformity->changed; round++) {
		if (round == ROUNDS) {
			give_up(uniformity);
			break;
		}
		uniformity->changed = false;
		for (size_t i = 0; i < module->functions.count; i++)
			if (is_device_code(module->functions.data[i]))
				uniform_flow(uniformity, module->functions.data[i]);
	}
	return uniformity;
}

enum ir_variance ir_variance(struct ir_uniformity *uniformity, const struct ir_expr *expr)
{
	return uniform_value(uniformity, expr);
}

/* ---- convergence ----------------------------------------------------------------------------- */

struct reasons {
	struct ir_divergence *out;
	size_t limit, count;
};

static void add(struct reasons *reasons, struct ir_divergence reason)
{
	if (reasons->count < reasons->limit)
		reasons->out[reasons->count] = reason;
	reasons->count++;
}

static bool varies(enum ir_variance variance)
{
	return variance > IR_WARP_UNIFORM;
}

/* What the node `child`, straight below `parent`, is subject to. */
static void check_parent(struct ir_uniformity *uniformity, struct reasons *reasons,
	const struct ir_path *parent, const struct ir_path *child)
{
	const struct ir_stmt *stmt = parent->stmt;
	const struct ir_expr *expr = parent->expr;
	if (expr && expr->kind == IR_CONDITIONAL && child->expr != expr->operands[0]) {
		if (varies(uniform_control(uniformity, expr->operands[0])))
			add(reasons, (struct ir_divergence){.kind = IR_DIVERGENT_BRANCH, .expr = expr});
	} else if (expr && expr->kind == IR_BINARY && child->expr == expr->operands[1] &&
		   (expr->op == IR_OP_LOGICAL_AND || expr->op == IR_OP_LOGICAL_OR)) {
		if (varies(uniform_control(uniformity, expr->operands[0])))
			add(reasons, (struct ir_divergence){.kind = IR_DIVERGENT_BRANCH, .expr = expr});
	} else if (stmt && ir_is_loop(stmt) && (child->stmt == NULL || child->stmt != stmt->init)) {
		if (varies(uniform_loop(uniformity, stmt, false)))
			add(reasons, (struct ir_divergence){.kind = IR_DIVERGENT_LOOP, .stmt = stmt});
	} else if (stmt && (stmt->kind == IR_IF || stmt->kind == IR_SWITCH) && child->stmt &&
		   child->stmt != stmt->init) {
		if (varies(uniform_control(uniformity, stmt->expr)))
			add(reasons, (struct ir_divergence){.kind = IR_DIVERGENT_BRANCH,
					     .stmt = stmt,
					     .in_else = child->stmt == stmt->other});
	}
}

/* Looks for statements before the point by which some lanes leave. */
struct departures {
	struct ir_uniformity *uniformity;
	struct reasons *reasons;
	const struct ir_path *target;
	bool reached;
};

static bool is_around(const struct ir_path *target, const struct ir_stmt *stmt)
{
	for (; target; target = target->up)
		if (target->stmt == stmt)
			return true;
	return false;
}

static void departure_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct departures *departures = context;
	(void)path;
	if (expr == departures->target->expr)
		departures->reached = true;
}

/* A return anywhere before the point, or a continue or break out of something that is around the point, under
 * a thread-dependent condition that isn't around the point itself. */
static void departure_stmt(void *context, const struct ir_stmt *stmt, const struct ir_path *path)
{
	struct departures *departures = context;
	if (departures->target->stmt == stmt)
		departures->reached = true;
	if (stmt->kind == IR_GOTO && departures->reasons->count == 0)
		add(departures->reasons, (struct ir_divergence){.kind = IR_DIVERGENT_UNKNOWN, .stmt = stmt});
	if (departures->reached ||
		(stmt->kind != IR_RETURN && stmt->kind != IR_CONTINUE && stmt->kind != IR_BREAK))
		return;
	const struct ir_stmt *outermost = NULL;
	for (path = path->up; path && !(path->stmt && is_around(departures->target, path->stmt));
		path = path->up) {
		const struct ir_stmt *around = path->stmt;
		if (!around)
			continue;
		bool is_loop = ir_is_loop(around);
		if (stmt->kind != IR_RETURN &&
			(is_loop || (stmt->kind == IR_BREAK && around->kind == IR_SWITCH)))
			return; /* it leaves only that */
		if ((is_loop || around->kind == IR_IF || around->kind == IR_SWITCH) &&
			varies(uniform_control(departures->uniformity, around->expr)))
			outermost = around;
	}
	if (outermost)
		add(departures->reasons,
			(struct ir_divergence){.kind = IR_DIVERGENT_EXIT, .stmt = outermost});
}

static bool enters_converged(struct ir_uniformity *uniformity, const struct ir_function *function)
{
	if (function->is_kernel)
		return true;
	if (!uniform_is_called(uniformity, function))
		return false;
	for (size_t i = 0; i < uniformity->entering.count; i++)
		if (uniformity->entering.data[i] == function)
			return false; /* recursion */
	vec_push(uniformity->arena, &uniformity->entering, function);
	bool converged = true;
	for (size_t i = 0; i < uniformity->sites.count && converged; i++) {
		const struct uniform_site *site = &uniformity->sites.data[i];
		if (site->callee == function)
			converged = ir_divergences(uniformity, site->caller, site->path, NULL, 0) == 0;
	}
	uniformity->entering.count--;
	return converged;
}

size_t ir_divergences(struct ir_uniformity *uniformity, const struct ir_function *function,
	const struct ir_path *path, struct ir_divergence *out, size_t limit)
{
	struct reasons reasons = {.out = out, .limit = limit};
	for (const struct ir_path *node = path; node && node->up; node = node->up)
		check_parent(uniformity, &reasons, node->up, node);
	struct departures departures = {.uniformity = uniformity, .reasons = &reasons, .target = path};
	const struct ir_visitor visitor = {.stmt = departure_stmt, .expr = departure_expr};
	if (path)
		ir_walk_function(function, &visitor, &departures);
	if (!enters_converged(uniformity, function))
		add(&reasons, (struct ir_divergence){.kind = IR_DIVERGENT_CALLER});
	return reasons.count;
}
