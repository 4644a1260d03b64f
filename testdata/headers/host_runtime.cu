// The runtime API as of CUDA 13: memory, streams, events, pools, libraries, errors.
#include <vector>

__constant__ float coefficients[16];
__device__ int counter;

__global__ void kernel(float *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= coefficients[i % 16];
}

void memory(size_t n, cudaStream_t stream)
{
	float *device, *host, *managed, *mapped, *pooled;
	size_t pitch, free_bytes, total_bytes;
	cudaMalloc(&device, n * sizeof(float));
	cudaMalloc((void **)&device, n);
	cudaMallocPitch(&device, &pitch, 64, 64);
	cudaMallocHost(&host, n);
	cudaMallocHost(&host, n, cudaHostAllocMapped);
	cudaHostAlloc(&host, n, cudaHostAllocMapped | cudaHostAllocWriteCombined);
	cudaHostGetDevicePointer(&mapped, host, 0);
	cudaHostRegister(host, n, cudaHostRegisterDefault);
	cudaMallocManaged(&managed, n);
	cudaMallocManaged((void **)&managed, n, cudaMemAttachHost);
	cudaMallocAsync(&pooled, n, stream);
	cudaFreeAsync(pooled, stream);
	cudaMemGetInfo(&free_bytes, &total_bytes);

	cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
	cudaMemPrefetchAsync(managed, n, here, 0, stream);
	cudaMemPrefetchAsync(managed, n, here, 0);
	cudaMemAdvise(managed, n, cudaMemAdviseSetReadMostly, here);
	cudaMemPrefetchBatchAsync(&managed, &n, 1, here, 0, stream);

	cudaMemcpy(device, host, n, cudaMemcpyHostToDevice);
	cudaMemcpyAsync(device, host, n, cudaMemcpyDefault, stream);
	cudaMemcpyToSymbol(coefficients, host, sizeof(coefficients));
	cudaMemcpyToSymbolAsync(coefficients, host, 4, 4, cudaMemcpyHostToDevice, stream);
	cudaMemcpyFromSymbol(&n, counter, sizeof(int));
	void *address;
	cudaGetSymbolAddress(&address, counter);
	cudaGetSymbolSize(&n, coefficients);
	cudaMemcpy2D(device, pitch, host, 64, 64, 64, cudaMemcpyHostToDevice);
	cudaMemset(device, 0, n);
	cudaMemsetAsync(device, 0, n, stream);
	cudaMemset2D(device, pitch, 0, 64, 64);

	cudaMemcpy3DParms parms = {};
	parms.srcPtr = make_cudaPitchedPtr(host, 64, 64, 64);
	parms.extent = make_cudaExtent(64, 64, 1);
	parms.dstPos = make_cudaPos(0, 0, 0);
	parms.kind = cudaMemcpyHostToDevice;
	cudaMemcpy3D(&parms);

	cudaPointerAttributes attributes;
	cudaPointerGetAttributes(&attributes, device);
	if (attributes.type == cudaMemoryTypeManaged)
		cudaFree(managed);
	cudaFreeHost(host);
}

void batches(std::vector<void *> &dsts, std::vector<const void *> &srcs, std::vector<size_t> &sizes, cudaStream_t stream)
{
	cudaMemcpyAttributes attrs = {};
	attrs.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	attrs.flags = cudaMemcpyFlagPreferOverlapWithCompute;
	attrs.srcLocHint = {cudaMemLocationTypeHostNuma, 1};
	size_t idxs = 0;
	cudaMemcpyBatchAsync(dsts.data(), srcs.data(), sizes.data(), sizes.size(), &attrs, &idxs, 1, stream);
	cudaMemcpyBatchAsync(dsts.data(), srcs.data(), sizes.data(), sizes.size(), attrs, stream);
	float *from[2], *to[2];
	cudaMemcpyBatchAsync(to, from, sizes.data(), 2, &attrs, &idxs, 1, stream);
	cudaMemcpy3DBatchOp op = {};
	op.src.type = cudaMemcpyOperandTypePointer;
	op.src.op.ptr.ptr = from[0];
	cudaMemcpy3DBatchAsync(1, &op, 0, stream);
}

