/*
 * Functions of one 16-bit real type, included once by cuda_fp16.h and once by cuda_bf16.h after half_types.h. The
 * includer also defines CL_NAME(before, after), which puts the type's name into that of a function, and the compute
 * capabilities CL_ATOMIC and CL_PAIR_ATOMIC.
 */
#define CL_DEV extern __device__
#define CL_H CL_TYPE
#define CL_H2 CL_PAIR

/* Between reals, pairs and bits. */
CL_FN CL_H CL_NAME(__float2, )(float a);
CL_FN CL_H CL_NAME(__float2, _rn)(float a);
CL_FN CL_H CL_NAME(__float2, _rz)(float a);
CL_FN CL_H CL_NAME(__float2, _rd)(float a);
CL_FN CL_H CL_NAME(__float2, _ru)(float a);
CL_FN CL_H CL_NAME(__double2, )(double a);
CL_FN float CL_NAME(__, 2float)(CL_H a);
CL_FN CL_H2 CL_NAME(__float2, 2_rn)(float a);
CL_FN CL_H2 CL_NAME(__floats2, 2_rn)(float a, float b);
CL_FN CL_H2 CL_NAME(__float22, 2_rn)(float2 a);
CL_FN float2 CL_NAME(__, 22float2)(CL_H2 a);
CL_FN float __low2float(CL_H2 a);
CL_FN float __high2float(CL_H2 a);
CL_FN CL_H CL_NAME(__low2, )(CL_H2 a);
CL_FN CL_H CL_NAME(__high2, )(CL_H2 a);
CL_FN CL_H2 CL_NAME(__low2, 2)(CL_H2 a);
CL_FN CL_H2 CL_NAME(__high2, 2)(CL_H2 a);
CL_FN CL_H2 CL_NAME(__lows2, 2)(CL_H2 a, CL_H2 b);
CL_FN CL_H2 CL_NAME(__highs2, 2)(CL_H2 a, CL_H2 b);
CL_FN CL_H2 CL_NAME(make_, 2)(CL_H x, CL_H y);
CL_FN CL_H2 __lowhigh2highlow(CL_H2 a);
CL_FN short CL_NAME(__, _as_short)(CL_H a);
CL_FN unsigned short CL_NAME(__, _as_ushort)(CL_H a);
CL_FN CL_H CL_NAME(__short_as_, )(short a);
CL_FN CL_H CL_NAME(__ushort_as_, )(unsigned short a);

