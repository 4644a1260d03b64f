/* Sorting, also by key. */
#ifndef THRUST_SORT_H
#define THRUST_SORT_H

#include <thrust/detail/algorithm.h>
#include <thrust/sequence.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I), (void), sort, (I first, I last))
THRUST_CUDALINT_ALGORITHM((class I, class L), (void), sort, (I first, I last, L less))
THRUST_CUDALINT_ALGORITHM((class I), (void), stable_sort, (I first, I last))
THRUST_CUDALINT_ALGORITHM((class I, class L), (void), stable_sort, (I first, I last, L less))
THRUST_CUDALINT_ALGORITHM((class K, class I), (void), sort_by_key, (K first, K last, I values))
THRUST_CUDALINT_ALGORITHM((class K, class I, class L), (void), sort_by_key, (K first, K last, I values, L less))
THRUST_CUDALINT_ALGORITHM((class K, class I), (void), stable_sort_by_key, (K first, K last, I values))
THRUST_CUDALINT_ALGORITHM((class K, class I, class L), (void), stable_sort_by_key, (K first, K last, I values, L less))
THRUST_CUDALINT_ALGORITHM((class I), (bool), is_sorted, (I first, I last))
THRUST_CUDALINT_ALGORITHM((class I, class L), (bool), is_sorted, (I first, I last, L less))
THRUST_CUDALINT_ALGORITHM((class I), (I), is_sorted_until, (I first, I last))
THRUST_CUDALINT_ALGORITHM((class I, class L), (I), is_sorted_until, (I first, I last, L less))
} // namespace thrust

#endif
