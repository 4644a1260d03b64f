/* nvJPEG: decoding and encoding. */
#ifndef NV_JPEG_HEADER
#define NV_JPEG_HEADER

#include "cuda_runtime.h"
#include "library_types.h"

#ifndef NVJPEGAPI
#define NVJPEGAPI
#endif
#define NVJPEG_MAX_COMPONENT 4
#define NVJPEG_FLAGS_DEFAULT 0
#define NVJPEG_VER_MAJOR 13

typedef enum {
	NVJPEG_STATUS_SUCCESS, NVJPEG_STATUS_NOT_INITIALIZED, NVJPEG_STATUS_INVALID_PARAMETER, NVJPEG_STATUS_BAD_JPEG,
	NVJPEG_STATUS_JPEG_NOT_SUPPORTED, NVJPEG_STATUS_ALLOCATOR_FAILURE, NVJPEG_STATUS_EXECUTION_FAILED,
	NVJPEG_STATUS_ARCH_MISMATCH, NVJPEG_STATUS_INTERNAL_ERROR, NVJPEG_STATUS_IMPLEMENTATION_NOT_SUPPORTED,
	NVJPEG_STATUS_INCOMPLETE_BITSTREAM
} nvjpegStatus_t;
typedef enum {
	NVJPEG_CSS_444, NVJPEG_CSS_422, NVJPEG_CSS_420, NVJPEG_CSS_440, NVJPEG_CSS_411, NVJPEG_CSS_410, NVJPEG_CSS_GRAY,
	NVJPEG_CSS_410V, NVJPEG_CSS_UNKNOWN = -1
} nvjpegChromaSubsampling_t;
typedef enum {
	NVJPEG_OUTPUT_UNCHANGED, NVJPEG_OUTPUT_YUV, NVJPEG_OUTPUT_Y, NVJPEG_OUTPUT_RGB, NVJPEG_OUTPUT_BGR,
	NVJPEG_OUTPUT_RGBI, NVJPEG_OUTPUT_BGRI
} nvjpegOutputFormat_t;
typedef enum {
	NVJPEG_INPUT_RGB = 3, NVJPEG_INPUT_BGR = 4, NVJPEG_INPUT_RGBI = 5, NVJPEG_INPUT_BGRI = 6
} nvjpegInputFormat_t;
typedef enum {
	NVJPEG_BACKEND_DEFAULT, NVJPEG_BACKEND_HYBRID, NVJPEG_BACKEND_GPU_HYBRID, NVJPEG_BACKEND_HARDWARE
} nvjpegBackend_t;
typedef struct {
	unsigned char *channel[NVJPEG_MAX_COMPONENT];
	size_t pitch[NVJPEG_MAX_COMPONENT];
} nvjpegImage_t;
typedef struct {
	int (*dev_malloc)(void **ptr, size_t size);
	int (*dev_free)(void *ptr);
} nvjpegDevAllocator_t;
typedef struct {
	int (*pinned_malloc)(void **ptr, size_t size, unsigned int flags);
	int (*pinned_free)(void *ptr);
} nvjpegPinnedAllocator_t;
typedef struct nvjpegHandle *nvjpegHandle_t;
typedef struct nvjpegJpegState *nvjpegJpegState_t;
typedef struct nvjpegJpegDecoder *nvjpegJpegDecoder_t;
typedef struct nvjpegJpegStream *nvjpegJpegStream_t;
typedef struct nvjpegDecodeParams *nvjpegDecodeParams_t;
typedef struct nvjpegBufferPinned *nvjpegBufferPinned_t;
typedef struct nvjpegBufferDevice *nvjpegBufferDevice_t;
typedef struct nvjpegEncoderState *nvjpegEncoderState_t;
typedef struct nvjpegEncoderParams *nvjpegEncoderParams_t;

