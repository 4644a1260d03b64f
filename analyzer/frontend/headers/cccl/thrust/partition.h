/* Elements split by a test. */
#ifndef THRUST_PARTITION_H
#define THRUST_PARTITION_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
THRUST_CUDALINT_ALGORITHM((class I, class P), (I), partition, (I first, I last, P test))
THRUST_CUDALINT_ALGORITHM((class I, class S, class P), (I), partition, (I first, I last, S stencil, P test))
THRUST_CUDALINT_ALGORITHM(
	(class I, class O, class Q, class P), (pair<O, Q>), partition_copy, (I first, I last, O taken, Q other, P test))
THRUST_CUDALINT_ALGORITHM((class I, class P), (I), stable_partition, (I first, I last, P test))
THRUST_CUDALINT_ALGORITHM((class I, class S, class P), (I), stable_partition, (I first, I last, S stencil, P test))
THRUST_CUDALINT_ALGORITHM((class I, class O, class Q, class P), (pair<O, Q>), stable_partition_copy,
	(I first, I last, O taken, Q other, P test))
THRUST_CUDALINT_ALGORITHM((class I, class P), (I), partition_point, (I first, I last, P test))
THRUST_CUDALINT_ALGORITHM((class I, class P), (bool), is_partitioned, (I first, I last, P test))
} // namespace thrust

#endif
