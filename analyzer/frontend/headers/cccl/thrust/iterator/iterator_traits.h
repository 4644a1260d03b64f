/* What an iterator says about itself. */
#ifndef THRUST_ITERATOR_ITERATOR_TRAITS_H
#define THRUST_ITERATOR_ITERATOR_TRAITS_H

#include <cuda/std/iterator>
#include <thrust/detail/execution_policy.h>

namespace thrust
{
using ::cuda::std::iterator_traits;
template <class I> struct iterator_value {
	using type = typename iterator_traits<I>::value_type;
};
template <class I> struct iterator_reference {
	using type = typename iterator_traits<I>::reference;
};
template <class I> struct iterator_pointer {
	using type = typename iterator_traits<I>::pointer;
};
template <class I> struct iterator_difference {
	using type = typename iterator_traits<I>::difference_type;
};
template <class I> struct iterator_system {
	using type = any_system_tag;
};
template <class I> struct iterator_traversal {
	using type = typename iterator_traits<I>::iterator_category;
};
template <class I> using iterator_value_t = typename iterator_traits<I>::value_type;
template <class I> using iterator_reference_t = typename iterator_traits<I>::reference;
template <class I> using iterator_difference_t = typename iterator_traits<I>::difference_type;
template <class I> using iterator_system_t = any_system_tag;

using random_access_traversal_tag = ::cuda::std::random_access_iterator_tag;
using bidirectional_traversal_tag = ::cuda::std::bidirectional_iterator_tag;
using forward_traversal_tag = ::cuda::std::forward_iterator_tag;
using incrementable_traversal_tag = ::cuda::std::input_iterator_tag;
using single_pass_traversal_tag = ::cuda::std::input_iterator_tag;
using input_device_iterator_tag = ::cuda::std::input_iterator_tag;
using random_access_device_iterator_tag = ::cuda::std::random_access_iterator_tag;
using random_access_host_iterator_tag = ::cuda::std::random_access_iterator_tag;
} // namespace thrust

#endif
