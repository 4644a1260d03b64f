/* Copies from global to shared memory that a group starts and later waits for. */
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC
#include "../cooperative_groups.h"
#ifndef CUDALINT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define CUDALINT_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

namespace cooperative_groups
{
/* size: bytes, or a cuda::aligned_size_t. */
template <class Group, class T, class Size>
__device__ void memcpy_async(const Group &group, T *destination, const T *source, const Size &size);
/* The layouts count elements; the smaller is copied. */
template <class Group, class T, class DestinationLayout, class SourceLayout>
__device__ void memcpy_async(const Group &group, T *destination, const DestinationLayout &destination_layout,
	const T *source, const SourceLayout &source_layout);

/* Waits for all copies of the group, or for all but the youngest Stages. Both are a sync of the group. */
template <class Group> __device__ void wait(const Group &group);
template <unsigned int Stages, class Group> __device__ void wait_prior(const Group &group);
} // namespace cooperative_groups

#endif
