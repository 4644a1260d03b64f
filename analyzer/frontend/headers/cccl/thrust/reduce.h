/* Sums and other folds, also of runs of equal keys. */
#ifndef THRUST_REDUCE_H
#define THRUST_REDUCE_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I), (iterator_value_t<I>), reduce, (I first, I last))
THRUST_CUDALINT_ALGORITHM((class I, class T), (T), reduce, (I first, I last, T start))
THRUST_CUDALINT_ALGORITHM((class I, class T, class F), (T), reduce, (I first, I last, T start, F f))
THRUST_CUDALINT_ALGORITHM((class I, class O), (void), reduce_into, (I first, I last, O out))
THRUST_CUDALINT_ALGORITHM(
	(class I, class O, class T, class F), (void), reduce_into, (I first, I last, O out, T start, F f))
THRUST_CUDALINT_ALGORITHM(
	(class K, class I, class P, class O), (pair<P, O>), reduce_by_key, (K first, K last, I values, P keys, O out))
THRUST_CUDALINT_ALGORITHM((class K, class I, class P, class O, class E), (pair<P, O>), reduce_by_key,
	(K first, K last, I values, P keys, O out, E same))
THRUST_CUDALINT_ALGORITHM((class K, class I, class P, class O, class E, class F), (pair<P, O>), reduce_by_key,
	(K first, K last, I values, P keys, O out, E same, F f))
} // namespace thrust

#endif
