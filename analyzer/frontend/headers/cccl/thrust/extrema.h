/* Least and greatest elements. */
#ifndef THRUST_EXTREMA_H
#define THRUST_EXTREMA_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
template <class T> _CCCL_HOST_DEVICE T(min)(const T &a, const T &b) { return b < a ? b : a; }
template <class T> _CCCL_HOST_DEVICE T(max)(const T &a, const T &b) { return a < b ? b : a; }
template <class T, class L> _CCCL_HOST_DEVICE T(min)(const T &a, const T &b, L less) { return less(b, a) ? b : a; }
template <class T, class L> _CCCL_HOST_DEVICE T(max)(const T &a, const T &b, L less) { return less(a, b) ? b : a; }
THRUST_CUDALINT_ALGORITHM((class I), (I), min_element, (I first, I last))
THRUST_CUDALINT_ALGORITHM((class I, class L), (I), min_element, (I first, I last, L less))
THRUST_CUDALINT_ALGORITHM((class I), (I), max_element, (I first, I last))
THRUST_CUDALINT_ALGORITHM((class I, class L), (I), max_element, (I first, I last, L less))
THRUST_CUDALINT_ALGORITHM((class I), (pair<I, I>), minmax_element, (I first, I last))
THRUST_CUDALINT_ALGORITHM((class I, class L), (pair<I, I>), minmax_element, (I first, I last, L less))
} // namespace thrust

#endif
