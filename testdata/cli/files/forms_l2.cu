/* What stays in the L2 cache. Each namespace is one form; the comment above it says what is wrong with it. */
#include <cuda/annotated_ptr>

__global__ void sweep(float *data, const float *table)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	data[i] += table[i % 1024];
}

/* Right: a part of L2 is set aside, the window fits it, and both are given back. */
namespace window
{
void run(float *data, float *table, cudaStream_t stream)
{
	cudaDeviceProp device;
	cudaGetDeviceProperties(&device, 0);
	size_t aside = device.persistingL2CacheMaxSize;
	cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside);
	cudaStreamAttrValue policy = {};
	policy.accessPolicyWindow.base_ptr = table;
	policy.accessPolicyWindow.num_bytes = 1 << 20;
	policy.accessPolicyWindow.hitRatio = 1.0f;
	policy.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
	policy.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
	cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &policy);
	sweep<<<1024, 256, 0, stream>>>(data, table);
	policy.accessPolicyWindow.num_bytes = 0;
	cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &policy);
	cudaStreamSynchronize(stream);
	cudaCtxResetPersistingL2Cache();
}
}

/* Persisting lines stay when the work is done: nothing resets them. */
namespace window_not_reset
{
int main()
{
	float *data, *table;
	cudaStream_t stream;
	cudaMalloc(&data, 1 << 20);
	cudaMalloc(&table, 1 << 20);
	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 8 << 20);
	cudaStreamAttrValue policy;
	cudaAccessPolicyWindow part;
	part.base_ptr = reinterpret_cast<void *>(table);
	part.num_bytes = 1 << 20;
	part.hitRatio = 0.6;
	part.hitProp = cudaAccessPropertyPersisting;
	part.missProp = cudaAccessPropertyStreaming;
	policy.accessPolicyWindow = part;
	cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &policy);
	sweep<<<1024, 256, 0, stream>>>(data, table);
	cudaStreamSynchronize(stream);
	return 0;
}
}

/* All of a window that is larger than what is set aside is asked to persist: it evicts itself. */
namespace ratio_too_high
{
void run(float *data, float *table, cudaStream_t stream)
{
	cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 4 << 20);
	cudaStreamAttrValue policy = {};
	policy.accessPolicyWindow.base_ptr = table;
	policy.accessPolicyWindow.num_bytes = 16 << 20;
	policy.accessPolicyWindow.hitRatio = 1.0f;
	policy.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
	policy.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
	cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &policy);
	sweep<<<1024, 256, 0, stream>>>(data, table);
	cudaStreamSynchronize(stream);
	cudaCtxResetPersistingL2Cache();
}
}

/* A ratio is between 0 and 1. */
namespace ratio_in_percent
{
void run(float *data, float *table, cudaStream_t stream)
{
	cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 4 << 20);
	cudaStreamAttrValue policy = {};
	policy.accessPolicyWindow.base_ptr = table;
	policy.accessPolicyWindow.num_bytes = 1 << 20;
	policy.accessPolicyWindow.hitRatio = 60;
	policy.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
	policy.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
	cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &policy);
	sweep<<<1024, 256, 0, stream>>>(data, table);
	cudaStreamSynchronize(stream);
	cudaCtxResetPersistingL2Cache();
}
}

/* What misses can't persist, too. */
namespace misses_persist
{
void run(float *data, float *table, cudaStream_t stream)
{
	cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 4 << 20);
	cudaStreamAttrValue policy = {};
	policy.accessPolicyWindow.base_ptr = table;
	policy.accessPolicyWindow.num_bytes = 1 << 20;
	policy.accessPolicyWindow.hitRatio = 0.5f;
	policy.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
	policy.accessPolicyWindow.missProp = cudaAccessPropertyPersisting;
	cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &policy);
	sweep<<<1024, 256, 0, stream>>>(data, table);
	cudaStreamSynchronize(stream);
	cudaCtxResetPersistingL2Cache();
}
}

/* A share of more than 1. */
namespace share_over_one
{
__global__ void store(int *data)
{
	cuda::access_property mixed{cuda::access_property::persisting{}, 1.3f, cuda::access_property::streaming{}};
	cuda::annotated_ptr<int, cuda::access_property> p{data, mixed};
	p[threadIdx.x] = 7;
}
}

/* Right: three of ten addresses persist, the others stream; the head of an array persists. */
namespace shares
{
__global__ void store(int *data, size_t head, size_t bytes)
{
	cuda::access_property mixed{cuda::access_property::persisting{}, 0.3f, cuda::access_property::streaming{}};
	cuda::annotated_ptr<int, cuda::access_property> p{data, mixed};
	p[threadIdx.x] = 7;
	cuda::access_property range{data, head, bytes, cuda::access_property::persisting{},
		cuda::access_property::streaming{}};
	cuda::annotated_ptr<int, cuda::access_property> q{data, range};
	q[threadIdx.x + 32] = 7;
}
}

/* More is set aside than any chip has. */
namespace aside_too_large
{
void run()
{
	cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 200 * 1000 * 1000);
}
}

/* Right: half of an A100's L2. */
namespace aside_half
{
void run()
{
	size_t aside = 20 * 1000 * 1000;
	cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside);
}
}

/* Right: accesses with a property, and lines that are discarded when the last one has been read. */
namespace annotated
{
__global__ void sweeps(float *out, float *scratch, const float *in, int stride, int depth)
{
	cuda::annotated_ptr<float, cuda::access_property::persisting> kept{out};
	cuda::annotated_ptr<float, cuda::access_property::persisting> half{scratch};
	cuda::annotated_ptr<const float, cuda::access_property::streaming> once{in};
	int at = blockIdx.x * blockDim.x + threadIdx.x;
	float last = 1.0f;
	for (int k = 0; k < depth; k++) {
		float value = last * once[at];
		kept[at] = value + 1;
		half[at] = value - 1;
		last = value;
		at += stride;
	}
	for (int k = depth - 1; k >= 0; k--) {
		at -= stride;
		last += half[at] - kept[at] + 2.0f;
		kept[at] = last;
		__syncwarp();
		if (threadIdx.x % 32 == 0)
			cuda::discard_memory(&scratch[at], 32 * sizeof(float));
	}
}
}

/* What is discarded is read again. */
namespace discarded_and_read
{
__global__ void sweeps(float *out, float *scratch)
{
	int at = blockIdx.x * blockDim.x + threadIdx.x;
	scratch[at] = at;
	__syncthreads();
	if (threadIdx.x == 0)
		cuda::discard_memory(&scratch[at], 256 * sizeof(float));
	__syncthreads();
	out[at] = scratch[at];
}

void run(float *out, float *scratch)
{
	sweeps<<<2048, 256>>>(out, scratch);
}
}
