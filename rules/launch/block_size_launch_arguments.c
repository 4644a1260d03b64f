/* CU608 block-size-launch-arguments: a kernel with `__block_size__` that is launched by `<<<>>>` with a
 * second argument other than 1 or a third one other than 0. The block is the kernel's own there; what another
 * value does is undefined.
 *
 * Values that aren't known are left alone. */
#include "analyzer/rule/rule.h"
#include "analyzer/structure/dead.h"

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	struct ir_dim3 block = {.value = {1, 1, 1}, .known = {true, true, true}};
	int64_t shared = 0, total = 1;
	if (launch->form != IR_LAUNCH_CHEVRON || !launch->kernel || ir_is_dead(pass->path) ||
		!ir_function_attribute(launch->kernel, "block_size"))
		return;
	bool block_known = launch->block && ir_fold_dim3_called(pass_query(pass), launch->block, &block) &&
			   ir_dim3_total(&block, &total);
	if (block_known && total != 1) {
		pass_report(pass, launch->block->range,
			"`%s` has its block from `__block_size__`, so the second launch argument has to be "
			"1, and this is %lld: undefined",
			launch->kernel->name, (long long)total);
		return;
	}
	if (launch->shared && ir_fold_int_called(pass_query(pass), launch->shared, &shared) && shared != 0)
		pass_report(pass, launch->shared->range,
			"`%s` has its block from `__block_size__`, so the third launch argument has to be 0, "
			"and this is %lld: undefined",
			launch->kernel->name, (long long)shared);
}

const struct rule rule_block_size_launch_arguments = {
	.code = "CU608",
	.name = "block-size-launch-arguments",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Kernel with a fixed block size, launched as if it had none",
	.hooks = {.launch = on_launch},
};
