/* Masks of the lanes below, at and above one's own. CUDA has them as PTX registers alone; programs and texts name
 * functions for them so. In terms of the thread's index, which is what the lane follows from. */
#ifndef CUDALINT_LANEMASK_H
#define CUDALINT_LANEMASK_H

inline __device__ unsigned __lanemask_eq()
{
	return 1u << (((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32);
}

inline __device__ unsigned __lanemask_lt()
{
	return __lanemask_eq() - 1;
}

inline __device__ unsigned __lanemask_le()
{
	return __lanemask_lt() | __lanemask_eq();
}

inline __device__ unsigned __lanemask_ge()
{
	return ~__lanemask_lt();
}

inline __device__ unsigned __lanemask_gt()
{
	return ~__lanemask_le();
}

#endif
