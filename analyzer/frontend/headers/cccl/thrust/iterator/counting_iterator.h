/* Counts. */
#ifndef THRUST_ITERATOR_COUNTING_ITERATOR_H
#define THRUST_ITERATOR_COUNTING_ITERATOR_H

#include <thrust/iterator/iterator_facade.h>

namespace thrust
{
template <class T, class System = use_default, class Traversal = use_default, class Difference = use_default>
class counting_iterator
    : public iterator_facade<counting_iterator<T, System, Traversal, Difference>, T, any_system_tag, Traversal, T>
{
	T at;
	friend class iterator_core_access;
	_CCCL_HOST_DEVICE T dereference() const { return at; }
	_CCCL_HOST_DEVICE void advance(::cuda::std::ptrdiff_t n) { at += n; }
	_CCCL_HOST_DEVICE void increment() { ++at; }
	_CCCL_HOST_DEVICE void decrement() { --at; }
	_CCCL_HOST_DEVICE bool equal(const counting_iterator &other) const { return at == other.at; }
	_CCCL_HOST_DEVICE ::cuda::std::ptrdiff_t distance_to(const counting_iterator &other) const
	{
		return other.at - at;
	}

      public:
	_CCCL_HOST_DEVICE counting_iterator() : at() {}
	explicit _CCCL_HOST_DEVICE counting_iterator(T start) : at(start) {}
	_CCCL_HOST_DEVICE T base() const { return at; }
};
template <class T> _CCCL_HOST_DEVICE counting_iterator<T> make_counting_iterator(T start)
{
	return counting_iterator<T>(start);
}
} // namespace thrust

#endif
