/*
 * Texture and surface functions. Each comes as `T f<T>(object, ...)`, as `f(T *, object, ...)`, and, for textures and
 * surfaces bound to a removed reference, with the reference as its first argument.
 */
#ifndef __TEXTURE_INDIRECT_FUNCTIONS_H__
#define __TEXTURE_INDIRECT_FUNCTIONS_H__
#define __SURFACE_INDIRECT_FUNCTIONS_H__
#define __TEXTURE_FETCH_FUNCTIONS_H__
#define __SURFACE_FUNCTIONS_H__

#include "texture_types.h"

/* What a reference yields: its texel, or as many floats where it normalises. */
template <class T_, cudaTextureReadMode mode_> struct cudalint_texel {
	using type = T_;
};
#define CL_X(T, real) \
	template <> struct cudalint_texel<T, cudaReadModeNormalizedFloat> { \
		using type = real; \
	};
#define CL_VECTORS(name, T) CL_X(T, float) CL_X(name##1, float1) CL_X(name##2, float2) CL_X(name##4, float4)
CL_X(char, float)
CL_VECTORS(char, signed char)
CL_VECTORS(uchar, unsigned char)
CL_VECTORS(short, short)
CL_VECTORS(ushort, unsigned short)
#undef CL_VECTORS
#undef CL_X

#define CL_GONE CUDALINT_REMOVED("12.0", "cudaTextureObject_t")
#define CL_TEXTURE(name, kind, ...) \
	template <class T_> extern __device__ T_ name(cudaTextureObject_t object, __VA_ARGS__); \
	template <class T_> extern __device__ void name(T_ *result, cudaTextureObject_t object, __VA_ARGS__); \
	template <class T_, cudaTextureReadMode mode_> \
	extern __device__ CL_GONE typename cudalint_texel<T_, mode_>::type name( \
		texture<T_, kind, mode_> reference, __VA_ARGS__);
/* Those that also tell whether the texel of a sparse texture is resident. */
#define CL_SPARSE(name, kind, ...) \
	CL_TEXTURE(name, kind, __VA_ARGS__) \
	template <class T_> extern __device__ T_ name(cudaTextureObject_t object, __VA_ARGS__, bool *resident); \
	template <class T_> \
	extern __device__ void name(T_ *result, cudaTextureObject_t object, __VA_ARGS__, bool *resident);

CL_TEXTURE(tex1Dfetch, cudaTextureType1D, int x)
CL_TEXTURE(tex1D, cudaTextureType1D, float x)
CL_SPARSE(tex2D, cudaTextureType2D, float x, float y)
CL_SPARSE(tex3D, cudaTextureType3D, float x, float y, float z)
CL_TEXTURE(tex1DLayered, cudaTextureType1DLayered, float x, int layer)
CL_SPARSE(tex2DLayered, cudaTextureType2DLayered, float x, float y, int layer)
CL_TEXTURE(texCubemap, cudaTextureTypeCubemap, float x, float y, float z)
CL_TEXTURE(texCubemapLayered, cudaTextureTypeCubemapLayered, float x, float y, float z, int layer)

CL_TEXTURE(tex1DLod, cudaTextureType1D, float x, float level)
CL_SPARSE(tex2DLod, cudaTextureType2D, float x, float y, float level)
CL_SPARSE(tex3DLod, cudaTextureType3D, float x, float y, float z, float level)
CL_TEXTURE(tex1DLayeredLod, cudaTextureType1DLayered, float x, int layer, float level)
CL_SPARSE(tex2DLayeredLod, cudaTextureType2DLayered, float x, float y, int layer, float level)
CL_TEXTURE(texCubemapLod, cudaTextureTypeCubemap, float x, float y, float z, float level)
CL_TEXTURE(texCubemapLayeredLod, cudaTextureTypeCubemapLayered, float x, float y, float z, int layer, float level)

