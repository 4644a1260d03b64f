/* Sorted ranges as sets. */
#ifndef THRUST_SET_OPERATIONS_H
#define THRUST_SET_OPERATIONS_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class J, class O), (O), set_union, (I first, I last, J other, J end, O out))
THRUST_CUDALINT_ALGORITHM(
	(class I, class J, class O, class L), (O), set_union, (I first, I last, J other, J end, O out, L less))
THRUST_CUDALINT_ALGORITHM((class K, class J, class I, class V, class P, class O), (pair<P, O>), set_union_by_key,
	(K first, K last, J other, J end, I values, V others, P keys, O out))
THRUST_CUDALINT_ALGORITHM((class I, class J, class O), (O), set_intersection, (I first, I last, J other, J end, O out))
THRUST_CUDALINT_ALGORITHM(
	(class I, class J, class O, class L), (O), set_intersection, (I first, I last, J other, J end, O out, L less))
THRUST_CUDALINT_ALGORITHM((class K, class J, class I, class P, class O), (pair<P, O>), set_intersection_by_key,
	(K first, K last, J other, J end, I values, P keys, O out))
THRUST_CUDALINT_ALGORITHM((class I, class J, class O), (O), set_difference, (I first, I last, J other, J end, O out))
THRUST_CUDALINT_ALGORITHM(
	(class I, class J, class O, class L), (O), set_difference, (I first, I last, J other, J end, O out, L less))
THRUST_CUDALINT_ALGORITHM((class K, class J, class I, class V, class P, class O), (pair<P, O>), set_difference_by_key,
	(K first, K last, J other, J end, I values, V others, P keys, O out))
THRUST_CUDALINT_ALGORITHM(
	(class I, class J, class O), (O), set_symmetric_difference, (I first, I last, J other, J end, O out))
THRUST_CUDALINT_ALGORITHM((class I, class J, class O, class L), (O), set_symmetric_difference,
	(I first, I last, J other, J end, O out, L less))
THRUST_CUDALINT_ALGORITHM((class K, class J, class I, class V, class P, class O), (pair<P, O>),
	set_symmetric_difference_by_key, (K first, K last, J other, J end, I values, V others, P keys, O out))
} // namespace thrust

#endif
