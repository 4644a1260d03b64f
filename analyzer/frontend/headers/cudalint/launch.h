/* What <<<grid, block, shared, stream>>> calls; clang picks the name by the toolkit it believes in. */
#ifndef CUDALINT_LAUNCH_H
#define CUDALINT_LAUNCH_H

#include "vector_types.h"

struct CUstream_st;
extern "C" {
__host__ __device__ unsigned int cudaConfigureCall(
	dim3 grid, dim3 block = 1, __SIZE_TYPE__ shared = 0, struct CUstream_st *stream = 0);
__host__ __device__ unsigned int __cudaPushCallConfiguration(
	dim3 grid, dim3 block = 1, __SIZE_TYPE__ shared = 0, struct CUstream_st *stream = 0);
}

#endif
