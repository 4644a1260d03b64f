/* Where ranges first differ. */
#ifndef THRUST_MISMATCH_H
#define THRUST_MISMATCH_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class J), (pair<I, J>), mismatch, (I first, I last, J other))
THRUST_CUDALINT_ALGORITHM((class I, class J, class E), (pair<I, J>), mismatch, (I first, I last, J other, E same))
} // namespace thrust

#endif
