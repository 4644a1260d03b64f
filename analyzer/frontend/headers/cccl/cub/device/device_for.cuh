/* Calls for every element. */
#ifndef CUB_DEVICE_DEVICE_FOR_CUH
#define CUB_DEVICE_DEVICE_FOR_CUH

#include <cub/util_device.cuh>

namespace cub
{
struct DeviceFor {
	template <class N, class F> CUB_RUNTIME_FUNCTION static cudaError_t Bulk(N count, F f, cudaStream_t stream = 0);
	template <class N, class F>
	CUB_RUNTIME_FUNCTION static cudaError_t Bulk(
		void *d_temp_storage, size_t &temp_storage_bytes, N count, F f, cudaStream_t stream = 0);
	template <class I, class F>
	CUB_RUNTIME_FUNCTION static cudaError_t ForEach(I first, I last, F f, cudaStream_t stream = 0);
	template <class I, class F>
	CUB_RUNTIME_FUNCTION static cudaError_t ForEach(
		void *d_temp_storage, size_t &temp_storage_bytes, I first, I last, F f, cudaStream_t stream = 0);
	template <class I, class F>
	CUB_RUNTIME_FUNCTION static cudaError_t ForEachCopy(I first, I last, F f, cudaStream_t stream = 0);
	template <class I, class F>
	CUB_RUNTIME_FUNCTION static cudaError_t ForEachCopy(
		void *d_temp_storage, size_t &temp_storage_bytes, I first, I last, F f, cudaStream_t stream = 0);
	template <class I, class N, class F>
	CUB_RUNTIME_FUNCTION static cudaError_t ForEachN(I first, N count, F f, cudaStream_t stream = 0);
	template <class I, class N, class F>
	CUB_RUNTIME_FUNCTION static cudaError_t ForEachN(
		void *d_temp_storage, size_t &temp_storage_bytes, I first, N count, F f, cudaStream_t stream = 0);
	template <class I, class N, class F>
	CUB_RUNTIME_FUNCTION static cudaError_t ForEachCopyN(I first, N count, F f, cudaStream_t stream = 0);
	template <class I, class N, class F>
	CUB_RUNTIME_FUNCTION static cudaError_t ForEachCopyN(
		void *d_temp_storage, size_t &temp_storage_bytes, I first, N count, F f, cudaStream_t stream = 0);
	template <class X, class F>
	CUB_RUNTIME_FUNCTION static cudaError_t ForEachInExtents(const X &extents, F f, cudaStream_t stream = 0);
	template <class X, class F>
	CUB_RUNTIME_FUNCTION static cudaError_t ForEachInExtents(
		void *d_temp_storage, size_t &temp_storage_bytes, const X &extents, F f, cudaStream_t stream = 0);
};
} // namespace cub

#endif
