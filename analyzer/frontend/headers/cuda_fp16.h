/* half and half2. */
#define __CUDA_FP16_H__
#define __CUDA_FP16_HPP__
#define __CUDA_FP16_TYPES_EXIST__
#ifndef CUDALINT_CUDA_FP16_H
#define CUDALINT_CUDA_FP16_H

#include "cuda_runtime.h"

#define CL_TYPE __half
#define CL_PAIR __half2
#define CL_OTHER __nv_bfloat16
#ifndef __CUDA_NO_HALF_CONVERSIONS__
#define CL_CONVERT 1
#else
#define CL_CONVERT 0
#endif
#ifndef __CUDA_NO_HALF_OPERATORS__
#define CL_OPERATORS 1
#else
#define CL_OPERATORS 0
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
#define CL_PAIR_OPERATORS 1
#else
#define CL_PAIR_OPERATORS 0
#endif
#include "cudalint/half_types.h"

#define CL_NAME(before, after) before##half##after
#define CL_ATOMIC 70
#define CL_PAIR_ATOMIC 60
CL_FN __half2 __half2half2(__half a);
CL_FN __half2 __halves2half2(__half a, __half b);
#include "cudalint/half_functions.h"

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)

typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;
#ifndef CUDA_NO_HALF
typedef __half half;
typedef __half2 half2;
#endif

#endif
