/* Selections over a device. */
#ifndef CUB_DEVICE_DEVICE_SELECT_CUH
#define CUB_DEVICE_DEVICE_SELECT_CUH

#include <cub/util_device.cuh>
#include <cub/util_type.cuh>

namespace cub
{
/* With d_temp_storage null, a call only sets temp_storage_bytes. */
struct DeviceSelect {
	template <class I, class G, class O, class Z, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t Flagged(void *d_temp_storage, size_t &temp_storage_bytes, I in, G flags,
		O out, Z num_selected_out, N num_items, cudaStream_t stream = 0);
	template <class I, class G, class Z, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t Flagged(void *d_temp_storage, size_t &temp_storage_bytes, I data,
		G flags, Z num_selected_out, N num_items, cudaStream_t stream = 0);
	template <class I, class O, class Z, class P, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t If(void *d_temp_storage, size_t &temp_storage_bytes, I in, O out,
		Z num_selected_out, N num_items, P test, cudaStream_t stream = 0);
	template <class I, class Z, class P, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t If(void *d_temp_storage, size_t &temp_storage_bytes, I data,
		Z num_selected_out, N num_items, P test, cudaStream_t stream = 0);
	template <class I, class G, class O, class Z, class P, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t FlaggedIf(void *d_temp_storage, size_t &temp_storage_bytes, I in,
		G flags, O out, Z num_selected_out, N num_items, P test, cudaStream_t stream = 0);
	template <class I, class O, class Z, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t Unique(void *d_temp_storage, size_t &temp_storage_bytes, I in, O out,
		Z num_selected_out, N num_items, cudaStream_t stream = 0);
	template <class K, class V, class P, class O, class Z, class N, class E>
	CUB_RUNTIME_FUNCTION static cudaError_t UniqueByKey(void *d_temp_storage, size_t &temp_storage_bytes, K keys,
		V values, P keys_out, O values_out, Z num_selected_out, N num_items, E same, cudaStream_t stream = 0);
	template <class K, class V, class P, class O, class Z, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t UniqueByKey(void *d_temp_storage, size_t &temp_storage_bytes, K keys,
		V values, P keys_out, O values_out, Z num_selected_out, N num_items, cudaStream_t stream = 0);
};
} // namespace cub

#endif
