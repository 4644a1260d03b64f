/* Elements left out. */
#ifndef THRUST_REMOVE_H
#define THRUST_REMOVE_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class T), (I), remove, (I first, I last, const T &value))
THRUST_CUDALINT_ALGORITHM((class I, class O, class T), (O), remove_copy, (I first, I last, O out, const T &value))
THRUST_CUDALINT_ALGORITHM((class I, class P), (I), remove_if, (I first, I last, P test))
THRUST_CUDALINT_ALGORITHM((class I, class S, class P), (I), remove_if, (I first, I last, S stencil, P test))
THRUST_CUDALINT_ALGORITHM((class I, class O, class P), (O), remove_copy_if, (I first, I last, O out, P test))
THRUST_CUDALINT_ALGORITHM(
	(class I, class S, class O, class P), (O), remove_copy_if, (I first, I last, S stencil, O out, P test))
} // namespace thrust

#endif
