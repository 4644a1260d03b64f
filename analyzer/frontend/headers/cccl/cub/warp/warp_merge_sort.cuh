/* Sorting by comparison within a warp. */
#ifndef CUB_WARP_WARP_MERGE_SORT_CUH
#define CUB_WARP_WARP_MERGE_SORT_CUH

#include <cub/util_type.cuh>

namespace cub
{
template <class K, int Items, int LogicalThreads = 32, class V = NullType, int LegacyArch = 1> class WarpMergeSort
{
      public:
	using TempStorage = detail::temp_storage<K, LogicalThreads * Items + 1>;
	_CCCL_DEVICE WarpMergeSort();
	_CCCL_DEVICE WarpMergeSort(TempStorage &temp_storage);

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
