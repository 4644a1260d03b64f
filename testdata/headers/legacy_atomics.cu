// Double-precision atomicAdd for hardware that lacks it, as the programming guide has long shown.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
static __inline__ __device__ double atomicAdd(double *address, double val)
{
	unsigned long long int *as_long = (unsigned long long int *)address;
	unsigned long long int old = *as_long, assumed;
	do {
		assumed = old;
		old = atomicCAS(as_long, assumed, __double_as_longlong(val + __longlong_as_double(assumed)));
	} while (assumed != old);
	return __longlong_as_double(old);
}
#endif

__global__ void sum(double *total, const double *in, int n)
{
	int i = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
	if (i < n)
		atomicAdd(total, in[i]);
}
