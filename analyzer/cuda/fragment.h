/* The shapes that matrix fragments come in, as the documentation lists them: fragments.def. */
#ifndef CUDALINT_CUDA_FRAGMENT_H
#define CUDALINT_CUDA_FRAGMENT_H

#include <stddef.h>

#include "analyzer/cuda/device.h"

struct cuda_fragment_shape {
	int m, n, k;
	enum cuda_element input;
	enum cuda_element sums[2]; /* of what products are summed up in */
};

/* In the order of the table; NULL behind the last one. */
const struct cuda_fragment_shape *cuda_fragment_shape_at(size_t index);

#endif
