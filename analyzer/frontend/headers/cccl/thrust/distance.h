/* Distances of iterators. */
#ifndef THRUST_DISTANCE_H
#define THRUST_DISTANCE_H

#include <thrust/iterator/iterator_traits.h>

namespace thrust
{
template <class I> _CCCL_HOST_DEVICE iterator_difference_t<I> distance(I first, I last) { return last - first; }
} // namespace thrust

#endif
