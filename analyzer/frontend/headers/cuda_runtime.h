/*
 * The header that comes before every unit, as nvcc does it: language, built-ins, device library, runtime API and the C
 * and C++ headers that nvcc drags in. Our device functions precede those, see cudalint/math.h.
 */
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__
#pragma GCC system_header

#include "cudalint/qualifiers.h"
#include "cudalint/mark.h"
#include "cudalint/vector_types.h"
#include "cudalint/vector_functions.h"
#include "cudalint/builtins.h"
#include "cudalint/launch.h"
#include "cudalint/warp.h"
#include "cudalint/memory.h"
#include "cudalint/atomics.h"
#include "cudalint/math.h"
#include "cudalint/intrinsics.h"
#include "cudalint/std.h"
#include "cudalint/texture_types.h"
#include "cudalint/texture.h"
#if __has_include("cudalint/runtime_api.h")
#include "cudalint/runtime_api.h"
#endif
#include "cudalint/channel.h"
#include "library_types.h"

/* Code asks by these whether the runtime's types are there. */
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__
#endif
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__
#endif

#endif
