/* Histograms of a block. */
#ifndef CUB_BLOCK_BLOCK_HISTOGRAM_CUH
#define CUB_BLOCK_BLOCK_HISTOGRAM_CUH

#include <cub/block/block_radix_sort.cuh>

namespace cub
{
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <class T, int DimX, int Items, int Bins, BlockHistogramAlgorithm Algorithm = BLOCK_HISTO_SORT, int DimY = 1,
	int DimZ = 1, int LegacyArch = 0>
class BlockHistogram
{
      public:
	using TempStorage = detail::temp_storage<T, Algorithm == BLOCK_HISTO_ATOMIC ? 0 : DimX * DimY * DimZ * Items>;
	_CCCL_DEVICE BlockHistogram();
	_CCCL_DEVICE BlockHistogram(TempStorage &temp_storage);

	template <class C> _CCCL_DEVICE void InitHistogram(C (&bins)[Bins]);
	template <class C> _CCCL_DEVICE void Histogram(T (&items)[Items], C (&bins)[Bins]);
	template <class C> _CCCL_DEVICE void Composite(T (&items)[Items], C (&bins)[Bins]);
};
} // namespace cub

#endif
