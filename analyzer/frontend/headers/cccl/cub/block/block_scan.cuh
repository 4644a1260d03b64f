/* Prefix sums over a block. */
#ifndef CUB_BLOCK_BLOCK_SCAN_CUH
#define CUB_BLOCK_BLOCK_SCAN_CUH

#include <cub/thread/thread_operators.cuh>
#include <cub/warp/warp_scan.cuh>

namespace cub
{
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int DimX, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int DimY = 1, int DimZ = 1,
	int LegacyArch = 0>
class BlockScan
{
      public:
	using TempStorage = detail::temp_storage<T,
		Algorithm == BLOCK_SCAN_WARP_SCANS ? (DimX *DimY *DimZ + 31) / 32 + 1 : DimX * DimY * DimZ * 9 / 8>;
	_CCCL_DEVICE BlockScan();
	_CCCL_DEVICE BlockScan(TempStorage &temp_storage);

	_CCCL_DEVICE void ExclusiveSum(T input, T &output);
	_CCCL_DEVICE void ExclusiveSum(T input, T &output, T &aggregate);
	template <class P> _CCCL_DEVICE void ExclusiveSum(T input, T &output, P &prefix);
	template <int N> _CCCL_DEVICE void ExclusiveSum(T (&input)[N], T (&output)[N]);
	template <int N> _CCCL_DEVICE void ExclusiveSum(T (&input)[N], T (&output)[N], T &aggregate);
	template <int N, class P> _CCCL_DEVICE void ExclusiveSum(T (&input)[N], T (&output)[N], P &prefix);
	_CCCL_DEVICE void InclusiveSum(T input, T &output);
	_CCCL_DEVICE void InclusiveSum(T input, T &output, T &aggregate);
	template <class P> _CCCL_DEVICE void InclusiveSum(T input, T &output, P &prefix);
	template <int N> _CCCL_DEVICE void InclusiveSum(T (&input)[N], T (&output)[N]);
	template <int N> _CCCL_DEVICE void InclusiveSum(T (&input)[N], T (&output)[N], T &aggregate);
	template <int N, class P> _CCCL_DEVICE void InclusiveSum(T (&input)[N], T (&output)[N], P &prefix);
	template <class F> _CCCL_DEVICE void ExclusiveScan(T input, T &output, F f);
	template <class F> _CCCL_DEVICE void ExclusiveScan(T input, T &output, F f, T &aggregate);
	template <class F> _CCCL_DEVICE void ExclusiveScan(T input, T &output, T start, F f);
	template <class F> _CCCL_DEVICE void ExclusiveScan(T input, T &output, T start, F f, T &aggregate);
	template <class F, class P> _CCCL_DEVICE void ExclusiveScan(T input, T &output, F f, P &prefix);
	template <int N, class F> _CCCL_DEVICE void ExclusiveScan(T (&input)[N], T (&output)[N], F f);
	template <int N, class F> _CCCL_DEVICE void ExclusiveScan(T (&input)[N], T (&output)[N], F f, T &aggregate);
	template <int N, class F> _CCCL_DEVICE void ExclusiveScan(T (&input)[N], T (&output)[N], T start, F f);
	template <int N, class F>
	_CCCL_DEVICE void ExclusiveScan(T (&input)[N], T (&output)[N], T start, F f, T &aggregate);
	template <int N, class F, class P>
	_CCCL_DEVICE void ExclusiveScan(T (&input)[N], T (&output)[N], F f, P &prefix);
	template <class F> _CCCL_DEVICE void InclusiveScan(T input, T &output, F f);
	template <class F> _CCCL_DEVICE void InclusiveScan(T input, T &output, F f, T &aggregate);
	template <class F> _CCCL_DEVICE void InclusiveScan(T input, T &output, T start, F f);
	template <class F> _CCCL_DEVICE void InclusiveScan(T input, T &output, T start, F f, T &aggregate);
	template <class F, class P> _CCCL_DEVICE void InclusiveScan(T input, T &output, F f, P &prefix);
	template <int N, class F> _CCCL_DEVICE void InclusiveScan(T (&input)[N], T (&output)[N], F f);
	template <int N, class F> _CCCL_DEVICE void InclusiveScan(T (&input)[N], T (&output)[N], F f, T &aggregate);
	template <int N, class F> _CCCL_DEVICE void InclusiveScan(T (&input)[N], T (&output)[N], T start, F f);
	template <int N, class F>
	_CCCL_DEVICE void InclusiveScan(T (&input)[N], T (&output)[N], T start, F f, T &aggregate);
	template <int N, class F, class P>
	_CCCL_DEVICE void InclusiveScan(T (&input)[N], T (&output)[N], F f, P &prefix);
};
} // namespace cub

#endif
