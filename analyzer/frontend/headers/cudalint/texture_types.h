/* Texture and surface objects, their descriptors, and the texture references of old. */
#ifndef __TEXTURE_TYPES_H__
#define __TEXTURE_TYPES_H__
#define __SURFACE_TYPES_H__
#define __CUDA_TEXTURE_TYPES_H__
#define __CUDA_SURFACE_TYPES_H__

#include "vector_types.h"
#include "runtime_types.h"
#include "mark.h"

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;

/* The kinds of textures and surfaces, as template arguments of references. */
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#define cudaSurfaceType1D cudaTextureType1D
#define cudaSurfaceType2D cudaTextureType2D
#define cudaSurfaceType3D cudaTextureType3D
#define cudaSurfaceTypeCubemap cudaTextureTypeCubemap
#define cudaSurfaceType1DLayered cudaTextureType1DLayered
#define cudaSurfaceType2DLayered cudaTextureType2DLayered
#define cudaSurfaceTypeCubemapLayered cudaTextureTypeCubemapLayered

enum cudaTextureAddressMode {
	cudaAddressModeWrap,
	cudaAddressModeClamp,
	cudaAddressModeMirror,
	cudaAddressModeBorder
};
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum cudaSurfaceFormatMode { cudaFormatModeForced, cudaFormatModeAuto };

struct cudaTextureDesc {
	cudaTextureAddressMode addressMode[3];
	cudaTextureFilterMode filterMode;
	cudaTextureReadMode readMode;
	int sRGB;
	float borderColor[4];
	int normalizedCoords;
	unsigned int maxAnisotropy;
	cudaTextureFilterMode mipmapFilterMode;
	float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
	int disableTrilinearOptimization;
	int seamlessCubemap;
};

/* References: gone with CUDA 12.0, declared so that old code parses whole. */
struct textureReference {
	int normalized;
	cudaTextureFilterMode filterMode;
	cudaTextureAddressMode addressMode[3];
	cudaChannelFormatDesc channelDesc;
	int sRGB;
	unsigned int maxAnisotropy;
	cudaTextureFilterMode mipmapFilterMode;
	float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
	int disableTrilinearOptimization;
};
struct surfaceReference {
	cudaChannelFormatDesc channelDesc;
};

template <class T_, int dim = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct CUDALINT_REMOVED("12.0", "cudaTextureObject_t") texture : textureReference {
	__host__ __device__ texture(int normalized = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
		cudaTextureAddressMode address = cudaAddressModeClamp);
	__host__ __device__ texture(int normalized, cudaTextureFilterMode filter, cudaTextureAddressMode address,
		cudaChannelFormatDesc desc);
};
template <class T_, int dim = cudaSurfaceType1D>
struct CUDALINT_REMOVED("12.0", "cudaSurfaceObject_t") surface : surfaceReference {
	__host__ __device__ surface();
};

#endif
