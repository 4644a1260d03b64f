/* nvcuda::experimental::awbarrier: a barrier in shared memory that splits arrival and waiting. */
#define _CUDA_AWBARRIER_H_
#include "cuda_awbarrier_primitives.h"
#ifndef CUDALINT_CUDA_AWBARRIER_H
#define CUDALINT_CUDA_AWBARRIER_H

namespace nvcuda
{
namespace experimental
{
class CUDALINT_ARCH(70) awbarrier
{
public:
	class arrival_token
	{
	public:
		arrival_token() = default;
		__device__ uint32_t pending_count() const;

	private:
		uint64_t token;
	};
	awbarrier() = default;
	awbarrier(const awbarrier &) = delete;
	awbarrier &operator=(const awbarrier &) = delete;
	__device__ arrival_token arrive();
	__device__ arrival_token arrive_and_drop();
	__device__ bool timed_wait(arrival_token token, uint32_t hint_cycles);
	__device__ bool timed_wait_parity(bool phase, uint32_t hint_cycles);
	__device__ void wait(arrival_token token);
	__device__ void arrive_and_wait();
	__device__ bool try_wait(arrival_token token, uint32_t max_sleep_ns);
	__device__ bool try_wait_parity(bool phase, uint32_t max_sleep_ns);
	__host__ __device__ static constexpr uint32_t(max)() /* not the macro that code may have */
	{
		return (1 << 20) - 1;
	}

private:
	uint64_t barrier;
};
extern __device__ void init(awbarrier *barrier, uint32_t expected_count);
extern __device__ void inval(awbarrier *barrier);
} // namespace experimental
} // namespace nvcuda

#endif
