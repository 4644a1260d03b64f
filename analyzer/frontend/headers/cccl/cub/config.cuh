/* Versions and namespace macros. */
#ifndef CUB_CONFIG_CUH
#define CUB_CONFIG_CUH

#include <cuda/__cccl_config>

#define CUB_VERSION 300000
#define CUB_MAJOR_VERSION 3
#define CUB_MINOR_VERSION 0
#define CUB_SUBMINOR_VERSION 0
#define CUB_RUNTIME_FUNCTION __host__ __device__
#define CUB_NAMESPACE_BEGIN                                                                                            \
	namespace cub                                                                                                  \
	{
#define CUB_NAMESPACE_END }
#define CUB_NS_QUALIFIER ::cub
#define CUB_MAX_DEVICES 128
#define CUB_PTX_WARP_THREADS 32
#define CUB_PTX_LOG_WARP_THREADS 5
#define CUB_LOG_WARP_THREADS(unused) 5
#define CUB_WARP_THREADS(unused) 32
#define CUB_LOG_SMEM_BANKS(unused) 5
#define CUB_SMEM_BANKS(unused) 32
#define CUB_STATIC_ASSERT(condition, message) static_assert(condition, message)
#define CUB_MIN(a, b) (((b) < (a)) ? (b) : (a))
#define CUB_MAX(a, b) (((b) > (a)) ? (b) : (a))
#define CUB_ROUND_UP_NEAREST(x, y) ((((x) + (y)-1) / (y)) * (y))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y)-1) / (y))

#endif
