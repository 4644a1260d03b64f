/* Complex numbers: those of cuda::std. */
#ifndef THRUST_COMPLEX_H
#define THRUST_COMPLEX_H

#if __has_include(<complex>)
#include <complex>
#endif
#include <cuda/std/complex>
#include <thrust/detail/config.h>

namespace thrust
{
using ::cuda::std::abs;
using ::cuda::std::arg;
using ::cuda::std::complex;
using ::cuda::std::conj;
using ::cuda::std::cos;
using ::cuda::std::cosh;
using ::cuda::std::exp;
using ::cuda::std::log;
using ::cuda::std::log10;
using ::cuda::std::norm;
using ::cuda::std::polar;
using ::cuda::std::pow;
using ::cuda::std::proj;
using ::cuda::std::sin;
using ::cuda::std::sinh;
using ::cuda::std::sqrt;
using ::cuda::std::tan;
using ::cuda::std::tanh;
} // namespace thrust

#endif
