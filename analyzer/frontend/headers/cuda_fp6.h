/* 6-bit reals: e2m3 and e3m2. */
#ifndef __CUDA_FP6_H__
#define __CUDA_FP6_H__
#define __CUDA_FP6_HPP__

#include "cuda_fp8.h"
#include "cudalint/narrow.h"

typedef unsigned char __nv_fp6_storage_t;
typedef unsigned short __nv_fp6x2_storage_t;
typedef unsigned int __nv_fp6x4_storage_t;
enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };

#define CL_NARROW_FROM_e2m3(T) CL_IN explicit __nv_fp6_e2m3(T value);
#define CL_NARROW_FROM_e3m2(T) CL_IN explicit __nv_fp6_e3m2(T value);
CL_NARROW(fp6, e2m3)
CL_NARROW(fp6, e3m2)
#undef CL_NARROW_FROM_e2m3
#undef CL_NARROW_FROM_e3m2
CL_NARROW_CONVERT(fp6, __nv_fp6_interpretation_t as, cudaRoundMode rounding)

#endif
