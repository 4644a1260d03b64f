/* A function of the index. */
#ifndef THRUST_TABULATE_H
#define THRUST_TABULATE_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class F), (void), tabulate, (I first, I last, F f))
} // namespace thrust

#endif
