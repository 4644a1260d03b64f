/* Counting. */
#ifndef THRUST_SEQUENCE_H
#define THRUST_SEQUENCE_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I), (void), sequence, (I first, I last))
THRUST_CUDALINT_ALGORITHM((class I, class T), (void), sequence, (I first, I last, T start))
THRUST_CUDALINT_ALGORITHM((class I, class T), (void), sequence, (I first, I last, T start, T step))
} // namespace thrust

#endif
