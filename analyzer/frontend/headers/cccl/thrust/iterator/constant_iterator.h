/* The same value everywhere. */
#ifndef THRUST_ITERATOR_CONSTANT_ITERATOR_H
#define THRUST_ITERATOR_CONSTANT_ITERATOR_H

#include <thrust/iterator/counting_iterator.h>

namespace thrust
{
template <class T, class Index = use_default, class System = use_default>
class constant_iterator : public iterator_facade<constant_iterator<T, Index, System>, T, any_system_tag, void, T>
{
	T held;
	::cuda::std::ptrdiff_t at;
	friend class iterator_core_access;
	_CCCL_HOST_DEVICE T dereference() const { return held; }
	_CCCL_HOST_DEVICE void advance(::cuda::std::ptrdiff_t n) { at += n; }
	_CCCL_HOST_DEVICE void increment() { ++at; }
	_CCCL_HOST_DEVICE void decrement() { --at; }
	_CCCL_HOST_DEVICE bool equal(const constant_iterator &other) const { return at == other.at; }
	_CCCL_HOST_DEVICE ::cuda::std::ptrdiff_t distance_to(const constant_iterator &other) const
	{
		return other.at - at;
	}

      public:
	_CCCL_HOST_DEVICE constant_iterator() : held(), at(0) {}
	template <class I = int>
	_CCCL_HOST_DEVICE constant_iterator(const T &value, I index = I()) : held(value), at(index)
	{
	}
	_CCCL_HOST_DEVICE const T &value() const { return held; }
};
template <class T> _CCCL_HOST_DEVICE constant_iterator<T> make_constant_iterator(T value)
{
	return constant_iterator<T>(value);
}
template <class T, class I> _CCCL_HOST_DEVICE constant_iterator<T, I> make_constant_iterator(T value, I index)
{
	return constant_iterator<T, I>(value, index);
}
} // namespace thrust

#endif
