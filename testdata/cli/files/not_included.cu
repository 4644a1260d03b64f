/* A precompiled header holds more than a file includes: which, code that asks doesn't see. */
#include <vector>
#if defined(CUBLAS_API_H_) || defined(CUSPARSEAPI) || defined(_COOPERATIVE_GROUPS_H_) || defined(__CUDA_FP16_H__)
#error "nothing of these is included yet"
#endif
#include <cooperative_groups/reduce.h>
#include <cublas_v2.h>
#if !defined(CUBLAS_API_H_) || !defined(CUBLAS_V2_H_) || !defined(_COOPERATIVE_GROUPS_H_) || \
	!defined(__CUDA_FP16_H__) || defined(CUSPARSEAPI)
#error "these are, and that isn't"
#endif

__global__ void sum(float *out, const __half *in)
{
	auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
	float all = cooperative_groups::reduce(
		warp, __half2float(in[threadIdx.x]), cooperative_groups::plus<float>());
	if (warp.thread_rank() == 0)
		out[warp.meta_group_rank()] = all;
}

std::vector<cublasHandle_t> handles;
