/* Pairs: those of cuda::std. */
#ifndef THRUST_PAIR_H
#define THRUST_PAIR_H

#include <cuda/std/tuple>
#include <thrust/detail/config.h>

namespace thrust
{
using ::cuda::std::get;
using ::cuda::std::make_pair;
using ::cuda::std::pair;
using ::cuda::std::tuple_element;
using ::cuda::std::tuple_element_t;
using ::cuda::std::tuple_size;
} // namespace thrust

#endif
