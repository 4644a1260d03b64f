// EGL interop of both APIs, whose types are EGL's own where its headers are there.
#include <cudaEGL.h>
#include <cuda_egl_interop.h>

CUresult driver(CUeglStreamConnection *connection, EGLStreamKHR stream, CUstream *done)
{
	CUeglFrame frame = {};
	CUgraphicsResource resource;
	frame.frameType = CU_EGL_FRAME_TYPE_PITCH;
	frame.eglColorFormat = CU_EGL_COLOR_FORMAT_ARGB;
	if (cuEGLStreamConsumerConnect(connection, stream) || cuEGLStreamProducerConnect(connection, stream, 64, 64))
		return CUDA_ERROR_UNKNOWN;
	cuEGLStreamConsumerAcquireFrame(connection, &resource, done, CUDA_EGL_INFINITE_TIMEOUT);
	cuGraphicsResourceGetMappedEglFrame(&frame, resource, 0, 0);
	return cuEGLStreamProducerPresentFrame(connection, frame, done);
}

cudaError_t runtime(cudaEglStreamConnection *connection, EGLStreamKHR stream)
{
	return cudaEGLStreamConsumerConnect(connection, stream);
}
