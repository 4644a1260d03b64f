/* The extents of a launch, wherever they are written: in the launch itself or, for cudaLaunchKernelEx, in the
 * fields of a cudaLaunchConfig_t. */
#ifndef CUDALINT_STRUCTURE_CONFIG_H
#define CUDALINT_STRUCTURE_CONFIG_H

#include "analyzer/ir/ir.h"

/* NULL: left out or unknown. */
struct ir_launch_shape {
	const struct ir_expr *grid, *block, *shared, *stream;
};

/* A configuration is read when it is a variable of the launching function that nothing else gets at, and each
 * field that is set is set as a whole, once: there, or in a helper that returns the configuration. */
void ir_launch_shape(const struct ir_launch *launch, struct ir_launch_shape *out);

/* Whether a launch is seen not to be cooperative. A configuration that comes from elsewhere is taken to be.
 */
bool ir_is_plain_launch(const struct ir_launch *launch);

/* The variable behind `&config`, `config` or a pointer to one of its elements; NULL when there is none. */
const struct ir_var *ir_root_var(const struct ir_expr *expr);

/* Whether a call reads a launch configuration and leaves it as it is: launches and occupancy queries. */
bool ir_reads_config(const struct ir_expr *call);

#endif
