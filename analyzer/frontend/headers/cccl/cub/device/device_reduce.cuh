/* Reductions over a device. */
#ifndef CUB_DEVICE_DEVICE_REDUCE_CUH
#define CUB_DEVICE_DEVICE_REDUCE_CUH

#include <cub/util_device.cuh>
#include <cub/thread/thread_operators.cuh>
#include <cub/iterator/arg_index_input_iterator.cuh>

namespace cub
{
/* With d_temp_storage null, a call only sets temp_storage_bytes. */
struct DeviceReduce {
	template <class I, class O, class F, class T, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t Reduce(void *d_temp_storage, size_t &temp_storage_bytes, I in, O out,
		N num_items, F f, T start, cudaStream_t stream = 0);
	template <class I, class O, class F, class U, class T, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t TransformReduce(void *d_temp_storage, size_t &temp_storage_bytes, I in,
		O out, N num_items, F f, U transform, T start, cudaStream_t stream = 0);
	template <class I, class O, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t Sum(
		void *d_temp_storage, size_t &temp_storage_bytes, I in, O out, N num_items, cudaStream_t stream = 0);
	template <class I, class O, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t Min(
		void *d_temp_storage, size_t &temp_storage_bytes, I in, O out, N num_items, cudaStream_t stream = 0);
	template <class I, class O, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t Max(
		void *d_temp_storage, size_t &temp_storage_bytes, I in, O out, N num_items, cudaStream_t stream = 0);
	template <class I, class O, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t ArgMin(
		void *d_temp_storage, size_t &temp_storage_bytes, I in, O out, N num_items, cudaStream_t stream = 0);
	template <class I, class O, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t ArgMax(
		void *d_temp_storage, size_t &temp_storage_bytes, I in, O out, N num_items, cudaStream_t stream = 0);
	template <class I, class O, class X, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t ArgMin(void *d_temp_storage, size_t &temp_storage_bytes, I in, O out,
		X index_out, N num_items, cudaStream_t stream = 0);
	template <class I, class O, class X, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t ArgMax(void *d_temp_storage, size_t &temp_storage_bytes, I in, O out,
		X index_out, N num_items, cudaStream_t stream = 0);
	template <class K, class U, class I, class O, class Z, class F, class N>
	CUB_RUNTIME_FUNCTION static cudaError_t ReduceByKey(void *d_temp_storage, size_t &temp_storage_bytes, K keys,
		U unique_out, I values, O aggregates_out, Z num_runs_out, F f, N num_items, cudaStream_t stream = 0);
};
} // namespace cub

#endif
