/* One value into raw memory. */
#ifndef THRUST_UNINITIALIZED_FILL_H
#define THRUST_UNINITIALIZED_FILL_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class T), (void), uninitialized_fill, (I first, I last, const T &value))
THRUST_CUDALINT_ALGORITHM((class I, class N, class T), (I), uninitialized_fill_n, (I first, N n, const T &value))
} // namespace thrust

#endif
