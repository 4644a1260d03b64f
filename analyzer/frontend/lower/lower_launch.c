/* Launches: chevrons, and the runtime and driver calls that launch, bound to the kernel they name. */
#include "analyzer/frontend/lower/lower.h"

#include <string.h>

bool lower_is_config_call(CXCursor cursor)
{
	if (clang_getCursorKind(cursor) != CXCursor_CallExpr)
		return false;
	CXString spelling = clang_getCursorSpelling(cursor);
	const char *name = clang_getCString(spelling);
	bool is = name && (strcmp(name, "cudaConfigureCall") == 0 ||
				  strcmp(name, "__cudaPushCallConfiguration") == 0);
	clang_disposeString(spelling);
	return is;
}

static struct ir_launch *add_launch(struct lower *lower, struct ir_expr *expr, enum ir_launch_form form)
{
	struct ir_launch *launch = ARENA_NEW(lower->arena, struct ir_launch);
	launch->form = form;
	launch->function = lower->function;
	launch->expr = expr;
	launch->range = expr->range;
	vec_push(lower->arena, &lower->module->launches, launch);
	return launch;
}

/* The function that an expression names, through casts, & and variables that are never changed. */
static struct ir_function *named_function(const struct ir_expr *expr)
{
	for (unsigned i = 0; expr && i < 16; i++) {
		if (expr->kind == IR_FUNCTION)
			return expr->function.function;
		if (expr->kind == IR_VAR && expr->var->init && !expr->var->is_assigned &&
			!expr->var->is_address_taken)
			expr = expr->var->init;
		else if ((expr->kind == IR_CAST || (expr->kind == IR_UNARY && expr->op == IR_OP_ADDRESS)) &&
			 expr->operand_count)
			expr = expr->operands[0];
		else
			return NULL;
	}
	return NULL;
}

static struct ir_expr *argument(const struct ir_expr *call, size_t index)
{
	return call->operand_count > index ? call->operands[index] : NULL;
}

/* Children: callee, the configuration call, then the kernel's arguments. */
struct ir_expr *lower_chevron(struct lower *lower, CXCursor cursor, size_t first, size_t count)
{
	struct ir_expr *expr = lower_new_expr(lower, cursor, IR_LAUNCH);
	struct ir_launch *launch = add_launch(lower, expr, IR_LAUNCH_CHEVRON);
	expr->launch = launch;
	CXCursor target = clang_getCursorReferenced(cursor);
	launch->callee = lower_expr(lower, lower->stack.data[first]);
	launch->kernel = clang_getCursorKind(target) == CXCursor_FunctionDecl ||
					 clang_getCursorKind(target) == CXCursor_CXXMethod
				 ? lower_function(lower, target)
				 : named_function(launch->callee);
	struct ir_expr *config = lower_expr(lower, lower->stack.data[first + 1]);
	launch->grid = argument(config, 0);
	launch->block = argument(config, 1);
	launch->shared = argument(config, 2);
	launch->stream = argument(config, 3);
	launch->arg_count = count - 2;
	launch->args = lower_operands(lower, first + 2, &launch->arg_count);
	expr->operands = launch->args;
	expr->operand_count = launch->arg_count;
	return expr;
}

struct launcher {
	const char *name;
	enum ir_launch_form form;
};

static const struct launcher launchers[] = {
	{"cudaLaunchKernel", IR_LAUNCH_RUNTIME},
	{"cudaLaunchCooperativeKernel", IR_LAUNCH_COOPERATIVE},
	{"cudaLaunchKernelEx", IR_LAUNCH_EX},
	{"cudaLaunchKernelExC", IR_LAUNCH_EX},
	{"cuLaunchKernel", IR_LAUNCH_DRIVER},
	{"cuLaunchKernelEx", IR_LAUNCH_DRIVER},
	{"cuLaunchCooperativeKernel", IR_LAUNCH_DRIVER},
};

static void bind_runtime(struct ir_launch *launch, const struct ir_expr *call)
{
	launch->callee = argument(call, 0);
	launch->grid = argument(call, 1);
	launch->block = argument(call, 2);
	launch->args = call->operand_count > 3 ? call->operands + 3 : NULL;
	launch->arg_count = call->operand_count > 3 ? 1 : 0;
	launch->shared = argument(call, 4);
	launch->stream = argument(call, 5);
}

static void bind_ex(struct ir_launch *launch, const struct ir_expr *call)
{
	launch->config = argument(call, 0);
	launch->callee = argument(call, 1);
	launch->args = call->operand_count > 2 ? call->operands + 2 : NULL;
	launch->arg_count = call->operand_count > 2 ? call->operand_count - 2 : 0;
}

void lower_runtime_launch(struct lower *lower, struct ir_expr *call)
{
	const char *name = call->call->name;
	if (strncmp(name, "cu", 2) != 0)
		return;
	for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
		if (strcmp(name, launchers[i].name) != 0)
			continue;
		struct ir_launch *launch = add_launch(lower, call, launchers[i].form);
		call->call->launch = launch;
		if (launch->form == IR_LAUNCH_EX)
			bind_ex(launch, call);
		else if (launch->form == IR_LAUNCH_DRIVER)
			launch->callee = argument(call, strcmp(name, "cuLaunchKernelEx") == 0 ? 1 : 0);
		else
			bind_runtime(launch, call);
		launch->kernel = launch->form == IR_LAUNCH_DRIVER ? NULL : named_function(launch->callee);
		return;
	}
}
