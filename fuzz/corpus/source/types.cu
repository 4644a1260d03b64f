#define CHECK(x) do { if ((x) != cudaSuccess) return; } while (0)
union U { int i; float f; unsigned char b[4]; };
struct alignas(16) V { double x; short s[3]; U u; int bits : 5; };
enum class E : long { A = -1, B };
template <typename T, int... I> struct Pack { T v[sizeof...(I) + 1]; static constexpr int n = sizeof...(I); };
template <typename T> __device__ T twice(T x) { return x + x; }
__constant__ float table[64];
__device__ V global_v[8];
__managed__ int m;
extern __shared__ unsigned char raw[];
template <typename F> __global__ void apply(F f, V *v, Pack<int, 1, 2, 3> p)
{
	auto g = [=] __device__(int i) { return f(i) + p.v[i % p.n] * twice(2.5f); };
	V &w = v[threadIdx.x];
	w.u.f = g(threadIdx.x) + table[threadIdx.x & 63];
	w.bits = w.u.b[1] << 3 ^ ~w.s[2];
	reinterpret_cast<float4 *>(raw)[threadIdx.x] = make_float4(w.x, 1e30f / 0, -0.0f, 1);
	long long big = (long long)w.u.i * 2147483647 % (w.bits | 1) >> 1;
	global_v[big & 7] = w;
	goto done;
done:
	if (E(w.s[0]) == E::A && m++ ? big : !big)
		__trap();
}
void f(V *v) { CHECK(cudaGetLastError()); apply<<<1, 32, 512>>>([] __device__(int i) { return i * 3; }, v, {}); }
