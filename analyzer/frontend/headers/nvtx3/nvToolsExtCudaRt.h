/* NVTX 3 is the same to us as NVTX 2. */
#ifndef CUDALINT_NVTX3_NVTOOLSEXTCUDART_H
#define CUDALINT_NVTX3_NVTOOLSEXTCUDART_H

#include "../nvToolsExtCudaRt.h"

#endif
