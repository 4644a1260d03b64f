// Green contexts, logs and checkpoints; what the host has of CUDA's mathematics; keys of a radix sort.
#include <cuda.h>
#include <cub/cub.cuh>

void divide(CUdevice device, CUstream given)
{
	CUdevResource whole, part, rest;
	unsigned int groups = 1;
	cuDeviceGetDevResource(device, &whole, CU_DEV_RESOURCE_TYPE_SM);
	cuDevSmResourceSplitByCount(&part, &groups, &whole, &rest, 0, whole.sm.smCount / 2);
	CUdevResourceDesc desc;
	cuDevResourceGenerateDesc(&desc, &part, 1);
	CUgreenCtx green;
	cuGreenCtxCreate(&green, desc, device, CU_GREEN_CTX_DEFAULT_STREAM);
	CUcontext context;
	cuCtxFromGreenCtx(&context, green);
	CUstream stream;
	cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0);
	cuStreamGetCtx_v2(given, &context, &green);
	cuGreenCtxDestroy(green);
	CUlogIterator log;
	cuLogsCurrent(&log, 0);
	CUprocessState state;
	cuCheckpointProcessGetState(1, &state);
}

void divide_by_runtime(int device)
{
	cudaDevResource whole;
	cudaDevResourceDesc_t desc;
	cudaExecutionContext_t context;
	cudaStream_t stream;
	cudaDeviceGetDevResource(device, &whole, cudaDevResourceTypeSm);
	cudaDevResourceGenerateDesc(&desc, &whole, 1);
	cudaGreenCtxCreate(&context, desc, device, 0);
	cudaExecutionCtxStreamCreate(&stream, context, cudaStreamNonBlocking, 0);
	cudaExecutionCtxSynchronize(context);
	cudaExecutionCtxDestroy(context);
}

float on_host(int n)
{
	return rsqrtf(n) + (float)rsqrt((double)n) + normcdff(0.5f) + (float)rcbrt(2.0);
}

template <class T> __global__ void twiddle(T *keys)
{
	typedef typename cub::Traits<T>::UnsignedBits bits;
	bits key = cub::Traits<T>::TwiddleIn(reinterpret_cast<bits &>(keys[threadIdx.x]));
	keys[threadIdx.x] = (T)(key & cub::Traits<T>::MAX_KEY);
}
template __global__ void twiddle<float>(float *);
template __global__ void twiddle<int>(int *);
