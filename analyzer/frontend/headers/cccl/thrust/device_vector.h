/* Vectors in device memory. */
#ifndef THRUST_DEVICE_VECTOR_H
#define THRUST_DEVICE_VECTOR_H

#include <thrust/detail/vector_base.h>

namespace thrust
{
template <class T, class Allocator = device_allocator<T>>
class device_vector : public detail::vector_base<T, device_ptr<T>, device_ptr<const T>, device_reference<T>,
			      device_reference<const T>, Allocator>
{
	using base = detail::vector_base<T, device_ptr<T>, device_ptr<const T>, device_reference<T>,
		device_reference<const T>, Allocator>;

      public:
	using base::base;
	using base::operator=;
	device_vector() = default;
	template <class... O> device_vector(const detail::vector_base<O...> &other) : base(other) {}
};
} // namespace thrust

#endif
