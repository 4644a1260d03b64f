/* Runs of equal elements shortened to one. */
#ifndef THRUST_UNIQUE_H
#define THRUST_UNIQUE_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I), (I), unique, (I first, I last))
THRUST_CUDALINT_ALGORITHM((class I, class E), (I), unique, (I first, I last, E same))
THRUST_CUDALINT_ALGORITHM((class I, class O), (O), unique_copy, (I first, I last, O out))
THRUST_CUDALINT_ALGORITHM((class I, class O, class E), (O), unique_copy, (I first, I last, O out, E same))
THRUST_CUDALINT_ALGORITHM((class K, class I), (pair<K, I>), unique_by_key, (K first, K last, I values))
THRUST_CUDALINT_ALGORITHM((class K, class I, class E), (pair<K, I>), unique_by_key, (K first, K last, I values, E same))
THRUST_CUDALINT_ALGORITHM((class K, class I, class P, class O), (pair<P, O>), unique_by_key_copy,
	(K first, K last, I values, P keys, O out))
THRUST_CUDALINT_ALGORITHM((class K, class I, class P, class O, class E), (pair<P, O>), unique_by_key_copy,
	(K first, K last, I values, P keys, O out, E same))
THRUST_CUDALINT_ALGORITHM((class I), (iterator_difference_t<I>), unique_count, (I first, I last))
THRUST_CUDALINT_ALGORITHM((class I, class E), (iterator_difference_t<I>), unique_count, (I first, I last, E same))
} // namespace thrust

#endif
