/* Vectors in managed memory. */
#ifndef THRUST_UNIVERSAL_VECTOR_H
#define THRUST_UNIVERSAL_VECTOR_H

#include <thrust/detail/vector_base.h>

namespace thrust
{
template <class T, class Allocator = universal_allocator<T>>
class universal_vector : public detail::vector_base<T, T *, const T *, T &, const T &, Allocator>
{
	using base = detail::vector_base<T, T *, const T *, T &, const T &, Allocator>;

      public:
	using base::base;
	using base::operator=;
	universal_vector() = default;
	template <class... O> universal_vector(const detail::vector_base<O...> &other) : base(other) {}
};
} // namespace thrust

#endif
