/* Reductions over a logical warp; lane 0 has the result. */
#ifndef CUB_WARP_WARP_REDUCE_CUH
#define CUB_WARP_WARP_REDUCE_CUH

#include <cub/thread/thread_operators.cuh>

namespace cub
{
template <class T, int LogicalThreads = 32, int LegacyArch = 0> class WarpReduce
{
      public:
	using TempStorage = detail::temp_storage<T, 0>;
	_CCCL_DEVICE WarpReduce(TempStorage &temp_storage);

	_CCCL_DEVICE T Sum(T input);
	_CCCL_DEVICE T Sum(T input, int valid_items);
	template <class Flag> _CCCL_DEVICE T HeadSegmentedSum(T input, Flag head_flag);
	template <class Flag> _CCCL_DEVICE T TailSegmentedSum(T input, Flag tail_flag);
	template <class F> _CCCL_DEVICE T Reduce(T input, F f);
	template <class F> _CCCL_DEVICE T Reduce(T input, F f, int valid_items);
	template <class F, class Flag> _CCCL_DEVICE T HeadSegmentedReduce(T input, Flag head_flag, F f);
	template <class F, class Flag> _CCCL_DEVICE T TailSegmentedReduce(T input, Flag tail_flag, F f);
	_CCCL_DEVICE T Min(T input);
	_CCCL_DEVICE T Max(T input);
};
} // namespace cub

#endif
