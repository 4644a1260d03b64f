/* Prefix sums of the items of a thread. */
#ifndef CUB_THREAD_THREAD_SCAN_CUH
#define CUB_THREAD_THREAD_SCAN_CUH

#include <cub/thread/thread_operators.cuh>

namespace cub::internal
{
template <int N, class T, class F> _CCCL_DEVICE T ThreadScanInclusive(T (&in)[N], T (&out)[N], F f);
template <int N, class T, class F>
_CCCL_DEVICE T ThreadScanExclusive(T (&in)[N], T (&out)[N], F f, T prefix, bool apply_prefix = true);
} // namespace cub::internal

#endif
