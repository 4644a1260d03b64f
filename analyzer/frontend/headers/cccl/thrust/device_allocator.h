/* Allocators. */
#ifndef THRUST_DEVICE_ALLOCATOR_H
#define THRUST_DEVICE_ALLOCATOR_H

#include <thrust/device_malloc.h>

namespace thrust
{
template <class T> class device_allocator
{
      public:
	using value_type = T;
	using pointer = device_ptr<T>;
	using const_pointer = device_ptr<const T>;
	using reference = device_reference<T>;
	using size_type = ::cuda::std::size_t;
	template <class U> struct rebind {
		using other = device_allocator<U>;
	};
	device_allocator() = default;
	template <class U> device_allocator(const device_allocator<U> &) {}
	pointer allocate(size_type n);
	void deallocate(pointer p, size_type n);
};
template <class T> class device_malloc_allocator : public device_allocator<T>
{
      public:
	template <class U> struct rebind {
		using other = device_malloc_allocator<U>;
	};
};
template <class T> class universal_allocator
{
      public:
	using value_type = T;
	using pointer = T *;
	T *allocate(::cuda::std::size_t n);
	void deallocate(T *p, ::cuda::std::size_t n);
};
} // namespace thrust

#endif
