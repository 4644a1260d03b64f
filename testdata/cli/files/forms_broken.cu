/* Code as it stands in texts, which doesn't compile: what is said of it must not come from the gaps. Each namespace is one
 * form; the comment above it says what is wrong with it. */
#include <vector>

__global__ void work(const float *in, float *out)
{
	out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
}

/* Nothing declares the extent: the grid isn't known, and so fits the cluster. */
namespace extent_undeclared
{
void run(const float *in, float *out)
{
	dim3 block(16, 16);
	dim3 grid(EXTENT / block.x, EXTENT / block.y);
	cudaLaunchConfig_t launch = {0};
	launch.gridDim = grid;
	launch.blockDim = block;
	cudaLaunchAttribute cluster[1];
	cluster[0].id = cudaLaunchAttributeClusterDimension;
	cluster[0].val.clusterDim.x = 2;
	cluster[0].val.clusterDim.y = 1;
	cluster[0].val.clusterDim.z = 1;
	launch.attrs = cluster;
	launch.numAttrs = 1;
	cudaLaunchKernelEx(&launch, work, in, out);
}
}

/* A parenthesis too many. */
namespace parenthesis_left_over
{
void run()
{
	int least, greatest;
	cudaDeviceGetStreamPriorityRange(&least, &greatest);
	cudaStream_t urgent, patient;
	cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest));
	cudaStreamCreateWithPriority(&patient, cudaStreamNonBlocking, least);
}
}

/* The sizes are pointers, and the fill has no value, so that its stream stands where the bytes belong: not the NULL stream's. */
namespace sizes_are_pointers
{
void run(size_t count, cudaStream_t stream)
{
	std::vector<void *> from(count), to(count), sizes(count);
	for (size_t i = 0; i < count; i++) {
		cudaMallocHost(&from[i], sizes[i]);
		cudaMalloc(&to[i], sizes[i]);
		cudaMemsetAsync(from[i], sizes[i], stream);
	}
	cudaMemcpyAttributes how = {};
	how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	size_t first = 0;
	cudaMemcpyBatchAsync(to.data(), from.data(), sizes.data(), count, &how, &first, 1, nullptr, stream);
}
}

/* The addresses of arrays are no pointers to their elements. */
namespace addresses_of_arrays
{
void run(void **to, void **from, size_t *sizes, size_t count, cudaStream_t stream)
{
	cudaMemcpyAttributes how[2] = {};
	how[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	how[1].srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
	size_t first[2] = {0, count - 6};
	cudaMemcpyBatchAsync(to, from, sizes, count, &how, &first, 2, nullptr, stream);
}
}
