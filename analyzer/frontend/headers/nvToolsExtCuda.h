/* NVTX names for driver objects. */
#ifndef NVTOOLSEXT_CUDA_H_
#define NVTOOLSEXT_CUDA_H_

#include "cuda.h"
#include "nvToolsExt.h"

extern "C" {
void nvtxNameCuDeviceA(CUdevice device, const char *name);
void nvtxNameCuContextA(CUcontext context, const char *name);
void nvtxNameCuStreamA(CUstream stream, const char *name);
void nvtxNameCuEventA(CUevent event, const char *name);
}

#endif
