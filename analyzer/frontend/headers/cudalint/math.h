/*
 * The CUDA math library as device functions: double f(double), float ff(float), the C++ overloads for float and for
 * integers, and the same names in std. Comes before any C or C++ header, so that those keep to host overloads.
 */
#ifndef CUDALINT_MATH_H
#define CUDALINT_MATH_H

#include "qualifiers.h"

template <class T_> struct cudalint_integer {};
#define CL_X(T) \
	template <> struct cudalint_integer<T> { \
		using real = double; \
	};
CL_X(bool) CL_X(char) CL_X(signed char) CL_X(unsigned char) CL_X(short) CL_X(unsigned short) CL_X(int)
CL_X(unsigned int) CL_X(long) CL_X(unsigned long) CL_X(long long) CL_X(unsigned long long)
#undef CL_X
/* The common real type of two arithmetic types of which none, or not both, are real of one kind. */
template <class T_> struct cudalint_real : cudalint_integer<T_> {};
template <> struct cudalint_real<float> {
	using real = float;
};
template <> struct cudalint_real<double> {
	using real = double;
};
template <class L_, class R_>
using cudalint_real_2 = decltype(typename cudalint_real<L_>::real() + typename cudalint_real<R_>::real());

#define CL_FN extern CUDALINT_LIBC

/* Functions of one argument: those of the C library, and CUDA's own. */
#define CL_STD_1(X) \
	X(acos) X(asin) X(atan) X(cos) X(sin) X(tan) X(cosh) X(sinh) X(tanh) X(acosh) X(asinh) X(atanh) \
	X(exp) X(exp2) X(expm1) X(log) X(log10) X(log2) X(log1p) X(sqrt) X(cbrt) X(ceil) X(floor) X(trunc) \
	X(round) X(rint) X(nearbyint) X(fabs) X(erf) X(erfc) X(tgamma) X(lgamma) X(logb)
#define CL_OWN_1(X) \
	X(exp10) X(rsqrt) X(rcbrt) X(sinpi) X(cospi) X(tanpi) X(erfinv) X(erfcinv) X(erfcx) X(normcdf) \
	X(normcdfinv) X(j0) X(j1) X(y0) X(y1) X(cyl_bessel_i0) X(cyl_bessel_i1)
#define CL_X(name) \
	CL_FN double name(double x); \
	CL_FN float name(float x); \
	CL_FN float name##f(float x); \
	template <class T_> CL_FN typename cudalint_integer<T_>::real name(T_ x);
CL_STD_1(CL_X)
CL_OWN_1(CL_X)
#undef CL_X

/* On the host, what no C library has. */
#define CL_X(name) \
	extern __host__ double name(double x); \
	extern __host__ float name(float x); \
	extern __host__ float name##f(float x);
CL_X(rsqrt) CL_X(rcbrt) CL_X(sinpi) CL_X(cospi) CL_X(erfinv) CL_X(erfcinv) CL_X(erfcx) CL_X(normcdf) CL_X(normcdfinv)
#undef CL_X

/* Functions of two arguments. */
#define CL_STD_2(X) \
	X(pow) X(atan2) X(fmod) X(hypot) X(copysign) X(fdim) X(fmax) X(fmin) X(remainder) X(nextafter)
#define CL_X(name) \
	CL_FN double name(double x, double y); \
	CL_FN float name(float x, float y); \
	CL_FN float name##f(float x, float y); \
	template <class L_, class R_> CL_FN cudalint_real_2<L_, R_> name(L_ x, R_ y);
CL_STD_2(CL_X)
CL_X(rhypot)
CL_X(fdivide)
#undef CL_X

