/* One walk over the device functions of a unit. */
#include "analyzer/rule/atomic_calls.h"

#include "analyzer/rule/run_unit.h"
#include "analyzer/structure/spin/retry.h"
#include "analyzer/structure/uniform/elect.h"

struct atomic_calls {
	VEC(struct atomic_call) calls;
};

struct gathering {
	const struct pass *pass;
	const struct ir_function *function;
	struct atomic_calls *out;
};

static bool in_loop(const struct ir_path *path)
{
	for (; path; path = path->up)
		if (path->stmt && (path->stmt->kind == IR_WHILE || path->stmt->kind == IR_DO ||
					  path->stmt->kind == IR_FOR))
			return true;
	return false;
}

static void on_expr(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	const struct gathering *gathering = context;
	const struct pass *pass = gathering->pass;
	struct ir_update update;
	if (!ir_update_of(expr, &update))
		return;
	struct ir_flow *flow = pass_flow(pass);
	struct atomic_call call = {.call = expr,
		.is_elected = ir_is_elected(pass_uniformity(pass), flow, gathering->function, path),
		.is_retried = ir_is_retried(flow, expr, path),
		.in_loop = in_loop(path),
		.result_used = !ir_is_dropped(path),
		.update = update};
	vec_push(pass->arena, &gathering->out->calls, call);
}

static struct atomic_calls *gather(const struct pass *pass)
{
	static const struct ir_visitor visitor = {.expr = on_expr};
	struct gathering gathering = {pass, NULL, ARENA_NEW(pass->arena, struct atomic_calls)};
	for (size_t i = 0; i < pass->module->functions.count; i++) {
		gathering.function = pass->module->functions.data[i];
		if (gathering.function->is_device || gathering.function->is_kernel)
			ir_walk_function(gathering.function, &visitor, &gathering);
	}
	return gathering.out;
}

const struct atomic_call *pass_atomic_call(const struct pass *pass, const struct ir_expr *expr)
{
	if (!pass->unit->atomic_calls)
		pass->unit->atomic_calls = gather(pass);
	const struct atomic_calls *all = pass->unit->atomic_calls;
	for (size_t i = 0; i < all->calls.count; i++)
		if (all->calls.data[i].call == expr)
			return &all->calls.data[i];
	return NULL;
}
