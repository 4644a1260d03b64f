/* What the 8-, 6- and 4-bit real types share; the macros are for cuda_fp8.h, cuda_fp6.h and cuda_fp4.h alone. */
#ifndef CUDALINT_NARROW_H
#define CUDALINT_NARROW_H

#include "../cuda_fp16.h"
#include "../cuda_bf16.h"
#include "../device_types.h"

enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };

/* The class of one value, of two and of four, around their bits. */
#define CL_IN __host__ __device__
#define CL_NARROW_INTEGERS(X) \
	X(short) X(unsigned short) X(int) X(unsigned int) X(long) X(unsigned long) X(long long) X(unsigned long long)
#define CL_NARROW_REALS(X) X(__half) X(__nv_bfloat16) X(float) X(double)
#define CL_NARROW_TO(T) CL_IN explicit operator T() const;
#define CL_NARROW(width, kind) \
	struct __nv_##width##_##kind { \
		__nv_##width##_storage_t __x; \
		__nv_##width##_##kind() = default; \
		CL_NARROW_REALS(CL_NARROW_FROM_##kind) \
		CL_NARROW_INTEGERS(CL_NARROW_FROM_##kind) \
		CL_NARROW_REALS(CL_NARROW_TO) \
		CL_NARROW_INTEGERS(CL_NARROW_TO) \
		CL_NARROW_TO(char) CL_NARROW_TO(signed char) CL_NARROW_TO(unsigned char) CL_NARROW_TO(bool) \
	}; \
	struct __nv_##width##x2_##kind { \
		__nv_##width##x2_storage_t __x; \
		__nv_##width##x2_##kind() = default; \
		CL_IN explicit __nv_##width##x2_##kind(__half2 value); \
		CL_IN explicit __nv_##width##x2_##kind(__nv_bfloat162 value); \
		CL_IN explicit __nv_##width##x2_##kind(float2 value); \
		CL_IN explicit __nv_##width##x2_##kind(double2 value); \
		CL_NARROW_TO(__half2) CL_NARROW_TO(__nv_bfloat162) CL_NARROW_TO(float2) \
	}; \
	struct __nv_##width##x4_##kind { \
		__nv_##width##x4_storage_t __x; \
		__nv_##width##x4_##kind() = default; \
		CL_IN explicit __nv_##width##x4_##kind(__half2 low, __half2 high); \
		CL_IN explicit __nv_##width##x4_##kind(__nv_bfloat162 low, __nv_bfloat162 high); \
		CL_IN explicit __nv_##width##x4_##kind(float4 value); \
		CL_IN explicit __nv_##width##x4_##kind(double4 value); \
		CL_IN explicit __nv_##width##x4_##kind(double4_16a value); \
		CL_IN explicit __nv_##width##x4_##kind(double4_32a value); \
		CL_NARROW_TO(float4) \
	};

/* Conversions of bits; `...` is what follows the value: saturation, interpretation, rounding. */
#define CL_NARROW_CONVERT(to, ...) \
	extern CL_IN __nv_##to##_storage_t __nv_cvt_double_to_##to(double x, __VA_ARGS__); \
	extern CL_IN __nv_##to##_storage_t __nv_cvt_float_to_##to(float x, __VA_ARGS__); \
	extern CL_IN __nv_##to##_storage_t __nv_cvt_halfraw_to_##to(__half_raw x, __VA_ARGS__); \
	extern CL_IN __nv_##to##_storage_t __nv_cvt_bfloat16raw_to_##to(__nv_bfloat16_raw x, __VA_ARGS__); \
	extern CL_IN __nv_##to##x2_storage_t __nv_cvt_double2_to_##to##x2(double2 x, __VA_ARGS__); \
	extern CL_IN __nv_##to##x2_storage_t __nv_cvt_float2_to_##to##x2(float2 x, __VA_ARGS__); \
	extern CL_IN __nv_##to##x2_storage_t __nv_cvt_halfraw2_to_##to##x2(__half2_raw x, __VA_ARGS__); \
	extern CL_IN __nv_##to##x2_storage_t __nv_cvt_bfloat16raw2_to_##to##x2(__nv_bfloat162_raw x, __VA_ARGS__); \
	extern CL_IN __half_raw __nv_cvt_##to##_to_halfraw(__nv_##to##_storage_t x, __nv_##to##_interpretation_t as); \
	extern CL_IN __half2_raw __nv_cvt_##to##x2_to_halfraw2( \
		__nv_##to##x2_storage_t x, __nv_##to##_interpretation_t as);

#endif
