/* Sorting by comparison over a device. */
#ifndef CUB_DEVICE_DEVICE_MERGE_SORT_CUH
#define CUB_DEVICE_DEVICE_MERGE_SORT_CUH

#include <cub/util_device.cuh>
#include <cub/util_type.cuh>

namespace cub
{
/* With d_temp_storage null, a call only sets temp_storage_bytes. */
struct DeviceMergeSort {
	template <class K, class V, class N, class L>
	CUB_RUNTIME_FUNCTION static cudaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes, K keys,
		V values, N num_items, L less, cudaStream_t stream = 0);
	template <class K, class N, class L>
	CUB_RUNTIME_FUNCTION static cudaError_t SortKeys(
		void *d_temp_storage, size_t &temp_storage_bytes, K keys, N num_items, L less, cudaStream_t stream = 0);
	template <class K, class V, class N, class L>
	CUB_RUNTIME_FUNCTION static cudaError_t StableSortPairs(void *d_temp_storage, size_t &temp_storage_bytes,
		K keys, V values, N num_items, L less, cudaStream_t stream = 0);
	template <class K, class N, class L>
	CUB_RUNTIME_FUNCTION static cudaError_t StableSortKeys(
		void *d_temp_storage, size_t &temp_storage_bytes, K keys, N num_items, L less, cudaStream_t stream = 0);
	template <class K, class V, class P, class O, class N, class L>
	CUB_RUNTIME_FUNCTION static cudaError_t SortPairsCopy(void *d_temp_storage, size_t &temp_storage_bytes,
		K keys_in, V values_in, P keys_out, O values_out, N num_items, L less, cudaStream_t stream = 0);
	template <class K, class P, class N, class L>
	CUB_RUNTIME_FUNCTION static cudaError_t SortKeysCopy(void *d_temp_storage, size_t &temp_storage_bytes,
		K keys_in, P keys_out, N num_items, L less, cudaStream_t stream = 0);
	template <class K, class P, class N, class L>
	CUB_RUNTIME_FUNCTION static cudaError_t StableSortKeysCopy(void *d_temp_storage, size_t &temp_storage_bytes,
		K keys_in, P keys_out, N num_items, L less, cudaStream_t stream = 0);
};
} // namespace cub

#endif
