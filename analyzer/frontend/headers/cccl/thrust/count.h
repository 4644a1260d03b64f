/* Counts of elements. */
#ifndef THRUST_COUNT_H
#define THRUST_COUNT_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class T), (iterator_difference_t<I>), count, (I first, I last, const T &value))
THRUST_CUDALINT_ALGORITHM((class I, class P), (iterator_difference_t<I>), count_if, (I first, I last, P test))
} // namespace thrust

#endif
