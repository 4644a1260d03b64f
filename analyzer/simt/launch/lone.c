/* Which device functions are executed without a kernel, and with what. */
#include "analyzer/simt/launch/lone.h"

#include <ctype.h>
#include <string.h>

#include "analyzer/ir/walk.h"

/* Of warps and groups, or of matrices, which warps hold together. */
static bool is_of_lanes(const struct ir_expr *call)
{
	const struct cuda_function *row = ir_cuda(call);
	enum cuda_space space = ir_space(call);
	return space == CUDA_SPACE_GROUPS || space == CUDA_SPACE_WMMA || space == CUDA_SPACE_NVCUDA ||
	       row->op == CUDA_BLOCK_BARRIER || row->op == CUDA_ACTIVE_MASK ||
	       (row->collective && row->op != CUDA_GROUP_COLLECTIVE);
}

static void on_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *found = context;
	(void)path;
	const struct ir_type *type = expr->type ? ir_type_value(expr->type) : NULL;
	*found |= type && type->is_volatile && (expr->kind == IR_INDEX || expr->kind == IR_UNARY);
	*found |= expr->kind == IR_CALL && is_of_lanes(expr);
}

/* Lanes meet in it, or look at what others wrote. */
static bool is_about_lanes(const struct ir_function *function)
{
	static const struct ir_visitor visitor = {.expr = on_expr};
	bool found = false;
	ir_walk_function(function, &visitor, &found);
	return found;
}

bool simt_lone(const struct ir_query *query, const struct ir_function *function)
{
	if (function->is_kernel || !function->is_device || !function->body || function->is_system ||
		function->body_state == IR_BODY_DAMAGED || ir_is_kernel_code(query, function))
		return false;
	struct ir_call_sites callers = ir_callers(query, function);
	for (size_t i = 0; i < callers.count; i++)
		if (callers.data[i]->caller && callers.data[i]->caller->is_device &&
			callers.data[i]->caller != function)
			return false;
	return is_about_lanes(function);
}

struct simt_launch simt_lone_launch(struct arena *arena, const struct ir_function *function)
{
	struct simt_launch launch = {.source = LAUNCH_ASSUMED, .block = {32, 1, 1}};
	launch.arguments = ARENA_ARRAY(arena, struct simt_argument, function->param_count + 1);
	return launch;
}

bool simt_names_thread(const struct ir_var *param)
{
	static const char *const names[] = {/* that people give */
		"tid", "tidx", "lane", "laneid", "threadid", "threadidx", "threadindex", "laneindex", NULL};
	char plain[16];
	size_t length = 0;
	for (const char *at = param->name; *at && length < sizeof plain - 1; at++)
		if (*at != '_')
			plain[length++] = (char)tolower((unsigned char)*at);
	plain[length] = '\0';
	for (const char *const *name = names; *name; name++)
		if (strcmp(plain, *name) == 0)
			return true;
	return false;
}
