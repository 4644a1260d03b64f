/* cudaProfilerStart and its kin are among the runtime calls. */
#ifndef __CUDA_PROFILER_API_H__
#define __CUDA_PROFILER_API_H__

#include "cuda_runtime.h"

#endif
