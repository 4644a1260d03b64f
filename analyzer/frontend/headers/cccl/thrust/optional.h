/* Optional values: those of cuda::std. */
#ifndef THRUST_OPTIONAL_H
#define THRUST_OPTIONAL_H

#include <cuda/std/optional>
#include <thrust/detail/config.h>

namespace thrust
{
using ::cuda::std::make_optional;
using ::cuda::std::nullopt;
using ::cuda::std::nullopt_t;
using ::cuda::std::optional;
} // namespace thrust

#endif
