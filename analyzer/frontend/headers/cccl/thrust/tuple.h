/* Tuples: those of cuda::std. */
#ifndef THRUST_TUPLE_H
#define THRUST_TUPLE_H

#include <cuda/std/tuple>
#include <thrust/pair.h>

namespace thrust
{
using ::cuda::std::ignore;
using ::cuda::std::make_tuple;
using ::cuda::std::tie;
using ::cuda::std::tuple;
struct null_type {
};
} // namespace thrust

#endif
