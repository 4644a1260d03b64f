/* CU607 cluster-attribute-conflict: `__block_size__` whose second tuple says the cluster's size, beside
 * `__cluster_dims__`, or `__block_size__` beside a `__cluster_dims__` without a size. Compilers reject both.
 *
 * Kernels that are only declared are seen where they are launched. */
#include <string.h>

#include "analyzer/rule/rule.h"

/* A definition repeats what its declarations say. The attributes are the ones that this rule is about. */
static void check(struct pass *pass, const struct ir_function *kernel)
{
	size_t tuples = 0, clusters = 0, sizes = 0;
	for (size_t i = 0; i < kernel->attribute_count; i++) {
		const struct ir_attribute *attribute = &kernel->attributes[i];
		tuples += strcmp(attribute->name, "blocks_as_clusters") == 0;
		if (strcmp(attribute->name, "cluster_dims") == 0) {
			clusters++;
			sizes += attribute->arg_count > 0;
		}
	}
	bool twice = tuples && clusters > tuples, empty = !tuples && clusters && !sizes;
	if (!ir_function_attribute(kernel, "block_size") || (!twice && !empty))
		return;
	pass_report(pass, kernel->name_range.begin ? kernel->name_range : kernel->range,
		twice ? "`%s` has a cluster size in `__block_size__` and another in `__cluster_dims__`: that "
			"is illegal, keep one of them"
		      : "`%s` has `__block_size__` and a `__cluster_dims__` without a size: that is illegal, "
			"leave the latter out",
		kernel->name);
}

static void on_function(struct pass *pass, const struct ir_function *function)
{
	if (function->is_kernel)
		check(pass, function);
}

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	if (launch->kernel && launch->kernel->body_state == IR_BODY_NONE)
		check(pass, launch->kernel);
}

const struct rule rule_cluster_attribute_conflict = {
	.code = "CU607",
	.name = "cluster-attribute-conflict",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Attributes of a kernel that contradict each other on the cluster",
	.hooks = {.function = on_function, .launch = on_launch},
};
