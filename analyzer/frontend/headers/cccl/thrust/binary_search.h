/* Searches in sorted ranges, for one value or for many. */
#ifndef THRUST_BINARY_SEARCH_H
#define THRUST_BINARY_SEARCH_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class T), (I), lower_bound, (I first, I last, const T &value))
THRUST_CUDALINT_ALGORITHM((class I, class T, class L), (I), lower_bound, (I first, I last, const T &value, L less))
THRUST_CUDALINT_ALGORITHM((class I, class J, class O), (O), lower_bound, (I first, I last, J values, J end, O out))
THRUST_CUDALINT_ALGORITHM(
	(class I, class J, class O, class L), (O), lower_bound, (I first, I last, J values, J end, O out, L less))
THRUST_CUDALINT_ALGORITHM((class I, class T), (I), upper_bound, (I first, I last, const T &value))
THRUST_CUDALINT_ALGORITHM((class I, class T, class L), (I), upper_bound, (I first, I last, const T &value, L less))
THRUST_CUDALINT_ALGORITHM((class I, class J, class O), (O), upper_bound, (I first, I last, J values, J end, O out))
THRUST_CUDALINT_ALGORITHM(
	(class I, class J, class O, class L), (O), upper_bound, (I first, I last, J values, J end, O out, L less))
THRUST_CUDALINT_ALGORITHM((class I, class T), (bool), binary_search, (I first, I last, const T &value))
THRUST_CUDALINT_ALGORITHM((class I, class T, class L), (bool), binary_search, (I first, I last, const T &value, L less))
THRUST_CUDALINT_ALGORITHM((class I, class J, class O), (O), binary_search, (I first, I last, J values, J end, O out))
THRUST_CUDALINT_ALGORITHM(
	(class I, class J, class O, class L), (O), binary_search, (I first, I last, J values, J end, O out, L less))
THRUST_CUDALINT_ALGORITHM((class I, class T), (pair<I, I>), equal_range, (I first, I last, const T &value))
THRUST_CUDALINT_ALGORITHM(
	(class I, class T, class L), (pair<I, I>), equal_range, (I first, I last, const T &value, L less))
} // namespace thrust

#endif
