/* Applies a function to what another iterator gives. */
#ifndef THRUST_ITERATOR_TRANSFORM_ITERATOR_H
#define THRUST_ITERATOR_TRANSFORM_ITERATOR_H

#include <thrust/iterator/iterator_adaptor.h>

namespace thrust
{
namespace detail
{
template <class F, class I> using transformed_t = ::cuda::std::invoke_result_t<const F &, const iterator_value_t<I> &>;
}
template <class F, class I, class Reference = use_default, class Value = use_default>
class transform_iterator : public iterator_adaptor<transform_iterator<F, I, Reference, Value>, I,
				   ::cuda::std::remove_cvref_t<detail::given_t<Value, detail::transformed_t<F, I>>>,
				   use_default, use_default, detail::given_t<Reference, detail::transformed_t<F, I>>>
{
	F f;
	friend class iterator_core_access;
	_CCCL_HOST_DEVICE detail::given_t<Reference, detail::transformed_t<F, I>> dereference() const
	{
		return f(*this->base());
	}

      public:
	using adaptor = iterator_adaptor<transform_iterator<F, I, Reference, Value>, I,
		::cuda::std::remove_cvref_t<detail::given_t<Value, detail::transformed_t<F, I>>>, use_default,
		use_default, detail::given_t<Reference, detail::transformed_t<F, I>>>;
	_CCCL_HOST_DEVICE transform_iterator() {}
	explicit _CCCL_HOST_DEVICE transform_iterator(const I &i, F function = F()) : adaptor(i), f(function) {}
	_CCCL_HOST_DEVICE F functor() const { return f; }
};
template <class F, class I> _CCCL_HOST_DEVICE transform_iterator<F, I> make_transform_iterator(I i, F f)
{
	return transform_iterator<F, I>(i, f);
}
} // namespace thrust

#endif
