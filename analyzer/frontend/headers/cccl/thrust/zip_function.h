/* A function of several arguments, called with a tuple. */
#ifndef THRUST_ZIP_FUNCTION_H
#define THRUST_ZIP_FUNCTION_H

#include <thrust/tuple.h>

namespace thrust
{
template <class F> class zip_function
{
	F f;

      public:
	_CCCL_HOST_DEVICE zip_function(F function) : f(function) {}
	template <class Tuple> _CCCL_HOST_DEVICE decltype(auto) operator()(Tuple &&t) const
	{
		return ::cuda::std::apply(f, static_cast<Tuple &&>(t));
	}
};
template <class F> _CCCL_HOST_DEVICE zip_function<F> make_zip_function(F f) { return zip_function<F>(f); }
} // namespace thrust

#endif
