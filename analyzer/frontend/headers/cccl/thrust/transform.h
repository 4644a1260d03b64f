/* A function of every element. */
#ifndef THRUST_TRANSFORM_H
#define THRUST_TRANSFORM_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class O, class F), (O), transform, (I first, I last, O out, F f))
THRUST_CUDALINT_ALGORITHM((class I, class J, class O, class F), (O), transform, (I first, I last, J other, O out, F f))
THRUST_CUDALINT_ALGORITHM(
	(class I, class O, class F, class P), (O), transform_if, (I first, I last, O out, F f, P test))
THRUST_CUDALINT_ALGORITHM((class I, class S, class O, class F, class P), (O), transform_if,
	(I first, I last, S stencil, O out, F f, P test))
THRUST_CUDALINT_ALGORITHM((class I, class J, class S, class O, class F, class P), (O), transform_if,
	(I first, I last, J other, S stencil, O out, F f, P test))
} // namespace thrust

#endif
