/* Merges over a device. */
#ifndef CUB_DEVICE_DEVICE_MERGE_CUH
#define CUB_DEVICE_DEVICE_MERGE_CUH

#include <cub/util_device.cuh>
#include <cub/thread/thread_operators.cuh>

namespace cub
{
/* With d_temp_storage null, a call only sets temp_storage_bytes. */
struct DeviceMerge {
	template <class K, class J, class O, class L = ::cuda::std::less<>>
	CUB_RUNTIME_FUNCTION static cudaError_t MergeKeys(void *d_temp_storage, size_t &temp_storage_bytes, K keys1,
		int num_keys1, J keys2, int num_keys2, O keys_out, L less = {}, cudaStream_t stream = 0);
	template <class K, class V, class J, class W, class O, class P, class L = ::cuda::std::less<>>
	CUB_RUNTIME_FUNCTION static cudaError_t MergePairs(void *d_temp_storage, size_t &temp_storage_bytes, K keys1,
		V values1, int num_pairs1, J keys2, W values2, int num_pairs2, O keys_out, P values_out, L less = {},
		cudaStream_t stream = 0);
};
} // namespace cub

#endif
