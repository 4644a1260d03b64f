/* Results of a function. */
#ifndef THRUST_GENERATE_H
#define THRUST_GENERATE_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class F), (void), generate, (I first, I last, F f))
THRUST_CUDALINT_ALGORITHM((class I, class N, class F), (I), generate_n, (I first, N n, F f))
} // namespace thrust

#endif
