/* Elements in the order of an index sequence. */
#ifndef THRUST_ITERATOR_PERMUTATION_ITERATOR_H
#define THRUST_ITERATOR_PERMUTATION_ITERATOR_H

#include <thrust/iterator/iterator_adaptor.h>

namespace thrust
{
template <class E, class I>
class permutation_iterator : public iterator_adaptor<permutation_iterator<E, I>, I, iterator_value_t<E>, use_default,
				     use_default, iterator_reference_t<E>>
{
	E elements;
	friend class iterator_core_access;
	_CCCL_HOST_DEVICE iterator_reference_t<E> dereference() const { return elements[*this->base()]; }

      public:
	using adaptor = iterator_adaptor<permutation_iterator<E, I>, I, iterator_value_t<E>, use_default, use_default,
		iterator_reference_t<E>>;
	_CCCL_HOST_DEVICE permutation_iterator() {}
	explicit _CCCL_HOST_DEVICE permutation_iterator(E e, I i) : adaptor(i), elements(e) {}
};
template <class E, class I> _CCCL_HOST_DEVICE permutation_iterator<E, I> make_permutation_iterator(E e, I i)
{
	return permutation_iterator<E, I>(e, i);
}
} // namespace thrust

#endif
