/* Outputs that throw away, or change what is written. */
#ifndef THRUST_ITERATOR_DISCARD_ITERATOR_H
#define THRUST_ITERATOR_DISCARD_ITERATOR_H

#include <thrust/iterator/iterator_adaptor.h>

namespace thrust
{
namespace detail
{
struct any_assign {
	template <class T> _CCCL_HOST_DEVICE const any_assign &operator=(const T &) const { return *this; }
};
/* Stands for an element that is written through a function. */
template <class F, class I> struct assign_through {
	F f;
	I i;
	template <class T> _CCCL_HOST_DEVICE const assign_through &operator=(const T &value) const
	{
		*i = f(value);
		return *this;
	}
};
} // namespace detail
template <class System = use_default>
class discard_iterator
    : public iterator_facade<discard_iterator<System>, detail::any_assign, any_system_tag, void, detail::any_assign>
{
	::cuda::std::ptrdiff_t at;
	friend class iterator_core_access;
	_CCCL_HOST_DEVICE detail::any_assign dereference() const { return {}; }
	_CCCL_HOST_DEVICE void advance(::cuda::std::ptrdiff_t n) { at += n; }
	_CCCL_HOST_DEVICE void increment() { ++at; }
	_CCCL_HOST_DEVICE void decrement() { --at; }
	_CCCL_HOST_DEVICE bool equal(const discard_iterator &other) const { return at == other.at; }
	_CCCL_HOST_DEVICE ::cuda::std::ptrdiff_t distance_to(const discard_iterator &other) const
	{
		return other.at - at;
	}

      public:
	_CCCL_HOST_DEVICE discard_iterator(::cuda::std::ptrdiff_t index = 0) : at(index) {}
};
inline _CCCL_HOST_DEVICE discard_iterator<> make_discard_iterator(::cuda::std::ptrdiff_t index = 0)
{
	return discard_iterator<>(index);
}
} // namespace thrust

#endif
