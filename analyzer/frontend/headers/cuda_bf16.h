/* nv_bfloat16 and nv_bfloat162. */
#define __CUDA_BF16_H__
#define __CUDA_BF16_HPP__
#define __CUDA_BF16_TYPES_EXIST__
#include "cuda_fp16.h"
#ifndef CUDALINT_CUDA_BF16_H
#define CUDALINT_CUDA_BF16_H

#include "cuda_runtime.h"

#define CL_TYPE __nv_bfloat16
#define CL_PAIR __nv_bfloat162
#define CL_OTHER __half
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define CL_CONVERT 1
#else
#define CL_CONVERT 0
#endif
#ifndef __CUDA_NO_BFLOAT16_OPERATORS__
#define CL_OPERATORS 1
#else
#define CL_OPERATORS 0
#endif
#ifndef __CUDA_NO_BFLOAT162_OPERATORS__
#define CL_PAIR_OPERATORS 1
#else
#define CL_PAIR_OPERATORS 0
#endif
#include "cudalint/half_types.h"

#define CL_NAME(before, after) before##bfloat16##after
#define CL_ATOMIC 80
#define CL_PAIR_ATOMIC 80
CL_FN __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a);
CL_FN __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b);
#include "cudalint/half_functions.h"

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7FU)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000U)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#endif
