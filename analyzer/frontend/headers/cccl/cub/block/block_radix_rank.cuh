/* Ranks of keys by a digit. */
#ifndef CUB_BLOCK_BLOCK_RADIX_RANK_CUH
#define CUB_BLOCK_BLOCK_RADIX_RANK_CUH

#include <cub/block/block_scan.cuh>

namespace cub
{
template <int DimX, int RadixBits, bool Descending, bool Memoize = true,
	BlockScanAlgorithm Scan = BLOCK_SCAN_WARP_SCANS, int SharedBytes = 4, int DimY = 1, int DimZ = 1,
	int LegacyArch = 0>
class BlockRadixRank
{
      public:
	using TempStorage = detail::temp_storage<unsigned int, DimX * DimY * DimZ << (RadixBits - 1)>;
	_CCCL_DEVICE BlockRadixRank();
	_CCCL_DEVICE BlockRadixRank(TempStorage &temp_storage);

	template <class K, int N, class X> _CCCL_DEVICE void RankKeys(K (&keys)[N], int (&ranks)[N], X digit_extractor);
	template <class K, int N, class X>
	_CCCL_DEVICE void RankKeys(K (&keys)[N], int (&ranks)[N], X digit_extractor, int (&exclusive)[1]);
};
} // namespace cub

#endif
