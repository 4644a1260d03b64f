/* Prefix sums over a device. */
#ifndef CUB_DEVICE_DEVICE_SCAN_CUH
#define CUB_DEVICE_DEVICE_SCAN_CUH

#include <cub/util_device.cuh>
#include <cub/thread/thread_operators.cuh>

namespace cub
{
/* With d_temp_storage null, a call only sets temp_storage_bytes. */
struct DeviceScan {
	template <class I, class O, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t ExclusiveSum(
		void *d_temp_storage, size_t &temp_storage_bytes, I in, O out, N num_items, cudaStream_t stream = 0);
	template <class I, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t ExclusiveSum(
		void *d_temp_storage, size_t &temp_storage_bytes, I data, N num_items, cudaStream_t stream = 0);
	template <class I, class O, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t InclusiveSum(
		void *d_temp_storage, size_t &temp_storage_bytes, I in, O out, N num_items, cudaStream_t stream = 0);
	template <class I, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t InclusiveSum(
		void *d_temp_storage, size_t &temp_storage_bytes, I data, N num_items, cudaStream_t stream = 0);
	template <class I, class O, class F, class T, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t ExclusiveScan(void *d_temp_storage, size_t &temp_storage_bytes, I in,
		O out, F f, T start, N num_items, cudaStream_t stream = 0);
	template <class I, class F, class T, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t ExclusiveScan(void *d_temp_storage, size_t &temp_storage_bytes, I data,
		F f, T start, N num_items, cudaStream_t stream = 0);
	template <class I, class O, class F, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t InclusiveScan(void *d_temp_storage, size_t &temp_storage_bytes, I in,
		O out, F f, N num_items, cudaStream_t stream = 0);
	template <class I, class F, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t InclusiveScan(
		void *d_temp_storage, size_t &temp_storage_bytes, I data, F f, N num_items, cudaStream_t stream = 0);
	template <class I, class O, class F, class T, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t InclusiveScanInit(void *d_temp_storage, size_t &temp_storage_bytes,
		I in, O out, F f, T start, N num_items, cudaStream_t stream = 0);
	template <class K, class I, class O, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t ExclusiveSumByKey(void *d_temp_storage, size_t &temp_storage_bytes,
		K keys, I values, O out, N num_items, cudaStream_t stream = 0);
	template <class K, class I, class O, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t InclusiveSumByKey(void *d_temp_storage, size_t &temp_storage_bytes,
		K keys, I values, O out, N num_items, cudaStream_t stream = 0);
	template <class K, class I, class O, class F, class T, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t ExclusiveScanByKey(void *d_temp_storage, size_t &temp_storage_bytes,
		K keys, I values, O out, F f, T start, N num_items, cudaStream_t stream = 0);
	template <class K, class I, class O, class F, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t InclusiveScanByKey(void *d_temp_storage, size_t &temp_storage_bytes,
		K keys, I values, O out, F f, N num_items, cudaStream_t stream = 0);
};
} // namespace cub

#endif