/* Between integers, in every rounding mode. */
#define CL_ROUND(T, name, r) \
	CL_FN T CL_NAME(__, 2##name##_##r)(CL_H a); \
	CL_FN CL_H CL_NAME(__##name##2, _##r)(T a);
#define CL_X(T, name) CL_ROUND(T, name, rn) CL_ROUND(T, name, rz) CL_ROUND(T, name, rd) CL_ROUND(T, name, ru)
CL_X(short, short) CL_X(unsigned short, ushort) CL_X(int, int) CL_X(unsigned int, uint)
CL_X(long long, ll) CL_X(unsigned long long, ull)
#undef CL_X
#undef CL_ROUND
CL_FN signed char CL_NAME(__, 2char_rz)(CL_H a);
CL_FN unsigned char CL_NAME(__, 2uchar_rz)(CL_H a);

/* Arithmetic: name(halves) and name2(pairs). */
#define CL_X(name) CL_FN CL_H name(CL_H a);
CL_X(__habs) CL_X(__hneg)
#undef CL_X
#define CL_X(name) CL_FN CL_H2 name(CL_H2 a);
CL_X(__habs2) CL_X(__hneg2) CL_X(__hisnan2)
#undef CL_X
#define CL_X(name) CL_FN CL_H name(CL_H a, CL_H b);
CL_X(__hadd) CL_X(__hsub) CL_X(__hmul) CL_X(__hdiv) CL_X(__hadd_rn) CL_X(__hsub_rn) CL_X(__hmul_rn)
CL_X(__hadd_sat) CL_X(__hsub_sat) CL_X(__hmul_sat) CL_X(__hmax) CL_X(__hmin) CL_X(__hmax_nan) CL_X(__hmin_nan)
#undef CL_X
#define CL_X(name) CL_FN CL_H2 name(CL_H2 a, CL_H2 b);
CL_X(__hadd2) CL_X(__hsub2) CL_X(__hmul2) CL_X(__h2div) CL_X(__hadd2_rn) CL_X(__hsub2_rn) CL_X(__hmul2_rn)
CL_X(__hadd2_sat) CL_X(__hsub2_sat) CL_X(__hmul2_sat) CL_X(__hmax2) CL_X(__hmin2) CL_X(__hmax2_nan)
CL_X(__hmin2_nan)
#undef CL_X
#define CL_X(name) CL_DEV CL_H name(CL_H a, CL_H b, CL_H c);
CL_X(__hfma) CL_X(__hfma_sat) CL_X(__hfma_relu)
#undef CL_X
#define CL_X(name) CL_DEV CL_H2 name(CL_H2 a, CL_H2 b, CL_H2 c);
CL_X(__hfma2) CL_X(__hfma2_sat) CL_X(__hfma2_relu) CL_X(__hcmadd)
#undef CL_X

/* Comparisons; the u forms are also true of unordered operands. */
CL_FN bool __hisnan(CL_H a);
CL_FN int __hisinf(CL_H a);
#define CL_X(op) \
	CL_FN bool __h##op(CL_H a, CL_H b); \
	CL_FN bool __hb##op##2(CL_H2 a, CL_H2 b); \
	CL_FN CL_H2 __h##op##2(CL_H2 a, CL_H2 b); \
	CL_FN unsigned int __h##op##2_mask(CL_H2 a, CL_H2 b);
CL_X(eq) CL_X(ne) CL_X(le) CL_X(ge) CL_X(lt) CL_X(gt)
CL_X(equ) CL_X(neu) CL_X(leu) CL_X(geu) CL_X(ltu) CL_X(gtu)
#undef CL_X

/* Functions of the math library. */
#define CL_X(name) \
	CL_DEV CL_H h##name(CL_H a); \
	CL_DEV CL_H2 h2##name(CL_H2 a);
CL_X(sqrt) CL_X(rsqrt) CL_X(rcp) CL_X(log) CL_X(log2) CL_X(log10) CL_X(exp) CL_X(exp2) CL_X(exp10) CL_X(cos)
CL_X(sin) CL_X(tanh) CL_X(tanh_approx) CL_X(trunc) CL_X(ceil) CL_X(floor) CL_X(rint)
#undef CL_X

/* Memory, warps, atomics. */
#define CL_OLD(use) CL_DEV CUDALINT_MASKLESS(use) CUDALINT_DEPRECATED("9.0", use)
#define CL_X(T) \
	CL_DEV T __ldg(const T *ptr); \
	CL_DEV T __ldcg(const T *ptr); \
	CL_DEV T __ldca(const T *ptr); \
	CL_DEV T __ldcs(const T *ptr); \
	CL_DEV T __ldlu(const T *ptr); \
	CL_DEV T __ldcv(const T *ptr); \
	CL_DEV void __stwb(T *ptr, T value); \
	CL_DEV void __stcg(T *ptr, T value); \
	CL_DEV void __stcs(T *ptr, T value); \
	CL_DEV void __stwt(T *ptr, T value); \
	CL_DEV T __shfl_sync(unsigned int mask, T var, int srcLane, int width = 32); \
	CL_DEV T __shfl_up_sync(unsigned int mask, T var, unsigned int delta, int width = 32); \
	CL_DEV T __shfl_down_sync(unsigned int mask, T var, unsigned int delta, int width = 32); \
	CL_DEV T __shfl_xor_sync(unsigned int mask, T var, int laneMask, int width = 32); \
	CL_OLD("__shfl_sync") T __shfl(T var, int srcLane, int width = 32); \
	CL_OLD("__shfl_up_sync") T __shfl_up(T var, unsigned int delta, int width = 32); \
	CL_OLD("__shfl_down_sync") T __shfl_down(T var, unsigned int delta, int width = 32); \
	CL_OLD("__shfl_xor_sync") T __shfl_xor(T var, int laneMask, int width = 32);
CL_X(CL_H)
CL_X(CL_H2)
#undef CL_X
#undef CL_OLD
CL_DEV CUDALINT_ARCH(CL_ATOMIC) CL_H atomicAdd(CL_H *address, CL_H value);
CL_DEV CUDALINT_ARCH(CL_PAIR_ATOMIC) CL_H2 atomicAdd(CL_H2 *address, CL_H2 value);

#undef CL_H2
#undef CL_H
#undef CL_DEV
#undef CL_PAIR_ATOMIC
#undef CL_ATOMIC
#undef CL_NAME
#undef CL_PAIR_OPERATORS
#undef CL_OPERATORS
#undef CL_CONVERT
#undef CL_OTHER
#undef CL_PAIR
#undef CL_TYPE
#undef CL_INTEGERS
#undef CL_PAIR_RAW
#undef CL_RAW
#undef CL_JOIN
#undef CL_JOIN_
#undef CL_IN
#undef CL_FN
