/* Sorted ranges made one. */
#ifndef THRUST_MERGE_H
#define THRUST_MERGE_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class J, class O), (O), merge, (I first, I last, J other, J end, O out))
THRUST_CUDALINT_ALGORITHM(
	(class I, class J, class O, class L), (O), merge, (I first, I last, J other, J end, O out, L less))
THRUST_CUDALINT_ALGORITHM((class K, class J, class I, class V, class P, class O), (pair<P, O>), merge_by_key,
	(K first, K last, J other, J end, I values, V others, P keys, O out))
THRUST_CUDALINT_ALGORITHM((class K, class J, class I, class V, class P, class O, class L), (pair<P, O>), merge_by_key,
	(K first, K last, J other, J end, I values, V others, P keys, O out, L less))
} // namespace thrust

#endif
