/* Sums of products. */
#ifndef THRUST_INNER_PRODUCT_H
#define THRUST_INNER_PRODUCT_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class J, class T), (T), inner_product, (I first, I last, J other, T start))
THRUST_CUDALINT_ALGORITHM((class I, class J, class T, class F, class G), (T), inner_product,
	(I first, I last, J other, T start, F sum, G product))
} // namespace thrust

#endif
