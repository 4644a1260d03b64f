/* CU202 shared-memory-needs-optin: a launch whose static and dynamic shared memory exceed 48 KB together,
 * while nothing in the project raises the kernel's limit with cudaFuncSetAttribute; and a kernel with more
 * than 48 KB of static shared memory, which can't be raised at all.
 *
 * Only sizes that follow from the source count. An opt-in for a kernel that can't be told (through a
 * parameter or a table) counts for every kernel; one for another instantiation of the same template counts,
 * too. Launches that are over the opt-in limit as well are CU203. */
#include <string.h>

#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/launch/config.h"
#include "analyzer/structure/reach.h"
#include "model/model.h"
#include "rules/host/common/api.h"

enum { LIMIT = 49152, MAX_DYNAMIC_SHARED = 8 }; /* bytes; cudaFuncAttributeMaxDynamicSharedMemorySize */

/* What the unit opts in for. */
struct state {
	bool any; /* some call whose kernel isn't known */
	VEC(const char *) kernels;
};

static const struct ir_function *named_kernel(const struct ir_expr *expr)
{
	for (unsigned i = 0; expr && i < 16; i++) {
		expr = ir_strip_casts(expr);
		if (expr->kind == IR_FUNCTION)
			return expr->function.function;
		if (expr->kind == IR_UNARY && expr->op == IR_OP_ADDRESS)
			expr = expr->operands[0];
		else if (expr->kind == IR_VAR && !expr->var->is_assigned && !expr->var->is_address_taken)
			expr = expr->var->init;
		else
			return NULL;
	}
	return NULL;
}

static void look_for_optin(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct pass *pass = context;
	struct state *state = pass->state;
	int64_t attribute;
	(void)path;
	unsigned at = api_traits(expr)->attribute_at;
	if (!at || expr->operand_count < at)
		return;
	if (!api_is_runtime(expr->call->name))
		state->any = true;
	if (ir_fold_int(expr->operands[at - 1], &attribute) && attribute != MAX_DYNAMIC_SHARED)
		return;
	const struct ir_function *kernel = named_kernel(expr->operands[0]);
	if (kernel)
		vec_push(pass->arena, &state->kernels, kernel->qualified);
	else
		state->any = true;
}

/* What another unit opts in for. */
static void take_setting(struct pass *pass, const struct ir_setting *setting)
{
	struct state *state = pass->state;
	if (setting->attribute_known && setting->attribute != MAX_DYNAMIC_SHARED)
		return;
	if (setting->kernel)
		vec_push(pass->arena, &state->kernels, setting->kernel);
	else
		state->any = true;
}

static void on_unit(struct pass *pass)
{
	const struct ir_visitor visitor = {.expr = look_for_optin};
	pass->state = ARENA_NEW(pass->arena, struct state);
	for (size_t i = 0; i < pass->module->functions.count; i++)
		if (pass->module->functions.data[i]->is_host)
			ir_walk_function(pass->module->functions.data[i], &visitor, pass);
	for (size_t i = 0; i < pass->module->setting_count; i++)
		take_setting(pass, &pass->module->settings[i]);
}

static bool opts_in(const struct state *state, const struct ir_function *kernel)
{
	for (size_t i = 0; i < state->kernels.count; i++)
		if (!strcmp(state->kernels.data[i], kernel->qualified))
			return true;
	return state->any;
}

/* Whether some target could take the launch after an opt-in. */
static bool fits_some_target(const struct target *target, int64_t bytes)
{
	for (size_t i = 0; i < target->arch_count; i++) {
		const struct model_arch *arch = model_arch_nearest(target->archs[i]);
		if (arch && bytes <= arch->shared_per_block_opt_in)
			return true;
	}
	return false;
}

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	struct ir_launch_shape shape;
	int64_t dynamic, fixed;
	ir_launch_shape(launch, &shape);
	if (ir_is_dead(pass->path) || !launch->kernel || !shape.shared ||
		!ir_fold_int(shape.shared, &dynamic) || dynamic <= 0 || dynamic > INT32_MAX)
		return;
	if (!ir_static_shared(pass->arena, pass_query(pass), launch->kernel, &fixed) || fixed > LIMIT)
		return;
	if (fixed + dynamic <= LIMIT || opts_in(pass->state, launch->kernel) ||
		!fits_some_target(pass->target, fixed + dynamic))
		return;
	pass_report(pass, shape.shared->range,
		"%lld bytes of dynamic and %lld of static shared memory are over 49152: the launch fails "
		"unless cudaFuncSetAttribute raises cudaFuncAttributeMaxDynamicSharedMemorySize of `%s`",
		(long long)dynamic, (long long)fixed, launch->kernel->name);
}

static const struct ir_var *largest(const ir_var_list *vars)
{
	const struct ir_var *found = NULL;
	for (size_t i = 0; i < vars->count; i++)
		if (!found || vars->data[i]->type->size > found->type->size)
			found = vars->data[i];
	return found;
}

static void on_function(struct pass *pass, const struct ir_function *function)
{
	ir_var_list vars = {0};
	int64_t fixed;
	if (!function->is_kernel || !ir_static_shared(pass->arena, pass_query(pass), function, &fixed) ||
		fixed <= LIMIT)
		return;
	ir_shared_vars(pass->arena, pass_query(pass), function, &vars);
	pass_report(pass, largest(&vars)->range,
		"`%s` has %lld bytes of static shared memory, over the limit of 49152: ptxas rejects it, and "
		"only dynamic shared memory can be larger",
		function->name, (long long)fixed);
}

const struct rule rule_shared_memory_needs_optin = {
	.code = "CU202",
	.name = "shared-memory-needs-optin",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Over 48 KB of shared memory without opting in",
	.hooks = {.unit = on_unit, .function = on_function, .launch = on_launch},
};
