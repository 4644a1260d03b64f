/* Prefix sums over a logical warp. */
#ifndef CUB_WARP_WARP_SCAN_CUH
#define CUB_WARP_WARP_SCAN_CUH

#include <cub/thread/thread_operators.cuh>

namespace cub
{
template <class T, int LogicalThreads = 32, int LegacyArch = 0> class WarpScan
{
      public:
	using TempStorage = detail::temp_storage<T, 0>;
	_CCCL_DEVICE WarpScan(TempStorage &temp_storage);

	_CCCL_DEVICE void ExclusiveSum(T input, T &output);
	_CCCL_DEVICE void ExclusiveSum(T input, T &output, T &aggregate);
	_CCCL_DEVICE void InclusiveSum(T input, T &output);
	_CCCL_DEVICE void InclusiveSum(T input, T &output, T &aggregate);
	template <class F> _CCCL_DEVICE void ExclusiveScan(T input, T &output, F f);
	template <class F> _CCCL_DEVICE void ExclusiveScan(T input, T &output, F f, T &aggregate);
	template <class F> _CCCL_DEVICE void ExclusiveScan(T input, T &output, T start, F f);
	template <class F> _CCCL_DEVICE void ExclusiveScan(T input, T &output, T start, F f, T &aggregate);
	template <class F> _CCCL_DEVICE void InclusiveScan(T input, T &output, F f);
	template <class F> _CCCL_DEVICE void InclusiveScan(T input, T &output, F f, T &aggregate);
	template <class F> _CCCL_DEVICE void InclusiveScan(T input, T &output, T start, F f);
	template <class F> _CCCL_DEVICE void InclusiveScan(T input, T &output, T start, F f, T &aggregate);
	_CCCL_DEVICE void Sum(T input, T &inclusive, T &exclusive);
	template <class F> _CCCL_DEVICE void Scan(T input, T &inclusive, T &exclusive, F f);
	template <class F> _CCCL_DEVICE void Scan(T input, T &inclusive, T &exclusive, T start, F f);
	_CCCL_DEVICE T Broadcast(T input, unsigned int lane);
};
} // namespace cub

#endif
