/* Arithmetic intrinsics: rounding modes, fast versions, conversions, bits, dot products, packed bytes and halves. */
#ifndef CUDALINT_INTRINSICS_H
#define CUDALINT_INTRINSICS_H
#define __SM_61_INTRINSICS_H__

#include "vector_types.h"
#include "mark.h"

#define CL_FN extern __device__
#define CL_ROUND(X) X(rn) X(rz) X(ru) X(rd)
typedef unsigned int cudalint_word;
typedef unsigned long long cudalint_long;

/* Real arithmetic with a rounding mode. */
#define CL_X(r) \
	CL_FN float __fadd_##r(float x, float y); \
	CL_FN float __fsub_##r(float x, float y); \
	CL_FN float __fmul_##r(float x, float y); \
	CL_FN float __fdiv_##r(float x, float y); \
	CL_FN float __fmaf_##r(float x, float y, float z); \
	CL_FN float __fmaf_ieee_##r(float x, float y, float z); \
	CL_FN float __frcp_##r(float x); \
	CL_FN float __fsqrt_##r(float x); \
	CL_FN double __dadd_##r(double x, double y); \
	CL_FN double __dsub_##r(double x, double y); \
	CL_FN double __dmul_##r(double x, double y); \
	CL_FN double __ddiv_##r(double x, double y); \
	CL_FN double __fma_##r(double x, double y, double z); \
	CL_FN double __drcp_##r(double x); \
	CL_FN double __dsqrt_##r(double x); \
	CL_FN CUDALINT_ARCH(100) float2 __fadd2_##r(float2 x, float2 y); \
	CL_FN CUDALINT_ARCH(100) float2 __fmul2_##r(float2 x, float2 y); \
	CL_FN CUDALINT_ARCH(100) float2 __ffma2_##r(float2 x, float2 y, float2 z); \
	CL_FN CUDALINT_ARCH(100) float4 __fadd_##r(float4 x, float4 y); \
	CL_FN CUDALINT_ARCH(100) float4 __fmul_##r(float4 x, float4 y); \
	CL_FN CUDALINT_ARCH(100) float4 __fmaf_##r(float4 x, float4 y, float4 z);
CL_ROUND(CL_X)
#undef CL_X
CL_FN float __frsqrt_rn(float x);

/* Fast approximations. */
#define CL_X(name) CL_FN float name(float x);
CL_X(__sinf) CL_X(__cosf) CL_X(__tanf) CL_X(__tanhf) CL_X(__expf) CL_X(__exp10f) CL_X(__logf) CL_X(__log2f)
CL_X(__log10f) CL_X(__saturatef)
#undef CL_X
CL_FN float __powf(float x, float y);
CL_FN float __fdividef(float x, float y);
CL_FN void __sincosf(float x, float *sine, float *cosine);

/* Conversions between reals and integers with a rounding mode, and of bits. */
#define CL_X(r) \
	CL_FN int __float2int_##r(float x); \
	CL_FN cudalint_word __float2uint_##r(float x); \
	CL_FN long long __float2ll_##r(float x); \
	CL_FN cudalint_long __float2ull_##r(float x); \
	CL_FN int __double2int_##r(double x); \
	CL_FN cudalint_word __double2uint_##r(double x); \
	CL_FN long long __double2ll_##r(double x); \
	CL_FN cudalint_long __double2ull_##r(double x); \
	CL_FN float __double2float_##r(double x); \
	CL_FN float __int2float_##r(int x); \
	CL_FN float __uint2float_##r(cudalint_word x); \
	CL_FN float __ll2float_##r(long long x); \
	CL_FN float __ull2float_##r(cudalint_long x); \
	CL_FN double __ll2double_##r(long long x); \
	CL_FN double __ull2double_##r(cudalint_long x);
CL_ROUND(CL_X)
#undef CL_X
#undef CL_ROUND
CL_FN double __int2double_rn(int x);
CL_FN double __uint2double_rn(cudalint_word x);
CL_FN int __float_as_int(float x);
CL_FN cudalint_word __float_as_uint(float x);
CL_FN float __int_as_float(int x);
CL_FN float __uint_as_float(cudalint_word x);
CL_FN long long __double_as_longlong(double x);
CL_FN double __longlong_as_double(long long x);
CL_FN int __double2hiint(double x);
CL_FN int __double2loint(double x);
CL_FN double __hiloint2double(int high, int low);

