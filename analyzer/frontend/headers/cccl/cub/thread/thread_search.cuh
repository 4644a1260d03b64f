/* Searches by one thread. */
#ifndef CUB_THREAD_THREAD_SEARCH_CUH
#define CUB_THREAD_THREAD_SEARCH_CUH

#include <cub/util_type.cuh>

namespace cub
{
template <class I, class N, class T> _CCCL_DEVICE N LowerBound(I in, N count, T value);
template <class I, class N, class T> _CCCL_DEVICE N UpperBound(I in, N count, T value);
template <class A, class B, class N, class C>
_CCCL_HOST_DEVICE void MergePathSearch(N diagonal, A a, B b, N a_length, N b_length, C &coordinate);
} // namespace cub

#endif
