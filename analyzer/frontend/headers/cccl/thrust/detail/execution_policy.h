/* Execution policies: where an algorithm runs, and on which stream. */
#ifndef THRUST_DETAIL_EXECUTION_POLICY_H
#define THRUST_DETAIL_EXECUTION_POLICY_H

#include <thrust/detail/config.h>

namespace thrust
{
namespace detail
{
template <class Derived> struct execution_policy_base {
};
} // namespace detail

template <class Derived> struct execution_policy : detail::execution_policy_base<Derived> {
};
template <class Derived> struct host_execution_policy : execution_policy<Derived> {
};
template <class Derived> struct device_execution_policy : execution_policy<Derived> {
};

namespace detail
{
struct seq_t : execution_policy<seq_t> {
	_CCCL_HOST_DEVICE constexpr seq_t() {}
	template <class Allocator> _CCCL_HOST_DEVICE seq_t operator()(const Allocator &) const { return {}; }
};
struct host_t : host_execution_policy<host_t> {
	_CCCL_HOST_DEVICE constexpr host_t() {}
	template <class Allocator> _CCCL_HOST_DEVICE host_t operator()(const Allocator &) const { return {}; }
};
} // namespace detail

namespace system
{
namespace cuda
{
template <class Derived> using execution_policy = device_execution_policy<Derived>;

namespace detail
{
/* par, par_nosync and what they give: on(stream), (allocator). */
struct par_t : device_execution_policy<par_t> {
	_CCCL_HOST_DEVICE constexpr par_t() {}
	_CCCL_HOST_DEVICE par_t on(cudaStream_t stream) const;
	template <class Allocator> _CCCL_HOST_DEVICE par_t operator()(Allocator &&allocator) const;
	template <class Event> par_t after(Event &&event) const;
};
struct par_nosync_t : device_execution_policy<par_nosync_t> {
	_CCCL_HOST_DEVICE constexpr par_nosync_t() {}
	_CCCL_HOST_DEVICE par_nosync_t on(cudaStream_t stream) const;
	template <class Allocator> _CCCL_HOST_DEVICE par_nosync_t operator()(Allocator &&allocator) const;
};
} // namespace detail
constexpr detail::par_t par;
constexpr detail::par_nosync_t par_nosync;
} // namespace cuda
namespace cpp
{
constexpr thrust::detail::host_t par;
}
namespace omp
{
constexpr thrust::detail::host_t par;
}
namespace tbb
{
constexpr thrust::detail::host_t par;
}
} // namespace system

namespace cuda
{
using namespace system::cuda;
}
namespace cuda_cub = system::cuda;
namespace cpp
{
using namespace system::cpp;
}
namespace omp
{
using namespace system::omp;
}
namespace tbb
{
using namespace system::tbb;
}

constexpr detail::host_t host;
constexpr system::cuda::detail::par_t device;
constexpr detail::seq_t seq;

struct host_system_tag {
};
struct device_system_tag {
};
struct any_system_tag {
};
using use_default = void;
} // namespace thrust

#endif
