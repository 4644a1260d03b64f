/* EGL frames and streams in the runtime API; EGL's own types are opaque where its headers are missing. */
#ifndef __CUDA_EGL_INTEROP_H__
#define __CUDA_EGL_INTEROP_H__

#include "cuda_runtime.h"

#if __has_include(<EGL/egl.h>) && __has_include(<EGL/eglext.h>)
#include <EGL/egl.h>
#include <EGL/eglext.h>
#else
typedef void *EGLImageKHR, *EGLStreamKHR, *EGLSyncKHR;
#endif
typedef struct CUeglStreamConnection_st *cudaEglStreamConnection;
#define CUDA_EGL_MAX_PLANES 3

typedef enum cudaEglFrameType_enum { cudaEglFrameTypeArray, cudaEglFrameTypePitch } cudaEglFrameType;
typedef enum cudaEglResourceLocationFlags_enum {
	cudaEglResourceLocationSysmem, cudaEglResourceLocationVidmem
} cudaEglResourceLocationFlags;
typedef enum cudaEglColorFormat_enum { cudaEglColorFormatYUV420Planar } cudaEglColorFormat;
typedef struct cudaEglPlaneDesc_st {
	unsigned int width, height, depth, pitch, numChannels;
	struct cudaChannelFormatDesc channelDesc;
	unsigned int reserved[4];
} cudaEglPlaneDesc;
typedef struct cudaEglFrame_st {
	union {
		cudaArray_t pArray[CUDA_EGL_MAX_PLANES];
		struct cudaPitchedPtr pPitch[CUDA_EGL_MAX_PLANES];
	} frame;
	cudaEglPlaneDesc planeDesc[CUDA_EGL_MAX_PLANES];
	unsigned int planeCount;
	cudaEglFrameType frameType;
	cudaEglColorFormat eglColorFormat;
} cudaEglFrame;

extern "C" {
cudaError_t cudaGraphicsEGLRegisterImage(struct cudaGraphicsResource **resource, EGLImageKHR image, unsigned int flags);
cudaError_t cudaGraphicsResourceGetMappedEglFrame(
	cudaEglFrame *frame, cudaGraphicsResource_t resource, unsigned int index, unsigned int level);
cudaError_t cudaEventCreateFromEGLSync(cudaEvent_t *event, EGLSyncKHR sync, unsigned int flags);
cudaError_t cudaEGLStreamConsumerConnect(cudaEglStreamConnection *connection, EGLStreamKHR stream);
cudaError_t cudaEGLStreamConsumerDisconnect(cudaEglStreamConnection *connection);
cudaError_t cudaEGLStreamConsumerAcquireFrame(cudaEglStreamConnection *connection, cudaGraphicsResource_t *resource,
	cudaStream_t *stream, unsigned int timeout);
cudaError_t cudaEGLStreamConsumerReleaseFrame(
	cudaEglStreamConnection *connection, cudaGraphicsResource_t resource, cudaStream_t *stream);
cudaError_t cudaEGLStreamProducerConnect(
	cudaEglStreamConnection *connection, EGLStreamKHR stream, int width, int height);
cudaError_t cudaEGLStreamProducerDisconnect(cudaEglStreamConnection *connection);
cudaError_t cudaEGLStreamProducerPresentFrame(
	cudaEglStreamConnection *connection, cudaEglFrame frame, cudaStream_t *stream);
cudaError_t cudaEGLStreamProducerReturnFrame(
	cudaEglStreamConnection *connection, cudaEglFrame *frame, cudaStream_t *stream);
}

#endif
