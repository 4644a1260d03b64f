/* OpenGL buffers and images as CUDA resources. GL itself is not included: its types here are plain integers. */
#ifndef __CUDA_GL_INTEROP_H__
#define __CUDA_GL_INTEROP_H__

#include "cuda_runtime.h"

typedef unsigned int GLenum;
typedef unsigned int GLuint;

enum cudaGLDeviceList { cudaGLDeviceListAll = 1, cudaGLDeviceListCurrentFrame, cudaGLDeviceListNextFrame };
enum cudaGLMapFlags { cudaGLMapFlagsNone, cudaGLMapFlagsReadOnly, cudaGLMapFlagsWriteDiscard };

extern "C" {
cudaError_t cudaGLGetDevices(
	unsigned int *count, int *devices, unsigned int capacity, enum cudaGLDeviceList list);
cudaError_t cudaGraphicsGLRegisterImage(
	struct cudaGraphicsResource **resource, GLuint image, GLenum target, unsigned int flags);
cudaError_t cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource **resource, GLuint buffer, unsigned int flags);

/* before graphics resources */
CUDALINT_DEPRECATED("10.0", "") cudaError_t cudaGLSetGLDevice(int device);
CUDALINT_DEPRECATED("10.0", "") cudaError_t cudaGLRegisterBufferObject(GLuint buffer);
CUDALINT_DEPRECATED("10.0", "") cudaError_t cudaGLUnregisterBufferObject(GLuint buffer);
CUDALINT_DEPRECATED("10.0", "") cudaError_t cudaGLMapBufferObject(void **ptr, GLuint buffer);
CUDALINT_DEPRECATED("10.0", "") cudaError_t cudaGLUnmapBufferObject(GLuint buffer);
CUDALINT_DEPRECATED("10.0", "") cudaError_t cudaGLSetBufferObjectMapFlags(GLuint buffer, unsigned int flags);
CUDALINT_DEPRECATED("10.0", "") cudaError_t cudaGLMapBufferObjectAsync(
	void **ptr, GLuint buffer, cudaStream_t stream);
CUDALINT_DEPRECATED("10.0", "") cudaError_t cudaGLUnmapBufferObjectAsync(GLuint buffer, cudaStream_t stream);
}

#endif
