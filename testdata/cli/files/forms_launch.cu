/* Launches with more than four parameters: clusters, blocks counted in clusters, dependent launches. Each namespace is one
 * form; the comment above it says what is wrong with it. */
constexpr int size = 4096;

/* Right: the cluster is an attribute of the launch, and the grid is a multiple of it. */
namespace cluster_of_launch
{
__global__ void blur(const float *in, float *out)
{
	int at = (blockIdx.y * blockDim.y + threadIdx.y) * size + blockIdx.x * blockDim.x + threadIdx.x;
	out[at] = in[at] * 0.5f;
}

void run(const float *in, float *out)
{
	dim3 block(16, 16);
	dim3 grid(size / block.x, size / block.y);
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
	cudaLaunchKernelEx(&launch, blur, in, out);
}
}

/* The grid's x isn't a multiple of the cluster's. */
namespace grid_no_multiple
{
__global__ void blur(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f;
}

void run(float *data)
{
	cudaLaunchConfig_t launch = {0};
	launch.gridDim = 1023;
	launch.blockDim = 256;
	cudaLaunchAttribute cluster[1];
	cluster[0].id = cudaLaunchAttributeClusterDimension;
	cluster[0].val.clusterDim.x = 2;
	cluster[0].val.clusterDim.y = 1;
	cluster[0].val.clusterDim.z = 1;
	launch.attrs = cluster;
	launch.numAttrs = 1;
	cudaLaunchKernelEx(&launch, blur, data);
}
}

/* The z of the cluster is forgotten: 0 on most days. */
namespace cluster_without_z
{
__global__ void blur(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f;
}

void run(float *data)
{
	cudaLaunchConfig_t launch = {0};
	launch.gridDim = 1024;
	launch.blockDim = 256;
	cudaLaunchAttribute cluster[1];
	cluster[0].id = cudaLaunchAttributeClusterDimension;
	cluster[0].val.clusterDim.x = 2;
	cluster[0].val.clusterDim.y = 1;
	launch.attrs = cluster;
	launch.numAttrs = 1;
	cudaLaunchKernelEx(&launch, blur, data);
}
}

/* The attributes are there, but their number stays 0: no cluster. */
namespace attributes_not_counted
{
__global__ void blur(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f;
}

void run(float *data)
{
	cudaLaunchConfig_t launch = {0};
	launch.gridDim = 1024;
	launch.blockDim = 256;
	cudaLaunchAttribute cluster[1];
	cluster[0].id = cudaLaunchAttributeClusterDimension;
	cluster[0].val.clusterDim.x = 2;
	cluster[0].val.clusterDim.y = 1;
	cluster[0].val.clusterDim.z = 1;
	launch.attrs = cluster;
	cudaLaunchKernelEx(&launch, blur, data);
}
}

/* Right: a least cluster and a preferred one, a multiple of it that divides the grid too. */
namespace preferred_with_least
{
__global__ void blur(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f;
}

void run(float *data)
{
	cudaLaunchConfig_t launch = {0};
	launch.gridDim = 1024;
	launch.blockDim = 256;
	cudaLaunchAttribute cluster[2];
	cluster[0].id = cudaLaunchAttributeClusterDimension;
	cluster[0].val.clusterDim.x = 2;
	cluster[0].val.clusterDim.y = 1;
	cluster[0].val.clusterDim.z = 1;
	cluster[1].id = cudaLaunchAttributePreferredClusterDimension;
	cluster[1].val.preferredClusterDim.x = 8;
	cluster[1].val.preferredClusterDim.y = 1;
	cluster[1].val.preferredClusterDim.z = 1;
	launch.attrs = cluster;
	launch.numAttrs = 2;
	cudaLaunchKernelEx(&launch, blur, data);
}
}

/* A preferred cluster needs a least one. */
namespace preferred_alone
{
__global__ void blur(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f;
}

void run(float *data)
{
	cudaLaunchConfig_t launch = {0};
	launch.gridDim = 1024;
	launch.blockDim = 256;
	cudaLaunchAttribute cluster[1];
	cluster[0].id = cudaLaunchAttributePreferredClusterDimension;
	cluster[0].val.preferredClusterDim.x = 4;
	cluster[0].val.preferredClusterDim.y = 1;
	cluster[0].val.preferredClusterDim.z = 1;
	launch.attrs = cluster;
	launch.numAttrs = 1;
	cudaLaunchKernelEx(&launch, blur, data);
}
}

/* The preferred cluster isn't a multiple of the kernel's own. */
namespace preferred_no_multiple
{
__cluster_dims__(2, 1, 1) __global__ void blur(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 0.5f;
}

void run(float *data)
{
	cudaLaunchConfig_t launch = {0};
	launch.gridDim = 768;
	launch.blockDim = 256;
	cudaLaunchAttribute cluster[1];
	cluster[0].id = cudaLaunchAttributePreferredClusterDimension;
	cluster[0].val.preferredClusterDim.x = 3;
	cluster[0].val.preferredClusterDim.y = 1;
	cluster[0].val.preferredClusterDim.z = 1;
	launch.attrs = cluster;
	launch.numAttrs = 1;
	cudaLaunchKernelEx(&launch, blur, data);
}
}

/* Parentheses of its own make the cluster 2x1x1. */
namespace cluster_in_parentheses
{
__cluster_dims__((2, 2, 2)) __global__ void fill(float *data);

void run(float *data)
{
	fill<<<dim3(8, 8, 8), dim3(512)>>>(data);
}
}

/* Right: the kernel's own cluster, as the compiler reads it. */
namespace cluster_of_kernel
{
__cluster_dims__(2, 2, 2) __global__ void fill(float *data);

void run(float *data)
{
	fill<<<dim3(8, 8, 8), dim3(512)>>>(data);
}
}

