/* make_<vector>(...) for every built-in vector type. */
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_HPP__

#include "vector_types.h"

#define CUDALINT_MAKE_4(name, type) \
	static inline __host__ __device__ name make_##name(type x, type y, type z, type w) \
	{ \
		return {x, y, z, w}; \
	}
#define CUDALINT_MAKE(name, type) \
	static inline __host__ __device__ name##1 make_##name##1(type x) \
	{ \
		return {x}; \
	} \
	static inline __host__ __device__ name##2 make_##name##2(type x, type y) \
	{ \
		return {x, y}; \
	} \
	static inline __host__ __device__ name##3 make_##name##3(type x, type y, type z) \
	{ \
		return {x, y, z}; \
	} \
	CUDALINT_MAKE_4(name##4, type)

CUDALINT_MAKE(char, signed char)
CUDALINT_MAKE(uchar, unsigned char)
CUDALINT_MAKE(short, short)
CUDALINT_MAKE(ushort, unsigned short)
CUDALINT_MAKE(int, int)
CUDALINT_MAKE(uint, unsigned int)
CUDALINT_MAKE(long, long)
CUDALINT_MAKE(ulong, unsigned long)
CUDALINT_MAKE(longlong, long long)
CUDALINT_MAKE(ulonglong, unsigned long long)
CUDALINT_MAKE(float, float)
CUDALINT_MAKE(double, double)
CUDALINT_MAKE_4(long4_16a, long)
CUDALINT_MAKE_4(long4_32a, long)
CUDALINT_MAKE_4(ulong4_16a, unsigned long)
CUDALINT_MAKE_4(ulong4_32a, unsigned long)
CUDALINT_MAKE_4(longlong4_16a, long long)
CUDALINT_MAKE_4(longlong4_32a, long long)
CUDALINT_MAKE_4(ulonglong4_16a, unsigned long long)
CUDALINT_MAKE_4(ulonglong4_32a, unsigned long long)
CUDALINT_MAKE_4(double4_16a, double)
CUDALINT_MAKE_4(double4_32a, double)
#undef CUDALINT_MAKE
#undef CUDALINT_MAKE_4

#endif
