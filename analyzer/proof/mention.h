/* What a kernel and the functions that it calls ask for. */
#ifndef CUDALINT_PROOF_MENTION_H
#define CUDALINT_PROOF_MENTION_H

#include "analyzer/ir/ir.h"

/* By axis: threadIdx or blockDim, blockIdx or gridDim. */
struct mention {
	bool threads[3], blocks[3];
};

struct mention mention_of(const struct ir_function *kernel);

/* Whether an integer parameter, or its member (NULL: itself), is how many there are of something: what is
 * less than it goes on, or it is a factor or a divisor. */
bool mention_is_extent(
	const struct ir_function *kernel, const struct ir_var *param, const struct ir_field *field);

#endif