CL_TEXTURE(tex1DGrad, cudaTextureType1D, float x, float dx, float dy)
CL_SPARSE(tex2DGrad, cudaTextureType2D, float x, float y, float2 dx, float2 dy)
CL_SPARSE(tex3DGrad, cudaTextureType3D, float x, float y, float z, float4 dx, float4 dy)
CL_TEXTURE(tex1DLayeredGrad, cudaTextureType1DLayered, float x, int layer, float dx, float dy)
CL_SPARSE(tex2DLayeredGrad, cudaTextureType2DLayered, float x, float y, int layer, float2 dx, float2 dy)
CL_TEXTURE(texCubemapGrad, cudaTextureTypeCubemap, float x, float y, float z, float4 dx, float4 dy)
CL_TEXTURE(texCubemapLayeredGrad, cudaTextureTypeCubemapLayered, float x, float y, float z, int layer, float4 dx,
	float4 dy)

/* A gather yields four texels' components. */
template <class T_> extern __device__ T_ tex2Dgather(cudaTextureObject_t object, float x, float y, int comp = 0);
template <class T_>
extern __device__ void tex2Dgather(T_ *result, cudaTextureObject_t object, float x, float y, int comp = 0);
template <class T_>
extern __device__ T_ tex2Dgather(cudaTextureObject_t object, float x, float y, bool *resident, int comp = 0);
template <class T_>
extern __device__ void tex2Dgather(
	T_ *result, cudaTextureObject_t object, float x, float y, bool *resident, int comp = 0);
template <class T_> struct cudalint_gather;
#define CL_X(T, name) \
	template <> struct cudalint_gather<T> { \
		using type = name##4; \
	}; \
	template <> struct cudalint_gather<name##1> : cudalint_gather<T> {}; \
	template <> struct cudalint_gather<name##2> : cudalint_gather<T> {}; \
	template <> struct cudalint_gather<name##4> : cudalint_gather<T> {};
CL_X(signed char, char) CL_X(unsigned char, uchar) CL_X(short, short) CL_X(unsigned short, ushort)
CL_X(int, int) CL_X(unsigned int, uint) CL_X(float, float)
#undef CL_X
template <class T_, cudaTextureReadMode mode_>
extern __device__ CL_GONE typename cudalint_texel<typename cudalint_gather<T_>::type, mode_>::type tex2Dgather(
	texture<T_, cudaTextureType2D, mode_> reference, float x, float y, int comp = 0);
#undef CL_SPARSE
#undef CL_TEXTURE
#undef CL_GONE

#define CL_GONE CUDALINT_REMOVED("12.0", "cudaSurfaceObject_t")
#define CL_MODE cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap
#define CL_SURFACE(name, kind, ...) \
	template <class T_> extern __device__ T_ name##read(cudaSurfaceObject_t object, __VA_ARGS__, CL_MODE); \
	template <class T_> \
	extern __device__ void name##read(T_ *result, cudaSurfaceObject_t object, __VA_ARGS__, CL_MODE); \
	template <class T_> \
	extern __device__ void name##write(T_ value, cudaSurfaceObject_t object, __VA_ARGS__, CL_MODE); \
	template <class T_> extern __device__ CL_GONE T_ name##read(surface<void, kind> reference, __VA_ARGS__, CL_MODE); \
	template <class T_> \
	extern __device__ CL_GONE void name##read(T_ *result, surface<void, kind> reference, __VA_ARGS__, CL_MODE); \
	template <class T_> \
	extern __device__ CL_GONE void name##write(T_ value, surface<void, kind> reference, __VA_ARGS__, CL_MODE);
CL_SURFACE(surf1D, cudaSurfaceType1D, int x)
CL_SURFACE(surf2D, cudaSurfaceType2D, int x, int y)
CL_SURFACE(surf3D, cudaSurfaceType3D, int x, int y, int z)
CL_SURFACE(surf1DLayered, cudaSurfaceType1DLayered, int x, int layer)
CL_SURFACE(surf2DLayered, cudaSurfaceType2DLayered, int x, int y, int layer)
CL_SURFACE(surfCubemap, cudaSurfaceTypeCubemap, int x, int y, int face)
CL_SURFACE(surfCubemapLayered, cudaSurfaceTypeCubemapLayered, int x, int y, int layerFace)
#undef CL_SURFACE
#undef CL_MODE
#undef CL_GONE

#endif
