// Libraries bring the half types that their interfaces name.
#include <cublasLt.h>
#include <cusparse.h>

__global__ void sum(const __nv_bfloat16 *left, const __half *right, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i] = __bfloat162float(left[i]) + __half2float(right[i]);
}
