/* Many ranges copied at once. */
#ifndef CUB_DEVICE_DEVICE_COPY_CUH
#define CUB_DEVICE_DEVICE_COPY_CUH

#include <cub/util_device.cuh>
#include <cuda/std/cstdint>

namespace cub
{
/* With d_temp_storage null, a call only sets temp_storage_bytes. */
struct DeviceCopy {
	template <class I, class O, class S>
	CUB_RUNTIME_FUNCTION static cudaError_t Batched(void *d_temp_storage, size_t &temp_storage_bytes, I sources,
		O destinations, S sizes, ::cuda::std::int64_t num_ranges, cudaStream_t stream = 0);
};
} // namespace cub

#endif
