/* OpenGL resources in the driver API. */
#ifndef CUDAGL_H
#define CUDAGL_H

#include "cuda.h"

typedef unsigned int GLenum;
typedef unsigned int GLuint;
typedef enum CUGLDeviceList_enum {
	CU_GL_DEVICE_LIST_ALL = 1, CU_GL_DEVICE_LIST_CURRENT_FRAME, CU_GL_DEVICE_LIST_NEXT_FRAME
} CUGLDeviceList;

extern "C" {
CUresult cuGLGetDevices(unsigned int *count, CUdevice *devices, unsigned int capacity, CUGLDeviceList list);
CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource *resource, GLuint buffer, unsigned int flags);
CUresult cuGraphicsGLRegisterImage(CUgraphicsResource *resource, GLuint image, GLenum target, unsigned int flags);
CUDALINT_DEPRECATED("9.2", "") CUresult cuGLInit(void);
CUDALINT_DEPRECATED("9.2", "") CUresult cuGLCtxCreate(CUcontext *context, unsigned int flags, CUdevice device);
CUDALINT_DEPRECATED("9.2", "") CUresult cuGLRegisterBufferObject(GLuint buffer);
CUDALINT_DEPRECATED("9.2", "") CUresult cuGLUnregisterBufferObject(GLuint buffer);
CUDALINT_DEPRECATED("9.2", "") CUresult cuGLMapBufferObject(CUdeviceptr *ptr, size_t *size, GLuint buffer);
CUDALINT_DEPRECATED("9.2", "") CUresult cuGLUnmapBufferObject(GLuint buffer);
}

#endif
