/* Prefix sums, also by key. */
#ifndef THRUST_SCAN_H
#define THRUST_SCAN_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class O), (O), inclusive_scan, (I first, I last, O out))
THRUST_CUDALINT_ALGORITHM((class I, class O, class F), (O), inclusive_scan, (I first, I last, O out, F f))
THRUST_CUDALINT_ALGORITHM(
	(class I, class O, class T, class F), (O), inclusive_scan, (I first, I last, O out, T start, F f))
THRUST_CUDALINT_ALGORITHM((class I, class O), (O), exclusive_scan, (I first, I last, O out))
THRUST_CUDALINT_ALGORITHM((class I, class O, class T), (O), exclusive_scan, (I first, I last, O out, T start))
THRUST_CUDALINT_ALGORITHM(
	(class I, class O, class T, class F), (O), exclusive_scan, (I first, I last, O out, T start, F f))
THRUST_CUDALINT_ALGORITHM((class K, class I, class O), (O), inclusive_scan_by_key, (K first, K last, I values, O out))
THRUST_CUDALINT_ALGORITHM(
	(class K, class I, class O, class E), (O), inclusive_scan_by_key, (K first, K last, I values, O out, E same))
THRUST_CUDALINT_ALGORITHM((class K, class I, class O, class E, class F), (O), inclusive_scan_by_key,
	(K first, K last, I values, O out, E same, F f))
THRUST_CUDALINT_ALGORITHM((class K, class I, class O), (O), exclusive_scan_by_key, (K first, K last, I values, O out))
THRUST_CUDALINT_ALGORITHM(
	(class K, class I, class O, class T), (O), exclusive_scan_by_key, (K first, K last, I values, O out, T start))
THRUST_CUDALINT_ALGORITHM((class K, class I, class O, class T, class E), (O), exclusive_scan_by_key,
	(K first, K last, I values, O out, T start, E same))
THRUST_CUDALINT_ALGORITHM((class K, class I, class O, class T, class E, class F), (O), exclusive_scan_by_key,
	(K first, K last, I values, O out, T start, E same, F f))
} // namespace thrust

#endif
