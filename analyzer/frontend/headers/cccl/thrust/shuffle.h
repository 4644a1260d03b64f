/* Random order. */
#ifndef THRUST_SHUFFLE_H
#define THRUST_SHUFFLE_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class G), (void), shuffle, (I first, I last, G &&engine))
THRUST_CUDALINT_ALGORITHM((class I, class O, class G), (void), shuffle_copy, (I first, I last, O out, G &&engine))
} // namespace thrust

#endif
