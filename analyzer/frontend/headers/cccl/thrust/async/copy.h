/* Algorithms that return an event or future. */
#ifndef THRUST_ASYNC_COPY_H
#define THRUST_ASYNC_COPY_H

#include <thrust/detail/algorithm.h>

namespace thrust
{
class device_event
{
      public:
	void wait();
	bool ready() const;
	bool valid() const;
	cudaStream_t stream() const;
};
template <class T> class device_future : public device_event
{
      public:
	T get();
	T extract();
};
namespace async
{
/* All take a policy first or none; what they take beyond is not looked into. */
template <class... A> CUDALINT_REMOVED("13.0", "thrust::cuda::par_nosync") device_event copy(A &&...arguments);
template <class... A> CUDALINT_REMOVED("13.0", "thrust::cuda::par_nosync") device_event for_each(A &&...arguments);
template <class... A> CUDALINT_REMOVED("13.0", "thrust::cuda::par_nosync") device_event sort(A &&...arguments);
template <class... A> CUDALINT_REMOVED("13.0", "thrust::cuda::par_nosync") device_event transform(A &&...arguments);
template <class... A>
CUDALINT_REMOVED("13.0", "thrust::cuda::par_nosync")
device_event inclusive_scan(A &&...arguments);
template <class... A>
CUDALINT_REMOVED("13.0", "thrust::cuda::par_nosync")
device_event exclusive_scan(A &&...arguments);
template <class I>
CUDALINT_REMOVED("13.0", "thrust::cuda::par_nosync")
device_future<iterator_value_t<I>> reduce(I first, I last);
template <class I, class T>
CUDALINT_REMOVED("13.0", "thrust::cuda::par_nosync")
device_future<T> reduce(I first, I last, T start);
template <class I, class T, class F>
CUDALINT_REMOVED("13.0", "thrust::cuda::par_nosync")
device_future<T> reduce(I first, I last, T start, F f);
} // namespace async
} // namespace thrust

#endif
