/* Copies, between host and device too. */
#ifndef THRUST_COPY_H
#define THRUST_COPY_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class O), (O), copy, (I first, I last, O out))
THRUST_CUDALINT_ALGORITHM((class I, class N, class O), (O), copy_n, (I first, N n, O out))
THRUST_CUDALINT_ALGORITHM((class I, class O, class P), (O), copy_if, (I first, I last, O out, P test))
THRUST_CUDALINT_ALGORITHM(
	(class I, class S, class O, class P), (O), copy_if, (I first, I last, S stencil, O out, P test))
} // namespace thrust

#endif
