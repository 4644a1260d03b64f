/* Asynchronous copies from global to shared memory, as plain functions. */
#define _CUDA_PIPELINE_PRIMITIVES_H_
#include "cuda_awbarrier_primitives.h"
#ifndef CUDALINT_CUDA_PIPELINE_PRIMITIVES_H
#define CUDALINT_CUDA_PIPELINE_PRIMITIVES_H

#define CL_FN extern __device__ CUDALINT_ARCH(80)
CL_FN void __pipeline_memcpy_async(
	void *__restrict__ dst_shared, const void *__restrict__ src_global, size_t size_and_align, size_t zfill = 0);
CL_FN void __pipeline_commit();
CL_FN void __pipeline_wait_prior(size_t prior);
CL_FN void __pipeline_arrive_on(__mbarrier_t *barrier);
#undef CL_FN

#endif
