/* nvcuda::experimental::pipeline: asynchronous copies from global to shared memory, committed in batches. */
#define _CUDA_PIPELINE_H_
#include "cuda_pipeline_primitives.h"
#include "cuda_awbarrier.h"
#ifndef CUDALINT_CUDA_PIPELINE_H
#define CUDALINT_CUDA_PIPELINE_H

namespace nvcuda
{
namespace experimental
{
class CUDALINT_ARCH(80) pipeline
{
public:
	__device__ pipeline();
	pipeline(const pipeline &) = delete;
	pipeline &operator=(const pipeline &) = delete;
	__device__ size_t commit();
	__device__ void commit_and_wait();
	__device__ void wait(size_t batch);
	template <unsigned n_> __device__ void wait_prior();
	__device__ void arrive_on(awbarrier &barrier);
	template <class Barrier_> __device__ void arrive_on(Barrier_ &barrier);

private:
	size_t batch;
};
template <class T_> extern __device__ void memcpy_async(T_ &to, const T_ &from, pipeline &pipe);
template <class T_, size_t to_n_, size_t from_n_>
extern __device__ void memcpy_async(T_ (*to)[to_n_], const T_ (*from)[from_n_], pipeline &pipe);
template <size_t n_, class T_> inline __device__ auto segment(T_ *ptr) -> T_ (*)[n_]
{
	return (T_(*)[n_])ptr;
}
} // namespace experimental
} // namespace nvcuda

#endif
