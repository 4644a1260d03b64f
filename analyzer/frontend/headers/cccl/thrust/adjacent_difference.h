/* Differences of neighbours. */
#ifndef THRUST_ADJACENT_DIFFERENCE_H
#define THRUST_ADJACENT_DIFFERENCE_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class O), (O), adjacent_difference, (I first, I last, O out))
THRUST_CUDALINT_ALGORITHM((class I, class O, class F), (O), adjacent_difference, (I first, I last, O out, F f))
} // namespace thrust

#endif
