/* A function of every element. */
#ifndef CUB_DEVICE_DEVICE_TRANSFORM_CUH
#define CUB_DEVICE_DEVICE_TRANSFORM_CUH

#include <cub/util_device.cuh>
#include <cuda/std/tuple>

namespace cub
{
struct DeviceTransform {
	template <class... I, class O, class F>
	CUB_RUNTIME_FUNCTION static cudaError_t Transform(
		::cuda::std::tuple<I...> in, O out, int num_items, F f, cudaStream_t stream = 0);
	template <class I, class O, class F>
	CUB_RUNTIME_FUNCTION static cudaError_t Transform(I in, O out, int num_items, F f, cudaStream_t stream = 0);
	template <class... I, class O, class F>
	CUB_RUNTIME_FUNCTION static cudaError_t TransformStableArgumentAddresses(
		::cuda::std::tuple<I...> in, O out, int num_items, F f, cudaStream_t stream = 0);
	template <class I, class O, class F>
	CUB_RUNTIME_FUNCTION static cudaError_t TransformStableArgumentAddresses(
		I in, O out, int num_items, F f, cudaStream_t stream = 0);
};
} // namespace cub

#endif
