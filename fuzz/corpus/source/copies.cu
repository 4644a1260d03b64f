#include <cuda/barrier>
#include <cuda_pipeline.h>
__global__ void k(float4 *out, const float4 *in, int n)
{
	extern __shared__ float4 s[];
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	if (threadIdx.x == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	for (int i = 0; i < n; ++i) {
		__pipeline_memcpy_async(&s[threadIdx.x], &in[i * blockDim.x + threadIdx.x], sizeof(float4));
		__pipeline_commit();
		__pipeline_wait_prior(0);
		bar.arrive_and_wait();
		out[threadIdx.x * n + i] = s[(threadIdx.x + 1) % blockDim.x];
	}
	volatile int *flag = (volatile int *)out;
	while (*flag == 0)
		__nanosleep(100);
	__threadfence();
}
int main() { k<<<4, 128, 2048>>>(nullptr, nullptr, 8); cudaDeviceSynchronize(); }
