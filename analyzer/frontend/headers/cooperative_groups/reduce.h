/* Reductions over the members of a group. */
#define _COOPERATIVE_GROUPS_REDUCE_H
#include "../cooperative_groups.h"
#ifndef CUDALINT_COOPERATIVE_GROUPS_REDUCE_H
#define CUDALINT_COOPERATIVE_GROUPS_REDUCE_H

namespace cooperative_groups
{
/* Every member gets the result. */
template <class Group, class T, class Operation>
__device__ auto reduce(const Group &group, T &&value, Operation &&operation) -> decltype(operation(value, value));

/* The result goes to *destination, or is combined with a cuda::atomic or cuda::atomic_ref, without waiting. */
template <class Group, class T, class V, class Operation>
__device__ void reduce_store_async(const Group &group, T *destination, V &&value, Operation &&operation);
template <class Group, class Atomic, class V, class Operation>
__device__ void reduce_store_async(const Group &group, Atomic &destination, V &&value, Operation &&operation);
template <class Group, class Atomic, class V, class Operation>
__device__ void reduce_update_async(const Group &group, Atomic &destination, V &&value, Operation &&operation);
} // namespace cooperative_groups

#endif
