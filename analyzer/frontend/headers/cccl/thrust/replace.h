/* Elements exchanged for others. */
#ifndef THRUST_REPLACE_H
#define THRUST_REPLACE_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class T), (void), replace, (I first, I last, const T &from, const T &to))
THRUST_CUDALINT_ALGORITHM((class I, class P, class T), (void), replace_if, (I first, I last, P test, const T &to))
THRUST_CUDALINT_ALGORITHM(
	(class I, class S, class P, class T), (void), replace_if, (I first, I last, S stencil, P test, const T &to))
THRUST_CUDALINT_ALGORITHM(
	(class I, class O, class T), (O), replace_copy, (I first, I last, O out, const T &from, const T &to))
THRUST_CUDALINT_ALGORITHM(
	(class I, class O, class P, class T), (O), replace_copy_if, (I first, I last, O out, P test, const T &to))
} // namespace thrust

#endif
