/* Partitions over a device. */
#ifndef CUB_DEVICE_DEVICE_PARTITION_CUH
#define CUB_DEVICE_DEVICE_PARTITION_CUH

#include <cub/util_device.cuh>
#include <cub/util_type.cuh>

namespace cub
{
/* With d_temp_storage null, a call only sets temp_storage_bytes. */
struct DevicePartition {
	template <class I, class G, class O, class Z, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t Flagged(void *d_temp_storage, size_t &temp_storage_bytes, I in, G flags,
		O out, Z num_selected_out, N num_items, cudaStream_t stream = 0);
	template <class I, class O, class Z, class P, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t If(void *d_temp_storage, size_t &temp_storage_bytes, I in, O out,
		Z num_selected_out, N num_items, P test, cudaStream_t stream = 0);
	template <class I, class O, class Q, class U, class Z, class N, class P, class S>
	CUB_RUNTIME_FUNCTION static cudaError_t If(void *d_temp_storage, size_t &temp_storage_bytes, I in, O first_out,
		Q second_out, U unselected_out, Z num_selected_out, N num_items, P first, S second,
		cudaStream_t stream = 0);
};
} // namespace cub

#endif
