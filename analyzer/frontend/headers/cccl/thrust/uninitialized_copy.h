/* Copies into raw memory. */
#ifndef THRUST_UNINITIALIZED_COPY_H
#define THRUST_UNINITIALIZED_COPY_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class O), (O), uninitialized_copy, (I first, I last, O out))
THRUST_CUDALINT_ALGORITHM((class I, class N, class O), (O), uninitialized_copy_n, (I first, N n, O out))
} // namespace thrust

#endif
