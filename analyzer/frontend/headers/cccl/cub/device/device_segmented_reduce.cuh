/* Reductions of segments. */
#ifndef CUB_DEVICE_DEVICE_SEGMENTED_REDUCE_CUH
#define CUB_DEVICE_DEVICE_SEGMENTED_REDUCE_CUH

#include <cub/util_device.cuh>
#include <cub/util_type.cuh>

namespace cub
{
/* With d_temp_storage null, a call only sets temp_storage_bytes. */
struct DeviceSegmentedReduce {
	template <class I, class O, class B, class E, class F, class T>
	CUB_RUNTIME_FUNCTION static cudaError_t Reduce(void *d_temp_storage, size_t &temp_storage_bytes, I in, O out,
		int num_segments, B begin_offsets, E end_offsets, F f, T start, cudaStream_t stream = 0);
	template <class I, class O, class B, class E>
	CUB_RUNTIME_FUNCTION static cudaError_t Sum(void *d_temp_storage, size_t &temp_storage_bytes, I in, O out,
		int num_segments, B begin_offsets, E end_offsets, cudaStream_t stream = 0);
	template <class I, class O, class B, class E>
	CUB_RUNTIME_FUNCTION static cudaError_t Min(void *d_temp_storage, size_t &temp_storage_bytes, I in, O out,
		int num_segments, B begin_offsets, E end_offsets, cudaStream_t stream = 0);
	template <class I, class O, class B, class E>
	CUB_RUNTIME_FUNCTION static cudaError_t Max(void *d_temp_storage, size_t &temp_storage_bytes, I in, O out,
		int num_segments, B begin_offsets, E end_offsets, cudaStream_t stream = 0);
	template <class I, class O, class B, class E>
	CUB_RUNTIME_FUNCTION static cudaError_t ArgMin(void *d_temp_storage, size_t &temp_storage_bytes, I in, O out,
		int num_segments, B begin_offsets, E end_offsets, cudaStream_t stream = 0);
	template <class I, class O, class B, class E>
	CUB_RUNTIME_FUNCTION static cudaError_t ArgMax(void *d_temp_storage, size_t &temp_storage_bytes, I in, O out,
		int num_segments, B begin_offsets, E end_offsets, cudaStream_t stream = 0);
	template <class I, class O, class F, class T>
	CUB_RUNTIME_FUNCTION static cudaError_t Reduce(void *d_temp_storage, size_t &temp_storage_bytes, I in, O out,
		int num_segments, int segment_size, F f, T start, cudaStream_t stream = 0);
	template <class I, class O>
	CUB_RUNTIME_FUNCTION static cudaError_t Sum(void *d_temp_storage, size_t &temp_storage_bytes, I in, O out,
		int num_segments, int segment_size, cudaStream_t stream = 0);
};
} // namespace cub

#endif
