/* Sorting by digits over a device. */
#ifndef CUB_DEVICE_DEVICE_RADIX_SORT_CUH
#define CUB_DEVICE_DEVICE_RADIX_SORT_CUH

#include <cub/util_device.cuh>
#include <cub/util_type.cuh>

namespace cub
{
/* With d_temp_storage null, a call only sets temp_storage_bytes. */
struct DeviceRadixSort {
	template <class K, class V, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes,
		const K *keys_in, K *keys_out, const V *values_in, V *values_out, N num_items, int begin_bit = 0,
		int end_bit = sizeof(K) * 8, cudaStream_t stream = 0);
	template <class K, class V, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes,
		DoubleBuffer<K> &keys, DoubleBuffer<V> &values, N num_items, int begin_bit = 0,
		int end_bit = sizeof(K) * 8, cudaStream_t stream = 0);
	template <class K, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes,
		const K *keys_in, K *keys_out, N num_items, int begin_bit = 0, int end_bit = sizeof(K) * 8,
		cudaStream_t stream = 0);
	template <class K, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes,
		DoubleBuffer<K> &keys, N num_items, int begin_bit = 0, int end_bit = sizeof(K) * 8,
		cudaStream_t stream = 0);
	template <class K, class V, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes,
		const K *keys_in, K *keys_out, const V *values_in, V *values_out, N num_items, int begin_bit = 0,
		int end_bit = sizeof(K) * 8, cudaStream_t stream = 0);
	template <class K, class V, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes,
		DoubleBuffer<K> &keys, DoubleBuffer<V> &values, N num_items, int begin_bit = 0,
		int end_bit = sizeof(K) * 8, cudaStream_t stream = 0);
	template <class K, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes,
		const K *keys_in, K *keys_out, N num_items, int begin_bit = 0, int end_bit = sizeof(K) * 8,
		cudaStream_t stream = 0);
	template <class K, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes,
		DoubleBuffer<K> &keys, N num_items, int begin_bit = 0, int end_bit = sizeof(K) * 8,
		cudaStream_t stream = 0);
};
} // namespace cub

#endif
