/* Loads and stores with cache hints, prefetch, asynchronous copies and the device heap. */
#ifndef CUDALINT_MEMORY_H
#define CUDALINT_MEMORY_H
#define __SM_32_INTRINSICS_H__
#define __SM_35_INTRINSICS_H__

#include "vector_types.h"
#include "mark.h"

#define CL_X(T) \
	extern __device__ T __ldg(const T *ptr); \
	extern __device__ T __ldcg(const T *ptr); \
	extern __device__ T __ldca(const T *ptr); \
	extern __device__ T __ldcs(const T *ptr); \
	extern __device__ T __ldlu(const T *ptr); \
	extern __device__ T __ldcv(const T *ptr); \
	extern __device__ void __stwb(T *ptr, T value); \
	extern __device__ void __stcg(T *ptr, T value); \
	extern __device__ void __stcs(T *ptr, T value); \
	extern __device__ void __stwt(T *ptr, T value);
CL_X(char) CL_X(signed char) CL_X(short) CL_X(int) CL_X(long) CL_X(long long)
CL_X(unsigned char) CL_X(unsigned short) CL_X(unsigned int) CL_X(unsigned long) CL_X(unsigned long long)
CL_X(float) CL_X(double)
CL_X(char2) CL_X(char4) CL_X(short2) CL_X(short4) CL_X(int2) CL_X(int4) CL_X(longlong2)
CL_X(uchar2) CL_X(uchar4) CL_X(ushort2) CL_X(ushort4) CL_X(uint2) CL_X(uint4) CL_X(ulonglong2)
CL_X(float2) CL_X(float4) CL_X(double2)
#undef CL_X

/* What nvcc gives device code of the C library. */
extern "C" {
CUDALINT_LIBC int printf(const char *format, ...);
CUDALINT_LIBC int vprintf(const char *format, const char *arguments);
CUDALINT_LIBC void *malloc(__SIZE_TYPE__ size) noexcept;
CUDALINT_LIBC void free(void *ptr) noexcept;
CUDALINT_LIBC void *memcpy(void *dest, const void *src, __SIZE_TYPE__ size) noexcept;
CUDALINT_LIBC void *memset(void *dest, int value, __SIZE_TYPE__ size) noexcept;
CUDALINT_LIBC void *memmove(void *dest, const void *src, __SIZE_TYPE__ size) noexcept;
CUDALINT_LIBC int memcmp(const void *left, const void *right, __SIZE_TYPE__ size) noexcept;
CUDALINT_LIBC __attribute__((noreturn)) void __assert_fail(
	const char *test, const char *file, unsigned int line, const char *function) noexcept;
CUDALINT_LIBC __attribute__((noreturn)) void __assertfail(
	const char *test, const char *file, unsigned int line, const char *function, __SIZE_TYPE__ size) noexcept;
CUDALINT_LIBC void *alloca(__SIZE_TYPE__ size) noexcept;
}
extern __device__ void *__nv_aligned_device_malloc(__SIZE_TYPE__ size, __SIZE_TYPE__ align);

/* Asynchronous copies; cuda_pipeline_primitives.h has the documented names. */
extern __device__ CUDALINT_ARCH(80) void __nv_memcpy_async_shared_global_4(
	void *dest, const void *src, unsigned int bytes = 4);
extern __device__ CUDALINT_ARCH(80) void __nv_memcpy_async_shared_global_8(
	void *dest, const void *src, unsigned int bytes = 8);
extern __device__ CUDALINT_ARCH(80) void __nv_memcpy_async_shared_global_16(
	void *dest, const void *src, unsigned int bytes = 16);
extern __device__ CUDALINT_ARCH(80) void *__nv_associate_access_property(
	const void *ptr, unsigned long long property);

/* Spellings of built-ins that clang has under another name. */
#ifndef __assume
#define __assume(condition) __builtin_assume(condition)
#endif
#define __nv_bswap16(x) __builtin_bswap16(x)
#define __nv_bswap32(x) __builtin_bswap32(x)
#define __nv_bswap64(x) __builtin_bswap64(x)

#endif