/* Integers. */
CL_FN int __popc(cudalint_word x);
CL_FN int __popcll(cudalint_long x);
CL_FN int __clz(int x);
CL_FN int __clzll(long long x);
CL_FN int __ffs(int x);
CL_FN int __ffsll(long long x);
CL_FN cudalint_word __brev(cudalint_word x);
CL_FN cudalint_long __brevll(cudalint_long x);
CL_FN cudalint_word __byte_perm(cudalint_word x, cudalint_word y, cudalint_word selector);
CL_FN int __mul24(int x, int y);
CL_FN cudalint_word __umul24(cudalint_word x, cudalint_word y);
CL_FN int __mulhi(int x, int y);
CL_FN cudalint_word __umulhi(cudalint_word x, cudalint_word y);
CL_FN long long __mul64hi(long long x, long long y);
CL_FN cudalint_long __umul64hi(cudalint_long x, cudalint_long y);
CL_FN cudalint_word __sad(int x, int y, cudalint_word z);
CL_FN cudalint_word __usad(cudalint_word x, cudalint_word y, cudalint_word z);
CL_FN int __hadd(int x, int y);
CL_FN int __rhadd(int x, int y);
CL_FN cudalint_word __uhadd(cudalint_word x, cudalint_word y);
CL_FN cudalint_word __urhadd(cudalint_word x, cudalint_word y);
#define CL_X(name) CL_FN cudalint_word name(cudalint_word low, cudalint_word high, cudalint_word shift);
CL_X(__funnelshift_l) CL_X(__funnelshift_lc) CL_X(__funnelshift_r) CL_X(__funnelshift_rc)
#undef CL_X

/* Names of the first toolkits, still declared. */
CL_FN int mulhi(int x, int y);
CL_FN cudalint_word mulhi(cudalint_word x, cudalint_word y);
CL_FN int mul24(int x, int y);
CL_FN cudalint_word umul24(cudalint_word x, cudalint_word y);
CL_FN int float_as_int(float x);
CL_FN float int_as_float(int x);
CL_FN float saturate(float x);

/* Dot products of packed bytes. */
#define CL_DOT extern __device__ CUDALINT_ARCH(61)
CL_DOT int __dp4a(int a, int b, int c);
CL_DOT cudalint_word __dp4a(cudalint_word a, cudalint_word b, cudalint_word c);
CL_DOT int __dp4a(char4 a, char4 b, int c);
CL_DOT cudalint_word __dp4a(uchar4 a, uchar4 b, cudalint_word c);
#define CL_X(name) \
	CL_DOT int name(int a, int b, int c); \
	CL_DOT cudalint_word name(cudalint_word a, cudalint_word b, cudalint_word c); \
	CL_DOT int name(short2 a, char4 b, int c); \
	CL_DOT cudalint_word name(ushort2 a, uchar4 b, cudalint_word c);
CL_X(__dp2a_lo) CL_X(__dp2a_hi)
#undef CL_X
#undef CL_DOT

/* Two halves or four bytes in a word. */
#define CL_V1(name) \
	CL_FN cudalint_word __v##name##2(cudalint_word a); \
	CL_FN cudalint_word __v##name##4(cudalint_word a);
CL_V1(abs) CL_V1(absss) CL_V1(neg) CL_V1(negss)
#undef CL_V1
#define CL_V2(name) \
	CL_FN cudalint_word __v##name##2(cudalint_word a, cudalint_word b); \
	CL_FN cudalint_word __v##name##4(cudalint_word a, cudalint_word b);
CL_V2(add) CL_V2(addss) CL_V2(addus) CL_V2(sub) CL_V2(subss) CL_V2(subus) CL_V2(absdiffs) CL_V2(absdiffu)
CL_V2(avgs) CL_V2(avgu) CL_V2(haddu) CL_V2(maxs) CL_V2(maxu) CL_V2(mins) CL_V2(minu) CL_V2(sads) CL_V2(sadu)
#define CL_X(op) CL_V2(cmp##op) CL_V2(set##op)
CL_X(eq) CL_X(ne) CL_X(ges) CL_X(geu) CL_X(gts) CL_X(gtu) CL_X(les) CL_X(leu) CL_X(lts) CL_X(ltu)
#undef CL_X
#undef CL_V2

/* Fused minima and maxima, alone and of halves. */
#define CL_X(T, suffix) \
	CL_FN T __viaddmax_##suffix(T a, T b, T c); \
	CL_FN T __viaddmin_##suffix(T a, T b, T c); \
	CL_FN T __vimax3_##suffix(T a, T b, T c); \
	CL_FN T __vimin3_##suffix(T a, T b, T c);
CL_X(int, s32) CL_X(int, s32_relu) CL_X(cudalint_word, u32)
CL_X(cudalint_word, s16x2) CL_X(cudalint_word, s16x2_relu) CL_X(cudalint_word, u16x2)
#undef CL_X
#define CL_X(T, suffix) \
	CL_FN T __vimax_##suffix##_relu(T a, T b); \
	CL_FN T __vimin_##suffix##_relu(T a, T b);
CL_X(int, s32) CL_X(cudalint_word, s16x2)
#undef CL_X
#define CL_X(name) \
	CL_FN int name##_s32(int a, int b, bool *chosen); \
	CL_FN cudalint_word name##_u32(cudalint_word a, cudalint_word b, bool *chosen); \
	CL_FN cudalint_word name##_s16x2(cudalint_word a, cudalint_word b, bool *high, bool *low); \
	CL_FN cudalint_word name##_u16x2(cudalint_word a, cudalint_word b, bool *high, bool *low);
CL_X(__vibmax) CL_X(__vibmin)
#undef CL_X
#undef CL_FN

#endif
