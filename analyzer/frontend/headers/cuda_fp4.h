/* 4-bit reals: e2m1. Two values fill a byte. */
#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__
#define __CUDA_FP4_HPP__

#include "cuda_fp6.h"
#include "cudalint/narrow.h"

typedef unsigned char __nv_fp4_storage_t;
typedef unsigned char __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp4x4_storage_t;
enum __nv_fp4_interpretation_t { __NV_E2M1 };

#define CL_NARROW_FROM_e2m1(T) CL_IN explicit __nv_fp4_e2m1(T value);
CL_NARROW(fp4, e2m1)
#undef CL_NARROW_FROM_e2m1
CL_NARROW_CONVERT(fp4, __nv_fp4_interpretation_t as, cudaRoundMode rounding)

#endif
