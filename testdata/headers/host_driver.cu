// The driver API, runtime compilation, linking.
#include <cuda.h>
#include <cudaGL.h>
#include <cudaProfiler.h>
#include <nvJitLink.h>
#include <nvrtc.h>

__global__ void consumer(const __grid_constant__ CUtensorMap map, int *out)
{
	out[0] = (int)map.opaque[0];
}

void launch(CUdevice device)
{
	CUcontext context;
	CUmodule module;
	CUfunction function;
	CUstream stream;
	CUdeviceptr ptr;
	int value;
	cuInit(0);
	cuDeviceGet(&device, 0);
	cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
	cuCtxCreate(&context, 0, device);
	cuCtxCreate_v2(&context, CU_CTX_SCHED_SPIN, device);
	cuCtxCreate(&context, NULL, 0, device);
	CUexecAffinityParam affinity;
	affinity.type = CU_EXEC_AFFINITY_TYPE_SM_COUNT;
	affinity.param.smCount.val = 8;
	cuCtxCreate_v3(&context, &affinity, 1, 0, device);
	cuModuleLoadDataEx(&module, "", 0, 0, 0);
	cuModuleGetFunction(&function, module, "kernel");
	cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536);
	cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
	cuMemAlloc(&ptr, 4096);
	cuMemAllocAsync(&ptr, 4096, stream);
	cuMemsetD32Async(ptr, 0, 1024, stream);
	void *args[] = {&ptr};
	cuLaunchKernel(function, 1, 1, 1, 128, 1, 1, 0, stream, args, NULL);
	CUlaunchAttribute attribute;
	attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
	attribute.value.clusterDim.x = 2;
	CUlaunchConfig config = {};
	config.gridDimX = 2;
	config.attrs = &attribute;
	config.numAttrs = 1;
	cuLaunchKernelEx(&config, function, args, 0);
	cuMemPrefetchAsync(ptr, 4096, device, stream);
	CUmemLocation location = {CU_MEM_LOCATION_TYPE_DEVICE, 0};
	cuMemPrefetchAsync(ptr, 4096, location, 0, stream);
	cuMemcpyHtoDAsync(ptr, &value, 4, stream);
	if (cuStreamQuery(stream) != CUDA_ERROR_NOT_READY)
		cuCtxSynchronize();
	cuMemFree(ptr);
	cuCtxDestroy(context);
	cuFuncSetBlockShape(function, 32, 1, 1);
	cuLaunchGrid(function, 1, 1);
}

void virtual_memory(CUdevice device, size_t size)
{
	CUmemAllocationProp prop = {};
	prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	prop.location.id = device;
	prop.allocFlags.compressionType = CU_MEM_ALLOCATION_COMP_GENERIC;
	size_t granularity;
	CUdeviceptr ptr;
	CUmemGenericAllocationHandle handle;
	cuMemGetAllocationGranularity(&granularity, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
	cuMemAddressReserve(&ptr, size, 0, 0, 0);
	cuMemCreate(&handle, size, &prop, 0);
	cuMemMap(ptr, size, 0, handle, 0);
	CUmemAccessDesc access = {};
	access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	cuMemSetAccess(ptr, size, &access, 1);
}

void tensor_map(void *global, int *out)
{
	CUtensorMap map;
	cuuint64_t dims[2] = {64, 64}, strides[1] = {256};
	cuuint32_t box[2] = {32, 32}, steps[2] = {1, 1};
	cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, global, dims, strides, box, steps,
		CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
		CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	consumer<<<1, 1>>>(map, out);
	cuProfilerStart();
}

void compile(const char *source)
{
	nvrtcProgram program;
	const char *options[] = {"--std=c++17"};
	size_t size;
	nvrtcCreateProgram(&program, source, "k.cu", 0, NULL, NULL);
	if (nvrtcCompileProgram(program, 1, options) != NVRTC_SUCCESS)
		nvrtcGetProgramLogSize(program, &size);
	nvrtcGetPTXSize(program, &size);
	nvJitLinkHandle linker;
	nvJitLinkCreate(&linker, 1, options);
	nvJitLinkAddFile(linker, NVJITLINK_INPUT_PTX, "k.ptx");
	nvJitLinkComplete(linker);
}

#include <cudaTypedefs.h>
PFN_cuTensorMapEncodeTiled_v12000 encoder()
{
	void *entry = nullptr;
	cudaDriverEntryPointQueryResult found;
	cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &entry, cudaEnableDefault, &found);
	return (PFN_cuTensorMapEncodeTiled)entry;
}
