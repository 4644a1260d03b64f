// Half, bfloat16 and narrower types: conversions, operators, intrinsics.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_fp6.h>
#include <cuda_fp4.h>

static_assert(sizeof(half) == 2 && sizeof(half2) == 4 && alignof(half2) == 4 && sizeof(__nv_fp8x4_e4m3) == 4, "layout");

__global__ void halves(half *h, half2 *h2, float *f, int i)
{
	half a = h[0], b = __float2half(f[0]), c(1.5f), d = 2;
	half e = f[1];
	float x = a, y = __half2float(b);
	a = a + b * c - d / e;
	a += b;
	a = -a;
	if (a > b || __hgt(a, b) || a == c || __hisnan(a))
		a = hexp(a) + hsqrt(b) + htanh(c) + hrcp(d);
	a = __hfma(a, b, c) + __hadd(a, b) + __hmax(a, b) + __int2half_rn(i) + __short_as_half(1);
	half2 p = h2[0], q = __floats2half2_rn(x, y), r = __half2half2(a), s(a, b), t = make_half2(a, b);
	p = __hfma2(p, q, r) + __hmul2(s, t) + h2exp(p) + __halves2half2(a, b) + __low2half2(p) + __hmax2(p, q);
	p += q;
	float2 w = __half22float2(p);
	x += __low2float(p) + __high2float(p) + w.x + (float)p.x + __half2int_rn(a) + (int)b;
	a = __shfl_xor_sync(~0u, a, 1) + __low2half(__shfl_down_sync(~0u, p, 1)) + __ldg(h);
	atomicAdd(h, a);
	atomicAdd(h2, p);
	h[1] = a;
	h[2] = 0;
	h[3] = x;
	h[4] = __hlt(a, b) ? CUDART_ONE_FP16 : CUDART_ZERO_FP16;
	*(float4 *)(h + 8) = *reinterpret_cast<float4 *>(h2);
	h2[1] = __hmul2(p, __float2half2_rn(2.f));
}

__global__ void bfloats(__nv_bfloat16 *b, nv_bfloat162 *b2, float *f)
{
	nv_bfloat16 x = b[0], y = __float2bfloat16(f[0]), z = f[1];
	x = x * y + z;
	f[2] = __bfloat162float(x) + (float)y + (float)z;
	nv_bfloat162 p = b2[0], q = __floats2bfloat162_rn(1.f, 2.f), r = __bfloat162bfloat162(x), s(x, y);
	p = __hfma2(p, q, r) + s * make_bfloat162(x, y) + __halves2bfloat162(x, y);
	float2 w = __bfloat1622float2(p);
	f[3] = w.x + __low2float(p) + __bfloat162float(__high2bfloat16(p)) + __bfloat162int_rn(x);
	b[1] = hexp(x) + __hmax(x, y) + __float2bfloat16_rn(3.f) + __shfl_sync(~0u, x, 0) + __ldcs(b);
	__stcs(b, x);
	atomicAdd(b, x);
	atomicAdd(b2, p);
	b[2] = nv_bfloat16(half(1.f));
	b[3] = x < y ? __hmul(x, y) : __ushort_as_bfloat16(0x3f80);
}

__global__ void narrow(__nv_fp8_e4m3 *e, __nv_fp8x4_e5m2 *v, float *f)
{
	e[0] = __nv_fp8_e4m3(f[0]);
	f[1] = (float)e[0] + float(__nv_fp6_e3m2(1.f)) + float(__nv_fp4_e2m1(f[1]));
	v[0] = __nv_fp8x4_e5m2(float4{1, 2, 3, 4});
	float4 u = (float4)v[0];
	half h = half(e[0]);
	e[1].__x = __nv_cvt_float_to_fp8(u.x, __NV_SATFINITE, __NV_E4M3);
	h = __nv_cvt_fp8_to_halfraw(e[1].__x, __NV_E4M3);
	f[2] = h;
	__nv_fp4x2_storage_t t = __nv_cvt_float2_to_fp4x2(float2{1, 2}, __NV_E2M1, cudaRoundNearest);
	f[3] = t;
}

template <class T> __device__ T sum(T v)
{
	for (int offset = 16; offset > 0; offset >>= 1)
		v += __shfl_down_sync(0xffffffff, v, offset);
	return v;
}
template __device__ half sum(half);
template __device__ half2 sum(half2);
template __device__ nv_bfloat16 sum(nv_bfloat16);

int main()
{
	half h = __float2half(1.f);
	h = h + h;
	return (int)__half2float(h) + (int)(float)__nv_fp8_e4m3(2.f) + (__double2bfloat16(1.) > nv_bfloat16(1.f));
}
