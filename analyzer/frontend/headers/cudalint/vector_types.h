/* Built-in vector types and dim3, with the sizes and alignments of the programming guide. */
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#include "qualifiers.h"

#define CUDALINT_VECTOR(name, type, align2, align4) \
	struct name##1 { \
		type x; \
	}; \
	struct __align__(align2) name##2 { \
		type x, y; \
	}; \
	struct name##3 { \
		type x, y, z; \
	}; \
	struct __align__(align4) name##4 { \
		type x, y, z, w; \
	};

CUDALINT_VECTOR(char, signed char, 2, 4)
CUDALINT_VECTOR(uchar, unsigned char, 2, 4)
CUDALINT_VECTOR(short, short, 4, 8)
CUDALINT_VECTOR(ushort, unsigned short, 4, 8)
CUDALINT_VECTOR(int, int, 8, 16)
CUDALINT_VECTOR(uint, unsigned int, 8, 16)
CUDALINT_VECTOR(long, long, 2 * sizeof(long), 16)
CUDALINT_VECTOR(ulong, unsigned long, 2 * sizeof(long), 16)
CUDALINT_VECTOR(longlong, long long, 16, 16)
CUDALINT_VECTOR(ulonglong, unsigned long long, 16, 16)
CUDALINT_VECTOR(float, float, 8, 16)
CUDALINT_VECTOR(double, double, 16, 16)
#undef CUDALINT_VECTOR

/* CUDA 13 names the two alignments of the 32-byte vectors. */
#define CUDALINT_VECTOR(name, type) \
	struct __align__(16) name##4_16a { \
		type x, y, z, w; \
	}; \
	struct __align__(32) name##4_32a { \
		type x, y, z, w; \
	};
CUDALINT_VECTOR(long, long)
CUDALINT_VECTOR(ulong, unsigned long)
CUDALINT_VECTOR(longlong, long long)
CUDALINT_VECTOR(ulonglong, unsigned long long)
CUDALINT_VECTOR(double, double)
#undef CUDALINT_VECTOR

struct dim3 {
	unsigned int x, y, z;
	constexpr __host__ __device__ dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
	    : x(vx), y(vy), z(vz)
	{
	}
	constexpr __host__ __device__ dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
	{
	}
	constexpr __host__ __device__ operator uint3() const
	{
		return uint3{x, y, z};
	}
};

#endif
