/* Rates and latencies of instructions. Each kernel keeps eight values going in every thread. */
#include "cost.cuh"

struct step_fma {
	using type = float;
	static __device__ float next(float x, float a)
	{
		return x * a + 0.5f;
	}
};
struct step_add {
	using type = float;
	static __device__ float next(float x, float a)
	{
		return x + a;
	}
};
struct step_fma_double {
	using type = double;
	static __device__ double next(double x, double a)
	{
		return x * a + 0.5;
	}
};
struct step_iadd {
	using type = int;
	static __device__ int next(int x, int a)
	{
		return (x + a) ^ 0x55;
	}
};
struct step_imad {
	using type = int;
	static __device__ int next(int x, int a)
	{
		return x * a + 77;
	}
};
struct step_shift {
	using type = unsigned;
	static __device__ unsigned next(unsigned x, unsigned a)
	{
		return __funnelshift_l(x, a, 5);
	}
};
struct step_rsqrt {
	using type = float;
	static __device__ float next(float x, float)
	{
		return __frsqrt_rn(x);
	}
};
struct step_sin {
	using type = float;
	static __device__ float next(float x, float)
	{
		return __sinf(x);
	}
};
struct step_exp2 {
	using type = float;
	static __device__ float next(float x, float)
	{
		float y;
		asm volatile("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
		return y;
	}
};
struct step_convert {
	using type = int;
	static __device__ int next(int x, int)
	{
		return __float2int_rn((float)x);
	}
};
struct step_divide {
	using type = float;
	static __device__ float next(float x, float a)
	{
		return a / x;
	}
};
struct step_sqrt {
	using type = float;
	static __device__ float next(float x, float)
	{
		return sqrtf(x);
	}
};
struct step_int_divide {
	using type = int;
	static __device__ int next(int x, int a)
	{
		return x / a + 1000;
	}
};
struct step_int_modulo {
	using type = unsigned;
	static __device__ unsigned next(unsigned x, unsigned a)
	{
		return x % a + 1000;
	}
};

template <typename S> __global__ void run_steps(typename S::type *out, typename S::type a, int turns)
{
	typename S::type x[8];
#pragma unroll
	for (int k = 0; k < 8; k++) {
		x[k] = (typename S::type)(threadIdx.x + k);
	}
#pragma unroll 4
	for (int turn = 0; turn < turns; turn++) {
#pragma unroll
		for (int k = 0; k < 8; k++) {
			x[k] = S::next(x[k], a);
		}
	}
	typename S::type sum = 0;
#pragma unroll
	for (int k = 0; k < 8; k++) {
		sum += x[k];
	}
	if (sum == (typename S::type)12345) {
		*out = sum;
	}
}

template <typename S> __global__ void run_chain(typename S::type *out, typename S::type a, int turns)
{
	typename S::type x = (typename S::type)threadIdx.x;
#pragma unroll 8
	for (int turn = 0; turn < turns; turn++) {
		x = S::next(x, a);
	}
	*out = x;
}

template <typename S> static void step(const device &gpu, void *out, const char *name)
{
	using type = typename S::type;
	char full[64];
	const int grid = gpu.sms * 6, turns = 256;
	double us = launch_us([&] { run_steps<S><<<grid, THREADS>>>((type *)out, (type)3, turns); });
	snprintf(full, sizeof(full), "rate_%s", name);
	report(full, -1, sm_cycles(gpu, us, (double)grid * THREADS / 32 * turns * 8), "cycles per warp");
	us = launch_us([&] { run_chain<S><<<1, 32>>>((type *)out, (type)3, 8192); });
	snprintf(full, sizeof(full), "wait_%s", name);
	report(full, -1, us * 1e3 * gpu.ghz / 8192, "cycles");
}

int main()
{
	const device gpu = look();
	void *out = filled<double>(16);
	step<step_fma>(gpu, out, "fma");
	step<step_add>(gpu, out, "add");
	step<step_iadd>(gpu, out, "iadd_xor");
	step<step_imad>(gpu, out, "imad");
	step<step_shift>(gpu, out, "funnel_shift");
	step<step_fma_double>(gpu, out, "fma_double");
	step<step_exp2>(gpu, out, "exp2");
	step<step_rsqrt>(gpu, out, "rsqrt_rn");
	step<step_sin>(gpu, out, "sinf_fast");
	step<step_convert>(gpu, out, "convert_twice");
	step<step_divide>(gpu, out, "divide");
	step<step_sqrt>(gpu, out, "sqrt");
	step<step_int_divide>(gpu, out, "int_divide");
	step<step_int_modulo>(gpu, out, "unsigned_modulo");
	return 0;
}
