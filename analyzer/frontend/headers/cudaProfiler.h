/* Profiler control of the driver API. */
#ifndef __cuda_cudaprofiler_h__
#define __cuda_cudaprofiler_h__

#include "cuda.h"

typedef enum CUoutput_mode_enum { CU_OUT_KEY_VALUE_PAIR, CU_OUT_CSV } CUoutput_mode;

extern "C" {
CUresult cuProfilerStart(void);
CUresult cuProfilerStop(void);
CUDALINT_DEPRECATED("11.0", "") CUresult cuProfilerInitialize(
	const char *config, const char *output, CUoutput_mode mode);
}

#endif