/* Functions of three and more. */
#define CL_X(real, f) \
	CL_FN real fma##f(real x, real y, real z); \
	CL_FN real frexp##f(real x, int *exponent); \
	CL_FN real ldexp##f(real x, int exponent); \
	CL_FN real scalbn##f(real x, int n); \
	CL_FN real scalbln##f(real x, long n); \
	CL_FN real modf##f(real x, real *whole); \
	CL_FN real remquo##f(real x, real y, int *quotient); \
	CL_FN real jn##f(int n, real x); \
	CL_FN real yn##f(int n, real x); \
	CL_FN real norm##f(int dim, const real *p); \
	CL_FN real rnorm##f(int dim, const real *p); \
	CL_FN real norm3d##f(real a, real b, real c); \
	CL_FN real rnorm3d##f(real a, real b, real c); \
	CL_FN real norm4d##f(real a, real b, real c, real d); \
	CL_FN real rnorm4d##f(real a, real b, real c, real d); \
	CL_FN void sincos##f(real x, real *sine, real *cosine); \
	CL_FN void sincospi##f(real x, real *sine, real *cosine); \
	CL_FN int ilogb##f(real x); \
	CL_FN long lrint##f(real x); \
	CL_FN long lround##f(real x); \
	CL_FN long long llrint##f(real x); \
	CL_FN long long llround##f(real x);
CL_X(double, )
CL_X(float, )
CL_X(float, f)
#undef CL_X
CL_FN double nan(const char *tag);
CL_FN float nanf(const char *tag);

/* Classification. A macro of math.h of the same name is gone once cmath is in. */
#define CL_CLASSES(X) X(isnan) X(isinf) X(isfinite) X(signbit) X(isnormal)
#define CL_X(name) \
	CL_FN bool name(double x); \
	CL_FN bool name(float x);
CL_CLASSES(CL_X)
#undef CL_X
#define CL_ORDERS(X) \
	X(isgreater) X(isgreaterequal) X(isless) X(islessequal) X(islessgreater) X(isunordered)
#define CL_X(name) \
	CL_FN bool name(double x, double y); \
	CL_FN bool name(float x, float y);
CL_ORDERS(CL_X)
#undef CL_X
#define CL_X(name) \
	CL_FN int __##name##f(float x); \
	CL_FN int __##name##d(double x);
CL_X(isnan) CL_X(isinf) CL_X(signbit)
CL_FN int __finite(double x);
CL_FN int __finitef(float x);
CL_FN int __isnan(double x);
CL_FN int __isinf(double x);
CL_FN int __signbit(double x);
CL_FN int __isfinited(double x);
#undef CL_X

/* Magnitudes, and minima and maxima in the pairs of types that CUDA knows; these serve the host as well. */
CL_FN int abs(int x);
CL_FN long abs(long x);
CL_FN long long abs(long long x);
CL_FN float abs(float x);
CL_FN double abs(double x);
CL_FN long labs(long x);
CL_FN long long llabs(long long x);

#define CL_PAIR(T, L, R) \
	extern __host__ __device__ T min(L a, R b); \
	extern __host__ __device__ T max(L a, R b);
#define CL_PAIRS(S, U) CL_PAIR(S, S, S) CL_PAIR(U, U, U) CL_PAIR(U, S, U) CL_PAIR(U, U, S)
CL_PAIRS(int, unsigned int)
CL_PAIRS(long, unsigned long)
CL_PAIRS(long long, unsigned long long)
CL_PAIR(float, float, float)
CL_PAIR(double, double, double)
CL_PAIR(double, float, double)
CL_PAIR(double, double, float)
#undef CL_PAIRS
#undef CL_PAIR
extern __host__ __device__ unsigned int umin(unsigned int a, unsigned int b);
extern __host__ __device__ unsigned int umax(unsigned int a, unsigned int b);
extern __host__ __device__ long long llmin(long long a, long long b);
extern __host__ __device__ long long llmax(long long a, long long b);
extern __host__ __device__ unsigned long long ullmin(unsigned long long a, unsigned long long b);
extern __host__ __device__ unsigned long long ullmax(unsigned long long a, unsigned long long b);

namespace std
{
#define CL_X(name) using ::name;
CL_STD_1(CL_X)
CL_STD_2(CL_X)
CL_CLASSES(CL_X)
CL_ORDERS(CL_X)
CL_X(fma) CL_X(frexp) CL_X(ldexp) CL_X(scalbn) CL_X(scalbln) CL_X(modf) CL_X(remquo) CL_X(ilogb) CL_X(lrint)
CL_X(lround) CL_X(llrint) CL_X(llround) CL_X(nan) CL_X(abs) CL_X(labs) CL_X(llabs)
#undef CL_X
} // namespace std

#undef CL_STD_1
#undef CL_OWN_1
#undef CL_STD_2
#undef CL_CLASSES
#undef CL_ORDERS
#undef CL_FN

#endif
