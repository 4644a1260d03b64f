/* Whether a launch is cooperative, for cudaLaunchKernelEx by the attributes that its configuration is given.
 */
#include <string.h>

#include "analyzer/ir/walk.h"
#include "analyzer/structure/launch/config.h"

enum { COOPERATIVE = 2 }; /* cudaLaunchAttributeCooperative */

struct config {
	const struct ir_var *var;
	const struct ir_expr *launch;
	bool is_cooperative, is_unknown;
};

static void look_at_config(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	struct config *config = context;
	(void)path;
	if (expr->kind == IR_INT && expr->type->kind == IR_TYPE_ENUM && expr->integer == COOPERATIVE &&
		expr->type->name && strstr(expr->type->name, "cudaLaunchAttributeID"))
		config->is_cooperative = true;
	if (expr->kind == IR_CALL && expr != config->launch && !expr->call->is_operator)
		for (size_t i = 0; i < expr->operand_count; i++)
			if (ir_root_var(expr->operands[i]) == config->var && !ir_reads_config(expr))
				config->is_unknown = true; /* a helper may fill it */
	if (expr->kind != IR_ASSIGN)
		return;
	const struct ir_expr *target = ir_strip_casts(expr->operands[0]);
	if (target->kind == IR_VAR && target->var == config->var)
		config->is_unknown = true;
	if (target->kind != IR_MEMBER || ir_root_var(target) != config->var ||
		strcmp(target->member.name, "attrs") != 0)
		return;
	const struct ir_var *attributes = ir_root_var(expr->operands[1]);
	if (!attributes || attributes->storage != IR_LOCAL || attributes->type->kind == IR_TYPE_POINTER)
		config->is_unknown = true;
}

/* Whether the configuration is a variable of the launching function that is seen never to become cooperative.
 */
static bool is_plain_config(const struct ir_launch *launch)
{
	const struct ir_visitor visitor = {.expr = look_at_config};
	struct config config = {.var = ir_root_var(launch->config), .launch = launch->expr};
	if (!launch->function || !config.var || config.var->storage != IR_LOCAL ||
		config.var->function != launch->function ||
		ir_type_value(config.var->type)->kind != IR_TYPE_RECORD ||
		config.var->type->kind == IR_TYPE_REFERENCE)
		return false;
	const struct ir_expr *init = ir_strip_casts(config.var->init);
	if (init && init->kind != IR_INIT_LIST && !(init->kind == IR_CONSTRUCT && init->operand_count == 0))
		return false;
	ir_walk_function(launch->function, &visitor, &config);
	return !config.is_cooperative && !config.is_unknown;
}

bool ir_is_plain_launch(const struct ir_launch *launch)
{
	if (launch->form == IR_LAUNCH_CHEVRON || launch->form == IR_LAUNCH_RUNTIME)
		return true;
	return launch->form == IR_LAUNCH_EX && is_plain_config(launch);
}
