/* Folds of transformed elements. */
#ifndef THRUST_TRANSFORM_REDUCE_H
#define THRUST_TRANSFORM_REDUCE_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM(
	(class I, class U, class T, class F), (T), transform_reduce, (I first, I last, U unary, T start, F f))
} // namespace thrust

#endif
