/* CU203 shared-memory-exceeds-device: a launch whose static and dynamic shared memory are more than a target
 * architecture gives one block, even after opting in.
 *
 * Only sizes that follow from the source count. A function that asks the device for its shared memory chooses
 * by the answer and is left alone. A static part that alone is too large is CU202. */
#include "analyzer/cuda/word.h"
#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/launch/config.h"
#include "analyzer/structure/reach.h"
#include "model/model.h"
#include "rules/host/common/api.h"

enum { STATIC_LIMIT = 49152 };

static void look_for_question(void *context, const struct ir_expr *expr, const struct ir_path *path)
{
	bool *asks = context;
	(void)path;
	*asks |= expr->kind == IR_MEMBER && cuda_word_find(expr->member.name)->is_shared_size;
	*asks |= api_traits(expr)->asks_device;
}

static bool asks_device(const struct ir_function *function)
{
	const struct ir_visitor visitor = {.expr = look_for_question};
	bool asks = false;
	if (function)
		ir_walk_function(function, &visitor, &asks);
	return asks;
}

/* Where nobody named the targets, sizes that some device takes are right. */
static bool fits_elsewhere(const struct target *target, int64_t bytes)
{
	for (size_t i = 0; target->archs_assumed && i < model_arch_count(); i++)
		if (bytes <= model_arch_at(i)->shared_per_block_opt_in)
			return true;
	return false;
}

/* One finding for each architecture that is too small; they are merged into one that names them all. */
static void check_arch(struct pass *pass, const struct ir_launch *launch, struct ir_range at, int number,
	int64_t dynamic, int64_t fixed)
{
	const struct model_arch *arch = model_arch_nearest(number);
	if (!arch || fixed + dynamic <= arch->shared_per_block_opt_in)
		return;
	struct finding *finding = pass_report(pass, at,
		"`%s` is launched with %lld bytes of shared memory (%lld dynamic, %lld static), but a block "
		"gets at most %d on %s: the launch fails",
		launch->kernel->name, (long long)(fixed + dynamic), (long long)dynamic, (long long)fixed,
		arch->shared_per_block_opt_in, arch->name);
	finding_limit_archs(finding, number, number + 1);
}

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	struct ir_launch_shape shape;
	int64_t dynamic, fixed;
	ir_launch_shape(launch, &shape);
	if (ir_is_dead(pass->path) || !launch->kernel || !shape.shared ||
		!ir_fold_int(shape.shared, &dynamic) || dynamic <= 0 || dynamic > INT32_MAX)
		return;
	if (!ir_static_shared(pass->arena, pass_query(pass), launch->kernel, &fixed) ||
		fixed > STATIC_LIMIT || fits_elsewhere(pass->target, fixed + dynamic) ||
		asks_device(launch->function))
		return;
	for (size_t i = 0; i < pass->target->arch_count; i++)
		check_arch(pass, launch, shape.shared->range, pass->target->archs[i], dynamic, fixed);
}

const struct rule rule_shared_memory_exceeds_device = {
	.code = "CU203",
	.name = "shared-memory-exceeds-device",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "More shared memory than a block can have",
	.hooks = {.launch = on_launch},
};
