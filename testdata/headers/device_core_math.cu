// Calls of the math library: what must resolve, and to which type.
#include <algorithm>
template <class A, class B> struct same {
	static constexpr bool value = false;
};
template <class A> struct same<A, A> {
	static constexpr bool value = true;
};
#define IS(type, ...) static_assert(same<type, decltype(__VA_ARGS__)>::value, #__VA_ARGS__)

__device__ void types(float f, double d, int i, unsigned int u, long l, size_t z, short s, long long ll)
{
	IS(float, sin(f));
	IS(double, sin(d));
	IS(double, sin(i));
	IS(float, sinf(d));
	IS(float, std::sin(f));
	IS(double, std::sin(d));
	IS(double, std::sqrt(i));
	IS(float, pow(f, f));
	IS(double, pow(f, i));
	IS(double, pow(i, i));
	IS(double, pow(d, f));
	IS(float, std::pow(f, f));
	IS(double, std::pow(f, 2));
	IS(float, fabs(f));
	IS(int, abs(i));
	IS(float, abs(f));
	IS(double, abs(d));
	IS(long, abs(l));
	IS(float, std::abs(f));
	IS(int, std::abs(i));
	IS(int, min(i, 3));
	IS(unsigned int, min(u, 3));
	IS(unsigned long, max(z, z));
	IS(long, min(l, l));
	IS(unsigned long, min(z, l));
	IS(float, max(f, 0.f));
	IS(double, max(f, 0.));
	IS(int, max(s, s));
	IS(float, fmaxf(f, d));
	IS(float, fmax(f, f));
	IS(double, fmax(d, d));
	IS(double, fmax(f, d));
	IS(float, fma(f, f, f));
	IS(float, rsqrt(f));
	IS(float, floor(f));
	IS(double, floor(i));
	IS(bool, isnan(f));
	IS(bool, std::isnan(d));
	IS(bool, isinf(d));
	IS(bool, isfinite(f));
	IS(float, exp10(f));
	IS(float, ldexp(f, 3));
	IS(long, lrintf(f));
	IS(float, hypot(f, f));
	IS(float, atan2(f, f));
	IS(float, copysign(f, f));
	IS(float, round(f));
	IS(const int &, std::min(i, i));
	IS(const float &, std::max(f, f));
	IS(float, std::fma(f, f, f));
	IS(float, std::floor(f));
	IS(float, std::exp(f));
	IS(float, std::log1p(f));
	IS(float, std::hypot(f, f));
}

__device__ double calls(float f, double d, int i)
{
	float s, c, whole;
	double sd, cd;
	int e;
	sincosf(f, &s, &c);
	sincos(d, &sd, &cd);
	sincos(f, &s, &c);
	sincospif(f, &s, &c);
	__sincosf(f, &s, &c);
	d += modff(f, &whole) + modf(f, &whole) + frexpf(f, &e) + frexp(d, &e) + remquo(d, d, &e) + std::modf(d, &sd);
	d += acosf(f) + asinhf(f) + atanhf(f) + cbrtf(f) + erff(f) + erfcxf(f) + erfinvf(f) + normcdff(f);
	d += j0f(f) + j1(d) + jn(2, d) + ynf(2, f) + cyl_bessel_i0f(f) + lgammaf(f) + tgamma(d) + sinpif(f) + cospi(d);
	d += norm3df(f, f, f) + rnorm4d(d, d, d, d) + norm(3, &d) + rhypot(d, d) + rcbrtf(f) + nan("") + nanf("");
	d += ilogb(d) + logbf(f) + llrint(d) + llroundf(f) + nearbyint(d) + nextafterf(f, f) + scalbn(d, 2) + fdimf(f, f);
	d += __sinf(f) + __cosf(f) + __tanf(f) + __expf(f) + __exp10f(f) + __logf(f) + __log2f(f) + __log10f(f);
	d += __powf(f, f) + __fdividef(f, f) + fdividef(f, f) + __saturatef(f) + __frsqrt_rn(f) + __fsqrt_rz(f);
	d += __fadd_rn(f, f) + __fmul_rd(f, f) + __fmaf_ru(f, f, f) + __fdiv_rz(f, f) + __frcp_rn(f) + __fsub_rn(f, f);
	d += __dadd_rn(d, d) + __dmul_rz(d, d) + __fma_rn(d, d, d) + __ddiv_ru(d, d) + __drcp_rd(d) + __dsqrt_rn(d);
	return d + std::sqrt(2) + sqrt(2) + log(10) + exp(1) + exp2f(3) + signbit(f) + std::signbit(d) + isunordered(f, f);
}

__host__ __device__ float both(float x, int n)
{
	return sqrtf(x) + std::sqrt(x) + pow(x, n) + fminf(x, 1.f) + min(n, 3) + std::abs(x) + floorf(x) + abs(n);
}

template <typename T> __global__ void generic(T *p, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		p[i] = exp(-p[i]) + sqrt(p[i]) + max(p[i], T(0)) + pow(p[i], T(2)) + fabs(p[i]);
}
template __global__ void generic<float>(float *, int);
template __global__ void generic<double>(double *, int);

int main()
{
	double x = sin(1.0) + std::sqrt(2.0f) + pow(2.0, 3) + fabs(-1.0) + abs(-1) + floor(1.5) + sqrtf(2.f) + min(1, 2);
	return (int)x + std::isnan(x) + isinf(x) + (int)both(1.f, 2) + max(1u, 2u);
}
