/* Function objects, and expressions of placeholders. */
#ifndef THRUST_FUNCTIONAL_H
#define THRUST_FUNCTIONAL_H

#include <cuda/functional>
#include <thrust/detail/config.h>

namespace thrust
{
using ::cuda::maximum;
using ::cuda::minimum;
using ::cuda::std::bit_and;
using ::cuda::std::bit_or;
using ::cuda::std::bit_xor;
using ::cuda::std::divides;
using ::cuda::std::equal_to;
using ::cuda::std::greater;
using ::cuda::std::greater_equal;
using ::cuda::std::identity;
using ::cuda::std::less;
using ::cuda::std::less_equal;
using ::cuda::std::logical_and;
using ::cuda::std::logical_not;
using ::cuda::std::logical_or;
using ::cuda::std::minus;
using ::cuda::std::modulus;
using ::cuda::std::multiplies;
using ::cuda::std::negate;
using ::cuda::std::not_equal_to;
using ::cuda::std::not_fn;
using ::cuda::std::plus;
template <class A, class R> struct unary_function : ::cuda::std::unary_function<A, R> {
};
template <class A, class B, class R> struct binary_function : ::cuda::std::binary_function<A, B, R> {
};
template <class T = void> struct square {
	_CCCL_HOST_DEVICE constexpr T operator()(const T &x) const { return x * x; }
};
template <> struct square<void> {
	template <class T> _CCCL_HOST_DEVICE constexpr auto operator()(const T &x) const { return x * x; }
};
template <class T = void, class U = void> struct project1st {
	_CCCL_HOST_DEVICE constexpr const T &operator()(const T &a, const U &) const { return a; }
};
template <class T = void, class U = void> struct project2nd {
	_CCCL_HOST_DEVICE constexpr const U &operator()(const T &, const U &b) const { return b; }
};
template <class F> struct not1_t {
	F f;
	template <class T> _CCCL_HOST_DEVICE bool operator()(const T &a) const { return !f(a); }
};
template <class F> _CCCL_HOST_DEVICE not1_t<F> not1(const F &f) { return {f}; }

namespace placeholders
{
/* An expression such as _1 * a + _2; only that it can be called is known. */
struct expression {
	template <class... A> _CCCL_HOST_DEVICE auto operator()(const A &...a) const
	{
		return typename ::cuda::std::common_type<A...>::type();
	}
	template <class T> _CCCL_HOST_DEVICE expression operator=(const T &) const { return {}; }
	template <class T> _CCCL_HOST_DEVICE expression operator[](const T &) const { return {}; }
};
#define THRUST_CUDALINT_OPERATOR(op)                                                                                   \
	template <class T> _CCCL_HOST_DEVICE expression operator op(expression, const T &) { return {}; }              \
	template <class T> _CCCL_HOST_DEVICE expression operator op(const T &, expression) { return {}; }              \
	inline _CCCL_HOST_DEVICE expression operator op(expression, expression) { return {}; }
THRUST_CUDALINT_OPERATOR(+)
THRUST_CUDALINT_OPERATOR(-)
THRUST_CUDALINT_OPERATOR(*)
THRUST_CUDALINT_OPERATOR(/)
THRUST_CUDALINT_OPERATOR(%)
THRUST_CUDALINT_OPERATOR(&)
THRUST_CUDALINT_OPERATOR(|)
THRUST_CUDALINT_OPERATOR(^)
THRUST_CUDALINT_OPERATOR(<<)
THRUST_CUDALINT_OPERATOR(>>)
THRUST_CUDALINT_OPERATOR(==)
THRUST_CUDALINT_OPERATOR(!=)
THRUST_CUDALINT_OPERATOR(<)
THRUST_CUDALINT_OPERATOR(>)
THRUST_CUDALINT_OPERATOR(<=)
THRUST_CUDALINT_OPERATOR(>=)
THRUST_CUDALINT_OPERATOR(&&)
THRUST_CUDALINT_OPERATOR(||)
#undef THRUST_CUDALINT_OPERATOR
inline _CCCL_HOST_DEVICE expression operator-(expression) { return {}; }
inline _CCCL_HOST_DEVICE expression operator!(expression) { return {}; }
inline _CCCL_HOST_DEVICE expression operator~(expression) { return {}; }
constexpr expression _1{}, _2{}, _3{}, _4{}, _5{}, _6{}, _7{}, _8{}, _9{}, _10{};
} // namespace placeholders
} // namespace thrust

#endif
