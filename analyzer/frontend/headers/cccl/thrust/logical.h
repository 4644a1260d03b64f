/* Tests of all elements. */
#ifndef THRUST_LOGICAL_H
#define THRUST_LOGICAL_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class P), (bool), all_of, (I first, I last, P test))
THRUST_CUDALINT_ALGORITHM((class I, class P), (bool), any_of, (I first, I last, P test))
THRUST_CUDALINT_ALGORITHM((class I, class P), (bool), none_of, (I first, I last, P test))
} // namespace thrust

#endif
