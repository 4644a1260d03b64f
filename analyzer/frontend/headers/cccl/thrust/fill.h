/* One value everywhere. */
#ifndef THRUST_FILL_H
#define THRUST_FILL_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class T), (void), fill, (I first, I last, const T &value))
THRUST_CUDALINT_ALGORITHM((class I, class N, class T), (I), fill_n, (I first, N n, const T &value))
} // namespace thrust

#endif
