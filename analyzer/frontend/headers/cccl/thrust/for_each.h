/* A call for every element. */
#ifndef THRUST_FOR_EACH_H
#define THRUST_FOR_EACH_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class F), (I), for_each, (I first, I last, F f))
THRUST_CUDALINT_ALGORITHM((class I, class N, class F), (I), for_each_n, (I first, N n, F f))
} // namespace thrust

#endif
