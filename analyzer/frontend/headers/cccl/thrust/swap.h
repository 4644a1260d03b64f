/* Ranges exchanged. */
#ifndef THRUST_SWAP_H
#define THRUST_SWAP_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
using ::cuda::std::swap;
THRUST_CUDALINT_ALGORITHM((class I, class J), (J), swap_ranges, (I first, I last, J other))
} // namespace thrust

#endif
