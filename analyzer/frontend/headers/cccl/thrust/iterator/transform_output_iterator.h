/* Applies a function to what is written. */
#ifndef THRUST_ITERATOR_TRANSFORM_OUTPUT_ITERATOR_H
#define THRUST_ITERATOR_TRANSFORM_OUTPUT_ITERATOR_H

#include <thrust/iterator/discard_iterator.h>

namespace thrust
{
template <class F, class I>
class transform_output_iterator : public iterator_adaptor<transform_output_iterator<F, I>, I, iterator_value_t<I>,
					  use_default, use_default, detail::assign_through<F, I>>
{
	F f;
	friend class iterator_core_access;
	_CCCL_HOST_DEVICE detail::assign_through<F, I> dereference() const { return {f, this->base()}; }

      public:
	using adaptor = iterator_adaptor<transform_output_iterator<F, I>, I, iterator_value_t<I>, use_default,
		use_default, detail::assign_through<F, I>>;
	_CCCL_HOST_DEVICE transform_output_iterator(const I &i, F function) : adaptor(i), f(function) {}
};
template <class F, class I> _CCCL_HOST_DEVICE transform_output_iterator<F, I> make_transform_output_iterator(I i, F f)
{
	return transform_output_iterator<F, I>(i, f);
}
} // namespace thrust

#endif
