/* cuFFT over several devices, in other precisions, with callbacks. */
#ifndef _CUFFTXT_H_
#define _CUFFTXT_H_

#include "cufft.h"

#define MAX_CUDA_DESCRIPTOR_GPUS 64
typedef enum libFormat_t { LIB_FORMAT_CUFFT, LIB_FORMAT_UNDEFINED } libFormat;
typedef struct cudaXtDesc_t {
	int version, nGPUs, GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
	void *data[MAX_CUDA_DESCRIPTOR_GPUS];
	size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
	void *cudaXtState;
} cudaXtDesc;
typedef struct cudaLibXtDesc_t {
	int version;
	cudaXtDesc *descriptor;
	libFormat library;
	int subFormat;
	void *libDescriptor;
} cudaLibXtDesc;
typedef enum cufftXtSubFormat_t {
	CUFFT_XT_FORMAT_INPUT, CUFFT_XT_FORMAT_OUTPUT, CUFFT_XT_FORMAT_INPLACE, CUFFT_XT_FORMAT_INPLACE_SHUFFLED,
	CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED, CUFFT_XT_FORMAT_DISTRIBUTED_INPUT, CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT,
	CUFFT_FORMAT_UNDEFINED
} cufftXtSubFormat;
typedef enum cufftXtCopyType_t {
	CUFFT_COPY_HOST_TO_DEVICE, CUFFT_COPY_DEVICE_TO_HOST, CUFFT_COPY_DEVICE_TO_DEVICE, CUFFT_COPY_UNDEFINED
} cufftXtCopyType;
typedef enum cufftXtQueryType_t { CUFFT_QUERY_1D_FACTORS, CUFFT_QUERY_UNDEFINED } cufftXtQueryType;
typedef struct cufftXt1dFactors_t {
	long long int size, stringCount, stringLength, substringLength, factor1, factor2, stringMask, substringMask,
		factor1Mask, factor2Mask;
	int stringShift, substringShift, factor1Shift, factor2Shift;
} cufftXt1dFactors;
typedef enum cufftXtWorkAreaPolicy_t {
	CUFFT_WORKAREA_MINIMAL, CUFFT_WORKAREA_USER, CUFFT_WORKAREA_PERFORMANCE
} cufftXtWorkAreaPolicy;
typedef enum cufftXtCallbackType_t {
	CUFFT_CB_LD_COMPLEX, CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_LD_REAL, CUFFT_CB_LD_REAL_DOUBLE, CUFFT_CB_ST_COMPLEX,
	CUFFT_CB_ST_COMPLEX_DOUBLE, CUFFT_CB_ST_REAL, CUFFT_CB_ST_REAL_DOUBLE, CUFFT_CB_UNDEFINED
} cufftXtCallbackType;

/* callbacks: the legacy form takes a size_t offset, the just-in-time form an unsigned long long */
typedef cufftComplex (*cufftCallbackLoadC)(void *in, size_t offset, void *info, void *shared);
typedef cufftDoubleComplex (*cufftCallbackLoadZ)(void *in, size_t offset, void *info, void *shared);
typedef cufftReal (*cufftCallbackLoadR)(void *in, size_t offset, void *info, void *shared);
typedef cufftDoubleReal (*cufftCallbackLoadD)(void *in, size_t offset, void *info, void *shared);
typedef void (*cufftCallbackStoreC)(void *out, size_t offset, cufftComplex element, void *info, void *shared);
typedef void (*cufftCallbackStoreZ)(void *out, size_t offset, cufftDoubleComplex element, void *info, void *shared);
typedef void (*cufftCallbackStoreR)(void *out, size_t offset, cufftReal element, void *info, void *shared);
typedef void (*cufftCallbackStoreD)(void *out, size_t offset, cufftDoubleReal element, void *info, void *shared);
typedef cufftComplex (*cufftJITCallbackLoadC)(void *in, unsigned long long offset, void *info, void *shared);
typedef cufftReal (*cufftJITCallbackLoadR)(void *in, unsigned long long offset, void *info, void *shared);
typedef void (*cufftJITCallbackStoreC)(
	void *out, unsigned long long offset, cufftComplex element, void *info, void *shared);
typedef void (*cufftJITCallbackStoreR)(
	void *out, unsigned long long offset, cufftReal element, void *info, void *shared);

#define CL_MANY \
	int rank, long long int *n, long long int *inembed, long long int istride, long long int idist, cudaDataType itype, \
		long long int *onembed, long long int ostride, long long int odist, cudaDataType otype, long long int batch, \
		size_t *workSize, cudaDataType execution
extern "C" {
cufftResult cufftXtSetGPUs(cufftHandle plan, int count, int *gpus);
cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **descriptor, cufftXtSubFormat format);
cufftResult cufftXtMemcpy(cufftHandle plan, void *dst, void *src, cufftXtCopyType type);
cufftResult cufftXtFree(cudaLibXtDesc *descriptor);
cufftResult cufftXtSetWorkArea(cufftHandle plan, void **area);
cufftResult cufftXtSetWorkAreaPolicy(cufftHandle plan, cufftXtWorkAreaPolicy policy, size_t *size);
cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction);
cufftResult cufftXtExecDescriptorR2C(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out);
cufftResult cufftXtExecDescriptorC2R(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out);
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction);
cufftResult cufftXtExecDescriptorD2Z(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out);
cufftResult cufftXtExecDescriptorZ2D(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out);
cufftResult cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out, int direction);
cufftResult cufftXtExec(cufftHandle plan, void *in, void *out, int direction);
cufftResult cufftXtQueryPlan(cufftHandle plan, void *query, cufftXtQueryType type);
cufftResult cufftXtSetCallback(cufftHandle plan, void **callback, cufftXtCallbackType type, void **info);
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type);
cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType type, size_t size);
cufftResult cufftXtSetJITCallback(cufftHandle plan, const char *name, const void *code, size_t size,
	cufftXtCallbackType type, void **info);
cufftResult cufftXtMakePlanMany(cufftHandle plan, CL_MANY);
cufftResult cufftXtGetSizeMany(cufftHandle plan, CL_MANY);
}
#undef CL_MANY

#endif