/* The grid's y isn't a multiple of the kernel's cluster. */
namespace grid_no_multiple_of_kernel
{
__cluster_dims__(2, 2, 2) __global__ void fill(float *data);

void run(float *data)
{
	fill<<<dim3(8, 7, 8), dim3(512)>>>(data);
}
}

/* Right: the launch counts clusters; block and cluster stand at the kernel. */
namespace blocks_as_clusters
{
__block_size__((512, 1, 1), (2, 2, 2)) __global__ void fill(float *data);

void run(float *data)
{
	fill<<<dim3(4, 4, 4)>>>(data);
}

void run_in(float *data, cudaStream_t stream)
{
	fill<<<dim3(4, 4, 4), 1, 0, stream>>>(data);
}
}

/* The block is given twice; then, shared memory that only a launch without the annotation can ask for. */
namespace block_given_twice
{
__block_size__((512, 1, 1), (2, 2, 2)) __global__ void fill(float *data);

void run(float *data)
{
	fill<<<dim3(4, 4, 4), dim3(512)>>>(data);
}

void run_in(float *data, cudaStream_t stream)
{
	fill<<<dim3(4, 4, 4), 512, 0, stream>>>(data);
	fill<<<dim3(4, 4, 4), 1, 1024, stream>>>(data);
}
}

/* Both annotations name a cluster. */
namespace cluster_given_twice
{
__block_size__((512, 1, 1), (2, 2, 2)) __cluster_dims__(2, 2, 2) __global__ void fill(float *data);

void run(float *data)
{
	fill<<<dim3(4, 4, 4)>>>(data);
}
}

/* A cluster that is left open, besides __block_size__. */
namespace cluster_left_open
{
__block_size__((512, 1, 1)) __cluster_dims__() __global__ void fill(float *data);

void run(float *data)
{
	fill<<<dim3(4, 4, 4)>>>(data);
}
}

/* Right: the first kernel says when the second may start; the second waits before it reads. */
namespace dependent_launch
{
__global__ void first(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
	cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void second(float *out, const float *data)
{
	int at = blockIdx.x * blockDim.x + threadIdx.x;
	float own = at * 0.5f;
	cudaGridDependencySynchronize();
	out[at] = own + data[at];
}

void run(float *out, float *data, dim3 grid, dim3 block, cudaStream_t stream)
{
	cudaLaunchAttribute early[1];
	early[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
	early[0].val.programmaticStreamSerializationAllowed = 1;
	cudaLaunchConfig_t launch = {0};
	launch.gridDim = grid;
	launch.blockDim = block;
	launch.dynamicSmemBytes = 0;
	launch.stream = stream;
	launch.attrs = early;
	launch.numAttrs = 1;
	first<<<grid, block, 0, stream>>>(data);
	cudaLaunchKernelEx(&launch, second, out, data);
}
}

/* The second kernel never waits, and reads what the first writes. */
namespace dependent_without_wait
{
__global__ void first(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
	cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void second(float *out, const float *data)
{
	int at = blockIdx.x * blockDim.x + threadIdx.x;
	out[at] = data[at];
}

void run(float *out, float *data, dim3 grid, dim3 block, cudaStream_t stream)
{
	cudaLaunchAttribute early[1];
	early[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
	early[0].val.programmaticStreamSerializationAllowed = 1;
	cudaLaunchConfig_t launch = {0};
	launch.gridDim = grid;
	launch.blockDim = block;
	launch.stream = stream;
	launch.attrs = early;
	launch.numAttrs = 1;
	first<<<grid, block, 0, stream>>>(data);
	cudaLaunchKernelEx(&launch, second, out, data);
}
}

/* Both kernels are written for it, but the launch doesn't ask for it. */
namespace dependent_not_asked_for
{
__global__ void first(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
	cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void second(float *out, const float *data)
{
	int at = blockIdx.x * blockDim.x + threadIdx.x;
	cudaGridDependencySynchronize();
	out[at] = data[at];
}

void run(float *out, float *data, dim3 grid, dim3 block, cudaStream_t stream)
{
	first<<<grid, block, 0, stream>>>(data);
	second<<<grid, block, 0, stream>>>(out, data);
}
}

/* The first kernel goes on writing what the second reads without a wait. */
namespace dependent_after_trigger
{
__global__ void first(float *data)
{
	cudaTriggerProgrammaticLaunchCompletion();
	data[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

__global__ void second(float *out, const float *data)
{
	int at = blockIdx.x * blockDim.x + threadIdx.x;
	out[at] = data[at];
}

void run(float *out, float *data, dim3 grid, dim3 block, cudaStream_t stream)
{
	cudaLaunchAttribute early[1];
	early[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
	early[0].val.programmaticStreamSerializationAllowed = 1;
	cudaLaunchConfig_t launch = {0};
	launch.gridDim = grid;
	launch.blockDim = block;
	launch.stream = stream;
	launch.attrs = early;
	launch.numAttrs = 1;
	first<<<grid, block, 0, stream>>>(data);
	cudaLaunchKernelEx(&launch, second, out, data);
}
}

/* The attribute is for another member. */
namespace attribute_of_another_kind
{
__global__ void first(float *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

void run(float *data, cudaStream_t stream)
{
	cudaLaunchAttribute early[1];
	early[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
	early[0].val.cooperative = 1;
	cudaLaunchConfig_t launch = {0};
	launch.gridDim = 1024;
	launch.blockDim = 256;
	launch.stream = stream;
	launch.attrs = early;
	launch.numAttrs = 1;
	cudaLaunchKernelEx(&launch, first, data);
}
}
