#include <cuda/atomic>

template <typename T> using device_ref = cuda::atomic_ref<T, cuda::thread_scope_device>;
template <typename T> using block_ref = cuda::atomic_ref<T, cuda::thread_scope_block>;

__global__ void by_function(float *sum, const float *in) { atomicAdd(sum, in[threadIdx.x]); }

__global__ void by_member(float *sum, const float *in)
{
	device_ref<float>(*sum).fetch_add(in[threadIdx.x], cuda::memory_order_relaxed);
}

__global__ void shared_function(float *out, const float *in)
{
	__shared__ float sums[256];
	sums[threadIdx.x] = 0;
	__syncthreads();
	for (int i = 0; i < 64; i++)
		atomicAdd(&sums[threadIdx.x / 2], in[threadIdx.x + i * 256]);
	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] = sums[threadIdx.x];
}

__global__ void shared_member(float *out, const float *in)
{
	__shared__ float sums[256];
	sums[threadIdx.x] = 0;
	__syncthreads();
	for (int i = 0; i < 64; i++)
		block_ref<float>(sums[threadIdx.x / 2]).fetch_add(in[threadIdx.x + i * 256], cuda::memory_order_relaxed);
	__syncthreads();
	out[blockIdx.x * 256 + threadIdx.x] = sums[threadIdx.x];
}

void run(float *out, const float *in)
{
	by_function<<<4096, 256>>>(out, in);
	by_member<<<4096, 256>>>(out, in);
	shared_function<<<4096, 256>>>(out, in);
	shared_member<<<4096, 256>>>(out, in);
}
