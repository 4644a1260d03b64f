// Arrays, texture and surface objects, external memory, graphics.
#include <cuda_gl_interop.h>
#include <cuda_egl_interop.h>

void textures(float *device, size_t bytes)
{
	cudaChannelFormatDesc desc = cudaCreateChannelDesc<float4>();
	desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
	cudaArray_t array;
	cudaMallocArray(&array, &desc, 64, 64);
	cudaMallocArray(&array, &desc, 64, 64, cudaArraySurfaceLoadStore);
	cudaMalloc3DArray(&array, &desc, make_cudaExtent(8, 8, 8), cudaArrayLayered);
	cudaMemcpy2DToArray(array, 0, 0, device, 256, 256, 64, cudaMemcpyDeviceToDevice);
	cudaMipmappedArray_t mipmap;
	cudaMallocMipmappedArray(&mipmap, &desc, make_cudaExtent(64, 64, 0), 6);
	cudaGetMipmappedArrayLevel(&array, mipmap, 1);

	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypeLinear;
	resource.res.linear.devPtr = device;
	resource.res.linear.desc = desc;
	resource.res.linear.sizeInBytes = bytes;
	resource.res.array.array = array;
	resource.res.pitch2D.pitchInBytes = 256;
	cudaTextureDesc texture = {};
	texture.readMode = cudaReadModeElementType;
	texture.addressMode[0] = cudaAddressModeClamp;
	texture.filterMode = cudaFilterModeLinear;
	cudaResourceViewDesc view = {};
	view.format = cudaResViewFormatFloat4;
	cudaTextureObject_t object;
	cudaCreateTextureObject(&object, &resource, &texture, &view);
	cudaCreateTextureObject(&object, &resource, &texture, NULL);
	cudaSurfaceObject_t surface;
	cudaCreateSurfaceObject(&surface, &resource);
	cudaDestroySurfaceObject(surface);
	cudaDestroyTextureObject(object);
	cudaFreeArray(array);
}

void external(int fd, cudaStream_t stream)
{
	cudaExternalMemoryHandleDesc desc = {};
	desc.type = cudaExternalMemoryHandleTypeOpaqueFd;
	desc.handle.fd = fd;
	desc.size = 4096;
	cudaExternalMemory_t memory;
	cudaImportExternalMemory(&memory, &desc);
	cudaExternalMemoryBufferDesc buffer = {};
	void *ptr;
	cudaExternalMemoryGetMappedBuffer(&ptr, memory, &buffer);
	cudaExternalSemaphore_t semaphore;
	cudaExternalSemaphoreWaitParams wait = {};
	wait.params.fence.value = 1;
	cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, stream);
	cudaExternalSemaphoreSignalParams signal = {};
	cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream);
	cudaIpcMemHandle_t handle;
	cudaIpcGetMemHandle(&handle, ptr);
	cudaIpcOpenMemHandle(&ptr, handle, cudaIpcMemLazyEnablePeerAccess);
}

void graphics(unsigned int buffer)
{
	cudaGraphicsResource *resource;
	float4 *ptr;
	size_t size;
	cudaGraphicsGLRegisterBuffer(&resource, buffer, cudaGraphicsMapFlagsWriteDiscard);
	cudaGraphicsMapResources(1, &resource, 0);
	cudaGraphicsResourceGetMappedPointer((void **)&ptr, &size, resource);
	cudaGraphicsUnmapResources(1, &resource);
	cudaGraphicsUnregisterResource(resource);
	cudaGLRegisterBufferObject(buffer);
	cudaGLMapBufferObject((void **)&ptr, buffer);
}
