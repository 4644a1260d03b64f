/* Moves of iterators. */
#ifndef THRUST_ADVANCE_H
#define THRUST_ADVANCE_H

#include <thrust/iterator/iterator_traits.h>

namespace thrust
{
template <class I, class N> _CCCL_HOST_DEVICE void advance(I &i, N n) { i += n; }
template <class I> _CCCL_HOST_DEVICE I next(I i, iterator_difference_t<I> n = 1) { return i + n; }
template <class I> _CCCL_HOST_DEVICE I prev(I i, iterator_difference_t<I> n = 1) { return i - n; }
} // namespace thrust

#endif