#define CL_FN(name) nvjpegStatus_t nvjpeg##name
#define CL_H nvjpegHandle_t handle
extern "C" {
CL_FN(GetProperty)(libraryPropertyType type, int *value);
CL_FN(CreateSimple)(nvjpegHandle_t *handle);
CL_FN(Create)(nvjpegBackend_t backend, nvjpegDevAllocator_t *allocator, nvjpegHandle_t *handle);
CL_FN(CreateEx)(nvjpegBackend_t backend, nvjpegDevAllocator_t *device, nvjpegPinnedAllocator_t *pinned,
	unsigned int flags, nvjpegHandle_t *handle);
CL_FN(Destroy)(CL_H);

/* decoding */
CL_FN(JpegStateCreate)(CL_H, nvjpegJpegState_t *state);
CL_FN(JpegStateDestroy)(nvjpegJpegState_t state);
CL_FN(GetImageInfo)(CL_H, const unsigned char *data, size_t length, int *components,
	nvjpegChromaSubsampling_t *subsampling, int *widths, int *heights);
CL_FN(Decode)(CL_H, nvjpegJpegState_t state, const unsigned char *data, size_t length, nvjpegOutputFormat_t format,
	nvjpegImage_t *destination, cudaStream_t stream);
CL_FN(DecodeBatchedInitialize)(CL_H, nvjpegJpegState_t state, int batch, int threads, nvjpegOutputFormat_t format);
CL_FN(DecodeBatched)(CL_H, nvjpegJpegState_t state, const unsigned char *const *data, const size_t *lengths,
	nvjpegImage_t *destinations, cudaStream_t stream);
CL_FN(DecoderCreate)(CL_H, nvjpegBackend_t backend, nvjpegJpegDecoder_t *decoder);
CL_FN(DecoderDestroy)(nvjpegJpegDecoder_t decoder);
CL_FN(DecoderStateCreate)(CL_H, nvjpegJpegDecoder_t decoder, nvjpegJpegState_t *state);
CL_FN(BufferPinnedCreate)(CL_H, nvjpegPinnedAllocator_t *allocator, nvjpegBufferPinned_t *buffer);
CL_FN(BufferPinnedDestroy)(nvjpegBufferPinned_t buffer);
CL_FN(BufferDeviceCreate)(CL_H, nvjpegDevAllocator_t *allocator, nvjpegBufferDevice_t *buffer);
CL_FN(BufferDeviceDestroy)(nvjpegBufferDevice_t buffer);
CL_FN(StateAttachPinnedBuffer)(nvjpegJpegState_t state, nvjpegBufferPinned_t buffer);
CL_FN(StateAttachDeviceBuffer)(nvjpegJpegState_t state, nvjpegBufferDevice_t buffer);
CL_FN(JpegStreamCreate)(CL_H, nvjpegJpegStream_t *stream);
CL_FN(JpegStreamDestroy)(nvjpegJpegStream_t stream);
CL_FN(JpegStreamParse)(CL_H, const unsigned char *data, size_t length, int saveMetadata, int saveStream,
	nvjpegJpegStream_t stream);
CL_FN(DecodeParamsCreate)(CL_H, nvjpegDecodeParams_t *params);
CL_FN(DecodeParamsDestroy)(nvjpegDecodeParams_t params);
CL_FN(DecodeParamsSetOutputFormat)(nvjpegDecodeParams_t params, nvjpegOutputFormat_t format);
CL_FN(DecodeJpegHost)(CL_H, nvjpegJpegDecoder_t decoder, nvjpegJpegState_t state, nvjpegDecodeParams_t params,
	nvjpegJpegStream_t stream);
CL_FN(DecodeJpegTransferToDevice)(CL_H, nvjpegJpegDecoder_t decoder, nvjpegJpegState_t state, nvjpegJpegStream_t jpeg,
	cudaStream_t stream);
CL_FN(DecodeJpegDevice)(CL_H, nvjpegJpegDecoder_t decoder, nvjpegJpegState_t state, nvjpegImage_t *destination,
	cudaStream_t stream);

/* encoding */
CL_FN(EncoderStateCreate)(CL_H, nvjpegEncoderState_t *state, cudaStream_t stream);
CL_FN(EncoderStateDestroy)(nvjpegEncoderState_t state);
CL_FN(EncoderParamsCreate)(CL_H, nvjpegEncoderParams_t *params, cudaStream_t stream);
CL_FN(EncoderParamsDestroy)(nvjpegEncoderParams_t params);
CL_FN(EncoderParamsSetQuality)(nvjpegEncoderParams_t params, const int quality, cudaStream_t stream);
CL_FN(EncoderParamsSetOptimizedHuffman)(nvjpegEncoderParams_t params, const int optimized, cudaStream_t stream);
CL_FN(EncoderParamsSetSamplingFactors)(nvjpegEncoderParams_t params, const nvjpegChromaSubsampling_t subsampling,
	cudaStream_t stream);
CL_FN(EncodeYUV)(CL_H, nvjpegEncoderState_t state, const nvjpegEncoderParams_t params, const nvjpegImage_t *source,
	nvjpegChromaSubsampling_t subsampling, int width, int height, cudaStream_t stream);
CL_FN(EncodeImage)(CL_H, nvjpegEncoderState_t state, const nvjpegEncoderParams_t params, const nvjpegImage_t *source,
	nvjpegInputFormat_t format, int width, int height, cudaStream_t stream);
CL_FN(EncodeRetrieveBitstream)(CL_H, nvjpegEncoderState_t state, unsigned char *data, size_t *length,
	cudaStream_t stream);
}
#undef CL_FN
#undef CL_H

#endif