void pools(cudaStream_t stream)
{
	cudaMemPool_t pool;
	cudaMemPoolProps props = {};
	props.allocType = cudaMemAllocationTypePinned;
	props.location.type = cudaMemLocationTypeDevice;
	cudaMemPoolCreate(&pool, &props);
	unsigned long long threshold = ~0ull;
	cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold);
	int *p;
	cudaMallocFromPoolAsync(&p, 64, pool, stream);
	cudaMallocAsync(&p, 64, pool, stream);
	cudaMemAccessDesc access = {};
	access.flags = cudaMemAccessFlagsProtReadWrite;
	cudaMemPoolSetAccess(pool, &access, 1);
	cudaMemPoolDestroy(pool);
}

void CUDART_CB callback(cudaStream_t, cudaError_t status, void *)
{
	printf("%s\n", cudaGetErrorName(status));
}

void CUDART_CB host_function(void *)
{
}

void streams()
{
	cudaStream_t a, b;
	cudaEvent_t start, stop;
	int least, greatest;
	cudaDeviceGetStreamPriorityRange(&least, &greatest);
	cudaStreamCreate(&a);
	cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
	cudaStreamCreateWithPriority(&b, cudaStreamNonBlocking, greatest);
	cudaEventCreate(&start);
	cudaEventCreate(&start, cudaEventBlockingSync);
	cudaEventCreateWithFlags(&stop, cudaEventDisableTiming);
	cudaEventRecord(start);
	cudaEventRecord(stop, a);
	cudaEventRecordWithFlags(stop, a, cudaEventRecordExternal);
	cudaStreamWaitEvent(b, stop);
	cudaStreamWaitEvent(b, stop, 0);
	float ms;
	cudaEventElapsedTime(&ms, start, stop);
	while (cudaStreamQuery(a) == cudaErrorNotReady)
		;
	while (cudaEventQuery(stop) == cudaErrorNotReady)
		;
	int *data;
	cudaStreamAttachMemAsync(a, data);
	cudaStreamAttachMemAsync(a, data, 0, cudaMemAttachGlobal);
	cudaStreamAddCallback(a, callback, 0, 0);
	cudaLaunchHostFunc(a, host_function, 0);
	cudaStreamAttrValue value = {};
	value.accessPolicyWindow.base_ptr = data;
	value.accessPolicyWindow.num_bytes = 1 << 20;
	value.accessPolicyWindow.hitRatio = 0.6f;
	value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
	value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
	cudaStreamSetAttribute(a, cudaStreamAttributeAccessPolicyWindow, &value);
	cudaCtxResetPersistingL2Cache();
	cudaStreamSynchronize(cudaStreamPerThread);
	cudaStreamDestroy(a);
	cudaEventDestroy(start);
}

int main()
{
	cudaDeviceProp prop;
	int device, value;
	cudaGetDevice(&device);
	cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync | cudaDeviceMapHost);
	if (cudaGetDeviceProperties(&prop, device) != cudaSuccess)
		return 1;
	cudaDeviceGetAttribute(&value, cudaDevAttrConcurrentManagedAccess, device);
	cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, prop.persistingL2CacheMaxSize);
	cudaDeviceSetCacheConfig(cudaFuncCachePreferL1);
	void (*entry)(int *);
	cudaDriverEntryPointQueryResult found;
	cudaGetDriverEntryPoint("cuDriverGetVersion", (void **)&entry, cudaEnableDefault, &found);
	cudaGetDriverEntryPointByVersion("cuDriverGetVersion", (void **)&entry, 12000, cudaEnableDefault, &found);
	cudaLibrary_t library;
	cudaKernel_t loaded;
	cudaLibraryLoadFromFile(&library, "kernels.cubin", 0, 0, 0, 0, 0, 0);
	cudaLibraryGetKernel(&loaded, library, "kernel");
	float *global;
	size_t bytes;
	cudaLibraryGetGlobal(&global, &bytes, library, "coefficients");
	cudaProfilerStart();
	kernel<<<1, 256>>>(global, 256);
	cudaProfilerStop();
	cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
	cudaThreadExchangeStreamCaptureMode(&mode);
	fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));
	return cudaDeviceSynchronize() == cudaSuccess && cudaDeviceReset() == cudaSuccess ? 0 : 1;
}
