/* Folds over the items of a thread. */
#ifndef CUB_THREAD_THREAD_REDUCE_CUH
#define CUB_THREAD_THREAD_REDUCE_CUH

#include <cub/thread/thread_operators.cuh>

namespace cub
{
template <class T, int N, class F> _CCCL_DEVICE T ThreadReduce(const T (&items)[N], F f)
{
	T sum = items[0];
	for (int i = 1; i < N; i++)
		sum = f(sum, items[i]);
	return sum;
}
template <class T, int N, class F> _CCCL_DEVICE T ThreadReduce(const T (&items)[N], F f, T prefix)
{
	for (int i = 0; i < N; i++)
		prefix = f(prefix, items[i]);
	return prefix;
}
namespace internal
{
using cub::ThreadReduce;
}
} // namespace cub

#endif
