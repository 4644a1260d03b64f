/* A block for a kernel that nobody is seen to launch. */
#ifndef CUDALINT_SIMT_ASSUME_H
#define CUDALINT_SIMT_ASSUME_H

#include "analyzer/simt/launch/launch.h"

/* What else than the body tells; 0: nothing does. */
struct assumption {
	int64_t extent[3];
	int64_t most; /* threads in a block */
};

/* Fills in the block: the one that the body speaks of, or a smaller one where threads would pass an array. */
void assume_launch(const struct ir_query *query, const struct ir_function *kernel,
	const struct assumption *known, struct simt_launch *launch);

#endif
