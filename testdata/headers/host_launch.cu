// Launch configurations, attributes, occupancy, dependent launches, launches from the device.
#include <cooperative_groups.h>

__global__ void kernel(float *data, int n)
{
	extern __shared__ float tile[];
	cudaGridDependencySynchronize();
	if (threadIdx.x < n)
		data[threadIdx.x] = tile[threadIdx.x];
	cudaTriggerProgrammaticLaunchCompletion();
}

template <class T> __global__ void generic(T *data)
{
	data[0] = T();
}

__global__ void parent(float *data, cudaGraphExec_t graph, cudaGraphConditionalHandle handle)
{
	kernel<<<1, 32>>>(data, 32);
	kernel<<<1, 32, 0, cudaStreamFireAndForget>>>(data, 32);
	cudaStream_t stream;
	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	cudaMemcpyAsync(data, data + 32, 128, cudaMemcpyDeviceToDevice, stream);
	cudaEvent_t event;
	cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
	cudaStreamWaitEvent(stream, event);
	float *more;
	if (cudaMalloc(&more, 128) != cudaSuccess)
		printf("%s\n", cudaGetErrorString(cudaGetLastError()));
	cudaFree(more);
	cudaStreamDestroy(stream);
	cudaDeviceSynchronize();
	cudaGraphLaunch(graph, cudaStreamGraphTailLaunch);
	cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphFireAndForget);
	cudaGraphSetConditional(handle, 0);
	void *buffer = cudaGetParameterBuffer(8, 16);
	cudaLaunchDevice((void *)kernel, buffer, dim3(1), dim3(32), 0, 0);
}

void attributes(float *data, cudaStream_t stream, cudaEvent_t event)
{
	cudaLaunchAttribute attrs[6];
	attrs[0].id = cudaLaunchAttributeClusterDimension;
	attrs[0].val.clusterDim.x = 2;
	attrs[0].val.clusterDim.y = attrs[0].val.clusterDim.z = 1;
	attrs[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
	attrs[1].val.programmaticStreamSerializationAllowed = 1;
	attrs[2].id = cudaLaunchAttributePreferredClusterDimension;
	attrs[2].val.preferredClusterDim = {4, 1, 1};
	attrs[3].id = cudaLaunchAttributeProgrammaticEvent;
	attrs[3].val.programmaticEvent.event = event;
	attrs[4].id = cudaLaunchAttributeCooperative;
	attrs[4].val.cooperative = 1;
	attrs[5].id = cudaLaunchAttributePreferredSharedMemoryCarveout;
	attrs[5].val.sharedMemCarveout = 50;

	cudaLaunchConfig_t config = {0};
	config.gridDim = dim3(16);
	config.blockDim = 128;
	config.dynamicSmemBytes = 4096;
	config.stream = stream;
	config.attrs = attrs;
	config.numAttrs = 6;
	cudaLaunchKernelEx(&config, kernel, data, 128);
	cudaLaunchKernelEx(&config, generic<float>, data);
	int n = 128;
	void *args[] = {&data, &n};
	cudaLaunchKernelExC(&config, (const void *)kernel, args);
	cudaLaunchKernel((void *)kernel, dim3(1), dim3(32), args, 0, stream);
	cudaLaunchKernel(kernel, 1, 32, args);
	cudaLaunchCooperativeKernel((void *)kernel, 16, 128, args);
	cudaLaunchCooperativeKernel(kernel, 16, 128, args, 0, stream);
	int clusters;
	cudaOccupancyMaxActiveClusters(&clusters, kernel, &config);
	cudaOccupancyMaxPotentialClusterSize(&clusters, kernel, &config);
}

struct shared_bytes {
	size_t operator()(int block) const
	{
		return block * sizeof(float);
	}
};

int main()
{
	int blocks, grid, block;
	size_t bytes;
	cudaFuncAttributes info;
	cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 98304);
	cudaFuncSetAttribute((void *)kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
	cudaFuncSetAttribute(generic<double>, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
	cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferL1);
	cudaFuncGetAttributes(&info, kernel);
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0);
	cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (void *)kernel, 256, 0);
	cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, 2, 256);
	cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel);
	cudaOccupancyMaxPotentialBlockSize(&grid, &block, (void *)kernel, 0, 1024);
	cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernel, shared_bytes());
	cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernel, [](int b) { return (size_t)b; }, 512);
	return info.numRegs;
}
