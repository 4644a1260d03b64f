/* Prefix sums of transformed elements. */
#ifndef THRUST_TRANSFORM_SCAN_H
#define THRUST_TRANSFORM_SCAN_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM(
	(class I, class O, class U, class F), (O), transform_inclusive_scan, (I first, I last, O out, U unary, F f))
THRUST_CUDALINT_ALGORITHM((class I, class O, class U, class T, class F), (O), transform_inclusive_scan,
	(I first, I last, O out, U unary, T start, F f))
THRUST_CUDALINT_ALGORITHM((class I, class O, class U, class T, class F), (O), transform_exclusive_scan,
	(I first, I last, O out, U unary, T start, F f))
} // namespace thrust

#endif
