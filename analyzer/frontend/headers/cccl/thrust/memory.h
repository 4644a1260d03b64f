/* Raw pointers, and memory of a system. */
#ifndef THRUST_MEMORY_H
#define THRUST_MEMORY_H

#include <cuda/std/cstddef>
#include <thrust/detail/execution_policy.h>

namespace thrust
{
template <class T> _CCCL_HOST_DEVICE T *raw_pointer_cast(T *p) { return p; }
template <class T> _CCCL_HOST_DEVICE T &raw_reference_cast(T &r) { return r; }
template <class T> _CCCL_HOST_DEVICE const T &raw_reference_cast(const T &r) { return r; }
template <class T, class Tag = any_system_tag, class Reference = use_default, class Derived = use_default> class pointer
{
	T *raw;

      public:
	_CCCL_HOST_DEVICE pointer(T *p = nullptr) : raw(p) {}
	_CCCL_HOST_DEVICE T *get() const { return raw; }
};
template <class Policy>
_CCCL_HOST_DEVICE void *malloc(const detail::execution_policy_base<Policy> &policy, ::cuda::std::size_t bytes);
template <class T, class Policy>
_CCCL_HOST_DEVICE T *malloc(const detail::execution_policy_base<Policy> &policy, ::cuda::std::size_t count);
template <class Policy, class Pointer>
_CCCL_HOST_DEVICE void free(const detail::execution_policy_base<Policy> &policy, Pointer p);
} // namespace thrust

#endif
