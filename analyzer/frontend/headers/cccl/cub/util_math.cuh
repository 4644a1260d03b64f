/* Divisions. */
#ifndef CUB_UTIL_MATH_CUH
#define CUB_UTIL_MATH_CUH

#include <cub/config.cuh>

namespace cub
{
template <class N, class D> _CCCL_HOST_DEVICE constexpr N DivideAndRoundUp(N n, D d) { return n / d + (n % d != 0); }
} // namespace cub

#endif
