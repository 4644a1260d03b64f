// libcu++: the cuda::std library, cuda/cmath and nv/target.
#include <cuda/bit>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/memory_resource>
#include <cuda/numeric>
#include <cuda/std/algorithm>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/bitset>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/concepts>
#include <cuda/std/cstdint>
#include <cuda/std/cstdlib>
#include <cuda/std/cstring>
#include <cuda/std/ctime>
#include <cuda/std/expected>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/memory>
#include <cuda/std/numbers>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/source_location>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/variant>
#include <cuda/stream_ref>
#include <cuda/warp>
#include <cuda/work_stealing>
#include <nv/target>
__global__ void tuples(int *p)
{
	cuda::std::tuple<int, float> t{1, 2.f};
	auto u = cuda::std::make_tuple(1, 2.0, p);
	int a;
	double b;
	int *q;
	cuda::std::tie(a, b, q) = u;
	cuda::std::get<0>(t) = cuda::std::get<float>(t);
	auto pr = cuda::std::make_pair(1, 2u);
	cuda::std::tie(a, b) = pr;
	p[0] = cuda::std::apply([](int x, float y) { return x + (int)y; }, t);
	auto c = cuda::std::tuple_cat(t, u);
	p[1] = cuda::std::get<2>(c) + pr.second + cuda::std::get<1>(pr) + cuda::std::exchange(a, 3);
	cuda::std::swap(a, p[0]);
	t == t;
	cuda::std::tuple<int, float> t2 = cuda::std::make_tuple(1, 2.0);
	static_assert(cuda::std::is_same<int, int>::value, "");
	static_assert(cuda::std::is_same<cuda::std::invoke_result_t<int (*)(int), int>, int>::value, "");
	using S = cuda::std::make_index_sequence<4>;
#if __cplusplus >= 201703L
	auto [x, y] = t;
	auto [z, w] = pr;
	a = x + y + z + w;
#endif
}
__global__ void arrays(int *p)
{
	cuda::std::array<int, 4> a{1, 2, 3, 4};
	for (int &x : a)
		x++;
	cuda::std::span<int> s(p, 10);
	for (int x : s.subspan(2))
		a[0] += x;
	cuda::std::span<int> s2(a);
	a[1] = cuda::std::plus<>{}(1, a[0]);
	a[2] = cuda::std::plus<int>()(1, 2);
	bool b = cuda::std::less<>()(1, 2.0);
	p[0] = cuda::maximum<>{}(a[0], a[1]) + cuda::std::get<0>(a);
	p[1] = cuda::std::invoke([](int i) { return i; }, 3);
}
__global__ void numbers(int *p, cuda::std::complex<float> *z)
{
	z[0] *= z[1];
	z[2] = z[0] * 2.f + cuda::std::conj(z[3]);
	float a = cuda::std::abs(z[0]);
	p[0] = cuda::std::numeric_limits<int>::max() + cuda::std::popcount(3u) + cuda::ceil_div(10, 3) + a;
	cuda::std::optional<int> o;
	o = 3;
	if (o)
		p[1] = *o;
	float f = cuda::std::sqrt(2.f) + cuda::std::pow(2.f, 3) + cuda::std::isnan(a) +
		  cuda::std::numbers::pi_v<float>;
	static_assert(cuda::std::numeric_limits<float>::max() > 1e30f, "");
	static_assert(cuda::ceil_div(10, 3) == 4 && cuda::std::bit_ceil(5u) == 8, "");
}
#if __cplusplus >= 201703L
__global__ void v(cuda::std::variant<int, float> *v)
{
	v->index();
	cuda::std::visit([](auto x) {}, *v);
	*v = 3;
	if (cuda::std::holds_alternative<int>(*v))
		cuda::std::get<0>(*v)++;
}
#endif
__global__ void algorithms(int *p, float *m)
{
	NV_IF_TARGET(NV_PROVIDES_SM_80, (p[0] = 1;), (p[1] = 2;))
	NV_IF_TARGET(NV_PROVIDES_SM_80, (p[0] = 1;))
	NV_IF_ELSE_TARGET(NV_IS_HOST, (p[0] = 1, p[1] = 4;), (p[1] = 2;))
	NV_DISPATCH_TARGET(
		NV_PROVIDES_SM_90, (p[0] = 1;), NV_PROVIDES_SM_70, (p[0] = 2;), NV_ANY_TARGET, (p[0] = 3;))
	p[1] = cuda::std::min(p[0], 3) + cuda::std::max({1, 2, 3}) + cuda::std::accumulate(p, p + 4, 0) +
	       cuda::std::gcd(4u, 6u);
	auto it = cuda::std::lower_bound(p, p + 10, 3);
	p[2] = it - p;
	cuda::std::mdspan<float, cuda::std::extents<int, 16, cuda::std::dynamic_extent>> a(m, 10);
	a(1, 2) = a(2, 1);
	cuda::std::mdspan<float, cuda::std::dextents<int, 2>> b(m, 10, 20);
	b(1, 2) = 1;
	int v = cuda::device::warp_shuffle_idx(p[0], 3);
	cuda::for_each_canceled_block<1>([&](dim3 i) { p[i.x] = 3; });
#if __cplusplus >= 201703L
	cuda::std::mdspan c(m, 10, 20);
	c(1, 2) = 1;
#endif
}
