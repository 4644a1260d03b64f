/* Vectors in host memory. */
#ifndef THRUST_HOST_VECTOR_H
#define THRUST_HOST_VECTOR_H

#include <thrust/detail/vector_base.h>
#if __has_include(<memory>)
#include <memory>
#endif

namespace thrust
{
template <class T, class Allocator = ::std::allocator<T>>
class host_vector : public detail::vector_base<T, T *, const T *, T &, const T &, Allocator>
{
	using base = detail::vector_base<T, T *, const T *, T &, const T &, Allocator>;

      public:
	using base::base;
	using base::operator=;
	host_vector() = default;
	template <class... O> host_vector(const detail::vector_base<O...> &other) : base(other) {}
};
} // namespace thrust

#endif
