/* A block for a kernel that nobody is seen to launch. */
#ifndef CUDALINT_SIMT_ASSUME_H
#define CUDALINT_SIMT_ASSUME_H

#include "analyzer/simt/launch/launch.h"
#include "analyzer/simt/launch/shape.h"

/* What else than the body tells; 0: nothing does. */
struct assumption {
	int64_t extent[3];
	int64_t most; /* threads in a block */
};

/* What a kernel's body says, once it was read. */
struct assume_body {
	bool is_read;
	struct shape shape;
};

/* Fills in the block: the one that the body speaks of, or a smaller one where threads would pass an array.
 * `body`: kept by who assumes blocks for several launches of the kernel, zeroed before the first. */
void assume_launch(const struct ir_query *query, const struct ir_function *kernel,
	const struct assumption *known, struct assume_body *body, struct simt_launch *launch);

#endif
