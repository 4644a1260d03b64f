/* Clusters of blocks: what a kernel's declaration says of their size, and what a launch asks for. */
#ifndef CUDALINT_STRUCTURE_CLUSTER_H
#define CUDALINT_STRUCTURE_CLUSTER_H

#include "analyzer/ir/ir.h"
#include "analyzer/value/fold.h"

/* `__cluster_dims__`, or the second tuple of `__block_size__`; NULL: neither. One without a size, which
 * leaves it to the launch, is one. */
const struct ir_attribute *ir_cluster_attribute(const struct ir_function *kernel);

/* Whether the size is the second tuple of `__block_size__`: launches count clusters then, not blocks. */
bool ir_counts_clusters(const struct ir_function *kernel);

/* The size as the compiler takes it: `(2, 2, 2)` in parentheses of its own is 2x1x1. False: none is written.
 */
bool ir_compiled_cluster(const struct ir_function *kernel, struct ir_dim3 *dims);

/* `__cluster_dims__((2, 2, 2))`: the comma expression; NULL: it is none. */
const struct ir_expr *ir_comma_in_cluster(const struct ir_function *kernel);

/* One of the attributes that a launch is given. */
struct ir_launch_cluster {
	bool is_given;
	const struct ir_expr *at; /* where it is asked for */
	struct ir_dim3 dims;
};

struct ir_launch_clusters {
	bool is_known; /* every attribute of the launch is seen; else the others are as far as they are */
	struct ir_launch_cluster required, preferred;
};

/* Attributes are read where they are elements of a local variable whose fields are set once in the launching
 * function: each on its own, or by lists in braces. */
void ir_launch_clusters(const struct ir_launch *launch, struct ir_launch_clusters *out);

/* Whether larger clusters than every chip takes may have been allowed for a kernel. */
bool ir_may_allow_large_clusters(const struct ir_module *module, const struct ir_function *kernel);

#endif
