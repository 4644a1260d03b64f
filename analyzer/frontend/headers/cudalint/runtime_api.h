/*
 * The CUDA runtime API of toolkits 8 to 13. Functions without a qualifier run on the host; those that device code may
 * call too say so. Where toolkits disagree about a signature, the newer one has C linkage and the older one is an overload.
 */
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__

#include "mark.h"
#include "runtime_types.h"
#include "texture_types.h"
#include "runtime_device.h"
#include "runtime_memory.h"
#include "runtime_copy.h"
#include "runtime_stream.h"
#include "runtime_kernel.h"
#include "runtime_graph.h"
#include "runtime_array.h"
#include "runtime_in_kernel.h"
#include "runtime_contexts.h"

#endif
