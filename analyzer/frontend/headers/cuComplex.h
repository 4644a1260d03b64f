/* Complex numbers of the CUDA libraries. */
#define CU_COMPLEX_H_
#ifndef CUDALINT_CUCOMPLEX_H
#define CUDALINT_CUCOMPLEX_H

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;

#define CL_FN static inline __host__ __device__
#define CL_X(complex, real, f, make) \
	CL_FN complex make(real r, real i) \
	{ \
		return {r, i}; \
	} \
	CL_FN real cuCreal##f(complex x) \
	{ \
		return x.x; \
	} \
	CL_FN real cuCimag##f(complex x) \
	{ \
		return x.y; \
	} \
	CL_FN complex cuConj##f(complex x) \
	{ \
		return {x.x, -x.y}; \
	} \
	CL_FN complex cuCadd##f(complex x, complex y) \
	{ \
		return {x.x + y.x, x.y + y.y}; \
	} \
	CL_FN complex cuCsub##f(complex x, complex y) \
	{ \
		return {x.x - y.x, x.y - y.y}; \
	} \
	CL_FN complex cuCmul##f(complex x, complex y) \
	{ \
		return {x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x}; \
	} \
	CL_FN complex cuCfma##f(complex x, complex y, complex d) \
	{ \
		return {x.x * y.x - x.y * y.y + d.x, x.x * y.y + x.y * y.x + d.y}; \
	} \
	extern __host__ __device__ complex cuCdiv##f(complex x, complex y); \
	extern __host__ __device__ real cuCabs##f(complex x);
CL_X(cuFloatComplex, float, f, make_cuFloatComplex)
CL_X(cuDoubleComplex, double, , make_cuDoubleComplex)
CL_FN cuComplex make_cuComplex(float r, float i)
{
	return {r, i};
}
CL_FN cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex c)
{
	return {c.x, c.y};
}
CL_FN cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex c)
{
	return {(float)c.x, (float)c.y};
}
#undef CL_X
#undef CL_FN

#endif
