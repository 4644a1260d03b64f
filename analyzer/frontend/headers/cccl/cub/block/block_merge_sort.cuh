/* Sorting by comparison within a block. */
#ifndef CUB_BLOCK_BLOCK_MERGE_SORT_CUH
#define CUB_BLOCK_BLOCK_MERGE_SORT_CUH

#include <cub/util_type.cuh>

namespace cub
{
template <class K, int DimX, int Items, class V = NullType, int DimY = 1, int DimZ = 1> class BlockMergeSort
{
      public:
	using TempStorage = detail::temp_storage<K, DimX * DimY * DimZ * Items + 1>;
	_CCCL_DEVICE BlockMergeSort();
	_CCCL_DEVICE BlockMergeSort(TempStorage &temp_storage);

	template <class L> _CCCL_DEVICE void Sort(K (&keys)[Items], L less);
	template <class L> _CCCL_DEVICE void Sort(K (&keys)[Items], L less, int valid_items, K oob_default);
	template <class L> _CCCL_DEVICE void Sort(K (&keys)[Items], V (&values)[Items], L less);
	template <class L>
	_CCCL_DEVICE void Sort(K (&keys)[Items], V (&values)[Items], L less, int valid_items, K oob_default);
	template <class L> _CCCL_DEVICE void StableSort(K (&keys)[Items], L less);
	template <class L> _CCCL_DEVICE void StableSort(K (&keys)[Items], L less, int valid_items, K oob_default);
	template <class L> _CCCL_DEVICE void StableSort(K (&keys)[Items], V (&values)[Items], L less);
	template <class L>
	_CCCL_DEVICE void StableSort(K (&keys)[Items], V (&values)[Items], L less, int valid_items, K oob_default);
};
} // namespace cub

#endif
