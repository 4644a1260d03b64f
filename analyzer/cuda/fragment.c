/* The rows. */
#include "analyzer/cuda/fragment.h"

static const struct cuda_fragment_shape shapes[] = {
#define SHAPE(m_, n_, k_, input_, sum_, other_)                                                              \
	{m_, n_, k_, CUDA_ELEMENT_##input_, {CUDA_ELEMENT_##sum_, CUDA_ELEMENT_##other_}},
#include "analyzer/cuda/fragments.def"
#undef SHAPE
};

const struct cuda_fragment_shape *cuda_fragment_shape_at(size_t index)
{
	return index < sizeof shapes / sizeof *shapes ? &shapes[index] : NULL;
}
