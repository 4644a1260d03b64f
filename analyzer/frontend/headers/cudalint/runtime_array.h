/* Arrays, texture and surface objects, graphics resources, and the texture references of old. */
#ifndef CUDALINT_RUNTIME_ARRAY_H
#define CUDALINT_RUNTIME_ARRAY_H

extern "C" {

/* arrays */
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width, size_t height = 0,
	unsigned int flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
	unsigned int flags = 0);
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *array, const struct cudaChannelFormatDesc *desc,
	struct cudaExtent extent, unsigned int levels, unsigned int flags = 0);
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t mipmap, unsigned int level);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array);
cudaError_t cudaArrayGetInfo(
	struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags, cudaArray_t array);
cudaError_t cudaArrayGetPlane(cudaArray_t *plane, cudaArray_t array, unsigned int index);
cudaError_t cudaArrayGetMemoryRequirements(
	struct cudaArrayMemoryRequirements *requirements, cudaArray_t array, int device);
cudaError_t cudaMipmappedArrayGetMemoryRequirements(
	struct cudaArrayMemoryRequirements *requirements, cudaMipmappedArray_t array, int device);
cudaError_t cudaArrayGetSparseProperties(struct cudaArraySparseProperties *properties, cudaArray_t array);
cudaError_t cudaMipmappedArrayGetSparseProperties(
	struct cudaArraySparseProperties *properties, cudaMipmappedArray_t array);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array);
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f);

/* texture and surface objects */
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture, const struct cudaResourceDesc *resource,
	const struct cudaTextureDesc *desc, const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *desc, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc *view, cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface, const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *resource, cudaSurfaceObject_t surface);

/* graphics */
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned int flags);
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources, cudaStream_t stream = 0);
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources, cudaStream_t stream = 0);
cudaError_t cudaGraphicsResourceGetMappedPointer(void **ptr, size_t *size, cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsSubResourceGetMappedArray(
	cudaArray_t *array, cudaGraphicsResource_t resource, unsigned int index, unsigned int level);
cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(
	cudaMipmappedArray_t *array, cudaGraphicsResource_t resource);

/* texture references */
CUDALINT_REMOVED("12.0", "") cudaError_t cudaBindTexture(size_t *offset, const struct textureReference *reference,
	const void *ptr, const struct cudaChannelFormatDesc *desc, size_t size = 0xFFFFFFFFu);
CUDALINT_REMOVED("12.0", "") cudaError_t cudaBindTexture2D(size_t *offset, const struct textureReference *reference,
	const void *ptr, const struct cudaChannelFormatDesc *desc, size_t width, size_t height, size_t pitch);
CUDALINT_REMOVED("12.0", "") cudaError_t cudaBindTextureToArray(const struct textureReference *reference,
	cudaArray_const_t array, const struct cudaChannelFormatDesc *desc);
CUDALINT_REMOVED("12.0", "") cudaError_t cudaBindTextureToMipmappedArray(const struct textureReference *reference,
	cudaMipmappedArray_const_t array, const struct cudaChannelFormatDesc *desc);
CUDALINT_REMOVED("12.0", "") cudaError_t cudaUnbindTexture(const struct textureReference *reference);
CUDALINT_REMOVED("12.0", "") cudaError_t cudaGetTextureAlignmentOffset(
	size_t *offset, const struct textureReference *reference);
CUDALINT_REMOVED("12.0", "") cudaError_t cudaGetTextureReference(
	const struct textureReference **reference, const void *symbol);
CUDALINT_REMOVED("12.0", "") cudaError_t cudaBindSurfaceToArray(const struct surfaceReference *reference,
	cudaArray_const_t array, const struct cudaChannelFormatDesc *desc);
CUDALINT_REMOVED("12.0", "") cudaError_t cudaGetSurfaceReference(
	const struct surfaceReference **reference, const void *symbol);
}

/* references with their types */
#define CL_TEXTURE template <class T_, int dim, enum cudaTextureReadMode mode> CUDALINT_REMOVED("12.0", "") cudaError_t
#define CL_SURFACE template <class T_, int dim> CUDALINT_REMOVED("12.0", "") cudaError_t
#define CL_REF const struct texture<T_, dim, mode> &reference
CL_TEXTURE cudaBindTexture(size_t *offset, CL_REF, const void *ptr, const struct cudaChannelFormatDesc &desc,
	size_t size = 0xFFFFFFFFu);
CL_TEXTURE cudaBindTexture(size_t *offset, CL_REF, const void *ptr, size_t size = 0xFFFFFFFFu);
CL_TEXTURE cudaBindTexture2D(size_t *offset, CL_REF, const void *ptr, const struct cudaChannelFormatDesc &desc,
	size_t width, size_t height, size_t pitch);
CL_TEXTURE cudaBindTexture2D(size_t *offset, CL_REF, const void *ptr, size_t width, size_t height, size_t pitch);
CL_TEXTURE cudaBindTextureToArray(CL_REF, cudaArray_const_t array, const struct cudaChannelFormatDesc &desc);
CL_TEXTURE cudaBindTextureToArray(CL_REF, cudaArray_const_t array);
CL_TEXTURE cudaBindTextureToMipmappedArray(
	CL_REF, cudaMipmappedArray_const_t array, const struct cudaChannelFormatDesc &desc);
CL_TEXTURE cudaBindTextureToMipmappedArray(CL_REF, cudaMipmappedArray_const_t array);
CL_TEXTURE cudaUnbindTexture(CL_REF);
CL_TEXTURE cudaGetTextureAlignmentOffset(size_t *offset, CL_REF);
CL_SURFACE cudaBindSurfaceToArray(
	const struct surface<T_, dim> &reference, cudaArray_const_t array, const struct cudaChannelFormatDesc &desc);
CL_SURFACE cudaBindSurfaceToArray(const struct surface<T_, dim> &reference, cudaArray_const_t array);
#undef CL_TEXTURE
#undef CL_SURFACE
#undef CL_REF

#endif
