/* Runs over a device. */
#ifndef CUB_DEVICE_DEVICE_RUN_LENGTH_ENCODE_CUH
#define CUB_DEVICE_DEVICE_RUN_LENGTH_ENCODE_CUH

#include <cub/util_device.cuh>
#include <cub/util_type.cuh>

namespace cub
{
/* With d_temp_storage null, a call only sets temp_storage_bytes. */
struct DeviceRunLengthEncode {
	template <class I, class U, class C, class Z, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t Encode(void *d_temp_storage, size_t &temp_storage_bytes, I in,
		U unique_out, C counts_out, Z num_runs_out, N num_items, cudaStream_t stream = 0);
	template <class I, class O, class C, class Z, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t NonTrivialRuns(void *d_temp_storage, size_t &temp_storage_bytes, I in,
		O offsets_out, C lengths_out, Z num_runs_out, N num_items, cudaStream_t stream = 0);
};
} // namespace cub

#endif
