/* Searches. */
#ifndef THRUST_FIND_H
#define THRUST_FIND_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class T), (I), find, (I first, I last, const T &value))
THRUST_CUDALINT_ALGORITHM((class I, class P), (I), find_if, (I first, I last, P test))
THRUST_CUDALINT_ALGORITHM((class I, class P), (I), find_if_not, (I first, I last, P test))
} // namespace thrust

#endif
