/* Backwards. */
#ifndef THRUST_ITERATOR_REVERSE_ITERATOR_H
#define THRUST_ITERATOR_REVERSE_ITERATOR_H

#include <thrust/iterator/iterator_traits.h>

namespace thrust
{
using ::cuda::std::make_reverse_iterator;
using ::cuda::std::reverse_iterator;
} // namespace thrust

#endif
