/* Elements stored by index. */
#ifndef THRUST_SCATTER_H
#define THRUST_SCATTER_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class M, class O), (void), scatter, (I first, I last, M map, O out))
THRUST_CUDALINT_ALGORITHM(
	(class I, class M, class S, class O), (void), scatter_if, (I first, I last, M map, S stencil, O out))
THRUST_CUDALINT_ALGORITHM((class I, class M, class S, class O, class P), (void), scatter_if,
	(I first, I last, M map, S stencil, O out, P test))
} // namespace thrust

#endif
