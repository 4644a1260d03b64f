/* An iterator made of another. */
#ifndef THRUST_ITERATOR_ITERATOR_ADAPTOR_H
#define THRUST_ITERATOR_ITERATOR_ADAPTOR_H

#include <thrust/iterator/iterator_facade.h>

namespace thrust
{
namespace detail
{
/* A parameter, or what stands for it when it is use_default. */
template <class T, class Default> struct given {
	using type = T;
};
template <class Default> struct given<void, Default> {
	using type = Default;
};
template <class T, class Default> using given_t = typename given<T, Default>::type;
} // namespace detail

template <class Derived, class Base, class Value = use_default, class System = use_default,
	class Traversal = use_default, class Reference = use_default, class Difference = use_default>
class iterator_adaptor
    : public iterator_facade<Derived, detail::given_t<Value, iterator_value_t<Base>>, System, Traversal,
	      detail::given_t<Reference,
		      ::cuda::std::conditional_t<::cuda::std::is_same_v<Value, void>, iterator_reference_t<Base>,
			      ::cuda::std::add_lvalue_reference_t<Value>>>,
	      detail::given_t<Difference, iterator_difference_t<Base>>>
{
	Base iterator_;
	friend class iterator_core_access;

	_CCCL_HOST_DEVICE iterator_reference_t<Base> dereference() const { return *iterator_; }
	template <class N> _CCCL_HOST_DEVICE void advance(N n) { iterator_ += n; }
	_CCCL_HOST_DEVICE void increment() { ++iterator_; }
	_CCCL_HOST_DEVICE void decrement() { --iterator_; }
	template <class Other> _CCCL_HOST_DEVICE bool equal(const Other &other) const
	{
		return iterator_ == other.base();
	}
	template <class Other> _CCCL_HOST_DEVICE iterator_difference_t<Base> distance_to(const Other &other) const
	{
		return other.base() - iterator_;
	}

      protected:
	_CCCL_HOST_DEVICE const Base &base_reference() const { return iterator_; }
	_CCCL_HOST_DEVICE Base &base_reference() { return iterator_; }

      public:
	using base_type = Base;
	using super_t = iterator_adaptor;
	_CCCL_HOST_DEVICE iterator_adaptor() : iterator_() {}
	explicit _CCCL_HOST_DEVICE iterator_adaptor(const Base &base) : iterator_(base) {}
	_CCCL_HOST_DEVICE const Base &base() const { return iterator_; }
};
} // namespace thrust

#endif
