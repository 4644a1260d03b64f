/* Operators: those of cuda::std, and the names they had here. */
#ifndef CUB_THREAD_THREAD_OPERATORS_CUH
#define CUB_THREAD_THREAD_OPERATORS_CUH

#include <cub/util_type.cuh>
#include <cuda/functional>

namespace cub
{
#define CUB_CUDALINT_OPERATOR(name, use, expression)                                                                   \
	struct CUDALINT_REMOVED("13.0", use) name {                                                                    \
		template <class T, class U> _CCCL_HOST_DEVICE constexpr auto operator()(const T &a, const U &b) const  \
		{                                                                                                      \
			return expression;                                                                             \
		}                                                                                                      \
	};
CUB_CUDALINT_OPERATOR(Sum, "cuda::std::plus<>", a + b)
CUB_CUDALINT_OPERATOR(Difference, "cuda::std::minus<>", a - b)
CUB_CUDALINT_OPERATOR(Division, "cuda::std::divides<>", a / b)
CUB_CUDALINT_OPERATOR(Max, "cuda::maximum<>", a < b ? b : a)
CUB_CUDALINT_OPERATOR(Min, "cuda::minimum<>", b < a ? b : a)
CUB_CUDALINT_OPERATOR(Equality, "cuda::std::equal_to<>", a == b)
CUB_CUDALINT_OPERATOR(Inequality, "cuda::std::not_equal_to<>", a != b)
#undef CUB_CUDALINT_OPERATOR
template <class Equal> struct InequalityWrapper {
	Equal equal;
	_CCCL_HOST_DEVICE InequalityWrapper(Equal e) : equal(e) {}
	template <class T, class U> _CCCL_HOST_DEVICE bool operator()(T &&a, U &&b) { return !equal(a, b); }
};
struct ArgMax {
	template <class T, class I>
	_CCCL_HOST_DEVICE KeyValuePair<I, T> operator()(const KeyValuePair<I, T> &a, const KeyValuePair<I, T> &b) const
	{
		return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
	}
};
struct ArgMin {
	template <class T, class I>
	_CCCL_HOST_DEVICE KeyValuePair<I, T> operator()(const KeyValuePair<I, T> &a, const KeyValuePair<I, T> &b) const
	{
		return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
	}
};
template <class B> struct CastOp {
	template <class A> _CCCL_HOST_DEVICE B operator()(A &&a) const { return static_cast<B>(a); }
};
template <class F> struct ReduceBySegmentOp {
	F f;
	_CCCL_HOST_DEVICE ReduceBySegmentOp() {}
	_CCCL_HOST_DEVICE ReduceBySegmentOp(F op) : f(op) {}
	template <class P> _CCCL_HOST_DEVICE P operator()(const P &a, const P &b) const
	{
		P r = b;
		r.key = a.key + b.key;
		r.value = b.key ? b.value : f(a.value, b.value);
		return r;
	}
};
template <class F> struct ReduceByKeyOp {
	F f;
	template <class P> _CCCL_HOST_DEVICE P operator()(const P &a, const P &b) const
	{
		P r = b;
		if (a.key == b.key)
			r.value = f(a.value, b.value);
		return r;
	}
};
} // namespace cub

#endif
