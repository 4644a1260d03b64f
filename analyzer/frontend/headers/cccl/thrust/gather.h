/* Elements fetched by index. */
#ifndef THRUST_GATHER_H
#define THRUST_GATHER_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class M, class I, class O), (O), gather, (M first, M last, I in, O out))
THRUST_CUDALINT_ALGORITHM(
	(class M, class S, class I, class O), (O), gather_if, (M first, M last, S stencil, I in, O out))
THRUST_CUDALINT_ALGORITHM((class M, class S, class I, class O, class P), (O), gather_if,
	(M first, M last, S stencil, I in, O out, P test))
} // namespace thrust

#endif
