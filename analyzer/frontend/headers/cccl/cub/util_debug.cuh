/* Errors reported. */
#ifndef CUB_UTIL_DEBUG_CUH
#define CUB_UTIL_DEBUG_CUH

#include <cub/config.cuh>

namespace cub
{
_CCCL_HOST_DEVICE cudaError_t Debug(cudaError_t error, const char *file, int line);
}
#define CubDebug(call) cub::Debug((cudaError_t)(call), __FILE__, __LINE__)
#define CubDebugExit(call)                                                                                             \
	if (cub::Debug((cudaError_t)(call), __FILE__, __LINE__)) {                                                     \
		exit(1);                                                                                               \
	}
#define _CubLog(format, ...) printf(format, __VA_ARGS__)

#endif
