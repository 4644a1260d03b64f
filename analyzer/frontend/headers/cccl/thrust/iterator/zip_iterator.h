/* Several iterators in step. */
#ifndef THRUST_ITERATOR_ZIP_ITERATOR_H
#define THRUST_ITERATOR_ZIP_ITERATOR_H

#include <thrust/iterator/iterator_facade.h>
#include <thrust/tuple.h>

namespace thrust
{
template <class Tuple> class zip_iterator;

template <class... I>
class zip_iterator<tuple<I...>> : public iterator_facade<zip_iterator<tuple<I...>>, tuple<iterator_value_t<I>...>,
					  any_system_tag, void, tuple<iterator_reference_t<I>...>>
{
	tuple<I...> iterators;
	friend class iterator_core_access;
	template <::cuda::std::size_t... N>
	_CCCL_HOST_DEVICE tuple<iterator_reference_t<I>...> all(::cuda::std::index_sequence<N...>) const
	{
		return tuple<iterator_reference_t<I>...>(*get<N>(iterators)...);
	}
	_CCCL_HOST_DEVICE tuple<iterator_reference_t<I>...> dereference() const
	{
		return all(::cuda::std::index_sequence_for<I...>());
	}
	template <::cuda::std::size_t... N>
	_CCCL_HOST_DEVICE void step(::cuda::std::ptrdiff_t n, ::cuda::std::index_sequence<N...>)
	{
		int order[] = {(get<N>(iterators) += n, 0)...};
		(void)order;
	}
	_CCCL_HOST_DEVICE void advance(::cuda::std::ptrdiff_t n) { step(n, ::cuda::std::index_sequence_for<I...>()); }
	_CCCL_HOST_DEVICE void increment() { advance(1); }
	_CCCL_HOST_DEVICE void decrement() { advance(-1); }
	_CCCL_HOST_DEVICE bool equal(const zip_iterator &other) const
	{
		return get<0>(iterators) == get<0>(other.iterators);
	}
	_CCCL_HOST_DEVICE ::cuda::std::ptrdiff_t distance_to(const zip_iterator &other) const
	{
		return get<0>(other.iterators) - get<0>(iterators);
	}

      public:
	using iterator_tuple = tuple<I...>;
	_CCCL_HOST_DEVICE zip_iterator() {}
	_CCCL_HOST_DEVICE zip_iterator(tuple<I...> t) : iterators(t) {}
	_CCCL_HOST_DEVICE const tuple<I...> &get_iterator_tuple() const { return iterators; }
};
template <class A, class B> class zip_iterator<pair<A, B>> : public zip_iterator<tuple<A, B>>
{
      public:
	_CCCL_HOST_DEVICE zip_iterator(pair<A, B> p) : zip_iterator<tuple<A, B>>(tuple<A, B>(p)) {}
};
#if __cplusplus >= 201703L
template <class... I> _CCCL_HOST_DEVICE zip_iterator(tuple<I...>)->zip_iterator<tuple<I...>>;
#endif

template <class... I> _CCCL_HOST_DEVICE zip_iterator<tuple<I...>> make_zip_iterator(tuple<I...> t)
{
	return zip_iterator<tuple<I...>>(t);
}
template <class I, class J, class... K>
_CCCL_HOST_DEVICE zip_iterator<tuple<I, J, K...>> make_zip_iterator(I i, J j, K... k)
{
	return zip_iterator<tuple<I, J, K...>>(tuple<I, J, K...>(i, j, k...));
}
} // namespace thrust

#endif
