/* Launches between units: told where they are made, and read where the kernel is defined. */
#ifndef CUDALINT_SIMT_ELSEWHERE_H
#define CUDALINT_SIMT_ELSEWHERE_H

#include "analyzer/project/project.h"
#include "analyzer/simt/launch/launch.h"

/* What a launch of a kernel that is only declared here has to say; all of it but the place. */
void launch_tell(struct arena *arena, const struct ir_function *kernel, const struct simt_launch *launch,
	struct project_use *out);

/* The launch that another unit makes of `kernel`. Where it doesn't tell the block, launch->source stays
 * LAUNCH_ASSUMED and the block is still to be chosen. */
void launch_from_elsewhere(struct arena *arena, const struct ir_function *kernel,
	const struct project_use *use, struct simt_launch *out);

#endif
