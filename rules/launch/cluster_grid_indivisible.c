/* CU606 cluster-grid-indivisible: a grid whose extents aren't multiples of the cluster's: the launch fails.
 *
 * The cluster is the launch's attribute, else what the kernel was compiled for. Kernels whose
 * `__block_size__` has a cluster are launched with a number of clusters, which is always right. Extents that
 * aren't known are left alone. */
#include "analyzer/rule/launched.h"
#include "analyzer/structure/dead.h"
#include "analyzer/structure/launch/cluster.h"
#include "analyzer/structure/launch/config.h"

/* The cluster of a launch; false: there is none, or it isn't known. */
static bool cluster_of(const struct ir_launch *launch, struct ir_dim3 *dims, const char **source)
{
	struct ir_launch_clusters clusters;
	ir_launch_clusters(launch, &clusters);
	*source = "the launch's attribute";
	if (clusters.required.is_given) {
		*dims = clusters.required.dims;
		return true;
	}
	*source = "its declaration";
	return clusters.is_known && launch->kernel && !ir_counts_clusters(launch->kernel) &&
	       ir_compiled_cluster(launch->kernel, dims);
}

static void on_launch(struct pass *pass, const struct ir_launch *launch)
{
	struct ir_launch_shape written;
	struct ir_dim3 cluster;
	const char *source;
	if (ir_is_dead(pass->path) || !cluster_of(launch, &cluster, &source))
		return;
	ir_launch_shape(launch, &written);
	launched_shapes shapes = pass_launched(pass, launch);
	for (size_t k = 0; k < shapes.count * 3; k++) {
		const struct ir_dim3 *grid = &shapes.data[k / 3].grid;
		size_t i = k % 3;
		if (!grid->known[i] || !cluster.known[i] || cluster.value[i] <= 0 ||
			grid->value[i] % cluster.value[i] == 0)
			continue;
		struct finding *finding = pass_report(pass, launched_range(launch, written.grid),
			"grid is %lld blocks in %c, which is no multiple of the cluster's %lld (%s): the "
			"launch fails",
			(long long)grid->value[i], "xyz"[i], (long long)cluster.value[i], source);
		finding_limit_archs(finding, 90, 0);
		return;
	}
}

const struct rule rule_cluster_grid_indivisible = {
	.code = "CU606",
	.name = "cluster-grid-indivisible",
	.severity = SEVERITY_ERROR,
	.since = "0.1.0",
	.summary = "Grid that is no multiple of the cluster",
	.hooks = {.launch = on_launch},
};
