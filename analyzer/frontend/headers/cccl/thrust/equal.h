/* Comparison of ranges. */
#ifndef THRUST_EQUAL_H
#define THRUST_EQUAL_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class J), (bool), equal, (I first, I last, J other))
THRUST_CUDALINT_ALGORITHM((class I, class J, class E), (bool), equal, (I first, I last, J other, E same))
} // namespace thrust

#endif
