/* Prefix sums over the members of a group. */
#define _COOPERATIVE_GROUPS_SCAN_H
#include "../cooperative_groups.h"
#ifndef CUDALINT_COOPERATIVE_GROUPS_SCAN_H
#define CUDALINT_COOPERATIVE_GROUPS_SCAN_H

namespace cooperative_groups
{
template <class Group, class T, class Operation>
__device__ auto inclusive_scan(const Group &group, T &&value, Operation &&operation)
	-> decltype(operation(value, value));
template <class Group, class T> __device__ details::remove_qual<T> inclusive_scan(const Group &group, T &&value);
template <class Group, class T, class Operation>
__device__ auto exclusive_scan(const Group &group, T &&value, Operation &&operation)
	-> decltype(operation(value, value));
template <class Group, class T> __device__ details::remove_qual<T> exclusive_scan(const Group &group, T &&value);

/* The same, started from a cuda::atomic or cuda::atomic_ref that the group's sum is added to. */
template <class Group, class Atomic, class T, class Operation>
__device__ auto inclusive_scan_update(const Group &group, Atomic &start, T &&value, Operation &&operation)
	-> decltype(operation(value, value));
template <class Group, class Atomic, class T>
__device__ details::remove_qual<T> inclusive_scan_update(const Group &group, Atomic &start, T &&value);
template <class Group, class Atomic, class T, class Operation>
__device__ auto exclusive_scan_update(const Group &group, Atomic &start, T &&value, Operation &&operation)
	-> decltype(operation(value, value));
template <class Group, class Atomic, class T>
__device__ details::remove_qual<T> exclusive_scan_update(const Group &group, Atomic &start, T &&value);
} // namespace cooperative_groups

#endif
