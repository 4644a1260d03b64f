/* PyTorch, thin: streams, guards, properties of the device, handles of libraries. */
#pragma once

#include "tensor.h"

#include <cublas_v2.h>
#include <cusparse.h>

namespace c10 {
namespace cuda {
class CUDAStream {
public:
	operator cudaStream_t() const;
	cudaStream_t stream() const;
	DeviceIndex device_index() const;
	Device device() const;
	void synchronize() const;
	bool query() const;
};
CUDAStream getCurrentCUDAStream(DeviceIndex = -1);
CUDAStream getDefaultCUDAStream(DeviceIndex = -1);
CUDAStream getStreamFromPool(bool = false, DeviceIndex = -1);
CUDAStream getStreamFromExternal(cudaStream_t, DeviceIndex);
void setCurrentCUDAStream(CUDAStream);
DeviceIndex current_device();
DeviceIndex device_count();
void set_device(DeviceIndex);
void device_synchronize();
struct CUDAGuard {
	CUDAGuard(Device);
	CUDAGuard(DeviceIndex);
	void set_index(DeviceIndex);
};
struct OptionalCUDAGuard {
	OptionalCUDAGuard();
	template <class T> OptionalCUDAGuard(T);
	void set_index(DeviceIndex);
};
struct CUDAStreamGuard {
	CUDAStreamGuard(CUDAStream);
};
namespace CUDACachingAllocator {
void *raw_alloc(size_t);
void *raw_alloc_with_stream(size_t, cudaStream_t);
void raw_delete(void *);
void emptyCache();
} // namespace CUDACachingAllocator
} // namespace cuda
} // namespace c10

namespace at {
namespace cuda {
using namespace c10::cuda;
using c10::cuda::getCurrentCUDAStream;
cudaDeviceProp *getCurrentDeviceProperties();
cudaDeviceProp *getDeviceProperties(int64_t);
cublasHandle_t getCurrentCUDABlasHandle();
cusparseHandle_t getCurrentCUDASparseHandle();
int warp_size();
template <class T> T ATenCeilDiv(T a, T b)
{
	return (a + b - 1) / b;
}
struct CUDAEvent {
	CUDAEvent();
	CUDAEvent(unsigned);
	void record();
	void record(const CUDAStream &);
	void block(const CUDAStream &);
	void synchronize();
	operator cudaEvent_t() const;
};
namespace detail {
template <class T, class I> struct TensorInfo {
	T *data;
	I sizes[25], strides[25];
	int dims;
};
bool canUse32BitIndexMath(const Tensor &, int64_t = 0);
} // namespace detail
} // namespace cuda
} // namespace at

template <class T> __device__ T WARP_SHFL_XOR(T value, int mask, int width = 32, unsigned lanes = 0xffffffff)
{
	return __shfl_xor_sync(lanes, value, mask, width);
}
template <class T> __device__ T WARP_SHFL_DOWN(T value, unsigned delta, int width = 32, unsigned lanes = 0xffffffff)
{
	return __shfl_down_sync(lanes, value, delta, width);
}
template <class T> __device__ T WARP_SHFL(T value, int lane, int width = 32, unsigned lanes = 0xffffffff)
{
	return __shfl_sync(lanes, value, lane, width);
}

__device__ void gpuAtomicAdd(float *, float);
__device__ void gpuAtomicAdd(double *, double);
__device__ void gpuAtomicAdd(int *, int);
__device__ void gpuAtomicAdd(at::Half *, at::Half);
__device__ void gpuAtomicAdd(at::BFloat16 *, at::BFloat16);
