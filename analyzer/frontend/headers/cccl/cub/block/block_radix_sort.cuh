/* Sorting by digits within a block. */
#ifndef CUB_BLOCK_BLOCK_RADIX_SORT_CUH
#define CUB_BLOCK_BLOCK_RADIX_SORT_CUH

#include <cub/block/block_scan.cuh>
#include <cub/block/block_exchange.cuh>

namespace cub
{
template <class K, int DimX, int Items, class V = NullType, int RadixBits = 4, bool Memoize = true,
	BlockScanAlgorithm Scan = BLOCK_SCAN_WARP_SCANS, int SharedBytes = 4, int DimY = 1, int DimZ = 1,
	int LegacyArch = 0>
class BlockRadixSort
{
      public:
	using TempStorage = detail::temp_storage<unsigned int,
		DimX * DimY * DimZ *(sizeof(K) * Items > 32 ? sizeof(K) * Items : 32) / 4>;
	_CCCL_DEVICE BlockRadixSort();
	_CCCL_DEVICE BlockRadixSort(TempStorage &temp_storage);

	_CCCL_DEVICE void Sort(K (&keys)[Items], int begin_bit = 0, int end_bit = sizeof(K) * 8);
	_CCCL_DEVICE void Sort(K (&keys)[Items], V (&values)[Items], int begin_bit = 0, int end_bit = sizeof(K) * 8);
	template <class X> _CCCL_DEVICE void Sort(K (&keys)[Items], X decomposer);
	template <class X> _CCCL_DEVICE void Sort(K (&keys)[Items], V (&values)[Items], X decomposer);
	_CCCL_DEVICE void SortBlockedToStriped(K (&keys)[Items], int begin_bit = 0, int end_bit = sizeof(K) * 8);
	_CCCL_DEVICE void SortBlockedToStriped(
		K (&keys)[Items], V (&values)[Items], int begin_bit = 0, int end_bit = sizeof(K) * 8);
	template <class X> _CCCL_DEVICE void SortBlockedToStriped(K (&keys)[Items], X decomposer);
	template <class X> _CCCL_DEVICE void SortBlockedToStriped(K (&keys)[Items], V (&values)[Items], X decomposer);
	_CCCL_DEVICE void SortDescending(K (&keys)[Items], int begin_bit = 0, int end_bit = sizeof(K) * 8);
	_CCCL_DEVICE void SortDescending(
		K (&keys)[Items], V (&values)[Items], int begin_bit = 0, int end_bit = sizeof(K) * 8);
	template <class X> _CCCL_DEVICE void SortDescending(K (&keys)[Items], X decomposer);
	template <class X> _CCCL_DEVICE void SortDescending(K (&keys)[Items], V (&values)[Items], X decomposer);
	_CCCL_DEVICE void SortDescendingBlockedToStriped(
		K (&keys)[Items], int begin_bit = 0, int end_bit = sizeof(K) * 8);
	_CCCL_DEVICE void SortDescendingBlockedToStriped(
		K (&keys)[Items], V (&values)[Items], int begin_bit = 0, int end_bit = sizeof(K) * 8);
	template <class X> _CCCL_DEVICE void SortDescendingBlockedToStriped(K (&keys)[Items], X decomposer);
	template <class X>
	_CCCL_DEVICE void SortDescendingBlockedToStriped(K (&keys)[Items], V (&values)[Items], X decomposer);
};
} // namespace cub

#endif
