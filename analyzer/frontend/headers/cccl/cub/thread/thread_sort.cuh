/* Sorting by one thread. */
#ifndef CUB_THREAD_THREAD_SORT_CUH
#define CUB_THREAD_THREAD_SORT_CUH

#include <cub/util_type.cuh>

namespace cub
{
template <class T> _CCCL_DEVICE void Swap(T &a, T &b);
template <class K, class V, class L, int N> _CCCL_DEVICE void StableOddEvenSort(K (&keys)[N], V (&values)[N], L less);
} // namespace cub

#endif
