/* Order reversed. */
#ifndef THRUST_REVERSE_H
#define THRUST_REVERSE_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I), (void), reverse, (I first, I last))
THRUST_CUDALINT_ALGORITHM((class I, class O), (O), reverse_copy, (I first, I last, O out))
} // namespace thrust

#endif
