/* EGL frames, streams and sync objects in the driver API. */
#ifndef CUDAEGL_H
#define CUDAEGL_H

#include "cuda.h"
#if __has_include(<EGL/egl.h>) && __has_include(<EGL/eglext.h>)
#include <EGL/egl.h>
#include <EGL/eglext.h>
#else
typedef void *EGLImageKHR, *EGLStreamKHR, *EGLSyncKHR;
#endif

#define MAX_PLANES 3
#define CUDA_EGL_INFINITE_TIMEOUT 0xFFFFFFFF

typedef struct CUeglStreamConnection_st *CUeglStreamConnection;
typedef enum CUeglFrameType_enum { CU_EGL_FRAME_TYPE_ARRAY, CU_EGL_FRAME_TYPE_PITCH } CUeglFrameType;
typedef enum CUeglResourceLocationFlags_enum {
	CU_EGL_RESOURCE_LOCATION_SYSMEM, CU_EGL_RESOURCE_LOCATION_VIDMEM
} CUeglResourceLocationFlags;
typedef enum CUeglColorFormat_enum {
	CU_EGL_COLOR_FORMAT_YUV420_PLANAR, CU_EGL_COLOR_FORMAT_YUV420_SEMIPLANAR, CU_EGL_COLOR_FORMAT_YUV422_PLANAR,
	CU_EGL_COLOR_FORMAT_YUV422_SEMIPLANAR, CU_EGL_COLOR_FORMAT_RGB, CU_EGL_COLOR_FORMAT_BGR,
	CU_EGL_COLOR_FORMAT_ARGB, CU_EGL_COLOR_FORMAT_RGBA, CU_EGL_COLOR_FORMAT_L, CU_EGL_COLOR_FORMAT_R,
	CU_EGL_COLOR_FORMAT_YUV444_PLANAR, CU_EGL_COLOR_FORMAT_YUV444_SEMIPLANAR, CU_EGL_COLOR_FORMAT_YUYV_422,
	CU_EGL_COLOR_FORMAT_UYVY_422, CU_EGL_COLOR_FORMAT_ABGR, CU_EGL_COLOR_FORMAT_BGRA, CU_EGL_COLOR_FORMAT_A,
	CU_EGL_COLOR_FORMAT_RG, CU_EGL_COLOR_FORMAT_AYUV
} CUeglColorFormat;
typedef struct CUeglFrame_st {
	union {
		CUarray pArray[MAX_PLANES];
		void *pPitch[MAX_PLANES];
	} frame;
	unsigned int width, height, depth, pitch, planeCount, numChannels;
	CUeglFrameType frameType;
	CUeglColorFormat eglColorFormat;
	CUarray_format cuFormat;
} CUeglFrame;

extern "C" {
CUresult cuGraphicsEGLRegisterImage(CUgraphicsResource *resource, EGLImageKHR image, unsigned int flags);
CUresult cuGraphicsResourceGetMappedEglFrame(
	CUeglFrame *frame, CUgraphicsResource resource, unsigned int index, unsigned int level);
CUresult cuEventCreateFromEGLSync(CUevent *event, EGLSyncKHR sync, unsigned int flags);
CUresult cuEGLStreamConsumerConnect(CUeglStreamConnection *connection, EGLStreamKHR stream);
CUresult cuEGLStreamConsumerConnectWithFlags(
	CUeglStreamConnection *connection, EGLStreamKHR stream, unsigned int flags);
CUresult cuEGLStreamConsumerDisconnect(CUeglStreamConnection *connection);
CUresult cuEGLStreamConsumerAcquireFrame(
	CUeglStreamConnection *connection, CUgraphicsResource *resource, CUstream *stream, unsigned int timeout);
CUresult cuEGLStreamConsumerReleaseFrame(
	CUeglStreamConnection *connection, CUgraphicsResource resource, CUstream *stream);
CUresult cuEGLStreamProducerConnect(
	CUeglStreamConnection *connection, EGLStreamKHR stream, int width, int height);
CUresult cuEGLStreamProducerDisconnect(CUeglStreamConnection *connection);
CUresult cuEGLStreamProducerPresentFrame(CUeglStreamConnection *connection, CUeglFrame frame, CUstream *stream);
CUresult cuEGLStreamProducerReturnFrame(CUeglStreamConnection *connection, CUeglFrame *frame, CUstream *stream);
}

#endif
