/* 8-bit reals: e4m3, e5m2 and the scale type e8m0. */
#define __CUDA_FP8_H__
#define __CUDA_FP8_HPP__
#define __CUDA_FP8_TYPES_EXIST__
#ifndef CUDALINT_CUDA_FP8_H
#define CUDALINT_CUDA_FP8_H

#include "cudalint/narrow.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

#define CL_NARROW_FROM_e4m3(T) CL_IN explicit __nv_fp8_e4m3(T value);
#define CL_NARROW_FROM_e5m2(T) CL_IN explicit __nv_fp8_e5m2(T value);
#define CL_NARROW_FROM_e8m0(T) CL_IN explicit __nv_fp8_e8m0(T value);
CL_NARROW(fp8, e4m3)
CL_NARROW(fp8, e5m2)
CL_NARROW(fp8, e8m0)
#undef CL_NARROW_FROM_e4m3
#undef CL_NARROW_FROM_e5m2
#undef CL_NARROW_FROM_e8m0
CL_NARROW_CONVERT(fp8, __nv_saturation_t saturate, __nv_fp8_interpretation_t as)

#define CL_HOW __nv_saturation_t saturate, cudaRoundMode rounding
extern CL_IN __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, CL_HOW);
extern CL_IN __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, CL_HOW);
extern CL_IN __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x, CL_HOW);
extern CL_IN __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2 x, CL_HOW);
extern CL_IN __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2 x, CL_HOW);
extern CL_IN __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw x, CL_HOW);
extern CL_IN __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x);
extern CL_IN __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x);
#undef CL_HOW

#endif
