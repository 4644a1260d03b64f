/* Operators of an iterator from its dereference, advance, equal and distance_to. */
#ifndef THRUST_ITERATOR_ITERATOR_FACADE_H
#define THRUST_ITERATOR_ITERATOR_FACADE_H

#include <thrust/iterator/iterator_traits.h>

namespace thrust
{
class iterator_core_access
{
      public:
	template <class I> static _CCCL_HOST_DEVICE auto dereference(const I &i) -> decltype(i.dereference())
	{
		return i.dereference();
	}
	template <class I, class N> static _CCCL_HOST_DEVICE void advance(I &i, N n) { i.advance(n); }
	template <class I> static _CCCL_HOST_DEVICE void increment(I &i) { i.increment(); }
	template <class I> static _CCCL_HOST_DEVICE void decrement(I &i) { i.decrement(); }
	template <class I, class J> static _CCCL_HOST_DEVICE bool equal(const I &i, const J &j) { return i.equal(j); }
	template <class I, class J> static _CCCL_HOST_DEVICE auto distance(const I &i, const J &j)
	{
		return i.distance_to(j);
	}
};

template <class Derived, class Value, class System, class Traversal, class Reference,
	class Difference = ::cuda::std::ptrdiff_t>
class iterator_facade
{
	_CCCL_HOST_DEVICE Derived &self() { return static_cast<Derived &>(*this); }
	_CCCL_HOST_DEVICE const Derived &self() const { return static_cast<const Derived &>(*this); }

      public:
	using value_type = Value;
	using reference = Reference;
	using pointer = Value *;
	using difference_type = Difference;
	using iterator_category = ::cuda::std::random_access_iterator_tag;

	_CCCL_HOST_DEVICE Reference operator*() const { return iterator_core_access::dereference(self()); }
	_CCCL_HOST_DEVICE Reference operator[](Difference n) const { return *(self() + n); }
	_CCCL_HOST_DEVICE Derived &operator++()
	{
		iterator_core_access::increment(self());
		return self();
	}
	_CCCL_HOST_DEVICE Derived operator++(int)
	{
		Derived old(self());
		++*this;
		return old;
	}
	_CCCL_HOST_DEVICE Derived &operator--()
	{
		iterator_core_access::decrement(self());
		return self();
	}
	_CCCL_HOST_DEVICE Derived operator--(int)
	{
		Derived old(self());
		--*this;
		return old;
	}
	_CCCL_HOST_DEVICE Derived &operator+=(Difference n)
	{
		iterator_core_access::advance(self(), n);
		return self();
	}
	_CCCL_HOST_DEVICE Derived &operator-=(Difference n)
	{
		iterator_core_access::advance(self(), -n);
		return self();
	}
	_CCCL_HOST_DEVICE Derived operator+(Difference n) const { return Derived(self()) += n; }
	_CCCL_HOST_DEVICE Derived operator-(Difference n) const { return Derived(self()) -= n; }
	friend _CCCL_HOST_DEVICE Derived operator+(Difference n, const Derived &i) { return i + n; }
	friend _CCCL_HOST_DEVICE Difference operator-(const Derived &i, const Derived &j)
	{
		return iterator_core_access::distance(j, i);
	}
	friend _CCCL_HOST_DEVICE bool operator==(const Derived &i, const Derived &j)
	{
		return iterator_core_access::equal(i, j);
	}
	friend _CCCL_HOST_DEVICE bool operator!=(const Derived &i, const Derived &j)
	{
		return !iterator_core_access::equal(i, j);
	}
	friend _CCCL_HOST_DEVICE bool operator<(const Derived &i, const Derived &j) { return j - i > 0; }
	friend _CCCL_HOST_DEVICE bool operator>(const Derived &i, const Derived &j) { return i - j > 0; }
	friend _CCCL_HOST_DEVICE bool operator<=(const Derived &i, const Derived &j) { return j - i >= 0; }
	friend _CCCL_HOST_DEVICE bool operator>=(const Derived &i, const Derived &j) { return i - j >= 0; }
};
} // namespace thrust

#endif
