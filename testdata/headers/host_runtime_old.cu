// What toolkits before 13 had: removed calls, fields and signatures must still parse.
#include <cuda_profiler_api.h>

texture<float, cudaTextureType1D, cudaReadModeElementType> tex1;
texture<float4, 2, cudaReadModeElementType> tex2;
surface<void, 2> surf;

__global__ void kernel(float *out)
{
	out[threadIdx.x] = tex1Dfetch(tex1, threadIdx.x);
}

void thread_calls()
{
	size_t value;
	cudaFuncCache config;
	cudaThreadSynchronize();
	cudaThreadSetLimit(cudaLimitStackSize, 1024);
	cudaThreadGetLimit(&value, cudaLimitStackSize);
	cudaThreadSetCacheConfig(cudaFuncCachePreferShared);
	cudaThreadGetCacheConfig(&config);
	cudaThreadExit();
}

void references(float *device, cudaArray *array, const cudaArray *source)
{
	cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
	size_t offset;
	tex1.addressMode[0] = cudaAddressModeClamp;
	tex1.normalized = false;
	cudaBindTexture(&offset, tex1, device, desc, 1024);
	cudaBindTexture(0, tex1, device, 1024);
	cudaBindTexture(NULL, tex1, device);
	cudaBindTexture2D(&offset, tex2, device, desc, 64, 64, 512);
	cudaBindTextureToArray(tex2, array);
	cudaBindTextureToArray(tex2, array, desc);
	cudaBindSurfaceToArray(surf, array);
	const textureReference *reference;
	cudaGetTextureReference(&reference, &tex1);
	cudaUnbindTexture(tex1);
	cudaUnbindTexture(reference);
	cudaMemcpyToArray(array, 0, 0, device, 1024, cudaMemcpyDeviceToDevice);
	cudaMemcpyFromArray(device, source, 0, 0, 1024, cudaMemcpyDeviceToDevice);
	cudaMemcpyArrayToArray(array, 0, 0, source, 0, 0, 1024);
	cudaMemcpyToArrayAsync(array, 0, 0, device, 1024, cudaMemcpyDeviceToDevice);
}

void launches(float *out)
{
	cudaConfigureCall(1, 256);
	cudaSetupArgument(out, 0);
	cudaSetupArgument(&out, sizeof(out), 0);
	cudaLaunch(kernel);
	cudaLaunchParams params[2];
	params[0].func = (void *)kernel;
	cudaLaunchCooperativeKernelMultiDevice(params, 2, cudaCooperativeLaunchMultiDeviceNoPreSync);
	cudaFuncSetSharedMemConfig(kernel, cudaSharedMemBankSizeEightByte);
	cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
	cudaProfilerInitialize("in", "out", cudaKeyValuePair);
}

void signatures(void *p, size_t n, int device, cudaStream_t stream, void **dsts, void **srcs, size_t *sizes)
{
	cudaMemPrefetchAsync(p, n, device, stream);
	cudaMemPrefetchAsync(p, n, cudaCpuDeviceId);
	cudaMemAdvise(p, n, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId);
	cudaMemcpyAttributes attrs = {};
	size_t idxs = 0, fail;
	cudaMemcpyBatchAsync(dsts, srcs, sizes, n, &attrs, &idxs, 1, &fail, stream);
	cudaMemcpyBatchAsync(dsts, srcs, sizes, n, &attrs, &idxs, 1, NULL, stream);

	cudaGraph_t graph;
	cudaGraphExec_t exec;
	cudaGraphNode_t nodes[2], bad;
	char log[256];
	cudaGraphExecUpdateResult result;
	cudaGraphInstantiate(&exec, graph, &bad, log, sizeof(log));
	cudaGraphInstantiate(&exec, graph, NULL, NULL, 0);
	cudaGraphExecUpdate(exec, graph, &bad, &result);
	cudaGraphAddDependencies(graph, &nodes[0], &nodes[1], 1);
	cudaGraphRemoveDependencies(graph, &nodes[0], &nodes[1], 1);
	cudaGraphGetEdges(graph, nodes, nodes, &n);
	cudaGraphNodeGetDependencies(nodes[0], nodes, &n);
	cudaGraphNodeGetDependentNodes(nodes[0], nodes, &n);
	cudaGraphNodeParams params = {cudaGraphNodeTypeEmpty};
	cudaGraphAddNode(nodes, graph, NULL, 0, &params);

	cudaStreamCaptureStatus status;
	unsigned long long id;
	const cudaGraphNode_t *dependencies;
	cudaStreamGetCaptureInfo(stream, &status, &id);
	cudaStreamGetCaptureInfo(stream, &status, &id, &graph, &dependencies, &n);
	cudaStreamGetCaptureInfo_v2(stream, &status, &id, &graph, &dependencies, &n);
	cudaStreamUpdateCaptureDependencies(stream, nodes, 1, cudaStreamSetCaptureDependencies);
}

int fields()
{
	cudaDeviceProp prop;
	cudaGetDeviceProperties(&prop, 0);
	cudaPointerAttributes pointer;
	cudaPointerGetAttributes(&pointer, 0);
	return prop.clockRate + prop.memoryClockRate + prop.deviceOverlap + prop.computeMode + prop.kernelExecTimeoutEnabled +
		prop.singleToDoublePrecisionPerfRatio + prop.cooperativeMultiDeviceLaunch + prop.maxTexture1DLinear +
		(pointer.memoryType == cudaMemoryTypeHost) + pointer.isManaged;
}
