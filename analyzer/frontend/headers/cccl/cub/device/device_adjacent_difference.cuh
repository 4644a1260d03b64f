/* Differences of neighbours over a device. */
#ifndef CUB_DEVICE_DEVICE_ADJACENT_DIFFERENCE_CUH
#define CUB_DEVICE_DEVICE_ADJACENT_DIFFERENCE_CUH

#include <cub/util_device.cuh>
#include <cub/thread/thread_operators.cuh>

namespace cub
{
/* With d_temp_storage null, a call only sets temp_storage_bytes. */
struct DeviceAdjacentDifference {
	template <class I, class O, class F = ::cuda::std::minus<>, class N = int>
	CUB_RUNTIME_FUNCTION static cudaError_t SubtractLeftCopy(void *d_temp_storage, size_t &temp_storage_bytes, I in,
		O out, N num_items, F f = {}, cudaStream_t stream = 0);
	template <class I, class F = ::cuda::std::minus<>, class N = int>
	CUB_RUNTIME_FUNCTION static cudaError_t SubtractLeft(void *d_temp_storage, size_t &temp_storage_bytes, I data,
		N num_items, F f = {}, cudaStream_t stream = 0);
	template <class I, class O, class F = ::cuda::std::minus<>, class N = int>
	CUB_RUNTIME_FUNCTION static cudaError_t SubtractRightCopy(void *d_temp_storage, size_t &temp_storage_bytes,
		I in, O out, N num_items, F f = {}, cudaStream_t stream = 0);
	template <class I, class F = ::cuda::std::minus<>, class N = int>
	CUB_RUNTIME_FUNCTION static cudaError_t SubtractRight(void *d_temp_storage, size_t &temp_storage_bytes, I data,
		N num_items, F f = {}, cudaStream_t stream = 0);
};
} // namespace cub

#endif
